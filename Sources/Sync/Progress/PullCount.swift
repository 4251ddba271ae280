import Vocabulary

/// How far a pull has come from where it began to the head that its first page saw.
struct PullCount {
  private let start: Int64
  private(set) var done = 0
  private(set) var total = 0

  init(from position: SyncPosition?) { start = position?.seq ?? 0 }

  /// A page was taken. Rows that are no more leave gaps, so the last page is the end of the way.
  mutating func note(_ page: PullReply, head: Int64) {
    let way = max(0, head - start)
    total = Int(clamping: way)
    done = Int(clamping: page.hasMore ? min(max(0, page.next.seq - start), way) : way)
  }
}
