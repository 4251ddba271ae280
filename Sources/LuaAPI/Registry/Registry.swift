/// Every function of the API, from which argument checks, help, completion and manuals are made.
package struct Registry: Sendable {
  /// In the order they are declared.
  package private(set) var functions: [FunctionEntry] = []
  private var places: [String: Int] = [:]

  init() {
    functions.reserveCapacity(Self.usualCount)
    places.reserveCapacity(Self.usualCount)
  }

  /// Room from the start for about as many as there are: growing costs more than filling.
  private static let usualCount = 256

  mutating func add(_ entry: FunctionEntry) {
    precondition(places[entry.name] == nil, "\(entry.name) is declared twice")
    places[entry.name] = functions.count
    functions.append(entry)
  }

  /// The function of that name: `notes.add`, `note:update`.
  package subscript(name: String) -> FunctionEntry? { places[name].map { functions[$0] } }

  /// The modules and classes, each once, in the order of declaration; "" for global functions.
  package var owners: [String] {
    var seen: Set<String> = []
    return functions.map(\.owner).filter { seen.insert($0).inserted }
  }

  /// The functions of a module or a class, in the order of declaration.
  package func functions(of owner: String) -> [FunctionEntry] {
    functions.filter { $0.owner == owner }
  }

  /// The functions whose arguments hold a password, a code or a token.
  package var secretNames: [String] { functions.filter(\.isSecret).map(\.name) }
}
