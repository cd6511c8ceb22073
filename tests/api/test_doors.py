#!/usr/bin/env python3
"""Each operation through all its doors: the command line, HTTP, MCP over stdio and over HTTP give the same result.

CASES has a line for every operation of the table; the test fails when one is missing. What differs by nature (ids, times,
durations, places in the audit log) is taken out before the results are compared; everything else must be equal.
"""
import json
import re

from doors import HttpMcp, Server, StdioMcp
from books import workbook
from harness import equal, holds, main

SALES = "region,revenue,day\nNorth,10.50,2026-01-05\nSouth,20,2026-01-06\nNorth,1,2026-02-01\n"
RULES = "# Rules\n\n## Refunds\n\nA refund takes five days after the goods have come back.\n"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
CHANGES = {"processing_time_ms", "duration_ms", "audit", "head", "entries", "total", "items", "checks"}


def book(sales):
    """The workbook beside the file of sales."""
    return sales.replace("sales.csv", "book.xlsx")


# name: (arguments, an outside client may call it); None: it changes what the other doors would see, and has its own test.
CASES = {
    "ask": (lambda p: {"question": "total revenue by region", "data": [p]}, True),
    "analyst.ask": (lambda p: {"question": "total revenue by region", "data": [p]}, False),
    "data.describe": (lambda p: {"data": [p]}, True),
    "sql.run": (lambda p: {"data": [p], "query": "SELECT sum(revenue) AS r FROM sales WHERE region = ?",
                           "params": ["North"]}, True),
    "query.schema": (lambda p: {}, False),
    "query.check": (lambda p: {"data": [p], "query": {"version": 1, "steps": [{"query": {
        "from": [{"table": "sales"}], "where": [{"op": "=", "args": [{"column": "region"}, {"value": "Nroth"}]}],
        "select": [{"aggregate": "sum", "arg": {"column": "revenue"}}]}}]}}, False),
    "df.transform": (lambda p: {"data": [p], "operation": "aggregate", "columns": ["revenue"], "aggregation": "sum",
                                "group_by": ["region"]}, True),
    "plot.render": (lambda p: {"data": [p], "type": "bar", "x_col": "day", "y_col": "revenue"}, True),
    "artifacts.list": (lambda p: {"limit": 5}, True),
    "artifacts.get": None,
    "analyses.list": (lambda p: {"limit": 5}, True),
    "analyses.get": None,
    "profiler.analyze": (lambda p: {"data": [p]}, True),
    "table.read": (lambda p: {"path": p, "limit": 2}, True),
    "workbook.ask": (lambda p: {"question": "what sheets are there?", "data": [book(p)]}, False),
    "workbook.list": (lambda p: {"limit": 5}, False),
    "workbook.start": None,
    "workbook.load": None,
    "workbook.message": None,
    "workbook.get": None,
    "workbook.clear": None,
    "workbook.suggestions": None,
    "workbook.export": None,
    "excel-list-structure": (lambda p: {"workbook_path": book(p)}, True),
    "excel-search": (lambda p: {"workbook_path": book(p), "query": "N2"}, True),
    "excel-preview-table": (lambda p: {"data": [book(p)], "rows": 2}, True),
    "excel-analyze-pivot": (lambda p: {"workbook_path": book(p)}, True),
    "excel-write-cell": (lambda p: {"workbook_path": book(p), "worksheet": "Secret plan", "cell_address": "A1",
                                    "value": 7, "dry_run": True}, True),
    "excel-write-range": (lambda p: {"workbook_path": book(p), "worksheet": "Secret plan",
                                     "updates_json": {"A1": 7, "B9": "x"}, "dry_run": True}, True),
    "excel-create-worksheet": (lambda p: {"workbook_path": book(p), "worksheet_name": "New", "dry_run": True}, True),
    "excel-undo": None,
    "add_task": None,
    "list_tasks": (lambda p: {}, True),
    "update_task": None,
    "complete_task": None,
    "delete_task": None,
    "tasks.reopen": None,
    "tasks.bulk": None,
    "tasks.undo": None,
    "tasks.redo": None,
    "tasks.history": (lambda p: {}, True),
    "tasks.due": (lambda p: {"time_zone": "UTC"}, True),
    "tasks.dismiss": None,
    "tasks.import": None,
    "tasks.export": (lambda p: {}, True),
    "tasks.feed": (lambda p: {}, True),
    "tasks.forget": None,
    "tasks.chat": None,
    "tasks.ask": (lambda p: {"question": "show my tasks"}, False),
    "metrics.localize": (lambda p: {"data": [p], "metric": "sum(revenue)", "baseline": "2026-01-01..2026-01-31",
                                    "compare": "2026-02-01..2026-02-28"}, True),
    "metrics.investigate": (lambda p: {"data": [p], "metric": "sum(revenue)", "baseline": "2026-01-01..2026-01-31",
                                       "compare": "2026-02-01..2026-02-28"}, True),
    "metrics.ask": (lambda p: {"question": "why did revenue drop in February 2026?", "data": [p]}, False),
    "sessions.create": None,
    "sessions.list": (lambda p: {}, False),
    "sessions.get": None,
    "sessions.delete": None,
    "sessions.add_file": None,
    "sessions.describe_file": None,
    "sessions.remove_file": None,
    "sessions.files": None,
    "sessions.investigate": None,
    "sessions.run": None,
    "sessions.report": None,
    "sessions.download": None,
    "sessions.explanations": None,
    "sessions.chat": None,
    "sessions.history": None,
    "docs.add": None,
    "docs.list": (lambda p: {}, True),
    "docs.search": (lambda p: {"query": "refunds"}, True),
    "docs.ask": (lambda p: {"question": "how long does a refund take?"}, True),
    "docs.query": (lambda p: {"question": "how long does a refund take?"}, False),
    "docs.chapters": (lambda p: {}, True),
    "docs.health": (lambda p: {}, True),
    "docs.remove": None,
    "analyze": None,
    "data.export": None,
    "data.read": None,
    "files.list": (lambda p: {"limit": 5}, True),
    "audit.verify": (lambda p: {}, True),
    "audit.show": (lambda p: {"limit": 3}, False),
    "audit.prove": (lambda p: {"entry": "1"}, False),
    "doctor": (lambda p: {}, False),
    "audit.export": None,
    "audit.erase": None,
    "files.add": None,
    "files.remove": None,
    "home.backup": None,
    "home.restore": None,
    "home.erase": None,
}

# What is wrong with the arguments, and the error that every door must give.
WRONG = [
    ("ask", {"data": ["x"]}, "INVALID_INPUT"),
    ("ask", {"question": 7, "data": ["x"]}, "INVALID_INPUT"),
    ("data.describe", {"data": ["upload://00000000-0000-4000-8000-000000000000/a.csv"]}, "NOT_FOUND"),
    ("sql.run", {"data": ["SALES"], "query": "DELETE FROM sales"}, "POLICY_VIOLATION"),
    ("sql.run", {"data": ["SALES"], "query": "SELECT nothing FROM sales"}, "MISSING_COLUMN"),
    ("sql.run", {"data": ["SALES"], "query": "SELECT 1", "row_limit": 0}, "INVALID_INPUT"),
    ("files.list", {"limit": 100000}, "INVALID_INPUT"),
    ("files.list", {"unknown": 1}, "INVALID_INPUT"),
]


def plain(value):
    """The value without what differs from call to call."""
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items() if key not in CHANGES}
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, str):
        return TIME.sub("TIME", UUID.sub("UUID", value))
    return value


class Doors:
    def __init__(self, place):
        self.place = place
        self.data = place.write("sales.csv", SALES)
        place.write("book.xlsx", workbook())
        equal(place.run("ask", "--data", self.data, "how many rows").status, 0)
        equal(place.run("docs", "add", place.write("rules.md", RULES)).status, 0)
        self.server = Server(place, "--allow", str(place.folder), "--tools", "all")
        self.stdio = StdioMcp(place, "--allow", str(place.folder), "--tools", "all")
        self.http = HttpMcp(self.server)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stdio.__exit__()
        equal(self.server.stop(), 0)
        equal(self.server.stderr, "")

    def by_cli(self, name, args):
        done = self.place.run("op", "run", name, json.dumps(args))
        return done.json

    def by_http(self, name, args):
        return self.server.ask("POST", f"/api/ops/{name}", args).json

    def by_mcp(self, client, name, args):
        reply = client.request("tools/call", {"name": name, "arguments": args})
        if "error" in reply:
            return reply
        if reply["result"].get("isError"):
            return json.loads(reply["result"]["content"][-1]["text"])
        return reply["result"]["structuredContent"]


def test_every_operation_gives_the_same_through_every_door(place):
    with Doors(place) as doors:
        names = {op["name"] for op in place.run("op", "list", "--json").json["ops"]}
        equal(names, set(CASES))
        for name, case in CASES.items():
            if not case:
                continue
            args = case[0](doors.data)
            wanted = plain(doors.by_cli(name, args))
            if "error" in wanted and wanted["error"]:
                raise AssertionError(f"{name}: {wanted}")
            equal(plain(doors.by_http(name, args)), wanted, name)
            if case[1]:
                equal(plain(doors.by_mcp(doors.stdio, name, args)), wanted, name)
                equal(plain(doors.by_mcp(doors.http, name, args)), wanted, name)


def test_what_is_wrong_is_the_same_error_through_every_door(place):
    with Doors(place) as doors:
        for name, args, code in WRONG:
            args = json.loads(json.dumps(args).replace("SALES", doors.data))
            errors = [doors.by_cli(name, args)["error"], doors.by_http(name, args)["error"]]
            errors += [doors.by_mcp(client, name, args)["error"] for client in (doors.stdio, doors.http)]
            for error in errors:
                equal(error["error_code"], code, (name, args, error))
                equal(error["message"], errors[0]["message"], (name, args))


def test_mcp_has_just_what_agents_may_call(place):
    with Doors(place) as doors:
        ops = {op["name"]: op for op in place.run("op", "list", "--json").json["ops"]}
        for client in (doors.stdio, doors.http):
            tools = {tool["name"]: tool for tool in client.request("tools/list", {})["result"]["tools"]}
            rest = [tools.pop(name) for name in list(tools) if name.endswith(".more")]
            rare = [name for tool in rest for name in tool["inputSchema"]["properties"]["operation"]["enum"]]
            equal({*tools, *rare}, {name for name, op in ops.items() if op["for_agents"]})
            for name, tool in tools.items():
                equal(tool["inputSchema"].get("required", []), ops[name]["input_schema"].get("required", []), name)
                equal(tool["annotations"]["readOnlyHint"], ops[name]["read_only"], name)
                equal(tool["annotations"]["destructiveHint"], ops[name]["destructive"], name)


def test_what_is_for_people_is_refused_to_an_outside_client(place):
    with Doors(place) as doors:
        for name, case in CASES.items():
            if case and case[1]:
                continue
            for client in (doors.stdio, doors.http):
                reply = client.request("tools/call", {"name": name, "arguments": {}})
                if "error" not in reply and not reply["result"].get("isError"):
                    raise AssertionError(f"{name} was run: {reply}")


def test_a_path_outside_the_allowed_folders_is_refused_by_every_server(place):
    with Doors(place) as doors:
        for path in ("/etc/passwd", "../x.csv", str(place.home / "state.db")):
            args = {"data": [path]}
            equal(doors.by_http("data.describe", args)["error"]["error_code"], "POLICY_VIOLATION")
            for client in (doors.stdio, doors.http):
                equal(doors.by_mcp(client, "data.describe", args)["error"]["error_code"], "POLICY_VIOLATION")


def test_what_is_private_leaves_no_words_whichever_door_it_came_through(place):
    place.write("sales.csv", SALES)
    allow = ["--allow", str(place.folder)]
    ask = {"question": "total revenue by region", "data": [str(place.folder / "sales.csv")]}
    call = {"name": "ask", "arguments": ask}
    with Server(place, *allow) as server, HttpMcp(server) as client:
        client.headers["Assay-Private"] = "1"
        equal("result" in client.request("tools/call", call), True)
    with Server(place, "--private", *allow) as server, HttpMcp(server) as client:
        equal("result" in client.request("tools/call", call), True)
        equal(server.ask("POST", "/api/ask", ask).status, 200)
    with StdioMcp(place, "--private", *allow) as client:
        equal("result" in client.request("tools/call", call), True)
    with Server(place) as server:
        shown = server.ask("GET", "/api/audit").body.decode()
    equal("total revenue" in shown or "sales.csv" in shown, False, shown)


def test_an_answer_is_in_the_audit_log_whichever_door_it_came_through(place):
    with Doors(place) as doors:
        args = {"question": "total revenue", "data": [doors.data]}
        answers = [doors.by_cli("ask", args), doors.by_http("ask", args), doors.by_mcp(doors.stdio, "ask", args),
                   doors.by_mcp(doors.http, "ask", args)]
        for answer in answers:
            shown = place.run("audit", "show", answer["evidence"]["request_id"])
            equal(shown.status, 0, shown)
            holds(shown.out, "ask", shown)
        equal(len({answer["evidence"]["request_id"] for answer in answers}), 4)
        equal(place.run("audit", "verify", "--json").json["ok"], True)


if __name__ == "__main__":
    main(globals())
