package import ChangeQueue
import Schema
import Store
import Vocabulary

/// The notes of a device: what is written about verses, chapters and ranges of them.
///
/// Every write is one transaction of row and queue entry; a refused one changes nothing. Errors are
/// `LibraryError` for values and `StoreError` for the file.
package final class Notes {
  let database: UserDatabase
  private let byID = KeptStatement(
    "SELECT \(NoteRow.columns) FROM user_notes AS row WHERE row.id = ?1")
  private let insertion = RowInsertion(
    Catalog.userNotes,
    ["verse_ref", "note_text", "tags_json", "collection_id", "created_at"])

  private let kept = PlaceStatements()

  package init(_ database: UserDatabase) { self.database = database }

  // MARK: - Writing

  /// Writes a new note. Several notes on one passage are usual.
  package func add(
    _ ref: String, _ text: String, tags: [String] = [], collection: Int64? = nil
  ) throws -> Note {
    let reference = try ReferenceParser.parseOne(ref).text
    try TextRule.check(text, "text")
    let sorted = tags.isEmpty ? [] : sortedSet(try TagList.checked(tags))
    let cloudID = database.drawID(try database.now())
    // The stamp puts right what the clock shows; so does `now`, and both would be too much.
    let wall = database.surroundings.now()
    let added = try database.writeOnce {
      if let collection { try database.requireLiving(.collection, collection) }
      return try insertion.insert(in: database, id: cloudID, wall: wall) { row, first, time in
        row.bind(first, reference)
        row.bind(first + 1, text)
        row.bind(first + 2, TagList.json(sorted))
        row.bind(first + 3, collection)
        row.bind(first + 4, time)
      }
    }
    return Note(
      id: added.localID, ref: reference, text: text, tags: sorted, collection: collection,
      createdAt: added.time, updatedAt: added.time, deletedAt: nil, cloudID: cloudID.text)
  }

  /// What is to change in a note; nil leaves as it is.
  package struct Edit: Sendable {
    /// The new text.
    package var text: String?
    /// All the tags it is to have.
    package var tags: [String]?
    /// `.some(nil)` takes it out of its collection.
    package var collection: Int64??

    package init(text: String? = nil, tags: [String]? = nil, collection: Int64?? = nil) {
      self.text = text
      self.tags = tags
      self.collection = collection
    }
  }

  /// Changes a living note. What is as it was is no edit.
  package func update(_ id: Int64, _ edit: Edit) throws -> Note {
    if let text = edit.text { try TextRule.check(text, "text") }
    var edit = edit
    if let tags = edit.tags { edit.tags = try TagList.checked(tags) }
    try database.write {
      try database.requireLiving(.note, id)
      if case .some(.some(let collection)) = edit.collection {
        try database.requireLiving(.collection, collection)
      }
      try write(edit, to: id)
    }
    return try get(id)
  }

  /// Adds tags to a living note.
  package func tag(_ id: Int64, _ tags: [String]) throws -> Note {
    let added = try TagList.checked(tags)
    return try retag(id) { $0 + added }
  }

  /// Takes tags from a living note; those that it lacks are passed over.
  package func untag(_ id: Int64, _ tags: [String]) throws -> Note {
    // A tag that an app brought may have blanks around it.
    let removed = Set(tags + tags.map(TagList.trimmed))
    return try retag(id) { known in known.filter { !removed.contains($0) } }
  }

  /// Moves a living note to the trash.
  package func delete(_ id: Int64) throws { try database.delete(.note, id) }

  /// Brings a note back from the trash, its links with it; a living one stays as it is.
  package func restore(_ id: Int64) throws -> Note {
    try database.restore(.note, id)
    return try get(id)
  }

  // MARK: - Reading

  /// A note, deleted ones too; nil where no note has the id.
  package func note(_ id: Int64) throws -> Note? { try row(id, Note.init) }

  /// A living note; an unknown or deleted one is an error.
  package func get(_ id: Int64) throws -> Note { try livingRow(id, Note.init) }

  /// What `read` makes of a note in place, deleted ones too; nil where no note has the id.
  package func row<T>(_ id: Int64, _ read: (NoteRow) throws -> T) throws -> T? {
    let statement = try byID.on(database.connection)
    return try database.read {
      statement.bind(1, id)
      defer { statement.reset() }
      return try statement.step() ? read(NoteRow(row: statement)) : nil
    }
  }

  /// What `read` makes of a living note in place; an unknown or deleted one is an error.
  package func livingRow<T>(_ id: Int64, _ read: (NoteRow) throws -> T) throws -> T {
    let value = try row(id) { row in
      guard row.deletedAt == nil else { throw LibraryError.deleted(.note, id: id) }
      return try read(row)
    }
    guard let value else { throw LibraryError.unknown(.note, id: id) }
    return value
  }

  /// The notes that the filter lets through.
  package func find(_ filter: NoteFilter = NoteFilter()) throws -> [Note] {
    var notes: [Note] = []
    try forEach(
      filter, { notes.append(Note($0)) }, arrange: { $0.apply(to: &notes) }, settled: { _ in })
    return notes
  }

  /// Shows notes in place, one after the other; `body` must not use the library.
  ///
  /// `arrange` is told of neighbours among those shown so far that belong in another order,
  /// `settled`, before the next is shown, how many of the first will not be moved any more.
  package func forEach(
    _ filter: NoteFilter, _ body: (NoteRow) throws -> Void,
    arrange: (Arrangement) throws -> Void, settled: (Int) throws -> Void
  ) throws {
    // With a limit it matters which rows come first, so the statement itself must know.
    let areTiesOurs = filter.order == .verse && filter.limit == nil
    try database.read {
      let statement = try filter.query(in: database, kept: kept).statement(
        areTiesOurs ? NoteRow.columnsAndPlace : NoteRow.columns,
        from: "user_notes",
        areTiesOurs ? NoteRow.byPlace : filter.order.clause,
        limit: filter.limit, on: database.connection)
      defer { statement.reset() }
      var ties = PlaceTies()
      var count = 0
      while try statement.step() {
        let row = NoteRow(row: statement)
        if areTiesOurs, let earlier = ties.add(row, at: row.place) { try arrange(earlier) }
        try settled(areTiesOurs ? ties.before : count)
        try body(row)
        count += 1
      }
      if let last = ties.end() { try arrange(last) }
    }
  }

  /// The notes one after the other, so that memory does not grow with them.
  ///
  /// Which notes they are is settled now; each is read as it stands when its turn comes, and one
  /// that was deleted meanwhile is passed over. So the notes may be changed on the way.
  package func each(_ filter: NoteFilter = NoteFilter()) throws -> NoteCursor {
    let ids = try database.read {
      try filter.query(in: database, kept: kept).statement(
        "row.id", from: "user_notes", filter.order.clause, limit: filter.limit,
        on: database.connection
      ).all { $0.integer(0) }
    }
    return NoteCursor(self, ids, isDeleted: filter.isDeleted)
  }

  /// How many notes there are; the filter's limit does not count.
  package func count(_ filter: NoteFilter = NoteFilter()) throws -> Int64 {
    try database.read {
      try filter.query(in: database, kept: kept).statement(
        "count(*)", from: "user_notes", on: database.connection
      ).first { $0.integer(0) } ?? 0
    }
  }

  /// All tags of living notes, sorted by their bytes, with how many notes have each.
  package func tags() throws -> [(tag: String, notes: Int64)] {
    try database.read {
      try database.connection.all(
        """
        SELECT tag.value, count(*) FROM user_notes AS row, json_each(row.tags_json) AS tag
        WHERE row.deleted_at IS NULL AND row.tags_json <> '[]' GROUP BY tag.value ORDER BY tag.value
        """
      ) { ($0.text(0), $0.integer(1)) }
    }
  }

  // MARK: - Statements

  /// One statement, which names only what is given: a long text is not looked at for a tag.
  private func write(_ edit: Edit, to id: Int64) throws {
    var columns: [(name: String, value: SQLValue)] = []
    if let text = edit.text { columns.append(("note_text", .text(text))) }
    if let tags = edit.tags { columns.append(("tags_json", .text(TagList.json(tags)))) }
    if let collection = edit.collection { columns.append(("collection_id", SQLValue(collection))) }
    guard !columns.isEmpty else { return }
    let sets = columns.enumerated().map { "\($1.name) = ?\($0 + 2)" }.joined(separator: ", ")
    let statement = try database.connection.cached("UPDATE user_notes SET \(sets) WHERE id = ?1")
    statement.bind(1, id)
    for (place, column) in columns.enumerated() { statement.bind(place + 2, column.value) }
    try statement.run()
  }

  /// A write that leaves the text as it is. The row goes to the disk whole all the same: of a long
  /// one the pages stay in memory until then.
  private func writing(to id: Int64, _ body: () throws -> Void) throws {
    let bytes = try database.read {
      try database.connection.first(
        "SELECT length(CAST(note_text AS BLOB)) FROM user_notes WHERE id = ?1", .integer(id)
      ) { $0.integer(0) }
    }
    if bytes ?? 0 < Limits.longTextBytes {
      try database.write(body)
    } else {
      try database.writeMuch(body)
    }
  }

  private func retag(_ id: Int64, _ change: ([String]) -> [String]) throws -> Note {
    try writing(to: id) {
      try database.requireLiving(.note, id)
      let known = try database.connection.first(
        "SELECT tags_json FROM user_notes WHERE id = ?1", .integer(id)
      ) { TagList.read($0.utf8(0)) }
      try write(Edit(tags: change(known ?? [])), to: id)
    }
    return try get(id)
  }
}

/// Gives notes one at a time. See `Notes.each`.
package struct NoteCursor {
  private let notes: Notes
  private let ids: [Int64]
  private let isDeleted: Bool
  private var place = 0

  init(_ notes: Notes, _ ids: [Int64], isDeleted: Bool) {
    self.notes = notes
    self.ids = ids
    self.isDeleted = isDeleted
  }

  /// The next note, or nil at the end.
  package mutating func next() throws -> Note? {
    while place < ids.count {
      let note = try notes.note(ids[place])
      place += 1
      if let note, (note.deletedAt != nil) == isDeleted { return note }
    }
    return nil
  }
}
