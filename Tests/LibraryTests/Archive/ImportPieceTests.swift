import ChangeQueue
import Glibc
import Library
import Store
import Support
import Testing
import Vocabulary

/// Files of more rows than one transaction takes.
@Suite struct ImportPieceTests {
  private let folder: TemporaryFolder
  private let path: String
  private let library: UserDatabase
  private static let rows = Limits.importPiece + 500

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("rows.csv")
    library = try Desk().database
    var text = "reference,label,created\n"
    for number in 0..<Self.rows { text += "Mark 1:\(number % 45 + 1),b\(number),2020-01-01\n" }
    let file = fopen(path, "w")
    fputs(text, file)
    fclose(file)
  }

  private struct Stopped: Error {}

  private func count() throws -> Int64? {
    try library.connection.first("SELECT count(*) FROM bookmarks") { $0.integer(0) }
  }

  @Test func `what an import took before it was stopped stays, and the next one goes on`() throws {
    #expect(throws: Stopped.self) {
      try LibraryImport(library).run(path, tell: { _ in throw Stopped() })
    }
    #expect(try count() == Int64(Limits.importPiece))
    #expect(!library.connection.isInTransaction)
    let report = try LibraryImport(library).run(path)
    #expect(report.sum.here == Limits.importPiece && report.sum.taken == 500)
    #expect(try count() == Int64(Self.rows))
  }

  @Test func `a dry run that is stopped leaves nothing, and so does one that ends`() throws {
    #expect(throws: Stopped.self) {
      try LibraryImport(library).run(path, isDryRun: true, tell: { _ in throw Stopped() })
    }
    #expect(try count() == 0)
    let report = try LibraryImport(library).run(path, isDryRun: true)
    #expect(report.sum.taken == Self.rows)
    #expect(try count() == 0)
    #expect(!library.connection.isInTransaction)
  }

  @Test func `whoever looks is told how far it is`() throws {
    var steps: [LibraryImport.Step] = []
    _ = try LibraryImport(library).run(path, tell: { steps.append($0) })
    #expect(steps.count == 1)
    #expect(steps.allSatisfy { $0.isCommitted && $0.done > 0 && $0.done <= $0.total })
  }

  @Test func `an import within a transaction comes and goes with it`() throws {
    #expect(throws: Stopped.self) {
      try library.write {
        _ = try LibraryImport(library).run(path)
        throw Stopped()
      }
    }
    #expect(try count() == 0)
    try library.write { _ = try LibraryImport(library).run(path) }
    #expect(try count() == Int64(Self.rows))
  }

  @Test func `a library that may only be read takes nothing`() throws {
    let file = folder.path("user.db")
    _ = try Desk(path: file)
    let reading = try Desk(path: file, isReadOnly: true).database
    #expect(throws: StoreError.readOnly(path: file)) { try LibraryImport(reading).run(path) }
  }
}
