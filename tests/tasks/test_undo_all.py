#!/usr/bin/env python3
"""test_undo_all.py - random operations on tasks, then undo all: everything is as it was at the start.

    test_undo_all.py ASSAY [--operations N] [--seed N]

A person with some tasks does N random things over HTTP: adds, changes, completes (repeating ones too, which makes the next
one), reopens, deletes, changes several at once, imports, dismisses reminders, and in between undoes and redoes. The test
keeps two stacks, as anybody would expect them: what can be undone, what can be redone, each step with the hash of all
tasks before and after it. Every undo must give the hash from before, every redo the one from after; at the end all is
undone, and the hash must be the start's. It is over every field of every task, but for the versions, which only grow. A
new task's id is one that was never seen. Then all is redone.

req: tasks TFR-008
"""
import argparse
import hashlib
import json
import random
import sys
import time

from stage import Stage, Wire

WORDS = ("order", "paint", "ring", "sell", "mend", "roof", "cups", "oboe", "lamp", "Zo\u00eb", "caf\u00e9", "ink", "tram")
DAYS = ("2026-12-24", "2027-02-28T17:00", "tomorrow", "next friday", "2027-03-28T02:30", "none")
RULES = ("FREQ=DAILY", "every monday", "FREQ=MONTHLY;BYMONTHDAY=31", "none")
MOST = 60  # tasks at a time: as many are hashed again and again


class Wrong(Exception):
    pass


class Run:
    def __init__(self, wire, dice):
        self.wire, self.dice = wire, dice
        self.done, self.undone, self.seen = [], [], set()  # of steps: (hash before, hash after)
        self.ids, self.hash, self.counts = [], None, {}

    def op(self, name, **args):
        status, said = self.wire.op(name, **args)
        if status >= 500:
            raise Wrong(f"{name} {args}: {status} {said}")
        return status, said

    def tasks(self):
        status, said = self.op("list_tasks", limit=1000)
        if status != 200 or said["total"] != len(said["data"]):
            raise Wrong(f"list_tasks: {status} {said.get('total')}")
        return said["data"]

    def look(self):
        """Takes in how it is now."""
        tasks = self.tasks()
        plain = [{name: value for name, value in task.items() if name != "version"} for task in tasks]
        self.ids = [task["id"] for task in tasks]
        self.hash = hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()

    # ---- random things ----

    def text(self):
        return " ".join(self.dice.choice(WORDS) for _ in range(self.dice.randrange(1, 5))) + f" {self.dice.randrange(1000)}"

    def fields(self):
        dice, out = self.dice, {}
        if dice.random() < 0.4:
            out["due"] = dice.choice(DAYS[:-1])
            if dice.random() < 0.4:
                out["repeat"] = dice.choice(RULES[:-1])
            if dice.random() < 0.4:
                out["remind"] = "1 hour before"
        if dice.random() < 0.3:
            out["priority"] = dice.choice(("low", "medium", "high"))
        if dice.random() < 0.3:
            out["tags"] = dice.sample(WORDS, 2)
        if dice.random() < 0.2:
            out["description"] = self.text()
        return out

    def change(self):
        dice = self.dice
        return dice.choice(({"title": self.text()}, {"due": dice.choice(DAYS)}, {"repeat": dice.choice(RULES)},
                            {"priority": dice.choice((None, "low", "high"))}, {"add_tags": [dice.choice(WORDS)]},
                            {"remove_tags": [dice.choice(WORDS)]}, {"tags": []}, {"description": None},
                            {"description": self.text()}, {"remind": "none"}))

    def draw(self, ids):
        """(operation, arguments)"""
        dice = self.dice
        kinds = ["add"] * 6 + (["update"] * 6 + ["complete"] * 4 + ["reopen"] * 2 + ["delete"] * 2 + ["bulk", "dismiss"]
                               if ids else []) + ["import"] * (dice.random() < 0.3)
        kind = dice.choice(kinds) if len(ids) < MOST else dice.choice(("delete", "bulk delete"))
        one = dice.choice(ids) if ids else 0
        if kind == "add":
            return "add_task", {"title": self.text(), **self.fields()}
        if kind == "update":
            return "update_task", {"task_id": one, **self.change()}
        if kind == "import":
            return "tasks.import", {"content": "".join(f"(B) {self.text()} @home due:2026-12-0{n + 1}\n" for n in range(3)),
                                    "format": "todo.txt"}
        if kind.startswith("bulk"):
            some = dice.sample(ids, min(len(ids), dice.randrange(1, 9)))
            action = "delete" if kind == "bulk delete" else dice.choice(("complete", "reopen", "delete", "update"))
            return "tasks.bulk", {"action": action, "task_ids": some,
                                  **({"set": {"priority": dice.choice(("low", "high"))}} if action == "update" else {})}
        return {"complete": "complete_task", "reopen": "tasks.reopen", "delete": "delete_task",
                "dismiss": "tasks.dismiss"}[kind], {"task_id": one}

    # ---- doing, undoing ----

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def do(self):
        before, ids = self.hash, set(self.ids)
        name, args = self.draw(self.ids)
        status, said = self.op(name, **args)
        self.look()
        if status != 200 or said.get("step") is None:
            if self.hash != before:
                raise Wrong(f"{name} {args} said it did nothing, and did something: {said}")
            return
        self.count(name)
        new = set(self.ids) - ids
        if new & self.seen:
            raise Wrong(f"{name} gave an id again: {new & self.seen}")
        self.seen |= new
        self.done.append((before, self.hash))
        self.undone.clear()

    def undo(self):
        self.go("tasks.undo", self.done, self.undone, 0)

    def redo(self):
        self.go("tasks.redo", self.undone, self.done, 1)

    def go(self, name, come_from, go_to, which):
        """Undoes or redoes a step, which goes from one stack to the other."""
        status, said = self.op(name)
        if status != 200:
            raise Wrong(f"{name} with {len(come_from)} steps to go: {status} {said}")
        self.count(name)
        self.look()
        step = come_from.pop()
        if self.hash != step[which]:
            raise Wrong(f"{name} with {len(come_from)} steps to go gave another state: {said['message']}")
        go_to.append(step)

    def step(self):
        chance = self.dice.random()
        if chance < 0.12 and self.done:
            self.undo()
        elif chance < 0.20 and self.undone:
            self.redo()
        else:
            self.do()

    def nothing_to_redo(self):
        status, said = self.op("tasks.redo")
        if status == 200:
            raise Wrong(f"there was something to redo: {said}")


def begin(run):
    for n in range(20):
        status, said = run.op("add_task", title=f"there before {n}", **run.fields())
        if status != 200:
            raise Wrong(f"add_task: {status} {said}")
        run.seen.add(said["data"]["id"])
        if n % 4 == 0:
            run.op("complete_task", task_id=said["data"]["id"])
    run.look()
    run.seen |= set(run.ids)


def searched(run):
    """The index for searching went along: what it finds is what the titles hold."""
    tasks = run.tasks()
    for word in ("before", "roof", "caf\u00e9"):
        found = {task["id"] for task in run.op("list_tasks", search=word, limit=1000)[1]["data"]}
        there = {task["id"] for task in tasks if word in f"{task['title']} {task['description'] or ''}".lower().split()}
        if not there <= found or not found <= {task["id"] for task in tasks}:
            raise Wrong(f"searching {word!r} finds {len(found)} of {len(there)}")


def everything(wire, operations, seed):
    run = Run(wire, random.Random(seed))
    begin(run)
    start = run.hash
    for _ in range(operations):
        run.step()
    while run.undone:
        run.redo()
    end, steps = run.hash, len(run.done)
    searched(run)
    while run.done:
        run.undo()
    if run.hash != start:
        raise Wrong("after undoing all, the state is not the start's")
    searched(run)
    while run.undone:
        run.redo()
    if run.hash != end:
        raise Wrong("after redoing all, the state is not what it was")
    run.nothing_to_redo()
    searched(run)
    return steps, start, run.counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("--operations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=8)
    args = parser.parse_args()
    began = time.monotonic()
    with Stage() as stage:
        try:
            steps, start, counts = everything(Wire(stage.server), args.operations, args.seed)
        except Wrong as wrong:
            print(f"not ok: {wrong}\n0 passed, 1 failed")
            sys.exit(1)
    print(f"{args.operations} operations, {steps} steps undone and redone in {time.monotonic() - began:.1f} s; the state is "
          f"{start[:16]} again\n" + ", ".join(f"{name} {n}" for name, n in sorted(counts.items())))
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
