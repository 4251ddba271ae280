package import Vocabulary

/// Why something could not be computed with OpenSSL's libcrypto.
package enum CryptoError: Explained, Equatable {
  /// The library is loaded at first use, and is not installed.
  case libraryMissing(reason: String)
  /// The library would not do it, as with parameters that want too much memory.
  case failed(String)

  /// The file that is loaded.
  package static let library = "libcrypto.so.3"

  package var kind: ErrorKind { .crypto }

  package var code: String {
    switch self {
    case .libraryMissing: "crypto.library_missing"
    case .failed: "crypto.failed"
    }
  }

  package var summary: String {
    switch self {
    case .libraryMissing(let reason): "\(Self.library) could not be loaded: \(reason)"
    case .failed(let what): "\(what) failed in \(Self.library)"
    }
  }

  package var hint: String? { "install it: apt-get install libssl3" }
}
