"""What the tests of the conversation about tasks share: a server, people who talk to it, and what they then have.

Standard library only. A person is a user of one server. What they say goes through POST /api/{user_id}/chat; what is set
up or looked at goes through a second process, `assay mcp`, which is another client of the same home.
"""
import atexit
import http.client
import json
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "api"))

import doors  # noqa: E402
import harness  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
LEARNED = HERE.parent.parent / "data/tasks/messages"
FAKETIME = "/usr/lib/*/faketime/libfaketimeMT.so.1"
SHOWN = ("title", "description", "status", "due", "remind", "priority", "tags", "repeat")


def lines(name):
    """The objects of a set, one a line: of this folder, else one that the reader has learned from."""
    path = HERE / name if (HERE / name).exists() else LEARNED / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def fake_clock():
    """The library that lies about the time; None where it is not installed."""
    found = sorted(pathlib.Path("/").glob(FAKETIME[1:]))
    return str(found[0]) if found else None


def shown(task):
    """What a person sees of a task. Tags have no order."""
    got = {name: task.get(name) for name in SHOWN}
    got["tags"] = sorted(got["tags"] or [])
    return got


class Stage:
    """A home and a server on it. With `now` ("2026-11-16 09:00:00") the clock stands at that time in `zone`."""

    def __init__(self, now=None, zone="Europe/Berlin", folder=None):
        self.place = harness.Place(folder or tempfile.mkdtemp(prefix="assay-tasks-"))
        if not folder:
            atexit.register(shutil.rmtree, self.place.folder, ignore_errors=True)
        if now:
            doors.ASSAY = self.program(now, zone)
        self.server = doors.Server(self.place)

    def program(self, now, zone):
        """assay at another time, which stands still. The clock that measures waiting is left alone."""
        path = self.place.folder / "assay-then"
        path.write_text("#!/bin/sh\n"
                        f"TZ={zone} LD_PRELOAD={fake_clock()} FAKETIME='{now}' DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1 "
                        f"exec '{harness.ASSAY}' \"$@\"\n")
        path.chmod(0o700)
        return path

    def restart(self, how):
        """The server ends by a signal and comes back on the same home, on another port."""
        self.server.stop(how)
        self.server = doors.Server(self.place)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.stop()


class Wire:
    """Requests on one connection that is kept."""

    def __init__(self, server, timeout=30):
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=timeout)

    def ask(self, path, body):
        self.connection.request("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        reply = self.connection.getresponse()
        return reply.status, json.loads(reply.read())

    def op(self, name, **args):
        """An operation by the server's own user. What asks to be confirmed is confirmed."""
        status, said = self.ask(f"/api/ops/{name}", args)
        if status == 409 and "confirmation" in said:
            status, said = self.ask(f"/api/ops/{name}", {**args, "confirmation_token": said["confirmation"]["token"]})
        return status, said

    def close(self):
        self.connection.close()


class Person:
    """Somebody with tasks of their own and one conversation. `wire` may be shared by people who speak in turn."""

    def __init__(self, stage, user, wire=None):
        self.stage, self.user, self.conversation = stage, user, None
        self.wire = wire or Wire(stage.server)
        self.tools = doors.StdioMcp(stage.place, "--user", user)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tools.__exit__()

    def call(self, tool, **args):
        """A tool, by the other client; fails when it fails."""
        reply = self.tools.request("tools/call", {"name": tool, "arguments": args})
        result = reply.get("result", reply)
        if result.get("isError") or "structuredContent" not in result:
            raise AssertionError(f"{tool} {args}: {result}")
        return result["structuredContent"]

    def say(self, message):
        body = {"message": message} | ({"conversation_id": self.conversation} if self.conversation else {})
        status, said = self.wire.ask(f"/api/{self.user}/chat", body)
        if status != 200:
            raise AssertionError(f"{status} {said}: {message!r}")
        self.conversation = said["conversation_id"]
        return said

    def tasks(self):
        """{id: what is seen of it}, all of them."""
        return {task["id"]: shown(task) for task in self.call("list_tasks")["data"]}


def add(person, task):
    """A task as a test's file has it, by the tools; gives its id."""
    wanted = {name: value for name, value in task.items() if name != "status"}
    made = person.call("add_task", **wanted)["data"]["id"]
    if task.get("status") == "completed":
        person.call("complete_task", task_id=made)
    return made


def set_up(person, before):
    """The tasks of `before` in the order the list shows them, the newest first: their ids in that order.

    `last`: the first of them is added by talking, so that it is the one dealt with last. `shown`: the list is asked
    for. `then`: what is said after that.
    """
    tasks = before.get("tasks", [])
    ids = [add(person, task) for task in reversed(tasks[1:])]
    if tasks and before.get("last"):
        said = person.say(f"add a task called {tasks[0]['title']}")
        made = [c["result"]["data"]["id"] for c in said["tool_calls"] if c["tool"] == "add_task"]
        if len(made) != 1:
            raise AssertionError(f"setting up: {said['response']!r}")
        ids += made
    elif tasks:
        ids.append(add(person, tasks[0]))
    ids.reverse()
    if before.get("shown"):
        said = person.say(before["shown"] if isinstance(before["shown"], str) else "show my tasks")
        if not any(c["tool"] == "list_tasks" for c in said["tool_calls"]):
            raise AssertionError(f"setting up: {said['response']!r}")
    for message in before.get("then", []):
        person.say(message)
    return ids


def environment_of(stage):
    return {**os.environ, "ASSAY_HOME": str(stage.place.home), "HOME": str(stage.place.folder)}
