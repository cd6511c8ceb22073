"""Every route that openapi.json describes, with what nobody should send: missing, mistyped, oversized, expired, foreign and
concurrent requests. Each gets a status and a body that are described for it, and nothing has changed.

A route that is new is driven from its description alone. What is special about one stands in the tables here.
"""
import collections
import concurrent.futures
import json
import pathlib
import sqlite3
import sys
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from doors import Server, multipart
from harness import equal, holds, main
from metrics_data import REQUEST, ended
from openapi_drive import Schemas
from peopled import peopled

AT_ONCE = 6
NONE = str(uuid.UUID(int=0, version=4))
Route = collections.namedtuple("Route", "id method path parameters bodies responses")

# What a route's {id} names: the longest of these that its path begins with.
NAMES = {"/api/sessions/": "session", "/api/chat/": "chat", "/api/documents/": "document", "/api/files/": "file",
         "/api/analyses/": "analysis", "/api/artifacts/": "artifact"}

# Good bodies; a route that is not here gets {}.
BODIES = {
    "docs_query": lambda t: {"question": "how long is the robot charged?"}, "document_add": lambda t: {"path": t.md},
    "analyze": lambda t: {"intent": "total revenue by region", "data": [t.csv], "deliverables": ["summary"]},
    "session_file_add": lambda t: {"path": t.csv, "description": "Sales."},
    "session_file_describe": lambda t: {"description": "Orders."},
    "session_investigate": lambda t: REQUEST, "session_chat": lambda t: {"message": "why?"},
    "tasks_chat": lambda t: {"message": "show my tasks"}, "chat_load": lambda t: {"path": t.xlsx},
    "chat_message": lambda t: {"message": "how many rows"},
    "ask": lambda t: {"question": "total revenue by region", "data": [t.csv]},
}

# Of several at once one is done, and the others are told, with one of these, what has become of it.
ONE_WINS = {"session_delete": {404}, "session_file_remove": {404}, "document_remove": {404}, "file_remove": {404},
            "session_investigate": {409}}

# Routes whose answer does not end, or that need a stream which is under way: they are asked what cannot be there.
FOLLOWING = {"analysis_events", "session_events", "ask_again", "events", "ask_cancel", "op_cancel"}


class Routes:
    """The routes of a server as it describes them, and requests to them."""

    def __init__(self, server, things):
        self.server, self.things = server, things
        document = server.ask("GET", "/openapi.json").json
        self.schemas = Schemas(document)
        self.all = []
        for path, item in document["paths"].items():
            for method, operation in item.items():
                if ":" not in operation["operationId"]:  # one operation of /api/ops/{name}: test_limits.py has those
                    self.all.append(Route(operation["operationId"], method.upper(), path,
                                          list(map(self.schemas.resolve, operation.get("parameters", []))),
                                          operation.get("requestBody", {}).get("content", {}), operation["responses"]))

    def target(self, route, other=None):
        """The path with what it names; `other` stands in for every name where it is given."""
        path = route.path
        for name in (p["name"] for p in route.parameters if p["in"] == "path"):
            value = {"fid": self.things.session_file, "user_id": "local", "name": "list_tasks",
                     "request_id": NONE}.get(name)
            if name == "id":
                value = getattr(self.things, next(NAMES[p] for p in NAMES if path.startswith(p)))
            path = path.replace("{%s}" % name, other if other and name != "user_id" else value)
        return path

    def body(self, route):
        return BODIES.get(route.id, lambda t: {})(self.things)

    def ask(self, route, body=None, target=None, headers=None, server=None):
        return (server or self.server).ask(route.method, target or self.target(route), body, headers, timeout=60)

    def described(self, route, reply, what):
        """The status is one that the route may answer with, and the body what that status says."""
        at = f"{route.method} {route.path} ({what})"
        described = self.schemas.resolve(route.responses.get(str(reply.status)))
        if not described:
            raise AssertionError(f"{at}: {reply.status} is not described: {reply}")
        kind = reply.headers.get("content-type", "").split(";")[0]
        content = described.get("content", {})
        if reply.body and kind not in content and reply.status not in (414, 431):  # before there is a request
            raise AssertionError(f"{at}: {kind} is not described for {reply.status}: {reply}")
        if kind == "application/json" and kind in content:
            equal(self.schemas.faults(content[kind]["schema"], reply.json), [], (at, reply))
        return at

    def refused(self, route, reply, status, what):
        """A refusal with one of these statuses, in the route's own shape, that tells no path."""
        at = self.described(route, reply, what)
        equal(reply.status in status, True, (at, status, reply))
        if str(self.things.place.folder) in reply.body.decode(errors="replace"):
            raise AssertionError(f"{at}: a path is told: {reply}")
        return reply

    def takes_json(self, route):
        return "application/json" in route.bodies

    def fields(self, route):
        schema = self.schemas.resolve(route.bodies["application/json"]["schema"])
        return schema.get("properties", {}), schema.get("required", [])


def missing(routes, route):
    """A body without each thing that must be in it; none at all; and an upload without its file."""
    if routes.takes_json(route):
        body = routes.body(route)
        for name in routes.fields(route)[1]:
            reply = routes.ask(route, {k: v for k, v in body.items() if k != name})
            holds(routes.refused(route, reply, {400}, f"without {name}").body.decode(), name)
        if routes.fields(route)[1]:
            routes.refused(route, routes.ask(route, b"", headers={"Content-Type": "application/json"}), {400}, "empty")
    if "multipart/form-data" in route.bodies:
        form, kind = multipart({}, "a.csv", b"a,b\n1,2\n")
        form = form.replace(b'name="file"; filename="a.csv"', b'name="none_of_these"')
        routes.refused(route, routes.ask(route, form, headers=kind), {400}, "a form without a file")


def mistyped(routes, route):
    """Each field and each parameter with a value of another type; one that is not there; bodies that are no object."""
    if routes.takes_json(route):
        body = routes.body(route)
        for name, schema in routes.fields(route)[0].items():
            wrong = next(v for v in ({"a": []}, 7.5, [[]]) if routes.schemas.faults(schema, v))
            reply = routes.refused(route, routes.ask(route, {**body, name: wrong}), {400}, f"{name} mistyped")
            holds(reply.body.decode(), name)
        routes.refused(route, routes.ask(route, {**body, "none_of_these": 1}), {400}, "an unknown field")
        for text in (b"[]", b"7", b"{", b'{"a":"\xff"}'):
            reply = routes.ask(route, text, headers={"Content-Type": "application/json"})
            routes.refused(route, reply, {400}, text)
        routes.refused(route, routes.ask(route, b"{}", headers={"Content-Type": "text/plain"}), {415}, "as text/plain")
    for p in route.parameters:
        if p["in"] == "query" and (p["schema"].get("type") == "integer" or "enum" in p["schema"]):
            reply = routes.ask(route, target=f"{routes.target(route)}?{p['name']}=nonsense")
            holds(routes.refused(route, reply, {400}, f"{p['name']} mistyped").body.decode(), p["name"])


def oversized(routes, route):
    """A body over the server's limit, each text one character over its own, and an address that is too long."""
    if routes.takes_json(route):
        large = b'{"a":"' + b"x" * (1 << 20) + b'"}'
        try:
            reply = routes.ask(route, large, headers={"Content-Type": "application/json"})
            routes.refused(route, reply, {413}, "a large body")
        except (BrokenPipeError, ConnectionResetError):
            pass  # it was refused before all of it was sent
        body = routes.body(route)
        for name, schema in routes.fields(route)[0].items():
            if "maxLength" in schema and schema.get("format") != "uuid":
                reply = routes.ask(route, {**body, name: "x" * (schema["maxLength"] + 1)})
                holds(routes.refused(route, reply, {400}, f"{name} oversized").body.decode(), name)
    if route.method != "POST":
        routes.refused(route, routes.ask(route, target=routes.target(route) + "?" + "x" * 20000), {414, 431},
                       "a long address")


def astray(routes, route):
    """Names that never were, and that are none: as foreign ones, which is all that is told of those."""
    if not any(p["in"] == "path" and p["name"] != "user_id" for p in route.parameters):
        return
    body = routes.body(route) if route.bodies else None
    for name in (NONE, "nonsense", "x" * 200, "%2e%2e%2f%2e%2e%2fetc"):
        routes.refused(route, routes.ask(route, body, routes.target(route, name)), {404, 400}, name)


def test_missing_mistyped_oversized_and_astray_are_refused_as_described_and_change_nothing(place):
    with peopled(place) as (server, things):
        routes = Routes(server, things)
        before = things.state()
        for route in routes.all:
            for send in (missing, mistyped, oversized, astray):
                send(routes, route)
            things.unchanged(before, f"{route.method} {route.path}")


def test_what_is_anothers_is_answered_as_what_never_was(place):
    """req: metrics SEC-001/thin"""
    with peopled(place) as (server, things):
        ours, before = Routes(server, things), things.state()
        with Server(place, "--allow", str(place.folder), "--user", "mallory") as other:
            for route in ours.all:
                if not any(p["name"] == "id" for p in route.parameters):
                    continue
                body = ours.body(route) if route.bodies else None
                foreign = ours.refused(route, ours.ask(route, body, server=other), {404}, "foreign")
                never = ours.ask(route, body, ours.target(route, NONE), server=other)
                equal(told(foreign), told(never), (route.id, foreign, never))
            equal(other.ask("POST", "/api/mallory/chat", {"message": "show my tasks", "conversation_id": things.said})
                  .status, 404)
        things.unchanged(before)


def told(reply):
    """A refusal without what is another one each time."""
    text = reply.body.decode()
    for word in text.replace('"', " ").split():
        if len(word) == 36 and word.count("-") == 4 or word.startswith("20") and word.endswith("Z"):
            text = text.replace(word, "-")
    return reply.status, text


def age(place, statement):
    """Time passes for a row of the store, which it would take a day or a month of to do by itself."""
    with sqlite3.connect(place.home / "state.db", timeout=10) as db:
        equal(db.execute(statement).rowcount > 0, True, statement)
    db.close()


def test_what_has_expired_is_answered_as_what_never_was(place):
    """req: metrics FR-026/thin
    req: tasks L-003/thin"""
    with peopled(place) as (server, things):
        routes = Routes(server, things)
        age(place, "UPDATE sessions SET expires_at = '2020-01-02T00:00:00Z', created_at = '2020-01-01T00:00:00Z'")
        age(place, "UPDATE conversations SET expires_at = '2020-01-02T00:00:00Z', updated_at = '2020-01-01T00:00:00Z'")
        said = server.ask("POST", "/api/local/chat", {"message": "show my tasks", "conversation_id": things.said})
        equal((said.status, said.json["code"]), (404, "NOT_FOUND"), said)
        for route in routes.all:
            if route.path.startswith(("/api/sessions/{id}", "/api/chat/{id}")):
                body = routes.body(route) if route.bodies else None
                expired = routes.refused(route, routes.ask(route, body), {404}, "expired")
                never = routes.ask(route, body, routes.target(route, NONE))
                equal(told(expired), told(never), (route.id, expired, never))
        equal((server.ask("GET", "/api/sessions").json["total"], server.ask("GET", "/api/chat").json["total"]), (0, 0))
        held = server.ask("POST", "/api/ops/delete_task", {"task_id": things.task})
        for path in (place.home / "confirm").iterdir():
            path.write_text(json.dumps({**json.loads(path.read_text()), "expires_us": 1}))
        late = server.ask("POST", "/api/ops/delete_task",
                          {"task_id": things.task, "confirmation_token": held.json["confirmation"]["token"]})
        equal((late.status, late.json["error"]["error_code"]), (409, "CONFIRMATION_VOID"), late)
        equal(server.ask("POST", "/api/ops/list_tasks", {}).json["data"][0]["id"], things.task)


def test_a_start_that_was_refused_leaves_nothing_to_follow(place):
    with Server(place) as server:
        for _ in range(50):
            equal(server.ask("POST", f"/api/sessions/{NONE}/investigate", REQUEST).status, 404)
            equal(server.ask("GET", f"/api/sessions/{NONE}/events").status, 404)


def test_the_same_request_several_times_at_once(place):
    with peopled(place) as (server, things), concurrent.futures.ThreadPoolExecutor(AT_ONCE) as crew:
        routes = Routes(server, things)
        # Deletions last, and of a session's file before the session.
        order = sorted(routes.all, key=lambda r: (r.method == "DELETE", -r.path.count("{")))
        for route in order:
            if route.id in FOLLOWING:
                continue
            body = routes.body(route) if routes.takes_json(route) else None
            headers = {}
            if route.bodies and body is None:
                body, headers = multipart({}, "more.csv", b"a,b\n1,2\n")
            replies = list(crew.map(lambda _: routes.ask(route, body, headers=headers), range(AT_ONCE)))
            for reply in replies:
                routes.described(route, reply, "at once")
            statuses = sorted(reply.status for reply in replies)
            good = sum(status < 300 for status in statuses)
            lost = ONE_WINS.get(route.id, set())
            if route.bodies and route.id not in BODIES and good == 0 and len(set(statuses)) == 1:
                continue  # {} is no good body, and nobody knows a better one: refused alike
            equal(good, 1 if lost else AT_ONCE, (route.id, statuses, replies))
            equal(set(statuses[good:]) <= lost, True, (route.id, statuses, replies))
            if route.id == "session_investigate":
                ended(server, things.session)
        equal(server.ask("GET", "/api/audit/verify").json["ok"], True)
        for path in ("/api/sessions", "/api/files", "/api/documents"):
            equal([i for i in server.ask("GET", path).json["items"]
                   if {things.session, things.file, things.document} & set(map(str, i.values()))], [])


if __name__ == "__main__":
    main(globals())
