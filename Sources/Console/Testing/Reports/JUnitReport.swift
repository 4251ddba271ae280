/// How cases go, as a file of JUnit's XML, for build servers.
///
/// Source: https://github.com/testmoapp/junitxml
final class JUnitReport: TestReport {
  private let path: String
  private var results: [TestResult] = []

  init(path: String) { self.path = path }

  func tell(_ result: TestResult) { results.append(result) }

  /// Errors: `unwritten`.
  func end(_ counts: TestCounts, milliseconds: Int64) throws {
    let files = results.map(\.file).reduce(into: [String]()) { files, file in
      if !files.contains(file) { files.append(file) }
    }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites \(Self.sums(results, Self.seconds(milliseconds)))>\n"
    for file in files { text += suite(file, results.filter { $0.file == file }) }
    text += "</testsuites>\n"
    try FileBytes.replace(path, with: Array(text.utf8))
  }

  private func suite(_ file: String, _ results: [TestResult]) -> String {
    let took = Self.seconds(results.reduce(0) { $0 + $1.milliseconds })
    let cases = results.map(Self.testCase).joined()
    return "  <testsuite name=\"\(Self.escaped(file))\" \(Self.sums(results, took))>\n"
      + cases + "  </testsuite>\n"
  }

  private static func sums(_ results: [TestResult], _ seconds: String) -> String {
    let failed = results.count { $0.outcome == .failed }
    let pending = results.count { $0.outcome == .pending }
    return "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\" "
      + "skipped=\"\(pending)\" time=\"\(seconds)\""
  }

  private static func testCase(_ result: TestResult) -> String {
    let start =
      "    <testcase name=\"\(escaped(result.title))\" "
      + "classname=\"\(escaped(result.file))\" file=\"\(escaped(result.file))\" "
      + "line=\"\(result.line)\" time=\"\(seconds(result.milliseconds))\""
    var inner = ""
    switch result.outcome {
    case .passed: break
    case .pending: inner += "      <skipped/>\n"
    case .failed:
      let first = result.message.prefix { $0 != "\n" }
      inner +=
        "      <failure message=\"\(escaped(String(first)))\">"
        + escaped(result.message) + "</failure>\n"
    }
    if !result.printed.isEmpty {
      inner += "      <system-out>\(escaped(result.printed))</system-out>\n"
    }
    return inner.isEmpty ? start + "/>\n" : start + ">\n" + inner + "    </testcase>\n"
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// What XML has no place for, such as most controls, becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
