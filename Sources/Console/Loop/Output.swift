@preconcurrency import Glibc

/// Where results, prints and complaints go, and who reads them.
///
/// Results and prints share C's buffer of stdout, so that a script's own `io.write` stays in order.
final class Output {
  /// How results are written; `.mode` changes it.
  var renderer: Renderer
  private let isQuiet: Bool
  /// A second reader of all that goes to stdout: a recording, a replay.
  private var copy: String?
  private let isMuted: Bool
  /// What gets results in stdout's place; nil for nothing.
  private(set) var redirection: Redirection?
  /// Whether what is longer than the window goes through the person's pager.
  var pager = Pager.When.off
  /// Why some of stdout did not arrive; nil where all did.
  private(set) var trouble: String?

  /// `isMuted` keeps all of it, errors too, from the process's own streams: a copy is what is read.
  init(renderer: Renderer, isQuiet: Bool, isMuted: Bool = false) {
    self.renderer = renderer
    self.isQuiet = isQuiet
    self.isMuted = isMuted
  }

  /// Finds out who reads: a window's width counts only where stdout is a terminal.
  static func ofProcess(mode: OutputMode?, isQuiet: Bool) -> Output {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return Output(
      renderer: Renderer(
        mode: mode ?? .table, window: isTerminal ? windowWidth() : nil, isForTerminal: isTerminal),
      isQuiet: isQuiet)
  }

  /// The width that a person set in the window's place.
  var fixedWidth: Int?

  /// Looks at the window again: a person may have resized it.
  func measureWindow() {
    if renderer.window != nil { renderer.window = fixedWidth ?? Self.windowWidth() }
  }

  /// How many rows of a list a person is shown at once; nil where a program reads them.
  var rowsForEyes: Int? {
    guard renderer.isForTerminal, redirection == nil, !isMuted else { return nil }
    return renderer.mode == .table || renderer.mode == .box ? Self.rowsShown : nil
  }

  /// Why a bound: a table of all notes would be laid out for seconds, and nobody reads it.
  private static let rowsShown = 1_000

  /// Writes values without a window to fit into; through the pager where that is on.
  func showWhole(_ values: [Shown], mode: OutputMode?) throws(ConsoleError) {
    let window = renderer.window
    renderer.window = nil
    defer { renderer.window = window }
    try show(values, mode: mode)
  }

  /// Writes the results of a chunk.
  func show(_ values: [Shown], mode: OutputMode? = nil) throws(ConsoleError) {
    var screen = redirection == nil ? renderer : renderer.elsewhere
    if let mode { screen.mode = mode }
    let text = try isMuted ? "" : screen.text(of: values)
    var page = Renderer.recording
    if let mode { page.mode = mode }
    if copy != nil { copy?.append(try page.text(of: values)) }
    if let left = screen.leftOut(of: values) { leftOut = left }
    if isPaged { flush() }
    if isPaged, Pager.show(text, rows: Self.windowRows()) { return }
    write(text)
    if redirection?.isOnce == true { redirection = nil }
  }

  /// What of the last table did not fit into the window; said once, after it.
  private var leftOut: String?

  /// Says what the tables since the last call had no room for.
  func tellLeftOut() {
    guard let text = leftOut else { return }
    leftOut = nil
    notice(text)
  }

  private var isPaged: Bool {
    pager == .auto && renderer.isForTerminal && redirection == nil && !isMuted
  }

  /// Sends results to a file or a program from here on; nil: to stdout again.
  func redirect(to redirection: Redirection?) { self.redirection = redirection }

  /// What a script prints: one line, any bytes.
  func printed(_ bytes: [UInt8]) {
    if copy != nil { copy?.append(Escaping.visible(bytes: bytes, isOneLine: false)) }
    if renderer.isForTerminal && redirection == nil {
      write(Escaping.visible(bytes: bytes, isOneLine: false))
    } else if !isMuted {
      bytes.withUnsafeBytes { put($0) }
    }
  }

  /// Text of the console's own for stdout: what a dot command answers.
  func write(_ text: String) {
    guard !isMuted else { return }
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) {
    if let redirection {
      if !redirection.put(bytes) || !redirection.flush() { noteTrouble(errno) }
      return
    }
    if fwrite(bytes.baseAddress, 1, bytes.count, stdout) < bytes.count { noteTrouble(errno) }
  }

  private func noteTrouble(_ number: Int32) {
    if trouble == nil { trouble = String(cString: strerror(number)) }
  }

  /// A line for the person, on stderr: stdout is for data alone.
  func notice(_ text: String) {
    if !isQuiet { complain(text) }
  }

  /// An error, on stderr, quiet or not.
  func complain(_ text: String) {
    guard !isMuted else { return }
    flush()
    _ = FileBytes.write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// Pushes out what C still holds.
  func flush() {
    if fflush(stdout) != 0 { noteTrouble(errno) }
    // A script's own io.write may have failed before.
    if ferror(stdout) != 0 { noteTrouble(EIO) }
  }

  /// Collects what goes to stdout from here on.
  func startCopy() { copy = "" }

  /// What came since the last call.
  func takeCopy() -> String {
    defer { copy = copy == nil ? nil : "" }
    return copy ?? ""
  }

  func endCopy() { copy = nil }

  private static func windowWidth() -> Int {
    guard let size = windowSize(), size.ws_col > 0 else { return Renderer.pageWidth }
    return Int(size.ws_col)
  }

  private static func windowRows() -> Int { windowSize().map { Int($0.ws_row) } ?? 0 }

  private static func windowSize() -> winsize? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
