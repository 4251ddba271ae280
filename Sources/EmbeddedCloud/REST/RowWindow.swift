/// Which of the rows are wanted: `limit`, `offset` and the header `Range`, and the server's bound.
struct RowWindow {
  /// Rows in one answer. Why: what hosted projects allow. Unit: rows.
  static let rows = 1000

  let offset: Int
  let limit: Int

  init(_ query: QueryString, range: String?) throws(RESTRefusal) {
    var first = max(0, query["offset"].flatMap { Int($0) } ?? 0)
    var count = query["limit"].flatMap { Int($0) }.map { max(0, $0) } ?? Int.max
    if let range, let bounds = try Self.bounds(range) {
      first = max(first, bounds.first)
      count = min(count, bounds.count)
    }
    offset = first
    limit = min(count, Self.rows)
  }

  /// Reads `5-9` or `5-`; nil for anything else, which is ignored.
  private static func bounds(_ text: String) throws(RESTRefusal) -> (first: Int, count: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), first >= 0 else { return nil }
    if parts[1].isEmpty { return (first, Int.max) }
    guard let last = Int(parts[1]) else { return nil }
    guard first <= last else {
      throw RESTRefusal(
        "PGRST103", "Requested range not satisfiable",
        details: "The lower boundary must be lower than or equal to the upper boundary in the "
          + "Range header.")
    }
    return (first, last - first == Int.max ? Int.max : last - first + 1)
  }
}
