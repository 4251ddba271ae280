"""What everybody holds at rest, from the model and from the engine, and where it differs.

{place: {row: {column: (value, stamp)}}}: a place is a device or an account's cloud. What waits in a
device's queue, on its shelf or to join an account's runs counts as rows too.
"""

from adapted import ENGINE_NAMES, NOT_STORED
from catalog import LIVE, MONOTONE, ZERO, rule_of
from translated import name_of

TIMES = {"created_at", "completed_at"}


def of_model(world):
    places = {device.handle: device.rows for device in world.devices}
    places.update({user: cloud.rows for user, cloud in world.clouds.items()})
    held = {place: {_name(record): _cells(record, row) for record, row in rows.items()}
            for place, rows in places.items()}
    for device in world.devices:
        for entry in device.queue:
            held[device.handle][f"queue/{_name(entry.record)}"] = {"state": (entry.state, "0")}
        for what, rows in (("shelf", device.shelf), ("aside", device.provisional)):
            if rows:
                held[device.handle][what] = {"rows": (str(len(rows)), "0")}
    return held


def _name(record):
    if record[0] != "conflicts":
        return name_of(record)
    row, column, dropped, kept = record[1]
    column = ENGINE_NAMES.get(column, column)
    return f"conflicts/{name_of(row)}|{column}|{_stamp(dropped)}|{_stamp(kept)}"


def _cells(record, row):
    cells = {}
    for column, (value, stamp) in row.items():
        if column not in NOT_STORED:
            is_time = column in TIMES | {LIVE} or record[0] == "conflicts" and record[1][1] == LIVE
            cells[ENGINE_NAMES.get(column, column)] = (
                _value(value, is_time), _shown_stamp(record, column, stamp))
    return cells


def _shown_stamp(record, column, stamp):
    has_stamp = record[0] == "conflicts" or rule_of(record, column) == "lww"
    return _stamp(stamp) if has_stamp and record[0] not in MONOTONE else "0"


def _value(value, is_time):
    if value is None:
        return "~"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"t{value}" if is_time else str(value)


def _stamp(stamp):
    return "0" if stamp == ZERO else ":".join(map(str, stamp))


def of_engine(lines):
    places = {}
    for line in lines:
        kind, place, *rest = line.split("\t")
        rows = places.setdefault(place, {})
        if kind == "queue":
            rows[f"queue/{rest[0]}"] = {"state": (rest[1], "0")}
        elif kind in ("shelf", "aside"):
            known = int(rows[kind]["rows"][0]) if kind in rows else 0
            rows[kind] = {"rows": (str(known + 1), "0")}
        if kind != "row":
            continue
        cells = {}
        for cell in rest[1:]:
            column, rest_of_cell = cell.split("=", 1)
            value, stamp = rest_of_cell.rsplit("@", 1)
            cells[column] = (value, stamp)
        table = rest[0].split("/")[0]
        if table == "conflicts":
            cells = {c: cells[c] for c in ("mine", "theirs", LIVE)}
        if table in MONOTONE:
            cells = {c: (value, "0") for c, (value, _) in cells.items() if c != LIVE}
        rows[rest[0]] = cells
    return places


def differences(model, engine, has_clocks):
    """(place, row, column, in the model, in the engine), each of them once."""
    found = []
    for place in model.keys() | engine.keys():
        mine, theirs = model.get(place, {}), engine.get(place, {})
        for row in mine.keys() | theirs.keys():
            if row not in mine or row not in theirs:
                found.append((place, row, "", mine.get(row), theirs.get(row)))
                continue
            for column in mine[row].keys() | theirs[row].keys():
                pair = [cells[row].get(column) for cells in (mine, theirs)]
                if has_clocks:
                    pair = [cell and (_without_time(cell[0]), cell[1]) for cell in pair]
                if pair[0] != pair[1]:
                    found.append((place, row, column, *pair))
    return sorted(found, key=str)


def _without_time(value):
    return "t" if value.startswith("t") and value[1:].lstrip("-").isdigit() else value
