import Glibc

/// Starts a program in the background: no input, no output, and no signals of the terminal.
struct Spawn {
  let program: String
  let words: [String]
  let adding: [String]

  /// Its process; 0 where it could not be started.
  func start() -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
    }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var process: pid_t = 0
    let failed = Self.withPointers(words) { words in
      Self.withPointers(variables) { variables in
        posix_spawn(&process, program, &actions, &attributes, words, variables)
      }
    }
    return failed == 0 ? process : 0
  }

  /// Ours, with those that are added in place of their like.
  private var variables: [String] {
    var variables = adding
    let names = adding.map { $0.prefix { $0 != "=" } }
    var next = environ
    while let text = next.pointee {
      let variable = String(cString: text)
      if !names.contains(variable.prefix { $0 != "=" }) { variables.append(variable) }
      next += 1
    }
    return variables
  }

  private static func withPointers<T>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T
  ) -> T {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
