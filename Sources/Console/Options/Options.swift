package import Vocabulary

/// What the command line asks for, checked.
package struct Options: Sendable, Equatable {
  /// What is to be done.
  package enum Task: Sendable, Equatable {
    case prompt
    /// A script and its arguments; `-` is stdin.
    case script(path: String, arguments: [String])
    case chunk(String, arguments: [String])
    case replay(paths: [String], isAccepting: Bool)
    case serve(ServeOptions)
    case sync
    case supabase(SupabaseOptions)
    case doctor
    /// A copy of the library at that path.
    case backup(path: String)
    /// The copy at that path in the library's place.
    case restore(path: String)
    case simulate(SimulateOptions)
    case test(TestOptions)
    /// Definition files for editors, in that folder.
    case editorTypes(folder: String)
    /// The manual pages, in that folder.
    case manuals(folder: String)
    /// What completes the command line in that shell.
    case completion(shell: String)
    case version
    /// The usage text; of that command where one is named.
    case help(command: String?)
  }

  /// When output may be coloured.
  package enum Color: String, Sendable, CaseIterable {
    case auto, always, never
  }

  /// What is to be done.
  package var task = Task.prompt
  /// The command that was named, for its own help.
  var command: String?
  /// Whether the prompt follows the script or chunk.
  package var isInteractiveAfter = false
  /// The profile to open; nil: the default one.
  package var profile: String?
  /// A library outside the profiles.
  package var database: String?
  /// Whether the library is new, in memory, and gone at the end.
  package var isInMemory = false
  /// A URL, `embedded` or `none`; nil leaves it to environment and profile.
  package var cloud: String?
  /// The cloud's anon key.
  package var key: String?
  /// Nil leaves it to who reads the output.
  package var output: OutputMode?
  /// Where ids and all chance come from; nil: the machine.
  package var seed: UInt64?
  /// Where a virtual clock starts.
  package var clock: Instant?
  /// Whether scripts reach nothing outside the library.
  package var isSandboxed = false
  /// How long one run of a script may take.
  package var timeout: Duration?
  /// What a script may hold. Unit: bytes.
  package var maxMemory: Int?
  /// The steps of one run of a script.
  package var maxInstructions: Int?
  /// Whether the library is opened without the right to write.
  package var isReadOnly = false
  /// Whether rc.lua runs before the prompt.
  package var readsStartFiles = true
  /// When errors are coloured.
  package var color = Color.auto
  /// Whether banner and notices are left out.
  package var isQuiet = false

  /// Whether a sync only says what it would do.
  package var isDryRun = false
  /// Whether a sync is followed by others, until it is interrupted.
  package var isWatching = false

  /// The prompt on the default profile.
  package init() {}

  /// Whether every library of this run is new and in memory, so that a seed harms nobody's notes.
  package var isFresh: Bool {
    switch task {
    case .replay, .simulate, .test: true
    default: isInMemory
    }
  }
}

/// What `lectern serve` was told.
package struct ServeOptions: Sendable, Equatable {
  /// 0 takes a free one.
  package var port: UInt16 = 0
  /// The folder that outlives the process; nil keeps all in memory.
  package var folder: String?
  /// Whether an address is confirmed by a mail, which then is shown on stderr.
  package var confirmsEmail = false
  /// What goes wrong with its requests, as it was written: `NAME=CHANCE`.
  package var faults: [String] = []

  /// A free port, all in memory.
  package init() {}
}

/// What `lectern simulate` was told.
package struct SimulateOptions: Sendable, Equatable {
  /// How many worlds to play; nil for one of a seed that was given, else for as long as there is
  /// time.
  package var worlds: Int?
  /// Seconds after which no further world begins; nil for no such end.
  package var seconds: Int?
  /// Devices in each world.
  package var devices = 3
  /// Steps in each world.
  package var steps = 60

  /// Worlds of three devices and sixty steps.
  package init() {}
}

/// What `lectern supabase` was told.
package struct SupabaseOptions: Sendable, Equatable {
  /// The folder to write.
  package var folder = ""
  /// Whether files that differ are written over.
  package var isForced = false

  /// No folder yet; what differs stays.
  package init() {}
}
