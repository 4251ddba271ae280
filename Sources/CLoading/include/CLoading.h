#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Libraries that are loaded at first use, so that a start pays for none. */
#pragma clang assume_nonnull begin

/* A function that is wanted, and the pointer to a function that is to hold it. */
typedef struct {
  const char *name;
  void *slot;
} lectern_wanted;

/* Loads a library and fills in what is wanted of it. False: `why` says what is missing. */
bool lectern_load(
    const char *file, const lectern_wanted *wanted, size_t count, char *why, size_t why_bytes);

#pragma clang assume_nonnull end
