"""The change queue: what recording costs those who write, and compaction."""
import shutil
import sqlite3

from measuring import Row, medians


def captured(bench, count=10_000):
    """Notes written and edited by plain SQL, with our triggers and without."""
    notes, plain = bench.notes(count), bench.place("plain.db")
    bench.reference("capture", "make", bench.fresh(), plain)

    def run(way, make):
        return lambda: bench.reference("capture", way, make(), notes)

    def without():
        path = bench.place("db")
        shutil.copyfile(plain, path)
        return path

    for way, name, aim in [
        ("each", "a transaction each", 1.3), ("together", "in one transaction", 3),
    ]:
        ours, theirs = medians(5, run(way, bench.copied), run(way, without))
        yield Row(f"{count:,} notes written and edited by plain SQL, {name}; without triggers",
                  ours.cpu, theirs.cpu, aim)


def compacted(bench, count=100_000, rows=10_000):
    """A file belongs to its place: every run finds the same file there."""
    kept, place = bench.place("kept.db"), bench.filled(rows)
    shutil.copyfile(place, kept)
    many_edits(kept, count // rows)

    def fresh():
        for suffix in ["-wal", "-shm"]:
            place.with_name(place.name + suffix).unlink(missing_ok=True)
        shutil.copyfile(kept, place)
        return place

    def ours():
        return checked(bench.ours("--db", fresh(), "-e", "return queue.compact{}.after"))

    def opened():
        return bench.ours("--db", fresh(), "-e", "return 1")

    def theirs():
        return checked(bench.reference("compact", fresh()))

    def checked(run):
        if run.output != f"{rows}":
            raise RuntimeError(f"{run.output} entries are left")
        return run

    mine, start, reference = medians(5, ours, opened, theirs)
    place.unlink()
    yield Row(f"compaction of {count:,} entries of {rows:,} rows", mine.cpu - start.cpu,
              reference.cpu, 1.5)


def many_edits(path, times):
    """To each note's insert the edits that make so many entries, as the program stores them."""
    file = sqlite3.connect(path)
    device, = file.execute("SELECT value FROM sync_state WHERE key = 'device_id'").fetchone()
    file.execute("INSERT INTO sync_applying VALUES(1)")
    for turn in range(1, times):
        edit = (turn, device)
        file.execute(f"""
            INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, stamp, wall_ms,
              payload_json)
            SELECT 'UPDATE', 'user_notes', id, cloud_id, s, ms, json_object(
              'deleted_at', json_array(NULL, NULL, b, s, ms),
              'note_text', json_array(note_text || ' ' || ?1, note_text, b, s, ms))
            FROM (SELECT *, coalesce(stamps ->> '$.note_text', stamp) AS b, {MOMENT} AS ms,
              {STAMP} AS s FROM user_notes) ORDER BY id""", edit)
        file.execute(f"""
            UPDATE user_notes SET note_text = note_text || ' ' || ?1,
              stamps = json_object('note_text', {STAMP}, 'deleted_at', {STAMP})""", edit)
    file.execute("DELETE FROM sync_applying")
    file.commit()
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()


# Each later than the one before: turn ?1 of the note's row.
MOMENT = "(1796000000000 + ?1 * 100000 + id)"
STAMP = f"printf('%012x-0000-%s', {MOMENT}, ?2)"
