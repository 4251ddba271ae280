import Schema
import Vocabulary

/// What a row of a file must be to be stored.
struct RowCheck {
  /// Why it is not taken; nil where it may be.
  let problem: String?

  init(_ row: ArchiveRow, now: Instant) {
    problem =
      Self.unfit(row) ?? Self.staying(row) ?? Self.misnamed(row) ?? Self.early(row, now)
  }

  /// The name that follows from the values of a row; nil where it has one of its own.
  static func naturalID(_ row: ArchiveRow) -> RecordID? {
    guard case .named(let columns) = row.table.identity else { return nil }
    var key = ""
    for (place, column) in columns.enumerated() {
      if place > 0 { key += "|" }
      switch row.stamped.values[column] {
      case .string(let text)?: key += text
      case .integer(let number)?: key += String(number)
      default: return nil
      }
    }
    return RecordID(table: row.table.name, key: key)
  }

  private static func unfit(_ row: ArchiveRow) -> String? {
    for member in row.stamped.values {
      let column =
        row.table.column(member.key)
        ?? (member.key == Catalog.deletedAt.name && !row.table.isMonotone
          ? Catalog.deletedAt : nil)
      guard let column else {
        return "it has a column \(member.key), which \(row.table.name) has not"
      }
      if let problem = unfit(member.value, column) { return "\(member.key) \(problem)" }
    }
    return nil
  }

  private static func unfit(_ value: JSONValue, _ column: SyncedColumn) -> String? {
    if value == .null { return column.isNullable ? nil : "is null" }
    switch column.kind {
    case .text: return value.string.map(unfit) ?? "is no text"
    case .integer:
      if case .integer = value { return nil }
      return "is no whole number"
    case .time:
      return value.string.flatMap { $0.utf8.count == 24 ? Instant($0) : nil } == nil
        ? "is no time like 2026-01-31T08:00:00.000Z" : nil
    case .reference: return value.string.flatMap { RecordID($0) } == nil ? "is no id" : nil
    case .set: return unfitSet(value)
    }
  }

  private static func unfit(_ text: String) -> String? {
    if text.utf8.count > Limits.textBytes {
      return "has \(text.utf8.count) bytes; at most \(Limits.textBytes) are taken"
    }
    return text.utf8.contains(0) ? "holds U+0000" : nil
  }

  private static func unfitSet(_ value: JSONValue) -> String? {
    let texts: [String]?
    if let states = value.object {
      texts = states.members.allSatisfy { $0.value.bool != nil } ? states.members.map(\.key) : nil
    } else {
      texts = value.array?.compactMap(\.string)
      if texts?.count != value.array?.count { return "is no set of texts" }
    }
    guard let texts else { return "is no set of texts" }
    return texts.lazy.compactMap { unfit($0) }.first
  }

  /// What is of one device stays there.
  private static func staying(_ row: ArchiveRow) -> String? {
    if RowVersion(row.stamped, in: row.table).isSealingLock(in: row.table) {
      return "it is of an account whose texts are sealed, and means nothing to another"
    }
    guard let staying = row.table.staying,
      let value = row.stamped.values[staying.column]?.string, staying.values.contains(value)
    else { return nil }
    return "it is of one device, and never leaves it"
  }

  private static func misnamed(_ row: ArchiveRow) -> String? {
    guard case .named = row.table.identity else { return nil }
    guard let id = naturalID(row) else { return "what names it is missing" }
    return id == row.id ? nil : "its id is not the one that its values give"
  }

  /// A stamp that is still to come would win over every edit until then.
  private static func early(_ row: ArchiveRow, _ now: Instant) -> String? {
    let last = Stamp(
      milliseconds: (now + Limits.ahead).milliseconds, counter: 0, device: "")
    let stamps = row.stamped.stamps.members.flatMap { member in
      member.value.object.map { $0.members.map(\.value) } ?? [member.value]
    }
    let newest = stamps.compactMap { $0.string.map(Stamp.init(unchecked:)) }
      .reduce(row.stamped.stamp) { max($0, $1) }
    guard newest > last else { return nil }
    return "it was written \(newest.instant.text), which is still to come by this clock"
  }
}
