"""`analyze` through all its doors: the command line, HTTP with its streams, MCP; and bad input at each of them."""
import json
import socket
import threading
import uuid

from analyzing import analyze, as_csv, by, entries, orders, request, table
from doors import Server, StdioMcp, Stream
from harness import equal, holds, main
from serving import error_of


def served(place):
    path = place.write("sales.csv", as_csv(orders()))
    return Server(place, "--allow", str(place.folder)), path


def bare(response):
    """A response without what differs each time: ids, times, and the hashes and sizes of a report that tells them."""
    copy = json.loads(json.dumps(response))
    for key in ("request_id", "audit_log_ref", "plan_ref"):
        copy.pop(key)
    copy["metrics"].pop("execution_time_seconds")
    copy["metrics"].pop("recipe_used")
    for artifact in copy["artifacts"]:
        for key in ("artifact_id", "request_id", "content_ref", "created_at"):
            artifact.pop(key)
        if artifact["artifact_type"] == "report":
            artifact.pop("content_hash")
            artifact.pop("size_bytes")
    return copy


def test_the_same_analysis_through_every_door(place):
    """req: analyst FR-038, FR-039, FR-040"""
    server, path = served(place)
    body = request("quarterly sales trend", path)
    with server:
        by_http = server.ask("POST", "/api/analyze", body)
        equal(by_http.status, 200, by_http)
        by_op = server.ask("POST", "/api/ops/analyze", body).json
    by_cli = analyze(place, body)
    flags = place.run("analyze", "--intent", "quarterly sales trend", "--data", path, "--json").json
    with StdioMcp(place, "--allow", str(place.folder), "--tools", "all") as mcp:
        by_mcp = mcp.request("tools/call", {"name": "analyze", "arguments": body})["result"]
    equal(bare(by_http.json), bare(by_cli))
    equal(bare(by_op), bare(by_cli))
    equal(bare(by_mcp["structuredContent"]), bare(by_cli))
    equal(flags["status"], "completed")


def test_a_run_can_be_had_again_with_its_files(place):
    """req: analyst FR-040"""
    server, path = served(place)
    with server:
        response = server.ask("POST", "/api/analyze", request("revenue by region", path)).json
        kept = server.ask("GET", f"/api/analyses/{response['request_id']}").json
        equal(kept["response"], response)
        listed = server.ask("GET", "/api/analyses").json
        equal([a["id"] for a in listed["items"]], [response["request_id"]])
        for artifact in response["artifacts"]:
            reply = server.ask("GET", f"/api/artifacts/{artifact['artifact_id']}")
            equal(reply.status, 200, reply)
            equal(len(reply.body), artifact["size_bytes"])
        error_of(server.ask("GET", f"/api/analyses/{uuid.uuid4()}"), 404, "NOT_FOUND")


def test_progress_is_told_while_it_runs(place):
    """req: analyst FR-045"""
    server, path = served(place)
    with server:
        with Stream(server, "POST", "/api/analyze", request("quarterly sales trend", path)) as stream:
            events = stream.rest()
        steps = [json.loads(data) for event, _, data in events if event == "step"]
        equal([s["text"] for s in steps][:2], ["Reading the data", "Planning"])
        holds([s["text"] for s in steps], "Draw how it goes over time.")
        equal(events[-1][0], "answer")
        response = json.loads(events[-1][2])
        equal(response["status"], "completed")
        with Stream(server, "GET", f"/api/analyses/{response['request_id']}/events") as stream:
            told = stream.rest()
        equal(told[-1][0], "answer")
        equal(json.loads(told[-1][2])["status"], "completed")
        error_of(server.ask("GET", f"/api/analyses/{uuid.uuid4()}/events"), 404, "NOT_FOUND")


def test_a_run_can_be_followed_by_its_id_while_it_goes_on(place):
    """req: analyst FR-045"""
    server, _ = served(place)
    body = request("amount by kind", big(place, 900000), request_id=str(uuid.uuid4()), deliverables=["tables"])

    def begin():
        with Stream(server, "POST", "/api/analyze", body) as stream:
            stream.rest()

    with server:
        thread = threading.Thread(target=begin)
        thread.start()
        events = []
        while not events:
            with Stream(server, "GET", f"/api/analyses/{body['request_id']}/events") as stream:
                events = stream.rest() if stream.status == 200 else []
        thread.join()
    equal(events[0][0], "step", events)
    equal(events[-1][0], "answer")
    equal(json.loads(events[-1][2])["request_id"], body["request_id"])


def test_the_callers_id_is_the_id_of_everything_and_is_taken_once(place):
    """req: analyst FR-006, FR-039"""
    server, path = served(place)
    body = request("revenue by region", path, request_id=str(uuid.uuid4()))
    with server:
        response = server.ask("POST", "/api/analyze", body).json
        equal(response["request_id"], body["request_id"])
        again = server.ask("POST", "/api/analyze", body)
        error_of(again, 409, "CONFLICT")
        equal(server.ask("GET", "/api/analyses").json["total"], 1)
    mine = entries(place, body["request_id"])
    equal({e["event_type"] for e in mine} >= {"request_submitted", "plan_created", "tool_called", "artifact_generated"},
          True)
    equal(mine[0]["event_data"]["tool_name"], "analyze")
    holds(response["artifacts"][0]["content_ref"], body["request_id"])


def test_bad_requests_are_refused_and_change_nothing(place):
    """req: analyst FR-028, FR-039"""
    server, path = served(place)
    good = request("revenue by region", path)
    bad = [
        {}, {"intent": "revenue"}, {**good, "intent": ""}, {**good, "intent": "x" * 2001}, {**good, "intent": 5},
        {**good, "data_sources": []}, {**good, "data_sources": [{"type": "csv"}]},
        {**good, "data_sources": [{"type": "sql", "file_path": path}]},
        {**good, "data_sources": [{"type": "xml", "file_path": path}]},
        {**good, "deliverables": []}, {**good, "deliverables": ["tables", "tables"]},
        {**good, "deliverables": ["songs"]}, {**good, "constraints": {"row_limit": 0}},
        {**good, "constraints": {"row_limit": 200001}}, {**good, "constraints": {"timeout_seconds": 0}},
        {**good, "constraints": {"timeout_seconds": 181}}, {**good, "policy": {"blocked_patterns": [""]}},
        {**good, "request_id": "not-an-id"}, {**good, "unknown": 1}, {"request": good, "intent": "x"},
        {**good, "data": [""]}, {**good, "data_sources": [{"type": "csv", "file_path": path, "schema_fingerprint": "x"}]},
    ]
    with server:
        for body in bad:
            error_of(server.ask("POST", "/api/analyze", body), 400)
        error_of(server.ask("POST", "/api/analyze", b"{", {"Content-Type": "application/json"}), 400)
        equal(server.ask("GET", "/api/analyses").json["total"], 0)
    equal((place.home / "artifacts").exists() and any((place.home / "artifacts").rglob("*.*")), False)


def test_what_was_done_is_shown_in_words(place):
    """req: analyst FR-018/thin"""
    response = analyze(place, request("total revenue by region", place.write("sales.csv", as_csv(orders()))))
    shown = place.run("audit", "show", response["request_id"]).out
    holds(shown, "asked for an analysis of 1 source, to give: ")
    holds(shown, "total revenue by region")
    holds(shown, "planned ")
    holds(shown, "step")
    holds(shown, "made a table of ")
    for actor in ("system", "planner", "actor"):
        equal(f"  {actor}: {{" in shown, False, shown)


def test_the_limits_themselves_are_taken(place):
    """req: analyst FR-022, FR-023"""
    path = place.write("sales.csv", as_csv(orders()))
    for limits in ({"row_limit": 1, "timeout_seconds": 180}, {"row_limit": 200000, "timeout_seconds": 1}):
        response = analyze(place, request("revenue by region", path, constraints=limits, deliverables=["tables"]))
        equal(response["status"], "completed", response)
    intent = "revenue by region" + " " * (2000 - len("revenue by region"))
    equal(analyze(place, request(intent, path, deliverables=["tables"]))["status"], "completed")


def test_a_file_outside_the_allowed_folders_is_not_read(place):
    """req: analyst NFR-003/thin"""
    server, path = served(place)
    with server:
        response = server.ask("POST", "/api/analyze", request("revenue by region", "/etc/hostname")).json
    equal(response["status"], "failed")
    equal(response["error"]["error_type"], "policy_violation", response)
    rules = [e["event_data"]["rule"] for e in entries(place, response["request_id"])
             if e["event_type"] == "policy_decision"]
    equal(rules, ["paths"])


def test_anothers_analysis_is_not_there(place):
    path = place.write("sales.csv", as_csv(orders()))
    response = analyze(place, request("revenue by region", path))
    for command in (("analyses", "get", response["request_id"]),
                    ("artifacts", "get", response["artifacts"][0]["artifact_id"])):
        done = place.run(*command, "--user", "mallory", "--json")
        equal(done.status, 1, done)
        equal(done.json["error"]["error_code"], "NOT_FOUND")
    other = analyze(place, request("revenue by region", path), "--user", "mallory")
    equal(other["metrics"]["recipe_used"], None)


def test_many_at_once_do_not_get_in_each_others_way(place):
    """req: analyst NFR-004, SC-003"""
    server, path = served(place)
    intents = ["revenue by region", "revenue by product", "units by region", "quarterly sales trend"] * 3
    replies = [None] * len(intents)

    def ask(i):
        replies[i] = server.ask("POST", "/api/analyze", request(intents[i], path, deliverables=["tables"]), timeout=60)

    with server:
        threads = [threading.Thread(target=ask, args=(i,)) for i in range(len(intents))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    equal([r.json["status"] for r in replies], ["completed"] * len(intents))
    equal(len({r.json["request_id"] for r in replies}), len(intents))
    wanted = {k: str(v) for k, v in by(orders(), lambda r: r["region"]).items()}
    equal({r[0]: r[1] for r in table(place, replies[0].json)[1:]}, wanted)
    equal(place.run("audit", "verify").status, 0)


def big(place, rows):
    return place.write("big.csv", "kind,amount\n" + "".join(f"{i % 97},{i}\n" for i in range(rows)))


def test_where_time_is_short_less_is_planned_and_told(place):
    """req: analyst FR-044"""
    body = request("amount by kind", big(place, 450000), constraints={"timeout_seconds": 1}, deliverables=["tables"])
    response = analyze(place, body, status=None)  # whether that one step fits is the machine's to say
    equal(response["metrics"]["tool_calls_count"], 1, response)
    holds(str(response["summary"]["warnings"]), "The time allowed is short")


def test_a_plan_that_cannot_fit_its_time_is_not_begun(place):
    """req: analyst FR-023, FR-024/thin"""
    body = request("amount by kind", big(place, 2500000), constraints={"timeout_seconds": 1}, deliverables=["tables"])
    response = analyze(place, body, status=1)
    equal(response["error"]["error_type"] in ("timeout", "resource_limit"), True, response)
    equal(response["metrics"]["tool_calls_count"], 0)


def test_a_source_that_does_not_answer_ends_with_the_time_allowed(place):
    """req: analyst FR-023"""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        body = request("revenue by region", constraints={"timeout_seconds": 1})
        body["data_sources"] = [{"type": "sql", "connection_string": f"postgres://127.0.0.1:{silent.getsockname()[1]}/x"}]
        response = analyze(place, body, status=1)
    equal(response["error"]["error_type"], "timeout", response)
    equal(response["metrics"]["execution_time_seconds"] < 8, True, "by itself the connection is given up after ten")


def test_the_command_line_shows_findings_and_ends_as_it_should(place):
    path = place.write("sales.csv", as_csv(orders()))
    done = place.run("analyze", "--intent", "revenue by region", "--data", path)
    equal(done.status, 0, done)
    holds(done.out, "Findings")
    holds(done.out, "artifacts/tables/")
    done = place.run("analyze", "--intent", "earliest order_date by region", "--data", path)
    equal(done.status, 0, done)
    holds(done.err, "only part of it could be done")
    equal(place.run("analyze", "--intent", "drop table sales", "--data", path).status, 1)
    equal(place.run("analyze", "--data", path).status, 2)
    equal(place.run("analyze", str(place.folder / "none.json")).status, 1)


if __name__ == "__main__":
    main(globals())
