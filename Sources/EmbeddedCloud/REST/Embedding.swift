import Schema
import Store
import Vocabulary

/// Rows of another table that stand inside a row: its parent, or its children.
struct Embedding {
  /// A foreign key that two tables share.
  struct Relationship {
    let child: SyncedTable
    let column: SyncedColumn
    /// Whether the embedded rows are the children.
    let isMany: Bool

    var name: String { "\(child.name)_\(column.name)_fkey" }
  }

  let table: ReadableTable
  let outputs: [Selection.Output]
  let relationship: Relationship

  /// Tables within tables. Unit: levels.
  static let depth = 4

  /// Finds the one relationship of two tables; `hint` names it or its column.
  init(
    of name: String, hint: String?, in outer: ReadableTable, _ catalog: Catalog,
    outputs: (ReadableTable) throws(RESTRefusal) -> [Selection.Output]
  ) throws(RESTRefusal) {
    let found = (catalog[name].map { Self.between(outer.synced, $0) } ?? []).filter {
      hint == nil || hint == $0.name || hint == $0.column.name
    }
    guard let inner = catalog[name], let first = found.first else {
      throw Self.none(outer.name, name)
    }
    guard found.count == 1 else { throw Self.ambiguous(outer.name, name, found) }
    table = ReadableTable(inner)
    relationship = first
    self.outputs = try outputs(table)
  }

  private static func between(_ outer: SyncedTable, _ inner: SyncedTable) -> [Relationship] {
    let parents = outer.references.filter { $0.parent == inner.name }
    let children = inner.references.filter { $0.parent == outer.name }
    return parents.map { Relationship(child: outer, column: $0, isMany: false) }
      + children.map { Relationship(child: inner, column: $0, isMany: true) }
  }

  /// The rows as JSON arrays of values, in SQL; `t` is the outer row outside and the inner inside.
  var sql: String {
    let values = outputs.map { output in
      output.embedding == nil ? output.column.sql : "json(\(output.column.sql))"
    }
    let row = "json_array(\(values.joined(separator: ", ")))"
    let key = relationship.column.name
    let (outer, inner) = relationship.isMany ? ("id", key) : (key, "id")
    return "(SELECT \(relationship.isMany ? "json_group_array(\(row))" : row) "
      + "FROM (SELECT t.user_id AS owner, t.\"\(outer)\" AS key) o "
      + "JOIN \"\(table.name)\" t ON t.user_id = o.owner AND t.\"\(inner)\" = o.key)"
  }

  // MARK: - Refusals

  private static func none(_ outer: String, _ name: String) -> RESTRefusal {
    RESTRefusal(
      "PGRST200",
      "Could not find a relationship between '\(outer)' and '\(name)' in the schema cache",
      details: "Searched for a foreign key relationship between '\(outer)' and '\(name)' in the "
        + "schema 'public', but no matches were found.")
  }

  private static func ambiguous(
    _ outer: String, _ name: String, _ found: [Relationship]
  ) -> RESTRefusal {
    let list = found.map { one -> JSONValue in
      let (mine, theirs) = one.isMany ? ("id", one.column.name) : (one.column.name, "id")
      let word =
        "\(one.name) using \(outer)(user_id, \(mine)) and \(name)(user_id, \(theirs))"
      return [
        "cardinality": .string(one.isMany ? "one-to-many" : "many-to-one"),
        "embedding": .string("\(outer) with \(name)"), "relationship": .string(word),
      ]
    }
    let names = found.map { "'\(name)!\($0.name)'" }.joined(separator: ", ")
    return RESTRefusal(
      "PGRST201",
      "Could not embed because more than one relationship was found for '\(outer)' and '\(name)'",
      list: .array(list),
      hint: "Try changing '\(name)' to one of the following: \(names). Find the desired "
        + "relationship in the 'details' key.")
  }
}

extension RowText {
  /// One row inside another, or a list of them, as `json_agg` writes it.
  static func text(_ value: JSONValue, _ embedding: Embedding) -> String {
    guard let items = value.array else { return "null" }
    guard embedding.relationship.isMany else { return object(items, embedding) }
    return "[\(items.map { object($0.array ?? [], embedding) }.joined(separator: ", \n "))]"
  }

  private static func object(_ values: [JSONValue], _ embedding: Embedding) -> String {
    let members = zip(embedding.outputs, values).map { output, value in
      "\(JSONValue.string(output.name).text):\(text(value, output))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func text(_ value: JSONValue, _ output: Selection.Output) -> String {
    if let embedding = output.embedding { return text(value, embedding) }
    guard value != .null else { return "null" }
    let word = value.string ?? value.text
    switch output.kind {
    case .integer where !output.isText: return word
    case .json where !output.isText: return jsonText(word)
    case .json: return JSONValue.string(jsonText(word)).text
    case .time: return JSONValue.string(timestamp(word, separator: "T")).text
    case .text, .uuid, .integer, .shortInteger: return JSONValue.string(word).text
    }
  }
}
