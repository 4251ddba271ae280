import Cloud
import EmbeddedCloud
import Schema
import Synchronization
import Vocabulary

/// A stream cut anywhere is the same stream; whatever is asked, there is an answer with a status.
enum HTTPTarget {
  static func problem(_ input: [UInt8]) -> String? {
    let whole = steps(input, cutAt: input.count)
    let place = input.first.map { Int($0) * input.count / 256 } ?? 0
    guard steps(input, cutAt: place) == whole else { return "cut at \(place) it is another stream" }
    do {
      for case .request(let request, _) in whole {
        let status = try status(of: request)
        guard (200..<600).contains(status) else { return "status \(status)" }
      }
    } catch { return "\(error)" }
    return nil
  }

  /// One for all inputs: they may build on each other.
  private static let project = Mutex<EmbeddedProject?>(nil)

  private static func status(of request: HTTPRequest) throws -> Int {
    try project.withLock { known in
      let project =
        try known
        ?? EmbeddedProject(
          EmbeddedProject.Settings(), SeededSurroundings(seed: 1), catalog: .lectern())
      known = project
      return project.answer(request).status
    }
  }

  private static func steps(_ input: [UInt8], cutAt place: Int) -> [RequestParser.Step] {
    var parser = RequestParser()
    var steps: [RequestParser.Step] = []
    for piece in [input[..<place], input[place...]] {
      parser.append(piece)
      while true {
        let step = parser.next()
        if case .waiting = step { break }
        steps.append(step)
        if case .refused = step { return steps }
      }
    }
    return steps
  }
}
