package import Store
package import Vocabulary

/// One call of a function of the project, by a signed-in user.
///
/// The call runs in one transaction of `connection`: whatever is thrown, nothing of it stays. Throw
/// `RESTRefusal` to answer a code of one's own.
package struct RPCCall {
  /// The function.
  package let name: String
  /// The project's database, in the transaction of the call.
  package let connection: Connection
  /// Whose rows are meant: never taken from the body.
  package let userID: RecordID
  /// What the token says about the user.
  package let claims: JSONValue
  /// The arguments as they came: one JSON object, not yet checked.
  package let body: [UInt8]
  /// When the transaction began.
  package let now: Instant
  /// The clock and the dice.
  package let surroundings: any Surroundings
}

/// What a function of the project does: its answer is one JSON value.
package typealias RPCFunction = @Sendable (RPCCall) throws -> [UInt8]
