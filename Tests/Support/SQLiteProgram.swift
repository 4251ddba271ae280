import Glibc

/// The `sqlite3` program with its default settings, on one file.
package struct SQLiteProgram {
  private let path: String
  private let input: String

  package init(path: String) {
    self.path = path
    input = path + ".input"
  }

  /// Runs statements one after the other; one that fails does not stop the others.
  package func run(_ statements: [String]) throws {
    let text = statements.map { $0 + ";\n" }.joined()
    guard let file = fopen(input, "w") else { throw FolderFault(number: errno) }
    let written = fwrite(text, 1, text.utf8.count, file)
    fclose(file)
    guard written == text.utf8.count else { throw FolderFault(number: errno) }
    let status = system("timeout 60 sqlite3 '\(path)' < '\(input)' > '\(input).out' 2>&1")
    // 1 says that a statement failed; 127 that there is no such program.
    guard status == 0 || status >> 8 == 1 else { throw FolderFault(number: status >> 8) }
  }
}
