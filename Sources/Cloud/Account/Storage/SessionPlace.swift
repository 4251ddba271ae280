/// Where a session is kept.
package enum SessionPlace: String, Sendable {
  /// Nowhere: it ends with the process.
  case memory
  /// In a file that only its owner may read.
  case file
  /// In such a file, sealed with a passphrase.
  case sealedFile = "sealed file"
  /// With the desktop's secret service.
  case secretService = "secret service"
  /// In the environment of the process.
  case environment
}
