extension Instant {
  /// `2026-11-30T09:12:22.123Z`: UTC with milliseconds, the one form that is stored and sent.
  ///
  /// Years 0000 to 9999; others are cut to that range.
  package var text: String {
    let day = milliseconds.flooredDivision(by: 86_400_000)
    let inDay = milliseconds - day * 86_400_000
    let (year, month, date) = civil(fromDay: day)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var place = 0
      func digits(_ value: Int64, _ count: Int) {
        var rest = value
        for offset in stride(from: count - 1, through: 0, by: -1) {
          buffer[place + offset] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        place += count
      }
      func mark(_ byte: Unicode.Scalar) {
        buffer[place] = UInt8(ascii: byte)
        place += 1
      }
      digits(min(max(year, 0), 9999), 4)
      mark("-")
      digits(month, 2)
      mark("-")
      digits(date, 2)
      mark("T")
      digits(inDay / 3_600_000, 2)
      mark(":")
      digits(inDay / 60_000 % 60, 2)
      mark(":")
      digits(inDay / 1000 % 60, 2)
      mark(".")
      digits(inDay % 1000, 3)
      mark("Z")
      return place
    }
  }

  /// Reads ISO 8601 as clouds and apps write it, nil for anything else.
  ///
  /// `T` or a space; no fraction or any number of digits (cut to milliseconds); `Z`, an offset
  /// `±HH`, `±HHMM`, `±HH:MM`, or nothing, which means UTC; a date alone is its midnight.
  package init?(_ text: some StringProtocol) {
    var reader = DigitReader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let date = reader.number(2),
      (1...12).contains(month), date >= 1, date <= daysIn(month: month, year: year)
    else { return nil }
    var milliseconds = day(fromYear: year, month, date) * 86_400_000
    if !reader.isAtEnd {
      guard reader.take("T") || reader.take(" ") || reader.take("t"),
        let inDay = reader.timeOfDay()
      else { return nil }
      milliseconds += inDay
    }
    guard reader.isAtEnd else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

private struct DigitReader {
  let bytes: [UInt8]
  var place = 0

  var isAtEnd: Bool { place == bytes.count }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  mutating func number(_ count: Int) -> Int64? {
    guard place + count <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[place..<place + count] {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    place += count
    return value
  }

  /// Milliseconds since midnight UTC of the date read before, the offset already taken off.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60
    else { return nil }
    var milliseconds = hour * 3_600_000 + minute * 60_000
    if take(":") {
      guard let second = number(2), second <= 60 else { return nil }
      milliseconds += second * 1000 + (take(".") ? fraction() : 0)
    }
    guard let offset = offset() else { return nil }
    return milliseconds - offset
  }

  private mutating func fraction() -> Int64 {
    var value: Int64 = 0
    var scale: Int64 = 100
    while let digit = number(1) {
      value += digit * scale
      scale /= 10
    }
    return value
  }

  private mutating func offset() -> Int64? {
    if isAtEnd || take("Z") || take("z") { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hour = number(2) else { return nil }
    _ = take(":")
    let minute = isAtEnd ? 0 : number(2)
    guard let minute, hour <= 15, minute < 60 else { return nil }
    return (hour * 3_600_000 + minute * 60_000) * (isEast ? 1 : -1)
  }
}

extension Int64 {
  fileprivate func flooredDivision(by other: Int64) -> Int64 {
    let quotient = self / other
    return self % other < 0 ? quotient - 1 : quotient
  }
}

private func daysIn(month: Int64, year: Int64) -> Int64 {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

// Days are counted in 400-year eras that begin on the first of March, so that the leap day is last.
// Source: https://howardhinnant.github.io/date_algorithms.html

private func day(fromYear year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
  let shifted = month <= 2 ? year - 1 : year
  let era = shifted.flooredDivision(by: 400)
  let ofEra = shifted - era * 400
  let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1
  return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
}

private func civil(fromDay day: Int64) -> (year: Int64, month: Int64, date: Int64) {
  let shifted = day + 719_468
  let era = shifted.flooredDivision(by: 146_097)
  let ofEra = shifted - era * 146_097
  let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
  let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let index = (5 * ofYear + 2) / 153
  let month = index < 10 ? index + 3 : index - 9
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * index + 2) / 5 + 1)
}
