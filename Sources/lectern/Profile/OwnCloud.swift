import Cloud
import EmbeddedCloud
import LuaRuntime
import Vocabulary

/// The way to the cloud in this process, which opens at its first request: most runs make none.
/// Ctrl-C and time limits close it.
final class OwnCloud: CloudPort {
  private let open: () throws(EmbeddedCloudError) -> EmbeddedProject
  private var opened: InProcessPort?

  init(_ open: @escaping () throws(EmbeddedCloudError) -> EmbeddedProject) { self.open = open }

  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    guard !ControlC.isToStop else { throw .interrupted }
    return try port().exchange(request)
  }

  private func port() throws(CloudError) -> InProcessPort {
    if let opened { return opened }
    let port: InProcessPort
    do throws(EmbeddedCloudError) { port = InProcessPort(to: try open()) } catch {
      throw switch error {
      case .libraryMissing(let name, let reason): .libraryMissing(name: name, reason: reason)
      case _ where error.kind == .busy: .offline(curl: 0, text: error.summary)
      default: .notConfigured(error.summary)
      }
    }
    opened = port
    return port
  }
}
