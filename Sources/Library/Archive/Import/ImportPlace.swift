/// Where in what is imported something stands.
package enum ImportPlace: Sendable, Hashable {
  /// A line of the file, from 1.
  case line(Int)
  /// A record of a database, by its own id.
  case record(Int64)
  /// A file of the folder, by its path in it.
  case file(String)
}
