"""Writing notes on one device."""
from measuring import SOURCES, Row, medians


def written_each(bench):
    notes = bench.notes(10_000)

    def ours():
        return bench.ours("--db", bench.copied(), SOURCES / "add_each.lua", notes)

    def reference(way):
        return lambda: bench.reference("notes", way, bench.fresh(), bench.place("db"), notes)

    mine, each, fifties = medians(5, ours, reference("each"), reference("fifties"))
    yield Row("10,000 notes, a transaction each; C indexes each", mine.cpu, each.cpu, 0.7)
    yield Row("… C indexes fifty at a time", mine.cpu, fifties.cpu, 1.5)


def written_together(bench):
    notes = bench.notes(10_000)
    mine, theirs = medians(
        7, lambda: bench.ours("--db", bench.copied(), SOURCES / "add_together.lua", notes),
        lambda: bench.reference("notes", "together", bench.fresh(), bench.place("db"), notes))
    yield Row("10,000 notes in one transaction", mine.cpu, theirs.cpu, 1.3)
