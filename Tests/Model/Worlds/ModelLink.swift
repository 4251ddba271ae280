import Cloud
import EmbeddedCloud
import Schema
import Sync
import Vocabulary

/// A device's way to the clouds of its world: at once, or by a flight.
final class ModelLink: SyncCaller {
  private unowned let clouds: ModelClouds
  /// Whose account is signed in to; nil for nobody's.
  var user: String?
  /// The request that is under way, if there is one.
  var flight: Flight?
  /// Calls that may still begin; then the network is gone.
  var callsLeft = Int.max

  init(to clouds: ModelClouds) { self.clouds = clouds }

  private static let gone = CloudError.offline(curl: 7, text: "no network")

  func account() throws(CloudError) -> String {
    guard let user else { throw .notSignedIn(.never) }
    if let flight, flight.isSpent { throw Self.gone }
    if callsLeft == 0 { throw Self.gone }
    callsLeft -= 1
    return ModelClouds.account(of: user).text
  }

  func call(_ function: String, body: [UInt8]) throws(CloudError) -> [UInt8] {
    guard let user else { throw .notSignedIn(.never) }
    let request = Flight.Request(function: function, body: body, user: user)
    guard let flight else {
      clouds.noteOfSync(request)
      return try clouds.serve(request)
    }
    if !flight.isSpent { return try flight.exchange(request) }
    guard flight.mayAsk, function == "sync_missing" else { throw Self.gone }
    return try clouds.serve(request)
  }

  func rows(of table: String, ids: [RecordID]) throws(CloudError) -> [UInt8] {
    guard let user else { throw .notSignedIn(.never) }
    return try clouds.rows(of: table, ids: ids, user)
  }
}
