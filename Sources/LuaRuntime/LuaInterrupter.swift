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

  /// Whether the run under way is being stopped.
  package var isStopping: Bool { guard_is_stopping(OpaquePointer(bitPattern: address)) }

  /// Stops the run that is under way; nothing where none is. The script can not catch it.
  package func interrupt() { guard_interrupt(OpaquePointer(bitPattern: address)) }
}

/// What a signal handler may call: it must be safe there, as `sqlite3_interrupt` is.
package typealias SignalAction = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// What the signal handler does when a run of a state is interrupted or out of time: for work
/// outside of Lua that would go on.
///
/// It holds until this object is gone, which must be before its context is; it may outlive the
/// state. A state has 64 places; who comes when all are taken goes without.
package final class StopAction {
  private let lifeline: Lifeline
  private let action: SignalAction
  private let context: UnsafeMutableRawPointer?

  /// Has `action` called with `context` from here on.
  package init(
    in state: LuaState, context: UnsafeMutableRawPointer?, _ action: @escaping SignalAction
  ) {
    lifeline = state.lifeline
    self.action = action
    self.context = context
    _ = guard_add_action(lifeline.host, action, context)
  }

  deinit { guard_remove_action(lifeline.host, action, context) }
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

  /// Whether what the calling thread waits for should end: its run of Lua is being stopped, or
  /// there is none and Ctrl-C was pressed.
  package static var isToStop: Bool { guard_is_to_stop() }

  /// Does what a press does, on the calling thread.
  package static func press() { lectern_guard_interrupt() }

  /// Has `action` called in the signal handler at every press; nil: nothing.
  package static func onPress(_ action: SignalAction?, context: UnsafeMutableRawPointer?) {
    guard_on_press(action, context)
  }

  /// Has `action` called in the signal handler at the second press in one run: one more ends the
  /// process.
  package static func onUnansweredPress(_ action: SignalAction?, context: UnsafeMutableRawPointer?)
  {
    guard_on_unanswered_press(action, context)
  }

  /// Has `action` called in the signal handler before SIGINT ends the process.
  package static func onLastPress(_ action: SignalAction?, context: UnsafeMutableRawPointer?) {
    guard_on_last_press(action, context)
  }
}
