#!/usr/bin/env python3
"""`assay serve` and `assay mcp` among clients that mean no good: malformed, slow, half-open, never reading.

What must hold: whoever behaves is answered rightly and about as fast as before, no request is answered with 5xx, memory
stays within bounds, and when the others are gone so is everything they held. The well-behaved client is a process of
its own, so that its times are the server's and not those of the attackers' interpreter.

Usage: test_hostile.py ASSAY [NAME...] [--long]. With --long more requests are sent, and clients that read nothing are
watched until they are cut off, which takes minutes.
"""
import json
import multiprocessing
import os
import random
import resource
import select
import socket
import struct
import sys
import threading
import time

LONG = "--long" in sys.argv
sys.argv = [arg for arg in sys.argv if arg != "--long"]

from doors import HttpMcp, Server, StdioMcp, Wire, frame  # noqa: E402
from garbage import ANSWERED, GOOD, KINDS, REFUSED, frames  # noqa: E402
from harness import ASSAY, equal, main  # noqa: E402

SEED = 20260728
REQUESTS = 100_000 if LONG else 10_000
ATTACKERS = 4
SLOW = 200           # of each kind of slow client
HEALTH_P99 = 0.250   # seconds: GET /health by the one who behaves, on a small machine that others use too
ASK_P99 = 2.0        # the same for a question, whose audit entries are on the disk before it is answered
CUT_WITHIN = 13.0    # WEB_HEAD_MS and WEB_GRACE_MS are 10 s
MEMORY_KB = 96 << 10 # more than at the start
SANITIZED = any(word in ASSAY.read_bytes() for word in (b"__asan_init", b"__tsan_init"))  # whose memory says nothing
SALES = "region,revenue\nNorth,10.50\nSouth,20\n"

forked = multiprocessing.get_context("fork")


def figure(server, name):
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(next(line.split()[1] for line in status if line.startswith(name)))


def descriptors(server):
    """Its sockets and temporary files: what a client may leave behind. The store opens readers as it needs them."""
    folder, found = f"/proc/{server.process.pid}/fd", []
    for name in os.listdir(folder):
        try:
            found.append(os.readlink(f"{folder}/{name}"))
        except FileNotFoundError:
            pass  # closed meanwhile
    return sum(target.startswith("socket:") or "/uploads/" in target for target in found)


def metric(server, name):
    text = server.ask("GET", "/metrics").body.decode()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith(name + " ")))


# ---- the one who behaves ----

def behave(server, sales, stop, told):
    """Asks until it is told to stop; tells its times, or the first answer that was wrong."""
    times = {"health": [], "ask": []}
    connection = server.connect()
    body = json.dumps({"question": "total revenue", "data": [sales]})
    try:
        while not stop.is_set():
            for name, method, path, data, wanted in (("health", "GET", "/health", None, b'"healthy"'),) * 20 + (
                    ("ask", "POST", "/api/ask", body, b"30.5"),):
                began = time.monotonic()
                connection.request(method, path, data, {"Content-Type": "application/json"} if data else {})
                reply = connection.getresponse()
                got = reply.read()
                times[name].append(time.monotonic() - began)
                if reply.status != 200 or wanted not in got:
                    raise AssertionError(f"{method} {path}: {reply.status} {got[:300]!r}")
            time.sleep(0.01)
        told.put(times)
    except Exception as wrong:
        told.put(repr(wrong))


class Polite:
    """A client in a process of its own, as long as the with block; its percentiles must stay within the bounds."""

    def __init__(self, server, sales):
        self.stop, self.told = forked.Event(), forked.Queue()
        self.process = forked.Process(target=behave, args=(server, sales, self.stop, self.told))

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, kind, *_):
        self.stop.set()
        self.times = self.told.get(timeout=60)
        self.process.join(10)
        if kind is None:
            self.check()

    def p99(self, name):
        times = sorted(self.times[name])
        return times[int(len(times) * 0.99)]

    def check(self):
        if isinstance(self.times, str):
            raise AssertionError(f"who behaves was not served: {self.times}")
        if len(self.times["health"]) < 40:
            raise AssertionError(f"who behaves got only {len(self.times['health'])} answers")
        for name, bound in (("health", HEALTH_P99), ("ask", ASK_P99)):
            if self.p99(name) > bound:
                raise AssertionError(f"p99 of {name} is {self.p99(name) * 1000:.0f} ms")
        print(f"   among them: {len(self.times['health'])} times /health, p99 {self.p99('health') * 1000:.1f} ms; "
              f"{len(self.times['ask'])} questions, p99 {self.p99('ask') * 1000:.1f} ms", file=sys.stderr)


class Watched:
    """A server whose memory, threads and descriptors must be what they were when all is over."""

    def __init__(self, place, memory_kb=MEMORY_KB, nobody_left=True):
        self.may_grow_kb = memory_kb
        self.nobody_left = nobody_left  # a call whose client is gone is cancelled, which counts as failed
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        self.sales = place.write("sales.csv", SALES)
        self.server = Server(place, "--allow", str(place.folder))
        for _ in range(20):
            self.server.ask("POST", "/api/ask", {"question": "total revenue", "data": [self.sales]})
        self.server.ask("POST", "/api/ops/sql.run", {"query": "SELECT 1", "data": [self.sales]})  # has its own worker
        self.memory, self.threads = figure(self.server, "VmRSS:"), figure(self.server, "Threads:")
        self.descriptors = descriptors(self.server)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.check()
        finally:
            status = self.server.stop()
        if kind is None:
            equal(status, 0)
            equal(self.server.stderr, "")

    def check(self):
        equal(self.server.process.poll(), None)
        if self.nobody_left:
            equal(metric(self.server, "assay_http_failed_total"), 0)
        end = time.monotonic() + 12
        while descriptors(self.server) > self.descriptors + 1 and time.monotonic() < end:
            time.sleep(0.1)
        if descriptors(self.server) > self.descriptors + 1:
            raise AssertionError(f"{descriptors(self.server)} descriptors, {self.descriptors} at the start")
        if figure(self.server, "Threads:") > self.threads + 4:  # a table that is loaded has a thread of its own
            raise AssertionError(f"{figure(self.server, 'Threads:')} threads, {self.threads} at the start")
        peak = figure(self.server, "VmHWM:")
        if peak > self.memory + self.may_grow_kb and not SANITIZED:
            raise AssertionError(f"memory grew from {self.memory} to {peak} kB")
        print(f"   memory {self.memory >> 10} MB at the start, {peak >> 10} at most", file=sys.stderr)


# ---- malformed ----

class Attacker(threading.Thread):
    """Sends so many of them, on connections that it keeps where the server does, and judges what comes back."""

    def __init__(self, server, seed, requests):
        super().__init__()
        self.server, self.requests = server, requests
        self.random = random.Random(seed)
        self.wire = None
        self.wrong, self.statuses = {}, {}

    def run(self):
        for _ in range(self.requests):
            kind = self.random.choice(KINDS)
            data, may = kind(self.random)
            try:
                self.once(data, may)
            except Exception as wrong:
                self.wrong[kind.__name__] = f"{data[:300]!r} ({len(data)} bytes): {wrong!r}"
                self.leave()
        self.leave()

    def leave(self):
        """Closes; every other time with a reset."""
        if self.wire:
            if self.random.random() < 0.5:
                self.wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.wire.close()
        self.wire = None

    def once(self, data, may):
        if not self.wire:
            self.wire = Wire(self.server)
        try:
            self.wire.send(data)
            if may in (REFUSED, ANSWERED):
                self.judge(self.wire.reply(data.split(b" ", 1)[0].decode("latin-1")), may)
            else:
                self.glance()
        except (ConnectionResetError, BrokenPipeError, EOFError):
            self.leave()  # cut off in the middle of what it sent, or of an answer that it did not wait for

    def count(self, status):
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status >= 500 and status != 505:
            raise AssertionError(f"status {status}")

    def judge(self, reply, may):
        if reply is None:
            self.count(0)
            self.leave()
            return
        self.count(reply.status)
        if may == REFUSED and not 400 <= reply.status < 500:
            raise AssertionError(f"was not refused: {reply}")
        if reply.headers.get("content-type") == "text/event-stream" or reply.headers.get("connection",
                                                                      "").lower() == "close" \
                or self.random.random() < 0.3:
            self.leave()
            return
        # A connection that the server keeps must still mean the same to both sides.
        after = self.wire.send(GOOD).reply()
        if after is None:
            self.leave()
        elif after.status != 200 or b'"healthy"' not in after.body:
            raise AssertionError(f"the next request on the connection was answered with {after}")

    def glance(self):
        """What comes at once is looked at; then it leaves, whatever the server may still wait for."""
        if select.select([self.wire.socket], [], [], 0.002)[0]:
            first = self.wire.socket.recv(65536)
            if first.startswith(b"HTTP/1."):
                self.count(int(first[9:12]))
        self.leave()


def test_ten_thousand_malformed_requests_do_not_disturb_who_behaves(place):
    with Watched(place) as watched, Polite(watched.server, watched.sales):
        attackers = [Attacker(watched.server, SEED + i, REQUESTS // ATTACKERS) for i in range(ATTACKERS)]
        for attacker in attackers:
            attacker.start()
        for attacker in attackers:
            attacker.join()
        statuses = {}
        for attacker in attackers:
            equal(attacker.wrong, {})
            for status, n in attacker.statuses.items():
                statuses[status] = statuses.get(status, 0) + n
        print(f"   {REQUESTS} requests: {dict(sorted(statuses.items()))}", file=sys.stderr)
        if not {400, 403, 404, 405, 413, 415, 431} <= set(statuses):
            raise AssertionError(f"the attack is too tame: {statuses}")


# ---- slow ----

class Drip:
    """Many connections that each send a piece now and then, until the server cuts them off."""

    def __init__(self, server, begin, piece):
        self.piece = piece
        self.open = []
        self.cut = []  # seconds after which
        self.began = time.monotonic()
        for _ in range(SLOW):
            wire = socket.create_connection(("127.0.0.1", server.port))
            wire.sendall(begin)
            wire.setblocking(False)
            self.open.append(wire)

    def go_on(self):
        left = []
        for wire in self.open:
            if self.is_open(wire):
                left.append(wire)
            else:
                wire.close()
                self.cut.append(time.monotonic() - self.began)
        self.open = left

    def is_open(self, wire):
        try:
            if self.piece:
                wire.send(self.piece)
            return bool(wire.recv(4096))  # an answer that says so is taken
        except BlockingIOError:
            return True
        except OSError:
            return False

    def check(self, name):
        equal(len(self.open), 0, f"{name}: still open")
        if max(self.cut) > CUT_WITHIN or min(self.cut) < 5:
            raise AssertionError(f"{name}: cut off after {min(self.cut):.1f} to {max(self.cut):.1f} s")


def test_slow_and_half_open_clients_are_cut_off_and_slow_nobody_down(place):
    post = (b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 5000\r\n\r\n{")
    form = (b"POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n"
            b"Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n"
            b'Content-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n')
    with Watched(place) as watched, Polite(watched.server, watched.sales):
        server = watched.server
        drips = {"half-open": Drip(server, b"", b""), "a request line": Drip(server, b"GET ", b"x"),
                 "headers": Drip(server, b"GET /health HTTP/1.1\r\nHost: localhost\r\n", b"X: y\r\n"),
                 "a body": Drip(server, post, b" "), "a file": Drip(server, form, b"1,2\n")}
        end = time.monotonic() + CUT_WITHIN + 2
        while any(drip.open for drip in drips.values()) and time.monotonic() < end:
            for drip in drips.values():
                drip.go_on()
            time.sleep(0.4)
        for name, drip in drips.items():
            drip.check(name)
        equal(os.listdir(place.home / "uploads" / ".spool"), [])


def wide(sales):
    """A question whose answer has some 16 MB."""
    args = {"data": [sales], "query": "SELECT repeat('x', 16000) || r.range AS x FROM range(1000) r", "row_limit": 1000}
    body = json.dumps(args).encode()
    return (b"POST /api/ops/sql.run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


def greedy(server, request):
    """A connection that asks for a large answer and has little room for it."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect(("127.0.0.1", server.port))
    wire.sendall(request)
    return wire


def test_clients_that_do_not_read_their_large_answers_slow_nobody_down(place):
    with Watched(place, 384 << 10) as watched, Polite(watched.server, watched.sales):  # six times what is asked for
        whole = Wire(watched.server).send(wide(watched.sales)).reply()
        equal(whole.status, 200, whole)
        if len(whole.body) < 8 << 20:
            raise AssertionError(f"the answer has only {len(whole.body)} bytes")
        readers = [greedy(watched.server, wide(watched.sales)) for _ in range(3)]
        time.sleep(3)
        if LONG:
            began = time.monotonic()
            while descriptors(watched.server) > watched.descriptors + 2 and time.monotonic() - began < 120:
                time.sleep(0.5)
            print(f"   cut off after {time.monotonic() - began + 3:.0f} s", file=sys.stderr)
            if time.monotonic() - began >= 60:
                raise AssertionError("those who read nothing are not cut off")
        for reader in readers:
            reader.close()


def test_clients_that_vanish_in_mid_answer_leave_nothing(place):
    with Watched(place, nobody_left=False) as watched, Polite(watched.server, watched.sales):
        body = json.dumps({"question": "total revenue", "data": [watched.sales]}).encode()
        for accept in (b"application/json", b"text/event-stream") * 150:
            with Wire(watched.server) as wire:
                wire.send(b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          b"Accept: %s\r\nContent-Length: %d\r\n\r\n%s" % (accept, len(body), body))
                if accept.startswith(b"text"):
                    wire.socket.recv(10)
                wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        equal(watched.server.ask("GET", "/api/audit/verify").json["ok"], True)


def test_more_connections_than_there_is_room_for_are_turned_away_and_the_next_is_served(place):
    with Watched(place) as watched:
        port = watched.server.port
        crowd = []
        try:
            for _ in range(4300):  # WEB_CONNECTIONS is 4096
                wire = socket.socket()
                wire.setblocking(False)
                wire.connect_ex(("127.0.0.1", port))
                crowd.append(wire)
                if len(crowd) % 200 == 0:
                    time.sleep(0.02)
            time.sleep(0.5)
        finally:
            for wire in crowd:
                wire.close()
        equal(watched.server.ask("GET", "/health").status, 200)


# ---- MCP ----

def is_error(message):
    return isinstance(message, dict) and message.get("jsonrpc") == "2.0" and (
        "error" in message or message.get("result", {}).get("isError") is True)


def test_malformed_lines_do_not_end_mcp_over_stdio(place):
    r = random.Random(SEED)
    with StdioMcp(place) as client:
        for n in range(400):
            line = frames(r).replace(b"\n", b" ")
            client.process.stdin.write(line + b"\n")
            client.process.stdin.flush()
            if n % 10 == 9:
                client.send(frame(f"ping-{n}", "ping", {}))
                while (message := client.read()).get("id") != f"ping-{n}":
                    if "method" not in message and not is_error(message) and "result" not in message:
                        raise AssertionError(f"{line[:200]!r} was answered with {message}")
                equal(message.get("result"), {}, message)
        equal(client.process.poll(), None)


def test_a_line_longer_than_any_message_does_not_end_mcp_over_stdio(place):
    with StdioMcp(place) as client:
        client.process.stdin.write(b'{"jsonrpc":"2.0","id":7,"method":"' + b"x" * (3 << 20) + b'"}\n')
        client.process.stdin.flush()
        message = client.read()
        if "error" not in message:
            raise AssertionError(str(message)[:300])
        equal(client.request("ping", {}).get("result"), {})


def test_mcp_over_stdio_ends_when_its_client_does(place):
    client = StdioMcp(place)
    client.process.stdin.write(b'{"jsonrpc":"2.0","id":7,"method"')
    client.process.stdin.close()
    equal(client.process.wait(10), 0)
    client.process.stdout.close()
    client.process.stderr.close()


def test_malformed_bodies_do_not_end_mcp_over_http(place):
    r = random.Random(SEED)
    with Watched(place) as watched, HttpMcp(watched.server) as client:
        for n in range(400):
            body = frames(r)
            headers = {"Content-Type": "application/json", **client.headers}
            if r.random() < 0.2:
                headers[r.choice(["Mcp-Session-Id", "MCP-Protocol-Version", "Accept", "Content-Type",
                                  "Last-Event-ID"])] = \
                    r.choice(["", "x", "2020-01-01", "\xff", "a" * 3000, "*/*"])
            reply = watched.server.ask(r.choice(["POST"] * 8 + ["GET", "DELETE"]), "/mcp", body,
                                       {name: value.encode("latin-1") for name, value in headers.items()}, timeout=5)
            if reply.status >= 500 or reply.status in (301, 302):
                raise AssertionError(f"{body[:200]!r}: {reply}")
            if reply.status == 200 and reply.headers["content-type"].startswith("application/json") and \
                    not is_error(reply.json) and "result" not in reply.json:
                raise AssertionError(f"{body[:200]!r}: {reply}")
            if n % 20 == 19:
                fresh = HttpMcp(watched.server)
                equal(fresh.request("ping", {}).get("result"), {}, n)


if __name__ == "__main__":
    main(globals())
