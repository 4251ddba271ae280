import ChangeQueue
import Schema
import Store
import Vocabulary

/// Which notes a search looks at: the conditions among what was typed.
///
/// All tags are wanted; of several passages, and of several colours, one is enough.
struct SearchScope {
  private var tags: [String] = []
  private var passages: [Reference] = []
  /// What is no passage of the canon, and why.
  private var unknown: [(text: String, problem: ReferenceProblem)] = []
  private var colors: Set<String> = []

  /// Errors: `LibraryError.search` for a value that no note can meet.
  init(_ pieces: [SearchPiece]) throws(LibraryError) {
    for piece in pieces {
      guard case .condition(let condition, let value) = piece else { continue }
      switch condition {
      case .tag: tags.append(String(value))
      case .passage: addPassages(String(value))
      case .color: colors.insert(String(value))
      }
    }
  }

  /// Whether it leaves any note out.
  var isEmpty: Bool { tags.isEmpty && passages.isEmpty && unknown.isEmpty && colors.isEmpty }

  /// The conditions, for `user_notes`.
  func query(in database: UserDatabase) throws -> RowQuery {
    var query = RowQuery()
    if !tags.isEmpty {
      query.add(
        """
        NOT EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE NOT EXISTS (
          SELECT 1 FROM json_each(row.tags_json) AS had
          WHERE had.value = wanted.value COLLATE NOCASE))
        """, [.text(Self.list(Set(tags)))])
    }
    if !passages.isEmpty || !unknown.isEmpty {
      let kept = try unknown.map { try Self.kept($0.text, $0.problem, in: database) }
      try PassageFilter.restrict(
        &query, to: passages, or: kept, table: "user_notes", in: database)
    }
    if !colors.isEmpty { try restrict(&query, in: database) }
    return query
  }

  private mutating func addPassages(_ value: String) {
    do { passages += try ReferenceParser.parse(value) } catch {
      if case .badReference(_, let problem) = error { unknown.append((value, problem)) }
    }
  }

  /// What notes have that another program wrote.
  private static func kept(
    _ value: String, _ problem: ReferenceProblem, in database: UserDatabase
  ) throws -> KeptReference {
    guard let kept = try KeptReference(value, in: "user_notes", of: database) else {
      throw LibraryError.search(.badPassage(value, problem))
    }
    return kept
  }

  private static func color(_ value: String, in database: UserDatabase) throws -> String {
    do { return try database.highlightColor(value) } catch LibraryError.unknownColor {
      throw LibraryError.search(.unknownColor(value))
    }
  }

  private static func list(_ numbers: [Int64]) -> String {
    "[\(numbers.map { String($0) }.joined(separator: ","))]"
  }

  private static func list(_ texts: Set<String>) -> String {
    JSONValue.array(texts.sorted().map(JSONValue.string)).text
  }

  /// Notes about a highlighted verse: on it, on its chapter, or on a range that holds it.
  private func restrict(_ query: inout RowQuery, in database: UserDatabase) throws {
    let colors = try Set(self.colors.map { try Self.color($0, in: database) })
    let highlighted = try database.connection.all(
      """
      SELECT \(PassageFilter.place) FROM verse_highlights AS row WHERE row.deleted_at IS NULL
        AND row.color IN (SELECT value FROM json_each(?1)) ORDER BY 1
      """, .text(Self.list(colors))
    ) { $0.integer(0) }
    let places = Set(highlighted).union(highlighted.map { $0 - $0 % 1_000 })
    let ranges = try database.connection.all(
      "SELECT id, verse_ref FROM user_notes WHERE instr(verse_ref, '-') > 0"
    ) { (id: $0.integer(0), ref: $0.text(1)) }
    let ids = ranges.filter { row in
      Reference(canonical: row.ref).map { Self.holds($0.keys, oneOf: highlighted) } ?? false
    }
    query.add(
      """
      (\(PlaceStatements.place) IN (SELECT value FROM json_each(?))
      OR row.id IN (SELECT value FROM json_each(?)))
      """, [.text(Self.list(places.sorted())), .text(Self.list(ids.map(\.id)))])
  }

  /// Whether one of these keys, which are in order, lies in a range.
  private static func holds(_ range: ClosedRange<Int64>, oneOf keys: [Int64]) -> Bool {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && range.contains(keys[low])
  }
}
