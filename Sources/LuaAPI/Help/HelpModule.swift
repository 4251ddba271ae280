import Library
import LuaRuntime
import Vocabulary

extension ScriptAPI {
  func registerHelp() {
    register(
      FunctionEntry(
        "help", [.optional("what", .any)], errors: [.notFound],
        doc: "Prints what is known of a function, a module or a class, or an overview.",
        example: #"help(notes.add)"#)
    ) { api, call in
      let text = call.count == 0 ? api.help.overview : try api.help(on: call.value(1))
      try api.state.globals["print"].function?.call([.string(text)])
      return call.lua.result()
    }
    declareConsole()
  }

  /// `show` and `fails` are the console's: only what is known of them is here.
  private func declareConsole() {
    for entry in TestingEntries.all { declare(entry) }
    declare(
      FunctionEntry(
        "fails", [.required("fn", .function)],
        doc: "Runs a function that is to fail, and prints its error; recordings have it.",
        example: #"if fails then fails(function() notes.add("Jonn 3:16", "x") end) end"#))
    declare(
      FunctionEntry(
        "show",
        [
          .required("value", .any),
          .optional(
            "mode",
            .choice(["table", "box", "json", "jsonl", "csv", "tsv", "markdown", "lua", "line"])),
        ], errors: [.badValue],
        doc: "Writes a value as the prompt does, or in another mode.",
        example: #"if show then show(notes.find{}, "json") end"#))
  }

  private var help: HelpText { HelpText(registry) }

  /// A text is a name; any other value is told as what it is.
  private func help(on value: LuaValue) throws -> String {
    if let name = value.text {
      if let text = help.text(of: name) { return text }
      throw APIError.unknownName(
        name,
        nearest: nearest(name.replacing(":", with: "."), help.names) ?? nearest(name, help.names))
    }
    if let text = name(of: value).flatMap(help.text(of:)) { return text }
    switch value.kind {
    case .nil:
      return "that is nil: nothing has that name, which may be misspelt\n\n" + help.overview
    case .null:
      return "null: stands for NULL where nil cannot, as in note:update{collection = null}"
    case .function: return "a function, of Lua or of a script; help() lists those of the library"
    case .table: return Self.text(of: value)
    default: return "a \(value.kind.name); help() lists the functions of the library"
    }
  }

  private static func text(of value: LuaValue) -> String {
    guard let table = value.table else { return "" }
    if let columns = table.columns {
      return "a row of a query with the columns " + columns.joined(separator: ", ")
    }
    let count = table.count
    if count > 0 { return "a list of \(count); help(list[1]) explains what is in it" }
    return "a table; help() lists the functions of the library"
  }

  /// The name under which a value was registered: a function, a module, or the class of a record.
  private func name(of value: LuaValue) -> String? {
    if let function = value.function { return function.registeredName }
    guard let table = value.table else { return nil }
    let modules = Set(registry.functions.filter { !$0.isMethod }.map(\.owner))
    let module = modules.first { owner in
      !owner.isEmpty && state.module(owner).reference.isSame(as: table.reference)
    }
    return module ?? table.className
  }

  /// The most similar of some names.
  func nearest(_ name: String, _ names: [String]) -> String? {
    Likeness.nearest(to: name, among: names)
  }
}
