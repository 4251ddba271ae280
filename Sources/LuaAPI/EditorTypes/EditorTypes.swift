import LuaRuntime
import Vocabulary

/// Definition files for the Lua language server: what editors complete, check and explain in
/// scripts. They are made from the registry and never run.
///
/// Source: https://luals.github.io/wiki/annotations/
package struct EditorTypes {
  private let registry: Registry

  package init(_ registry: Registry) { self.registry = registry }

  /// A file for each module, one for classes and one for names of types; the name and the text.
  package var files: [(name: String, text: String)] {
    let modules = registry.owners.filter { owner in
      !owner.isEmpty && !(registry.functions(of: owner).first?.isMethod ?? false)
        && !owner.contains(".")
    }
    let classes = registry.owners.filter { registry.functions(of: $0).first?.isMethod ?? false }
    return [
      ("names.lua", file(names)), ("globals.lua", file(globals)),
      ("classes.lua", file(classTexts(withMethods: classes))),
    ] + modules.map { ("\($0).lua", file(module($0))) }
  }

  private func file(_ text: String) -> String {
    "---@meta\n-- Written by `lectern meta`: what is changed here is lost the next time.\n\n" + text
  }

  // Names of types

  private var names: String {
    let kinds = ErrorKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
    return """
      ---A verse, a chapter, a range or a book in any usual form: `"John 3:16"`, `"1 cor 13:4-7"`.
      ---@alias reference_text string

      ---A span of time: `"5m"`, `"2h"`, `"-10s"`.
      ---@alias duration_text string

      ---What sort of failure it was.
      ---@alias error_kind \(kinds)

      ---Stands for NULL where nil cannot.
      ---@class null
      null = {}

      """
  }

  private var globals: String { registry.functions(of: "").map { function($0) }.joined() }

  // Classes

  private func classTexts(withMethods owners: [String]) -> String {
    let declared = ClassEntry.all.map(\.name)
    let others = owners.filter { !declared.contains($0) }.map { ClassEntry($0, "", "") }
    return (ClassEntry.all + others).map(text(of:)).joined(separator: "\n")
  }

  private func text(of entry: ClassEntry) -> String {
    let base = entry.name == "world" ? ": {[string]: device}" : ""
    var lines = entry.doc.isEmpty ? [] : ["---" + entry.doc]
    lines.append("---@class \(entry.name)\(base)")
    lines += entry.fields.map { "---@field \($0.name)\($0.isOptional ? "?" : "") \($0.type)" }
    if entry.name == "device" { lines += modules.map { "---@field \($0) \($0)" } }
    if entry.name == "world_cloud" {
      lines += registry.functions(of: "cloud").map { "---@field \($0.lastName) \(inline($0))" }
    }
    lines.append("local \(entry.name) = {}\n")
    return lines.joined(separator: "\n") + "\n"
      + registry.functions(of: entry.name).map { function($0) }.joined()
  }

  private var modules: [String] {
    registry.owners.filter { owner in
      !owner.isEmpty && !owner.contains(".") && owner != "json"
        && !(registry.functions(of: owner).first?.isMethod ?? false)
    }
  }

  // Modules

  private func module(_ name: String) -> String {
    let inner = registry.owners.filter { $0.hasPrefix(name + ".") }
    var lines = ["---@class \(name)"]
    lines += inner.map { "---@field \($0.dropFirst(name.count + 1)) \($0)" }
    if name == "prefs" { lines += PreferenceTypes.fields }
    if name == "queue" { lines.append("---@operator len: integer") }
    lines.append("\(name) = {}\n")
    let own = registry.functions(of: name).map { function($0) }.joined()
    let rest = inner.map { owner in
      "---@class \(owner)\n\(owner) = {}\n\n"
        + registry.functions(of: owner).map { function($0) }.joined()
    }
    return lines.joined(separator: "\n") + "\n" + own + rest.joined()
  }

  // Functions

  private func function(_ entry: FunctionEntry) -> String {
    var lines = options(of: entry)
    lines += Self.comment(entry.doc)
    lines += ["---", "---```lua"] + entry.example.split(separator: "\n").map { "---" + $0 }
    lines.append("---```")
    if !entry.errors.isEmpty {
      lines.append("---")
      lines.append("---Errors: " + entry.errors.map(\.rawValue).joined(separator: ", "))
    }
    lines += entry.parameters.map { parameter in
      let mark = parameter.isRequired ? "" : "?"
      let type = TypeWords.type(of: parameter.type, named: parameter.name, in: entry)
      return "---@param \(Self.argument(parameter.name))\(mark) \(type)"
    }
    if entry.isVariadic { lines.append("---@param ... any") }
    if hasOptions(entry) { lines.append("---@param options? \(entry.typeName).options") }
    if let result = ResultType.type(of: entry.result) {
      let words = entry.result == result ? "" : " # " + entry.result.replacing("\n", with: " ")
      lines.append("---@return \(result)\(words)")
    }
    lines.append("function \(entry.name)(\(arguments(of: entry))) end\n")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A function as the type of a field.
  private func inline(_ entry: FunctionEntry) -> String {
    var parts = entry.parameters.map { parameter in
      let mark = parameter.isRequired ? "" : "?"
      let type = TypeWords.type(of: parameter.type, named: parameter.name, in: entry)
      return "\(Self.argument(parameter.name))\(mark): \(type)"
    }
    if hasOptions(entry) { parts.append("options?: \(entry.typeName).options") }
    let result = ResultType.type(of: entry.result).map { ": " + $0 } ?? ""
    return "fun(\(parts.joined(separator: ", ")))\(result)"
  }

  private func options(of entry: FunctionEntry) -> [String] {
    guard hasOptions(entry) else { return [] }
    var lines = ["---@class \(entry.typeName).options"]
    lines += entry.options.map { option in
      let type = TypeWords.type(of: option.type, named: option.name, in: entry)
      let null = option.allowsNull ? "|null" : ""
      return "---@field \(option.name)? \(type)\(null) # \(option.doc)"
    }
    if entry.takesAnyOption { lines.append("---@field [string] any") }
    return lines + [""]
  }

  private func arguments(of entry: FunctionEntry) -> String {
    var names = entry.parameters.map { Self.argument($0.name) }
    if entry.isVariadic { names.append("...") }
    if hasOptions(entry) { names.append("options") }
    return names.joined(separator: ", ")
  }

  private func hasOptions(_ entry: FunctionEntry) -> Bool {
    !entry.options.isEmpty || entry.takesAnyOption
  }

  private static func comment(_ text: String) -> [String] {
    text.split(separator: "\n").map { "---" + $0 }
  }

  private static func argument(_ name: String) -> String {
    LuaLexer.keywords.contains(name) ? name + "_" : name
  }
}

extension FunctionEntry {
  /// The name that the types of its own begin with.
  fileprivate var typeName: String { name.replacing(":", with: ".") }
}
