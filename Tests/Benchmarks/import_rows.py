"""The reference of an import: Python's csv and sqlite3 doing the same inserts into the same tables.

`import_rows.py CSV DATABASE`: rows get the names, stamps and values that Lectern gives them, no
trigger notes them as edits, and full text is made of them, so that both files hold the same.
"""
import csv
import hashlib
import json
import sqlite3
import sys
from datetime import datetime
from itertools import islice

PIECE = 5_000
INSERT = """
    INSERT OR IGNORE INTO user_notes(cloud_id, stamp, updated_at, verse_ref, note_text, tags_json,
      created_at) VALUES(?, ?, ?, ?, ?, ?, ?)
"""
FOLD = [
    """
    INSERT INTO notes_fts(rowid, note_text) SELECT id, note_text FROM user_notes
    WHERE id > (SELECT id FROM notes_fts_end) AND deleted_at IS NULL
    """,
    "UPDATE notes_fts_end SET id = (SELECT max(id) FROM user_notes)",
]


def named(key):
    digest = bytearray(hashlib.sha256(f"lectern/1|user_notes|{key}".encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def rows(path):
    copies = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            book, place = row["reference"].rsplit(" ", 1)
            at, text = row["created"], row["text"]
            reference = f"{book.lower()} {place}"
            key = f"{reference}|{at}|{text}"
            copies[key] = number = copies.get(key, 0) + 1
            milliseconds = int(datetime.fromisoformat(at).timestamp() * 1000)
            tags = sorted({tag.strip() for tag in row["tags"].split(";") if tag.strip()})
            yield (
                named(f"{key}|{number}"), f"{milliseconds:012x}-0000-000000000000", at, reference,
                text, json.dumps(tags, separators=(",", ":")), at)


def main(path, database):
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA cache_size = -16000")
    connection.execute("PRAGMA synchronous = NORMAL")
    source = rows(path)
    while piece := list(islice(source, PIECE)):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO sync_applying(id) VALUES(1)")
        connection.executemany(INSERT, piece)
        connection.execute("DELETE FROM sync_applying")
        for statement in FOLD:
            connection.execute(statement)
        connection.execute("COMMIT")
    connection.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
