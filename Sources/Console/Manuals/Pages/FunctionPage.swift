import LuaAPI
import Vocabulary

/// lectern-lua(3): every function of the registry, with what it takes, gives and raises.
struct FunctionPage {
  private let registry: Registry

  init(_ registry: Registry) { self.registry = registry }

  var text: String {
    Mdoc.page("lectern-lua", 3, [head, functions, classes, errors, seeAlso])
  }

  private var head: [String] {
    [
      ".Sh NAME", ".Nm lectern-lua", ".Nd functions of the library in Lua", ".Sh DESCRIPTION",
      "Modules are tables whose functions are called with a dot; records, devices and worlds",
      "are objects whose methods are called with a colon.",
      "Required values are given by place, options in a last table; what may be left out stands in",
      "brackets.",
      "Records are snapshots: what changes later does not change them.",
      "References are text in any usual form,",
      ".Ql \\(dqJohn 3:16\\(dq ,", ".Ql \\(dqjn 3.16\\(dq ,", ".Ql \\(dq1 cor 13:4-7\\(dq .",
      "Ids and counts are integers.", ".Ql null", "stands for NULL where nil cannot.", ".Pp",
      ".Ic help(notes.add)", "says the same at the prompt;", ".Ic lectern meta", "writes it for",
      "editors.",
    ]
  }

  private var functions: [String] {
    let owners = registry.owners.sorted { ($0.isEmpty ? 1 : 0) < ($1.isEmpty ? 1 : 0) }
    return owners.flatMap { owner in
      let title = owner.isEmpty ? "GLOBAL FUNCTIONS" : owner
      return [".Sh \(owner.isEmpty ? title : title.uppercased())", ".Bl -tag -width Ds"]
        + registry.functions(of: owner).flatMap(item) + [".El"]
    }
  }

  private func item(_ entry: FunctionEntry) -> [String] {
    var lines = [".It Ic \(Mdoc.argument(entry.signature))"] + Mdoc.sentences(entry.doc)
    if !entry.parameters.isEmpty || !entry.options.isEmpty {
      lines += [".Bl -tag -width Ds -compact"] + entry.parameters.flatMap(parameter)
      lines += entry.options.flatMap(option) + [".El"]
    }
    if !entry.result.isEmpty { lines += ["Gives"] + Mdoc.sentences(entry.result + ".") }
    if !entry.errors.isEmpty {
      lines +=
        ["Errors:"] + Mdoc.sentences(entry.errors.map(\.rawValue).joined(separator: ", ") + ".")
    }
    return lines + Mdoc.literal(entry.example.split(separator: "\n"))
  }

  private func parameter(_ parameter: Parameter) -> [String] {
    let optional = parameter.isRequired ? "" : ", may be left out"
    return [".It Ar \(parameter.name)"] + Mdoc.sentences(parameter.type.name + optional)
  }

  private func option(_ option: OptionKey) -> [String] {
    let type = option.type.name + (option.allowsNull ? " or null" : "")
    return [".It Ic \(Mdoc.argument(option.name + "="))"]
      + Mdoc.sentences("\(type): \(option.doc)")
  }

  private var classes: [String] {
    [".Sh CLASSES", "What fields the tables have that functions give.", ".Bl -tag -width Ds"]
      + ClassEntry.all.filter { !$0.fields.isEmpty }.flatMap { entry in
        let fields = entry.fields.map { field in
          "\(field.name) (\(field.type)\(field.isOptional ? ", may be missing" : ""))"
        }
        return [".It Ic \(entry.name)"] + Mdoc.sentences(entry.doc)
          + Mdoc.sentences("Fields: " + fields.joined(separator: ", ") + ".")
      } + [".El"]
  }

  private var errors: [String] {
    [
      ".Sh ERRORS", "Errors are tables with the fields", ".Va kind ,", ".Va code ,", ".Va message",
      "and", ".Va hint ;", ".Ic tostring", "gives the message.", "The kinds are",
    ] + Mdoc.sentences(ErrorKind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
  }

  private var seeAlso: [String] {
    [".Sh SEE ALSO", ".Xr lectern 1 ,", ".Xr lectern-script 5 ,", ".Xr lectern-sync 7"]
  }
}
