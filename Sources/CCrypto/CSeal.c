#include "CSeal.h"

#include <limits.h>
#include <pthread.h>

#include "CLoading.h"

#pragma clang assume_nonnull begin

typedef struct evp_cipher_st evp_cipher;
typedef struct evp_cipher_ctx_st evp_cipher_ctx;
typedef struct engine_st engine;

enum { get_tag = 0x10, set_tag = 0x11, tag_bytes = 16 };

/* Declared here as OpenSSL 3 has them, so that no header package is needed. */
static struct {
  evp_cipher_ctx *_Nullable (*new)(void);
  void (*free)(evp_cipher_ctx *_Nullable);
  const evp_cipher *(*aes_256_gcm)(void);
  int (*begin)(
      evp_cipher_ctx *, const evp_cipher *_Nullable, engine *_Nullable,
      const unsigned char *_Nullable, const unsigned char *_Nullable, int);
  int (*update)(
      evp_cipher_ctx *, unsigned char *_Nullable, int *, const unsigned char *_Nullable, int);
  int (*end)(evp_cipher_ctx *, unsigned char *, int *);
  int (*control)(evp_cipher_ctx *, int, int, void *_Nullable);
} api;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char why[256];

static void load(void) {
  const lectern_wanted wanted[] = {
      {"EVP_CIPHER_CTX_new", &api.new},
      {"EVP_CIPHER_CTX_free", &api.free},
      {"EVP_aes_256_gcm", &api.aes_256_gcm},
      {"EVP_CipherInit_ex", &api.begin},
      {"EVP_CipherUpdate", &api.update},
      {"EVP_CipherFinal_ex", &api.end},
      {"EVP_CIPHER_CTX_ctrl", &api.control}};
  lectern_load("libcrypto.so.3", wanted, sizeof wanted / sizeof wanted[0], why, sizeof why);
}

const char *_Nullable lectern_seal_load(void) {
  pthread_once(&loaded, load);
  return why[0] ? why : NULL;
}

static int run(
    evp_cipher_ctx *context, const uint8_t *key, const uint8_t *nonce, const void *beside,
    size_t beside_bytes, const void *text, size_t text_bytes, uint8_t *out, int seals) {
  int written = 0;
  if (beside_bytes > INT_MAX || text_bytes > INT_MAX) return 0;
  return api.begin(context, api.aes_256_gcm(), NULL, key, nonce, seals) == 1 &&
         api.update(context, NULL, &written, beside, (int)beside_bytes) == 1 &&
         api.update(context, out, &written, text, (int)text_bytes) == 1;
}

int lectern_seal(
    const uint8_t *key, const uint8_t *nonce, const void *beside, size_t beside_bytes,
    const void *text, size_t text_bytes, uint8_t *out, uint8_t *tag) {
  evp_cipher_ctx *context = api.new();
  if (!context) return -1;
  int written = 0;
  uint8_t rest[tag_bytes];
  int done = run(context, key, nonce, beside, beside_bytes, text, text_bytes, out, 1) &&
             api.end(context, rest, &written) == 1 &&
             api.control(context, get_tag, tag_bytes, tag) == 1;
  api.free(context);
  return done ? 0 : -1;
}

int lectern_unseal(
    const uint8_t *key, const uint8_t *nonce, const void *beside, size_t beside_bytes,
    const void *sealed, size_t sealed_bytes, const uint8_t *tag, uint8_t *out) {
  evp_cipher_ctx *context = api.new();
  if (!context) return -1;
  int written = 0;
  uint8_t rest[tag_bytes];
  int done = run(context, key, nonce, beside, beside_bytes, sealed, sealed_bytes, out, 0) &&
             api.control(context, set_tag, tag_bytes, (void *)tag) == 1;
  int isOurs = done && api.end(context, rest, &written) == 1;
  api.free(context);
  return isOurs ? 0 : done ? 1 : -1;
}

#pragma clang assume_nonnull end
