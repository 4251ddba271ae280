#pragma once
#include <stddef.h>

/*
 * libcurl, loaded at first use: linking it would cost every start of the program its thirty
 * libraries. Variadic calls stay in here, since Swift cannot make them.
 */
#pragma clang assume_nonnull begin

typedef struct lectern_curl lectern_curl;

/* What became of an exchange: 0 answered, above 0 a CURLcode, below 0 one of these. */
enum {
  LECTERN_CURL_STOPPED = -1,
  LECTERN_CURL_TOO_LARGE = -2,
  LECTERN_CURL_NO_MEMORY = -3,
};

/* Asked between waits, at least ten times a second; anything but 0 ends the exchange. */
typedef int (*lectern_curl_stop)(void *_Nullable context);

typedef struct {
  const char *method;
  const char *url;
  const void *_Nullable body;
  size_t body_bytes;
  size_t answer_limit_bytes;
  long connect_ms;
  long answer_ms;
  int ignores_proxy;
  lectern_curl_stop stop;
  void *_Nullable stop_context;
} lectern_curl_request;

/* NULL once libcurl is loaded, else why it could not be; the text lives for ever. */
const char *_Nullable lectern_curl_load(void);

/* A handle that keeps its connections; NULL if memory ran out. Only after a load. One thread. */
lectern_curl *_Nullable lectern_curl_open(void);
void lectern_curl_close(lectern_curl *handle);

/* Adds `Name: value` to the next exchange; 0, or LECTERN_CURL_NO_MEMORY. */
int lectern_curl_header(lectern_curl *handle, const char *line);

/* One exchange. The answer lives until the next one or the end of the handle. */
int lectern_curl_perform(lectern_curl *handle, const lectern_curl_request *request);

long lectern_curl_status(const lectern_curl *handle);
/* The header lines of the final answer, each with its line end. */
const char *_Nullable lectern_curl_head(const lectern_curl *handle, size_t *bytes);
const void *_Nullable lectern_curl_body(const lectern_curl *handle, size_t *bytes);
/* Whether any of the request left this computer. */
int lectern_curl_sent(const lectern_curl *handle);
/* Connections made by the last exchange: 0 where an old one was used again. */
long lectern_curl_connects(const lectern_curl *handle);
/* libcurl's words for the last failure. */
const char *lectern_curl_text(const lectern_curl *handle);
/* Gives back the memory of the answer. */
void lectern_curl_forget(lectern_curl *handle);

#pragma clang assume_nonnull end
