"""What people have written, as changes that a device pushes; all follows from numbers alone."""
import hashlib
import random
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Callable

from measuring import BOOKS, WORDS

DEVICE = "aaaaaaaaaaaa"
# The first moment of 2025, when everybody began, in milliseconds.
BEGAN = 1_735_689_600_000
DAY = 86_400_000


@dataclass
class Table:
    """`held`: rows of a person after a year of use, which is an assumption.

    `edit`: what an edit changes, for the share `edited` of its rows; each of them once.
    """
    name: str
    held: float
    values: Callable
    key: tuple = ()
    edited: float = 0
    edit: Callable = None


def table_id(table, *key):
    digest = bytearray(hashlib.sha256("|".join(["lectern/1", table, *map(str, key)]).encode())
                       .digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0f | 0x80, digest[8] & 0x3f | 0x80
    return written(digest.hex())


def new_id(ms, chance):
    return written(f"{ms:012x}7{chance.getrandbits(12):03x}{8:x}{chance.getrandbits(60):015x}")


def written(digits):
    return "-".join(
        digits[start:end] for start, end in [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)])


def time(ms):
    moment = datetime.fromtimestamp(ms // 1000, timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03}Z"


def text(chance, least, most):
    """Words of so many letters; short texts are commoner than long ones."""
    wanted, words, letters = least + (most - least) * chance.random() ** 2, [], 0
    while letters < wanted:
        words.append(chance.choice(WORDS))
        letters += len(words[-1]) + 1
    return " ".join(words)


def verse(number):
    book, chapters = BOOKS[number % len(BOOKS)]
    round_of_books = number // len(BOOKS)
    return f"{book.lower()} {round_of_books % chapters + 1}:{round_of_books // chapters + 1}"


def chapter(number):
    return f"{BOOKS[number % len(BOOKS)][0].lower()}_{number // len(BOOKS) + 1}"


def links(person, number, _):
    notes = person.ids["user_notes"]
    return {"from_note_id": notes[number], "to_note_id": notes[number - 1]}


def progress(person, number, ms):
    name, _, place = chapter(number).rpartition("_")
    return {"book_id": name, "chapter_num": int(place), "run": 0, "completed_at": time(ms),
            "last_visited_at": time(ms)}


def depth(person, number, _):
    of = chapter(number // 6)
    return {"chapter_id": of, "section_id": f"{of}_s{number // 3 % 2 + 1}",
            "panel_type": ["heb", "hist", "cross"][number % 3], "run": 0}


def streak(person, number, _):
    read = sorted(chapter(number * 3 + place) for place in range(3))
    return {"date": time(BEGAN + number * DAY)[:10], "run": 0, "chapter_ids": read,
            "books_touched": sorted({each.rpartition("_")[0] for each in read})}


def conflict(person, number, ms):
    return {"table_name": "user_notes", "row_id": person.ids["user_notes"][number],
            "column_name": "note_text", "mine": text(person.chance, 60, 400),
            "theirs": text(person.chance, 60, 400), "mine_stamp": stamp(ms, 1),
            "theirs_stamp": stamp(ms + 1000, 2)}


TABLES = [
    Table("runs", 2, lambda p, n, ms: {"name": f"plan:plan_{n}", "run": n % 3}, ("name",)),
    Table("study_collections", 5, lambda p, n, ms: {
        "name": text(p.chance, 8, 30), "description": text(p.chance, 1, 80)}, edited=0.2,
        edit=lambda p, ms: {"name": text(p.chance, 8, 30)}),
    Table("highlight_collections", 3, lambda p, n, ms: {
        "name": text(p.chance, 8, 30), "color": "#70b8e8", "sort_order": n}),
    Table("reading_plans", 0.2, lambda p, n, ms: {
        "plan_id": f"own_{n}", "name": text(p.chance, 10, 30), "total_days": 60,
        "description": text(p.chance, 20, 120),
        "chapters_json": str([f"{verse(day)}" for day in range(60)])}, ("plan_id",)),
    Table("user_notes", 150, lambda p, n, ms: {
        "verse_ref": verse(n), "note_text": text(p.chance, 60, 400),
        "tags_json": {word: True for word in p.chance.sample(WORDS, p.chance.randrange(4))},
        "collection_id": p.chance.choice([None, None, *p.ids["study_collections"]])},
        edited=0.3, edit=lambda p, ms: {"note_text": text(p.chance, 60, 400)}),
    Table("note_links", 20, links, ("from_note_id", "to_note_id")),
    Table("verse_highlights", 250, lambda p, n, ms: {
        "verse_ref": verse(n), "color": p.chance.choice(["gold", "blue", "green", "coral"]),
        "note": text(p.chance, 20, 100) if n % 10 == 0 else None}, ("verse_ref",), edited=0.1,
        edit=lambda p, ms: {"color": "teal"}),
    Table("bookmarks", 40, lambda p, n, ms: {
        "verse_ref": verse(n), "label": text(p.chance, 5, 30) if n % 3 else None}),
    Table("bookmarked_topics", 10, lambda p, n, ms: {
        "topic_id": f"topic-{n}", "cached_title": text(p.chance, 8, 30),
        "cached_summary": text(p.chance, 60, 160)}, ("topic_id", "topic_type")),
    Table("user_preferences", 20, lambda p, n, ms: {
        "key": f"preference_{n}", "value": p.chance.choice(["1", "0", "dark", "kjv", "1.15"])},
        ("key",), edited=0.5, edit=lambda p, ms: {"value": "sepia"}),
    Table("reading_progress", 300, progress, ("book_id", "chapter_num", "run"), edited=0.5,
          edit=lambda p, ms: {"last_visited_at": time(ms)}),
    Table("study_depth", 300, depth, ("section_id", "panel_type", "run")),
    Table("reading_streaks", 180, streak, ("date", "run"), edited=1, edit=lambda p, ms: {
        "chapter_ids": ["psalms_151"], "books_touched": ["psalms"]}),
    Table("plan_progress", 150, lambda p, n, ms: {
        "plan_id": f"plan_{n // 90}", "day_num": n % 90 + 1, "run": 0, "completed_at": time(ms)},
        ("plan_id", "day_num", "run")),
    Table("sync_conflicts", 3, conflict,
          ("table_name", "row_id", "column_name", "mine_stamp", "theirs_stamp")),
]
DEFAULTS = {"bookmarked_topics": {"topic_type": "official"}}


class Person:
    """Somebody with `count` rows of each table."""

    def __init__(self, number, count):
        self.user = written(f"{number:032x}")
        self.chance, self.count = random.Random(number), count
        self.ids, self.stamps = {}, {}

    def changes(self):
        """Every row, parents first."""
        for place, table in enumerate(TABLES):
            self.ids[table.name] = []
            for number in range(self.count):
                ms = BEGAN + number * (300 * DAY // self.count) + place * 1000
                values = {**DEFAULTS.get(table.name, {}), **table.values(self, number, ms)}
                key = [values[name] for name in table.key]
                row = table_id(table.name, *key) if key else new_id(ms, self.chance)
                self.ids[table.name].append(row)
                self.stamps[row] = stamp(ms, place)
                yield {"table": table.name, "id": row, "op": "insert",
                       "stamp": self.stamps[row], "values": values}

    def edits(self):
        """Some rows again, later, as somebody edits who had seen them."""
        for table in TABLES:
            for number, row in enumerate(self.ids[table.name]):
                if table.edit and number % 10 < table.edited * 10:
                    ms = BEGAN + 301 * DAY + number * 1000
                    values = table.edit(self, ms)
                    yield {"table": table.name, "id": row, "op": "update", "stamp": stamp(ms, 0),
                           "values": values, "bases": dict.fromkeys(values, self.stamps[row])}


def stamp(ms, counter):
    return f"{ms:012x}-{counter:04x}-{DEVICE}"
