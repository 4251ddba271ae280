import CSQLite
import Glibc

/// Keeps scripts from writing tables that are not theirs, as SQLite's authorizer: it is asked when
/// a statement is prepared, never when one runs.
///
/// A trigger of the file may write them, whoever set it off; one that a script made may not.
final class WriteGuard {
  /// Whether a statement of a script is being prepared.
  var isForScript = false
  /// The table that the last statement was refused for.
  private(set) var refused: String?
  private let tables: Set<String>
  private let triggers: Set<String>

  /// `tables` are those that only the engine writes, `triggers` those of the file in small letters.
  init(tables: Set<String>, triggers: Set<String>) {
    self.tables = tables
    self.triggers = triggers
  }

  /// Asks this guard from now on, which must outlive the connection. All kept statements are
  /// prepared once more.
  func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { context, action, first, _, database, trigger in
        guard let context, let first else { return SQLITE_OK }
        return Unmanaged<WriteGuard>.fromOpaque(context).takeUnretainedValue()
          .answer(action, first, database, trigger)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func begin() {
    isForScript = true
    refused = nil
  }

  private func answer(
    _ action: Int32, _ first: UnsafePointer<CChar>, _ database: UnsafePointer<CChar>?,
    _ trigger: UnsafePointer<CChar>?
  ) -> Int32 {
    switch action {
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      guard let database, strcmp(database, "temp") != 0 else { return SQLITE_OK }
      let isAllowed = trigger.map { triggers.contains(Self.name($0)) } ?? !isForScript
      return isAllowed ? SQLITE_OK : refuse(first, where: tables.contains)
    case SQLITE_CREATE_TEMP_TRIGGER where isForScript:
      return refuse(first, where: triggers.contains)
    default: return SQLITE_OK
    }
  }

  private func refuse(_ name: UnsafePointer<CChar>, where isOurs: (String) -> Bool) -> Int32 {
    guard isOurs(Self.name(name)) else { return SQLITE_OK }
    refused = String(cString: name)
    return SQLITE_DENY
  }

  private static func name(_ text: UnsafePointer<CChar>) -> String {
    String(cString: text).lowercased()
  }
}
