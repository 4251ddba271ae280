#include "CCurl.h"

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CLoading.h"

#pragma clang assume_nonnull begin

enum { POLL_MS = 100, WHY_BYTES = 256 };

/* The functions of libcurl that are used, filled in by load(). */
static struct {
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_reset)(CURL *);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *_Nullable, unsigned, int, int *_Nullable);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
} api;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char why[WHY_BYTES];

static void load(void) {
  const lectern_wanted wanted[] = {
      {"curl_global_init", &api.global_init},
      {"curl_easy_init", &api.easy_init},
      {"curl_easy_reset", &api.easy_reset},
      {"curl_easy_cleanup", &api.easy_cleanup},
      {"curl_easy_setopt", &api.easy_setopt},
      {"curl_easy_getinfo", &api.easy_getinfo},
      {"curl_easy_strerror", &api.easy_strerror},
      {"curl_slist_append", &api.slist_append},
      {"curl_slist_free_all", &api.slist_free_all},
      {"curl_multi_init", &api.multi_init},
      {"curl_multi_cleanup", &api.multi_cleanup},
      {"curl_multi_add_handle", &api.multi_add_handle},
      {"curl_multi_remove_handle", &api.multi_remove_handle},
      {"curl_multi_perform", &api.multi_perform},
      {"curl_multi_poll", &api.multi_poll},
      {"curl_multi_info_read", &api.multi_info_read},
  };
  size_t count = sizeof wanted / sizeof wanted[0];
  if (!lectern_load("libcurl.so.4", wanted, count, why, sizeof why)) return;
  if (api.global_init(CURL_GLOBAL_ALL) != CURLE_OK)
    snprintf(why, sizeof why, "curl_global_init failed");
}

const char *_Nullable lectern_curl_load(void) {
  pthread_once(&loaded, load);
  return why[0] ? why : NULL;
}

typedef struct {
  char *_Nullable bytes;
  size_t count;
  size_t room;
} buffer;

struct lectern_curl {
  CURL *easy;
  CURLM *multi;
  struct curl_slist *_Nullable headers;
  buffer head;
  buffer body;
  size_t limit_bytes;
  long status;
  long connects;
  int sent;
  int failure; /* one of LECTERN_CURL_*, set inside a callback */
  char text[CURL_ERROR_SIZE];
};

lectern_curl *_Nullable lectern_curl_open(void) {
  lectern_curl *handle = calloc(1, sizeof *handle);
  if (!handle) return NULL;
  CURL *easy = api.easy_init();
  CURLM *multi = api.multi_init();
  if (easy && multi) {
    handle->easy = easy;
    handle->multi = multi;
    return handle;
  }
  if (easy) api.easy_cleanup(easy);
  if (multi) api.multi_cleanup(multi);
  free(handle);
  return NULL;
}

void lectern_curl_close(lectern_curl *handle) {
  api.slist_free_all(handle->headers);
  api.easy_cleanup(handle->easy);
  api.multi_cleanup(handle->multi);
  free(handle->head.bytes);
  free(handle->body.bytes);
  free(handle);
}

int lectern_curl_header(lectern_curl *handle, const char *line) {
  struct curl_slist *longer = api.slist_append(handle->headers, line);
  if (!longer) return LECTERN_CURL_NO_MEMORY;
  handle->headers = longer;
  return 0;
}

static size_t keep(lectern_curl *handle, buffer *into, const char *bytes, size_t count) {
  if (count > handle->limit_bytes - into->count) {
    handle->failure = LECTERN_CURL_TOO_LARGE;
    return 0;
  }
  if (count > into->room - into->count) {
    size_t room = into->room ? into->room : 4096;
    while (room < into->count + count) room *= 2;
    char *larger = realloc(into->bytes, room);
    if (!larger) {
      handle->failure = LECTERN_CURL_NO_MEMORY;
      return 0;
    }
    into->bytes = larger;
    into->room = room;
  }
  memcpy(into->bytes + into->count, bytes, count);
  into->count += count;
  return count;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  lectern_curl *handle = context;
  return keep(handle, &handle->body, bytes, size * count);
}

/* Every answer, `100 Continue` too, begins with its own status line: only the last one is kept. */
static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
  lectern_curl *handle = context;
  if (size * count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) handle->head.count = 0;
  return keep(handle, &handle->head, bytes, size * count);
}

static void set_up(lectern_curl *handle, const lectern_curl_request *request) {
  CURL *easy = handle->easy;
  api.easy_reset(easy);
  api.easy_setopt(easy, CURLOPT_ERRORBUFFER, handle->text);
  api.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  api.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  api.easy_setopt(easy, CURLOPT_URL, request->url);
  api.easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  api.easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
  api.easy_setopt(easy, CURLOPT_HTTPHEADER, handle->headers);
  api.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
  api.easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->answer_ms);
  api.easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
  api.easy_setopt(easy, CURLOPT_WRITEDATA, handle);
  api.easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_head);
  api.easy_setopt(easy, CURLOPT_HEADERDATA, handle);
  if (request->ignores_proxy) api.easy_setopt(easy, CURLOPT_PROXY, "");
  if (strcmp(request->method, "HEAD") == 0) {
    api.easy_setopt(easy, CURLOPT_NOBODY, 1L);
  } else if (strcmp(request->method, "GET") == 0) {
    api.easy_setopt(easy, CURLOPT_HTTPGET, 1L);
  } else {
    api.easy_setopt(easy, CURLOPT_POST, 1L);
    api.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_bytes);
    api.easy_setopt(easy, CURLOPT_POSTFIELDS, request->body ? request->body : "");
    api.easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
  }
}

static int ended(lectern_curl *handle, int *outcome) {
  int left = 0;
  for (CURLMsg *message; (message = api.multi_info_read(handle->multi, &left));) {
    if (message->msg != CURLMSG_DONE) continue;
    *outcome = message->data.result;
    return 1;
  }
  return 0;
}

static int run(lectern_curl *handle, const lectern_curl_request *request) {
  int outcome = CURLE_FAILED_INIT, running = 1;
  for (;;) {
    if (request->stop(request->stop_context)) return LECTERN_CURL_STOPPED;
    if (api.multi_perform(handle->multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
    if (ended(handle, &outcome)) break;
    if (!running) break;
    api.multi_poll(handle->multi, NULL, 0, POLL_MS, NULL);
  }
  return handle->failure ? handle->failure : outcome;
}

/* Writing to a connection that the other side closed must not kill the program. */
static int run_without_sigpipe(lectern_curl *handle, const lectern_curl_request *request) {
  sigset_t pipe_only, before, pending;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  int outcome = run(handle, request);
  if (!sigismember(&pending, SIGPIPE)) {
    const struct timespec at_once = {0, 0};
    sigtimedwait(&pipe_only, NULL, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return outcome;
}

int lectern_curl_perform(lectern_curl *handle, const lectern_curl_request *request) {
  long sent_bytes = 0;
  handle->head.count = handle->body.count = 0;
  handle->status = handle->connects = 0;
  handle->sent = handle->failure = 0;
  handle->text[0] = 0;
  handle->limit_bytes = request->answer_limit_bytes;
  set_up(handle, request);
  int outcome = CURLE_FAILED_INIT;
  if (api.multi_add_handle(handle->multi, handle->easy) == CURLM_OK) {
    outcome = run_without_sigpipe(handle, request);
    api.easy_getinfo(handle->easy, CURLINFO_RESPONSE_CODE, &handle->status);
    api.easy_getinfo(handle->easy, CURLINFO_REQUEST_SIZE, &sent_bytes);
    api.easy_getinfo(handle->easy, CURLINFO_NUM_CONNECTS, &handle->connects);
    api.multi_remove_handle(handle->multi, handle->easy);
  }
  handle->sent = sent_bytes > 0;
  api.slist_free_all(handle->headers);
  handle->headers = NULL;
  if (outcome > 0 && !handle->text[0])
    snprintf(handle->text, sizeof handle->text, "%s", api.easy_strerror(outcome));
  return outcome;
}

long lectern_curl_status(const lectern_curl *handle) { return handle->status; }

const char *_Nullable lectern_curl_head(const lectern_curl *handle, size_t *bytes) {
  *bytes = handle->head.count;
  return handle->head.bytes;
}

const void *_Nullable lectern_curl_body(const lectern_curl *handle, size_t *bytes) {
  *bytes = handle->body.count;
  return handle->body.bytes;
}

int lectern_curl_sent(const lectern_curl *handle) { return handle->sent; }

long lectern_curl_connects(const lectern_curl *handle) { return handle->connects; }

const char *lectern_curl_text(const lectern_curl *handle) { return handle->text; }

void lectern_curl_forget(lectern_curl *handle) {
  free(handle->body.bytes);
  handle->body = (buffer){NULL, 0, 0};
}

#pragma clang assume_nonnull end
