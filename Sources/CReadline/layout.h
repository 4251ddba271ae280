#pragma once
#include "signs.h"

// How an entry is cut into rows of the window, with its colours.

struct row {
  size_t start, end;
  int width;
};

struct frame {
  struct bytes text;
  struct row *rows;
  int count, room;
  int cursor_row, cursor_column;
};

/// Lays out the prompt and Readline's buffer; `classes` says how each byte looks, NULL: plain.
void cr_lay_out(struct frame *frame, int columns, const char *classes);
