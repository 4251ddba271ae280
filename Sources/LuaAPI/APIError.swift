package import Vocabulary

/// A call that does not fit its function. Nothing was done.
package enum APIError: Explained, Equatable {
  /// A required argument is left out.
  case missing(function: String, argument: String, expected: String)
  /// An argument or option of another sort than is taken.
  case wrongType(function: String, argument: String, expected: String, found: String)
  /// More arguments than the function takes.
  case tooMany(function: String, signature: String)
  /// A key of the options that the function does not have.
  case unknownOption(function: String, option: String, nearest: String?, known: [String])
  /// A word that is none of the choices.
  case unknownChoice(argument: String, word: String, nearest: String?, known: [String])
  /// A method that was called without its record, mostly with a dot.
  case withoutRecord(method: String)
  /// A record of another device or profile: its number means another row here.
  case otherLibrary(record: String, of: String)
  /// An assignment to a field of a record, which nothing would save.
  case fieldAssigned(record: String, field: String, hint: String)
  /// An assignment to a module, whose functions are what every call of them relies on.
  case functionAssigned(module: String, field: String)
  /// A record of a world that the script no longer holds.
  case worldGone(method: String)
  /// A name that help does not know.
  case unknownName(String, nearest: String?)
  /// A value of another form than the argument has.
  case badValue(argument: String, problem: String, hint: String?)
  /// JSON of more than `Limits.jsonBytes`.
  case tooLong(argument: String, bytes: Int)
  /// What only works outside of a transaction.
  case insideTransaction(function: String)
  /// A listener that is told how far a sync is wants one, or another session. Safe to repeat later.
  case insideSync(function: String)
  /// What touches files, where scripts may not.
  case inSandbox(function: String)
  /// What needs a cloud in this process.
  case notEmbedded(function: String)
  /// An entry of the queue that is not there, as it was sent, merged or never existed.
  case noEntry(id: Int64)
  /// A row that is not there any more.
  case noRow(table: String, id: Int64)
  /// A conflict that is not there.
  case noConflict(id: Int64)
  /// The account that signed in is not the one the library belongs to.
  case otherOwner(email: String)

  package var kind: ErrorKind {
    switch self {
    case .unknownName, .noEntry, .noRow, .noConflict: .notFound
    case .insideTransaction, .insideSync, .inSandbox, .worldGone, .otherLibrary, .fieldAssigned,
      .functionAssigned:
      .refused
    case .notEmbedded: .notConfigured
    case .otherOwner: .conflict
    case .tooLong: .limit
    default: .badValue
    }
  }

  package var code: String {
    switch self {
    case .missing: "api.missing_argument"
    case .wrongType: "api.wrong_type"
    case .tooMany: "api.too_many_arguments"
    case .unknownOption: "api.unknown_option"
    case .unknownChoice: "api.unknown_choice"
    case .withoutRecord: "api.without_record"
    case .otherLibrary: "api.other_library"
    case .fieldAssigned: "api.field_assigned"
    case .functionAssigned: "api.function_assigned"
    case .worldGone: "api.world_gone"
    case .unknownName: "api.unknown_name"
    case .badValue: "api.bad_value"
    case .tooLong: "api.too_long"
    case .insideTransaction: "api.inside_transaction"
    case .insideSync: "api.inside_sync"
    case .inSandbox: "api.in_sandbox"
    case .notEmbedded: "api.not_embedded"
    case .noEntry: "api.no_entry"
    case .noRow: "api.no_row"
    case .noConflict: "api.no_conflict"
    case .otherOwner: "api.other_owner"
    }
  }

  package var summary: String {
    switch self {
    case .missing(let function, let argument, let expected):
      "\(function) needs \(argument) (\(expected))"
    case .wrongType(let function, let argument, let expected, let found):
      "\(argument) of \(function) must be \(expected), not \(found)"
    case .tooMany(let function, _): "\(function) takes fewer arguments"
    case .unknownOption(let function, let option, _, _):
      "\(function) has no option \(Self.quoted(option))"
    case .unknownChoice(let argument, let word, _, _): "\(argument) cannot be \(Self.quoted(word))"
    case .withoutRecord(let method): "\(method) was called without its record"
    case .otherLibrary(let record, let function):
      "this \(record) belongs to another device or profile than \(function) works on"
    case .fieldAssigned(let record, let field, _):
      "\(Self.quoted(field)) of a \(record) cannot be assigned: nothing would be saved"
    case .functionAssigned(let module, let field):
      "\(module).\(field.prefix(60)) cannot be assigned: \(module) is a module of lectern"
    case .worldGone(let method): "\(method) needs its world, which is gone"
    case .unknownName(let name, _): "nothing is called \(Self.quoted(name))"
    case .badValue(let argument, let problem, _): "\(argument) \(problem)"
    case .tooLong(let argument, let bytes):
      "\(argument) has \(bytes) bytes; at most \(Limits.jsonBytes) are taken"
    case .insideTransaction(let function): "\(function) does not work inside a transaction"
    case .insideSync(let function): "\(function) does not work while a sync tells its progress"
    case .inSandbox(let function): "\(function) does not work in a sandbox"
    case .notEmbedded(let function): "\(function) needs the embedded cloud"
    case .noEntry(let id): "the queue has no entry \(id)"
    case .noRow(let table, let id): "\(table) has no row \(id)"
    case .noConflict(let id): "there is no conflict \(id)"
    case .otherOwner(let email): "this library belongs to another account than \(email)"
    }
  }

  package var hint: String? {
    switch self {
    case .missing(let function, _, _): "help(\"\(function)\") shows how it is called"
    case .wrongType(let function, _, let expected, "table")
    where [ValueType.text.name, ValueType.reference.name].contains(expected):
      "help(\"\(function)\") shows how it is called"
    case .wrongType(_, _, let expected, _): Self.form(of: expected)
    case .noRow: nil
    case .tooMany(_, let signature): "call it as \(signature)"
    case .unknownOption(_, _, let nearest?, _), .unknownChoice(_, _, let nearest?, _):
      "did you mean '\(nearest)'?"
    case .unknownOption(_, _, nil, let known):
      known.isEmpty ? "it takes no options" : "options: \(known.joined(separator: ", "))"
    case .unknownChoice(_, _, nil, let known): "one of \(known.joined(separator: ", "))"
    case .withoutRecord(let method):
      "write a colon: \(method.drop { $0 != ":" }) behind the record"
    case .otherLibrary: "read it on this device first: numbers differ from device to device"
    case .fieldAssigned(_, _, let hint): hint
    case .functionAssigned:
      "keep functions and values of your own in variables or tables of your own"
    case .worldGone: "keep the world in a variable"
    case .unknownName(_, let nearest?): "did you mean '\(nearest)'?"
    case .unknownName: "help() lists what there is"
    case .badValue(_, _, let hint): hint
    case .tooLong: "divide it"
    case .insideTransaction: "call it after the transaction"
    case .insideSync: "call it after the sync"
    case .inSandbox: "run it without --sandbox, and not in a replay"
    case .notEmbedded: "start with --cloud embedded"
    case .noEntry: "queue.find{} lists what waits"
    case .noConflict: "sync.conflicts() lists what there is"
    case .otherOwner:
      "nothing was changed; on_other_owner says what is done: \"new_profile\" begins a profile, "
        + "\"replace\" keeps this library as a file, \"copies\" adds what is here to theirs"
    }
  }

  /// At most 60 characters of a text from outside.
  private static func quoted(_ text: String) -> String {
    let start = text.prefix(60)
    return start.endIndex == text.endIndex ? "'\(text)'" : "'\(start)…'"
  }

  /// How a value of that sort is written.
  private static func form(of expected: String) -> String {
    switch expected {
    case ValueType.text.name: "write it in quotes"
    case ValueType.reference.name: "write it like \"John 3:16\""
    case ValueType.duration.name: "write it like \"5m\""
    case ValueType.integer.name: "write a whole number without quotes, such as 1"
    case ValueType.number.name: "write a number without quotes, such as 1.5"
    case ValueType.boolean.name: "write true or false"
    case ValueType.function.name: "write function() … end, or the name of a function"
    case ValueType.texts.name: "write \"one\" or {\"one\", \"two\"}"
    case let name where name.hasSuffix(" or its id"): "give a \(name.dropLast(10)), or its .id"
    default: "give \(expected)"
    }
  }
}
