import ChangeQueue
import LuaRuntime
import Schema
import Store
import Vocabulary
import World

extension ScriptAPI {
  func registerSQL() {
    register(
      FunctionEntry(
        "sql", [.required("text", .text)], isVariadic: true,
        result: """
          list of records for a query, columns in its order (a second n is n:1); else how many \
          rows changed
          """,
        errors: [.badValue, .busy, .readOnly, .refused, .limit],
        doc: """
          Runs one SQL statement on the library, with values for ? by place, or a table of values \
          for :name. Edits are captured like any other. The tables of the engine (sync_queue and \
          others that begin with sync_, the index of full text) are read only.
          """,
        example: """
          notes.add("John 3:16", "x")
          return sql("SELECT count(*) AS n FROM user_notes WHERE verse_ref = ?", "john 3:16")[1].n
          """)
    ) { api, call in
      do { return try api.runSQL(call) } catch let error as StoreError {
        throw SQLFault.explained(error, on: api.device.database.connection)
      }
    }
    register(
      FunctionEntry(
        "transaction", [.required("fn", .function)], result: "what the function returns",
        errors: [.busy, .readOnly, .limit],
        doc: "Runs a function as one transaction: an error in it undoes all that it wrote.",
        example: """
          transaction(function()
            notes.add("John 3:16", "a")
            notes.add("John 3:17", "b")
          end)
          return notes.count{}
          """)
    ) { api, call in
      guard let function = call.value(1).function else { return call.lua.result() }
      let values = try api.device.database.writeMuch { try function.call() }
      if api.events.hasHeldChange, !api.device.database.connection.isInTransaction {
        api.events.hasHeldChange = false
        try api.fireChange(by: call.entry.name)
      }
      return call.lua.results(values)
    }
  }

  private func runSQL(_ call: APICall) throws -> LuaResults {
    let text = try call.text(1)
    let database = device.database
    var rest = ""
    try StatementRule.check(text)
    let statement = try database.connection.prepare(
      script: text, rest: &rest, refusing: database.catalog.isEngineTable)
    guard StatementRule.isBlank(rest) else {
      throw APIError.badValue(
        argument: "text", problem: "holds more than one statement",
        hint: "call sql once for each; transaction(fn) keeps them together")
    }
    try SQLBinding(statement: statement, call: call).bind()
    if statement.isReadOnly { return try database.read { try rows(of: statement, call) } }
    return try writing(call) {
      try database.write {
        if statement.columnCount > 0 { return try rows(of: statement, call) }
        try statement.run()
        return call.lua.result(
          StatementRule.changesRows(text) ? database.connection.changes : 0)
      }
    }
  }

  private func rows(of statement: Statement, _ call: APICall) throws -> LuaResults {
    let names = SQLBinding.distinct(
      (0..<statement.columnCount).map { statement.columnName($0) })
    let rowClass = LuaClass(columns: names, in: state)
    return try call.lua.table { list in
      while try statement.step() {
        list.append(rowClass, fields: names.count) { row in
          for (place, name) in names.enumerated() {
            let value = SQLBinding.luaValue(statement.value(place))
            if !value.isNil { row.set(key: name, value) }
          }
        }
      }
      statement.reset()
    }
  }
}
