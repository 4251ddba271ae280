#include "CSeal.h"

#include <limits.h>

#include "CCipher.h"

#pragma clang assume_nonnull begin

const char *_Nullable lectern_seal_load(void) { return lectern_cipher_load(); }

static int run(
    evp_cipher_ctx *context, const uint8_t *key, const uint8_t *nonce, const void *beside,
    size_t beside_bytes, const void *text, size_t text_bytes, uint8_t *out, int seals) {
  int written = 0;
  if (beside_bytes > INT_MAX || text_bytes > INT_MAX) return 0;
  const evp_cipher *cipher = lectern_cipher.aes_256_gcm();
  return lectern_cipher.begin(context, cipher, NULL, key, nonce, seals) == 1 &&
         lectern_cipher.update(context, NULL, &written, beside, (int)beside_bytes) == 1 &&
         lectern_cipher.update(context, out, &written, text, (int)text_bytes) == 1;
}

int lectern_seal(
    const uint8_t *key, const uint8_t *nonce, const void *beside, size_t beside_bytes,
    const void *text, size_t text_bytes, uint8_t *out, uint8_t *tag) {
  evp_cipher_ctx *context = lectern_cipher.new();
  if (!context) return -1;
  int written = 0;
  uint8_t rest[tag_bytes];
  int done = run(context, key, nonce, beside, beside_bytes, text, text_bytes, out, 1) &&
             lectern_cipher.end(context, rest, &written) == 1 &&
             lectern_cipher.control(context, get_tag, tag_bytes, tag) == 1;
  lectern_cipher.free(context);
  return done ? 0 : -1;
}

int lectern_unseal(
    const uint8_t *key, const uint8_t *nonce, const void *beside, size_t beside_bytes,
    const void *sealed, size_t sealed_bytes, const uint8_t *tag, uint8_t *out) {
  evp_cipher_ctx *context = lectern_cipher.new();
  if (!context) return -1;
  int written = 0;
  uint8_t rest[tag_bytes];
  int done = run(context, key, nonce, beside, beside_bytes, sealed, sealed_bytes, out, 0) &&
             lectern_cipher.control(context, set_tag, tag_bytes, (void *)tag) == 1;
  int isOurs = done && lectern_cipher.end(context, rest, &written) == 1;
  lectern_cipher.free(context);
  return isOurs ? 0 : done ? 1 : -1;
}

#pragma clang assume_nonnull end
