import ChangeQueue
import Library
import Vocabulary

/// A world that is played step by step, and what must hold when it comes to rest.
///
/// Two phases: while steps are played everything may fail, and nothing may be lost; then faults
/// end, and everything must drain within bounded time. The same seed and steps give the same rows.
package final class Simulation {
  /// What a world that is simulated has.
  package struct Form: Sendable, Hashable {
    /// Devices of one account.
    package var devices = 3
    /// Steps, those that find nothing to do counted.
    package var steps = 60

    package init() {}

    /// What the devices are called: a, b, c, …
    package var names: [String] {
      (0..<devices).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
    }
  }

  let world: SmallWorld
  var ledger = Ledger()
  var lastWords = LastWords()
  /// The cloud as it was remembered last.
  var backup: [UInt8]?
  /// Whether a cloud was put back: what comes back then was known before.
  var wasReset = false
  /// Whether a device forgot, with its power, what it had told the cloud.
  var hasForgotten = false
  /// Whether a person gave up an edit.
  var wasDiscarded = false

  package init(seed: UInt64, form: Form, on stage: WorldStage? = nil) throws {
    world = try SmallWorld(
      seed: seed, start: Instant(milliseconds: 1_767_225_600_000), devices: form.names, on: stage)
  }

  /// The steps of a seed.
  package static func steps(seed: UInt64, form: Form) -> [Step] {
    var chooser = StepChooser(seed: seed, devices: form.devices, odds: .of(seed: seed))
    let steps = (0..<form.steps).map { _ in chooser.next() }
    return seed % 40 == 38 ? NextVersionSteps(seed: seed, form).mixed(into: steps) : steps
  }

  /// Plays the steps, lets the world come to rest, and answers the first promise that is broken;
  /// nil for none.
  package static func broken(
    seed: UInt64, form: Form, _ steps: [Step], on stage: WorldStage? = nil
  ) throws -> BrokenPromise? {
    let simulation = try Simulation(seed: seed, form: form, on: stage)
    defer { simulation.world.leaveStage() }
    do throws(BrokenPromise) {
      for step in steps { try simulation.play(step) }
      try simulation.comeToRest()
      try simulation.check()
    } catch { return error }
    return nil
  }

  /// The world after the steps, at rest.
  package static func played(
    seed: UInt64, form: Form, _ steps: [Step], on stage: WorldStage? = nil
  ) throws -> SmallWorld {
    let simulation = try Simulation(seed: seed, form: form, on: stage)
    for step in steps { try simulation.play(step) }
    try simulation.comeToRest()
    return simulation.world
  }

  /// Looks at the world at rest.
  private func check() throws(BrokenPromise) {
    try promising {
      try checkThatAllAreAlike()
      try checkThatQueuesAreEmpty()
      try checkThatNothingIsLost()
      try checkThatNothingIsTwice()
      try checkThatConflictsAreRight()
      try checkThatTheLastWordStands()
      try checkThatClocksAreRight()
      try checkThatNothingIsUnread()
      try checkThatFilesAreSound()
      try checkThatStatusIsTrue()
      try checkThatMemoryIsBounded()
      try checkThatNewerIsKept()
    }
  }

  /// An error nobody expects is a broken promise too.
  func promising(_ body: () throws -> Void) throws(BrokenPromise) {
    do { try body() } catch let broken as BrokenPromise { throw broken } catch {
      throw BrokenPromise("an error came", "\(error)")
    }
  }

  /// The device of a step.
  func device(_ step: Step) -> WorldDevice { world.devices[step.device % world.devices.count] }
}

/// What did not hold.
package struct BrokenPromise: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which promise: shrinking keeps it.
  package let promise: String
  /// What was found in its place.
  package let found: String

  package init(_ promise: String, _ found: String) {
    self.promise = promise
    self.found = found
  }

  package var description: String { "\(promise): \(found)" }
}
