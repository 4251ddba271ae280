import ChangeQueue
import Cloud
import LuaRuntime
import Store
import Vocabulary
import World

/// One thing that became of who is signed in.
struct SessionNews {
  let change: SessionChange
  /// Nil for nobody.
  let session: Cloud.Session?

  init(_ change: SessionChange, _ session: Cloud.Session?) {
    self.change = change
    self.session = session
  }
}

extension ScriptAPI {
  /// Listens to the keeper. What it tells is followed when the call that brought it about is done:
  /// it may come in the middle of a sync, where no script may run.
  func followSession() {
    device.link.keeper?.onChange = { [weak self] change, session in
      self?.sessionNews.append(SessionNews(change, session))
    }
  }

  /// Follows what is new: the profiles that are kept, then whoever listens. Due when a call ends,
  /// and between the lines of a prompt; within a transaction of a script it waits.
  package func tellSessionNews() throws {
    guard !sessionNews.isEmpty else { return }
    try device.database.releaseRead()
    guard !device.database.connection.isInTransaction else { return }
    while !sessionNews.isEmpty {
      let news = sessionNews[0]
      try keepProfiles(news)
      sessionNews.removeFirst()
      try tell(news)
    }
  }

  /// Tells who listens, or one of them.
  func tell(_ news: SessionNews, only listener: Int64? = nil) throws {
    try events.fire(.session, in: state, only: listener) { table in
      table.set("change", news.change.rawValue)
      table.set("signed_in", news.session.map { !$0.needsSignIn } ?? false)
      guard let session = news.session else { return }
      table.set("user_id", session.userID.text)
      table.set("email", session.email)
      if session.needsSignIn {
        table.set("reason", CloudError.notSignedIn(session.endedBecause).summary)
      }
    }
  }
}
