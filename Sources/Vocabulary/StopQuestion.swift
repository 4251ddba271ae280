/// Whether work of a C library should end, as something that C can ask through a pointer.
///
/// Whoever hands the pointer to C keeps the question alive for as long as C may ask.
package final class StopQuestion {
  private let isStopped: () -> Bool

  /// Holds what gives the answer.
  package init(_ isStopped: @escaping () -> Bool) { self.isStopped = isStopped }

  /// What C hands back to `ask`.
  package var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The answer, for C: 1 where it should end.
  package static let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context else { return 0 }
    let question = Unmanaged<StopQuestion>.fromOpaque(context).takeUnretainedValue()
    return question.isStopped() ? 1 : 0
  }
}
