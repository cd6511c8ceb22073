#!/usr/bin/env python3
"""Three people talk to the server about their tasks while it is killed: what was acknowledged is there, once.

  tasks_kill.py ASSAY [--messages 150] [--seed N]

Each round the people say something, one after the other or all at once, and the server is killed with SIGKILL either
between two messages or a few milliseconds into them; then it is started again on the same home. A message whose answer
arrived is acknowledged: its change must be there, exactly once. One whose answer did not arrive may have happened, then
whole and once, or not at all. The next message goes into the same conversation, which must go on: a list that was shown
before the kill is still what numbers mean, a question asked before it can still be answered. At the end the log of the
home must verify, and every conversation be one of question and answer in turn.

req: tasks SEC-001, TFR-008, TFR-012
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tasks"))

from stage import Stage, doors, environment_of  # noqa: E402

PEOPLE = 3
LATEST = 0.012  # seconds into a message at which the server may be killed: longer than a message takes


class Wrong(Exception):
    pass


class Person:
    """What somebody knows of their tasks: {title: status}. In doubt is the one change nobody answered for."""

    def __init__(self, name, dice):
        self.name, self.dice, self.conversation, self.count = name, dice, None, 0
        self.sure, self.maybe, self.asked, self.message = {}, None, None, None
        self.story = []  # what was said and what came back, for when it goes wrong

    def fresh(self):
        self.count += 1
        return f"{self.name} item {self.count}"

    def draw(self):
        """(message, the state after it)"""
        pending = [title for title, status in self.sure.items() if status == "pending"]
        if self.asked:
            title, self.asked = self.asked, None
            return "yes", {t: s for t, s in self.sure.items() if t != title}
        kind = self.dice.choice(("add", "add", "complete", "rename", "delete")) if pending else "add"
        if kind == "add":
            title = self.fresh()
            return f"add a task called {title}", {**self.sure, title: "pending"}
        title = self.dice.choice(pending)
        if kind == "complete":
            return f"complete '{title}'", {**self.sure, title: "completed"}
        if kind == "rename":
            new = self.fresh()
            return f"rename '{title}' to {new}", {**{t: s for t, s in self.sure.items() if t != title}, new: "pending"}
        return f"delete '{title}'", self.sure

    def send(self, wire):
        self.message, self.maybe = self.draw()
        body = {"message": self.message} | ({"conversation_id": self.conversation} if self.conversation else {})
        data = json.dumps(body).encode()
        wire.send(f"POST /api/{self.name}/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                  f"Content-Length: {len(data)}\r\n\r\n".encode() + data)

    def take(self, reply):
        """The answer, if one came. Afterwards nothing is in doubt if it did."""
        self.story = self.story[-11:] + [(self.message, reply and reply.json.get("response"))]
        if reply is None:
            return False
        if reply.status != 200:
            raise Wrong(f"{self.message!r}: {reply}")
        said = reply.json
        self.conversation = said["conversation_id"]
        if self.message.startswith("delete"):
            if said["status"] != "confirmation_required":
                raise Wrong(f"{self.message!r}: {said['response']!r}")
            self.asked = self.message.split("'")[1]
        elif said["status"] != "success":
            raise Wrong(f"{self.message!r}: {said['status']} {said['response']!r}")
        self.sure, self.maybe = self.maybe, None
        return True

    def look(self, found):
        """Holds what is there against what must be there; what was in doubt is then known."""
        titles = [title for title, _ in found]
        if len(titles) != len(set(titles)):
            raise Wrong(f"{self.name}: doubled: {sorted(t for t in titles if titles.count(t) > 1)}")
        state = dict(found)
        if state not in [self.sure] + ([self.maybe] if self.maybe is not None else []):
            raise Wrong(f"{self.name}, after {self.message!r}: there is {state}, sure was {self.sure}, perhaps {self.maybe}\n"
                        f"{self.story}")
        if self.maybe is not None:
            self.asked = None  # whether the question still stands is not known; a yes to nothing does nothing
        self.sure, self.maybe = state, None


class Torture:
    def __init__(self, stage, dice):
        self.stage, self.dice = stage, dice
        self.people = [Person(f"p{n}", dice) for n in range(PEOPLE)]
        self.sent = self.acked = self.kills = 0

    def reply(self, wire):
        try:
            return wire.reply("POST")
        except (EOFError, OSError):
            return None

    def one_by_one(self):
        """Some messages, each answered; the kill comes between two."""
        for person in self.dice.sample(self.people, self.dice.randrange(1, PEOPLE + 1)):
            with doors.Wire(self.stage.server) as wire:
                person.send(wire)
                self.sent += 1
                if not person.take(self.reply(wire)):
                    raise Wrong(f"{person.message!r}: no answer from a server that lives")
                self.acked += 1
        self.kill()

    def at_once(self):
        """All speak, and the kill comes while they are heard."""
        wires = [doors.Wire(self.stage.server) for _ in self.people]
        for person, wire in zip(self.people, wires):
            person.send(wire)
            self.sent += 1
        time.sleep(self.dice.random() * LATEST)
        self.kill()
        for person, wire in zip(self.people, wires):
            self.acked += person.take(self.reply(wire))
            wire.close()

    def kill(self):
        os.kill(self.stage.server.process.pid, signal.SIGKILL)
        self.kills += 1

    def look(self):
        """All tasks, from the store itself: nobody's answer stands between. The file is closed at once: as long as anybody
        has it open, SQLite does not look for what a killed process wrote and did not announce, and finds it later."""
        with contextlib.closing(sqlite3.connect(f"file:{self.stage.place.home}/state.db?mode=ro", uri=True)) as db:
            rows = db.execute("SELECT user_id, title, status FROM tasks").fetchall()
        for person in self.people:
            person.look([(title, status) for user, title, status in rows if user == person.name])

    def numbers_still_mean_the_list(self):
        """A list is shown, the server killed, and then a number is said."""
        person = self.people[0]
        with doors.Wire(self.stage.server) as wire:
            title = person.fresh()
            for message in (f"add a task called {title}", "show my tasks"):
                said = self.ask(person, wire, message)
        self.stage.restart(signal.SIGKILL)
        self.kills += 1
        with doors.Wire(self.stage.server) as wire:
            said = self.ask(person, wire, "complete the first one")
        if said["status"] != "success" or title not in said["response"]:
            raise Wrong(f"after a restart: {said['response']!r}")
        person.sure[title] = "completed"

    def ask(self, person, wire, message):
        body = {"message": message} | ({"conversation_id": person.conversation} if person.conversation else {})
        data = json.dumps(body).encode()
        wire.send(f"POST /api/{person.name}/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                  f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
        said = wire.reply("POST").json
        person.conversation = said["conversation_id"]
        person.asked = None
        self.sent += 1
        self.acked += 1
        return said

    def run(self, messages):
        rounds = 0
        while self.sent < messages:
            rounds += 1
            if rounds % 10 == 0:
                self.numbers_still_mean_the_list()
            else:
                self.one_by_one() if self.dice.random() < 0.4 else self.at_once()
                self.stage.restart(signal.SIGKILL)  # it is dead already; this collects it and starts the next
            self.look()


def verify(stage):
    """The log is whole, and what was said stands in turn."""
    with contextlib.closing(sqlite3.connect(stage.place.home / "state.db")) as db:
        talks = {}
        for talk, role in db.execute("SELECT conversation_id, role FROM messages ORDER BY id"):
            talks.setdefault(talk, []).append(role)
    for talk, roles in talks.items():
        if roles != ["user", "assistant"] * (len(roles) // 2):
            raise Wrong(f"conversation {talk} is torn: {roles[-6:]}")
    done = subprocess.run([sys.argv[1], "audit", "verify", "--json"], env=environment_of(stage), capture_output=True,
                          timeout=120, check=False)
    if done.returncode != 0 or not json.loads(done.stdout)["ok"]:
        raise Wrong(f"the log does not verify: {done.stdout} {done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("--messages", type=int, default=150)
    parser.add_argument("--seed", type=int, default=8)
    args = parser.parse_args()
    began = time.monotonic()
    with Stage() as stage:
        torture = Torture(stage, random.Random(args.seed))
        try:
            torture.run(args.messages)
            verify(stage)
        except Wrong as wrong:
            print(f"WRONG: {wrong}\n0 passed, 1 failed")
            sys.exit(1)
    if torture.acked == torture.sent or torture.acked < torture.sent // 8:
        print(f"WRONG: {torture.acked} of {torture.sent} were acknowledged: the kills came at the wrong moments")
        sys.exit(1)
    print(f"{torture.sent} messages, {torture.acked} acknowledged, {torture.kills} kills in {time.monotonic() - began:.1f} s: "
          "none lost, doubled or torn\n1 passed, 0 failed")


if __name__ == "__main__":
    main()
