#include "host.h"

typedef struct box {
  void *object;
} box;

// The addresses are keys; what they hold is never read.
static const char box_key = 0;
static const char null_key = 0;

static int release_box(lua_State *L) {
  box *held = lua_touserdata(L, 1);
  if (held && held->object) {
    void *object = held->object;
    held->object = NULL;
    guard_host *host = host_of(L);
    host->in_host++;
    host->release(object);
    host->in_host--;
  }
  return 0;
}

static int over_limit(lua_State *L) {
  guard_host *host = host_of(L);
  lua_gc(L, LUA_GCCOLLECT);
  if (host->used <= host->limit) return 0;
  guard_push_memory_error(L);
  return lua_error(L);
}

// Every Swift function is this one. Swift's frames are gone before anything raises.
static int trampoline(lua_State *L) {
  box *held = lua_touserdata(L, lua_upvalueindex(1));
  guard_host *host = host_of(L);
  host->in_host++;
  int32_t results = host->invoke(L, held->object);
  host->in_host--;
  if (host->stop) return guard_raise_stop(L);
  if (results < 0) return lua_error(L);
  if (host->used > host->limit) over_limit(L);
  return results;
}

static void push_gc(lua_State *L, int metatable) {
  metatable = lua_absindex(L, metatable);
  lua_pushliteral(L, "__gc");
  lua_pushcfunction(L, release_box);
  lua_rawset(L, metatable);
  lua_pushliteral(L, "__metatable");
  lua_pushboolean(L, 0);
  lua_rawset(L, metatable);
}

void guard_push_function(lua_State *L, void *object) {
  lua_checkstack(L, 6);
  box *held = lua_newuserdatauv(L, sizeof *held, 0);
  held->object = object;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &box_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 2);
    push_gc(L, -1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &box_key);
  }
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, trampoline, 1);
}

void guard_push_object(lua_State *L, void *object) {
  lua_checkstack(L, 6);
  push_gc(L, -1);
  box *held = lua_newuserdatauv(L, sizeof *held, 0);
  held->object = object;
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
}

void *guard_function_object(lua_State *L, int index) {
  if (lua_tocfunction(L, index) != trampoline || !lua_checkstack(L, 1)) return NULL;
  if (!lua_getupvalue(L, index, 1)) return NULL;
  box *held = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return held ? held->object : NULL;
}

void *guard_to_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(box)) return NULL;
  if (!lua_checkstack(L, 2) || !lua_getmetatable(L, index)) return NULL;
  lua_pushliteral(L, "__gc");
  lua_rawget(L, -2);
  bool ours = lua_tocfunction(L, -1) == release_box;
  lua_pop(L, 2);
  return ours ? ((box *)lua_touserdata(L, index))->object : NULL;
}

void guard_push_null(lua_State *L) { lua_pushlightuserdata(L, (void *)&null_key); }

bool guard_is_null(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TLIGHTUSERDATA && lua_touserdata(L, index) == &null_key;
}

static int null_text(lua_State *L) {
  if (guard_is_null(L, 1)) lua_pushliteral(L, "null");
  else lua_pushliteral(L, "pointer");
  return 1;
}

void guard_open_null(lua_State *L) {
  guard_push_null(L);
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, null_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "null");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_setglobal(L, "null");
}
