/// A recording: Lua source that runs as it stands, with what each part printed as comments.
///
///     -- lectern recording 1: seed=1 clock=2026-01-01T00:00:00.000Z cloud=embedded
///     show(#queue)
///     --> 0
struct RecordingText: Equatable {
  /// Source and what it printed, line by line.
  struct Part: Equatable {
    /// The line of the file where the source starts, counted from 1.
    var line: Int
    var source: String
    var printed: [String]
  }

  private static let mark = "-->"

  var terms: RecordingTerms
  var parts: [Part]

  init(terms: RecordingTerms, parts: [Part]) {
    self.terms = terms
    self.parts = parts
  }

  /// Reads a file. A mark inside an unfinished statement is a comment like any other.
  init(_ text: String, isComplete: (String) -> Bool) throws(RecordingFault) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    guard let header = lines.first else { throw RecordingFault(reason: "it is empty") }
    terms = try RecordingTerms(header: header)
    parts = []
    var part = Part(line: 2, source: "", printed: [])
    for (index, line) in lines.enumerated().dropFirst() {
      if line.hasPrefix(Self.mark), part.source.isEmpty || isComplete(part.source) {
        part.printed.append(Self.printedText(line))
        continue
      }
      if !part.printed.isEmpty {
        parts.append(part)
        part = Part(line: index + 1, source: "", printed: [])
      }
      part.source += line + "\n"
    }
    if !part.source.isEmpty || !part.printed.isEmpty { parts.append(part) }
  }

  /// The file's text.
  var text: String {
    terms.header + "\n"
      + parts.map { $0.source + Self.comment(for: $0.printed) }.joined()
  }

  /// What a run printed, as lines of a recording.
  static func lines(of printed: String) -> [String] {
    guard !printed.isEmpty else { return [] }
    var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  static func comment(for printed: [String]) -> String {
    printed.map { ($0.isEmpty ? mark : mark + " " + $0) + "\n" }.joined()
  }

  private static func printedText(_ line: String) -> String {
    let text = line.dropFirst(mark.count)
    return String(text.hasPrefix(" ") ? text.dropFirst() : text)
  }
}
