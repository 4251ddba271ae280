package import ChangeQueue
package import Schema
package import Store
package import Vocabulary

/// Looks at a library of ours through a connection that only reads: its pages, its form, its rows,
/// its queue, its stamps. Nothing is changed.
package struct LibraryCheck {
  let connection: Connection
  let catalog: Catalog
  let now: Instant

  package init(_ connection: Connection, catalog: Catalog, now: Instant) {
    self.connection = connection
    self.catalog = catalog
    self.now = now
  }

  /// What each check finds. One that cannot be made says why; the others are made all the same.
  package func findings() -> [Finding] {
    let checks: [(area: String, check: () throws -> [Finding])] = [
      ("pages", pages), ("form", form), ("references", references), ("full text", fullText),
      ("queue", queue), ("rows", rows), ("clock", clock), ("waiting", waiting), ("sync", sync),
    ]
    return checks.flatMap { area, check -> [Finding] in
      do { return try check() } catch let error as any Explained {
        return [.wrong(area, error.summary, cure: error.hint)]
      } catch { return [.wrong(area, String(describing: error), cure: nil)] }
    }
  }

  /// What sync remembers under a key.
  package func state(_ key: SyncStateKey) throws(StoreError) -> String? {
    try connection.first("SELECT value FROM sync_state WHERE key = ?1", .text(key.rawValue)) {
      $0.text(0)
    }
  }

  func count(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Int64 {
    let statement = try connection.prepare(sql)
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    return try statement.first { $0.integer(0) } ?? 0
  }

  // MARK: - The file

  private func pages() throws -> [Finding] {
    let lines = try connection.all("PRAGMA integrity_check(5)") { $0.text(0) }
    if lines == ["ok"] { return [.fine("pages", "none is damaged")] }
    return lines.map { line in
      .wrong(
        "pages", String(line.prefix(200)),
        cure: "keep a copy of the file; 'lectern restore FILE' puts a backup in its place")
    }
  }

  /// Makes what is not as this version makes it anew, as an upgrade does.
  private var anew: String {
    "sqlite3 '\(connection.path)' 'PRAGMA user_version = 0', then start lectern: it makes it anew"
  }

  private func form() throws -> [Finding] {
    let here = try LocalForm.parts(of: connection, catalog)
    var findings: [Finding] = []
    for part in try LocalForm(catalog).parts {
      let known = here.first { $0.kind == part.kind && $0.name == part.name }
      guard known != part else { continue }
      let fault = known == nil ? "is missing" : "is not as this version makes it"
      let isTrigger = part.kind == "trigger"
      findings.append(
        .wrong(
          "form", "the \(part.kind) \(part.name) \(fault)",
          cure: anew + (isTrigger ? "; sync.verify() finds what it missed" : "")))
    }
    let names = Set(try LocalForm(catalog).parts.map(\.name))
    for part in here where part.kind == "trigger" && !names.contains(part.name) {
      findings.append(.note("form", "the trigger \(part.name) is of another tool"))
    }
    return findings.isEmpty ? [.fine("form", "tables, indexes and triggers are whole")] : findings
  }

  private func references() throws -> [Finding] {
    let ours = Set(catalog.tables.map(\.name))
    let broken = try connection.all("PRAGMA foreign_key_check") {
      (table: $0.text(0), id: $0.integer(1), parent: $0.text(2))
    }.filter { ours.contains($0.table) }
    if broken.isEmpty { return [.fine("references", "each names a row that is here")] }
    return broken.prefix(5).map { row in
      .wrong(
        "references", "\(row.table) \(row.id) names a row of \(row.parent) that is not here",
        cure: "sync.verify() brings it back where the cloud has it")
    }
  }

  /// Asked of a copy that goes with the connection: the question is a write.
  private func fullText() throws -> [Finding] {
    let copy = try connection.temporaryCopy()
    var findings: [Finding] = []
    for index in catalog.tables.compactMap(\.fullText) {
      do throws(StoreError) {
        for statement in index.fold { try copy.execute(statement) }
        try copy.execute(
          "INSERT INTO \(index.index)(\(index.index), rank) VALUES('integrity-check', 1)")
        findings.append(.fine("full text", "\(index.index) agrees with its rows"))
      } catch {
        findings.append(
          .wrong("full text", "\(index.index) does not agree with its rows", cure: anew))
      }
    }
    return findings
  }
}
