#pragma once
#include <stddef.h>

/* What both ciphers take of OpenSSL's libcrypto: declared as OpenSSL 3 has it, so that no header
   package is needed. */
#pragma clang assume_nonnull begin

typedef struct evp_cipher_st evp_cipher;
typedef struct evp_cipher_ctx_st evp_cipher_ctx;
typedef struct engine_st engine;

enum { get_tag = 0x10, set_tag = 0x11, tag_bytes = 16 };

struct lectern_cipher_api {
  evp_cipher_ctx *_Nullable (*_Nonnull new)(void);
  void (*_Nonnull free)(evp_cipher_ctx *_Nullable);
  const evp_cipher *_Nonnull (*_Nonnull aes_256_gcm)(void);
  evp_cipher *_Nullable (*_Nonnull fetch)(void *_Nullable, const char *, const char *_Nullable);
  void (*_Nonnull free_cipher)(evp_cipher *_Nullable);
  int (*_Nonnull begin)(
      evp_cipher_ctx *, const evp_cipher *_Nullable, engine *_Nullable,
      const unsigned char *_Nullable, const unsigned char *_Nullable, int);
  int (*_Nonnull update)(
      evp_cipher_ctx *, unsigned char *_Nullable, int *, const unsigned char *_Nullable, int);
  int (*_Nonnull end)(evp_cipher_ctx *, unsigned char *, int *);
  int (*_Nonnull control)(evp_cipher_ctx *, int, int, void *_Nullable);
  void (*_Nonnull clear_errors)(void);
};

/* There once it is loaded. */
extern struct lectern_cipher_api lectern_cipher;

/* NULL once it is loaded, else why it could not be; the text lives for ever. */
const char *_Nullable lectern_cipher_load(void);

#pragma clang assume_nonnull end
