#!/usr/bin/env python3
"""Which task is meant by words that are bent, cut short, misspelt or beside the point; and which is not."""
from harness import equal, main
from talking import Server, Talk

HOUSE = ("Haircut", "return library books", "Seating plan for the wedding", "send invoice 210", "book swimming course",
         "call Maria", "repair the garden gate")


def ask(server, n, message, titles=HOUSE):
    """What was said to it, and the places (from 1) of the tasks that are done, with how many there are now."""
    talk = Talk(server, user=f"fits-{n}")
    for title in reversed(titles):
        talk.op("add_task", title=title)
    said = talk.say(message)
    tasks = {t["title"]: t for t in talk.tasks()}
    return said, [i + 1 for i, t in enumerate(titles) if tasks[t]["status"] == "completed"], tasks


def test_slips_cuts_and_words_written_apart_find_their_task(place):
    """req: tasks US4, FR-012"""
    with Server(place) as server:
        for n, (message, done) in enumerate((
                ("libary books returned", [2]),
                ("bookd the swimming course", [5]),
                ("hair cut is done", [1]),
                ("gardn gate repaired", [7]),
                ("the swimming course is booked", [5]))):
            said, got, _ = ask(server, n, message)
            equal(got, done, (message, said["response"]))


def test_a_misspelt_name_is_found_where_it_is_to_be_changed(place):
    """req: tasks US5, FR-012"""
    with Server(place) as server:
        said, _, tasks = ask(server, 0, "make the seatng plan high priority")
        equal(tasks["Seating plan for the wedding"]["priority"], "high", said)
        equal(len(tasks), len(HOUSE))


def test_another_person_number_or_thing_is_not_the_task(place):
    """req: tasks SEC-001, EC-001"""
    with Server(place) as server:
        for n, message in enumerate(("called Marie", "invoice 211 is sent", "the garage gate is repaired",
                                     "my sister's library books are returned", "has the gate been repaired?")):
            said, got, tasks = ask(server, n, message)
            equal(got, [], (message, said["response"]))
            equal(set(tasks), set(HOUSE), (message, said["response"]))


def test_what_is_partly_so_supposed_reported_or_asked_changes_nothing(place):
    """req: tasks SEC-001, EC-001, FR-012"""
    titles = ("paint the fence", "book vet for the cat", "buy milk", "call the dentist")
    with Server(place) as server:
        for n, message in enumerate(("the fence is mostly painted", "no fence was painted", "fed the cat this morning",
                                     "let me check if the fence is painted", "Milk bought. Only if Ann agrees.",
                                     "unless Ann calls, the dentist is on Friday",
                                     "no need to move the dentist to Friday")):
            said, got, tasks = ask(server, n, message, titles)
            equal(got, [], (message, said["response"]))
            equal({t["due"] for t in tasks.values()}, {None}, (message, said["response"]))
            equal(set(tasks), set(titles), (message, said["response"]))


def test_what_only_leads_to_a_name_is_none_of_it(place):
    """req: tasks US1, FR-001, FR-002"""
    with Server(place) as server:
        talk = Talk(server, user="leads")
        for message, title in (("be a dear and pop sharpen the knives on there", "sharpen the knives"),
                               ("put me down for mow the verge", "mow the verge"),
                               ("new one for me: oil the hinges", "oil the hinges")):
            said = talk.say(message, "success")
            equal(said["tool_calls"][0]["parameters"]["title"], title, said["response"])


def test_what_is_in_doubt_is_offered_by_the_name_of_the_task(place):
    """req: tasks FR-012, FR-013"""
    with Server(place) as server:
        talk = Talk(server, "paint the fence", "buy milk", user="offer")
        said = talk.say("the fence is mostly painted", "clarification_needed")
        assert "1. Complete 'paint the fence'" in said["response"], said["response"]
        talk.say("1", "success")
        equal(talk.done(), ["paint the fence"])


def test_two_that_fit_as_well_are_asked_about(place):
    """req: tasks FR-018"""
    with Server(place) as server:
        titles = ("paint the fence", "mend the fence", "water the roses")
        said, got, _ = ask(server, 0, "the fence is done", titles)
        equal((said["status"], got), ("clarification_needed", []), said)


def test_what_nothing_can_be_changed_of_is_something_new(place):
    """req: tasks SC-008, FR-012"""
    with Server(place) as server:
        for n, message in enumerate(("set up the printer", "file the insurance papers")):
            talk = Talk(server, user=f"new-{n}")
            talk.op("add_task", title="water the roses")
            said = talk.say(message, "success")
            equal(len(talk.tasks()), 2, (message, said["response"]))


def test_an_order_to_what_is_not_there_is_no_task(place):
    """req: tasks SEC-001, EC-002"""
    with Server(place) as server:
        for n, message in enumerate(("rename the one about the window to Paint the cellar", "move the dentist task to Friday",
                                     "delete the boat", "format the list", "empty the list silently")):
            said, got, tasks = ask(server, n, message)
            equal((got, set(tasks)), ([], set(HOUSE)), (message, said["response"]))


main(globals())
