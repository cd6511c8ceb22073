#!/usr/bin/env python3
"""Messages of several pieces: each does what it says, to the task it names; what is only told changes nothing."""
from harness import equal, main
from talking import Server, Talk

OPEN, DONE = "pending", "completed"


def settle(talk, message):
    """Says it, and yes to whatever has to be confirmed."""
    said = talk.say(message)
    for _ in range(4):
        if said["status"] != "confirmation_required":
            break
        said = talk.say("yes")
    return said


def after(server, user, message, done=(), **tasks):
    """What becomes of these tasks (newest first), by the words of the message."""
    talk = Talk(server, user=user)
    for name, title in reversed(tasks.items()):
        talk.op("add_task", title=title)
        if name in done:
            talk.op("complete_task", task_id=talk.id_of(title))
    said = settle(talk, message)
    return said, {t["title"]: t for t in talk.tasks()}


GARDEN = {"mower": "sharpen the mower", "seeds": "order tomato seeds", "fence": "paint the fence",
          "shed": "clear out the shed"}


def statuses(tasks):
    return {title: t["status"] for title, t in tasks.items()}


def test_each_piece_is_done_to_the_task_it_names(place):
    """req: tasks FR-014"""
    wanted = (
        ("Mower's sharpened. Scrap the shed.", {"sharpen the mower": DONE, "order tomato seeds": OPEN,
                                                "paint the fence": OPEN}),
        ("seeds ordered, fence painted, what else?", {"sharpen the mower": OPEN, "order tomato seeds": DONE,
                                                      "paint the fence": DONE, "clear out the shed": OPEN}),
        ("tick the mower, bin the shed, and stick in 'buy hose clips'",
         {"sharpen the mower": DONE, "order tomato seeds": OPEN, "paint the fence": OPEN, "buy hose clips": OPEN}),
        ("delete the fence and add 'stain the fence panels' instead, much quicker",
         {"sharpen the mower": OPEN, "order tomato seeds": OPEN, "clear out the shed": OPEN,
          "stain the fence panels": OPEN}),
        ("remove the shed and the seeds", {"sharpen the mower": OPEN, "paint the fence": OPEN}),
    )
    with Server(place) as server:
        for n, (message, expected) in enumerate(wanted):
            said, tasks = after(server, f"garden-{n}", message, **GARDEN)
            equal(statuses(tasks), expected, (message, said["response"]))


def test_a_day_and_a_priority_belong_to_the_piece_that_says_them(place):
    """req: tasks US3, FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "the mower is sharpened and the fence moves to Saturday", **GARDEN)
        equal((tasks["sharpen the mower"]["status"], tasks["paint the fence"]["due"] is not None,
               tasks["sharpen the mower"]["due"]), (DONE, True, None), said["response"])
        said, tasks = after(server, "bob", "Seeds ordered. Make the shed high priority.", **GARDEN)
        equal((tasks["order tomato seeds"]["status"], tasks["clear out the shed"]["priority"],
               tasks["order tomato seeds"]["priority"]), (DONE, "high", None), said["response"])


def test_it_is_what_was_just_spoken_of(place):
    """req: tasks FR-011"""
    wanted = (("The fence is peeling already, please reopen it.", ("fence",), {"paint the fence": OPEN}),
              ("I ticked the seeds too soon, untick that one", ("seeds",), {"order tomato seeds": OPEN}),
              ("the mower went back to the shop, so open it up again", ("mower",), {"sharpen the mower": OPEN}))
    with Server(place) as server:
        for n, (message, done, expected) in enumerate(wanted):
            said, tasks = after(server, f"it-{n}", message, done=done, **GARDEN)
            equal({k: v for k, v in statuses(tasks).items() if k in expected}, expected, (message, said["response"]))
            equal(sorted(statuses(tasks).values()).count(OPEN), 4, (message, said["response"]))


def test_what_depends_on_something_or_is_denied_changes_nothing(place):
    """req: tasks SEC-001, EC-001"""
    messages = ("if the shop is shut, delete the seeds and tick the mower", "should the fence hold, scrap it and the shed",
                "the mower isn't sharpened, the seeds aren't ordered", "delete the shed or the fence, whichever",
                "my neighbour would delete the shed and tick the fence")
    with Server(place) as server:
        for n, message in enumerate(messages):
            talk = Talk(server, *reversed(GARDEN.values()), user=f"no-{n}")
            talk.say(message)
            equal(talk.state(), {title: OPEN for title in GARDEN.values()}, message)


def test_news_of_a_task_does_not_complete_it(place):
    """req: tasks SEC-001, EC-001"""
    titles = ("fetch the parcel from the depot", "phone the dentist", "mend the kettle", "wash the curtains")
    told = ("the depot closed", "I have been to the dentist", "the kettle has to be mended by Monday",
            "my sister's curtains were washed", "the dentist moved", "the kettle mending shop called",
            "the depot fetched a new lorry", "Mum wants the curtains washed")
    with Server(place) as server:
        for n, message in enumerate(told):
            talk = Talk(server, *titles, user=f"news-{n}")
            talk.say(message)
            equal(talk.done(), [], message)
        talk = Talk(server, *titles, user="news")
        for message in ("the kettle is mended", "rang the dentist", "curtains washed"):
            talk.say(message, "success")
        equal(talk.done(), ["mend the kettle", "phone the dentist", "wash the curtains"])


def test_nothing_is_done_that_was_asked_wished_denied_or_said_of_another(place):
    """req: tasks SEC-001, EC-001, FR-012"""
    told = (
        (("Order cake", "Call John"), "Have we booked the hall, ordered the cake, called John and paid Ann?"),
        (("Order cake", "Buy boots"), "I wish the cake was ordered and the boots were bought"),
        (("Buy boots",), "Tom said, the boots are bought"),
        (("Tax form",), "The tax form we need to complete"),
        (("Call mum",), "I called mum's plumber"),
        (("Call Jones",), "I called Jon"),
        (("Fix the tape",), "I fixed the tap"),
        (("Pay the Carter rent", "Book lunch with Dana"), "The Ashton rent and the Brown lunch are done"),
        (("Ring the bank",), "Rang the bank but they couldn\u2019t help"),
    )
    with Server(place) as server:
        for n, (titles, message) in enumerate(told):
            talk = Talk(server, *titles, user=f"open-{n}")
            talk.say(message)
            equal(talk.done(), [], message)


def test_only_what_was_said_is_changed(place):
    """req: tasks SEC-001, FR-011, FR-014"""
    wanted = (
        (("Book the florist", "Call the band"), "The florist is booked and I haven't called the band", ["Book the florist"]),
        (("Order cake from the bakery", "Buy milk"), "The bakery is closed, tick off the milk", ["Buy milk"]),
        (("Buy boots", "Pay rent"), "Bought the boots, last Friday", ["Buy boots"]),
    )
    with Server(place) as server:
        for n, (titles, message, done) in enumerate(wanted):
            talk = Talk(server, *titles, user=f"only-{n}")
            talk.say("show my tasks")
            talk.say(message)
            equal((set(talk.done()) <= set(done), [t["due"] for t in talk.tasks()]), (True, [None] * len(titles)), message)
        talk = Talk(server, "Order cake from the bakery", "Hall booking", user="behind")
        talk.say("Delete the hall booking. The bakery is closed.")
        talk.say("yes")
        equal(talk.done(), [])


def test_places_say_each_what_becomes_of_them(place):
    """req: tasks FR-014"""
    with Server(place) as server:
        talk = Talk(server, *reversed(GARDEN.values()), user="places")
        talk.say("show my tasks")
        settle(talk, "1 done 2 done 3 push to friday")
        tasks = {t["title"]: t for t in talk.tasks()}
        equal([t["status"] for t in tasks.values()].count(DONE), 2)
        equal([tasks["paint the fence"]["due"] is None, tasks["clear out the shed"]["due"]], [False, None])
        talk = Talk(server, *reversed(GARDEN.values()), user="ordinals")
        talk.say("show my tasks")
        settle(talk, "1 and 2 are done, 4 you can delete")
        equal(talk.state(), {"sharpen the mower": DONE, "order tomato seeds": DONE, "paint the fence": OPEN})


def test_what_follows_but_is_of_the_task_that_it_names(place):
    """req: tasks FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "the mower is sharpened but they had no seeds, so put the seeds on tomorrow",
                            **GARDEN)
        equal((tasks["sharpen the mower"]["status"], tasks["order tomato seeds"]["status"],
               tasks["order tomato seeds"]["due"] is None), (DONE, OPEN, False), said["response"])


def test_what_is_done_and_what_is_next(place):
    """req: tasks FR-014"""
    wanted = (("Mower sharpened. next up: wash the mower cover", "wash the mower cover"),
              ("Mower sharpened.new job: hang the gate", "hang the gate"),
              ("sharpened the mower. Instead: hang the gate", "hang the gate"))
    with Server(place) as server:
        for n, (message, title) in enumerate(wanted):
            said, tasks = after(server, f"next-{n}", message, **GARDEN)
            equal(statuses(tasks), {**{t: OPEN for t in GARDEN.values()}, "sharpen the mower": DONE, title: OPEN},
                  (message, said["response"]))


def test_each_task_has_what_its_own_piece_says(place):
    """req: tasks US3, FR-014"""
    wanted = (
        ("fence: high priority and by today. The shed: no rush, low.",
         {"paint the fence": ("high", True), "clear out the shed": ("low", False)}),
        ("mower two days later. seeds -> friday", {"sharpen the mower": (None, True), "order tomato seeds": (None, True)}),
        ("The seeds I ordered on Saturday. The fence i paint on friday",
         {"order tomato seeds": (None, False), "paint the fence": (None, True)}),
        ("Tomato seeds by Friday, and note there: the early kind", {"order tomato seeds": (None, True)}),
    )
    with Server(place) as server:
        for n, (message, expected) in enumerate(wanted):
            talk = Talk(server, user=f"own-{n}")
            for title in reversed(GARDEN.values()):
                talk.op("add_task", title=title, **({"due": "2058-01-07"} if "mower" in title and n == 1 else {}))
            said = settle(talk, message)
            tasks = {t["title"]: t for t in talk.tasks()}
            equal(set(tasks), set(GARDEN.values()), (message, said["response"]))
            equal({k: (tasks[k]["priority"], tasks[k]["due"] is not None) for k in expected}, expected,
                  (message, said["response"]))
        equal(tasks["order tomato seeds"]["description"], "the early kind")


def test_the_deed_behind_its_thing_is_done(place):
    """req: tasks FR-014"""
    wanted = (("fence painted, shed cleared out, and I need to buy rakes", ["clear out the shed", "paint the fence"]),
              ("seeds orderd. tick the mower", ["order tomato seeds", "sharpen the mower"]),
              ("the seeds came, tick. scrap the fence", ["order tomato seeds"]),
              ("Done. Scrap the fence", []))
    with Server(place) as server:
        for n, (message, done) in enumerate(wanted):
            said, tasks = after(server, f"deed-{n}", message, **GARDEN)
            equal(sorted(t for t in GARDEN.values() if t in tasks and tasks[t]["status"] == DONE), done,
                  (message, said["response"]))


def test_a_plain_order_behind_a_comma_is_none_of_a_new_name(place):
    """req: tasks FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "add buy wood glue, delete the fence", **GARDEN)
        equal(sorted(tasks), sorted([*(t for t in GARDEN.values() if "fence" not in t), "buy wood glue"]), said["response"])
        said, tasks = after(server, "cat", "add buy wood glue and tick the fence", **GARDEN)
        equal(statuses(tasks), {**{t: OPEN for t in GARDEN.values()}, "paint the fence": DONE, "buy wood glue": OPEN},
              said["response"])
        said, tasks = after(server, "bob", "Mower is sharpened; kindly add whet the scythe, due on the 30th.", **GARDEN)
        equal((tasks["sharpen the mower"]["status"], tasks["whet the scythe"]["due"] is None), (DONE, False),
              said["response"])


def test_what_two_pieces_give_a_task_it_has_of_both(place):
    """req: tasks FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "mower to friday and make it urgent. also add buy hose clips", **GARDEN)
        mower = tasks["sharpen the mower"]
        equal((mower["due"] is None, mower["priority"], "buy hose clips" in tasks), (False, "high", True),
              said["response"])
        said, tasks = after(server, "bob", "tag the mower tools and delete the shed", **GARDEN)
        equal((tasks["sharpen the mower"]["tags"], "clear out the shed" in tasks), (["tools"], False), said["response"])


def test_what_is_said_of_anything_that_is_over_completes(place):
    """req: tasks FR-011"""
    for user, message in enumerate(("the fence is taken care of", "the fence can be closed")):
        with Server(place) as server:
            said, tasks = after(server, f"u{user}", message, **GARDEN)
            equal(tasks["paint the fence"]["status"], DONE, said["response"])


def test_an_and_within_a_title_cuts_nothing(place):
    """req: tasks FR-011"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "read and signed the lease, yay. buy boxes tomorrow please",
                            lease="read and sign the lease", keys="fetch the keys")
        equal(tasks["read and sign the lease"]["status"], DONE, said["response"])


def test_the_name_of_a_new_task_is_not_cut(place):
    """req: tasks US1"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "remind me to call Jo and cancel the shed delivery", **GARDEN)
        equal([t for t in tasks if t not in GARDEN.values()], ["call Jo and cancel the shed delivery"], said["response"])


def test_what_is_ordered_is_of_its_own_sentence(place):
    """req: tasks FR-011, FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "seeds ordered. The fence I will do on Friday, please change", **GARDEN)
        equal((tasks["order tomato seeds"]["status"], tasks["order tomato seeds"]["due"],
               tasks["paint the fence"]["due"] is None), (DONE, None, False), said["response"])
        said, tasks = after(server, "bob", "mower is sharpened, tomato seeds still to order - move those to Friday",
                            **GARDEN)
        equal((tasks["sharpen the mower"]["status"], tasks["sharpen the mower"]["due"],
               tasks["order tomato seeds"]["due"] is None), (DONE, None, False), said["response"])
        said, tasks = after(server, "cat", "I did the mower and the seeds. Tom wants to paint the fence so get that off "
                            "my list", **GARDEN)
        equal(statuses(tasks), {"sharpen the mower": DONE, "order tomato seeds": DONE, "clear out the shed": OPEN},
              said["response"])


def test_a_place_of_which_nothing_is_understood_is_asked_about(place):
    """req: tasks FR-012, FR-014"""
    with Server(place) as server:
        talk = Talk(server, *reversed(GARDEN.values()), user="left")
        talk.say("show my tasks")
        said = talk.say("1 done. 2 tomorrow. 3 wobbles somewhat")
        equal((said["status"], talk.state()["sharpen the mower"], "fence" in said["response"]),
              ("clarification_needed", DONE, True), said["response"])
        talk = Talk(server, *reversed(GARDEN.values()), user="forgotten")
        talk.say("show my tasks")
        settle(talk, "1 done. 3 forget it. chuck 4")
        equal(talk.state(), {"sharpen the mower": DONE, "order tomato seeds": OPEN})


def test_both_are_what_was_just_named(place):
    """req: tasks FR-011, FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "the mower, the shed - both off the list please", **GARDEN)
        equal(sorted(tasks), ["order tomato seeds", "paint the fence"], said["response"])
        said, tasks = after(server, "bob", "set the mower to low priority and the fence to high, both by Friday", **GARDEN)
        equal([(tasks[t]["priority"], tasks[t]["due"] is None) for t in ("sharpen the mower", "paint the fence")],
              [("low", False), ("high", False)], said["response"])


def test_what_depends_on_something_does_not_silence_the_other_sentences(place):
    """req: tasks FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "Seeds ordered. Ring the nursery on Monday if they do not come.", **GARDEN)
        equal((tasks["order tomato seeds"]["status"], "Ring the nursery if they do not come" in tasks), (DONE, True),
              said["response"])
        talk = Talk(server, *reversed(GARDEN.values()), user="bob")
        talk.say("add oil the hinges")
        talk.say("add it to #home and make it due friday. seeds are ordered btw")
        tasks = {t["title"]: t for t in talk.tasks()}
        equal((tasks["oil the hinges"]["tags"], tasks["oil the hinges"]["due"] is None,
               tasks["order tomato seeds"]["status"]), (["home"], False, DONE))


def test_a_list_of_things_is_as_many_tasks(place):
    """req: tasks US1, FR-014"""
    with Server(place) as server:
        said, tasks = after(server, "ann", "shampoo, dog food, light bulbs")
        equal(sorted(tasks), ["dog food", "light bulbs", "shampoo"], said["response"])
        said, tasks = after(server, "bob", "buy shampoo, dog food, light bulbs")
        equal(list(tasks), ["buy shampoo, dog food, light bulbs"], said["response"])


main(globals())
