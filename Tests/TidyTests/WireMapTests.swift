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

  /// Those of the two pages about accounts.
  private static let firstPage: [Int] = [
    1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33,
    34, 36, 37, 38, 40, 41, 42, 44, 45, 46, 48, 49, 50, 52, 53, 54, 56, 57, 58, 60, 61, 62, 64, 65,
    66,
  ]
  private static let secondPage: [Int] = [
    1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33,
    34, 36, 37, 38, 40, 41, 42, 44, 45, 46, 48, 49, 50, 52, 53, 54, 56, 57, 58, 60, 61, 62, 64, 65,
    66, 68, 69, 70, 72, 73, 74, 76, 77, 78, 80, 81, 82, 84, 85, 86, 88, 89, 90, 92, 93, 94, 96, 97,
    98, 100, 101, 102, 104, 105, 106, 108, 109, 110, 112, 113, 114, 116, 117, 118, 120, 121, 122,
    124, 125, 126, 128, 129, 130, 132, 133, 134, 136, 137, 138, 140, 141, 142, 144, 145, 146, 148,
    149, 150, 152, 153, 154, 156, 157, 158, 160, 161, 162, 164, 165, 166, 168, 169, 170, 172, 173,
    174, 176, 177, 178, 180, 181, 182, 184, 185, 186, 188, 189, 190, 192, 193, 194, 196, 197, 198,
    200, 201, 202, 204, 205, 206, 208, 209, 210, 212, 213, 214, 216, 217, 218, 220, 221, 222, 224,
    225, 226, 228, 229, 230, 232, 233, 234, 236, 237, 238, 240, 241, 242, 244, 245, 246, 248, 249,
    250, 252, 253, 254, 256, 257, 258, 260, 261, 262, 264, 265, 266, 268, 269, 270, 272, 273, 274,
    276, 277, 278, 280, 281, 282, 284, 285, 286, 288, 289, 290, 292, 293, 294, 296, 297, 298, 300,
    301, 302, 304, 305, 306, 308, 309, 310, 312, 313, 314, 316, 317, 318, 320, 321, 322, 324, 325,
    326, 328, 329, 330, 332, 333, 334, 336, 337, 338, 340, 341, 342, 344, 345, 346, 348, 349, 350,
    352, 353, 354, 356, 357, 358, 360, 361, 362, 364, 365, 366, 368, 369, 370, 372, 373, 374, 376,
    377, 378, 380, 381,
  ]

  private static func text(of path: String) -> String {
    String(decoding: Tree.bytes(of: path), as: UTF8.self)
  }

  private static let played = numbers { $0.hasPrefix("Tests/CloudTests/REST/Recorded/") }

  private static func numbers(in isMeant: (String) -> Bool) -> [Int] {
    Tree.swift.filter { isMeant($0.path) }.flatMap { file in
      text(of: file.path).matches(of: /### ([0-9]+)\.[ ]/).compactMap { Int($0.1) }
    }
  }

  /// The numbers in front of the items of a part of the list.
  private static func listed(_ heading: String, in map: String = "Tests/WIRE.md") -> [Int] {
    let parts = text(of: map).split(separator: "\n## ")
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

  @Test func `each recorded exchange with Auth is played, or left out with a reason`() {
    let folder = "Tests/CloudTests/Auth/Recorded/"
    let basics = folder + "RecordedBasics.swift"
    let pages = [
      ("First page", Self.firstPage, Self.numbers { $0 == basics }),
      ("Second page", Self.secondPage, Self.numbers { $0.hasPrefix(folder) && $0 != basics }),
    ]
    for (page, recorded, played) in pages {
      let left = Self.listed("\(page), left out", in: "Tests/WIRE-AUTH.md")
      #expect(Set(played).isDisjoint(with: left))
      #expect((played + left).sorted() == recorded)
      let other = Self.listed("\(page), played with another answer", in: "Tests/WIRE-AUTH.md")
      #expect(Set(played).isSuperset(of: other))
      #expect(!other.isEmpty)
    }
  }
}
