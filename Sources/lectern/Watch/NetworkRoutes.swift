import Glibc

/// Where the kernel would send packets: it changes when a network comes or goes.
///
/// Source: proc(5), /proc/net/route. Where there is no such file nothing is known, and nothing
/// changes.
struct NetworkRoutes: Equatable {
  private let text: [UInt8]

  /// As it is now.
  init() {
    let file = open("/proc/net/route", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      text = []
      return
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    text = Array(bytes.prefix(max(0, read(file, &bytes, bytes.count))))
  }

  /// Whether there is a way beyond this machine: a line below the head.
  var leadOut: Bool { text.count { $0 == UInt8(ascii: "\n") } > 1 }
}
