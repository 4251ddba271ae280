/// Who is told how the cases go.
protocol TestReport: AnyObject {
  func begin()
  func tell(_ result: TestResult) throws
  func end(_ counts: TestCounts, milliseconds: Int64) throws
}

extension TestReport {
  func begin() {}
}
