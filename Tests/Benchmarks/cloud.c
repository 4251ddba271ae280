// The references for sync: a client in C of the same functions of the same `lectern serve`.
//
//   cloud make FRESH DB NOTES   notes and queue entries in one transaction, as `notes together`
//   cloud push DB               send what is queued
//   cloud pull FRESH DB         a first pull into a new file, ready to be searched
//   cloud pull-again DB         one request to learn that nothing is new
//
// The address is in CLOUD_URL, keys in CLOUD_KEY and CLOUD_TOKEN. Pages of 5,000 both ways, JSON
// made and read by SQLite, one connection kept alive. Each does what must be true afterwards:
//   push   every row carries the seq that the cloud gave it, its entry has left the queue, the
//          cursor has moved: one transaction a page
//   pull   rows with all their columns, seq and stamp, and the cursor: one transaction a page;
//          indexes and full text are built once, at the end, and searched
// Not done here, and done by Lectern: entries marked as being sent before they go, a log, joining
// cells of rows that both sides have, a shelf, and a first pull that may be cut off anywhere.
#include "wire.h"

static sqlite3 *db;

static void make(const char *fresh, notes_file *notes) {
  copy_schema(db, fresh, tables, 0);
  copy_schema(db, fresh, indexes, 0);
  sqlite3_stmt *note = prepare(
      db, "INSERT INTO user_notes(verse_ref, note_text, tags_json, created_at, updated_at,"
          " cloud_id, stamp) VALUES(?1, ?2, '[]', ?3, ?3, ?4, ?5)");
  sqlite3_stmt *entry = prepare(
      db, "INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, stamp, wall_ms,"
          " payload_json) SELECT 'INSERT', 'user_notes', id, cloud_id, stamp, ?2, json_object("
          "'verse_ref', verse_ref, 'note_text', note_text, 'tags_json', json_object(),"
          " 'collection_id', NULL, 'created_at', created_at, 'deleted_at', NULL)"
          " FROM user_notes WHERE id = ?1");
  run_text(db, "BEGIN");
  while (next_note(notes)) {
    char id[37], stamp[31], time[25];
    int64_t ms = milliseconds();
    write_id(id, ms);
    write_stamp(stamp, ms);
    write_time(time, ms);
    bind_text(note, 1, notes->ref);
    bind_text(note, 2, notes->text);
    bind_text(note, 3, time);
    bind_text(note, 4, id);
    bind_text(note, 5, stamp);
    run(db, note);
    sqlite3_bind_int64(entry, 1, sqlite3_last_insert_rowid(db));
    sqlite3_bind_int64(entry, 2, ms);
    run(db, entry);
  }
  run_text(db, "COMMIT");
}

static const char *const push_body =
    "SELECT count(*), json_object('device', '0c0c0c0c0c0c', 'cursor', (" /* the cursor twice */
    "SELECT coalesce(max(value), '') FROM sync_state WHERE key = 'cursor'), 'newest', ("
    "SELECT coalesce(max(value), '') FROM sync_state WHERE key = 'cursor'), 'changes',"
    " json_group_array(json_object('table', table_name, 'id', cloud_id, 'op', 'insert', 'stamp',"
    " stamp, 'values', json(payload_json))))"
    " FROM (SELECT * FROM sync_queue ORDER BY id LIMIT ?1)";

static void pull(const char *fresh) {
  copy_schema(db, fresh, tables, 1);
  pull_pages(db, (sqlite3_stmt *[]){prepare(db, INSERT_PAGE)}, 1, 0);
  run_text(db, "BEGIN IMMEDIATE");
  run_text(db, "CREATE UNIQUE INDEX notes_by_cloud_id ON user_notes(cloud_id)");
  copy_schema(db, fresh, indexes, 0);
  run_text(db, full_text);
  run_text(db, "INSERT INTO notes_fts(rowid, note_text) SELECT id, note_text FROM user_notes"
               " WHERE deleted_at IS NULL");
  run_text(db, "COMMIT");
  search_notes(db);
}

static void pull_again(void) {
  char request[300];
  call("sync_pull", request, pull_request(db, request, sizeof request));
  printf("%s\n", answer);
}

int main(int count, char **arguments) {
  const char *task = count > 2 ? arguments[1] : "";
  const char *path = arguments[count > 3 ? 3 : 2];
  if (*task) db = open_file(path);
  if (!strcmp(task, "make") && count == 5) {
    notes_file notes = {.file = fopen(arguments[4], "r")};
    if (!notes.file) die(0, arguments[4]);
    make(arguments[2], &notes);
  } else if (!strcmp(task, "push")) send_queue(db, push_body);
  else if (!strcmp(task, "pull") && count == 4) pull(arguments[2]);
  else if (!strcmp(task, "pull-again")) pull_again();
  else return 64;
  return 0;
}
