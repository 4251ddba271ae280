// The look of error tables: {kind, code, message, hint}.
#include "host.h"

static const char error_key = 0;

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

void guard_open_errors(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, error_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "error");
  lua_setfield(L, -2, "__name");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
}

void guard_make_error(lua_State *L) {
  lua_checkstack(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
  lua_setmetatable(L, -2);
}
