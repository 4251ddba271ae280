#pragma once
#include <stddef.h>
#include <stdint.h>

/* AES-SIV (RFC 5297) of OpenSSL's libcrypto: a key of 64 bytes, no nonce, a tag of 16. */
#pragma clang assume_nonnull begin

/* NULL once it is loaded, else why it could not be; the text lives for ever. */
const char *_Nullable lectern_siv_load(void);

/* What seals and opens with one key; NULL where libcrypto will not. Only after a load. */
void *_Nullable lectern_siv_new(const uint8_t *key);
void lectern_siv_free(void *_Nullable siv);

/* Writes the tag and then as many bytes as the text has, which is not empty; `beside` is bound to
   it. 0 if it was done. */
int lectern_siv_seal(
    void *siv, const void *beside, size_t beside_bytes, const void *text, size_t text_bytes,
    uint8_t *out);

/* The way back: the tag and at least one byte in, 16 bytes fewer out. 0 if it was done, 1 if key,
   text or what is beside it is another. */
int lectern_siv_open(
    void *siv, const void *beside, size_t beside_bytes, const void *sealed, size_t sealed_bytes,
    uint8_t *out);

#pragma clang assume_nonnull end
