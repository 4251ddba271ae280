import EmbeddedCloud
import Schema
import Store
import Support
import Testing
import Vocabulary

/// The same seeded pushes and pulls go to real PostgreSQL and to the embedded cloud: same answers,
/// same refusals, same rows.
@Suite struct ParityTests {
  @Test func `both clouds answer alike and hold the same rows`() throws {
    let catalog = try Catalog.everyRule()
    let clouds = try BothClouds(catalog)
    for seed in UInt64(1)...200 {
      try clouds.begin(seed)
      var sequence = ParitySequence(seed: seed, catalog)
      var steps: [String] = []
      for _ in 0..<6 {
        if let difference = try clouds.step(&sequence, &steps) {
          Issue.record("seed=\(seed)\n\(steps.joined(separator: "\n"))\n\(difference)")
          return
        }
      }
      let difference =
        try clouds.differenceOfRows() ?? clouds.differenceOfDigests(partByPart: seed % 10 == 1)
      if let difference {
        Issue.record("seed=\(seed)\n\(steps.joined(separator: "\n"))\n\(difference)")
        return
      }
    }
    #expect(try clouds.purgedRows() > 0)
  }
}

/// One person in two clouds, under one clock.
private final class BothClouds {
  private let catalog: Catalog
  private let session: PostgresConnection
  private let embedded: EmbeddedProject
  private let surroundings = SeededSurroundings(seed: 1, start: PostgresDevice.noon)
  private var user = RecordID(high: 0, low: 0)
  /// The positions given so far: each cloud has marks of its own.
  private var places: [(String, String)] = []

  init(_ catalog: Catalog) throws {
    self.catalog = catalog
    session = try PostgresCloud(catalog).connect()
    embedded = try EmbeddedProject(EmbeddedProject.Settings(), surroundings, catalog: catalog)
  }

  /// Somebody new, at a time of the seed's own: its steps are the same without those before.
  func begin(_ seed: UInt64) throws {
    let start = Instant(milliseconds: PostgresDevice.noon.milliseconds + Int64(seed) * 1000)
    surroundings.advance(start - surroundings.now())
    user = try session.addUser()
    places = [("", ""), ("0.0", "0.0"), ("99.000000000000", "99.000000000000"), ("?", "?")]
  }

  /// One random call to both; how their answers differ.
  func step(_ sequence: inout ParitySequence, _ steps: inout [String]) throws -> String? {
    surroundings.advance(.milliseconds(sequence.roll(3)))
    if sequence.chance(1, in: 8) { surroundings.advance(.seconds(31 * 86_400)) }
    let (cursor, newest) = (place(&sequence), place(&sequence))
    let device = JSONValue.string(sequence.pick(ParitySequence.devices))
    if sequence.chance(1, in: 60) { try purge(below: sequence.roll(4)) }
    func arguments(_ which: KeyPath<(String, String), String>) -> JSONObject {
      JSONObject([
        ("cursor", .string(cursor[keyPath: which])), ("newest", .string(newest[keyPath: which])),
      ])
    }
    var rest: [(String, JSONValue)]
    let name: String
    switch steps.isEmpty ? 0 : sequence.roll(8) {
    case 0...4:
      name = "sync_push"
      rest = [("device", device), ("changes", .array(sequence.push(at: surroundings.now())))]
    case 5...6:
      name = "sync_pull"
      rest = [("device", device), ("page", .integer(Int64(sequence.roll(9))))]
    default:
      name = "sync_missing"
      let table = sequence.pick(catalog.tables).name
      rest = [("table", .string(table)), ("ids", .array(sequence.askedIDs(of: table)))]
    }
    var both = (arguments(\.0), arguments(\.1))
    for (key, value) in rest {
      both.0[key] = value
      both.1[key] = value
    }
    steps.append("\(surroundings.now().text) \(name) \(JSONValue.object(both.0).text)")
    return try call(name, .object(both.0), .object(both.1))
  }

  /// Everything of the person, page by page and whole, and what no pull shows.
  func differenceOfRows() throws -> String? {
    let blank: JSONValue = ["device": "aaaaaaaaaaaa", "cursor": "", "newest": "", "page": .null]
    if let difference = try call("sync_pull", blank, blank) { return difference }
    for table in catalog.tables {
      let sql = "select id, ISO from TABLE where user_id = '\(user.text)' order by seq"
      let deployed = try session.query(
        sql.replacing("ISO", with: "lectern.iso(updated_at)").replacing(
          "TABLE", with: "public.\(table.name)"))
      let twin = try embedded.connection.rows(
        sql.replacing("ISO", with: "updated_at").replacing("TABLE", with: table.name))
      if deployed != twin { return "\(table.name)\n\(deployed)\n\(twin)" }
    }
    return nil
  }

  /// What the rows come to, of all tables and part by part, up to a number in the middle and whole.
  func differenceOfDigests(partByPart: Bool) throws -> String? {
    for upto in [JSONValue.integer(4), 1_000] {
      let all: JSONValue = ["table": .null, "upto": upto]
      if let difference = try call("sync_digest", all, all) { return difference }
      for table in partByPart ? catalog.tables : [] {
        var arguments = JSONObject([("table", .string(table.name)), ("upto", upto)])
        for parts in [JSONValue.null, ["00", "01", "ff"], .array(Self.allParts)] {
          arguments["parts"] = parts
          let body = JSONValue.object(arguments)
          if let difference = try call("sync_digest", body, body) { return difference }
        }
      }
    }
    return try call("sync_describe", [:], [:])
  }

  private static let allParts = (0..<RowPart.count).map { JSONValue.string(RowPart.name($0)) }

  private func call(
    _ name: String, _ deployed: JSONValue, _ twin: JSONValue
  ) throws -> String? {
    let first = try session.rpc(user: user, name, deployed, now: surroundings.now())
    let second = try JSONValue(parsing: embedded.call(name, as: user, body: twin.bytes))
    for key in ["from", "to", "next"] {
      if let one = first[key]?.string, let other = second[key]?.string {
        places.append((one, other))
      }
    }
    let (one, other) = (first.compared, second.compared)
    return one == other ? nil : "PostgreSQL: \(one.text)\nembedded:   \(other.text)"
  }

  private func place(_ sequence: inout ParitySequence) -> (String, String) {
    if sequence.chance(1, in: 3) { return ("", "") }
    if sequence.chance(1, in: 12) { return sequence.pick(places) }
    return places.last { $0.0.hasPrefix("0.") == false && $0.0.contains(".") }.map { last in
      last.0.hasPrefix("99.") ? ("0.0", "0.0") : last
    } ?? ("", "")
  }

  /// How many of all persons' rows were purged.
  func purgedRows() throws -> Int64 {
    try embedded.connection.first("SELECT count(*) FROM sync_heads WHERE purged_below > 3") {
      $0.integer(0)
    } ?? 0
  }

  private func purge(below seq: Int) throws {
    let sql = """
      insert into sync_heads (user_id, head, purged_below) values ('\(user.text)', 0, \(seq))
      on conflict (user_id) do update set purged_below = excluded.purged_below
      """
    try session.query(sql)
    try embedded.connection.execute(sql)
  }
}

extension Connection {
  fileprivate func rows(_ sql: String) throws -> [[String?]] {
    try prepare(sql).all { [$0.text(0), $0.text(1)] }
  }
}
