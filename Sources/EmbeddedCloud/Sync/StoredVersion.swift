package import Schema
package import Vocabulary

extension EmbeddedProject {
  /// One row as the cloud holds it, for checks that compare it with a device's; nil where there is
  /// none.
  package func version(_ name: RowName, of userID: RecordID) throws -> RowVersion? {
    let call = RPCCall(
      name: "", connection: connection, userID: userID, claims: .null, body: [],
      now: surroundings.now(), surroundings: surroundings)
    return try UserChanges(call, catalog).row(name)?.version
  }
}
