"""`lectern serve` in a process of its own, and profiles of ours that sync with it."""
import json
import os
import shutil
import subprocess
import tempfile


class Cloud:
    def __init__(self, lectern):
        self.lectern = lectern
        self.home = tempfile.mkdtemp(prefix="lectern-plain-")
        self.process = subprocess.Popen(
            [lectern, "serve", "--port", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            text=True, env=self.environment())
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
        done = subprocess.run(
            [self.cloud.lectern, "--profile", self.name, "--cloud", self.cloud.url, *options,
             "-e", chunk],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            env=self.cloud.environment())
        if done.returncode != 0:
            raise AssertionError(f"{chunk}\n{done.stdout}{done.stderr}")
        return done.stdout.strip()

    def sync(self):
        self.run("sync.now()")

    def rows(self, sql):
        return json.loads(self.run(f"return sql({json.dumps(sql)})", "-o", "json"))
