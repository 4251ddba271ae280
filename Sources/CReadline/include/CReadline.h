#pragma once
#include <stdbool.h>
#include <stddef.h>

// GNU Readline behind a small door. Its globals stay in this target: Swift sees only what follows.
// One thread, the one that owns the prompt, calls these.

/// How reading an entry ended.
enum cr_outcome {
  /// An entry: one line or many, in one buffer.
  CR_ENTRY = 0,
  /// Ctrl-D on an empty line, or the terminal went away.
  CR_END = 1,
  /// The terminal cannot be watched; errno says why.
  CR_FAILED = 2,
};

/// What the editor asks while a person types.
struct cr_questions {
  void *context;
  /// Whether Enter ends the entry. If not, it adds a line to the buffer.
  bool (*is_complete)(void *context, const char *text, size_t length);
  /// Calls cr_offer for each word that may stand at start..<end of the buffer. Bytes, not signs.
  void (*complete)(void *context, const char *buffer, size_t start, size_t end);
  /// Says of each byte of the buffer how it is drawn: 0 plain, 1 keyword, 2 string, 3 number,
  /// 4 comment, 5 name that is known, 6 command, 7 bracket at the cursor, 8 mistake.
  void (*classify)(
      void *context, const char *text, size_t length, size_t point, char *classes);
  /// Replaces the history by all of it, where only its newest part is here; how many entries there
  /// are then, 0 where nothing changed.
  size_t (*recall)(void *context);
};

/// Starts the editor on the terminal; `$if lectern` in the person's inputrc holds from here on.
///
/// `is_colored`: what is typed is drawn in colour.
void cr_open(struct cr_questions questions, bool is_colored);

/// Gives back the terminal and forgets the questions.
void cr_close(void);

/// Reads one entry. `text` is then the caller's, to free with cr_release; NULL but for CR_ENTRY.
///
/// Ctrl-C drops what was typed and shows a fresh prompt. `is_pasted` says that the entry's first
/// sign came from the clipboard.
enum cr_outcome cr_read(const char *prompt, char **text, bool *is_pasted);

/// Frees what cr_read gave.
void cr_release(char *text);

/// Adds a candidate to the completion under way. `ending` follows the only one; 0: nothing does.
/// `note` says what it is; NULL for nothing.
void cr_offer(const char *word, char ending, const char *note);

/// Appends an entry, newlines and all, to the list that Up walks through.
void cr_history_add(const char *text);

/// Takes every entry equal to `text` out of that list.
void cr_history_forget(const char *text);

/// Empties that list.
void cr_history_clear(void);

/// To be called in the frame of every SIGINT, whoever catches it: a line under way is dropped.
void cr_interrupted(void *unused);

/// Says that one more Ctrl-C ends the program; async-signal-safe.
void cr_warn(void *unused);

/// Says how many columns of the line that stderr's terminal is at are to be wiped, should a signal
/// end the program or warn of that; 0: none.
void cr_progress(int columns);

/// Gives back the terminal as it was found; async-signal-safe, for a program that dies by a signal.
void cr_restore_terminal(void *unused);

/// Ends the program by that signal, terminal restored, as a shell expects.
void cr_die_by_signal(int signal_number);

/// From now on SIGTERM calls `stop`, on this thread and in the signal handler, so that what was
/// printed can still be pushed out. A second one, or two seconds, end the program at once.
void cr_end_softly(void (*stop)(void));

/// The signal that asked for the end, or 0.
int cr_ended_by(void);
