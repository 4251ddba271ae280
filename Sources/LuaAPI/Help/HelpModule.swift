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
      let text = try api.help(on: call.value(1))
      try api.state.globals["print"].function?.call([.string(text)])
      return call.lua.result()
    }
    declareConsole()
  }

  /// `show` and `fails` are the console's: only what is known of them is here.
  private func declareConsole() {
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

  private func help(on value: LuaValue) throws -> String {
    let help = HelpText(registry)
    if value.isNil { return help.overview }
    let name = value.text ?? name(of: value)
    if let name, let text = help.text(of: name) { return text }
    throw APIError.unknownName(
      name ?? value.kind.name, nearest: name.flatMap { nearest($0, help.names) })
  }

  /// The name under which a value was registered: a function, a module, or the class of a record.
  private func name(of value: LuaValue) -> String? {
    if let function = value.function {
      return registry.functions.first { entry in
        guard !entry.isMethod else { return false }
        let known = state.module(entry.owner)[entry.lastName].function
        return known?.reference.isSame(as: function.reference) == true
      }?.name
    }
    guard let table = value.table else { return nil }
    let modules = Set(registry.functions.filter { !$0.isMethod }.map(\.owner))
    let module = modules.first { owner in
      !owner.isEmpty && state.module(owner).reference.isSame(as: table.reference)
    }
    return module ?? classes.all.first { $0.contains(value) }?.name
  }

  /// The most similar of some names.
  func nearest(_ name: String, _ names: [String]) -> String? {
    Likeness.nearest(to: name, among: names)
  }
}
