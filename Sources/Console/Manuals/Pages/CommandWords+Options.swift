extension CommandWords {
  /// By the option's longest name.
  static let options: [String: String] = [
    "--fault": #"""
    Let requests fail so often
    .Pq Ql lose_reply=10% , Ql 503=0.05 .
    The names are
    .Cm drop
    (the request does not arrive),
    .Cm lose_reply
    (it is done, and nobody hears of it),
    .Cm duplicate
    (it is done twice),
    .Cm expire_token ,
    .Cm portal
    (a network's sign-in page answers) and every status from 400 to 599;
    .Ql latency=200ms
    makes every answer late.
    It may be given more than once, or name several between commas.
    """#,
    "--watch": #"""
    Keep going until it is interrupted: at once, 3 seconds after a write by whatever
    program, every 5 minutes, when the network or the machine is back, and when a
    change that was refused is to be tried again.
    Prints a line where something went, came or failed.
    A prompt does the same in the background; see
    .Fn sync.auto .
    """#,
    "--confirm-email": #"""
    Mail a code to each new address, and show every mail on standard error.
    """#,
    "--timeout": #"""
    End a script after that time, with status 124.
    """#,
    "--no-rc": #"""
    Do not run
    .Pa rc.lua
    before the prompt.
    """#,
    "--cloud": #"""
    Use the cloud at a URL,
    .Ql embedded
    or
    .Ql none .
    """#,
  ]
}
