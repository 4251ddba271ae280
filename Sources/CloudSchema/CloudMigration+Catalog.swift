import Schema

extension CloudMigration {
  /// The catalog as rows that the functions read.
  var catalogRows: String {
    let tables = catalog.tables.enumerated().map { place, table in
      row([
        quoted(table.name), String(place), String(table.isMonotone), keyArray(table),
        quoted(table.run?.column), quoted(table.run?.namePrefix), quoted(table.run?.nameColumn),
      ])
    }
    let columns = catalog.tables.flatMap { table in
      table.joinedColumns.enumerated().map { place, column in
        row([
          quoted(table.name), String(place), quoted(column.name), quoted(column.kindName),
          quoted(column.rule.rawValue), quoted(column.parent), String(column.isRequiredReference),
          String(column.isNullable), String(column.isSealed), defaultValue(column),
        ])
      }
    }
    return """
      insert into lectern.tables (
        name, position, is_monotone, natural_key, run_column, run_prefix, run_name_column
      ) values
      \(tables.joined(separator: ",\n"));
      insert into lectern.columns (
        table_name, position, column_name, kind, rule, parent, is_required, is_nullable,
        is_sealed, default_value
      ) values
      \(columns.joined(separator: ",\n"));
      """
  }

  private func row(_ values: [String]) -> String {
    "  (" + values.joined(separator: ", ") + ")"
  }

  private func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "null" }

  private func keyArray(_ table: SyncedTable) -> String {
    guard let key = table.naturalKey else { return "null" }
    return "'{\(key.joined(separator: ","))}'"
  }

  /// The default in the column's form, as JSON; `"now"` stands for the present time.
  private func defaultValue(_ column: SyncedColumn) -> String {
    guard let literal = column.defaultLiteral else { return "null" }
    switch column.kind {
    case .integer: return "to_jsonb(\(literal)::bigint)"
    case .set: return "\(literal)::jsonb"
    case .time where literal == Catalog.nowDefault: return "'\"now\"'"
    case .text, .time, .reference: return "to_jsonb(\(literal)::text)"
    }
  }
}

extension SyncedColumn {
  fileprivate var kindName: String {
    switch kind {
    case .text: "text"
    case .integer: "integer"
    case .time: "time"
    case .set: "set"
    case .reference: "reference"
    }
  }
}
