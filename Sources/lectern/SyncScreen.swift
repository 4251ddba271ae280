import Console
import LuaAPI
import Sync

/// What a person sees of a sync that takes a while:
/// `Uploading 47 notes, 312 chapters read… [█████░░░░░] 1,234 of 5,000`.
final class SyncScreen: SyncAudience {
  private let line: ProgressLine
  private var tables: [String: SyncProgress] = [:]

  init(_ line: ProgressLine) { self.line = line }

  func see(_ progress: SyncProgress) {
    switch progress.phase {
    case .push:
      tables[progress.table ?? ""] = progress
      line.show(upload)
    case .pull: show("Downloading", progress)
    case .reading: show("Importing", progress)
    case .writing: show("Exporting", progress)
    }
  }

  private func show(_ verb: String, _ progress: SyncProgress) {
    line.show(ProgressText(verb: verb, done: progress.done, total: progress.total))
  }

  func stepAside() { line.hide() }

  func end() {
    line.end()
    tables = [:]
  }

  private var upload: ProgressText {
    var parts: [String] = []
    var other = tables
    for noun in SyncedNoun.all {
      if let count = other.removeValue(forKey: noun.table)?.total, count > 0 {
        parts.append(Self.text(count, noun))
      }
    }
    let rest = other.values.reduce(0) { $0 + $1.total }
    if rest > 0 { parts.append(Self.text(rest, .other)) }
    return ProgressText(
      verb: "Uploading", parts: parts, done: tables.values.reduce(0) { $0 + $1.done },
      total: tables.values.reduce(0) { $0 + $1.total })
  }

  private static func text(_ count: Int, _ noun: SyncedNoun) -> String {
    grouped(count) + " " + noun.word(for: count)
  }
}

/// Something to be done now and then while an answer is waited for.
final class Waiting {
  /// Called about ten times a second then.
  var onTick: (() -> Void)?
}
