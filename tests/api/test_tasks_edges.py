#!/usr/bin/env python3
"""The edges of the tasks' tools: what a bulk change says, tags and words of several users, the first and last days, two
processes at once, and a step of very many tasks.

Everything goes through the real program.
"""
import concurrent.futures
import os
import pathlib
import sqlite3

from doors import Server
from harness import equal, holds, main
from tasking import Tools, rows, tools


# ---- bulk changes ----


@tools
def test_a_bulk_update_says_what_will_be_different_and_reads_dates_before_it_asks(call, place):
    """req: tasks TFR-006"""
    ids = [call.add(title, time_zone="UTC", due="2098-01-01")["id"] for title in ("a", "b")]
    for bad in ("gibberish", "31 feb", "9999-12-31"):
        call.error("tasks.bulk", 400, "INVALID_INPUT", action="update", task_ids=ids, set={"due": bad})
    call.error("tasks.bulk", 400, "INVALID_INPUT", action="update", task_ids=ids, set={"remind": "2020-01-01"})
    done, summary = call.yes("tasks.bulk", action="update", task_ids=ids,
                             set={"due": "2098-11-20T17:00", "priority": "high", "add_tags": ["x", "y"]})
    equal(summary, "Update 2 tasks (due 20 Nov 2098 at 17:00, priority high, with the tags x, y): 'a' and 'b'.")
    equal(done["message"], summary.replace("Update ", "Updated "))
    equal(call("tasks.history", limit=1)["data"][0]["what"], "Updated 2 tasks: 'a' and 'b'.")
    later = call.add("c", time_zone="UTC", due="2098-12-24T18:00")["id"]
    _, summary = call.yes("tasks.bulk", action="update", task_ids=[*ids, later], set={"remind": "1 hour before"})
    equal(summary, "Update 3 tasks (reminder 1 hour before): 'a', 'b' and 'c'.")
    _, summary = call.yes("tasks.bulk", action="update", task_ids=ids, set={"due": "none", "tags": []})
    equal(summary, "Update 2 tasks (due none, tags none): 'a' and 'b'.")


@tools
def test_the_history_of_a_bulk_change_names_a_few_of_many(call, place):
    ids = [call.add(f"t{i}")["id"] for i in range(12)]
    done, summary = call.yes("tasks.bulk", action="complete", task_ids=ids)
    holds(summary, "'t11'")
    holds(done["message"], "'t11'")
    equal(call("tasks.history", limit=1)["data"][0]["what"],
          "Completed 12 tasks: " + ", ".join(f"'t{i}'" for i in range(10)) + " and 2 more.")


# ---- tags and words ----


@tools
def test_a_tag_is_looked_for_whole_whatever_it_is_made_of(call, place):
    for title, tags in (("a", ["to-do", "home"]), ("b", ["größe"]), ("c", ["homes"]), ("d", ["work", "home"])):
        call.add(title, tags=tags)
    call("complete_task", task_id=4)
    for wanted, args in ((["a"], {"tag": "To-Do"}), (["b"], {"tag": "GRÖSSE"}), (["d", "a"], {"tag": "home"}),
                         (["a"], {"tag": "home", "status": "pending"}), (["d"], {"tag": "home", "status": "completed"}),
                         (["a"], {"tag": "home", "order": "due", "limit": 1}), (["d"], {"tag": "home", "search": "wor"}),
                         ([], {"tag": "home", "priority": "high"}), (["d", "a"], {"tag": "home", "due": "none"})):
        listed = call("list_tasks", **args)
        equal([t["title"] for t in listed["data"]], wanted, args)
        equal(listed["total"], 2 if "limit" in args else len(wanted), args)
    for bad in ("home work", "#home", "a,b", " "):
        call.error("list_tasks", 400, "INVALID_INPUT", tag=bad)
    equal(call("update_task", task_id=1, tags=["none"])["data"]["tags"], [])
    equal(call.titles(tag="home"), ["d"])
    equal(call.titles(tag="none"), [])


@tools
def test_a_search_counts_only_what_is_the_users_own(call, place):
    for i in range(3):
        call.add(f"paint the fence {i}")
    place.run("task", "add", "paint the gate", "--user", "bob")
    place.run("task", "complete", "4", "--user", "bob")
    equal(call("list_tasks", search="pain")["total"], 3)
    equal(call("list_tasks", search="pain", status="completed")["total"], 0)
    theirs = place.run("task", "list", "--search", "pain", "--user", "bob", "--json").json
    equal([t["title"] for t in theirs["data"]], ["paint the gate"])
    equal(theirs["total"], 1)


# ---- days ----


@tools
def test_a_whole_day_ends_when_the_next_begins_even_where_the_clock_is_put_back_at_midnight(call, place):
    """Lebanon's clocks go from 24:00 back to 23:00."""
    equal(call.add("x", due="2026-10-24", time_zone="Asia/Beirut")["due_at"], "2026-10-24T21:59:59Z")
    equal(call.add("x", due="2026-03-28", time_zone="Asia/Beirut")["due_at"], "2026-03-28T21:59:59Z")


@tools
def test_no_date_is_made_beyond_the_years_that_there_are(call, place):
    task = call.add("x", due="9998-12-31", repeat="every year", time_zone="Pacific/Honolulu")
    done = call("complete_task", task_id=task["id"])
    holds(done["message"], "That was the last one.")
    task = call.add("y", due="2098-01-01", remind="2102-01-01", time_zone="Pacific/Honolulu")
    moved = call("update_task", task_id=task["id"], due="9998-12-31")["data"]
    equal((moved["remind"], moved["remind_at"]), (None, None))
    call.error("update_task", 400, "INVALID_INPUT", task_id=task["id"], remind="PT9999999M", due="1970-01-02")


@tools
def test_a_reminder_of_what_is_done_does_not_come_again(call, place):
    task = call.add("x", remind="2098-01-01", time_zone="UTC")
    call("complete_task", task_id=task["id"])
    call.error("tasks.dismiss", 409, "CONFLICT", task_id=task["id"], until="2098-01-02")


@tools
def test_what_is_due_says_that_there_is_more_only_when_there_is(call, place):
    for i in range(201):
        call.add(f"late {i}", due="2020-01-01", time_zone="UTC")
        if i >= 199:
            due = call("tasks.due", time_zone="UTC")
            equal((len(due["overdue"]), due["more"]), (200, i == 200))


# ---- two at once ----


def both(place, *words):
    """The same command line in two processes at once; what each of them gave."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [done.json for done in pool.map(lambda _: place.run("task", *words, "--json"), range(2))]


def test_a_task_that_comes_back_and_is_completed_twice_at_once_comes_back_once(place):
    """req: tasks EC-004"""
    for i in range(1, 6):
        place.run("task", "add", f"water {i}", "--repeat", "daily")
        first = place.run("task", "list", "--status", "pending", "--json").json["data"][0]["id"]
        said = both(place, "complete", str(first))
        equal(sorted("next" in reply for reply in said), [False, True], said)
        equal(place.run("task", "list", "--search", f"water {i}", "--json").json["total"], 2)


def test_undoing_in_two_processes_at_once_undoes_each_change_once(place):
    """req: tasks EC-004"""
    for i in range(10):
        place.run("task", "add", f"t{i}")
    for left in range(8, -1, -2):
        undone = [done["step"] for done in both(place, "undo")]
        equal(len(set(undone)), 2, undone)
        equal(place.run("task", "list", "--json").json["total"], left)
    for wanted in range(1, 11):
        equal(place.run("task", "redo", "--json").json["step"], wanted)


# ---- undoing ----


@tools
def test_what_was_undone_last_is_done_again_first_whichever_it_was(call, place):
    for title in ("a", "b", "c"):
        call.add(title)
    call("tasks.undo", step=1)
    equal(call.titles(), ["c", "b"])
    equal(call("tasks.redo")["step"], 1)
    call("tasks.undo")
    call("tasks.undo", step=1)
    equal([call("tasks.redo")["step"] for _ in range(2)], [1, 3])
    call.error("tasks.redo", 404, "NOT_FOUND")
    equal(call.titles(), ["c", "b", "a"])


@tools
def test_doing_again_over_a_later_change_asks_and_is_a_step_of_its_own(call, place):
    call.add("a")
    call("update_task", task_id=1, title="b")
    call("tasks.undo")
    with sqlite3.connect(place.home / "state.db") as db:  # as if another had changed it and forgotten that step
        db.execute("UPDATE tasks SET title = 'c' WHERE id = 1")
    done, summary = call.yes("tasks.redo")
    holds(summary, "'c' was changed since (title)")
    equal(call.titles(), ["b"])
    call("tasks.undo", step=done["step"])
    equal(call.titles(), ["c"])


@tools
def test_forgetting_says_how_many_changes_there_are(call, place):
    call.add("a")
    call.add("b")
    call("tasks.undo")
    holds(call("tasks.forget", 409)["confirmation"]["summary"], "(2 changes)")


def spent(server):
    """The processors' time that the server has taken so far, which other programs do not change."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_step_of_very_many_tasks_is_undone_and_done_again_as_fast_as_it_was_made(place):
    """With a copy kept of what each row's change touches, a hundred thousand took more than ten minutes."""
    count = 20_000
    with Server(place) as server:
        call = Tools(server)
        lines = "\n".join(f"(A) paint fence {i} +home @tag{i % 7}" for i in range(count))
        began = spent(server)
        step = call("tasks.import", content=lines, format="todo.txt")["step"]
        imported = spent(server) - began
        call.add("another", tags=["home"])
        equal(call("list_tasks", tag="home", limit=1)["total"], count + 1)
        for name, left in (("tasks.undo", 1), ("tasks.redo", count + 1), ("tasks.undo", 1)):
            began = spent(server)
            call(name, step=step)
            taken = spent(server) - began
            equal(taken < 3 * imported + 1, True, (taken, imported))
            equal([call("list_tasks", limit=1, **args)["total"] for args in ({}, {"tag": "home"}, {"status": "pending"})],
                  [left] * 3)
            equal(call("list_tasks", search="fence", limit=1)["total"], left - 1)
    equal(rows(place, "SELECT sum(tasks) FROM task_counts"), [(1,)])


def test_the_words_of_a_deleted_task_leave_the_index_when_its_request_is_erased(place):
    place.run("task", "add", "feed the wildebeest")
    place.run("task", "add", "stay")
    place.run("task", "delete", "1", "--yes")
    for request, in rows(place, "SELECT DISTINCT request_id FROM task_steps UNION SELECT request_id FROM audit_private"):
        equal(place.run("audit", "erase", request, "--yes").status, 0)
    files = [p for p in place.home.rglob("*") if p.is_file()]
    equal([str(p) for p in files if b"wildebeest" in p.read_bytes()], [])


# ---- the command line ----


def test_a_group_of_commands_says_what_each_of_them_does(place):
    for words in (("task", "--help"), ("task", "-h"), ("help", "task")):
        said = place.run(*words)
        equal(said.status, 0)
        for text in ("Usage: assay task COMMAND", "task add", "Mark a task as done."):
            holds(said.out, text)
    equal(place.run("task").status, 2)
    holds(place.run("task", "cook").err, "needs one of: add")


def test_a_question_about_many_tasks_names_all_of_them(place):
    titles = [f"{i} " + "x" * 90 for i in range(10)]
    for title in titles:
        place.run("task", "add", title)
    held = place.run("task", "bulk", "delete", *map(str, range(1, 11)))
    equal(held.status, 3)
    for text in (*(f"'{title}'" for title in titles), "--yes"):
        holds(held.err, text)


main(globals())
