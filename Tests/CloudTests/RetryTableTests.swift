import Cloud
import Testing
import Vocabulary

/// The table that says what a failure asks for, tested whole.
@Suite struct RetryTableTests {
  /// Every status that the registry names, and some that it does not.
  @Test func `every status has one class`() {
    let expected: [FailureClass: Set<Int>] = [
      .signIn: [401, 407], .serverNotReady: [402, 404, 410, 501],
      .ours: [405, 406, 411, 414, 415, 416, 417, 431, 505], .refused: [413],
    ]
    for status in 100...599 {
      let wanted = expected.first { $0.value.contains(status) }?.key ?? .wait
      #expect(RetryTable.of(status: status) == wanted, "\(status)")
    }
  }

  @Test(arguments: [
    ("22P02", FailureClass.refused), ("22P05", .refused), ("22001", .refused), ("22003", .refused),
    ("22007", .refused), ("23502", .refused), ("23503", .refused), ("23505", .refused),
    ("23514", .refused), ("23P01", .refused), ("21000", .refused), ("44000", .refused),
    ("P0001", .refused), ("PGRST102", .refused),
    ("08000", .wait), ("08006", .wait), ("25006", .wait), ("25P02", .wait), ("40001", .wait),
    ("40P01", .wait), ("53100", .wait), ("53300", .wait), ("54001", .wait), ("55P03", .wait),
    ("57014", .wait), ("57P01", .wait), ("57P03", .wait), ("58030", .wait), ("HV000", .wait),
    ("XX000", .wait), ("XX001", .wait), ("PGRST000", .wait), ("PGRST001", .wait),
    ("PGRST002", .wait), ("PGRST003", .wait), ("PGRSTX00", .wait), ("PT429", .wait),
    ("PT503", .wait),
    ("0A000", .serverNotReady), ("28P01", .serverNotReady), ("3D000", .serverNotReady),
    ("3F000", .serverNotReady), ("42501", .serverNotReady), ("42703", .serverNotReady),
    ("42704", .serverNotReady), ("42883", .serverNotReady), ("42P01", .serverNotReady),
    ("F0000", .serverNotReady), ("PGRST106", .serverNotReady), ("PGRST111", .serverNotReady),
    ("PGRST112", .serverNotReady), ("PGRST121", .serverNotReady), ("PGRST125", .serverNotReady),
    ("PGRST202", .serverNotReady), ("PGRST203", .serverNotReady), ("PGRST204", .serverNotReady),
    ("PGRST205", .serverNotReady), ("PGRST300", .serverNotReady), ("PT404", .serverNotReady),
    ("PGRST301", .signIn), ("PGRST302", .signIn), ("PGRST303", .signIn), ("bad_jwt", .signIn),
    ("PT401", .signIn),
    ("22023", .ours), ("42601", .ours), ("42804", .ours), ("42P10", .ours), ("428C9", .ours),
    ("20000", .ours), ("26000", .ours), ("2F005", .ours), ("34000", .ours), ("P0002", .ours),
    ("P0004", .ours), ("PGRST100", .ours), ("PGRST101", .ours), ("PGRST103", .ours),
    ("PGRST105", .ours), ("PGRST107", .ours), ("PGRST108", .ours), ("PGRST114", .ours),
    ("PGRST115", .ours), ("PGRST116", .ours), ("PGRST117", .ours), ("PGRST118", .ours),
    ("PGRST120", .ours), ("PGRST122", .ours), ("PGRST123", .ours), ("PGRST124", .ours),
    ("PGRST126", .ours), ("PGRST127", .ours), ("PGRST128", .ours), ("PGRST200", .ours),
    ("PGRST201", .ours),
  ])
  func `every code has one class`(code: String, wanted: FailureClass) {
    #expect(RetryTable.of(code: code) == wanted)
  }

  @Test func `no beginning is in the table twice`() {
    let all = RetryTable.codes.map(\.beginning)
    #expect(Set(all).count == all.count)
  }

  @Test func `every number of curl waits, but those that name the caller's fault`() {
    for number in Int32(0)...120 {
      let isOurs = [1, 3, 4, 41, 43, 48].contains(number)
      #expect(RetryTable.of(curl: number) == (isOurs ? .ours : .wait), "\(number)")
    }
  }

  @Test(arguments: ["", "login required", "invalid_credentials", "4250", "ZZ"])
  func `a code that is empty or another program's refuses nothing`(code: String) {
    #expect(RetryTable.of(code: code) == nil)
    for status in [200, 400, 403, 409, 422, 500, 502, 503] {
      #expect(RetryTable.of(status: status, code: code) == .wait, "\(status)")
    }
    #expect(RetryTable.of(status: 401, code: code) == .signIn)
  }

  @Test func `a policy refuses a row where it is told of a row, else all of them`() {
    #expect(RetryTable.of(resultCode: "42501") == .refused)
    #expect(RetryTable.of(status: 403, code: "42501") == .serverNotReady)
    #expect(RetryTable.of(status: 401, code: "42501") == .signIn)
    #expect(RetryTable.of(resultCode: "") == .wait)
    #expect(RetryTable.of(resultCode: "ZZ123") == .refused)
    #expect(RetryTable.of(resultCode: "42703") == .serverNotReady)
  }

  private func failure(
    _ status: Int, _ body: String, _ headers: HTTPHeaders = ["Content-Type": "application/json"]
  ) -> CloudError? {
    CloudError(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  @Test func `errors of each form have the class of what they hold`() {
    #expect(failure(500, #"{"code":"21000","message":"x"}"#)?.failureClass == .refused)
    #expect(failure(500, #"{"code":"57014","message":"x"}"#)?.failureClass == .wait)
    #expect(failure(400, #"{"code":"","message":""}"#)?.failureClass == .wait)
    #expect(failure(400, #"{"code":"","message":"said without a code"}"#)?.failureClass == .wait)
    #expect(failure(403, #"{"error":"login required"}"#)?.failureClass == .wait)
    #expect(failure(401, #"{"message":"Invalid API key"}"#)?.failureClass == .signIn)
    for status in [200, 302, 400, 401, 403, 404, 409, 418, 500, 503, 511] {
      let page = failure(status, "<html>", ["Content-Type": "text/html"])
      #expect(page?.failureClass == .wait || status == 404 && page?.failureClass != .refused)
    }
    #expect(failure(413, "<html>", ["Content-Type": "text/html"])?.failureClass == .refused)
    #expect(CloudError.notConfigured("x").failureClass == .ours)
    #expect(CloudError.timedOut(after: .seconds(1)).failureClass == .wait)
  }

  @Test func `a date to come back at is read against the answer's own clock`() {
    let wait = failure(
      503, "{}",
      [
        "Content-Type": "application/json", "Retry-After": "Wed, 21 Oct 2026 07:28:30 GMT",
        "Date": "Wed, 21 Oct 2026 07:28:00 GMT",
      ])?.retryAfter
    #expect(wait == .seconds(30))
    #expect(Instant(httpDate: "Thu, 01 Jan 1970 00:00:01 GMT") == Instant(milliseconds: 1000))
    for text in ["", "Thu, 1 Jan 1970 00:00:01 GMT", "1970-01-01", "Thu, 01 Foo 1970 00:00:01 GMT"]
    {
      #expect(Instant(httpDate: text) == nil)
    }
  }
}
