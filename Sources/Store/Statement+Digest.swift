package import Schema

extension RowDigester {
  /// The digest of the row that a statement stands at: id, stamp, stamps, and what is joined of
  /// it, in the catalog's order; references as ids.
  package mutating func digest(of row: Statement) throws -> RowDigest {
    try digest(
      id: row.utf8(0), stamp: row.utf8(1), stamps: row.isNull(2) ? nil : row.utf8(2)
    ) { place in row.isNull(place + 3) ? nil : row.utf8(place + 3) }
  }
}
