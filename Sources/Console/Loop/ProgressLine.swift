import CReadline
import Glibc
package import Vocabulary

/// A line of the terminal that shows how far work has come, and goes away without a trace.
///
/// It is on stderr, only for work that takes longer than half a second, and only where somebody
/// looks: never in a pipe, in the background, on a terminal that cannot go back on a line, or where
/// output is to be quiet.
package final class ProgressLine {
  private let surroundings: any Surroundings
  private let style: ProgressText.Style
  private let write: (String) -> Void
  private let window: () -> Int?
  private var text: ProgressText?
  private var begunAt: Instant?
  private var drawnAt: Instant?
  /// What is on the screen now; nil for nothing.
  private var shown: ProgressText.Line?

  /// `window` gives the columns of the terminal, nil while nothing may be shown.
  init(
    _ surroundings: any Surroundings, style: ProgressText.Style,
    window: @escaping () -> Int?, write: @escaping (String) -> Void
  ) {
    self.surroundings = surroundings
    self.style = style
    self.window = window
    self.write = write
  }

  /// The line of this process; nil where nobody would see it.
  package convenience init?(_ options: Options, _ surroundings: any Surroundings) {
    let terminal = variable("TERM") ?? ""
    guard !options.isQuiet, !surroundings.isVirtual, isatty(STDERR_FILENO) == 1,
      !terminal.isEmpty, terminal != "dumb"
    else { return nil }
    self.init(
      surroundings,
      style: ProgressText.Style(
        isUnicode: Self.isUnicode(variable), isColored: Reporter(options: options).isColored),
      window: Self.foregroundColumns
    ) { text in
      _ = FileBytes.write(Array(text.utf8), to: STDERR_FILENO)
    }
  }

  /// Begins the line, or says how far it is now.
  package func show(_ text: ProgressText) {
    let isOther = text.verb != self.text?.verb
    self.text = text
    if begunAt == nil { begunAt = surroundings.now() }
    draw(isUrgent: isOther)
  }

  /// Draws where that is due: called often while something is waited for.
  package func tick() { if text != nil { draw(isUrgent: false) } }

  /// Takes the line off the screen, so that others can write; the next call of `show` or `tick`
  /// brings it back.
  package func hide() {
    guard let shown else { return }
    cr_progress(0)
    // The terminal echoes Ctrl-C where the line ends.
    write("\r" + String(repeating: " ", count: shown.columns + Self.margin - 1) + "\r")
    self.shown = nil
  }

  /// The work is over, whatever came of it.
  package func end() {
    hide()
    text = nil
    begunAt = nil
    drawnAt = nil
  }

  private func draw(isUrgent: Bool) {
    guard let text, let begunAt else { return }
    let now = surroundings.now()
    // Where the clock was set back, the time begins anew.
    if now < begunAt { self.begunAt = now }
    guard now - begunAt >= Self.patience else { return }
    if !isUrgent, shown != nil, let drawnAt, now >= drawnAt, now - drawnAt < Self.pause { return }
    guard let columns = window(), columns > Self.margin else { return hide() }
    drawnAt = now
    let line = text.line(columns: columns - Self.margin, style)
    guard line != shown else { return }
    let rest = max(0, (shown?.columns ?? 0) - line.columns)
    cr_progress(Int32(clamping: line.columns + Self.margin - 1))
    write("\r" + line.text + String(repeating: " ", count: rest))
    shown = line
  }

  private static let patience: Duration = .milliseconds(500)
  private static let pause: Duration = .milliseconds(100)
  /// Columns that stay free at the right: some terminals break a line that fills them, and the echo
  /// of Ctrl-C takes two.
  private static let margin = 3
}

extension ProgressLine {
  /// Whether the locale's signs are UTF-8.
  /// Source: https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html
  static func isUnicode(_ variable: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable)
    let locale = names.first { !$0.isEmpty }?.lowercased() ?? ""
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// The width of the terminal, while this process is the one that a person works with there.
  fileprivate static func foregroundColumns() -> Int? {
    let group = tcgetpgrp(STDERR_FILENO)
    guard group < 0 || group == getpgrp() else { return nil }
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return Renderer.pageWidth
    }
    return Int(size.ws_col)
  }
}
