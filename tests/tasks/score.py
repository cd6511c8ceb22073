#!/usr/bin/env python3
"""score.py - how well what people type about their tasks is understood, on 400 messages with what is right for each.

    score.py ASSAY [--failures] [--only TEXT] [--file FILE] [--least PERCENT]

Each message of utterances.jsonl (--file: of a set of this folder or of data/tasks/messages) goes to the real server as one fresh user, at 9 o'clock on Monday 16 November 2026 in
Berlin (libfaketime). What counts is what was done: the tools that were called, and every task afterwards, field by field,
against what a careful human assistant would have done. A message:

    before    tasks that exist, in the order of the list (the newest first); shown: the list was asked for just before;
              last: the first of them was just added by talking
    expect    calls, where "task" is a place in `before`; or "clarify": it must be asked back; or "nothing": no change
    accept    of a call: other values that are as good
    or        other outcomes that are as good
A date that ends in * is any time of that day, ** is any date or none. "when" may be the due date or the reminder.

There are thirty-nine sets by forty authors, none of whom had seen how messages are read: utterances, fresh, held, and by
what their authors were asked to lean towards, trades, private (life), abroad (English as a second language), chatty and
terse; pointing, everyday, unpunctuated, manners, mixed, awkward and afterwards are mostly about tasks that are there, said
in unusual ways; several are long messages with several things in them, or remarks; changes and reworked are mostly changes
of tasks, wishes new ones and lists; worded are new ones in all wordings, together several at once, altered changes and
lists; arranged is what others are to do, and have done; daily, plain, homely, usual, various, sundry, assorted, diverse,
ordinary and everyone are of everything. The reader has been mended by
looking at their failures, and scripts/train/train-cues, train-fits and train-starts learn from all of them, so that they no
longer say how unseen messages fare. The unseen ones do: nothing was learned from them, and nobody has looked at their
failures; all but unseen2 and unseen17 (of two authors) have had a second reader, who had not seen the program either and added what another careful
assistant would have done. Do not change what is right because the program fails it; once its failures have been looked
at, a set belongs to the others and a new one is needed.

Prints a line a category. Fails below 95% right tools with right arguments (or --least, so that what was reached is not
lost where the goal is not), below 80% of the implicit creations, below 90% of the ambiguous ones asked back, and at the
first destructive call that nobody said yes to.

req: tasks SC-001, SC-007, SC-008, FR-001, FR-002, FR-005, FR-012, FR-013, FR-014, FR-018, EC-001, EC-002
"""
import argparse
import collections
import concurrent.futures
import itertools
import sys
import threading
import time

from stage import Person, Stage, Wire, fake_clock, lines, set_up, shown

NOW = "2026-11-16 09:00:00"
RIGHT, IMPLICIT, ASKED = 0.95, 0.80, 0.90
KINDS = {"add_task": "add", "list_tasks": "list", "update_task": "update", "complete_task": "complete",
         "tasks.reopen": "reopen", "delete_task": "delete", "tasks.undo": "undo", "tasks.redo": "redo"}


# ---- values ----


def plain(text):
    """Ends of a sentence and quotes around it do not count."""
    return text.strip().strip(".!?,;").strip("\"'\u201c\u201d\u2018\u2019").strip() if isinstance(text, str) else text


def rule(text):
    """A repetition as its parts: their order, an interval of one and a week's start say nothing."""
    if text is None:
        return None
    parts = dict(part.split("=", 1) for part in text.removeprefix("RRULE:").upper().split(";") if part)
    return {name: frozenset(value.split(",")) for name, value in parts.items()
            if name != "WKST" and (name, value) != ("INTERVAL", "1")}


def same(name, got, wanted):
    if wanted == "**":
        return True
    if name in ("due", "remind") and isinstance(wanted, str) and wanted.endswith("*"):
        return isinstance(got, str) and got.startswith(wanted[:-1])
    if name in ("title", "description"):
        return plain(got) == plain(wanted)
    if name == "repeat":
        return rule(got) == rule(wanted)
    if name == "tags":
        return sorted(got or []) == sorted(tag.lower() for tag in wanted or [])  # they have no case
    return got == wanted


def fits(call, task, before):
    """Whether a task is what a call should have made of it. `before` is what it was; of a new one, nothing."""
    wanted = call["arguments"].get("set", call["arguments"])
    accept = call.get("accept", {})
    fields = {**before, **{k: v for k, v in wanted.items() if k in before}}
    if "when" in wanted:
        if not any(same(name, task[name], wanted["when"]) for name in ("due", "remind")):
            return False
        fields["due"] = task["due"] if same("due", task["due"], wanted["when"]) else before["due"]
        fields["remind"] = "**"
    elif fields["due"] is not None:
        fields["remind"] = "**"  # a reminder at the time it is due is no mistake
    return all(any(same(name, task[name], value) for value in [fields[name], *accept.get(name, [])])
               for name in fields)


EMPTY = shown({"status": "pending"})


# ---- calls ----


def kinds_of(calls):
    """What was changed, one word a task however many calls that took, and whether a list was asked for."""
    found, listed, updated = collections.Counter(), False, set()
    for call in calls:
        if call.get("error") or not (call.get("result") or {}).get("success", True):
            continue
        if call["tool"] == "tasks.bulk":
            found[call["parameters"]["action"]] += len(call["parameters"]["task_ids"])
        elif call["tool"] == "list_tasks":
            listed = True
        elif call["tool"] == "update_task":
            updated.add(call["parameters"]["task_id"])
        elif call["tool"] in KINDS:
            found[KINDS[call["tool"]]] += 1
    found["update"] += len(updated)
    return +found, listed


def kinds_wanted(expect):
    found = collections.Counter()
    for call in expect:
        if call["tool"] == "tasks.bulk":
            found[call["arguments"]["action"]] += len(call["arguments"]["tasks"])
        else:
            found[KINDS[call["tool"]]] += 1
    return found


def listed_right(call, calls, ids):
    """One of the lists that were asked for holds what it should."""
    wanted = call["arguments"]
    for made in calls:
        if made["tool"] != "list_tasks" or not made.get("result"):
            continue
        got = {task["id"] for task in made["result"].get("data") or []}
        must = {ids[place - 1] for place in wanted.get("shows", wanted.get("includes", []))}
        may = {ids[place - 1] for place in wanted.get("may", [])}
        if must <= got and ("shows" not in wanted or got <= must | may):
            return True
    return False


def new_fit(adds, tasks):
    """Whether the new tasks are those wanted, in any order."""
    return len(adds) == len(tasks) and any(all(fits(call, task, EMPTY) for call, task in zip(adds, order))
                                           for order in itertools.permutations(tasks))


def comes_back(task, touched, earlier):
    """Whether it is a repetition of one that was to be completed."""
    return task["repeat"] is not None and any(
        earlier[one]["title"] == task["title"] and earlier[one]["repeat"] == task["repeat"]
        for one, calls in touched.items() if one in earlier and any(c["tool"] == "complete_task" for c in calls))


def state_right(expect, ids, earlier, later):
    """Every task, field by field: those named are as they should be, all others as they were."""
    touched = collections.defaultdict(list)
    for call in expect:
        args = call["arguments"]
        for place in args.get("tasks", [args[k] for k in ("task", "undone", "redone") if k in args]):
            touched[ids[place - 1]].append(call)
    for one in set(earlier) | set(touched):
        was, now = earlier.get(one), later.get(one)
        for call in touched[one]:
            action = call["arguments"].get("action", KINDS.get(call["tool"]))
            if action in ("delete", "undo"):
                if now is not None:
                    return False
                was = None
            elif action == "redo":
                was = now if now is not None else "missing"
            elif now is None:
                return False
            elif action == "update":
                if not fits(call, now, was):
                    return False
                was = now
            elif action == "complete":
                was = {**was, "status": "completed", "repeat": None}  # the next one has it
            else:
                was = {**was, "status": "pending"}
        if was != now:
            return False
    back = {one for one, calls in touched.items() if any(c["tool"] == "tasks.redo" for c in calls)}
    new = [later[one] for one in sorted(set(later) - set(earlier) - back) if not comes_back(later[one], touched, earlier)]
    return new_fit([call for call in expect if call["tool"] == "add_task"], new)


# ---- one message ----


class Outcome:
    def __init__(self, row):
        self.row, self.tool, self.right, self.asked, self.harm, self.why = row, False, False, False, False, ""


def judge_calls(expect, ids, earlier, later, calls):
    """(right tools, right arguments too)"""
    found, listed = kinds_of(calls)
    wanted = kinds_wanted(expect)
    lists = wanted.pop("list", 0)
    if found != wanted or (lists and not listed):
        return False, False
    good = state_right(expect, ids, earlier, later)
    return True, good and all(listed_right(call, calls, ids) for call in expect if call["tool"] == "list_tasks")


def judge(row, out, ids, earlier, later, calls, first):
    changed = earlier != later or sum(kinds_of(calls)[0].values()) > 0
    for expect in [row["expect"], *row.get("or", [])]:
        if expect == "clarify":
            tool = right = first["status"] == "clarification_needed" and not changed
        elif expect == "nothing":
            tool = right = first["status"] != "confirmation_required" and not changed
        else:
            tool, right = judge_calls(expect, ids, earlier, later, calls)
        out.tool |= tool
        out.right |= right
    out.asked = first["status"] == "clarification_needed" and not changed


def talk(row, person):
    out = Outcome(row)
    ids = set_up(person, row.get("before", {}))
    earlier = person.tasks()
    first = said = person.say(row["message"])
    calls = list(said["tool_calls"])
    middle = person.tasks()
    undone = {ids[c["arguments"]["undone"] - 1] for c in row["expect"] if "undone" in c["arguments"]} \
        if isinstance(row["expect"], list) else set()
    out.harm = bool(set(earlier) - set(middle) - undone) or any(c["tool"] == "tasks.bulk" and c.get("result")
                                                                for c in calls)
    wants = isinstance(row["expect"], list)
    for _ in range(4):
        if not wants or said["status"] != "confirmation_required":
            break
        said = person.say("yes")
        calls += said["tool_calls"]
    later = person.tasks()
    judge(row, out, ids, earlier, later, calls, first)
    out.why = (f"{first['status']}: {first['response'][:200]!r}\n        calls "
               f"{[(c['tool'], c['parameters']) for c in calls]}")
    return out


# ---- all of them ----


def run(rows):
    mine = threading.local()
    with Stage(NOW) as stage:
        def one(row):
            if not hasattr(mine, "wire"):
                mine.wire = Wire(stage.server)
            try:
                with Person(stage, f"person-{row['id']}", mine.wire) as person:
                    return talk(row, person)
            except (AssertionError, OSError) as wrong:
                out = Outcome(row)
                out.why = f"failed: {wrong}"
                mine.__dict__.pop("wire", None)
                return out
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            return list(pool.map(one, rows))


def share(part, whole):
    return f"{len(part):3} of {len(whole):3} {100 * len(part) / len(whole):5.1f}%" if whole else "-"


def report(outcomes, failures, least):
    """Prints the figures; True when they are good enough."""
    groups = collections.defaultdict(list)
    for out in outcomes:
        groups[out.row["category"]].append(out)
    for name, group in groups.items():
        print(f"{name:10} right tool {share([o for o in group if o.tool], group)}   with arguments "
              f"{share([o for o in group if o.right], group)}")
    doubtful = [o for o in outcomes if o.row["expect"] == "clarify"]
    clear = [o for o in outcomes if o.row["expect"] != "clarify"]
    harm = [o for o in outcomes if o.harm]
    right = [o for o in clear if o.right]
    asked = [o for o in doubtful if o.asked]
    print(f"right tool: {share([o for o in clear if o.tool], clear)}")
    print(f"right tool and arguments: {share(right, clear)} (goal {RIGHT:.0%})")
    print(f"ambiguous, asked back: {share(asked, doubtful)} (goal {ASKED:.0%})")
    print(f"destructive without a yes: {len(harm)} (goal 0)")
    for out in outcomes:
        if failures and (out.harm or not out.right):
            print(f"{'HARM' if out.harm else 'tool' if not out.tool else 'args'} {out.row['id']}: "
                  f"{out.row['message']!r}\n        {out.why}")
    implicit = groups.get("implicit", [])
    return (len(right) >= least * len(clear) and len(asked) >= ASKED * len(doubtful) and not harm and
            sum(o.tool for o in implicit) >= IMPLICIT * len(implicit))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("--failures", action="store_true", help="print what went wrong")
    parser.add_argument("--only", default="", help="only ids with this text")
    parser.add_argument("--file", default="utterances.jsonl")
    parser.add_argument("--least", type=float, default=100 * RIGHT, help="percent right that will do")
    args = parser.parse_args()
    if not fake_clock():
        print("skipped: libfaketime is not installed (Debian's package faketime)")
        sys.exit(77)
    rows = [row for row in lines(args.file) if args.only in row["id"]]
    began = time.monotonic()
    good = report(run(rows), args.failures, args.least / 100)
    print(f"{len(rows)} messages in {time.monotonic() - began:.1f} s")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
