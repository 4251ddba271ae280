// Local variables that outlive their chunk. A chunk hands over closures that share its variables; a
// later chunk has variables of the same names around it, joined with the kept ones
// (https://www.lua.org/manual/5.4/manual.html#lua_upvaluejoin).
#include "host.h"

enum { cells_field = 1, constants_field = 2, calls_field = 3 };

void guard_push_locals(lua_State *L) {
  lua_checkstack(L, 3);
  lua_createtable(L, 2, 0);
  lua_newtable(L);
  lua_rawseti(L, -2, cells_field);
  lua_newtable(L);
  lua_rawseti(L, -2, constants_field);
}

// A constant known to the compiler is no variable: replaces the function on top, which returns it,
// by one that has it as its variable.
static void push_cell_of_constant(lua_State *L) {
  static const char text[] = "local value = ... return function() return value end";
  lua_call(L, 0, 1);
  if (luaL_loadbufferx(L, text, sizeof text - 1, "=keep", "t") != LUA_OK) lua_error(L);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
}

// Arguments: name, function, name, function... "!" before a name: it is a constant.
static int keep(lua_State *L) {
  int count = lua_gettop(L);
  lua_rawgeti(L, lua_upvalueindex(1), cells_field);
  lua_rawgeti(L, lua_upvalueindex(1), constants_field);
  int constants = lua_gettop(L);
  int cells = constants - 1;
  for (int i = 1; i + 1 <= count; i += 2) {
    const char *name = luaL_checkstring(L, i);
    bool constant = name[0] == '!';
    if (constant) name++;
    luaL_checktype(L, i + 1, LUA_TFUNCTION);
    const char *variable = lua_getupvalue(L, i + 1, 1);
    if (variable) lua_pop(L, 1);
    lua_pushstring(L, name);
    lua_pushvalue(L, i + 1);
    if (!variable || strcmp(variable, name) != 0) push_cell_of_constant(L);
    lua_rawset(L, cells);
    lua_pushstring(L, name);
    lua_pushboolean(L, constant);
    lua_rawset(L, constants);
  }
  lua_rawgeti(L, lua_upvalueindex(1), calls_field);
  lua_pushinteger(L, lua_tointeger(L, -1) + 1);
  lua_rawseti(L, lua_upvalueindex(1), calls_field);
  return 0;
}

lua_Integer guard_kept_calls(lua_State *L, int index) {
  lua_checkstack(L, 1);
  lua_rawgeti(L, index, calls_field);
  lua_Integer calls = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return calls;
}

void guard_push_keeper(lua_State *L, int index) {
  lua_checkstack(L, 1);
  lua_pushvalue(L, index);
  lua_pushcclosure(L, keep, 1);
}

void guard_join_locals(lua_State *L, int index) {
  lua_checkstack(L, 4);
  int function = lua_gettop(L);
  lua_rawgeti(L, index, cells_field);
  int cells = lua_gettop(L);
  for (int i = 1;; i++) {
    const char *name = lua_getupvalue(L, function, i);
    if (!name) break;
    lua_pop(L, 1);
    lua_pushstring(L, name);
    if (lua_rawget(L, cells) == LUA_TFUNCTION) lua_upvaluejoin(L, function, i, lua_gettop(L), 1);
    lua_pop(L, 1);
  }
  lua_settop(L, function);
}

void guard_push_local_names(lua_State *L, int index) {
  lua_checkstack(L, 6);
  lua_rawgeti(L, index, constants_field);
  int constants = lua_gettop(L);
  lua_newtable(L);
  lua_Integer count = 0;
  lua_pushnil(L);
  // The keys come from this very walk, so that next can not raise.
  while (lua_next(L, constants)) {
    lua_pushfstring(L, "%s%s", lua_toboolean(L, -1) ? "!" : "", lua_tostring(L, -2));
    lua_rawseti(L, constants + 1, ++count);
    lua_pop(L, 1);
  }
  lua_remove(L, constants);
}

void guard_push_local(lua_State *L, int index, const char *name) {
  lua_checkstack(L, 4);
  lua_rawgeti(L, index, cells_field);
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  if (lua_type(L, -1) != LUA_TFUNCTION || !lua_getupvalue(L, -1, 1)) lua_pushnil(L);
}
