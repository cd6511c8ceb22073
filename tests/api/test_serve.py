#!/usr/bin/env python3
"""`assay serve` as programs around it see it: who is let in, how it begins and ends, what it answers.

Everything here runs the real program on a home of its own and a port that the kernel chooses. Uploads and streams are
in test_serve_streams.py; what it does under attack is in test_hostile.py.
"""
import contextlib
import gzip
import json
import os
import signal
import sqlite3
import stat
import sys
import time

from doors import Stream, Wire
from harness import equal, holds, main, until
from serving import ERROR, SALES, InBackground, endless, error_of, numbers, raw, running, served, token_of, upload

NOBODY = 65534
ENDS_WITHIN = 9.0  # seconds from a signal to the end: answers may finish for 3, streams and clients take a moment more


# ---- who is let in ----

def as_nobody(server, path, token=""):
    """(status, body) of a request by a process of another user. Forked, as that user may not be able to run Python."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            reply = server.ask("GET", path, headers={"Authorization": token} if token else {}, timeout=10)
            os.write(theirs, json.dumps([reply.status, reply.body.decode()[:20000]]).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told)


def test_another_users_process_is_refused_without_the_token_and_served_with_it(place):
    if os.geteuid() != 0:
        print("skipped: trying a second user needs root", file=sys.stderr)
        return
    server, _ = served(place)
    with server:
        token = place.home / "keys" / "http.token"
        equal(stat.S_IMODE(token.stat().st_mode), 0o600)
        equal(server.ask("GET", "/api/ops").status, 200)
        for path in ("/api/ops", "/metrics", "/api/audit/verify", "/openapi.json", "/nothing/here"):
            status, body = as_nobody(server, path)
            equal(status, 401, path)
            equal(set(json.loads(body)["error"]), ERROR, body)
        for wrong in ("Bearer ", "Bearer x", f"Bearer {token_of(place)}x", f"Bearer {token_of(place)[:-1]}",
                      token_of(place)):
            equal(as_nobody(server, "/api/ops", wrong)[0], 401, wrong)
        equal(as_nobody(server, "/api/ops", f"Bearer {token_of(place)}")[0], 200)
        equal(as_nobody(server, "/health")[0], 200)


def test_a_foreign_host_is_refused(place):
    server, _ = served(place, "--name", "box.example")
    with server:
        port = server.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", f"127.0.0.1:{port + 1}",
                     "localhost.", "127.1", "0x7f.1", "", "[::1", "localhost:", f"localhost:{port}x", "user@localhost"):
            for path in ("/health", "/api/ops", "/nothing"):
                reply = raw(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                if reply.status not in (400, 403):
                    raise AssertionError(f"{host!r} was let in: {reply}")
        for host in ("localhost", f"LOCALHOST:{port}", "127.0.0.1", f"127.0.0.1:{port}", f"[::1]:{port}",
                     "box.example", f"Box.Example:{port}"):
            equal(raw(server, f"GET /api/ops HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()).status, 200, host)


def test_a_foreign_origin_is_refused(place):
    server, _ = served(place)
    with server:
        for origin in ("http://evil.example", "null", "http://localhost", f"http://localhost:{server.port + 1}",
                       f"http://localhost:{server.port}.evil.example", "", "file://", f"ftp://localhost:{server.port}"):
            for method, path, body in (("GET", "/api/ops", None), ("POST", "/api/ops/audit.verify", {}),
                                       ("POST", "/mcp", {}), ("OPTIONS", "/api/ops", None)):
                error_of(server.ask(method, path, body, {"Origin": origin}), 403, "POLICY_VIOLATION")
        for origin in (f"http://localhost:{server.port}", f"http://127.0.0.1:{server.port}"):
            equal(server.ask("GET", "/api/ops", headers={"Origin": origin}).status, 200, origin)
        reply = server.ask("GET", "/api/ops", headers={"Origin": f"http://localhost:{server.port}"})
        equal([name for name in reply.headers if name.startswith("access-control")], [])


def test_a_request_without_a_host_or_with_two_is_bad(place):
    server, _ = served(place)
    with server:
        equal(raw(server, b"GET /health HTTP/1.1\r\n\r\n").status, 400)
        two = raw(server, b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n")
        equal(two.status, 400, two)
        equal(server.ask("GET", "/health").status, 200)


def test_on_another_address_everybody_needs_the_token(place):
    server, _ = served(place, "--host", "0.0.0.0")
    with server:
        server.host = "127.0.0.1"
        error_of(server.ask("GET", "/api/ops"), 401)
        equal(server.ask("GET", "/health").status, 200)
        equal(server.ask("GET", "/api/ops", headers={"Authorization": f"Bearer {token_of(place)}"}).status, 200)
        equal(server.ask("GET", "/api/ops", headers={"Authorization": f"bearer {token_of(place)}"}).status, 200)


def test_who_shows_the_token_may_ask_only_so_often(place):
    server, _ = served(place, "--host", "0.0.0.0", "--rate", "5")
    with server:
        server.host = "127.0.0.1"
        key = {"Authorization": f"Bearer {token_of(place)}"}
        replies = [server.ask("GET", "/api/ops?limit=1", headers=key) for _ in range(40)]
        refused = [reply for reply in replies if reply.status != 200]
        if not 20 <= len(refused) <= 35:
            raise AssertionError(f"{len(refused)} of 40 were refused")
        error_of(refused[0], 429)
        holds(refused[0].headers, "retry-after")
        until(lambda: server.ask("GET", "/api/ops?limit=1", headers=key).status == 200)


def test_the_token_stays_the_same_over_a_restart_and_is_told_to_nobody(place):
    server, _ = served(place)
    with server:
        first = token_of(place)
        for path in ("/openapi.json", "/docs", "/metrics", "/api/ops", "/"):
            if first in server.ask("GET", path).body.decode("latin-1"):
                raise AssertionError(f"{path} tells the token")
    server, _ = served(place)
    with server:
        equal(token_of(place), first)
    equal(len(first), 64)


# ---- starting and ending ----

def test_a_port_in_use_is_told_with_what_to_do(place):
    server, _ = served(place)
    with server:
        done = place.run("serve", "--port", str(server.port))
        equal(done.status, 1, done)
        holds(done.err, "--port", done)
        holds(done.err, str(server.port), done)
        equal(done.out, "")
        equal(server.ask("GET", "/health").status, 200)


def test_wrong_flags_of_serve_are_refused(place):
    for status, *flags in ((2, "--port", "70000"), (2, "--port", "x"), (2, "--host", ""), (2, "--rate", "0"),
                           (2, "--unknown"), (2, "--host", "no.such.address"), (2, "--host", "203.0.113.7"),
                           (1, "--allow", "/no/such/folder")):
        done = place.run("serve", "--port", "0", *flags)
        equal(done.status, status, (flags, done))
        if not done.err:
            raise AssertionError(f"nothing is said of {flags}")


def ends_by(place, how):
    server, _ = served(place)
    slow = numbers(place, 3000)
    follower = Stream(server, "GET", "/api/events")
    streamed = Stream(server, "POST", "/api/ops/sql.run", endless(slow))
    asked = InBackground(lambda: server.ask("POST", "/api/ops/sql.run", endless(slow)))
    until(lambda: running(server) >= 3)  # the two queries, and this question itself
    half = Wire(server).send(b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                             b"Content-Length: 100\r\n\r\n{")
    idle = Wire(server)
    began = time.monotonic()
    equal(server.stop(how), 0)
    took = time.monotonic() - began
    if took > ENDS_WITHIN:
        raise AssertionError(f"it took {took:.1f} s to end")
    equal(server.stderr, "")
    error_of(asked.wait(), 503)
    last = streamed.rest()[-1]
    equal(last[0], "error", last)
    equal(follower.rest()[-1:], [])
    for client in (follower, streamed):
        client.cut()
    for client in (half, idle):
        if not client.has_ended(5):
            raise AssertionError("a connection outlived the server")
        client.close()
    equal(place.run("audit", "verify", "--json").json["ok"], True)


def test_sigterm_ends_it_soon_with_streams_and_slow_requests_open(place):
    ends_by(place, signal.SIGTERM)


def test_sigint_ends_it_soon_with_streams_and_slow_requests_open(place):
    ends_by(place, signal.SIGINT)


def test_an_idle_server_ends_at_once(place):
    def end():
        server, _ = served(place)
        with Stream(server, "GET", "/api/events") as follower, Wire(server):
            began = time.monotonic()
            equal(server.stop(signal.SIGTERM), 0)
            took = time.monotonic() - began
            equal(follower.rest(), [])
        return took

    for _ in range(5):  # others use the machine, too
        took = end()
        if took < 3:
            return
    raise AssertionError(f"it took {took:.1f} s")


def test_answers_under_way_at_the_end_are_whole(place):
    for attempt in range(20):  # all may be through before this one has seen three of them under way
        server, sales = served(place)
        asking = [InBackground(lambda: server.ask("POST", "/api/ask", {"question": "total revenue", "data": [sales]}))
                  for _ in range(12)]
        under_way = until(lambda: running(server) >= 3 or not any(ask.thread.is_alive() for ask in asking)) and any(
            ask.thread.is_alive() for ask in asking)
        equal(server.stop(signal.SIGTERM), 0)
        if under_way:
            break
    equal(under_way, True)
    answered = 0
    for ask in asking:
        reply = ask.wait()
        if reply is None:
            if not isinstance(ask.wrong, (ConnectionError, OSError)):
                raise AssertionError(repr(ask.wrong))  # half an answer would be http.client.IncompleteRead
            continue
        if reply.status == 200:
            answered += 1
            equal(reply.json["status"], "success")
            equal(place.run("audit", "show", reply.json["evidence"]["request_id"]).status, 0)
        else:
            equal(reply.status, 503, reply)
    if not answered:
        raise AssertionError("nothing was answered")


def test_a_killed_server_starts_again_on_its_home_and_its_log_is_whole(place):
    server, sales = served(place)
    ask = {"question": "total revenue", "data": [sales]}
    done = server.ask("POST", "/api/ask", ask).json
    asking = [InBackground(lambda: server.ask("POST", "/api/ask", ask)) for _ in range(8)]
    time.sleep(0.05)
    server.stop(signal.SIGKILL)
    for one in asking:
        one.wait()
    server, _ = served(place)
    with server:
        equal(server.ask("GET", "/api/audit/verify").json["ok"], True)
        equal(server.ask("POST", "/api/ask", ask).json["status"], "success")
        for answer in [done] + [one.reply.json for one in asking if one.reply and one.reply.status == 200]:
            equal(server.ask("GET", f"/api/audit?request={answer['evidence']['request_id']}").status, 200)
        equal(server.ask("GET", "/api/audit/verify").json["ok"], True)


def test_a_foreign_program_that_looks_into_the_store_takes_nothing_from_it(place):
    """SQLite's last user of a file removes its write-ahead log: the server must be seen to be there."""
    def told(server, message):
        equal(server.ask("POST", "/api/anna/chat", {"message": message}).json["status"], "success", message)

    server, _ = served(place)
    told(server, "add a task called one")
    with contextlib.closing(sqlite3.connect(place.home / "state.db")) as db:
        equal(db.execute("SELECT title FROM tasks").fetchall(), [("one",)])
    told(server, "add a task called two")
    server.stop(signal.SIGKILL)
    with contextlib.closing(sqlite3.connect(place.home / "state.db")) as db:
        equal(db.execute("SELECT title FROM tasks ORDER BY id").fetchall(), [("one",), ("two",)])


# ---- what is answered ----

def test_compressed_and_plain_answers_are_the_same_bytes(place):
    server, sales = served(place)
    with server:
        for path in ("/openapi.json", "/docs", "/api/ops", "/"):
            plain = server.ask("GET", path)
            packed = server.ask("GET", path, headers={"Accept-Encoding": "br, gzip;q=0.5"})
            refused = server.ask("GET", path, headers={"Accept-Encoding": "gzip;q=0"})
            equal((plain.status, packed.status), (200, 200), path)
            if "content-encoding" in plain.headers or "content-encoding" in refused.headers:
                raise AssertionError(f"{path} is compressed for who does not take it")
            equal(refused.body, plain.body, path)
            if packed.headers.get("content-encoding") == "gzip":
                equal(gzip.decompress(packed.body), plain.body, path)
                holds(plain.headers["vary"], "Accept-Encoding", path)
            elif len(plain.body) > 4096:
                raise AssertionError(f"{path} has {len(plain.body)} bytes and is not compressed: {packed.headers}")
        with Stream(server, "GET", "/api/events", headers={"Accept-Encoding": "gzip"}) as stream:
            equal(stream.headers.get("content-encoding"), None)


def test_a_file_that_is_known_is_not_sent_again(place):
    server, _ = served(place)
    with server:
        for path in ("/openapi.json", "/docs", "/"):
            first = server.ask("GET", path)
            again = server.ask("GET", path, headers={"If-None-Match": first.headers["etag"]})
            equal((again.status, again.body), (304, b""), path)
            equal(again.headers["etag"], first.headers["etag"])
            other = server.ask("GET", path, headers={"If-None-Match": '"another"'})
            equal((other.status, other.body), (200, first.body), path)


def test_head_is_get_without_the_body(place):
    server, _ = served(place)
    with server:
        for path in ("/health", "/openapi.json", "/api/ops", "/nothing"):
            head, get = server.ask("HEAD", path), server.ask("GET", path)
            equal((head.status, head.body), (get.status, b""), path)
            equal(head.headers["content-length"], get.headers["content-length"], path)
            equal(head.headers["content-type"], get.headers["content-type"], path)


def test_options_names_the_methods(place):
    server, _ = served(place)
    with server:
        for path, methods in (("/api/files", {"OPTIONS", "GET", "HEAD", "POST"}),
                              ("/health", {"OPTIONS", "GET", "HEAD"})):
            reply = server.ask("OPTIONS", path)
            equal((reply.status, reply.body), (204, b""), reply)
            equal(set(reply.headers["allow"].split(", ")), methods)
            reply = server.ask("PUT", path)
            error_of(reply, 405)
            equal(set(reply.headers["allow"].split(", ")), methods)
        error_of(server.ask("OPTIONS", "/nothing"), 404)


def test_lists_come_in_pages(place):
    server, _ = served(place)
    with server:
        whole = server.ask("GET", "/api/ops").json
        equal(whole["total"], len(whole["items"]))
        pieces = []
        for offset in range(0, whole["total"] + 4, 4):
            page = server.ask("GET", f"/api/ops?offset={offset}&limit=4").json
            equal((page["offset"], page["limit"], page["total"]), (offset, 4, whole["total"]))
            pieces += page["items"]
        equal(pieces, whole["items"])
        for wrong in ("limit=0", "limit=1001", "offset=-1", "limit=x", "offset=1.5", "limit=",
                      "offset=99999999999999999999"):
            error_of(server.ask("GET", f"/api/ops?{wrong}"), 400, "INVALID_INPUT")
            error_of(server.ask("GET", f"/api/files?{wrong}"), 400, "INVALID_INPUT")


def test_what_is_wrong_with_a_request_has_its_own_status_and_the_contracts_error(place):
    server, _ = served(place)
    json_type = {"Content-Type": "application/json"}
    with server:
        for path in ("/nothing", "/api", "/api/ops/no.such", "//health", "/health/", "/api/../health",
                     "/api/ops/%2e%2e",
                     "/api/files/x/y", "/%68ealth%00"):
            reply = server.ask("GET", path)
            if reply.status not in (400, 404):
                raise AssertionError(f"{path}: {reply}")
            error_of(reply, reply.status)
        for body, status in ((b"{", 400), (b"", 400), (b"[]", 400), (b'{"question":1}', 400), (b'"x"', 400),
                             (b"\xff", 400),
                             (b"[" * 500 + b"]" * 500, 413)):
            error_of(server.ask("POST", "/api/ask", body, json_type), status)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonx", "multipart/form-data", ""):
            error_of(server.ask("POST", "/api/ask", b"{}", {"Content-Type": kind}), 415)
        error_of(server.ask("POST", "/api/ask", b"{}", {**json_type, "Content-Encoding": "gzip"}), 415)
        error_of(server.ask("GET", "/health", b"body"), 400)
        error_of(server.ask("POST", "/api/ask", b"{}", {**json_type, "Assay-Private": "yes"}), 400)
        error_of(server.ask("POST", "/api/ask", b"{}", {**json_type, "Expect": "a miracle"}), 417)
        for head in ({"X-Long": "x" * 18000}, {f"X-{i}": "x" * 100 for i in range(180)}):
            error_of(server.ask("GET", "/health", headers=head), 431)
        for head in ({"X-Long": "x" * 60000}, {f"X-{i}": "x" * 100 for i in range(600)}):
            equal(server.ask("GET", "/health", headers=head).status, 431)  # in the HTTP library's own words
        for head in ({"X-Long": "x" * 14000}, {f"X-{i}": "x" * 100 for i in range(100)}):
            equal(server.ask("GET", "/health", headers=head).status, 200)


def test_a_requests_id_is_the_one_in_the_audit_log(place):
    server, sales = served(place)
    with server:
        for path, args in (("/api/ask", {"question": "total revenue", "data": [sales]}),
                           ("/api/ops/data.describe", {"data": [sales]}), ("/api/ask", {"question": "x", "data": []})):
            reply = server.ask("POST", path, args)
            shown = place.run("audit", "show", reply.headers["x-request-id"])
            if reply.status == 200:
                equal(shown.status, 0, shown)
            else:
                equal(reply.json["error"]["correlation_id"], reply.headers["x-request-id"])
        first, second = (server.ask("GET", "/health").headers["x-request-id"] for _ in range(2))
        if first == second:
            raise AssertionError("two requests have one id")


def test_a_destructive_call_asks_first_and_is_done_once(place):
    server, _ = served(place)
    with server:
        kept = [upload(server, f"{name}.csv", SALES.encode()).json for name in "ab"]
        path, args = "/api/ops/files.remove", {"id": kept[0]["id"]}
        held = server.ask("POST", path, args)
        error_of(held, 409, "CONFIRMATION_REQUIRED")
        confirmation = held.json["confirmation"]
        holds(confirmation["summary"], "a.csv")
        holds(confirmation, "expires_at")
        equal(server.ask("GET", "/api/files").json["total"], 2)
        yes = {"confirmation_token": confirmation["token"]}
        error_of(server.ask("POST", path, {"id": kept[1]["id"], **yes}), 409)
        error_of(server.ask("POST", path, {**args, "confirmation_token": confirmation["token"][:-1] + "x"}), 409)
        held = server.ask("POST", path, args)
        yes = {"confirmation_token": held.json["confirmation"]["token"]}
        equal(server.ask("POST", path, {**args, **yes}).status, 200)
        again = server.ask("POST", path, {**args, **yes})
        if again.status not in (404, 409):
            raise AssertionError(f"done twice: {again}")
        equal([item["id"] for item in server.ask("GET", "/api/files").json["items"]], [kept[1]["id"]])


def test_a_confirmation_counts_once_even_when_it_comes_many_times_at_once(place):
    server, _ = served(place)
    with server:
        kept = upload(server, "a.csv", SALES.encode()).json
        path, args = "/api/ops/files.remove", {"id": kept["id"]}
        yes = {**args, "confirmation_token": server.ask("POST", path, args).json["confirmation"]["token"]}
        asking = [InBackground(lambda: server.ask("POST", path, yes)) for _ in range(12)]
        statuses = [ask.wait().status for ask in asking]
        equal(statuses.count(200), 1, statuses)
        equal([s for s in statuses if s not in (200, 404, 409)], [], statuses)


def files_with(place, word):
    return [path for path in place.home.rglob("*") if path.is_file() and word.encode() in path.read_bytes().lower()]


def test_a_private_question_leaves_none_of_its_words_in_the_home(place):
    server, sales = served(place)
    marker = "quokkaplatz"
    private = {"Assay-Private": "1"}
    with server:
        asks = [{"question": f"total revenue where region is {marker}", "data": [sales]},
                {"question": marker, "data": [sales]}]
        for ask in asks:
            server.ask("POST", "/api/ask", ask, private)
            with Stream(server, "POST", "/api/ask", ask, private) as stream:
                stream.rest()
        server.ask("POST", "/api/ops/sql.run", {"data": [sales], "query": f"SELECT '{marker}' AS {marker}"}, private)
        server.ask("POST", "/api/ops/sql.run", {"data": [sales], "query": f"SELECT {marker} FROM sales"}, private)
        equal(files_with(place, marker), [])
        server.ask("POST", "/api/ops/sql.run", {"data": [sales], "query": f"SELECT '{marker}' AS x"})
    if not files_with(place, marker):
        raise AssertionError("the marker is found nowhere even without privacy: this test sees nothing")
    equal(server.stderr, "")


def test_every_answer_carries_the_headers_that_keep_a_browser_safe(place):
    server, _ = served(place)
    with server:
        for path in ("/", "/health", "/api/ops", "/nothing", "/docs"):
            headers = server.ask("GET", path).headers
            equal(headers["x-content-type-options"], "nosniff", path)
            holds(headers["content-security-policy"], "default-src 'none'", path)
            holds(headers["content-security-policy"], "frame-ancestors 'none'", path)
            for unsafe in ("unsafe-inline", "unsafe-eval", "*"):
                if unsafe in headers["content-security-policy"]:
                    raise AssertionError(headers["content-security-policy"])


def test_metrics_count_what_was_asked(place):
    server, sales = served(place)
    with server:
        server.ask("POST", "/api/ask", {"question": "total revenue", "data": [sales]})
        server.ask("GET", "/nothing")
        text = server.ask("GET", "/metrics").body.decode()
        got = dict(line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
        equal(got['assay_op_calls_total{op="ask"}'], "1", text)
        equal(got["assay_http_refused_total"], "1")
        equal(got["assay_http_failed_total"], "0")


def test_many_requests_go_over_one_connection(place):
    server, _ = served(place)
    with server, Wire(server) as wire:
        for _ in range(300):
            equal(wire.send(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").reply().status, 200)
        wire.send(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)  # without waiting for the answers
        for _ in range(20):
            equal(wire.reply().status, 200)
        equal(wire.send(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").reply().status, 200)
        if not wire.has_ended(2):
            raise AssertionError("it stays open")
    with server.__class__(place) as second, Wire(second) as wire:
        equal(wire.send(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n").reply().status, 200)


if __name__ == "__main__":
    main(globals())
