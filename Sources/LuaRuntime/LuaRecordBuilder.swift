import CLuaGuard

/// Gathers the fields of one record after the other, each in the order in which its class names
/// them.
///
/// A script gets a record whose fields are found when they are asked for: that costs a third of a
/// table of them. It is valid inside the closure that got it.
package final class LuaRecordBuilder {
  private let fields: UnsafeMutableBufferPointer<guard_field>
  private var count = 0
  private var bytes: UnsafeMutableRawBufferPointer
  private var used = 0

  /// Unit: bytes. What a record of usual size needs; a larger one takes more for as long as it is
  /// made.
  private static let usualRoom = 4_096

  init(fields count: Int) {
    fields = .allocate(capacity: count)
    bytes = .allocate(byteCount: Self.usualRoom, alignment: 1)
  }

  deinit {
    fields.deallocate()
    bytes.deallocate()
  }

  // MARK: - Fields

  /// The next field is a whole number.
  package func add(_ value: Int64) { add(guard_field(value: value, length: 0, kind: .integer)) }

  /// The next field is a whole number, or left out.
  package func add(_ value: Int64?) { if let value { add(value) } else { skip() } }

  /// The next field is a text of these bytes.
  package func add(bytes text: UnsafeBufferPointer<UInt8>) {
    let start = used
    append(UnsafeRawBufferPointer(text))
    add(guard_field(value: Int64(start), length: UInt32(clamping: text.count), kind: .text))
  }

  /// The next field is a text of these bytes, or left out.
  package func add(bytes text: UnsafeBufferPointer<UInt8>?) {
    if let text { add(bytes: text) } else { skip() }
  }

  /// The next field is a text.
  package func add(_ text: String) {
    var text = text
    text.withUTF8 { add(bytes: $0) }
  }

  /// The next field is a text, or left out.
  package func add(_ text: String?) { if let text { add(text) } else { skip() } }

  /// The next field is a list of texts.
  package func add(_ texts: [String]) {
    let start = used
    for text in texts {
      var text = text
      text.withUTF8 { bytes in
        withUnsafeBytes(of: UInt32(clamping: bytes.count)) { append($0) }
        append(UnsafeRawBufferPointer(bytes))
      }
    }
    add(guard_field(value: Int64(start), length: UInt32(clamping: texts.count), kind: .texts))
  }

  private func skip() { add(guard_field(value: 0, length: 0, kind: .none)) }

  private func add(_ field: guard_field) {
    fields[count] = field
    count += 1
  }

  private func append(_ more: UnsafeRawBufferPointer) {
    guard let source = more.baseAddress, !more.isEmpty else { return }
    if used + more.count > bytes.count { grow(to: (used + more.count) * 2) }
    bytes.baseAddress?.advanced(by: used).copyMemory(from: source, byteCount: more.count)
    used += more.count
  }

  private func grow(to room: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<used]))
    bytes.deallocate()
    bytes = larger
  }

  // MARK: - The record

  /// Forgets the record before.
  func begin() {
    count = 0
    used = 0
    if bytes.count > Self.usualRoom * 16 {
      bytes.deallocate()
      bytes = .allocate(byteCount: Self.usualRoom, alignment: 1)
    }
  }

  /// Replaces the shape on top by the record, which has no metatable yet.
  func push(on stack: LuaStack) {
    precondition(count == fields.count, "a record lacks fields, or has too many")
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard_push_packed(stack.pointer, fields.baseAddress, Int32(count), start, used)
  }
}

extension guard_field_kind {
  fileprivate static var none: Self { GUARD_FIELD_NONE }
  fileprivate static var integer: Self { GUARD_FIELD_INTEGER }
  fileprivate static var text: Self { GUARD_FIELD_TEXT }
  fileprivate static var texts: Self { GUARD_FIELD_TEXTS }
}
