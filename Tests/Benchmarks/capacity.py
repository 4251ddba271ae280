"""What Lectern takes of a Supabase project: `capacity.py LECTERN [ROWS]`, ROWS of each table.

A PostgreSQL of its own gets what `lectern supabase` writes, and, in a second database, the plan's
tables without what sync needs. Both get the same rows, pushed by 100 people, edited, vacuumed.
A served cloud counts what two devices ask for in a day of use. The rest is arithmetic, with what
is assumed of people named beside it.
"""
import sys
from pathlib import Path

from capacity_day import Day
from capacity_postgres import Postgres, called, literal
from capacity_rows import DEVICE, TABLES, Person
from capacity_tiers import plan_for
from measuring import SOURCES, Bench

PEOPLE = 100
BARE = {
    "study_collections": "id, user_id, name, description, color, created_at, updated_at,"
                         " deleted_at",
    "user_notes": "id, user_id, verse_ref, note_text, tags_json, collection_id, created_at,"
                  " updated_at, deleted_at",
    "note_links": "user_id, from_note_id, to_note_id, created_at",
    "bookmarks": "id, user_id, verse_ref, label, created_at, deleted_at",
    "highlight_collections": "id, user_id, name, color, sort_order, created_at",
    "verse_highlights": "user_id, verse_ref, color, collection_id, note, created_at, deleted_at",
    "bookmarked_topics": "user_id, topic_id, topic_type, cached_title, cached_summary,"
                         " bookmarked_at, deleted_at",
    "user_preferences": "user_id, key, value, updated_at",
    "reading_progress": "user_id, book_id, chapter_num, completed_at",
    "study_depth": "user_id, chapter_id, section_id, panel_type, first_opened_at",
    "reading_streaks": "user_id, date, chapters_read, books_touched",
    "plan_progress": "user_id, plan_id, day_num, completed_at",
}
# Columns that the plan has in another form.
READ = {"chapters_read": "jsonb_array_length(chapter_ids)"}
KEYS = {
    "study_collections": "id", "user_notes": "id", "verse_highlights": "user_id, verse_ref",
    "user_preferences": "user_id, key", "reading_progress": "user_id, book_id, chapter_num",
    "reading_streaks": "user_id, date",
}
# What sync keeps beside the tables: rows of a person after a year. A push leaves one mark.
MARKS = "sync_marks"


def deployed(bench):
    """A server with the two databases, and how to stop it."""
    server = Postgres()
    folder = bench.place("project")
    bench.ours("supabase", folder)
    migrations = sorted((Path(folder) / "supabase" / "migrations").glob("*.sql"))
    server.make("ours", *migrations)
    server.make("bare", migrations[0], SOURCES / "capacity_bare.sql")
    return server


def push(server, person, changes):
    """In batches of 1,000, as a device sends them; each must be applied whole."""
    changes = list(changes)
    for start in range(0, len(changes), 1_000):
        batch = changes[start:start + 1_000]
        said = server.run("ours", called(
            person.user, "sync_push", device=DEVICE, cursor="", newest="", changes=batch))
        if sum(said.count(f'"result": "{each}"') for each in ["applied", "merged"]) != len(batch):
            raise RuntimeError(f"not all was applied: {said[:2_000]}")


def fill(server, rows):
    people = [Person(number + 1, rows // PEOPLE) for number in range(PEOPLE)]
    users = ", ".join(f"({literal(person.user)})" for person in people)
    for database in ["ours", "bare"]:
        server.run(database, f"insert into auth.users (id) values {users}")
    for person in people:
        push(server, person, person.changes())
    for table, columns in BARE.items():
        move(server, table, columns, table)
    for person in people:
        push(server, person, person.edits())
    for table, columns in BARE.items():
        edit(server, table, columns)
    marks(server, rows)
    for database in ["ours", "bare"]:
        server.run(database, "vacuum analyze")


def move(server, table, columns, into):
    named = ", ".join(READ.get(name, name) for name in columns.split(", "))
    rows = server.run("ours", f"copy (select {named} from public.{table}) to stdout")
    temporary = f"create temporary table {into} as select {columns} from {table} limit 0;\n"
    return server.run("bare", f"{temporary if into != table else ''}"
                      f"copy {into} ({columns}) from stdin;\n{rows}\\.\n" + (
                          "" if into == table else changed(table, columns, into)))


def edit(server, table, columns):
    """Where rows of ours were edited, the same rows of the plan's table are, too."""
    if any(each.edit for each in TABLES if each.name == table):
        move(server, table, columns, "next")


def changed(table, columns, into):
    key = KEYS[table]
    row = ", ".join(f"n.{name}" for name in columns.split(", "))
    same = " and ".join(f"t.{name} = n.{name}" for name in key.split(", "))
    old = ", ".join(f"t.{name}" for name in columns.split(", "))
    return (f"update {table} t set ({columns}) = row({row}) from {into} n"
            f" where {same} and ({old}) is distinct from ({row});\n")


def marks(server, rows):
    """Marks of pushes: as many as rows of a table."""
    server.run("ours", f"""
      insert into public.sync_marks (user_id, upto, mark, written_at)
      select user_id, number, left(replace(gen_random_uuid()::text, '-', ''), 12), now()
      from generate_series(1, {rows // PEOPLE}) number, public.sync_heads order by number
      on conflict do nothing""")


def sizes(server, database):
    """Bytes per row of each table, indexes and all."""
    names = server.rows(database, "select relname from pg_class where relkind = 'r'"
                        " and relnamespace = 'public'::regnamespace")
    return {name: float(server.run(
        database, f"select pg_total_relation_size('public.{name}')::numeric / greatest(count(*), 1)"
        f" from public.{name}")) for name, in names}


def row_table(ours, bare, day):
    print("| table | ours | bare | more by | rows of a person |\n|---|---|---|---|---|")
    held = {table.name: table.held for table in TABLES} | {MARKS: day.marks_per_year}
    for name, count in held.items():
        beside = f"{bare[name]:,.0f} | {ours[name] - bare[name]:,.0f}" if name in bare else " | "
        print(f"| {name} | {ours[name]:,.0f} | {beside} | {count:g} |")
    total = sum(ours[name] * count for name, count in held.items())
    plain = sum(bare.get(name, 0) * count for name, count in held.items())
    print(f"| a person after a year | {total / 1e3:,.0f} kB | {plain / 1e3:,.0f} kB | | |\n")
    return total


def main(lectern, rows=4_000):
    bench = Bench(lectern)
    server = None
    try:
        bench.build("measure")
        day = Day(bench)
        server = deployed(bench)
        fill(server, rows)
        day.timed(server, Person(1, rows // PEOPLE))
        person = row_table(sizes(server, "ours"), sizes(server, "bare"), day)
        day.table()
        print("| users | database | egress a month | requests a second at the peak | takes |"
              "\n|---|---|---|---|---|")
        for users in [1_000, 3_000, 50_000, 100_000, 362_000]:
            print(plan_for(users, person, day))
    finally:
        bench.close()
        if server:
            server.close()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
