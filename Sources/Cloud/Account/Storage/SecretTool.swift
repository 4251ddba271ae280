import Glibc

/// The desktop's secret service, asked through its own tool, `secret-tool`.
///
/// A locked keyring would ask its owner for a password, and a missing bus would wait: the tool is
/// ended after a while, and the answer is silence. Secrets go to it over its standard input, never
/// among its words, which everybody can read.
/// Source: https://gnome.pages.gitlab.gnome.org/libsecret/
package final class SecretTool: Keyring {
  private let profile: String
  /// How long one call of the tool may take.
  private let patience: Duration
  private let environment: (String) -> String?

  /// `profile` tells the secrets of this program apart.
  package init(
    profile: String, patience: Duration = .seconds(3),
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    self.profile = profile
    self.patience = patience
    self.environment = environment
  }

  package var isThere: Bool { hasBus && tool != nil }

  package func secret() throws(KeyringSilence) -> [UInt8]? {
    let outcome = try run("lookup", attributes)
    if outcome.status == 0 { return outcome.output.isEmpty ? nil : outcome.output }
    guard outcome.complaint.isEmpty else { throw Self.silence(outcome.complaint) }
    return nil
  }

  package func keep(_ secret: [UInt8]) throws(KeyringSilence) {
    let outcome = try run(
      "store", ["--label=Lectern: who is signed in (\(profile))"] + attributes, giving: secret)
    guard outcome.status == 0 else { throw Self.silence(outcome.complaint) }
  }

  package func forget() throws(KeyringSilence) {
    let outcome = try run("clear", attributes)
    // It fails without a word where there was nothing.
    guard outcome.status == 0 || outcome.complaint.isEmpty else {
      throw Self.silence(outcome.complaint)
    }
  }

  private var attributes: [String] { ["application", "lectern", "profile", profile] }

  private func run(
    _ verb: String, _ words: [String], giving input: [UInt8] = []
  ) throws(KeyringSilence) -> ToolRun.Outcome {
    guard isThere, let tool else { throw KeyringSilence("there is none") }
    let run = ToolRun(path: tool, words: ["secret-tool", verb] + words, patience: patience)
    guard let outcome = run.outcome(giving: input) else {
      throw KeyringSilence("it did not answer; it may be locked")
    }
    return outcome
  }

  /// The first line of what the tool complained of.
  private static func silence(_ complaint: [UInt8]) -> KeyringSilence {
    let line = complaint.prefix { $0 != 0x0A && $0 >= 0x20 }.prefix(200)
    return KeyringSilence(line.isEmpty ? "it refused" : String(decoding: line, as: UTF8.self))
  }

  /// Without one the tool would start a bus of its own, which nobody else hears.
  private var hasBus: Bool {
    if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
    guard let folder = environment("XDG_RUNTIME_DIR") else { return false }
    return access(folder + "/bus", F_OK) == 0
  }

  private var tool: String? {
    guard let path = environment("PATH") else { return nil }
    return path.split(separator: ":").map { "\($0)/secret-tool" }
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }
}
