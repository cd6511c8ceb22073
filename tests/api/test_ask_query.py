#!/usr/bin/env python3
"""A query in place of a question, through every door, and in a conversation."""
import json

from doors import Server, StdioMcp
from harness import equal, holds, main
from serving import error_of, shared

SALES = """date,region,product,units,revenue
2025-01-05,North,Lamp,3,10.00
2025-01-06,South,Lamp,5,20.00
2025-02-07,North,Desk,2,30.00
2025-02-08,West,Desk,7,40.00
2025-02-09,South,Desk,1,50.00
"""
REVENUE = {"aggregate": "sum", "arg": {"column": "revenue"}}
BY_REGION = {"version": 1, "steps": [{"query": {
    "from": [{"table": "sales"}], "group": [{"column": "region"}], "select": [{"column": "region"}, REVENUE]}}]}
ROWS = [["North", 40.0], ["South", 70.0], ["West", 40.0]]

# The regions whose revenue is above the average of a region's: no words of today's reader ask for it.
NESTED = {"version": 1, "steps": [
    {"query": BY_REGION["steps"][0]["query"]},
    {"query": {"from": [{"step": "step_1", "as": "r"}],
               "where": [{"op": ">", "args": [{"column": "total_revenue"}, {"query": {
                   "from": [{"step": "step_1", "as": "s"}],
                   "select": [{"aggregate": "average", "arg": {"column": "total_revenue"}}]}}]}],
               "select": [{"column": "region"}]}}]}


def sales(place):
    return place.write("sales.csv", SALES)


def run(place, query, *more, stdin=b""):
    return place.run("ask", "--data", sales(place), "--json", "--query", query, *more, stdin=stdin)


def ask(place, **args):
    return shared(place).ask("POST", "/api/ask", {"data": [sales(place)], **args}).json


def changed(query, old, new):
    return json.loads(json.dumps(query).replace(old, new))


def test_an_answer_says_what_it_ran_and_that_can_be_asked_again(place):
    said = ask(place, question="total revenue by region")
    equal((said["query"], said["table"]["rows"]), (BY_REGION, ROWS))
    again = ask(place, query=said["query"])
    for key in ("status", "content", "restatement", "query", "chips", "table", "chart", "suggestions"):
        equal(again[key], said[key], key)
    equal(again["confidence"], 1.0)
    equal(again["evidence"]["sql"], said["evidence"]["sql"])


def test_the_command_line_takes_a_file_a_text_and_its_input(place):
    path = place.write("q.json", json.dumps(BY_REGION))
    for done in (run(place, str(path)), run(place, json.dumps(BY_REGION)),
                 run(place, "-", stdin=json.dumps(BY_REGION).encode())):
        equal((done.status, done.json["table"]["rows"]), (0, ROWS), done)
    equal(run(place, "nowhere.json").status, 1)
    equal(run(place, "{").status, 2)


def test_every_door_takes_it(place):
    line = json.dumps({"id": 7, "data": [str(sales(place))], "query": BY_REGION})
    done = place.run("batch", stdin=line.encode())
    equal((json.loads(done.out)["id"], json.loads(done.out)["table"]["rows"]), (7, ROWS))
    with StdioMcp(place, "--allow", str(place.folder)) as mcp:
        args = {"data": [str(sales(place))], "query": BY_REGION}
        result = mcp.request("tools/call", {"name": "ask", "arguments": args})["result"]
        equal(result["structuredContent"]["table"]["rows"], ROWS)
        tools = mcp.request("tools/list", {})["result"]["tools"]
        schema = next(t for t in tools if t["name"] == "ask")["inputSchema"]
        equal(("query" in schema["properties"], "question" in schema.get("required", [])), (True, False))


def test_it_is_one_or_the_other(place):
    server = shared(place)
    data = [sales(place)]
    error = error_of(server.ask("POST", "/api/ask", {"data": data, "question": "x", "query": BY_REGION}), 400)
    equal(error["error_code"], "INVALID_INPUT")
    equal(error["suggested_action"], "Give question or query.")
    equal(error_of(server.ask("POST", "/api/ask", {"data": data}), 400)["error_code"], "INVALID_INPUT")
    equal(run(place, json.dumps(BY_REGION), "total revenue").status, 2)


def test_what_is_wrong_is_told_with_its_place_and_a_fix(place):
    cases = [
        (changed(BY_REGION, "revenue", "revnue"), "MISSING_COLUMN", "steps[0].query.select[1]", "revenue"),
        (changed(BY_REGION, '"sum"', '"smu"'), "INVALID_QUERY", "steps[0].query.select[1]", "sum"),
        (changed(BY_REGION, '"table": "sales"', '"table": "sale"'), None, "steps[0].query.from[0]", "sales"),
        ({"version": 2, "steps": []}, "INVALID_QUERY", "version", "1"),
    ]
    for query, code, where, fix in cases:
        error = ask(place, query=query)["error"]
        holds(error["message"], where, error)
        holds(error["message"] + str(error["suggested_action"]), fix, error)
        equal(error["error_code"], code or error["error_code"], error)


def test_any_query_of_the_form_runs(place):
    answer = ask(place, query=NESTED)
    equal((answer["status"], answer["table"]["rows"]), ("success", [["South"]]), answer)
    equal(bool(answer["restatement"]), True)
    equal(answer["query"], NESTED)


def test_how_it_is_shown_is_kept(place):
    equal(ask(place, query={**BY_REGION, "show": "table"})["chart"], None)
    spec = ask(place, query={**BY_REGION, "show": "chart", "chart": "pie"})
    equal(bool(spec["chart"]), True, spec)


def test_a_follow_up_to_a_query_that_words_can_say_is_read(place):
    first = ask(place, query=BY_REGION)
    again = ask(place, conversation_id=first["conversation_id"], question="and the average?")
    equal((again["restatement"], again["table"]["rows"]),
          ("average revenue by region", [["North", 20.0], ["South", 35.0], ["West", 40.0]]))
    filtered = ask(place, conversation_id=first["conversation_id"], question="only Desk")
    equal(filtered["status"], "success", filtered)


def test_a_follow_up_to_one_that_they_cannot_is_told_so(place):
    first = ask(place, question="total units")
    same = {"conversation_id": first["conversation_id"]}
    equal(ask(place, query=NESTED, **same)["status"], "success")
    asked = ask(place, question="and the average?", **same)
    equal(asked["status"], "clarification_needed", asked)
    holds(asked["content"], "a query that words cannot change")
    equal(ask(place, query=NESTED, **same)["status"], "success")
    lost = ask(place, question="and the flurb?", **same)
    equal(lost["status"], "error", lost)
    holds(lost["error"]["suggested_action"], "Ask in full.")
    equal(ask(place, question="total units by region", **same)["table"]["rows"], [["North", 5], ["South", 6], ["West", 7]])
    equal(ask(place, question="and the average?", **same)["restatement"], "average units by region")


def test_a_turn_keeps_the_query_beside_its_words(place):
    with Server(place, "--allow", str(place.folder)) as server:
        began = server.ask("POST", "/api/chat", {}).json["session_id"]
        answer = server.ask("POST", "/api/ask", {"data": [sales(place)], "query": BY_REGION, "agent": "workbook",
                                                 "conversation_id": began}).json
        equal(answer["status"], "success", answer)
        turns = server.ask("GET", f"/api/chat/{began}").json["conversation_history"]
        equal([t["content"] for t in turns], ["total revenue by region", answer["content"]])


def test_a_query_is_for_an_agent_that_answers_from_tables(place):
    for agent in ("tasks", "docs", "metrics"):
        equal(ask(place, query=BY_REGION, agent=agent)["error"]["error_code"], "INVALID_INPUT", agent)
    equal(ask(place, query=BY_REGION, agent="workbook")["table"]["rows"], ROWS)
    answer = shared(place).ask("POST", "/api/ask", {"query": BY_REGION}).json
    equal(answer["error"]["error_code"], "INVALID_INPUT", answer)
    holds(answer["content"], "no data")


def test_the_words_of_a_query_stay_out_of_the_audit_log(place):
    query = changed(BY_REGION, '"group"',
                    '"where": [{"op": "=", "args": [{"column": "product"}, {"value": "Kryptonite"}]}], "group"')
    equal(run(place, json.dumps(query)).json["status"], "success")
    log = (place.home / "logs" / "data_agent_runs.jsonl").read_text()
    holds(log, "analyst.ask")
    equal("Kryptonite" in log, False)


if __name__ == "__main__":
    main(globals())
