/// The way to the cloud: one exchange of bytes at a time.
///
/// Every implementation moves bytes and nothing else: it throws only `CloudError`, sends a request
/// once, follows no redirect, reads no body, and keeps nothing of one exchange for the next but the
/// connection. An answer of any status is an answer, not an error. One thread owns it.
package protocol CloudPort: AnyObject {
  /// Sends a request and waits for its answer.
  ///
  /// Errors: `offline` where the cloud was certainly not reached; `lost` and `timedOut` where it
  /// may have done what was asked; `interrupted` where the person stopped it; `unreadable` where
  /// the answer was too large or no HTTP.
  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse
}
