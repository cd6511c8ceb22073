#!/usr/bin/env python3
"""data.read: a question as queries that it may ask, for our own agents; no outside program is offered it."""
import json

from doors import StdioMcp
from harness import equal, holds, main

SINGERS = """name,country,age,email
Ann,France,31,ann@example.org
Bob,Spain,28,bob@example.org
Cleo,France,45,cleo@example.org
Dan,Peru,28,dan@example.org
"""


def read(place, question, **args):
    args = {"data": [place.write("singers.csv", SINGERS)], "question": question, **args}
    return place.run("op", "run", "data.read", json.dumps(args))


def readings(place, question, **args):
    done = read(place, question, **args)
    if done.status != 0:
        holds(repr(done), "was built without what reads questions")  # a build without data/read/reader.bundle
        return None
    return done.json["readings"]


def test_a_question_becomes_queries_with_words_and_confidence(place):
    question = "names of splendid singers from France"
    found = readings(place, question, most=3)
    if found is None:
        return
    assert 1 <= len(found) <= 3, found
    best = found[0]
    holds(json.dumps(best["query"]), '"France"')
    holds(best["said"], "France")
    equal(best["row_count"], 2)
    assert sum(one["confidence"] for one in found) <= 1, found
    left = [question[piece["at"]:piece["at"] + piece["n"]] for piece in best["unexplained"]]
    holds(" ".join(left), "splendid")
    equal(readings(place, question, most=3), found)


def test_what_a_policy_blocks_is_not_in_a_reading(place):
    found = readings(place, "email of each singer", blocked_patterns=["email"])
    if found is not None:
        assert "email" not in json.dumps([one["query"] for one in found]), found


def test_what_is_no_question_is_refused(place):
    equal(read(place, "").status, 2)
    equal(read(place, "singers", most=51).status, 2)
    equal(read(place, "singers " * 500).status == 0, False)


def test_no_outside_program_is_offered_it(place):
    with StdioMcp(place, "--tools", "all") as mcp:
        names = {tool["name"] for tool in mcp.request("tools/list", {})["result"]["tools"]}
        assert "data.describe" in names and "data.read" not in names, names


if __name__ == "__main__":
    main(globals())
