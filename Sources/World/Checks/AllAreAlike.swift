import Schema
import Vocabulary

extension Simulation {
  /// Devices and cloud hold the same rows, values and stamps.
  func checkThatAllAreAlike() throws {
    guard let first = try world.differences().first else { return }
    let name = "\(first.row.table) \(first.row.id.text) \(first.column)"
    let (here, there) = (first.here?.value.text ?? "nothing", first.there?.value.text ?? "nothing")
    throw BrokenPromise(
      "devices and cloud are alike", "\(first.device): \(name) is \(here), there \(there)")
  }
}
