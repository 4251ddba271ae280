import EmbeddedCloud
import Schema
import Store
import Support
import Vocabulary

extension TwinClouds {
  /// Two requests at a time: the second is made while the transaction of the first is open, and
  /// the first is committed (or undone) only then.
  struct Pair {
    let first: TwinRequest
    let second: TwinRequest
    /// Whether the first is committed.
    let isKept: Bool

    /// Whether the first comes first although the second did not wait for it. Else the second saw
    /// nothing of what the first wrote.
    var isInOrder: Bool {
      first.isPassive || !second.isPassive && second.isWrite && !first.holdsHead
    }
  }

  /// What both clouds answer: the embedded cloud takes them in the order of PostgreSQL's commits.
  func answers(
    _ pair: Pair
  ) throws -> [(request: TwinRequest, deployed: TwinAnswer, twin: TwinAnswer)] {
    let lastPurge = try lastPurge(of: pair.second.person)
    let first = try start(pair.first, on: sessions[0]) ?? received(pair.first, on: sessions[0])
    let early = try start(pair.second, on: sessions[1])
    let waits = try early == nil && isWaiting(sessions[1])
    var second = early
    if !waits, second == nil { second = try finish(pair.second, on: sessions[1]) }
    let hasPurged = try self.lastPurge(of: pair.second.person) != lastPurge
    // A statement sees of the rows that it means those that were there when it began.
    let meant = try waits ? rows(meant: pair.second) : nil
    let committed = try end(first, on: sessions[0], isKept: pair.isKept)
    if second == nil { second = try finish(pair.second, on: sessions[1]) }
    var answers: [(request: TwinRequest, deployed: TwinAnswer, twin: TwinAnswer)] = []
    func ask(_ request: TwinRequest, _ deployed: TwinAnswer, among ids: [String]?) throws {
      answers.append((request, deployed, try twin(request, among: ids)))
    }
    if waits || first.isRefusal || pair.isInOrder {
      if pair.isKept || first.isRefusal { try ask(pair.first, committed, among: nil) }
      try ask(pair.second, second ?? first, among: meant)
    } else {
      if !hasPurged { try holdPurge(of: pair.second.person) }
      try ask(pair.second, second ?? first, among: nil)
      if !hasPurged { try setPurge(of: pair.second.person, lastPurge) }
      if pair.isKept { try ask(pair.first, committed, among: nil) }
    }
    return answers
  }

  /// When PostgreSQL purged rows of a person, as far as others see.
  private func lastPurge(of person: Int) throws -> String? {
    try watcher.value(
      "select lectern.iso(purged_at) from sync_heads "
        + "where user_id = '\(people[person].user.text)'")
  }

  /// A pull purges where nobody writes, or purges already, and only there: not now.
  private func holdPurge(of person: Int) throws {
    try setPurge(of: person, surroundings.now().text)
  }

  private func setPurge(of person: Int, _ time: String?) throws {
    try embedded.connection.run(
      "UPDATE sync_heads SET purged_at = ?1 WHERE user_id = ?2",
      time.map { .text($0) } ?? .null, .text(people[person].user.text))
  }

  private func end(
    _ answer: TwinAnswer, on session: PostgresConnection, isKept: Bool
  ) throws -> TwinAnswer {
    guard !answer.isRefusal else { return answer }
    do throws(PostgresError) { try session.query(isKept ? "commit" : "rollback") } catch {
      return try refused(error, session)
    }
    return answer
  }

  /// Whether a session waits for a lock, rather than having answered.
  private func isWaiting(_ session: PostgresConnection) throws -> Bool {
    for _ in 0..<20_000 {
      if session.hasAnswered { return false }
      if try watcher.isBlocked(session) { return true }
    }
    throw PostgresError(code: "08000", message: "the other session neither waits nor answers")
  }

  /// The rows that an edit means as they stand; nil where it is no edit, or no good one.
  private func rows(meant request: TwinRequest) throws -> [String]? {
    guard let edit = request.edit else { return nil }
    let owner = "t.user_id = '\(people[request.person].user.text)'"
    do throws(PostgresError) {
      return try watcher.query(
        "select t.id from public.\(edit.table.name) t where \(owner) and \(edit.filter)"
      ).compactMap { $0.first ?? nil }
    } catch { return nil }
  }
}
