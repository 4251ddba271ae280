// The references for writing and reading notes.
//
//   notes each|fifties|together FRESH DB NOTES     write the notes of a file
//   notes read DB COUNT                            read COUNT notes by id
//
// All three ways of writing do what `notes.add` must have done when it returns: the same row with
// the same indexes, a queue entry with the values as JSON, and, before the program ends, a search.
// They differ in how full text is kept:
//   each      a transaction a note, indexed in it by the trigger of the FTS5 manual
//   fifties   a transaction a note, indexed fifty at a time by one statement
//   together  one transaction, each note put into the index by a prepared statement of its own
// Not done here, and done by Lectern: reading and checking the reference, checking the text.
#include "reference.h"

static sqlite3 *db;
static sqlite3_stmt *insert_note, *insert_entry;

static void write_note(const char *ref, const char *text) {
  char id[37], stamp[31], time[25];
  int64_t ms = milliseconds();
  write_id(id, ms);
  write_stamp(stamp, ms);
  write_time(time, ms);
  bind_text(insert_note, 1, ref);
  bind_text(insert_note, 2, text);
  bind_text(insert_note, 3, time);
  bind_text(insert_note, 4, id);
  bind_text(insert_note, 5, stamp);
  run(db, insert_note);
  sqlite3_bind_int64(insert_entry, 1, sqlite3_last_insert_rowid(db));
  bind_text(insert_entry, 2, id);
  bind_text(insert_entry, 3, stamp);
  sqlite3_bind_int64(insert_entry, 4, ms);
  bind_text(insert_entry, 5, ref);
  bind_text(insert_entry, 6, text);
  bind_text(insert_entry, 7, time);
  run(db, insert_entry);
}

static void prepare_writing(void) {
  insert_note = prepare(
      db, "INSERT INTO user_notes(verse_ref, note_text, tags_json, collection_id, created_at,"
          " updated_at, cloud_id, stamp) VALUES(?1, ?2, '[]', NULL, ?3, ?3, ?4, ?5)");
  insert_entry = prepare(
      db, "INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, stamp, wall_ms,"
          " payload_json) VALUES('INSERT', 'user_notes', ?1, ?2, ?3, ?4, json_object("
          "'verse_ref', ?5, 'note_text', ?6, 'tags_json', json_object(), 'collection_id', NULL,"
          " 'created_at', ?7, 'deleted_at', NULL))");
}

static void write_each(notes_file *notes, int fifties) {
  sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT");
  sqlite3_stmt *fold = prepare(
      db, "INSERT INTO notes_fts(rowid, note_text)"
          " SELECT id, note_text FROM user_notes WHERE id > ?1");
  if (!fifties)
    run_text(db, "CREATE TRIGGER notes_indexed AFTER INSERT ON user_notes BEGIN"
                 " INSERT INTO notes_fts(rowid, note_text) VALUES(NEW.id, NEW.note_text); END");
  int64_t indexed = 0, count = 0;
  while (next_note(notes)) {
    run(db, begin);
    write_note(notes->ref, notes->text);
    if (fifties && ++count - indexed == 50) {
      sqlite3_bind_int64(fold, 1, indexed);
      run(db, fold);
      indexed = count;
    }
    run(db, commit);
  }
  if (fifties) {
    sqlite3_bind_int64(fold, 1, indexed);
    run(db, fold);
  }
}

static void write_together(notes_file *notes) {
  sqlite3_stmt *index_note = prepare(db, "INSERT INTO notes_fts(rowid, note_text) VALUES(?1, ?2)");
  run_text(db, "BEGIN IMMEDIATE");
  while (next_note(notes)) {
    write_note(notes->ref, notes->text);
    sqlite3_bind_int64(index_note, 1, sqlite3_last_insert_rowid(db));
    bind_text(index_note, 2, notes->text);
    run(db, index_note);
  }
  run_text(db, "COMMIT");
}

// `notes.get(id)` in a held read: every column of the note, by one prepared statement. The bytes of
// each column are asked for, as whoever shows a note must.
static void read_notes(int64_t count) {
  sqlite3_stmt *get = prepare(
      db, "SELECT id, verse_ref, note_text, tags_json, collection_id, created_at, updated_at,"
          " deleted_at, cloud_id FROM user_notes WHERE id = ?1");
  sqlite3_stmt *size = prepare(db, "SELECT count(*) FROM user_notes");
  run_text(db, "BEGIN");
  if (sqlite3_step(size) != SQLITE_ROW) die(db, "count");
  int64_t notes = sqlite3_column_int64(size, 0), bytes = 0;
  sqlite3_reset(size);
  for (int64_t turn = 0; turn < count; turn++) {
    sqlite3_bind_int64(get, 1, turn * 7919 % notes + 1);
    if (sqlite3_step(get) != SQLITE_ROW) die(db, "read");
    for (int column = 1; column < 9; column++)
      if (sqlite3_column_text(get, column)) bytes += sqlite3_column_bytes(get, column);
    sqlite3_reset(get);
  }
  run_text(db, "COMMIT");
  printf("%lld\n", (long long)bytes);
}

int main(int count, char **arguments) {
  if (count == 4 && !strcmp(arguments[1], "read")) {
    db = open_file(arguments[2]);
    read_notes(atoll(arguments[3]));
    return 0;
  }
  if (count != 5) return 64;
  notes_file notes = {.file = fopen(arguments[4], "r")};
  if (!notes.file) die(0, arguments[4]);
  db = open_file(arguments[3]);
  copy_schema(db, arguments[2], tables, 0);
  copy_schema(db, arguments[2], indexes, 0);
  run_text(db, full_text);
  prepare_writing();
  if (!strcmp(arguments[1], "together")) write_together(&notes);
  else write_each(&notes, !strcmp(arguments[1], "fifties"));
  search_notes(db);
  return 0;
}
