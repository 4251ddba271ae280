import Glibc
import LuaRuntime
import Vocabulary

/// Waits until a file changes.
struct TestWatch {
  private let surroundings: any Surroundings

  init(_ surroundings: any Surroundings) { self.surroundings = surroundings }

  /// False where Ctrl-C came instead.
  func waitForChange(of paths: [String]) -> Bool {
    let before = Self.times(of: paths)
    let presses = ControlC.presses
    while surroundings.wait(Self.pause), ControlC.presses == presses {
      if Self.times(of: paths) != before { return true }
    }
    return false
  }

  private static let pause: Duration = .milliseconds(200)

  private static func times(of paths: [String]) -> [Int64] {
    paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return -1 }
      return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        + Int64(status.st_ino) + Int64(status.st_size)
    }
  }
}
