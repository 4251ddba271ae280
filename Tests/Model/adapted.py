"""The reference model with the columns, sizes and habits of the engine.

What is changed here is listed in README.md, each with its reason.
"""

import sys

UNITS_A_DAY = 2880  # the model's unit is half a minute
WAIT = UNITS_A_DAY // 2  # what the model's scale of waiting becomes: its 60 are 30 days
ENGINE_NAMES = {"text": "note_text", "tags.x": "tags_json.x", "colour": "color",
                "dropped": "mine", "kept": "theirs"}
NOT_STORED = {"made", "visited_at", "chapters"}


def load(folder):
    """Imports the model from its folder and adapts it. Answers the module that explores."""
    sys.path.insert(0, folder)
    import catalog, cloud, explore, model, world

    columns = {
        "runs": {"name": "lww"},
        "notes": {"verse_ref": "lww", "collection_id": "lww", "created_at": "earliest"},
        "highlights": {"verse_ref": "lww", "collection_id": "lww", "note": "lww",
                       "created_at": "earliest"},
        "prefs": {"key": "lww"},
        "links": {"made": "max", "from_note_id": "lww", "to_note_id": "lww",
                  "created_at": "earliest"},
        "plan_progress": {"plan_id": "lww", "day_num": "lww", "run": "max"},
    }
    for table, more in columns.items():
        catalog.COLUMNS[table].update(more)
    order = ("runs", "notes", "links", "highlights", "prefs", "plan_progress", "conflicts")
    catalog.PUSH_ORDER.update({table: place for place, table in enumerate(order)})
    model.ATTEMPTS = 5
    cloud.PURGE_AFTER = 60 * WAIT
    cloud.SEEN_WITHIN = 180 * WAIT
    world.DUPLICATE_WITHIN *= WAIT
    world.Device, world.Cloud = _device(model, catalog), _cloud(cloud, catalog)
    return explore


def first_values(record, wall):
    """What a new row holds beside what was written."""
    table, key = record
    if table == "notes":
        return {"verse_ref": "john 3:16", "collection_id": None, "created_at": wall}
    if table == "highlights":
        return {"verse_ref": f"john 3:{key + 1}", "collection_id": None, "note": None,
                "created_at": wall}
    if table == "links":
        return {"from_note_id": f"id:{key[0]}",
                "to_note_id": f"id:{key[1]}", "created_at": wall}
    if table == "plan_progress":
        return {"plan_id": key[0], "day_num": key[1] + 1, "run": key[2]}
    return {"prefs": {"key": key}, "runs": {"name": f"plan:{key}"}}.get(table, {})


def stored(values):
    return {column: value for column, value in values.items()
            if column not in ("visited_at", "chapters")}


def _last_wall(entry):
    return max(edit.wall for edit in entry.edits.values())


def _device(model, catalog):
    live, batch_of_all = catalog.LIVE, 1000

    class Device(model.Device):
        def __init__(self, name, rules):
            super().__init__(name, rules)
            self.handle = name
            self.refused_now = []  # entries that were refused in this call
            self.replaced = set()  # rows that another tool's upsert met, until they are stamped

        def edit(self, record, values, wall, raw=False):
            values, row = stored(values), self.rows.get(record)
            if record[0] == "plan_progress":  # also where a guest's day joins another run
                values.update(first_values(record, wall))
            if row is None and record in self.trash:
                row = self.rows[record] = self.trash.pop(record)
            if row is None:
                values = {**first_values(record, wall), **values}
            else:
                changed = {c: v for c, v in values.items()
                           if c == live or self._changes(record, row, c, v)}
                is_alive = record[0] in catalog.MONOTONE or not catalog.is_dead(row)
                if not changed and is_alive:
                    return None if raw else self.stamp_pending(wall)
                values = changed
                if raw and record[0] == "highlights" and live not in values:
                    self.replaced.add(record)
            return super().edit(record, values, wall, raw)

        def stamp_pending(self, wall):
            if self.replaced:
                self._fold()
            super().stamp_pending(wall)

        def _fold(self):
            """Where an upsert of another tool met a row, one change of each record is left of all
            that it wrote to the table: the engine compares rows as they were and are."""
            self.replaced.clear()
            noted = [entry for entry in self.queue
                     if all(edit.stamp is None for edit in entry.edits.values())]
            first, times = {}, {}
            for entry in list(noted):
                known = first.setdefault(entry.record, entry)
                time = max(edit.wall for edit in entry.edits.values())
                times[entry.record] = max(time, times.get(entry.record, time))
                if known is not entry and entry.record[0] == "highlights":
                    noted.remove(entry)
                    self._add(entry, known, times[entry.record])
            rest = [entry for entry in self.queue if entry not in noted
                    and any(edit.stamp is not None for edit in entry.edits.values())]
            self.queue = rest + sorted(noted, key=_last_wall)

        def _add(self, later, known, wall):
            for column, edit in later.edits.items():
                if column in known.edits:
                    edit.base = known.edits[column].base
                known.edits[column] = edit
            for edit in known.edits.values():
                edit.wall = wall

        def _changes(self, record, row, column, value):
            rule = catalog.rule_of(record, column)
            if rule == "lww":
                nothing = False if column.startswith("tags.") else None
                return row.get(column, (nothing,))[0] != value
            joined = catalog.join(rule, row.get(column), (value, catalog.ZERO))
            return joined != row.get(column)

        def begin_push(self, wall):
            resting = [entry for entry in self.refused_now if entry.state == "ready"]
            for entry in resting:
                entry.state = "resting"
            request = super().begin_push(wall)
            for entry in resting:
                if entry.state == "resting":
                    entry.state = "ready"
            return request

        def compact(self):
            """A new edit has all its attempts; what vanishes stays in the local trash."""
            first = {}
            for entry in self.queue:
                if entry.state != "sending" and first.setdefault(entry.record, entry) != entry:
                    was_parked = "parked" in (first[entry.record].state, entry.state)
                    first[entry.record].attempts = 0 if was_parked else entry.attempts
            before = dict(self.rows)
            super().compact()
            for record in before.keys() - self.rows.keys():
                if not self._is_past(record):
                    self.trash[record] = before[record]

        def _restamp(self, now, wall):
            """Rows in the trash may be edited again: the clock stays behind their stamps, too. What
            is joined has no stamp to be moved."""
            joined = [edit for entry in self.queue for column, edit in entry.edits.items()
                      if edit.stamp and catalog.rule_of(entry.record, column) != "lww"]
            for edit in joined:
                edit.stamp = None
            super()._restamp(now, wall)
            for edit in joined:
                edit.stamp = (now, 0, self.name)
            held = [cell[1] for record, row in self.trash.items() for cell in row.values()
                    if record[0] not in catalog.MONOTONE]
            self.high_water = max([self.high_water, *held])

        def _offer_parents(self, parents, wall):
            """A purged parent goes up dead, but its death is nobody's edit: it gets no stamp."""
            for parent in parents:
                if parent not in self.rows and parent in self.trash:
                    row = self.rows[parent] = self.trash.pop(parent)
                    if not catalog.is_dead(row):
                        row[live] = (wall, row[live][1])
            return super()._offer_parents(parents, wall)

        def _forget_cloud(self):
            super()._forget_cloud()
            self.purged_here = 0

        def _start_full_pull(self, mode, reply):
            super()._start_full_pull(mode, reply)
            self.purged_here = 0

        def _purge(self, below):
            """Once for each number that the cloud has purged up to; what any row names stays."""
            if below <= self.purged_here:
                return
            self.purged_here = below
            queued = {entry.record for entry in self.queue}
            for table in reversed(list(catalog.COLUMNS)):
                for record, (seq, generation) in list(self.acknowledged.items()):
                    row = self.rows.get(record)
                    if record[0] == table and row and catalog.is_dead(row) and seq <= below \
                            and generation == self.generation and record not in queued:
                        held = [*self.rows, *self.shelf, *self.trash]
                        if not any(record in catalog.parents_of(r) for r in held):
                            del self.rows[record], self.acknowledged[record]

        def _waits(self, entry):
            resting = {other.record for other in self.refused_now}
            parents = catalog.parents_of(entry.record)
            return super()._waits(entry) or any(parent in resting for parent in parents)

        def end_pull(self, request, reply, wall):
            self.stamp_pending(wall)
            super().end_pull(request, reply, wall)

        def end_push(self, request, reply, wall):
            self.stamp_pending(wall)
            sent = {entry.record: entry for entry in self.queue if entry.state == "sending"}
            super().end_push(request, reply, wall)
            for (record, _, _), result in zip(request["changes"], reply.get("results", ())):
                if result["kind"] == "refused" and record in sent:
                    self.refused_now.append(sent[record])

        def _offer(self, record):
            for entry in self.queue:
                if entry.record == record and entry.state != "sending":
                    return self._make_whole(entry)
            self.queue.append(model.Entry(record, "insert", {}))
            return self._make_whole(self.queue[-1])

        def give_up(self, record, stored_row, seq, wall):
            """A row that the cloud lacks goes to the trash, with what cannot be without it."""
            entries = [entry for entry in self.queue if entry.record == record]
            if stored_row is None:
                for child in [r for r, row in self.rows.items()
                              if record in catalog.parents_of(r) and not catalog.is_dead(row)]:
                    self.give_up(child, None, None, wall)
            self.queue = [entry for entry in self.queue if entry not in entries]
            if stored_row is None:
                row = self.trash[record] = self.rows.pop(record)
                self.acknowledged.pop(record, None)
                if not catalog.is_dead(row):
                    row[live] = (wall, row[live][1])
                return
            for column, edit in [pair for entry in entries for pair in entry.edits.items()]:
                kept = stored_row.get(column, (None, catalog.ZERO))
                is_lost = catalog.is_conflict(record, column, (edit.value, edit.stamp), kept, None)
                if is_lost and not (edit.value is None and edit.stamp == catalog.ZERO):
                    identity = ("conflicts", (record, column, edit.stamp, kept[1]))
                    row = {"kept": (kept[0], edit.stamp), "dropped": (edit.value, edit.stamp),
                           live: (None, edit.stamp)}
                    self._keep_conflict(identity, row)
            self.rows[record] = stored_row
            self.acknowledged[record] = (seq, self.generation)
            self.high_water = max([self.high_water, *(cell[1] for cell in stored_row.values())])

        def begin_pull(self):
            if not self.is_signed_in:
                return None
            return {"kind": "pull", "owner": self.owner, "position": self._position(),
                    "upto": None, "asks": bool(self.mode and self.is_copied)}

        def missing(self):
            """The request for rows that a full pull has not shown; None where none lacks."""
            request = self._begin_ask()
            request["records"] = [r for r in request["records"] if r in self.rows]
            return request

        def __deepcopy__(self, memo):
            import copy
            twin = self.__class__.__new__(self.__class__)
            memo[id(self)] = twin
            for name, value in self.__dict__.items():
                setattr(twin, name, value if name == "rules" else copy.deepcopy(value, memo))
            return twin

    Device.batch_of_all = batch_of_all
    return Device


def _cloud(cloud, catalog):
    class Cloud(cloud.Cloud):
        def __init__(self, rules, mint):
            super().__init__(rules, mint)
            self.purged_at = None

        def plain_write(self, record, values, now):
            values = stored(values)
            if record not in self.rows:
                values = {**first_values(record, now), **values}
            super().plain_write(record, values, now)

        def _purge(self, now):
            """Once a day; what any row names stays, so children go before their parents."""
            is_early = self.purged_at is not None and now - self.purged_at < UNITS_A_DAY
            if is_early or not self.head:
                return
            self.purged_at = now
            held = [seq for seq, seen in self.devices.values() if now - seen <= cloud.SEEN_WITHIN]
            for table in reversed(list(catalog.COLUMNS)):
                for record in sorted(self.rows, key=self.seq.get):
                    if record[0] == table and catalog.is_dead(self.rows[record]) \
                            and now - self.arrived[record] >= cloud.PURGE_AFTER \
                            and self.seq[record] <= min(held) \
                            and not any(record in catalog.parents_of(r) for r in self.rows):
                        self.purged_below = max(self.purged_below, self.seq[record])
                        self._forget(record)
                        self.purged.add(record)

        def _plain_stamp(self, stored_cell, now):
            time, counter, _ = super()._plain_stamp(stored_cell, now)
            return (time, counter, "plain-client")

    return Cloud
