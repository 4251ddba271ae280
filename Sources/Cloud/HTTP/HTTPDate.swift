package import Vocabulary

extension Instant {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads the one form of dates that HTTP still sends: `Wed, 21 Oct 2026 07:28:00 GMT`.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc9110#name-date-time-formats
  package init?(httpDate text: String) {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].utf8.last == UInt8(ascii: ","), words[5] == "GMT",
      words[1].utf8.count == 2, words[3].utf8.count == 4,
      let month = Self.months.firstIndex(where: { $0 == words[2] })
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    self.init("\(words[3])-\(number)-\(words[1])T\(words[4])Z")
  }
}
