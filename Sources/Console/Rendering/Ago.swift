import Vocabulary

/// How long ago something was, as a person says it: `just now`, `2 min ago`, `3 h ago`,
/// `5 days ago`.
enum Ago {
  static func text(_ then: Instant, at now: Instant) -> String {
    let minutes = max(0, (now - then).wholeMilliseconds / 60_000)
    switch minutes {
    case 0: return "just now"
    case 1..<60: return "\(minutes) min ago"
    case 60..<(48 * 60): return "\(minutes / 60) h ago"
    default: return "\(minutes / (24 * 60)) days ago"
    }
  }
}
