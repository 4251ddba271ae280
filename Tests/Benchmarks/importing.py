"""Taking a file of another program into a library."""
import csv
import sqlite3
import sys
from datetime import datetime, timedelta, timezone

from measuring import SOURCES, Row, medians, note

IMPORT = 'local r = import(..., {format = "csv"}) assert(r.skipped == 0) print(r.taken)'
READ = "SELECT cloud_id, stamp, updated_at, verse_ref, note_text, tags_json, created_at " \
    "FROM user_notes ORDER BY cloud_id"


def imported(bench, count=100_000):
    path = written(bench, count)
    script = bench.place("lua")
    script.write_text(IMPORT)
    files = {}

    def ours():
        files["ours"] = bench.copied()
        return bench.ours("--db", files["ours"], script, path)

    def reference():
        files["theirs"] = bench.copied()
        return bench.run(sys.executable, SOURCES / "import_rows.py", path, files["theirs"])

    mine, theirs = medians(3, ours, reference)
    alike = rows(files["ours"]) == rows(files["theirs"])
    if not alike:
        raise RuntimeError("the two libraries differ")
    yield Row(f"import of {count:,} notes in CSV; Python's csv and sqlite3", mine.cpu, theirs.cpu,
              0.7, f"{count / mine.cpu:,.0f} rows/s beside {count / theirs.cpu:,.0f}")
    idle = bench.ours("--db", bench.copied(), "-e", "return #queue")
    yield Row.limit("… memory", (mine.peak - idle.peak) / 1024, 32, " MB",
                    f"{mine.peak / 1024:.1f} MB in all")
    full = bench.place("json")
    out = bench.ours("--db", files["ours"], "-e", f'return export("{full}").rows')
    back = medians(3, lambda: bench.ours("--db", bench.copied(), script_of(bench), full))[0]
    yield Row.limit(f"export of {count:,} notes", out.cpu * 1e6 / count, 20, " µs a row")
    yield Row.limit("… and its import elsewhere", back.cpu * 1e6 / count, 60, " µs a row")


def round_trip(bench, count=10_000):
    """Fails where a library is not the same after export, import and sync."""
    run = bench.ours(SOURCES / "round_trip.lua", count)
    yield Row.limit(f"{count:,} of everything, out, in and synced: {int(run.output):,} rows",
                    run.cpu, 60, " s", "the same at the end")


def script_of(bench):
    script = bench.place("lua")
    script.write_text("local r = import(...) assert(r.skipped == 0) print(r.taken)")
    return script


def rows(path):
    with sqlite3.connect(path) as connection:
        return connection.execute(READ).fetchall()


def written(bench, count):
    path = bench.folder / f"notes-{count}.csv"
    if path.exists():
        return path
    start = datetime(2020, 1, 1, tzinfo=timezone.utc)
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["reference", "text", "tags", "created"])
        for number in range(count):
            reference, text = note(number).rstrip("\n").split("\t")
            at = (start + timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            quoted = text.replace(" ", ', "', 1) + '"' if number % 9 == 0 else text
            out.writerow([reference, quoted, f"t{number % 7}; of a book", at])
    return path
