"""A home that has one of everything, and what is in it at a moment: for tests that must change nothing."""
import contextlib
import hashlib
import json

from doors import Server, multipart
from harness import equal
from metrics_data import REQUEST, east_online, investigated, orders
from serving import SALES
from workbook_chat import book

LISTS = ("/api/files", "/api/documents", "/api/analyses", "/api/artifacts", "/api/sessions", "/api/chat", "/chapters")
KEPT = ("uploads", "sessions", "artifacts")  # folders of a home in which nothing comes by itself
GUIDE = "# Robots\n\n## Charging\n\nCharge the robot for six hours.\n\n## Storage\n\nKeep it dry.\n"


def made(reply, status=200):
    equal(reply.status, status, reply)
    return reply.json


class Things:
    """One of everything that routes and operations name, made through the doors."""

    def __init__(self, place, server):
        self.place, self.server = place, server
        self.csv = place.write("sales.csv", SALES)
        self.xlsx = place.write("book.xlsx", book())
        self.md = place.write("guide.md", GUIDE)
        call = lambda name, args: made(server.ask("POST", f"/api/ops/{name}", args))
        body, kind = multipart({}, "kept.csv", SALES.encode())
        self.file = made(server.ask("POST", "/api/files", body, kind), 201)["id"]
        self.document = made(server.ask("POST", "/api/documents", {"path": self.md}), 201)["documents"][0]["id"]
        self.task = call("add_task", {"title": "Buy milk"})["data"]["id"]
        self.chat = made(server.ask("POST", "/api/chat", {}), 201)["session_id"]
        made(server.ask("POST", f"/api/chat/{self.chat}/workbook", {"path": self.xlsx}))
        made(server.ask("POST", f"/api/chat/{self.chat}/messages", {"message": "how many rows"}))
        self.said = made(server.ask("POST", "/api/local/chat", {"message": "show my tasks"}))["conversation_id"]
        self.session = investigated(server, {"orders.csv": orders(east_online)}, REQUEST)
        self.session_file = made(server.ask("GET", f"/api/sessions/{self.session}/files"))["items"][0]["file_id"]
        analysis = made(server.ask("POST", "/api/analyze", {"intent": "total revenue by region", "data": [self.csv],
                                                            "deliverables": ["tables"]}))
        self.analysis = analysis["request_id"]
        self.artifact = analysis["artifacts"][0]["artifact_id"]

    def state(self):
        """All that a refused request must leave as it was; the audit log and the diary are not part of it."""
        listed = {path: self.server.ask("GET", path).json for path in LISTS}
        listed["tasks"] = self.server.ask("POST", "/api/ops/list_tasks", {}).json["data"]
        for path in (f"/api/chat/{self.chat}", f"/api/sessions/{self.session}", f"/api/sessions/{self.session}/files",
                     f"/api/sessions/{self.session}/chat"):
            listed[path] = self.server.ask("GET", path).json
        return json.loads(json.dumps(listed)), self.files()

    def unchanged(self, before, context=""):
        """Nothing has changed since; says what has."""
        (then, files), (now, left) = before, self.state()
        equal({path for path in then if then[path] != now[path]}, set(), (context, [(then[p], now[p]) for p in then
                                                                                    if then[p] != now[p]]))
        equal(left, files, context)

    def files(self):
        """The files that were given, and those that the home keeps of them."""
        roots = [self.place.folder] + [self.place.home / name for name in KEPT]
        found = [p for root in roots if root.is_dir() for p in (root.iterdir() if root == roots[0] else root.rglob("*"))]
        return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in found if p.is_file()}


@contextlib.contextmanager
def peopled(place, *flags):
    """A server over such a home, and the things in it."""
    with Server(place, "--allow", str(place.folder), *flags) as server:
        yield server, Things(place, server)
