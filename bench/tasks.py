#!/usr/bin/env python3
"""How fast a list of 100,000 tasks answers, and how that compares with Taskwarrior on the same tasks.

Usage: bench/tasks.py BUILD [TASKS], BUILD an optimised one.

1. Through `assay serve`, on one connection, each answer durable in the audit log before it is given: a list of 50, a
   search, and whole turns of a conversation (list, add, complete by description, a question, change by number).
2. The command lines, started anew each time: `assay task list --limit 50` and Taskwarrior's `task limit:50 list`; then
   both programs' export of everything. Runs alternate, and the middle value is taken.

Prints a line a figure. Exits 1 when a bound is missed: list of 50 under 5 ms, search under 20 ms, a turn under 30 ms, all
as the middle value, and never slower than Taskwarrior. Taskwarrior is Debian's package taskwarrior; without it that part
says so.
"""
import http.client
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "api"))
import doors  # noqa: E402
from harness import Place  # noqa: E402

VERBS = ("call", "order", "paint", "check", "send", "repair", "book", "clean", "sort", "plan", "print", "collect")
THINGS = ("invoice", "boiler", "garden", "report", "ticket", "carpet", "engine", "letter", "window", "contract", "lesson",
          "parcel", "budget", "server", "bicycle", "passport", "cellar", "poster", "menu", "survey")
PEOPLE = ("Ada", "Bela", "Carl", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jo", "Kai", "Lea", "Max", "Nora", "Omar")
GOALS = {"list of 50": 5.0, "search": 20.0}
TURN_GOAL = 30.0
ROUNDS = 200


def made(count):
    """Tasks as Taskwarrior writes them in JSON, the same ones every time."""
    dice = random.Random(8)
    for n in range(count):
        task = {"uuid": str(uuid.UUID(int=dice.getrandbits(128), version=4)), "status": "pending",
                "entry": f"2026{n % 9 + 1:02}{n % 28 + 1:02}T080000Z",
                "description": f"{dice.choice(VERBS)} the {dice.choice(THINGS)} for {dice.choice(PEOPLE)}, no. {n}"}
        if n % 3 == 0:
            task["due"] = f"2027{n % 12 + 1:02}{n % 28 + 1:02}T160000Z"
        if n % 5 == 0:
            task["priority"] = "HML"[n % 3]
        if n % 4 == 0:
            task["tags"] = [("home", "work", "club")[n % 3]]
        yield task


def seconds(text):
    return int(time.mktime(time.strptime(text, "%Y%m%dT%H%M%SZ"))) - time.timezone


def for_taskwarrior(tasks, folder):
    """Its own file of pending tasks, written in one go: importing as many takes it minutes."""
    (folder / "data").mkdir()
    (folder / "rc").write_text(f"data.location={folder}/data\nconfirmation=off\nverbose=nothing\nhooks=off\n")
    with open(folder / "data" / "pending.data", "w", encoding="utf-8") as out:
        for task in tasks:
            fields = {**task, "entry": seconds(task["entry"])}
            if "due" in task:
                fields["due"] = seconds(task["due"])
            for tag in task.get("tags", []):
                fields["tags"] = tag
                fields[f"tags_{tag}"] = "x"
            out.write("[" + " ".join(f'{name}:"{value}"' for name, value in sorted(fields.items())) + "]\n")


def milliseconds(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def spread(samples):
    return statistics.median(samples), sorted(samples)[int(len(samples) * 0.95)]


class Client:
    """One connection, kept."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
        self.conversation, self.understood = None, 0

    def ask(self, path, body):
        self.connection.request("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        reply = self.connection.getresponse()
        data = reply.read()
        if reply.status != 200:
            sys.exit(f"tasks: {path} {body}: {reply.status} {data[:300]}")
        return data

    def say(self, message):
        body = {"message": message} | ({"conversation_id": self.conversation} if self.conversation else {})
        said = json.loads(self.ask("/api/local/chat", body))
        self.conversation = said["conversation_id"]
        self.understood += said["status"] == "success"


def figure(name, samples, goal):
    p50, p95 = spread(samples)
    good = p50 < goal
    print(f"tasks: {name} {p50:.1f} ms (p95 {p95:.1f}), goal < {goal:.0f} {'ok' if good else 'MISSED'}", flush=True)
    return good


def served(place, count):
    """What a person waits for at the page, in a chat or through a program."""
    good = True
    with doors.Server(place) as server:
        client, dice = Client(server), random.Random(8)
        calls = {"list of 50": lambda: {"limit": 50},
                 "search": lambda: {"search": f"{dice.choice(THINGS)} {dice.choice(PEOPLE)}", "limit": 50}}
        for name, args in calls.items():
            samples = [milliseconds(lambda: client.ask("/api/ops/list_tasks", args())) for _ in range(ROUNDS + 5)][5:]
            good &= figure(f"{name} of {count:,}", samples, GOALS[name])
        said = {"show": lambda: "show my tasks", "add": lambda: f"remind me to wax the sledge {dice.random():.6f} tomorrow",
                "question": lambda: f"do I have anything about the {dice.choice(THINGS)} for {dice.choice(PEOPLE)}?",
                "complete by words": lambda: f"complete the one about no. {dice.randrange(count // 10, count)}",
                "change by number": lambda: f"make task {dice.randrange(1, 9)} high priority"}
        samples = {name: [] for name in said}
        for _ in range(ROUNDS // 4):
            client.conversation = None
            for name, words in said.items():
                samples[name].append(milliseconds(lambda: client.say(words())))
        if client.understood < 0.9 * sum(map(len, samples.values())):
            sys.exit(f"tasks: only {client.understood} turns did what was said, so their times mean nothing")
        for name, times in samples.items():
            good &= figure(f"a turn of a conversation, {name}, with {count:,}", times[2:], TURN_GOAL)
    return good


def process(command, env):
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stderr.decode()[:500]}")
    return done.stdout


def beside(name, ours, theirs, env, runs):
    """Both command lines in turn."""
    rounds = [(milliseconds(lambda: process(ours, env)), milliseconds(lambda: process(theirs, env)))
              for _ in range(runs + 1)][1:]
    mine, other = (statistics.median(column) for column in zip(*rounds))
    good = mine <= other
    print(f"tasks: {name}: assay {mine:.1f} ms, taskwarrior {other:.1f} ms, ratio {mine / other:.3f} (goal <= 1) "
          f"{'ok' if good else 'MISSED'}", flush=True)
    return good


def compared(assay, place, folder, env):
    if not shutil.which("task"):
        print("tasks: the comparison is skipped, because Debian's package taskwarrior is not installed.", flush=True)
        return True
    env = {**env, "TASKRC": str(folder / "rc")}
    good = beside("the command line's list of 50", [assay, "task", "list", "--status", "pending", "--limit", "50"],
                  ["task", "limit:50", "list"], env, 7)
    return beside("export of everything", [assay, "task", "export", "taskwarrior"], ["task", "export"], env, 3) and good


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    doors.ASSAY = assay = build / "assay"
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as name:
        place, folder = Place(name), pathlib.Path(name) / "taskwarrior"
        folder.mkdir()
        env = {**os.environ, "ASSAY_HOME": str(place.home), "HOME": name}
        tasks = list(made(count))
        for_taskwarrior(tasks, folder)
        file = pathlib.Path(name) / "tasks.json"
        file.write_text(json.dumps(tasks))
        took = milliseconds(lambda: process([assay, "task", "import", str(file)], env))
        print(f"tasks: {count:,} imported in {took / 1000:.1f} s", flush=True)
        good = served(place, count)
        good = compared(assay, place, folder, env) and good
    sys.exit(0 if good else 1)


main()
