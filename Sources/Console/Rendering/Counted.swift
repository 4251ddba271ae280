/// A number of things, in words: `1 input`, `2 inputs`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)" + (count == 1 ? "" : "s")
}
