#!/usr/bin/env python3
"""What MCP clients are told without asking: that resources changed, whoever changed them, and what went wrong in a call.
Through the real doors, with another process that makes the change."""
import json
import time

from doors import HttpMcp, Server, StdioMcp, Stream, frame
from harness import equal, holds, main

CHANGED, UPDATED = "notifications/resources/list_changed", "notifications/resources/updated"
META = "io.modelcontextprotocol/"


def upload(place, name="sales.csv"):
    return place.run("files", "add", place.write(name, "region,revenue\nNorth,10\n"), "--json").json


def result(client, method, **params):
    reply = client.request(method, params)
    equal("error" in reply, False, reply)
    return reply["result"]


def uris(client):
    return [r["uri"] for r in result(client, "resources/list")["resources"]]


def silent(client, seconds=2.5):
    try:
        return client.read(seconds)
    except AssertionError as error:
        holds(str(error), "no answer in time")
        return None


def test_only_what_happens_is_announced(place):
    with StdioMcp(place) as client:
        told = client.hello["result"]["capabilities"]
        equal(told, {"tools": {}, "resources": {"subscribe": True, "listChanged": True}, "prompts": {}, "completions": {},
                     "logging": {}})


def test_a_file_that_another_process_adds_or_removes_changes_the_list(place):
    with StdioMcp(place) as client:
        equal(silent(client), None)
        made = upload(place)
        message = client.read(10)
        equal((message["method"], "params" in message), (CHANGED, False))
        holds(uris(client), made["data"])
        equal(silent(client), None, "told once")
        equal(place.run("files", "remove", made["id"], "--yes").status, 0)
        equal(client.read(10)["method"], CHANGED)
        equal(made["data"] in uris(client), False)


def test_a_chart_that_the_client_itself_keeps_changes_the_list(place):
    with StdioMcp(place) as client:
        args = {"type": "bar", "x_col": "a", "y_col": "b", "columns": ["a", "b"], "rows": [["x", 1], ["y", 2]],
                "artifact": "chart"}
        made = result(client, "tools/call", name="plot.render", arguments=args)["structuredContent"]["artifact"]
        equal(client.read(10)["method"], CHANGED)
        holds(uris(client), f"artifact://{made['artifact_id']}")


def test_a_subscriber_hears_of_its_own_resource_alone(place):
    mine, other = upload(place, "mine.csv"), upload(place, "other.csv")
    with StdioMcp(place) as client:
        result(client, "resources/subscribe", uri=mine["data"])
        equal(place.run("files", "remove", other["id"], "--yes").status, 0)
        equal(client.read(10)["method"], CHANGED)
        equal(silent(client), None)
        equal(place.run("files", "remove", mine["id"], "--yes").status, 0)
        heard = [client.read(10), client.read(10)]
        equal(sorted(m["method"] for m in heard), [CHANGED, UPDATED])
        equal(next(m for m in heard if m["method"] == UPDATED)["params"], {"uri": mine["data"]})
        equal("error" in client.request("resources/read", {"uri": mine["data"]}), True)


def test_who_no_longer_subscribes_hears_no_more(place):
    mine = upload(place)
    with StdioMcp(place) as client:
        result(client, "resources/subscribe", uri=mine["data"])
        result(client, "resources/unsubscribe", uri=mine["data"])
        equal(place.run("files", "remove", mine["id"], "--yes").status, 0)
        equal([client.read(10)["method"], silent(client)], [CHANGED, None])


def test_over_http_what_a_person_uploads_on_the_page_is_told(place):
    with Server(place) as server, HttpMcp(server) as client:
        headers = {k: v for k, v in client.headers.items() if k != "Accept"}
        with Stream(server, "GET", "/mcp", headers=headers) as stream:
            made = upload(place)
            heard = stream.next()
            while heard and not heard[2]:
                heard = stream.next()
            equal(json.loads(heard[2])["method"], CHANGED)
        holds(uris(client), made["data"])


def test_a_stream_opened_later_hears_of_what_it_missed(place):
    with Server(place) as server, HttpMcp(server) as client:
        upload(place)
        time.sleep(2.5)
        headers = {k: v for k, v in client.headers.items() if k != "Accept"}
        with Stream(server, "GET", "/mcp", headers=headers) as stream:
            heard = stream.next()
            while heard and not heard[2]:
                heard = stream.next()
            equal(json.loads(heard[2])["method"], CHANGED)


def test_without_sessions_a_subscription_hears_what_it_asked_for(place):
    mine = upload(place)
    with Server(place) as server:
        meta = {META + "protocolVersion": "2026-07-28", META + "clientCapabilities": {}}
        wish = {"resourceSubscriptions": [mine["data"]], "toolsListChanged": True}
        body = frame("s", "subscriptions/listen", {"notifications": wish, "_meta": meta})
        headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen",
                   "Accept": "application/json, text/event-stream"}
        with Stream(server, "POST", "/mcp", body, headers) as stream:
            first = json.loads(stream.next()[2])["params"]["notifications"]
            equal(first, {"resourceSubscriptions": [mine["data"]]}, "tools never change")
            equal(place.run("files", "remove", mine["id"], "--yes").status, 0)
            message = json.loads(stream.next()[2])
            equal((message["method"], message["params"]["uri"], message["params"]["_meta"][META + "subscriptionId"]),
                  (UPDATED, mine["data"], "s"))


# ---- the log ----

def until_answered(client, method, **params):
    """What was told on the way, and the answer."""
    client.next += 1
    client.send(frame(client.next, method, params))
    told = []
    while "id" not in (message := client.read()):
        told.append(message["params"])
    return told, message["result"]


def test_what_the_policy_refused_is_logged_with_its_id(place):
    with StdioMcp(place) as client:
        call = {"name": "data.describe", "arguments": {"data": ["/etc/passwd"]}}
        told, answer = until_answered(client, "tools/call", **call)
        error = json.loads(answer["content"][-1]["text"])["error"]
        equal([(m["level"], m["logger"], m["data"]) for m in told], [("warning", "data.describe", error)])
        holds(place.run("audit", "show").out, "data.describe")
        result(client, "logging/setLevel", level="error")
        equal(until_answered(client, "tools/call", **call)[0], [])


def test_at_the_level_debug_everything_is_told(place):
    path = place.write("sales.csv", "region,revenue\nNorth,10\n")
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        wrong = {"name": "sql.run", "arguments": {"data": [path]}}
        ask = {"name": "ask", "arguments": {"question": "total revenue", "data": [path]}}
        equal([until_answered(client, "tools/call", **call)[0] for call in (wrong, ask)], [[], []])
        result(client, "logging/setLevel", level="debug")
        told = until_answered(client, "tools/call", **wrong)[0]
        equal([(m["level"], m["data"]["error_code"]) for m in told], [("debug", "INVALID_INPUT")])
        told = until_answered(client, "tools/call", **ask)[0]
        equal(len(told) > 0 and {m["level"] for m in told} == {"debug"}, True, told)


if __name__ == "__main__":
    main(globals())
