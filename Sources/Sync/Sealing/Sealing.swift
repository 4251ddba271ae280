import Cloud
import Schema
import Vocabulary

/// How texts look in the cloud, as far as this device knows: which keys there are, and which of
/// them it has.
///
/// | keys that are known | keys that are here | texts go up | texts that came |
/// |---|---|---|---|
/// | none | none | as they are | are as they are |
/// | some | none | not: they wait for the passphrase | lie aside, sealed |
/// | any | some | under the newest that is here | are opened; those under others go up anew |
struct Sealing {
  /// The ids that preferences name, oldest first.
  let known: [String]
  /// The keys of this device, oldest first.
  let keys: [SealingKey]

  static var off: Sealing { Sealing(known: [], keys: []) }

  /// The key that texts go up under.
  var active: SealingKey? { keys.last }
  /// Nobody has switched it on, for all this device knows.
  var isOff: Bool { known.isEmpty && keys.isEmpty }
  /// It is on, and this device was not told a passphrase.
  var isLocked: Bool { keys.isEmpty && !known.isEmpty }
  /// Texts are sealed with a newer key than any that is here.
  var isBehind: Bool { (known.last ?? "") > (active?.id ?? "") }

  /// What a text that came is.
  enum Opened {
    /// `isCurrent`: it lies in the cloud as this device would send it.
    case text(String, isCurrent: Bool)
    /// Its key is not here, or it was changed.
    case closed
  }

  /// A text as it goes up. One that is empty has nothing to hide.
  func seal(_ text: String, at place: SealedPlace) throws(CryptoError) -> String {
    if text.isEmpty { return text }
    if let active { return try active.seal(text, at: place) }
    return text.utf8.starts(with: SealedText.word.utf8) ? SealedText.plainMark + text : text
  }

  /// A text as a person wrote it.
  func open(_ text: String, at place: SealedPlace) throws(CryptoError) -> Opened {
    guard text.utf8.starts(with: SealedText.word.utf8) else {
      return .text(text, isCurrent: active == nil || text.isEmpty)
    }
    if text.utf8.starts(with: SealedText.plainMark.utf8) {
      let plain = String(Substring(text.utf8.dropFirst(SealedText.plainMark.utf8.count)))
      return .text(plain, isCurrent: active == nil)
    }
    guard text.utf8.starts(with: SealedText.mark.utf8) else {
      return .text(text, isCurrent: active == nil)
    }
    guard let id = SealedText.key(of: text), let key = keys.last(where: { $0.id == id }),
      let plain = try key.open(text, at: place)
    else { return .closed }
    return .text(plain, isCurrent: id == active?.id)
  }
}
