import ChangeQueue
import Schema
import Store
import Testing
import Vocabulary
import World

/// Crashes at every single change of the disk, in every sort of sync.
@Suite struct CrashedSyncTests {
  /// How a device ends.
  enum End: CaseIterable {
    case nothingStays, someStays, programEnds

    func happen(to device: WorldDevice) {
      switch self {
      case .nothingStays: device.crash(keeping: 0)
      case .someStays: device.crash(keeping: 50)
      case .programEnds: device.kill()
      }
    }
  }

  private let stage = WorldStage()

  private func prepared(_ flow: CrashFlow, on stage: WorldStage? = nil) throws -> SmallWorld {
    let world = try SmallWorld(
      seed: 11, start: Instant(milliseconds: 1_767_225_600_000), devices: ["phone", "tablet"],
      accounts: flow.accounts, on: stage)
    try flow.prepare(world)
    for device in world.devices { device.disk.writeBack() }
    return world
  }

  /// What the cloud holds in the end where nothing crashes.
  private func contents(_ flow: CrashFlow, isDone: Bool) throws -> [RowName: [CellKey: JSONValue]] {
    let world = try prepared(flow)
    if isDone { try flow.act(world.phone) }
    try flow.again(world.phone)
    _ = try world.settle()
    return try world.contents()
  }

  @Test(arguments: CrashFlow.all)
  func `a crash at any change of the disk loses nothing and doubles nothing`(flow: CrashFlow) throws
  {
    // What a person asked for may be undone with the rest, and is then as never asked for.
    let expected = [try contents(flow, isDone: true), try contents(flow, isDone: false)]
    #expect(!expected.contains([:]))
    var number = 0
    var isOver = false
    while !isOver, number < 200 {
      number += 1
      let end = End.allCases[number % End.allCases.count]
      // Files are opened by a new connection now and then: it must find the same.
      let world = try prepared(flow, on: number % 4 == 0 ? nil : stage)
      defer { world.leaveStage() }
      world.phone.disk.fail(at: number)
      do { try flow.act(world.phone) } catch StoreError.down {}
      isOver = !world.phone.disk.isDown
      end.happen(to: world.phone)
      try world.phone.restart()
      try flow.again(world.phone)
      let place: Comment = "\(flow), \(end), change \(number)"
      do { _ = try world.settle() } catch { Issue.record(error, place) }
      try check(world, place)
      #expect(try expected.contains(world.contents()), place)
    }
    #expect(isOver && number > 2)
  }

  private func check(_ world: SmallWorld, _ place: Comment) throws {
    #expect(try world.differences() == [], place)
    for device in world.devices {
      let database = device.device.database
      #expect(try database.queueLength() == 0, place)
      #expect(
        try database.connection.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"], place)
    }
  }
}
