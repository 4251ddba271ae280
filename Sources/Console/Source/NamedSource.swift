import Glibc

/// A text of Lua, and what messages call it.
struct NamedSource {
  let name: String
  let text: String
  /// Whether it is not what was run, but was loaded by that: its errors name it.
  var isLoaded = false

  init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// A file that a script has loaded, for a line of it; nil where there is none to read.
  init?(loaded path: String) {
    var status = stat()
    // A chunk may call itself like a device that never ends.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.largest
    else { return nil }
    do { self.init(name: path, text: try Script(path: path, arguments: []).text) } catch {
      return nil
    }
    isLoaded = true
  }

  func replacing(text: String) -> NamedSource {
    var source = NamedSource(name: name, text: text)
    source.isLoaded = isLoaded
    return source
  }

  /// Unit: bytes.
  private static let largest = 1 << 20
}
