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
static inline int lectern_db_config(sqlite3 *db, int op, int on) {
  return sqlite3_db_config(db, op, on, (int *)0);
}
