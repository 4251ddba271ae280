import ChangeQueue
import Cloud
import LuaRuntime
import Sync
import Vocabulary
import World

/// What became of a session that the cloud gave.
enum Admitted {
  /// It is this device's; with what a person should know, if anything.
  case here(Cloud.Session, String?)
  /// It is another profile's, and a person should know that.
  case elsewhere(String)
}

/// From a session that the cloud gave to one that this device keeps: only an owner of the library,
/// or of none, comes in, and others by what they chose to become of it.
extension ScriptAPI {
  /// Keeps the session and gives its user, and a message where one is due; nil and a message where
  /// it went to another profile.
  func admit(
    _ session: Cloud.Session, because change: SessionChange = .signedIn, by proof: String? = nil,
    _ call: APICall
  ) throws -> LuaResults {
    user(try admitted(session, because: change, by: proof, call), call)
  }

  /// What a function gives for it.
  func user(_ admitted: Admitted, _ call: APICall) -> LuaResults {
    switch admitted {
    case .here(let session, nil): return user(session, call)
    case .here(let session, let message?):
      let user = state.makeTable { Self.fillUser($0, session) }
      return call.lua.results([.table(user), .string(message)])
    case .elsewhere(let message): return call.lua.results([.nil, .string(message)])
    }
  }

  /// The same, for what goes on with the session. Whatever is thrown, whoever was signed in stays
  /// so, and the session ends, unless it was had by what works once: then the same call may say
  /// what is to be done.
  func admitted(
    _ session: Cloud.Session, because change: SessionChange = .signedIn, by proof: String? = nil,
    _ call: APICall
  ) throws -> Admitted {
    let (account, keeper) = try account
    var message: String?
    do {
      if let offer = try offer(to: session, call) {
        let outcome = try carryOut(offer, for: session)
        guard outcome.isHere else { return .elsewhere(outcome.message) }
        message = outcome.message
      }
    } catch {
      if let proof, case APIError.otherOwner = error {
        hold(session, for: proof)
      } else {
        endUnkept(session, of: account)
      }
      throw error
    }
    try keeper.keep(session, because: change)
    // What is written from now on never goes up as another's.
    if !device.database.isReadOnly { try device.engine.settle(for: session.userID.text) }
    return .here(session, message)
  }

  /// A session that nobody keeps ends by itself, if the cloud can't be told now.
  func endUnkept(_ session: Cloud.Session, of account: Account) {
    do { try account.signOut(.local, token: session.accessToken) } catch { return }
  }

  // MARK: - Sessions that wait for a choice

  /// What a code or the like proves, in one text.
  static func proof(_ parts: String...) -> String { parts.joined(separator: "\n") }

  /// The session that this proof gave and that waits for a choice; it waits no longer.
  func heldSession(for proof: String) throws -> Cloud.Session? {
    guard let held = heldSession, held.proof == proof else { return nil }
    heldSession = nil
    return held.session
  }

  private func hold(_ session: Cloud.Session, for proof: String) {
    if let old = heldSession, let account = device.link.keeper?.account {
      endUnkept(old.session, of: account)
    }
    heldSession = HeldSession(proof: proof, session: session)
  }
}

/// A session that the cloud gave for what works once, while a person is asked what becomes of a
/// library that is another's. It is never written.
struct HeldSession {
  let proof: String
  let session: Cloud.Session
}
