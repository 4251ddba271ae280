import ChangeQueue
package import Cloud
import Store

/// Where libraries lie that a device does not work on any more, and where others begin.
///
/// Every implementation: what it keeps is whole, with all that is unsent, under a name that was
/// free, before it answers; the device's own library stays as it is. Any of it may be repeated
/// after a crash: at worst something is kept twice.
package protocol LibraryShelf: AnyObject {
  /// Whether what it keeps are files of the machine.
  var isOnMachine: Bool { get }
  /// Keeps a copy of the device's library; answers where it lies.
  ///
  /// - Parameter name: whose it is, in words that a name of a file may hold.
  func keepCopy(of device: Device, named name: String) throws -> String
  /// Makes a copy of the device's library a profile of its own, with the session that goes with it;
  /// answers the profile's name.
  func keepProfile(of device: Device, named name: String, session: Session?) throws -> String
  /// Begins a profile for whom a session is of, or goes on with theirs; answers its name.
  func beginProfile(for session: Session) throws -> String
}

/// Keeps libraries of a world, or of a program without files, as long as that lasts.
package final class MemoryShelf: LibraryShelf {
  /// What it keeps, in the order in which it came.
  package private(set) var libraries: [(name: String, image: [UInt8])] = []
  /// How many it keeps at most. Why: a script that goes on switching must not eat all memory.
  private static let most = 100

  package init() {}

  package var isOnMachine: Bool { false }

  package func keepCopy(of device: Device, named name: String) throws -> String {
    guard libraries.count < Self.most else { throw WorldError.shelfFull(most: Self.most) }
    let place = "\(device.name)-of-\(name)-\(libraries.count + 1)"
    libraries.append((place, try device.database.connection.image()))
    return place
  }

  package func keepProfile(
    of device: Device, named name: String, session: Session?
  ) throws -> String { try keepCopy(of: device, named: name) }

  package func beginProfile(for session: Session) throws -> String {
    throw WorldError.noProfiles
  }
}
