extension Options {
  /// Options that know no more of a wrong command line than how errors are to be written.
  init(withOutputOf arguments: [String]) {
    self.init()
    for (index, word) in arguments.enumerated() {
      let next = arguments.dropFirst(index + 1).first
      switch word {
      case "-o", "--output": output = next.flatMap(OutputMode.init(rawValue:)) ?? output
      case _ where word.hasPrefix("--output="):
        output = OutputMode(rawValue: String(word.dropFirst("--output=".count))) ?? output
      default: continue
      }
    }
  }
}
