package import Vocabulary

/// A value that a function takes by its place.
package struct Parameter: Sendable {
  /// What error texts and help call it.
  package let name: String
  /// What may be given.
  package let type: ValueType
  /// Whether the call fails without it.
  package let isRequired: Bool
  /// Whether a nil that is written there is a value.
  package let allowsNil: Bool

  static func required(_ name: String, _ type: ValueType, orNil: Bool = false) -> Parameter {
    Parameter(name: name, type: type, isRequired: true, allowsNil: orNil)
  }

  static func optional(_ name: String, _ type: ValueType) -> Parameter {
    Parameter(name: name, type: type, isRequired: false, allowsNil: false)
  }
}

/// A key of the table of options that a function takes last.
package struct OptionKey: Sendable {
  /// The key.
  package let name: String
  /// What may be given.
  package let type: ValueType
  /// Whether `null` is a value of it, which says "none".
  package let allowsNull: Bool
  /// One clause.
  package let doc: String

  init(_ name: String, _ type: ValueType, allowsNull: Bool = false, _ doc: String) {
    self.name = name
    self.type = type
    self.allowsNull = allowsNull
    self.doc = doc
  }
}

/// One function or method of the API: all that checks, help, completion and manual pages say of it.
package final class FunctionEntry: Sendable {
  /// What a function is named by: `notes.add`, or `note:update` for a method.
  package let name: String
  /// What is given by place.
  package let parameters: [Parameter]
  /// The keys of the last table; empty where there is no such table.
  package let options: [OptionKey]
  /// Whether keys that are not declared are taken too, as names of the caller's own.
  package let takesAnyOption: Bool
  /// Whether more values may follow the last parameter.
  package let isVariadic: Bool
  /// What comes back, in words; "" for nothing.
  package let result: String
  /// The kinds of error a caller may want to tell apart.
  package let errors: [ErrorKind]
  /// One sentence or two.
  package let doc: String
  /// Lua that runs in an empty library.
  package let example: String
  /// Whether its arguments hold a password, a code or a token.
  package let isSecret: Bool
  /// The version that brought it.
  package let since: String
  /// Whether it is called with a colon, on a record.
  package let isMethod: Bool

  init(
    _ name: String, _ parameters: [Parameter] = [], options: [OptionKey] = [],
    takesAnyOption: Bool = false, isVariadic: Bool = false, result: String = "",
    errors: [ErrorKind] = [], doc: String, example: String, isSecret: Bool = false,
    since: String = "0.1"
  ) {
    self.name = name
    self.parameters = parameters
    self.options = options
    self.takesAnyOption = takesAnyOption
    self.isVariadic = isVariadic
    self.result = result
    self.errors = errors
    self.doc = doc
    self.example = example
    self.isSecret = isSecret
    self.since = since
    isMethod = name.utf8.contains(UInt8(ascii: ":"))
  }

  /// The module or class: `notes`, `highlights.collections`, `note`; "" for a global function.
  package var owner: String { separator.map { String(name[..<$0]) } ?? "" }

  /// The last part: `add`.
  package var lastName: String {
    separator.map { String(name[name.utf8.index(after: $0)...]) } ?? name
  }

  private var separator: String.Index? {
    name.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
  }

  /// How it is called, and what it does.
  package var summary: String { "\(signature)\n    \(doc)" }

  /// How it is called: `notes.add(ref, text, {tags=, collection=})`; what may be left out stands in
  /// brackets.
  package var signature: String {
    var parts: [String] = []
    for parameter in parameters {
      parts.append(parameter.isRequired ? parameter.name : "[\(parameter.name)]")
    }
    if isVariadic { parts.append("…") }
    let keys = options.map { "\($0.name)=" } + (takesAnyOption ? ["…"] : [])
    if keys.isEmpty { return "\(name)(\(parts.joined(separator: ", ")))" }
    let table = "{\(keys.joined(separator: ", "))}"
    if parts.isEmpty { return name + table }
    return "\(name)(\(parts.joined(separator: ", ")), \(table))"
  }
}
