#!/usr/bin/env python3
"""Tasks from and for other programs: todo.txt, Taskwarrior's JSON and iCalendar, through every door, and with the other
programs themselves where they are installed."""
import importlib.util
import json
import os
import random
import shutil
import subprocess
import threading
import time

from doors import HttpMcp, Server, multipart
from harness import equal, holds, main

BERLIN = {"TZ": "Europe/Berlin"}
FORMATS = {"todo.txt": "todo.txt", "taskwarrior": "tasks.json", "icalendar": "tasks.ics"}
FIELDS = ("title", "description", "status", "created_at", "completed_at", "due", "due_at", "remind", "remind_at",
          "time_zone", "priority", "tags", "repeat")

LINES = """(A) 2026-01-10 Thank Mom for the meatballs @phone
(B) Schedule Goodwill pickup +GarageSale @phone due:2055-11-20
x 2026-01-12 2026-01-10 Write the +report for Anna pri:C
Eat green pie t:2026-12-01 rec:+2w due:2055-11-21T18:30
2026-01-15 x marks the spot
"""
WARRIOR = [{"uuid": "7e1f9a52-0c4b-4d3e-9f00-1234567890ab", "status": "pending", "description": "water the plants",
            "entry": "20260110T120000Z", "due": "20551120T160000Z", "priority": "H", "tags": ["home"],
            "project": "Garden", "annotations": [{"entry": "20260110T120000Z", "description": "not the cactus"}]},
           {"uuid": "7e1f9a52-0c4b-4d3e-9f00-1234567890ac", "status": "completed", "description": "old",
            "entry": "20260110T120000Z", "end": "20260112T120000Z"}]
CALENDAR = "\r\n".join((
    "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:e", "SUMMARY:party", "END:VEVENT", "BEGIN:VTODO", "UID:u1@host",
    "SUMMARY:pay\\, at last", "DUE;TZID=America/New_York:20551120T170000", "PRIORITY:1", "CATEGORIES:home,Big Work",
    "LOCATION:upstairs", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT1H", "END:VALARM", "END:VTODO", "END:VCALENDAR", ""))


def run(place, *args, code=0, **more):
    done = place.run("task", *args, env=BERLIN | more.pop("env", {}), **more)
    equal(done.status, code, done)
    return done


def load(place, name, text, *flags, code=0):
    return run(place, "import", place.write(name, text), "--json", *flags, code=code).json


def tasks(place, user=None):
    return run(place, "list", "--json", *(["--user", user] if user else [])).json["data"][::-1]


def titles(place):
    return [t["title"] for t in tasks(place)]


def looks(place, but=()):
    return [{name: task.get(name) for name in FIELDS if name not in but} for task in tasks(place)]


class Elsewhere:
    """Another home, for what comes back."""

    def __init__(self, place):
        self.inner = type(place)(place.folder)
        self.inner.home = place.folder / "elsewhere"

    def __enter__(self):
        return self.inner

    def __exit__(self, *_):
        shutil.rmtree(self.inner.home, ignore_errors=True)


# ---- importing ----


def test_each_format_is_found_out_and_imported(place):
    """req: tasks TFR-001/thin"""
    got = load(place, "list.txt", LINES)
    equal((got["data"]["format"], got["data"]["added"]), ("todo.txt", 5))
    equal(load(place, "export.json", json.dumps(WARRIOR))["data"]["format"], "taskwarrior")
    equal(load(place, "calendar.ics", CALENDAR)["data"]["format"], "icalendar")
    equal(load(place, "without-a-name", "\n".join(map(json.dumps, WARRIOR)))["data"], {
        "format": "taskwarrior", "read": 2, "added": 0, "known": 2, "noted": 0, "notes": []})
    equal(load(place, "no-name", "\ufeff" + CALENDAR)["data"]["format"], "icalendar")
    by_title = {t["title"]: t for t in tasks(place)}
    equal(set(by_title), {"Thank Mom for the meatballs", "Schedule Goodwill pickup", "Write the +report for Anna",
                          "Eat green pie t:2026-12-01", "x marks the spot", "water the plants", "old", "pay, at last"})
    plants = by_title["water the plants"]
    equal((plants["priority"], plants["due"], plants["tags"], plants["description"]),
          ("high", "2055-11-20T17:00", ["home", "project:garden"], "not the cactus"))
    pay = by_title["pay, at last"]
    equal((pay["due_at"], pay["time_zone"], pay["remind"], pay["tags"], pay["description"]),
          ("2055-11-20T22:00:00Z", "America/New_York", "2055-11-20T16:00", ["home", "big-work"], "Location: upstairs"))
    pie = by_title["Eat green pie t:2026-12-01"]
    equal((pie["repeat"], pie["due"]), ("FREQ=WEEKLY;INTERVAL=2", "2055-11-21T18:30"))
    equal(by_title["old"]["completed_at"], "2026-01-12T12:00:00Z")


def test_what_could_not_be_taken_is_told_by_its_line(place):
    done = run(place, "import", place.write("todo.txt", "good\nbad due:2055-02-30\n" + "t" * 300 + "\n"))
    holds(done.out, "Imported 3 tasks from todo.txt.")
    holds(done.out, "line 2: the date cannot be read; it stays in the title")
    holds(done.out, "line 3: the title is longer than 255 characters")
    equal(titles(place), ["good", "bad due:2055-02-30", "t" * 255])
    equal(tasks(place)[2]["description"], "t" * 45)
    notes = load(place, "c.ics", CALENDAR)["data"]["notes"]
    equal(any("1 event is no task" in n for n in notes), True, notes)
    many = load(place, "many.txt", "".join(f"task {i} due:never\n" for i in range(150)))["data"]
    equal((many["noted"], len(many["notes"]), many["notes"][-1]), (150, 101, "And 50 more."))


def test_the_same_file_twice_adds_nothing_the_second_time_and_says_so(place):
    """req: tasks TFR-014/thin"""
    for name, text in (("todo.txt", LINES), ("w.json", json.dumps(WARRIOR)), ("c.ics", CALENDAR)):
        first = load(place, name, text)
        again = load(place, name, text)
        equal((again["data"]["added"], again["data"]["known"]), (0, first["data"]["added"]), name)
        equal(again.get("step"), None)
        holds(again["message"], "here already")
    equal(len(tasks(place)), 8)
    # two like lines are two tasks, also the second time
    equal(load(place, "two.txt", "buy milk\nbuy milk\n")["data"]["added"], 2)
    equal(load(place, "two.txt", "buy milk\nbuy milk\nbuy milk\n")["data"]["added"], 1)
    # a uuid in capitals is the same one
    equal(load(place, "W.json", json.dumps(WARRIOR).replace("7e1f9a52", "7E1F9A52"))["data"]["added"], 0)


def test_what_is_known_stays_as_it_is(place):
    load(place, "w.json", json.dumps(WARRIOR))
    run(place, "update", "1", "--title", "my own words")
    changed = [dict(WARRIOR[0], description="their words")]
    equal(load(place, "w.json", json.dumps(changed))["data"]["added"], 0)
    equal(titles(place), ["my own words", "old"])


def test_an_import_is_one_step_that_is_undone_and_done_again(place):
    run(place, "add", "mine")
    before = tasks(place)
    step = load(place, "todo.txt", LINES)["step"]
    after = looks(place)
    run(place, "undo", str(step))
    equal(tasks(place), before)
    run(place, "redo")
    equal(looks(place), after)


def test_a_bad_file_is_refused_by_its_line_and_nothing_is_imported(place):
    bad = [("w.json", json.dumps(WARRIOR) + "\n{\"description\":", "Line 2: the JSON object does not end"),
           ("w.json", "[\n" + json.dumps(WARRIOR[0]) + ",\n7]", "Line 3: there is no JSON object"),
           ("w.json", "[{\"status\":\"pending\"}]", "Line 1: a task without a description"),
           ("w.json", "[{\"description\":\"a\",}]", "Line 1: this is no JSON"),
           ("c.ics", CALENDAR.replace("END:VTODO", "END:VEVENT"), "something ends here that did not begin"),
           ("c.ics", CALENDAR[:CALENDAR.index("END:VTODO")], "Line 1: the calendar that begins here does not end"),
           ("c.ics", "hello\n", "Line 1: this is no line of a calendar"),
           ("t.txt", "one\n" + "x" * ((1 << 20) + 1), "Line 2: it is too long")]
    for name, text, message in bad:
        error = load(place, name, text, code=2)["error"]
        equal(error["error_code"], "INVALID_INPUT", name)
        holds(error["message"], message)
        holds(error["message"], "Nothing was imported")
    equal(tasks(place), [])


def test_arguments_of_the_operations_are_checked(place):
    path = place.write("todo.txt", LINES)
    for name, args in (("tasks.import", {}), ("tasks.import", {"path": path, "content": "x"}),
                       ("tasks.import", {"content": ""}), ("tasks.import", {"content": "x", "format": "csv"}),
                       ("tasks.import", {"content": 7}), ("tasks.import", {"content": "x", "time_zone": "Mars/Base"}),
                       ("tasks.import", {"content": "x", "name": "n" * 201}),
                       ("tasks.export", {"format": "csv"}), ("tasks.export", {"status": "open"}),
                       ("tasks.export", {"more": 1}), ("tasks.feed", {"as": "words"})):
        done = place.run("op", "run", name, json.dumps(args))
        equal((done.status, done.json["error"]["error_code"]), (2, "INVALID_INPUT"), (name, args))
    done = place.run("task", "import", "/nowhere/todo.txt")
    equal(done.status, 1, done)
    done = place.run("task", "import", str(place.folder))
    equal(done.status in (1, 2), True, done)
    done = place.run("task", "import", place.write("binary", bytes(range(256)) * 64))
    equal(done.status, 1, done)
    equal(tasks(place), [])


def test_encodings_and_line_ends_do_not_matter(place):
    for i, (text, title) in enumerate((("\ufeffZoë\r\n", "Zoë"), ("Zo\u00eb 1\n".encode("utf-16"), "Zoë 1"),
                                       ("Zoë 2".encode("latin-1"), "Zoë 2"))):
        load(place, f"t{i}.txt", text)
        equal(titles(place)[-1], title)
    for text in ("", "\n \n"):
        equal(load(place, "blank.txt", text)["message"], "There are no tasks in it.")


def test_the_number_of_tasks_has_a_limit_on_both_sides(place):
    """req: tasks EC-006/thin"""
    over = run(place, "import", place.write("over.txt", "".join(f"t {i}\n" for i in range(100001))), "--json", code=1,
               timeout=60)
    equal(over.json["error"]["error_code"], "TOO_LARGE")
    equal(tasks(place), [])


def test_times_are_read_by_the_zone_that_is_given(place):
    load(place, "t.txt", "call due:2055-07-20T17:00\n", "--time-zone", "America/New_York")
    equal(tasks(place)[0]["due_at"], "2055-07-20T21:00:00Z")


def test_a_tag_that_came_in_is_found_and_taken_away_like_any_other(place):
    got = load(place, "t.txt", "call +GarageSale @Phone\n")
    equal(got["data"]["notes"], ["2 tags are written in small letters now, as all tags are here."])
    for tag in ("GarageSale", "garagesale", "@PHONE"):
        equal(len(run(place, "list", "--tag", tag, "--json").json["data"]), 1, tag)
    done = place.run("op", "run", "update_task", json.dumps({"task_id": 1, "remove_tags": ["GarageSale"]}))
    equal((done.status, tasks(place)[0]["tags"]), (0, ["@phone"]), done)


def test_what_is_here_in_another_state_than_in_the_file_is_told(place):
    load(place, "t.txt", "buy milk\n2026-01-10 call Anna\n")
    load(place, "w.json", json.dumps(WARRIOR))
    run(place, "complete", "1")
    run(place, "complete", "3")
    got = load(place, "t.txt", "buy milk\nx 2026-01-12 2026-01-10 call Anna\n")
    equal((got["data"]["added"], got["data"]["known"]), (0, 2))
    equal(got["data"]["notes"], ["1 that is pending in the file is completed here.",
                                 "1 that is completed in the file is pending here."])
    equal(load(place, "w.json", json.dumps(WARRIOR))["data"]["notes"],
          ["1 that is pending in the file is completed here."])
    # one in the same state stands for it first; a second such line is a second task
    equal(load(place, "t.txt", "buy milk\nbuy milk\n")["data"]["added"], 1)
    equal(load(place, "t.txt", "x buy milk\nbuy milk\n")["data"]["notes"], [])


def test_tasks_without_a_name_of_their_own_are_not_taken_for_one_another(place):
    nameless = [{"uuid": "", "description": "one"}, {"uuid": "", "description": "two"}, {"description": "three"}]
    equal(load(place, "w.json", json.dumps(nameless))["data"]["added"], 3)
    bare = CALENDAR.replace("UID:u1@host", "UID:")
    equal(load(place, "c.ics", bare.replace("END:VCALENDAR", bare[bare.index("BEGIN:VTODO"):].replace(
        "at last", "again")))["data"]["added"], 2)


def test_a_calendar_that_is_folded_within_a_character_is_read(place):
    text = CALENDAR.replace("pay\\, at last", "Zoë").encode()
    got = load(place, "c.ics", text.replace(b"Zo\xc3\xab", b"Zo\xc3\r\n \xab"))
    equal((titles(place), any("UTF-8" in n for n in got["data"]["notes"])), (["Zoë"], False), got)


def test_words_in_a_title_that_look_like_the_formats_own_come_back_as_they_are(place):
    odd = ["write to @anna", "+1 for Bob", "fix due:2026-01-01 in the parser", "BEGIN:VTODO", "a\\nEND:VTODO\\nb, c;d"]
    with Server(place) as server:
        for title in odd:
            equal(server.ask("POST", "/api/ops/add_task", {"title": title}).status, 200)
    for name, file in FORMATS.items():
        text = run(place, "export", name).bytes
        equal(load(place, file, text)["data"]["added"], 0, name)
        with Elsewhere(place) as other:
            load(other, file, text)
            equal((titles(other), [t["tags"] for t in tasks(other)]), (odd, [[]] * len(odd)), name)


# ---- exporting ----


def fill(place, n=60, seed=7):
    """Tasks of all kinds, by the program's own tools."""
    dice = random.Random(seed)
    lines = []
    for i in range(n):
        args = {"title": dice.choice(["buy milk", "Zoë, call", "a;b \\ c", "x marks", "(A) no", "2026-01-01 z"]) + f" {i}"}
        if dice.random() < .5:
            args["description"] = dice.choice(["one line", "two\nlines; of, text", "100% \"sure\"", "ü" * 200])
        if dice.random() < .7:
            args["due"] = dice.choice(["2055-03-05", "2055-07-05T17:45", "2055-11-30T08:15"])
            args["time_zone"] = dice.choice(["Europe/Berlin", "Asia/Tokyo"]) if "T" in args["due"] else "Europe/Berlin"
            if dice.random() < .5:
                args["remind"] = "2055-03-01T09:30"
            if dice.random() < .5:
                args["repeat"] = dice.choice(["FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;INTERVAL=2",
                                              "FREQ=DAILY;UNTIL=20560101"])
        if dice.random() < .6:
            args["priority"] = dice.choice(["low", "medium", "high"])
        args["tags"] = dice.sample(["home", "work", "@phone", "übung"], dice.randrange(3))
        lines.append(("add_task", args))
    with Server(place) as server:
        for name, args in lines:
            reply = server.ask("POST", f"/api/ops/{name}", args)
            equal(reply.status, 200, reply)
        for i in range(1, n, 7):
            equal(server.ask("POST", "/api/ops/complete_task", {"task_id": i}).status, 200)


def test_what_is_exported_and_imported_elsewhere_is_the_same(place):
    fill(place)
    for name, file in FORMATS.items():
        text = run(place, "export", name).bytes
        # Fractions of a second, and with todo.txt the time of day, have no place in the formats.
        but = ("created_at", "completed_at")
        with Elsewhere(place) as other:
            got = load(other, file, text)
            equal(got["data"]["notes"], [], name)
            equal(looks(other, but), looks(place, but), name)
            equal(load(other, file, text)["data"]["added"], 0, name)
            again = run(other, "export", name).bytes
            if name != "icalendar":
                equal(again.decode(), text.decode(), name)
        equal(load(place, file, text)["data"]["added"], 0, name)


def test_a_file_of_each_format_is_put_out_as_it_is(place):
    load(place, "todo.txt", LINES)
    for name, file in FORMATS.items():
        plain = run(place, "export", name)
        whole = run(place, "export", name, "--json").json
        equal(whole["content"].encode(), plain.bytes, name)
        equal((whole["filename"], whole["tasks"]), (file, 5))
    equal(run(place, "export").out, run(place, "export", "todo.txt").out)
    pending = run(place, "export", "--status", "pending").out
    equal((pending.count("\n"), "x 2026" in pending), (4, False))
    equal(run(place, "export", "--status", "completed").out.count("\n"), 1)
    equal(run(place, "export", "--user", "nobody").out, "")
    equal(json.loads(run(place, "export", "taskwarrior", "--user", "nobody").out), [])


# ---- the other doors ----


def test_files_go_in_and_out_over_http_each_user_their_own(place):
    """req: tasks FR-010/thin"""
    with Server(place) as server:
        body, kind = multipart({}, "my tasks.txt", LINES.encode())
        reply = server.ask("POST", "/api/ann/tasks/import", body, kind)
        equal((reply.status, reply.json["data"]["added"]), (200, 5), reply)
        reply = server.ask("POST", "/api/ann/tasks/import", {"content": "one more"})
        equal(reply.json["data"]["added"], 1)
        text = server.ask("GET", "/api/ann/tasks/export")
        equal((text.status, text.headers["content-type"]), (200, "text/plain; charset=utf-8"), text)
        holds(text.headers["content-disposition"], "todo.txt")
        equal(len(text.body.splitlines()), 6)
        equal(len(server.ask("GET", "/api/ann/tasks/export?format=taskwarrior&status=completed").json), 1)
        equal(server.ask("GET", "/api/bob/tasks/export").body, b"")
        for path in ("/api/ann/tasks/export?format=csv", "/api/ann/tasks/export?status=open",
                     "/api/ann/tasks.ics?as=words", "/api/chat/tasks/export"):
            reply = server.ask("GET", path)
            equal((reply.status, reply.json["code"]), (400, "VALIDATION_ERROR"), path)
        for wrong in ({}, {"content": "a", "path": "b"}, {"content": "[{]", "format": "taskwarrior"}, {"content": 7}):
            reply = server.ask("POST", "/api/ann/tasks/import", wrong)
            equal((reply.status, reply.json["code"]), (400, "VALIDATION_ERROR"), wrong)
        # a server reads only what is allowed
        reply = server.ask("POST", "/api/ann/tasks/import", {"path": place.write("secret.txt", "secret")})
        equal(reply.status >= 400, True, reply)
        equal(b"secret" in server.ask("GET", "/api/ann/tasks/export").body, False)
        equal(server.ask("DELETE", "/api/ann/tasks.ics").status, 405)


def test_the_feed_has_pending_tasks_as_tasks_or_as_events(place):
    with Server(place) as server:
        server.ask("POST", "/api/ann/tasks/import", {"content": LINES})
        server.ask("POST", "/api/ann/tasks/import", {"content": CALENDAR})
        feed = server.ask("GET", "/api/ann/tasks.ics")
        equal((feed.status, feed.headers["content-type"]), (200, "text/calendar; charset=utf-8"))
        text = feed.body.decode()
        equal((text.count("BEGIN:VTODO"), text.count("BEGIN:VEVENT"), text.count("BEGIN:VALARM")), (5, 0, 1))
        holds(text, "UID:u1@host\r\n")
        holds(text, "DUE;TZID=America/New_York:20551120T170000\r\n")
        holds(text, "BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n")
        equal("report" in text, False)
        equal(server.ask("GET", "/api/ann/tasks.ics").body, feed.body)
        events = server.ask("GET", "/api/ann/tasks.ics?as=events").body.decode()
        equal((events.count("BEGIN:VEVENT"), events.count("BEGIN:VTODO")), (3, 0))
        holds(events, "DTSTART;VALUE=DATE:20551120\r\n")
        equal(server.ask("GET", "/api/bob/tasks.ics").body.count(b"BEGIN:VTODO"), 0)


def test_an_upload_that_was_brought_before_is_imported_by_its_name(place):
    with Server(place) as server:
        body, kind = multipart({}, "w.json", json.dumps(WARRIOR).encode())
        data = server.ask("POST", "/api/files", body, kind).json["data"]
        reply = server.ask("POST", "/api/ops/tasks.import", {"path": data})
        equal((reply.status, reply.json["data"]["added"]), (200, 2), reply)
        reply = server.ask("POST", "/api/bob/tasks/import", {"path": data})
        equal((reply.status, reply.json["code"]), (404, "NOT_FOUND"), reply)


def test_importing_and_exporting_are_tools_of_mcp(place):
    with Server(place) as server, HttpMcp(server) as client:
        def call(name, **args):
            return client.request("tools/call", {"name": name, "arguments": args})["result"]
        equal(call("tasks.import", content=LINES)["structuredContent"]["data"]["added"], 5)
        holds(call("tasks.export", format="icalendar")["structuredContent"]["content"], "BEGIN:VTODO")
        equal(call("tasks.import", content="{", format="taskwarrior")["isError"], True)


def test_two_imports_of_one_file_at_once_add_it_once(place):
    with Server(place) as server:
        replies = []

        def bring():
            replies.append(server.ask("POST", "/api/ann/tasks/import", {"content": json.dumps(WARRIOR)}))
        threads = [threading.Thread(target=bring) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        equal(sorted(r.json["data"]["added"] for r in replies), [0, 0, 0, 0, 0, 2])
        equal(len(server.ask("GET", "/api/ann/tasks/export?format=taskwarrior").json), 2)


# ---- the other programs themselves ----


def warrior(place, *args, stdin=None):
    folder = place.folder / "warrior"
    folder.mkdir(exist_ok=True)
    (folder / "rc").write_text("confirmation=no\nverbose=nothing\nnews.version=2.6.0\n")
    env = {**os.environ, "HOME": str(folder), "TASKDATA": str(folder), "TASKRC": str(folder / "rc")} | BERLIN  # the clock, too
    done = subprocess.run(["task", *args], input=stdin, capture_output=True, env=env, timeout=60)
    equal(done.returncode, 0, done)
    return done.stdout


def test_taskwarrior_reads_what_we_write_and_we_read_what_it_writes(place):
    if not shutil.which("task"):
        print("skipped: Taskwarrior is not installed")
        return
    fill(place, 40)
    ours = run(place, "export", "taskwarrior").bytes
    warrior(place, "import", "-", stdin=ours)
    theirs = warrior(place, "export")
    known = {t["uuid"]: t for t in json.loads(theirs)}
    for task in json.loads(ours):
        for name in task:  # tags have no order there
            order = sorted if name == "tags" else lambda value: value
            equal(order(known[task["uuid"]][name]), order(task[name]), (name, task))
    # and back: here nothing is new, elsewhere everything is the same
    equal(load(place, "back.json", theirs)["data"]["added"], 0)
    with Elsewhere(place) as other:
        load(other, "back.json", theirs)
        but = ("created_at", "completed_at")

        def ordered(where):
            return sorted((dict(t, tags=sorted(t["tags"])) for t in looks(where, but)),
                          key=lambda t: (t["title"], t["status"]))
        equal(ordered(other), ordered(place))


def test_a_task_that_recurs_in_taskwarrior_comes_over_as_one_that_repeats(place):
    if not shutil.which("task"):
        print("skipped: Taskwarrior is not installed")
        return
    # of one that began in the past it makes a task for each week since
    begins, later = (f"{time.localtime().tm_year + 1}-01-0{day}" for day in (1, 5))
    warrior(place, "add", "water the plants", f"due:{begins}T12:00", "recur:weekly", "+home")
    warrior(place, "add", "plain", "project:Garden", "priority:L", f"due:{later}")
    warrior(place, "list")
    load(place, "w.json", warrior(place, "export"))
    by_title = {t["title"]: t for t in tasks(place)}
    equal(len(tasks(place)), 2)
    plants = by_title["water the plants"]
    equal((plants["repeat"], plants["due"], plants["tags"]), ("FREQ=WEEKLY", f"{begins}T12:00", ["home"]))
    plain = by_title["plain"]
    equal((plain["due"], plain["tags"], plain["priority"]), (later, ["project:garden"], "low"))
    equal(load(place, "w.json", warrior(place, "export"))["data"]["added"], 0)


def test_another_reader_of_calendars_reads_ours(place):
    if not importlib.util.find_spec("icalendar"):
        print("skipped: python3-icalendar is not installed")
        return
    import icalendar
    fill(place, 60)
    calendar = icalendar.Calendar.from_ical(run(place, "export", "icalendar").bytes)
    equal(calendar.errors, [])
    theirs = {(str(c["summary"]), "completed" in c): c for c in calendar.walk("VTODO")}
    zones = {str(c["tzid"]) for c in calendar.walk("VTIMEZONE")}
    for task in tasks(place):
        entry = theirs.pop((task["title"], task["status"] == "completed"))
        equal(str(entry.get("description", "")) or None, task["description"])
        equal(str(entry["status"]), "COMPLETED" if task["completed_at"] else "NEEDS-ACTION")
        equal(entry.get("priority"), {"high": 1, "medium": 5, "low": 9, None: None}[task["priority"]])
        categories = entry.get("categories")
        equal([str(c) for c in categories.cats] if categories else [], task["tags"])
        if task["due"]:
            due = entry.decoded("due")
            equal(due.isoformat()[:len(task["due"])], task["due"])
            if "T" in task["due"]:
                equal(str(entry["due"].params["TZID"]), task["time_zone"])
                equal(task["time_zone"] in zones, True)
                # by the calendar's own zone, as the other program reads it
                equal(due.utctimetuple()[:6], tuple(int(x) for x in (task["due_at"][:4], task["due_at"][5:7],
                      task["due_at"][8:10], task["due_at"][11:13], task["due_at"][14:16], task["due_at"][17:19])))
        alarms = [c for c in entry.walk("VALARM")]
        equal(len(alarms), 1 if task["remind"] else 0)
    equal(theirs, {})


main(globals())
