#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT and SQLITE_STATIC are casts that Swift cannot import. */
static inline int lectern_bind_text(sqlite3_stmt *s, int i, const char *t, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, t, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}
/* The caller keeps the bytes alive until the statement is reset. */
static inline int lectern_bind_text_borrowed(sqlite3_stmt *s, int i, const char *t,
                                             sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, t, n, SQLITE_STATIC, SQLITE_UTF8);
}
static inline int lectern_bind_blob(sqlite3_stmt *s, int i, const void *t, sqlite3_uint64 n) {
  return sqlite3_bind_blob64(s, i, t, n, SQLITE_TRANSIENT);
}
/* Before the first connection. Counting what is allocated takes a lock at each allocation. */
static inline int lectern_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
/* Small allocations of a connection, such as a trigger's registers, come from slots of its own. */
static inline int lectern_use_slots(sqlite3 *db, int bytes, int count) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, bytes, count);
}
static inline int lectern_db_config(sqlite3 *db, int op, int on) {
  return sqlite3_db_config(db, op, on, (int *)0);
}
static inline void lectern_result_blob(sqlite3_context *c, const void *b, sqlite3_uint64 n) {
  sqlite3_result_blob64(c, b, n, SQLITE_TRANSIENT);
}
static inline int lectern_add_function(
    sqlite3 *db, const char *name, int count, void *owner,
    void (*body)(sqlite3_context *, int, sqlite3_value **)) {
  return sqlite3_create_function_v2(
      db, name, count, SQLITE_UTF8 | SQLITE_INNOCUOUS, owner, body, 0, 0, 0);
}

/* A file system of ours: the usual one with another clock, or with files in memory. */
typedef struct lectern_vfs {
  sqlite3_vfs base;
  void *owner;
} lectern_vfs;

/* A file of a disk in memory, as SQLite holds it. */
typedef struct lectern_disk_file {
  sqlite3_file base;
  void *owner;
} lectern_disk_file;

/* Codes that are sums, which Swift cannot import. */
static const int lectern_short_read = SQLITE_IOERR_SHORT_READ;
static const int lectern_no_such_file = SQLITE_IOERR_DELETE_NOENT;
