"""Start-up, Lua alone, and calls from Lua into the program."""
from measuring import ROOT, SOURCES, Row, medians


def started(bench):
    empty = bench.place("db")
    bench.ours("--db", empty, "-e", "")
    full = bench.filled(100_000)
    ours, theirs, with_notes = medians(
        41, lambda: bench.ours("--db", empty, "-e", ""), lambda: bench.run("lua5.4", "-e", ""),
        lambda: bench.ours("--db", full, "-e", ""))
    yield Row("`lectern -e ''` (wall)", ours.wall, theirs.wall, 3)
    yield Row.limit(
        "… with 100,000 notes, more by", (with_notes.wall - ours.wall) * 1e3, 6, " ms")


def lua_alone(bench):
    script = SOURCES / "pure.lua"
    ours, theirs = medians(
        5, lambda: bench.ours("--db", bench.fresh(), script), lambda: bench.run("lua5.4", script))
    yield Row("Lua alone: loop, calls, texts", ours.cpu, theirs.cpu, 1.05)


def called(bench):
    """The loop is counted on both sides, starting on neither."""
    script = SOURCES / "calls.lua"

    def difference(run):
        return lambda: run(10_000_000).less(run(0))

    binding = ROOT / ".build" / "release" / "Calls"
    ours, theirs = medians(
        5, difference(lambda n: bench.run(binding, script, n)),
        difference(lambda n: bench.reference("calls", script, n)))
    yield Row("10,000,000 calls with one integer", ours.cpu, theirs.cpu, 2)


def read(bench):
    full, script = bench.filled(10_000), SOURCES / "read.lua"
    ours, theirs = medians(
        5, lambda: bench.ours("--db", full, script, 200_000),
        lambda: bench.reference("notes", "read", full, 200_000))
    yield Row("200,000 notes read by id", ours.cpu, theirs.cpu, 3)
