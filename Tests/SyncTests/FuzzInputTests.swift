import FuzzTargets
import Glibc
import Testing

/// Inputs that a fuzzer began with, or that broke something once.
@Suite struct FuzzInputTests {
  @Test(arguments: FuzzTarget.allCases)
  func `what fuzzers found breaks nothing any more`(target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target)
    #expect(inputs.count >= 3)
    for (name, bytes) in inputs { #expect(target.problem(with: bytes) == nil, "\(name)") }
  }

  private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    let path = "\(tests)/Fuzz/Inputs/\(target.rawValue)"
    let folder = try #require(opendir(path))
    defer { closedir(folder) }
    var inputs: [(name: String, bytes: [UInt8])] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let file = try #require(fopen("\(path)/\(name)", "r"))
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = fread(&bytes, 1, bytes.count, file)
      inputs.append((name, Array(bytes.prefix(count))))
    }
    return inputs
  }
}
