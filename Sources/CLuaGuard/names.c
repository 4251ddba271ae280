// Names of tables and functions. Lua's are addresses, which differ from process to process; where
// runs must repeat they are numbers, given as names are asked for.
#include "host.h"

#include <stdio.h>

// The address is the key of the registry; what it holds is never read.
static const char numbers_key = 0;

void guard_push_weak_table(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

static void push_numbers(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &numbers_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  guard_push_weak_table(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &numbers_key);
}

lua_Integer guard_known_number(lua_State *L, int index) {
  index = lua_absindex(L, index);
  luaL_checkstack(L, 4, NULL);
  push_numbers(L);
  lua_pushvalue(L, index);
  lua_rawget(L, -2);
  lua_Integer number = lua_tointeger(L, -1);
  lua_pop(L, 2);
  return number;
}

static void push_number(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_Integer number = guard_known_number(L, index);
  if (number == 0) {
    number = ++host_of(L)->numbers_given;
    push_numbers(L);
    lua_pushvalue(L, index);
    lua_pushinteger(L, number);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  }
  char text[32];
  snprintf(text, sizeof text, "0x%08llx", (unsigned long long)number);
  lua_pushstring(L, text);
}

// Whether Lua would write it by its address.
static bool is_nameless(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA:
    case LUA_TTHREAD: break;
    default: return false;
  }
  if (luaL_getmetafield(L, index, "__tostring") == LUA_TNIL) return true;
  lua_pop(L, 1);
  return false;
}

void guard_push_text(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (!host_of(L)->repeats || !is_nameless(L, index)) {
    luaL_tolstring(L, index, NULL);
    return;
  }
  int type = luaL_getmetafield(L, index, "__name");
  const char *kind = type == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, index);
  push_number(L, index);
  lua_pushfstring(L, "%s: %s", kind, lua_tostring(L, -1));
  lua_replace(L, type == LUA_TNIL ? -2 : -3);
  if (type != LUA_TNIL) lua_pop(L, 1);
}

static int to_text(lua_State *L) {
  luaL_checkany(L, 1);
  guard_push_text(L, 1);
  return 1;
}

void guard_name_values(lua_State *L) {
  lua_pushcfunction(L, to_text);
  lua_setglobal(L, "tostring");
}

// Writes the value of one conversion without its address; answers the letter to convert it by.
static char name_argument(lua_State *L, int argument, char letter) {
  int type = lua_type(L, argument);
  if (letter == 's' && is_nameless(L, argument)) {
    guard_push_text(L, argument);
    lua_replace(L, argument);
  }
  if (letter != 'p' || type <= LUA_TBOOLEAN || type == LUA_TNUMBER) return letter;
  push_number(L, argument);
  lua_replace(L, argument);
  return 's';
}

// string.format; upvalue 1 is Lua's own.
int guard_format(lua_State *L) {
  size_t length = 0;
  const char *format = luaL_checklstring(L, 1, &length);
  int top = lua_gettop(L);
  luaL_checkstack(L, top + 6, "too many arguments");
  char *copy = lua_newuserdatauv(L, length + 1, 0);
  memcpy(copy, format, length);
  int argument = 1;
  for (size_t i = 0; i < length; i++) {
    if (copy[i] != '%') continue;
    if (++i < length && copy[i] == '%') continue;
    i += strspn(format + i, "-+ #0123456789.");
    if (i < length && ++argument <= top) copy[i] = name_argument(L, argument, copy[i]);
  }
  lua_pushlstring(L, copy, length);
  lua_replace(L, 1);
  lua_settop(L, top);
  return guard_forward(L, "format");
}
