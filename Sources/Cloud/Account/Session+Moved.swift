import Vocabulary

extension Session {
  /// The same session under another name of its cloud, which another profile calls it by.
  package func moved(to cloud: String) -> Session {
    guard var kept = json.object else { return self }
    kept["cloud"] = .string(cloud)
    return Session(kept: .object(kept)) ?? self
  }
}
