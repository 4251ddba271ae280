import Sync
import Testing
import Vocabulary

/// When a sync is due that nobody asks for.
@Suite struct SyncScheduleTests {
  private let start = Instant(milliseconds: 1_000_000)
  private var schedule: SyncSchedule

  init() { schedule = SyncSchedule(from: start) }

  private func after(_ seconds: Int) -> Instant { start + .seconds(seconds) }

  @Test func `the first is due at once, the next five minutes after it`() {
    var schedule = schedule
    #expect(schedule.dueAt == start)
    schedule.note(.done(nextEntry: nil), from: start, at: after(1))
    #expect(schedule.dueAt == after(301))
  }

  @Test func `a write is sent three seconds after the last one, and not put off for ever`() {
    var schedule = schedule
    schedule.note(.done(nextEntry: nil), from: start, at: start)
    schedule.noteWrite(at: after(10))
    #expect(schedule.dueAt == after(13))
    schedule.noteWrite(at: after(12))
    #expect(schedule.dueAt == after(15))
    for second in 13...60 { schedule.noteWrite(at: after(second)) }
    #expect(schedule.dueAt == after(40))
  }

  @Test func `what is written while a sync runs is sent by the next`() {
    var schedule = schedule
    schedule.noteWrite(at: start)
    schedule.noteWrite(at: after(6))
    schedule.note(.done(nextEntry: nil), from: after(5), at: after(8))
    #expect(schedule.dueAt == after(9))
    schedule.note(.done(nextEntry: nil), from: after(9), at: after(10))
    #expect(schedule.dueAt == after(310))
  }

  @Test func `a refused change is tried when its time has come`() {
    var schedule = schedule
    schedule.note(.done(nextEntry: after(120)), from: start, at: start)
    #expect(schedule.dueAt == after(120))
    schedule.note(.done(nextEntry: after(60)), from: after(120), at: after(120))
    #expect(schedule.dueAt == after(121))
    schedule.note(.done(nextEntry: after(9_000)), from: after(121), at: after(121))
    #expect(schedule.dueAt == after(421))
  }

  @Test func `a cloud that asks to wait is not asked sooner, whatever is written`() {
    var schedule = schedule
    schedule.note(.failed(tryAt: after(90)), from: start, at: start)
    schedule.noteWrite(at: after(1))
    #expect(schedule.dueAt == after(90))
    schedule.note(.failed(tryAt: after(80)), from: after(90), at: after(91))
    #expect(schedule.dueAt == after(92))
  }

  @Test func `who comes back to the network does not wait`() {
    var schedule = schedule
    schedule.note(.failed(tryAt: after(280)), from: start, at: start)
    schedule.wake(at: after(20))
    #expect(schedule.dueAt == after(20))
    schedule.note(.busy, from: after(20), at: after(20))
    #expect(schedule.dueAt == after(25) || schedule.dueAt == after(320))
    schedule.note(.needsPerson, from: after(400), at: after(400))
    schedule.noteWrite(at: after(401))
    #expect(schedule.dueAt == after(700))
  }
}
