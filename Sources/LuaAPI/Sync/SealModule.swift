import ChangeQueue
import LuaRuntime
import Store
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerSyncSeal() {
    register(
      FunctionEntry(
        "sync.seal", [.required("passphrase", .text)],
        options: [OptionKey("old", .text, "the passphrase that this one takes the place of")],
        result: "{sealing=, change=}", errors: [.badValue, .readOnly, .crypto],
        doc: """
          Seals with a passphrase what you write, before it goes to the cloud: texts and tags of \
          notes, notes of highlights, labels of bookmarks, names and descriptions of collections. \
          Readable stay verses, colours, times, links, what belongs to what, how long a text is, \
          progress, plans and preferences. The first device switches it on; where the cloud can \
          be asked whether another one did, it is. On every other device give the same passphrase \
          once. change is begun, opened or known. Nobody can tell you a forgotten passphrase; a \
          device that has the present one takes another, with old.
          """,
        example: #"return sync.seal("a long passphrase").change"#, isSecret: true)
    ) { api, call in
      let database = api.device.database
      guard !database.isReadOnly else {
        throw StoreError.readOnly(path: database.connection.path)
      }
      try api.requireNoTransaction(call)
      let engine = api.device.engine
      // A key that is known there is better than a second one.
      if try engine.sealingState() == .off { _ = try api.syncing(call) { $0.pull() } }
      let change = try engine.seal(call.text(1), old: call.textOption("old"))
      let state = try engine.sealingState()
      return call.lua.table(fields: 2) { table in
        table.set("sealing", state.rawValue)
        table.set("change", Self.word(for: change))
      }
    }
  }

  private static func word(for change: SealingChange) -> String {
    switch change {
    case .begun: "begun"
    case .opened: "opened"
    case .known: "known"
    }
  }
}
