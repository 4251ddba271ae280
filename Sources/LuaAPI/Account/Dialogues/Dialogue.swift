import Cloud
import LuaRuntime
import Vocabulary
import World

/// Questions of one function, asked until they are answered or the person gives up.
///
/// Nothing that cannot be taken back happens before the last answer.
struct Dialogue {
  /// The person pressed Ctrl-C or Ctrl-D.
  struct GivenUp: Error {}

  let api: ScriptAPI
  let call: APICall
  let person: any Person

  /// What was typed; asked again as long as `problem` finds something wrong with it.
  func ask(
    _ question: String, isSecret: Bool = false, problem: (String) -> String? = { _ in nil }
  ) throws -> String {
    while true {
      guard let text = try person.answer(to: question, isSecret: isSecret) else { throw GivenUp() }
      guard let problem = problem(text) else { return text }
      person.tell("  it \(problem)")
    }
  }

  func askEmail(_ question: String = "E-mail: ") throws -> String {
    try ask(question, problem: Credentials.problem(inEmail:))
  }

  /// A password for an account that there is.
  func askPassword() throws -> String {
    try ask("Password: ", isSecret: true, problem: Credentials.problem(inRequired:))
  }

  /// A new one, typed twice.
  func askNewPassword(_ question: String = "New password: ") throws -> String {
    while true {
      let password = try ask(question, isSecret: true, problem: Credentials.problem(inPassword:))
      if try ask("Once more: ", isSecret: true) == password { return password }
      person.tell("  they differ")
    }
  }

  /// The digits of a mail; Enter alone has another mail sent.
  func askCode(
    _ question: String = "Code (Enter sends another): ", resend: () throws -> Void
  ) throws -> String {
    while true {
      let code = try ask(question) { $0.isEmpty ? nil : Credentials.problem(inCode: $0) }
      if !code.isEmpty { return code }
      if try attempt(resend) != nil { person.tell("  another one is on its way") }
    }
  }

  /// What it gives; nil where the cloud said no, which the person was told.
  func attempt<T>(_ body: () throws -> T) throws -> T? {
    do { return try body() } catch let error as CloudError where error.mayBeAskedAgain {
      tell(error)
      return nil
    }
  }

  func tell(_ error: CloudError) {
    person.tell("  \(error.summary)")
    if let hint = error.hint { person.tell("  \(hint)", isDim: true) }
  }
}

extension CloudError {
  /// Whether other words of the person, or a little patience, may change the answer.
  fileprivate var mayBeAskedAgain: Bool {
    switch self {
    case .refused, .notReady, .badValue: true
    default: false
    }
  }
}

extension ScriptAPI {
  /// Asks whoever sits at the prompt. Where nobody does, `argument` is missing.
  func converse(
    _ call: APICall, missing argument: String, canceled: String,
    _ body: (Dialogue) throws -> LuaResults
  ) throws -> LuaResults {
    guard let person else {
      throw APIError.missing(
        function: call.entry.name, argument: argument, expected: ValueType.text.name)
    }
    do { return try body(Dialogue(api: self, call: call, person: person)) } catch is Dialogue
      .GivenUp
    {
      person.tell(canceled)
      return call.lua.result()
    }
  }
}
