"""Clients that ask `assay serve` for the largest answers and do not read them, or upload and never end.

Unread answers have one ceiling for all connections (BUDGET_BYTES): what is beyond it is refused with 503 and
Retry-After, whoever takes nothing while others want the room is cut off, and everybody else is answered meanwhile.
"""
import json
import socket
import time

from doors import Server, multipart
from harness import ASSAY, equal, holds, main, until
from serving import spool

MEMORY_MB = 400  # of the server's process, with however many such clients; it took 1.4 GB with 24 of them
SANITIZED = any(word in ASSAY.read_bytes() for word in (b"__asan_init", b"__tsan_init"))  # whose memory says nothing
ROWS = 100_000
WAIT = 12.0      # seconds within which a small question is answered, the largest ones before it in the queue


def served(place):
    rows = "".join(f"{i},{i * 7 % 1000}.5,name {i},x{i * 31 % 977},2026-01-{i % 28 + 1:02},{'y' * 140}\n"
                   for i in range(ROWS))
    path = place.write("big.csv", "a,b,c,d,e,f\n" + rows)
    return Server(place, "--allow", str(place.folder)), path


def memory(server, what="VmHWM"):
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith(what))


def request(path, query):
    body = json.dumps({"data": [path], "query": query}).encode()
    return (b"POST /api/ops/sql.run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body)) + body


def deaf(server, data, receive=4096):
    """A client that sends and does not read."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    wire.connect((server.host, server.port))
    wire.sendall(data)
    return wire


def status_of(wire):
    wire.settimeout(30)
    try:
        return wire.recv(1000)[9:12]
    except (ConnectionResetError, TimeoutError):
        return b"cut"


def held(server):
    text = server.ask("GET", "/metrics").body.decode()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("assay_answers_bytes ")))


def look(place, clients):
    """What so many such clients do to the server and to one who behaves."""
    server, path = served(place)
    with server:
        small = {"data": [path], "query": "SELECT count(*) AS n FROM big"}
        equal(server.ask("POST", "/api/ops/sql.run", small, timeout=60).status, 200)
        wires = [deaf(server, request(path, "SELECT * FROM big")) for _ in range(clients)]
        slowest = 0.0
        for _ in range(4):
            for ask in (lambda: server.ask("GET", "/health"),
                        lambda: server.ask("POST", "/api/ops/sql.run", small, timeout=60)):
                began = time.monotonic()
                equal(ask().status, 200)
                slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.5)
        equal(slowest < WAIT or SANITIZED, True, f"{slowest:.1f} s")
        equal(memory(server) < MEMORY_MB or SANITIZED, True, f"{memory(server)} MB")
        found = [status_of(wire) for wire in wires]
        equal({b"200", b"503"} >= set(found) - {b"cut"}, True, found)
        equal(b"503" in found, True, found)
        for wire in wires:
            wire.close()
        until(lambda: held(server) == 0)
        reply = server.ask("POST", "/api/ops/sql.run", {"data": [path], "query": "SELECT * FROM big"}, timeout=60)
        equal((reply.status, len(reply.json["table"]["rows"] if "table" in reply.json else reply.json["rows"])), (200, ROWS))
        equal(memory(server) < MEMORY_MB or SANITIZED, True, f"{memory(server)} MB")


def test_24_who_do_not_read_take_no_more_than_the_ceiling(place):
    look(place, 24)


def test_200_who_do_not_read_take_no_more_either(place):
    look(place, 200)


def test_who_is_refused_is_told_when_to_come_back(place):
    server, path = served(place)
    with server:
        wires = [deaf(server, request(path, "SELECT * FROM big")) for _ in range(24)]
        refused = b""
        for wire in wires:
            wire.settimeout(30)
            data = wire.recv(4000)
            refused = data if data[9:12] == b"503" else refused
        head, _, body = refused.partition(b"\r\n\r\n")
        holds(head.decode(), "Retry-After: 1", refused)
        error = json.loads(body)["error"]
        equal((error["error_code"], error["can_retry"]), ("BUSY", True), error)
        holds(error["suggested_action"], "ask for less")
        for wire in wires:
            wire.close()


def test_uploads_that_never_end_leave_nothing_behind(place):
    server, _ = served(place)
    with server:
        body, kind = multipart({}, "x.csv", b"a\n" + b"1\n" * 500_000)
        head = (f"POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind['Content-Type']}\r\n"
                f"Content-Length: {10 * len(body)}\r\n\r\n").encode()
        before = memory(server, "VmRSS")
        wires = [deaf(server, head + body) for _ in range(24)]
        until(lambda: len(spool(place)) == len(wires))
        equal(memory(server, "VmRSS") < before + 50 or SANITIZED, True, f"{before} MB, then {memory(server, 'VmRSS')}")
        for wire in wires:
            wire.close()
        until(lambda: spool(place) == [])


def test_a_request_whose_client_left_the_queue_is_not_begun(place):
    """Fifty that leave at once: the one behind them does not wait for their answers to be made."""
    server, path = served(place)
    with server:
        server.ask("POST", "/api/ops/sql.run", {"data": [path], "query": "SELECT 1 AS n"}, timeout=60)
        for wire in [deaf(server, request(path, "SELECT count(*) AS n FROM big a, big b WHERE a.a * b.a % 7 = 3"))
                     for _ in range(50)]:
            wire.close()
        began = time.monotonic()
        reply = server.ask("POST", "/api/ops/sql.run", {"data": [path], "query": "SELECT 1 AS n"}, timeout=60)
        equal((reply.status, time.monotonic() - began < WAIT), (200, True), reply)


if __name__ == "__main__":
    main(globals())
