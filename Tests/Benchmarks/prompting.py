"""The prompt as a person feels it: how soon it is there, and how soon a key is answered."""
import fcntl
import os
import pty
import select
import statistics
import struct
import termios
import time

from measuring import Row


class Terminal:
    """A program on a pseudo terminal of 80 columns and 50 rows."""

    def __init__(self, command, environment):
        self.began = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(str(command[0]), [str(word) for word in command], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        self.seen = b""

    def read(self, seconds=20):
        if not select.select([self.terminal], [], [], seconds)[0]:
            raise RuntimeError(f"nothing came; the screen: {self.seen[-500:]!r}")
        piece = os.read(self.terminal, 1 << 16)
        self.seen += piece
        return piece

    def wait(self, text):
        """Seconds until the text is there, from this call on."""
        began = time.perf_counter()
        self.seen = b""
        while text not in self.seen:
            self.read()
        return time.perf_counter() - began

    def ready(self, prompt):
        """Seconds from the start of the program to its prompt."""
        while prompt not in self.seen:
            self.read()
        return time.perf_counter() - self.began

    def type(self, keys):
        os.write(self.terminal, keys)

    def quiet(self):
        """Reads until nothing comes for a moment."""
        while select.select([self.terminal], [], [], 0.05)[0]:
            self.read()

    def answered(self, key):
        """Seconds until a key is answered."""
        began = time.perf_counter()
        self.type(key)
        self.read()
        took = time.perf_counter() - began
        self.quiet()
        return took

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def environment(bench, color=True):
    kept = bench.environment(TERM="xterm-256color", LANG="C.UTF-8", PAGER="cat")
    kept.pop("NO_COLOR", None)
    return kept if color else {**kept, "NO_COLOR": "1"}


def long_history(bench, count=100_000):
    folder = bench.folder / "home" / ".local" / "state" / "lectern"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{n}\tnotes.add(\"Psalm {n % 150 + 1}\", \"entry {n}\")\n" for n in range(count)]
    (folder / "history").write_text("".join(lines))


def prompted(bench, times=15):
    long_history(bench)
    full = bench.filled(100_000)
    ours, theirs = [], []
    for _ in range(times):
        for times_of, command, prompt in [
            (ours, [bench.lectern, "--db", full, "--quiet", "--no-rc"], b"q:"),
            (theirs, ["lua5.4", "-i"], b"> "),
        ]:
            terminal = Terminal(command, environment(bench))
            times_of.append(terminal.ready(prompt))
            terminal.close()
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    yield Row.limit(
        "prompt with 100,000 notes and 100,000 entries of history, over 3 × `lua5.4 -i`",
        (ours - 3 * theirs) * 1e3, 10, " ms", f"{ours * 1e3:.1f} ms, lua {theirs * 1e3:.1f} ms")


def typed(bench, count=200):
    """Keys into a buffer of 200 lines, and Tab, with 10,000 notes."""
    full = bench.filled(10_000)
    terminal = Terminal(
        [bench.lectern, "--db", full, "--quiet", "--no-rc"], environment(bench))
    terminal.ready(b"q:")
    lines = "\n".join(f"  local v{n} = notes.find{{tag = \"t{n}\"}} -- {n}" for n in range(200))
    terminal.type(b"\033[200~do\n" + lines.encode() + b"\n  \033[201~")
    terminal.quiet()
    echoes = [terminal.answered(b"x") for _ in range(count)]
    yield Row.limit(
        "a key in a buffer of 200 coloured lines, 95 of 100", percentile(echoes, 0.95) * 1e3, 5,
        " ms", f"median {statistics.median(echoes) * 1e3:.2f} ms")
    terminal.type(b"\003")
    terminal.quiet()
    offers = []
    for words in [b"notes.fi", b"notes.get(", b"notes.add(\"joh", b"notes.find{tag = \"", b"no"] * 10:
        terminal.type(words)
        terminal.quiet()
        offers.append(terminal.answered(b"\t"))
        terminal.type(b"\003")
        terminal.quiet()
    yield Row.limit(
        "Tab with 10,000 notes, 95 of 100", percentile(offers, 0.95) * 1e3, 20, " ms",
        f"median {statistics.median(offers) * 1e3:.2f} ms")
    terminal.close()


def pasted(bench, times=5):
    took = []
    for _ in range(times):
        terminal = Terminal([bench.lectern, "--memory", "--quiet", "--no-rc"], environment(bench))
        terminal.ready(b"q:")
        lines = "".join(f"\tn = {n}\t-- line\n" for n in range(1_000))
        began = time.perf_counter()
        data = b"\033[200~do\n" + lines.encode() + b"end --pasted\033[201~"
        while data:
            # A terminal takes a few kilobytes at once.
            sent = os.write(terminal.terminal, data[:1_024])
            data = data[sent:]
        while b"--pasted" not in terminal.seen:
            terminal.read()
        took.append(time.perf_counter() - began)
        terminal.close()
    yield Row.limit("a paste of 1,000 lines", statistics.median(took) * 1e3, 200, " ms")


def first_page(bench, times=5):
    """From Enter to the first rows, the table of 100,000 notes going through the pager."""
    full = bench.filled(100_000)
    took = []
    for _ in range(times):
        terminal = Terminal(
            [bench.lectern, "--db", full, "--quiet", "--no-rc"],
            {**environment(bench), "PAGER": "head -5"})
        terminal.ready(b"q:")
        terminal.quiet()
        terminal.type(b"notes.find{}\r")
        took.append(terminal.wait(b"--  --"))
        terminal.close()
    yield Row.limit("first page of notes.find{} over 100,000 notes", statistics.median(took) * 1e3,
                    100, " ms")
