import LuaRuntime
import Testing
import Vocabulary

/// An error as modules throw it.
enum TestError: Explained {
  case tooFew(Int)

  var kind: ErrorKind { .badValue }
  var code: String { "test.too_few" }
  var summary: String { if case .tooFew(let count) = self { "\(count) are too few" } else { "" } }
  var hint: String? { "add more" }
}

/// Counts the living objects of a test.
final class Census {
  private(set) var living = 0

  final class Member {
    private let census: Census
    init(_ census: Census) {
      self.census = census
      census.living += 1
    }
    deinit { census.living -= 1 }
  }

  func member() -> Member { Member(self) }
}

extension LuaState {
  /// Runs a chunk; the text form of its values.
  @discardableResult
  func run(_ text: String, name: String = "test") throws -> [String] {
    guard case .complete(let function, _) = load(text, name: name) else {
      throw TestError.tooFew(0)
    }
    return try function.call().map(show)
  }

  /// The failure of a chunk that must fail.
  func failure(of text: String, name: String = "test") throws -> LuaFailure {
    guard case .complete(let function, _) = load(text, name: name) else {
      throw TestError.tooFew(1)
    }
    do {
      let values = try function.call()
      Issue.record("it returned \(values.count) values: \(text)")
      throw TestError.tooFew(2)
    } catch let failure as LuaFailure {
      return failure
    }
  }
}

func show(_ value: LuaValue) -> String {
  switch value {
  case .nil: "nil"
  case .boolean(let boolean): "\(boolean)"
  case .integer(let integer): "\(integer)"
  case .number(let number): "\(number)"
  case .string(let text): text
  case .bytes(let bytes): "\(bytes)"
  case .table: "table"
  case .function: "function"
  case .object: "object"
  case .null: "null"
  case .other: "other"
  }
}

extension LuaSession {
  /// Runs a line; the text form of its values, or the message of its error.
  @discardableResult
  func run(_ line: String) -> String {
    switch load(line, name: "console") {
    case .incomplete: return "incomplete"
    case .syntaxError(let message, let line): return "syntax error in line \(line): \(message)"
    case .complete(let function, _):
      do {
        return try function.call().map(show).joined(separator: " ")
      } catch {
        return "error: \(error.summary)"
      }
    }
  }
}
