import Glibc
import LuaRuntime

/// The words this process was started with, as everybody on the machine may read them.
enum ProcessWords {
  /// Wipes what may be a secret among them: the cloud's key, and texts in quotes of a chunk. Only
  /// once they were read.
  static func hideSecrets() {
    let words = CommandLine.unsafeArgv
    var before = ""
    for index in 0..<Int(CommandLine.argc) {
      guard let word = words[index] else { return }
      let text = String(cString: word)
      if before == "-e" {
        hideTexts(in: word, text)
      } else if before == "--key" {
        wipe(word, 0..<text.utf8.count)
      } else if text.hasPrefix("--key=") {
        wipe(word, 6..<text.utf8.count)
      }
      before = text
    }
  }

  private static func hideTexts(in word: UnsafeMutablePointer<CChar>, _ text: String) {
    let bytes = Array(text.utf8)
    // Another number of bytes would be another text than what lies there.
    guard bytes.count == strlen(word) else { return wipe(word, 0..<strlen(word)) }
    for token in LuaLexer.tokens(of: bytes) where token.kind == .string {
      wipe(word, token.range)
    }
  }

  private static func wipe(_ word: UnsafeMutablePointer<CChar>, _ range: Range<Int>) {
    for index in range { word[index] = 0x2A }
  }
}
