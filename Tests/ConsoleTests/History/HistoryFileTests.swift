import Glibc
import Testing
import Vocabulary

@testable import Console

@Suite struct HistoryFileTests {
  private func entry(_ text: String, _ time: Int64 = 5) -> HistoryEntry {
    HistoryEntry(text: text, enteredAt: Instant(milliseconds: time))
  }

  @Test(arguments: [
    "for i = 1, 3 do\n  print(i)\nend", "a\\nb", "\\", "tab\there", "quote\" '",
    "\r\n", "😀 שָׁלוֹם",
    "\\\n\\\\n",
  ])
  func `an entry comes back byte for byte`(text: String) throws {
    let folder = try ScratchFolder()
    let file = HistoryFile(path: folder.path + "/state/lectern/history")
    try file.append(entry(text))
    #expect(try file.read() == [entry(text)])
  }

  @Test func `only the owner may read it`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/state/lectern/history"
    try HistoryFile(path: path).append(entry("x"))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder.path + "/state/lectern", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func `two prompts at once lose nothing`() async throws {
    let folder = try ScratchFolder()
    let file = HistoryFile(path: folder.path + "/history")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for prompt in 0..<2 {
        group.addTask {
          for number in 0..<500 {
            try file.append(HistoryEntry(text: "\(prompt):\(number)\nx", enteredAt: nil))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try file.read().map(\.text)).count == 1000)
  }

  @Test func `an entry that comes again moves to the end`() throws {
    let folder = try ScratchFolder()
    let file = HistoryFile(path: folder.path + "/history")
    for text in ["a", "b", "a"] { try file.append(entry(text)) }
    #expect(try file.read().map(\.text) == ["b", "a"])
  }

  @Test func `many repeats are cleared away and nothing else`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/history"
    let file = HistoryFile(path: path)
    let lines = (0..<3000).map { entry("entry \($0 % 1500)", Int64($0)).line }.joined()
    try FileBytes.replace(path, with: Array(lines.utf8))
    #expect(try file.read().count == 1500)
    let rewritten = try FileBytes.read(path).filter { $0 == 0x0A }.count
    #expect(rewritten == 1500)
    try file.append(entry("new"))
    #expect(try file.read().count == 1501)
  }

  @Test func `a line written by hand is an entry`() {
    #expect(HistoryEntry(line: "print(1)") == HistoryEntry(text: "print(1)", enteredAt: nil))
    #expect(HistoryEntry(line: "a\tb") == HistoryEntry(text: "a\tb", enteredAt: nil))
  }
}
