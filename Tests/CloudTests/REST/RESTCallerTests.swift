import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

@testable import EmbeddedCloud

/// Tokens as PostgREST judges them: the cases recorded from it.
@Suite struct RESTCallerTests {
  private let fixture: ProjectFixture
  private let now: Int64

  init() throws {
    fixture = try ProjectFixture()
    now = fixture.clock.now().milliseconds / 1000
  }

  /// Status, code and message for a token with these claims beside a user's.
  private func judge(_ claims: [(String, JSONValue)]) throws -> (Int, String, String) {
    var all = JSONObject([
      ("role", "authenticated"), ("sub", .string("11111111-1111-4111-8111-111111111111")),
    ])
    for (name, value) in claims { all[name] = value }
    return try judge(token: try fixture.project.signer.sign(.object(all)))
  }

  private func judge(token: String) throws -> (Int, String, String) {
    let answer = fixture.get("/rest/v1/user_notes?select=id", token: token)
    let body = try JSONValue(parsing: answer.body)
    return (answer.status, body["code"]?.string ?? "", body["message"]?.string ?? "")
  }

  @Test func `times are checked with half a minute's leeway`() throws {
    #expect(try judge([("exp", .integer(now + 60))]).0 == 200)
    #expect(try judge([("exp", .integer(now - 10))]).0 == 200)
    #expect(try judge([("exp", .integer(now - 31))]) == (401, "PGRST303", "JWT expired"))
    #expect(try judge([]).0 == 200)
    #expect(
      try judge([("exp", "soon")]) == (
        401, "PGRST303", "The JWT 'exp' claim must be a number"
      ))
    #expect(
      try judge([("exp", .number(Double(now + 600) + 0.5))]) == (401, "PGRST303", "JWT expired"))
    #expect(try judge([("exp", .number(Double(now + 600)))]).0 == 200)
    #expect(
      try judge([("iat", .integer(now + 300))]) == (401, "PGRST303", "JWT issued at future"))
    #expect(try judge([("nbf", .integer(now + 300))]).0 == 401)
  }

  @Test func `roles and subjects`() throws {
    #expect(
      try judge([("role", "nobody_here")]) == (
        401, "22023", "role \"nobody_here\" does not exist"
      ))
    #expect(
      try judge([("sub", "not-a-uuid")]) == (
        400, "22P02", "invalid input syntax for type uuid: \"not-a-uuid\""
      ))
  }

  @Test func `malformed and foreign tokens`() throws {
    #expect(
      try judge(token: "garbage") == (401, "PGRST301", "Expected 3 parts in JWT; got 1"))
    #expect(try judge(token: "a.b") == (401, "PGRST301", "Expected 3 parts in JWT; got 2"))
    #expect(
      try judge(token: "a.b.c") == (401, "PGRST301", "JWT cryptographic operation failed"))
    let other = try ProjectFixture(seed: 9).project.signer.sign(["role": "authenticated"])
    #expect(
      try judge(token: other) == (401, "PGRST301", "No suitable key or wrong key type"))
    let none = Base64URL.encode(#"{"alg":"none"}"#.utf8)
    #expect(
      try judge(token: "\(none).e30.") == (
        401, "PGRST301", "Wrong or unsupported encoding algorithm"
      ))
    let list = try fixture.project.signer.sign([1])
    #expect(try judge(token: list) == (401, "PGRST303", "Parsing claims failed"))
  }

  @Test func `every change of a token is noticed`() throws {
    let token = try fixture.project.signer.sign(["role": "service_role"])
    let bytes = Array(token.utf8)
    for place in bytes.indices where bytes[place] != UInt8(ascii: ".") {
      var changed = bytes
      changed[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let status = try judge(token: String(decoding: changed, as: UTF8.self)).0
      #expect(status == 401, "byte \(place)")
    }
  }

  @Test func `other schemes than Bearer are nobody, whatever their case`() throws {
    func text(_ field: String) -> String {
      fixture.get("/rest/v1/user_notes?select=id", headers: ["Authorization": field]).text
    }
    #expect(text("Basic dXNlcjpwYXNz").contains("permission denied for table user_notes"))
    #expect(text("bearer garbage").contains("Expected 3 parts in JWT"))
  }

  @Test func `a token is byte for byte what another implementation signs`() throws {
    let signer = TokenSigner(
      secret: String(decoding: (0..<64).map { UInt8(33 + $0) }, as: UTF8.self))
    let token = try signer.sign(["sub": "1234567890", "name": "John Doe", "iat": 1_516_239_022])
    let parts = token.split(separator: ".")
    #expect(parts[0] == "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9")
    #expect(parts[2] == "yEb_ZKSLpddv2j3uofh9FER7HPD-wFBaQis04ZjK2XM")
    #expect(
      parts[1] == "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ")
  }

  @Test func `HMAC and scrypt give the values of their standards`() throws {
    let mac = try Crypto.hmacSHA256(
      key: Array("Jefe".utf8), text: "what do ya want for nothing?".utf8)
    #expect(
      hex(mac) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let key = try Crypto.scrypt(
      password: "", salt: [], cost: PasswordCost(rounds: 16, block: 1, lanes: 1))
    #expect(hex(key) == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442")
  }

  @Test func `base64 without padding comes back as it went`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
    #expect(Base64URL.decode("A") == nil)
    #expect(Base64URL.decode("AB") == nil)
    #expect(Base64URL.decode("A=") == nil)
  }

  private func hex(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [lowerHex($0 >> 4), lowerHex($0 & 15)] }, as: UTF8.self)
  }
}
