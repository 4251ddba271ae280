// pcall and xpcall that let a stop through, and setmetatable without finalizers: hooks are off in a
// finalizer, so nothing could stop it. Otherwise as
// https://www.lua.org/manual/5.4/manual.html#6.1
#include "host.h"

static int after_call(lua_State *L, int status, lua_KContext skipped) {
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)skipped;
  if (host_of(L)->stop) return guard_raise_stop(L);
  host_of(L)->is_telling = false;
  lua_pushboolean(L, 0);
  if (status == LUA_ERRMEM) guard_push_memory_error(L);
  else lua_pushvalue(L, -2);
  return 2;
}

static int protected_call(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, after_call);
  return after_call(L, status, 0);
}

// A handler in Lua is skipped where the hook raised the error: it would run inside the hook.
static int handle(lua_State *L) {
  lua_settop(L, 1);
  if (host_of(L)->stop || host_of(L)->is_telling) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int protected_call_with_handler(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  if (!lua_iscfunction(L, 2)) {
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, handle, 1);
    lua_replace(L, 2);
  }
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, after_call);
  return after_call(L, status, 2);
}

static int set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  int type = lua_type(L, 2);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) {
      return luaL_error(L, "__gc is not available: Ctrl-C could not stop it; use <close>");
    }
    lua_settop(L, 2);
  }
  lua_setmetatable(L, 1);
  return 1;
}

// Ends the run with an exit code; the host closes what it has open.
static int exit_run(lua_State *L) {
  int code = EXIT_SUCCESS;
  if (lua_isboolean(L, 1)) code = lua_toboolean(L, 1) ? EXIT_SUCCESS : EXIT_FAILURE;
  else code = (int)luaL_optinteger(L, 1, EXIT_SUCCESS);
  guard_host *host = host_of(L);
  host->exit_code = code;
  guard_stop(host, GUARD_REASON_EXIT);
  return guard_raise_stop(L);
}

static int set_upvalue(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_argcheck(L, !lua_iscfunction(L, 1), 1, "a Lua function expected");
  int number = (int)luaL_checkinteger(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  const char *name = lua_setupvalue(L, 1, number);
  if (!name) return 0;
  lua_pushstring(L, name);
  return 1;
}

// Keeps only the named fields of a library.
static void keep_only(lua_State *L, const char *library, const char *const *names) {
  lua_getglobal(L, library);
  lua_newtable(L);
  for (; *names; names++) {
    lua_getfield(L, -2, *names);
    lua_setfield(L, -2, *names);
  }
  lua_pushvalue(L, -1);
  lua_setglobal(L, library);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_insert(L, -2);
  lua_setfield(L, -2, library);
  lua_pop(L, 2);
}

// What changes a hook, a metatable, the registry or a function of ours would undo the guard.
static void change_debug(lua_State *L) {
  static const char *const kept[] = {"traceback", "getinfo",     "getlocal", "getupvalue",
                                     "upvalueid", "upvaluejoin", NULL};
  keep_only(L, LUA_DBLIBNAME, kept);
  lua_getglobal(L, LUA_DBLIBNAME);
  lua_pushcfunction(L, set_upvalue);
  lua_setfield(L, -2, "setupvalue");
  lua_pop(L, 1);
}

void guard_change_base(lua_State *L, bool sandbox) {
  static const luaL_Reg functions[] = {{"pcall", protected_call},
                                       {"xpcall", protected_call_with_handler},
                                       {"setmetatable", set_metatable},
                                       {NULL, NULL}};
  lua_pushglobaltable(L);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
  if (sandbox) {
    static const char *const kept[] = {"clock", "date", "difftime", "time", NULL};
    keep_only(L, LUA_OSLIBNAME, kept);
    return;
  }
  change_debug(L);
  lua_getglobal(L, LUA_OSLIBNAME);
  lua_pushcfunction(L, exit_run);
  lua_setfield(L, -2, "exit");
  lua_pop(L, 1);
}
