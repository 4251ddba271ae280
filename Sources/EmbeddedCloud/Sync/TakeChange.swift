import Schema
import Vocabulary

extension UserChanges {
  /// Stores what a change makes of the row, with the conflicts it leaves, and says what became of
  /// it.
  func take(_ change: PushedChange, over stored: CloudRow?) throws -> JSONValue {
    let known = stored.map {
      change.seen == $0.seq ? $0.version.shedding(what: change.cells.keys) : $0.version
    }
    var joined = JoinedChange(change, into: known)
    let stamp = stored?.stamp ?? change.stamp
    var seq = stored?.seq ?? 0
    if stored == nil {
      try CellReader.complete(
        &joined.version.cells, of: change.table, given: change.given, stamp: stamp, now: now)
    }
    if stored == nil || joined.version != stored?.version {
      seq = try store(joined.version, change.name, stamp: stamp, isNew: stored == nil)
    }
    var dropped: [JSONValue] = []
    var kept: Set<RowName> = []
    for conflict in joined.dropped where kept.insert(conflict.name).inserted {
      dropped.append(try keep(conflict))
    }
    if joined.winning.cells.isEmpty, dropped.isEmpty {
      return ["result": "applied", "seq": .integer(seq)]
    }
    return merged(joined.winning, dropped, seq, stamp, change)
  }

  /// Writes the conflict's row unless it is there, and answers it as it is pulled.
  private func keep(_ conflict: Conflict) throws -> JSONValue {
    let name = conflict.name
    if let known = try row(name) { return pulled(name, known) }
    let version = conflict.version
    let seq = try store(version, name, stamp: conflict.mine.stamp, isNew: true)
    return pulled(name, CloudRow(seq: seq, stamp: conflict.mine.stamp, version: version))
  }

  /// Only the winning cells, each with its own stamp.
  private func merged(
    _ winning: RowVersion, _ dropped: [JSONValue], _ seq: Int64, _ stamp: Stamp,
    _ change: PushedChange
  ) -> JSONValue {
    var values = JSONObject()
    var stamps = JSONObject()
    for key in JoinedChange.order(Array(winning.cells.keys), in: change.table) {
      guard let cell = winning[key] else { continue }
      let isStamped = change.table.rule(of: key.column)?.isStamped == true
      if let element = key.element {
        var elements = values[key.column]?.object ?? JSONObject()
        elements[element] = cell.value
        values[key.column] = .object(elements)
        var own = stamps[key.column]?.object ?? JSONObject()
        own[element] = .string(cell.stamp.text)
        stamps[key.column] = .object(own)
      } else {
        values[key.column] = cell.value
        if isStamped { stamps[key.column] = .string(cell.stamp.text) }
      }
    }
    return [
      "result": "merged", "seq": .integer(seq), "stamp": .string(stamp.text),
      "values": .object(values), "stamps": .object(stamps), "dropped": .array(dropped),
    ]
  }
}

extension PushRefusal {
  /// A broken CHECK or UNIQUE, in PostgreSQL's words.
  init(constraint reason: String, table: String) {
    let name = reason.split(separator: " ").last.map(String.init) ?? reason
    if reason.hasPrefix("CHECK") {
      self.init(
        "23514", "new row for relation \"\(table)\" violates check constraint \"\(name)\"")
    } else {
      self.init(
        "23505", "duplicate key value violates unique constraint \"\(table)_natural_key\"")
    }
  }
}
