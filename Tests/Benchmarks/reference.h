// What the C references share: SQLite without ceremony, ids, stamps and times of the same shape as
// Lectern's, and the notes that are written.
#ifndef REFERENCE_H
#define REFERENCE_H

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline void die(sqlite3 *db, const char *what) {
  fprintf(stderr, "%s: %s\n", what, db ? sqlite3_errmsg(db) : "failed");
  exit(70);
}

static inline void run_text(sqlite3 *db, const char *sql) {
  if (sqlite3_exec(db, sql, 0, 0, 0)) die(db, sql);
}

static inline sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0)) die(db, sql);
  return statement;
}

static inline void run(sqlite3 *db, sqlite3_stmt *statement) {
  int result = sqlite3_step(statement);
  if (result != SQLITE_DONE && result != SQLITE_ROW) die(db, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

static inline void bind_text(sqlite3_stmt *statement, int place, const char *text) {
  sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

// Opens or makes the file as Lectern does: write-ahead log, synchronous NORMAL.
static inline sqlite3 *open_file(const char *path) {
  sqlite3 *db;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &db, flags, 0))
    die(db, path);
  run_text(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  return db;
}

static const char *const tables =
    "type = 'table' AND name IN ('study_collections', 'user_notes', 'sync_queue', 'sync_state')";
static const char *const indexes =
    "type = 'index' AND sql IS NOT NULL AND tbl_name IN ('user_notes', 'sync_queue')";

// Makes the tables, or the indexes, that a fresh file of Lectern has: so rows, indexes and queue
// entries are the same here, and stay so. Its triggers are not taken.
//
// `bulk` leaves out the one index that stands inside CREATE TABLE: cloud_id UNIQUE.
static inline void copy_schema(sqlite3 *db, const char *fresh, const char *which, int bulk) {
  sqlite3 *from;
  char query[300];
  if (sqlite3_open_v2(fresh, &from, SQLITE_OPEN_READONLY, 0)) die(from, fresh);
  snprintf(query, sizeof query, "SELECT sql FROM sqlite_schema WHERE %s", which);
  sqlite3_stmt *all = prepare(from, query);
  while (sqlite3_step(all) == SQLITE_ROW) {
    char *sql = strdup((const char *)sqlite3_column_text(all, 0));
    char *unique = bulk ? strstr(sql, "cloud_id TEXT UNIQUE") : 0;
    if (unique) memset(unique + strlen("cloud_id TEXT"), ' ', strlen(" UNIQUE"));
    run_text(db, sql);
    free(sql);
  }
  sqlite3_finalize(all);
  sqlite3_close(from);
}

// The full text of notes in the form of the FTS5 manual: external content.
static const char *const full_text =
    "CREATE VIRTUAL TABLE notes_fts"
    " USING fts5(note_text, content='user_notes', content_rowid='id')";

// What makes a search possible must have been done before it returns.
static inline void search_notes(sqlite3 *db) {
  sqlite3_stmt *hits = prepare(
      db, "SELECT rowid FROM notes_fts WHERE notes_fts MATCH 'covenant' ORDER BY rank LIMIT 1");
  if (sqlite3_step(hits) != SQLITE_ROW) die(db, "search");
  printf("%lld\n", (long long)sqlite3_column_int64(hits, 0));
  sqlite3_finalize(hits);
}

static inline int64_t milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// UTC text with milliseconds: 24 characters.
static inline void write_time(char text[25], int64_t ms) {
  time_t second = ms / 1000;
  struct tm day;
  gmtime_r(&second, &day);
  size_t used = strftime(text, 25, "%Y-%m-%dT%H:%M:%S.", &day);
  for (int place = 0, divisor = 100; place < 3; place++, divisor /= 10)
    text[used++] = (char)('0' + ms / divisor % 10);
  text[used++] = 'Z';
  text[used] = 0;
}

static uint64_t random_state = 88172645463325252ull;
static inline uint64_t draw(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}

// A UUID of version 7: 36 characters.
static inline void write_id(char text[37], int64_t ms) {
  uint64_t high = (uint64_t)ms << 16 | 0x7000 | (draw() & 0x0fff);
  uint64_t low = 0x8000000000000000ull | draw() >> 2;
  snprintf(text, 37, "%08x-%04x-%04x-%04x-%012llx", (unsigned)(high >> 32),
           (unsigned)(high >> 16 & 0xffff), (unsigned)(high & 0xffff), (unsigned)(low >> 48),
           (unsigned long long)(low & 0xffffffffffffull));
}

// A stamp: milliseconds, counter, device; each later than the one before.
static inline void write_stamp(char text[31], int64_t ms) {
  static int64_t last;
  static unsigned counter;
  counter = ms > last ? 0 : counter + 1;
  if (ms > last) last = ms;
  snprintf(text, 31, "%012llx-%04x-0c0c0c0c0c0c", (unsigned long long)last, counter & 0xffff);
}

// The notes to write, a line each: reference, tab, text. They are streamed.
typedef struct {
  FILE *file;
  char *line;
  size_t capacity;
  const char *ref, *text;
} notes_file;

static inline int next_note(notes_file *notes) {
  ssize_t count = getline(&notes->line, &notes->capacity, notes->file);
  if (count <= 0) return 0;
  notes->line[count - 1] = 0;
  char *tab = strchr(notes->line, '\t');
  if (!tab) return 0;
  *tab = 0;
  notes->ref = notes->line;
  notes->text = tab + 1;
  return 1;
}

#endif
