"""A project as a function sees it: `lectern serve` behind a gateway that keeps files too, and that
fails where it is told to."""
import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Gateway:
    def __init__(self, url):
        self.target = urlsplit(url)
        self.files = {}
        # What fails: the beginning of "METHOD /path", and the answer; None closes the line.
        self.fault = None
        self.asked = []
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *words):
                pass

            def answer(self):
                gateway.answer(self)

            do_GET = do_POST = do_DELETE = do_PUT = do_PATCH = do_OPTIONS = answer

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, asked):
        body = asked.rfile.read(int(asked.headers.get("Content-Length") or 0))
        line = f"{asked.command} {asked.path}"
        self.asked.append(line)
        if self.fault and line.startswith(self.fault[0]):
            if self.fault[1] is None:
                asked.close_connection = True
                asked.connection.close()
                return
            return self.send(asked, *self.fault[1])
        if asked.path.startswith("/storage/v1/object"):
            return self.send(asked, *self.storage(asked.command, asked.path, json.loads(body)))
        self.pass_on(asked, body)

    def pass_on(self, asked, body):
        there = http.client.HTTPConnection(self.target.hostname, self.target.port, timeout=30)
        fields = {name: value for name, value in asked.headers.items()
                  if name.lower() not in ("host", "connection", "accept-encoding")}
        there.request(asked.command, asked.path, body or None, fields)
        reply = there.getresponse()
        text = reply.read()
        there.close()
        self.send(asked, reply.status, text, reply.getheader("Content-Type"))

    @staticmethod
    def send(asked, status, body, kind="application/json"):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        asked.send_response(status)
        if kind:
            asked.send_header("Content-Type", kind)
        asked.send_header("Content-Length", str(len(body)))
        asked.end_headers()
        asked.wfile.write(body)

    def storage(self, method, path, said):
        bucket = path.rsplit("/", 1)[1]
        if bucket not in self.files:
            return 400, {"statusCode": "404", "error": "Bucket not found",
                         "message": "Bucket not found"}
        held = self.files[bucket]
        if method == "DELETE":
            gone = [name for name in said["prefixes"] if name in held]
            held.difference_update(gone)
            return 200, [{"name": name} for name in gone]
        # A folder is listed once, however much is in it.
        found = {}
        for name in sorted(held):
            if name.startswith(said["prefix"]):
                head, slash, _ = name[len(said["prefix"]):].partition("/")
                found[head] = None if slash else name
        page = list(found.items())[said["offset"]:said["offset"] + said["limit"]]
        return 200, [{"name": name, "id": whole} for name, whole in page]
