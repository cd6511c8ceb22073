"""What the tests of conversations about workbooks share: small workbooks, and a server with one loaded."""
import json

from books import sheets
from doors import Server, multipart
from harness import equal

SALES = [["Region", "Product", "Units", "Revenue"], ["North", "Widget", 10, 25], ["South", "Widget", 4, 10],
         ["North", "Gadget", 6, 30], ["East", "Gizmo", 3, 12.5]]
BUDGET = [["Item", "Amount"], ["Rent", 1200], ["Share", (0.125, 1)], ["Widget stand", 80]]
NONE = "00000000-0000-4000-8000-000000000000"


def book():
    """Two sheets with a table each, one that is hidden, one that is empty."""
    return sheets([("Sales", "", SALES), ("Budget", "", BUDGET), ("Secret plan", 'state="hidden"', [["k"], ["z"]]),
                   ("Empty", "", [])], ["0.0%"])


def other():
    return sheets([("Costs", "", [["Team", "Cost"], ["Red", 7], ["Blue", 8]])])


def ole(name):
    """A file of the old kind whose folder has one stream of this name."""
    data = bytearray(512 * 3)
    data[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    data[30], data[48] = 9, 1
    data[516:520] = b"\xfe\xff\xff\xff"
    text = name.encode("utf-16-le")
    data[1152:1152 + len(text)] = text
    data[1152 + 64], data[1152 + 66] = len(text) + 2, 2
    return bytes(data)


class Chat:
    """A conversation by HTTP."""

    def __init__(self, server):
        self.server = server
        started = server.ask("POST", "/api/chat", {})
        equal(started.status, 201, started)
        self.id = started.json["session_id"]
        self.path = f"/api/chat/{self.id}"

    def load(self, data, name="book.xlsx", headers=None):
        body, kind = multipart({}, name, data)
        return self.server.ask("POST", f"{self.path}/workbook", body, {**kind, **(headers or {})})

    def loaded(self, data=None, name="book.xlsx"):
        reply = self.load(book() if data is None else data, name)
        equal((reply.status, reply.json["is_valid"]), (200, True), reply)
        return reply.json

    def say(self, message, status=200, headers=None):
        reply = self.server.ask("POST", f"{self.path}/messages", {"message": message}, headers)
        equal(reply.status, status, (message, reply))
        return reply.json

    def rows(self, message):
        answer = self.say(message)
        equal(answer["content_type"], "table", answer)
        return answer["table"]["rows"]

    def get(self):
        reply = self.server.ask("GET", self.path)
        equal(reply.status, 200, reply)
        return reply.json


def chatting(place, *flags):
    """A server, for a with block; conversations begin with Chat(server)."""
    return Server(place, "--allow", str(place.folder), *flags)


def operate(place, name, arguments, *flags):
    return place.run(*flags, "op", "run", name, json.dumps(arguments))
