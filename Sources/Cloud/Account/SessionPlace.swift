/// Where a session is kept.
package enum SessionPlace: Sendable, Equatable {
  /// Nowhere: it ends with the process.
  case memory
  /// In a file that only its owner may read.
  case file(path: String)
}

extension SessionPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .memory: "memory"
    case .file: "file"
    }
  }
}
