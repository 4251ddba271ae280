package import Cloud
package import EmbeddedCloud
package import Schema
import Sync
package import Vocabulary

/// Where a device's cloud is.
package enum CloudPlace: Sendable, Hashable {
  /// In this process, in a file of the profile: this computer only.
  case embedded
  /// A project elsewhere, by its address.
  case remote(String)
  /// None is set up, on purpose.
  case none
}

/// A device's way to its cloud: the project, and who is signed in to it.
package final class CloudLink: SyncCaller {
  /// Where the cloud is.
  package let place: CloudPlace
  /// Whoever runs the cloud, where that is this process; else nil.
  package let cloudOperator: (any CloudOperator)?
  /// Who brings the mails, where the cloud plays one; else nil.
  package let post: (any CloudPost)?
  /// Nil where no cloud is set up.
  package let project: RemoteProject?
  /// The one owner of who is signed in; nil where no cloud is set up.
  package let keeper: SessionKeeper?

  package init(
    place: CloudPlace, project: RemoteProject?, keeper: SessionKeeper?,
    operator cloudOperator: (any CloudOperator)? = nil, post: (any CloudPost)? = nil
  ) {
    self.place = place
    self.cloudOperator = cloudOperator
    self.post = post ?? cloudOperator
    self.project = project
    self.keeper = keeper
  }

  /// Whoever asks for the project where none is set up is told so.
  package func requireProject() throws(CloudError) -> (RemoteProject, SessionKeeper) {
    guard let project, let keeper else { throw .notConfigured("--cloud none") }
    return (project, keeper)
  }

  package var isOwnCloud: Bool { place == .embedded }

  package func account() throws(CloudError) -> String {
    let (_, keeper) = try requireProject()
    guard let session = try keeper.current() else { throw .notSignedIn(.never) }
    guard !session.needsSignIn else { throw .notSignedIn(session.endedBecause) }
    return session.userID.text
  }

  /// The row as the cloud holds it now; nil where it has none.
  package func row(of name: RowName) throws -> JSONValue? {
    try JSONValue(parsing: try rows(of: name.table, ids: [name.id])).array?.first
  }

  package func rows(of table: String, ids: [RecordID]) throws(CloudError) -> [UInt8] {
    let (project, keeper) = try requireProject()
    let list = ids.map(\.text).joined(separator: ",")
    return try keeper.withToken { (token) throws(CloudError) in
      try project.rows(of: table, [("id", "in.(\(list))")], token: token).body
    }
  }

  package func call(_ function: String, body: [UInt8]) throws(CloudError) -> [UInt8] {
    let (project, keeper) = try requireProject()
    var used = ""
    let reply: [UInt8]
    do throws(CloudError) {
      reply = try keeper.withToken { (token) throws(CloudError) in
        used = token
        return try project.rpc(function, body: body, token: token)
      }
    } catch {
      // The token is good to its end, whatever became of the account: Auth knows.
      if error.saysNoAccount { _ = try keeper.profile() }
      throw error
    }
    guard Self.isLapse(reply) else { return reply }
    // A subscription that came back is in the next token only.
    do throws(CloudError) {
      return try project.rpc(function, body: body, token: try keeper.token(insteadOf: used))
    } catch { return reply }
  }

  /// Such an answer holds no row: it is short.
  private static func isLapse(_ reply: [UInt8]) -> Bool {
    guard reply.count < 512 else { return false }
    do { return try JSONValue(parsing: reply)["status"] == "not_entitled" } catch { return false }
  }
}

/// Whoever runs a cloud, and says who may use it.
package protocol CloudOperator: CloudPost {
  /// Says until when a person may sync; nil for no end. False where nobody has that address.
  func entitle(_ email: String, until end: Instant?) throws -> Bool
}

/// The world around a cloud that plays one: mails, providers of identities, a browser.
package protocol CloudPost: AnyObject {
  /// The mails to an address, the newest first.
  func inbox(_ email: String) throws -> [Mail]
  /// Lets the cloud take the tokens that this key signs.
  func publish(_ key: PublishedKey) throws
  /// What a browser gets that opens a path of the cloud.
  func browse(_ path: String) throws -> HTTPResponse
}

extension EmbeddedProject: CloudOperator {
  package func inbox(_ email: String) throws -> [Mail] { try inbox(.some(email)) }

  package func browse(_ path: String) throws -> HTTPResponse {
    answer(HTTPRequest(method: "GET", path: path))
  }
}

/// The post of a cloud that another process of this program serves.
package final class ServedPost: CloudPost {
  private let project: RemoteProject

  package init(_ project: RemoteProject) { self.project = project }

  package func inbox(_ email: String) throws -> [Mail] {
    try project.mails(to: email).compactMap { Mail($0) }
  }

  package func publish(_ key: PublishedKey) throws { try project.publish(key.json) }

  package func browse(_ path: String) throws -> HTTPResponse { try project.browse(path) }
}

extension CloudError {
  /// Whether a row was refused since its owner is no user: an account that was deleted.
  fileprivate var saysNoAccount: Bool {
    guard case .refused(_, "23503", let message) = self else { return false }
    return message.contains("_user_id_fkey")
  }
}
