"""Works behind a round trip, and worlds that are played."""
import queue
import socket
import threading
import time

from measuring import Row, medians
from served import Counter
from syncing import PUSH, Profile, check, served_cloud

# Of a round trip, in seconds; half of it each way.
ROUND_TRIP = 0.020


class Distance(Counter):
    """Stands between a client and a cloud as if they were far from each other."""

    def relay(self, source, sink, seen):
        # Making a connection takes a round trip before the first byte: half of it is paid here.
        waiting, opening = queue.SimpleQueue(), ROUND_TRIP if seen is self.sent else 0
        threading.Thread(target=self.deliver, args=(waiting, sink), daemon=True).start()
        while data := source.recv(1 << 16):
            waiting.put((time.monotonic() + ROUND_TRIP / 2 + opening, data))
            opening = 0
        waiting.put((time.monotonic() + ROUND_TRIP / 2, None))

    def deliver(self, waiting, sink):
        while True:
            due, data = waiting.get()
            time.sleep(max(0, due - time.monotonic()))
            try:
                if data is None:
                    return sink.shutdown(socket.SHUT_WR)
                sink.sendall(data)
            except OSError:
                return


def far_away(bench, count=1_000):
    """Every run is a new account: pushed by one device, pulled by another, as whole processes."""
    cloud = served_cloud(bench)
    far = Distance(cloud)
    far.key = cloud.key
    account = {}

    def push():
        account["email"], _ = cloud.account()
        profile = Profile(bench, far, account["email"])
        profile.fill(count)
        return check(profile.run("-e", PUSH), count)

    def pull():
        profile = Profile(bench, far, account["email"])
        return check(profile.run("-e", "return sync.pull().pulled"), count)

    pushed, pulled = medians(7, push, pull)
    far.close()
    for name, run in [("push", pushed), ("first pull", pulled)]:
        yield Row.limit(f"{name} of {count:,} notes, 20 ms away (wall)", run.wall * 1e3, 120, " ms")


def simulated(bench, worlds=150):
    """Worlds, and nothing but them: how long the first takes longer is left out."""
    def play(count):
        return lambda: bench.ours("simulate", "--seed", 1, "--worlds", count)

    many, one = medians(3, play(worlds), play(1))
    each = (many.cpu - one.cpu) / (worlds - 1)
    yield Row.limit(
        f"a random world ({1 / each:,.0f} a second and core)", each * 1e3, 20, " ms")
