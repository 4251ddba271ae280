import ChangeQueue
import Cloud
import EmbeddedCloud
import Library
import LuaAPI
import LuaRuntime
import Schema
import Store
import Sync
import Vocabulary
import World

/// One cloud, three people, and desks at which they come and go: every text that is typed carries
/// its own number, so that it is known whose it may become, and whether it is lost.
final class AccountWalk {
  static let people = ["ann@t.example", "bob@t.example", "cid@t.example"]
  static let password = "walking-along-1"
  private static let desksAtMost = 5

  let clock: SeededSurroundings
  let cloud: EmbeddedProject
  private(set) var desks: [AccountDesk] = []
  /// Texts that were typed and not typed over.
  private var typed: Set<String> = []
  /// Whose a text may be in the cloud.
  private var owners: [String: Owners] = [:]
  /// Texts in libraries that nobody works on any more.
  var kept: Set<String> = []
  private var count = 0
  private(set) var story: [String] = []

  private struct Owners {
    var people: Set<String> = []
    /// Whether it is one more person's, whoever comes first: a guest's, and those that a deleted
    /// account left.
    var isFree = false
  }

  init(seed: UInt64) throws {
    clock = SeededSurroundings(seed: seed, step: .milliseconds(1))
    var settings = EmbeddedProject.Settings()
    settings.passwordCost = .trivial
    settings.pageRows = 8
    cloud = try EmbeddedProject(settings, clock, catalog: .lectern())
    for _ in 0..<2 { _ = try makeDesk(try Self.newLibrary(clock)) }
  }

  private static func newLibrary(_ clock: SeededSurroundings) throws -> UserDatabase {
    try UserDatabase.open(path: ":memory:", catalog: .lectern(), surroundings: clock)
  }

  // MARK: - Desks

  /// Sits somebody down at a library; nil where there are too many already.
  func makeDesk(_ database: UserDatabase, session: Cloud.Session? = nil) throws -> AccountDesk? {
    guard desks.count < Self.desksAtMost else { return nil }
    let desk = try AccountDesk("desk\(desks.count)", database, of: self, session)
    desks.append(desk)
    return desk
  }

  /// A library of an account as it was kept, or an empty one.
  func desk(from image: [UInt8]?, session: Cloud.Session?) throws -> AccountDesk? {
    guard let image else { return try makeDesk(Self.newLibrary(clock), session: session) }
    guard desks.count < Self.desksAtMost else { return nil }
    let connection = try Connection(path: ":memory:", surroundings: clock)
    try connection.replace(with: image)
    let database = try UserDatabase.open(
      over: connection, catalog: .lectern(), surroundings: clock, binding: "desk\(desks.count)")
    return try makeDesk(database, session: session)
  }

  // MARK: - Steps

  private func chance(_ bound: Int) -> Int { Int(clock.random() % UInt64(bound)) }

  /// One thing that somebody does, and what must hold after it.
  func step() throws {
    let desk = desks[chance(desks.count)]
    clock.advance(.seconds(Int64(chance(40))))
    switch chance(100) {
    case 0..<34: try type(at: desk)
    case 34..<60:
      let verb = ["now", "push", "pull"][chance(3)]
      try tell(desk, "sync.\(verb)()")
    case 60..<66: desk.port.isOffline.toggle()
    case 66..<76: addFault(to: desk)
    case 76..<81: try tell(desk, "auth.sign_out{}")
    case 81..<96: try signIn(at: desk)
    default: try delete(at: desk)
    }
    try checkCloud()
  }

  private func addFault(to desk: AccountDesk) {
    var fault = Fault()
    switch chance(5) {
    case 0: fault.status = 503
    case 1: fault.isDropped = true
    case 2: fault.isPortal = true
    default: fault.losesReply = true
    }
    desk.port.add(fault, times: 1 + chance(4))
  }

  private func type(at desk: AccountDesk) throws {
    count += 1
    let text = "t\(count)."
    let over = try desk.notes()
    let owner = try desk.engine.owner()
    let script: String
    var old: String?
    switch chance(5) {
    case 0: script = #"collections.add("\#(text)")"#
    case 1:
      let verse = 1 + chance(9)
      old = try desk.highlight(verse)
      script = #"highlights.set("Gen 1:\#(verse)", "gold", {note = "\#(text)"})"#
    case 2 where !over.isEmpty:
      let note = over[chance(over.count)]
      old = note.text
      script = #"notes.get(\#(note.id)):update{text = "\#(text)"}"#
    default: script = #"notes.add("John 3:16", "\#(text)")"#
    }
    guard try tell(desk, script) == "ok" else { return }
    typed.insert(text)
    owners[text] = Owners(people: owner.map { [$0] } ?? [], isFree: owner == nil)
    if let old { typed.remove(old) }
  }

  private func signIn(at desk: AccountDesk) throws {
    let email = Self.people[chance(Self.people.count)]
    let before = try (owner: desk.engine.owner(), texts: desk.texts())
    let offer = chance(4)
    let words = [
      "", #", {on_other_owner = "new_profile"}"#, #", {on_other_owner = "replace"}"#,
      #", {on_other_owner = "copies"}"#,
    ][offer]
    // Now and then the program ends between two steps.
    desk.diesAfter = chance(4) == 0 ? chance(3) : nil
    let call = try cloud.hasAccount(email) ? "sign_in" : "sign_up"
    let result = try tell(desk, #"auth.\#(call)("\#(email)", "\#(Self.password)"\#(words))"#)
    desk.diesAfter = nil
    let after = try desk.engine.owner()
    if let owner = before.owner, let after, owner != after {
      // In which another account has nothing, nobody need be asked.
      guard offer > 1 || before.texts.isEmpty else {
        throw WalkFault("\(desk.name) changed hands unasked")
      }
      if offer == 3 { for text in before.texts { allow(text, of: owner, for: after) } }
    }
    if offer == 0, let owner = before.owner, result == "ok", !before.texts.isEmpty,
      try desk.device.link.keeper?.current()?.userID.text != owner
    {
      throw WalkFault("\(desk.name) lets \(email) in without a word")
    }
  }

  /// A guest's text that no cloud has seen is of the library's account by now.
  private func allow(_ text: String, of owner: String, for next: String) {
    var known = owners[text] ?? Owners()
    if known.isFree { known = Owners(people: known.people.union([owner])) }
    known.people.insert(next)
    owners[text] = known
  }

  private func delete(at desk: AccountDesk) throws {
    let owner = try desk.engine.owner()
    let texts = try desk.texts()
    try tell(desk, #"auth.delete_account{confirm = "DELETE"}"#)
    // What belongs to nobody goes to the next one.
    if owner != nil, try desk.engine.owner() == nil {
      for text in texts { owners[text]?.isFree = true }
    }
  }

  @discardableResult
  private func tell(_ desk: AccountDesk, _ script: String) throws -> String {
    let result = try desk.run(script)
    story.append("\(desk.name)\(desk.port.isOffline ? " offline" : ""): \(script) -> \(result)")
    return result
  }

  // MARK: - What must hold

  /// No row in the cloud is of a text that its account must not have, and no id is of two people.
  private func checkCloud() throws {
    for (user, text) in try cloudTexts() {
      guard let known = owners[text], !known.people.contains(user) else { continue }
      guard known.isFree else { throw WalkFault("\(text) is \(user)'s in the cloud") }
      owners[text] = Owners(people: known.people.union([user]))
    }
    for table in ["user_notes", "study_collections"] {
      let shared = try cloud.connection.first(
        "SELECT id FROM \(table) GROUP BY id HAVING count(DISTINCT user_id) > 1"
      ) { $0.text(0) }
      if let shared { throw WalkFault("\(shared) of \(table) is two people's") }
    }
  }

  private func cloudTexts() throws -> [(user: String, text: String)] {
    try cloud.connection.all(
      "SELECT user_id, text FROM (\(AccountDesk.texts("user_id"))) WHERE text IS NOT NULL"
    ) { ($0.text(0), AccountDesk.bare($0.text(1))) }
  }

  /// The end: all are online, whoever is signed in syncs, and every text is somewhere.
  func finish() throws {
    for desk in desks { desk.port.isOffline = false }
    for _ in 0..<3 {
      clock.advance(.seconds(3600))
      for desk in desks {
        try tell(desk, "sync.now()")
        try checkCloud()
      }
    }
    var held = kept.union(try cloudTexts().map(\.text))
    for desk in desks { held.formUnion(try desk.texts()) }
    if let lost = typed.subtracting(held).min() { throw WalkFault("\(lost) is nowhere") }
    for desk in desks {
      let doubled = try desk.device.database.connection.first("PRAGMA foreign_key_check") { _ in 1 }
      if doubled != nil { throw WalkFault("\(desk.name) names a row that is not there") }
    }
  }
}

/// A promise of accounts that a walk found broken.
struct WalkFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension EmbeddedProject {
  fileprivate func hasAccount(_ email: String) throws -> Bool {
    try connection.first("SELECT 1 FROM auth_users WHERE email = ?1", .text(email)) { _ in true }
      ?? false
  }
}
