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

  init(in state: LuaState) {
    note = LuaClass("note", in: state)
    collection = LuaClass("collection", in: state)
    highlight = LuaClass("highlight", in: state)
    highlightCollection = LuaClass("highlight_collection", in: state)
    bookmark = LuaClass("bookmark", in: state)
    topic = LuaClass("topic", in: state)
    session = LuaClass("session", in: state)
    reference = LuaClass("reference", in: state)
    entry = LuaClass("queue_entry", in: state)
    conflict = LuaClass("conflict", in: state)
    handle = LuaClass("handle", in: state)
  }
}
