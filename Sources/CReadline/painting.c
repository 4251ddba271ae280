#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "editor.h"
#include "layout.h"

#include <stdio.h>

#include <locale.h>
#include <readline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// Readline's own drawing knows no colour within the buffer, so this one takes its place. It keeps
// the rows that are on the screen and writes only those that changed.

static struct {
  bool is_on;
  struct frame shown, next;
  /// The first row of the frame that is on the screen, and how many are.
  int top, height;
  /// Where the terminal's cursor is, counted from the first row on the screen.
  int at;
  char *classes;
  size_t class_room;
} screen;

static void classify(void) {
  size_t length = (size_t)rl_end;
  if (length + 1 > screen.class_room) {
    char *classes = realloc(screen.classes, length + 1024);
    if (classes == NULL) { return; }
    screen.classes = classes;
    screen.class_room = length + 1024;
  }
  memset(screen.classes, 0, length);
  if (cr_asked.classify != NULL) {
    cr_asked.classify(
        cr_asked.context, rl_line_buffer, length, (size_t)rl_point, screen.classes);
  }
}

/// Whether a row looks as it did.
static bool is_same(int row, int top) {
  int before = row - top + screen.top;
  if (row - top >= screen.height || before >= screen.shown.count) { return false; }
  struct row one = screen.next.rows[row], other = screen.shown.rows[before];
  size_t length = one.end - one.start;
  return length == other.end - other.start
         && memcmp(screen.next.text.start + one.start, screen.shown.text.start + other.start,
                   length) == 0;
}

static int first_row(int rows) {
  int height = screen.next.count < rows ? screen.next.count : rows;
  int top = screen.top;
  if (top > screen.next.count - height) { top = screen.next.count - height; }
  if (screen.next.cursor_row < top) { top = screen.next.cursor_row; }
  if (screen.next.cursor_row >= top + height) { top = screen.next.cursor_row - height + 1; }
  return top;
}

static void move_up(struct bytes *out, int rows) {
  char text[24];
  if (rows > 0) { add(out, text, (size_t)snprintf(text, sizeof text, "\033[%dA", rows)); }
}

static void write_rows(struct bytes *out, int top, int height) {
  move_up(out, screen.at);
  add(out, "\r", 1);
  for (int each = 0; each < height; each++) {
    if (each > 0) { add(out, "\r\n", 2); }
    if (is_same(top + each, top)) { continue; }
    struct row row = screen.next.rows[top + each];
    // Cleared first: behind a full row the cursor stands on its last sign.
    add_text(out, "\033[K");
    add(out, screen.next.text.start + row.start, row.end - row.start);
  }
  if (screen.height > height) { add_text(out, "\r\n\033[J\033[A"); }
  move_up(out, height - 1 - (screen.next.cursor_row - top));
  add(out, "\r", 1);
  char text[24];
  if (screen.next.cursor_column > 0) {
    add(out, text, (size_t)snprintf(text, sizeof text, "\033[%dC", screen.next.cursor_column));
  }
}

void cr_paint_anew(void) {
  screen.top = 0;
  screen.height = 0;
  screen.at = 0;
}

static void wipe(struct bytes *out, int rows_above) {
  move_up(out, rows_above);
  add_text(out, "\r\033[J");
  cr_paint_anew();
}

static void write_out(struct bytes *out) {
  fwrite(out->start, 1, out->count, rl_outstream);
  fflush(rl_outstream);
}

/// What is left of the entry in the end is all of it, however few rows the window has.
static void paint_rows(bool is_whole) {
  int rows = 0, columns = 0;
  rl_get_screen_size(&rows, &columns);
  if (columns < 2 || rows < 1) { rl_redisplay(); return; }
  classify();
  cr_lay_out(&screen.next, columns, screen.classes);
  static struct bytes out;
  out.count = 0;
  if (is_whole && screen.next.count > rows) {
    wipe(&out, screen.at);
    rows = screen.next.count;
  }
  int top = first_row(rows);
  int height = screen.next.count - top < rows ? screen.next.count - top : rows;
  write_rows(&out, top, height);
  write_out(&out);
  screen.at = screen.next.cursor_row - top;
  screen.top = top;
  screen.height = height;
  struct frame before = screen.shown;
  screen.shown = screen.next;
  screen.next = before;
}

static void paint(void) { paint_rows(false); }

void cr_paint_new_line(void) {
  int rows = 0, columns = 0;
  rl_get_screen_size(&rows, &columns);
  // A line that somebody wrote to overflows by them; an empty one does not.
  if (screen.is_on) { fprintf(rl_outstream, "%*s\r", columns > 1 ? columns - 1 : 0, ""); }
}

void cr_paint_resized(void) {
  int rows = 0, columns = 0, above = 0;
  rl_get_screen_size(&rows, &columns);
  if (columns < 2) { return; }
  // The terminal has cut what no longer fits.
  for (int each = 0; each < screen.at; each++) {
    int width = screen.shown.rows[screen.top + each].width;
    above += width == 0 ? 1 : (width + columns - 1) / columns;
  }
  if (screen.height > 0) { above += screen.shown.cursor_column / columns; }
  struct bytes out = {0};
  wipe(&out, above);
  write_out(&out);
  free(out.start);
  paint();
}

void cr_paint_to_end(void) {
  if (!screen.is_on) { return; }
  rl_point = rl_end;
  paint_rows(true);
}

bool cr_paints(void) { return screen.is_on; }

static int clear_screen(int count, int key) {
  (void)count;
  (void)key;
  fputs("\033[H\033[2J", rl_outstream);
  cr_paint_anew();
  paint();
  return 0;
}

void cr_paint_install(bool is_colored) {
  const char *mode = rl_variable_value("show-mode-in-prompt");
  // Readline alone knows what it puts before the prompt then.
  bool shows_mode = mode != NULL && strcmp(mode, "on") == 0;
  screen.is_on = is_colored && !shows_mode;
  if (!screen.is_on) { return; }
  rl_redisplay_function = paint;
  rl_add_defun("lectern-clear-screen", clear_screen, -1);
  Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap, vi_movement_keymap};
  for (size_t each = 0; each < sizeof maps / sizeof *maps; each++) {
    KEYMAP_ENTRY *entry = &maps[each]['L' & 0x1F];
    if (entry->type == ISFUNC && entry->function == rl_clear_screen) {
      rl_bind_key_in_map('L' & 0x1F, clear_screen, maps[each]);
    }
  }
}
