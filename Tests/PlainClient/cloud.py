"""`lectern serve` in a process of its own, and profiles of ours that sync with it."""
import json
import os
import shutil
import subprocess
import tempfile


class Cloud:
    def __init__(self, lectern, *options):
        self.lectern = lectern
        self.home = tempfile.mkdtemp(prefix="lectern-plain-")
        self.process = subprocess.Popen(
            [lectern, "serve", "--port", "0", *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.environment())
        said = {}
        while "SUPABASE_SERVICE_ROLE_KEY" not in said:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"lectern serve said: {said}")
            name, _, value = line.strip().partition("=")
            said[name] = value
        self.url = said["SUPABASE_URL"]
        self.anon = said["SUPABASE_ANON_KEY"]
        self.service = said["SUPABASE_SERVICE_ROLE_KEY"]

    def environment(self):
        return {**os.environ, "HOME": self.home, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}

    def run(self, chunk, *options):
        """What a chunk returns that a program of ours runs against this cloud."""
        done = subprocess.run(
            [self.lectern, "--cloud", self.url, "--key", self.anon, *options, "-e", chunk],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            env=self.environment())
        if done.returncode != 0:
            raise AssertionError(f"{chunk}\n{done.stdout}{done.stderr}")
        return done.stdout.strip()

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=10)
        shutil.rmtree(self.home)


class Device:
    """A profile of ours, signed in."""

    def __init__(self, cloud, name, email, password):
        self.cloud, self.name = cloud, name
        self.run(f"auth.sign_in({json.dumps(email)}, {json.dumps(password)})")

    def run(self, chunk, *options):
        return self.cloud.run(chunk, "--profile", self.name, *options)

    def sync(self):
        self.run("sync.now()")

    def rows(self, sql):
        return json.loads(self.run(f"return sql({json.dumps(sql)})", "-o", "json"))
