import ChangeQueue
import Cloud
import Library
import LuaRuntime
import Store
import Sync
import Vocabulary
import World

/// What can be done where somebody signs in to a library that belongs to another account.
///
/// | offer | this library | who signs in |
/// |---|---|---|
/// | new_profile | stays as it is, and who was signed in too | gets a profile, and is in there |
/// | replace | is kept as a file, then emptied | pulls theirs into it |
/// | copies | is kept as a profile of its own | gets a copy of each living row, as new ones |
enum OtherOwnerOffer: String, CaseIterable {
  case newProfile = "new_profile"
  case replace
  case copies

  /// As a person at a prompt is asked.
  var question: String {
    switch self {
    case .newProfile: "a new profile for who signs in; this library stays as it is"
    case .replace: "theirs takes the place of this library, which is kept as a file"
    case .copies: "what is here is copied to theirs; this library is kept as a profile"
    }
  }
}

extension ScriptAPI {
  /// What every function takes that ends with somebody signed in.
  static let otherOwnerOption = OptionKey(
    "on_other_owner", .choice(OtherOwnerOffer.allCases.map(\.rawValue)),
    "what is done where the library belongs to another account")

  /// What is to be done before the session's account has this library: nothing where it has it
  /// already, or nobody has. Nothing is touched yet.
  ///
  /// Errors: `conflict`, which names the offers, where none was chosen.
  func offer(to session: Cloud.Session, _ call: APICall) throws -> OtherOwnerOffer? {
    guard let owner = try device.engine.owner(), owner != session.userID.text,
      try !device.engine.isBlank()
    else { return nil }
    return try chosenOffer(for: session.email, call)
  }

  /// What is to be done is asked before a new account is made, which cannot own a library that is
  /// somebody's. The choice holds for that address until whoever asks forgets it.
  func requireOffer(for email: String, _ call: APICall) throws {
    guard try device.engine.owner() != nil, try !device.engine.isBlank() else { return }
    earlyOffer = (email.lowercased(), try chosenOffer(for: email, call))
  }

  private func chosenOffer(for email: String, _ call: APICall) throws -> OtherOwnerOffer {
    if let offer = try call.textOption("on_other_owner").flatMap(OtherOwnerOffer.init(rawValue:)) {
      if state.isSandboxed, device.shelf.isOnMachine {
        throw APIError.inSandbox(function: call.entry.name)
      }
      return offer
    }
    if let earlyOffer, earlyOffer.email == email.lowercased() {
      self.earlyOffer = nil
      return earlyOffer.offer
    }
    guard let person, !(state.isSandboxed && device.shelf.isOnMachine) else {
      throw APIError.otherOwner(email: email)
    }
    do {
      return try Dialogue(api: self, call: call, person: person).chooseOffer(for: email)
    } catch is Dialogue.GivenUp {
      person.tell("Nothing was changed.")
      throw APIError.otherOwner(email: email)
    }
  }

  /// Does what was chosen, up to the session itself. Answers whether the account has this library
  /// now, and what a person should know.
  func carryOut(
    _ offer: OtherOwnerOffer, for session: Cloud.Session
  ) throws -> (isHere: Bool, message: String) {
    if offer == .newProfile {
      let name = try device.shelf.beginProfile(for: session)
      return (false, "signed in in the profile \(name), not here: lectern --profile \(name)")
    }
    guard !device.database.isReadOnly else {
      throw StoreError.readOnly(path: device.database.connection.path)
    }
    let account = session.userID.text
    return try withoutSyncing {
      let whose = try ownersName()
      let unsent = try device.database.queueLength()
      if offer == .copies {
        let old = try device.link.keeper?.current()
        let name = try device.shelf.keepProfile(of: device, named: whose, session: old)
        try device.engine.copyLibrary(to: account)
        let how = device.shelf.isOnMachine ? ": lectern --profile \(name)" : ", in memory"
        return (true, "the library as it was is the profile \(name)\(how)")
      }
      let place = try device.shelf.keepCopy(of: device, named: whose)
      try device.engine.replaceLibrary(for: account)
      // Nobody has any more use for the session of who was here.
      let (cloud, keeper) = try self.account
      if let old = try keeper.current() { endUnkept(old, of: cloud) }
      let edits =
        switch unsent {
        case 0: ""
        case 1: ", with 1 edit that no cloud has,"
        default: ", with \(unsent) edits that no cloud has,"
        }
      let how = device.shelf.isOnMachine ? "" : ", in memory"
      return (true, "what was here\(edits) is kept in \(place)\(how)")
    }
  }

  /// The address of the account that the library belongs to, or what is known of it.
  private func ownersName() throws -> String {
    let owner = try device.engine.owner() ?? ""
    if let session = try session, session.userID.text == owner { return session.email }
    if let profile = try AuthProfiles(device.database).latest(), profile.userID == owner,
      let email = profile.email
    {
      return email
    }
    return String(owner.prefix(8))
  }
}

extension Dialogue {
  /// Asks what becomes of a library that is another's.
  fileprivate func chooseOffer(for email: String) throws -> OtherOwnerOffer {
    person.tell("This library belongs to another account than \(email).")
    for (place, offer) in OtherOwnerOffer.allCases.enumerated() {
      person.tell("  \(place + 1)  \(offer.question)")
    }
    let choice = try ask("1 to 3, or Enter to leave all as it is: ") {
      ["", "1", "2", "3"].contains($0) ? nil : "must be 1, 2 or 3, or nothing"
    }
    guard let number = Int(choice) else { throw GivenUp() }
    return OtherOwnerOffer.allCases[number - 1]
  }
}
