import Vocabulary

/// What a script may do with a world and its devices.
enum WorldEntries {
  static let world = FunctionEntry(
    "world",
    options: [
      OptionKey("seed", .integer, "all chance follows from it (1)"),
      OptionKey("start", .text, "what the clock shows (2026-01-01T00:00:00Z)"),
      OptionKey("devices", .texts, "their names (phone, tablet)"),
      OptionKey("accounts", .table, "a device's account by its name; false for a guest"),
      OptionKey("confirm_email", .boolean, "sign-ups are confirmed by a mailed code (false)"),
    ],
    result: "world: a device under each name, and .cloud", errors: [.badValue],
    doc: """
      Makes devices, a cloud and a clock, all in memory; each device has every module, signed in \
      to one account unless accounts says otherwise. From then on os.time, os.date, os.clock and \
      math.random of the script follow the newest world, and pairs goes by sorted keys.
      """,
    example: """
      local w = world{devices = {"phone", "tablet"}}
      w.phone.notes.add("John 3:16", "x")
      w:settle()
      return w.tablet.notes.count{}
      """)

  static let advance = FunctionEntry(
    "world:advance", [.required("by", .duration)], errors: [.badValue],
    doc: "Lets time pass for everyone.", example: #"world{}:advance("5m")"#)

  static let settle = FunctionEntry(
    "world:settle", result: "how many rounds it took", errors: [.offline],
    doc: "Syncs all devices that are online until nothing moves.",
    example: "return world{}:settle()")

  static let diff = FunctionEntry(
    "world:diff", result: "list of {device=, table=, cloud_id=, column=, here=, there=}",
    doc: "Lists where devices differ from the cloud; empty when all are alike.",
    example: "return #world{}:diff()")

  static let fail = FunctionEntry(
    "world:fail",
    options: [
      OptionKey("device", .text, "whose requests (all)"),
      OptionKey("next", .integer, "how many of the next ones (1)"),
      OptionKey("status", .integer, "the cloud answers this instead"),
      OptionKey("lose_reply", .boolean, "it is done, and its answer is lost"),
      OptionKey("duplicate", .boolean, "it arrives twice"),
      OptionKey("expire_token", .boolean, "the token counts as expired"),
      OptionKey("portal", .boolean, "a network's sign-in page answers"),
      OptionKey("latency", .duration, "time passes before the answer"),
      OptionKey("drop", .boolean, "it does not arrive"),
    ],
    errors: [.badValue],
    doc: """
      Lets the next requests go wrong: those of one device, or of every device where none is \
      named. A sync that meets one ends there, and world:settle raises its error; what is left \
      waits for the next sync. A token that expires is renewed, and the sync goes on.
      """,
    example: """
      local w = world{}
      w.phone.notes.add("John 3:16", "x")
      w:fail{device = "phone", next = 1, lose_reply = true}
      w.phone.sync.now()
      w:settle()
      return w.tablet.notes.count{}
      """)

  static let report = FunctionEntry(
    "world:report", [.required("path", .text)],
    result: "how many events it shows", errors: [.badValue, .refused],
    doc: """
      Draws what happened in the world so far, as a page for a browser: a lane for each device, \
      one for the cloud, time downwards; edits, queues, requests, replies, faults and conflicts, \
      with details on demand. The file needs nothing else. An earlier page is replaced, no other \
      file.
      """,
    example: """
      local w = world{}
      w.phone.notes.add("John 3:16", "x")
      w:settle()
      local path = os.tmpname()
      os.remove(path)
      local events = w:report(path)
      os.remove(path)
      return events
      """)

  static let backup = FunctionEntry(
    "world_cloud:backup", doc: "Remembers the whole cloud as it is.",
    example: "world{}.cloud:backup()")

  static let restore = FunctionEntry(
    "world_cloud:restore", errors: [.badValue],
    doc: "Puts the cloud back as it was remembered, as an operator does after a loss.",
    example: """
      local w = world{}
      w.cloud:backup()
      w.cloud:restore()
      """)

  static let write = FunctionEntry(
    "world_cloud:write", [.required("table", .text), .required("row", .table)],
    options: [OptionKey("device", .text, "whose account (that of the first that is signed in)")],
    result: "the row's id in the cloud; nil where it belongs to a run that is over",
    errors: [.refused, .badValue, .notSignedIn],
    doc: """
      Inserts or edits a row of an account as a client does that knows nothing of sync: a web \
      page, or a person at the dashboard.
      """,
    example: """
      local w = world{}
      w.cloud:write("user_notes", {verse_ref = "john 3:16", note_text = "by hand"})
      w:settle()
      return w.phone.notes.find{ref = "John 3:16"}[1].text
      """)

  static let delete = FunctionEntry(
    "world_cloud:delete", [.required("table", .text), .required("id", .text)],
    options: [OptionKey("device", .text, "whose account (that of the first that is signed in)")],
    result: "true; false where nothing lives there", errors: [.refused, .badValue, .notSignedIn],
    doc: "Deletes a row of an account as such a client does. It becomes a tombstone.",
    example: """
      local w = world{}
      local id = w.cloud:write("user_notes", {verse_ref = "john 3:16", note_text = "by hand"})
      return w.cloud:delete("user_notes", id)
      """)

  static let upgradeCloud = FunctionEntry(
    "world_cloud:upgrade",
    doc: """
      Deploys a next version of the cloud, made up for such tests: user_notes has a column mood \
      more, and there is a table prayers (body, note_id, tags). Devices keep aside what they do \
      not know of it.
      """,
    example: """
      local w = world{}
      w.cloud:upgrade()
      w.cloud:write("prayers", {body = "for them"})
      w:settle()
      return #w.phone.sql("SELECT * FROM sync_unknown"), #w:diff()
      """)

  static let upgrade = FunctionEntry(
    "device:upgrade", result: "the device", errors: [.corrupt, .refused],
    doc: """
      Starts the device with the next version of the program, which knows what the upgraded cloud \
      has. Before the cloud is upgraded, that refuses what it does not know.
      """,
    example: """
      local w = world{}
      w.cloud:upgrade()
      w.cloud:write("prayers", {body = "for them"})
      w:settle()
      w.phone:upgrade()
      w:settle()
      return w.phone.sql("SELECT body FROM prayers")[1].body
      """)

  static let crash = FunctionEntry(
    "device:crash",
    options: [
      OptionKey("keep", .integer, "how much of what was not synced to its disk stays, in % (50)"),
      OptionKey("at", .integer, "not now, but at so many changes of its disk from now"),
    ],
    result: "the device", errors: [.badValue],
    doc: """
      Cuts the device's power. What its disk had not synced is lost, or stays as chance wants: the \
      last edits may be gone. With at, its program ends in the middle of a write, and all that was \
      written before stays. Nothing works there until it is started again.
      """,
    example: """
      local w = world{}
      w.phone.notes.add("John 3:16", "x")
      w.phone:crash():restart()
      return w.phone.notes.count{} <= 1
      """)

  static let restart = FunctionEntry(
    "device:restart", result: "the device", errors: [.corrupt, .refused],
    doc: """
      Starts the device from what is on its disk; one that still runs is ended first, and loses \
      nothing. What was taken from it before, records and modules, must be got again.
      """,
    example: """
      local w = world{}
      w.phone.notes.add("John 3:16", "x")
      w.phone:restart()
      return w.phone.notes.count{}
      """)

  static let offline = FunctionEntry(
    "device:offline", doc: "Cuts the device off from the cloud.",
    example: """
      local w = world{}
      w.phone:offline()
      return w.phone.sync.now().reason
      """)

  static let online = FunctionEntry(
    "device:online", doc: "Connects the device to the cloud again.",
    example: "world{}.phone:online()")

  static let skew = FunctionEntry(
    "device:skew", [.required("by", .duration)], errors: [.badValue],
    doc: "Sets how far the device's clock is off.", example: #"world{}.phone:skew("+10m")"#)

  static let all = [
    world, advance, settle, diff, fail, report, backup, restore, write, delete, offline, online,
    skew,
    crash, restart, upgradeCloud, upgrade,
  ]
}
