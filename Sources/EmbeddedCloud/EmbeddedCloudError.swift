package import Vocabulary

/// Why the stand-in for the cloud cannot work at all; what it refuses a client is an answer.
package enum EmbeddedCloudError: Explained, Equatable {
  /// The port is taken, or sockets are out. Safe to repeat, with another port.
  case cannotListen(port: UInt16, reason: String)
  /// A library that is loaded at first use is not installed.
  case libraryMissing(name: String, reason: String)
  /// The stand-in's own database failed. `cause` is what the store said.
  case storeFailed(kind: ErrorKind, cause: String)
  /// The stand-in's keys are not what it wrote.
  case keysUnreadable

  package var kind: ErrorKind {
    switch self {
    case .cannotListen: .busy
    case .libraryMissing: .crypto
    case .storeFailed(let kind, _): kind
    case .keysUnreadable: .corrupt
    }
  }

  package var code: String {
    switch self {
    case .cannotListen: "embedded_cloud.cannot_listen"
    case .libraryMissing: "embedded_cloud.library_missing"
    case .storeFailed: "embedded_cloud.store_failed"
    case .keysUnreadable: "embedded_cloud.keys_unreadable"
    }
  }

  package var summary: String {
    switch self {
    case .cannotListen(let port, let reason):
      "the embedded cloud cannot listen on port \(port): \(reason)"
    case .libraryMissing(let name, let reason): "\(name) could not be loaded: \(reason)"
    case .storeFailed(_, let cause): "the embedded cloud's database failed: \(cause)"
    case .keysUnreadable: "the embedded cloud's database holds no keys that can be read"
    }
  }

  package var hint: String? {
    switch self {
    case .cannotListen(let port, _): port == 0 ? nil : "choose another port, or 0 for any free one"
    case .libraryMissing: "install it: apt-get install libssl3"
    case .storeFailed: nil
    case .keysUnreadable: "keep the file and serve from another one with --data"
    }
  }
}
