#include "CLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#pragma clang assume_nonnull begin

static bool fail(char *why, size_t why_bytes) {
  const char *text = dlerror();
  snprintf(why, why_bytes, "%s", text ? text : "unknown reason");
  return false;
}

bool lectern_load(
    const char *file, const lectern_wanted *wanted, size_t count, char *why, size_t why_bytes) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return fail(why, why_bytes);
  for (size_t i = 0; i < count; i++) {
    void *function = dlsym(library, wanted[i].name);
    if (!function) return fail(why, why_bytes);
    memcpy(wanted[i].slot, &function, sizeof function);
  }
  return true;
}

#pragma clang assume_nonnull end
