"""A cloud in a process of its own, and what goes over the wire to it."""
import json
import re
import socket
import subprocess
import threading
import urllib.request

PASSWORD = "benchmark 2026"


class Cloud:
    """`lectern serve` with a database in memory, and accounts on it."""

    def __init__(self, bench):
        self.process = subprocess.Popen(
            [bench.lectern, "serve", "--port", "0"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True, env=bench.environment())
        said = ""
        while not (re.search(r"http://\S+", said) and len(re.findall(r"eyJ\S+", said)) > 1):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"lectern serve said: {said}")
            said += line
        self.url = re.search(r"http://[\w.:]+", said).group()
        self.key = re.search(r"eyJ[\w.-]+", said).group()
        self.accounts = 0

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=10)

    def account(self):
        """A new account: its address and a token."""
        self.accounts += 1
        email = f"reader{self.accounts}@example.com"
        body = json.dumps({"email": email, "password": PASSWORD}).encode()
        request = urllib.request.Request(
            f"{self.url}/auth/v1/signup", body,
            {"apikey": self.key, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return email, json.load(answer)["access_token"]


class Counter:
    """Stands between a client and a cloud, and counts requests and bytes, tokens left out."""

    def __init__(self, cloud):
        self.target = ("127.0.0.1", int(cloud.url.rsplit(":", 1)[1]))
        self.sent, self.received = [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.target)
            for ends in [(client, server, self.sent), (server, client, self.received)]:
                threading.Thread(target=self.relay, args=ends, daemon=True).start()

    def relay(self, source, sink, seen):
        while data := source.recv(1 << 16):
            seen.append(data)
            sink.sendall(data)
        try:
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def close(self):
        self.listener.close()

    def begin(self):
        """Forgets what was seen until now."""
        self.sent.clear()
        self.received.clear()

    def totals(self):
        """Requests, and bytes both ways without the values of keys and tokens."""
        sent = b"".join(self.sent)
        bare = re.sub(rb"(?i)(authorization: bearer |apikey: )[^\r]+", rb"\1", sent)
        return len(re.findall(rb"HTTP/1.1\r\n", sent)), len(bare) + len(b"".join(self.received))
