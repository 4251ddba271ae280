import Glibc

/// A file or a program that gets what would go to stdout.
final class Redirection {
  /// What the person named.
  let name: String
  /// Whether it ends with the next result.
  let isOnce: Bool
  private let stream: UnsafeMutablePointer<FILE>
  private let isProgram: Bool

  /// A name that begins with `|` is a command of the shell, any other a file that is written anew.
  ///
  /// Errors: `unwritten` with the system's reason.
  init(_ name: String, isOnce: Bool) throws(ConsoleError) {
    self.name = name
    self.isOnce = isOnce
    isProgram = name.hasPrefix("|")
    let opened = isProgram ? popen(String(name.dropFirst()), "w") : fopen(name, "we")
    guard let opened else { throw .unwritten(path: name, reason: systemReason()) }
    stream = opened
  }

  deinit { _ = isProgram ? pclose(stream) : fclose(stream) }

  /// False if the system took fewer bytes than there are; errno says why.
  func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    fwrite(bytes.baseAddress, 1, bytes.count, stream) == bytes.count
  }

  /// Pushes out what C still holds; false with errno where it could not.
  func flush() -> Bool { fflush(stream) == 0 }
}
