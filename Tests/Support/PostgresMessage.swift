/// A message to PostgreSQL: its length is filled in when the bytes are taken.
struct PostgresMessage {
  private let kind: UInt8?
  private var body: [UInt8] = []

  init(kind: UInt8?) { self.kind = kind }

  mutating func append(_ number: Int32) {
    for shift in stride(from: 24, through: 0, by: -8) {
      body.append(UInt8(truncatingIfNeeded: number >> Int32(shift)))
    }
  }

  mutating func append(_ text: String) {
    body += Array(text.utf8)
    body.append(0)
  }

  var bytes: [UInt8] {
    var framed = PostgresMessage(kind: nil)
    framed.append(Int32(body.count + 4))
    return (kind.map { [$0] } ?? []) + framed.body + body
  }
}

/// A message from PostgreSQL, read from its front.
struct PostgresReply {
  let kind: UInt8
  private let body: [UInt8]
  private var place = 0

  init(kind: UInt8, body: [UInt8]) {
    self.kind = kind
    self.body = body
  }

  mutating func integer() -> Int32 { Int32(truncatingIfNeeded: number(4)) }

  mutating func row() -> [String?] {
    (0..<number(2)).map { _ in
      let length = integer()
      return length < 0 ? nil : text(Int(length))
    }
  }

  mutating func error() -> PostgresError {
    var fields: [UInt8: String] = [:]
    while place < body.count, body[place] != 0 {
      let field = body[place]
      place += 1
      let end = body[place...].firstIndex(of: 0) ?? body.count
      fields[field] = text(end - place)
      place += 1
    }
    return PostgresError(
      code: fields[UInt8(ascii: "C")] ?? "", message: fields[UInt8(ascii: "M")] ?? "",
      detail: fields[UInt8(ascii: "D")], hint: fields[UInt8(ascii: "H")])
  }

  private mutating func number(_ count: Int) -> Int {
    defer { place += count }
    return body[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func text(_ count: Int) -> String {
    defer { place += count }
    return String(decoding: body[place..<place + count], as: UTF8.self)
  }
}
