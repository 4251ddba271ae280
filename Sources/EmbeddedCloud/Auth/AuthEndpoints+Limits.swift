import Cloud
import Vocabulary

/// How many requests one address has left on each route.
///
/// Shape: as many as come at once; what was used comes back over five minutes. It lives as long as
/// the project is open.
final class RequestBuckets {
  private var buckets: [String: (left: Double, at: Instant)] = [:]

  /// Takes one out; nil if there is one, else when there will be.
  /// - Parameter refill: how many come back in five minutes.
  func take(_ name: String, of size: Int, refill: Int, at now: Instant) -> Instant? {
    if buckets.count > Self.kept { buckets = [:] }
    let perMillisecond = Double(refill) / 300_000
    var bucket = buckets[name] ?? (Double(size), now)
    let passed = Double(max(0, now.milliseconds - bucket.at.milliseconds))
    bucket = (min(Double(size), bucket.left + passed * perMillisecond), now)
    defer { buckets[name] = bucket }
    guard bucket.left < 1 else {
      bucket.left -= 1
      return nil
    }
    return now + .milliseconds(Int64((1 - bucket.left) / perMillisecond))
  }

  /// Unit: buckets.
  private static let kept = 10_000
}

/// What stands before a route: how often it may be asked, and whether a person asks.
extension AuthEndpoints {
  func requireBucket() throws(AuthRefusal) {
    guard let size = settings.requestsAtOnce,
      let address = request.headers["X-Forwarded-For"] ?? (settings.countsUnnamed ? "" : nil)
    else { return }
    let isLimited =
      ["otp", "magiclink", "recover", "resend", "signup", "verify", "token"].contains(path)
      || (request.method, path) == ("PUT", "user")
    guard isLimited else { return }
    let refill = path == "token" ? size * 5 : size
    let free = project.buckets.take("\(path) \(address)", of: size, refill: refill, at: now)
    guard let free else { return }
    throw AuthRefusal(
      status: 429, code: "over_request_rate_limit", message: "Request rate limit reached",
      retryAfter: (free.milliseconds - now.milliseconds + 999) / 1000)
  }

  /// There is nobody here who could judge an answer to one.
  func requireCaptcha() throws(AuthRefusal) {
    if settings.asksCaptcha { throw .trouble("captcha verification process failed") }
  }
}
