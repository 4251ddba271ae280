#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "editor.h"
#include "signs.h"

#include <readline/readline.h>

// What a person sees as one sign may be many characters: a letter and its points, a family of
// emoji, a flag. Keys move over it and delete it as a whole.
// Source: https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules

enum { zero_width_joiner = 0x200D };

static wchar_t character_at(int at) {
  mbstate_t state = {0};
  wchar_t wide = 0;
  size_t used = mbrtowc(&wide, rl_line_buffer + at, (size_t)(rl_end - at), &state);
  return used == (size_t)-1 || used == (size_t)-2 ? (unsigned char)rl_line_buffer[at] : wide;
}

static bool continues(int at) { return ((unsigned char)rl_line_buffer[at] & 0xC0) == 0x80; }

static int step_back(int at) {
  do { at--; } while (at > 0 && continues(at));
  return at;
}

static int step_on(int at) {
  do { at++; } while (at < rl_end && continues(at));
  return at;
}

static bool is_between(wchar_t sign, wchar_t first, wchar_t last) {
  return sign >= first && sign <= last;
}

static bool is_flag_letter(wchar_t sign) { return is_between(sign, 0x1F1E6, 0x1F1FF); }

static bool is_picture(wchar_t sign) {
  return is_between(sign, 0x2190, 0x2BFF) || is_between(sign, 0x1F000, 0x1FAFF);
}

/// Whether it belongs to whatever stands before it: a mark, a skin tone, a variation.
static bool is_mark(wchar_t sign) {
  return sign >= 0x80 && (wcwidth(sign) == 0 || is_between(sign, 0x1F3FB, 0x1F3FF) ||
                          is_between(sign, 0xE0020, 0xE007F));
}

/// Whether the letters of flags before a place leave one without its partner.
static bool is_half_flag(int at) {
  int count = 0;
  while (at > 0 && is_flag_letter(character_at(step_back(at)))) {
    at = step_back(at);
    count++;
  }
  return count % 2 == 1;
}

/// Whether what stands before and behind a place is one sign.
static bool is_inside(int at) {
  if (at <= 0 || at >= rl_end) { return false; }
  wchar_t before = character_at(step_back(at)), behind = character_at(at);
  if (before == L'\n') { return false; }
  if (is_mark(behind)) { return true; }
  if (before == zero_width_joiner) { return is_picture(behind); }
  return is_flag_letter(before) && is_flag_letter(behind) && is_half_flag(at);
}

int cr_sign_before(int at) {
  if (at <= 0) { return 0; }
  do { at = step_back(at); } while (is_inside(at));
  return at;
}

int cr_sign_behind(int at) {
  if (at >= rl_end) { return rl_end; }
  do { at = step_on(at); } while (is_inside(at));
  return at;
}

static int go_back(int count, int key);

static int go_on(int count, int key) {
  if (count < 0) { return go_back(-count, key); }
  for (; count > 0 && rl_point < rl_end; count--) { rl_point = cr_sign_behind(rl_point); }
  return count == 0 ? 0 : rl_ding();
}

static int go_back(int count, int key) {
  if (count < 0) { return go_on(-count, key); }
  for (; count > 0 && rl_point > 0; count--) { rl_point = cr_sign_before(rl_point); }
  return count == 0 ? 0 : rl_ding();
}

/// With a count it is Readline's: what it deletes then can be yanked.
static int delete_before(int count, int key) {
  if (count != 1 || rl_explicit_arg || !rl_insert_mode || rl_point == 0) {
    return rl_rubout(count, key);
  }
  int start = cr_sign_before(rl_point);
  rl_delete_text(start, rl_point);
  rl_point = start;
  return 0;
}

static int delete_behind(int count, int key) {
  if (count != 1 || rl_explicit_arg || rl_point == rl_end) { return rl_delete(count, key); }
  rl_delete_text(rl_point, cr_sign_behind(rl_point));
  return 0;
}

const struct cr_function cr_sign_functions[] = {
    {"lectern-backspace", delete_before, rl_rubout},
    {"lectern-delete", delete_behind, rl_delete},
    {"lectern-left", go_back, rl_backward_char},
    {"lectern-right", go_on, rl_forward_char},
    {NULL, NULL, NULL},
};
