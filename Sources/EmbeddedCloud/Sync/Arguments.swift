import Vocabulary

/// The named arguments of a call, each read as its type.
struct Arguments {
  private var object = JSONObject()

  /// The types of those that are no text.
  private static let kinds: [String: ColumnKind] = [
    "page": .shortInteger, "upto": .integer, "changes": .json, "ids": .json, "parts": .json,
  ]

  /// Refused where one is missing that has no default, there is another, or one has not its type.
  init(_ call: RPCCall, names: Set<String>, optional: Set<String> = []) throws {
    let value: JSONValue
    do { value = call.body.isEmpty ? [:] : try JSONValue(parsing: call.body) } catch {
      throw RESTRefusal.invalidJSON
    }
    guard let named = value.object ?? value.array?.first?.object else {
      throw RESTRefusal.invalidJSON
    }
    let given = Set(named.members.map(\.key))
    guard given.isSubset(of: names), names.subtracting(optional).isSubset(of: given) else {
      throw RESTRefusal.noFunction(call.name, given: given, meant: names)
    }
    for member in named { object[member.key] = try Self.read(member) }
  }

  private static func read(_ member: JSONObject.Member) throws(RESTRefusal) -> JSONValue {
    let kind = kind(of: member.key)
    if member.value == .null || kind == .json { return member.value }
    return try kind.value(member.value.string ?? member.value.text)
  }

  /// The type of an argument.
  static func kind(of name: String) -> ColumnKind { kinds[name] ?? .text }

  subscript(name: String) -> JSONValue { object[name] ?? .null }
  func text(_ name: String) -> String { object[name]?.string ?? "" }
}

extension RESTRefusal {
  /// There is no function of that name, or none that takes these arguments; `meant`: what the one
  /// of that name takes.
  static func noFunction(
    _ name: String, given: Set<String>, meant: Set<String>? = nil
  ) -> RESTRefusal {
    let names = given.sorted().joined(separator: ", ")
    let parameters =
      given.isEmpty
      ? "out parameters" : given.count == 1 ? " parameter \(names)" : " parameters \(names)"
    let call = given.isEmpty ? "public.\(name) without parameters" : "public.\(name)(\(names))"
    return RESTRefusal(
      "PGRST202", "Could not find the function \(call) in the schema cache",
      details:
        "Searched for the function public.\(name) with\(parameters) or with a single unnamed "
        + "json/jsonb parameter, but no matches were found in the schema cache.",
      hint: meant.map { names in
        "Perhaps you meant to call the function public.\(name)"
          + "(\(names.sorted().joined(separator: ", ")))"
      })
  }
}
