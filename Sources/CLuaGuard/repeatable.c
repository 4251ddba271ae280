// Runs that repeat: time and chance from the host, tables in one order, no addresses.
#include "host.h"

// Calls Lua's own function in upvalue 1 with all arguments; its errors are put as if a script had
// called it by that name.
int guard_forward(lua_State *L, const char *name) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  if (status == LUA_OK) return lua_gettop(L);
  if (host_of(L)->stop) return guard_raise_stop(L);
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  if (strncmp(message, "bad argument", 12) == 0 || strncmp(message, "invalid", 7) == 0) {
    luaL_where(L, 1);
    lua_pushfstring(L, "'%s'", name);
    luaL_gsub(L, message, "'?'", lua_tostring(L, -1));
    lua_remove(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int64_t now_ms(lua_State *L) {
  guard_host *host = host_of(L);
  host->in_host++;
  int64_t now = host->clock(host->clock_context);
  host->in_host--;
  return now;
}

static void push_seconds(lua_State *L) {
  int64_t now = now_ms(L);
  lua_pushinteger(L, now / 1000 - (now % 1000 < 0));
}

static int time_of(lua_State *L) {
  if (!lua_isnoneornil(L, 1)) return guard_forward(L, "time");
  push_seconds(L);
  return 1;
}

static int date(lua_State *L) {
  lua_settop(L, 2);
  if (lua_isnil(L, 1)) {
    lua_pushliteral(L, "%c");
    lua_replace(L, 1);
  }
  if (lua_isnil(L, 2)) {
    push_seconds(L);
    lua_replace(L, 2);
  }
  return guard_forward(L, "date");
}

static int clock_of(lua_State *L) {
  lua_pushnumber(L, (lua_Number)(now_ms(L) - host_of(L)->clock_start_ms) / 1000);
  return 1;
}

// Without arguments Lua draws a seed from an address: here it follows from what was drawn before.
static int random_seed(lua_State *L) {
  if (!lua_isnone(L, 1)) return guard_forward(L, "randomseed");
  for (int i = 0; i < 2; i++) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushinteger(L, 0);
    lua_call(L, 1, 1);
  }
  return guard_forward(L, "randomseed");
}

static int collect_garbage(lua_State *L) {
  if (strcmp(luaL_optstring(L, 1, "collect"), "count") != 0) {
    return guard_forward(L, "collectgarbage");
  }
  lua_pushnumber(L, 0);
  return 1;
}

static void push_library(lua_State *L, const char *name) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  luaL_getsubtable(L, -1, name);
  lua_remove(L, -2);
}

// Replaces a function by one of ours that has it as its upvalue.
static void replace(lua_State *L, const char *library, const char *name, lua_CFunction function) {
  push_library(L, library);
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

static void replace_random_seed(lua_State *L) {
  push_library(L, LUA_MATHLIBNAME);
  lua_getfield(L, -1, "randomseed");
  lua_getfield(L, -2, "random");
  lua_pushcclosure(L, random_seed, 2);
  lua_setfield(L, -2, "randomseed");
  lua_pop(L, 1);
}

static void seed_random(lua_State *L, lua_Integer seed) {
  push_library(L, LUA_MATHLIBNAME);
  lua_getfield(L, -1, "randomseed");
  lua_pushinteger(L, seed);
  lua_call(L, 1, 0);
  lua_pop(L, 1);
}

static int set_up(lua_State *L) {
  guard_host *host = host_of(L);
  if (!host->repeats) {
    guard_order_tables(L);
    replace(L, LUA_STRLIBNAME, "format", guard_format);
    replace(L, LUA_TABLIBNAME, "sort", guard_sort);
    replace(L, LUA_OSLIBNAME, "time", time_of);
    replace(L, LUA_OSLIBNAME, "date", date);
    replace(L, LUA_OSLIBNAME, "clock", clock_of);
    replace(L, LUA_GNAME, "collectgarbage", collect_garbage);
    replace_random_seed(L);
    host->repeats = true;
  }
  seed_random(L, lua_tointeger(L, 1));
  return 0;
}

bool guard_repeat(guard_host *host, guard_clock clock, void *context, int64_t seed) {
  lua_State *L = host->running;
  host->clock = clock;
  host->clock_context = context;
  host->clock_start_ms = clock(context);
  lua_checkstack(L, 4);
  lua_pushcfunction(L, set_up);
  lua_pushinteger(L, seed);
  bool done = lua_pcall(L, 1, 0, 0) == LUA_OK;
  if (!done) lua_pop(L, 1);
  return done;
}
