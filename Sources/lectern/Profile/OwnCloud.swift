import Cloud
import EmbeddedCloud
import LuaRuntime
import Vocabulary
import World

/// The way to the cloud in this process, which opens at its first request: most runs make none.
/// Ctrl-C and time limits close it.
final class OwnCloud: CloudPort, CloudOperator {
  private let open: () throws(EmbeddedCloudError) -> EmbeddedProject
  private var opened: (project: EmbeddedProject, port: InProcessPort)?

  init(_ open: @escaping () throws(EmbeddedCloudError) -> EmbeddedProject) { self.open = open }

  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    guard !ControlC.isToStop else { throw .interrupted }
    return try cloud().port.exchange(request)
  }

  func entitle(_ email: String, until end: Instant?) throws -> Bool {
    try cloud().project.entitle(email, until: end)
  }

  func inbox(_ email: String) throws -> [Mail] { try cloud().project.inbox(email) }

  func publish(_ key: PublishedKey) throws { try cloud().project.publish(key) }

  func browse(_ path: String) throws -> HTTPResponse {
    try exchange(HTTPRequest(method: "GET", path: path))
  }

  private func cloud() throws(CloudError) -> (project: EmbeddedProject, port: InProcessPort) {
    if let opened { return opened }
    let project: EmbeddedProject
    do throws(EmbeddedCloudError) { project = try open() } catch {
      throw switch error {
      case .libraryMissing(let name, let reason): .libraryMissing(name: name, reason: reason)
      case _ where error.kind == .busy: .offline(curl: 0, text: error.summary)
      default: .notConfigured(error.summary)
      }
    }
    let cloud = (project, InProcessPort(to: project))
    opened = cloud
    return cloud
  }
}
