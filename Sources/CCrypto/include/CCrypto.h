#pragma once
#include <stddef.h>
#include <stdint.h>

#include "CSeal.h"
#include "CSiv.h"

/* OpenSSL's libcrypto, loaded at first use; libcurl brings it along. */
#pragma clang assume_nonnull begin

/* NULL once libcrypto is loaded, else why it could not be; the text lives for ever. */
const char *_Nullable lectern_crypto_load(void);

/* HMAC-SHA-256 into 32 bytes; 0 if it was done. Only after a load. */
int lectern_crypto_hmac_sha256(
    const void *key, size_t key_bytes, const void *text, size_t text_bytes, uint8_t *out);

/* scrypt (RFC 7914) into `out`; 0 if it was done. Only after a load. */
int lectern_crypto_scrypt(
    const void *password, size_t password_bytes, const void *salt, size_t salt_bytes,
    uint64_t cost, uint64_t block, uint64_t lanes, uint64_t memory_limit_bytes, uint8_t *out,
    size_t out_bytes);

/* Draws a key of RSA with 2,048 bits, or of P-256, in DER: the private one, and the public one as
   SubjectPublicKeyInfo. The counts say how much room there is, then what was written; 0 if it was
   done. Only after a load. */
int lectern_crypto_make_key(
    int is_elliptic, uint8_t *private_key, size_t *private_bytes, uint8_t *public_key,
    size_t *public_bytes);

/* Signs the SHA-256 of a text: PKCS #1 v1.5 or ECDSA in DER, as the key is; 0 if it was done. Only
   after a load. */
int lectern_crypto_sign(
    const void *private_key, size_t private_bytes, const void *text, size_t text_bytes,
    uint8_t *out, size_t *out_bytes);

/* 1 if the signature is the key's over the text. Only after a load. */
int lectern_crypto_is_signed(
    const void *public_key, size_t public_bytes, const void *text, size_t text_bytes,
    const void *signature, size_t signature_bytes);

/* 1 if the bytes are equal, in a time that does not depend on where they differ. */
int lectern_crypto_equal(const void *one, const void *other, size_t bytes);

#pragma clang assume_nonnull end
