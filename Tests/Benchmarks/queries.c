// The references for finding notes.
//
//   queries find DB COUNT      the notes of a chapter, COUNT times
//   queries search DB COUNT    the ten best notes that hold a word, COUNT times
//
// DB is a file of Lectern's, and each SELECT gives the rows that it gives, in their order. As for
// whoever shows a note, the bytes of each column are asked for. Not done here, and done by Lectern:
// reading the reference, reading the words, a Lua table for each note.
#include "reference.h"

static sqlite3 *db;

#define COLUMNS                                                                                   \
  "row.id, row.verse_ref, row.note_text, row.tags_json,"                                          \
  " (SELECT c.id FROM study_collections AS c WHERE c.id = row.collection_id"                      \
  " AND c.deleted_at IS NULL), row.created_at, row.updated_at, row.deleted_at, row.cloud_id"

// What the index of places is made of: the text between its outer brackets.
static char *place(void) {
  sqlite3_stmt *index = prepare(
      db, "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'user_notes'"
          " AND instr(sql, 'verse_ref')");
  if (sqlite3_step(index) != SQLITE_ROW) die(db, "the index of places");
  char *sql = strdup((const char *)sqlite3_column_text(index, 0));
  sqlite3_finalize(index);
  char *end = strrchr(sql, ')');
  if (!end || !strchr(sql, '(')) die(0, sql);
  *end = 0;
  return strchr(sql, '(') + 1;
}

static int64_t rows(sqlite3_stmt *query, int columns) {
  int64_t bytes = 0;
  int result;
  while ((result = sqlite3_step(query)) == SQLITE_ROW)
    for (int column = 0; column < columns; column++)
      if (sqlite3_column_text(query, column)) bytes += sqlite3_column_bytes(query, column);
  if (result != SQLITE_DONE) die(db, sqlite3_sql(query));
  sqlite3_reset(query);
  return bytes;
}

static int64_t find(int64_t count) {
  char *where = place();
  char *sql = sqlite3_mprintf(
      "SELECT " COLUMNS " FROM user_notes AS row WHERE (%s BETWEEN ?1 AND ?2)"
      " AND row.deleted_at IS NULL ORDER BY %s, row.updated_at DESC, row.id", where, where);
  sqlite3_stmt *query = prepare(db, sql);
  sqlite3_stmt *ranges = prepare(
      db, sqlite3_mprintf(
              "SELECT id, verse_ref FROM user_notes WHERE instr(verse_ref, '-') > 0"
              " AND %s BETWEEN ?1 AND ?2", where));
  int64_t bytes = 0;
  for (int64_t turn = 0; turn < count; turn++) {
    int64_t chapter = 45000000 + (turn * 7 % 16 + 1) * 1000;
    run_text(db, "BEGIN");
    sqlite3_bind_int64(ranges, 1, 45000000);
    sqlite3_bind_int64(ranges, 2, chapter - 1);
    rows(ranges, 2);
    sqlite3_bind_int64(query, 1, chapter);
    sqlite3_bind_int64(query, 2, chapter + 999);
    bytes += rows(query, 9);
    run_text(db, "COMMIT");
  }
  return bytes;
}

static int64_t search(int64_t count) {
  static const char *const words[] = {"\"covenant\"", "\"mercy\"", "\"lamp\"", "\"desert\""};
  sqlite3_stmt *query = prepare(
      db, "SELECT " COLUMNS ", snippet(notes_fts, 0, '[', ']', '…', 16), notes_fts.rank"
          " FROM notes_fts CROSS JOIN user_notes AS row ON row.id = notes_fts.rowid"
          " WHERE notes_fts MATCH ?1 AND row.deleted_at IS NULL"
          " ORDER BY notes_fts.rank LIMIT 10");
  int64_t bytes = 0;
  for (int64_t turn = 0; turn < count; turn++) {
    run_text(db, "BEGIN");
    bind_text(query, 1, words[turn % 4]);
    bytes += rows(query, 11);
    run_text(db, "COMMIT");
  }
  return bytes;
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  db = open_file(arguments[2]);
  int64_t times = atoll(arguments[3]);
  int64_t bytes = !strcmp(arguments[1], "find") ? find(times) : search(times);
  printf("%lld\n", (long long)bytes);
  return 0;
}
