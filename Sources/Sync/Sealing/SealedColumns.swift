import Cloud
import Schema
import Vocabulary

/// Which words of a row are sealed, and where each of them stands.
///
/// | row | word | place |
/// |---|---|---|
/// | any | a text of a marked column | table, id, column |
/// | any | the name of an element of a marked set: in values, stamps, bases and sent | the same |
/// | a conflict | `mine` and `theirs` of a marked column | of the row that lost it |
/// | a conflict | in `column_name`, the element behind the point | the same |
///
/// Why a conflict's are of the other row: the cloud copies what it cannot read.
struct SealedColumns {
  let catalog: Catalog
  let sealing: Sealing
  let table: SyncedTable
  let id: String
  /// What a conflict is about; nil for other rows, or where nothing says it.
  private let loss: Loss?

  /// The value that a conflict is about.
  struct Loss {
    let table: String
    let id: String
    /// As it lies there: the element behind the point may be sealed.
    let name: String

    var column: String { String(name.prefix { $0 != "." }) }
    var element: String? {
      name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    }
    func place() -> SealedPlace { SealedPlace(table: table, id: id, column: column) }
  }

  init(
    _ catalog: Catalog, _ sealing: Sealing, _ table: SyncedTable, id: String, values: JSONObject,
    loss: Loss? = nil
  ) {
    self.catalog = catalog
    self.sealing = sealing
    self.table = table
    self.id = id
    let isLoss = table.name == Catalog.conflictsTable
    self.loss = isLoss ? Self.loss(in: values) ?? loss : nil
  }

  private static func loss(in values: JSONObject) -> Loss? {
    guard let table = values["table_name"]?.string, let id = values["row_id"]?.string,
      let name = values["column_name"]?.string
    else { return nil }
    return Loss(table: table, id: id, name: name)
  }

  private func place(_ column: SyncedColumn) -> SealedPlace {
    SealedPlace(table: table.name, id: id, column: column.name)
  }

  private var sealedLoss: (loss: Loss, column: SyncedColumn)? {
    guard let loss, let column = catalog[loss.table]?.column(loss.column), column.isSealed else {
      return nil
    }
    return (loss, column)
  }

  // MARK: - Sealing

  /// Values as they go up.
  func seal(values: JSONObject) throws(CryptoError) -> JSONObject {
    var sealed = values
    for column in table.columns where column.isSealed {
      guard let value = values[column.name] else { continue }
      if let text = value.string {
        sealed[column.name] = .string(try sealing.seal(text, at: place(column)))
      } else if let elements = value.object {
        sealed[column.name] = .object(try seal(elements, column))
      } else if let list = value.array {
        let names = try list.compactMap(\.string).map { (name) throws(CryptoError) in
          try sealing.seal(name, at: place(column))
        }
        sealed[column.name] = .array(sortedSet(names).map(JSONValue.string))
      }
    }
    try sealLoss(&sealed)
    return sealed
  }

  /// Stamps, or lists of them, as they go up: elements are called as in the values.
  func seal(stamps: JSONObject) throws(CryptoError) -> JSONObject {
    var sealed = stamps
    for column in table.columns where column.isSealed {
      guard let elements = stamps[column.name]?.object else { continue }
      sealed[column.name] = .object(try seal(elements, column))
    }
    return sealed
  }

  private func seal(
    _ elements: JSONObject, _ column: SyncedColumn
  ) throws(CryptoError) -> JSONObject {
    var sealed = JSONObject()
    for member in elements {
      sealed[try sealing.seal(member.key, at: place(column))] = member.value
    }
    return sealed
  }

  private func sealLoss(_ values: inout JSONObject) throws(CryptoError) {
    guard let (loss, column) = sealedLoss else { return }
    if column.kind == .set {
      guard values["column_name"] != nil, loss.element != nil else { return }
      values["column_name"] = .string(try sealedName(of: loss))
      return
    }
    for side in ["mine", "theirs"] {
      guard let text = values[side]?.string else { continue }
      values[side] = .string(try sealing.seal(text, at: loss.place()))
    }
  }

  /// What the cloud calls the value that a conflict is about.
  func sealedName(of loss: Loss) throws(CryptoError) -> String {
    guard let element = loss.element, catalog[loss.table]?.column(loss.column)?.isSealed == true
    else { return loss.name }
    return "\(loss.column).\(try sealing.seal(element, at: loss.place()))"
  }

  // MARK: - Opening

  /// A row as it is to be read.
  struct Opened {
    var row: StampedValues
    /// All of it lies in the cloud as this device would send it.
    var isCurrent = true
    /// Nothing of it is closed.
    var isOpen = true

    fileprivate mutating func take(_ text: Sealing.Opened) -> String? {
      guard case .text(let plain, let isCurrent) = text else {
        isOpen = false
        return nil
      }
      self.isCurrent = self.isCurrent && isCurrent
      return plain
    }
  }

  /// A row that came; also only some of its cells.
  func open(_ row: StampedValues) throws(CryptoError) -> Opened {
    var opened = Opened(row: row)
    for column in table.columns where column.isSealed {
      if column.kind == .set {
        try open(column, row, &opened)
      } else if let text = row.values[column.name]?.string,
        let plain = opened.take(try sealing.open(text, at: place(column)))
      {
        opened.row.values[column.name] = .string(plain)
      }
    }
    try openLoss(row, &opened)
    return opened
  }

  /// One element may lie there under several names: as one tag was called before, and since. The
  /// later word holds.
  private func open(
    _ column: SyncedColumn, _ row: StampedValues, _ opened: inout Opened
  ) throws(CryptoError) {
    guard row.values[column.name] != nil else { return }
    var known: [String: Cell] = [:]
    for (key, cell) in RowVersion(row, in: table).cells where key.column == column.name {
      guard let element = key.element,
        let name = opened.take(try sealing.open(element, at: place(column)))
      else { continue }
      known[name] = known[name].map { column.rule.join($0, cell) } ?? cell
    }
    var states = JSONObject()
    var stamps = JSONObject()
    for (name, cell) in known.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      states[name] = cell.value
      if cell.stamp != row.stamp || cell.value != .bool(true) {
        stamps[name] = .string(cell.stamp.text)
      }
    }
    opened.row.values[column.name] = .object(states)
    opened.row.stamps[column.name] = stamps.isEmpty ? nil : .object(stamps)
  }

  private func openLoss(_ row: StampedValues, _ opened: inout Opened) throws(CryptoError) {
    guard let (loss, column) = sealedLoss else { return }
    if column.kind == .set {
      guard let element = loss.element, row.values["column_name"] != nil,
        let plain = opened.take(try sealing.open(element, at: loss.place()))
      else { return }
      opened.row.values["column_name"] = .string("\(loss.column).\(plain)")
      return
    }
    for side in ["mine", "theirs"] {
      guard let text = row.values[side]?.string,
        let plain = opened.take(try sealing.open(text, at: loss.place()))
      else { continue }
      opened.row.values[side] = .string(plain)
    }
  }
}
