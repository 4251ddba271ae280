import Cloud
import Console
import EmbeddedCloud
import LuaRuntime
import Schema
import Vocabulary
import World

/// Which cloud a run works with: `--cloud`, then the environment, then the embedded one.
enum CloudChoice {
  case embedded
  case none
  case remote(url: String, key: String)

  init(_ options: Options, environment: (String) -> String?) throws(LecternError) {
    switch options.cloud {
    case "embedded"?: self = .embedded
    case "none"?: self = .none
    case let url?:
      let key = options.key ?? environment("SUPABASE_ANON_KEY") ?? (Self.isHere(url) ? "" : nil)
      guard let key
      else { throw .keyMissing(url: url) }
      self = .remote(url: url, key: key)
    case nil:
      switch (environment("SUPABASE_URL"), environment("SUPABASE_ANON_KEY")) {
      case (nil, nil): self = .embedded
      case (let url?, let key?): self = .remote(url: url, key: key)
      case (nil, _?): throw .halfConfigured(missing: "SUPABASE_URL")
      case (_?, nil): throw .halfConfigured(missing: "SUPABASE_ANON_KEY")
      }
    }
  }

  private static func isHere(_ url: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { url.contains("//\($0)") }
  }

  /// The way there. `sessions` remembers who is signed in; `path` is the embedded cloud's file;
  /// `log` is told of every request; `fresh` gives a cloud in memory.
  func link(
    path: String, sessions: any SessionStore, _ surroundings: any Surroundings, catalog: Catalog,
    _ waiting: Waiting = Waiting(), log: SyncLog? = nil, fresh: FreshLibraries? = nil
  ) throws -> CloudLink {
    switch self {
    case .none: return CloudLink(place: .none, project: nil, keeper: nil)
    case .embedded:
      var settings = EmbeddedProject.Settings()
      settings.path = path
      if path == ":memory:" { settings.passwordCost = .trivial }
      let port = OwnCloud { [settings] () throws(EmbeddedCloudError) in
        if let fresh { return try fresh.cloud(settings, surroundings) }
        return try EmbeddedProject(settings, surroundings, catalog: catalog)
      }
      // It asks for no key; and to know its key it would have to be open.
      let project = RemoteProject(
        name: Self.embeddedName(path), port: Self.logged(port, log, surroundings), key: "")
      return CloudLink(
        place: .embedded, project: project, keeper: keeper(project, sessions, surroundings),
        operator: port)
    case .remote(let url, let key):
      let address = try CloudAddress(url)
      let port = CurlTransport(to: address) {
        waiting.onTick?()
        return ControlC.isToStop
      }
      let project = RemoteProject(
        name: url, port: Self.logged(port, log, surroundings), key: key)
      return CloudLink(
        place: .remote(url), project: project, keeper: keeper(project, sessions, surroundings),
        post: Self.isHere(url) ? ServedPost(project) : nil)
    }
  }

  private static func logged(
    _ port: any CloudPort, _ log: SyncLog?, _ surroundings: any Surroundings
  ) -> any CloudPort {
    log.map { LoggedPort(port, log: $0, surroundings) } ?? port
  }

  /// What a cloud in a file of this computer is called where sessions are kept.
  static func embeddedName(_ path: String) -> String { "embedded:\(path)" }

  private func keeper(
    _ project: RemoteProject, _ sessions: any SessionStore, _ surroundings: any Surroundings
  ) -> SessionKeeper {
    SessionKeeper(account: Account(project: project, surroundings: surroundings), store: sessions)
  }
}
