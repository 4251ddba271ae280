package import ChangeQueue
import Schema
import Store
package import Vocabulary

/// A preference as it was when it was read.
package struct Preference: Sendable, Hashable {
  /// Its name.
  package let key: String
  /// What holds: what was set, else the default; null for none.
  package let value: JSONValue
  /// Whether it was set, here or on another device.
  package let isSet: Bool
  /// Whether it stays on this device.
  package let isLocal: Bool
}

/// What a person prefers, by key. What was not set has the default of its key.
///
/// Keys that `PreferenceKey.named` knows have their types; a key that only another program knows
/// reads as the text that it wrote, and can be unset. A set-valued key is kept by its elements,
/// every other one as a whole. Keys of this device only lie in a table of their own that never
/// travels. What sealing keeps here (`sync.seal`) is no preference of anybody's: it is not seen.
package struct Preferences {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// What holds for a key.
  package func get(_ name: String) throws -> JSONValue {
    let key = PreferenceKey.named(name)
    let stored = try database.read { try self.stored(name)[name] }
    if let key { return value(of: key, stored) }
    guard let text = stored?.text else { throw LibraryError.unknownPreference(name) }
    return .string(text)
  }

  /// Sets a key, and answers what holds now; null unsets it.
  @discardableResult
  package func set(_ name: String, _ value: JSONValue) throws -> JSONValue {
    if value == .null {
      try unset(name)
      return try PreferenceKey.named(name) == nil ? .null : get(name)
    }
    guard let key = PreferenceKey.named(name) else { throw LibraryError.unknownPreference(name) }
    guard let text = key.form.text(of: value) else {
      throw LibraryError.badPreference(name, expected: key.form.name, found: value)
    }
    try TextRule.check(text, name, mayBeEmpty: true)
    try database.write { try write(key, text) }
    return try get(name)
  }

  /// Takes away what was set, so that the default holds, on every device where the key travels.
  /// False where nothing was set.
  @discardableResult
  package func unset(_ name: String) throws -> Bool {
    let key = PreferenceKey.named(name)
    return try database.write {
      guard try stored(name)[name] != nil else {
        if key == nil { throw LibraryError.unknownPreference(name) }
        return false
      }
      try database.connection.run("DELETE FROM preference_resets WHERE key = ?1", .text(name))
      if key?.isLocal == true {
        try database.connection.run("DELETE FROM local_preferences WHERE key = ?1", .text(name))
      } else if let id = try row(name) {
        try database.delete(.preference, id)
      }
      return true
    }
  }

  /// All keys by name, those of other programs too; where asked for, only those that are set, or
  /// only those that are not.
  package func find(isSet: Bool? = nil) throws -> [Preference] {
    let stored = try database.read { try self.stored(nil) }
    // An empty text says that a plan is followed no more: nobody wants to see that.
    let ofPlans = stored.filter { !$0.value.isHidden && !$0.value.text.isEmpty }.keys
      .compactMap(PreferenceKey.ofPlan)
    let known = (PreferenceKey.all + ofPlans).map { key in
      let own = stored[key.name].flatMap { $0.isHidden ? nil : $0 }
      return Preference(
        key: key.name, value: value(of: key, stored[key.name]), isSet: own != nil,
        isLocal: key.isLocal)
    }
    let foreign = stored.filter { PreferenceKey.named($0.key) == nil && !$0.value.isHidden }
      .map { Preference(key: $0.key, value: .string($0.value.text), isSet: true, isLocal: false) }
    return (known + foreign).filter { isSet == nil || $0.isSet == isSet }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// Makes every default hold on this device, and on no other: what travels is hidden until it is
  /// set anew, here or elsewhere; what is of this device is forgotten. Plans are followed on.
  /// Answers how many were set.
  package func reset() throws -> Int64 {
    let set = try find(isSet: true)
    let plans = set.map(\.key).filter(PreferenceKey.isOfPlan)
    try database.write {
      try database.connection.run("DELETE FROM local_preferences")
      try database.connection.run("DELETE FROM preference_resets")
      try database.connection.run(
        """
        INSERT INTO preference_resets(key, value, stamp, stamps)
        SELECT key, coalesce(value, elements), stamp, stamps FROM user_preferences
        WHERE deleted_at IS NULL AND key NOT IN (SELECT value FROM json_each(?1))
        """, .text(JSONValue.array(plans.map(JSONValue.string)).text))
    }
    return Int64(set.count - plans.count)
  }

  // MARK: - What is stored

  /// By key; of one key where one is given. Keys of this device are read from its own table only.
  private func stored(_ name: String?) throws -> [String: StoredPreference] {
    let rows = try database.connection.all(
      """
      SELECT 0, \(StoredPreference.columns)
      FROM user_preferences AS row LEFT JOIN preference_resets AS reset USING(key)
      WHERE row.deleted_at IS NULL AND (?1 IS NULL OR row.key = ?1)
        AND NOT (row.key > 'sealing.' AND row.key < 'sealing/')
      UNION ALL SELECT 1, \(StoredPreference.localColumns) FROM local_preferences
      WHERE ?1 IS NULL OR key = ?1
      """, SQLValue(name)
    ) { (isLocal: $0.integer(0) != 0, key: $0.text(1), held: StoredPreference($0, from: 1)) }
    var stored: [String: StoredPreference] = [:]
    for row in rows where row.isLocal == (PreferenceKey.named(row.key)?.isLocal ?? false) {
      stored[row.key] = row.held
    }
    return stored
  }

  private func value(of key: PreferenceKey, _ stored: StoredPreference?) -> JSONValue {
    guard let stored, !stored.isHidden else { return key.form.value(of: nil) }
    let value = key.form.value(of: stored.text)
    guard key.form.isSet else { return value }
    let gone = stored.hiddenElements
    return .array((value.array ?? []).filter { !gone.contains($0.string ?? "") })
  }

  private func row(_ name: String) throws -> Int64? {
    try database.connection.first(
      "SELECT id FROM user_preferences WHERE key = ?1", .text(name)
    ) { $0.integer(0) }
  }

  // MARK: - Writing

  private func write(_ key: PreferenceKey, _ text: String) throws {
    let connection = database.connection
    if key.isLocal {
      try connection.run(
        "INSERT OR REPLACE INTO local_preferences(key, value) VALUES(?1, ?2)", .text(key.name),
        .text(text))
      return
    }
    let text = key.form.isSet ? try keepingHidden(key, text) : text
    if !key.form.isSet {
      try connection.run("DELETE FROM preference_resets WHERE key = ?1", .text(key.name))
    }
    try store(key.name, text, in: key.form.isSet ? "elements" : "value")
  }

  /// Stores the text of a key, as a decision that holds also where it is the text that was there.
  func store(_ name: String, _ text: String, in column: String = "value") throws {
    let connection = database.connection
    guard let id = try row(name) else {
      try connection.run(
        "INSERT INTO user_preferences(key, \(column)) VALUES(?1, ?2)", .text(name), .text(text))
      return
    }
    try database.restore(.preference, id)
    try connection.run(
      "UPDATE user_preferences SET \(column) = ?2 WHERE id = ?1", .integer(id), .text(text))
    try database.assert(.preference, id, [column])
  }

  /// A set with what a reset hides on this device only: other devices keep it. What is set anew is
  /// hidden no more.
  private func keepingHidden(_ key: PreferenceKey, _ text: String) throws -> String {
    let hidden = try stored(key.name)[key.name]?.hiddenElements ?? []
    guard !hidden.isEmpty else { return text }
    let wanted = key.form.value(of: text).array?.compactMap(\.string) ?? []
    let stillHidden = hidden.filter { !wanted.contains($0) }
    try database.connection.run(
      "UPDATE preference_resets SET value = ?2 WHERE key = ?1", .text(key.name),
      .text(TagList.json(stillHidden)))
    return TagList.json(wanted + stillHidden)
  }
}
