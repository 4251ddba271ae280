import Library
import LuaRuntime

/// The classes of the records of one device: each device of a world has its own, so that a record's
/// methods act on the device it came from.
final class RecordClasses {
  let note: LuaClass
  let collection: LuaClass
  let highlight: LuaClass
  let highlightCollection: LuaClass
  let bookmark: LuaClass
  let topic: LuaClass
  let session: LuaClass
  let reference: LuaClass
  let entry: LuaClass
  let conflict: LuaClass
  let handle: LuaClass

  var all: [LuaClass] {
    [
      note, collection, highlight, highlightCollection, bookmark, topic, session, reference, entry,
      conflict,
      handle,
    ]
  }

  /// The class of that name, if records have it.
  func named(_ name: String) -> LuaClass? { all.first { $0.name == name } }

  init(in state: LuaState, refusal: @escaping (String, String) -> any Error) {
    func makeClass(_ name: String, _ fields: [LuaKey] = []) -> LuaClass {
      LuaClass(records: name, fields: fields, in: state, refusal: refusal)
    }
    note = makeClass("note", Note.fields)
    collection = makeClass("collection")
    highlight = makeClass("highlight")
    highlightCollection = makeClass("highlight_collection")
    bookmark = makeClass("bookmark")
    topic = makeClass("topic")
    session = makeClass("session")
    reference = makeClass("reference")
    entry = makeClass("queue_entry")
    conflict = makeClass("conflict")
    handle = makeClass("handle")
  }
}
