import Vocabulary

/// The records of a CSV, one by one: quoting as in RFC 4180, any separator, CR LF or LF.
///
/// A record whose quotes do not fit costs its first line only: reading goes on with the next line.
/// Source: https://www.rfc-editor.org/rfc/rfc4180
final class CSVRecords {
  enum Record {
    case fields([String], line: Int, isWindows: Bool)
    case damaged(line: Int, reason: String, start: [UInt8])
  }

  let file: ImportedFile
  private let separator: UInt8
  private var buffer: [UInt8] = []
  /// Where the next record begins.
  private var start = 0
  private var line = 1
  private var isAtEnd = false

  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriage = UInt8(ascii: "\r")

  init(_ file: ImportedFile, separator: UInt8) {
    self.file = file
    self.separator = separator
  }

  /// The next record; nil at the end. Empty lines are none.
  func next() throws(ImportError) -> Record? {
    while true {
      skipEmptyLines()
      if start == buffer.count {
        if try !fill() { return nil }
        continue
      }
      switch parse() {
      case .record(let ends, let end, let lines):
        defer {
          start = end
          line += lines
        }
        return record(ends)
      case .unfinished:
        if buffer.count - start < Limits.recordBytes, try fill() { continue }
        return damaged("a quote is not closed")
      case .malformed: return damaged("there is text behind a closing quote")
      }
    }
  }

  private func skipEmptyLines() {
    while start < buffer.count,
      buffer[start] == Self.newline || buffer[start] == Self.carriage
    {
      if buffer[start] == Self.newline { line += 1 }
      start += 1
    }
  }

  /// Reads more. False at the end.
  private func fill() throws(ImportError) -> Bool {
    if isAtEnd { return false }
    let more = try file.read()
    isAtEnd = more.isEmpty
    buffer = start == buffer.count ? more : Array(buffer[start...]) + more
    start = 0
    return !isAtEnd || !buffer.isEmpty
  }

  private struct Field {
    var range: Range<Int>
    var isQuoted = false
    var hasQuotes = false
  }

  private enum Parsed {
    case record([Field], end: Int, lines: Int)
    case unfinished
    case malformed
  }

  private func parse() -> Parsed {
    buffer.withUnsafeBufferPointer { bytes in
      var fields: [Field] = []
      var place = start
      var lines = 0
      while true {
        let isQuoted = place < bytes.count && bytes[place] == Self.quote
        let field: Field?
        if isQuoted {
          field = Self.quoted(bytes, place + 1, &lines)
          guard let field else { return .unfinished }
          place = field.range.upperBound + 1
        } else {
          field = unquoted(bytes, place)
          place = field?.range.upperBound ?? place
        }
        if let field { fields.append(field) }
        var after = place
        if after < bytes.count, bytes[after] == Self.carriage { after += 1 }
        if after == bytes.count {
          return isAtEnd ? .record(fields, end: after, lines: lines) : .unfinished
        }
        if bytes[place] == separator {
          place += 1
        } else if bytes[after] == Self.newline {
          return .record(fields, end: after + 1, lines: lines + 1)
        } else {
          return .malformed
        }
      }
    }
  }

  private static func quoted(
    _ bytes: UnsafeBufferPointer<UInt8>, _ first: Int, _ lines: inout Int
  ) -> Field? {
    var place = first
    var hasQuotes = false
    while place < bytes.count {
      if bytes[place] == newline { lines += 1 }
      if bytes[place] == quote {
        guard place + 1 < bytes.count, bytes[place + 1] == quote else {
          return Field(range: first..<place, isQuoted: true, hasQuotes: hasQuotes)
        }
        hasQuotes = true
        place += 1
      }
      place += 1
    }
    return nil
  }

  private func unquoted(_ bytes: UnsafeBufferPointer<UInt8>, _ first: Int) -> Field {
    var place = first
    while place < bytes.count, bytes[place] != separator, bytes[place] != Self.newline {
      place += 1
    }
    var end = place
    if place < bytes.count, bytes[place] == Self.newline || place == bytes.count, end > first,
      bytes[end - 1] == Self.carriage
    {
      end -= 1
    }
    return Field(range: first..<end)
  }

  private func record(_ fields: [Field]) -> Record {
    var texts: [String] = []
    texts.reserveCapacity(fields.count)
    var isWindows = false
    for field in fields {
      guard let read = ImportedText.decoded(buffer[field.range]) else {
        return .damaged(line: line, reason: ImportedText.unreadable, start: words)
      }
      isWindows = isWindows || read.isWindows
      texts.append(field.hasQuotes ? Self.unquoted(read.text) : read.text)
    }
    return .fields(texts, line: line, isWindows: isWindows)
  }

  private static func unquoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isSecond = false
    for byte in text.utf8 {
      let isQuote = byte == quote
      if isQuote, isSecond {
        isSecond = false
        continue
      }
      isSecond = isQuote
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var words: [UInt8] { Array(buffer[start...].prefix(240).prefix { $0 != Self.newline }) }

  /// Gives up the first line of what begins here.
  private func damaged(_ reason: String) -> Record {
    let record = Record.damaged(line: line, reason: reason, start: words)
    start = buffer[start...].firstIndex(of: Self.newline) ?? buffer.count
    return record
  }
}
