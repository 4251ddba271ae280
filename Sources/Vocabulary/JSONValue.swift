/// One JSON value. Objects keep the order of their keys; whole numbers stay whole.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The member of that name, of an object that has one.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The text, if it is one.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// True or false, if it is one of them.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The items, if it is an array.
  package var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  /// The members, if it is an object.
  package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// A whole number, also where it was written with a fraction of zero.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

/// The members of a JSON object, in the order they were written. Of doubled keys the last counts.
package struct JSONObject: Sendable, Hashable, Sequence {
  /// A name and its value.
  package struct Member: Sendable, Hashable {
    /// What it is called.
    package let key: String
    /// What it holds.
    package var value: JSONValue
  }

  /// In the order they were written.
  package private(set) var members: [Member] = []
  /// The places of the keys, once there are many; empty before.
  private var places: [String: Int] = [:]
  /// From how many members on places are kept: below, a look at each is faster.
  private static let many = 32

  package init() {}
  package init(_ pairs: [(String, JSONValue)]) {
    for (key, value) in pairs { self[key] = value }
  }

  /// Whether it has no members.
  package var isEmpty: Bool { members.isEmpty }
  /// How many members it has.
  package var count: Int { members.count }

  /// Setting nil removes the member.
  package subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil):
        members.remove(at: place)
        places = [:]
        notePlaces()
      case (nil, let value?):
        members.append(Member(key: key, value: value))
        notePlaces()
      case (nil, nil): break
      }
    }
  }

  private func place(of key: String) -> Int? {
    places.isEmpty ? members.firstIndex { $0.key == key } : places[key]
  }

  private mutating func notePlaces() {
    guard members.count >= Self.many else { return }
    if places.isEmpty {
      for (place, member) in members.enumerated() { places[member.key] = place }
    } else if let last = members.last {
      places[last.key] = members.count - 1
    }
  }

  package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
  package static func == (one: JSONObject, other: JSONObject) -> Bool {
    one.members == other.members
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
