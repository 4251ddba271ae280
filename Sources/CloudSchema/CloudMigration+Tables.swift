import Schema

extension CloudMigration {
  /// A synced table. Keys and references begin with `user_id`: no row can point at, or collide
  /// with, another person's.
  ///
  /// Its columns and constraints are added one by one, so that a new table and one of an earlier
  /// version go the same way. A column that was required in an earlier version and is no more would
  /// need a step of its own.
  ///
  /// A required parent is checked at commit, so that one statement may delete a person's rows in
  /// any order, and a plain client's DELETE of a parent, undone as a tombstone, cascades nowhere.
  /// Source: https://www.postgresql.org/docs/15/ddl-constraints.html#DDL-CONSTRAINTS-FK
  func table(_ table: SyncedTable) -> String {
    var held: [(name: String, definition: String)] = table.columns.compactMap { column in
      column.check.map { ("\(table.name)_\(column.name)_check", "check (\($0))") }
    }
    if let key = table.naturalKey {
      let columns = key.joined(separator: ", ")
      held.append(("\(table.name)_natural_key", "unique (user_id, \(columns))"))
    }
    held += table.references.map { ("\(table.name)_\($0.name)_fkey", reference($0)) }
    let dead = """
      create index if not exists \(table.name)_dead
        on public.\(table.name) (user_id, seq) where deleted_at is not null;
      """
    let indexes =
      (table.isMonotone ? [] : [dead])
      + table.references.map { column in
        """
        create index if not exists \(table.name)_by_\(column.name)
          on public.\(table.name) (user_id, \(column.name));
        """
      }
    let constraints = held.map { name, definition in
      "call lectern.hold('\(table.name)', '\(name)', $$\(definition)$$);"
    }
    return ([foundation(of: table), columns(of: table)] + constraints + indexes)
      .joined(separator: "\n")
  }

  /// What every row has, whatever it is.
  private func foundation(of table: SyncedTable) -> String {
    """
    create table if not exists public.\(table.name) (
      user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
      id uuid not null\(table.naturalKey == nil ? " default gen_random_uuid()" : ""),
      stamp text collate "C" not null,
      stamps jsonb,
      seq bigint not null,
      updated_at timestamptz not null,
      primary key (user_id, id),
      unique (user_id, seq)
    );
    """
  }

  /// First what an earlier version lacks, then what it may have otherwise.
  private func columns(of table: SyncedTable) -> String {
    let added = table.joinedColumns.map { column in
      "add column if not exists \(column.name) \(column.cloudType)" + column.need + column.start
    }
    let kept = table.joinedColumns.flatMap { column in
      [
        "alter column \(column.name) " + (column.start.isEmpty ? "drop default" : "set")
          + column.start,
        "alter column \(column.name) " + (column.need.isEmpty ? "drop not null" : "set")
          + column.need,
      ]
    }
    return [added, kept].map { steps in
      "alter table public.\(table.name)\n  " + steps.joined(separator: ",\n  ") + ";"
    }.joined(separator: "\n")
  }

  private func reference(_ column: SyncedColumn) -> String {
    let action =
      column.isRequiredReference
      ? "deferrable initially deferred" : "on delete set null (\(column.name))"
    return "foreign key (user_id, \(column.name)) "
      + "references public.\(column.parent ?? "") (user_id, id) \(action)"
  }

  /// Row-level security for every verb, and no right for those who are not signed in.
  func access(to name: String) -> String {
    """
    alter table public.\(name) enable row level security;
    alter table public.\(name) force row level security;
    drop policy if exists "users own their rows" on public.\(name);
    create policy "users own their rows" on public.\(name) for all to authenticated
      using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
    revoke all on public.\(name) from public, anon, authenticated;
    grant select, insert, update, delete on public.\(name) to authenticated;
    grant all on public.\(name) to service_role;
    """
  }

  /// The same for what the cloud keeps itself; its identity is for all who are signed in to read.
  static let ownAccess =
    ["sync_heads", "sync_marks", "sync_devices"].map { name in
      """
      alter table public.\(name) enable row level security;
      alter table public.\(name) force row level security;
      drop policy if exists "users own their rows" on public.\(name);
      create policy "users own their rows" on public.\(name) for all to authenticated
        using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
      revoke all on public.\(name) from public, anon, authenticated;
      grant select, insert, update on public.\(name) to authenticated;
      grant all on public.\(name) to service_role;

      """
    }.joined(separator: "\n") + """

      alter table public.sync_cloud enable row level security;
      drop policy if exists "who is signed in knows the cloud" on public.sync_cloud;
      create policy "who is signed in knows the cloud" on public.sync_cloud for select
        to authenticated using (true);
      revoke all on public.sync_cloud from public, anon, authenticated;
      grant select on public.sync_cloud to authenticated;
      """
}

extension SyncedTable {
  /// The columns that name a row; nil where ids are drawn.
  var naturalKey: [String]? {
    if case .named(let key) = identity { key } else { nil }
  }
}

extension SyncedColumn {
  fileprivate var start: String {
    guard let literal = defaultLiteral else { return "" }
    let isNow = kind == .time && literal == Catalog.nowDefault
    return " default " + (isNow ? "lectern.moment(lectern.now())" : literal)
  }

  fileprivate var need: String { isNullable ? "" : " not null" }

  fileprivate var cloudType: String {
    switch kind {
    case .text: "text"
    case .integer: "bigint"
    case .time: "timestamptz"
    case .set: "jsonb"
    case .reference: "uuid"
    }
  }
}
