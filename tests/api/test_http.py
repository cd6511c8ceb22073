#!/usr/bin/env python3
"""The HTTP door of the real program: routes, streams and how they go on, uploads, confirmations, errors, figures."""
import json
import pathlib
import subprocess
import sys
import threading
import time

from doors import Server, events, multipart
from harness import equal, holds, main, until
from serving import running

DRIVER = pathlib.Path(__file__).resolve().parent.parent / "tools" / "openapi_drive.py"
SALES = "region,revenue\nNorth,10\nSouth,20\nNorth,5\n"
ERROR = {"message", "correlation_id", "timestamp", "error_code", "can_retry", "suggested_action"}
STREAM = {"Accept": "text/event-stream"}


class Checked(Server):
    """One that must have ended well, too: no leak, no race, no crash."""

    def __exit__(self, failure, *_):
        status = self.stop()
        if not failure:
            equal((status, self.stderr), (0, ""))


def opened(place):
    place.write("sales.csv", SALES)
    return Checked(place, "--allow", str(place.folder))


def question(place, text="total revenue by region"):
    return {"question": text, "data": [str(place.folder / "sales.csv")]}


def is_error(reply, status, code):
    equal(reply.status, status, reply)
    equal(set(reply.json["error"]), ERROR, reply)
    equal(reply.json["error"]["error_code"], code, reply)


# ---- answers ----

def test_a_question_is_answered_with_the_one_answer(place):
    with opened(place) as server:
        reply = server.ask("POST", "/api/ask", question(place))
    equal(reply.status, 200, reply)
    equal(reply.json["status"], "success", reply)
    equal(reply.json["table"]["rows"], [["North", 15], ["South", 20]], reply)
    equal(reply.json["evidence"]["request_id"], reply.headers["x-request-id"])


def test_an_error_of_an_answer_has_its_status_and_is_an_answer(place):
    with opened(place) as server:
        failed = server.ask("POST", "/api/ask", question(place, "SELECT 1 AS one"))
        wrong = server.ask("POST", "/api/ask", {"question": ""})
        refused = server.ask("POST", "/api/ask", {"question": "x", "data": ["/etc/passwd"]})
    for reply, status, code in [(failed, 400, failed.json["error"]["error_code"]), (wrong, 400, "INVALID_INPUT"),
                                (refused, 403, "POLICY_VIOLATION")]:
        is_error(reply, status, code)
        equal(reply.json["status"], "error", reply)
        equal(reply.json["content_type"], "error", reply)


def test_a_private_question_leaves_no_words(place):
    with opened(place) as server:
        equal(server.ask("POST", "/api/ask", question(place), {"Assay-Private": "1"}).status, 200)
        shown = server.ask("GET", "/api/audit").body.decode()
        is_error(server.ask("POST", "/api/ask", question(place), {"Assay-Private": "yes"}), 400, "INVALID_INPUT")
        connection = server.connect()
        connection.putrequest("GET", "/api/files")
        for value in "01":
            connection.putheader("Assay-Private", value)
        connection.endheaders()
        equal(connection.getresponse().status, 400)
        connection.close()
    equal("total revenue" in shown, False, shown)


def test_bodies_that_are_wrong_are_refused_in_the_one_shape(place):
    json_type = {"Content-Type": "application/json"}
    with opened(place) as server:
        is_error(server.ask("POST", "/api/ops/sql.run", b"{", json_type), 400, "INVALID_JSON")
        is_error(server.ask("POST", "/api/ops/sql.run", b"[]", json_type), 400, "INVALID_INPUT")
        is_error(server.ask("POST", "/api/ops/sql.run", b"{}", {"Content-Type": "text/plain"}), 415, "INVALID_INPUT")
        is_error(server.ask("POST", "/api/ops/files.list", {"limt": 1}), 400, "INVALID_INPUT")
        is_error(server.ask("POST", "/api/ops/sql.rum", {}), 404, "UNKNOWN_OPERATION")
        is_error(server.ask("GET", "/api/nothing"), 404, "NOT_FOUND")
        is_error(server.ask("PUT", "/api/ask", {}), 405, "INVALID_INPUT")
        equal(server.ask("POST", "/api/ops/files.list", b"").status, 200)


# ---- lists ----

def test_operations_are_listed_page_by_page(place):
    with opened(place) as server:
        whole = server.ask("GET", "/api/ops").json
        pages = [server.ask("GET", f"/api/ops?offset={i}&limit=4").json for i in range(0, whole["total"], 4)]
        past = server.ask("GET", f"/api/ops?offset={whole['total']}").json
        one = server.ask("GET", "/api/ops/sql.run").json
        for wrong in ("limit=0", "limit=1001", "limit=x", "offset=-1", "limit=1.5", "limit="):
            is_error(server.ask("GET", f"/api/ops?{wrong}"), 400, "INVALID_INPUT")
    equal([i for p in pages for i in p["items"]], whole["items"])
    equal((past["items"], past["total"]), ([], whole["total"]))
    equal(one in whole["items"], True)
    equal((one["read_only"], one["destructive"], one["shape"]), (True, False, "object"))


# ---- streams ----

def test_a_stream_tells_the_steps_and_ends_with_the_answer(place):
    with opened(place) as server:
        reply = server.ask("POST", "/api/ask", question(place), STREAM)
        plain = server.ask("POST", "/api/ask", question(place), {"Accept": "*/*"})
    got = events(reply.body)
    equal([name for name, _, _ in got], ["step", "step", "step", "delta", "answer"])
    equal(json.loads(got[0][2])["n"], 1)
    answer = json.loads(got[-1][2])
    equal(json.loads(got[-2][2])["text"], answer["content"])
    equal(answer["table"], plain.json["table"])
    equal([int(i.rsplit(".", 1)[1]) for _, i, _ in got], [1, 2, 3, 4, 5])
    equal(answer["evidence"]["request_id"], reply.headers["x-request-id"])


def test_a_stream_that_broke_goes_on_behind_its_last_event(place):
    with opened(place) as server:
        whole = events(server.ask("POST", "/api/ask", question(place), STREAM).body)
        before = server.ask("GET", "/api/audit?limit=1").json["total"]
        for method, body in (("GET", None), ("POST", question(place)), ("POST", b"")):
            headers = {**STREAM, "Last-Event-ID": whole[1][1]}
            equal(events(server.ask(method, "/api/ask", body, headers).body), whole[2:])
        equal(server.ask("GET", "/api/audit?limit=1").json["total"], before, "nothing was asked again")
        elsewhere = {**STREAM, "Last-Event-ID": whole[1][1]}
        is_error(server.ask("GET", "/api/ops/sql.run", None, elsewhere), 404, "NOT_FOUND")
        is_error(server.ask("GET", "/api/ask", None, {"Last-Event-ID": "none.1"}), 404, "NOT_FOUND")
        is_error(server.ask("GET", "/api/ask"), 400, "INVALID_INPUT")


def test_a_stream_of_what_fails_ends_with_the_error(place):
    with opened(place) as server:
        wrong = {"data": [str(place.folder / "sales.csv")], "query": "SELEC"}
        reply = server.ask("POST", "/api/ops/sql.run", wrong, STREAM)
        bad = server.ask("POST", "/api/ops/sql.run", b"{", {**STREAM, "Content-Type": "application/json"})
        held = server.ask("POST", "/api/ops/home.erase", {}, STREAM)
    (name, _, data), = events(reply.body)
    equal((name, set(json.loads(data)["error"])), ("error", ERROR))
    is_error(bad, 400, "INVALID_JSON")
    name, _, data = events(held.body)[-1]
    equal((name, set(json.loads(data))), ("error", {"error", "confirmation"}))


def test_a_result_too_large_for_a_stream_is_an_error_there(place):
    large = {"data": [str(place.folder / "sales.csv")], "query": "SELECT repeat('x', 1000) AS t FROM range(9000)"}
    with opened(place) as server:
        streamed = server.ask("POST", "/api/ops/sql.run", large, STREAM)
        plain = server.ask("POST", "/api/ops/sql.run", large)
        fits = server.ask("POST", "/api/ops/sql.run", {**large, "row_limit": 8000}, STREAM)
    (name, _, data), = events(streamed.body)
    equal((name, json.loads(data)["error"]["error_code"]), ("error", "TOO_LARGE"))
    equal((plain.status, plain.json["row_count"]), (200, 9000))
    equal([event for event, _, _ in events(fits.body)], ["answer"])


SLOW = "SELECT count(*) FROM range(100000000000) a, range(1000) b"


def slow(place):
    return {"data": [str(place.folder / "sales.csv")], "query": SLOW}


def test_a_streamed_call_goes_on_without_its_reader_until_it_is_cancelled(place):
    with opened(place) as server:
        connection = server.connect()
        connection.request("POST", "/api/ops/sql.run", json.dumps(slow(place)),
                           {**STREAM, "Content-Type": "application/json"})
        identity = connection.getresponse().getheader("X-Request-Id")
        connection.close()
        time.sleep(0.6)  # it may notice meanwhile that nobody reads
        is_error(server.ask("DELETE", f"/api/ask/{identity}"), 404, "NOT_FOUND")
        equal(server.ask("DELETE", f"/api/ops/sql.run/{identity}").status, 204)
        until(lambda: server.ask("DELETE", f"/api/ops/sql.run/{identity}").status == 404)
        is_error(server.ask("DELETE", f"/api/ops/sql.run/{identity}"), 404, "NOT_FOUND")


def test_a_plain_call_ends_when_its_client_is_gone(place):
    with opened(place) as server:
        connection = server.connect()
        connection.request("POST", "/api/ops/sql.run", json.dumps(slow(place)), {"Content-Type": "application/json"})
        until(lambda: running(server) == 2)  # that call, and this question itself
        connection.close()
        until(lambda: running(server) == 1)


def test_the_feed_tells_of_operations_as_they_end_but_not_of_private_ones(place):
    with opened(place) as server:
        server.ask("POST", "/api/ops/doctor", {})  # ends before anybody listens
        connection = server.connect()
        connection.request("GET", "/api/events")
        response = connection.getresponse()
        equal(response.getheader("Content-Type"), "text/event-stream")
        server.ask("POST", "/api/ops/files.list", {"limit": 3}, {"Assay-Private": "1"})
        done = server.ask("POST", "/api/ops/files.list", {"limit": 5})
        lines = [response.readline().decode().rstrip() for _ in range(4)]
        connection.close()
        fields = dict(line.split(": ", 1) for line in lines if line)
        again = server.connect()
        server.ask("POST", "/api/ops/files.list", {"limit": 7777})
        again.request("GET", "/api/events", headers={"Last-Event-ID": fields["id"]})
        after = [again.getresponse().readline().decode() for _ in range(1)]
        again.close()
    told = json.loads(fields["data"])
    equal((fields["event"], told["name"], told["status"]), ("op", "files.list", "success"))
    equal(told["request_id"], done.headers["x-request-id"])
    equal(int(after[0].strip().rsplit(".", 1)[1]), int(fields["id"].rsplit(".", 1)[1]) + 1)


def test_the_server_stops_while_streams_are_open_and_calls_run(place):
    server = opened(place)
    idle, busy = server.connect(), server.connect()
    idle.request("GET", "/api/events")
    idle.getresponse()
    busy.request("POST", "/api/ops/sql.run", json.dumps(slow(place)), {**STREAM, "Content-Type": "application/json"})
    stream = busy.getresponse()
    began = time.monotonic()
    equal(server.stop(), 0)
    equal(time.monotonic() - began < 10, True, "seconds")
    equal(events(stream.read())[-1][0], "error")
    idle.close()
    busy.close()


# ---- files ----

def test_a_file_is_brought_listed_asked_and_removed(place):
    with opened(place) as server:
        body, headers = multipart({"description": "what we sold"}, "sold.csv", SALES.encode())
        brought = server.ask("POST", "/api/files", body, headers)
        listed = server.ask("GET", "/api/files?limit=1").json
        asked = server.ask("POST", "/api/ask", {"question": "total revenue", "data": [brought.json["data"]]})
        held = server.ask("POST", "/api/ops/files.remove", {"id": brought.json["id"]})
        removed = server.ask("DELETE", f"/api/files/{brought.json['id']}")
        again = server.ask("DELETE", f"/api/files/{brought.json['id']}")
        is_error(server.ask("DELETE", "/api/files/7"), 400, "INVALID_INPUT")
        spool = list((place.home / "uploads" / ".spool").iterdir())
    equal(brought.status, 201, brought)
    equal((brought.json["name"], brought.json["description"]), ("sold.csv", "what we sold"))
    equal(brought.json["bytes"], len(SALES))
    equal((listed["items"], listed["total"], listed["limit"]), ([brought.json], 1, 1))
    equal(asked.json["table"]["rows"], [[35]], asked)
    equal((held.status, held.json["error"]["error_code"]), (409, "CONFIRMATION_REQUIRED"))
    equal((removed.status, removed.body), (204, b""))
    is_error(again, 404, "NOT_FOUND")
    equal(spool, [])


def test_an_upload_without_a_file_is_refused(place):
    with opened(place) as server:
        body = b'--b\r\nContent-Disposition: form-data; name="description"\r\n\r\nx\r\n--b--\r\n'
        is_error(server.ask("POST", "/api/files", body, {"Content-Type": "multipart/form-data; boundary=b"}), 400,
                 "INVALID_INPUT")
        is_error(server.ask("POST", "/api/files", {"file": "x"}), 415, "INVALID_INPUT")


# ---- confirmation, proof ----

def test_a_destructive_call_is_held_and_done_with_its_token_once(place):
    with opened(place) as server:
        identity = server.ask("POST", "/api/ask", question(place)).headers["x-request-id"]
        held = server.ask("POST", "/api/ops/audit.erase", {"request": identity})
        equal((held.status, set(held.json), set(held.json["confirmation"])),
              (409, {"error", "confirmation"}, {"token", "summary", "expires_at"}), held)
        yes = {"request": identity, "confirmation_token": held.json["confirmation"]["token"]}
        done = server.ask("POST", "/api/ops/audit.erase", yes)
        equal(done.status, 200, done)
        equal(done.json["erased"] > 0, True)
        equal(server.ask("POST", "/api/ops/audit.erase", yes).status in (404, 409), True)


def test_the_audit_log_can_be_read_and_verified(place):
    with opened(place) as server:
        server.ask("POST", "/api/ask", question(place))
        shown = server.ask("GET", "/api/audit?limit=2")
        verified = server.ask("GET", "/api/audit/verify")
    equal((shown.status, len(shown.json["items"])), (200, 2), shown)
    equal((verified.status, verified.json["ok"], verified.json["first_bad"]), (200, True, None), verified)


# ---- what it says about itself ----

def test_health_tells_nothing_but_that_it_is_there(place):
    with opened(place) as server:
        equal(set(server.ask("GET", "/health").json), {"status", "version", "timestamp", "qdrant_status",
                                                       "qdrant_collection_count", "llm_status"})


def test_figures_count_what_was_asked(place):
    with opened(place) as server:
        server.ask("POST", "/api/ops/files.list", {})
        server.ask("POST", "/api/ops/files.list", {"limit": 0})
        text = server.ask("GET", "/metrics").body.decode()
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    equal(figures['assay_op_calls_total{op="files.list"}'], "2")
    equal(figures['assay_op_errors_total{op="files.list"}'], "1")
    equal(figures["assay_http_refused_total"], "1")
    equal(figures['assay_http_request_duration_seconds_bucket{le="+Inf"}'],
          figures["assay_http_request_duration_seconds_count"])
    equal(int(figures["process_resident_memory_bytes"]) > 1 << 20, True)


def test_the_description_is_openapi_and_a_page_without_scripts(place):
    with opened(place) as server:
        described = server.ask("GET", "/openapi.json")
        page = server.ask("GET", "/docs")
        same = server.ask("GET", "/docs", headers={"If-None-Match": page.headers["etag"]})
        equal(server.ask("GET", "/docs.css").headers["content-type"], "text/css; charset=utf-8")
    equal(described.json["openapi"], "3.1.0")
    holds(described.json["paths"]["/api/ops/sql.run"]["post"]["summary"], "SQL")
    equal("<script" in page.body.decode(), False)
    holds(page.headers["content-security-policy"], "default-src 'none'")
    equal((same.status, same.body), (304, b""))


def test_many_callers_at_once_get_their_own_answers(place):
    with opened(place) as server:
        got = {}

        def one(i):
            reply = server.ask("POST", "/api/ops/sql.run", {"data": [str(place.folder / "sales.csv")],
                                                            "query": "SELECT ? + 0 AS n", "params": [i]})
            got[i] = reply.json["rows"][0][0]

        callers = [threading.Thread(target=one, args=(i,)) for i in range(30)]
        for t in callers:
            t.start()
        for t in callers:
            t.join()
    equal(got, {i: i for i in range(30)})


def test_no_request_made_of_the_description_finds_a_fault(place):
    with opened(place) as server:
        done = subprocess.run([sys.executable, str(DRIVER), server.address, "--seed", "5", "--rounds", "2", "--data",
                               str(place.folder / "sales.csv"), "--secret", str(place.folder)],
                              capture_output=True, text=True, timeout=150)
        alive = server.ask("GET", "/health").status
    equal((done.returncode, alive), (0, 200), done.stdout + done.stderr)
    print(done.stdout.strip().splitlines()[-1])


if __name__ == "__main__":
    main(globals())
