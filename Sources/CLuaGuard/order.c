// Tables in an order that every process repeats. Lua's own order follows from a seed that each
// process draws from its addresses (https://www.lua.org/source/5.4/lstate.c.html#luai_makeseed).
//
// Numbers come first, by size, then texts by their bytes, then false and true. Tables and functions
// as keys come last: those that have a name by that, the others as they lie in memory.
#include "host.h"

enum { rank_number, rank_text, rank_boolean, rank_object };

typedef struct sort_key {
  int rank;
  bool is_integer;
  lua_Integer integer;
  lua_Number number;
  const char *text;
  size_t length;
  const void *address;
  // Where the key is in the list of keys, from 1.
  lua_Integer place;
} sort_key;

// The address is the key of the registry; what it holds is never read.
static const char walks_key = 0;

static sort_key describe(lua_State *L, int index, lua_Integer place) {
  sort_key key = {.place = place};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.rank = rank_number;
      key.is_integer = lua_isinteger(L, index);
      key.integer = key.is_integer ? lua_tointeger(L, index) : 0;
      key.number = lua_tonumber(L, index);
      return key;
    case LUA_TSTRING:
      key.rank = rank_text;
      key.text = lua_tolstring(L, index, &key.length);
      return key;
    case LUA_TBOOLEAN:
      key.rank = rank_boolean;
      key.integer = lua_toboolean(L, index);
      return key;
    default:
      key.rank = rank_object;
      key.integer = guard_known_number(L, index);
      if (key.integer == 0) key.integer = LUA_MAXINTEGER;
      key.address = lua_topointer(L, index);
      return key;
  }
}

static int order_of_texts(const sort_key *one, const sort_key *other) {
  size_t shared = one->length < other->length ? one->length : other->length;
  int order = memcmp(one->text, other->text, shared);
  if (order != 0) return order;
  return (one->length > other->length) - (one->length < other->length);
}

static int order_of(const void *left, const void *right) {
  const sort_key *one = left, *other = right;
  if (one->rank != other->rank) return one->rank - other->rank;
  if (one->rank == rank_text) return order_of_texts(one, other);
  if (one->rank == rank_number && !(one->is_integer && other->is_integer)) {
    return (one->number > other->number) - (one->number < other->number);
  }
  if (one->integer != other->integer) return one->integer > other->integer ? 1 : -1;
  return (one->address > other->address) - (one->address < other->address);
}

// Pushes the list of the table's keys in order; [0] is how far a walk with `next` has come.
static lua_Integer push_keys(lua_State *L, int table) {
  luaL_checkstack(L, 6, NULL);
  lua_newtable(L);
  int keys = lua_gettop(L);
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, ++count);
  }
  sort_key *sorted = lua_newuserdatauv(L, (size_t)count * sizeof *sorted, 0);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, keys, i + 1);
    sorted[i] = describe(L, -1, i + 1);
    lua_pop(L, 1);
  }
  qsort(sorted, (size_t)count, sizeof *sorted, order_of);
  lua_createtable(L, (int)count, 1);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, keys, sorted[i].place);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, keys);
  lua_settop(L, keys);
  return count;
}

// Pushes the first key behind a place that still has a value, and that value; answers its place.
static lua_Integer push_next(lua_State *L, int table, int keys, lua_Integer place) {
  while (lua_rawgeti(L, keys, ++place) != LUA_TNIL) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, table) != LUA_TNIL) return place;
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
  return 0;
}

// Upvalues: the table, its keys, the place of the last one.
static int walk(lua_State *L) {
  luaL_checkstack(L, 4, NULL);
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(3));
  place = push_next(L, lua_upvalueindex(1), lua_upvalueindex(2), place);
  if (place == 0) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

static void push_walks(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &walks_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  guard_push_weak_table(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &walks_key);
}

static int push_smallest(lua_State *L) {
  sort_key smallest = {0};
  lua_pushnil(L);
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    sort_key key = describe(L, -1, 1);
    if (smallest.place == 0 || order_of(&key, &smallest) < 0) {
      smallest = key;
      lua_pushvalue(L, -1);
      lua_replace(L, -3);
    }
  }
  if (smallest.place == 0) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

// The place of the key at 2 in the list at `keys`, or where it would follow.
static lua_Integer place_of(lua_State *L, int keys) {
  sort_key wanted = describe(L, 2, 0);
  lua_Integer low = 0, high = (lua_Integer)lua_rawlen(L, keys);
  while (low < high) {
    lua_Integer middle = low + (high - low + 1) / 2;
    lua_rawgeti(L, keys, middle);
    sort_key key = describe(L, -1, middle);
    lua_pop(L, 1);
    if (order_of(&key, &wanted) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

int guard_sorted_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  guard_open_record(L, 1);
  if (lua_isnil(L, 2)) return push_smallest(L);
  push_walks(L);
  lua_pushvalue(L, 1);
  bool goes_on = false;
  if (lua_rawget(L, 3) == LUA_TTABLE) {
    lua_rawgeti(L, 4, 0);
    lua_rawgeti(L, 4, lua_tointeger(L, -1));
    goes_on = lua_rawequal(L, -1, 2);
    lua_Integer place = lua_tointeger(L, -2);
    lua_settop(L, 4);
    lua_pushinteger(L, place);
  }
  if (!goes_on) {
    lua_settop(L, 3);
    push_keys(L, 1);
    lua_pushinteger(L, place_of(L, 4));
  }
  lua_Integer place = push_next(L, 1, 4, lua_tointeger(L, 5));
  lua_pushinteger(L, place);
  lua_rawseti(L, 4, 0);
  lua_pushvalue(L, 1);
  if (place == 0) lua_pushnil(L);
  else lua_pushvalue(L, 4);
  lua_rawset(L, 3);
  if (place > 0) return 2;
  lua_pushnil(L);
  return 1;
}

static int after_pairs(lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 3;
}

static int pairs(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  guard_open_record(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_insert(L, 1);
    lua_callk(L, 1, 3, 0, after_pairs);
    return 3;
  }
  if (!lua_istable(L, 1)) {
    lua_pushcfunction(L, guard_sorted_next);
    lua_pushvalue(L, 1);
    return 2;
  }
  lua_pushvalue(L, 1);
  push_keys(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, walk, 3);
  lua_pushvalue(L, 1);
  return 2;
}

void guard_order_tables(lua_State *L) {
  static const luaL_Reg functions[] = {{"next", guard_sorted_next}, {"pairs", pairs}, {NULL, NULL}};
  lua_pushglobaltable(L);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
