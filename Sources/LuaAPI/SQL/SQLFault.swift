import Library
import Store
import Vocabulary

/// A statement that SQLite did not take, with the name that was probably meant.
struct SQLFault: Explained {
  private let cause: StoreError
  private let nearest: String

  var kind: ErrorKind { cause.kind }
  var code: String { cause.code }
  var summary: String { cause.summary }
  var hint: String? { "did you mean '\(nearest)'?" }

  /// The error with its cure, where it is about a name and one of the library's is near.
  static func explained(_ error: StoreError, on connection: Connection) -> any Explained {
    guard case .sql(let reason, let text) = error,
      let nearest = nearest(for: reason, in: text, on: connection)
    else { return error }
    return SQLFault(cause: error, nearest: nearest)
  }

  private static func nearest(
    for reason: String, in text: String, on connection: Connection
  ) -> String? {
    let parts = reason.split(separator: ": ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    // `n.txt` is about the column of a table that the statement calls n.
    let name = parts[1].split(separator: ".").last.map(String.init) ?? parts[1]
    do throws(StoreError) {
      switch parts[0] {
      case "no such table": return Likeness.nearest(to: name, among: try tables(connection))
      case "no such column":
        return Likeness.nearest(to: name, among: try columns(of: text, connection))
      case "no such function":
        let names = try Self.names("SELECT DISTINCT name FROM pragma_function_list", connection)
        return Likeness.nearest(to: name, among: names)
      default: return nil
      }
    } catch { return nil }
  }

  private static func tables(_ connection: Connection) throws(StoreError) -> [String] {
    try names("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')", connection)
  }

  /// The columns of the tables that the text speaks of.
  private static func columns(
    of text: String, _ connection: Connection
  ) throws(StoreError) -> [String] {
    let words = Set(
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.lowercased() })
    var columns: [String] = []
    for table in try tables(connection) where words.contains(table.lowercased()) {
      columns += try names("SELECT name FROM pragma_table_info('\(table)')", connection)
    }
    return columns
  }

  private static func names(
    _ sql: String, _ connection: Connection
  ) throws(StoreError) -> [String] {
    try connection.prepare(sql).all { $0.text(0) }
  }
}
