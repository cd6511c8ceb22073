#!/usr/bin/env python3
"""The list of tools as an MCP client gets it: small enough for a model to read, true, and chosen by groups; and that
whatever is not in the list can be called all the same, with arguments checked as ever."""
import json

from books import workbook
from doors import HttpMcp, Server, StdioMcp
from harness import equal, holds, main

MOST_BYTES = 30000  # of the whole answer when nobody chose groups; it was 142,839 once
FIXED = {"excel-list-structure", "excel-search", "excel-preview-table", "excel-analyze-pivot", "excel-write-cell",
         "excel-write-range", "excel-create-worksheet", "add_task", "list_tasks", "update_task", "complete_task",
         "delete_task", "sql.run", "df.transform", "plot.render", "profiler.analyze", "docs.search", "docs.ask",
         "metrics.localize", "metrics.investigate", "ask"}
GROUPS = ["ask", "data", "workbook", "tasks", "docs", "metrics", "analyst", "files", "audit"]


def clients(place, *flags):
    """(name, client) over stdio, then over HTTP."""
    with StdioMcp(place, *flags) as stdio:
        yield "stdio", stdio
    with Server(place, *flags) as server:
        yield "HTTP", HttpMcp(server)


def tools_of(client):
    reply = client.request("tools/list", {})["result"]
    equal("nextCursor" in reply, False, "one page has them all")
    return {tool["name"]: tool for tool in reply["tools"]}


def listed(place, *flags):
    with StdioMcp(place, *flags) as client:
        return tools_of(client)


def ops_of(place):
    return {op["name"]: op for op in place.run("op", "list", "--json").json["ops"] if op["for_agents"]}


def call(client, tool, **args):
    return client.request("tools/call", {"name": tool, "arguments": args})["result"]


def error_of(result):
    equal(result.get("isError"), True, result)
    return json.loads(result["content"][-1]["text"])["error"]


def schemas(value):
    """Every schema in a schema, itself included."""
    if isinstance(value, dict):
        yield value
        for key in ("items", "additionalProperties"):
            yield from schemas(value.get(key))
        for one in value.get("properties", {}).values():
            yield from schemas(one)


# ---- what a model reads ----

def test_the_list_is_small(place):
    with StdioMcp(place) as client:
        message = client.request("tools/list", {})
        size = len(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode())
        equal(size <= MOST_BYTES, True, size)
    with Server(place) as server:
        client = HttpMcp(server)
        reply = client.send({"jsonrpc": "2.0", "id": 9, "method": "tools/list", "params": {}})
        equal(len(reply.body) <= MOST_BYTES, True, len(reply.body))
        equal({t["name"] for t in reply.json["result"]["tools"]}, {t["name"] for t in message["result"]["tools"]})


def test_each_tool_says_in_a_sentence_or_two_when_to_call_it(place):
    tools = listed(place, "--tools", "all")
    for name, tool in tools.items():
        equal(20 <= len(tool["description"]) <= 200, True, (name, tool["description"]))
        equal(tool["description"].endswith("."), True, name)
    equal(len({tool["description"] for tool in tools.values()}), len(tools))


def test_schemas_say_what_helps_a_caller_and_no_more(place):
    for name, tool in listed(place, "--tools", "all").items():
        equal(tool["inputSchema"]["type"], "object", name)
        for schema in schemas(tool["inputSchema"]):
            noise = {"title", "$schema", "minLength", "maxLength", "minItems", "maxItems", "minimum", "x-path"}
            equal(noise & set(schema), set(), name)
            equal(schema.get("additionalProperties") is False or isinstance(schema.get("type"), list), False, name)
        for field, schema in tool["inputSchema"]["properties"].items():
            if not name.endswith(".more"):  # where operations differ, their names for things must do
                equal(schema.get("description", "") != "", True, (name, field))


def test_rows_have_an_output_schema_that_results_obey(place):
    path = place.write("sales.csv", "region,revenue\nNorth,10\nSouth,20\n")
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        tools = tools_of(client)
        equal({n for n, t in tools.items() if "outputSchema" in t},
              {"sql.run", "df.transform", "table.read", "excel-preview-table"})
        rows = call(client, "sql.run", data=[path], query="SELECT * FROM sales")["structuredContent"]
        schema = tools["sql.run"]["outputSchema"]
        equal(set(schema["required"]) <= set(rows) <= set(schema["properties"]), True, rows)
        kinds = {"array": list, "integer": int, "boolean": bool, "string": str, "object": dict}
        for name, value in rows.items():
            equal(type(value), kinds[schema["properties"][name]["type"]], name)
        described = call(client, "data.describe", data=[path])
        equal(bool(described["structuredContent"]["tables"]), True, "structured without a schema")


def test_hints_and_required_arguments_are_the_operations_own(place):
    ops = ops_of(place)
    tools = listed(place, "--tools", "all")
    for name, tool in tools.items():
        if name.endswith(".more"):
            continue
        hints = tool["annotations"]
        equal((hints["readOnlyHint"], hints["destructiveHint"], hints["openWorldHint"]),
              (ops[name]["read_only"], ops[name]["destructive"], False), name)
        equal(hints.get("idempotentHint", True), ops[name]["idempotent"], name)
        equal(tool["inputSchema"].get("required", []), ops[name]["input_schema"].get("required", []), name)
        wanted = set(ops[name]["input_schema"]["properties"])
        wanted |= {"confirmation_token"} if ops[name]["destructive"] else set()
        equal(set(tool["inputSchema"]["properties"]), wanted, name)
    equal(tools["tasks.more"]["annotations"]["destructiveHint"], True)
    equal(tools["docs.more"]["annotations"]["readOnlyHint"], True)


def test_the_full_schemas_are_where_they_were(place):
    full = ops_of(place)["sql.run"]["input_schema"]
    equal((full["properties"]["query"]["maxLength"], full["additionalProperties"]), (100000, False))
    with Server(place) as server:
        text = server.ask("GET", "/openapi.json").body.decode()
        holds(text, '"maxLength":100000')
        mine = HttpMcp(server).request("resources/read", {"uri": "assay://operations"})["result"]["contents"][0]["text"]
    described = {op["name"]: op for op in json.loads(mine)}
    equal(described["sql.run"]["input_schema"], full)
    equal("analyze" in described, False, "what is not offered")


# ---- groups ----

def test_every_operation_for_agents_is_in_a_group_and_within_reach(place):
    ops = ops_of(place)
    equal({op.get("group") for op in ops.values()}, set(GROUPS))
    tools = listed(place, "--tools", "all")
    rare = [n for t in tools if t.endswith(".more") for n in tools[t]["inputSchema"]["properties"]["operation"]["enum"]]
    equal(sorted([n for n in tools if not n.endswith(".more")] + rare), sorted(ops))


def test_without_a_choice_the_usual_groups_are_offered(place):
    ops = ops_of(place)
    tools = listed(place)
    equal(FIXED <= set(tools), True, FIXED - set(tools))
    offered = {ops[n]["group"] for n in tools if n in ops}
    equal(offered, set(GROUPS) - {"analyst"})
    holds(" ".join(place.run("help", "mcp").out.split()), "Without it all are offered but analyst.")


def test_only_the_groups_that_were_chosen_are_offered(place):
    ops = ops_of(place)
    for chosen in [*GROUPS, "ask,tasks", " docs , audit "]:
        names = {name.strip() for name in chosen.split(",")}
        tools = listed(place, "--tools", chosen)
        equal({ops[n]["group"] if n in ops else n.removesuffix(".more") for n in tools}, names)
    for _, client in clients(place, "--tools", "tasks"):
        equal({n for n in tools_of(client) if n not in ops}, {"tasks.more"})
        refused = call(client, "sql.run", data=["x.csv"], query="SELECT 1")
        error = error_of(refused)
        equal(error["error_code"], "NOT_FOUND")
        holds(error["message"], "'data'")
        holds(error["suggested_action"], "--tools data")
        equal("error" in client.request("tools/call", {"name": "no.such", "arguments": {}}), True)


def test_a_wrong_group_is_told_with_the_right_ones(place):
    for command in ("mcp", "serve"):
        for wrong in ("taks", "tasks,", ",", "all tasks", "TASKS", "ask,taks"):
            done = place.run(command, "--tools", wrong)
            equal(done.status, 2, done)
            for name in ["all", *GROUPS]:
                holds(done.err, name)
            equal(done.out, "")


def test_help_manual_and_completion_know_the_choice(place):
    for command in ("mcp", "serve"):
        said = " ".join(place.run("help", command).out.split())
        holds(said, "--tools GROUP[,GROUP...]")
        holds(said, "all, " + ", ".join(GROUPS))
    holds(place.run("man").out, "analyst, files, audit")
    for shell in ("bash", "fish", "zsh"):
        holds(place.run("completion", shell).out, "tools")


def test_prompts_and_instructions_speak_of_what_is_offered(place):
    for flags, prompts, words in (((), 3, ("`ask`", "`sql.run`")), (("--tools", "audit"), 1, ()),
                                  (("--tools", "ask"), 2, ("`ask`",)), (("--tools", "tasks"), 0, ())):
        with StdioMcp(place, *flags) as client:
            told = client.hello["result"]["instructions"]
            equal([w for w in ("`ask`", "`sql.run`") if w in told], list(words), flags)
            equal(len(client.request("prompts/list", {})["result"]["prompts"]), prompts, flags)
            if prompts == 0:
                equal("error" in client.request("prompts/get", {"name": "check-audit"}), True)


# ---- what is rarely wanted ----

def test_rare_operations_are_one_tool_whose_arguments_are_theirs(place):
    for door, client in clients(place):
        made = call(client, "add_task", title=f"from {door}")["structuredContent"]["data"]["id"]
        call(client, "complete_task", task_id=made)
        done = call(client, "tasks.more", operation="tasks.reopen", task_id=made)
        equal(done["structuredContent"]["data"]["status"], "pending", done)
        history = call(client, "tasks.more", operation="tasks.history", limit=1)["structuredContent"]["data"]
        equal(history, call(client, "tasks.history", limit=1)["structuredContent"]["data"], "by its own name too")
        equal(call(client, "docs.more", operation="docs.list")["structuredContent"]["total"], 0)


def test_wrong_arguments_of_it_are_told_as_ever(place):
    for _, client in clients(place):
        for args, said in (({}, "operation is required"), ({"operation": 7}, "operation is required"),
                           ({"operation": "tasks.reopn"}, "tasks.reopen"), ({"operation": "sql.run"}, "tasks.bulk, "),
                           ({"operation": "audit.erase"}, "tasks.bulk, "),
                           ({"operation": "tasks.reopen"}, "task_id is required"),
                           ({"operation": "tasks.reopen", "task_id": "one"}, "task_id must be"),
                           ({"operation": "tasks.reopen", "task_id": 1, "title": "x"}, "unknown field 'title'"),
                           ({"operation": "tasks.history", "limit": 100000}, "limit must be between 1 and 1000")):
            error = error_of(call(client, "tasks.more", **args))
            equal(error["error_code"], "INVALID_INPUT", args)
            holds(f"{error['message']} {error['suggested_action']}", said, args)


def test_what_deletes_is_confirmed_through_it_too(place):
    with StdioMcp(place) as client:
        made = call(client, "add_task", title="from a client")["structuredContent"]["data"]["id"]
        args = {"operation": "tasks.bulk", "action": "delete", "task_ids": [made]}
        held = call(client, "tasks.more", **args)
        equal(error_of(held)["error_code"], "CONFIRMATION_REQUIRED")
        token = json.loads(held["content"][-1]["text"])["confirmation"]["token"]
        equal(len(call(client, "list_tasks")["structuredContent"]["data"]), 1)
        done = call(client, "tasks.more", **args, confirmation_token=token)
        equal(done["structuredContent"]["success"], True, done)
        equal(call(client, "list_tasks")["structuredContent"]["data"], [])


# ---- the gate checks what the schema leaves out ----

def test_limits_that_the_list_leaves_out_are_still_kept(place):
    path = place.write("sales.csv", "region,revenue\nNorth,10\n")
    book = place.write("book.xlsx", workbook())
    cases = [("sql.run", {"data": [path], "query": ""}, "query must not be empty"),
             ("sql.run", {"data": [path], "query": "SELECT 1", "row_limit": 0}, "row_limit must be between 1 and 200000"),
             ("sql.run", {"data": [], "query": "SELECT 1"}, "data must not be empty"),
             ("sql.run", {"data": [path], "qeury": "SELECT 1"}, "did you mean 'query'?"),
             ("excel-search", {"workbook_path": book, "query": "N", "limit": 101}, "limit must be between 1 and 100"),
             ("add_task", {"title": "x" * 256}, "title must have at most 255 characters"),
             ("add_task", {"title": "x", "priority": "urgent"}, "priority"),
             ("add_task", {"title": "x", "titel": "y"}, "unknown field 'titel'"),
             ("docs.search", {"query": "x", "k": "many"}, "k must be a whole number"),
             ("df.transform", {"data": [path], "operation": "filter", "where": [{"column": "revenue"}]}, "where[0].op")]
    for _, client in clients(place, "--allow", str(place.folder)):
        for name, args, said in cases:
            error = error_of(call(client, name, **args))
            equal(error["error_code"], "INVALID_INPUT", (name, error))
            holds(error["message"], said, (name, error))
        for null in ({"workbook_path": book, "query": "N2", "worksheet": None}, {"workbook_path": book, "query": "N2"}):
            equal(call(client, "excel-search", **null).get("isError"), None, "null is no harm where the list has none")


if __name__ == "__main__":
    main(globals())
