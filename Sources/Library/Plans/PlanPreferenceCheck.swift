package import Vocabulary

extension Plans {
  /// Refuses a value for a preference that names a plan of which nothing is known here.
  ///
  /// Only for what a person sets: what comes from another device may name a plan that comes later.
  package func check(preference key: String, _ value: JSONValue) throws {
    guard let id = Self.plan(namedBy: key, value), try plan(id) == nil, try !isFollowed(id) else {
      return
    }
    _ = try get(id)
  }

  private static func plan(namedBy key: String, _ value: JSONValue) -> String? {
    if key == PlanPreference.active.key { return value.string.flatMap { $0.isEmpty ? nil : $0 } }
    guard value != .null else { return nil }
    let prefix = [PreferenceKey.planStart, PreferenceKey.planPaused].first { key.hasPrefix($0) }
    return prefix.map { String(key.dropFirst($0.count)) }
  }
}
