"""Works between a device and a cloud that is served by a process of its own."""
from measuring import SOURCES, Row, medians
from served import PASSWORD, Cloud, Counter


class Profile:
    """A profile of ours, signed in to an account."""

    def __init__(self, bench, cloud, email):
        self.bench, self.name = bench, f"profile{bench.number()}"
        self.url, self.email = cloud.url, email
        self.sign_in()

    def sign_in(self):
        self.run("-e", f'auth.sign_in("{self.email}", "{PASSWORD}")')

    def run(self, *arguments):
        return self.bench.ours("--profile", self.name, "--cloud", self.url, *arguments)

    def fill(self, count):
        self.run(SOURCES / "add_together.lua", self.bench.notes(count))


class Reference:
    """The same in C."""

    def __init__(self, bench, cloud, token):
        self.bench, self.path = bench, bench.place("db")
        self.settings = {"CLOUD_URL": cloud.url, "CLOUD_KEY": cloud.key, "CLOUD_TOKEN": token}

    def run(self, task, *arguments):
        return self.bench.reference("cloud", task, *arguments, **self.settings)

    def run_edits(self, task, *arguments):
        return self.bench.reference("edits", task, *arguments, **self.settings)

    def fill(self, count):
        self.run("make", self.bench.fresh(), self.path, self.bench.notes(count))


def served_cloud(bench):
    bench.served = bench.served or Cloud(bench)
    return bench.served


def synced_profile(bench, count):
    """A profile with so many notes, all of them pushed; it remembers the peak of that push."""
    if count not in bench.profiles:
        cloud = served_cloud(bench)
        profile = Profile(bench, cloud, cloud.account()[0])
        profile.fill(count)
        profile.push_peak = check(profile.run("-e", PUSH), count).peak
        profile.run("-e", chunk(1))
        bench.profiles[count] = profile
    return bench.profiles[count]


PULL = """local r = sync.pull() assert(not r.reason, r.reason)
print(#notes.search("covenant", {limit=1}))"""
PUSH = 'local r = sync.push() assert(not r.reason, r.reason) print(r.pushed)'


def many_pushed_and_pulled(bench):
    return pushed_and_pulled(bench, 100_000, 3, 1.3)


def pushed_and_pulled(bench, count=10_000, times=5, aim=1.5):
    """Every run is a new account with new files: pushed by one device, pulled by another."""
    cloud = served_cloud(bench)
    accounts = {}

    def push_ours():
        email, token = accounts["ours"] = cloud.account()
        profile = Profile(bench, cloud, email)
        profile.fill(count)
        return check(profile.run("-e", PUSH), count)

    def push_reference():
        _, token = accounts["reference"] = cloud.account()
        reference = Reference(bench, cloud, token)
        reference.fill(count)
        return reference.run("push", reference.path)

    def pull_ours():
        return Profile(bench, cloud, accounts["ours"][0]).run("-e", PULL)

    def pull_reference():
        reference = Reference(bench, cloud, accounts["reference"][1])
        return reference.run("pull", bench.fresh(), reference.path)

    runs = medians(times, push_ours, push_reference, pull_ours, pull_reference)
    yield beside_wall(f"push of {count:,} notes", runs[0], runs[1], aim)
    yield beside_wall(f"first pull of {count:,}, searched", runs[2], runs[3], aim)


SEAL = 'sync.seal("a long passphrase") '


def sealed(bench, count=10_000, times=5):
    """What sealing adds to each note, on the way up and on the way down."""
    cloud = served_cloud(bench)
    emails = {}

    def push(seal):
        emails[seal] = cloud.account()[0]
        profile = Profile(bench, cloud, emails[seal])
        profile.fill(count)
        profile.run("-e", seal + "sync.status()")
        return profile.run("-e", "local r = sync.push() assert(not r.reason, r.reason)")

    def pull(seal):
        return Profile(bench, cloud, emails[seal]).run("-e", seal + PULL)

    runs = medians(
        times, lambda: push(""), lambda: push(SEAL), lambda: pull(""), lambda: pull(SEAL))
    for work, plain, kept in [("push", runs[0], runs[1]), ("first pull", runs[2], runs[3])]:
        each = (kept.cpu - plain.cpu) / count
        yield Row.limit(f"sealing, {work} of {count:,} notes: a note", each * 1e6, 150, "µs")


def check(run, count):
    if run.output != str(count):
        raise RuntimeError(f"pushed {run.output} of {count}")
    return run


def beside_wall(work, mine, theirs, aim):
    row = Row(f"{work} (CPU of the client)", mine.cpu, theirs.cpu, aim)
    row.note = f"wall {mine.wall * 1e3:.0f} ms, {theirs.wall * 1e3:.0f} ms"
    return row


def nothing_new(bench):
    """The cost of one more sync in a process that has synced before, at two sizes."""
    for count in [1_000, 100_000]:
        profile = synced_profile(bench, count)
        few, many = chunk(1), chunk(21)
        start, one, all_of_them = medians(
            7, lambda: profile.run("-e", ""), lambda: profile.run("-e", few),
            lambda: profile.run("-e", many))
        requests, size = counted(bench, profile, few, many)
        took = (all_of_them.wall - one.wall) / 20
        yield Row.limit(
            f"sync with nothing new, {count:,} notes: requests", requests, 1, "")
        yield Row.limit("… bytes without tokens", size, 1500, "")
        first = f"the first of a process {(one.wall - start.wall) * 1e3:.1f} ms more"
        yield Row.limit("… wall", took * 1e3, 10, " ms", first)


def chunk(times):
    return f"for _ = 1, {times} do local r = sync.now() assert(not r.reason, r.reason) end"


def counted(bench, profile, few, many):
    totals = []
    for text in [few, many]:
        counter = Counter(served_cloud(bench))
        there = ["--profile", profile.name, "--cloud", counter.url, "-e"]
        # A session belongs to an address: this one is new to the profile.
        bench.ours(*there, f'auth.sign_in("{profile.email}", "{PASSWORD}")')
        counter.begin()
        bench.ours(*there, text)
        totals.append(counter.totals())
        counter.close()
    return tuple((more - less) / 20 for less, more in zip(*totals))


def memory(bench, count=100_000):
    """Peak of the process in each stage, less the peak of one that reads from the profile."""
    sender = synced_profile(bench, count)
    # Another work may have taken it to another address.
    sender.sign_in()
    receiver = Profile(bench, served_cloud(bench), sender.email)
    stages = [("push", sender.push_peak), ("first pull, searched", receiver.run("-e", PULL).peak)]
    sender.run("-e", 'for n in notes.each{limit=5000} do n:tag("seen") end')
    stages.append(("push of 5,000 edits", sender.run("-e", PUSH).peak))
    stages.append(("pull of 5,000 edits", receiver.run("-e", PULL).peak))
    stages.append(("nothing new", receiver.run("-e", chunk(1)).peak))
    opened = receiver.run("-e", "return #queue").peak
    for stage, peak in stages:
        yield Row.limit(
            f"memory, {count:,} notes: {stage}", (peak - opened) / 1024, 16, " MB",
            f"{peak / 1024:.1f} MB in all")
