/// How cases go, as TAP 14, for whatever reads that.
///
/// Perl's prove refuses a version that it does not know, and up to 3.47 knows none above 13. What
/// is written here means the same in both, so under it the first line says 13.
/// Source: https://testanything.org/tap-version-14-specification.html
final class TAPReport: TestReport {
  private let output: Output
  private var count = 0

  private let version: Int

  /// `isUnderHarness`: whether Perl's Test::Harness reads it, which says so in the environment.
  init(_ output: Output, isUnderHarness: Bool) {
    self.output = output
    version = isUnderHarness ? 13 : 14
  }

  func begin() { output.write("TAP version \(version)\n") }

  func tell(_ result: TestResult) {
    count += 1
    let isOK = result.outcome == .failed ? "not ok" : "ok"
    let skip = result.outcome == .pending ? " # SKIP pending" : ""
    let name = result.names == [result.file] ? [] : [result.file]
    let title = (name + result.names).joined(separator: " › ")
    output.write("\(isOK) \(count) - \(Self.escaped(title))\(skip)\n")
    guard result.outcome == .failed else { return }
    var lines = ["---", "at: \(JSONText.quoted(result.place))"]
    lines.append("duration_ms: \(result.milliseconds)")
    lines.append("message: \(Self.quoted(result.message))")
    if !result.printed.isEmpty { lines.append("printed: \(Self.quoted(result.printed))") }
    lines.append("...")
    output.write(lines.map { "  \($0)\n" }.joined())
    output.flush()
  }

  func end(_ counts: TestCounts, milliseconds: Int64) {
    output.write("1..\(count)\n")
    output.write("# \(counts.passed) passed, \(counts.failed) failed, \(counts.pending) pending\n")
  }

  private static func escaped(_ text: String) -> String {
    Escaping.visible(text, isOneLine: true).replacing("\\", with: "\\\\")
      .replacing("#", with: "\\#")
  }

  /// A text in one line: Perl's reader of YAML knows no blocks but the plainest.
  private static func quoted(_ text: String) -> String {
    JSONText.quoted(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
