import ChangeQueue
import Schema
import Store
import Vocabulary

/// Takes the rows of one page. A row that is new here is bound straight from the page's bytes; one
/// that meets a row of ours is joined with it, cell by cell.
struct RowTaker {
  let engine: SyncEngine
  private(set) var changed = 0
  var conflicts = 0
  /// One for each table of the catalog, made when its first new row comes.
  private var writers: [NewRowWriter?]
  private var shelfCount: Int64
  private var newest = Stamp.zero.text
  private var dropsRuns = false
  private var dropsStamps = false

  init(engine: SyncEngine) throws {
    self.engine = engine
    writers = Array(repeating: nil, count: engine.catalog.tables.count)
    shelfCount =
      try engine.connection.first("SELECT count(*) FROM sync_shelf") { $0.integer(0) } ?? 0
  }

  /// Takes the list of rows that begins at `place`.
  mutating func takeAll(_ body: [UInt8], at place: Int) throws {
    try body.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      scanner.setPlace(place)
      let mayBeSealed = !engine.sealing.isOff
      try scanner.array(
        { (scanner) throws in
          let start = scanner.place
          if mayBeSealed, try takeSealed(&scanner) { return }
          scanner.setPlace(start)
          if try takeNew(&scanner) { return }
          scanner.setPlace(start)
          try take(try PulledRow(try scanner.value()))
        }, { $0 as any Error })
    }
  }

  /// Inserts a row that is not here. False, with nothing written, where it needs more than that.
  private mutating func takeNew(_ scanner: inout JSONScanner) throws -> Bool {
    _ = scanner.peek()
    let row = try RowSlices(&scanner)
    let tables = engine.catalog.tables
    guard let row, shelfCount == 0,
      let place = tables.firstIndex(where: { row.isOf($0, scanner) })
    else { return false }
    if writers[place] == nil {
      writers[place] = try NewRowWriter(tables[place], engine.database)
    }
    do {
      guard try writers[place]?.insert(row, scanner) == true else { return false }
    } catch StoreError.constraint { return false }
    changed += 1
    if let newest = row.newestStamp(scanner), newest > self.newest { self.newest = newest }
    if let notice = engine.onChange, let id = row.id(scanner) {
      notice(RowName(table: tables[place].name, id: id))
    }
    return true
  }

  /// Takes a row of a table whose texts may be sealed; one that is new here as fast as others.
  /// False for other tables.
  private mutating func takeSealed(_ scanner: inout JSONScanner) throws -> Bool {
    _ = scanner.peek()
    let start = scanner.place
    let row = try RowSlices(&scanner)
    guard let row,
      let table = engine.catalog.tables.first(where: { row.isOf($0, scanner) }), table.isSealed
    else { return false }
    scanner.setPlace(start)
    let pulled = try PulledRow(try scanner.value())
    let opened = try engine.open(pulled, in: table)
    guard let open = opened.row, opened.isCurrent, try insert(open) else {
      try take(pulled)
      return true
    }
    return true
  }

  private mutating func insert(_ row: PulledRow) throws -> Bool {
    try row.json.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return try takeNew(&scanner)
    }
  }

  /// Takes any row: onto the shelf, aside, or into the table.
  ///
  /// A row that the table refuses costs itself, not the page: it is kept aside. So is one that
  /// cannot be opened; one that other devices sealed otherwise, or not at all, goes up anew.
  mutating func take(_ row: PulledRow) throws {
    guard let table = engine.catalog[row.table],
      case let opened = try engine.open(row, in: table), let open = opened.row,
      let version = open.version(in: table)
    else { return try engine.keepAside(row) }
    var taker = self
    do {
      try engine.connection.transaction {
        if table.isSealed { try engine.dropAside(row) }
        try taker.take(row, version, in: table)
        if !opened.isCurrent, let stored = try engine.database.storedRow(row.name) {
          try engine.sealAnew(stored, row.name, table)
        }
      }
      self = taker
    } catch StoreError.constraint { try engine.keepAside(row) }
  }

  private mutating func take(
    _ row: PulledRow, _ version: RowVersion, in table: SyncedTable
  ) throws {
    if try version.parents(in: table).contains(where: { try engine.database.localID(of: $0) == nil }
    ) {
      return try shelve(row)
    }
    if shelfCount > 0 { try unshelve(row.name) }
    if try engine.database.isPast(version, in: table) { return }
    if row.hasUnknown(in: table) { try engine.keepAside(row) }
    let outcome = try engine.merge(version, row: row, in: table)
    newest = max(newest, version.newest.text)
    conflicts += outcome.conflicts
    dropsStamps = dropsStamps || outcome.dropsStamps
    if outcome.isChanged {
      changed += 1
      engine.onChange?(row.name)
    }
    if table.name == Catalog.runsTable { dropsRuns = true }
  }

  /// A child whose parent is not here waits; a later version takes its place.
  private mutating func shelve(_ row: PulledRow) throws {
    try engine.connection.run(
      """
      INSERT INTO sync_shelf(table_name, cloud_id, seq, row_json) VALUES(?1, ?2, ?3, ?4)
      ON CONFLICT(table_name, cloud_id) DO UPDATE
      SET seq = excluded.seq, row_json = excluded.row_json
      """, .text(row.table), .text(row.id.text), .integer(row.seq), .text(row.json.text))
    shelfCount += 1
  }

  private mutating func unshelve(_ name: RowName) throws {
    try engine.connection.run(
      "DELETE FROM sync_shelf WHERE table_name = ?1 AND cloud_id = ?2", .text(name.table),
      .text(name.id.text))
  }

  /// Applies what waited for rows that have come.
  mutating func emptyShelf() throws {
    guard shelfCount > 0 else { return }
    for table in engine.catalog.tables {
      let rows = try engine.connection.all(
        "SELECT row_json FROM sync_shelf WHERE table_name = ?1 ORDER BY seq", .text(table.name)
      ) { $0.text(0) }
      for text in rows { try take(try PulledRow(try JSONValue(parsing: text))) }
    }
  }

  /// What follows from the page as a whole.
  mutating func finish() throws {
    if let stamp = Stamp(newest) { engine.database.see(stamp) }
    if dropsRuns { try engine.database.retirePastRuns() }
    if dropsStamps { try engine.lowerClockWhereAhead() }
  }
}
