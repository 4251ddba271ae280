/// How like two words are, to offer the name that was probably meant.
package enum Likeness {
  /// The most similar of the names; nil where none is near.
  ///
  /// Near means at most a third of the letters differ (one at least); capitals do not count.
  package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    guard letters.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let limit = min(best.map { $0.distance - 1 } ?? .max, max(1, letters.count / 3))
      let other = Array(name.lowercased().utf8)
      if let distance = distance(letters, other, limit: limit) { best = (name, distance) }
    }
    return best?.name
  }

  /// Letters to insert, drop, replace or swap with the next one to come from one word to the
  /// other; nil where more than `limit`.
  static func distance(_ one: [UInt8], _ other: [UInt8], limit: Int) -> Int? {
    guard limit >= 0, abs(one.count - other.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for i in 0..<one.count {
      var row = [i + 1]
      row.reserveCapacity(other.count + 1)
      for j in 0..<other.count {
        var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
