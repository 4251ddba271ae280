"""The function delete-user-data, run by Deno, against `lectern serve` and a storage.

delete_user_data.py LECTERN DENO: each test is a function; the first that fails ends the run.
"""
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import traceback
from urllib.parse import urlsplit

from cloud import Cloud
from gateway import Gateway

PASSWORD = "correct-horse-9"
BUCKETS = ["avatars", "exports"]


class Project:
    """A cloud, its gateway, and the function as it is deployed."""

    def __init__(self, lectern, deno):
        self.cloud = Cloud(lectern)
        self.gateway = Gateway(self.cloud.url)
        self.gateway.files = {name: set() for name in BUCKETS}
        self.folder = tempfile.TemporaryDirectory(prefix="lectern-function-")
        subprocess.run([lectern, "supabase", self.folder.name], check=True,
                       stdout=subprocess.DEVNULL, env=self.cloud.environment())
        self.text = f"{self.folder.name}/supabase/functions/delete-user-data/index.ts"
        subprocess.run([deno, "check", "--no-remote", "--quiet", self.text], check=True,
                       env={**self.cloud.environment(), "NO_COLOR": "1"})
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = open(f"{self.folder.name}/log", "w+")
        self.function = subprocess.Popen(
            [deno, "run", "--no-remote", "--allow-env", f"--allow-net={self.gateway_host()}"
             f",127.0.0.1:{self.port}", self.text],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env={**self.cloud.environment(), "NO_COLOR": "1",
                 "DENO_SERVE_ADDRESS": f"tcp:127.0.0.1:{self.port}",
                 "SUPABASE_URL": self.gateway.url, "LECTERN_BUCKETS": ", ".join(BUCKETS + ["none"]),
                 "SUPABASE_SERVICE_ROLE_KEY": self.cloud.service})
        self.wait()

    def gateway_host(self):
        return urlsplit(self.gateway.url).netloc

    def wait(self):
        while self.function.poll() is None:
            try:
                self.call("OPTIONS")
                return
            except ConnectionError:
                pass
        raise RuntimeError(f"the function ended: {self.logged()}")

    def logged(self):
        self.log.flush()
        with open(self.log.name) as log:
            return log.read()

    def close(self):
        self.function.terminate()
        self.function.wait(timeout=10)
        self.gateway.close()
        self.cloud.close()
        self.folder.cleanup()

    # Requests

    def ask(self, port, method, path, body=None, **fields):
        there = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        there.request(method, path, None if body is None else json.dumps(body),
                      {"Content-Type": "application/json", **fields})
        reply = there.getresponse()
        text = reply.read().decode()
        there.close()
        fields = {name.lower(): value for name, value in reply.getheaders()}
        return reply.status, json.loads(text) if text else None, fields

    def call(self, method="POST", token=None):
        fields = {"Authorization": f"Bearer {token}"} if token is not None else {}
        return self.ask(self.port, method, "/", **fields)

    def send(self, method, path, body=None, token=None):
        return self.ask(urlsplit(self.cloud.url).port, method, path, body,
                        apikey=self.cloud.anon, Authorization=f"Bearer {token or self.cloud.anon}")

    # People

    def person(self, email):
        status, said, _ = self.send(
            "POST", "/auth/v1/signup", {"email": email, "password": PASSWORD})
        assert status == 200, said
        token, user = said["access_token"], said["user"]["id"]
        for number in range(3):
            status, said, _ = self.send("POST", "/rest/v1/user_notes", {
                "verse_ref": "john 3:16", "note_text": f"{email} {number}"}, token)
            assert status == 201, said
        for bucket in BUCKETS:
            names = ["a.png", "deep/b.png", "deep/er/c d.txt"] + [f"{n}.bin" for n in range(1200)]
            self.gateway.files[bucket] |= {f"{user}/{name}" for name in names}
        return token, user

    def left(self, user):
        """What the project still has of somebody."""
        rows = 0
        for table in re.findall(r'^  "(\w+)",$', open(self.text).read(), re.M):
            status, said, _ = self.send(
                "GET", f"/rest/v1/{table}?user_id=eq.{user}&select=user_id", None,
                self.cloud.service)
            rows += len(said) if status == 200 else 0
        files = sum(name.startswith(user) for held in self.gateway.files.values() for name in held)
        status, _, _ = self.send("GET", f"/auth/v1/admin/users/{user}", None, self.cloud.service)
        return rows, files, status == 200


def deleting(project):
    ann, ann_id = project.person("ann@t.example")
    _, bob_id = project.person("bob@t.example")
    before = project.left(bob_id)
    assert before[0] == 3 and before[1] > 2000 and before[2], before
    status, said, fields = project.call(token=ann)
    assert (status, said) == (200, {"deleted": ann_id}), (status, said)
    assert fields["access-control-allow-origin"] == "*", fields
    assert project.left(ann_id) == (0, 0, False), project.left(ann_id)
    assert project.left(bob_id) == before, project.left(bob_id)
    # Once more: there is nobody any more whose token it could be.
    status, said, _ = project.call(token=ann)
    assert (status, said["code"]) == (403, "user_not_found"), (status, said)


def embedded(project, method, token):
    """What the cloud of the program itself answers in the function's place."""
    fields = {} if token is None else {"Authorization": f"Bearer {token}"}
    return project.ask(urlsplit(project.cloud.url).port, method,
                       "/functions/v1/delete-user-data", None, **fields)[:2]


def refusing(project):
    token, user = project.person("carl@t.example")
    before = project.left(user)
    for method in ["GET", "PUT", "DELETE", "PATCH"]:
        status, said, fields = project.call(method, token)
        assert (status, said["code"]) == (405, "method_not_allowed"), (status, said)
        assert "POST" in fields["allow"], fields
        assert (status, said) == embedded(project, method, token), (method, status, said)
    status, _, fields = project.call("OPTIONS")
    assert status == 204 and "authorization" in fields["access-control-allow-headers"], fields
    for wrong in [None, "", "nonsense", token[:-3] + "abc", project.cloud.anon,
                  project.cloud.service]:
        status, said, _ = project.call(token=wrong)
        assert 400 < status < 500 and said["code"] and said["message"], (wrong, status, said)
        assert (status, said) == embedded(project, "POST", wrong), (wrong, status, said)
    assert project.left(user) == before, project.left(user)


def failing(project):
    """At each step, in each way; and then again."""
    trouble = [(500, {"code": "XX000", "message": "no"}), (502, b"<html>"), None]
    steps = [("GET /auth/v1/user", 503), ("DELETE /rest/v1/user_notes", 503),
             ("DELETE /rest/v1/sync_conflicts", 503), ("POST /storage/v1/object/list/exports", 503),
             ("DELETE /storage/v1/object/avatars", 503), ("DELETE /auth/v1/admin/users/", 503)]
    for place, (step, expected) in enumerate(steps):
        token, user = project.person(f"p{place}@t.example")
        for answer in trouble:
            project.gateway.fault = (step, answer)
            status, said, _ = project.call(token=token)
            assert status == expected and said["code"] and said["message"], (step, status, said)
            assert project.left(user)[2], step
            project.gateway.fault = None
        status, said, _ = project.call(token=token)
        assert (status, said) == (200, {"deleted": user}), (step, status, said)
        assert project.left(user) == (0, 0, False), (step, project.left(user))


def losing_an_answer(project):
    """The account is gone, and nobody was told: the next call says so."""
    token, user = project.person("dora@t.example")
    project.send("DELETE", f"/auth/v1/admin/users/{user}", {}, project.cloud.service)
    status, said, _ = project.call(token=token)
    assert (status, said["code"]) == (403, "user_not_found"), (status, said)


def missing(project):
    """A table that was not deployed, and a bucket that is not there, hold nothing."""
    token, user = project.person("eve@t.example")
    project.gateway.fault = ("DELETE /rest/v1/bookmarks", (
        404, {"code": "PGRST205", "message": "Could not find the table"}))
    status, said, _ = project.call(token=token)
    project.gateway.fault = None
    assert (status, said) == (200, {"deleted": user}), (status, said)


def silent(project):
    """What it logged names no token and no key."""
    log = project.logged()
    assert "rows_not_deleted" in log, log
    assert "eyJ" not in log and project.cloud.service not in log, log


def main(lectern, deno):
    project = Project(os.path.abspath(lectern), deno)
    try:
        for test in [deleting, refusing, failing, losing_an_answer, missing, silent]:
            try:
                test(project)
            except Exception:
                traceback.print_exc()
                print(f"error: {test.__name__} failed", file=sys.stderr)
                return 1
            print(f"ok: {test.__name__.replace('_', ' ')}")
        return 0
    finally:
        project.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
