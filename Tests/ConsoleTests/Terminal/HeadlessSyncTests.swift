import Cloud
import EmbeddedCloud
import Glibc
import Schema
import Synchronization
import Testing
import Vocabulary

@testable import Console

/// How `lectern sync` ends, for cron and timers.
@Suite struct HeadlessSyncTests {
  /// A cloud that works until it is told to fall ill.
  private final class AilingCloud: RequestAnswering {
    private let cloud: EmbeddedProject
    private let status: Status

    final class Status: Sendable {
      let number = Mutex<Int?>(nil)
      /// A file that is there from the first request on that gets no answer; nil: all get one.
      let silence = Mutex<String?>(nil)
    }

    init(_ cloud: EmbeddedProject, _ status: Status) {
      self.cloud = cloud
      self.status = status
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
      if let place = status.silence.withLock({ $0 }) { keepSilent(at: place) }
      guard let status = status.number.withLock({ $0 }) else { return cloud.answer(request) }
      return HTTPResponse(
        status: status, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
    }

    private func keepSilent(at place: String) {
      do { try FileBytes.replace(place, with: []) } catch { return }
      while status.silence.withLock({ $0 }) != nil { usleep(10_000) }
    }
  }

  /// Such a cloud, to which somebody signed up who has a note to send.
  private func signedUp(_ shell: Shell, to ailing: AilingCloud.Status) throws -> LoopbackServer {
    let catalog = try Catalog.lectern()
    let server = try LoopbackServer {
      () throws(EmbeddedCloudError) -> any RequestAnswering in
      AilingCloud(
        try EmbeddedProject(EmbeddedProject.Settings(), MachineSurroundings(), catalog: catalog),
        ailing)
    }
    let script = #"auth.sign_up("a@b.example", "long-pw-1") notes.add("jn 3.16", "x")"#
    #expect(try shell.run("lectern --cloud \(server.url) -e '\(script)'").status == 0)
    return server
  }

  /// Runs a program as a shell of one's own does: who runs the tests may block signals.
  private static let unblocking = """
    import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); \
    os.execv(sys.argv[1], sys.argv[1:])
    """

  @Test func `a sync that is told to end says so, and keeps what waits`() throws {
    let ailing = AilingCloud.Status()
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    let server = try signedUp(shell, to: ailing)
    defer { server.stop() }
    let program = try PseudoTerminal.program()
    ailing.silence.withLock { $0 = home.path + "/asked" }
    defer { ailing.silence.withLock { $0 = nil } }
    let result = try shell.run(
      """
      python3 -c '\(Self.unblocking)' \(program) sync --cloud \(server.url) > told & sync=$!
      n=0; until [ -e asked ]; do
        n=$((n + 1)); [ $n -lt 300 ] || break; sleep 0.1
      done
      kill $sync; wait $sync; echo $?
      cat told
      """)
    #expect(result.output.hasPrefix("143\n" + #"{"result":"failed""#), "\(result.output)")
    #expect(result.output.contains(#""reason":"interrupted""#), "\(result.output)")
    #expect(try shell.run("lectern --cloud none -e '#queue'").output == "1\n")
  }

  @Test(
    arguments: [
      (503, 75), (429, 75), (500, 75), (nil, 0),
    ] as [(Int?, Int32)])
  func `a cloud that cannot work now is a reason to try again later`(
    answer: Int?, status: Int32
  ) throws {
    let ailing = AilingCloud.Status()
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    let server = try signedUp(shell, to: ailing)
    defer { server.stop() }
    ailing.number.withLock { $0 = answer }
    let result = try shell.run("lectern sync --cloud \(server.url)")
    #expect(result.status == status, "\(result.output)")
    let queued = try shell.run("lectern --cloud \(server.url) -e '#queue'").output
    #expect(queued == (status == 0 ? "0\n" : "1\n"))
  }

  @Test(arguments: [
    (CloudError.offline(curl: 7, text: "x"), Console.ExitStatus.cloudUnavailable),
    (.timedOut(after: .seconds(60)), .cloudUnavailable),
    (.notReady(status: 503, code: "", retryAfter: nil), .incomplete),
    (.refused(status: 403, code: "", message: ""), .refused), (.notSignedIn(.never), .refused),
  ])
  func `each failure of the cloud has its status`(error: CloudError, status: Console.ExitStatus) {
    #expect(Console.ExitStatus(for: error) == status)
  }

  @Test func `a dry run prints the plan and changes nothing`() throws {
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    let script = #"auth.sign_up("a@b.example", "long-pw-1") notes.add("jn 3.16", "x")"#
    #expect(try shell.run("lectern -e '\(script)'").status == 0)
    for _ in 0..<2 {
      let plan = try shell.run("lectern sync --dry-run")
      #expect(
        plan.output
          == #"{"push":{"user_notes":{"send":1}},"pull":{},"more":false,"full":true}"# + "\n")
      #expect(plan.status == 0)
    }
    #expect(try shell.run("lectern sync").output.contains(#""pushed":1"#))
    #expect(
      try shell.run("lectern sync --dry-run").output
        == #"{"push":{},"pull":{},"more":false,"full":false}"# + "\n")
    #expect(try shell.run("lectern --dry-run").status == 64)
    #expect(try shell.run("lectern sync --dry-run --cloud none").status == 78)
  }

  @Test func `a port that is taken is no reason to try again later`() throws {
    let catalog = try Catalog.lectern()
    let server = try LoopbackServer {
      () throws(EmbeddedCloudError) -> any RequestAnswering in
      try EmbeddedProject(EmbeddedProject.Settings(), MachineSurroundings(), catalog: catalog)
    }
    defer { server.stop() }
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    #expect(try shell.run("lectern serve --port \(server.port)").status == 74)
  }

  @Test(arguments: [
    (Duration.seconds(60), "60 s"), (.milliseconds(1500), "1.5 s"), (.milliseconds(20), "0.02 s"),
    (.milliseconds(1250), "1.25 s"),
  ])
  func `waiting is told in seconds`(duration: Duration, text: String) {
    #expect(
      CloudError.timedOut(after: duration).summary == "the cloud did not answer within \(text)")
  }
}
