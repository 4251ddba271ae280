import Schema
import Store
import Vocabulary

/// What the tables hold for a key.
struct StoredPreference {
  /// Its value as text; of a set the list of its elements.
  let text: String
  private let isSet: Bool
  private let stamps: Stamps
  /// What a reset hid; nil for nothing.
  private let hidden: (text: String, stamps: Stamps)?

  /// What is read of a row, and of what a reset hid of it, in its order.
  static let columns = """
    row.key, row.value IS NULL, coalesce(row.value, row.elements), row.stamp, row.stamps,
    reset.value, reset.stamp, reset.stamps
    """

  /// What is read of a preference of this device.
  static let localColumns = "key, 0, value, NULL, NULL, NULL, NULL, NULL"

  /// - Parameter first: where its columns begin, the key.
  init(_ row: Statement, from first: Int) {
    isSet = row.integer(first + 1) != 0
    text = row.text(first + 2)
    stamps = Stamps(row, from: first + 3)
    let hidden = row.optionalText(first + 5)
    self.hidden = hidden.map { ($0, Stamps(row, from: first + 6)) }
  }

  /// Whether a reset hid all of it, and nobody set it since.
  var isHidden: Bool {
    guard let hidden, hidden.text == text else { return false }
    if isSet { return hiddenElements.count == TagList.read(text).count }
    return stamps.of(CellKey("value")) <= hidden.stamps.of(CellKey("value"))
  }

  /// The elements that a reset hid, and nobody added since.
  var hiddenElements: [String] {
    guard let hidden else { return [] }
    return TagList.read(hidden.text).filter { element in
      let key = CellKey("elements", element: element)
      return stamps.of(key) <= hidden.stamps.of(key)
    }
  }

  /// When its cells were written last.
  private struct Stamps {
    /// Of every cell without one of its own.
    let row: String?
    let own: JSONObject?

    init(_ statement: Statement, from first: Int) {
      row = statement.optionalText(first)
      own = statement.optionalText(first + 1).flatMap { text in
        do { return try JSONValue(parsing: text).object } catch { return nil }
      }
    }

    func of(_ key: CellKey) -> String {
      let cell = own?[key.column]
      let stamp = key.element.map { cell?[$0]?.string } ?? cell?.string
      return stamp ?? row ?? ""
    }
  }
}
