#!/usr/bin/env python3
"""The tools of tasks: dates, tags, priorities, repetition, reminders, searching, bulk changes.

Everything goes through the real program; times are given relative to now, or in a year that is far away.
"""
import datetime
import sqlite3

from doors import StdioMcp
from harness import equal, holds, main
from tasking import DAY, ZONE, at, rows, tools


# ---- when ----


@tools
def test_a_due_date_is_kept_as_the_wall_says_it_and_as_the_instant_it_is(call, place):
    """req: tasks TFR-006"""
    summer = call.add("summer", due="2098-07-01T09:30", time_zone=ZONE)
    winter = call.add("winter", due="2098-12-01T09:30", time_zone=ZONE)
    day = call.add("a day", due="2098-07-01", time_zone=ZONE)
    offset = call.add("an instant", due="2098-07-01T09:30:00-04:00", time_zone=ZONE)
    equal([(t["due"], t["due_at"], t["time_zone"]) for t in (summer, winter, day, offset)],
          [("2098-07-01T09:30", "2098-07-01T07:30:00Z", ZONE), ("2098-12-01T09:30", "2098-12-01T08:30:00Z", ZONE),
           ("2098-07-01", "2098-07-01T21:59:59Z", ZONE), ("2098-07-01T15:30", "2098-07-01T13:30:00Z", ZONE)])


@tools
def test_words_say_when_by_the_clock_of_the_zone(call, place):
    task = call.add("x", due="tomorrow 5pm", time_zone="Pacific/Kiritimati")
    local = at(1, 14)
    equal(task["due"], local.strftime("%Y-%m-%dT17:00"))
    holds(call("update_task", task_id=task["id"], due="today")["message"], "due today")
    equal(call.get(task)["time_zone"], "Pacific/Kiritimati")


@tools
def test_a_date_in_the_past_is_taken_when_it_is_said_as_a_date(call, place):
    equal(call.add("late", due="2020-02-29", time_zone="UTC")["due_at"], "2020-02-29T23:59:59Z")
    equal(call.titles(due="overdue", time_zone="UTC"), ["late"])


@tools
def test_what_cannot_be_read_changes_nothing_and_says_how(call, place):
    """req: tasks TFR-006"""
    kept = call.add("kept", due="2098-01-01", time_zone="UTC")
    for field in ("due", "remind", "repeat"):
        for text in ("gibberish", "2098-02-30", "2098-01-01T25:00", "friday friday friday", "9999-12-31", "1969-12-31"):
            error = call.error("update_task", 400, "INVALID_INPUT", task_id=kept["id"], **{field: text})
            equal(call.error("add_task", 400, "INVALID_INPUT", title="new", **{field: text})["error_code"],
                  "INVALID_INPUT")
        holds(call.error("add_task", 400, "INVALID_INPUT", title="new", **{field: "gibberish"})["suggested_action"],
              "like", error)
    call.error("add_task", 400, "INVALID_INPUT", title="new", due="tomorrow", time_zone="Mars/Olympus")
    call.error("add_task", 400, "INVALID_INPUT", title="new", due="tomorrow", time_zone="../../etc/passwd")
    call.error("add_task", 400, "INVALID_INPUT", title="new", due="x" * 101)
    call.error("add_task", 400, "INVALID_INPUT", title="new", due=7)
    equal(call("list_tasks")["data"], [kept])


@tools
def test_a_due_date_is_taken_away_and_the_repetition_with_it(call, place):
    for nothing in ("none", "None", "", None):
        task = call.add("rent", due="2098-01-31", repeat="every month", time_zone="UTC")
        said = call("update_task", task_id=task["id"], due=nothing)
        holds(said["message"], "no longer comes back")
        equal([said["data"][k] for k in ("due", "due_at", "repeat", "time_zone")], [None] * 4, nothing)


@tools
def test_a_reminder_counts_from_the_due_date_and_moves_with_it(call, place):
    task = call.add("x", due="2098-03-30T12:00", remind="2 hours before", time_zone=ZONE)
    equal((task["remind"], task["remind_at"]), ("2098-03-30T10:00", "2098-03-30T08:00:00Z"))
    moved = call("update_task", task_id=task["id"], due="2098-04-02T13:00")["data"]
    equal(moved["remind"], "2098-04-02T11:00")
    equal(call.add("y", due="2098-03-30", remind="1 day before", time_zone=ZONE)["remind"], "2098-03-29T09:00")
    equal(call.add("z", due="2098-03-30", remind="PT90M", time_zone=ZONE)["remind"], "2098-03-30T07:30")
    equal(call.add("d", remind="2098-03-30", time_zone=ZONE)["remind"], "2098-03-30T09:00")
    for bad in ("1 hour before", "PT60M"):
        holds(call.error("add_task", 400, "INVALID_INPUT", title="new", remind=bad)["message"], "needs a due date")
    for over in ("2020-01-01T09:00", "yesterday"):
        call.error("add_task", 400, "INVALID_INPUT", title="new", remind=over)
    equal(call("update_task", task_id=task["id"], remind="none")["data"]["remind_at"], None)


@tools
def test_another_zone_keeps_the_instant_of_a_time_and_the_day_of_a_day(call, place):
    timed = call.add("x", due="2098-07-01T09:00", time_zone=ZONE)
    day = call.add("y", due="2098-07-01", time_zone=ZONE)
    for task in (timed, day):
        call("update_task", task_id=task["id"], remind="2098-06-30T09:00", time_zone="America/New_York")
    timed, day = call.get(timed), call.get(day)
    equal((timed["due"], timed["due_at"]), ("2098-07-01T03:00", "2098-07-01T07:00:00Z"))
    equal((day["due"], day["due_at"]), ("2098-07-01", "2098-07-02T03:59:59Z"))


# ---- coming back ----


@tools
def test_a_task_that_comes_back_is_made_anew_when_it_is_done(call, place):
    task = call.add("rent", due="2098-01-31T09:00", repeat="every month", remind="1 day before", tags=["home"],
                    priority="high", description="to Ann", time_zone=ZONE)
    done = call("complete_task", task_id=task["id"])
    new = done["next"]
    equal((done["data"]["status"], done["data"]["repeat"]), ("completed", None))
    equal((new["due"], new["remind"], new["status"]), ("2098-02-28T09:00", "2098-02-27T09:00", "pending"))
    equal([new[k] for k in ("tags", "priority", "description", "title")], [["home"], "high", "to Ann", "rent"])
    holds(done["message"], "Next is 'rent'")
    equal(new["id"] != task["id"], True)
    third = call("complete_task", task_id=new["id"])["next"]
    equal(third["due"], "2098-03-31T09:00")
    equal(third["due_at"], "2098-03-31T07:00:00Z", "the same time on the wall, in summer time")
    call("tasks.undo")
    equal(call.get(third), None)
    equal(call.get(new)["status"], "pending")


@tools
def test_a_task_missed_for_months_comes_back_once_and_in_the_future(call, place):
    task = call.add("water", due="2025-01-06", repeat="every monday", time_zone="UTC")
    new = call("complete_task", task_id=task["id"])["next"]
    day = datetime.date.fromisoformat(new["due"])
    equal(day.weekday(), 0)
    equal(datetime.timedelta(0) <= day - at().date() <= 7 * DAY, True, new)
    equal(len(call("list_tasks")["data"]), 2)


@tools
def test_a_rule_without_a_date_begins_by_itself_and_ends(call, place):
    for words in ("every monday", "FREQ=WEEKLY;BYDAY=MO", "RRULE:FREQ=WEEKLY;BYDAY=MO"):
        task = call.add("x", repeat=words, time_zone="UTC")
        day = datetime.date.fromisoformat(task["due"])
        equal((day.weekday(), datetime.timedelta(0) <= day - at().date() <= 7 * DAY), (0, True), task)
        equal(task["repeat"], "FREQ=WEEKLY;BYDAY=MO")
    last = call.add("last", due="2098-05-01", repeat="FREQ=DAILY;COUNT=2", time_zone="UTC")
    new = call("complete_task", task_id=last["id"])["next"]
    done = call("complete_task", task_id=new["id"])
    equal("next" in done, False)
    holds(done["message"], "That was the last one.")
    call.error("add_task", 400, "INVALID_INPUT", title="x", due="2098-05-02", repeat="FREQ=DAILY;UNTIL=20980501")


@tools
def test_what_is_reopened_and_done_again_does_not_come_back_twice(call, place):
    task = call.add("x", due="2098-05-01", repeat="every day", time_zone="UTC")
    call("complete_task", task_id=task["id"])
    call("tasks.reopen", task_id=task["id"])
    equal("next" in call("complete_task", task_id=task["id"]), False)
    equal(len(call("list_tasks")["data"]), 2)


# ---- words, tags, priorities ----


@tools
def test_tags_are_one_word_each_and_the_same_in_capitals(call, place):
    task = call.add("x", tags=["Home", "WORK", "home", "büro"])
    equal(task["tags"], ["home", "work", "büro"])
    equal(call("update_task", task_id=task["id"], add_tags=["A"], remove_tags=["WORK"])["data"]["tags"],
          ["home", "büro", "a"])
    equal(call("update_task", task_id=task["id"], tags=[])["data"]["tags"], [])
    for bad in ("two words", "#x", "a,b", "", "x" * 41, "\t"):
        call.error("add_task", 400, "INVALID_INPUT", title="x", tags=[bad])
    many = [f"t{i}" for i in range(20)]
    equal(len(call("update_task", task_id=task["id"], tags=many)["data"]["tags"]), 20)
    call.error("update_task", 400, "INVALID_INPUT", task_id=task["id"], add_tags=["one-more"])
    call.error("update_task", 400, "INVALID_INPUT", task_id=task["id"], tags=many + ["one-more"])
    equal(call.add("x", tags=["y" * 40])["tags"], ["y" * 40])


@tools
def test_every_priority_and_none(call, place):
    for priority in ("low", "medium", "high"):
        equal(call.add(priority, priority=priority)["priority"], priority)
    for nothing in ("none", None):
        equal(call.add("without", priority=nothing)["priority"], None)
    equal(call.titles(order="priority")[:3], ["high", "medium", "low"])
    equal(call.titles(priority="high"), ["high"])
    equal(call.titles(priority="none"), ["without", "without"])
    call.error("add_task", 400, "INVALID_INPUT", title="x", priority="urgent")


@tools
def test_titles_and_descriptions_are_held_to_both_sides_of_their_limits(call, place):
    """req: tasks FR-016, TFR-006"""
    task = call.add("ü" * 255, description="d" * 1000)
    equal((len(task["title"]), len(task["description"])), (255, 1000))
    for bad in ({"title": "x" * 256}, {"title": ""}, {"title": " \t"}, {"title": 7}, {}, {"title": None},
                {"title": "x", "description": "d" * 1001}, {"title": "x", "more": 1}, {"title": "a\x00b"}):
        call.error("add_task", 400, "INVALID_INPUT", **bad)
    call.error("update_task", 400, "INVALID_INPUT", task_id=task["id"])
    call.error("update_task", 400, "INVALID_INPUT", task_id=task["id"], time_zone="UTC")
    equal(len(call("list_tasks")["data"]), 1)


# ---- lists ----


@tools
def test_a_list_is_kept_to_its_filters_all_at_once(call, place):
    """req: tasks US2, TFR-002, TFR-013"""
    day = lambda n: at(n).strftime("%Y-%m-%d")
    call.add("late report", due=day(-3), tags=["work"], time_zone="UTC")
    call.add("report today", due=day(0), tags=["work", "home"], time_zone="UTC")
    call.add("tomorrow", due=day(1), repeat="FREQ=MONTHLY", time_zone="UTC")
    call.add("in six days", due=day(6), time_zone="UTC")
    call.add("in seven days", due=day(7), time_zone="UTC")
    call.add("some day", tags=["home"])
    done = call.add("done", due=day(-1), time_zone="UTC")
    call("complete_task", task_id=done["id"])
    lists = [(dict(due="overdue"), ["late report"]), (dict(due="today"), ["report today"]),
             (dict(due="tomorrow"), ["tomorrow"]), (dict(due="week"), ["in six days", "tomorrow", "report today"]),
             (dict(due="none"), ["some day"]), (dict(due="any", status="completed"), ["done"]),
             (dict(due_from=day(6)), ["in seven days", "in six days"]), (dict(due_to=day(-1)), ["done", "late report"]),
             (dict(due_from=day(0), due_to=day(1)), ["tomorrow", "report today"]),
             (dict(tag="home"), ["some day", "report today"]), (dict(tag="HOME", due="any"), ["report today"]),
             (dict(search="report"), ["report today", "late report"]), (dict(search="repo", due="today"), ["report today"]),
             (dict(search="REPORTS tod"), ["report today"]), (dict(search="report", tag="home"), ["report today"]),
             (dict(status="completed"), ["done"]), (dict(status="completed", due="overdue"), []),
             (dict(order="due"), ["late report", "report today", "tomorrow", "in six days", "in seven days", "some day",
                                  "done"]),
             (dict(task_ids=[]), []), (dict(task_ids=[done["id"], 99]), ["done"]),
             (dict(repeats=True), ["tomorrow"]), (dict(repeats=True, search="report"), []),
             (dict(repeats=False, due="tomorrow"), []), (dict(repeats=False, tag="home"), ["some day", "report today"]),
             (dict(repeats=None, tag="home"), ["some day", "report today"])]
    for args, wanted in lists:
        got = call("list_tasks", time_zone="UTC", **args)
        equal(([t["title"] for t in got["data"]], got["total"]), (wanted, len(wanted)), args)
    for bad in (dict(status="open"), dict(due="soon"), dict(order="title"), dict(limit=0), dict(limit=1001),
                dict(offset=-1), dict(search=""), dict(search="  "), dict(due_from="x"), dict(tag=""),
                dict(due_from=day(1), due_to=day(0)), dict(priority="x"), dict(task_ids=[0]), dict(status=""),
                dict(repeats="often")):
        call.error("list_tasks", 400, "INVALID_INPUT", **bad)


@tools
def test_a_list_is_paged_and_says_how_many_there_are(call, place):
    for i in range(7):
        call.add(f"task {i}")
    pages = [call("list_tasks", offset=offset, limit=3) for offset in (0, 3, 6, 9)]
    equal([[t["title"] for t in p["data"]] for p in pages],
          [["task 6", "task 5", "task 4"], ["task 3", "task 2", "task 1"], ["task 0"], []])
    equal([p["total"] for p in pages], [7] * 4)
    holds(pages[0]["message"], "The newest 3 are shown.")
    holds(pages[1]["message"], "here are 4 to 6")


@tools
def test_words_of_a_search_are_never_taken_for_operators(call, place):
    call.add('say "hello" AND (wave) OR NOT title:x*', description="c++ & naïve café")
    for found in ('"hello"', "AND", "OR NOT", "title:x", "naive", "CAFÉ", "cafe", "(wave", "wave)", "say hello", "x*"):
        equal(len(call.titles(search=found)), 1, found)
    for missing in ("goodbye", "hello goodbye", "hell0", "NEAR", "pending", "status:pending"):
        equal(call.titles(search=missing), [], missing)
    equal(call.titles(search="***"), [])
    equal(call.titles(search="x" * 255), [])
    call.error("list_tasks", 400, "INVALID_INPUT", search="x" * 256)


# ---- changing what has changed ----


@tools
def test_a_version_that_is_no_longer_so_changes_nothing(call, place):
    """req: tasks EC-004"""
    task = call.add("x")
    newer = call("update_task", task_id=task["id"], title="y", version=task["version"])["data"]
    equal(newer["version"] > task["version"], True)
    for name, more in (("update_task", {"title": "z"}), ("complete_task", {}), ("tasks.reopen", {})):
        call.error(name, 409, "CHANGED_MEANWHILE", task_id=task["id"], version=task["version"], **more)
    equal(call.get(task), newer)


@tools
def test_what_is_so_already_is_no_change(call, place):
    """req: tasks US4, TFR-014"""
    task = call.add("x", tags=["a"])
    for name, more in (("update_task", {"title": " x "}), ("update_task", {"add_tags": ["A"]}), ("tasks.reopen", {})):
        said = call(name, task_id=task["id"], **more)
        equal((said.get("step"), said["data"]), (None, task), name)
    first = call("complete_task", task_id=task["id"])
    again = call("complete_task", task_id=task["id"])
    equal((again.get("step"), again["data"]), (None, first["data"]))
    holds(again["message"], "completed already, today at")


@tools
def test_what_is_not_there_is_answered_like_what_is_anothers(call, place):
    """req: tasks TFR-009, EC-003"""
    made = place.run("op", "run", "add_task", '{"title":"secret"}', "--user", "bob").json
    theirs, step = made["data"]["id"], made["step"]
    calls = [("update_task", {"title": "x"}), ("complete_task", {}), ("delete_task", {}), ("tasks.reopen", {}),
             ("tasks.dismiss", {})]
    for name, more in calls:
        answers = [call.error(name, 404, "NOT_FOUND", task_id=i, **more) for i in (theirs, 4711)]
        equal(answers[0]["message"], answers[1]["message"])
    answers = [call.error("tasks.bulk", 404, "NOT_FOUND", action="delete", task_ids=[i]) for i in (theirs, 4711)]
    answers += [call.error(f"tasks.{way}", 404, "NOT_FOUND", step=i) for way in ("undo",) for i in (step, 4711)]
    equal((answers[0]["message"], answers[2]["message"]), (answers[1]["message"], answers[3]["message"]))
    equal(call("list_tasks", task_ids=[theirs])["total"], 0)
    equal(call("list_tasks", search="secret")["total"], 0)
    equal(call("tasks.history")["total"], 0)
    equal(rows(place, "SELECT title, status FROM tasks"), [("secret", "pending")])
    for bad in (0, -1, "x", 1.5, None, 2 ** 63):
        call.error("complete_task", 400, "INVALID_INPUT", task_id=bad)


# ---- several at once ----


@tools
def test_a_bulk_change_names_every_task_and_is_all_or_nothing(call, place):
    ids = [call.add(title)["id"] for title in ("a", "b", "c")]
    done, summary = call.yes("tasks.bulk", action="delete", task_ids=ids)
    equal(summary, "Delete 3 tasks: 'a', 'b' and 'c'.")
    equal([t["title"] for t in done["data"]], ["a", "b", "c"])
    equal(call("list_tasks")["data"], [])
    call("tasks.undo", step=done["step"])
    equal(call.titles(), ["c", "b", "a"])
    call("complete_task", task_id=ids[1])
    done, _ = call.yes("tasks.bulk", action="complete", task_ids=ids)
    equal(done["message"], "Completed 2 tasks: 'a' and 'c'. 'b' was so already.")
    done, _ = call.yes("tasks.bulk", action="reopen", task_ids=ids[:1])
    equal(done["message"], "Reopened 1 task: 'a'.")
    done, summary = call.yes("tasks.bulk", action="update", task_ids=ids, set={"add_tags": ["all"], "due": "2098-01-01"})
    equal([(t["tags"], t["due"]) for t in done["data"]], [(["all"], "2098-01-01")] * 3)
    call.error("tasks.bulk", 404, "NOT_FOUND", action="delete", task_ids=ids + [99])
    equal(len(call("list_tasks")["data"]), 3)


@tools
def test_a_bulk_change_moves_each_task_from_its_own_date(call, place):
    ids = [call.add(due, due=due, time_zone="UTC")["id"] for due in ("2098-01-01", "2098-02-01T09:30")]
    none = call.add("no date")["id"]
    for due, wanted in (("P7D", ["2098-01-08", "2098-02-08T09:30"]), ("-P2D", ["2098-01-06", "2098-02-06T09:30"]),
                        ("-P1W", ["2097-12-30", "2098-01-30T09:30"]), ("T2098-03-01", ["2098-03-01", "2098-03-01T09:30"]),
                        ("T18:00", ["2098-03-01T18:00", "2098-03-01T18:00"]), ("PT2H", ["2098-03-01T20:00"] * 2),
                        ("T", ["2098-03-01", "2098-03-01"])):
        done, summary = call.yes("tasks.bulk", action="update", task_ids=ids, set={"due": due})
        equal([t["due"] for t in done["data"]], wanted, summary)
    call.error("tasks.bulk", 400, "INVALID_INPUT", action="update", task_ids=[*ids, none], set={"due": "P7D"})
    for bad in ("P7", "P7Dx", "+P7D", "T5", "T25:00", "P99999999999D", "T2098-02-30", "PT5M"):
        call.error("update_task", 400, "INVALID_INPUT", task_id=ids[0], due=bad)
    equal(call("update_task", task_id=none, due="T")["data"]["due"], None)
    equal(call("update_task", task_id=none, due="T2098-03-01")["data"]["due"], "2098-03-01")


@tools
def test_what_is_moved_stays_in_its_own_zone(call, place):
    """A time that it keeps is one where the task is; a time that is said is one where the person is."""
    task = call.add("call Tokyo", due="2098-01-01T09:30", time_zone="Asia/Tokyo")["id"]
    for due, wanted in (("P7D", ("2098-01-08T09:30", "Asia/Tokyo")), ("T2098-03-01", ("2098-03-01T09:30", "Asia/Tokyo")),
                        ("T18:00", ("2098-03-01T18:00", "Europe/Berlin"))):
        got = call("update_task", task_id=task, due=due, time_zone="Europe/Berlin")["data"]
        equal((got["due"], got["time_zone"]), wanted, due)


@tools
def test_a_bulk_change_that_fails_for_one_changes_none(call, place):
    ids = [call.add("a", due="2098-01-01", time_zone="UTC")["id"], call.add("b")["id"]]
    before = call("list_tasks")["data"]
    call.error("tasks.bulk", 400, "INVALID_INPUT", action="update", task_ids=ids, set={"remind": "1 hour before"})
    equal(call("list_tasks")["data"], before)


@tools
def test_a_yes_is_void_once_one_of_the_tasks_has_changed(call, place):
    ids = [call.add(title)["id"] for title in ("a", "b")]
    for name, args in (("tasks.bulk", dict(action="delete", task_ids=ids)), ("delete_task", dict(task_id=ids[0]))):
        held = call(name, 409, **args)["confirmation"]
        call("update_task", task_id=ids[0], title=f"changed by {name}")
        call.error(name, 409, "CONFIRMATION_VOID", **args, confirmation_token=held["token"])
    equal(len(call("list_tasks")["data"]), 2)


@tools
def test_a_bulk_change_takes_one_to_five_hundred_different_tasks(call, place):
    ids = [call.add(f"t{i}")["id"] for i in range(3)]
    for bad in (dict(action="delete", task_ids=[]), dict(action="delete"), dict(action="delete", task_ids=None),
                dict(action="delete", task_ids=ids + ids[:1]), dict(action="delete", task_ids=list(range(1, 502))),
                dict(action="explode", task_ids=ids), dict(action="update", task_ids=ids), dict(task_ids=ids),
                dict(action="complete", task_ids=ids, set={"title": "x"}), dict(action="delete", task_ids="all"),
                dict(action="update", task_ids=ids, set={}), dict(action="delete", task_ids=[0])):
        call.error("tasks.bulk", 400, "INVALID_INPUT", **bad)
    call.error("tasks.bulk", 404, "NOT_FOUND", action="delete", task_ids=list(range(1, 501)))
    equal(len(call("list_tasks")["data"]), 3)


# ---- reminders ----


@tools
def test_what_rings_is_late_and_comes(call, place):
    today = at().strftime("%Y-%m-%d")
    call.add("late", due="2020-01-01", time_zone="UTC")
    call.add("today", due=today, time_zone="UTC")
    call.add("tomorrow", due=at(1).strftime("%Y-%m-%d"), time_zone="UTC")
    call.add("far", due=at(40).strftime("%Y-%m-%d"), time_zone="UTC")
    ring = call.add("ring", remind="2098-01-01T09:00", time_zone="UTC")
    soon = call("tasks.due", time_zone="UTC")
    names = lambda tasks: [t["title"] for t in tasks]
    equal((names(soon["reminders"]), names(soon["overdue"]), names(soon["today"])), ([], ["late"], ["today"]))
    equal([(d["date"], names(d["tasks"])) for d in soon["upcoming"]], [(at(1).strftime("%Y-%m-%d"), ["tomorrow"])])
    equal(soon["next_remind_at"], "2098-01-01T09:00:00Z")
    equal(len(call("tasks.due", days=60, time_zone="UTC")["upcoming"]), 2)
    with sqlite3.connect(place.home / "state.db") as db:
        db.execute("UPDATE tasks SET remind_at = '2020-01-01T09:00:00Z' WHERE id = ?", (ring["id"],))
    equal(names(call("tasks.due", time_zone="UTC")["reminders"]), ["ring"])
    equal(names(call("tasks.due", time_zone="UTC")["reminders"]), ["ring"], "a look dismisses nothing")
    step = call("tasks.dismiss", task_id=ring["id"])["step"]
    equal(call("tasks.due", time_zone="UTC")["reminders"], [])
    call("tasks.undo", step=step)
    equal(names(call("tasks.due", time_zone="UTC")["reminders"]), ["ring"])
    call("tasks.dismiss", task_id=ring["id"], until="in 2 hours", time_zone="UTC")
    equal(call("tasks.due", time_zone="UTC")["reminders"], [])
    equal(call.get(ring)["reminded_at"], None)
    for bad in (dict(days=0), dict(days=367), dict(time_zone="Nowhere")):
        call.error("tasks.due", 400, "INVALID_INPUT", **bad)
    call.error("tasks.dismiss", 400, "INVALID_INPUT", task_id=ring["id"], until="2020-01-01T09:00")
    call.error("tasks.dismiss", 400, "INVALID_INPUT", task_id=ring["id"], until="when pigs fly")
    call.error("tasks.dismiss", 409, "CONFLICT", task_id=1)


@tools
def test_a_task_that_is_done_neither_rings_nor_is_late(call, place):
    task = call.add("x", due="2020-01-01", remind="2098-01-01", time_zone="UTC")
    call("complete_task", task_id=task["id"])
    due = call("tasks.due", time_zone="UTC")
    equal((due["overdue"], due["next_remind_at"], due["message"]), ([], None, "Nothing is due."))


# ---- doors ----


def test_the_command_line_reads_as_a_person_types(place):
    """req: tasks TFR-001, TFR-002"""
    added = place.run("task", "add", "pay rent", "--due", "2098-11-21 17:00", "--tags", "home", "--tags", "money",
                      "--priority", "high", "--repeat", "every month", "--time-zone", ZONE)
    equal(added.status, 0, added)
    holds(added.out, "Added 'pay rent', due")
    holds(added.out, "every month")
    place.run("task", "add", "late", "--due", "2020-01-01")
    shown = place.run("task", "list").out
    holds(shown, "     1  [ ] !!! pay rent")
    holds(shown, "#home #money")
    holds(shown, "overdue, ")
    holds(place.run("task", "due").out, "Overdue\n")
    for i in (3, 4, 5):
        place.run("task", "add", f"task {i}")
    held = place.run("task", "bulk", "delete", "3", "4", "5")
    equal(held.status, 3, held)
    holds(held.err, "Delete 3 tasks: 'task 3', 'task 4' and 'task 5'.")
    equal(place.run("task", "bulk", "delete", "3", "4", "5", "--yes").status, 0)
    holds(place.run("task", "undo").out, "Undone: Deleted 3 tasks")
    holds(place.run("task", "redo").out, "Done again: Deleted 3 tasks")
    holds(place.run("task", "history").out, "Deleted 3 tasks")
    equal(place.run("task", "update", "1", "--add-tags", "x", "--remove-tags", "home", "--due", "none").status, 0)
    holds(place.run("task", "complete", "1").out, "Completed 'pay rent'.")
    holds(place.run("task", "reopen", "1").out, "Reopened 'pay rent'.")
    held = place.run("task", "forget")
    equal(held.status, 3, held)
    equal(place.run("task", "forget", "--yes").status, 0)
    equal(place.run("task", "undo").status, 1)


def test_an_outside_client_has_the_same_tools_and_must_confirm(place):
    """req: tasks FR-010, TFR-007"""
    with StdioMcp(place) as mcp:
        listed = mcp.request("tools/list", {})["result"]["tools"]
        names = {t["name"]: t.get("annotations", {}) for t in listed}
        for name in ("add_task", "list_tasks", "update_task", "complete_task", "delete_task", "tasks.due", "tasks.more"):
            equal(name in names, True, name)
        more = next(t for t in listed if t["name"] == "tasks.more")["inputSchema"]["properties"]["operation"]["enum"]
        for name in ("tasks.reopen", "tasks.bulk", "tasks.undo", "tasks.redo", "tasks.history", "tasks.dismiss"):
            equal(name in more, True, name)
        equal("tasks.forget" in [*names, *more], False)
        equal((names["delete_task"]["destructiveHint"], names["list_tasks"]["readOnlyHint"]), (True, True))


main(globals())
