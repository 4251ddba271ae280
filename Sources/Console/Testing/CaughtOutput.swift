import Glibc

/// What a case writes to stdout past `print`: by `io.write`, or by a program that it runs. It must
/// not stand among the lines of a report.
final class CaughtOutput {
  private let file: UnsafeMutablePointer<FILE>
  private let stdoutBefore: Int32
  private var isOn = true

  /// Bytes that are kept. Why: they are shown with a failure, and nobody reads more.
  private static let kept = 64 << 10

  /// Nil where there is no room for a file: then it is written as it comes.
  init?() {
    guard let file = tmpfile() else { return nil }
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else {
      fclose(file)
      return nil
    }
    self.file = file
    stdoutBefore = copy
    fflush(nil)
    dup2(fileno(file), STDOUT_FILENO)
  }

  deinit { _ = end() }

  /// Lets stdout go where it went, and answers what was written; the second time nothing.
  func end() -> String {
    guard isOn else { return "" }
    isOn = false
    fflush(nil)
    dup2(stdoutBefore, STDOUT_FILENO)
    close(stdoutBefore)
    var bytes = [UInt8](repeating: 0, count: Self.kept)
    let count = pread(fileno(file), &bytes, bytes.count, 0)
    fclose(file)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
