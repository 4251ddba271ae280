import LuaRuntime
import Vocabulary

/// Where in a call of the function an error lies.
extension FunctionEntry {
  /// The checked call. Errors say which argument they are about.
  func call(_ lua: LuaCall, _ classes: RecordClasses?) throws -> APICall {
    do { return try APICall(lua, self, classes) } catch let error as APIError {
      throw placed(error)
    }
  }

  /// The error with its place, where it names an argument that is declared.
  func placed(_ error: APIError) -> any Explained {
    switch error {
    case .missing(_, let argument, _), .wrongType(_, let argument, _, _),
      .unknownChoice(let argument, _, _, _), .badValue(let argument, _, _),
      .tooLong(let argument, _):
      return placed(error, at: argument)
    case .unknownOption(_, let option, _, _):
      return MisplacedArgument(LuaArgument(of: name, .key(option, table: optionsPlace)), error)
    case .tooMany:
      let last = options.isEmpty ? parameters.count : optionsPlace
      return MisplacedArgument(LuaArgument(of: name, .place(last + 1)), error)
    default: return error
    }
  }

  /// The error with the place of the argument of that name.
  func placed(_ error: any Explained, at argument: String) -> any Explained {
    guard let part = part(of: argument) else { return error }
    return MisplacedArgument(LuaArgument(of: name, part), error)
  }

  private func part(of argument: String) -> LuaArgument.Part? {
    let name = argument.split(separator: " ").last.map(String.init) ?? argument
    if let index = parameters.firstIndex(where: { $0.name == name }) { return .place(index + 1) }
    if options.contains(where: { $0.name == name }) {
      return .value(key: name, table: optionsPlace)
    }
    return argument == ArgumentCheck.optionsName ? .place(optionsPlace) : nil
  }

  private var optionsPlace: Int { parameters.count + 1 }
}
