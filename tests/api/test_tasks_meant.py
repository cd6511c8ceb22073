#!/usr/bin/env python3
"""Which task is meant, and what becomes of it: by what was told, by what was named before, by what it has."""
from harness import equal, main
from talking import Server, Talk

OPEN, DONE, GONE = "pending", "completed", "deleted"
BOAT = ("varnish the tiller", "order new fenders", "ring the harbour master", "return the borrowed dinghy")


def settle(talk, message):
    """Says it, and yes to whatever has to be confirmed."""
    said = talk.say(message)
    for _ in range(4):
        if said["status"] != "confirmation_required":
            break
        said = talk.say("yes")
    return said


def begin(server, user, titles, shown=False):
    talk = Talk(server, user=user)
    for title in reversed(titles):
        talk.op("add_task", title=title)
    if shown:
        talk.say("show my tasks")
    return talk


def check(place, cases, titles=BOAT, shown=False):
    """Each message, and the tasks (by their places, from 1) that it completes, deletes or leaves alone."""
    with Server(place) as server:
        for n, (message, expected) in enumerate(cases):
            talk = begin(server, f"boat-{n}", titles, shown)
            said = settle(talk, message)
            now = {t["title"]: t["status"] for t in talk.tasks()}
            got = {i + 1: now.get(title, GONE) for i, title in enumerate(titles) if now.get(title, GONE) != OPEN}
            equal(got, expected, (message, said["response"]))
            equal(set(now) - set(titles), set(), (message, said["response"]))


def test_what_was_told_to_be_done_is_done_whoever_did_it(place):
    """req: tasks US4, FR-014"""
    check(place, (
        ("my nephew varnished the tiller for me", {1: DONE}),
        ("Tiller got varnished at the yard for 40 euro.", {1: DONE}),
        ("picked up new fenders in the chandlery", {2: DONE}),
        ("phoned the harbour master, he says hi", {3: DONE}),
        ("took the dinghy back on Sunday", {4: DONE}),
        ("The borrowed dinghy went back this morning.", {4: DONE}),
        ("fenders i ordered yesterday", {2: DONE}),
        ("spoke with the harbour master, no further calls needed", {3: DONE}),
    ))


def test_a_word_of_the_language_is_no_slip_of_another(place):
    """req: tasks FR-012, EC-001"""
    check(place, (
        ("I updated the diary", {}),
        ("called Petersen", {}),
        ("delete the posts", {}),
        ("the dentist called", {}),
        ("my flight is on Friday, don't add it", {}),
        ("finished with the dnetist", {4: DONE}),
        ("tick off the dairy and delete it", {1: GONE}),
        ("was going to delete the dairy but no, keep it", {}),
        ("the dentist was closed, so I could not go after all", {}),
        ("Wilma had her pots watered by a neighbour", {}),
        ("couldn't make it to the dentist, ditch it", {4: GONE}),
        ("make sure the dentist is marked as done", {4: DONE}),
        ("went to the dentist so I can't eat, mark it done", {4: DONE}),
    ), titles=("buy dairy", "Peterson contract", "water the pots", "dentist"))


def test_another_thing_in_the_place_of_the_titles_own_is_not_it(place):
    """req: tasks FR-012, EC-001"""
    check(place, (
        ("the kitchen door is painted", {}),
        ("hopefully the garage door is painted", {}),
        ("the garage door is painted", {1: DONE}),
        ("Tom's present is sorted", {}),
        ("Anna's present is sorted", {2: DONE}),
    ), ("paint the garage door", "Anna's birthday present"))


def test_what_has_to_be_done_elsewhere_is_no_change_of_a_task_that_shares_a_word(place):
    """req: tasks FR-012, SC-008"""
    with Server(place) as server:
        talk = begin(server, "bank", ("call the bank about the loan",))
        talk.say("I have to go to the bank by Friday, can you put that down?")
        equal({t["title"]: t["due"] is not None for t in talk.tasks()},
              {"call the bank about the loan": False, "go to the bank": True})


def test_an_undo_that_names_a_task_is_of_that_and_not_of_the_last(place):
    """req: tasks FR-014"""
    with Server(place) as server:
        talk = begin(server, "named", ("dentist",))
        settle(talk, "delete the dentist")
        talk.say("add a task called milk")
        talk.say("bring back the dentist")
        equal(sorted(t["title"] for t in talk.tasks()), ["dentist", "milk"])


def test_what_was_not_done_or_done_to_something_else_changes_nothing(place):
    """req: tasks FR-014, SC-008"""
    check(place, (
        ("rang the harbour master but it went to voicemail", {}),
        ("varnished the oak mast", {}),
        ("returned the Hendersons' dinghy", {}),
        ("the tiller has not been varnished", {}),
        ("if the fenders were ordered I'd sleep better", {}),
        ("did anyone ring the harbour master?", {}),
        ("my nephew told me to delete the fenders", {}),
        ("don't take the fenders off the list", {}),
        ("varnish the tiller", {}),
    ), BOAT)


def test_it_is_what_the_message_speaks_of(place):
    """req: tasks FR-014, FR-018"""
    cases = (
        ("the dinghy sank, so remove it", {4: GONE}),
        ("Harbour master has retired. Delete that task.", {3: GONE}),
        ("tiller is gleaming, you can tick it off", {1: DONE}),
        ("fenders? they came with the boat. scrap it", {2: GONE}),
    )
    check(place, cases)
    check(place, cases, shown=True)


def test_a_name_or_number_that_is_not_the_tasks_is_asked_about(place):
    """req: tasks SC-008"""
    titles = ("see Dr Abara", "pay invoice 210", "water the plants")
    with Server(place) as server:
        for n, message in enumerate(("delete the visit to Dr Lindgren", "remove invoice 211", "invoice 211 is paid")):
            talk = begin(server, f"names-{n}", titles)
            said = talk.say(message)
            equal(said["status"], "clarification_needed", (message, said))
            equal({t["status"] for t in talk.tasks()}, {OPEN}, (message, said))


def test_striking_off_is_asked_about_like_any_deletion(place):
    """req: tasks FR-013"""
    with Server(place) as server:
        for n, message in enumerate(("strike the fenders off", "scratch out the fenders", "knock the fenders off my list",
                                     "The fenders can come off.", "get the fenders removed from my list",
                                     "I've decided against ordering new fenders",
                                     "we shan't be ordering new fenders after all")):
            talk = begin(server, f"strike-{n}", BOAT)
            said = talk.say(message)
            equal(said["status"], "confirmation_required", (message, said))
            equal({t["status"] for t in talk.tasks()}, {OPEN}, (message, said))


def test_what_is_cancelled_is_done_where_that_was_the_task(place):
    """req: tasks US4"""
    check(place, (("the gym membership is cancelled", {1: DONE}), ("the picnic is cancelled", {2: GONE})),
          ("cancel the gym membership", "plan the picnic"))


def test_places_are_pointed_at_in_many_ways(place):
    """req: tasks FR-014"""
    check(place, (
        ("the last but one is done", {3: DONE}),
        ("thrid one's done", {3: DONE}),
        ("number 2's taken care of", {2: DONE}),
        ("delete the second from the bottom", {3: GONE}),
        ("second one from the top is finished", {2: DONE}),
        ("strike item two", {2: GONE}),
        ("I've completed tasks one and four over lunch", {1: DONE, 4: DONE}),
        ("throw the third out", {3: GONE}),
    ), shown=True)


def test_words_that_are_cut_short_or_slipped_in_still_name_their_task(place):
    """req: tasks FR-014"""
    check(place, (("mark the calender as done", {1: DONE}), ("geog homework is finished", {2: DONE}),
                  ("the maria letter is done", {3: DONE}), ("delete the invoice business", {4: GONE})),
          ("print the calendar", "geography homework", "write to Maria", "chase the unpaid invoice"))


def test_all_with_a_tag_are_meant_by_it(place):
    """req: tasks FR-014"""
    with Server(place) as server:
        talk = Talk(server, user="tagged")
        for title, tags in (("dig over the bed", ["allotment"]), ("buy allotment gloves", []), ("sow beans", ["allotment"])):
            talk.op("add_task", title=title, tags=tags)
        settle(talk, "the allotment ones are finished")
        equal({t["title"]: t["status"] for t in talk.tasks()},
              {"dig over the bed": DONE, "buy allotment gloves": OPEN, "sow beans": DONE})


def test_both_are_the_two_that_there_are(place):
    """req: tasks FR-012"""
    check(place, (("both done for today", {1: DONE, 2: DONE}),), BOAT[:2])


def test_what_has_to_be_done_and_a_name_alone_complete_nothing(place):
    """req: tasks FR-014, EC-001"""
    check(place, (
        ("new fenders", {}),
        ("the fenders have to be ordered by Friday", {}),
        ("varnish the tiller", {}),
        ("the harbour master rang, he wants the papers", {}),
        ("both done for today", {}),
    ))


def test_so_many_of_a_kind_are_meant_where_there_are_so_many(place):
    """req: tasks FR-012, US5"""
    with Server(place) as server:
        for n, (message, left) in enumerate((
                ("throw out the two harbour tasks", {"order new fenders"}),
                ("delete both harbour ones", {"order new fenders"}),
                ("delete the three harbour tasks", {"order new fenders", "ring the harbour master", "pay the mooring"}))):
            talk = Talk(server, user=f"person-{n}")
            talk.op("add_task", title="order new fenders")
            talk.op("add_task", title="ring the harbour master", tags=["harbour"])
            talk.op("add_task", title="pay the mooring", tags=["harbour"])
            said = settle(talk, message)
            equal({t["title"] for t in talk.tasks()}, left, (message, said["response"]))


def test_what_is_said_to_be_different_of_a_task_is_changed_and_nothing_is_added(place):
    """req: tasks US3, FR-013, FR-014"""
    cases = (
        ("order ash planks not oak", {"title": "order ash planks"}),
        ("Jot down for the planks: two metres each", {"description": "two metres each"}),
        ("planks: two metres each, add that as a note", {"description": "two metres each"}),
        ("remove someday from the planks", {"tags": ["workshop"]}),
        ("forget the deadline on the planks", {"due": None}),
        ("remind me about the planks the day before at 18:00", {"remind": "2058-05-05T18:00"}),
        ("the planks are due on 3 June 2058 and have high priority", {"due": "2058-06-03", "priority": "high"}),
    )
    with Server(place) as server:
        for n, (message, wanted) in enumerate(cases):
            talk = Talk(server, user=f"planks-{n}")
            talk.op("add_task", title="order oak planks", due="2058-05-06", tags=["workshop", "someday"])
            said = talk.say(message)
            tasks = talk.tasks()
            equal(len(tasks), 1, (message, said["response"]))
            equal({name: tasks[0].get(name) for name in wanted}, wanted, (message, said["response"]))


def test_what_follows_an_addition_is_of_what_was_added(place):
    """req: tasks US3, FR-014"""
    with Server(place) as server:
        for n, (message, wanted) in enumerate((("I meant cable clips", {"title": "buy cable clips"}),
                                               ("with tag hall", {"tags": ["hall"]}),
                                               ("low priority for that one", {"priority": "low"}))):
            talk = Talk(server, user=f"cable-{n}")
            talk.say("add a task: buy cable ties")
            said = talk.say(message)
            tasks = talk.tasks()
            equal(len(tasks), 1, (message, said["response"]))
            equal({name: tasks[0].get(name) for name in wanted}, wanted, (message, said["response"]))


main(globals())
