import Glibc

/// How cases go, for a person: a line each, what went wrong below it, and how to run it again.
final class ScreenReport: TestReport {
  private let output: Output
  private let isColored: Bool
  /// The words after a place that make a run the same.
  private let again: String
  private var file: String?

  init(_ output: Output, isColored: Bool, again: String) {
    self.output = output
    self.isColored = isColored
    self.again = again
  }

  func tell(_ result: TestResult) {
    if file != result.file, result.names != [result.file] {
      output.write(
        (file == nil ? "" : "\n") + Escaping.visible(result.file, isOneLine: true) + "\n")
    }
    file = result.file
    let title = Escaping.visible(result.title, isOneLine: true)
    let took = result.milliseconds >= Self.slow ? "  (\(result.milliseconds) ms)" : ""
    output.write("  \(sign(of: result.outcome)) \(title)\(dim(took))\n")
    guard result.outcome == .failed else { return }
    output.write(Self.indented(result.message, by: 4))
    if !result.printed.isEmpty { output.write(Self.indented("printed:\n" + result.printed, by: 4)) }
    output.write(Self.indented(dim("lectern test \(result.place)\(again)"), by: 4))
    output.flush()
  }

  func end(_ counts: TestCounts, milliseconds: Int64) {
    var parts = ["\(counts.passed) passed"]
    if counts.failed > 0 { parts.append(colored("\(counts.failed) failed", "1;31")) }
    if counts.pending > 0 { parts.append("\(counts.pending) pending") }
    let seconds = "\(milliseconds / 1000).\(milliseconds % 1000 / 100)"
    let all = counted(counts.all, "case")
    let order = again.isEmpty ? "" : "; the same again:\(again)"
    output.write("\n\(all): \(parts.joined(separator: ", ")), in \(seconds) s\(dim(order))\n")
  }

  /// Shown from so long on. Unit: milliseconds.
  private static let slow: Int64 = 100

  private func sign(of outcome: TestResult.Outcome) -> String {
    switch outcome {
    case .passed: colored("✓", "32")
    case .failed: colored("✗", "1;31")
    case .pending: colored("·", "33")
    }
  }

  private func dim(_ text: String) -> String { text.isEmpty ? "" : colored(text, "2") }

  private func colored(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  static func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines.map { ($0.isEmpty ? "" : space + $0) + "\n" }.joined()
  }
}
