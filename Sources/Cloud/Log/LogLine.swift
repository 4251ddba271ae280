package import Vocabulary

/// One line of the log of syncs: a request and what came of it, without anything of its contents.
package struct LogLine: Sendable, Equatable {
  /// When it was asked.
  package var at: Instant
  /// Whose library asked.
  package var profile: String
  /// What was asked, in words: `push 3 changes`.
  package var request: String
  /// What came back, in words: `200, 3 applied`; or why nothing did.
  package var reply: String
  /// Whether it did what was asked.
  package var isDone: Bool
  /// Bytes of the bodies, there and back.
  package var bytesOut = 0
  /// Bytes of the bodies, there and back.
  package var bytesIn = 0
  /// How long it took.
  package var took: Duration = .zero

  /// One JSON object on a line.
  var text: String {
    let object: JSONValue = [
      "at": .string(at.text), "profile": .string(profile), "request": .string(request),
      "reply": .string(reply), "done": .bool(isDone), "bytes_out": .integer(Int64(bytesOut)),
      "bytes_in": .integer(Int64(bytesIn)), "ms": .integer(took.wholeMilliseconds),
    ]
    return object.text + "\n"
  }

  /// Reads a line back; nil for one that is none of ours, or was cut.
  init?(_ line: some Sequence<UInt8>) {
    let json: JSONValue
    do { json = try JSONValue(parsing: line) } catch { return nil }
    guard let at = json["at"]?.string.flatMap({ Instant($0) }),
      let profile = json["profile"]?.string, let request = json["request"]?.string,
      let reply = json["reply"]?.string
    else { return nil }
    self.init(
      at: at, profile: profile, request: request, reply: reply,
      isDone: json["done"]?.bool ?? false)
    bytesOut = Int(clamping: json["bytes_out"]?.integer ?? 0)
    bytesIn = Int(clamping: json["bytes_in"]?.integer ?? 0)
    took = .milliseconds(json["ms"]?.integer ?? 0)
  }

  init(at: Instant, profile: String, request: String, reply: String, isDone: Bool) {
    self.at = at
    self.profile = profile
    self.request = request
    self.reply = reply
    self.isDone = isDone
  }
}
