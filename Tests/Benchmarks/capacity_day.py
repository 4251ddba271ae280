"""A day of use, counted between two devices and a cloud, and what a request costs the database."""
import re

from capacity_postgres import called
from capacity_rows import BEGAN, DAY, DEVICE, new_id, stamp, text, verse
from measuring import SOURCES
from served import PASSWORD, Cloud, Counter

# What is assumed of people.
DAYS_OF_USE = 15
WRITES = 15
# Of a day's requests so many fall into its busiest hour.
BUSIEST_HOUR = 0.15
# What a project's gateway adds to the head of each answer, in bytes.
GATEWAY_HEAD = 700


class Day:
    def __init__(self, bench):
        cloud = Cloud(bench)
        try:
            email, _ = cloud.account()
            self.counted(bench, cloud, email)
        finally:
            cloud.close()
        self.marks_per_year = WRITES * DAYS_OF_USE * 12

    def timed(self, server, person):
        self.pull = backend_time(server, person, idle(server, person))
        self.push = backend_time(server, person, one_note(person))

    def counted(self, bench, cloud, email):
        """Two devices that have met before; then the day, and the rest by difference."""
        counter = Counter(cloud)

        def use(device, hour):
            counter.begin()
            bench.ours("--profile", device, "--cloud", counter.url, SOURCES / "capacity_day.lua",
                       hour)
            return requests(counter)

        for device in ["phone", "tablet"]:
            counter.begin()
            bench.ours("--profile", device, "--cloud", counter.url, "-e",
                       f'auth.sign_in("{email}", "{PASSWORD}")')
            self.sign_in = requests(counter)
            use(device, "none")
        bench.ours("--profile", "phone", "--cloud", counter.url, "-e", 'plans.start("mcheyne")')
        use("phone", "none")
        use("tablet", "none")
        self.quiet = use("tablet", "none")
        self.writing = use("phone", "writes")
        self.looking = use("tablet", "looks")
        counter.close()

    @property
    def total(self):
        """Requests, bytes up and bytes down of a day; each device renews its session once."""
        return tuple(
            2 * sign + write + look + (head if place == 2 else 0)
            for place, (sign, write, look, head) in enumerate(zip(
                self.sign_in, self.writing, self.looking,
                [0, 0, GATEWAY_HEAD * (2 + self.writing[0] + self.looking[0])])))

    def table(self):
        print("| a day of use | requests | bytes up | bytes down |\n|---|---|---|---|")
        for name, row in [
            ("a sync with nothing new", self.quiet),
            (f"phone: an hour, {WRITES} writes, 28 syncs", self.writing),
            ("tablet: half an hour, takes what the phone wrote, 7 syncs", self.looking),
            ("a session renewed", self.sign_in),
            (f"a person: all that, {GATEWAY_HEAD} bytes more a head of an answer", self.total),
        ]:
            print(f"| {name} | {row[0]:,} | {row[1]:,} | {row[2]:,} |")
        print(f"\nOf the database's core: {self.pull * 1e3:.1f} ms a pull with nothing new, "
              f"{self.push * 1e3:.1f} ms a push of one note.\n")

    @property
    def core(self):
        """Seconds of one of the database's cores that a day of use takes."""
        return self.push * WRITES + self.pull * (self.total[0] - WRITES)


def requests(counter):
    """Requests, bytes up and bytes down: tokens too, for they are paid for."""
    sent, received = b"".join(counter.sent), b"".join(counter.received)
    return len(re.findall(rb" HTTP/1.1\r\n", sent)), len(sent), len(received)


def idle(server, person):
    cursor, = server.rows("ours", "select lectern.position_text(user_id, head, head)"
                          f" from public.sync_heads where user_id = '{person.user}'")
    cursor = cursor[0]
    return lambda _: called(
        person.user, "sync_pull", device=DEVICE, cursor=cursor, newest=cursor, page=5_000)


def one_note(person):
    def change(number):
        ms = BEGAN + 310 * DAY + number
        values = {"verse_ref": verse(number), "note_text": text(person.chance, 60, 400),
                  "tags_json": {"promise": True}}
        return called(
            person.user, "sync_push", device=DEVICE, cursor="", newest="", changes=[{
                "table": "user_notes", "id": new_id(ms, person.chance), "op": "insert",
                "stamp": stamp(ms, 0), "values": values}])
    return change


def backend_time(server, person, make, count=400):
    """Seconds of CPU that a server process takes for one call, its first hundred left out."""
    mark = "\\setenv PID :pid\n\\! cut -d' ' -f14,15 /proc/$PID/stat\n"
    script = ["select pg_backend_pid() as pid \\gset\n"]
    for number in range(count + 100):
        if number == 100:
            script.append(mark)
        script.append(make(number))
    script.append(mark)
    said = server.run("ours", "".join(script))
    ticks = [sum(map(int, line)) for line in re.findall(r"(?m)^(\d+) (\d+)$", said)]
    if len(ticks) != 2:
        raise RuntimeError(said[:2_000])
    return (ticks[1] - ticks[0]) / 100 / count
