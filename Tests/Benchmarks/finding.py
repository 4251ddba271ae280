"""Finding notes by chapter and by words, and reading references."""
from measuring import SOURCES, Row, medians


def difference(run, times):
    """The work alone: starting is on neither side."""
    return lambda: run(times).less(run(0))


def asked(bench, task, size, times):
    full, script = bench.filled(size), SOURCES / f"{task}.lua"
    return medians(
        5, difference(lambda n: bench.ours("--db", full, script, n), times),
        difference(lambda n: bench.reference("queries", task, full, n), times))


def found(bench):
    for size, times in [(1_000, 2_000), (100_000, 100)]:
        ours, theirs = asked(bench, "find", size, times)
        yield Row(f"notes.find{{chapter=}}, {times:,} of {size:,} notes", ours.cpu, theirs.cpu, 1.5)


def searched(bench):
    for size, times in [(1_000, 2_000), (100_000, 50)]:
        ours, theirs = asked(bench, "search", size, times)
        yield Row(f"notes.search, {times:,} of {size:,} notes", ours.cpu, theirs.cpu, 1.5)


def references(bench):
    count, script = 200_000, SOURCES / "references.lua"
    for way in ["parse", "find"]:
        ours, = medians(5, difference(lambda n: bench.ours("--memory", script, way, n), count))
        yield Row.limit(
            f"a reference by refs.{way}", ours.cpu / count * 1e6, 5, " µs",
            f"{count / ours.cpu:,.0f} a second")
