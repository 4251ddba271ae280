// Packed fields: those of a record as one block of bytes, until a script asks for more than one
// value at a time. Most records of a list are looked at once or not at all, and a table of texts
// costs more than it takes to find them.
//
// A block is a userdata without a metatable; its user value is the shape, a table that has the
// place of each name, and the name of each place.
#include "host.h"

// A text is copied at each reading; a record that is read so often gets its table.
enum { guard_most_readings = 8 };

typedef struct packed {
  int count;
  int readings;
  guard_field fields[];
} packed;

static const char *bytes_of(const packed *block) {
  return (const char *)(block->fields + block->count);
}

void guard_push_packed(
    lua_State *L, const guard_field *fields, int count, const char *bytes, size_t length) {
  lua_checkstack(L, 3);
  size_t places = (size_t)count * sizeof *fields;
  lua_createtable(L, 0, 1);
  packed *block = lua_newuserdatauv(L, sizeof *block + places + length, 1);
  block->count = count;
  block->readings = 0;
  memcpy(block->fields, fields, places);
  memcpy(block->fields + count, bytes, length);
  lua_rotate(L, -3, -1);
  lua_setiuservalue(L, -2, 1);
  guard_set_fields(L, -2);
}

static void push_texts(lua_State *L, const char *bytes, uint32_t count) {
  lua_createtable(L, (int)count, 0);
  for (uint32_t place = 1; place <= count; place++) {
    uint32_t length;
    memcpy(&length, bytes, sizeof length);
    bytes += sizeof length;
    lua_pushlstring(L, bytes, length);
    lua_rawseti(L, -2, place);
    bytes += length;
  }
}

static void push_field(lua_State *L, const packed *block, const guard_field *field) {
  const char *bytes = bytes_of(block);
  switch (field->kind) {
    case GUARD_FIELD_INTEGER: lua_pushinteger(L, field->value); break;
    case GUARD_FIELD_TEXT: lua_pushlstring(L, bytes + field->value, field->length); break;
    case GUARD_FIELD_TEXTS: push_texts(L, bytes + field->value, field->length); break;
    default: lua_pushnil(L);
  }
}

void guard_unpack(lua_State *L) {
  lua_checkstack(L, 4);
  packed *block = lua_touserdata(L, -1);
  lua_createtable(L, 0, block->count);
  lua_getiuservalue(L, -2, 1);
  for (int place = 0; place < block->count; place++) {
    if (block->fields[place].kind == GUARD_FIELD_NONE) continue;
    lua_rawgeti(L, -1, place + 1);
    push_field(L, block, &block->fields[place]);
    lua_rawset(L, -4);
  }
  lua_pop(L, 1);
  lua_replace(L, -2);
}

// The field whose name is at `key`, of the block on top; NULL where it has none.
static const guard_field *find_field(lua_State *L, packed *block, int key) {
  lua_getiuservalue(L, -1, 1);
  lua_pushvalue(L, key);
  bool is_name = lua_rawget(L, -2) == LUA_TNUMBER;
  lua_Integer place = is_name ? lua_tointeger(L, -1) : 0;
  lua_pop(L, 2);
  return place > 0 && place <= block->count ? &block->fields[place - 1] : NULL;
}

bool guard_push_packed_field(lua_State *L, int key, bool *is_field) {
  packed *block = lua_touserdata(L, -1);
  // A number is no name, though the shape knows places by theirs.
  const guard_field *field = lua_type(L, key) == LUA_TSTRING ? find_field(L, block, key) : NULL;
  *is_field = field && field->kind != GUARD_FIELD_NONE;
  if (!*is_field) return true;
  // A table of a field is the same one each time.
  if (field->kind == GUARD_FIELD_TEXTS || ++block->readings > guard_most_readings) return false;
  push_field(L, block, field);
  return true;
}
