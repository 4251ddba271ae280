package import Schema
import Vocabulary

/// Statements that a person might type into any tool, on every table of a catalog.
///
/// Ids and keys come from small sets, so that rows meet: replace each other, take each other's ids
/// and keys, and come back after they went.
package struct RandomSQL {
  private let random: SeededSurroundings
  private let tables: [SyncedTable]

  package init(seed: UInt64, tables: [SyncedTable]) {
    random = SeededSurroundings(seed: seed)
    self.tables = tables
  }

  package func roll(_ count: UInt64) -> Int { Int(random.random() % count) }
  private func pick<T>(_ choices: [T]) -> T { choices[roll(UInt64(choices.count))] }

  package func statement() -> String {
    let table = pick(tables)
    switch roll(18) {
    case 0...2: return insert(table, id: nil)
    case 3, 4: return insert(table, id: "\(roll(20) == 0 ? -1 : id())")
    case 5: return insert(table, id: nil) + upsert(table)
    case 6: return copy(table)
    case 7...9: return update(table, where: "id = \(id())")
    case 10: return update(table, where: "id % 5 = \(roll(5)) AND id < 40")
    case 11: return rename(table)
    case 12:
      return "UPDATE\(conflict()) \(table.name) SET id = \(pick(["\(id())", "id + 100"])) "
        + "WHERE id = \(id())"
    case 13, 14: return "DELETE FROM \(table.name) WHERE id = \(id())"
    case 15: return "DELETE FROM \(table.name) WHERE id % 7 = \(roll(7)) AND id < 40"
    case 16: return kill(table)
    default:
      return "UPDATE\(conflict()) \(table.name) SET cloud_id = "
        + "(SELECT cloud_id FROM \(table.name) WHERE id = \(id())) WHERE id = \(id())"
    }
  }

  private func id() -> Int { 1 + roll(12) }
  private func conflict() -> String { pick(["", "", " OR REPLACE", " OR IGNORE", " OR FAIL"]) }

  private func insert(_ table: SyncedTable, id: String?) -> String {
    var columns = table.columns.filter { $0.defaultLiteral == nil || roll(2) == 0 }
    columns += table.columns.filter { column in
      column.defaultLiteral != nil && table.naturalKey.contains(column.name)
        && !columns.contains(column)
    }
    var names = columns.map(\.name)
    var values = columns.map { value(of: $0, in: table) }
    if let id {
      names.append("id")
      values.append(id)
    }
    let verb = pick(["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "REPLACE"])
    return "\(verb) INTO \(table.name)(\(names.joined(separator: ", "))) "
      + "VALUES(\(values.joined(separator: ", ")))"
  }

  private func upsert(_ table: SyncedTable) -> String {
    let target = table.naturalKey.isEmpty ? "id" : table.naturalKey.joined(separator: ", ")
    let column = pick(table.columns).name
    let alive = table.isMonotone ? "" : ", deleted_at = NULL"
    return " ON CONFLICT(\(target)) DO UPDATE SET \(column) = excluded.\(column)\(alive)"
  }

  /// A row under another id, or with another's cloud id.
  private func copy(_ table: SyncedTable) -> String {
    let changed = pick(table.columns)
    let names = table.columns.map(\.name)
    let values = table.columns.map { column in
      column == changed ? value(of: column, in: table) : column.name
    }
    let verb = pick(["INSERT OR REPLACE", "INSERT OR IGNORE", "INSERT"])
    let keepsID = roll(3) == 0
    let extra = pick(["", "cloud_id", "id"])
    let all = names + (extra.isEmpty ? [] : [extra])
    let sources = values + (extra.isEmpty ? [] : [extra == "id" && !keepsID ? "id + 1" : extra])
    return "\(verb) INTO \(table.name)(\(all.joined(separator: ", "))) "
      + "SELECT \(sources.joined(separator: ", ")) FROM \(table.name) WHERE id = \(id())"
  }

  private func update(_ table: SyncedTable, where condition: String) -> String {
    let columns = table.columns.filter { !table.naturalKey.contains($0.name) }
    let pool = columns.isEmpty ? table.columns : columns
    let column = pick(pool)
    var sets = "\(column.name) = \(value(of: column, in: table))"
    if roll(3) == 0 {
      let other = pick(pool)
      if other != column { sets += ", \(other.name) = \(value(of: other, in: table))" }
    }
    return "UPDATE\(conflict()) \(table.name) SET \(sets) WHERE \(condition)"
  }

  private func rename(_ table: SyncedTable) -> String {
    let key = table.naturalKey.isEmpty ? table.columns.map(\.name) : table.naturalKey
    let name = pick(key)
    guard let column = table.column(name) else { return "SELECT 1" }
    return "UPDATE\(conflict()) \(table.name) SET \(name) = \(value(of: column, in: table)) "
      + "WHERE id = \(id())"
  }

  private func kill(_ table: SyncedTable) -> String {
    if table.isMonotone { return "DELETE FROM \(table.name) WHERE id = \(id())" }
    let time = roll(2) == 0 ? "NULL" : time()
    return "UPDATE \(table.name) SET deleted_at = \(time) WHERE id = \(id())"
  }

  private func time() -> String {
    "'\(Instant(milliseconds: Int64(roll(50)) * 1_000_000_000).text)'"
  }

  private func value(of column: SyncedColumn, in table: SyncedTable) -> String {
    if column.isNullable, roll(4) == 0 { return "NULL" }
    switch column.kind {
    case .integer: return "\(roll(table.naturalKey.contains(column.name) ? 3 : 50))"
    case .time: return time()
    case .set:
      let elements = (0..<roll(4)).map { _ in "\"\(pick(["a", "b", "c", "é", "d'' x"]))\"" }
      return "'[\(elements.joined(separator: ","))]'"
    case .reference(let parent, _):
      return "(SELECT min(id) FROM \(parent) WHERE id >= \(id()))"
    case .text:
      if column.name == "name", table.name == Catalog.runsTable {
        return "'\(pick(["plan:p", "plan:q", "depth"]))'"
      }
      if column.name == "verse_ref" { return "'john 3:\(1 + roll(5))'" }
      if table.naturalKey.contains(column.name) { return "'\(pick(["p", "q"]))'" }
      return "'w\(roll(60)) w\(roll(60))'"
    }
  }
}
