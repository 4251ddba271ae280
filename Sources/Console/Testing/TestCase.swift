/// A case as its file declares it.
struct TestCase: Equatable {
  /// Its place among the cases of its file; the same each time the file runs.
  let number: Int
  /// The names of its groups, the outermost first, and its own.
  let names: [String]
  /// Where it is declared; 0 where that is not known.
  let line: Int
  let isPending: Bool

  /// Whether it has that name, in those groups.
  func isCalled(_ name: String, in groups: [String]) -> Bool {
    names.count == groups.count + 1 && names.last == name && names.dropLast().elementsEqual(groups)
  }

  /// All of its names in one line.
  var title: String { names.joined(separator: " › ") }
}

/// What became of a case.
struct TestResult: Equatable {
  enum Outcome: String {
    case passed, failed, pending
  }

  let file: String
  let names: [String]
  let line: Int
  let outcome: Outcome
  /// How long it took. Unit: milliseconds.
  let milliseconds: Int64
  /// What went wrong, for people; "" where nothing did.
  var message = ""
  /// What it printed.
  var printed = ""

  var title: String { names.joined(separator: " › ") }
  /// How a command line names it.
  var place: String { line > 0 ? "\(file):\(line)" : file }
}

/// How many there were of each.
struct TestCounts {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var pending = 0

  var all: Int { passed + failed + pending }

  mutating func add(_ outcome: TestResult.Outcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .pending: pending += 1
    }
  }
}
