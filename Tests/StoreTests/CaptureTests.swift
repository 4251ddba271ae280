import ChangeQueue
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Random SQL by any tool on every table, against a shadow that knows only what was captured.
@Suite struct CaptureTests {
  static let worlds = 50
  static let rounds = 6
  static let statements = 334

  /// 50 worlds × 6 rounds × 334 statements: 100,200.
  @Test(arguments: 1...UInt64(worlds))
  func `no statement of any tool changes a row uncaptured`(seed: UInt64) throws {
    let world = try AnyToolWorld(seed: seed)
    var shadow = CapturedRows()
    for round in 0..<Self.rounds {
      try world.run(Self.statements, by: AnyToolWorld.Tool.allCases[round % 3])
      try shadow.take(world.database)
      let difference = try shadow.difference(from: world.database)
      try #require(
        difference == nil,
        "seed=\(seed) round=\(round) \(difference ?? "")\n\(world.log.joined(separator: ";\n"))")
      let stale = try world.staleWord()
      try #require(stale == nil, "seed=\(seed) round=\(round): the search for \(stale ?? "")")
    }
    #expect(world.done > Self.rounds * Self.statements / 6, "seed=\(seed): too little was done")
  }
}

/// One file, and those who write it.
private final class AnyToolWorld {
  enum Tool: CaseIterable { case lectern, connection, program }

  let database: UserDatabase
  private let insertion = RowInsertion(Catalog.userNotes, ["verse_ref", "note_text"])
  private let folder: TemporaryFolder
  private let tool: Connection
  private let program: SQLiteProgram
  private let random: RandomSQL
  /// Statements of ours and of the other connection that succeeded.
  private(set) var done = 0
  /// The statements of the last round.
  private(set) var log: [String] = []

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    let path = folder.path("user.db")
    database = try UserDatabase.open(
      path: path, catalog: try .everyRule(),
      surroundings: SeededSurroundings(seed: seed, step: .milliseconds(1)))
    tool = try Connection(path: path, mode: .existing)
    try tool.execute("PRAGMA synchronous = OFF")
    if seed % 2 == 0 {
      try tool.execute("PRAGMA recursive_triggers = OFF; PRAGMA foreign_keys = OFF")
    }
    program = SQLiteProgram(path: path)
    random = RandomSQL(seed: seed, tables: database.catalog.tables)
  }

  func run(_ count: Int, by tool: Tool) throws {
    log = []
    switch tool {
    case .lectern: for _ in 0..<count / 5 { try runOurs(5) }
    case .connection:
      for place in 0..<count {
        run(on: self.tool)
        if place % 20 == 19 { try database.write {} }
      }
    case .program:
      let statements = (0..<count).map { _ in statement() }
      let isOne = random.roll(2) == 0
      try program.run(
        ["PRAGMA synchronous = OFF"] + (isOne ? ["BEGIN"] : []) + statements
          + (isOne ? ["COMMIT"] : []))
    }
    try database.write {}
  }

  private func runOurs(_ count: Int) throws {
    do {
      try database.write {
        for _ in 0..<count {
          if random.roll(4) == 0 { try insert() }
          run(on: database.connection)
        }
      }
    } catch StoreError.constraint {
      // A reference to a row that moved: all of it is undone.
    }
  }

  /// A new note that comes with its stamp, as Lectern's own do.
  private func insert() throws {
    let now = database.surroundings.now()
    let text = "w\(random.roll(60)) w\(random.roll(60))"
    log.append("-- a new note: \(text)")
    _ = try insertion.insert(in: database, id: database.drawID(now), wall: now) { row, first, _ in
      row.bind(first, "mark \(self.random.roll(16) + 1)")
      row.bind(first + 1, text)
    }
  }

  private func statement() -> String {
    let sql = random.statement()
    log.append(sql)
    return sql
  }

  private func run(on connection: Connection) {
    do {
      try connection.execute(statement())
      done += 1
    } catch {}
  }

  /// A word whose search finds other notes than reading them all does; nil where there is none.
  func staleWord() throws -> String? {
    try database.write { try database.foldFullText(from: 1) }
    let connection = database.connection
    try connection.execute("INSERT INTO notes_fts(notes_fts, rank) VALUES('integrity-check', 1)")
    for word in (0..<10).map({ _ in "w\(random.roll(60))" }) {
      let found = try connection.all(
        "SELECT rowid FROM notes_fts WHERE notes_fts MATCH ?1 ORDER BY rowid", .text(word)
      ) { $0.integer(0) }
      let there = try connection.all(
        """
        SELECT id FROM user_notes WHERE deleted_at IS NULL
          AND ' ' || note_text || ' ' LIKE '% ' || ?1 || ' %' ORDER BY id
        """, .text(word)
      ) { $0.integer(0) }
      if found != there { return "'\(word)' found \(found), there are \(there)" }
    }
    return nil
  }
}
