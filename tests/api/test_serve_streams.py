#!/usr/bin/env python3
"""What goes in and comes out of `assay serve` in pieces: uploads, and streams of events."""
import json
import time

from doors import Server, Stream, Wire, multipart
from harness import equal, main, until
from serving import SALES, endless, error_of, numbers, raw, running, served, spool, upload


# ---- uploads ----

def test_an_upload_is_asked_by_its_name_and_removed(place):
    server, _ = served(place)
    with server:
        reply = upload(server, "Umsätze 2026.csv", SALES.encode(), {"description": "Sales of a shop"})
        equal(reply.status, 201, reply)
        kept = reply.json
        equal((kept["name"], kept["description"], kept["bytes"]), ("Umsätze 2026.csv", "Sales of a shop", len(SALES)))
        listed = server.ask("GET", "/api/files").json
        equal((listed["total"], listed["items"]), (1, [kept]))
        answer = server.ask("POST", "/api/ask", {"question": "total revenue by region", "data": [kept["data"]]}).json
        equal(answer["status"], "success", answer)
        equal(sorted(answer["table"]["rows"]), [["North", 11.5], ["South", 20]])
        equal(server.ask("DELETE", f"/api/files/{kept['id']}").status, 204)
        error_of(server.ask("DELETE", f"/api/files/{kept['id']}"), 404, "NOT_FOUND")
        equal(server.ask("GET", "/api/files").json["total"], 0)
        equal(server.ask("POST", "/api/ask", {"question": "total revenue", "data": [kept["data"]]}).status, 404)
        until(lambda: spool(place) == [])


def test_an_upload_may_come_in_chunks_and_be_empty_of_everything_but_headers(place):
    server, _ = served(place)
    with server:
        body, kind = multipart({}, "chunks.csv", SALES.encode())
        head = (f"POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind['Content-Type']}\r\n"
                "Transfer-Encoding: chunked\r\n\r\n").encode()
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(body[i:i + 7]), body[i:i + 7]) for i in range(0, len(body), 7))
        reply = raw(server, head + chunks + b"0\r\n\r\n")
        equal(reply.status, 201, reply)
        equal(reply.json["bytes"], len(SALES))
        big = b"n\n" + b"123456789\n" * 800000
        reply = upload(server, "big.csv", big)
        equal(reply.status, 201, reply)
        equal(reply.json["bytes"], len(big))
        until(lambda: spool(place) == [])


def test_a_name_that_is_none_is_refused_and_folders_in_it_count_for_nothing(place):
    server, _ = served(place)
    with server:
        for name in ("..", ".", "", "a" * 300 + ".csv", "a\x01b.csv"):
            reply = upload(server, name, SALES.encode())
            equal(reply.status, 400, (name, reply))
            error_of(reply, 400)
        for name, kept in (("../../etc/x.csv", "x.csv"), ("C:\\\\data\\\\y.csv", "y.csv"), ("/z.csv", "z.csv")):
            reply = upload(server, name, SALES.encode())
            if reply.status == 201:
                equal(reply.json["name"], kept, reply)
            else:
                error_of(reply, 400)
        for folder in (place.home / "uploads").iterdir():
            if folder.name != ".spool" and len(folder.name) != 36:
                raise AssertionError(f"{folder} is no upload")
        until(lambda: spool(place) == [])


def test_what_says_it_is_too_large_is_refused_before_it_is_sent(place):
    server, _ = served(place)
    with server:
        for path, kind, size in (("/api/files", "multipart/form-data; boundary=x", 1 << 40),
                                 ("/api/ask", "application/json", (1 << 20) + 1)):
            with Wire(server) as wire:
                wire.send(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
                          f"Content-Length: {size}\r\nExpect: 100-continue\r\n\r\n".encode())
                error_of(wire.reply(), 413)
        until(lambda: spool(place) == [])


def test_what_turns_out_too_large_is_refused(place):
    server, _ = served(place)
    with server:
        head = (b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n")
        with Wire(server) as wire:
            wire.send(head)
            try:
                for _ in range(24):
                    wire.send(b"10000\r\n" + b" " * 65536 + b"\r\n")
                wire.send(b"0\r\n\r\n")
            except (ConnectionResetError, BrokenPipeError):
                pass
            reply = wire.reply()
            if reply:  # one that goes on for ever is cut off instead
                error_of(reply, 413)
        body = b'{"question":"' + b"x" * ((1 << 20) - 40) + b'","data":["x"]}'
        if server.ask("POST", "/api/ask", body, {"Content-Type": "application/json"}).status not in (400, 403, 413):
            raise AssertionError("a body of nearly a megabyte is not read")


def test_a_broken_form_is_refused_and_leaves_nothing(place):
    server, _ = served(place)
    whole, kind = multipart({"description": "d"}, "a.csv", SALES.encode())
    type_ = kind["Content-Type"]
    broken = [
        (whole[:-6], type_), (whole[:40], type_), (b"", type_), (b"garbage", type_), (whole, "multipart/form-data"),
        (whole, "multipart/form-data; boundary="), (whole, "multipart/form-data; boundary=" + "x" * 71),
        (whole, "multipart/form-data; boundary=another"),
        (whole.replace(b'name="file"', b'name="fil"'), type_),
        (whole.replace(b"Content-Disposition", b"Content-Nothing"), type_),
        (whole.replace(b"\r\n\r\n", b"\n\n"), type_),
        (whole.replace(b'; filename="a.csv"', b""), type_),
        (whole[:-len(b"--assay-test-boundary--\r\n")] + whole, type_),
        (multipart({"description": "x" * 70000}, "a.csv", b"n\n1\n")[0], type_),
        (multipart({f"p{i}": "x" for i in range(40)}, "a.csv", b"n\n1\n")[0], type_),
        (b"--assay-test-boundary\r\n" + b"X-Head: " + b"x" * 20000 + b"\r\n\r\n" + whole, type_),
    ]
    with server:
        for body, content_type in broken:
            reply = server.ask("POST", "/api/files", body, {"Content-Type": content_type})
            if reply.status not in (400, 413):
                raise AssertionError(f"{body[:200]!r} {content_type!r}: {reply}")
            error_of(reply, reply.status)
        error_of(server.ask("POST", "/api/files", {"path": "/etc/passwd"}), 415)
        equal(server.ask("GET", "/api/files").json["total"], 0)
        until(lambda: spool(place) == [])


def test_a_client_gone_in_mid_upload_leaves_nothing(place):
    server, _ = served(place)
    with server:
        for _ in range(20):
            with Wire(server) as wire:
                wire.send(b"POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n"
                          b"Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n"
                          b'Content-Disposition: form-data; name="file"; filename="half.csv"\r\n\r\n' + b"x" * 300000)
                until(lambda: len(spool(place)) == 1)
            until(lambda: spool(place) == [])
        equal(server.ask("GET", "/api/files").json["total"], 0)


def test_another_users_upload_does_not_exist(place):
    server, _ = served(place, "--user", "ada")
    other = Server(place, "--user", "bob")
    with server, other:
        kept = upload(server, "mine.csv", SALES.encode()).json
        equal(other.ask("GET", "/api/files").json["total"], 0)
        ask = {"data": [kept["data"]]}
        nowhere = {"data": ["upload://00000000-0000-4000-8000-000000000000/mine.csv"]}
        errors = [error_of(other.ask("POST", "/api/ops/data.describe", args), 404) for args in (ask, nowhere)]
        equal(errors[0]["message"], errors[1]["message"])
        error_of(other.ask("DELETE", f"/api/files/{kept['id']}"), 404)
        equal(server.ask("POST", "/api/ops/data.describe", ask).status, 200)


# ---- streams ----

def test_a_streamed_answer_has_steps_then_text_then_the_answer(place):
    server, sales = served(place)
    with server:
        ask = {"question": "total revenue by region", "data": [sales]}
        plain = server.ask("POST", "/api/ask", ask)
        with Stream(server, "POST", "/api/ask", ask) as stream:
            equal(stream.status, 200)
            equal(stream.headers["content-type"], "text/event-stream")
            found = stream.rest()
        names = [event for event, _, _ in found]
        equal(names, sorted(names, key=["step", "delta", "answer"].index), found)
        equal(names[-1], "answer")
        equal(names.count("answer"), 1)
        keys, counted = zip(*(identity.rsplit(".", 1) for _, identity, _ in found))
        equal(len(set(keys)), 1)
        equal([int(n) for n in counted], list(range(1, len(found) + 1)))
        answer = json.loads(found[-1][2])
        equal(answer["content"], plain.json["content"])
        equal(answer["table"], plain.json["table"])
        equal("".join(json.loads(data)["text"] for event, _, data in found if event == "delta"), answer["content"])
        for event, _, data in found:
            if event == "step":
                equal(set(json.loads(data)), {"n", "of", "text"})
        equal(stream.headers["x-request-id"], answer["evidence"]["request_id"])


def test_a_broken_stream_goes_on_where_it_broke(place):
    server, sales = served(place)
    with server:
        ask = {"question": "total revenue by region", "data": [sales]}
        stream = Stream(server, "POST", "/api/ask", ask)
        first = stream.next()
        stream.cut()
        entries = server.ask("GET", "/api/audit/verify").json["entries"]
        with Stream(server, "GET", "/api/ask", headers={"Last-Event-ID": first[1]}) as rest:
            found = rest.rest()
        equal(found[-1][0], "answer", found)
        equal(int(found[0][1].rsplit(".", 1)[1]), int(first[1].rsplit(".", 1)[1]) + 1)
        with Stream(server, "POST", "/api/ask", ask, {"Last-Event-ID": first[1]}) as again:
            equal(again.rest(), found)  # the same events: nothing is asked a second time
        for event, identity, data in found[:-1]:
            with Stream(server, "GET", "/api/ask", headers={"Last-Event-ID": identity}) as tail:
                equal(tail.rest(), found[found.index((event, identity, data)) + 1:])
        with Stream(server, "GET", "/api/ask", headers={"Last-Event-ID": found[-1][1]}) as behind:
            equal(behind.rest(), [])
        if server.ask("GET", "/api/audit/verify").json["entries"] > entries + 10:
            raise AssertionError("reading on asked again")


def test_an_id_of_another_stream_finds_nothing(place):
    server, sales = served(place, "--user", "ada")
    other = Server(place, "--user", "bob")
    with server, other:
        with Stream(server, "POST", "/api/ask", {"question": "total revenue", "data": [sales]}) as stream:
            identity = stream.next()[1]
            stream.rest()
        key, number = identity.rsplit(".", 1)
        stream_type = {"Accept": "text/event-stream"}
        for wrong in (f"{key}.999999", f"{key}.-1", f"{key}.{2**64 + 1}", key, f"{key}.", f"{key}.1x",
                      f"{key[:-1]}{'10'[key[-1] != '0']}.{number}",
                      "", "x", ".", "1", f"{key}.{number}.{number}", "é",
                      f"00000000-0000-4000-8000-000000000000.{number}"):
            error_of(server.ask("GET", "/api/ask", headers={**stream_type, "Last-Event-ID": wrong.encode()}), 404)
        error_of(server.ask("GET", "/api/ops/sql.run", headers={**stream_type, "Last-Event-ID": identity}), 404)
        error_of(server.ask("GET", "/api/events", headers={**stream_type, "Last-Event-ID": identity}), 404)
        error_of(other.ask("GET", "/api/ask", headers={**stream_type, "Last-Event-ID": identity}), 404)
        error_of(server.ask("GET", "/api/ask", headers=stream_type), 400)


def test_a_streamed_call_is_cancelled_by_its_request_id(place):
    server, _ = served(place)
    slow = numbers(place, 3000)
    with server, Stream(server, "POST", "/api/ops/sql.run", endless(slow)) as stream:
        identity = stream.headers["x-request-id"]
        error_of(server.ask("DELETE", "/api/ops/sql.run/00000000-0000-4000-8000-000000000000"), 404)
        error_of(server.ask("DELETE", f"/api/ask/{identity}"), 404)
        until(lambda: running(server) == 2)
        equal(server.ask("DELETE", f"/api/ops/sql.run/{identity}").status, 204)
        last = stream.rest()[-1]  # as soon as it has ended: by itself it would not
        equal(last[0], "error", last)
        equal(json.loads(last[2])["error"]["error_code"], "CANCELLED", last)
        until(lambda: server.ask("DELETE", f"/api/ops/sql.run/{identity}").status == 404)


def test_a_plain_call_is_cancelled_when_its_client_is_gone(place):
    server, _ = served(place)
    slow = numbers(place, 3000)
    with server:
        body = json.dumps(endless(slow)).encode()
        with Wire(server) as wire:
            wire.send(b"POST /api/ops/sql.run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                      b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            until(lambda: running(server) == 2)
        until(lambda: running(server) == 1)


def test_the_feed_tells_of_calls_that_end_and_of_no_private_ones(place):
    server, sales = served(place)
    with server, Stream(server, "GET", "/api/events") as stream:
        ask = {"question": "total revenue", "data": [sales]}
        server.ask("POST", "/api/ask", ask, {"Assay-Private": "1"})
        reply = server.ask("POST", "/api/ask", ask)
        event, identity, data = stream.next()
        equal(event, "op")
        told = json.loads(data)
        equal((told["name"], told["status"]), ("ask", "success"))
        equal(told["request_id"], reply.headers["x-request-id"])
        server.ask("POST", "/api/ops/audit.verify", {})
        with Stream(server, "GET", "/api/events", headers={"Last-Event-ID": identity}) as again:
            equal(json.loads(again.next()[2])["name"], "audit.verify")


def test_a_silent_stream_has_a_heartbeat(place):
    server, _ = served(place)
    with server:
        began = time.monotonic()
        with Stream(server, "GET", "/api/events") as stream:
            lines = stream.block()
        took = time.monotonic() - began
        if not lines or not lines[0].startswith(":") or not 13 < took < 25:  # every 15; others give up after 30
            raise AssertionError(f"{lines} after {took:.1f} s")


if __name__ == "__main__":
    main(globals())
