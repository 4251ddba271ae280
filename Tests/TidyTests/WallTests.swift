import Testing

/// A module imports only modules above it.
@Suite struct WallTests {
  /// Top to bottom, as the house is built.
  private static let order = [
    "CSQLite", "CLua", "CLoading", "CCurl", "CReadline", "CCrypto", "CLuaGuard", "Vocabulary",
    "Schema",
    "Store", "ChangeQueue", "Library", "Cloud", "Sync", "EmbeddedCloud", "CloudSchema", "World",
    "LuaRuntime", "LuaAPI", "Console", "lectern",
  ]

  /// What stands above a module and yet must stay out of it.
  private static let walls: [String: Set<String>] = [
    "ChangeQueue": ["Library", "Cloud"],
    "Cloud": ["Schema", "Store", "ChangeQueue", "Library"],
    "Sync": ["Library", "CSQLite", "CCurl"],
    "EmbeddedCloud": ["ChangeQueue", "Library", "Sync"],
    "CloudSchema": ["Store", "ChangeQueue", "Library", "Cloud", "Sync", "EmbeddedCloud"],
    "LuaRuntime": [
      "Schema", "Store", "ChangeQueue", "Library", "Cloud", "Sync", "EmbeddedCloud", "CloudSchema",
      "World",
    ],
  ]

  /// Who alone may import a library written in C.
  private static let keepers: [String: Set<String>] = [
    "CSQLite": ["Store"], "CCurl": ["Cloud"], "CLua": ["LuaRuntime"], "CLuaGuard": ["LuaRuntime"],
    "CReadline": ["Console"], "CLoading": [], "CCrypto": ["Cloud", "EmbeddedCloud"],
  ]

  @Test func `a module imports only modules above it`() {
    for file in Tree.sources {
      guard let floor = Self.order.firstIndex(of: file.module) else {
        Issue.record("\(file.path): no such module in the architecture")
        continue
      }
      for name in file.imports {
        guard let other = Self.order.firstIndex(of: name) else { continue }
        #expect(other < floor, "\(file.path) imports \(name)")
        #expect(Self.walls[file.module]?.contains(name) != true, "\(file.path) imports \(name)")
        let isKept = Self.keepers[name].map { $0.contains(file.module) } ?? true
        #expect(isKept, "\(file.path) imports \(name)")
      }
    }
  }

  @Test func `beside its own modules the product imports what comes with the toolchain only`() {
    let known = Set(Self.order).union(["Glibc", "Synchronization", "Builtin"])
    for file in Tree.sources {
      for name in file.imports {
        #expect(known.contains(name), "\(file.path) imports \(name)")
      }
    }
  }

  @Test func `every module of the architecture is there`() {
    let modules = Set(Tree.files(under: "Sources").map { $0.split(separator: "/")[1] })
    #expect(Set(Self.order) == Set(modules.map(String.init)))
  }
}
