"""Works of a device that has synced before: its edits, and those of another."""
from measuring import SOURCES, Row, medians
from syncing import PULL, Profile, Reference, served_cloud


def synced_pair(bench, count):
    """Two profiles of ours that hold the same notes."""
    cloud = served_cloud(bench)
    sender = Profile(bench, cloud, cloud.account()[0])
    sender.fill(count)
    sender.run("-e", "sync.now()")
    receiver = Profile(bench, cloud, sender.email)
    receiver.run("-e", "sync.now()")
    return sender, receiver


def synced_reference(bench, count):
    """The same in C; the second file takes from the first one's account."""
    cloud = served_cloud(bench)
    _, token = cloud.account()
    sender, receiver = (Reference(bench, cloud, token) for _ in range(2))
    sender.fill(count)
    sender.run("push", sender.path)
    sender.run_edits("index", sender.path)
    receiver.run("pull", bench.fresh(), receiver.path)
    return sender, receiver


def edited(bench, count=20_000, times=5):
    """Each turn edits another tenth of the notes and deletes another hundredth."""
    ours, theirs = synced_pair(bench, count), synced_reference(bench, count)
    folding, _ = synced_reference(bench, count)
    turns = {}

    def turn(of):
        turns[of] = turns.get(of, 0) + 1
        return turns[of]

    def checked(run):
        if run.output != f"{count // 10 + count // 100}\t1":
            raise RuntimeError(f"pushed {run.output}")
        return run

    pushed, each, fifties, pulled, taken = medians(
        times,
        lambda: checked(ours[0].run(SOURCES / "edits.lua", turn("ours"), count)),
        lambda: theirs[0].run_edits("each", theirs[0].path, turn("each")),
        lambda: folding.run_edits("fifties", folding.path, turn("fifties")),
        lambda: ours[1].run("-e", PULL),
        lambda: theirs[1].run_edits("pull", theirs[1].path))
    work = f"{count // 10:,} edits and {count // 100:,} deletions of {count:,}, pushed"
    yield Row(f"{work}; C indexes each (CPU of the client)", pushed.cpu, each.cpu, 1)
    yield Row("… C indexes fifty at a time", pushed.cpu, fifties.cpu, 1.5)
    yield Row("… pulled by another device (CPU of the client)", pulled.cpu, taken.cpu, 1.3)
