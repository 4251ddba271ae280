import Cloud
import EmbeddedCloud
import Schema
import Store
import Vocabulary
import World

/// One cloud for each account, so that one of them can be lost without the other.
final class ModelClouds {
  private let clock: SeededSurroundings
  private let catalog: Catalog
  private let stage: WorldStage
  private var known: [String: EmbeddedProject] = [:]
  private var backups: [String: [UInt8]] = [:]
  /// Requests that arrived, in order: the network may bring one twice.
  private(set) var delivered: [String: Flight.Request] = [:]

  /// Rows in a page: few, so that a small world has several.
  static let pageRows = 3
  /// What a cloud refuses begins so.
  private static let refused = "bad"

  init(_ clock: SeededSurroundings, _ catalog: Catalog, _ stage: WorldStage) {
    self.clock = clock
    self.catalog = catalog
    self.stage = stage
  }

  static func account(of user: String) -> RecordID {
    let number = UInt64(user.utf8.first ?? 0)
    return RecordID(high: number, low: number)
  }

  /// The clouds that somebody used, with whose they are.
  var all: [(user: String, cloud: EmbeddedProject)] {
    known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  subscript(user: String) -> EmbeddedProject {
    get throws {
      if let cloud = known[user] { return cloud }
      let disk = MemoryDisk()
      let path = "cloud-\(user).db"
      disk.plant(try newFiles.get().cloud, at: path)
      let file = try stage.connect(to: path, on: disk, clock)
      try file.useWriteAheadLog()
      var settings = EmbeddedProject.Settings()
      settings.pageRows = Self.pageRows
      let cloud = try EmbeddedProject(settings, clock, catalog: catalog, over: file)
      known[user] = cloud
      return cloud
    }
  }

  func leaveStage() { for (_, cloud) in all { stage.leave(cloud.connection) } }

  func backUp(_ user: String) throws { backups[user] = try self[user].backup() }

  func putBack(_ user: String) throws {
    if let backup = backups[user] { try self[user].restore(backup) }
  }

  /// Remembers a request by the number that the script gives it.
  func note(_ request: Flight.Request, as number: String) { delivered[number] = request }

  /// The sync that is under way, as the script numbers it, and its pushes until now.
  var sync: (number: String, pushes: Int)?

  /// Remembers a push of the sync that is under way: `3.1` is the first of the third.
  func noteOfSync(_ request: Flight.Request) {
    guard request.function == "sync_push", var known = sync else { return }
    known.pushes += 1
    sync = known
    note(request, as: "\(known.number).\(known.pushes)")
  }

  // MARK: - Answers

  func serve(_ request: Flight.Request) throws(CloudError) -> [UInt8] {
    do {
      guard request.function == "sync_push" else { return try answer(request, request.body) }
      return try push(request)
    } catch let error as CloudError { throw error } catch {
      throw .refused(status: 500, code: "XX000", message: String(describing: error))
    }
  }

  private func answer(_ request: Flight.Request, _ body: [UInt8]) throws -> [UInt8] {
    try self[request.user].call(
      request.function, as: Self.account(of: request.user), body: body)
  }

  /// A cloud that refuses some values, whatever is stored: those changes do not get to it.
  private func push(_ request: Flight.Request) throws -> [UInt8] {
    var body = try JSONValue(parsing: request.body).object ?? JSONObject()
    let changes = body["changes"]?.array ?? []
    let isRefused = changes.map(isRefused)
    guard isRefused.contains(true) else { return try answer(request, request.body) }
    body["changes"] = .array(zip(changes, isRefused).filter { !$0.1 }.map(\.0))
    let bytes = try answer(request, JSONValue.object(body).bytes)
    guard var reply = try JSONValue(parsing: bytes).object,
      var results = reply["results"]?.array
    else { return bytes }
    for (place, isRefused) in isRefused.enumerated() where isRefused {
      results.insert(
        ["result": "refused", "code": "23514", "message": "a value that is refused"], at: place)
    }
    reply["results"] = .array(results)
    return JSONValue.object(reply).bytes
  }

  private func isRefused(_ change: JSONValue) -> Bool {
    guard change["table"]?.string != Catalog.conflictsTable else { return false }
    let values = change["values"]?.object?.members.compactMap(\.value.string) ?? []
    guard values.contains(where: { $0.hasPrefix(Self.refused) }) else { return false }
    var stamps = change["stamps"]?.object?.members.map(\.value) ?? []
    stamps += stamps.flatMap { $0.object?.members.map(\.value) ?? [] }
    stamps += change["stamp"].map { [$0] } ?? []
    let newest = stamps.compactMap(\.string).compactMap { Stamp($0) }.max() ?? .zero
    return newest.milliseconds <= (clock.now() + Limits.ahead).milliseconds
  }

  func rows(of table: String, ids: [RecordID], _ user: String) throws(CloudError) -> [UInt8] {
    let list = ids.map(\.text).joined(separator: ",")
    let cloud: EmbeddedProject
    do { cloud = try self[user] } catch {
      throw .refused(status: 500, code: "XX000", message: String(describing: error))
    }
    let owner = Self.account(of: user).text
    let reply = cloud.answer(
      HTTPRequest(
        method: "GET", path: "/rest/v1/\(table)?user_id=eq.\(owner)&id=in.(\(list))",
        headers: ["Authorization": "Bearer \(cloud.keys.service)"], body: []))
    if let error = CloudError(reply) { throw error }
    return reply.body
  }
}

/// Files before their first use, made once.
let newFiles = Result {
  (
    library: PagedBytes(try UserDatabaseFile.new()),
    cloud: PagedBytes(try EmbeddedProject.newFile(.lectern()))
  )
}
