#pragma once
#include <stdbool.h>

// What the two files of this target share.

/// Where a signal's letter is read: 'i' SIGINT, 'w' SIGWINCH, 't' SIGTSTP. -1 before it is opened.
int cr_signal_fd(void);

/// Says whether the editor has the terminal: signals then become letters.
void cr_signals_reading(bool is_reading);

/// Remembers the terminal's settings, to be given back if a signal ends the program.
void cr_terminal_remember(void);
