package import Vocabulary

/// What a recording pins, so that it runs the same on every machine and every day.
package struct RecordingTerms: Sendable, Equatable {
  /// Ids come from it.
  package var seed: UInt64
  /// When the virtual clock starts.
  package var clock: Instant
  /// `embedded` or `none`: a recording never reaches a real cloud.
  package var cloud: String

  /// What `.record` pins unless the command line says otherwise: New Year 2026.
  package static let usual = RecordingTerms(
    seed: 1, clock: Instant(milliseconds: 1_767_225_600_000), cloud: "embedded")

  /// The three that a recording pins.
  package init(seed: UInt64, clock: Instant, cloud: String) {
    self.seed = seed
    self.clock = clock
    self.cloud = cloud
  }

  private static let start = "-- lectern recording 1:"

  /// The first line of the file.
  var header: String { "\(Self.start) seed=\(seed) clock=\(clock.text) cloud=\(cloud)" }

  /// Reads the first line back. Throws what is wrong with it.
  init(header: String) throws(RecordingFault) {
    guard header.hasPrefix(Self.start) else {
      throw RecordingFault(reason: "its first line does not start with '\(Self.start)'")
    }
    self = .usual
    for word in header.dropFirst(Self.start.count).split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw RecordingFault(reason: "'\(word)' in its first line") }
      try set(parts[0], to: parts[1])
    }
  }

  private mutating func set(_ name: String, to value: String) throws(RecordingFault) {
    switch name {
    case "seed":
      guard let number = UInt64(value) else { throw RecordingFault(reason: "seed '\(value)'") }
      seed = number
    case "clock":
      guard let instant = Instant(value) else { throw RecordingFault(reason: "clock '\(value)'") }
      clock = instant
    case "cloud":
      guard value == "embedded" || value == "none" else {
        throw RecordingFault(reason: "cloud '\(value)': only embedded and none can be replayed")
      }
      cloud = value
    default: throw RecordingFault(reason: "'\(name)' in its first line is unknown")
    }
  }
}

/// Why a text is no recording.
struct RecordingFault: Error {
  let reason: String
}
