import Cloud
import Vocabulary

/// An answerer on a network that fails now and then.
///
/// One thread serves everybody, so everybody waits for a late answer.
final class FaultyAnswers: RequestAnswering {
  private let answerer: any RequestAnswering
  private let odds: FaultOdds
  private let surroundings: any Surroundings

  init(_ answerer: any RequestAnswering, _ odds: FaultOdds, _ surroundings: any Surroundings) {
    self.answerer = answerer
    self.odds = odds
    self.surroundings = surroundings
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse { answerer.answer(request) }

  func answerUnlessLost(_ request: HTTPRequest) -> HTTPResponse? {
    let fault = odds.draw(surroundings)
    if fault.latency > .zero { _ = surroundings.wait(fault.latency) }
    guard fault.befalls(request) else { return answer(request) }
    if fault.isDropped { return nil }
    if let instead = fault.answer { return instead }
    if fault.isDoubled { _ = answer(request) }
    let response = answer(request)
    return fault.losesReply ? nil : response
  }
}
