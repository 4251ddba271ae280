#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "layout.h"

#include <stdio.h>

#include <readline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { tab_width = 8, most_classes = 16 };

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
  pen->frame->rows[pen->frame->count - 1].width = pen->column;
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

void cr_lay_out(struct frame *frame, int columns, const char *classes) {
  frame->text.count = 0;
  frame->count = 0;
  begin_row(frame);
  struct pen pen = {.frame = frame, .columns = columns};
  draw_prompt(&pen, rl_display_prompt != NULL ? rl_display_prompt : "");
  mbstate_t state = {0};
  for (int at = 0; at < rl_end;) {
    if (at == rl_point) { note_cursor(&pen); }
    if (rl_line_buffer[at] == '\n') {
      next_row(&pen);
      at++;
      continue;
    }
    int style = classes != NULL ? classes[at] : 0;
    set_style(&pen, style > 0 && style < most_classes && styles[style] ? style : 0);
    struct sign sign = sign_at(rl_line_buffer + at, (size_t)(rl_end - at), &state);
    draw(&pen, rl_line_buffer + at, sign);
    at += (int)sign.length;
  }
  set_style(&pen, 0);
  if (rl_point >= rl_end) { note_cursor(&pen); }
  frame->rows[frame->count - 1].end = frame->text.count;
}
