import Glibc
import Testing

@testable import Library

/// The three spellings of the app become one; what is no verse here stays where it is.
@Suite struct OldReferenceTests {
  @Test(
    arguments: [
      ("genesis 1:3", "genesis 1:3"), ("genesis 1", "genesis 1"),
      ("genesis_1:3", "genesis 1:3"), ("genesis:1:3", "genesis 1:3"),
      ("Genesis 1:3", "genesis 1:3"), ("Genesis 1", "genesis 1"),
      ("GENESIS 01:03", "genesis 1:3"), ("1_samuel_10:5", "1_samuel 10:5"),
      ("1_samuel:10:5", "1_samuel 10:5"), ("1 Samuel 10:5", "1_samuel 10:5"),
      ("song_of_solomon_4:7", "song_of_solomon 4:7"), ("song_of_solomon_4", "song_of_solomon 4"),
      ("Song Of Solomon 4:7", "song_of_solomon 4:7"), ("3_john 1:14", "3_john 1:14"),
      ("genesis_50", "genesis 50"), ("Jude", "jude 1"), ("genesis", "genesis 1-50"),
      ("jude 1:3", "jude 1:3"),
    ])
  func `each spelling becomes ours`(written: String, stored: String) {
    let reference = OldReference(written)
    #expect(reference.text == stored)
    #expect(reference.isKnown)
  }

  @Test(
    arguments: [
      ("joel 4:1", "joel 4:1"), ("joel_4:1", "joel 4:1"), ("malachi:3:23", "malachi 3:23"),
      ("psalms 3:0", "psalms 3:0"), ("genesis 51:1", "genesis 51:1"),
      ("revelation_12:18", "revelation 12:18"), ("bad", "bad"), ("tobit 1:1", "tobit 1:1"),
      (" ", " "), ("genesis 1:3:5", "genesis 1:3:5"),
      ("genesis 99999999999999999999", "genesis 99999999999999999999"), ("romans/9", "romans/9"),
    ])
  func `what is no verse of ours is kept, and never moved`(written: String, stored: String) {
    let reference = OldReference(written)
    #expect(reference.text == stored)
    #expect(!reference.isKnown)
  }
}
