#pragma once
#include <stddef.h>
#include <stdint.h>

/* AES-256-GCM of OpenSSL's libcrypto: a key of 32 bytes, a nonce of 12, a tag of 16. */
#pragma clang assume_nonnull begin

/* NULL once it is loaded, else why it could not be; the text lives for ever. */
const char *_Nullable lectern_seal_load(void);

/* Seals `text` into `out` of as many bytes, and its tag; `beside` is bound to it unsealed.
   0 if it was done. Only after a load. */
int lectern_seal(
    const uint8_t *key, const uint8_t *nonce, const void *beside, size_t beside_bytes,
    const void *text, size_t text_bytes, uint8_t *out, uint8_t *tag);

/* The way back. 0 if it was done, 1 if key, nonce, text, tag or what is beside it is another. */
int lectern_unseal(
    const uint8_t *key, const uint8_t *nonce, const void *beside, size_t beside_bytes,
    const void *sealed, size_t sealed_bytes, const uint8_t *tag, uint8_t *out);

#pragma clang assume_nonnull end
