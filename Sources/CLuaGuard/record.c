// Records: what a script reads as a table whose fields it cannot assign. Lua asks a metatable only
// about keys that a table lacks, so the table of a record is empty but for one key, under which
// its fields are. No script can name that key.
#include "host.h"

// The address is the key; what it holds is never read.
static const char fields_key = 0;

void guard_seal(lua_State *L) {
  lua_checkstack(L, 3);
  lua_createtable(L, 0, 1);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, &fields_key);
}

bool guard_push_fields(lua_State *L, int index) {
  if (lua_rawgetp(L, index, &fields_key) == LUA_TTABLE) return true;
  lua_pop(L, 1);
  return false;
}

void guard_open_record(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TTABLE && guard_push_fields(L, index)) lua_replace(L, index);
}

// Upvalue 1: the methods.
static int index_record(lua_State *L) {
  lua_settop(L, 2);
  if (lua_istable(L, 1) && guard_push_fields(L, 1)) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) return 1;
  }
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  return 1;
}

static int next_field(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  guard_open_record(L, 1);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

static int pairs_of_record(lua_State *L) {
  lua_pushcfunction(L, next_field);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

static int raw_get(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  guard_open_record(L, 1);
  lua_rawget(L, 1);
  return 1;
}

void guard_push_record_index(lua_State *L) { lua_pushcclosure(L, index_record, 1); }

void guard_push_record_pairs(lua_State *L) { lua_pushcfunction(L, pairs_of_record); }

void guard_open_records(lua_State *L) {
  static const luaL_Reg functions[] = {{"next", next_field}, {"rawget", raw_get}, {NULL, NULL}};
  lua_pushglobaltable(L);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
