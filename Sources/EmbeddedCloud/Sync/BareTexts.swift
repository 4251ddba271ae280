import Schema
import Vocabulary

extension PushedChange {
  /// Whether a text of it that is a person's own words is not sealed.
  func isBare(in catalog: Catalog) -> Bool {
    guard table.isSealed else { return false }
    if table.name == Catalog.conflictsTable { return isBareLoss(in: catalog) }
    return cells.contains { key, sent in
      guard table.column(key.column)?.isSealed == true else { return false }
      return Self.isBare(key.element ?? sent.cell.value.string)
    }
  }

  /// A conflict tells texts of another row.
  private func isBareLoss(in catalog: Catalog) -> Bool {
    func text(_ column: String) -> String? { cells[CellKey(column)]?.cell.value.string }
    guard let name = text("column_name"), let table = text("table_name").flatMap({ catalog[$0] }),
      case let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false),
      let column = table.column(String(parts[0])), column.isSealed
    else { return false }
    if column.kind == .set { return parts.count > 1 && Self.isBare(String(parts[1])) }
    return Self.isBare(text("mine")) || Self.isBare(text("theirs"))
  }

  private static func isBare(_ text: String?) -> Bool {
    guard let text, !text.isEmpty else { return false }
    return SealedText.key(of: text) == nil
  }
}
