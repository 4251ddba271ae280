import Store
import Testing
import Vocabulary

@Suite struct KeptStatementsTests {
  @Test func `a thousand texts take no more memory than those that are kept`() throws {
    let connection = try Connection(path: ":memory:")
    var most = 0
    for round in 0..<4 {
      for number in 0..<Limits.keptStatements {
        let sum = round * Limits.keptStatements + number
        #expect(try connection.first("SELECT \(sum)") { $0.integer(0) } == Int64(sum))
      }
      if round == 0 { most = connection.memoryUsed }
    }
    #expect(connection.memoryUsed <= most + most / 10)
  }

  @Test func `a statement that is read goes on when it is kept no more`() throws {
    let connection = try Connection(path: ":memory:")
    let numbers = try connection.cached("SELECT value FROM json_each('[1,2,3]')")
    #expect(try numbers.step())
    for number in 0...Limits.keptStatements {
      _ = try connection.first("SELECT \(number)") { $0.integer(0) }
    }
    #expect(try numbers.step())
    #expect(numbers.integer(0) == 2)
  }
}
