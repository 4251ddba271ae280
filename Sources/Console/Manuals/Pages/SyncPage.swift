/// lectern-sync(7): how sync works, and what to do about what goes wrong.
enum SyncPage {
  static var text: String {
    Mdoc.page(
      "lectern-sync", 7,
      [
        SyncProse.head.split(separator: "\n").map(String.init),
        SyncProse.sealing.split(separator: "\n").map(String.init),
        [".Sh WHEN SOMETHING GOES WRONG"] + SyncProse.troubles.flatMap(section),
        SyncProse.end.split(separator: "\n").map(String.init),
      ])
  }

  private static func section(_ trouble: SyncTrouble) -> [String] {
    [".Ss \(trouble.title)"] + Mdoc.literal([trouble.message]) + Mdoc.sentences(trouble.words)
  }
}

/// Something that people meet, and what helps.
struct SyncTrouble: Sendable {
  let title: String
  /// What the program says, or how that begins.
  let message: String
  let words: String

  init(_ title: String, says message: String, _ words: String) {
    self.title = title
    self.message = message
    self.words = words
  }
}
