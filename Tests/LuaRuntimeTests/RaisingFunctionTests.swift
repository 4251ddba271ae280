import Glibc
import Testing

/// Functions of Lua that can raise more than a lack of memory: no Swift frame may call them.
///
/// Source: https://www.lua.org/manual/5.4/manual.html#4.6, the third mark of each signature.
private let raising = [
  "lua_arith", "lua_call", "lua_callk", "lua_closeslot", "lua_compare", "lua_concat", "lua_dump",
  "lua_error", "lua_getfield", "lua_getglobal", "lua_geti", "lua_gettable", "lua_len", "lua_load",
  "lua_next", "lua_pcall", "lua_pcallk", "lua_resume", "lua_setfield", "lua_setglobal", "lua_seti",
  "lua_settable", "lua_toclose", "lua_yield", "lua_yieldk", "lua_sethook", "lua_newuserdatauv",
]

@Suite struct RaisingFunctionTests {
  @Test func `no Swift file names a function of Lua that raises`() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Sources"
    let files = swiftFiles(below: root)
    #expect(files.count > 20)
    for file in files {
      for word in words(of: try #require(contents(of: file))) {
        let isRaising = raising.contains(word)
        let isAuxiliary = word.hasPrefix("luaL_") && word != "luaL_ref" && word != "luaL_unref"
        #expect(!isRaising && !isAuxiliary, "\(file) names \(word)")
      }
    }
  }

  private func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      .filter { $0.hasPrefix("lua_") || $0.hasPrefix("luaL_") }
  }

  private func swiftFiles(below folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".swift") { files.append("\(folder)/\(name)") }
      if entry.pointee.d_type == UInt8(DT_DIR) { files += swiftFiles(below: "\(folder)/\(name)") }
    }
    return files
  }

  private func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
