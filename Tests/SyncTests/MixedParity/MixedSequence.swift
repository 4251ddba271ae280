import Schema
import Support
import Vocabulary

/// What two people, their devices and plain clients ask of a cloud, and what its operator does to
/// it, the same for ever from one seed.
struct MixedSequence {
  enum Step {
    case request(TwinRequest)
    case pair(TwinClouds.Pair)
    /// The operator keeps a copy, or puts the last one back.
    case keep
    case putBack
    case wait(Duration)
  }

  private let catalog: Catalog
  private let dice: SeededSurroundings
  private var pushes: [ParitySequence]
  private var writes: [PlainRequests]
  private var places: [TwinPlaces]
  /// The last requests, to be made again.
  private var made: [TwinRequest] = []

  init(seed: UInt64, _ catalog: Catalog, people: [RecordID]) {
    self.catalog = catalog
    dice = SeededSurroundings(seed: seed)
    writes = people.enumerated().map { number, user in
      PlainRequests(seed: seed << 1 | UInt64(number), catalog, user: user)
    }
    pushes = writes.enumerated().map { number, writes in
      ParitySequence(seed: seed << 1 | UInt64(number), catalog, others: writes.ids)
    }
    places = people.map { _ in TwinPlaces() }
  }

  private mutating func roll(_ count: Int) -> Int { Int(dice.random() % UInt64(count)) }
  private mutating func chance(_ part: Int, in whole: Int) -> Bool { roll(whole) < part }
  private mutating func pick<Item>(_ items: [Item]) -> Item { items[roll(items.count)] }

  private static let day = 86_400

  mutating func next(at now: Instant) -> Step {
    switch roll(24) {
    case 0: return chance(1, in: 2) ? .keep : .putBack
    case 1...2:
      return .wait(.seconds(pick([2, 5 * 3600, Self.day, 40 * Self.day, 100 * Self.day])))
    case 3...5: return .pair(pair(at: now))
    default:
      let request = request(at: now)
      made = made.suffix(5) + [request]
      return .request(request)
    }
  }

  /// Remembers the positions that an answer gave.
  mutating func learn(_ request: TwinRequest, _ given: [(key: String, place: TwinPlace)]) {
    places[request.person].learn(request, given)
  }

  private mutating func request(at now: Instant) -> TwinRequest {
    let person = chance(3, in: 4) ? 0 : 1
    switch roll(16) {
    case 0...5: return push(person, at: now)
    case 6...7: return pull(person)
    case 8: return missing(person)
    case 9: return digest(person)
    case 10 where !made.isEmpty: return pick(made)
    default:
      let isService = chance(1, in: 8)
      let write = writes[person].next(at: now, isService: isService)
      return TwinRequest(person: person, kind: .write(write, isService: isService))
    }
  }

  private mutating func pair(at now: Instant) -> TwinClouds.Pair {
    let first = request(at: now)
    var second = request(at: now)
    while Self.isBlurred(first, second) { second = request(at: now) }
    return TwinClouds.Pair(first: first, second: second, isKept: chance(4, in: 5))
  }

  /// Whether the second is answered as if it were neither before the first nor after it: an edit of
  /// a plain client sees rows as they were when it began, and PostgreSQL writes some of a plain
  /// client's rows anew; a device that asks twice waits for itself with half its answer in hand;
  /// of two pulls one purges by what it knew of the other's device.
  private static func isBlurred(_ first: TwinRequest, _ second: TwinRequest) -> Bool {
    let device = second.device
    return second.edit != nil && !first.isPush || device != nil && device == first.device
      || first.isPull && second.isPull && first.person == second.person
  }

  // MARK: - Functions

  private mutating func push(_ person: Int, at now: Instant) -> TwinRequest {
    let changes = JSONValue.array(pushes[person].push(at: now))
    return call(person, "sync_push", [("changes", .value(changes))])
  }

  private mutating func pull(_ person: Int) -> TwinRequest {
    let page = pick([0, 0, 1, 2, 3, 5, 8])
    return call(person, "sync_pull", [("page", .value(.integer(Int64(page))))])
  }

  private mutating func missing(_ person: Int) -> TwinRequest {
    let table = pick(catalog.tables).name
    let ids = JSONValue.array(pushes[person].askedIDs(of: table))
    return call(
      person, "sync_missing", [("table", .value(.string(table))), ("ids", .value(ids))])
  }

  private mutating func digest(_ person: Int) -> TwinRequest {
    let table = JSONValue.string(pick(catalog.tables).name)
    let upto = JSONValue.integer(pick([4, 12, 1_000]))
    var named: [(name: String, argument: TwinArgument)] = [("upto", .value(upto))]
    switch roll(3) {
    case 0: named.append(("table", .value(.null)))
    case 1: named.append(("table", .value(table)))
    default: named += [("table", .value(table)), ("parts", .value(Self.someParts))]
    }
    return spoilt(TwinRequest(person: person, kind: .call("sync_digest", named)))
  }

  private static let someParts = JSONValue.array(
    stride(from: 0, to: RowPart.count, by: 2).map { .string(RowPart.name($0)) })

  /// A call of one of a person's devices: mostly with the positions that it has.
  private mutating func call(
    _ person: Int, _ name: String, _ rest: [(name: String, argument: TwinArgument)]
  ) -> TwinRequest {
    let device = pick(ParitySequence.devices)
    var (cursor, newest) = places[person].held(by: device)
    if chance(1, in: 8) { cursor = any(person) }
    if chance(1, in: 12) { newest = any(person) }
    var named = rest
    named += [("cursor", .place(cursor)), ("newest", .place(newest))]
    if name != "sync_missing" { named.append(("device", .value(.string(device)))) }
    return spoilt(TwinRequest(person: person, kind: .call(name, named)))
  }

  /// Any position that was ever given to anybody, or what is no longer one.
  private mutating func any(_ person: Int) -> TwinPlace {
    let place = pick(places[chance(7, in: 8) ? person : 1 - person].given)
    guard chance(1, in: 3) else { return place }
    let end = pick(["", ".0", ".3", ".99", ".000000000000000000001", ".x", ".", "0", "g", " "])
    let start = pick(["", "0", "+", "-", " ", "1", "000000000000000000000", "\u{661}"])
    return place.spoilt { start + $0 + end }
  }

  /// Now and then with an argument that is none.
  private mutating func spoilt(_ request: TwinRequest) -> TwinRequest {
    guard chance(1, in: 20), case .call(let name, var named) = request.kind else { return request }
    let place = roll(named.count)
    named[place].argument = .value(pick(Self.odd))
    return TwinRequest(person: request.person, kind: .call(name, named))
  }

  private static let odd: [JSONValue] = [
    .null, 5, -1, "5", " 7 ", "x", "", .number(2.5), true, [], [1], ["x"], ["a": 1], "[]", "null",
    .string(String(repeating: "d", count: 65)), 99_999_999_999, "0.0", ["00", "00"], ["AB"],
    "user_notes", "nowhere", .string(RecordID(high: 7, low: 7).text),
  ]
}

/// The positions that one person's devices were given.
struct TwinPlaces {
  private var cursors: [String: TwinPlace] = [:]
  private var newest: [String: TwinPlace] = [:]
  private(set) var given = [
    TwinPlace.blank, TwinPlace("0.0", "0.0"), TwinPlace("99.000000000000", "99.000000000000"),
    TwinPlace("?", "?"),
  ]

  func held(by device: String) -> (cursor: TwinPlace, newest: TwinPlace) {
    (cursors[device] ?? .blank, newest[device] ?? .blank)
  }

  /// Moves a device's positions as the device does: from `from` to `to`, and to `next`.
  mutating func learn(_ request: TwinRequest, _ places: [(key: String, place: TwinPlace)]) {
    given += places.map(\.place)
    guard let device = request.device else { return }
    let cursor = request.arguments(\.deployed)["cursor"]?.string
    let from = places.first { $0.key == "from" }?.place.deployed
    for (key, place) in places where key != "from" {
      if key == "next" || cursor == from { cursors[device] = place }
      newest[device] = place
    }
  }
}
