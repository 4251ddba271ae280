import LuaRuntime
import Vocabulary

/// How cases go, as a line of JSON each: for programs, and for a run that has several processes.
final class LinesReport: TestReport {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func tell(_ result: TestResult) {
    let object: JSONValue = [
      "file": .string(result.file), "names": .array(result.names.map { .string($0) }),
      "line": .integer(Int64(result.line)), "outcome": .string(result.outcome.rawValue),
      "ms": .integer(result.milliseconds), "message": .string(result.message),
      "printed": .string(result.printed),
    ]
    output.write(object.text + "\n")
    output.flush()
  }

  func end(_ counts: TestCounts, milliseconds: Int64) {}
}

extension TestResult {
  /// Reads a line back; nil for one that is none.
  init?(line: some Sequence<UInt8>) {
    let json: JSONValue
    do { json = try JSONValue(parsing: line) } catch { return nil }
    guard let file = json["file"]?.string, let names = json["names"]?.array,
      let outcome = json["outcome"]?.string.flatMap({ Outcome(rawValue: $0) })
    else { return nil }
    self.init(
      file: file, names: names.compactMap(\.string),
      line: Int(clamping: json["line"]?.integer ?? 0), outcome: outcome,
      milliseconds: json["ms"]?.integer ?? 0, message: json["message"]?.string ?? "",
      printed: json["printed"]?.string ?? "")
  }
}
