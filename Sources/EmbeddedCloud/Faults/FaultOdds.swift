import Vocabulary

/// How often each fault befalls a request, by its name.
///
/// Chances are of one request; at most one fault befalls it, but latency, which all have.
package struct FaultOdds: Sendable, Equatable {
  /// The names, as they are written.
  package static let names = [
    "drop", "lose_reply", "duplicate", "expire_token", "portal", "latency",
  ]

  private(set) var latency: Duration = .zero
  private(set) var chances: [(fault: Fault, name: String, chance: Double)] = []

  package init() {}

  package static func == (one: FaultOdds, other: FaultOdds) -> Bool { one.text == other.text }

  /// Whether nothing ever goes wrong.
  package var isNone: Bool { latency == .zero && chances.isEmpty }

  /// In words: `lose_reply=10%, 503=5%, latency=20ms`.
  package var text: String {
    var parts = chances.map { chance in
      let tenths = Int((chance.chance * 1000).rounded())
      let rest = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
      return "\(chance.name)=\(tenths / 10)\(rest)%"
    }
    if latency > .zero { parts.append("latency=\(latency.wholeMilliseconds)ms") }
    return parts.joined(separator: ", ")
  }

  /// Adds what a text says: `NAME=CHANCE`, or `latency=TIME`; a status is a name, too.
  ///
  /// Errors: what is wrong with it, and the cure.
  package mutating func add(_ text: String) throws(FaultOddsError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .form(text) }
    let (name, value) = (String(parts[0]), String(parts[1]))
    if name == "latency" {
      guard let time = Self.time(value) else { throw .latency(value) }
      latency = time
      return
    }
    guard let fault = Self.fault(name) else { throw .name(name) }
    guard let chance = Self.chance(value) else { throw .chance(name, value) }
    chances.removeAll { $0.name == name }
    chances.append((fault, name, chance))
    guard chances.reduce(0, { $0 + $1.chance }) <= 1.000_001 else { throw .sum }
  }

  private static func fault(_ name: String) -> Fault? {
    var fault = Fault()
    switch name {
    case "drop": fault.isDropped = true
    case "lose_reply": fault.losesReply = true
    case "duplicate": fault.isDoubled = true
    case "expire_token": fault.expiresToken = true
    case "portal": fault.isPortal = true
    default:
      guard let status = Int(name), (400...599).contains(status) else { return nil }
      fault.status = status
    }
    return fault
  }

  /// `0.1` or `10%`.
  private static func chance(_ text: String) -> Double? {
    let isPart = text.hasSuffix("%")
    guard let number = Double(isPart ? String(text.dropLast()) : text) else { return nil }
    let chance = isPart ? number / 100 : number
    return (0...1).contains(chance) ? chance : nil
  }

  /// `200ms` or `2s`, up to a minute.
  private static func time(_ text: String) -> Duration? {
    let isShort = text.hasSuffix("ms")
    guard isShort || text.hasSuffix("s"), let number = Int64(text.dropLast(isShort ? 2 : 1)),
      (0...60_000).contains(number)
    else { return nil }
    let time: Duration = isShort ? .milliseconds(number) : .seconds(number)
    return time <= .seconds(60) ? time : nil
  }

  /// What befalls the next request.
  func draw(_ surroundings: any Surroundings) -> Fault {
    var left = Double(surroundings.random() >> 11) / Double(UInt64(1) << 53)
    var fault = Fault()
    for item in chances {
      if left < item.chance {
        fault = item.fault
        break
      }
      left -= item.chance
    }
    fault.latency = latency
    return fault
  }
}

/// What is wrong with the odds of a fault.
package enum FaultOddsError: Error, Sendable, Hashable {
  /// There is no `=` in it.
  case form(String)
  /// No fault is called so.
  case name(String)
  /// That is no chance: the fault, the text.
  case chance(String, String)
  /// That is no time.
  case latency(String)
  /// Together they are more than certain.
  case sum

  /// The problem in words.
  package var problem: String {
    switch self {
    case .form(let text): "'\(text)' is not NAME=CHANCE"
    case .name(let name): "no fault is called '\(name)'"
    case .chance(let name, let text): "'\(text)' is no chance of \(name)"
    case .latency(let text): "'\(text)' is no latency"
    case .sum: "the chances together are more than 100%"
    }
  }

  /// What to write instead.
  package var cure: String {
    switch self {
    case .form: "write lose_reply=10%, 503=0.05 or latency=200ms"
    case .name:
      "there are \(FaultOdds.names.joined(separator: ", ")), and statuses from 400 to 599"
    case .chance: "write 10% or 0.1"
    case .latency: "write 200ms or 2s; a minute at most"
    case .sum: "each request meets one fault at most"
    }
  }
}
