import Vocabulary

/// One option of the command line. Parsing, `--help` and "did you mean" all come from its table.
struct OptionRow: Sendable {
  /// Who takes the option.
  enum Owner: String, Sendable {
    case all, start, test, replay, serve, simulate, supabase, sync

    /// The command that takes it; nil for what is no command's.
    var command: String? {
      switch self {
      case .all, .start: nil
      default: rawValue
      }
    }
  }

  let names: [String]
  /// The word for its value in the usage text; nil for a switch.
  let value: String?
  let owner: Owner
  let help: String
  /// Puts it into the options; the value is "" for a switch.
  let apply: @Sendable (inout Options, String) throws(ConsoleError) -> Void

  init(
    _ names: String..., value: String? = nil, owner: Owner = .all, help: String,
    apply: @escaping @Sendable (inout Options, String) throws(ConsoleError) -> Void
  ) {
    self.names = names
    self.value = value
    self.owner = owner
    self.help = help
    self.apply = apply
  }
}

enum OptionTable {
  static let rows: [OptionRow] = library + output + limits + starting + tests + tasks + worlds

  private static let library = [
    OptionRow("--profile", value: "NAME", help: "the profile to open (default: default)") {
      $0.profile = $1
    },
    OptionRow("--db", value: "PATH", help: "a library outside the profiles") { $0.database = $1 },
    OptionRow("--memory", help: "a new library in memory, gone at the end") { options, _ in
      options.isInMemory = true
    },
    OptionRow("--read-only", help: "open the library without the right to write") { options, _ in
      options.isReadOnly = true
    },
    OptionRow("--cloud", value: "WHERE", help: "a URL, 'embedded' or 'none'") {
      options, value throws(ConsoleError) in
      options.cloud = try cloud(named: value)
    },
    OptionRow("--key", value: "KEY", help: "the cloud's anon key (not needed on loopback)") {
      $0.key = $1
    },
  ]

  private static let output = [
    OptionRow(
      "-o", "--output", value: "MODE",
      help: OutputMode.allCases.map(\.rawValue).joined(separator: ", ")
    ) { options, value throws(ConsoleError) in
      options.output = try choice(value, of: "-o")
    },
    OptionRow("--color", value: "WHEN", help: "auto, always, never") {
      options, value throws(ConsoleError) in
      options.color = try choice(value, of: "--color")
    },
    OptionRow("--quiet", help: "no banner and no notices") { options, _ in options.isQuiet = true },
  ]

  private static let limits = [
    OptionRow("--seed", value: "N", help: "ids from a seed; needs --memory") {
      options, value throws(ConsoleError) in
      options.seed = UInt64(try whole(value, of: "--seed"))
    },
    OptionRow("--clock", value: "TIME", help: "start a virtual clock then; needs --memory") {
      options, value throws(ConsoleError) in
      guard let clock = Instant(value) else {
        throw .usage("--clock takes a time, not '\(value)'", hint: "write 2026-01-01T08:00:00Z")
      }
      options.clock = clock
    },
    OptionRow("--sandbox", help: "no files, processes or debug library for scripts") {
      options, _ in
      options.isSandboxed = true
    },
    OptionRow("--timeout", value: "SECONDS", help: "end the script after that; exit 124") {
      options, value throws(ConsoleError) in
      options.timeout = try seconds(value)
    },
    OptionRow("--max-memory", value: "MIB", help: "the most memory a script may hold") {
      options, value throws(ConsoleError) in
      options.maxMemory = try positive(value, of: "--max-memory") << 20
    },
    OptionRow("--max-instructions", value: "N", help: "the most Lua steps of a chunk") {
      options, value throws(ConsoleError) in
      options.maxInstructions = try positive(value, of: "--max-instructions")
    },
  ]

  private static let starting = [
    OptionRow("-i", owner: .start, help: "prompt after the script or chunk") { options, _ in
      options.isInteractiveAfter = true
    },
    OptionRow("--no-rc", owner: .start, help: "do not run rc.lua before the prompt") {
      options, _ in
      options.readsStartFiles = false
    },
  ]

  private static let tests = [
    OptionRow("--filter", value: "TEXT", owner: .test, help: "only cases with that in a name") {
      options, value in
      change(&options) { (test: inout TestOptions) in test.filter = value }
    },
    OptionRow("--tap", owner: .test, help: "report as TAP 14") { options, _ in
      change(&options) { (test: inout TestOptions) in test.isTAP = true }
    },
    OptionRow("--junit", value: "FILE", owner: .test, help: "write a report for build servers") {
      options, value in
      change(&options) { (test: inout TestOptions) in test.junit = value }
    },
    OptionRow("--shuffle", owner: .test, help: "in an order that follows from --seed") {
      options, _ in
      change(&options) { (test: inout TestOptions) in test.isShuffled = true }
    },
    OptionRow("--jobs", value: "N", owner: .test, help: "so many files at the same time") {
      options, value throws(ConsoleError) in
      let jobs = try positive(value, of: "--jobs")
      guard jobs <= 64 else {
        throw .usage("--jobs takes 1 to 64, not \(jobs)", hint: nil)
      }
      change(&options) { (test: inout TestOptions) in test.jobs = jobs }
    },
    OptionRow("--watch", owner: .test, help: "again whenever a file changes") { options, _ in
      change(&options) { (test: inout TestOptions) in test.isWatching = true }
    },
  ]

  private static let tasks = [
    OptionRow("--accept", owner: .replay, help: "rewrite what the recordings expect") {
      options, _ in
      guard case .replay(let paths, _) = options.task else { return }
      options.task = .replay(paths: paths, isAccepting: true)
    },
    OptionRow("--port", value: "N", owner: .serve, help: "listen there (default: a free port)") {
      options, value throws(ConsoleError) in
      guard let port = UInt16(value) else {
        throw .usage("--port takes a number up to 65535, not '\(value)'", hint: nil)
      }
      change(&options) { $0.port = port }
    },
    OptionRow("--data", value: "DIR", owner: .serve, help: "keep the cloud in that folder") {
      options, value in
      change(&options) { $0.folder = value }
    },
    OptionRow("--confirm-email", owner: .serve, help: "mail codes; each is shown on stderr") {
      options, _ in
      change(&options) { $0.confirmsEmail = true }
    },
    OptionRow(
      "--fault", value: "NAME=CHANCE", owner: .serve, help: "fail so often: lose_reply=10%"
    ) { options, value in
      change(&options) { $0.faults += value.split(separator: ",").map(String.init) }
    },
    OptionRow("--dry-run", owner: .sync, help: "print the plan, change nothing") { options, _ in
      options.isDryRun = true
    },
    OptionRow("--watch", owner: .sync, help: "keep going: after writes, every 5 minutes") {
      options, _ in
      options.isWatching = true
    },
    OptionRow("--force", owner: .supabase, help: "write over files that differ") { options, _ in
      guard case .supabase(var supabase) = options.task else { return }
      supabase.isForced = true
      options.task = .supabase(supabase)
    },
  ]

  private static let worlds = [
    OptionRow("--worlds", value: "N", owner: .simulate, help: "how many worlds (100)") {
      options, value throws(ConsoleError) in
      let worlds = try positive(value, of: "--worlds")
      change(&options) { $0.worlds = worlds }
    },
    OptionRow("--seconds", value: "N", owner: .simulate, help: "begin no world after that") {
      options, value throws(ConsoleError) in
      let seconds = try positive(value, of: "--seconds")
      change(&options) { $0.seconds = seconds }
    },
    OptionRow("--devices", value: "N", owner: .simulate, help: "devices of a world (3)") {
      options, value throws(ConsoleError) in
      let devices = try positive(value, of: "--devices")
      guard (1...6).contains(devices) else {
        throw .usage("--devices takes 1 to 6, not \(devices)", hint: nil)
      }
      change(&options) { $0.devices = devices }
    },
    OptionRow("--steps", value: "N", owner: .simulate, help: "steps of a world (60)") {
      options, value throws(ConsoleError) in
      let steps = try positive(value, of: "--steps")
      guard steps <= 100_000 else {
        throw .usage("--steps takes 1 to 100000, not \(steps)", hint: nil)
      }
      change(&options) { $0.steps = steps }
    },
  ]

  private static func change(
    _ options: inout Options, _ body: (inout SimulateOptions) -> Void
  ) {
    guard case .simulate(var simulate) = options.task else { return }
    body(&simulate)
    options.task = .simulate(simulate)
  }

  private static func change(_ options: inout Options, _ body: (inout TestOptions) -> Void) {
    guard case .test(var test) = options.task else { return }
    body(&test)
    options.task = .test(test)
  }

  private static func cloud(named word: String) throws(ConsoleError) -> String {
    let choices = ["embedded", "none"]
    if choices.contains(word) || word.hasPrefix("http://") || word.hasPrefix("https://") {
      return word
    }
    throw .usage(
      "--cloud is an address, embedded or none, not '\(word)'",
      hint: Nearest.hint(for: word, among: choices) ?? "write it like https://name.supabase.co")
  }

  private static func change(_ options: inout Options, _ body: (inout ServeOptions) -> Void) {
    guard case .serve(var serve) = options.task else { return }
    body(&serve)
    options.task = .serve(serve)
  }
}

/// A word out of a fixed list.
private func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ value: String, of option: String
) throws(ConsoleError) -> Choice {
  if let choice = Choice(rawValue: value) { return choice }
  let names = Choice.allCases.map(\.rawValue)
  let hint = Nearest.hint(for: value, among: names) ?? "one of: " + names.joined(separator: ", ")
  throw .usage("\(option) does not know '\(value)'", hint: hint)
}

private func whole(_ value: String, of option: String) throws(ConsoleError) -> Int64 {
  guard let number = Int64(value), number >= 0 else {
    throw .usage("\(option) takes a whole number, not '\(value)'", hint: nil)
  }
  return number
}

private func positive(_ value: String, of option: String) throws(ConsoleError) -> Int {
  guard let number = Int32(value), number > 0 else {
    throw .usage("\(option) takes a whole number above 0, not '\(value)'", hint: nil)
  }
  return Int(number)
}

private func seconds(_ value: String) throws(ConsoleError) -> Duration {
  guard let number = Double(value), number > 0, number <= 86_400 else {
    throw .usage("--timeout takes seconds, up to 86400, not '\(value)'", hint: nil)
  }
  return .seconds(number)
}
