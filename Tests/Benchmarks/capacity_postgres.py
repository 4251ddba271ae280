"""A PostgreSQL 15 of its own, at a Unix socket, that keeps nothing."""
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

PROGRAMS = "/usr/lib/postgresql/15/bin"
OPTIONS = [
    "listen_addresses=''", "fsync=off", "synchronous_commit=off", "full_page_writes=off",
    "autovacuum=off", "max_wal_size=4GB", "maintenance_work_mem=256MB",
]
START = """
"$1/initdb" -D "$2/rows" -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
"$1/pg_ctl" -D "$2/rows" -w -t 60 -l "$2/log" -o "-k '$2' $3" start >/dev/null
"""


class Postgres:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="lectern-capacity-")
        self.as_other = []
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
            self.as_other = ["runuser", "-u", "postgres", "--"]
        self.command("sh", "-ec", START, "sh", PROGRAMS, self.folder,
                     " ".join(f"-c {option}" for option in OPTIONS))

    def close(self):
        self.command(f"{PROGRAMS}/pg_ctl", "-D", f"{self.folder}/rows", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, *words, text=None):
        done = subprocess.run(
            [*self.as_other, *words], input=text, capture_output=text is not None, text=True,
            cwd="/", timeout=1200, stdin=subprocess.DEVNULL if text is None else None,
            stdout=subprocess.DEVNULL if text is None else None)
        if done.returncode != 0:
            raise RuntimeError(f"{words[0]}: {done.stderr}")
        return done.stdout

    def make(self, name, *scripts):
        """A database, after these files of SQL."""
        self.run("postgres", f"create database {name}")
        for script in scripts:
            self.run(name, Path(script).read_text())

    def run(self, database, sql):
        """What psql prints for a text of SQL: a line a row, columns parted by tabs."""
        return self.command(
            "psql", "-X", "-q", "-At", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-U", "postgres",
            "-h", self.folder, "-d", database, text=sql)

    def rows(self, database, sql):
        return [line.split("\t") for line in self.run(database, sql).splitlines()]


def called(user, function, **arguments):
    """SQL that calls a function as PostgREST does for a signed-in person."""
    claims = json.dumps({"sub": user, "role": "authenticated"})
    named = ", ".join(f"{name} => {literal(value)}" for name, value in arguments.items())
    return (
        f"begin; set local role authenticated;"
        f" select set_config('request.jwt.claims', {literal(claims)}, true) \\g /dev/null\n"
        f"select public.{function}({named});\ncommit;\n")


def literal(value):
    if isinstance(value, int):
        return str(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "'" + text.replace("'", "''") + "'"
