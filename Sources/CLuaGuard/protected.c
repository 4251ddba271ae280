#include "host.h"

int guard_call(lua_State *L, int arguments, int results) {
  guard_host *host = host_of(L);
  int function = lua_gettop(L) - arguments;
  int handler = 0;
  bool outermost = host->depth == 0;
  if (outermost) {
    lua_checkstack(L, 2);
    lua_pushcfunction(L, guard_trace);
    lua_insert(L, function);
    handler = function;
  }
  int in_host = host->in_host;
  host->in_host = 0;
  host->depth++;
  if (outermost) guard_run_begins(host);
  int status = host->stop ? LUA_ERRRUN : lua_pcall(L, arguments, results, handler);
  host->depth--;
  host->in_host = in_host;
  host->is_telling = false;
  bool stopped = host->stop != 0;
  if (stopped) {
    host->reason = (guard_reason)host->stop;
    lua_settop(L, function - 1);
    lua_pushnil(L);
    status = GUARD_STOPPED;
  } else if (outermost) {
    lua_remove(L, handler);
  }
  if (outermost) guard_run_ends(host);
  return status;
}

int guard_load(lua_State *L, const char *text, size_t length, const char *name) {
  lua_checkstack(L, 4);
  return luaL_loadbufferx(L, text, length, name, "t");
}

static int get(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

static int set(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

static int next(lua_State *L) {
  if (host_of(L)->repeats) return guard_sorted_next(L);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  lua_pushnil(L);
  return 2;
}

static int to_text(lua_State *L) {
  guard_push_text(L, 1);
  return 1;
}

static int length(lua_State *L) {
  lua_len(L, 1);
  return 1;
}

static int concat(lua_State *L) {
  lua_concat(L, lua_gettop(L));
  return 1;
}

static int compare(lua_State *L) {
  int operation = (int)lua_tointeger(L, 3);
  lua_pushboolean(L, lua_compare(L, 1, 2, operation));
  return 1;
}

// Puts function and value below the operands on top.
static void put_below(lua_State *L, lua_CFunction function, int index, int operands) {
  index = lua_absindex(L, index);
  int bottom = lua_gettop(L) - operands + 1;
  lua_checkstack(L, 4);
  lua_pushcfunction(L, function);
  lua_insert(L, bottom);
  lua_pushvalue(L, index >= bottom ? index + 1 : index);
  lua_insert(L, bottom + 1);
}

int guard_get(lua_State *L, int index) {
  put_below(L, get, index, 1);
  return guard_call(L, 2, 1);
}

int guard_set(lua_State *L, int index) {
  put_below(L, set, index, 2);
  return guard_call(L, 3, 0);
}

int guard_next(lua_State *L, int index, bool *more) {
  *more = false;
  put_below(L, next, index, 1);
  int status = guard_call(L, 2, 2);
  if (status != LUA_OK) return status;
  *more = !lua_isnil(L, -2);
  if (!*more) lua_pop(L, 2);
  return LUA_OK;
}

int guard_to_text(lua_State *L, int index) {
  put_below(L, to_text, index, 0);
  return guard_call(L, 1, 1);
}

int guard_length(lua_State *L, int index) {
  put_below(L, length, index, 0);
  return guard_call(L, 1, 1);
}

int guard_concat(lua_State *L, int count) {
  lua_checkstack(L, 2);
  lua_pushcfunction(L, concat);
  lua_insert(L, -count - 1);
  return guard_call(L, count, 1);
}

int guard_compare(lua_State *L, int one, int other, int operation, bool *answer) {
  one = lua_absindex(L, one);
  other = lua_absindex(L, other);
  lua_checkstack(L, 6);
  lua_pushcfunction(L, compare);
  lua_pushvalue(L, one);
  lua_pushvalue(L, other);
  lua_pushinteger(L, operation);
  int status = guard_call(L, 3, 1);
  if (status != LUA_OK) return status;
  *answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return LUA_OK;
}
