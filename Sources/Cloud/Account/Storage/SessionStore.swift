/// Where one profile's session is kept.
///
/// Every implementation: `load` gives what was last saved, whole or not at all; a change that
/// throws leaves the session before it; `replace` compares and changes in one step, also against
/// other processes; `whileRefreshing` runs one body at a time, in all processes. It shows tokens to
/// nobody but its caller.
package protocol SessionStore: AnyObject {
  /// The session, nil where there is none.
  func load() throws(CloudError) -> Session?
  /// Keeps a session instead of whatever was there; nil removes it.
  func save(_ session: Session?) throws(CloudError)
  /// Keeps a session only where the grant of `old` is still the one that is kept; whether it was.
  func replace(_ old: Session, with new: Session) throws(CloudError) -> Bool
  /// Runs `body` while nobody else refreshes this session. Whoever waits for that asks `settled`
  /// now and then, and goes with its answer where it has one.
  func whileRefreshing<T>(
    unless settled: () throws(CloudError) -> T?, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T
  /// Where it is kept.
  var place: SessionPlace { get }
}

/// A session that ends with the process: for `--memory`, worlds and tests.
package final class MemorySessionStore: SessionStore {
  private var session: Session?

  package init() {}

  package func load() throws(CloudError) -> Session? { session }

  package func save(_ session: Session?) throws(CloudError) { self.session = session }

  package func replace(_ old: Session, with new: Session) throws(CloudError) -> Bool {
    guard let session, session.isSameGrant(as: old) else { return false }
    self.session = new
    return true
  }

  package func whileRefreshing<T>(
    unless settled: () throws(CloudError) -> T?, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T { try body() }

  package var place: SessionPlace { .memory }
}
