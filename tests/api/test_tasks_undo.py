#!/usr/bin/env python3
"""Changes to tasks undone and done again, their history, and how long it is kept."""
import random
import sqlite3
import threading

from doors import Server
from harness import equal, holds, main, until
from tasking import ZONE, Tools, at, rows, tools


# ---- undoing ----


@tools
def test_each_kind_of_change_is_undone_and_done_again(call, place):
    call.add("base", due="2098-01-01T10:00", remind="1 hour before", tags=["a"], priority="low", time_zone=ZONE)
    base = call.all()
    changes = [lambda: call.add("new"), lambda: call("update_task", task_id=1, title="t", due="none", tags=["b"]),
               lambda: call("complete_task", task_id=1), lambda: call.yes("delete_task", task_id=1),
               lambda: call.yes("tasks.bulk", action="delete", task_ids=[1]), lambda: call("tasks.dismiss", task_id=1)]
    for change in changes:
        change()
        after = call.all()
        equal(after != base, True)
        call("tasks.undo")
        equal(call.all(), base)
        call("tasks.redo")
        equal(call.all(), after)
        call("tasks.undo")
        equal(call.all(), base)
        call.error("tasks.redo", 404, "NOT_FOUND", step=4711)


@tools
def test_without_anything_to_undo_it_says_so(call, place):
    equal(call.error("tasks.undo", 404, "NOT_FOUND")["message"], "There is nothing to undo.")
    equal(call.error("tasks.redo", 404, "NOT_FOUND")["message"], "There is nothing to redo.")
    step = call("add_task", title="x")["step"]
    call.error("tasks.redo", 409, "CONFLICT", step=step)
    call("tasks.undo")
    call.error("tasks.undo", 409, "CONFLICT", step=step)
    for bad in (0, -1, "x"):
        call.error("tasks.undo", 400, "INVALID_INPUT", step=bad)


@tools
def test_a_new_change_ends_what_can_be_done_again(call, place):
    call.add("a")
    call("tasks.undo")
    call.add("b")
    call.error("tasks.redo", 404, "NOT_FOUND")
    equal(call.titles(), ["b"])


@tools
def test_an_older_change_is_undone_quietly_when_nothing_came_after_it(call, place):
    one, two = call("add_task", title="one"), call("add_task", title="two")
    step = call("update_task", task_id=1, title="eins")["step"]
    call("update_task", task_id=2, title="zwei")
    call("tasks.undo", step=step)
    equal(call.titles(), ["zwei", "one"])
    call("tasks.redo", step=step)
    equal(call.titles(), ["zwei", "eins"])


@tools
def test_undoing_over_later_changes_asks_and_can_itself_be_undone(call, place):
    step = call("add_task", title="draft")["step"]
    call("update_task", task_id=1, title="final", description="important")
    before = call.all()
    held = call("tasks.undo", 409, step=step)["confirmation"]
    holds(held["summary"], "'final' was changed since (title, description) and would be deleted.")
    equal(call.all(), before)
    call("update_task", task_id=1, title="even later")
    call.error("tasks.undo", 409, "CONFIRMATION_VOID", step=step, confirmation_token=held["token"])
    before = call.all()
    call.yes("tasks.undo", step=step)
    equal(call.all(), [])
    call("tasks.undo")
    equal(call.all(), before)


@tools
def test_undoing_says_what_is_gone_and_what_would_come_back(call, place):
    call.add("a")
    step = call("update_task", task_id=1, title="b")["step"]
    call.yes("delete_task", task_id=1)
    done, summary = call.yes("tasks.undo", step=step)
    holds(summary, "'a' was deleted since and would come back.")
    equal([t["title"] for t in call.all()], ["a"])
    equal(done["data"][0]["id"], 1)


@tools
def test_undoing_a_repetition_whose_next_was_changed_asks(call, place):
    call.add("x", due="2098-01-01", repeat="every day", time_zone="UTC")
    done = call("complete_task", task_id=1)
    call("update_task", task_id=done["next"]["id"], title="the next one")
    _, summary = call.yes("tasks.undo", step=done["step"])
    holds(summary, "'the next one' was changed since (title) and would be deleted.")
    equal([(t["id"], t["status"], t["repeat"]) for t in call.all()], [(1, "pending", "FREQ=DAILY")])


@tools
def test_the_history_lists_what_was_done_by_number(call, place):
    call.add("a")
    call.add("b")
    last = call("complete_task", task_id=1)
    call("tasks.undo")
    history = call("tasks.history")
    equal([(s["what"], s["undone"], s["task_ids"]) for s in history["data"]],
          [("Completed 'a'.", True, [1]), ("Added 'b'.", False, [2]), ("Added 'a'.", False, [1])])
    equal(history["data"][0]["step"], last["step"])
    equal([s["what"] for s in call("tasks.history", task_id=2)["data"]], ["Added 'b'."])
    equal([s["what"] for s in call("tasks.history", offset=1, limit=1)["data"]], ["Added 'b'."])
    for bad in (dict(limit=0), dict(limit=1001), dict(offset=-1), dict(task_id=0)):
        call.error("tasks.history", 400, "INVALID_INPUT", **bad)


@tools
def test_many_at_once_never_lose_or_mix_a_change(call, place):
    """req: tasks EC-004"""
    for i in range(4):
        call.add(f"t{i}")
    base = call.all()

    def work(n):
        mine, dice = Tools(call.server), random.Random(n)
        for i in range(12):
            task = dice.randrange(1, 5)
            mine.ask("update_task", task_id=task, title=f"{n}.{i}")
            if i % 4 == 3:
                mine.ask("tasks.undo")
    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    while not all(step["undone"] for step in call("tasks.history", limit=1000)["data"][:-4]):
        call("tasks.undo")
    equal(call.all(), base)


# ---- keeping and forgetting ----


def test_what_was_deleted_leaves_the_disk_when_the_history_is_forgotten(place):
    with Server(place) as server:
        call = Tools(server)
        call.add("the zebra crossing", tags=["wildebeest"])
        call("update_task", task_id=1, description="okapi")
        call.yes("delete_task", task_id=1)
        _, summary = call.yes("tasks.forget")
        holds(summary, "gone for good")
        call.error("tasks.undo", 404, "NOT_FOUND")
        equal(call("tasks.forget")["message"], "There is no history.")
    for request, in rows(place, "SELECT DISTINCT request_id FROM audit_private"):
        equal(place.run("audit", "erase", request, "--yes").status, 0)
    files = [p for p in place.home.rglob("*") if p.is_file()]
    for word in (b"zebra", b"wildebeest", b"okapi"):
        equal([str(p) for p in files if word in p.read_bytes()], [], word)


def test_erasing_a_request_takes_what_it_changed_out_of_the_history(place):
    done = place.run("task", "add", "the secret plan", "--json").json
    request = rows(place, "SELECT request_id FROM task_steps")[0][0]
    equal(place.run("audit", "erase", request, "--yes").status, 0)
    equal(rows(place, "SELECT count(*) FROM task_steps"), [(0,)])
    equal(rows(place, "SELECT count(*) FROM task_changes"), [(0,)])
    equal(place.run("task", "list", "--json").json["data"][0]["id"], done["data"]["id"])
    equal(place.run("task", "undo").status, 1)


def test_changes_older_than_thirty_days_can_no_longer_be_undone(place):
    for title in ("old", "new"):
        place.run("task", "add", title)
    with sqlite3.connect(place.home / "state.db") as db:
        old = at(-31).strftime("%Y-%m-%dT%H:%M:%SZ")
        db.execute("UPDATE task_steps SET made_at = ? WHERE id = 1", (old,))
    (place.home / "logs" / ".swept").unlink(missing_ok=True)
    with Server(place):
        pass
    until(lambda: place.run("task", "list") and len(rows(place, "SELECT id FROM task_steps")) == 1)
    equal(rows(place, "SELECT id FROM task_steps"), [(2,)])
    equal(rows(place, "SELECT step_id FROM task_changes"), [(2,)])


def test_a_backup_brings_tasks_and_their_history_back(place):
    place.run("task", "add", "kept", "--tags", "home")
    saved = str(place.folder / "saved.tar")
    equal(place.run("home", "backup", saved).status, 0)
    place.run("task", "delete", "1", "--yes")
    equal(place.run("home", "erase", "--yes").status, 0)
    done = place.run("home", "restore", saved)
    equal(done.status, 0, done)
    equal(place.run("task", "list", "--search", "kep", "--json").json["total"], 1)
    equal(place.run("task", "undo").status, 0)
    equal(place.run("task", "list", "--json").json["total"], 0)


def test_tasks_of_the_version_before_are_taken_over(place):
    """A home of schema 2, made by hand from one of today's."""
    place.run("task", "add", "made later")
    with sqlite3.connect(place.home / "state.db") as db:
        for name, kind in db.execute("SELECT name, type FROM sqlite_schema WHERE tbl_name LIKE 'task\\_%' ESCAPE '\\'"
                                     " AND type = 'table' AND name NOT LIKE 'task_index_%'").fetchall():
            db.execute(f"DROP TABLE {name}")
        for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DROP TABLE tasks")
        db.execute("DELETE FROM sqlite_sequence WHERE name = 'task_steps'")
        db.execute("CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT,"
                   " user_id TEXT NOT NULL CHECK (length(user_id) BETWEEN 1 AND 100),"
                   " title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),"
                   " description TEXT CHECK (length(description) <= 1000),"
                   " status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed')),"
                   " created_at TEXT NOT NULL, completed_at TEXT, version INTEGER NOT NULL DEFAULT 1,"
                   " CHECK ((status = 'completed') = (completed_at IS NOT NULL)))")
        db.execute("CREATE INDEX tasks_user ON tasks (user_id, created_at DESC)")
        db.executemany("INSERT INTO tasks (user_id, title, status, created_at, completed_at, version)"
                       " VALUES (?, ?, ?, '2026-01-01T00:00:00Z', ?, ?)",
                       [("local", "from before", "pending", None, 12), ("bob", "from before, too", "pending", None, 1),
                        ("local", "done before", "completed", "2026-01-02T00:00:00Z", 2)])
        db.execute("DELETE FROM schema_version WHERE version >= 3")
    found = place.run("task", "list", "--search", "befo", "--json").json
    equal([(t["id"], t["title"], t["tags"], t["version"]) for t in found["data"]],
          [(3, "done before", [], 2), (1, "from before", [], 12)])
    equal([place.run("task", "list", *words, "--json").json["total"]
           for words in ((), ("--status", "pending"), ("--user", "bob"), ("--search", "befo", "--user", "bob"))],
          [2, 1, 1, 1])
    changed = place.run("task", "update", "1", "--title", "x", "--add-tags", "new", "--json").json
    equal(changed["data"]["version"], 13)
    equal(place.run("task", "list", "--tag", "new", "--json").json["total"], 1)
    equal(place.run("task", "delete", "3", "--yes").status, 0)
    equal(place.run("task", "undo").status, 0)
    equal(place.run("task", "undo").status, 0)
    equal([(t["id"], t["title"], t["status"]) for t in place.run("task", "list", "--json").json["data"]],
          [(3, "done before", "completed"), (1, "from before", "pending")])
    equal(place.run("task", "add", "the next", "--json").json["data"]["id"], 4)


main(globals())
