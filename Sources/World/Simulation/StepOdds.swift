import Vocabulary

/// How often each kind of step happens, against the sum of all.
package struct StepOdds: Sendable {
  /// People at work.
  package var edits = 60
  /// Whole cycles, and their halves.
  package var syncs = 26
  /// Compaction, giving up an edit, signing out and in.
  package var queue = 4
  /// A device goes offline or comes back.
  package var connection = 5
  /// A request that goes wrong.
  package var faults = 7
  /// The power goes, the program ends, or a device crashes at one of its next writes.
  package var crashes = 4
  /// A clock that is set.
  package var skews = 2
  /// Time that passes.
  package var waits = 6
  /// The operator backs the cloud up, or puts a backup in its place.
  package var disasters = 1
  /// An app that knows nothing of sync writes to the cloud.
  package var plainClients = 0
  /// Networks that ask for a sign-in of their own, slow ones, tokens that expire, refusals.
  package var rareFaults = 0
  /// Months pass: what was deleted goes for good.
  package var months = 0

  package init() {}

  /// Those of a seed's world: in every tenth there is such an app, in another months pass,
  /// in a third other faults come.
  package static func of(seed: UInt64) -> StepOdds {
    var odds = StepOdds()
    if seed % 10 == 9 { odds.plainClients = 10 }
    if seed % 10 == 7 { odds.rareFaults = 8 }
    if seed % 10 == 4 { odds.months = 6 }
    return odds
  }
}

/// Draws the steps of a world: the same from the same seed.
struct StepChooser {
  private let chance: SeededSurroundings
  private let odds: StepOdds
  private let devices: Int
  private var texts = 0

  init(seed: UInt64, devices: Int, odds: StepOdds) {
    // Not the numbers from which the world draws its ids.
    chance = SeededSurroundings(seed: ~seed)
    self.odds = odds
    self.devices = devices
  }

  /// A number below `bound`.
  private func number(below bound: Int) -> Int { Int(chance.random() % UInt64(bound)) }

  private func one<T>(of items: [T]) -> T { items[number(below: items.count)] }

  private mutating func text() -> String {
    texts += 1
    return "v\(texts)"
  }

  mutating func next() -> Step {
    let kinds: [(Int, (inout StepChooser) -> Step.Action)] = [
      (odds.edits, { $0.edit() }), (odds.syncs, { $0.sync() }), (odds.queue, { $0.surgery() }),
      (odds.connection, { $0.one(of: [.offline, .online, .online]) }),
      (odds.faults, { .fault($0.one(of: Step.NetworkFault.common)) }),
      (odds.crashes, { $0.crash() }),
      (odds.skews, { .skew(minutes: $0.one(of: [0, 0, 4, -4, 90, -90, 525_600, -525_600])) }),
      (odds.waits, { .advance(minutes: $0.one(of: [1, 3, 10, 60, 1440])) }),
      (odds.disasters, { $0.one(of: [.backUpCloud, .backUpCloud, .restoreCloud]) }),
      (odds.plainClients, { $0.plainWrite() }),
      (odds.rareFaults, { .fault($0.one(of: Step.NetworkFault.rare)) }),
      (odds.months, { .advance(minutes: 1440 * $0.one(of: [31, 31, 31, 100, 400])) }),
    ]
    let device = number(below: devices)
    var left = number(below: kinds.reduce(0) { $0 + $1.0 })
    for (weight, make) in kinds {
      if left < weight { return Step(device, make(&self)) }
      left -= weight
    }
    return Step(device, .sync)
  }

  private func sync() -> Step.Action { one(of: [.sync, .sync, .sync, .push, .pull]) }

  private func surgery() -> Step.Action {
    one(of: [.compact, .compact, .discard(number(below: 4)), .signOut, .signIn])
  }

  private func crash() -> Step.Action {
    let kinds: [Step.Action] = [
      .losePower, .endProgram, .crash(atChange: 1 + number(below: 40)),
      .crash(atChange: 1 + number(below: 200)),
    ]
    return one(of: kinds)
  }

  private mutating func plainWrite() -> Step.Action {
    let (a, b) = (number(below: 5), number(below: 5))
    switch number(below: 8) {
    case 0..<2: return .plainAdd(verse: 1 + a, text())
    case 2..<5: return .plainEdit(a, text())
    case 5: return .plainDelete(a)
    default: return .plainHighlight(verse: 1 + a % 3, color: b, text())
    }
  }

  /// Notes most of all: they have every kind of column.
  private mutating func edit() -> Step.Action {
    let (a, b) = (number(below: 5), number(below: 5))
    switch number(below: 40) {
    case 0..<5: return .addNote(verse: 1 + a, text())
    case 5..<11: return .editNote(a, text())
    case 11..<14: return .tagNote(a, tag: number(below: 3), isOn: number(below: 3) > 0)
    case 14..<16: return .fileNote(a, collection: number(below: 3))
    case 16..<19: return .deleteNote(a)
    case 19: return .restoreNote(a)
    case 20..<22: return .linkNotes(a, b)
    case 22: return .unlinkNotes(a, b)
    case 23: return .addCollection(text())
    case 24: return .renameCollection(a, text())
    case 25: return .deleteCollection(a)
    case 26..<29: return .highlight(verse: 1 + a % 3, color: b, text())
    case 29: return .unhighlight(verse: 1 + a % 3)
    case 30: return .addBookmark(verse: 1 + a, text())
    case 31: return a < 3 ? .labelBookmark(b, text()) : .deleteBookmark(b)
    case 32: return a < 3 ? .bookmarkTopic(b % 3, text()) : .unbookmarkTopic(b % 3)
    case 33: return a < 3 ? .prefer(b) : .reachMilestone(b)
    case 34: return .visit(chapter: 1 + a)
    case 35: return a == 0 ? .clearHistory : .visit(chapter: 1 + a)
    case 36: return a == 0 ? .abandonPlan : .startPlan(isAnew: a == 1)
    case 37..<39: return .completeDay(1 + a)
    default: return .writeSQL(a, text())
    }
  }
}
