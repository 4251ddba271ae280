#include "CSiv.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CLoading.h"

#pragma clang assume_nonnull begin

typedef struct evp_cipher_st evp_cipher;
typedef struct evp_cipher_ctx_st evp_cipher_ctx;
typedef struct engine_st engine;

enum { get_tag = 0x10, set_tag = 0x11, tag_bytes = 16, key_bytes = 64 };

/* Declared here as OpenSSL 3 has them, so that no header package is needed. */
static struct {
  evp_cipher_ctx *_Nullable (*new)(void);
  void (*free)(evp_cipher_ctx *_Nullable);
  evp_cipher *_Nullable (*fetch)(
      void *_Nullable, const char *, const char *_Nullable);
  void (*free_cipher)(evp_cipher *_Nullable);
  int (*begin)(
      evp_cipher_ctx *, const evp_cipher *_Nullable, engine *_Nullable,
      const unsigned char *_Nullable, const unsigned char *_Nullable, int);
  int (*update)(
      evp_cipher_ctx *, unsigned char *_Nullable, int *, const unsigned char *_Nullable, int);
  int (*end)(evp_cipher_ctx *, unsigned char *, int *);
  int (*control)(evp_cipher_ctx *, int, int, void *_Nullable);
  void (*clear_errors)(void);
} api;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char why[256];

static void load(void) {
  const lectern_wanted wanted[] = {
      {"EVP_CIPHER_CTX_new", &api.new},
      {"EVP_CIPHER_CTX_free", &api.free},
      {"EVP_CIPHER_fetch", &api.fetch},
      {"EVP_CIPHER_free", &api.free_cipher},
      {"EVP_CipherInit_ex", &api.begin},
      {"EVP_CipherUpdate", &api.update},
      {"EVP_CipherFinal_ex", &api.end},
      {"EVP_CIPHER_CTX_ctrl", &api.control},
      {"ERR_clear_error", &api.clear_errors}};
  lectern_load("libcrypto.so.3", wanted, sizeof wanted / sizeof wanted[0], why, sizeof why);
}

const char *_Nullable lectern_siv_load(void) {
  pthread_once(&loaded, load);
  return why[0] ? why : NULL;
}

/* Finding the cipher by its name takes longer than a text does: it is found once a key. */
typedef struct {
  evp_cipher *cipher;
  evp_cipher_ctx *context;
  uint8_t key[key_bytes];
} siv;

void *_Nullable lectern_siv_new(const uint8_t *key) {
  siv *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  evp_cipher *_Nullable cipher = api.fetch(NULL, "AES-256-SIV", NULL);
  evp_cipher_ctx *_Nullable context = api.new();
  if (!cipher || !context) {
    api.free_cipher(cipher);
    api.free(context);
    api.clear_errors();
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
  api.free_cipher(old->cipher);
  api.free(old->context);
  explicit_bzero(old, sizeof *old);
  free(old);
}

static int begin(siv *made, int seals, const void *beside, size_t beside_bytes) {
  int written = 0;
  return api.begin(made->context, made->cipher, NULL, made->key, NULL, seals) == 1 &&
         api.update(made->context, NULL, &written, beside, (int)beside_bytes) == 1;
}

int lectern_siv_seal(
    void *made, const void *beside, size_t beside_bytes, const void *text, size_t text_bytes,
    uint8_t *out) {
  siv *own = made;
  int written = 0;
  uint8_t rest[tag_bytes];
  if (beside_bytes > INT_MAX || text_bytes > INT_MAX || text_bytes == 0) return -1;
  int done = begin(own, 1, beside, beside_bytes) &&
             api.update(own->context, out + tag_bytes, &written, text, (int)text_bytes) == 1 &&
             api.end(own->context, rest, &written) == 1 &&
             api.control(own->context, get_tag, tag_bytes, out) == 1;
  api.clear_errors();
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
             api.control(own->context, set_tag, tag_bytes, (void *)bytes) == 1;
  /* It compares the tag as soon as it has the text. */
  int isOurs = done &&
               api.update(
                   own->context, out, &written, bytes + tag_bytes,
                   (int)(sealed_bytes - tag_bytes)) == 1 &&
               api.end(own->context, rest, &written) == 1;
  api.clear_errors();
  return isOurs ? 0 : done ? 1 : -1;
}

#pragma clang assume_nonnull end
