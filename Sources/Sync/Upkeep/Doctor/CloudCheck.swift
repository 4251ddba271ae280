import Cloud
package import Schema
package import Vocabulary

/// Looks at the cloud: whether it answers, what is deployed there, and whether it still is as it
/// was deployed. One request, which changes nothing.
package struct CloudCheck {
  private let cloud: any SyncCaller
  private let catalog: Catalog
  private let surroundings: any Surroundings
  private let knownCloud: String?

  /// - Parameter knownCloud: the identity of the cloud that the library was synced with; nil for
  ///   none.
  package init(
    _ cloud: any SyncCaller, catalog: Catalog, surroundings: any Surroundings, knownCloud: String?
  ) {
    self.cloud = cloud
    self.catalog = catalog
    self.surroundings = surroundings
    self.knownCloud = knownCloud
  }

  private static let deploy = "apply the migrations that 'lectern supabase DIR' writes"

  /// What the one request tells, or why there was no answer to it.
  package func findings() -> [Finding] {
    let body: [UInt8]
    do throws(CloudError) { body = try cloud.call("sync_describe", body: Array("{}".utf8)) } catch {
      return [Self.finding(error)]
    }
    do { return try read(try parseReply("sync_describe", body)) } catch let error as any Explained {
      return [.wrong("cloud", error.summary, cure: error.hint)]
    } catch { return [.wrong("cloud", String(describing: error), cure: nil)] }
  }

  private static func finding(_ error: CloudError) -> Finding {
    switch error {
    case .notSignedIn(.never):
      .note("session", "nobody is signed in", cure: "auth.sign_in(email, password)")
    case .refused(_, let code, _) where ["PGRST202", "42883"].contains(code):
      .wrong("cloud", "it answers, and has not what is deployed today", cure: deploy)
    case _ where error.failureClass == .wait:
      .note("cloud", error.summary, cure: error.hint)
    default: .wrong("cloud", error.summary, cure: error.hint)
    }
  }

  private func read(_ reply: JSONValue) throws -> [Finding] {
    let now = try replyTime("sync_describe", reply)
    if reply["status"]?.string == "not_entitled" { throw SyncError.notEntitled }
    guard let version = reply["version"]?.string, let tables = reply["tables"]?.object,
      let identity = reply["cloud"]?.string
    else { throw SyncError.unreadable(function: "sync_describe", problem: "parts are missing") }
    var findings = [schema(version, tables)]
    findings.append(
      names(reply["unguarded"]).map { .wrong("policies", "open: \($0)", cure: Self.deploy) }
        ?? .fine("policies", "each table shows people their own rows"))
    findings.append(
      names(reply["untriggered"]).map {
        .wrong("triggers", "missing or off in the cloud: \($0)", cure: Self.deploy)
      }
        ?? .fine("triggers", "other clients' writes are noticed in the cloud"))
    if let knownCloud, knownCloud != identity {
      findings.append(
        .note(
          "cloud", "another one than this library was synced with: all goes up at the next sync"))
    }
    if let clock = LibraryCheck.clockFinding(now - surroundings.now()) { findings.append(clock) }
    return findings + limits(reply["limits"])
  }

  private func schema(_ version: String, _ tables: JSONObject) -> Finding {
    if version > Catalog.cloudVersion {
      return .note("cloud", "its schema \(version) is newer than this lectern", cure: "update it")
    }
    let other = catalog.tables.map(\.name).filter { name in
      tables[name]?.string != catalog[name]?.form
    }
    if version < Catalog.cloudVersion || !other.isEmpty {
      let place = other.isEmpty ? "" : ": \(other.joined(separator: ", "))"
      return .wrong("cloud", "its schema \(version) is not today's\(place)", cure: Self.deploy)
    }
    return .fine("cloud", "it answers, and has the schema \(version)")
  }

  private func limits(_ limits: JSONValue?) -> [Finding] {
    guard let ahead = limits?["ahead_ms"]?.integer, ahead != Limits.ahead.wholeMilliseconds else {
      return []
    }
    return [.note("cloud", "it takes stamps up to \(ahead / 1000) s ahead of its clock")]
  }

  /// A list that is not empty, in words.
  private func names(_ list: JSONValue?) -> String? {
    let names = (list?.array ?? []).compactMap(\.string)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
