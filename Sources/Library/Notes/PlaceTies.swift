import Glibc
import Store

/// Puts rows that come in the order of their places into the order of notes: of one place the
/// latest edited first.
///
/// Why not SQLite: to sort what shares a place it would write and read every column once more,
/// which is a third of a query. Here they only change places in the list.
struct PlaceTies {
  private struct Row {
    let id: Int64
    /// Where its time stands in `times`, and how long it is.
    let start: Int
    let length: Int
  }

  /// The rows of the present place, and their times, as they are stored.
  private var rows: [Row] = []
  private var times: [UInt8] = []
  private var place: Int64?
  /// How many rows came before this place: they stand as they will stay.
  private(set) var before = 0

  /// Takes the next row. Where a place ended before it, answers how that one's rows are to stand.
  mutating func add(_ row: NoteRow, at place: Int64?) -> Arrangement? {
    let arrangement = place == self.place ? nil : end()
    self.place = place
    let time = row.updatedAt
    rows.append(Row(id: row.id, start: times.count, length: time.count))
    times.append(contentsOf: time)
    return arrangement
  }

  /// Ends the last place.
  mutating func end() -> Arrangement? {
    defer {
      before += rows.count
      rows.removeAll(keepingCapacity: true)
      times.removeAll(keepingCapacity: true)
    }
    guard rows.count > 1 else { return nil }
    let order = times.withUnsafeBytes { times in
      Self.order(of: rows) { Self.isFirst($0, $1, times) }
    }
    return order.map { Arrangement(first: before, order: $0) }
  }

  /// Nil where they stand right.
  private static func order(of rows: [Row], _ isFirst: (Row, Row) -> Bool) -> [Int]? {
    var (areRight, areReversed) = (true, true)
    for place in 1..<rows.count {
      if isFirst(rows[place - 1], rows[place]) { areReversed = false } else { areRight = false }
    }
    if areRight { return nil }
    // They come by their ids, and what was written later was mostly edited later.
    let reversed = Array((0..<rows.count).reversed())
    return areReversed ? reversed : reversed.sorted { isFirst(rows[$0], rows[$1]) }
  }

  private static func isFirst(_ one: Row, _ other: Row, _ times: UnsafeRawBufferPointer) -> Bool {
    guard let start = times.baseAddress else { return one.id > other.id }
    let shared = min(one.length, other.length)
    let order = memcmp(start + one.start, start + other.start, shared)
    if order != 0 { return order > 0 }
    return one.length == other.length ? one.id > other.id : one.length > other.length
  }
}

/// A new order of neighbours in a list.
package struct Arrangement: Sendable, Equatable {
  /// The place of the first of them, from 0.
  package let first: Int
  /// Which of them, counted from 0, is to stand in each place.
  package let order: [Int]

  /// Puts them so.
  package func apply<Element>(to list: inout [Element]) {
    let moved = order.map { list[first + $0] }
    list.replaceSubrange(first..<first + order.count, with: moved)
  }
}
