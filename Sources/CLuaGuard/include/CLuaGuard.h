// The only code from which Lua may longjmp.
//
// Swift never calls a Lua function that can raise: a Swift callback answers with a count or with
// GUARD_RAISE, and C raises; every operation that can raise runs here under lua_pcall. See
// https://www.lua.org/manual/5.4/manual.html#4.4
#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One Lua state, its allocator, its limits and the run that is under way.
typedef struct guard_host guard_host;

// What a Swift function answers instead of a count, with the error value on top of the stack.
#define GUARD_RAISE (-1)

// What a protected operation answers besides Lua's own statuses: the run is being stopped.
#define GUARD_STOPPED 100

// Why a run stops. A script can not catch any of them.
typedef enum guard_reason {
  GUARD_REASON_NONE = 0,
  GUARD_REASON_INTERRUPT = 1,
  GUARD_REASON_TIMEOUT = 2,
  GUARD_REASON_INSTRUCTIONS = 3,
  GUARD_REASON_EXIT = 4,
} guard_reason;

// Runs a Swift function: at least 0 results on top of the stack, or GUARD_RAISE.
typedef int32_t (*guard_invoke)(lua_State *L, void *object);
// Gives up the state's hold on a Swift object.
typedef void (*guard_release)(void *object);
// Called from a signal handler: it may only do what signal-safety(7) allows.
typedef void (*guard_action)(void *context);

// The time that scripts see. Unit: milliseconds since 1970.
typedef int64_t (*guard_clock)(void *context);

// host.c -----------------------------------------------------------------------------------------

// A state with its libraries, or NULL where memory is short. `sandbox` leaves out what reaches
// beyond the state. The caller holds one reference to the host; guard_close gives it up.
guard_host *guard_open(bool sandbox, guard_invoke invoke, guard_release release);
void guard_close(guard_host *host);
// Keeps the host's memory (not its Lua state) for another thread that may interrupt it.
void guard_retain(guard_host *host);
void guard_give_up(guard_host *host);
// The thread of Lua that runs now: the main one, or a coroutine.
lua_State *guard_running(const guard_host *host);
size_t guard_memory_used(const guard_host *host);
// The line of the script that called the function which runs; 0 where none is known.
int guard_line_of_caller(lua_State *L);
// 0: no limit. Bytes, milliseconds and VM instructions of one run of the outermost call.
void guard_limit_memory(guard_host *host, size_t bytes);
void guard_limit_time(guard_host *host, int64_t milliseconds);
void guard_limit_instructions(guard_host *host, int64_t count);

// trampoline.c -----------------------------------------------------------------------------------

// Pushes a function that runs `object` through the host's invoke; Lua owns the object from now on.
void guard_push_function(lua_State *L, void *object);
// The object of such a function, or NULL.
void *guard_function_object(lua_State *L, int index);
// Pushes a userdata that owns `object`, with the metatable on top of the stack, which it replaces.
// Adds __gc and __metatable to that metatable.
void guard_push_object(lua_State *L, void *object);
// The object of a userdata made by guard_push_object, or NULL.
void *guard_to_object(lua_State *L, int index);
// NULL in data: one value, shown as "null".
void guard_push_null(lua_State *L);
bool guard_is_null(lua_State *L, int index);

// record.c ---------------------------------------------------------------------------------------

// Makes the table on top the fields of a record, which takes its place and has no metatable yet.
void guard_seal(lua_State *L);
// Pushes the fields of the record at `index`, a table; false, and nothing, where it is no record.
bool guard_push_fields(lua_State *L, int index);
// Pushes the field of the record at `index` whose name is at `key`; false, and nothing, where it
// has none or is no record. Quicker than to push them all.
bool guard_push_field(lua_State *L, int index, int key);
// Puts the fields of a record in its place on the stack; anything else stays.
void guard_open_record(lua_State *L, int index);
// Push __index (with the table of methods on top, which it takes) and __pairs of records.
void guard_push_record_index(lua_State *L);
void guard_push_record_pairs(lua_State *L);

// packed.c ---------------------------------------------------------------------------------------

typedef enum guard_field_kind {
  GUARD_FIELD_NONE = 0,
  GUARD_FIELD_INTEGER = 1,
  GUARD_FIELD_TEXT = 2,
  GUARD_FIELD_TEXTS = 3,
} guard_field_kind;

// One field. `value` is the integer, or where its bytes begin; `length` counts the bytes of a text,
// or the texts of a list, each of which stands behind its own length (uint32_t).
typedef struct guard_field {
  int64_t value;
  uint32_t length;
  guard_field_kind kind;
} guard_field;

// Replaces a shape on top (name = place, [place] = name, from 1) by a record of these fields, which
// are copied. It has no metatable yet.
void guard_push_packed(
    lua_State *L, const guard_field *fields, int count, const char *bytes, size_t length);

// protected.c ------------------------------------------------------------------------------------
// Each answers LUA_OK, another status of Lua's or GUARD_STOPPED; after a failure its operands are
// gone and one error value is on top.

// As lua_pcall; the outermost call keeps traceback and position of an error.
int guard_call(lua_State *L, int arguments, int results);
// The chunk's function, or the message of the error. Text only, never bytecode.
int guard_load(lua_State *L, const char *text, size_t length, const char *name);
// Replaces the key on top by the value; metamethods run.
int guard_get(lua_State *L, int index);
// Takes key and value from the top; metamethods run.
int guard_set(lua_State *L, int index);
// Replaces the key on top by the next key and value; *more is false after the last and both gone.
int guard_next(lua_State *L, int index, bool *more);
// Pushes the text of a value as Lua's tostring gives it.
int guard_to_text(lua_State *L, int index);
// Pushes the value of the operator #.
int guard_length(lua_State *L, int index);
// Replaces the values on top by their concatenation.
int guard_concat(lua_State *L, int count);
// Compares as Lua's ==, < or <= (LUA_OPEQ, LUA_OPLT, LUA_OPLE).
int guard_compare(lua_State *L, int one, int other, int operation, bool *answer);

// The integer at `index`; false for any other value, text and numbers with a fraction too.
static inline bool guard_to_integer(lua_State *L, int index, int64_t *value) {
  int is_integer = 0;
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  *value = lua_tointegerx(L, index, &is_integer);
  return is_integer != 0;
}
static inline void guard_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }
static inline int guard_registry(void) { return LUA_REGISTRYINDEX; }

// error.c ----------------------------------------------------------------------------------------

// Makes the table on top an error table: tostring gives "message (hint)".
void guard_make_error(lua_State *L);

// trace.c ----------------------------------------------------------------------------------------

// Whether the last outermost call kept a trace of its error.
bool guard_has_trace(const guard_host *host);
// Pushes the traceback that was kept, or nil.
void guard_push_trace(lua_State *L);
// The chunk and line of the error; 0 where it has none.
int guard_trace_line(const guard_host *host);
const char *guard_trace_source(const guard_host *host);
// The line where the function begins that the place is in; 0: it is the outermost of Lua.
int guard_trace_function_line(const guard_host *host);
// Bytes at the start of a text error that only say its position.
size_t guard_trace_prefix(const guard_host *host);

// interrupt.c ------------------------------------------------------------------------------------

// Stops what the host runs; from any thread. Nothing where it runs nothing.
void guard_interrupt(guard_host *host);
// Whether a stop is under way: long work in Swift looks here and comes back early.
bool guard_is_stopping(const guard_host *host);
// Whether what this thread waits for should end: a run on it is being stopped, or nothing runs and
// Ctrl-C was pressed.
bool guard_is_to_stop(void);
// Why the last call that answered GUARD_STOPPED stopped, and the code of an exit.
guard_reason guard_stop_reason(const guard_host *host);
int guard_exit_code(const guard_host *host);
// Calls `action` in the signal handler when this host's run is stopped. False: no slot is free.
bool guard_add_action(guard_host *host, guard_action action, void *context);
void guard_remove_action(guard_host *host, guard_action action, void *context);

// Ctrl-C of this process. Installs the handler of SIGINT for the calling thread (the one that runs
// Lua and reads the terminal); signals that reach another thread are passed on.
void guard_install_sigint(void);
void guard_remove_sigint(void);
// How often Ctrl-C was pressed since the start; it only grows.
uint64_t guard_presses(void);
// Stops what runs on the calling thread and counts a press: what the handler does. Signal-safe.
void lectern_guard_interrupt(void);
// Called at every press, running or not; NULL: nothing.
void guard_on_press(guard_action action, void *context);
// Called at the second press within one run, which the first did not stop.
void guard_on_unanswered_press(guard_action action, void *context);
// Called at the third press within one run, which nothing else stopped; then SIGINT kills.
void guard_on_last_press(guard_action action, void *context);

// repeatable.c -----------------------------------------------------------------------------------

// From here on runs of this state repeat: os.time, os.date and os.clock follow the clock, chance
// follows the seed, tables are walked in one order and texts hold no addresses. A second call
// changes clock and seed. False: memory is short.
bool guard_repeat(guard_host *host, guard_clock clock, void *context, int64_t seed);

// keep.c -----------------------------------------------------------------------------------------

// Pushes a table that keeps local variables of chunks for later chunks.
void guard_push_locals(lua_State *L);
// Pushes the function that a rewritten chunk calls to keep its variables in the table at `index`.
void guard_push_keeper(lua_State *L, int index);
// How often chunks have called it: once for each `local` statement that was done.
lua_Integer guard_kept_calls(lua_State *L, int index);
// Joins the upvalues of the function on top with the variables of the same name in the table.
void guard_join_locals(lua_State *L, int index);
// Pushes a list of the names that are kept, "!" before constants.
void guard_push_local_names(lua_State *L, int index);
// Pushes some values, on top of them that of the variable, or nil.
void guard_push_local(lua_State *L, int index, const char *name);
