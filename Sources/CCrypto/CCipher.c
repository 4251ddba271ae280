#include "CCipher.h"

#include <pthread.h>

#include "CLoading.h"

struct lectern_cipher_api lectern_cipher;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char why[256];

static void load(void) {
  const lectern_wanted wanted[] = {
      {"EVP_CIPHER_CTX_new", &lectern_cipher.new},
      {"EVP_CIPHER_CTX_free", &lectern_cipher.free},
      {"EVP_aes_256_gcm", &lectern_cipher.aes_256_gcm},
      {"EVP_CIPHER_fetch", &lectern_cipher.fetch},
      {"EVP_CIPHER_free", &lectern_cipher.free_cipher},
      {"EVP_CipherInit_ex", &lectern_cipher.begin},
      {"EVP_CipherUpdate", &lectern_cipher.update},
      {"EVP_CipherFinal_ex", &lectern_cipher.end},
      {"EVP_CIPHER_CTX_ctrl", &lectern_cipher.control},
      {"ERR_clear_error", &lectern_cipher.clear_errors}};
  lectern_load("libcrypto.so.3", wanted, sizeof wanted / sizeof wanted[0], why, sizeof why);
}

const char *lectern_cipher_load(void) {
  pthread_once(&loaded, load);
  return why[0] ? why : NULL;
}
