/// What the cloud answered to a read of a table.
package struct RowPage: Sendable {
  /// A JSON array of objects.
  package let body: [UInt8]
  /// How many rows fit the question in all; nil where the cloud does not say.
  ///
  /// Why: a cloud gives at most so many rows at once, 1,000 where it is hosted, and says nothing.
  /// Source: https://docs.postgrest.org/en/v12/references/api/pagination_count.html
  package let total: Int?

  init(_ answer: HTTPResponse) {
    body = answer.body
    total = answer.headers["Content-Range"]?.split(separator: "/").last.flatMap { Int($0) }
  }
}
