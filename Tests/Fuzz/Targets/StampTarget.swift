import Vocabulary

/// A text that is taken for a stamp, an id or a time is written as it was read, or as its one form.
enum StampTarget {
  static func problem(_ input: [UInt8]) -> String? {
    let text = String(decoding: input, as: UTF8.self)
    if let stamp = Stamp(text), stamp.text != text { return "stamp '\(text)' is \(stamp.text)" }
    if let id = RecordID(text), RecordID(id.text) != id { return "id '\(text)' is \(id.text)" }
    if let time = Instant(text), (0...253_402_300_799_999).contains(time.milliseconds) {
      guard Instant(time.text) == time else { return "time '\(text)' is \(time.text)" }
    }
    return nil
  }
}
