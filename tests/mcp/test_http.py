"""Streamable HTTP from outside: statuses, sessions, streams that break and go on, questions across connections.

    python3 tests/mcp/test_http.py FIXTURE       the program built from tests/tools/mcp_fixture.c

Standard library only. What the conformance suite and the SDK's clients check already is not repeated here.
"""
import http.client
import json
import socket
import subprocess
import sys
import threading
import time
import traceback
import urllib.parse

BOTH = "application/json, text/event-stream"
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "http"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        address = urllib.parse.urlsplit(self.process.stdout.readline().decode().strip())
        self.host, self.port, self.path = address.hostname, address.port, address.path

    def stop(self):
        began = time.monotonic()
        self.process.stdin.close()
        status = self.process.wait(20)
        return status, time.monotonic() - began

    def send(self, method, body=None, headers=None, timeout=10):
        """The connection and its response, not yet read."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        all_headers = {"Accept": BOTH, **(headers or {})}
        if body is not None:
            all_headers.setdefault("Content-Type", "application/json")
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, self.path, body, {k: v for k, v in all_headers.items() if v is not None})
        return connection, connection.getresponse()

    def ask(self, method, body=None, headers=None):
        """Status, headers and the body: JSON where it is, else the events of the stream."""
        connection, response = self.send(method, body, headers)
        text = response.read().decode()
        connection.close()
        kind = response.getheader("Content-Type") or ""
        if "event-stream" in kind:
            return response.status, response.headers, list(events(text.split("\n")))
        return response.status, response.headers, json.loads(text) if text else None


def events(lines):
    event = {}
    for line in lines:
        line = line.rstrip("\r\n")
        if not line:
            if event:
                yield event
            event = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            event[name] = event[name] + "\n" + value if name == "data" and "data" in event else value


def live_events(response):
    return events(iter(lambda: response.readline().decode(), ""))


def request(identity, method, **params):
    return {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}


def call(identity, tool, **more):
    return request(identity, "tools/call", name=tool, **more)


class Session:
    def __init__(self, server, version="2025-11-25", **capabilities):
        self.server = server
        hello = request(0, "initialize", protocolVersion=version, capabilities=capabilities,
                        clientInfo={"name": "test", "version": "1"})
        status, headers, body = server.ask("POST", hello)
        equal(status, 200, body)
        self.headers = {"Mcp-Session-Id": headers["Mcp-Session-Id"], "MCP-Protocol-Version": version}
        equal(server.ask("POST", {"jsonrpc": "2.0", "method": "notifications/initialized"}, self.headers)[0], 202)

    def ask(self, body, method="POST", **headers):
        return self.server.ask(method, body, {**self.headers, **headers})

    def send(self, body, method="POST", **headers):
        return self.server.send(method, body, {**self.headers, **headers})


def modern(server, body, **headers):
    body["params"]["_meta"] = {META + "protocolVersion": MODERN, META + "clientCapabilities": {},
                               **body["params"].get("_meta", {})}
    base = {"MCP-Protocol-Version": MODERN, "Mcp-Method": body["method"]}
    if "name" in body["params"]:
        base["Mcp-Name"] = body["params"]["name"]
    return server.ask("POST", body, {**base, **{k.replace("_", "-"): v for k, v in headers.items()}})


def equal(got, wanted, context=""):
    if got != wanted:
        raise AssertionError(f"got {got!r}, wanted {wanted!r} {context!r}")


def waiting(server):
    return int(modern(server, call(1, "test_counts_waiting"))[2]["result"]["content"][0]["text"])


def until(what, wanted, seconds=5):
    end = time.monotonic() + seconds
    while what() != wanted:
        if time.monotonic() > end:
            raise AssertionError(f"{what()!r} and not {wanted!r} after {seconds} s")
        time.sleep(0.05)


# ---- what is refused ----

def test_what_is_no_message_gets_400(server):
    for body, code in ((b"{", -32700), (b"", -32700), (b"\xff", -32700), ([], -32600), (7, -32600),
                       ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600)):
        status, _, answer = server.ask("POST", body)
        equal((status, answer["error"]["code"]), (400, code), body)
    status, _, answer = server.ask("POST", b"[" * 100000)
    equal((status, answer["error"]["code"]), (400, -32700))


def test_a_body_past_the_limit_or_of_another_type_is_refused(server):
    equal(server.ask("POST", b" " * (4 << 20))[0], 400)
    equal(server.ask("POST", b" " * ((4 << 20) + 1))[0], 413)
    equal(server.ask("POST", request(1, "ping"), {"Content-Type": "text/plain"})[0], 415)


def test_a_client_that_takes_neither_json_nor_streams_is_refused(server):
    equal(server.ask("POST", request(1, "ping"), {"Accept": "text/html"})[0], 406)


def test_a_session_is_needed_and_must_exist(server):
    equal(server.ask("POST", request(1, "ping"))[0], 400)
    equal(server.ask("POST", request(1, "ping"), {"Mcp-Session-Id": "nobody"})[0], 404)
    equal(server.ask("GET")[0], 400)
    equal(server.ask("GET", None, {"Mcp-Session-Id": "nobody"})[0], 404)
    equal(server.ask("DELETE", None, {"Mcp-Session-Id": "nobody"})[0], 404)


def test_a_failed_handshake_leaves_no_session(server):
    status, headers, answer = server.ask("POST", request(1, "initialize"))
    equal(answer["error"]["code"], -32602)
    equal(headers["Mcp-Session-Id"], None)


def test_a_handshake_that_takes_streams_only_may_fail(server):
    status, headers, told = server.ask("POST", request(1, "initialize"), {"Accept": "text/event-stream"})
    equal((status, json.loads(told[-1]["data"])["error"]["code"]), (200, -32602))


def test_an_ended_session_is_gone(server):
    session = Session(server)
    equal(session.ask(request(1, "ping"))[0], 200)
    equal(session.ask(None, "DELETE")[0], 204)
    equal(session.ask(request(1, "ping"))[0], 404)


def test_the_most_silent_session_makes_room(server):
    first = Session(server)
    second = Session(server)
    for _ in range(255):
        equal(second.ask(request(1, "ping"))[0], 200)
        Session(server)
    equal(first.ask(request(1, "ping"))[0], 404)
    equal(second.ask(request(1, "ping"))[0], 200)


def test_headers_must_agree_with_the_request(server):
    def code(body, **headers):
        status, _, answer = modern(server, body, **headers)
        return status, answer.get("error", {}).get("code")

    equal(code(request(1, "tools/list")), (200, None))
    equal(code(request(1, "tools/list"), Mcp_Method=None), (400, -32020))
    equal(code(request(1, "tools/list"), MCP_Protocol_Version=None), (400, -32020))
    equal(code(request(1, "tools/list"), MCP_Protocol_Version="2025-11-25"), (400, -32020))
    equal(code(call(1, "test_simple_text"), Mcp_Name="=?base64?dGVzdF9zaW1wbGVfdGV4dA==?="), (200, None))
    equal(code(call(1, "test_simple_text"), Mcp_Name="=?base64?dGVzdF9zaW1wbGVfdGV4dA?="), (400, -32020))
    header = call(1, "test_header_params", arguments={"count": 42, "fast": True})
    equal(code(header, Mcp_Param_Count="42", Mcp_Param_Fast="true"), (200, None))
    equal(code(header, Mcp_Param_Count="42.0", Mcp_Param_Fast="true"), (200, None))
    equal(code(header, Mcp_Param_Count="43", Mcp_Param_Fast="true"), (400, -32020))
    equal(code(header, Mcp_Param_Count="42", Mcp_Param_Fast="True"), (400, -32020))
    equal(code(header, Mcp_Param_Count="42", Mcp_Param_Fast="true", Mcp_Param_Region="x"), (400, -32020))
    equal(code(request(1, "no/such")), (404, -32601))
    equal(server.ask("GET", None, {"MCP-Protocol-Version": MODERN})[0], 405)


# ---- streams ----

def test_one_answer_is_json_and_more_is_a_stream(server):
    session = Session(server)
    status, headers, answer = session.ask(call(1, "test_simple_text"))
    equal((status, headers["Content-Type"].split(";")[0]), (200, "application/json"))
    status, _, got = session.ask(call(2, "test_tool_with_progress", _meta={"progressToken": "t"}))
    equal(got[0]["data"], "")  # gives an id to come back with
    equal([json.loads(e["data"]).get("method") for e in got[1:]], ["notifications/progress"] * 3 + [None])
    old = Session(server, "2025-06-18")
    equal(json.loads(old.ask(call(2, "test_tool_with_progress", _meta={"progressToken": 1}))[2][0]["data"])["method"],
          "notifications/progress")


def test_a_client_without_streams_still_gets_its_answer(server):
    session = Session(server)
    status, headers, answer = session.ask(call(1, "test_tool_with_progress", _meta={"progressToken": 1}),
                                          Accept="application/json")
    equal((status, "result" in answer), (200, True))


def test_a_broken_stream_goes_on_where_it_broke(server):
    session = Session(server)
    connection, response = session.send(call(1, "test_tool_with_progress", _meta={"progressToken": "t"}))
    stream = live_events(response)
    next(stream)
    last = next(stream)["id"]  # the first step
    connection.sock.shutdown(socket.SHUT_RDWR)
    connection.close()
    _, _, rest = session.ask(None, "GET", **{"Last-Event-ID": last})
    equal([json.loads(e["data"]).get("params", {}).get("progress") for e in rest], [50, 100, None])
    equal(json.loads(rest[-1]["data"])["id"], 1)
    stranger = Session(server)
    equal(stranger.ask(None, "GET", **{"Last-Event-ID": last})[0], 400)
    equal(session.ask(None, "GET", **{"Last-Event-ID": "nonsense"})[0], 400)


def test_a_closed_connection_cancels_only_without_sessions(server):
    session = Session(server)
    connection, _ = start_waiting(server, {**session.headers}, call(1, "test_waits"))
    until(lambda: waiting(server), 1)
    connection.close()
    time.sleep(0.7)
    equal(waiting(server), 1)
    session.ask({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    until(lambda: waiting(server), 0)
    body = call(1, "test_waits", _meta={META + "protocolVersion": MODERN, META + "clientCapabilities": {}})
    connection, _ = start_waiting(server, {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call",
                                           "Mcp-Name": "test_waits"}, body)
    until(lambda: waiting(server), 1)
    connection.close()
    until(lambda: waiting(server), 0)


def start_waiting(server, headers, body):
    """A request whose answer nobody waits for."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=10)
    connection.request("POST", server.path, json.dumps(body).encode(),
                       {"Accept": BOTH, "Content-Type": "application/json", **headers})
    return connection, body


def test_ending_a_session_ends_what_it_runs(server):
    session = Session(server)
    connection, _ = start_waiting(server, session.headers, call(1, "test_waits"))
    until(lambda: waiting(server), 1)
    session.ask(None, "DELETE")
    until(lambda: waiting(server), 0)
    equal(connection.getresponse().read(), b"")


def test_the_last_to_listen_hears_of_changes(server):
    session = Session(server)
    first, first_response = session.send(None, "GET")
    next(live_events(first_response))
    second, second_response = session.send(None, "GET")
    heard = live_events(second_response)
    next(heard)
    equal(first_response.read(), b"")
    session.ask(call(1, "test_trigger_list_change"))
    equal(json.loads(next(heard)["data"])["method"], "notifications/resources/list_changed")
    second.close()


def test_a_subscription_hears_what_it_asked_for(server):
    body = request("s", "subscriptions/listen", notifications={"resourcesListChanged": True},
                   _meta={META + "protocolVersion": MODERN, META + "clientCapabilities": {}})
    connection, response = server.send("POST", body, {"MCP-Protocol-Version": MODERN,
                                                      "Mcp-Method": "subscriptions/listen"})
    heard = live_events(response)
    equal(json.loads(next(heard)["data"])["method"], "notifications/subscriptions/acknowledged")
    modern(server, call(1, "test_trigger_resource_change"))
    modern(server, call(2, "test_trigger_list_change"))
    message = json.loads(next(heard)["data"])
    equal((message["method"], message["params"]["_meta"][META + "subscriptionId"]),
          ("notifications/resources/list_changed", "s"))
    connection.close()


def test_a_subscription_too_many_is_told_so(server):
    body = request("s", "subscriptions/listen", notifications={},
                   _meta={META + "protocolVersion": MODERN, META + "clientCapabilities": {}})
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "subscriptions/listen"}
    held = [server.send("POST", body, headers) for _ in range(256)]
    equal(server.ask("POST", body, headers)[2]["error"]["code"], -32603)
    for connection, _ in held:
        connection.close()


# ---- questions ----

def test_answers_may_come_before_their_questions(server):
    session = Session(server, elicitation={})
    answers = [{"jsonrpc": "2.0", "id": i, "result": {"action": "accept", "content": {"username": "A" * 2000}}}
               for i in range(1, 41)]
    asked = []
    done = threading.Event()

    def answer():
        while not done.is_set():
            session.ask(answers[min(len(asked), 39)])

    threads = [threading.Thread(target=answer) for _ in range(2)]
    for thread in threads:
        thread.start()
    for number in range(40):
        told = session.ask(call(number, "test_elicitation", arguments={"message": "?" * 50000}))[2]
        asked.append(json.loads(told[-1]["data"])["result"]["content"][0]["text"])
    done.set()
    for thread in threads:
        thread.join(10)
    equal(len([one for one in asked if "A" * 2000 in one]), 40)



def test_many_questions_at_once_leave_room_for_answers(server):
    session = Session(server, elicitation={})
    asked, done = [], []
    lock = threading.Lock()

    def ask(number):
        connection, response = session.send(call(number, "test_elicitation", arguments={"message": "?"}))
        for event in live_events(response):
            message = json.loads(event["data"]) if event.get("data") else {}
            with lock:
                if message.get("method") == "elicitation/create":
                    asked.append(message["id"])
                elif "id" in message:
                    done.append(message)
        connection.close()

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(1, 8)]
    for thread in threads:
        thread.start()
    until(lambda: len(asked), 7)
    for identity in asked:
        answer = {"jsonrpc": "2.0", "id": identity, "result": {"action": "accept", "content": {"username": "Ann"}}}
        equal(session.ask(answer)[0], 202)
    for thread in threads:
        thread.join(10)
    equal(len([one for one in done if "result" in one]), 7)


def test_too_many_questions_are_refused(server):
    sessions = [Session(server, elicitation={}) for _ in range(9)]
    streams = []
    refused = 0
    for session in sessions:
        connection, response = session.send(call(1, "test_elicitation", arguments={"message": "?"}))
        if "event-stream" in response.getheader("Content-Type"):
            streams.append(connection)
        else:
            refused += json.loads(response.read())["error"]["code"] == -32603
    equal((len(streams), refused), (8, 1))
    for session in sessions:
        session.ask(None, "DELETE")


def main():
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    failed = 0
    for test in tests:
        server = Server(sys.argv[1])
        try:
            test(server)
        except Exception:
            failed += 1
            print(f"FAILED {test.__name__}")
            traceback.print_exc()
        finally:
            status, seconds = server.stop()
            if status != 0 or seconds > 5:
                failed += 1
                print(f"FAILED {test.__name__}: ended with {status} after {seconds:.1f} s")
    print(f"mcp http: {len(tests) - failed} of {len(tests)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
