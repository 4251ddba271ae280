#include "CCrypto.h"

#include <pthread.h>

#include "CLoading.h"

#pragma clang assume_nonnull begin

typedef struct evp_md_st evp_md;

/* Declared here as OpenSSL 3 has them, so that no header package is needed. */
static struct {
  const evp_md *(*sha256)(void);
  unsigned char *(*hmac)(
      const evp_md *, const void *, int, const unsigned char *, size_t, unsigned char *,
      unsigned *);
  int (*scrypt)(
      const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t, uint64_t,
      unsigned char *, size_t);
} api;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char why[256];

static void load(void) {
  const lectern_wanted wanted[] = {
      {"EVP_sha256", &api.sha256}, {"HMAC", &api.hmac}, {"EVP_PBE_scrypt", &api.scrypt}};
  lectern_load("libcrypto.so.3", wanted, sizeof wanted / sizeof wanted[0], why, sizeof why);
}

const char *_Nullable lectern_crypto_load(void) {
  pthread_once(&loaded, load);
  return why[0] ? why : NULL;
}

int lectern_crypto_hmac_sha256(
    const void *key, size_t key_bytes, const void *text, size_t text_bytes, uint8_t *out) {
  unsigned written = 0;
  return api.hmac(api.sha256(), key, (int)key_bytes, text, text_bytes, out, &written) &&
                 written == 32
             ? 0
             : -1;
}

int lectern_crypto_scrypt(
    const void *password, size_t password_bytes, const void *salt, size_t salt_bytes,
    uint64_t cost, uint64_t block, uint64_t lanes, uint64_t memory_limit_bytes, uint8_t *out,
    size_t out_bytes) {
  return api.scrypt(
             password, password_bytes, salt, salt_bytes, cost, block, lanes, memory_limit_bytes,
             out, out_bytes) == 1
             ? 0
             : -1;
}

int lectern_crypto_equal(const void *one, const void *other, size_t bytes) {
  const volatile uint8_t *a = one, *b = other;
  uint8_t difference = 0;
  for (size_t i = 0; i < bytes; i++) difference |= a[i] ^ b[i];
  return difference == 0;
}

#pragma clang assume_nonnull end
