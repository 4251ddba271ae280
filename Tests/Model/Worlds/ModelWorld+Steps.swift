import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
import Vocabulary

extension ModelWorld {
  /// Plays one step: the time, what is done, then its arguments.
  package func play(_ line: String) throws {
    let words = line.split(separator: Character(" ")).map(String.init)
    guard words.count > 1, let time = Int64(words[0]) else {
      throw ModelFault("no step: \(line)")
    }
    setTime(time)
    let arguments = Array(words.dropFirst(2))
    do {
      if try playWithCloud(words[1], arguments) { return }
      guard let handle = arguments.first else { throw ModelFault("names no device") }
      if words[1] == "new" { return try add(handle, arguments[1]) }
      let device = try device(handle)
      let rest = Array(arguments.dropFirst())
      if try playSync(words[1], device, rest) { return }
      if try playFile(words[1], device, rest) { return }
      try edit(words[1], device, rest)
    } catch { throw ModelFault("\(line): \(error)") }
  }

  // MARK: - Clouds

  private func playWithCloud(_ step: String, _ words: [String]) throws -> Bool {
    switch step {
    case "wait": break
    case "backup": try clouds.backUp(words[0])
    case "lose_cloud": try clouds.putBack(words[0])
    case "plain": try plainWrite(words[0], note: words[1], words[2])
    case "plain_complete": try plainComplete(words[0], day: words[1], run: words[2])
    case "plain_delete":
      let name = try row(words[1], in: clouds[words[0]].connection, "id")
      let cloud = try clouds[words[0]]
      _ = try cloud.plainDelete(name, as: ModelClouds.account(of: words[0]))
    case "duplicate":
      if let request = clouds.delivered[words[0]] { _ = try clouds.serve(request) }
    default: return false
    }
    return true
  }

  private func plainWrite(_ user: String, note key: String, _ text: String) throws {
    var row = JSONObject([("note_text", .string(text))])
    if keys.values.contains(key) {
      row["id"] = .string(try note(key).text)
    } else {
      row["verse_ref"] = "john 3:16"
    }
    let account = ModelClouds.account(of: user)
    let name = try clouds[user].plainWrite("user_notes", row, as: account)
    if let name { keys[name.id] = key }
  }

  private func plainComplete(_ user: String, day: String, run: String) throws {
    let row = JSONObject([
      ("plan_id", "p"), ("day_num", .integer((Int64(day) ?? 0) + 1)),
      ("run", .integer(Int64(run) ?? 0)), ("completed_at", .string(clock.now().text)),
    ])
    let account = ModelClouds.account(of: user)
    _ = try clouds[user].plainWrite("plan_progress", row, as: account)
  }

  // MARK: - Sync

  /// Changes in the batch of one request.
  private static let batch = 3

  private func playSync(_ step: String, _ device: ModelDevice, _ words: [String]) throws -> Bool {
    switch step {
    case "push":
      try device.begin { _ = $0.push(limit: Self.batch, isForced: true) }
    case "pull": try device.begin { _ = $0.pull() }
    case "deliver":
      guard let flight = device.flight, flight.reply == nil, let request = flight.request
      else { break }
      flight.reply = try clouds.serve(request)
      if let number = words.first { clouds.note(request, as: number) }
    case "receive":
      guard let reply = device.flight?.reply else { break }
      device.end(.reply(reply))
    case "lose": device.end(.lost)
    case "sync":
      clouds.sync = words.first.map { ($0, 0) }
      let report = device.engine.sync()
      clouds.sync = nil
      if let error = report.error { throw error }
    case "compact": _ = try device.database.compactQueue()
    case "discard":
      let name = try row(words[0], in: device.database.connection, "cloud_id")
      let entry = try device.database.entries().first { $0.name == name }
      if let entry { try discard(entry, on: device) }
    default: return false
    }
    return true
  }

  private func discard(_ entry: QueueEntry, on device: ModelDevice) throws {
    let link = device.link
    _ = try device.engine.discard(entry.id) { name in
      guard let user = link.user else { return nil }
      return try JSONValue(parsing: clouds.rows(of: name.table, ids: [name.id], user)).array?.first
    }
  }

  // MARK: - Files, accounts, clocks

  private func playFile(_ step: String, _ device: ModelDevice, _ words: [String]) throws -> Bool {
    switch step {
    case "clock": device.clock.offset = .milliseconds((Int64(words[0]) ?? 0) * Self.unit)
    case "crash": try device.crash()
    case "sign_in": device.signIn(words[0])
    case "sign_back": device.link.user = words[0]
    case "sign_out": device.link.user = nil
    case "save": save(device, as: words[0])
    case "load":
      let (disk, owner) = try saved(words[0])
      try device.replace(by: disk, of: words[1], owner: owner)
    case "empty": try device.replace(by: ModelDevice.newDisk(), of: device.name, owner: nil)
    case "twin":
      try add(words[0], words[1], on: device.disk.copy())
      let twin = try self.device(words[0])
      twin.link.user = device.link.user
      twin.keepOwner(of: device)
    default: return false
    }
    return true
  }
}
