#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { presses_that_kill = 3 };

// The innermost run of this thread.
static _Thread_local guard_host *volatile current;

static volatile uint64_t presses;
static pthread_t terminal_thread;
static guard_slot on_press;
static guard_slot on_unanswered_press;
static guard_slot on_last_press;
static struct sigaction action_before;

// The signal by which a timer or another thread reaches the thread that runs Lua.
static int wake_signal(void) { return SIGRTMIN + 3; }

// The script may catch it and end well: it has a tenth of the limit more, and no second chance.
static void tell_instructions(lua_State *L) {
  guard_host *host = host_of(L);
  host->instructions_told = true;
  host->instructions_left = host->instruction_limit / 10 + 10 * guard_instruction_step;
  host->is_telling = true;
  guard_push_instructions_error(L);
  lua_error(L);
}

static void stop_hook(lua_State *L, lua_Debug *event) {
  guard_host *host = host_of(L);
  if (host->stop == 0 && event->event == LUA_HOOKCOUNT && host->instruction_limit > 0) {
    host->instructions_left -= guard_instruction_step;
    if (host->instructions_left > 0) return;
    if (!host->instructions_told) tell_instructions(L);
    guard_stop(host, GUARD_REASON_INSTRUCTIONS);
  }
  if (host->stop != 0) guard_raise_stop(L);
  lua_sethook(L, NULL, 0, 0);
}

int guard_raise_stop(lua_State *L) {
  guard_arm(host_of(L));
  lua_pushliteral(L, "interrupted");
  return lua_error(L);
}

void guard_arm(guard_host *host) {
  lua_State *L = host->running;
  if (host->stop != 0) {
    int mask = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT;
    lua_sethook(L, stop_hook, mask, 1);
  } else if (host->instruction_limit > 0 && lua_gethook(L) != stop_hook) {
    lua_sethook(L, stop_hook, LUA_MASKCOUNT, guard_instruction_step);
  }
}

// Runs in signal handlers too: lua_sethook on the thread that runs is all of Lua it touches.
void guard_stop(guard_host *host, guard_reason reason) {
  if (host->depth == 0) return;
  if (host->stop == 0) host->stop = reason;
  guard_arm(host);
  if (reason == GUARD_REASON_EXIT) return;
  for (int i = 0; i < guard_action_slots; i++) {
    guard_action action = host->actions[i].action;
    if (action) action(host->actions[i].context);
  }
}

static bool is_past(const struct timespec *deadline) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec != deadline->tv_sec) return now.tv_sec > deadline->tv_sec;
  return now.tv_nsec >= deadline->tv_nsec;
}

static void on_wake(int signal) {
  (void)signal;
  int saved = errno;
  for (guard_host *host = current; host; host = host->outer) {
    int reason = __atomic_exchange_n(&host->requested, 0, __ATOMIC_ACQ_REL);
    if (reason) guard_stop(host, (guard_reason)reason);
    if (host->has_timer && is_past(&host->deadline)) guard_stop(host, GUARD_REASON_TIMEOUT);
  }
  errno = saved;
}

static void install_wake_signal(void) {
  struct sigaction action = {.sa_handler = on_wake};
  sigemptyset(&action.sa_mask);
  sigaction(wake_signal(), &action, NULL);
}

static void install_wake_signal_once(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_wake_signal);
}

// The threads of some libraries block every signal.
static void let_through(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void prepare_thread(void) {
  static _Thread_local bool is_prepared;
  if (is_prepared) return;
  is_prepared = true;
  install_wake_signal_once();
  let_through(wake_signal());
}

static void start_timer(guard_host *host) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = wake_signal()};
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &event, &host->timer) != 0) return;
  clock_gettime(CLOCK_MONOTONIC, &host->deadline);
  host->deadline.tv_sec += host->time_limit_ms / 1000;
  host->deadline.tv_nsec += host->time_limit_ms % 1000 * 1000000;
  if (host->deadline.tv_nsec >= 1000000000) {
    host->deadline.tv_sec++;
    host->deadline.tv_nsec -= 1000000000;
  }
  host->has_timer = true;
  // Again and again, should the first come before the run has anything to stop.
  struct itimerspec when = {.it_value = host->deadline, .it_interval = {.tv_nsec = 50000000}};
  timer_settime(host->timer, TIMER_ABSTIME, &when, NULL);
}

void guard_run_begins(guard_host *host) {
  prepare_thread();
  host->has_trace = false;
  host->stop = 0;
  host->requested = 0;
  host->presses_at_start = presses;
  host->outer = current;
  pthread_mutex_lock(&host->lock);
  host->owner = pthread_self();
  host->owned = true;
  pthread_mutex_unlock(&host->lock);
  current = host;
  if (host->time_limit_ms > 0) start_timer(host);
  if (host->instruction_limit > 0) {
    host->instructions_left = host->instruction_limit;
    host->instructions_told = false;
    host->is_telling = false;
    guard_arm(host);
  }
}

void guard_run_ends(guard_host *host) {
  pthread_mutex_lock(&host->lock);
  host->owned = false;
  pthread_mutex_unlock(&host->lock);
  if (host->has_timer) {
    host->has_timer = false;
    timer_delete(host->timer);
  }
  current = host->outer;
  host->outer = NULL;
  host->stop = 0;
  if (lua_gethook(host->running)) lua_sethook(host->running, NULL, 0, 0);
}

void guard_interrupt(guard_host *host) {
  pthread_mutex_lock(&host->lock);
  if (host->owned) {
    __atomic_store_n(&host->requested, GUARD_REASON_INTERRUPT, __ATOMIC_RELEASE);
    pthread_kill(host->owner, wake_signal());
  }
  pthread_mutex_unlock(&host->lock);
}

bool guard_is_stopping(const guard_host *host) { return host->stop != 0; }

bool guard_is_to_stop(void) {
  if (!current) return presses > 0;
  for (guard_host *host = current; host; host = host->outer) {
    if (host->stop != 0) return true;
  }
  return false;
}

guard_reason guard_stop_reason(const guard_host *host) { return host->reason; }

int guard_exit_code(const guard_host *host) { return host->exit_code; }

bool guard_add_action(guard_host *host, guard_action action, void *context) {
  for (int i = 0; i < guard_action_slots; i++) {
    if (host->actions[i].action) continue;
    host->actions[i].context = context;
    host->actions[i].action = action;
    return true;
  }
  return false;
}

void guard_remove_action(guard_host *host, guard_action action, void *context) {
  for (int i = 0; i < guard_action_slots; i++) {
    guard_slot *slot = &host->actions[i];
    if (slot->action == action && slot->context == context) slot->action = NULL;
  }
}

static void call_slot(const guard_slot *slot) {
  guard_action action = slot->action;
  if (action) action(slot->context);
}

// Nothing answered two presses (one long C function of Lua's own, a pattern say): say the last
// words and die by the signal, as a shell expects.
static void die_by_interrupt(void) {
  call_slot(&on_last_press);
  signal(SIGINT, SIG_DFL);
  raise(SIGINT);
  let_through(SIGINT);
}

void lectern_guard_interrupt(void) {
  int saved = errno;
  presses = presses + 1;
  call_slot(&on_press);
  guard_host *outermost = NULL;
  for (guard_host *host = current; host; host = host->outer) {
    guard_stop(host, GUARD_REASON_INTERRUPT);
    outermost = host;
  }
  uint64_t unanswered = outermost ? presses - outermost->presses_at_start : 0;
  if (unanswered == presses_that_kill - 1) call_slot(&on_unanswered_press);
  if (unanswered >= presses_that_kill) die_by_interrupt();
  errno = saved;
}

static void on_sigint(int signal) {
  if (pthread_equal(pthread_self(), terminal_thread)) lectern_guard_interrupt();
  else pthread_kill(terminal_thread, signal);
}

void guard_install_sigint(void) {
  terminal_thread = pthread_self();
  // Without SA_RESTART: a read at the prompt comes back with EINTR.
  struct sigaction action = {.sa_handler = on_sigint};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &action_before);
  let_through(SIGINT);
}

void guard_remove_sigint(void) { sigaction(SIGINT, &action_before, NULL); }

uint64_t guard_presses(void) { return presses; }

static void put_in(guard_slot *slot, guard_action action, void *context) {
  slot->action = NULL;
  slot->context = context;
  slot->action = action;
}

void guard_on_press(guard_action action, void *context) { put_in(&on_press, action, context); }

void guard_on_unanswered_press(guard_action action, void *context) {
  put_in(&on_unanswered_press, action, context);
}

void guard_on_last_press(guard_action action, void *context) {
  put_in(&on_last_press, action, context);
}
