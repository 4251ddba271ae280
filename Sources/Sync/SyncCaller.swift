package import Cloud
package import Vocabulary

/// The functions of the cloud as sync calls them: one body there, one body back.
///
/// Every implementation adds the signed-in account's token, refreshing it first where that is due,
/// and never calls without one. It sends a call once.
package protocol SyncCaller: AnyObject {
  /// The account that calls are made for. Throws where nobody is signed in, or no cloud is set up.
  func account() throws(CloudError) -> String
  /// Whether that is the profile's own cloud, in this process.
  var isOwnCloud: Bool { get }
  /// Calls `sync_push`, `sync_pull`, `sync_missing`, `sync_digest` or `sync_describe`.
  func call(_ function: String, body: [UInt8]) throws(CloudError) -> [UInt8]
  /// The rows with these ids, as a plain read of their table shows them: a JSON array.
  func rows(of table: String, ids: [RecordID]) throws(CloudError) -> [UInt8]
}

extension SyncCaller {
  /// Most are not.
  package var isOwnCloud: Bool { false }
}
