// Loading of text only: bytecode can crash the interpreter
// (https://www.lua.org/manual/5.4/manual.html#pdf-load).
#include "host.h"

// Calls the function of Lua's own in upvalue 1 with a mode that never has "b".
static int load_as_text(lua_State *L, int mode) {
  const char *asked = luaL_optstring(L, mode, "t");
  if (lua_gettop(L) < mode) lua_settop(L, mode);
  lua_pushstring(L, strchr(asked, 't') ? "t" : "");
  lua_replace(L, mode);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int load(lua_State *L) { return load_as_text(L, 3); }

static int load_file(lua_State *L) { return load_as_text(L, 2); }

static int after_file(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L) - 1;
}

static int do_file(lua_State *L) {
  const char *path = luaL_optstring(L, 1, NULL);
  lua_settop(L, 1);
  if (luaL_loadfilex(L, path, "t") != LUA_OK) return lua_error(L);
  lua_callk(L, 0, LUA_MULTRET, 0, after_file);
  return after_file(L, 0, 0);
}

// Finds a module of text along package.path; upvalue 1 is the table `package`.
static int find_module(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_getfield(L, lua_upvalueindex(1), "searchpath");
  lua_pushvalue(L, 1);
  lua_getfield(L, lua_upvalueindex(1), "path");
  lua_call(L, 2, 2);
  if (lua_isnil(L, -2)) return 1;
  lua_pop(L, 1);
  const char *path = lua_tostring(L, -1);
  if (luaL_loadfilex(L, path, "t") != LUA_OK) {
    return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, path,
                      lua_tostring(L, -1));
  }
  lua_insert(L, -2);
  return 2;
}

static void guard_function(lua_State *L, const char *name, lua_CFunction function) {
  lua_getglobal(L, name);
  lua_pushcclosure(L, function, 1);
  lua_setglobal(L, name);
}

// Modules in C are out: nothing here could keep them from jumping over Swift.
static void change_package(lua_State *L) {
  lua_getglobal(L, LUA_LOADLIBNAME);
  lua_getfield(L, -1, "searchers");
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, find_module, 1);
  lua_rawseti(L, -2, 2);
  for (int i = 3; i <= 4; i++) {
    lua_pushnil(L);
    lua_rawseti(L, -2, i);
  }
  lua_pop(L, 1);
  static const char *const removed[] = {"loadlib", "cpath", NULL};
  for (int i = 0; removed[i]; i++) {
    lua_pushnil(L);
    lua_setfield(L, -2, removed[i]);
  }
  lua_pop(L, 1);
}

void guard_change_loading(lua_State *L, bool sandbox) {
  guard_function(L, "load", load);
  if (!sandbox) {
    guard_function(L, "loadfile", load_file);
    lua_pushcfunction(L, do_file);
    lua_setglobal(L, "dofile");
    change_package(L);
    return;
  }
  static const char *const removed[] = {"loadfile", "dofile", NULL};
  for (int i = 0; removed[i]; i++) {
    lua_pushnil(L);
    lua_setglobal(L, removed[i]);
  }
}

void guard_open_libraries(lua_State *L, bool sandbox) {
  static const luaL_Reg always[] = {
      {LUA_GNAME, luaopen_base},        {LUA_COLIBNAME, luaopen_coroutine},
      {LUA_TABLIBNAME, luaopen_table},  {LUA_STRLIBNAME, luaopen_string},
      {LUA_MATHLIBNAME, luaopen_math},  {LUA_UTF8LIBNAME, luaopen_utf8},
      {LUA_OSLIBNAME, luaopen_os},      {NULL, NULL}};
  static const luaL_Reg outside[] = {{LUA_IOLIBNAME, luaopen_io},
                                     {LUA_DBLIBNAME, luaopen_debug},
                                     {LUA_LOADLIBNAME, luaopen_package},
                                     {NULL, NULL}};
  for (const luaL_Reg *library = always; library->func; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  for (const luaL_Reg *library = outside; !sandbox && library->func; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  guard_change_base(L, sandbox);
  guard_change_coroutine(L);
  guard_change_loading(L, sandbox);
  guard_open_records(L);
  guard_name_values(L);
  guard_open_null(L);
  guard_open_errors(L);
}
