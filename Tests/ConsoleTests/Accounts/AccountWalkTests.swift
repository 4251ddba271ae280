import Glibc
import Testing

/// Accounts come, go, and are deleted, at several desks, with lost replies and programs that end
/// between two steps. `LECTERN_ACCOUNT_STEPS=100000` walks further, from `LECTERN_SEED`.
@Suite struct AccountWalkTests {
  private static let stepsInWalk = 80

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  @Test func `no row of one account is another's in the cloud, and no text is lost`() throws {
    let first = Self.number("LECTERN_SEED") ?? 1
    let steps = Int(Self.number("LECTERN_ACCOUNT_STEPS") ?? 800)
    for seed in first..<first + UInt64(max(1, steps / Self.stepsInWalk)) {
      let walk = try AccountWalk(seed: seed)
      do {
        for _ in 0..<Self.stepsInWalk { try walk.step() }
        try walk.finish()
      } catch {
        let story = walk.story.suffix(60).joined(separator: "\n")
        Issue.record("seed=\(seed): \(error)\n\(story)")
        return
      }
    }
    if getenv("LECTERN_ACCOUNT_STEPS") != nil { print("seed=\(first), \(steps) steps: 0 leaks") }
  }
}
