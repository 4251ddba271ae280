// swift-tools-version:6.2
import PackageDescription

// The order of this list is the order of the walls: a target depends only on targets above it.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "lectern",
  products: [.executable(name: "lectern", targets: ["lectern"])],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .target(name: "CLoading"),
    .target(name: "CCurl", dependencies: ["CLoading"]),
    .target(name: "CReadline", linkerSettings: [.linkedLibrary("readline")]),
    .target(name: "CCrypto", dependencies: ["CLoading"]),
    .target(name: "CLuaGuard", dependencies: ["CLua"]),
    module("Vocabulary"),
    module("Schema", ["Vocabulary"]),
    module("Store", ["CSQLite", "Vocabulary", "Schema"]),
    module("ChangeQueue", ["Vocabulary", "Schema", "Store"]),
    module("Library", ["Vocabulary", "Schema", "Store", "ChangeQueue"]),
    module("Cloud", ["CCurl", "CCrypto", "Vocabulary"]),
    module("Sync", ["Vocabulary", "Schema", "Store", "ChangeQueue", "Cloud"]),
    module("EmbeddedCloud", ["CCrypto", "Vocabulary", "Schema", "Store", "Cloud"]),
    module("CloudSchema", ["Vocabulary", "Schema"]),
    module(
      "World",
      ["Vocabulary", "Schema", "Store", "ChangeQueue", "Library", "Cloud", "Sync", "EmbeddedCloud"]),
    module("LuaRuntime", ["CLua", "CLuaGuard", "Vocabulary"]),
    module(
      "LuaAPI",
      [
        "Vocabulary", "Schema", "Store", "ChangeQueue", "Library", "Cloud", "Sync", "EmbeddedCloud",
        "World", "LuaRuntime",
      ]),
    module("Console", ["CReadline", "Vocabulary", "LuaRuntime", "LuaAPI"]),
    .executableTarget(
      name: "lectern",
      dependencies: [
        "Vocabulary", "Schema", "Store", "ChangeQueue", "Library", "Cloud", "Sync", "EmbeddedCloud",
        "CloudSchema", "World", "LuaRuntime", "LuaAPI", "Console",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Calls", dependencies: ["LuaRuntime"], path: "Tests/Benchmarks/Calls",
      swiftSettings: strict),
    .target(
      name: "Support",
      dependencies: [
        "Vocabulary", "Schema", "Store", "ChangeQueue", "Cloud", "EmbeddedCloud", "CloudSchema",
      ],
      path: "Tests/Support", swiftSettings: strict),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Vocabulary", "Schema", "Store", "ChangeQueue", "Library", "Cloud", "EmbeddedCloud",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: strict),
    .target(
      name: "ModelWorlds",
      dependencies: [
        "Vocabulary", "Schema", "Store", "ChangeQueue", "Cloud", "Sync", "EmbeddedCloud", "World",
      ],
      path: "Tests/Model/Worlds", swiftSettings: strict),
    .executableTarget(
      name: "ModelPlayer", dependencies: ["World", "ModelWorlds"], path: "Tests/Model/Player",
      swiftSettings: strict),
    tests("VocabularyTests", ["Vocabulary", "Support"]),
    tests("StoreTests", ["Vocabulary", "Schema", "Store", "ChangeQueue", "Support"]),
    tests("LibraryTests", ["Vocabulary", "Schema", "Store", "ChangeQueue", "Library", "Support"]),
    tests("CloudTests", ["Vocabulary", "Schema", "Store", "Cloud", "EmbeddedCloud", "Support"]),
    tests(
      "SyncTests",
      [
        "Vocabulary", "Schema", "Store", "ChangeQueue", "Library", "Cloud", "Sync", "EmbeddedCloud",
        "CloudSchema", "World", "Support", "FuzzTargets", "ModelWorlds",
      ]),
    tests("LuaRuntimeTests", ["Vocabulary", "LuaRuntime", "Support"]),
    tests(
      "ConsoleTests",
      [
        "Vocabulary", "Schema", "Store", "ChangeQueue", "Library", "Cloud", "Sync",
        "EmbeddedCloud", "World", "LuaRuntime", "LuaAPI", "Console", "Support",
      ]),
    tests("TidyTests", []),
  ]
)

// Only with libFuzzer is there something to link it with: scripts/fuzz.
if Context.environment["LECTERN_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver",
      swiftSettings: strict)
  ]
}
