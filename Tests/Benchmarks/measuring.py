"""Runs programs and measures them, ours and the reference in turn."""
import os
import shutil
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
ROOT = SOURCES.parent.parent


@dataclass
class Run:
    """One run of a program. Times in seconds, memory in kilobytes."""
    wall: float
    cpu: float
    peak: int
    output: str = ""

    def less(self, other):
        return Run(self.wall - other.wall, self.cpu - other.cpu, self.peak - other.peak)


@dataclass
class Row:
    """One line of the table: seconds of ours beside seconds of the reference."""
    work: str
    ours: float
    reference: float
    aim: float
    note: str = ""

    @staticmethod
    def limit(work, value, most, unit, note=""):
        """A line without a reference: a value and the most it may be."""
        return Limit(work, value, most, unit, note)

    @property
    def text(self):
        ratio = self.ours / self.reference
        beside = f" ({self.note})" if self.note else ""
        return (f"| {self.work}{beside} | {duration(self.ours)} | {duration(self.reference)} "
                f"| {ratio:.2f} | ≤ {self.aim} × | {met(ratio <= self.aim)} |")


@dataclass
class Limit:
    work: str
    value: float
    most: float
    unit: str
    note: str

    @property
    def text(self):
        beside = f" ({self.note})" if self.note else ""
        return (f"| {self.work}{beside} | {self.value:,.1f}{self.unit} | | "
                f"| ≤ {self.most:,}{self.unit} | {met(self.value <= self.most)} |")


def met(is_met):
    return "yes" if is_met else "no"


def duration(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms"


class Bench:
    """The built programs, a scratch folder, and the data that works share."""

    def __init__(self, lectern):
        self.lectern = Path(lectern).resolve()
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-bench-"))
        self.built = ROOT / ".build" / "benchmarks"
        self.count = 0
        self.served = None
        self.profiles = {}

    def close(self):
        if self.served:
            self.served.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def build(self, *wanted):
        """Compiles the references, with the optimisation that Debian's packages have."""
        self.built.mkdir(parents=True, exist_ok=True)
        lua, sqlite = ["-I/usr/include/lua5.4", "-llua5.4"], ["-lsqlite3"]
        for name, libraries in [
            ("measure", []), ("notes", sqlite), ("queries", sqlite), ("calls", lua),
            ("capture", sqlite), ("compact", sqlite),
            ("cloud", [*sqlite, "-lcurl"]), ("edits", [*sqlite, "-lcurl"]),
        ]:
            if wanted and name not in wanted:
                continue
            source, program = SOURCES / f"{name}.c", self.built / name
            subprocess.run(
                ["cc", "-O2", "-Wall", "-Wextra", "-o", program, source, *libraries], check=True)

    def number(self):
        self.count += 1
        return self.count

    def place(self, name):
        """A new path in the scratch folder."""
        return self.folder / f"{self.number()}-{name}"

    def environment(self, **more):
        """Ours keeps its files in the scratch folder and knows of no cloud."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SUPABASE_", "XDG_"))}
        return {**kept, "HOME": str(self.folder / "home"), **{k: str(v) for k, v in more.items()}}

    def run(self, *command, **environment):
        """Runs a program to its end; a failure of it is a failure of the bench."""
        report = self.folder / "measured"
        done = subprocess.run(
            [self.built / "measure", report, *map(str, command)], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=600, cwd=self.folder,
            env=self.environment(**environment))
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        wall, user, system, peak, status = report.read_text().split()
        if int(status) != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}: {status}\n{done.stderr}")
        return Run(float(wall), float(user) + float(system), int(peak), done.stdout.strip())

    def ours(self, *arguments, **environment):
        return self.run(self.lectern, *arguments, **environment)

    def reference(self, program, *arguments, **environment):
        return self.run(self.built / program, *arguments, **environment)

    def notes(self, count):
        """A file of `count` notes, a line each: reference, tab, text of about 120 letters."""
        path = self.folder / f"notes-{count}"
        if not path.exists():
            with open(path, "w") as file:
                for number in range(count):
                    file.write(note(number))
        return path

    def fresh(self):
        """A new file of ours, from which references take tables and indexes."""
        path = self.folder / "fresh.db"
        if not path.exists():
            self.ours("--db", path, "-e", "")
        return path

    def copied(self):
        """A file of ours without notes, as a person has it who begins: it was made before."""
        path = self.place("db")
        shutil.copyfile(self.fresh(), path)
        return path

    def filled(self, count):
        """A file of ours with so many notes."""
        path = self.folder / f"filled-{count}.db"
        if not path.exists():
            self.ours("--db", path, SOURCES / "add_together.lua", self.notes(count))
        return path


BOOKS = [("Genesis", 50), ("Psalms", 150), ("Isaiah", 66), ("Matthew", 28), ("Romans", 16)]
WORDS = """
the and of to in that for with not from his they be is unto all as by but which had there out upon
have he it was this when then also light water word mountain covenant promise people king river
house garden stone bread lamp field shepherd prayer mercy grace judgment wisdom servant temple
altar harvest journey desert vision prophet scroll letter faith hope love glory throne spirit
breath earth heaven morning evening compare context Hebrew Greek root verb note see chapter
commentary translation question reading study reflect author theme structure poetry law history
gospel
""".split()


def note(number):
    """Follows from its number alone, so that every run writes the same."""
    book, chapters = BOOKS[number % len(BOOKS)]
    state, words, letters = number * 2654435761 + 12345, [f"n{number}"], 0
    while letters < 120:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        words.append(WORDS[(state >> 33) % len(WORDS)])
        letters += len(words[-1]) + 1
    chapter = number // len(BOOKS) % chapters + 1
    return f"{book} {chapter}:{number % 2 + 1}\t{' '.join(words)}\n"


def medians(times, *measured):
    """Runs each in turn, so that they share the machine's mood; of each the median of its runs."""
    runs = [[] for _ in measured]
    for _ in range(times):
        for place, measure in enumerate(measured):
            runs[place].append(measure())
    return [
        Run(*(statistics.median(getattr(run, name) for run in each)
              for name in ("wall", "cpu", "peak")))
        for each in runs
    ]
