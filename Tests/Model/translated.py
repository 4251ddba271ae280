"""Plays a world of the model and writes down what happened, for the engine to do the same.

Each line says when, what, and with what: nothing is left to be looked up. A step that does nothing
in the model (no such note, no request under way) has no line.
"""

import collections
import copy

import checks
import model
import world
from adapted import WAIT
from catalog import ZERO, is_dead
from world import Broken, World


def name_of(record):
    table, key = record
    words = key if isinstance(key, tuple) else (key,)
    return f"{table}/{'+'.join(map(str, words))}"


class TranslatedWorld(World):
    def __init__(self, count, start=1_000_000):
        super().__init__(count)
        self.now = start
        self.lines, self.has_wrong_clocks, self.delivered, self.numbers = [], False, 0, {}
        self.untranslated = set()
        self.ledger.typed = collections.defaultdict(set)  # every value of a row counts as typed
        self.handles, self.syncs, self.pushes = count, 0, 0
        for device in self.devices:
            self._say("new", device, device.name)

    def _say(self, step, device, *words):
        handle = [] if device is None else [device.handle]
        self.lines.append(" ".join(map(str, (self.now, step, *handle, *words))))

    def _raw(self, raw):
        return ["raw"] if raw else []

    # --- typing ---

    def do_note(self, d, value):
        self._say("note", self.devices[d], value, value)
        super().do_note(d, value)

    def do_text(self, d, place, value, raw):
        if record := self._pick(self.devices[d], "notes", place):
            self._say("text", self.devices[d], record[1], value, *self._raw(raw))
        super().do_text(d, place, value, raw)

    def do_tag(self, d, place, is_on):
        if record := self._pick(self.devices[d], "notes", place):
            self._say("tag", self.devices[d], record[1], "on" if is_on else "off")
        super().do_tag(d, place, is_on)

    def do_highlight(self, d, verse, value, raw):
        self._say("highlight", self.devices[d], verse, value, *self._raw(raw))
        super().do_highlight(d, verse, value, raw)

    def do_pref(self, d, value):
        self._say("pref", self.devices[d], value)
        super().do_pref(d, value)

    def do_link(self, d, one, other):
        device = self.devices[d]
        ends = {self._pick(device, "notes", one), self._pick(device, "notes", other)} - {None}
        if len(ends) == 2:
            self._say("link", device, *(key for _, key in sorted(ends)))
        super().do_link(d, one, other)

    def do_delete(self, d, table, place, raw):
        if record := self._pick(self.devices[d], table, place):
            self._say("delete", self.devices[d], name_of(record), *self._raw(raw))
        super().do_delete(d, table, place, raw)

    def do_restore(self, d, place):
        device = self.devices[d]
        record = self._pick(device, "notes", place, dead=True)
        if record or device.trash:
            self._say("restore", device, name_of(record or sorted(device.trash)[0]))
        super().do_restore(d, place)

    def do_complete(self, d, day):
        device = self.devices[d]
        self._say("complete", device, day, device.current_run("p"))
        super().do_complete(d, day)

    def do_restart(self, d):
        device = self.devices[d]
        self._say("restart", device, device.current_run("p") + 1)
        super().do_restart(d)

    def do_discard(self, d):
        """Gives up the first change that was refused: to be parked takes five refusals here."""
        device = self.devices[d]
        self._compact(device)
        refused = [e.record for e in device.queue if e.state == "parked" or e.attempts]
        is_busy = any(entry.state == "sending" for entry in device.queue)
        if refused and device.is_signed_in and not is_busy:
            self._say("discard", device, name_of(refused[0]))
            cloud = self.clouds[device.owner]
            device.give_up(refused[0], cloud.fetch(refused[0]), cloud.seq.get(refused[0]),
                           self.wall(device))

    def _open(self, device):
        """The first transaction of ours, whatever it is, stamps what other tools left."""
        device.stamp_pending(self.wall(device))

    def _compact(self, device):
        self._say("compact", device)
        device.stamp_pending(self.wall(device))
        device.compact()

    # --- plain clients ---

    def do_plain(self, user, place, value):
        rows = self.clouds[user].rows
        notes = sorted(r for r, row in rows.items() if r[0] == "notes" and not is_dead(row))
        key = notes[place % len(notes)][1] if notes else value
        self._say("plain", None, user, key, value)
        super().do_plain(user, place, value)

    def do_plain_delete(self, user, place):
        records = sorted(r for r in self.clouds[user].rows if r[0] not in ("conflicts", "runs"))
        if records:
            self._say("plain_delete", None, user, name_of(records[place % len(records)]))
        super().do_plain_delete(user, place)

    def do_plain_complete(self, user, day):
        run = self.clouds[user].rows.get(("runs", "p"), {"run": (0,)})["run"][0]
        self._say("plain_complete", None, user, day, run)
        super().do_plain_complete(user, day)

    # --- network ---

    def do_push(self, d):
        device = self.devices[d]
        if device.is_signed_in and device.name not in self.flying:
            self._say("push", device)
        model.BATCH = 3
        device.refused_now = []
        super().do_push(d)

    def do_pull(self, d):
        device = self.devices[d]
        if device.is_signed_in and device.name not in self.flying:
            self._say("pull", device)
        super().do_pull(d)

    def do_deliver(self, d):
        device = self.devices[d]
        flight = self.flying.get(device.name)
        if flight and flight[1] is None:
            self.delivered += 1
            self.numbers[id(flight[0])] = self.delivered
            self._say("deliver", device, self.delivered)
        super().do_deliver(d)

    def do_receive(self, d):
        device = self.devices[d]
        flight = self.flying.get(device.name)
        if flight and flight[1] is not None:
            self._say("receive", device)
            self.has_wrong_clocks |= self.now - flight[1]["now"] > 10
        self._receive(d)

    def _receive(self, d):
        device = self.devices[d]
        flight = self.flying.get(device.name)
        World.do_receive(self, d)
        if not flight or flight[1] is None or flight[0]["kind"] != "pull" or not device.mode:
            return
        request, reply = flight
        if reply["kind"] == "page" and not reply["more"] and device.is_copied:
            asked = device.missing()
            if not asked["records"]:
                device._finish_full_pull([])
            elif request["asks"]:
                answer = self._serve(device.name, asked)
                device.end_pull(request, answer, self.wall(device))

    def do_lose(self, d):
        is_flying = self.devices[d].name in self.flying
        super().do_lose(d)
        if is_flying:
            self._say("lose", self.devices[d])
            self._open(self.devices[d])

    def do_duplicate(self, place):
        recent = [r for r in self.old_requests if self.now - r[2] < world.DUPLICATE_WITHIN]
        if recent:
            _, request, _ = recent[place % len(recent)]
            if request["kind"] == "push":
                self._say("duplicate", None, self.numbers[id(request)])
        super().do_duplicate(place)

    def do_sync(self, d):
        """A cycle as the engine does it: where the clock was wrong it pulls first."""
        device = self.devices[d]
        self.do_deliver(d)
        self.do_receive(d)
        if not device.is_signed_in:
            return
        self.syncs += 1
        self.pushes = 0
        self._say("sync", device, self.syncs)
        device.refused_now = []
        model.BATCH = device.batch_of_all
        hows = ["begin_push", "begin_pull", "begin_push"]
        for how in (["begin_pull"] if abs(device.skew) > 10 else []) + hows:
            self._all_of(d, how)

    def _all_of(self, d, how):
        device = self.devices[d]
        for _ in range(200):
            if not self._begin(device, how):
                return
            World.do_deliver(self, d)
            request, reply = self.flying[device.name]
            if how == "begin_push":
                self.pushes += 1
                self.numbers[id(request)] = f"{self.syncs}.{self.pushes}"
            self._receive(d)
            if how == "begin_push" and reply["kind"] in ("stale", "reset"):
                return
            if how == "begin_pull" and reply["kind"] == "page" and not reply["more"]:
                if not device.mode:
                    return
        raise Broken(f"{device.name} never finishes a cycle")

    def do_crash(self, d):
        self._say("crash", self.devices[d])
        super().do_crash(d)
        self._open(self.devices[d])

    # --- time, disasters, accounts ---

    def do_clock(self, d, offset):
        name = self.devices[d].name
        self.has_wrong_clocks |= offset != 0
        for device in self.devices:
            if device.name == name:
                self._say("clock", device, offset)
        super().do_clock(d, offset)

    def do_wait(self, length):
        super().do_wait(length * WAIT)
        self._say("wait", None)

    def do_backup(self, user):
        self._say("backup", None, user)
        super().do_backup(user)

    def do_lose_cloud(self, user):
        if user in self.backups:
            self._say("lose_cloud", None, user)
        super().do_lose_cloud(user)

    def do_sign_in(self, d, user, choice):
        device = self.devices[d]
        if device.owner == user:
            self._say("sign_back", device, user)
            return super().do_sign_in(d, user, choice)
        if choice == "copies" and device.owner:
            choice = "profile"
            self.untranslated.add("sign_in copies")
        if device.name in self.flying or any(e.state == "sending" for e in device.queue):
            self._say("crash", device)
        if device.owner and choice == "profile":
            self._say("sign_out", device)
        if device.owner and choice == "replace":
            self._say("empty", device)
        had = device.owner
        super().do_sign_in(d, user, choice)
        if had and choice == "replace":
            device.high_water, device.skew = ZERO, 0
        self._say("sign_in", self.devices[d], user)
        return None

    def _born(self):
        device = super()._born()
        device.handle = f"d{self.handles}"
        self.handles += 1
        self._say("new", device, device.name)
        return device

    def do_sign_out(self, d):
        self._say("sign_out", self.devices[d])
        super().do_sign_out(d)

    def do_save_file(self, d):
        self._say("save", self.devices[d], d)
        super().do_save_file(d)

    def do_restore_file(self, d):
        newer = self.devices[d]
        super().do_restore_file(d)
        older = self.devices[d]
        if older is newer:
            return
        older.handle = newer.handle
        self._open(older)
        self._say("load", older, d, older.name)
        self._say("clock", older, self.offset[older.name])
        self._say(*(("sign_back", older, older.owner) if older.is_signed_in
                    else ("sign_out", older)))
        if sum(device.name == older.name for device in self.devices) > 1:
            self.untranslated.add("two devices of one name")

    def _twin_of(self, device):
        twin = copy.deepcopy(device)
        twin.crash()
        born = World._born(self)
        twin.redraw(born.name)
        twin.handle = f"d{self.handles}"
        self.handles += 1
        self._say("twin", device, twin.handle, twin.name)
        self._open(twin)
        return twin

    def settle(self):
        """All faults end, and everybody syncs until nothing moves."""
        for device in self.devices:
            device.is_signed_in = device.owner is not None
            if device.owner:
                self._say("sign_back", device, device.owner)
            else:
                self._compact(device)
        for _ in range(checks.ROUNDS):
            before = checks._fingerprint(self)
            for place, device in enumerate(self.devices):
                if device.owner:
                    self.now += 1
                    self.do_sync(place)
            if checks._fingerprint(self) == before:
                return
        raise Broken("the world never comes to rest")
