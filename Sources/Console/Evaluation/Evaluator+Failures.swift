import LuaRuntime
import Vocabulary

/// Words for what failed here, with the source that it lies in and without what is secret.
extension Evaluator {
  /// The error as a person reads it, after `ran` was run.
  func text(of error: any Explained, after ran: NamedSource, by reporter: Reporter) -> String {
    let source = source(of: error, after: ran)
    return reporter.text(
      of: error, source: source.replacing(text: secrets.blanked(source.text)),
      hint: hint(for: error, in: source.text), hiding: secretWords(in: source.text))
  }

  /// The calls that were under way, innermost first, with the line of each that can be read.
  func callLines(of failure: LuaFailure, after ran: NamedSource) -> [String] {
    var isShown = failure.position == nil
    return failure.traceback.flatMap { frame in
      let words = "  from " + Escaping.visible(frame, isOneLine: true)
      guard isShown else {
        // The error itself has shown where it was raised.
        isShown = failure.position.map { frame.hasPrefix("\($0.source):\($0.line):") } ?? true
        return [words]
      }
      return [words] + (line(of: frame, after: ran).map { ["    " + $0] } ?? [])
    }
  }

  private func line(of frame: String, after ran: NamedSource) -> String? {
    let parts = frame.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int(parts[1]) else { return nil }
    // A function of an input may be of an earlier one of the same name.
    let source =
      parts[0] == ran.name
      ? (ran.name != Self.inputName || frame.hasSuffix("in main chunk") ? ran : nil)
      : file(named: String(parts[0]))
    guard let source else { return nil }
    let lines = SourceLines(secrets.blanked(source.text))
    guard (1...lines.count).contains(number) else { return nil }
    let excerpt = Excerpt(of: lines.text(in: lines.range(ofLine: number)), marking: nil)
    return "\(number) | " + Escaping.visible(excerpt.text, isOneLine: true)
  }

  /// What was run, the earlier input whose function failed, or the file that was loaded by it.
  private func source(of error: any Explained, after ran: NamedSource) -> NamedSource {
    let place = ErrorText.position(of: error)?.source ?? ran.name
    guard place == Self.inputName else {
      return place == ran.name ? ran : file(named: place) ?? ran
    }
    let text = input(of: error, after: ran.name == Self.inputName ? ran.text : "")
    return text.map { NamedSource(name: place, text: $0) } ?? NamedSource(name: "", text: "")
  }

  /// A script in a sandbox reads no file, by the names of its chunks neither.
  private func file(named path: String) -> NamedSource? {
    session.lua.isSandboxed ? nil : NamedSource(loaded: path)
  }
}
