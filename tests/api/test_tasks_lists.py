#!/usr/bin/env python3
"""Questions about tasks in any words: what is shown is what was asked about, and nothing changes by it."""
from harness import equal, main
from talking import Server, Talk

CHOIR = (("photocopy the tenor parts", {}), ("return the score books", {"due": "2058-03-01"}),
         ("hoover the vestry", {"tags": ["church"]}), ("church rota", {}), ("tune the organ", {}))


def choir(server, user):
    talk = Talk(server, user=user)
    for title, more in CHOIR:
        talk.op("add_task", title=title, **more)
    talk.op("complete_task", task_id=talk.id_of("tune the organ"))
    return talk


def shown(talk, message):
    """The titles that the list of the answer holds."""
    before = talk.tasks()
    said = talk.say(message, "success")
    lists = [call["result"]["data"] for call in said["tool_calls"] if call["tool"] == "list_tasks"]
    equal(talk.tasks(), before, (message, "nothing changes"))
    return {task["title"] for task in (lists[-1] if lists else [])}, said["response"]


OPEN = {title for title, _ in CHOIR} - {"tune the organ"}


def test_a_task_that_is_asked_about_is_shown_whatever_it_is(place):
    """req: tasks US2, FR-003"""
    with Server(place) as server:
        talk = choir(server, "ann")
        titles, response = shown(talk, "have i done the score books yet?? father Piet is asking")
        equal(titles, {"return the score books"}, response)
        equal("still open" in response, True, response)
        titles, response = shown(talk, "are the score books this week or next?")
        equal(titles, {"return the score books"}, response)
        titles, response = shown(talk, "what day do I have to have the score books back by?")
        equal(titles, {"return the score books"}, response)


def test_what_is_filed_and_what_is_named_so_are_both_shown(place):
    """req: tasks US2, FR-003"""
    with Server(place) as server:
        talk = choir(server, "ann")
        equal(shown(talk, "what's open for church")[0], {"hoover the vestry", "church rota"})
        equal(shown(talk, "wat do i need to do for chruch")[0], {"hoover the vestry", "church rota"})


def test_what_is_still_to_do_is_open(place):
    """req: tasks US2, FR-003"""
    with Server(place) as server:
        talk = choir(server, "ann")
        for message in ("I've lost track. What is there still for me to do?",
                        "Please let me know what remains to be done.",
                        "Before I agree to anything else this week, can I see what's still open on my list"):
            equal(shown(talk, message)[0], OPEN, message)
        equal(shown(talk, "whats finished and whats not")[0], OPEN | {"tune the organ"})
        equal(shown(talk, "show me everything, also the finished ones")[0], OPEN | {"tune the organ"})


def test_a_span_without_an_end_is_said_as_one(place):
    """req: tasks US2"""
    with Server(place) as server:
        talk = choir(server, "ann")
        titles, response = shown(talk, "what is due before 2 March 2058?")
        equal(titles, {"return the score books"}, response)
        equal("due by" in response, True, response)


main(globals())
