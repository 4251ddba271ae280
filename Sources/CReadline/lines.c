#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "editor.h"
#include "signs.h"

#include <stdio.h>

#include <readline/history.h>
#include <readline/readline.h>
#include <stdlib.h>
#include <string.h>

// An entry of many lines is one buffer: these keys move and kill within its lines, and go on to the
// history at its edges.

static int line_start(int at) {
  while (at > 0 && rl_line_buffer[at - 1] != '\n') { at--; }
  return at;
}

static int line_end(int at) {
  while (at < rl_end && rl_line_buffer[at] != '\n') { at++; }
  return at;
}

/// Columns that a sign takes, whatever it is made of; a tab counts as one.
static int columns_of(int from, int to) {
  mbstate_t state = {0};
  struct sign sign = sign_at(rl_line_buffer + from, (size_t)(to - from), &state);
  return sign.width == 2 && !sign.is_control ? 2 : 1;
}

/// Columns between the start of a line and a place in it.
static int columns(int from, int to) {
  int count = 0;
  for (int at = from; at < to;) {
    int next = cr_sign_behind(at);
    count += columns_of(at, next);
    at = next;
  }
  return count;
}

/// The place so many columns behind `from`, or the line's end.
static int place(int from, int count) {
  int at = from;
  while (at < rl_end && rl_line_buffer[at] != '\n') {
    int next = cr_sign_behind(at);
    count -= columns_of(at, next);
    if (count < 0) { break; }
    at = next;
  }
  return at;
}

/// Brings older entries that are not here yet; the place in the history stays the same entry.
static void recall(void) {
  if (cr_asked.recall == NULL) { return; }
  int behind = history_length - where_history();
  if (cr_asked.recall(cr_asked.context) > 0) { history_set_pos(history_length - behind); }
}

static int search_back(int count, int key) {
  recall();
  return rl_reverse_search_history(count, key);
}

static int search_on(int count, int key) {
  recall();
  return rl_forward_search_history(count, key);
}

static int go_to_oldest(int count, int key) {
  recall();
  return rl_beginning_of_history(count, key);
}

static int vi_search(int count, int key) {
  recall();
  return rl_vi_search(count, key);
}

static int go_up(int count, int key) {
  for (; count > 0; count--) {
    int start = line_start(rl_point);
    if (start == 0) {
      if (where_history() - count < 0) { recall(); }
      return rl_get_previous_history(count, key);
    }
    rl_point = place(line_start(start - 1), columns(start, rl_point));
  }
  return 0;
}

static int go_down(int count, int key) {
  for (; count > 0; count--) {
    int end = line_end(rl_point);
    if (end == rl_end) { return rl_get_next_history(count, key); }
    int column = columns(line_start(rl_point), rl_point);
    rl_point = place(end + 1, column);
  }
  return 0;
}

static int go_to_start(int count, int key) {
  (void)count;
  (void)key;
  rl_point = line_start(rl_point);
  return 0;
}

static int go_to_end(int count, int key) {
  (void)count;
  (void)key;
  rl_point = line_end(rl_point);
  return 0;
}

static int kill_to_end(int count, int key) {
  (void)count;
  (void)key;
  int end = line_end(rl_point);
  if (end == rl_point && end < rl_end) { end++; }
  return rl_kill_text(rl_point, end);
}

static int kill_to_start(int count, int key) {
  (void)count;
  (void)key;
  int start = line_start(rl_point);
  if (start == rl_point && start > 0) { start--; }
  int status = rl_kill_text(rl_point, start);
  rl_point = start;
  return status;
}

static int append_to_line(int count, int key) {
  (void)count;
  rl_point = line_end(rl_point);
  return rl_vi_insertion_mode(1, key);
}

static int insert_before_line(int count, int key) {
  (void)count;
  rl_point = line_start(rl_point);
  return rl_vi_insertion_mode(1, key);
}

static const struct cr_function functions[] = {
    {"lectern-up", go_up, rl_get_previous_history},
    {"lectern-down", go_down, rl_get_next_history},
    {"lectern-line-start", go_to_start, rl_beg_of_line},
    {"lectern-line-end", go_to_end, rl_end_of_line},
    {"lectern-kill-line", kill_to_end, rl_kill_line},
    {"lectern-kill-to-line-start", kill_to_start, rl_unix_line_discard},
    {"lectern-search-back", search_back, rl_reverse_search_history},
    {"lectern-search-on", search_on, rl_forward_search_history},
    {"lectern-oldest", go_to_oldest, rl_beginning_of_history},
    {"lectern-vi-search", vi_search, rl_vi_search},
    {"lectern-vi-append-line", append_to_line, rl_vi_append_eol},
    {"lectern-vi-insert-line", insert_before_line, rl_vi_insert_beg},
    {NULL, NULL, NULL},
};

static const char *const keys[] = {
    "\020", "\016", "\001", "\005", "\013", "\025", "\033[A", "\033[B", "\033OA", "\033OB",
    "\033[H", "\033[F", "\033OH", "\033OF", "\033[1~", "\033[4~", "\022", "\023", "\033<",
    "\177", "\b", "\004", "\002", "\006", "\033[C", "\033[D", "\033OC", "\033OD", "\033[3~",
    "k", "j", "0", "$", "/", "?", "A", "I",
};

static void swap(
    const char *key, rl_command_func_t *bound, Keymap map, const struct cr_function *function) {
  for (; function->name != NULL; function++) {
    if (bound == function->usual) { rl_bind_keyseq_in_map(key, function->own, map); }
  }
}

/// Only keys that still do what Readline gave them: a person's inputrc has the last word.
static void bind_keys(Keymap map, bool is_movement) {
  for (size_t key = 0; key < sizeof keys / sizeof *keys; key++) {
    unsigned char first = (unsigned char)keys[key][0];
    bool is_letter = keys[key][1] == 0 && first >= 0x20 && first < 0x7F;
    if (is_letter && !is_movement) { continue; }
    int type = ISFUNC;
    rl_command_func_t *bound = rl_function_of_keyseq(keys[key], map, &type);
    if (type != ISFUNC) { continue; }
    swap(keys[key], bound, map, functions);
    if (!is_movement) { swap(keys[key], bound, map, cr_sign_functions); }
  }
}

static void add_all(const struct cr_function *function) {
  for (; function->name != NULL; function++) { rl_add_defun(function->name, function->own, -1); }
}

/// Readline gives the terminal's own keys, Backspace among them, back to its functions each time.
static void prepare_terminal(int takes_meta) {
  rl_prep_terminal(takes_meta);
  bind_keys(emacs_standard_keymap, false);
  bind_keys(vi_insertion_keymap, false);
}

void cr_bind_lines(void) {
  add_all(functions);
  add_all(cr_sign_functions);
  rl_prep_term_function = prepare_terminal;
  bind_keys(emacs_standard_keymap, false);
  bind_keys(vi_insertion_keymap, false);
  bind_keys(vi_movement_keymap, true);
}

// The person's own editor

static bool write_draft(const char *path) {
  FILE *file = fopen(path, "we");
  if (file == NULL) { return false; }
  bool is_written = fwrite(rl_line_buffer, 1, (size_t)rl_end, file) == (size_t)rl_end;
  is_written = fputc('\n', file) != EOF && is_written;
  return fclose(file) == 0 && is_written;
}

static char *read_draft(const char *path) {
  FILE *file = fopen(path, "re");
  if (file == NULL) { return NULL; }
  size_t count = 0, room = 4096;
  char *text = malloc(room);
  while (text != NULL) {
    count += fread(text + count, 1, room - count - 1, file);
    if (count < room - 1) { break; }
    char *more = realloc(text, room *= 2);
    if (more == NULL) { free(text); }
    text = more;
  }
  fclose(file);
  if (text == NULL) { return NULL; }
  while (count > 0 && text[count - 1] == '\n') { count--; }
  text[count] = 0;
  // What holds a NUL cannot be a buffer.
  if (strlen(text) != count) {
    free(text);
    return NULL;
  }
  return text;
}

static bool run_editor(const char *path) {
  const char *editor = getenv("VISUAL");
  if (editor == NULL || *editor == 0) { editor = getenv("EDITOR"); }
  if (editor == NULL || *editor == 0) { editor = "vi"; }
  char command[4096];
  int length = snprintf(command, sizeof command, "%s '%s'", editor, path);
  return length > 0 && (size_t)length < sizeof command && system(command) == 0;
}

int cr_edit_buffer(int count, int key) {
  (void)count;
  (void)key;
  char path[] = "/tmp/lectern-XXXXXX.lua";
  int draft = mkstemps(path, 4);
  if (draft < 0) { return rl_ding(); }
  FILE *unused = fdopen(draft, "w");
  if (unused != NULL) { fclose(unused); }
  bool is_changed = false;
  if (write_draft(path)) {
    cr_paint_to_end();
    rl_crlf();
    (*rl_deprep_term_function)();
    is_changed = run_editor(path);
    if (!is_changed) { fputs("the editor failed: the entry is as it was; set $EDITOR\n", stderr); }
    (*rl_prep_term_function)(1);
  }
  char *text = is_changed ? read_draft(path) : NULL;
  remove(path);
  if (text != NULL) {
    rl_begin_undo_group();
    rl_delete_text(0, rl_end);
    rl_point = 0;
    rl_insert_text(text);
    rl_end_undo_group();
    free(text);
  }
  rl_on_new_line();
  cr_paint_anew();
  rl_forced_update_display();
  return 0;
}
