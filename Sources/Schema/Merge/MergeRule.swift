/// How two versions of a column become one. Each is a join: applied twice, in another order or in
/// other batches it gives the same value.
///
/// | rule | two values become |
/// |---|---|
/// | lww | that of the later stamp; at one stamp of the newer sealing key, else the larger bytes |
/// | perElement | a set whose elements are on or off, each by its own stamp |
/// | earliest | the earlier non-null time |
/// | latest | the later non-null time |
/// | union | the union of two sorted sets of strings |
/// | max | the larger number |
package enum MergeRule: String, Sendable, CaseIterable {
  case lww
  case perElement = "per_element"
  case earliest
  case latest
  case union
  case max

  /// Does a cell of this rule carry a stamp?
  package var isStamped: Bool { self == .lww || self == .perElement }
}
