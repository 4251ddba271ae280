#include "CCrypto.h"

#include <pthread.h>

#include "CLoading.h"

#pragma clang assume_nonnull begin

typedef struct evp_md_st evp_md;
typedef struct evp_md_ctx_st evp_md_ctx;
typedef struct evp_pkey_st evp_pkey;

/* Declared here as OpenSSL 3 has them, so that no header package is needed. */
static struct {
  const evp_md *(*sha256)(void);
  unsigned char *(*hmac)(
      const evp_md *, const void *, int, const unsigned char *, size_t, unsigned char *,
      unsigned *);
  int (*scrypt)(
      const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t, uint64_t,
      unsigned char *, size_t);
  evp_pkey *_Nullable (*generate)(void *_Nullable, const char *_Nullable, const char *, ...);
  int (*private_form)(const evp_pkey *, unsigned char *_Nullable *_Nullable);
  int (*public_form)(const evp_pkey *, unsigned char *_Nullable *_Nullable);
  evp_pkey *_Nullable (*read_private)(
      evp_pkey *_Nullable *_Nullable, const unsigned char *_Nonnull *_Nonnull, long);
  evp_pkey *_Nullable (*read_public)(
      evp_pkey *_Nullable *_Nullable, const unsigned char *_Nonnull *_Nonnull, long);
  void (*free_key)(evp_pkey *_Nullable);
  evp_md_ctx *_Nullable (*new_context)(void);
  void (*free_context)(evp_md_ctx *_Nullable);
  int (*begin_signing)(
      evp_md_ctx *, void *_Nullable, const evp_md *, void *_Nullable, evp_pkey *);
  int (*sign)(evp_md_ctx *, unsigned char *, size_t *, const unsigned char *, size_t);
  int (*begin_checking)(
      evp_md_ctx *, void *_Nullable, const evp_md *, void *_Nullable, evp_pkey *);
  int (*check)(evp_md_ctx *, const unsigned char *, size_t, const unsigned char *, size_t);
  void (*clear_errors)(void);
} api;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char why[256];

static void load(void) {
  const lectern_wanted wanted[] = {
      {"EVP_sha256", &api.sha256}, {"HMAC", &api.hmac}, {"EVP_PBE_scrypt", &api.scrypt},
      {"EVP_PKEY_Q_keygen", &api.generate}, {"i2d_PrivateKey", &api.private_form},
      {"i2d_PUBKEY", &api.public_form}, {"d2i_AutoPrivateKey", &api.read_private},
      {"d2i_PUBKEY", &api.read_public}, {"EVP_PKEY_free", &api.free_key},
      {"EVP_MD_CTX_new", &api.new_context}, {"EVP_MD_CTX_free", &api.free_context},
      {"EVP_DigestSignInit", &api.begin_signing}, {"EVP_DigestSign", &api.sign},
      {"EVP_DigestVerifyInit", &api.begin_checking}, {"EVP_DigestVerify", &api.check},
      {"ERR_clear_error", &api.clear_errors}};
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

/* Writes a key's form where it has room; its length, or 0. */
static size_t form_of(
    int (*form)(const evp_pkey *, unsigned char *_Nullable *_Nullable), const evp_pkey *key,
    uint8_t *out, size_t room) {
  int bytes = form(key, NULL);
  if (bytes <= 0 || (size_t)bytes > room) return 0;
  unsigned char *end = out;
  return form(key, &end) == bytes ? (size_t)bytes : 0;
}

int lectern_crypto_make_key(
    int is_elliptic, uint8_t *private_key, size_t *private_bytes, uint8_t *public_key,
    size_t *public_bytes) {
  evp_pkey *key = is_elliptic ? api.generate(NULL, NULL, "EC", "P-256")
                              : api.generate(NULL, NULL, "RSA", (size_t)2048);
  if (key == NULL) {
    api.clear_errors();
    return -1;
  }
  *private_bytes = form_of(api.private_form, key, private_key, *private_bytes);
  *public_bytes = form_of(api.public_form, key, public_key, *public_bytes);
  api.free_key(key);
  api.clear_errors();
  return *private_bytes > 0 && *public_bytes > 0 ? 0 : -1;
}

int lectern_crypto_sign(
    const void *private_key, size_t private_bytes, const void *text, size_t text_bytes,
    uint8_t *out, size_t *out_bytes) {
  const unsigned char *start = private_key;
  evp_pkey *key = api.read_private(NULL, &start, (long)private_bytes);
  evp_md_ctx *context = api.new_context();
  int done = key && context && api.begin_signing(context, NULL, api.sha256(), NULL, key) == 1 &&
             api.sign(context, out, out_bytes, text, text_bytes) == 1;
  api.free_context(context);
  api.free_key(key);
  api.clear_errors();
  return done ? 0 : -1;
}

int lectern_crypto_is_signed(
    const void *public_key, size_t public_bytes, const void *text, size_t text_bytes,
    const void *signature, size_t signature_bytes) {
  const unsigned char *start = public_key;
  evp_pkey *key = api.read_public(NULL, &start, (long)public_bytes);
  evp_md_ctx *context = api.new_context();
  int is_signed = key && context &&
                  api.begin_checking(context, NULL, api.sha256(), NULL, key) == 1 &&
                  api.check(context, signature, signature_bytes, text, text_bytes) == 1;
  api.free_context(context);
  api.free_key(key);
  api.clear_errors();
  return is_signed;
}

int lectern_crypto_equal(const void *one, const void *other, size_t bytes) {
  const volatile uint8_t *a = one, *b = other;
  uint8_t difference = 0;
  for (size_t i = 0; i < bytes; i++) difference |= a[i] ^ b[i];
  return difference == 0;
}

#pragma clang assume_nonnull end
