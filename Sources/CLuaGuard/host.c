#include "host.h"

#include <stdint.h>
#include <stdio.h>

static void out_of_memory(void) {
  fputs("lectern: out of memory\n", stderr);
  abort();
}

// Counts what Lua holds. The limit is ignored while the host runs: its frames must not be jumped
// over; the trampoline looks at the limit when they are gone.
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  guard_host *host = context;
  size_t old = block ? old_size : 0;
  if (new_size == 0) {
    host->used -= old;
    free(block);
    return NULL;
  }
  size_t used = host->used - old + new_size;
  if (used > host->limit && new_size > old && host->in_host == 0) return NULL;
  void *moved = realloc(block, new_size);
  if (!moved) {
    if (host->in_host > 0) out_of_memory();
    return NULL;
  }
  host->used = used;
  return moved;
}

static int panic(lua_State *L) {
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no message";
  fprintf(stderr, "lectern: unprotected Lua error: %s\n", text);
  return 0;
}

static int set_up(lua_State *L) {
  guard_open_libraries(L, lua_toboolean(L, 1));
  // As the program lua does: most of what a script makes dies young.
  lua_gc(L, LUA_GCGEN, 0, 0);
  return 0;
}

guard_host *guard_open(bool sandbox, guard_invoke invoke, guard_release release) {
  guard_host *host = calloc(1, sizeof *host);
  if (!host) return NULL;
  host->references = 1;
  host->in_host = 1;
  host->limit = SIZE_MAX;
  host->invoke = invoke;
  host->release = release;
  pthread_mutex_init(&host->lock, NULL);
  lua_State *L = lua_newstate(allocate, host);
  if (!L) {
    guard_give_up(host);
    return NULL;
  }
  host->main = L;
  host->running = L;
  *(guard_host **)lua_getextraspace(L) = host;
  lua_atpanic(L, panic);
  lua_pushcfunction(L, set_up);
  lua_pushboolean(L, sandbox);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
    guard_close(host);
    return NULL;
  }
  return host;
}

void guard_close(guard_host *host) {
  if (host->main) lua_close(host->main);
  host->main = NULL;
  host->running = NULL;
  guard_give_up(host);
}

void guard_retain(guard_host *host) { __atomic_add_fetch(&host->references, 1, __ATOMIC_RELAXED); }

void guard_give_up(guard_host *host) {
  if (__atomic_sub_fetch(&host->references, 1, __ATOMIC_ACQ_REL) > 0) return;
  pthread_mutex_destroy(&host->lock);
  free(host);
}

lua_State *guard_running(const guard_host *host) { return host->running; }

size_t guard_memory_used(const guard_host *host) { return host->used; }

void guard_limit_memory(guard_host *host, size_t bytes) { host->limit = bytes ? bytes : SIZE_MAX; }

void guard_limit_time(guard_host *host, int64_t milliseconds) {
  host->time_limit_ms = milliseconds;
}

void guard_limit_instructions(guard_host *host, int64_t count) { host->instruction_limit = count; }
