import Vocabulary

/// Help as text, made from the registry.
package struct HelpText {
  private let registry: Registry

  package init(_ registry: Registry) { self.registry = registry }

  /// All modules and classes with their functions.
  package var overview: String {
    var lines = ["help(\"notes.add\") explains a function, help(\"notes\") a module.", ""]
    let owners = registry.owners
    let width = owners.map(\.count).max() ?? 0
    for owner in owners.sorted(by: { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }) {
      let functions = registry.functions(of: owner)
      let mark = functions.first?.isMethod == true ? ":" : owner.isEmpty ? "" : "."
      let names = functions.map { mark + $0.lastName }.joined(separator: " ")
      lines.append(Self.padded(owner.isEmpty ? "(global)" : owner, max(width, 8)) + "  " + names)
    }
    return lines.joined(separator: "\n")
  }

  /// A function, module or class by its name; nil for a name that is none.
  package func text(of name: String) -> String? {
    let functions = name.isEmpty ? [] : registry.functions(of: name)
    let parts = [registry[name].map(text(of:))].compactMap { $0 } + functions.map(\.summary)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  /// Everything known of a function.
  package func text(of entry: FunctionEntry) -> String {
    var lines = [entry.signature, "  " + entry.doc]
    let width = (entry.parameters.map(\.name) + entry.options.map(\.name)).map(\.count).max() ?? 0
    for parameter in entry.parameters {
      lines.append("  \(Self.padded(parameter.name, width))  \(parameter.type.name)")
    }
    for option in entry.options {
      let type = option.type.name + (option.allowsNull ? " or null" : "")
      lines.append("  \(Self.padded(option.name, width))  \(type): \(option.doc)")
    }
    if !entry.result.isEmpty { lines.append("  gives: \(entry.result)") }
    if !entry.errors.isEmpty {
      lines.append("  errors: " + entry.errors.map(\.rawValue).joined(separator: ", "))
    }
    lines.append("  example:")
    lines += entry.example.split(separator: "\n").map { "    " + $0 }
    return lines.joined(separator: "\n")
  }

  /// Every name that help knows, for completion and near misses.
  package var names: [String] {
    registry.functions.map(\.name) + registry.owners.filter { !$0.isEmpty }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
