#include "host.h"

static const char trace_key = 0;

// Bytes of `message` that are "source:line: ", or 0.
static size_t position_prefix(const char *message, const char *source, int *line) {
  size_t length = strlen(source);
  if (strncmp(message, source, length) != 0 || message[length] != ':') return 0;
  const char *digits = message + length + 1;
  const char *end = digits;
  int number = 0;
  while (*end >= '0' && *end <= '9' && number < 100000000) number = number * 10 + (*end++ - '0');
  if (end == digits || end[0] != ':' || end[1] != ' ') return 0;
  *line = number;
  return (size_t)(end - message) + 2;
}

// A function that another one of Lua has called, or left its place to; 0 for the chunk.
static int line_of_function(lua_State *L, int level, const lua_Debug *frame) {
  if (frame->istailcall) return frame->linedefined;
  lua_Debug outer;
  while (lua_getstack(L, ++level, &outer)) {
    lua_getinfo(L, "l", &outer);
    if (outer.currentline > 0) return frame->linedefined;
  }
  return 0;
}

static void keep_position(guard_host *host, const lua_Debug *frame, int line, size_t prefix) {
  const char *source = frame->short_src;
  host->trace_line = line;
  host->trace_prefix = prefix;
  strncpy(host->trace_source, source, sizeof host->trace_source - 1);
}

// A message names a place of one of the frames; any other error is where the first frame of Lua is.
static void find_position(lua_State *L, guard_host *host) {
  const char *message = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : NULL;
  lua_Debug frame;
  for (int level = 0; level < 64 && lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Slt", &frame);
    int line = 0;
    size_t prefix = message ? position_prefix(message, frame.short_src, &line) : 0;
    if (prefix > 0) {
      keep_position(host, &frame, line, prefix);
      host->trace_function_line = line_of_function(L, level, &frame);
      return;
    }
    if (frame.currentline > 0 && host->trace_line == 0) {
      keep_position(host, &frame, frame.currentline, 0);
      host->trace_function_line = line_of_function(L, level, &frame);
    }
  }
}

// The message handler of the outermost call: it leaves the error value as it is.
int guard_trace(lua_State *L) {
  guard_host *host = host_of(L);
  if (host->stop) return 1;
  host->trace_line = 0;
  host->trace_prefix = 0;
  host->trace_function_line = 0;
  memset(host->trace_source, 0, sizeof host->trace_source);
  find_position(L, host);
  luaL_traceback(L, L, NULL, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &trace_key);
  host->has_trace = true;
  return 1;
}

bool guard_has_trace(const guard_host *host) { return host->has_trace; }

void guard_push_trace(lua_State *L) {
  lua_checkstack(L, 1);
  if (host_of(L)->has_trace) lua_rawgetp(L, LUA_REGISTRYINDEX, &trace_key);
  else lua_pushnil(L);
}

int guard_trace_line(const guard_host *host) { return host->has_trace ? host->trace_line : 0; }

const char *guard_trace_source(const guard_host *host) { return host->trace_source; }

int guard_trace_function_line(const guard_host *host) {
  return host->has_trace ? host->trace_function_line : 0;
}

size_t guard_trace_prefix(const guard_host *host) {
  return host->has_trace ? host->trace_prefix : 0;
}

int guard_line_of_caller(lua_State *L) {
  lua_Debug frame;
  if (!lua_getstack(L, 1, &frame)) { return 0; }
  lua_getinfo(L, "l", &frame);
  return frame.currentline > 0 ? frame.currentline : 0;
}
