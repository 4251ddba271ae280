import Cloud
import EmbeddedCloud
import LuaRuntime

/// The way to the cloud in this process, which Ctrl-C and time limits close.
final class StoppablePort: CloudPort {
  private let port: InProcessPort

  init(to cloud: EmbeddedProject) { port = InProcessPort(to: cloud) }

  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    guard !ControlC.isToStop else { throw .interrupted }
    return try port.exchange(request)
  }
}
