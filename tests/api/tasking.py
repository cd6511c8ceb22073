"""What the tests of the tasks' tools share: the operations by name over one connection."""
import datetime
import json
import sqlite3

from doors import Server
from harness import equal

ZONE = "Europe/Berlin"
DAY = datetime.timedelta(days=1)


class Tools:
    """The operations by name over one connection; yes() also says yes."""

    def __init__(self, server):
        self.server, self.connection = server, server.connect()

    def ask(self, name, /, **args):
        self.connection.request("POST", f"/api/ops/{name}", json.dumps(args), {"Content-Type": "application/json"})
        reply = self.connection.getresponse()
        return reply.status, json.loads(reply.read())

    def __call__(self, name, wanted=200, /, **args):
        got, body = self.ask(name, **args)
        equal(got, wanted, (name, args, body))
        return body

    def error(self, name, wanted, code, /, **args):
        error = self(name, wanted, **args)["error"]
        equal(error["error_code"], code, error)
        return error

    def yes(self, name, /, **args):
        held = self(name, 409, **args)["confirmation"]
        return self(name, **args, confirmation_token=held["token"]), held["summary"]

    def add(self, title, **more):
        return self("add_task", title=title, **more)["data"]

    def get(self, task):
        """The task as it is now; None when it is gone."""
        return next(iter(self("list_tasks", task_ids=[task if isinstance(task, int) else task["id"]])["data"]), None)

    def titles(self, **args):
        return [t["title"] for t in self("list_tasks", **args)["data"]]

    def all(self):
        """Everything but the versions."""
        return [{k: v for k, v in t.items() if k != "version"} for t in self("list_tasks")["data"]]


def tools(test):
    def run(place):
        with Server(place) as server:
            test(Tools(server), place)
    run.__doc__ = test.__doc__
    return run


def at(days=0, zone_hours=0):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days, hours=zone_hours))


def rows(place, sql, *values):
    with sqlite3.connect(place.home / "state.db") as db:
        return db.execute(sql, values).fetchall()
