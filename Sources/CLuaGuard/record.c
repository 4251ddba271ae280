// Records: what a script reads as a table whose fields it cannot assign. Lua asks a metatable only
// about keys that a table lacks, so the table of a record is empty but for one key, under which
// its fields are. No script can name that key.
#include "host.h"

// The address is the key; what it holds is never read.
static const char fields_key = 0;

void guard_set_fields(lua_State *L, int index) { lua_rawsetp(L, index, &fields_key); }

void guard_seal(lua_State *L) {
  lua_checkstack(L, 3);
  lua_createtable(L, 0, 1);
  lua_insert(L, -2);
  guard_set_fields(L, -2);
}

// Puts the table of the packed fields on top in their place, here and in the record.
static void unpack_fields(lua_State *L, int index) {
  index = lua_absindex(L, index);
  guard_unpack(L);
  lua_pushvalue(L, -1);
  guard_set_fields(L, index);
}

bool guard_push_fields(lua_State *L, int index) {
  index = lua_absindex(L, index);
  switch (lua_rawgetp(L, index, &fields_key)) {
    case LUA_TUSERDATA: unpack_fields(L, index);  // fall through
    case LUA_TTABLE: return true;
    default: lua_pop(L, 1); return false;
  }
}

bool guard_push_field(lua_State *L, int index, int key) {
  index = lua_absindex(L, index);
  key = lua_absindex(L, key);
  int type = lua_rawgetp(L, index, &fields_key);
  bool is_field = false;
  if (type == LUA_TUSERDATA) {
    if (guard_push_packed_field(L, key, &is_field)) {
      lua_remove(L, is_field ? -2 : -1);
      return is_field;
    }
    unpack_fields(L, index);
  } else if (type != LUA_TTABLE) {
    lua_pop(L, 1);
    return false;
  }
  lua_pushvalue(L, key);
  is_field = lua_rawget(L, -2) != LUA_TNIL;
  lua_remove(L, -2);
  if (!is_field) lua_pop(L, 1);
  return is_field;
}

void guard_open_record(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TTABLE && guard_push_fields(L, index)) lua_replace(L, index);
}

// Upvalue 1: the methods.
static int index_record(lua_State *L) {
  lua_settop(L, 2);
  if (lua_istable(L, 1) && guard_push_field(L, 1, 2)) return 1;
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
