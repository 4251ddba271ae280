import CSQLite

/// A prepared statement. Bind by place (from 1), step, read columns (from 0), reset.
///
/// One thread owns it, as its connection. Texts are copied as they are bound.
package final class Statement {
  let handle: OpaquePointer
  /// The text it was prepared from.
  package let sql: String
  private let path: String
  /// SQLite closes a file with its last statement, and asks its file system until then.
  private let fileSystem: FileSystem?

  init(handle: OpaquePointer, sql: String, path: String, fileSystem: FileSystem?) {
    self.handle = handle
    self.sql = sql
    self.path = path
    self.fileSystem = fileSystem
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: - Binding

  /// Gives a parameter its value; places count from 1.
  package func bind(_ place: Int, _ value: Int64) {
    sqlite3_bind_int64(handle, Int32(place), value)
  }

  /// Gives a parameter a number, or NULL.
  package func bind(_ place: Int, _ value: Int64?) {
    if let value { bind(place, value) } else { bindNull(place) }
  }

  /// Gives a parameter NULL.
  package func bindNull(_ place: Int) { sqlite3_bind_null(handle, Int32(place)) }

  /// Gives a parameter a text, which is copied.
  package func bind(_ place: Int, _ text: String) {
    var text = text
    text.withUTF8 { bytes in bind(place, utf8: bytes) }
  }

  /// Gives a parameter a text, or NULL.
  package func bind(_ place: Int, _ text: String?) {
    if let text { bind(place, text) } else { bindNull(place) }
  }

  /// Binds text that must be valid UTF-8.
  package func bind(_ place: Int, utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      _ = lectern_bind_text(handle, Int32(place), "", 0)
      return
    }
    base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { text in
      _ = lectern_bind_text(handle, Int32(place), text, UInt64(bytes.count))
    }
  }

  /// Gives a parameter a value of any sort.
  package func bind(_ place: Int, _ value: SQLValue) {
    switch value {
    case .null: bindNull(place)
    case .integer(let value): bind(place, value)
    case .real(let value): sqlite3_bind_double(handle, Int32(place), value)
    case .text(let text): bind(place, text)
    case .blob(let bytes):
      bytes.withUnsafeBytes { raw in
        _ = lectern_bind_blob(
          handle, Int32(place), raw.baseAddress ?? .init(bitPattern: 1), UInt64(raw.count))
      }
    }
  }

  /// How many parameters it has.
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// The name of a parameter with its mark (`:name`), or nil for `?`.
  package func parameterName(_ place: Int) -> String? {
    sqlite3_bind_parameter_name(handle, Int32(place)).map { String(cString: $0) }
  }

  // MARK: - Stepping

  /// Goes to the next row; false at the end.
  package func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = StoreError(connection: sqlite3_db_handle(handle), path: path, sql: sql)
      reset()
      throw error
    }
  }

  /// Runs it to its end and makes it ready for the next time.
  package func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  /// Runs it for one row; nil where there is none. Ready for the next time afterwards.
  package func first<T>(_ read: (Statement) -> T) throws(StoreError) -> T? {
    defer { reset() }
    return try step() ? read(self) : nil
  }

  /// Runs it for all rows. Ready for the next time afterwards.
  package func all<T>(_ read: (Statement) -> T) throws(StoreError) -> [T] {
    defer { reset() }
    var rows: [T] = []
    while try step() { rows.append(read(self)) }
    return rows
  }

  /// Ends a run, so that it can be bound and run again.
  package func reset() { sqlite3_reset(handle) }

  // MARK: - Reading

  /// How many columns its rows have; 0 where it gives none.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }
  /// Whether it changes nothing in the file.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// A column's name, as the statement gives it.
  package func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// Whether a column of this row is NULL; columns count from 0.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// A column of this row as a number; NULL is 0.
  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  /// A column of this row as a number; nil for NULL.
  package func optionalInteger(_ column: Int) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// A column of this row as text; NULL is empty.
  package func text(_ column: Int) -> String { String(decoding: utf8(column), as: UTF8.self) }

  /// A column of this row as text; nil for NULL.
  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a text, valid until the next step or reset.
  package func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    guard let text = sqlite3_column_text(handle, Int32(column)) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return UnsafeBufferPointer(start: text, count: count)
  }

  /// A column of this row as it is stored.
  package func value(_ column: Int) -> SQLValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: return .integer(integer(column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, Int32(column)))
    case SQLITE_TEXT: return .text(text(column))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      guard let start = sqlite3_column_blob(handle, Int32(column)), count > 0 else {
        return .blob([])
      }
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}
