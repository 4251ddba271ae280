import Schema
import Store
import Vocabulary

/// A table whose rows clients may read.
struct ReadableTable {
  /// How a column's values are compared, and written in JSON.
  enum Kind: Equatable {
    case text
    case integer
    case time
    case uuid
    case json
  }

  struct Column {
    let name: String
    let kind: Kind
  }

  let name: String
  let columns: [Column]

  func column(_ name: String) throws(RESTRefusal) -> Column {
    guard let column = columns.first(where: { $0.name == name }) else {
      throw RESTRefusal("42703", "column \(self.name).\(name) does not exist")
    }
    return column
  }

  /// Reads the columns that the table has; nil where it is not in the catalog or not there.
  init?(_ name: String, _ catalog: Catalog, _ connection: Connection) throws(StoreError) {
    guard let table = catalog[name] else { return nil }
    let found = try connection.all(
      "SELECT name, type FROM pragma_table_info(?) ORDER BY cid", .text(name)
    ) { ($0.text(0), $0.text(1)) }
    guard found.contains(where: { $0.0 == "user_id" }) else { return nil }
    self.name = name
    columns = found.map { Column(name: $0.0, kind: Self.kind($0.0, type: $0.1, table)) }
  }

  private static func kind(_ name: String, type: String, _ table: SyncedTable) -> Kind {
    switch table.column(name)?.kind {
    case .text?: return .text
    case .integer?: return .integer
    case .time?: return .time
    case .set?: return .json
    case .reference?: return .uuid
    case nil: break
    }
    switch name {
    case "id", "user_id": return .uuid
    case "stamps": return .json
    case let other where other.hasSuffix("_at"): return .time
    default: return type == "INTEGER" ? .integer : .text
    }
  }
}

extension ReadableTable.Kind {
  /// A filter's value, in the form in which the column holds it.
  func value(_ text: String) throws(RESTRefusal) -> SQLValue {
    switch self {
    case .text: return .text(text)
    case .integer:
      guard let number = Int64(text) else {
        throw RESTRefusal("22P02", "invalid input syntax for type bigint: \"\(text)\"")
      }
      return .integer(number)
    case .time:
      guard let time = Instant(text) else {
        throw RESTRefusal(
          "22007", "invalid input syntax for type timestamp with time zone: \"\(text)\"")
      }
      return .text(time.text)
    case .uuid:
      guard let id = RecordID(text) else {
        throw RESTRefusal("22P02", "invalid input syntax for type uuid: \"\(text)\"")
      }
      return .text(id.text)
    case .json:
      do throws(JSONError) { return .text(try JSONValue(parsing: text).text) } catch {
        throw RESTRefusal("22P02", "invalid input syntax for type json")
      }
    }
  }
}
