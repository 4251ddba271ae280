import Testing

/// Every exchange that was recorded is played, or it is said why not.
@Suite struct WireMapTests {
  /// The numbers of the recordings, in order.
  private static let recorded: [Int] = [
    1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33,
    34, 36, 37, 38, 40, 41, 42, 44, 45, 46, 48, 49, 50, 52, 53, 54, 56, 57, 58, 60, 61, 62, 64,
    65, 66, 68, 69, 70, 72, 73, 74, 76, 77, 78, 80, 81, 82, 84, 85, 86, 88, 89, 90, 92, 93, 94,
    96, 97, 98, 100, 101, 102, 104, 105, 106, 108, 109, 110, 112, 113, 114, 116, 117, 118, 120,
    121, 122, 124, 125, 126, 128, 129, 130, 132, 133, 134, 136, 137, 138, 140, 141, 142, 144,
    145, 146, 148, 149, 150, 152, 153, 154, 156, 157, 158, 160, 161, 162, 164, 165, 166, 168,
    169, 170, 172, 173, 174, 176, 177, 178, 180, 181, 182, 184, 185, 186, 188, 189, 190, 192,
    193, 194, 196, 197, 198, 200, 201, 202, 204, 205, 206, 208, 209, 210, 212, 213, 214, 216,
    217, 218, 220, 221, 222, 224, 225, 226, 228, 229, 230, 232, 233, 234, 236, 237, 238, 240,
    241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 256, 257, 258,
  ]

  private static func text(of path: String) -> String {
    String(decoding: Tree.bytes(of: path), as: UTF8.self)
  }

  private static let played = Tree.swift.filter {
    $0.path.hasPrefix("Tests/CloudTests/REST/Recorded/")
  }.flatMap { file in
    text(of: file.path).matches(of: /### ([0-9]+)\.[ ]/).compactMap { Int($0.1) }
  }

  /// The numbers in front of the items of a part of the list.
  private static func listed(_ heading: String) -> [Int] {
    let parts = text(of: "Tests/WIRE.md").split(separator: "\n## ")
    let part = parts.first { $0.hasPrefix(heading) } ?? ""
    return part.split(separator: "\n- ").dropFirst().flatMap { item in
      item.prefix { $0 != "." }.split(separator: ", ").compactMap { Int($0) }
    }
  }

  @Test func `each recorded exchange is played, or left out with a reason`() {
    let left = Self.listed("Left out")
    #expect(Set(Self.played).count == Self.played.count)
    #expect(Set(Self.played).isDisjoint(with: left))
    #expect((Self.played + left).filter { $0 != 31 && $0 != 39 }.sorted() == Self.recorded)
    #expect(Set(Self.played).isSuperset(of: Self.listed("Played")))
    #expect(Self.listed("Played").count > 20)
  }
}
