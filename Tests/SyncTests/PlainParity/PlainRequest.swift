import Schema
import Vocabulary

/// One write of a plain client: as HTTP has it, and as the statement that PostgREST makes of it.
struct PlainRequest {
  enum Verb: String {
    case insert = "POST"
    case update = "PATCH"
    case delete = "DELETE"
  }

  /// One condition on the rows that are meant.
  struct Condition {
    let column: String
    /// `eq`, or `is` for null.
    let isNull: Bool
    let value: String
  }

  let table: SyncedTable
  let verb: Verb
  var rows: [JSONObject] = []
  /// The columns of every row; more of them than the rows name are null there.
  var columns: [String] = []
  var conditions: [Condition] = []
  /// `merge-duplicates` or `ignore-duplicates`, and the columns that know a row; nil for the key.
  var resolution: String?
  var conflict: [String]?

  var body: String { JSONValue.array(rows.map(JSONValue.object)).text }

  // MARK: - HTTP

  var path: String {
    var words = conditions.map { condition in
      condition.isNull
        ? "\(condition.column)=is.null" : "\(condition.column)=eq.\(Self.encoded(condition.value))"
    }
    if verb != .delete { words.append("columns=\(columns.joined(separator: ","))") }
    if let conflict { words.append("on_conflict=\(conflict.joined(separator: ","))") }
    return "/rest/v1/\(table.name)?\(words.joined(separator: "&"))"
  }

  var prefer: String {
    (resolution.map { "resolution=\($0)," } ?? "") + "return=representation"
  }

  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  // MARK: - SQL

  /// Reads the body as the columns' types alone: PostgreSQL may leave that out where no row is met.
  var reading: String { verb != .update ? "select 1" : "select * from \(record)" }

  /// The rows written, and how many of them are new.
  var sql: String {
    """
    with source as (\(statement))
    select coalesce(jsonb_agg(to_jsonb(s) - 'fresh'), '[]'), count(*) filter (where s.fresh)
    from source s
    """
  }

  private var statement: String {
    switch verb {
    case .insert:
      "insert into public.\(table.name) as t (\(names())) select \(names()) from \(record)"
        + " \(onConflict) returning t.*, t.xmax = 0 as fresh"
    case .update:
      "update public.\(table.name) t set "
        + columns.map { "\($0) = b.\($0)" }.joined(separator: ", ")
        + " from (select * from \(record) limit 1) b where \(filter)"
        + " returning t.*, false as fresh"
    case .delete:
      "delete from public.\(table.name) t where \(filter) returning t.*, false as fresh"
    }
  }

  private func names() -> String { columns.joined(separator: ", ") }

  private var record: String {
    let typed = columns.sorted().map { "\($0) \(Self.type(of: $0, in: table))" }
    return "json_to_recordset($body$\(body)$body$::json) as _(\(typed.joined(separator: ", ")))"
  }

  private var onConflict: String {
    guard let resolution else { return "" }
    let key = (conflict ?? ["id", "user_id"]).joined(separator: ", ")
    let sets = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "on conflict (\(key)) do "
      + (resolution == "merge-duplicates" ? "update set \(sets)" : "nothing")
  }

  /// The conditions on row `t`.
  var filter: String {
    conditions.map { condition in
      condition.isNull
        ? "t.\(condition.column) is null" : "t.\(condition.column) = $v$\(condition.value)$v$"
    }.joined(separator: " and ")
  }

  private static func type(of column: String, in table: SyncedTable) -> String {
    switch table.joinedColumns.first(where: { $0.name == column })?.kind {
    case .text?: "text"
    case .integer?: "bigint"
    case .time?: "timestamptz"
    case .set?: "jsonb"
    case .reference?: "uuid"
    case nil: ["seq": "bigint", "stamp": "text"][column] ?? "uuid"
    }
  }
}
