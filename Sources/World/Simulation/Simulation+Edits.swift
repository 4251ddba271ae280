import ChangeQueue
import Library
import Store
import Vocabulary

extension Simulation {
  /// A person edits the library of a device; the ledger has what was typed, and over what.
  func edit(_ action: Step.Action, on device: WorldDevice) throws {
    let notes = device.device.notes
    switch action {
    case .addNote(let verse, let text):
      let note = try notes.add("John 3:\(verse)", text)
      ledger.type(text, over: nil)
      lastWords.write(note.cloudID, text)
    case .editNote(let place, let text):
      guard let note = try note(place, on: device) else { return }
      _ = try notes.update(note.id, Notes.Edit(text: text))
      ledger.type(text, over: note.text)
      lastWords.write(note.cloudID, text)
    case .tagNote(let place, let tag, let isOn):
      guard let note = try note(place, on: device) else { return }
      _ = try isOn ? notes.tag(note.id, ["t\(tag)"]) : notes.untag(note.id, ["t\(tag)"])
      if note.tags.contains("t\(tag)") != isOn {
        lastWords.tag(note.cloudID, "t\(tag)", isOn: isOn)
      }
    case .fileNote(let place, let collection):
      guard let note = try note(place, on: device),
        let collection = try pick(device.device.collections.find(), collection)
      else { return }
      _ = try notes.update(note.id, Notes.Edit(collection: .some(collection.id)))
      if note.collection != collection.id { lastWords.live(note.cloudID) }
    case .deleteNote(let place):
      guard let note = try note(place, on: device) else { return }
      try notes.delete(note.id)
      ledger.letGo([note.text])
      lastWords.delete(note.cloudID)
    case .restoreNote(let place):
      var deleted = NoteFilter()
      deleted.isDeleted = true
      guard let note = try pick(notes.find(deleted), place) else { return }
      _ = try notes.restore(note.id)
      lastWords.live(note.cloudID)
    default: try editPlaces(action, on: device)
    }
  }

  private func editPlaces(_ action: Step.Action, on device: WorldDevice) throws {
    let database = device.device.database
    let notes = device.device.notes
    switch action {
    case .linkNotes(let one, let other), .unlinkNotes(let one, let other):
      guard let from = try note(one, on: device), let to = try note(other, on: device),
        from.id != to.id
      else { return }
      if case .linkNotes = action {
        try notes.link(from.id, to: to.id)
      } else {
        try notes.unlink(from.id, to: to.id)
      }
    case .writeSQL(let place, let text):
      guard let note = try note(place, on: device) else { return }
      try database.write {
        try database.connection.run(
          "UPDATE user_notes SET note_text = ?1 WHERE id = ?2", .text(text), .integer(note.id))
      }
      ledger.type(text, over: note.text)
      lastWords.write(note.cloudID, text)
    default: try editMore(action, on: device)
    }
  }

  func note(_ place: Int, on device: WorldDevice) throws -> Note? {
    try pick(device.device.notes.find(), place)
  }

  /// The item at a place of a list that goes round; nil where it is empty.
  func pick<T>(_ items: [T], _ place: Int) -> T? {
    items.isEmpty ? nil : items[place % items.count]
  }

  private static let colors = ["gold", "blue", "green", "purple", "coral"]
  static func color(_ place: Int) -> String { colors[place % colors.count] }
  static func theme(_ place: Int) -> String { themes[place % themes.count] }
  static func milestone(_ place: Int) -> String { milestones[place % milestones.count] }

  private func editMore(_ action: Step.Action, on device: WorldDevice) throws {
    let database = device.device.database
    let (collections, highlights) = (device.device.collections, device.device.highlights)
    let bookmarks = Bookmarks(database)
    switch action {
    case .addCollection(let name):
      _ = try collections.add(name)
      ledger.type(name, over: nil)
    case .renameCollection(let place, let name):
      guard let known = try pick(collections.find(), place) else { return }
      _ = try collections.update(known.id, name: name)
      ledger.type(name, over: known.name)
    case .deleteCollection(let place):
      guard let known = try pick(collections.find(), place) else { return }
      try collections.delete(known.id)
      ledger.letGo([known.name])
    case .highlight(let verse, let color, let note):
      let seen = try highlights.get("Mark 1:\(verse)")
      _ = try highlights.set("Mark 1:\(verse)", Self.color(color), note: note)
      ledger.type(note, over: seen?.note)
    case .unhighlight(let verse):
      guard let seen = try highlights.get("Mark 1:\(verse)") else { return }
      try highlights.remove("Mark 1:\(verse)")
      ledger.letGo(seen.note.map { [$0] } ?? [])
    case .addBookmark(let verse, let label):
      _ = try bookmarks.add("Luke 2:\(verse)", label: label)
      ledger.type(label, over: nil)
    case .labelBookmark(let place, let label):
      guard let known = try pick(bookmarks.find(), place) else { return }
      _ = try bookmarks.update(known.id, label: label)
      ledger.type(label, over: known.label)
    case .deleteBookmark(let place):
      guard let known = try pick(bookmarks.find(), place) else { return }
      try bookmarks.delete(known.id)
      ledger.letGo(known.label.map { [$0] } ?? [])
    case .bookmarkTopic(let topic, let title):
      let seen = try Topics(database).find(topic: "topic\(topic)").first
      _ = try Topics(database).bookmark("topic\(topic)", title: title)
      ledger.type(title, over: seen?.title)
    case .unbookmarkTopic(let topic):
      let seen = try Topics(database).find(topic: "topic\(topic)")
      try Topics(database).unbookmark("topic\(topic)")
      ledger.letGo(seen.compactMap(\.title))
    default: try read(action, on: database)
    }
  }

  private static let themes = ["dark", "sepia", "light", "system"]
  private static let milestones = ["ch_10", "ch_50", "ch_100", "str_7", "str_30"]
  /// The plan that everybody follows.
  static let plan = "advent"

  private func read(_ action: Step.Action, on database: UserDatabase) throws {
    let preferences = Preferences(database)
    let (progress, plans) = (Progress(database), Plans(database))
    let plan = Self.plan
    switch action {
    case .prefer(let theme):
      try preferences.set("theme", .string(Self.theme(theme)))
    case .reachMilestone(let place):
      let seen = try preferences.get("seen_milestones").array ?? []
      let new = JSONValue.string(Self.milestone(place))
      try preferences.set("seen_milestones", .array(seen.filter { $0 != new } + [new]))
    case .visit(let chapter):
      _ = try progress.visit("Psalm \(chapter)")
      try noteReading("psalms_\(chapter)", run: "progress", in: database)
    case .clearHistory:
      for name in ["progress", "depth", "streak", "plan:\(plan)"] {
        ledger.leave(name, number: try run(name, in: database))
      }
      try progress.clear()
    case .startPlan(let isAnew):
      let isOpen = try plans.progress(plan).state != .notStarted
      if isAnew || !isOpen {
        ledger.leave("plan:\(plan)", number: try run("plan:\(plan)", in: database))
      }
      _ = try plans.start(plan, anew: isAnew)
    case .completeDay(let day):
      guard try plans.progress(plan).state != .notStarted else { return }
      _ = try plans.complete(plan, day: Int64(day))
      try noteReading("\(plan) \(day)", run: "plan:\(plan)", in: database)
    case .abandonPlan:
      guard try plans.progress(plan).state != .notStarted else { return }
      ledger.leave("plan:\(plan)", number: try run("plan:\(plan)", in: database))
      try plans.abandon(plan)
    default: break
    }
  }

  /// A guest's run numbers mean nothing to the account that takes it in.
  private func noteReading(_ what: String, run name: String, in database: UserDatabase) throws {
    guard try database.state(.owner) != nil else { return }
    ledger.read(what, run: name, number: try run(name, in: database))
  }

  /// The number of the current run of a name on a device.
  private func run(_ name: String, in database: UserDatabase) throws -> Int64 {
    try database.connection.first("SELECT run FROM runs WHERE name = ?1", .text(name)) {
      $0.integer(0)
    } ?? 0
  }
}
