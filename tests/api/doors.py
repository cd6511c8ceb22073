"""The three doors as a client sees them: a server that was started for the test, and MCP over stdio and HTTP.

Standard library only. The MCP here is the smallest client that can call a tool (revision 2025-11-25); the official ones
are driven from tests/mcp.
"""
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import time

import reach
from harness import ASSAY, environment

REVISION = "2025-11-25"


class Reply:
    def __init__(self, response=None, status=0, headers=None, body=b""):
        self.status = response.status if response else status
        self.headers = {name.lower(): value for name, value in response.getheaders()} if response else headers
        self.body = response.read() if response else body
        reach.note_reply(self.status, self.headers, self.body)

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.headers}\n{self.body[:2000]!r}"


class Server:
    """`assay serve` on a port of the kernel's choice; ends with the with block."""

    def __init__(self, place, *flags, program=None, **more):
        self.process = subprocess.Popen([str(program or ASSAY), "serve", "--port", "0", *flags], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment(place), cwd=place.folder, **more)
        ready, _, _ = select.select([self.process.stdout], [], [], 20)
        line = self.process.stdout.readline().decode() if ready else ""
        if not line.startswith("http://"):
            self.process.kill()
            raise AssertionError(f"the server did not start: {line!r} {self.process.stderr.read()!r}")
        self.address = line.strip()
        self.host, port = self.address[len("http://"):].rstrip("/").rsplit(":", 1)
        self.port = int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, how=signal.SIGTERM, wait=20):
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(wait)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self.stderr = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.returncode

    def connect(self, timeout=30):
        return http.client.HTTPConnection(self.host.strip("[]"), self.port, timeout=timeout)

    def ask(self, method, path, body=None, headers=None, timeout=30):
        """One request on a connection of its own; a dict or list goes as JSON."""
        connection = self.connect(timeout)
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, headers)
            return Reply(connection.getresponse())
        finally:
            connection.close()


class Wire:
    """A connection byte by byte, for what http.client would never send."""

    def __init__(self, server, timeout=15):
        self.socket = socket.create_connection((server.host.strip("[]"), server.port), timeout)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.file.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)
        return self

    def line(self):
        line = self.file.readline(65536)
        if not line.endswith(b"\r\n"):
            raise EOFError(f"the connection ended within {line!r}")
        return line[:-2].decode("latin-1")

    def exactly(self, n):
        data = self.file.read(n)
        if len(data) < n:
            raise EOFError(f"the connection ended {n - len(data)} bytes early")
        return data

    def chunks(self):
        data = b""
        while True:
            n = int(self.line(), 16)
            data += self.exactly(n)
            self.line()
            if n == 0:
                return data

    def reply(self, method="GET"):
        """The next answer; None when the server closed instead."""
        try:
            first = self.file.readline(65536)
        except ConnectionResetError:
            return None
        if not first:
            return None
        version, status, _ = first.decode("latin-1").split(" ", 2)
        if not version.startswith("HTTP/1."):
            raise AssertionError(f"no answer: {first!r}")
        headers = {}
        while line := self.line():
            name, value = line.split(":", 1)
            headers[name.lower()] = value.strip()
        status = int(status)
        if status == 100:
            return self.reply(method)
        if method == "HEAD" or status in (204, 304):
            body = b""
        elif headers.get("transfer-encoding") == "chunked":
            body = self.chunks()
        else:
            body = self.exactly(int(headers["content-length"])) if "content-length" in headers else self.file.read()
        return Reply(None, status, headers, body)

    def has_ended(self, seconds):
        """Whether the server closes within so many seconds; what it sends until then is thrown away."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                if not self.socket.recv(65536):
                    return True
            except ConnectionResetError:
                return True
            except TimeoutError:
                return False
        return False


class Stream:
    """Events as they come."""

    def __init__(self, server, method, path, body=None, headers=None, timeout=30):
        self.connection = server.connect(timeout)
        headers = {"Accept": "text/event-stream", **(headers or {})}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.headers = {name.lower(): value for name, value in self.response.getheaders()}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()

    def cut(self):
        self.response.close()
        self.connection.close()

    def block(self):
        """The lines up to the next empty one; None at the end."""
        lines = []
        while line := self.response.readline():
            line = line.decode().rstrip("\n")
            if line:
                lines.append(line)
            elif lines:
                return lines
        return None

    def next(self):
        """(event, id, data) of the next one, comments left out; None at the end."""
        while lines := self.block():
            found = events("\n".join(lines).encode())
            if found and found[0] != ("", "", ""):
                return found[0]
        return None

    def rest(self):
        found = []
        while event := self.next():
            found.append(event)
        return found


def multipart(fields, name, data, boundary="assay-test-boundary"):
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
             for key, value in fields.items()]
    parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                 'Content-Type: application/octet-stream\r\n\r\n'.encode() + data + b"\r\n")
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), {"Content-Type": f"multipart/form-data; boundary={boundary}"}


def events(body):
    """[(event, id, data)] of a stream that has ended."""
    found = []
    for block in body.decode().split("\n\n"):
        fields = [line.split(":", 1) for line in block.split("\n") if line and not line.startswith(":")]
        if fields:
            get = lambda name: "\n".join(value.lstrip(" ") for key, value in fields if key == name)
            found.append((get("event"), get("id"), get("data")))
            reach.note_text("stream", found[-1][2])
    return found


def frame(identity, method, params):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return message if identity is None else {**message, "id": identity}


HELLO = {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class StdioMcp:
    """`assay mcp` as a child."""

    def __init__(self, place, *flags):
        self.process = subprocess.Popen([str(ASSAY), "mcp", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment(place), cwd=place.folder)
        self.next = 0
        self.pending = b""
        self.hello = self.request("initialize", HELLO)
        self.send(frame(None, "notifications/initialized", {}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def read(self, seconds=30):
        until = time.monotonic() + seconds
        while b"\n" not in self.pending:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))
            if not ready:
                raise AssertionError("no answer in time")
            some = os.read(self.process.stdout.fileno(), 65536)  # a file would keep what select cannot see
            if not some:
                raise AssertionError(f"the server is gone: {self.process.stderr.read()!r}")
            self.pending += some
        line, self.pending = self.pending.split(b"\n", 1)
        message = json.loads(line)
        reach.note("mcp", message)
        return message

    def request(self, method, params):
        self.next += 1
        self.send(frame(self.next, method, params))
        while True:
            message = self.read()
            if message.get("id") == self.next and "method" not in message:
                return message


class HttpMcp:
    """The same over POST /mcp of a Server."""

    def __init__(self, server):
        self.server = server
        self.next = 0
        self.headers = {"Accept": "application/json, text/event-stream"}
        self.hello = self.request("initialize", HELLO)
        self.headers["MCP-Protocol-Version"] = REVISION
        self.send(frame(None, "notifications/initialized", {}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def send(self, message):
        return self.server.ask("POST", "/mcp", message, self.headers)

    def request(self, method, params):
        self.next += 1
        reply = self.send(frame(self.next, method, params))
        if "mcp-session-id" in reply.headers:
            self.headers["Mcp-Session-Id"] = reply.headers["mcp-session-id"]
        if reply.headers.get("content-type", "").startswith("text/event-stream"):
            messages = [json.loads(data) for _, _, data in events(reply.body) if data]
            return next(m for m in messages if m.get("id") == self.next and "method" not in m)
        return reply.json
