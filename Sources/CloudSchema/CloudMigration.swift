package import Schema

/// The SQL that makes a PostgreSQL 15 database with Supabase's `auth` schema and roles the cloud
/// of a catalog: tables with row-level security, and the functions that devices call.
///
/// It may be applied again, and over every earlier version of itself: people's rows, heads, marks
/// and the cloud's identity stay, all else is made anew, and what an earlier table lacks is added.
/// It is one transaction, so clients see the old cloud or the new one. The functions are generic:
/// they read the catalog from `lectern.tables` and `lectern.columns`, so a new synced table adds
/// rows there and a table of its own, and no function.
package struct CloudMigration: Sendable {
  /// The version of its text, by which the Supabase CLI knows what it has applied: a UTC time.
  ///
  /// A text that was released is never edited: give the new one a later version.
  package static let version = Catalog.cloudVersion

  /// The tables to deploy.
  package let catalog: Catalog

  /// A catalog without `runs` and `sync_conflicts` is our own mistake: the functions name them.
  package init(_ catalog: Catalog) {
    precondition(catalog[Catalog.runsTable] != nil && catalog[Catalog.conflictsTable] != nil)
    self.catalog = catalog
  }

  /// The whole migration, parents before children.
  package var sql: String {
    ([start, Self.ownTables, Self.words] + catalog.tables.map(table) + [
      catalogRows, Self.values, Self.changes, Self.sealing, Self.joins, Self.numbers, Self.rows,
      Self.positions,
      Self.push, Self.purge, Self.pull, Self.digest, Self.describe, Self.plainClients,
    ] + catalog.tables.flatMap { [access(to: $0.name), triggers(on: $0)] } + [
      Self.ownAccess, Self.grants, Self.end,
    ])
    .joined(separator: "\n\n") + "\n"
  }
}
