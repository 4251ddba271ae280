import ChangeQueue
import Schema
import Store
import Vocabulary

/// A place in the cloud's order of changes: `seq.mark`.
struct SyncPosition: Hashable {
  let seq: Int64
  let mark: String

  static let start = SyncPosition(seq: 0, mark: "0")

  init(seq: Int64, mark: String) {
    self.seq = seq
    self.mark = mark
  }

  init?(_ text: String?) {
    let parts = (text ?? "").split(separator: ".")
    guard parts.count >= 2, let seq = Int64(parts[0]) else { return nil }
    self.init(seq: seq, mark: String(parts[1]))
  }

  var text: String { "\(seq).\(mark)" }
}

/// What a full pull is for. It is a stored state that a crash does not end.
enum FullPull: String {
  /// The account's first on this device: a guest's monotone rows wait for it.
  case first
  /// The cloud is another one, or was restored from a backup.
  case reset
  /// The cloud has purged deletions that this device may not know of.
  case stale
  /// A person wants every row compared.
  case verify
}

extension SyncEngine {
  var connection: Connection { database.connection }
  var catalog: Catalog { database.catalog }

  /// Nil for a device that has never pulled.
  func cursor() throws -> SyncPosition? { SyncPosition(try database.state(.cursor)) }
  func newest() throws -> SyncPosition? { SyncPosition(try database.state(.newest)) }

  /// The cursor as the cloud is told it: with the floor of a fresh copy, while that is above it.
  func cursorText() throws -> String {
    guard let cursor = try cursor() else { return "" }
    let floor = try database.state(.purgedBelow).flatMap { Int64($0) } ?? 0
    return floor > cursor.seq ? "\(cursor.text).\(floor)" : cursor.text
  }

  func fullPull() throws -> FullPull? {
    try database.state(.fullPull).flatMap(FullPull.init(rawValue:))
  }

  /// Remembers the newest `seq.mark` that the device was ever given.
  func see(_ position: SyncPosition) throws {
    if let newest = try newest(), newest.seq > position.seq { return }
    try database.setState(.newest, position.text)
  }

  func device() -> String { database.clock.device }
}
