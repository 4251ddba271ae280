package import Vocabulary

/// What the command line asks for, checked.
package struct Options: Sendable, Equatable {
  /// What is to be done.
  package enum Task: Sendable, Equatable {
    case prompt
    /// A script and its arguments; `-` is stdin.
    case script(path: String, arguments: [String])
    case chunk(String, arguments: [String])
    case replay(paths: [String], isAccepting: Bool)
    case serve(ServeOptions)
    case sync
    case version
    case help
  }

  /// When output may be coloured.
  package enum Color: String, Sendable, CaseIterable {
    case auto, always, never
  }

  package var task = Task.prompt
  /// Whether the prompt follows the script or chunk.
  package var isInteractiveAfter = false
  package var profile: String?
  package var database: String?
  package var isInMemory = false
  package var cloud: String?
  package var key: String?
  /// Nil leaves it to who reads the output.
  package var output: OutputMode?
  package var seed: UInt64?
  /// Where a virtual clock starts.
  package var clock: Instant?
  package var isSandboxed = false
  package var timeout: Duration?
  /// Unit: bytes.
  package var maxMemory: Int?
  package var maxInstructions: Int?
  package var isReadOnly = false
  package var readsStartFiles = true
  package var color = Color.auto
  package var isQuiet = false

  package init() {}

  /// Whether every library of this run is new and in memory, so that a seed harms nobody's notes.
  package var isFresh: Bool {
    if case .replay = task { return true }
    return isInMemory
  }
}

/// What `lectern serve` was told.
package struct ServeOptions: Sendable, Equatable {
  /// 0 takes a free one.
  package var port: UInt16 = 0
  /// The folder that outlives the process; nil keeps all in memory.
  package var folder: String?

  package init() {}
}
