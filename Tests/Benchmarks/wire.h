// How the C references speak to a cloud: one connection kept alive, bodies and answers in memory.
#ifndef WIRE_H
#define WIRE_H

#include "reference.h"

#include <curl/curl.h>

#define PAGE 5000

// The rows of a page as notes. The values of a row are read from its JSON once, and the JSON is cut
// out of the page once.
#define INSERT_PAGE \
  "INSERT INTO user_notes(cloud_id, seq, stamp, stamps, updated_at, verse_ref, note_text," \
  " tags_json, collection_id, created_at, deleted_at)" \
  " SELECT row ->> '$.id', row ->> '$.seq', row ->> '$.stamp', row ->> '$.stamps'," \
  " row ->> '$.values.created_at', row ->> '$.values.verse_ref', row ->> '$.values.note_text'," \
  " (SELECT json_group_array(key) FROM json_each(row, '$.values.tags_json') WHERE value)," \
  " (SELECT id FROM study_collections WHERE cloud_id ="  \
  " row ->> '$.values.collection_id'), row ->> '$.values.created_at'," \
  " row ->> '$.values.deleted_at'" \
  " FROM (SELECT value AS row FROM json_each(?1, '$.rows') LIMIT -1 OFFSET 0)"

static CURL *curl;
static char *answer;
static size_t answer_bytes, answer_room;

static inline size_t take(char *bytes, size_t size, size_t count, void *unused) {
  (void)unused;
  count *= size;
  if (answer_bytes + count + 1 > answer_room) {
    answer_room = (answer_bytes + count + 1) * 2;
    if (!(answer = realloc(answer, answer_room))) die(0, "memory");
  }
  memcpy(answer + answer_bytes, bytes, count);
  answer_bytes += count;
  answer[answer_bytes] = 0;
  return count;
}

static inline const char *setting(const char *name) {
  const char *value = getenv(name);
  if (!value) die(0, name);
  return value;
}

static inline void call(const char *function, const char *body, size_t bytes) {
  if (!curl) {
    static char key[1000], token[4000];
    curl = curl_easy_init();
    snprintf(key, sizeof key, "apikey: %s", setting("CLOUD_KEY"));
    snprintf(token, sizeof token, "Authorization: Bearer %s", setting("CLOUD_TOKEN"));
    struct curl_slist *headers = curl_slist_append(0, "Content-Type: application/json");
    headers = curl_slist_append(headers, "Expect:");
    headers = curl_slist_append(headers, key);
    headers = curl_slist_append(headers, token);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
  }
  char url[500];
  snprintf(url, sizeof url, "%s/rest/v1/rpc/%s", setting("CLOUD_URL"), function);
  answer_bytes = 0;
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)bytes);
  CURLcode result = curl_easy_perform(curl);
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  if (result || status != 200) {
    fprintf(stderr, "%s: %d, status %ld: %.300s\n", function, result, status, answer ? answer : "");
    exit(69);
  }
}

static inline size_t pull_request(sqlite3 *db, char *body, size_t room) {
  sqlite3_stmt *cursor = prepare(
      db, "SELECT coalesce(max(value), '') FROM sync_state WHERE key = 'cursor'");
  if (sqlite3_step(cursor) != SQLITE_ROW) die(db, "cursor");
  const char *text = (const char *)sqlite3_column_text(cursor, 0);
  int count = snprintf(
      body, room,
      "{\"device\":\"0c0c0c0c0c0c\",\"cursor\":\"%s\",\"newest\":\"%s\",\"page\":%d}", text, text,
      PAGE);
  sqlite3_finalize(cursor);
  return count;
}

// Takes all pages, a transaction each: every step has the page as ?1; `end`, if there is one, comes
// last.
static inline void pull_pages(
    sqlite3 *db, sqlite3_stmt *const *steps, int count, void (*end)(void)) {
  sqlite3_stmt *move = prepare(
      db, "INSERT OR REPLACE INTO sync_state(key, value) SELECT 'cursor', ?1 ->> '$.next'");
  sqlite3_stmt *more = prepare(db, "SELECT ?1 ->> '$.more'");
  for (int has_more = 1; has_more;) {
    char request[300];
    call("sync_pull", request, pull_request(db, request, sizeof request));
    run_text(db, "BEGIN IMMEDIATE");
    for (int place = 0; place <= count; place++) {
      sqlite3_stmt *step = place < count ? steps[place] : move;
      sqlite3_bind_text(step, 1, answer, answer_bytes, SQLITE_STATIC);
      run(db, step);
    }
    if (end) end();
    run_text(db, "COMMIT");
    sqlite3_bind_text(more, 1, answer, answer_bytes, SQLITE_STATIC);
    if (sqlite3_step(more) != SQLITE_ROW) die(db, "more");
    has_more = sqlite3_column_int(more, 0);
    sqlite3_reset(more);
  }
}

// Results come in the order of the changes, which is the order of the queue.
static inline void acknowledge(sqlite3 *db, int64_t count) {
  sqlite3_stmt *entry = prepare(db, "SELECT local_id FROM sync_queue ORDER BY id LIMIT ?1");
  sqlite3_stmt *result = prepare(
      db, "SELECT value ->> '$.seq' FROM json_each(?1, '$.results')"
          " WHERE value ->> '$.result' = 'applied'");
  sqlite3_stmt *mark = prepare(db, "UPDATE user_notes SET seq = ?2 WHERE id = ?1");
  sqlite3_bind_int64(entry, 1, count);
  sqlite3_bind_text(result, 1, answer, answer_bytes, SQLITE_STATIC);
  while (sqlite3_step(entry) == SQLITE_ROW) {
    if (sqlite3_step(result) != SQLITE_ROW) die(0, "push: a change was not applied");
    sqlite3_bind_int64(mark, 1, sqlite3_column_int64(entry, 0));
    sqlite3_bind_int64(mark, 2, sqlite3_column_int64(result, 0));
    run(db, mark);
  }
  sqlite3_finalize(entry);
  sqlite3_finalize(result);
  sqlite3_finalize(mark);
}

// Sends the queue: `text` makes the body of its first entries, and says how many.
static inline void send_queue(sqlite3 *db, const char *text) {
  sqlite3_stmt *body = prepare(db, text);
  sqlite3_stmt *leave = prepare(
      db, "DELETE FROM sync_queue WHERE id IN (SELECT id FROM sync_queue ORDER BY id LIMIT ?1)");
  sqlite3_stmt *move = prepare(
      db, "INSERT OR REPLACE INTO sync_state(key, value) SELECT 'cursor', ?1 ->> '$.to'");
  for (;;) {
    sqlite3_bind_int(body, 1, PAGE);
    if (sqlite3_step(body) != SQLITE_ROW) die(db, "push");
    int64_t count = sqlite3_column_int64(body, 0);
    if (!count) break;
    call("sync_push", (const char *)sqlite3_column_text(body, 1), sqlite3_column_bytes(body, 1));
    sqlite3_reset(body);
    run_text(db, "BEGIN IMMEDIATE");
    acknowledge(db, count);
    sqlite3_bind_int(leave, 1, PAGE);
    run(db, leave);
    sqlite3_bind_text(move, 1, answer, answer_bytes, SQLITE_STATIC);
    run(db, move);
    run_text(db, "COMMIT");
  }
}

#endif
