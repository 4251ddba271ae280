// The reference for compaction: one statement that merges the maps of each row's entries.
//
//   compact DB   of each row and column the first base and old value, the last value and stamp;
//                each row's entries make place for one
//
// Not done here, and done by Lectern: entries that are being sent stay as they are, elements of
// sets and columns of other rules than "the later one wins" are joined by theirs, an insert that
// was deleted again may vanish, attempts and parking are carried over.
#include "reference.h"

// Entries of a row come in the order of their ids, so the first of what is put together is the
// oldest, and `max(e)` says which entry the rest is taken from. An insert's value stands alone.
static const char *const merge =
    "CREATE TEMP TABLE merged AS"
    " SELECT min(first) AS id, t, r, max(s) AS s, json_group_object(k, json_array(json(x), json(o),"
    " b, s, ms)) AS p FROM (SELECT q.table_name AS t, q.local_id AS r, c.key AS k, max(q.id) AS e,"
    " q.stamp AS s, q.wall_ms AS ms,"
    " CASE c.type WHEN 'array' THEN c.value -> 0 ELSE json_quote(c.value) END AS x,"
    " CASE c.type WHEN 'array' THEN c.value -> 1 ELSE 'null' END AS o,"
    " substr(group_concat(CASE c.type WHEN 'array' THEN c.value ->> 2"
    "   ELSE '000000000000-0000-000000000000' END, ''), 1, 30) AS b,"
    " CAST(group_concat(q.id) AS INTEGER) AS first"
    " FROM sync_queue q, json_each(q.payload_json) c GROUP BY 1, 2, 3) GROUP BY t, r";

int main(int count, char **arguments) {
  if (count != 2) return 64;
  sqlite3 *db = open_file(arguments[1]);
  run_text(db, "PRAGMA temp_store = MEMORY");
  run_text(db, "BEGIN IMMEDIATE");
  run_text(db, merge);
  run_text(db, "DELETE FROM sync_queue WHERE id NOT IN (SELECT id FROM merged)");
  run_text(db, "UPDATE sync_queue SET payload_json = p, stamp = s FROM merged"
               " WHERE merged.id = sync_queue.id");
  run_text(db, "COMMIT");
  sqlite3_stmt *left = prepare(db, "SELECT count(*) FROM sync_queue");
  if (sqlite3_step(left) != SQLITE_ROW) die(db, "count");
  printf("%lld\n", (long long)sqlite3_column_int64(left, 0));
  return 0;
}
