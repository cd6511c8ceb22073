#!/usr/bin/env python3
"""Changes of tasks that are there, in any words: what the task is now tells what is new."""
from harness import equal, main
from talking import Server, Talk

FIELDS = ("title", "description", "due", "priority", "tags", "repeat")
LIST = ({"title": "phone Bauer", "due": "2059-11-19T07:00", "priority": "low", "tags": ["people"]},
        {"title": "clear the gutters", "due": "2059-11-20"},
        {"title": "buy size 6 screws"})


def after(server, user, *messages):
    """The reply to the last of the messages, and what it made different: {title before: {field: value}}."""
    talk = Talk(server, user=user)
    for task in reversed(LIST):
        talk.op("add_task", time_zone="Europe/Berlin", **task)
    before = {t["id"]: t for t in talk.tasks()}
    for message in messages:
        said = talk.say(message, time_zone="Europe/Berlin")
    found = {}
    for now in talk.tasks():
        was = before.get(now["id"], {"title": None})
        changed = {f: now[f] for f in FIELDS if now[f] != was.get(f)}
        if changed:
            found[was["title"]] = changed
    return said, found


def check(place, *cases):
    with Server(place) as server:
        for n, (*messages, wanted) in enumerate(cases):
            said, found = after(server, f"person-{n}", *messages)
            equal(found, wanted, (messages, said["response"]))


def test_a_part_of_the_name_is_another(place):
    """req: tasks US3, FR-005"""
    check(place,
          ("please change Bauer to Maurer in the phone one", {"phone Bauer": {"title": "phone Maurer"}}),
          ("show my tasks", "number 1 should say Maurer not Bauer", {"phone Bauer": {"title": "phone Maurer"}}),
          ("screws should be size 8 now, can you fix that", {"buy size 6 screws": {"title": "buy size 8 screws"}}),
          ("retitle the gutters task: clear the gutters and the drain",
           {"clear the gutters": {"title": "clear the gutters and the drain"}}))


def test_what_the_task_has_is_not_what_is_new(place):
    """req: tasks US3, FR-005"""
    check(place,
          ("phoning Bauer isn't low anymore, high please", {"phone Bauer": {"priority": "high"}}),
          ("move phone Bauer to 6 not 7", {"phone Bauer": {"due": "2059-11-19T06:00"}}),
          ("move phone Bauer to 2059-11-21, same time", {"phone Bauer": {"due": "2059-11-21T07:00"}}),
          ("push phone Bauer 48h", {"phone Bauer": {"due": "2059-11-21T07:00"}}))


def test_a_name_alone_with_what_is_new_is_the_task_that_is_there(place):
    """req: tasks US3, FR-011"""
    check(place,
          ("gutters high priority", {"clear the gutters": {"priority": "high"}}),
          ("size 6 screws by 2059-11-25", {"buy size 6 screws": {"due": "2059-11-25"}}),
          ("let the gutters slide until 2059-11-28", {"clear the gutters": {"due": "2059-11-28"}}),
          ("the gutters have been pushed back a week", {"clear the gutters": {"due": "2059-11-27"}}),
          ("gutters = high", {"clear the gutters": {"priority": "high"}}),
          ("the gutters have become urgent", {"clear the gutters": {"priority": "high"}}))


def test_notes_and_tags_are_no_names(place):
    """req: tasks US3, FR-005"""
    check(place,
          ("add a note to the gutters: borrow the tall ladder",
           {"clear the gutters": {"description": "borrow the tall ladder"}}),
          ("note on the screws: stainless ones", {"buy size 6 screws": {"description": "stainless ones"}}),
          ("could you tag the gutters with 'house'?", {"clear the gutters": {"tags": ["house"]}}),
          ("make the gutters monthly", {"clear the gutters": {"repeat": "FREQ=MONTHLY"}}),
          ("untag phone Bauer", {"phone Bauer": {"tags": []}}),
          ("tag the gutters house", {"clear the gutters": {"tags": ["house"]}}),
          ("Bauer isn't people, take that tag off", {"phone Bauer": {"tags": []}}),
          ("the screws: budget 5 euros (note)", {"buy size 6 screws": {"description": "budget 5 euros"}}),
          ("gutters: add note the ladder is at Ada's",
           {"clear the gutters": {"description": "the ladder is at Ada's"}}),
          ("show my tasks", "no 3: stainless ones (as a note)", {"buy size 6 screws": {"description": "stainless ones"}}))


def test_a_reminder_leaves_the_due_date_alone(place):
    """req: tasks US3, FR-005"""
    with Server(place) as server:
        talk = Talk(server)
        talk.op("add_task", time_zone="Europe/Berlin", **LIST[1])
        talk.say("remind me about the gutters on 2059-11-18 at 10:00", "success", time_zone="Europe/Berlin")
        task, = talk.tasks()
        equal((task["title"], task["due"], task["remind"]), ("clear the gutters", "2059-11-20", "2059-11-18T10:00"))


def test_what_is_told_and_then_ordered_to_be_changed(place):
    """req: tasks US3, FR-005"""
    check(place,
          ("the gutters have to be cleared by 2059-11-24, can you set that",
           {"clear the gutters": {"due": "2059-11-24"}}),
          ("Bauer isn't in the office before nine, so change the time on it",
           {"phone Bauer": {"due": "2059-11-19T09:00"}}),
          ("Bauer's getting urgent, change it to high", {"phone Bauer": {"priority": "high"}}),
          ("gutters: no deadline any more, remove it", {"clear the gutters": {"due": None}}),
          ("for the screws write down: stainless, max 5 euros",
           {"buy size 6 screws": {"description": "stainless, max 5 euros"}}),
          ("Huber's office is open until 5 now, change it", {}))


def test_the_last_task_is_put_right_not_taken_back(place):
    """req: tasks US3, FR-005"""
    with Server(place) as server:
        for n, (added, said, wanted) in enumerate((
                ("order 12 ducks", "wrong number!! 20 ducks not 12", {"title": "order 20 ducks", "due": None}),
                ("order 12 ducks on 2059-11-19", "no wait, that day is wrong, 2059-11-20",
                 {"title": "order 12 ducks", "due": "2059-11-20"}),
                ("order 12 ducks", "no, wrong one, delete Hamlet", {"title": "order 12 ducks", "due": None}))):
            talk = Talk(server, user=f"person-{n}")
            talk.say(f"add a task: {added}", "success", time_zone="Europe/Berlin")
            talk.say(said, time_zone="Europe/Berlin")
            task, = talk.tasks()
            equal({f: task[f] for f in wanted}, wanted, said)


def test_a_time_is_taken_away_and_both_are_meant(place):
    """req: tasks US3, FR-005"""
    check(place,
          ("drop the time from phone Bauer, only the day is fixed", {"phone Bauer": {"due": "2059-11-19"}}),
          ("move the gutetrs to 2059-11-22", {"clear the gutters": {"due": "2059-11-22"}}),
          ("show my tasks", "#house for 2 and 3", "yes",
           {"clear the gutters": {"tags": ["house"]}, "buy size 6 screws": {"tags": ["house"]}}),
          ("rather than #people put #calls on phone Bauer", {"phone Bauer": {"tags": ["calls"]}}))


def test_another_day_keeps_the_time_and_several_move_each_by_itself(place):
    """req: tasks US3, FR-005"""
    check(place,
          ("move phone Bauer to 2059-11-23", {"phone Bauer": {"due": "2059-11-23T07:00"}}),
          ("phone Bauer is on 2059-11-23, any time", {"phone Bauer": {"due": "2059-11-23"}}),
          ("show my tasks", "move 1 and 2 to 2059-12-01", "yes",
           {"phone Bauer": {"due": "2059-12-01T07:00"}, "clear the gutters": {"due": "2059-12-01"}}),
          ("show my tasks", "push 1 and 2 by a week", "yes",
           {"phone Bauer": {"due": "2059-11-26T07:00"}, "clear the gutters": {"due": "2059-11-27"}}),
          ("show my tasks", "push 1 and 3 by a week", {}),
          ("show my tasks", "remove the time from 1 and 2", "yes", {"phone Bauer": {"due": "2059-11-19"}}),
          ("set size 6 screws to 08:00 on 2059-11-23", {"buy size 6 screws": {"due": "2059-11-23T08:00"}}),
          ("I have no time on that day, move phone Bauer to 2059-11-23", {"phone Bauer": {"due": "2059-11-23T07:00"}}),
          ("show my tasks", "please edit item two, shift to 2 December 2059",
           {"clear the gutters": {"due": "2059-12-02"}}),
          ("show my tasks", "correct number 1: it should say phone Bauer and Sons",
           {"phone Bauer": {"title": "phone Bauer and Sons"}}))


def test_another_name_and_what_is_denied_change_nothing(place):
    """req: tasks SEC-001, EC-001"""
    check(place,
          ("change Huber to Maurer in the letter one", {}),
          ("don't change Bauer to Maurer", {}),
          ("should I change Bauer to Maurer?", {}),
          ("the Huber call is at 6 not 7", {}),
          ("Otto said Bauer should be Maurer", {}),
          ("no need to reschedule the gutters", {}),
          ("leave the gutters on Thursday, don't shift it", {}),
          ("the gutters stay on Thursday", {}))


main(globals())
