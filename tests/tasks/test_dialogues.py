#!/usr/bin/env python3
"""test_dialogues.py - 500 generated dialogues with the list changing underneath; no message may touch the wrong task.

    test_dialogues.py ASSAY [--dialogues N] [--seed N] [--only N]

Between the messages of a dialogue another client (an operation over HTTP) and now and then another process (`assay op
run`) adds, completes, reopens, renames and deletes tasks of the same person. The oracle knows nothing of the program but
what the person saw: the numbered lines of the last list, the question asked last, the task dealt with last. From these it
says which tasks a message may change and how. Before and after every message all tasks are compared:

  - a change to any other task, or of another kind, is a wrong target: none may happen;
  - a task that is not any more as the person saw it may not be changed before they were asked;
  - a task may go, and several may change, only after a question that named them and a yes;
  - where everything is as it was seen, the agent has to do what it was told: asking back then is counted, and may be rare.

req: tasks US6, FR-006, FR-008, FR-011, SC-003, SC-006, SEC-001, EC-004
"""
import argparse
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import time

from stage import Stage, Wire, doors, environment_of, shown

VERBS = ("Paint", "Call", "Order", "Fix", "Book", "Clean", "Check", "Post", "Sell", "Draw")
THINGS = ("roof", "piano", "boiler", "ticket", "garden", "carpet", "engine", "letter", "mirror", "fence", "kettle", "tunnel",
          "parcel", "window", "bridge", "saddle", "cellar", "poster")
PLACES = ("upstairs", "for Nora", "in Leeds", "at work", "with Omar")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
NEEDLESS = 0.05  # of the clear requests, as many may be asked back
FRESH = 4  # messages for which a list counts as just shown
SERVERS = 3
LINE = re.compile(r"^\s*(\d+)[.)]\s+(.*)$")


class WrongTarget(Exception):
    pass


class Other:
    """The other client of the same person."""

    def __init__(self, stage, server, user, dice):
        self.stage, self.user, self.dice, self.wire = stage, user, dice, Wire(server)
        self.known = None  # how it is, until something happens

    def op(self, name, **args):
        self.known = None
        if self.dice.random() < 0.02:
            done = subprocess.run([str(doors.ASSAY), "op", "run", name, json.dumps(args), "--yes", "--user", self.user],
                                  env=environment_of(self.stage), capture_output=True, timeout=30, check=False)
            return 200 if done.returncode == 0 else 400, json.loads(done.stdout or b"{}")
        return self.wire.op(name, **args)

    def must(self, name, **args):
        status, said = self.op(name, **args)
        if status != 200:
            raise AssertionError(f"{name} {args}: {status} {said}")
        return said

    def tasks(self):
        if self.known is None:
            self.known = {task["id"]: shown(task) for task in self.wire.op("list_tasks")[1]["data"]}
        return self.known

    def wipe(self):
        ids = list(self.tasks())
        if ids:
            self.must("tasks.bulk", action="delete", task_ids=ids)

    def meddle(self, new_title):
        """One change behind the person's back."""
        tasks = self.tasks()
        one = self.dice.choice(sorted(tasks)) if tasks else None
        kind = self.dice.choice(("add", "complete", "rename", "rename", "delete", "delete", "reopen", "swap", "note"))
        if kind == "add" or one is None:
            self.must("add_task", title=new_title())
        elif kind == "swap" and len(tasks) > 1:  # two titles change places: the worst that can happen to a number
            two = self.dice.choice(sorted(set(tasks) - {one}))
            self.must("update_task", task_id=one, title=tasks[two]["title"])
            self.must("update_task", task_id=two, title=tasks[one]["title"])
        elif kind == "rename" or kind == "swap":
            self.must("update_task", task_id=one, title=new_title())
        elif kind == "note":
            self.must("update_task", task_id=one, description=f"see page {self.dice.randrange(90)}")
        else:
            self.must({"complete": "complete_task", "delete": "delete_task", "reopen": "tasks.reopen"}[kind], task_id=one)


class Wish:
    """What a person wants with a message: an action, and the tasks they mean as they saw them: {id: what was seen}."""

    def __init__(self, action, seen, value=None, clear=False, all_of_them=False):
        self.action, self.seen, self.value, self.clear, self.all_of_them = action, seen, value, clear, all_of_them
        self.needs_yes = action == "delete" or all_of_them

    def made_of(self, task):
        """What the task is after it."""
        if self.action == "delete":
            return None
        if self.action == "complete":
            return {**task, "status": "completed"}
        if self.action == "rename":
            return {**task, "title": self.value}
        return {**task, "priority": self.value}


def as_seen(task, seen):
    return task is not None and (task["title"], task["status"]) == (seen["title"], seen["status"])


class Dialogue:
    def __init__(self, stage, server, user, seed):
        self.dice = random.Random(seed)
        self.other = Other(stage, server, user, self.dice)
        self.wire, self.user, self.conversation = Wire(server), user, None
        self.list, self.since, self.last, self.topic = {}, 0, {}, {}
        self.asked, self.wish = None, None
        self.counts = {"messages": 0, "changes": 0, "clear": 0, "needless": 0, "asked": 0, "meddled": 0}
        self.log, self.needless = [], []

    def title(self):
        name = f"{self.dice.choice(VERBS)} the {self.dice.choice(THINGS)}"
        return f"{name} {self.dice.choice(PLACES)}" if self.dice.random() < 0.4 else name

    # ---- talking ----

    def say(self, message):
        body = {"message": message} | ({"conversation_id": self.conversation} if self.conversation else {})
        status, said = self.wire.ask(f"/api/{self.user}/chat", body)
        if status != 200:
            raise AssertionError(f"{message!r}: {status} {said}")
        self.conversation, self.other.known = said["conversation_id"], None
        self.counts["messages"] += 1
        self.since += 1
        self.log.append(f"> {message}\n  {said['status']}: {said['response']}")
        return said

    def send(self, message, wish, answering=False):
        """Says it, and holds what changed against what may change."""
        before = self.other.tasks()
        said = self.say(message)
        after = self.other.tasks()
        changed = {one for one in set(before) | set(after) if before.get(one) != after.get(one)}
        self.check(message, wish, changed, before, after, answering)
        if wish and wish.clear and not answering:
            self.judge_clear(wish, said, changed, before)
        self.remember(wish, said, changed, before, after)
        return said

    def check(self, message, wish, changed, before, after, answering):
        for one in changed:
            seen = wish.seen.get(one) if wish else None
            if seen is None or one not in before:
                raise WrongTarget(f"{message!r} changed {before.get(one)} to {after.get(one)}")
            if not as_seen(before[one], seen):
                raise WrongTarget(f"{message!r}: {seen['title']!r} was seen, it was {before[one]}, and became {after.get(one)}")
            if after.get(one) != wish.made_of(before[one]):
                raise WrongTarget(f"{message!r} wanted {wish.action} {wish.value}, {before[one]} became {after.get(one)}")
        if not changed:
            return
        if not answering and (wish.action == "delete" or len(changed) > 1):
            raise WrongTarget(f"{message!r} was done without asking")
        meant = {one for one, seen in wish.seen.items() if wish.made_of(seen) != seen and
                 (answering or as_seen(before.get(one), seen))}
        if wish.all_of_them and changed != meant:
            raise WrongTarget(f"{message!r}: only some of them were changed")

    def judge_clear(self, wish, said, changed, before):
        """A request that could be carried out as it was meant."""
        if not all(as_seen(before.get(one), seen) and wish.made_of(seen) != seen for one, seen in wish.seen.items()):
            return
        self.counts["clear"] += 1
        if not changed and not (wish.needs_yes and said["status"] == "confirmation_required"):
            self.counts["needless"] += 1
            self.needless.append(f"{self.log[-1]}")

    def remember(self, wish, said, changed, before, after):
        """What the person has seen by now. A change they were told of is seen too, if they knew what it changed."""
        for number, pair in self.list.items():
            if pair and pair[0] in changed & set(after) and as_seen(before[pair[0]], pair[1]):
                self.list[number] = (pair[0], after[pair[0]])
        self.counts["changes"] += len(changed)
        if changed:
            self.last = {one: after[one] for one in changed if one in after} if len(changed) == 1 else {}
        if any(call["tool"] == "list_tasks" for call in said["tool_calls"]) or said["status"] == "clarification_needed":
            numbered = self.numbered(said["response"], after)
            if numbered:
                self.list, self.since = numbered, 0
        waiting = said["status"] in ("clarification_needed", "confirmation_required") and wish is not None
        self.asked, self.wish = (said, after) if waiting else None, wish if waiting else None
        self.topic = self.named_in(said["response"], after) if waiting else {}
        for number, pair in self.list.items():
            if pair and pair[0] in self.topic:
                self.list[number] = (pair[0], after[pair[0]])
        self.counts["asked"] += waiting

    def numbered(self, text, tasks):
        """{number: (id, task)} of the lines of a list, by the titles that stand in them."""
        found = {}
        for number, words in filter(None, (LINE.match(line) and LINE.match(line).groups() for line in text.split("\n"))):
            fits = [one for one, task in tasks.items() if task["title"] in words]
            longest = max((len(tasks[one]["title"]) for one in fits), default=0)
            fits = [one for one in fits if len(tasks[one]["title"]) == longest]
            found[int(number)] = (fits[0], tasks[fits[0]]) if len(fits) == 1 else None
        return found

    # ---- what is said ----

    def action(self):
        action = self.dice.choice(("complete", "complete", "delete", "rename", "priority"))
        return action, {"rename": self.title(), "priority": self.dice.choice(("low", "high"))}.get(action)

    def words(self, action, value, what):
        dice = self.dice
        return {"complete": dice.choice((f"complete {what}", f"mark {what} as done", f"{what} is done")),
                "delete": dice.choice((f"delete {what}", f"remove {what}")),
                "rename": f"rename {what} to {value}",
                "priority": f"make {what} {value} priority"}[action]

    def by_number(self):
        if not self.list or not all(self.list.values()):
            return
        number = self.dice.choice(sorted(self.list))
        one, seen = self.list[number]
        names = [f"task {number}", f"number {number}", f"#{number}"]
        names += [f"the {ORDINALS[number - 1]} one"] if number <= 5 else []
        names += ["the last one"] if number == max(self.list) else []
        action, value = self.action()
        self.send(self.words(action, value, self.dice.choice(names)), Wish(action, {one: seen}, value, self.since <= FRESH))

    def by_several(self):
        if len(self.list) < 3 or not all(self.list.values()):
            return
        two = sorted(self.dice.sample(sorted(self.list), 2))
        names = [f"tasks {two[0]} and {two[1]}", f"numbers {two[0]} and {two[1]}"]
        if two == [1, 2]:
            names.append("the first two")
        action = self.dice.choice(("complete", "delete"))
        seen = dict(self.list[n] for n in two)
        self.send(f"{action} {self.dice.choice(names)}", Wish(action, seen, None, self.since <= FRESH, True))

    def by_title(self):
        """A title the person has seen; it means whatever is called so now, and if that is not one task, it is asked."""
        known = [pair for pair in self.list.values() if pair]
        if not known:
            return
        title = self.dice.choice(known)[1]["title"]
        action, value = self.action()
        tasks = self.other.tasks()
        named = {one: task for one, task in tasks.items() if task["title"] == title}
        pending = {one: task for one, task in named.items() if task["status"] == "pending"}
        meant = pending or named
        self.send(self.words(action, value, f"'{title}'"),
                  Wish(action, meant if len(meant) == 1 else {}, value, len(named) == 1))

    def by_thing(self):
        """"The one about the roof": one task only if there is one."""
        thing = self.dice.choice(THINGS)
        action, value = self.action()
        tasks = self.other.tasks()
        named = {one: task for one, task in tasks.items() if thing in task["title"]}
        pending = {one: task for one, task in named.items() if task["status"] == "pending"}
        meant = pending if len(pending) == 1 else named
        meant = meant if len(meant) == 1 else {}
        self.send(self.words(action, value, f"the one about the {thing}"), Wish(action, meant, value, len(named) == 1))

    def by_it(self):
        """The task dealt with last, as it was then; or the one that was just asked about."""
        action, value = self.action()
        topic = self.topic if len(self.topic) == 1 else {}
        self.send(self.words(action, value, "it"), Wish(action, {**self.last, **topic}, value))

    def add(self):
        title = self.title()
        before = self.other.tasks()
        self.say(f"add a task called {title}")
        after = self.other.tasks()
        new = set(after) - set(before)
        if len(new) != 1 or {**before, **{one: after[one] for one in new}} != after:
            raise WrongTarget(f"adding {title!r} made {new}")
        one, = new
        self.last, self.topic, self.asked, self.wish = {one: after[one]}, {}, None, None

    def show(self):
        said = self.send(self.dice.choice(("show my tasks", "what's on my list?", "list my tasks")), None)
        if not self.list and self.other.tasks():
            raise AssertionError(f"no list in {said['response']!r}")

    # ---- answering ----

    def named_in(self, words, tasks):
        """{id: task} of those whose titles stand in a text; the longest come first, so that none is found in another."""
        found = {}
        for title in sorted({task["title"] for task in tasks.values()}, key=len, reverse=True):
            if title in words:
                found |= {one: task for one, task in tasks.items() if task["title"] == title}
                words = words.replace(title, "")
        return found

    def answer(self):
        """A question is answered: with yes, a no, an option's number or its label, or by something else."""
        said, then = self.asked
        wish, options = self.wish, said.get("options") or []
        how = self.dice.random()
        if how < 0.2:
            self.send(self.dice.choice(("no", "never mind", "cancel")), None, answering=True)
        elif said["status"] == "confirmation_required":
            named = {one: task for one, task in self.topic.items() if one in wish.seen or not wish.seen}
            self.send("yes", Wish(wish.action, named, wish.value, False, wish.all_of_them), answering=True)
        elif options:
            number = self.dice.randrange(len(options))
            label = options[number]["label"]
            named = self.topic if label.lower().startswith("yes") else self.named_in(label, then)
            told = str(number + 1) if self.dice.random() < 0.6 else label
            self.send(told, Wish(wish.action, named, wish.value), answering=wish.action != "delete")

    def run(self):
        """A list of a few tasks, then a handful of messages, each perhaps after somebody else was there."""
        self.other.wipe()
        for _ in range(self.dice.randrange(2, 6)):
            self.other.must("add_task", title=self.title())
        self.show()
        kinds = (self.by_number,) * 4 + (self.by_several, self.by_title, self.by_title, self.by_thing, self.by_it, self.by_it,
                                         self.add, self.show)
        for _ in range(self.dice.randrange(3, 7)):
            if self.dice.random() < 0.5:
                self.meddle()
            if self.asked and self.dice.random() < 0.85:
                self.answer()
            else:
                self.dice.choice(kinds)()

    def meddle(self):
        self.other.meddle(self.title)
        self.counts["meddled"] += 1
        self.log.append("  (somebody else changed something)")


def hold(stage, server, user, seeds):
    """A server's share of the dialogues: (totals, failures, what was asked back needlessly)."""
    totals, failures, needless = {}, [], []
    for seed in seeds:
        dialogue = Dialogue(stage, server, user, seed)
        try:
            dialogue.run()
        except (WrongTarget, AssertionError) as wrong:
            failures.append(f"dialogue {seed}: {type(wrong).__name__} {wrong}\n" + "\n".join(dialogue.log))
        needless += dialogue.needless
        for name, n in dialogue.counts.items():
            totals[name] = totals.get(name, 0) + n
        if len(seeds) == 1:
            print("\n".join(dialogue.log))
        dialogue.wire.close()
        dialogue.other.wire.close()
    return totals, failures, needless


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("--dialogues", type=int, default=500)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--only", type=int, help="this one, and what was said in it")
    args = parser.parse_args()
    first = args.seed * 100_000
    seeds = [args.only] if args.only is not None else list(range(first, first + args.dialogues))
    began = time.monotonic()
    with Stage() as stage, concurrent.futures.ThreadPoolExecutor(SERVERS) as pool:
        servers = [doors.Server(stage.place, "--user", f"person{n}") for n in range(min(SERVERS, len(seeds)))]
        shares = [pool.submit(hold, stage, server, f"person{n}", seeds[n::len(servers)]) for n, server in enumerate(servers)]
        done = [share.result() for share in shares]
        [server.stop() for server in servers]
    totals = {name: sum(some[0][name] for some in done) for name in done[0][0]}
    failures = [failure for some in done for failure in some[1]]
    print(*failures[:20], sep="\n")
    print(f"{len(seeds)} dialogues in {time.monotonic() - began:.1f} s: " +
          ", ".join(f"{n} {name}" for name, n in totals.items()) + f"; {len(failures)} wrong")
    lazy = totals["needless"] > NEEDLESS * max(1, totals["clear"])
    if lazy:
        print(*[text for some in done for text in some[2]][:20], sep="\n")
        print(f"not ok: {totals['needless']} of {totals['clear']} clear requests were asked back")
    print(f"{len(seeds) - len(failures)} passed, {len(failures) + lazy} failed")
    sys.exit(1 if failures or lazy else 0)


if __name__ == "__main__":
    main()
