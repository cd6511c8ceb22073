"""A server in place of a model's, for tests: it speaks OpenAI's chat completions, and fails in every way there is.

Each request takes the next of the given manners, the last one again and again. A manner is a function that is given the
request and the connection and writes what it likes, or a list of (tool, arguments) that the model is to choose.
And what the tests with one share: a server of ours that is told of it, and a conversation. Standard library only.
"""
import json
import shlex
import socket
import ssl
import subprocess
import threading
import time

import doors
from harness import ASSAY, equal, holds

KEY = "sk-test-3f9c1e77-very-secret"
BUDGET = 10   # seconds that a model may take of one message
ZONE = "Europe/Berlin"

# What the built-in voice leaves open: it reads nothing in the first three, and is not sure of the others.
GONE = "the boiler thing is what it is, here or gone"
DONE = "could the report thing be behind us by now"
WHAT = "could somebody jog that memory of mine"
MILK = "milk"
SCRAP = "never mind the dentist"


class Request:
    def __init__(self, line, headers, body):
        self.line, self.headers, self.raw = line, headers, body
        self.body = json.loads(body) if body else None

    @property
    def messages(self):
        return self.body["messages"]


def http(status, body, **headers):
    """A manner that answers so, whatever was asked."""
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Some", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]

    def answer(_, connection):
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    return answer


def calls(*chosen, finish="tool_calls"):
    """A completion that chooses these tools."""
    return {"id": "x", "object": "chat.completion", "choices": [{"index": 0, "finish_reason": finish, "message": {
        "role": "assistant", "content": None,
        "tool_calls": [{"id": f"call_{i}", "type": "function",
                        "function": {"name": name, "arguments": args if isinstance(args, str) else json.dumps(args)}}
                       for i, (name, args) in enumerate(chosen)]}}]}


def closes(_, connection):
    connection.close()


def hangs(_, connection):
    connection.settimeout(60)
    try:
        connection.recv(1)
    except OSError:
        pass


def drips(_, connection):
    """A byte now and then, for ever: never silent long enough to be called dead."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    try:
        while True:
            connection.sendall(b" ")
            time.sleep(0.2)
    except OSError:
        pass


def huge(_, connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    try:
        for _ in range(2000):
            connection.sendall(b"[" * 65536)
    except OSError:
        pass


def certificate(folder, *names):
    """A certificate that vouches for itself, for these names, as a file; and a server's context with it."""
    folder.mkdir()
    key, cert, context = folder / "key.pem", folder / "cert.pem", ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=stand-in",
                    "-addext", "subjectAltName=" + ",".join(names)], check=True, capture_output=True)
    context.load_cert_chain(cert, key)
    return str(cert), context


class Standin:
    def __init__(self, *manners, tls=None):
        """With tls, a server's ssl.SSLContext, it is one of https."""
        self.manners, self.tls = list(manners) or [[]], tls
        self.requests, self.connections = [], 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}/v1"
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """The thread that waits for connections has ended before its socket is closed: a wait that is begun again on a
        number that the next stand-in has got by then would take that one's connections."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()

    def next(self, *manners):
        """From now on so."""
        self.manners = list(manners)

    def run(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            request = self.read(connection)
            self.requests.append(request)
            manner = self.manners.pop(0) if len(self.manners) > 1 else self.manners[0]
            if isinstance(manner, list):
                manner = http(200, calls(*manner))
            manner(request, connection)
        except OSError:
            pass
        finally:
            connection.close()

    @staticmethod
    def read(connection):
        def more():
            got = connection.recv(65536)
            if not got:
                raise ConnectionResetError("it left in the middle of its request")
            return got

        data = b""
        while b"\r\n\r\n" not in data:
            data += more()
        head, body = data.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        headers = {k.lower(): v.strip() for k, v in (line.split(":", 1) for line in lines[1:])}
        while len(body) < int(headers.get("content-length", 0)):
            body += more()
        return Request(lines[0], headers, body)


class Server(doors.Server):
    """A server for which a model is set."""

    def __init__(self, place, url, key=KEY, name="stand-in", **more):
        lines = [f"export ASSAY_MODEL_URL={shlex.quote(url)} ASSAY_MODEL={shlex.quote(name)}"]
        lines += [f"export ASSAY_MODEL_KEY={shlex.quote(key)}"] if key else []
        lines += [f"export {k}={shlex.quote(v)}" for k, v in more.items()]
        script = place.folder / "with-model"
        script.write_text("#!/bin/sh\n" + "\n".join(lines) + f'\nexec {shlex.quote(str(ASSAY))} "$@"\n')
        script.chmod(0o755)
        super().__init__(place, program=script)


class Talk:
    """A conversation over HTTP of a person who has these tasks, the first of them the newest."""

    def __init__(self, place, server, *titles, user="ann"):
        self.place, self.server, self.user, self.id = place, server, user, None
        for title in reversed(titles):
            done = place.run("task", "add", title, "--user", user)
            equal(done.status, 0, done)

    def say(self, message, status=None):
        body = {"message": message, "time_zone": ZONE} | ({"conversation_id": self.id} if self.id else {})
        reply = self.server.ask("POST", f"/api/{self.user}/chat", body)
        equal(reply.status, 200, (message, reply))
        self.id = reply.json["conversation_id"]
        if status:
            equal(reply.json["status"], status, (message, reply.json))
        return reply.json

    def tasks(self):
        """Every task of the person and its state, as another process sees them."""
        done = self.place.run("task", "list", "--user", self.user, "--json")
        return {t["title"]: t["status"] for t in done.json["data"]}


def tools(said):
    return [c["tool"] for c in said["tool_calls"] if c["tool"] != "list_tasks"]


def labels(said):
    return [option["label"] for option in said["options"]]


def unharmed(place, manner, message=GONE, within=BUDGET - 2, wanted="beyond me"):
    """The built-in voice answers, nothing changes, and before the time is up that a model may take."""
    with Standin(manner) as model, Server(place, model.url) as server:
        talk = Talk(place, server, "Boiler", "Report")
        began = time.monotonic()
        said = talk.say(message, "clarification_needed")
        took = time.monotonic() - began
        holds(said["response"], wanted, said)
        equal(tools(said), [], said)
        equal(talk.tasks(), {"Boiler": "pending", "Report": "pending"})
        if took > within:
            raise AssertionError(f"it took {took:.1f} s")
        return len(model.requests)
