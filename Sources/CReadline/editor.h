#pragma once
#include "include/CReadline.h"

// What the files of the editor share.

/// What the editor asks; set between cr_open and cr_close.
extern struct cr_questions cr_asked;

/// Draws prompt and buffer in colour from now on, where that can be done.
void cr_paint_install(bool is_colored);

/// Whether this file draws: else Readline does.
bool cr_paints(void);

/// Forgets what is on the screen: the next drawing begins where the cursor is.
void cr_paint_anew(void);

/// Goes to an empty line, whatever was written without a newline before.
void cr_paint_new_line(void);

/// Draws the entry anew in a window of another size.
void cr_paint_resized(void);

/// Draws with the cursor behind the last sign, so that what follows begins below.
void cr_paint_to_end(void);

/// A function of ours that stands where one of Readline's did.
struct cr_function {
  const char *name;
  int (*own)(int count, int key);
  int (*usual)(int count, int key);
};

/// Those that move over signs as a person sees them; a name of NULL ends them.
extern const struct cr_function cr_sign_functions[];

/// Where the sign begins that ends there, and where the one ends that begins there. Unit: bytes.
int cr_sign_before(int at);
int cr_sign_behind(int at);

/// Lets keys move by the lines of the buffer, where they still are Readline's own.
void cr_bind_lines(void);

/// Shows what may be completed, in columns with what each is.
void cr_show_offers(char **words, int count, int longest);

/// What is known of an offered word; NULL for nothing.
const char *cr_offer_note(const char *word);

/// Opens the buffer in the person's own editor.
int cr_edit_buffer(int count, int key);
