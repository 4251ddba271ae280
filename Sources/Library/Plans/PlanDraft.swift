import Vocabulary

/// A plan of a person's own, checked before it is stored.
package struct PlanDraft: Sendable, Hashable {
  let id: String
  let name: String
  let description: String
  let days: [[Reference]]
  let claim: PlanClaim?

  /// A text a day, in any usual form of references; `covers` as `PlanClaim(parsing:)` reads it.
  ///
  /// Errors: `LibraryError`, with the day that is wrong.
  package init(
    id: String, name: String, description: String = "", days: [String], covers: String? = nil
  ) throws(LibraryError) {
    try Self.checkID(id)
    try TextRule.check(name, "name")
    try TextRule.check(description, "description", mayBeEmpty: true)
    guard (1...Limits.planDays).contains(days.count) else {
      throw .plan(.badLength(days: days.count))
    }
    var parsed: [[Reference]] = []
    for (index, text) in days.enumerated() { parsed.append(try Self.day(index + 1, text)) }
    claim = if let covers { try PlanClaim(parsing: covers) } else { nil }
    self.id = id
    self.name = name
    self.description = description
    self.days = parsed
  }

  private static func day(_ day: Int, _ text: String) throws(LibraryError) -> [Reference] {
    do {
      return PlanRule.joined(try ReferenceParser.parse(text))
    } catch .badReference(_, .empty) {
      throw .plan(.emptyDay(day: day))
    } catch .badReference(let part, let problem) {
      throw .plan(.badDay(day: day, text: part, problem))
    }
  }

  private static func checkID(_ id: String) throws(LibraryError) {
    let isFit = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isFit, (1...64).contains(id.utf8.count) else { throw .plan(.badID(id)) }
  }
}
