// The look of error tables: {kind, code, message, hint}.
#include "host.h"

static const char error_key = 0;

// Made before they are needed: where memory is short nothing can be made.
static const char instructions_key = 0;
static const char memory_key = 0;

// "message (hint)"
static int error_text(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) {
    lua_pushliteral(L, "error");
    return 1;
  }
  lua_settop(L, 1);
  lua_pushliteral(L, "message");
  lua_rawget(L, 1);
  lua_pushliteral(L, "hint");
  lua_rawget(L, 1);
  const char *message = lua_tostring(L, 2);
  const char *hint = lua_tostring(L, 3);
  if (hint) lua_pushfstring(L, "%s (%s)", message ? message : "error", hint);
  else lua_pushstring(L, message ? message : "error");
  return 1;
}

static void keep_limit(lua_State *L, const void *key, const char *code, const char *message,
                       const char *hint) {
  lua_createtable(L, 0, 4);
  lua_pushliteral(L, "limit");
  lua_setfield(L, -2, "kind");
  lua_pushstring(L, code);
  lua_setfield(L, -2, "code");
  lua_pushstring(L, message);
  lua_setfield(L, -2, "message");
  lua_pushstring(L, hint);
  lua_setfield(L, -2, "hint");
  guard_make_error(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void guard_open_errors(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, error_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "error");
  lua_setfield(L, -2, "__name");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
  keep_limit(L, &instructions_key, "lua.instructions", "the limit of instructions is over",
             "--max-instructions allows more");
  keep_limit(L, &memory_key, "lua.memory", "not enough memory", "--max-memory allows more");
}

void guard_push_instructions_error(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &instructions_key);
}

void guard_push_memory_error(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &memory_key);
}

void guard_make_error(lua_State *L) {
  lua_checkstack(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
  lua_setmetatable(L, -2);
}
