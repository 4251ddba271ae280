package import Vocabulary

/// What is asked of a world that cannot be.
package enum WorldError: Explained {
  /// Syncing does not come to an end.
  case restless(rounds: Int)
  /// The device crashed, and was not started again.
  case down(device: String)
  /// The device was started again since this was taken from it.
  case restarted(device: String)
  /// A profile, where all is in memory.
  case noProfiles
  /// More libraries than are kept in memory.
  case shelfFull(most: Int)

  package var kind: ErrorKind {
    switch self {
    case .restless: .internal
    case .down, .restarted, .noProfiles: .refused
    case .shelfFull: .limit
    }
  }

  package var code: String {
    switch self {
    case .restless: "world.restless"
    case .down: "world.device_down"
    case .restarted: "world.device_restarted"
    case .noProfiles: "world.no_profiles"
    case .shelfFull: "world.shelf_full"
    }
  }

  package var summary: String {
    switch self {
    case .restless(let rounds): "the world does not come to rest within \(rounds) rounds"
    case .down(let device): "\(device) is down"
    case .restarted(let device): "\(device) was started again since this was taken from it"
    case .noProfiles: "a library in memory has no profiles beside it"
    case .shelfFull(let most): "\(most) libraries are kept in memory already"
    }
  }

  package var hint: String? {
    switch self {
    case .restless: "keep the script and its seed: this is a fault of ours"
    case .down: "start it again first: device:restart()"
    case .restarted: "get it again"
    case .noProfiles: "on_other_owner can be \"replace\" or \"copies\" here"
    case .shelfFull: nil
    }
  }
}
