import Store
import Vocabulary

/// Which rows a statement is about, in SQL over `t`, and the values that it binds.
struct RowCondition {
  var sql = ""
  var values: [SQLValue] = []
}

extension RESTCaller {
  /// Who is not signed in has no right to any table.
  func requireRights(on table: ReadableTable) throws(RESTRefusal) {
    guard role != .anonymous else {
      throw RESTRefusal("42501", "permission denied for table \(table.name)")
    }
  }

  /// The filtered rows that row-level security shows: a user the own ones, the service role all.
  func condition(_ filter: Filter) -> RowCondition {
    var condition = RowCondition()
    switch (role, userID) {
    case (.service, _): condition.sql = "1"
    case (.authenticated, let user?):
      condition.sql = "t.user_id = ?"
      condition.values.append(.text(user.text))
    case (.authenticated, nil), (.anonymous, _): condition.sql = "0"
    }
    condition.sql += " AND "
    filter.write(to: &condition.sql, &condition.values)
    return condition
  }
}
