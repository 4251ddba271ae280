import Cloud
package import Vocabulary

/// What a push, a pull or a cycle did.
package struct SyncReport: Sendable {
  /// Changes that the cloud took as they were sent.
  package var pushed = 0
  /// Changes that it joined with what it had.
  package var merged = 0
  /// Changes that it refused in this call.
  package var failed = 0
  /// Entries that wait for a person.
  package var parked = 0
  /// Entries that wait to be sent.
  package var pending = 0
  /// Rows that came.
  package var pulled = 0
  /// Conflicts that were kept.
  package var conflicts = 0
  /// Rows that wait for their parents.
  package var shelved = 0
  /// Requests that were made.
  package var requests = 0
  /// Why it ended early; nil where it did not.
  package private(set) var error: (any Explained)?

  package init() {}

  /// What stopped it: `interrupted`, or the error's kind: `offline`, `not_signed_in`, …
  package var reason: String? {
    error.map { $0.code == CloudError.interrupted.code ? "interrupted" : $0.kind.rawValue }
  }

  mutating func stop(_ error: any Explained) { if self.error == nil { self.error = error } }
}

/// What sync itself finds wrong.
package enum SyncError: Explained {
  /// The cloud answered what is no answer of ours. Safe to repeat.
  case unreadable(function: String, problem: String)
  /// The file belongs to another account; nothing was sent.
  case otherOwner(owner: String)
  /// Another process is syncing the same library. Safe to repeat.
  case busyElsewhere
  /// Who was told how far a sync has come began another one. Safe to repeat when it is over.
  case underWay
  /// Sync inside a transaction would hold its lock while the cloud is waited for.
  case inTransaction
  /// A cloud that never comes to an end. Safe to repeat.
  case endless(requests: Int)
  /// A row of the cloud names another that has not been pulled yet. Safe to repeat after a pull.
  case parentMissing(table: String)
  /// A restart that is to be given up.
  case begunAnew
  /// The account's access has ended there.
  case notEntitled
  /// What sealed the texts of this account was not told to this device. Repeat it when it was.
  case passphraseMissing
  /// It opens nothing. Nothing was changed.
  case wrongPassphrase(isChange: Bool)
  /// An empty one.
  case noPassphrase
  /// A text that was changed on its way, or cut short.
  case sealedUnreadable(table: String, id: String)
  /// What is deployed there was made before texts could be sealed.
  case cloudCannotSeal
  case unexpected(String)

  /// What helps after a sync that ended early, by the kind of what ended it.
  package static func cure(afterKind kind: String?) -> String {
    kind == ErrorKind.notEntitled.rawValue ? waiting : "try again: sync.now()"
  }

  private static let tellPassphrase = "give it its passphrase: sync.seal(passphrase)"
  private static let waiting = "nothing is lost: changes wait here until it is"

  package var kind: ErrorKind {
    switch self {
    case .unreadable: .offline
    case .otherOwner: .conflict
    case .busyElsewhere, .underWay: .busy
    case .inTransaction, .begunAnew: .refused
    case .endless: .limit
    case .parentMissing: .busy
    case .notEntitled: .notEntitled
    case .passphraseMissing: .crypto
    case .wrongPassphrase, .noPassphrase: .badValue
    case .sealedUnreadable: .corrupt
    case .cloudCannotSeal: .refused
    case .unexpected: .internal
    }
  }

  package var code: String {
    switch self {
    case .unreadable: "sync.unreadable"
    case .otherOwner: "sync.other_owner"
    case .busyElsewhere: "sync.busy_elsewhere"
    case .underWay: "sync.under_way"
    case .inTransaction: "sync.in_transaction"
    case .endless: "sync.endless"
    case .parentMissing: "sync.parent_missing"
    case .begunAnew: "sync.begun_anew"
    case .notEntitled: "sync.not_entitled"
    case .passphraseMissing: "sync.passphrase_missing"
    case .wrongPassphrase: "sync.wrong_passphrase"
    case .noPassphrase: "sync.no_passphrase"
    case .sealedUnreadable: "sync.sealed_unreadable"
    case .cloudCannotSeal: "sync.cloud_cannot_seal"
    case .unexpected: "sync.unexpected"
    }
  }

  package var summary: String {
    switch self {
    case .unreadable(let function, let problem):
      "the cloud's answer to \(function) cannot be read: \(problem)"
    case .otherOwner: "this library belongs to another account"
    case .busyElsewhere: "another lectern is syncing this library"
    case .underWay: "a sync of this library is under way"
    case .inTransaction: "sync cannot run inside a transaction"
    case .endless(let requests): "the cloud did not come to an end within \(requests) requests"
    case .parentMissing(let table):
      "the cloud's row belongs to one of \(table) that is not on this device yet"
    case .begunAnew: "what was begun anew cannot go on as it was: this device knows no more of it"
    case .notEntitled: "sync is not part of this account's subscription"
    case .passphraseMissing:
      "texts of this account are sealed with a passphrase that this device does not have"
    case .wrongPassphrase: "the passphrase is wrong: it opens nothing that was sealed"
    case .noPassphrase: "a passphrase cannot be empty"
    case .sealedUnreadable(let table, let id):
      "row \(id) of \(table) came with a sealed text that is damaged, or of another account"
    case .cloudCannotSeal: "the cloud was deployed before texts could be sealed"
    case .unexpected(let what): what
    }
  }

  package var hint: String? {
    switch self {
    case .unreadable: "nothing was lost; try again, or look at the cloud's address with .account"
    case .otherOwner: "sign in as the account it belongs to, or use another profile"
    case .endless: "nothing was lost; try again"
    case .parentMissing: "fetch it first: sync.pull()"
    case .busyElsewhere, .underWay: "wait until it has finished"
    case .inTransaction: "call it after transaction(fn) has returned"
    case .begunAnew: "let the change go up: queue.retry(id)"
    case .notEntitled: Self.waiting
    case .passphraseMissing: Self.tellPassphrase
    case .wrongPassphrase(let isChange):
      isChange
        ? "nothing was changed; to change it: sync.seal(new, {old = the present one})"
        : "nothing was changed; type it as on the device that sealed first"
    case .noPassphrase: nil
    case .sealedUnreadable:
      "nothing was lost: it lies aside; a device that has the text sends it anew: sync.verify()"
    case .cloudCannotSeal: "apply the migrations that 'lectern supabase DIR' writes"
    case .unexpected: "nothing was lost; 'lectern doctor' looks at the library and the cloud"
    }
  }
}
