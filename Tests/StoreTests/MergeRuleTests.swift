import Schema
import Testing
import Vocabulary

/// Every rule is a join: whatever the order, the batches and the repeats, the value is the same.
@Suite struct MergeRuleTests {
  private func cell(_ rule: MergeRule, _ dice: SeededSurroundings) -> Cell {
    func roll(_ count: UInt64) -> Int64 { Int64(dice.random() % count) }
    let stamp = Stamp(milliseconds: roll(3), counter: 0, device: "d\(roll(2))")
    let time = Instant(milliseconds: roll(3) * 1000).text
    switch rule {
    case .lww: return Cell(roll(4) == 0 ? .null : .string("v\(roll(3))"), stamp)
    case .perElement: return Cell(.bool(roll(2) == 0), stamp)
    case .earliest, .latest: return Cell(roll(4) == 0 ? .null : .string(time), .zero)
    case .union:
      return Cell(.array((0..<roll(3)).map { _ in .string("c\(roll(4))") }), .zero)
    case .max: return Cell(.integer(roll(5)), .zero)
    }
  }

  @Test(arguments: MergeRule.allCases)
  func `a rule joins alike in every order, grouping and repetition`(rule: MergeRule) {
    let dice = SeededSurroundings(seed: 11)
    for _ in 0..<2000 {
      let a = rule.join(cell(rule, dice), cell(rule, dice))
      let b = cell(rule, dice)
      let c = cell(rule, dice)
      #expect(rule.join(a, a) == a)
      #expect(rule.join(rule.join(a, b), c) == rule.join(a, rule.join(b, c)))
      #expect(rule.join(rule.join(a, b), b) == rule.join(rule.join(b, a), a))
    }
  }

  @Test func `the later stamp wins; at one stamp the larger bytes; null is smallest`() {
    let early = Stamp(milliseconds: 1, counter: 0, device: "a")
    let late = Stamp(milliseconds: 1, counter: 1, device: "a")
    let rule = MergeRule.lww
    #expect(rule.join(Cell("z", early), Cell("a", late)) == Cell("a", late))
    #expect(rule.join(Cell("z", late), Cell("a", late)) == Cell("z", late))
    #expect(rule.join(Cell(.null, late), Cell("a", late)) == Cell("a", late))
  }

  @Test func `earliest keeps the earlier time that there is, latest the later`() {
    let one = Cell("2026-01-01T00:00:00.000Z", .zero)
    let other = Cell("2026-01-02T00:00:00.000Z", .zero)
    #expect(MergeRule.earliest.join(other, one) == one)
    #expect(MergeRule.latest.join(one, other) == other)
    #expect(MergeRule.earliest.join(one, Cell(.null, .zero)) == one)
  }

  @Test func `a union has what either has, once, in the order of bytes; max is the larger`() {
    let one = Cell(["b", "a"], .zero)
    let other = Cell(["c", "b"], .zero)
    #expect(MergeRule.union.join(one, other) == Cell(["a", "b", "c"], .zero))
    for pair in [[Cell(2, .zero), Cell(3, .zero)], [Cell(3, .zero), Cell(2, .zero)]] {
      #expect(MergeRule.max.join(pair[0], pair[1]) == Cell(3, .zero))
    }
  }

  @Test func `a catalog without a fitting rule, a parent or a column is refused`() throws {
    #expect(throws: CatalogError.self) {
      try Catalog([SyncedTable("t", columns: [SyncedColumn("a", .text, .max)])])
    }
    #expect(throws: CatalogError.self) {
      try Catalog([
        SyncedTable(
          "t", columns: [SyncedColumn("a", .reference(table: "u", isRequired: true), .lww)])
      ])
    }
    #expect(throws: CatalogError.self) {
      try Catalog([SyncedTable("t", identity: .named(["b"]), columns: [])])
    }
    _ = try Catalog.lectern()
  }
}
