package import Schema

/// The SQL that makes a PostgreSQL 15 database with Supabase's `auth` schema and roles the cloud
/// of a catalog: tables with row-level security, and the functions that devices call.
///
/// It may be applied again: what is there stays, functions and policies are replaced. The functions
/// are generic. They read the catalog from `lectern.tables` and `lectern.columns`, so a new synced
/// table adds rows there and a table of its own, and no function.
package struct CloudMigration: Sendable {
  /// The tables to deploy.
  package let catalog: Catalog

  /// A catalog without `runs` and `sync_conflicts` is our own mistake: the functions name them.
  package init(_ catalog: Catalog) {
    precondition(catalog[Catalog.runsTable] != nil && catalog[Catalog.conflictsTable] != nil)
    self.catalog = catalog
  }

  /// The whole migration, parents before children.
  package var sql: String {
    ([Self.ownTables, Self.words] + catalog.tables.map(table) + [
      catalogRows, Self.values, Self.changes, Self.joins, Self.numbers, Self.rows, Self.positions,
      Self.push,
      Self.pull, Self.plainClients,
    ] + catalog.tables.flatMap { [access(to: $0.name), triggers(on: $0)] } + [
      Self.ownAccess, Self.grants,
    ])
    .joined(separator: "\n\n") + "\n"
  }
}
