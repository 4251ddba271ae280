#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "editor.h"
#include "signs.h"

#include <stdio.h>

#include <locale.h>
#include <readline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// Readline's own drawing knows no colour within the buffer, so this one takes its place. It keeps
// the rows that are on the screen and writes only those that changed.

enum { tab_width = 8, most_classes = 16 };

struct row {
  size_t start, end;
};

struct frame {
  struct bytes text;
  struct row *rows;
  int count, room;
  int cursor_row, cursor_column;
};

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

// Source: https://www.ecma-international.org/publications-and-standards/standards/ecma-48/
static const char *const styles[most_classes] = {
    "", "\033[1;34m", "\033[32m", "\033[35m", "\033[2m", "\033[36m", "\033[33m", "\033[1;4m",
    "\033[31m",
};

static void begin_row(struct frame *frame) {
  if (frame->count > 0) { frame->rows[frame->count - 1].end = frame->text.count; }
  if (frame->count == frame->room) {
    int room = frame->room * 2 + 64;
    struct row *rows = realloc(frame->rows, (size_t)room * sizeof *rows);
    if (rows == NULL) { return; }
    frame->rows = rows;
    frame->room = room;
  }
  frame->rows[frame->count].start = frame->text.count;
  frame->rows[frame->count].end = frame->text.count;
  frame->count++;
}

/// Where the text that is being laid out stands.
struct pen {
  struct frame *frame;
  int columns, column;
  int style;
};

static void set_style(struct pen *pen, int style) {
  if (style == pen->style) { return; }
  if (pen->style != 0) { add_text(&pen->frame->text, "\033[0m"); }
  add_text(&pen->frame->text, styles[style]);
  pen->style = style;
}

static void next_row(struct pen *pen) {
  int style = pen->style;
  set_style(pen, 0);
  begin_row(pen->frame);
  pen->column = 0;
  set_style(pen, style);
}

static void draw(struct pen *pen, const char *text, struct sign sign) {
  if (sign.is_control && text[0] == '\t') {
    int width = tab_width - pen->column % tab_width;
    if (pen->column + width > pen->columns) { width = pen->columns - pen->column; }
    if (width <= 0) { next_row(pen); width = tab_width; }
    for (int each = 0; each < width; each++) { add(&pen->frame->text, " ", 1); }
    pen->column += width;
    return;
  }
  if (pen->column + sign.width > pen->columns) { next_row(pen); }
  if (sign.is_control) {
    char caret[2] = {'^', (char)(text[0] ^ 0x40)};
    add(&pen->frame->text, caret, 2);
  } else {
    add(&pen->frame->text, text, sign.length);
  }
  pen->column += sign.width;
}

/// What stands between \001 and \002 takes no room.
static void draw_prompt(struct pen *pen, const char *prompt) {
  bool is_hidden = false;
  mbstate_t state = {0};
  for (size_t at = 0, length = strlen(prompt); at < length;) {
    char letter = prompt[at];
    if (letter == '\001' || letter == '\002') {
      is_hidden = letter == '\001';
      at++;
    } else if (is_hidden) {
      add(&pen->frame->text, &letter, 1);
      at++;
    } else if (letter == '\n') {
      next_row(pen);
      at++;
    } else {
      struct sign sign = sign_at(prompt + at, length - at, &state);
      draw(pen, prompt + at, sign);
      at += sign.length;
    }
  }
}

static void note_cursor(struct pen *pen) {
  if (pen->column >= pen->columns) { next_row(pen); }
  pen->frame->cursor_row = pen->frame->count - 1;
  pen->frame->cursor_column = pen->column;
}

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

static void lay_out(struct frame *frame, int columns) {
  frame->text.count = 0;
  frame->count = 0;
  begin_row(frame);
  struct pen pen = {.frame = frame, .columns = columns};
  draw_prompt(&pen, rl_display_prompt != NULL ? rl_display_prompt : "");
  classify();
  mbstate_t state = {0};
  for (int at = 0; at < rl_end;) {
    if (at == rl_point) { note_cursor(&pen); }
    if (rl_line_buffer[at] == '\n') {
      next_row(&pen);
      at++;
      continue;
    }
    int style = screen.classes != NULL ? screen.classes[at] : 0;
    set_style(&pen, style > 0 && style < most_classes && styles[style] ? style : 0);
    struct sign sign = sign_at(rl_line_buffer + at, (size_t)(rl_end - at), &state);
    draw(&pen, rl_line_buffer + at, sign);
    at += (int)sign.length;
  }
  set_style(&pen, 0);
  if (rl_point >= rl_end) { note_cursor(&pen); }
  frame->rows[frame->count - 1].end = frame->text.count;
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

static void paint(void) {
  int rows = 0, columns = 0;
  rl_get_screen_size(&rows, &columns);
  if (columns < 2 || rows < 1) { rl_redisplay(); return; }
  lay_out(&screen.next, columns);
  int top = first_row(rows);
  int height = screen.next.count - top < rows ? screen.next.count - top : rows;
  static struct bytes out;
  out.count = 0;
  write_rows(&out, top, height);
  fwrite(out.start, 1, out.count, rl_outstream);
  fflush(rl_outstream);
  screen.at = screen.next.cursor_row - top;
  screen.top = top;
  screen.height = height;
  struct frame before = screen.shown;
  screen.shown = screen.next;
  screen.next = before;
}

void cr_paint_anew(void) {
  screen.top = 0;
  screen.height = 0;
  screen.at = 0;
}

void cr_paint_to_end(void) {
  if (!screen.is_on) { return; }
  rl_point = rl_end;
  paint();
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
