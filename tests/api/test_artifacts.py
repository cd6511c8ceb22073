#!/usr/bin/env python3
"""Artifacts: what requests made, listed and fetched through every door, each one's own, never changed in silence."""
import base64
import concurrent.futures
import json
import os
import time

from doors import HttpMcp, Server, StdioMcp
from harness import equal, holds, main
from serving import error_of

PLOT = {"type": "bar", "x_col": "region", "y_col": "n", "columns": ["region", "n"], "rows": [["a", 1], ["b", 2]]}
NOBODY = "00000000-0000-4000-8000-000000000000"


def chart(place, *flags, name="trend", **more):
    done = place.run("op", "run", "plot.render", json.dumps({**PLOT, "artifact": name, **more}), *flags)
    equal(done.status, 0, done)
    return done.json["artifact"]


def analysis(place, *flags):
    """An analysis with all its artifacts: the response, and {type: artifact}."""
    path = place.write("sales.csv", "region,units\nNorth,10\nSouth,4\nNorth,7\n")
    done = place.run("analyze", "--intent", "total units by region", "--data", path, "--json", *flags)
    equal(done.status, 0, done)
    return done.json, {a["artifact_type"]: a for a in done.json["artifacts"]}


def content(place, artifact):
    return (place.home / artifact["content_ref"]).read_bytes()


def age(path, days=3):
    then = time.time() - days * 86400
    os.utime(path, (then, then))


def test_it_is_listed_and_given_at_the_command_line(place):
    first, second = chart(place), chart(place, name="other")
    done = place.run("artifacts", "list", "--json").json
    equal([i["artifact_id"] for i in done["items"]], [second["artifact_id"], first["artifact_id"]])
    equal((done["total"], done["offset"], done["limit"]), (2, 0, 100))
    done = place.run("artifacts", "list", "--json", "--request-id", first["request_id"]).json
    equal(done["items"], [first])
    got = place.run("artifacts", "get", "--json", first["artifact_id"]).json
    equal((got["artifact"], got["content_type"], got["filename"]), (first, "image/png", "trend.png"))
    equal(base64.b64decode(got["blob"]), content(place, first))
    shown = place.run("artifacts", "get", first["artifact_id"])
    holds(shown.out, first["content_ref"], shown)


def test_http_sends_the_file_itself(place):
    """req: analyst FR-005/thin, FR-040/thin"""
    artifact = chart(place)
    with Server(place) as server:
        reply = server.ask("GET", f"/api/artifacts/{artifact['artifact_id']}")
        equal((reply.status, reply.headers["content-type"]), (200, "image/png"))
        equal(reply.body, content(place, artifact))
        holds(reply.headers["content-disposition"], 'filename="trend.png"')
        listed = server.ask("GET", "/api/artifacts?limit=1").json
        equal((listed["items"], listed["total"]), ([artifact], 1))
        equal(server.ask("GET", "/api/artifacts?offset=1").json["items"], [])


def test_bad_requests_get_the_right_status_and_change_nothing(place):
    artifact = chart(place)
    with Server(place) as server:
        for path, status, code in [(f"/api/artifacts/{NOBODY}", 404, "NOT_FOUND"), ("/api/artifacts/x", 404, "NOT_FOUND"),
                                   ("/api/artifacts/..%2f..%2fkeys%2faudit.key", 404, None),
                                   ("/api/artifacts?limit=0", 400, "INVALID_INPUT"),
                                   ("/api/artifacts?limit=1001", 400, "INVALID_INPUT"),
                                   ("/api/artifacts?offset=-1", 400, "INVALID_INPUT"),
                                   ("/api/artifacts?limit=ten", 400, "INVALID_INPUT"),
                                   ("/api/artifacts?request_id=x", 400, "INVALID_INPUT"),
                                   (f"/api/analyses/{NOBODY}", 404, "NOT_FOUND"),
                                   ("/api/analyses/x", 400, "INVALID_INPUT"),
                                   ("/api/analyses?limit=0", 400, "INVALID_INPUT")]:
            error_of(server.ask("GET", path), status, code)
        equal(server.ask("DELETE", f"/api/artifacts/{artifact['artifact_id']}").status, 405)
        equal(server.ask("GET", f"/api/artifacts/{artifact['artifact_id']}").body, content(place, artifact))


def test_another_persons_is_answered_as_one_that_is_not_there(place):
    """req: analyst NFR-003/thin"""
    artifact = chart(place, "--user", "ann")
    uri = f"artifact://{artifact['artifact_id']}"
    with Server(place) as server:
        foreign = server.ask("GET", f"/api/artifacts/{artifact['artifact_id']}")
        missing = server.ask("GET", f"/api/artifacts/{NOBODY}")
        equal(*[{k: v for k, v in error_of(r, 404, "NOT_FOUND").items() if k not in ("correlation_id", "timestamp")}
                for r in (foreign, missing)])
        equal(server.ask("GET", "/api/artifacts").json["items"], [])
        error_of(server.ask("POST", "/api/ops/data.describe", {"data": [uri]}), 404, "NOT_FOUND")
    equal(place.run("artifacts", "get", artifact["artifact_id"]).status, 1)
    equal(place.run("artifacts", "get", artifact["artifact_id"], "--user", "ann").status, 0)


def test_a_changed_file_is_refused_and_the_doctor_tells(place):
    """req: analyst FR-036/thin"""
    artifact, whole = chart(place), chart(place)
    equal(place.run("doctor", "--json").json["status"], "ok")
    path = place.home / artifact["content_ref"]
    path.write_bytes(path.read_bytes() + b"x")
    with Server(place) as server:
        error_of(server.ask("GET", f"/api/artifacts/{artifact['artifact_id']}"), 503, "STORE_DAMAGED")
        equal(server.ask("GET", f"/api/artifacts/{whole['artifact_id']}").status, 200)
    checks = {c["name"]: c for c in place.run("doctor", "--json").json["checks"]}
    equal(checks["artifacts"]["status"], "bad", checks)
    path.unlink()
    equal({c["name"]: c for c in place.run("doctor", "--json").json["checks"]}["artifacts"]["status"], "bad")
    equal(place.run("artifacts", "get", artifact["artifact_id"]).status, 1)


def test_mcp_lists_and_reads_it_as_a_resource(place):
    artifact = chart(place)
    uri = f"artifact://{artifact['artifact_id']}"
    with Server(place) as server, StdioMcp(place) as stdio, HttpMcp(server) as over_http:
        for mcp in (stdio, over_http):
            listed = mcp.request("resources/list", {})["result"]["resources"]
            found = next(r for r in listed if r["uri"] == uri)
            equal((found["name"], found["mimeType"], found["size"]), ("trend.png", "image/png", artifact["size_bytes"]))
            read = mcp.request("resources/read", {"uri": uri})["result"]["contents"][0]
            equal((read["uri"], read["mimeType"], base64.b64decode(read["blob"])), (uri, "image/png", content(place, artifact)))
            templates = [t["uriTemplate"] for t in mcp.request("resources/templates/list", {})["result"]["resourceTemplates"]]
            holds(templates, "artifact://{id}")
            holds(templates, "report://{id}")
            for wrong in (f"artifact://{NOBODY}", f"report://{artifact['artifact_id']}", "artifact://"):
                holds(mcp.request("resources/read", {"uri": wrong}), "error", wrong)


def test_a_table_that_was_made_is_data_for_every_tool(place):
    """req: analyst FR-005/thin"""
    table = analysis(place)[1]["table"]
    uri = f"artifact://{table['artifact_id']}"
    args = {"data": [uri], "operation": "aggregate", "columns": ["total_units"], "aggregation": "max"}
    equal(place.run("op", "run", "df.transform", json.dumps(args)).json["rows"], [[17]])
    holds(place.run("table", uri, "--csv").out, "North,17")
    equal(place.run("ask", "--data", uri, "--json", "total total_units").json["table"]["rows"], [[21]])
    with Server(place) as server, StdioMcp(place) as mcp:
        equal(server.ask("POST", "/api/ops/df.transform", args).json["rows"], [[17]])
        result = mcp.request("tools/call", {"name": "df.transform", "arguments": args})["result"]
        equal(result["structuredContent"]["rows"], [[17]])
        read = mcp.request("resources/read", {"uri": uri})["result"]["contents"][0]
        equal((read["mimeType"], read["text"].encode()), ("text/csv", content(place, table)))
    equal(place.run("op", "run", "df.transform", json.dumps(args), "--user", "ann").json["error"]["error_code"], "NOT_FOUND")
    (place.home / table["content_ref"]).write_text("region,total_units\nNorth,99\n")
    equal(place.run("op", "run", "df.transform", json.dumps(args)).json["error"]["error_code"], "STORE_DAMAGED")


def test_a_report_is_a_resource_by_its_own_id_and_by_its_requests(place):
    response, made = analysis(place)
    with StdioMcp(place) as mcp:
        listed = [r["uri"] for r in mcp.request("resources/list", {})["result"]["resources"]]
        holds(listed, f"report://{made['report']['artifact_id']}")
        for name in (made["report"]["artifact_id"], response["request_id"]):
            read = mcp.request("resources/read", {"uri": f"report://{name}"})["result"]["contents"][0]
            equal((read["mimeType"], read["text"].encode()), ("text/markdown", content(place, made["report"])))


def test_an_analysis_is_listed_and_given_whole(place):
    response, made = analysis(place)
    foreign = analysis(place, "--user", "ann")[0]
    with Server(place) as server:
        listed = server.ask("GET", "/api/analyses").json
        equal([(i["id"], i["status"], i["intent"], i["artifacts"]) for i in listed["items"]],
              [(response["request_id"], "completed", "total units by region", len(made))])
        whole = server.ask("GET", f"/api/analyses/{response['request_id']}").json
        equal((whole["status"], whole["response"]["status"], whole["request"]["intent"]),
              ("completed", "completed", "total units by region"))
        equal({a["artifact_id"] for a in whole["artifacts"]}, {a["artifact_id"] for a in made.values()})
        equal(whole["plan"]["request_id"], response["request_id"])
        error_of(server.ask("GET", f"/api/analyses/{foreign['request_id']}"), 404, "NOT_FOUND")
        for artifact in made.values():
            reply = server.ask("GET", f"/api/artifacts/{artifact['artifact_id']}")
            equal((reply.status, reply.body), (200, content(place, artifact)))
    equal(place.run("analyses", "get", "--json", response["request_id"]).json, whole)
    equal([i["id"] for i in place.run("analyses", "list", "--json", "--user", "ann").json["items"]], [foreign["request_id"]])


def test_erasing_an_analysis_takes_all_of_it(place):
    response, made = analysis(place)
    kept = [file for file in (place.home / "db").iterdir() if b"units by region" in file.read_bytes()]
    equal(any(file.name.startswith("recipe_memory.db") for file in kept), True, kept)
    equal(place.run("audit", "erase", response["request_id"], "--yes").status, 0)
    equal([a for a in made.values() if (place.home / a["content_ref"]).exists()], [])
    equal(place.run("analyses", "list", "--json").json["total"], 0)
    for file in (place.home / "db").iterdir():
        equal(b"units by region" in file.read_bytes(), False, file)
    equal(place.run("audit", "verify").status, 0)


def test_many_requests_at_once_keep_their_own_files(place):
    """req: analyst NFR-004/thin"""
    with Server(place) as server:
        def one(i):
            reply = server.ask("POST", "/api/ops/plot.render", {**PLOT, "artifact": "same", "title": f"Chart {i}"})
            equal(reply.status, 200, reply)
            artifact = reply.json["artifact"]
            got = server.ask("GET", f"/api/artifacts/{artifact['artifact_id']}")
            equal((got.status, got.body == content(place, artifact)), (200, True))
            return artifact["content_ref"]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            refs = list(pool.map(one, range(24)))
        equal(len(set(refs)), 24)
        equal(server.ask("GET", "/api/artifacts").json["total"], 24)
    equal(place.run("audit", "verify").status, 0)


def test_a_failed_request_leaves_no_artifact_and_the_sweep_removes_its_file(place):
    chart(place)
    folder = place.home / "artifacts" / "charts" / NOBODY
    folder.mkdir()
    (folder / "lost.png").write_bytes(b"x")
    age(folder / "lost.png")
    age(folder)
    equal({c["name"]: c for c in place.run("doctor", "--json").json["checks"]}["artifacts"]["status"], "warn")
    (place.home / "logs" / ".swept").unlink(missing_ok=True)
    equal(place.run("artifacts", "list").status, 0)
    equal((folder / "lost.png").exists(), False)
    equal(place.run("artifacts", "list", "--json").json["total"], 1)


def test_backup_and_restore_keep_it_and_erase_takes_it(place):
    artifact = chart(place)
    archive = str(place.folder / "backup.tar")
    equal(place.run("home", "backup", archive).status, 0)
    other = str(place.folder / "restored")
    equal(place.run("home", "restore", archive, "--home", other).status, 0)
    done = place.run("artifacts", "get", "--json", artifact["artifact_id"], "--home", other)
    equal(base64.b64decode(done.json["blob"]), content(place, artifact), done)
    equal(place.run("home", "erase", "--yes").status, 0)
    equal(place.home.exists(), False)


def test_backup_and_restore_keep_what_worked(place):
    """req: analyst FR-031/thin, FR-033/thin"""
    first = analysis(place)[0]
    equal(first["metrics"]["recipe_used"], None)
    archive, other = str(place.folder / "backup.tar"), str(place.folder / "restored")
    equal(place.run("home", "backup", archive).status, 0)
    equal(place.run("home", "restore", archive, "--home", other).status, 0)
    again = analysis(place, "--home", other)[0]
    equal(again["metrics"]["recipe_used"] is None, False, again)


def test_erasing_a_request_takes_what_it_made(place):
    artifact, other = chart(place), chart(place)
    done = place.run("audit", "erase", artifact["request_id"], "--yes")
    equal(done.status, 0, done)
    equal((place.home / artifact["content_ref"]).exists(), False)
    equal(place.run("artifacts", "get", artifact["artifact_id"]).status, 1)
    equal([i["artifact_id"] for i in place.run("artifacts", "list", "--json").json["items"]], [other["artifact_id"]])
    equal(place.run("audit", "verify").status, 0)
    equal({c["name"]: c for c in place.run("doctor", "--json").json["checks"]}["artifacts"]["status"], "ok")


def test_what_was_made_stays_when_the_server_is_killed(place):
    with Server(place) as server:
        made = server.ask("POST", "/api/ops/plot.render", {**PLOT, "artifact": "trend"}).json["artifact"]
        server.process.kill()
        server.process.wait()
    done = place.run("artifacts", "get", "--json", made["artifact_id"])
    equal(base64.b64decode(done.json["blob"]), content(place, made), done)


if __name__ == "__main__":
    main(globals())
