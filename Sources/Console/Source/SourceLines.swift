/// Source by its lines. Ranges are of bytes, lines count from 1.
struct SourceLines {
  let text: String
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ text: String) {
    self.text = text
    let bytes = Array(text.utf8)
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  var count: Int { starts.count }

  /// A line without its end.
  func range(ofLine line: Int) -> Range<Int> {
    starts[line - 1]..<(line < starts.count ? starts[line] - 1 : bytes.count)
  }

  func number(at offset: Int) -> Int { starts.lastIndex { $0 <= offset }.map { $0 + 1 } ?? 1 }

  func numbers(of range: Range<Int>) -> ClosedRange<Int> {
    number(at: range.lowerBound)...number(at: max(range.lowerBound, range.upperBound - 1))
  }

  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Where a word stands in a part of it, not as a part of a longer word.
  func places(of word: String, in range: Range<Int>) -> [Range<Int>] {
    let word = Array(word.utf8)
    guard !word.isEmpty, range.count >= word.count else { return [] }
    return (range.lowerBound...(range.upperBound - word.count)).compactMap { start in
      let place = start..<(start + word.count)
      guard bytes[place].elementsEqual(word), !isInWord(start - 1), !isInWord(place.upperBound)
      else { return nil }
      return place
    }
  }

  private func isInWord(_ place: Int) -> Bool {
    guard bytes.indices.contains(place) else { return false }
    let byte = bytes[place]
    return byte == UInt8(ascii: "_") || byte >= 0x80
      || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
      || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte | 0x20
  }
}
