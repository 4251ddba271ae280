import Schema
import Vocabulary

/// The rows of an export of Lectern: what `LibraryExport` writes, also after another program has
/// laid it out anew.
final class LibraryRows: ImportSource {
  private let pieces: JSONPieces
  private let catalog: Catalog

  var done: Int { pieces.file.done }
  var total: Int { pieces.file.total }

  init(_ file: ImportedFile, _ catalog: Catalog) {
    pieces = JSONPieces(file, mark: Self.mark)
    self.catalog = catalog
  }

  /// How the line of a row begins.
  static let mark = #"{"table""#

  func next() throws -> ImportItem? {
    guard let piece = try pieces.next() else { return nil }
    let place = ImportPlace.line(piece.line)
    do {
      if piece.isCut { throw Damage(reason: "it is longer than any row is") }
      return .row(try row(piece.bytes, place))
    } catch let damage as Damage {
      return .damaged(place, reason: damage.reason, words: Self.words(piece.bytes))
    } catch let error as JSONError {
      return .damaged(
        place, reason: "it is no JSON from byte \(error.offset + 1) on: \(error.reason)",
        words: Self.words(piece.bytes))
    }
  }

  private struct Damage: Error { let reason: String }

  static func words(_ bytes: [UInt8]) -> String {
    ImportReport.shortened(String(decoding: bytes.prefix(240), as: UTF8.self))
  }

  private func row(_ bytes: [UInt8], _ place: ImportPlace) throws -> ArchiveRow {
    var name: String?
    var id: RecordID?
    var stamp: Stamp?
    var values: JSONObject?
    var stamps: JSONObject? = JSONObject()
    try bytes.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(buffer)
      try scanner.object(
        { (scanner, key) throws(JSONError) in
          let key = scanner.string(key)
          let value = try scanner.value()
          switch key {
          case "table": name = value.string
          case "id": id = value.string.flatMap { RecordID($0) }
          case "stamp": stamp = value.string.flatMap { Stamp($0) }
          case "values": values = value.object
          case "stamps": stamps = StampedValues.checkedStamps(value)
          default: break
          }
        }, { $0 })
      try scanner.end()
    }
    guard let name else { throw Damage(reason: "it names no table") }
    guard let table = catalog[name] else {
      throw Damage(reason: "this lectern has no table \(ImportReport.shortened(name))")
    }
    guard let id else { throw Damage(reason: "it has no id") }
    guard let stamp, let stamps else { throw Damage(reason: "its stamps are none") }
    guard let values else { throw Damage(reason: "it has no values") }
    return ArchiveRow(
      place: place, table: table, id: id,
      stamped: StampedValues(values: values, stamp: stamp, stamps: stamps))
  }
}
