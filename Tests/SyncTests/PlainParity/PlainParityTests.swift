import Schema
import Support
import Testing

/// The same seeded writes of plain clients, and pushes between them, go to real PostgreSQL, as the
/// statements that PostgREST makes of them, and to the embedded cloud over HTTP: same rows, same
/// refusals, same numbers.
@Suite struct PlainParityTests {
  @Test func `what plain clients write and read is the same in both clouds`() throws {
    let clouds = try PlainClouds(.everyRule())
    for seed in UInt64(1)...150 {
      try clouds.begin(seed)
      for _ in 0..<12 {
        guard let difference = try clouds.step() else { continue }
        Issue.record("seed=\(seed)\n\(clouds.steps.joined(separator: "\n"))\n\(difference)")
        return
      }
      if let difference = try clouds.differenceOfRows() ?? clouds.differenceOfReads() {
        Issue.record("seed=\(seed)\n\(clouds.steps.joined(separator: "\n"))\n\(difference)")
        return
      }
    }
    #expect(clouds.rowsRead > 1000, "\(clouds.rowsRead)")
    #expect(clouds.refusals.count > 10, "\(clouds.refusals)")
  }
}
