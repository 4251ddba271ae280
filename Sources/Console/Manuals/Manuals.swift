import LuaAPI

/// The manual pages, made from the tables of the program and the registry of functions.
struct Manuals {
  private let registry: Registry

  init(_ registry: Registry) { self.registry = registry }

  /// The name of each page's file, and its text.
  var pages: [(name: String, text: String)] {
    [
      ("lectern.1", CommandPage.text), ("lectern-lua.3", FunctionPage(registry).text),
      ("lectern-script.5", ScriptPage.text), ("lectern-sync.7", SyncPage.text),
    ]
  }
}
