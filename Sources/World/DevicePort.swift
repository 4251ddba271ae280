import Cloud
import Store

/// The way out of a device for as long as it runs: what was started before a crash sends nothing
/// after it.
final class DevicePort: CloudPort {
  private let port: any CloudPort
  private let connection: Connection

  init(to port: any CloudPort, of connection: Connection) {
    self.port = port
    self.connection = connection
  }

  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    do throws(StoreError) { try connection.requireFile() } catch {
      throw .offline(curl: 0, text: "the device is down")
    }
    return try port.exchange(request)
  }
}
