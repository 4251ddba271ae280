#pragma once
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// Bytes that grow, and the signs that they are.

struct bytes {
  char *start;
  size_t count, room;
};

static inline bool add(struct bytes *bytes, const char *text, size_t count) {
  if (bytes->count + count > bytes->room) {
    size_t room = (bytes->count + count) * 2 + 256;
    char *start = realloc(bytes->start, room);
    if (start == NULL) { return false; }
    bytes->start = start;
    bytes->room = room;
  }
  memcpy(bytes->start + bytes->count, text, count);
  bytes->count += count;
  return true;
}

static inline void add_text(struct bytes *bytes, const char *text) {
  add(bytes, text, strlen(text));
}

/// One sign of the text: its bytes, and the columns it takes. Controls are drawn as ^X.
struct sign {
  size_t length;
  int width;
  bool is_control;
};

static inline struct sign sign_at(const char *text, size_t length, mbstate_t *state) {
  unsigned char first = (unsigned char)text[0];
  if (first < 0x20 || first == 0x7F) { return (struct sign){1, 2, true}; }
  if (first < 0x80) { return (struct sign){1, 1, false}; }
  wchar_t wide;
  size_t used = mbrtowc(&wide, text, length, state);
  if (used == (size_t)-1 || used == (size_t)-2 || used == 0) {
    memset(state, 0, sizeof *state);
    return (struct sign){1, 1, false};
  }
  int width = wcwidth(wide);
  return (struct sign){used, width < 0 ? 1 : width, false};
}
