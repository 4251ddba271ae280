import Glibc
import Schema
import Support
import Testing
import Vocabulary

/// Devices, plain clients and an operator, two of them at a time, do the same to real PostgreSQL
/// and to the embedded cloud: same answers, same rows, same positions.
///
/// `scripts/parity` runs as many seeds as one likes.
@Suite struct MixedParityTests {
  private static let seeds = number("LECTERN_SEEDS") ?? 30
  private static let firstSeed = number("LECTERN_SEED") ?? 1
  private static let steps = 24

  private static func number(_ variable: String) -> UInt64? {
    getenv(variable).flatMap { UInt64(String(cString: $0)) }
  }

  @Test func `whatever is done to both clouds, they answer alike and hold the same`() throws {
    let clouds = try TwinClouds(.everyRule())
    var purged: Int64 = 0
    for seed in Self.firstSeed..<Self.firstSeed + Self.seeds {
      var done: [String] = []
      let difference = try difference(seed, clouds, &done)
      purged += try clouds.purgedPeople()
      guard let difference else { continue }
      Issue.record("seed=\(seed)\n\(done.joined(separator: "\n"))\n\(difference)")
      return
    }
    #expect(purged > 0)
  }

  private func difference(
    _ seed: UInt64, _ clouds: TwinClouds, _ done: inout [String]
  ) throws -> String? {
    try clouds.begin(seed)
    var sequence = MixedSequence(seed: seed, clouds.catalog, people: clouds.people.map(\.user))
    for number in 1...Self.steps {
      let now = clouds.surroundings.now()
      let step = sequence.next(at: now)
      done.append("\(now.text) \(step.description)")
      if let difference = try clouds.difference(after: step, &sequence) { return difference }
      guard number % 4 == 0 else { continue }
      if let difference = try clouds.differenceOfRows() { return difference }
    }
    return nil
  }
}

extension TwinClouds {
  /// Does a step to both; how what they answer differs.
  func difference(after step: MixedSequence.Step, _ sequence: inout MixedSequence) throws -> String?
  {
    let answers: [(request: TwinRequest, deployed: TwinAnswer, twin: TwinAnswer)]
    switch step {
    case .keep:
      try keep()
      return nil
    case .putBack:
      try putBack()
      return nil
    case .wait(let duration):
      surroundings.advance(duration)
      return nil
    case .request(let request):
      let (deployed, twin) = try self.answers(request)
      answers = [(request, deployed, twin)]
    case .pair(let pair): answers = try self.answers(pair)
    }
    try align()
    for (request, deployed, twin) in answers {
      if deployed.value != twin.value {
        return Self.told("\(request)", deployed.value, twin.value)
      }
      sequence.learn(
        request,
        zip(deployed.places, twin.places).map { one, other in
          (one.key, TwinPlace(one.text, other.text))
        })
    }
    return nil
  }
}

extension MixedSequence.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .request(let request): "\(request)"
    case .pair(let pair):
      "\(pair.first)\n    and before it \(pair.isKept ? "commits" : "rolls back")\n    \(pair.second)"
    case .keep: "a copy is kept"
    case .putBack: "the copy is put back"
    case .wait(let duration): "\(duration) pass"
    }
  }
}
