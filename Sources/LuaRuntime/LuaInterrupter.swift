import CLuaGuard

/// Stops what a state runs, from any thread. It may outlive the state.
package final class LuaInterrupter: Sendable {
  private let address: UInt

  /// The interrupter of a state.
  package init(_ state: LuaState) {
    guard_retain(state.lifeline.host)
    address = UInt(bitPattern: state.lifeline.host)
  }

  deinit { guard_give_up(OpaquePointer(bitPattern: address)) }

  /// Stops the run that is under way; nothing where none is. The script can not catch it.
  package func interrupt() { guard_interrupt(OpaquePointer(bitPattern: address)) }
}

/// What a signal handler may call: it must be safe there, as `sqlite3_interrupt` is.
package typealias SignalAction = @convention(c) (UnsafeMutableRawPointer?) -> Void

extension LuaState {
  /// Has `action` called, in the signal handler, when a run of this state is interrupted or out of
  /// time: for work outside of Lua that would go on. False: all four places are taken.
  package func addStopAction(
    _ action: @escaping SignalAction, context: UnsafeMutableRawPointer?
  ) -> Bool {
    guard_add_action(lifeline.host, action, context)
  }

  /// Takes an action back; due before its context is gone.
  package func removeStopAction(
    _ action: @escaping SignalAction, context: UnsafeMutableRawPointer?
  ) {
    guard_remove_action(lifeline.host, action, context)
  }
}

/// Ctrl-C of this process.
///
/// A press stops the run of Lua on the thread that installed it; a system call that waits there
/// comes back with EINTR. The third press in one run, with nothing stopped, ends the process by
/// SIGINT.
package enum ControlC {
  /// Takes SIGINT over for the calling thread, which runs Lua and reads the terminal.
  package static func install() { guard_install_sigint() }

  /// Gives SIGINT back to what had it.
  package static func remove() { guard_remove_sigint() }

  /// Presses since the start: a loop outside of Lua compares it with what it was.
  package static var presses: UInt64 { guard_presses() }

  /// Does what a press does, on the calling thread.
  package static func press() { lectern_guard_interrupt() }

  /// Has `action` called in the signal handler at every press; nil: nothing.
  package static func onPress(_ action: SignalAction?, context: UnsafeMutableRawPointer?) {
    guard_on_press(action, context)
  }

  /// Has `action` called in the signal handler before SIGINT ends the process.
  package static func onLastPress(_ action: SignalAction?, context: UnsafeMutableRawPointer?) {
    guard_on_last_press(action, context)
  }
}
