"""Every route of the metrics seed with missing, mistyped, oversized, expired, foreign and concurrent requests: the seed's
error, the right status, and nothing changed."""
import json
import sqlite3
import uuid

from doors import Server, multipart
from harness import equal, holds, main
from metrics_data import REQUEST, attach, begin, east_online, ended, investigated, orders, refused

ROUTES = (("GET", "", None), ("DELETE", "", None), ("GET", "/files", None), ("GET", "/report", None),
          ("GET", "/report/download", None), ("GET", "/explanations", None), ("GET", "/chat", None),
          ("GET", "/events", None), ("POST", "/chat", {"message": "why?"}), ("POST", "/investigate", REQUEST),
          ("PUT", f"/files/{uuid.uuid4()}", {"description": "x"}), ("DELETE", f"/files/{uuid.uuid4()}", None))


def state(server, session):
    return server.ask("GET", f"/api/sessions/{session}").json


def test_a_session_that_never_was_is_not_found_on_every_route(place):
    """req: metrics FR-025"""
    with Server(place) as server:
        for session in (str(uuid.uuid4()), "nonsense", "00000000-0000-0000-0000-000000000000", "a" * 200):
            for method, path, body in ROUTES:
                refused(server.ask(method, f"/api/sessions/{session}{path}", body), 404, "SESSION_NOT_FOUND")
            refused(attach(server, session, "a,b\n1,2\n"), 404, "SESSION_NOT_FOUND")


def test_anothers_session_is_as_one_that_never_was(place):
    """req: metrics FR-025, SEC-001/thin"""
    with Server(place) as server:
        session = investigated(server, {"orders.csv": orders(east_online)})
        file = server.ask("GET", f"/api/sessions/{session}/files").json["items"][0]["file_id"]
        ours = server.ask("GET", f"/api/sessions/{uuid.uuid4()}").json["error"]["message"]
    with Server(place, "--user", "mallory") as server:
        for method, path, body in ROUTES:
            error = refused(server.ask(method, f"/api/sessions/{session}{path}", body), 404, "SESSION_NOT_FOUND")
            equal(error["message"], ours)
        refused(attach(server, session, "a,b\n1,2\n"), 404, "SESSION_NOT_FOUND")
        equal(server.ask("GET", "/api/sessions").json["total"], 0)
        reply = server.ask("POST", "/api/ops/sql.run", {"data": [f"session://{session}/{file}/orders.csv"],
                                                        "query": "SELECT count(*) FROM orders"})
        equal(reply.status, 404, reply)
    with Server(place) as server:
        equal(state(server, session)["status"], "completed")
        equal(len(server.ask("GET", f"/api/sessions/{session}/chat").json["messages"]), 0)


def test_a_user_has_ten_thousand_sessions_and_not_one_more(place):
    with Server(place) as server:
        begin(server)
    db = sqlite3.connect(place.home / "state.db")
    row = db.execute("SELECT user_id, created_at, expires_at FROM sessions").fetchone()
    db.executemany("INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
                   [(str(uuid.uuid4()), *row) for _ in range(9998)])
    db.commit()
    db.close()
    with Server(place) as server:
        last = begin(server)
        refused(server.ask("POST", "/api/sessions", {}), 503, "QUOTA")
        equal(len(list((place.home / "sessions").iterdir())), 2)
        equal(server.ask("DELETE", f"/api/sessions/{last}").status, 200)
        begin(server)


def test_files_that_are_none_are_refused_by_name_and_leave_nothing(place):
    """req: metrics FR-001, EC-001, L-001"""
    with Server(place) as server:
        session = begin(server)
        for name, data, code in (("orders.xlsx", b"a,b\n1,2\n", "INVALID_FILE_TYPE"),
                                 ("orders", b"a,b\n1,2\n", "INVALID_FILE_TYPE"),
                                 (".csv", b"a,b\n1,2\n", "INVALID_FILE_TYPE"),
                                 ("orders.csv", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "INVALID_FILE_TYPE"),
                                 ("orders.csv", bytes(range(256)) * 40, "INVALID_FILE_TYPE"),
                                 ("orders.csv", b"", "NO_HEADERS"),
                                 ("orders.csv", b"1,2\n3,4\n5,6\n", "NO_HEADERS"),
                                 ("orders.csv", b"a,b\n", "DATA_EMPTY")):
            refused(attach(server, session, data, name), 400, code)
        refused(attach(server, session, b"a,b\n1,2\n", "x" * 252 + ".csv"), 400, "INVALID_INPUT")
        refused(attach(server, session, b"a,b\n1,2\n", description="x" * 2001), 400, "INVALID_INPUT")
        body, kind = multipart({}, "orders.csv", b"a,b\n1,2\n")
        refused(server.ask("POST", f"/api/sessions/{session}/files", body, kind), 400, "INVALID_INPUT")
        refused(server.ask("POST", f"/api/sessions/{session}/files", {"description": "x"}), 400, "INVALID_INPUT")
        equal((state(server, session)["status"], state(server, session)["file_count"]), ("created", 0))
        equal(list((place.home / "sessions" / session / "files").iterdir()), [])
        equal(attach(server, session, b"a,b\n1,2\n", "ORDERS.CSV", "x" * 2000).status, 201)


def test_a_file_of_fifty_megabytes_is_taken_and_one_byte_more_is_not(place):
    """req: metrics FR-001, L-001"""
    line = b"2024-01-01,0123456789012345678901234567890123456789,1\n"
    text = b"day,name,n\n" + line * ((52428800 - 11) // len(line))
    text += b"2024-01-01," + b"x" * (52428800 - len(text) - 14) + b",1\n"
    with Server(place) as server:
        session = begin(server)
        equal(len(text), 52428800)
        reply = attach(server, session, text, "large.csv")
        equal((reply.status, reply.json["size_bytes"]), (201, 52428800), reply)
        error = refused(attach(server, session, text + b"\n", "larger.csv"), 400, "FILE_TOO_LARGE")
        holds(error["message"], "50 MB")
        equal(state(server, session)["file_count"], 1)


def test_the_eleventh_file_is_refused(place):
    """req: metrics FR-001"""
    with Server(place) as server:
        session = begin(server)
        for i in range(10):
            equal(attach(server, session, f"a,b\n{i},2\n", f"t{i}.csv").status, 201)
        refused(attach(server, session, "a,b\n1,2\n"), 400, "MAX_FILES_EXCEEDED")
        equal(state(server, session)["file_count"], 10)


def test_what_cannot_be_investigated_is_refused_before_it_starts(place):
    """req: metrics FR-004b, FR-006, FR-006a, SC-007, EC-003, L-001"""
    without = lambda *names: {k: v for k, v in REQUEST.items() if k not in names}
    day = {"start": "2023-02-01", "end": "2023-02-28"}
    with Server(place) as server:
        session = begin(server)
        refused(server.ask("POST", f"/api/sessions/{session}/investigate", REQUEST), 400, "NO_FILES_UPLOADED")
        attach(server, session, orders())
        for body, code in ((without("metric_sql"), "METRIC_SQL_REQUIRED"),
                           ({**REQUEST, "metric_sql": ""}, "METRIC_SQL_REQUIRED"),
                           ({**REQUEST, "metric_sql": None}, "METRIC_SQL_REQUIRED"),
                           ({**without("metric_sql"), "target_metric": "total"}, "METRIC_SQL_REQUIRED"),
                           ({**REQUEST, "metric_sql": "sum(revenue)"}, "COLUMN_NOT_FOUND"),
                           ({**REQUEST, "metric_sql": "SELECT sum(total) FROM sales"}, "COLUMN_NOT_FOUND"),
                           ({**without("metric_sql"), "target_metric": "price", "metric_definition": "x"},
                            "COLUMN_NOT_FOUND"),
                           ({**REQUEST, "metric_sql": "median(total)"}, "INVALID_QUERY"),
                           ({**REQUEST, "metric_sql": "count(DISTINCT region)"}, "INVALID_QUERY"),
                           ({**REQUEST, "metric_sql": "DROP TABLE orders"}, "INVALID_QUERY"),
                           ({**REQUEST, "metric_sql": "sum(total)); DELETE FROM orders; --"}, "INVALID_QUERY"),
                           ({**REQUEST, "metric_sql": "SELECT sum(total) FROM orders GROUP BY region"}, "INVALID_QUERY"),
                           ({**REQUEST, "metric_sql": "x" * 2001}, "INVALID_INPUT"),
                           ({**REQUEST, "business_context": "x" * 5001}, "INVALID_INPUT"),
                           ({**REQUEST, "investigation_prompt": "x" * 2001}, "INVALID_INPUT"),
                           ({**REQUEST, "target_metric": "x" * 101}, "INVALID_INPUT"),
                           (without("baseline_period"), "INVALID_DATE_RANGE"),
                           (without("comparison_period"), "INVALID_DATE_RANGE"),
                           ({**REQUEST, "baseline_period": {"start": "2023-02-01"}}, "INVALID_DATE_RANGE"),
                           ({**REQUEST, "baseline_period": {"start": "yesterday", "end": "today"}}, "INVALID_DATE_RANGE"),
                           ({**REQUEST, "baseline_period": {"start": "2023-02-31", "end": "2023-03-01"}},
                            "INVALID_DATE_RANGE"),
                           ({**REQUEST, "baseline_period": {"start": day["end"], "end": day["start"]}},
                            "INVALID_DATE_RANGE"),
                           ({**REQUEST, "baseline_period": 7}, "INVALID_DATE_RANGE"),
                           ({**REQUEST, "metric_sql": 7}, "INVALID_INPUT"),
                           ({**REQUEST, "surprise": True}, "INVALID_INPUT")):
            error = refused(server.ask("POST", f"/api/sessions/{session}/investigate", body), 400, code)
            if code == "COLUMN_NOT_FOUND" and "column" in error["message"]:
                holds(error["details"]["suggested_action"], "region")
        refused(server.ask("POST", f"/api/sessions/{session}/investigate", b"{", {"Content-Type": "application/json"}),
                400, "INVALID_JSON")
        equal(state(server, session)["status"], "has_files")
        equal((place.home / "sessions" / session / "context.json").exists(), False)


def test_a_metric_without_days_is_refused(place):
    with Server(place) as server:
        session = begin(server)
        attach(server, session, "region,total\nEast,1\nWest,2\n")
        refused(server.ask("POST", f"/api/sessions/{session}/investigate", REQUEST), 400, "INVALID_QUERY")


def test_while_it_runs_files_stay_and_nothing_starts_again(place):
    """req: metrics FR-006"""
    with Server(place) as server:
        session = begin(server)
        file = attach(server, session, orders(east_online)).json["file_id"]
        equal(server.ask("POST", f"/api/sessions/{session}/investigate", REQUEST).status, 202)
        refused(server.ask("DELETE", f"/api/sessions/{session}/files/{file}"), 409, "CONFLICT")
        refused(server.ask("POST", f"/api/sessions/{session}/investigate", REQUEST), 409, "CONFLICT")
        refused(attach(server, session, "a,b\n1,2\n"), 409, "CONFLICT")
        refused(server.ask("POST", f"/api/sessions/{session}/chat", {"message": "why?"}), 409,
                "INVESTIGATION_NOT_COMPLETE")
        refused(server.ask("GET", f"/api/sessions/{session}/report/download"), 409, "INVESTIGATION_NOT_COMPLETE")
        equal(ended(server, session).json["file_count"], 1)


def test_a_chat_needs_a_report_and_a_message(place):
    """req: metrics FR-020, L-001"""
    with Server(place) as server:
        session = begin(server)
        for path in ("/report", "/report/download", "/explanations"):
            refused(server.ask("GET", f"/api/sessions/{session}{path}"), 409, "INVESTIGATION_NOT_COMPLETE")
        refused(server.ask("POST", f"/api/sessions/{session}/chat", {"message": "why?"}), 409,
                "INVESTIGATION_NOT_COMPLETE")
        session = investigated(server, {"orders.csv": orders(east_online)})
        for body in ({}, {"message": ""}, {"message": "  "}, {"message": 7}, {"message": "x" * 5001}, {"message": None},
                     {"message": "x", "id": "y"}):
            refused(server.ask("POST", f"/api/sessions/{session}/chat", body), 400, "INVALID_INPUT")
        equal(server.ask("GET", f"/api/sessions/{session}/chat").json["messages"], [])
        equal(server.ask("POST", f"/api/sessions/{session}/chat", {"message": "é" * 5000}).status, 200)


def test_files_that_are_not_there_are_not_found(place):
    with Server(place) as server:
        session = begin(server)
        for file in (str(uuid.uuid4()), "nonsense", "..%2f..%2fstate"):
            refused(server.ask("PUT", f"/api/sessions/{session}/files/{file}", {"description": "x"}), 404, "NOT_FOUND")
            refused(server.ask("DELETE", f"/api/sessions/{session}/files/{file}"), 404, "NOT_FOUND")
        file = attach(server, session, "a,b\n1,2\n").json["file_id"]
        for body in ({}, {"description": None}, {"description": "x" * 2001}, {"description": 1}):
            refused(server.ask("PUT", f"/api/sessions/{session}/files/{file}", body), 400, "INVALID_INPUT")
        equal(server.ask("GET", f"/api/sessions/{session}/files").json["items"][0]["description"],
              "One row for each order.")


def test_a_private_request_keeps_no_session_and_may_still_ask_about_one(place):
    """req: metrics FR-025"""
    private = {"Assay-Private": "1"}
    with Server(place) as server:
        refused(server.ask("POST", "/api/sessions", {}, private), 403, "POLICY_VIOLATION")
        equal(server.ask("GET", "/api/sessions").json["total"], 0)
        session = investigated(server, {"orders.csv": orders(east_online)})
        refused(server.ask("POST", f"/api/sessions/{session}/investigate", REQUEST, private), 403, "POLICY_VIOLATION")
        reply = server.ask("POST", f"/api/sessions/{session}/chat", {"message": "in one sentence"}, private)
        equal(reply.status, 200, reply)
        equal(server.ask("GET", f"/api/sessions/{session}/chat").json["messages"], [])


def test_sessions_are_made_without_arguments_and_listed_in_pages(place):
    with Server(place) as server:
        refused(server.ask("POST", "/api/sessions", {"surprise": 1}), 400, "INVALID_INPUT")
        made = [begin(server) for _ in range(3)]
        listed = server.ask("GET", "/api/sessions?limit=2").json
        equal((len(listed["items"]), listed["total"], listed["limit"]), (2, 3, 2))
        equal({s["session_id"] for s in listed["items"]} <= set(made), True)
        refused(server.ask("GET", "/api/sessions?limit=0"), 400, "INVALID_INPUT")
        refused(server.ask("GET", "/api/sessions?limit=many"), 400, "INVALID_INPUT")


if __name__ == "__main__":
    main(globals())
