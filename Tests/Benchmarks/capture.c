// What recording changes costs a program that knows nothing of Lectern: the same plain SQL on a
// file with Lectern's triggers, and on one that has the same tables and indexes without them.
//
//   capture make FRESH DB            the file without triggers
//   capture each|together DB NOTES   writes the notes of a file and edits each of them: with a
//                                    transaction each, or all in one
#include "reference.h"

static sqlite3 *db;

static void write_notes(notes_file *notes, int each) {
  sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT");
  sqlite3_stmt *note = prepare(db, "INSERT INTO user_notes(verse_ref, note_text) VALUES(?1, ?2)");
  sqlite3_stmt *edit = prepare(
      db, "UPDATE user_notes SET note_text = note_text || ' seen' WHERE id = ?1");
  if (!each) run(db, begin);
  int64_t count = 0;
  for (; next_note(notes); count++) {
    if (each) run(db, begin);
    bind_text(note, 1, notes->ref);
    bind_text(note, 2, notes->text);
    run(db, note);
    if (each) run(db, commit);
  }
  for (int64_t id = 1; id <= count; id++) {
    if (each) run(db, begin);
    sqlite3_bind_int64(edit, 1, id);
    run(db, edit);
    if (each) run(db, commit);
  }
  if (!each) run(db, commit);
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  if (!strcmp(arguments[1], "make")) {
    db = open_file(arguments[3]);
    copy_schema(db, arguments[2], tables, 0);
    copy_schema(db, arguments[2], indexes, 0);
    return sqlite3_close(db);
  }
  db = open_file(arguments[2]);
  notes_file notes = {.file = fopen(arguments[3], "r")};
  if (!notes.file) die(0, arguments[3]);
  write_notes(&notes, !strcmp(arguments[1], "each"));
  return 0;
}
