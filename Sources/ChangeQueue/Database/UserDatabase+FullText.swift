package import Schema
package import Store

/// Keeps full text up with the rows.
extension UserDatabase {
  /// Folds waiting rows into the index where about `count` of them wait. A search passes 1.
  package func foldFullText(from count: Int) throws(StoreError) {
    for (fullText, waiting) in fullTexts {
      let number = try waiting.on(connection).first { $0.integer(0) } ?? 0
      guard number >= count else { continue }
      for statement in fullText.fold { try connection.run(statement) }
    }
  }

  /// Does a search need a fold first?
  package func isBehind(_ fullText: FullText) throws(StoreError) -> Bool {
    try connection.first(fullText.isBehind) { $0.integer(0) != 0 } ?? false
  }
}
