// What the files of this target share and Swift does not see.
#pragma once
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CLuaGuard.h"

enum { guard_action_slots = 64, guard_instruction_step = 1000 };

typedef struct guard_slot {
  guard_action volatile action;
  void *volatile context;
} guard_slot;

struct guard_host {
  lua_State *main;
  lua_State *volatile running;
  int references;
  // Protected calls under way. Only at 0 is a stop over.
  volatile sig_atomic_t depth;
  // Above 0 host code runs: an allocation must not fail there, it would longjmp over Swift.
  int in_host;
  size_t used;
  size_t limit;

  // Why the run stops; sticky until the outermost call is back.
  volatile sig_atomic_t stop;
  // A stop asked for by another thread, taken by the signal handler.
  int requested;
  guard_reason reason;
  int exit_code;
  guard_slot actions[guard_action_slots];

  int64_t time_limit_ms;
  int64_t instruction_limit;
  int64_t instructions_left;
  // The script was told, and has a little more to end well.
  bool instructions_told;
  // That error is on its way: raised by the hook, where no hook would stop a handler.
  bool is_telling;
  struct timespec deadline;
  timer_t timer;
  bool has_timer;

  // The thread that runs, for guard_interrupt; held while it may be signalled.
  pthread_mutex_t lock;
  pthread_t owner;
  bool owned;
  // The run on the same thread that this run is nested in.
  struct guard_host *outer;
  uint64_t presses_at_start;

  bool has_trace;
  int trace_line;
  int trace_function_line;
  size_t trace_prefix;
  char trace_source[LUA_IDSIZE];

  guard_invoke invoke;
  guard_release release;

  // Runs repeat: the clock is the host's, and nothing of the process shows.
  bool repeats;
  guard_clock clock;
  void *clock_context;
  int64_t clock_start_ms;
  lua_Integer numbers_given;
};

static inline guard_host *host_of(lua_State *L) {
  return *(guard_host **)lua_getextraspace(L);
}

// interrupt.c
void guard_run_begins(guard_host *host);
void guard_run_ends(guard_host *host);
// Puts the hook on the running thread where a stop or a count needs one.
void guard_arm(guard_host *host);
void guard_stop(guard_host *host, guard_reason reason);
int guard_raise_stop(lua_State *L);

// error.c: what a script sees of a limit.
void guard_push_instructions_error(lua_State *L);
void guard_push_memory_error(lua_State *L);

// trace.c
int guard_trace(lua_State *L);

// names.c
void guard_push_weak_table(lua_State *L);
// Pushes the text of a value as tostring gives it.
void guard_push_text(lua_State *L, int index);
// The number a value is named by, or 0 where it has none yet.
lua_Integer guard_known_number(lua_State *L, int index);
int guard_format(lua_State *L);

// packed.c
// Replaces packed fields on top by their table.
void guard_unpack(lua_State *L);
// Pushes the field of the packed fields on top whose name is at `key`, where it has one; false, and
// nothing, where it can only be had from the table.
bool guard_push_packed_field(lua_State *L, int key, bool *is_field);

// record.c
// Makes what is on top the fields of the record at `index`.
void guard_set_fields(lua_State *L, int index);
// next and rawget that see the fields of records.
void guard_open_records(lua_State *L);

// order.c
int guard_sorted_next(lua_State *L);
void guard_order_tables(lua_State *L);

// sort.c
int guard_sort(lua_State *L);

// repeatable.c
int guard_forward(lua_State *L, const char *name);

// Libraries: each opens or changes one library of the state, under a protected call.
void guard_open_libraries(lua_State *L, bool sandbox);
void guard_change_base(lua_State *L, bool sandbox);
void guard_change_coroutine(lua_State *L);
void guard_change_loading(lua_State *L, bool sandbox);
void guard_open_null(lua_State *L);
void guard_open_errors(lua_State *L);
void guard_name_values(lua_State *L);
