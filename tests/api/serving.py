"""What the tests of `assay serve` share beside doors.py: a server with data, slow work, the contract's error."""
import json
import os
import threading

from doors import Server, Wire, multipart
from harness import equal, holds

SALES = "region,revenue,day\nNorth,10.50,2026-01-05\nSouth,20,2026-01-06\nNorth,1,2026-02-01\n"
ERROR = {"message", "correlation_id", "timestamp", "error_code", "can_retry", "suggested_action"}


def served(place, *flags, **more):
    """A server that may read a table of sales: (server, path of the table)."""
    return Server(place, "--allow", str(place.folder), *flags, **more), place.write("sales.csv", SALES)


def shared(place):
    """One server for all calls of a test that has many: a program of its own for each takes ten times as long."""
    if not hasattr(place, "server"):
        place.server = place.ends.enter_context(Server(place, "--allow", str(place.folder.anchor)))
    return place.server


def numbers(place, rows):
    """A table large enough that a query over its own product runs as long as anybody lets it."""
    return place.write("numbers.csv", "n\n" + "\n".join(map(str, range(rows))) + "\n")


def endless(path):
    return {"data": [path], "query": "SELECT count(*) AS c FROM numbers a, numbers b, numbers c "
                                     "WHERE a.n * b.n + c.n % 7 > 3 AND sqrt(a.n + b.n) <> c.n"}


def error_of(reply, status, code=None):
    """The contract's error, and nothing that must not be in one."""
    equal(reply.status, status, reply)
    holds(reply.headers["content-type"], "application/json", reply)
    error = reply.json["error"]
    equal(set(error), ERROR, reply)
    if code:
        equal(error["error_code"], code, reply)
    if "/tmp/" in json.dumps(reply.json):
        raise AssertionError(f"a path is told: {reply}")
    return error


def raw(server, data, method="GET"):
    with Wire(server) as wire:
        return wire.send(data).reply(method)


def token_of(place):
    return (place.home / "keys" / "http.token").read_text().strip()


def spool(place):
    folder = place.home / "uploads" / ".spool"
    return sorted(os.listdir(folder)) if folder.exists() else []


def upload(server, name, data, fields=None, headers=None):
    body, kind = multipart(fields or {}, name, data)
    return server.ask("POST", "/api/files", body, {**kind, **(headers or {})})


class InBackground:
    """Asks in a thread of its own; the reply, or what went wrong, is there after wait()."""

    def __init__(self, ask):
        self.reply = self.wrong = None
        self.thread = threading.Thread(target=self.run, args=(ask,))
        self.thread.start()

    def run(self, ask):
        try:
            self.reply = ask()
        except Exception as wrong:
            self.wrong = wrong

    def wait(self, seconds=30):
        self.thread.join(seconds)
        if self.thread.is_alive():
            raise AssertionError("no answer in time")
        return self.reply


def running(server):
    """How many requests have a worker now, this one included."""
    text = server.ask("GET", "/metrics").body.decode()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("assay_http_pool_running ")))
