/// What `lectern test` was told.
package struct TestOptions: Sendable, Equatable {
  /// Files and folders, a line after some: `notes.lua:12`.
  package var paths: [String] = []
  /// Only cases that have this in one of their names.
  package var filter: String?
  /// Whether cases run in an order that follows from the seed.
  package var isShuffled = false
  /// Whether the report is TAP.
  package var isTAP = false
  /// Where a report for build servers is written.
  package var junit: String?
  /// Processes that run files at the same time.
  package var jobs = 1
  /// Whether they run again when a file changes.
  package var isWatching = false

  /// All cases of the folder of tests, one after the other.
  package init() {}
}
