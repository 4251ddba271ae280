#include "CSiv.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "CCipher.h"

#pragma clang assume_nonnull begin

enum { key_bytes = 64 };

const char *_Nullable lectern_siv_load(void) { return lectern_cipher_load(); }

/* Finding the cipher by its name takes longer than a text does: it is found once a key. */
typedef struct {
  evp_cipher *cipher;
  evp_cipher_ctx *context;
  uint8_t key[key_bytes];
} siv;

void *_Nullable lectern_siv_new(const uint8_t *key) {
  siv *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  evp_cipher *_Nullable cipher = lectern_cipher.fetch(NULL, "AES-256-SIV", NULL);
  evp_cipher_ctx *_Nullable context = lectern_cipher.new();
  if (!cipher || !context) {
    lectern_cipher.free_cipher(cipher);
    lectern_cipher.free(context);
    lectern_cipher.clear_errors();
    free(made);
    return NULL;
  }
  made->cipher = cipher;
  made->context = context;
  memcpy(made->key, key, key_bytes);
  return made;
}

void lectern_siv_free(void *_Nullable made) {
  siv *old = made;
  if (!old) return;
  lectern_cipher.free_cipher(old->cipher);
  lectern_cipher.free(old->context);
  explicit_bzero(old, sizeof *old);
  free(old);
}

static int begin(siv *made, int seals, const void *beside, size_t beside_bytes) {
  int written = 0;
  return lectern_cipher.begin(made->context, made->cipher, NULL, made->key, NULL, seals) == 1 &&
         lectern_cipher.update(made->context, NULL, &written, beside, (int)beside_bytes) == 1;
}

int lectern_siv_seal(
    void *made, const void *beside, size_t beside_bytes, const void *text, size_t text_bytes,
    uint8_t *out) {
  siv *own = made;
  int written = 0;
  uint8_t rest[tag_bytes];
  if (beside_bytes > INT_MAX || text_bytes > INT_MAX || text_bytes == 0) return -1;
  int done = begin(own, 1, beside, beside_bytes) &&
             lectern_cipher.update(
                 own->context, out + tag_bytes, &written, text, (int)text_bytes) == 1 &&
             lectern_cipher.end(own->context, rest, &written) == 1 &&
             lectern_cipher.control(own->context, get_tag, tag_bytes, out) == 1;
  lectern_cipher.clear_errors();
  return done ? 0 : -1;
}

int lectern_siv_open(
    void *made, const void *beside, size_t beside_bytes, const void *sealed, size_t sealed_bytes,
    uint8_t *out) {
  siv *own = made;
  int written = 0;
  uint8_t rest[tag_bytes];
  if (beside_bytes > INT_MAX || sealed_bytes > INT_MAX || sealed_bytes <= tag_bytes) return 1;
  const uint8_t *bytes = sealed;
  int done = begin(own, 0, beside, beside_bytes) &&
             lectern_cipher.control(own->context, set_tag, tag_bytes, (void *)bytes) == 1;
  /* It compares the tag as soon as it has the text. */
  int isOurs = done &&
               lectern_cipher.update(
                   own->context, out, &written, bytes + tag_bytes,
                   (int)(sealed_bytes - tag_bytes)) == 1 &&
               lectern_cipher.end(own->context, rest, &written) == 1;
  lectern_cipher.clear_errors();
  return isOurs ? 0 : done ? 1 : -1;
}

#pragma clang assume_nonnull end
