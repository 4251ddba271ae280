import Library
import LuaRuntime
import Vocabulary

/// A value of the library that scripts have as a record: a table of a class with methods.
protocol ScriptRecord {
  /// The class of such records, on each device its own.
  static var recordClass: KeyPath<RecordClasses, LuaClass> { get }
  /// Hands it to the script as a record of that class.
  func result(_ call: APICall, of recordClass: LuaClass) -> LuaResults
}

/// One whose fields are put into a table at once.
protocol FilledRecord: ScriptRecord {
  /// How many fields it has at most.
  static var fieldCount: Int { get }
  /// Sets its fields; what it lacks is no field.
  func fill(_ table: LuaTableBuilder)
}

extension FilledRecord {
  func result(_ call: APICall, of recordClass: LuaClass) -> LuaResults {
    call.lua.table(recordClass, fields: Self.fieldCount) { fill($0) }
  }
}

extension ScriptAPI {
  func result<Record: ScriptRecord>(_ record: Record, _ call: APICall) -> LuaResults {
    record.result(call, of: classes[keyPath: Record.recordClass])
  }

  func results<Record: FilledRecord>(_ records: [Record], _ call: APICall) -> LuaResults {
    call.lua.list(
      records, of: classes[keyPath: Record.recordClass], fields: Record.fieldCount
    ) { $0.fill($1) }
  }

  func results(_ notes: [Note], _ call: APICall) -> LuaResults {
    call.lua.table(items: notes.count) { list in
      for note in notes { list.append(record: classes.note) { note.fill($0) } }
    }
  }

  /// `:delete()` and `:restore()`, which every noun with a trash has.
  func registerTrash<Record: ScriptRecord>(
    deleting deletion: Explanation, restoring restoration: Explanation,
    delete: @escaping (ScriptAPI, Int64) throws -> Void,
    restore: @escaping (ScriptAPI, Int64) throws -> Record
  ) {
    let owner = classes[keyPath: Record.recordClass]
    register(
      FunctionEntry(
        "\(owner.name):delete", errors: [.notFound, .deleted], doc: deletion.doc,
        example: deletion.example), in: owner
    ) { api, call in
      let id = try call.ownID()
      try api.writing(call) { try delete(api, id) }
      return call.lua.result()
    }
    register(
      FunctionEntry(
        "\(owner.name):restore", result: owner.name, errors: [.notFound], doc: restoration.doc,
        example: restoration.example), in: owner
    ) { api, call in
      let id = try call.ownID()
      return api.result(try api.writing(call) { try restore(api, id) }, call)
    }
  }
}

/// What is said of a function that several nouns have.
struct Explanation {
  let doc: String
  let example: String

  init(_ doc: String, example: String) {
    self.doc = doc
    self.example = example
  }
}

extension OptionKey {
  /// What lists of nouns with a trash take.
  static let deleted = OptionKey("deleted", .boolean, "true: what was deleted, and only that")
  /// What every list takes.
  static let limit = OptionKey("limit", .integer, "at most so many")
  static let passage = OptionKey(
    "ref", .reference,
    "begins in this passage, or is a range reaching into it; chapters only into chapters")
}
