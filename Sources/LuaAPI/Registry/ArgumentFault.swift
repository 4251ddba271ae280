import Library
import LuaRuntime
package import Vocabulary

/// An error of a value, with the name that the caller knows the value by.
package struct ArgumentFault: Explained {
  private let argument: String
  private let cause: any Explained

  init(_ argument: String, _ cause: any Explained) {
    self.argument = argument
    self.cause = cause
  }

  package var kind: ErrorKind { cause.kind }
  package var code: String { cause.code }
  package var hint: String? { cause.hint }

  /// `ref 'Jonn 3:16': no book is called 'Jonn'`.
  package var summary: String {
    if cause.summary.hasPrefix(argument + " ") { return cause.summary }
    return argument + (cause.summary.hasPrefix("'") ? " " : ": ") + cause.summary
  }
}

extension APICall {
  /// An error of the call that names the argument it is about, where that can be told: the library
  /// knows the value, the call knows where it came from.
  func naming(_ error: any Error) -> any Error {
    switch error {
    case let error as LibraryError:
      guard let subject = error.subject, let argument = argument(of: subject) else { return error }
      return entry.placed(ArgumentFault(argument, error), at: argument)
    case let error as APIError:
      if case .noEntry = error, isGiven("id") {
        return entry.placed(ArgumentFault("id", error), at: "id")
      }
      return entry.placed(error)
    default: return error
    }
  }

  private struct Given {
    let name: String
    let type: ValueType
    let value: LuaValue
  }

  /// What was given, in the order of the declaration.
  private var given: [Given] {
    let byPlace = entry.parameters.enumerated().map { place, parameter in
      Given(name: parameter.name, type: parameter.type, value: value(place + 1))
    }
    let byName = entry.options.map { option in
      Given(name: option.name, type: option.type, value: options[option.name] ?? .nil)
    }
    return (byPlace + byName).filter { !$0.value.isNil }
  }

  private func isGiven(_ name: String) -> Bool { given.contains { $0.name == name } }

  private func argument(of subject: LibraryError.Subject) -> String? {
    switch subject {
    case .argument(let name):
      return [name, name + "s"].first(where: isGiven)
    case .text(let text):
      return given.first { Self.holds(text, $0.value) }?.name
    case .reference(let text):
      let references = given.filter { $0.type == .reference }
      let holder = (references + given).first { Self.holds(text, $0.value) }
      return (holder ?? references.first)?.name
    case .row(let noun, let id):
      return given.first { given in
        [.record(noun.className), .integer, .any].contains(given.type)
          && (given.value.integer ?? given.value.table?["id"].integer) == id
      }?.name
    }
  }

  private static func holds(_ text: String, _ value: LuaValue) -> Bool {
    value.text == text || value.table?.items.contains { $0.text == text } == true
  }
}
