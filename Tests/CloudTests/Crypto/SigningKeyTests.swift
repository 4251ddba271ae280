@testable import Cloud
import Testing

/// Keys that sign, and signatures that hold or do not.
@Suite struct SigningKeyTests {
  @Test(arguments: SignatureAlgorithm.allCases)
  func `a signature holds for its text and its key alone`(algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey(drawing: algorithm)
    let other = try SigningKey(drawing: algorithm)
    let text = Array("header.claims".utf8)
    let signature = try key.signature(over: text)
    #expect(signature.count == (algorithm == .es256 ? 64 : 256))
    #expect(try Crypto.isSigned(text, signature, by: key.publicKey, algorithm))
    #expect(try !Crypto.isSigned(text + [0], signature, by: key.publicKey, algorithm))
    #expect(try !Crypto.isSigned(text, signature, by: other.publicKey, algorithm))
    for place in [0, 31, 32, signature.count - 1] {
      var spoilt = signature
      spoilt[place] ^= 1
      #expect(try !Crypto.isSigned(text, spoilt, by: key.publicKey, algorithm))
    }
    #expect(try !Crypto.isSigned(text, signature.dropLast(), by: key.publicKey, algorithm))
    #expect(try !Crypto.isSigned(text, [], by: key.publicKey, algorithm))
    #expect(try !Crypto.isSigned(text, signature, by: [1, 2, 3], algorithm))
  }

  @Test func `a key of one kind checks no signature of the other`() throws {
    let rsa = try SigningKey(drawing: .rs256)
    let elliptic = try SigningKey(drawing: .es256)
    let text = Array("x".utf8)
    let made = try rsa.signature(over: text)
    #expect(try !Crypto.isSigned(text, made, by: elliptic.publicKey, .rs256))
    let numbers = try elliptic.signature(over: text)
    #expect(try !Crypto.isSigned(text, numbers, by: rsa.publicKey, .es256))
  }

  @Test func `two numbers become a DER sequence, and back`() {
    var numbers = [UInt8](repeating: 0, count: 64)
    numbers[31] = 0x80
    numbers[63] = 0x01
    let sequence = EllipticSignature.sequence(of: numbers)
    #expect(sequence == [0x30, 7, 2, 2, 0, 0x80, 2, 1, 1])
    #expect(EllipticSignature.numbers(in: sequence) == numbers)
    let high = [UInt8](repeating: 0xff, count: 64)
    #expect(EllipticSignature.numbers(in: EllipticSignature.sequence(of: high)) == high)
    for count in 0..<sequence.count {
      #expect(EllipticSignature.numbers(in: Array(sequence.prefix(count))) == nil)
    }
    #expect(EllipticSignature.numbers(in: sequence + [0]) == nil)
    #expect(EllipticSignature.numbers(in: [0x30, 4, 2, 1, 1, 3]) == nil)
  }
}
