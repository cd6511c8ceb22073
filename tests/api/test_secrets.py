#!/usr/bin/env python3
"""A server's password is kept nowhere: not in the home, a backup, a log, an answer, or what is printed.

    test_secrets.py ASSAY

Every operation that takes data is called with addresses of a real PostgreSQL server through every door, with success and
with every kind of failure; then the whole home is searched, byte by byte, for the password in any encoding. Which
operations those are, the program says itself: one that is added and not called here fails the test.
"""
import json
import pathlib
import shutil
import signal
import socket
import subprocess
import threading

from doors import HttpMcp, Server, StdioMcp, Stream
from harness import ASSAY, environment, equal, holds, main
from postgres import with_server
from searching import MARK, must_not_hold, search

PLAIN = MARK + "plain"
ODD = MARK + "@:/?#%& x"
WRONG = MARK + "wrong"
DATABASE = None


def run(place, *args, **more):
    """The program's own command line; what it prints is searched."""
    done = place.run(*args, **more)
    must_not_hold(f"output of {args[:2]}", done.bytes)
    must_not_hold(f"error output of {args[:2]}", done.err.encode())
    return done


def url(fragment="#orders", user="plain", password=PLAIN, database="shop", port=None, scheme="postgres", query=""):
    login = f"{user}:{password}" if password is not None else user
    return f"{scheme}://{login}@127.0.0.1:{port or DATABASE.port}/{database}{query}{fragment}"


def masked(address):
    return address.replace(PLAIN, "***")


def percent(text):
    return "".join(f"%{b:02X}" for b in text.encode())


PERIODS = {"metric": "sum(revenue)", "baseline": "2026-01-01..2026-01-31", "compare": "2026-02-01..2026-02-28"}

# Every operation with a field that names data: its arguments, given an address.
CALLS = {
    "ask": lambda u: {"question": "total revenue by region", "data": [u]},
    "analyst.ask": lambda u: {"question": "total revenue by region", "data": [u]},
    "analyze": lambda u: {"intent": "total revenue by region", "data": [u], "constraints": {"timeout_seconds": 20}},
    "audit.verify": lambda u: {"witness": u},
    "audit.export": lambda u: {"folder": u},
    "data.describe": lambda u: {"data": [u]},
    "data.read": lambda u: {"data": [u], "question": "total revenue by region"},
    "data.export": lambda u: {"data": [u], "output": "out.xlsx"},
    "df.transform": lambda u: {"data": [u], "operation": "aggregate", "columns": ["revenue"], "aggregation": "sum",
                               "group_by": ["region"]},
    "docs.add": lambda u: {"paths": [u]},
    "excel-analyze-pivot": lambda u: {"workbook_path": u},
    "excel-create-worksheet": lambda u: {"workbook_path": u, "worksheet_name": "New"},
    "excel-list-structure": lambda u: {"data": [u]},
    "excel-preview-table": lambda u: {"workbook_path": u},
    "excel-search": lambda u: {"workbook_path": u, "query": "North"},
    "excel-undo": lambda u: {"workbook_path": u},
    "excel-write-cell": lambda u: {"workbook_path": u, "worksheet": "A", "cell_address": "A1", "value": u},
    "excel-write-range": lambda u: {"workbook_path": u, "worksheet": "A", "updates_json": {"A1": u}},
    "files.add": lambda u: {"path": u},
    "home.backup": lambda u: {"file": u},
    "home.restore": lambda u: {"file": u},
    "metrics.ask": lambda u: {"question": "why did revenue drop in February 2026?", "data": [u]},
    "metrics.investigate": lambda u: {"data": [u], **PERIODS},
    "metrics.localize": lambda u: {"data": [u], **PERIODS},
    "plot.render": lambda u: {"data": [u], "type": "bar", "x_col": "id", "y_col": "revenue"},
    "profiler.analyze": lambda u: {"data": [u]},
    "query.check": lambda u: {"data": [u],
                              "query": {"version": 1, "steps": [{"query": {"from": [{"table": "orders"}]}}]}},
    "sessions.add_file": lambda u: {"id": "00000000-0000-4000-8000-000000000000", "path": u, "description": u},
    "sql.run": lambda u: {"data": [u], "query": "SELECT sum(revenue) AS r FROM orders"},
    "table.read": lambda u: {"path": u, "limit": 2},
    "tasks.import": lambda u: {"path": u},
    "workbook.ask": lambda u: {"question": "what sheets are there?", "data": [u]},
    "workbook.load": lambda u: {"id": "00000000-0000-4000-8000-000000000000", "path": u},
}
READS = {"ask", "analyst.ask", "analyze", "data.describe", "data.export", "df.transform", "metrics.investigate",
         "metrics.localize", "metrics.ask", "plot.render", "profiler.analyze", "query.check", "sql.run", "table.read"}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def good():
    """Spellings that are answered."""
    return [url(), url(scheme="postgresql"), url(scheme="POSTGRES"), url(password=percent(PLAIN)),
            url(user="odd", password=percent(ODD)), url(password=None, query=f"?password={PLAIN}"),
            url(password=None, query=f"?pass%77ord={percent(PLAIN)}"),
            url(password=None, user="", query=f"?user=plain&password={PLAIN}").replace("//@", "//"),
            f"postgres://plain:{PLAIN}@127.0.0.1:1,127.0.0.1:{DATABASE.port}/shop#orders"]


def bad():
    """Spellings and addresses that fail."""
    unclear = ODD.replace("%", "").replace(" ", "")
    return [url(password=WRONG), url(port=free_port()), url("#none"), url(database="none"), url(user="nobody"),
            url(user="odd", password=unclear), url(user="odd", password=MARK + "/x"), url(password=MARK + "#y@z"),
            f"postgres://plain%3A{PLAIN}@127.0.0.1:{DATABASE.port}/shop", url(query=f"?sslpassword={PLAIN}"),
            f"host=127.0.0.1 port={DATABASE.port} user=plain password={PLAIN} dbname=shop",
            f"password = '{PLAIN}' host=127.0.0.1", f"jdbc:postgresql://h/db?user=plain&password={PLAIN}",
            f"postgresql+psycopg2://plain:{PLAIN}@127.0.0.1/shop", f"mysql://plain:{PLAIN}@127.0.0.1/shop",
            f" postgres://plain:{PLAIN}@127.0.0.1/shop", f"postgres://plain:{MARK}%ZZ@127.0.0.1/shop",
            f"postgres://plain:{MARK * 400}@127.0.0.1/shop"]


def taking_data(place):
    """The operations with a field of paths, at any depth."""
    def has_path(schema):
        return isinstance(schema, dict) and (schema.get("x-path") is True or any(map(has_path, schema.values())))
    return {op["name"] for op in place.run("op", "list", "--json").json["ops"] if has_path(op["input_schema"])}


def test_every_operation_that_takes_data_is_called_here(place):
    equal(taking_data(place), set(CALLS))


def by_cli(place, name, args):
    (place.folder / "out.xlsx").unlink(missing_ok=True)
    return run(place, "op", "run", name, json.dumps(args), timeout=60)


def failed(done):
    """Whether a call failed, or its answer says so."""
    if done.status:
        return True
    result = done.json
    return bool(result.get("error")) or result.get("status") in ("error", "failed")


def test_command_line(place):
    for name, make in CALLS.items():
        done = by_cli(place, name, make(url()))
        if name in READS:
            equal(failed(done), False, (name, done))
        if name in READS:
            equal(failed(by_cli(place, name, make(url(password=WRONG)))), True, name)
    for address in good():
        done = by_cli(place, "sql.run", CALLS["sql.run"](address))
        equal(done.status, 0, (address, done))
    for address in bad():
        for name in ("sql.run", "ask", "analyze", "table.read", "files.add", "docs.add"):
            equal(failed(by_cli(place, name, CALLS[name](address))) or name == "docs.add", True, (name, address))
        sources = {"intent": "total revenue", "data_sources": [{"type": "sql", "connection_string": address}]}
        by_cli(place, "analyze", sources)
        by_cli(place, "analyze", {"request": sources})
    search(place)


def test_commands_of_their_own(place):
    u = url()
    equal(run(place, "profile", u).status, 0)
    equal(run(place, "table", u, "--csv").out.splitlines()[0], "id,order_date,region,revenue")
    equal(run(place, "export", "--data", u, "made.xlsx").status, 0)
    must_not_hold("made.xlsx", (place.folder / "made.xlsx").read_bytes())
    equal(run(place, "ask", "--data", u, "--json", "total revenue by region").status, 0)
    equal(run(place, "ask", "--data", u, "--private", "total revenue by region").status, 0)
    equal(run(place, "localize", u, "--metric", "sum(revenue)", "--baseline", PERIODS["baseline"], "--compare",
              PERIODS["compare"]).status in (0, 1), True)
    for intent in ("total revenue by region", "total revenue by region"):
        request = {"intent": intent, "data_sources": [{"type": "sql", "connection_string": u}]}
        done = run(place, "analyze", place.write("request.json", json.dumps(request)), "--json")
        equal(done.status, 0, done)
        got = run(place, "analyses", "get", done.json["request_id"], "--json")
        equal(got.status, 0, got)
        holds(got.out, masked(u))
    run(place, "analyze", "--intent", f"total revenue by region of {u}", "--data", u)
    lines = "\n".join(json.dumps({"id": i, "question": "total revenue", "data": [address]})
                      for i, address in enumerate([u, url(password=WRONG), masked(u)]))
    done = run(place, "batch", stdin=lines.encode())
    equal([json.loads(line)["status"] for line in done.out.splitlines()], ["success", "error", "error"], done)
    for text in (f"add a task to fix {u}", f"what is in {u}", f"postgres://a:{PLAIN}@h/x and postgres://b:{PLAIN}@h/y"):
        run(place, "ask", "--json", text)
        run(place, "op", "run", "add_task", json.dumps({"title": text, "description": text}))
        run(place, "op", "run", "tasks.chat", json.dumps({"message": text}))
    run(place, "op", "run", "ask", json.dumps({"question": f"x\0{u}", "data": [f"a\0{u}"], u: 1}))
    run(place, "audit", "show", "--json")
    run(place, "audit", "export", "exported")
    for file in (place.folder / "exported").rglob("*"):
        if file.is_file():
            must_not_hold(str(file), file.read_bytes())
    equal(run(place, "audit", "verify").status, 0)
    search(place)


def test_a_conversation_goes_on_with_the_password_it_was_given(place):
    lines = "total revenue\nby region\nonly North\n/data\n/proof\n"
    done = run(place, "chat", "--data", url(), "--json", stdin=lines.encode())
    answers = [json.loads(line) for line in done.out.splitlines()]
    equal([a["status"] for a in answers], ["success"] * 3, done)
    holds(done.err, "postgres://plain:***@127.0.0.1")
    lines = f"/data {url()}\ntotal revenue\nby region\n/data {url(password=WRONG)}\ntotal revenue\n"
    done = run(place, "chat", "--json", stdin=lines.encode())
    equal([json.loads(line)["status"] for line in done.out.splitlines()], ["success", "success", "error"], done)
    search(place)


WAY_ON = ("with its password", "PGPASSWORD", ".pgpass")


def test_another_process_needs_the_password_anew(place):
    """A conversation that is continued, or a masked address: from the environment, ~/.pgpass or the address again."""
    first = run(place, "ask", "--data", url(), "--json", "total revenue").json
    args = json.dumps({"question": "total revenue by region", "conversation_id": first["conversation_id"]})
    for done in (run(place, "op", "run", "ask", args), run(place, "ask", "--data", masked(url()), "--json", "total")):
        error = done.json["error"]
        equal(error["error_code"], "INVALID_INPUT", done)
        for way in WAY_ON:
            holds(error["suggested_action"], way, done)
    equal(run(place, "op", "run", "ask", args, env={"PGPASSWORD": PLAIN}).json["status"], "success")
    passes = place.folder / ".pgpass"
    passes.write_text(f"# mine\nelsewhere:*:*:*:no\n127.0.0.1:{DATABASE.port}:shop:plain:{PLAIN}\n*:*:*:odd:"
                      + ODD.replace("\\", "\\\\").replace(":", "\\:") + "\n")
    passes.chmod(0o600)
    args = json.dumps({"question": "by product", "conversation_id": first["conversation_id"], "data": [masked(url())]})
    equal(run(place, "table", masked(url()), "--csv").status, 0)
    equal(run(place, "table", url(password=None), "--csv").status, 0)
    equal(run(place, "table", url(user="odd", password="***"), "--csv").status, 0)
    elsewhere = place.folder / "passes"
    passes.rename(elsewhere)
    equal(run(place, "table", masked(url()), "--csv", env={"PGPASSFILE": str(elsewhere)}).status, 0)
    elsewhere.chmod(0o644)
    done = run(place, "table", masked(url()), "--csv", env={"PGPASSFILE": str(elsewhere)})
    equal(done.status, 1)
    holds(done.err, "others can read it")
    done = run(place, "table", url(password=None), "--csv")
    holds(done.err, "wants a password, and none is known")
    for way in WAY_ON:
        holds(done.err, way)
    elsewhere.unlink()
    search(place)


def test_a_password_is_not_used_for_another_server(place):
    """In one process, which knows it, and forgets the old one for a new one."""
    port = free_port()
    with Server(place, "--allow", url(password=None), "--allow", url("", password=None, port=port)) as server:
        ask = lambda address: server.ask("POST", "/api/ops/sql.run", CALLS["sql.run"](address))
        equal(ask(masked(url())).json["error"]["error_code"], "INVALID_INPUT")
        equal(ask(url()).status, 200)
        equal(ask(masked(url())).status, 200)
        equal(ask(url(password=None)).status, 200)
        equal(ask(masked(url("", port=port))).json["error"]["error_code"], "INVALID_INPUT")
        equal(ask(masked(url("#orders", query="?host=127.0.0.2"))).json["error"]["error_code"], "POLICY_VIOLATION")
        equal(ask(url(password=WRONG)).json["error"]["error_code"], "DATA_UNREADABLE")
        equal(ask(masked(url())).json["error"]["error_code"], "DATA_UNREADABLE")
    search(place)


def everywhere(place, *flags):
    """The doors of a server: functions that call an operation and give what came back, searched."""
    server = Server(place, *flags, "--tools", "all")
    stdio, http = StdioMcp(place, *flags, "--tools", "all"), HttpMcp(server)

    def by_http(name, args):
        reply = server.ask("POST", f"/api/ops/{name}", args, timeout=60)
        must_not_hold(f"HTTP's answer of {name}", reply.body)
        return reply.json

    def by_mcp(client):
        def ask(name, args):
            reply = client.request("tools/call", {"name": name, "arguments": args})
            must_not_hold(f"MCP's answer of {name}", json.dumps(reply).encode())
            if "error" in reply:
                return reply
            result = reply["result"]
            return json.loads(result["content"][-1]["text"]) if result.get("isError") else result["structuredContent"]
        return ask
    return server, stdio, {"HTTP": by_http, "stdio": by_mcp(stdio), "MCP over HTTP": by_mcp(http)}


def agents_may(place):
    return {op["name"] for op in place.run("op", "list", "--json").json["ops"] if op["for_agents"]}


def is_error(result):
    return bool(result.get("error")) or result.get("status") in ("error", "failed")


def test_doors_of_a_server_that_was_given_the_password(place):
    """--allow with a password: clients name the address with ***, without a password, or with the same one."""
    allowed, open_to = url(""), agents_may(place)
    server, stdio, doors = everywhere(place, "--allow", allowed, "--allow", str(place.folder))
    for door, ask in doors.items():
        for name, make in CALLS.items():
            if door != "HTTP" and name not in open_to:
                continue
            for address in (masked(url()), url(password=None), url(), url(password=WRONG), url(database="other")):
                result = ask(name, make(address))
                (place.folder / "out.xlsx").unlink(missing_ok=True)
                if name in READS:
                    wanted = WRONG in address or "other" in address
                    equal(is_error(result), wanted, (door, name, address, result))
        for address in [*good(), *bad()]:
            ask("sql.run", CALLS["sql.run"](address))
            ask("analyze", {"intent": "total revenue", "data_sources": [{"type": "sql", "connection_string": address}]})
    with Stream(server, "POST", "/api/analyze", CALLS["analyze"](url())) as stream:
        must_not_hold("the stream", json.dumps(stream.rest()).encode())
    for path in ("/api/analyses", "/metrics", "/api/files", "/openapi.json"):
        must_not_hold(path, server.ask("GET", path).body)
    for analysis in server.ask("GET", "/api/analyses").json["items"]:
        must_not_hold("an analysis", server.ask("GET", f"/api/analyses/{analysis['id']}").body)
    stdio.__exit__()
    equal(server.stop(), 0)
    must_not_hold("the server's errors", server.stderr.encode())
    search(place)


def test_mcp_without_allow_gives_no_password_of_an_earlier_analysis(place):
    done = run(place, "op", "run", "analyze", json.dumps(CALLS["analyze"](url())))
    with StdioMcp(place, "--tools", "all") as client:
        reply = client.request("tools/call", {"name": "analyses.get", "arguments": {"id": done.json["request_id"]}})
        holds(json.dumps(reply), "***")
        must_not_hold("analyses.get", json.dumps(reply).encode())


def test_a_server_that_says_nothing_and_one_that_is_cut_off(place):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)
        port = silent.getsockname()[1]
        run(place, "op", "run", "analyze", json.dumps({**CALLS["analyze"](url(port=port)),
                                                       "constraints": {"timeout_seconds": 1}}), timeout=60)
        env = environment(place)
        process = subprocess.Popen([str(ASSAY), "ask", "--data", url(port=port), "how many rows"], env=env,
                                   cwd=place.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        threading.Event().wait(0.7)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        must_not_hold("what was cut off", out + err)
    search(place)


def test_no_core_file_and_no_look_into_the_memory(place):
    """A crash leaves nothing, whatever the limits were."""
    unlimited = ["prlimit", "--core=unlimited:unlimited"] if shutil.which("prlimit") else []
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)
        process = subprocess.Popen([*unlimited, str(ASSAY), "ask", "--data", url(port=silent.getsockname()[1]), "x"],
                                   env=environment(place), cwd=place.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        silent.accept()
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for pid in [str(process.pid), *children]:
            limits = pathlib.Path(f"/proc/{pid}/limits").read_text().splitlines()
            core = next(line for line in limits if line.startswith("Max core file size")).split()
            equal(core[4:6], ["0", "0"], pid)
            must_not_hold("the list of processes", pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())
        equal(len(children) > 0, True)
        process.send_signal(signal.SIGABRT)
        process.communicate(timeout=30)
    equal([f for f in place.folder.rglob("core*") if f.is_file()], [])


def start(server):
    global DATABASE
    DATABASE = server
    quoted = ODD.replace("'", "''")
    server.sql(f"CREATE ROLE plain LOGIN PASSWORD '{PLAIN}'; CREATE ROLE odd LOGIN PASSWORD '{quoted}';"
               "CREATE DATABASE shop; CREATE DATABASE other")
    subprocess.run(["psql", "-q", server.url(database="shop"), "-c",
                    "CREATE TABLE orders(id int, order_date date, region text, revenue numeric(10,2));"
                    "INSERT INTO orders SELECT i, date '2026-01-01' + (i % 59), (ARRAY['North','South','East'])[i % 3 + 1],"
                    " i * 1.25 FROM generate_series(1, 300) i; GRANT SELECT ON orders TO plain, odd"], check=True)
    main(globals())


if __name__ == "__main__":
    with_server(start)
