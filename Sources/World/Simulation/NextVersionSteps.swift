import Vocabulary

/// The steps of a next version that comes, mixed into those that a world has without it.
///
/// Their chance is their own: the other steps stay what they are.
struct NextVersionSteps {
  private let chance: SeededSurroundings
  private let devices: Int
  private static let count = 14

  init(seed: UInt64, _ form: Simulation.Form) {
    chance = SeededSurroundings(seed: seed ^ 0x6e65_7874)
    devices = form.devices
  }

  private func number(below bound: Int) -> Int { Int(chance.random() % UInt64(bound)) }

  /// The cloud is upgraded in the first third; the rest comes after it.
  func mixed(into steps: [Step]) -> [Step] {
    var mixed = steps
    let start = number(below: max(1, steps.count / 3))
    let places = (0..<Self.count).map { _ in start + number(below: mixed.count - start + 1) }
    for (number, place) in places.sorted().enumerated().reversed() {
      mixed.insert(step(number), at: place)
    }
    mixed.insert(Step(0, .upgradeCloud), at: start)
    return mixed
  }

  private func step(_ count: Int) -> Step {
    let (place, text) = (number(below: 5), "n\(count)")
    let action: Step.Action =
      switch number(below: 16) {
      case 0..<4: .nextMood(place, text)
      case 4..<6: .nextPrayer(text)
      case 6..<8: .nextPrayerEdit(place, text)
      case 8: .nextPrayerDelete(place)
      case 9..<11: .upgradeDevice
      case 11..<13: .writeMood(place, text)
      case 13: .writePrayer(place, text)
      default: .sync
      }
    return Step(number(below: devices), action)
  }
}
