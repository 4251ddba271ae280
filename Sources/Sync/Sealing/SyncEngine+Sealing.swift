import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

/// What sync asks of sealing. The library, its queue and its full text hold what a person wrote;
/// only what goes to the cloud is sealed, when the body of a push is made.
extension SyncEngine {
  /// Reads which keys there are and which are here: both may have changed since.
  func loadSealing() throws {
    let held = try database.state(.sealingKeys)
    let known = try locks().map(\.id)
    if held != heldKeys || known != sealing.known {
      sealing = Sealing(known: known, keys: try Self.keys(from: held))
      heldKeys = held
      blocked = nil
    }
  }

  /// The locks that preferences name, oldest first; deleted ones too, for a key is never taken
  /// back.
  func locks() throws -> [SealingLock] {
    try connection.all(
      """
      SELECT key, value FROM \(Catalog.preferencesTable)
      WHERE key > 'sealing.' AND key < 'sealing/' ORDER BY key
      """
    ) { SealingLock(key: $0.text(0), value: $0.optionalText(1) ?? "") }.compactMap { $0 }
  }

  private static func keys(from text: String?) throws -> [SealingKey] {
    let secrets = try text.map { try JSONValue(parsing: $0).object ?? JSONObject() } ?? JSONObject()
    return try secrets.members.sorted { $0.key < $1.key }.compactMap { member in
      guard let secret = member.value.string.flatMap({ Base64URL.decode($0) }) else { return nil }
      return try SealingKey(id: member.key, secret: secret)
    }
  }

  /// What tells of a row's words where they are sealed.
  func columns(
    of table: SyncedTable, _ id: String, _ values: JSONObject, isStored: Bool = false
  ) throws -> SealedColumns {
    SealedColumns(
      catalog, sealing, table, id: id, values: values,
      loss: table.name == Catalog.conflictsTable ? try storedLoss(id) : nil)
  }

  private func storedLoss(_ id: String) throws -> SealedColumns.Loss? {
    try connection.first(
      """
      SELECT table_name, row_id, column_name FROM \(Catalog.conflictsTable) WHERE cloud_id = ?1
      """, .text(id)
    ) { SealedColumns.Loss(table: $0.text(0), id: $0.text(1), name: $0.text(2)) }
  }

  // MARK: - Rows that came

  /// A row of the cloud, read.
  struct OpenedRow {
    /// Nil where it cannot be opened here.
    let row: PulledRow?
    /// It lies in the cloud as this device would send it.
    let isCurrent: Bool
  }

  func open(_ row: PulledRow, in table: SyncedTable) throws -> OpenedRow {
    guard table.isSealed else { return OpenedRow(row: row, isCurrent: true) }
    let columns = try columns(of: table, row.id.text, row.stamped.values)
    let opened = try columns.open(row.stamped)
    guard opened.isOpen else { return OpenedRow(row: nil, isCurrent: true) }
    let isAsItWas = opened.row == row.stamped
    return OpenedRow(
      row: isAsItWas ? row : row.holding(opened.row), isCurrent: opened.isCurrent)
  }

  /// The cells in which the cloud won; nil where they cannot be opened here.
  func open(_ cells: StampedValues, of name: RowName, in table: SyncedTable) throws
    -> StampedValues?
  {
    guard table.isSealed else { return cells }
    let opened = try columns(of: table, name.id.text, cells.values).open(cells)
    return opened.isOpen ? opened.row : nil
  }

  // MARK: - Two values of one stamp

  /// What two versions of a cell become. At one stamp the cloud, which cannot read them, keeps the
  /// larger of what it sees; so does this device.
  func join(_ rule: MergeRule, _ one: Cell, _ other: Cell, _ key: CellKey, of name: RowName) throws
    -> Cell
  {
    guard one.stamp == other.stamp, one != other, sealing.active != nil,
      catalog[name.table]?.column(key.column)?.isSealed == true,
      let first = one.value.string, let second = other.value.string
    else { return rule.join(one, other) }
    let place = SealedPlace(table: name.table, id: name.id.text, column: key.column)
    let isFirst = try sealing.seal(first, at: place) > sealing.seal(second, at: place)
    return isFirst ? one : other
  }

  /// Of two cells, the one that the join keeps is the conflict's `theirs`.
  func conflict(_ name: RowName, _ key: CellKey, between one: Cell, _ other: Cell) throws
    -> Conflict
  {
    let isOneKept = try join(.lww, one, other, key, of: name) == one
    return Conflict(name, key, dropped: isOneKept ? other : one, kept: isOneKept ? one : other)
  }

  /// The name of a conflict's row, as the cloud makes it of what it sees.
  func name(of conflict: Conflict) throws -> RowName {
    guard conflict.key.element != nil, !sealing.isOff else { return conflict.name }
    let loss = SealedColumns.Loss(
      table: conflict.row.table, id: conflict.row.id.text, name: conflict.key.name)
    guard let table = catalog[Catalog.conflictsTable] else { return conflict.name }
    let columns = SealedColumns(catalog, sealing, table, id: "", values: JSONObject())
    return conflict.name(column: try columns.sealedName(of: loss))
  }
}

extension PulledRow {
  /// The same row with other values.
  fileprivate func holding(_ opened: StampedValues) -> PulledRow {
    var whole = json.object ?? JSONObject()
    whole["values"] = .object(opened.values)
    whole["stamps"] = opened.stamps.isEmpty ? nil : .object(opened.stamps)
    return PulledRow(table: table, id: id, seq: seq, stamped: opened, json: .object(whole))
  }
}
