import Store
package import Vocabulary

extension EmbeddedProject {
  /// Calls a function as a signed-in user, in one transaction: what a request of theirs comes to
  /// once its token was checked.
  package func call(_ name: String, as userID: RecordID, claims: JSONValue = .null, body: [UInt8])
    throws -> [UInt8]
  {
    guard let function = functions[name] else {
      throw RESTRefusal("PGRST202", "Could not find the function public.\(name)")
    }
    return try connection.transaction {
      try function(
        RPCCall(
          name: name, connection: connection, userID: userID, claims: claims, body: body,
          now: surroundings.now(), surroundings: surroundings))
    }
  }
}
