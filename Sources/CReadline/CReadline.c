#include "include/CReadline.h"
#include "editor.h"
#include "terminal.h"

#include <stdio.h>

#include <errno.h>
#include <poll.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cr_questions cr_asked;

static struct {
  bool is_done;
  bool is_pasted;
  char *text;
} entry;

static struct {
  char **words;
  char **notes;
  char *endings;
  size_t count, room;
} offers;

// Keys

static int press_enter(int count, int key) {
  if (cr_asked.is_complete != NULL
      && !cr_asked.is_complete(cr_asked.context, rl_line_buffer, (size_t)rl_end)) {
    return rl_insert_text("\n") >= 0 ? 0 : 1;
  }
  cr_paint_to_end();
  return rl_newline(count, key);
}

static int add_line(int count, int key) {
  (void)count;
  (void)key;
  return rl_insert_text("\n") >= 0 ? 0 : 1;
}

static int paste(int count, int key) {
  if (rl_point == 0) { entry.is_pasted = true; }
  return rl_bracketed_paste_begin(count, key);
}

/// Puts our Enter where Readline's own still is: a person's inputrc has the last word.
static void bind_keys(Keymap map) {
  // A terminal that was not yet ours when Enter was pressed has made a newline of it.
  static const int enter_keys[] = {'\r', '\n'};
  for (int each = 0; each < 2; each++) {
    KEYMAP_ENTRY *entry = &map[enter_keys[each]];
    if (entry->type == ISFUNC && entry->function == rl_newline) {
      rl_bind_key_in_map(enter_keys[each], press_enter, map);
    }
  }
  int type = ISFUNC;
  rl_command_func_t *meta_enter = rl_function_of_keyseq("\033\r", map, &type);
  // What Readline itself has there, a change to vi's keys, nobody looks for.
  if (type == ISFUNC && (meta_enter == NULL || meta_enter == rl_vi_editing_mode)) {
    rl_bind_keyseq_in_map("\033\r", add_line, map);
  }
  type = ISFUNC;
  if (rl_function_of_keyseq("\033[200~", map, &type) == rl_bracketed_paste_begin) {
    rl_bind_keyseq_in_map("\033[200~", paste, map);
  }
}

// Completion

static char *with_word(const char *word, const char *note) {
  size_t start = strlen(word) + 1, length = strlen(note) + 1;
  char *both = malloc(start + length);
  if (both == NULL) { return NULL; }
  memcpy(both, word, start);
  memcpy(both + start, note, length);
  return both;
}

const char *cr_offer_note(const char *word) {
  for (size_t each = 0; each < offers.count; each++) {
    const char *both = offers.notes[each];
    if (both != NULL && strcmp(both, word) == 0) { return both + strlen(both) + 1; }
  }
  return NULL;
}

static bool make_room(void) {
  size_t room = offers.room == 0 ? 64 : offers.room * 2;
  char **words = realloc(offers.words, room * sizeof *words);
  if (words == NULL) { return false; }
  offers.words = words;
  char **notes = realloc(offers.notes, room * sizeof *notes);
  if (notes == NULL) { return false; }
  offers.notes = notes;
  char *endings = realloc(offers.endings, room);
  if (endings == NULL) { return false; }
  offers.endings = endings;
  offers.room = room;
  return true;
}

void cr_offer(const char *word, char ending, const char *note) {
  if (offers.count == offers.room && !make_room()) { return; }
  char *copy = strdup(word);
  if (copy == NULL) { return; }
  offers.words[offers.count] = copy;
  // Kept with its word in front: Readline sorts the words, and frees them.
  offers.notes[offers.count] = note != NULL ? with_word(word, note) : NULL;
  offers.endings[offers.count] = ending;
  offers.count++;
}

/// Readline frees the words that it is handed; those left over from a call it cut short are ours.
static void drop_offers(void) {
  for (size_t each = 0; each < offers.count; each++) {
    free(offers.words[each]);
    free(offers.notes[each]);
  }
  offers.count = 0;
}

static char *next_offer(const char *text, int state) {
  (void)text;
  static size_t next;
  if (state == 0) { next = 0; }
  if (next == offers.count) { return NULL; }
  char *word = offers.words[next];
  offers.words[next] = NULL;
  next++;
  return word;
}

static char **complete(const char *text, int start, int end) {
  rl_attempted_completion_over = 1;
  drop_offers();
  if (cr_asked.complete == NULL) { return NULL; }
  cr_asked.complete(cr_asked.context, rl_line_buffer, (size_t)start, (size_t)end);
  if (offers.count == 0) { return NULL; }
  rl_completion_append_character = offers.endings[0];
  rl_completion_suppress_append = offers.endings[0] == 0;
  return rl_completion_matches(text, next_offer);
}

// The editor

void cr_open(struct cr_questions questions, bool is_colored) {
  cr_asked = questions;
  cr_terminal_remember();
  rl_readline_name = "lectern";
  rl_instream = stdin;
  rl_outstream = isatty(STDOUT_FILENO) ? stdout : stderr;
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_add_defun("lectern-enter", press_enter, -1);
  rl_add_defun("lectern-add-line", add_line, -1);
  rl_attempted_completion_function = complete;
  rl_completer_word_break_characters = " \t\n\"\\'`@$><=;|&{}()[]+-*/%^~#,.:";
  rl_basic_quote_characters = "";
  using_history();
  rl_initialize();
  bind_keys(emacs_standard_keymap);
  bind_keys(vi_insertion_keymap);
  bind_keys(vi_movement_keymap);
  cr_bind_lines();
  rl_add_defun("lectern-edit", cr_edit_buffer, -1);
  rl_bind_keyseq_if_unbound_in_map("\030\005", cr_edit_buffer, emacs_standard_keymap);
  rl_completion_display_matches_hook = cr_show_offers;
  cr_paint_install(is_colored);
}

void cr_close(void) {
  cr_asked = (struct cr_questions){0};
  rl_attempted_completion_function = NULL;
  drop_offers();
  clear_history();
}

static void take_line(char *line) {
  rl_callback_handler_remove();
  // Readline, which has drawn nothing, believes that the cursor stands at the start of a row.
  if (line != NULL && cr_paints()) {
    rl_crlf();
    fflush(rl_outstream);
  }
  entry.text = line;
  entry.is_done = true;
}

static void drop_line(const char *prompt) {
  rl_point = rl_end;
  rl_mark = rl_end;
  (*rl_redisplay_function)();
  fputs("^C", rl_outstream);
  rl_crlf();
  fflush(rl_outstream);
  rl_free_line_state();
  rl_callback_sigcleanup();
  rl_replace_line("", 1);
  rl_callback_handler_remove();
  entry.is_pasted = false;
  cr_paint_anew();
  rl_callback_handler_install(prompt, take_line);
}

static void stop_until_continued(void) {
  (*rl_deprep_term_function)();
  kill(getpid(), SIGSTOP);
  (*rl_prep_term_function)(1);
  rl_resize_terminal();
  cr_paint_anew();
  rl_forced_update_display();
}

static void fit_window(void) {
  if (cr_paints()) {
    rl_reset_screen_size();
    cr_paint_resized();
  } else {
    rl_resize_terminal();
  }
}

static void answer_signals(const char *prompt) {
  char letter;
  while (read(cr_signal_fd(), &letter, 1) == 1) {
    if (letter == 'i') { drop_line(prompt); }
    if (letter == 'w') { fit_window(); }
    if (letter == 't') { stop_until_continued(); }
  }
}

static bool watch(const char *prompt) {
  struct pollfd watched[2] = {
      {.fd = STDIN_FILENO, .events = POLLIN},
      {.fd = cr_signal_fd(), .events = POLLIN},
  };
  while (!entry.is_done) {
    int ready = poll(watched, 2, -1);
    if (ready < 0 && errno != EINTR) { return false; }
    if (ready <= 0) { continue; }
    if (watched[1].revents != 0) { answer_signals(prompt); }
    if (watched[0].revents != 0) { rl_callback_read_char(); }
  }
  return true;
}

enum cr_outcome cr_read(const char *prompt, char **text, bool *is_pasted) {
  entry.is_done = false;
  entry.is_pasted = false;
  entry.text = NULL;
  *text = NULL;
  cr_signals_reading(true);
  cr_paint_new_line();
  cr_paint_anew();
  rl_callback_handler_install(prompt, take_line);
  bool is_watched = watch(prompt);
  int reason = errno;
  if (!entry.is_done) { rl_callback_handler_remove(); }
  cr_signals_reading(false);
  errno = reason;
  if (!is_watched) { return CR_FAILED; }
  *is_pasted = entry.is_pasted;
  if (entry.text == NULL) { return CR_END; }
  *text = entry.text;
  return CR_ENTRY;
}

void cr_release(char *text) { free(text); }

// History

void cr_history_add(const char *text) { add_history(text); }

void cr_history_forget(const char *text) {
  for (int at = history_length - 1; at >= 0; at--) {
    HIST_ENTRY *found = history_get(history_base + at);
    if (found == NULL || strcmp(found->line, text) != 0) { continue; }
    HIST_ENTRY *removed = remove_history(at);
    if (removed != NULL) { free_history_entry(removed); }
  }
}

void cr_history_clear(void) { clear_history(); }
