// The reference for a call from Lua into the program: `calls FILE [ARG…]` runs a script in stock
// Lua with the global `double`, a function in C that takes one integer and gives another.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

static int double_it(lua_State *L) {
  lua_pushinteger(L, luaL_checkinteger(L, 1) * 2);
  return 1;
}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_register(L, "double", double_it);
  lua_createtable(L, count - 2, 1);
  for (int place = 1; place < count; place++) {
    lua_pushstring(L, arguments[place]);
    lua_rawseti(L, -2, place - 1);
  }
  lua_setglobal(L, "arg");
  if (luaL_dofile(L, arguments[1])) {
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    return 1;
  }
  lua_close(L);
  return 0;
}
