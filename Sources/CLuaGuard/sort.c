// table.sort by merging, for runs that repeat: Lua's own draws a pivot from the clock in some long
// lists, and then puts equal items in another order each time
// (https://www.lua.org/source/5.4/ltablib.c.html#l_randomizePivot).
#include "host.h"

enum { list = 1, comparison = 2, from = 3, into = 4 };

static bool is_before(lua_State *L, lua_Integer one, lua_Integer other) {
  if (lua_isnil(L, comparison)) {
    lua_rawgeti(L, from, one);
    lua_rawgeti(L, from, other);
    bool answer = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
    return answer;
  }
  lua_pushvalue(L, comparison);
  lua_rawgeti(L, from, one);
  lua_rawgeti(L, from, other);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

// Merges the items of [start, middle) and [middle, end).
static void merge(lua_State *L, lua_Integer start, lua_Integer middle, lua_Integer end) {
  lua_Integer left = start, right = middle;
  for (lua_Integer place = start; place < end; place++) {
    bool takes_right = left == middle || (right < end && is_before(L, right, left));
    lua_rawgeti(L, from, takes_right ? right++ : left++);
    lua_rawseti(L, into, place);
  }
}

static lua_Integer least(lua_Integer one, lua_Integer other) { return one < other ? one : other; }

int guard_sort(lua_State *L) {
  luaL_checktype(L, list, LUA_TTABLE);
  if (!lua_isnoneornil(L, comparison)) luaL_checktype(L, comparison, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_Integer count = luaL_len(L, list);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT32_MAX, list, "array too big");
  lua_createtable(L, (int)count, 0);
  lua_createtable(L, (int)count, 0);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_geti(L, list, i);
    lua_rawseti(L, from, i);
  }
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer start = 1; start <= count; start += 2 * width) {
      merge(L, start, least(start + width, count + 1), least(start + 2 * width, count + 1));
    }
    lua_pushvalue(L, from);
    lua_pushvalue(L, into);
    lua_replace(L, from);
    lua_replace(L, into);
  }
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, from, i);
    lua_seti(L, list, i);
  }
  return 0;
}
