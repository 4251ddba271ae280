// The references for edits of notes that were synced before.
//
//   edits index DB              builds the full text that `cloud make` leaves out
//   edits each|fifties DB TURN  edits a tenth and deletes a hundredth of the notes, sends, searches
//   edits pull DB               takes what another device sent, searches
//
// The address is in CLOUD_URL, keys in CLOUD_KEY and CLOUD_TOKEN. Each edit is a transaction: the
// row with its new stamp, and a queue entry with the values and the stamp that each was made on. A
// text is kept in the index in two ways:
//   each      in the edit's transaction, as the FTS5 manual has it
//   fifties   the text that must leave the index is noted, and fifty are folded by one statement
// Not done here, and done by Lectern: the old value in each entry, a look whether the queue needs
// compacting, entries marked as being sent before they go, a log, joining the cells of what comes
// with what is here.
#include "wire.h"

static sqlite3 *db;
static sqlite3_stmt *begin, *commit;

static const char *const noted =
    "CREATE TEMP TABLE noted(id INTEGER PRIMARY KEY, note_text TEXT)";

static void build_index(void) {
  run_text(db, "BEGIN");
  run_text(db, full_text);
  run_text(db, "INSERT INTO notes_fts(rowid, note_text) SELECT id, note_text FROM user_notes");
  run_text(db, "COMMIT");
}

static void fold(void) {
  static sqlite3_stmt *leave, *enter, *forget;
  if (!leave) {
    leave = prepare(db, "INSERT INTO notes_fts(notes_fts, rowid, note_text)"
                        " SELECT 'delete', id, note_text FROM noted");
    enter = prepare(db, "INSERT INTO notes_fts(rowid, note_text) SELECT n.id, n.note_text"
                        " FROM noted JOIN user_notes n ON n.id = noted.id"
                        " WHERE n.deleted_at IS NULL");
    forget = prepare(db, "DELETE FROM noted");
  }
  run(db, leave);
  run(db, enter);
  run(db, forget);
}

// One edit: `text` is the new text, or null for a deletion.
static void edit(int64_t id, const char *text, int fifties) {
  static sqlite3_stmt *note, *row, *entry;
  if (!note) {
    note = prepare(db, fifties
        ? "INSERT INTO noted(id, note_text) SELECT id, note_text FROM user_notes WHERE id = ?1"
        : "INSERT INTO notes_fts(notes_fts, rowid, note_text)"
          " SELECT 'delete', id, note_text FROM user_notes WHERE id = ?1");
    entry = prepare(
        db, "INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, stamp, wall_ms,"
            " payload_json) SELECT iif(?2 IS NULL, 'DELETE', 'UPDATE'), 'user_notes', id, cloud_id,"
            " ?3, ?4, iif(?2 IS NULL, json_object('values', json_object('deleted_at', ?5), 'bases',"
            " json_object('deleted_at', coalesce(stamps ->> '$.deleted_at', stamp))),"
            " json_object('values', json_object('note_text', ?2, 'deleted_at', NULL), 'bases',"
            " json_object('note_text', coalesce(stamps ->> '$.note_text', stamp), 'deleted_at',"
            " coalesce(stamps ->> '$.deleted_at', stamp)))) FROM user_notes WHERE id = ?1");
    row = prepare(
        db, "UPDATE user_notes SET note_text = coalesce(?2, note_text), updated_at = ?5,"
            " deleted_at = iif(?2 IS NULL, ?5, NULL), stamps = json_set(coalesce(stamps, '{}'),"
            " iif(?2 IS NULL, '$.deleted_at', '$.note_text'), ?3, '$.deleted_at', ?3)"
            " WHERE id = ?1");
  }
  char stamp[31], time[25];
  int64_t ms = milliseconds();
  write_stamp(stamp, ms);
  write_time(time, ms);
  run(db, begin);
  sqlite3_bind_int64(note, 1, id);
  run(db, note);
  for (int place = 0; place < 2; place++) {
    sqlite3_stmt *both = place ? row : entry;
    sqlite3_bind_int64(both, 1, id);
    bind_text(both, 2, text);
    bind_text(both, 3, stamp);
    bind_text(both, 5, time);
    if (!place) sqlite3_bind_int64(both, 4, ms);
    run(db, both);
  }
  static sqlite3_stmt *enter;
  if (!enter) enter = prepare(db, "INSERT INTO notes_fts(rowid, note_text) VALUES(?1, ?2)");
  if (text && !fifties) {
    sqlite3_bind_int64(enter, 1, id);
    bind_text(enter, 2, text);
    run(db, enter);
  }
  static int count;
  if (fifties && ++count % 50 == 0) fold();
  run(db, commit);
}

static void edit_notes(int64_t turn, int fifties) {
  sqlite3_stmt *size = prepare(db, "SELECT max(id) FROM user_notes");
  sqlite3_stmt *get = prepare(db, "SELECT note_text FROM user_notes WHERE id = ?1");
  if (sqlite3_step(size) != SQLITE_ROW) die(db, "count");
  int64_t notes = sqlite3_column_int64(size, 0);
  sqlite3_finalize(size);
  if (fifties) run_text(db, noted);
  char *text = 0;
  for (int64_t id = turn; id <= notes; id += 10) {
    sqlite3_bind_int64(get, 1, id);
    if (sqlite3_step(get) != SQLITE_ROW) die(db, "note");
    if (!(text = realloc(text, sqlite3_column_bytes(get, 0) + 20))) die(0, "memory");
    sprintf(text, "%s covenant %lld", sqlite3_column_text(get, 0), (long long)turn);
    sqlite3_reset(get);
    edit(id, text, fifties);
  }
  for (int64_t id = turn * 10; id <= notes; id += 100) edit(id, 0, fifties);
  if (fifties) fold();
}

static const char *const push_body =
    "SELECT count(*), json_object('device', '0c0c0c0c0c0c', 'cursor', c, 'newest', c, 'changes',"
    " json_group_array(json_object('table', table_name, 'id', cloud_id, 'op', 'update', 'stamp',"
    " stamp, 'values', payload_json -> '$.values', 'bases', payload_json -> '$.bases')))"
    " FROM (SELECT * FROM sync_queue ORDER BY id LIMIT ?1),"
    " (SELECT coalesce(max(value), '') AS c FROM sync_state WHERE key = 'cursor')";

static const char *const merge_page =
    INSERT_PAGE " WHERE true"
    " ON CONFLICT(cloud_id) DO UPDATE SET seq = excluded.seq, stamp = excluded.stamp,"
    " stamps = excluded.stamps, updated_at = excluded.updated_at, verse_ref = excluded.verse_ref,"
    " note_text = excluded.note_text, tags_json = excluded.tags_json,"
    " collection_id = excluded.collection_id, created_at = excluded.created_at,"
    " deleted_at = excluded.deleted_at WHERE excluded.seq > user_notes.seq";

static void pull(void) {
  run_text(db, noted);
  sqlite3_stmt *leave = prepare(
      db, "INSERT INTO noted(id, note_text) SELECT id, note_text FROM user_notes WHERE cloud_id IN"
          " (SELECT value ->> '$.id' FROM json_each(?1, '$.rows')) AND deleted_at IS NULL");
  pull_pages(db, (sqlite3_stmt *[]){leave, prepare(db, merge_page)}, 2, fold);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  const char *task = arguments[1];
  db = open_file(arguments[2]);
  run_text(db, "PRAGMA temp_store = MEMORY");
  begin = prepare(db, "BEGIN IMMEDIATE");
  commit = prepare(db, "COMMIT");
  if (!strcmp(task, "index")) build_index();
  else if (!strcmp(task, "pull")) pull();
  else if (count == 4) {
    edit_notes(atoll(arguments[3]), !strcmp(task, "fifties"));
    send_queue(db, push_body);
  } else return 64;
  search_notes(db);
  return 0;
}
