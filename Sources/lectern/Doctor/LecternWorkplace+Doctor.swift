import Console
import Sync
import Vocabulary

extension LecternWorkplace {
  /// A line for each finding, or JSON where that is asked for; status 1 where something is wrong.
  func examine() throws -> ExitStatus {
    let findings = try Doctor(options, folders, secrets).findings()
    switch options.output {
    case .json?: print(JSONValue.array(findings.map(Self.json)).text)
    case .jsonl?: for finding in findings { print(Self.json(finding).text) }
    default: for finding in findings { print(Self.text(finding)) }
    }
    return findings.contains { $0.verdict == .wrong } ? .failure : .success
  }

  private static func text(_ finding: Finding) -> String {
    let verdict = finding.verdict.rawValue
    let start = verdict + String(repeating: " ", count: 6 - verdict.count) + finding.area
    let line = start + String(repeating: " ", count: max(1, 18 - start.count)) + finding.text
    return finding.cure.map { line + "\n      cure: " + $0 } ?? line
  }

  private static func json(_ finding: Finding) -> JSONValue {
    var object = JSONObject([
      ("verdict", .string(finding.verdict.rawValue)), ("area", .string(finding.area)),
      ("text", .string(finding.text)),
    ])
    if let cure = finding.cure { object["cure"] = .string(cure) }
    return .object(object)
  }
}
