// resume, wrap and close that say which thread runs, so that a stop reaches it, and that a stop
// goes through. Otherwise as https://www.lua.org/manual/5.4/manual.html#6.2
#include "host.h"

static lua_State *thread_at(lua_State *L, int index) {
  lua_State *thread = lua_tothread(L, index);
  luaL_argexpected(L, thread, index, "coroutine");
  return thread;
}

// Runs `thread` with the arguments on top of L. Answers the count of values moved to L, or -1 with
// the error value on top of L.
static int run(lua_State *L, lua_State *thread, int arguments) {
  guard_host *host = host_of(L);
  if (!lua_checkstack(thread, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, thread, arguments);
  int results = 0;
  host->running = thread;
  guard_arm(host);
  int status = lua_resume(thread, L, arguments, &results);
  host->running = L;
  if (host->stop) return guard_raise_stop(L);
  if (status != LUA_OK && status != LUA_YIELD) {
    host->is_telling = false;
    if (status == LUA_ERRMEM) guard_push_memory_error(L);
    else lua_xmove(thread, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(thread, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(thread, L, results);
  return results;
}

// Closes the variables of a thread, whose __close functions run on it.
static int reset(lua_State *L, lua_State *thread) {
  guard_host *host = host_of(L);
  host->running = thread;
  guard_arm(host);
  int status = lua_resetthread(thread);
  host->running = L;
  if (host->stop) return guard_raise_stop(L);
  return status;
}

static int resume(lua_State *L) {
  lua_State *thread = thread_at(L, 1);
  int results = run(L, thread, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  int values = results >= 0 ? results : 1;
  lua_insert(L, -values - 1);
  return values + 1;
}

static int run_wrapped(lua_State *L) {
  lua_State *thread = lua_tothread(L, lua_upvalueindex(1));
  int results = run(L, thread, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(thread);
  if (status != LUA_OK && status != LUA_YIELD) {
    status = reset(L, thread);
    if (status == LUA_ERRMEM) guard_push_memory_error(L);
    else lua_xmove(thread, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 1);
  lua_pushcclosure(L, run_wrapped, 1);
  return 1;
}

static bool may_close(lua_State *L, lua_State *thread) {
  if (L == thread) return false;
  if (lua_status(thread) != LUA_OK) return true;
  lua_Debug frame;
  return !lua_getstack(thread, 0, &frame);
}

static int close(lua_State *L) {
  lua_State *thread = thread_at(L, 1);
  if (!may_close(L, thread)) {
    return luaL_error(L, "cannot close a %s coroutine", L == thread ? "running" : "normal");
  }
  if (reset(L, thread) == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(thread, L, 1);
  return 2;
}

void guard_change_coroutine(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"resume", resume}, {"wrap", wrap}, {"close", close}, {NULL, NULL}};
  lua_getglobal(L, LUA_COLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
