import Glibc
import LuaRuntime

/// What calls.c does with stock Lua, by Lectern's binding: runs a script that has the global
/// `double`, a function in Swift that takes one integer and gives another.
func runCalls() {
  let arguments = CommandLine.arguments
  guard arguments.count > 1, let text = contents(of: arguments[1]) else { exit(64) }
  do {
    let state = try LuaState()
    state.register("double") { call in call.result(try call.integer(at: 1) * 2) }
    state.globals["arg"] = .table(
      state.makeTable { table in
        for argument in arguments.dropFirst(2) { table.append(argument) }
      })
    guard case .complete(let function, _) = state.load(text, name: arguments[1]) else { exit(65) }
    _ = try function.call()
    state.close()
  } catch {
    print(error)
    exit(1)
  }
}

private func contents(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}
