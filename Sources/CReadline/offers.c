#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "editor.h"
#include "signs.h"

#include <stdio.h>

#include <readline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// What Tab shows: words in columns with what each is, or one a line where more is known of them.

enum { most_shown = 200, gap = 2, longest_kind = 12 };

static int width_of(const char *text) {
  mbstate_t state = {0};
  int width = 0;
  for (size_t at = 0, length = strlen(text); at < length;) {
    struct sign sign = sign_at(text + at, length - at, &state);
    width += sign.width;
    at += sign.length;
  }
  return width;
}

static void fill(int columns) {
  for (; columns > 0; columns--) { fputc(' ', rl_outstream); }
}

/// As much of a text as fits.
static void put(const char *text, int columns) {
  int width = width_of(text);
  if (width <= columns) {
    fputs(text, rl_outstream);
    return;
  }
  mbstate_t state = {0};
  int used = 0;
  for (size_t at = 0, length = strlen(text); at < length;) {
    struct sign sign = sign_at(text + at, length - at, &state);
    if (used + sign.width > columns - 1) { break; }
    fwrite(text + at, 1, sign.length, rl_outstream);
    used += sign.width;
    at += sign.length;
  }
  fputs("\u2026", rl_outstream);
}

static void put_note(const char *note, int columns) {
  if (cr_paints()) { fputs("\033[2m", rl_outstream); }
  put(note, columns);
  if (cr_paints()) { fputs("\033[0m", rl_outstream); }
}

static void show_lines(char **words, int count, int widest, int columns) {
  for (int each = 1; each <= count; each++) {
    const char *note = cr_offer_note(words[each]);
    put(words[each], columns - 1);
    if (note != NULL && widest + gap + 4 < columns) {
      fill(widest - width_of(words[each]) + gap);
      put_note(note, columns - widest - gap - 1);
    }
    rl_crlf();
  }
}

static void show_columns(char **words, int count, int widest, int kind, int columns) {
  int cell = widest + gap + (kind > 0 ? kind + 1 : 0);
  int across = columns / cell > 0 ? columns / cell : 1;
  int down = (count + across - 1) / across;
  for (int row = 0; row < down; row++) {
    for (int column = 0; column < across; column++) {
      int each = column * down + row;
      if (each >= count) { continue; }
      const char *word = words[each + 1], *note = cr_offer_note(word);
      put(word, columns - 1);
      int used = width_of(word);
      if (kind > 0 && note != NULL) {
        fill(widest - used + 1);
        put_note(note, kind);
        used = widest + 1 + width_of(note);
      }
      if ((column + 1) * down + row < count) { fill(cell - used); }
    }
    rl_crlf();
  }
}

void cr_show_offers(char **words, int count, int longest) {
  (void)longest;
  int rows = 0, columns = 80;
  rl_get_screen_size(&rows, &columns);
  int shown = count < most_shown ? count : most_shown;
  int widest = 0, kind = 0;
  for (int each = 1; each <= shown; each++) {
    int width = width_of(words[each]);
    if (width > widest) { widest = width; }
    const char *note = cr_offer_note(words[each]);
    int columns_of_note = note != NULL ? width_of(note) : 0;
    if (columns_of_note > kind) { kind = columns_of_note; }
  }
  int point = rl_point;
  cr_paint_to_end();
  rl_point = point;
  rl_crlf();
  if (kind > longest_kind) {
    show_lines(words, shown, widest, columns);
  } else {
    show_columns(words, shown, widest, kind, columns);
  }
  if (shown < count) {
    fprintf(rl_outstream, "and %d more", count - shown);
    rl_crlf();
  }
  fflush(rl_outstream);
  rl_on_new_line();
  cr_paint_anew();
  rl_forced_update_display();
}
