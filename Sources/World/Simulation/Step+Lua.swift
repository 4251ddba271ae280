extension Step {
  /// The function of the script that plays it.
  var function: String { call.name }

  /// The line that plays it on the device of that name.
  func lua(_ device: String) -> String {
    let call = call
    let arguments = (Self.ofNoDevice.contains(call.name) ? [] : ["w.\(device)"]) + call.arguments
    return "\(call.name)(\(arguments.joined(separator: ", ")))"
  }

  private static let ofNoDevice: Set = [
    "advance", "backup", "put_back", "app_add", "app_edit", "app_delete", "app_highlight",
    "upgrade_cloud", "next_mood", "next_prayer", "next_edit", "next_delete",
  ]

  private var call: (name: String, arguments: [String]) {
    switch action {
    case .addNote(let verse, let text): ("note", ["\(verse)", quoted(text)])
    case .editNote(let place, let text): ("edit", ["\(place)", quoted(text)])
    case .tagNote(let place, let tag, let isOn): ("tag", ["\(place)", "\"t\(tag)\"", "\(isOn)"])
    case .fileNote(let place, let collection): ("file", ["\(place)", "\(collection)"])
    case .deleteNote(let place): ("delete", ["\(place)"])
    case .restoreNote(let place): ("restore", ["\(place)"])
    case .linkNotes(let one, let other): ("link", ["\(one)", "\(other)"])
    case .unlinkNotes(let one, let other): ("unlink", ["\(one)", "\(other)"])
    case .addCollection(let name): ("collect", [quoted(name)])
    case .renameCollection(let place, let name): ("rename", ["\(place)", quoted(name)])
    case .deleteCollection(let place): ("scatter", ["\(place)"])
    case .highlight(let verse, let color, let note):
      ("highlight", ["\(verse)", quoted(Simulation.color(color)), quoted(note)])
    case .unhighlight(let verse): ("unhighlight", ["\(verse)"])
    case .addBookmark(let verse, let label): ("bookmark", ["\(verse)", quoted(label)])
    case .labelBookmark(let place, let label): ("label", ["\(place)", quoted(label)])
    case .deleteBookmark(let place): ("unbookmark", ["\(place)"])
    case .bookmarkTopic(let topic, let title): ("topic", ["\"topic\(topic)\"", quoted(title)])
    case .unbookmarkTopic(let topic): ("untopic", ["\"topic\(topic)\""])
    default: otherCall
    }
  }

  private var otherCall: (name: String, arguments: [String]) {
    switch action {
    case .prefer(let theme): ("prefer", [quoted(Simulation.theme(theme))])
    case .reachMilestone(let place): ("reach", [quoted(Simulation.milestone(place))])
    case .visit(let chapter): ("visit", ["\(chapter)"])
    case .startPlan(let isAnew): ("start", ["\(isAnew)"])
    case .completeDay(let day): ("complete", ["\(day)"])
    case .abandonPlan: ("abandon", [])
    case .clearHistory: ("clear", [])
    case .writeSQL(let place, let text): ("write_sql", ["\(place)", quoted(text)])
    case .push: ("push", [])
    case .pull: ("pull", [])
    case .compact: ("compact", [])
    case .discard(let place): ("discard", ["\(place)"])
    case .signOut: ("sign_out", [])
    case .signIn: ("sign_in", [])
    case .offline: ("offline", [])
    case .online: ("online", [])
    case .skew(let minutes): ("skew", ["\(minutes)"])
    case .fault(let fault): ("fail", [fault.options])
    case .losePower: ("lose_power", [])
    case .endProgram: ("end_program", [])
    case .crash(let change): ("crash", ["\(change)"])
    case .advance(let minutes): ("advance", ["\(minutes)"])
    case .backUpCloud: ("backup", [])
    case .restoreCloud: ("put_back", [])
    case .plainAdd(let verse, let text): ("app_add", ["\(verse)", quoted(text)])
    case .plainEdit(let place, let text): ("app_edit", ["\(place)", quoted(text)])
    case .plainDelete(let place): ("app_delete", ["\(place)"])
    case .plainHighlight(let verse, let color, let note):
      ("app_highlight", ["\(verse)", quoted(Simulation.color(color)), quoted(note)])
    default: nextCall
    }
  }

  private var nextCall: (name: String, arguments: [String]) {
    switch action {
    case .upgradeCloud: ("upgrade_cloud", [])
    case .upgradeDevice: ("upgrade", [])
    case .nextMood(let place, let text): ("next_mood", ["\(place)", quoted(text)])
    case .nextPrayer(let text): ("next_prayer", [quoted(text)])
    case .nextPrayerEdit(let place, let text): ("next_edit", ["\(place)", quoted(text)])
    case .nextPrayerDelete(let place): ("next_delete", ["\(place)"])
    case .writeMood(let place, let text): ("write_mood", ["\(place)", quoted(text)])
    case .writePrayer(let place, let text): ("write_prayer", ["\(place)", quoted(text)])
    default: ("sync", [])
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}

extension Step.NetworkFault {
  /// The options of `world:fail`.
  fileprivate var options: String {
    switch self {
    case .dropped: "{drop = true}"
    case .lostReply: "{lose_reply = true}"
    case .doubled: "{duplicate = true}"
    case .unavailable: "{status = 503}"
    case .overrun: "{status = 429}"
    case .broken: "{status = 500}"
    case .portal: "{portal = true}"
    case .slow: "{latency = \"25s\"}"
    case .expired: "{expire_token = true}"
    case .refused: "{status = 400}"
    }
  }
}
