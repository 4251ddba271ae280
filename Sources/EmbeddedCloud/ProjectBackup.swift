import Store

extension EmbeddedProject {
  /// The project as it stands, to be put back later: what an operator's backup is.
  package func backup() throws -> [UInt8] { try connection.image() }

  /// Puts a backup back. Devices that have seen more than it holds are answered `reset`.
  package func restore(_ backup: [UInt8]) throws {
    try connection.replace(with: backup)
    // It may be of an earlier version.
    try upgrade(to: catalog)
  }
}
