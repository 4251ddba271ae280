package import Vocabulary

/// Why a file is not imported at all. Nothing was changed.
package enum ImportError: Explained, Equatable {
  /// It cannot be opened or read; repeating helps once the cause is gone.
  case unreadable(path: String, reason: String)
  /// There is nothing in it.
  case empty(path: String)
  /// An archive or a compressed file.
  case packed(path: String, kind: String)
  /// A folder without a file in Markdown.
  case emptyFolder(path: String)
  /// No form that is known.
  case unknown(path: String)
  /// It was said to have a form that it does not have.
  case misfit(path: String, form: ImportForm, reason: String)
  /// A file of Lectern or the app that something else reads.
  case elsewhere(path: String, what: String, cure: String)

  package var kind: ErrorKind { .badValue }

  package var code: String {
    switch self {
    case .unreadable: "import.unreadable"
    case .empty: "import.empty"
    case .packed: "import.packed"
    case .emptyFolder: "import.empty_folder"
    case .unknown: "import.unknown_form"
    case .misfit: "import.misfit"
    case .elsewhere: "import.elsewhere"
    }
  }

  package var summary: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .empty(let path): "\(path) is empty"
    case .packed(let path, let kind): "\(path) is \(kind)"
    case .emptyFolder(let path): "no file in \(path) ends in .md"
    case .unknown(let path): "\(path) has no form that is known"
    case .misfit(let path, let form, let reason):
      "\(path) is not \(form.words): \(reason)"
    case .elsewhere(let path, let what, _): "\(path) is \(what)"
    }
  }

  package var hint: String? {
    switch self {
    case .unreadable: "check the name of the file"
    case .empty: "check that it was copied whole"
    case .packed: "unpack it first, and import what is in it"
    case .emptyFolder: "name the folder that holds the notes"
    case .unknown: "forms that are known: \(ImportForm.list)"
    case .misfit: "leave format out to have it recognized; forms are \(ImportForm.list)"
    case .elsewhere(_, _, let cure): cure
    }
  }
}
