"""`ask`: who answers, why, and what becomes of follow-ups, through the command line, HTTP and MCP."""
import json
import statistics
import threading
import time

import books
import harness
from doors import StdioMcp
from harness import equal, holds
from serving import error_of, served

SALES = """order_date,region,product,units,revenue
2023-01-05,East,Lamp,3,30.50
2023-02-06,West,Desk,1,100.00
2024-01-07,East,Lamp,2,20.00
2024-03-08,North,Chair,5,75.00
"""
NOBODY = "00000000-0000-4000-8000-000000000000"


def sales(place):
    return place.write("sales.csv", SALES)


def ask(place, question, *flags):
    return place.run("ask", "--json", *flags, question)


class Talk:
    """A conversation by the command line: the data is named once."""

    def __init__(self, place, *data):
        self.place, self.data, self.id = place, data, None

    def say(self, message, *flags):
        about = ["--conversation-id", self.id] if self.id else [f for d in self.data for f in ("--data", d)]
        answer = ask(self.place, message, *about, *flags).json
        self.id = answer.get("conversation_id") or self.id
        return answer


def rows(answer):
    equal(answer["status"], "success", answer)
    return answer["table"]["rows"]


# ---- who answers ----

def test_tables_go_to_the_analyst_and_the_answer_says_so(place):
    """req: analyst FR-001/thin"""
    answer = ask(place, "total revenue by region", "--data", sales(place)).json
    equal(answer["routing"], {"agent": "analyst", "reason": "It is about data in tables."}, answer)
    equal(answer["agent"], "analyst", answer)
    equal([c["tool_name"] for c in answer["tool_calls"]], ["data.describe", "sql.run"], answer)
    equal(rows(answer), [["East", 50.5], ["North", 75.0], ["West", 100.0]])


def test_a_workbook_goes_to_the_workbook_agent_and_can_be_followed_up(place):
    """req: workbook US1/thin, US2/thin, FR-008/thin, FR-018"""
    rows_of = [["region", "revenue"], ["East", 30], ["West", 100], ["East", 20]]
    path = place.write("plan.xlsx", books.sheets([("Sales", "", rows_of)]))
    talk = Talk(place, path)
    answer = talk.say("total revenue by region")
    equal(answer["routing"], {"agent": "workbook", "reason": "It is about a workbook."}, answer)
    equal(rows(answer), [["East", 50], ["West", 100]])
    answer = talk.say("only the top 1")
    equal(answer["agent"], "workbook", answer)
    equal(rows(answer), [["West", 100]])


def test_why_a_figure_changed_goes_to_the_metrics_agent(place):
    """req: metrics US1/thin"""
    answer = ask(place, "why did revenue drop in 2024?", "--data", sales(place)).json
    equal(answer["routing"], {"agent": "metrics", "reason": "It asks why a figure changed."}, answer)
    answer = ask(place, "which region is more expensive", "--data", sales(place)).json
    equal(answer["routing"]["agent"], "analyst", answer)


def test_without_data_documents_are_looked_in_when_there_are_some(place):
    """req: docs US1/thin"""
    note = place.write("lamp.md", "# Lamps\n\nA lamp is turned on with the green switch at its back.\n")
    equal(place.run("docs", "add", note).status, 0)
    answer = ask(place, "how is a lamp turned on?").json
    equal(answer["routing"]["agent"], "docs", answer)
    equal(answer["conversation_id"], None, answer)
    equal(ask(place, "remind me to buy a lamp").json["routing"]["agent"], "tasks")
    equal(ask(place, "how is a lamp turned on?", "--user", "ann").json["routing"]["agent"], None)


def test_task_wording_without_data_goes_to_the_tasks(place):
    """req: tasks US1/thin"""
    answer = ask(place, "remind me to call John").json
    equal(answer["routing"], {"agent": "tasks", "reason": "It is about tasks."}, answer)
    equal(answer["status"], "success", answer)
    holds(json.dumps(place.run("task", "list", "--json").json), "call John")


def test_with_nothing_to_go_by_it_asks_back_and_each_option_is_a_whole_question(place):
    """req: workbook FR-020/thin, EC-006/thin"""
    done = ask(place, "hello there")
    equal(done.status, 3, done)
    answer = done.json
    equal(answer["status"], "clarification_needed", answer)
    equal(answer["routing"]["agent"], None, answer)
    for option in answer["options"]:
        equal(ask(place, option["value"]).json["routing"]["agent"], "tasks", option)


def test_an_agent_that_is_named_answers_whatever_the_words_say(place):
    answer = ask(place, "total revenue", "--agent", "tasks", "--data", sales(place)).json
    equal(answer["routing"], {"agent": "tasks", "reason": "It was asked for by name."}, answer)
    done = ask(place, "total revenue", "--agent", "nobody", "--data", sales(place))
    equal(done.status, 2, done)


def test_a_conversation_stays_with_its_agent(place):
    talk = Talk(place, sales(place))
    talk.say("total revenue")
    answer = talk.say("show my tasks")
    equal(answer["routing"], {"agent": "analyst", "reason": "The conversation is with it."}, answer)
    equal(answer["status"], "error", answer)


def test_an_agent_that_fails_gives_an_answer_all_the_same(place):
    answer = ask(place, "total revenue", "--data", str(place.folder / "none.csv"))
    equal(answer.status, 1, answer)
    equal(answer.json["status"], "error", answer)
    equal(answer.json["routing"]["agent"], "analyst", answer)
    if "/tmp/" in json.dumps(answer.json["error"]):
        raise AssertionError(answer)


def test_batch_goes_on_working_line_by_line(place):
    path = sales(place)
    lines = [{"id": 1, "data": [path], "question": "total revenue"}, {"id": 2, "question": "hello there"},
             {"id": 3, "data": [path]}, {"id": 4, "data": [path], "question": "total units", "agent": "analyst"}]
    done = place.run("batch", stdin="\n".join(map(json.dumps, lines)).encode())
    equal(done.status, 0, done)
    answers = [json.loads(line) for line in done.out.splitlines()]
    equal([(a["id"], a["status"]) for a in answers],
          [(1, "success"), (2, "clarification_needed"), (3, "error"), (4, "success")], done)


# ---- follow-ups ----

def test_follow_ups_are_understood_from_the_questions_before_them(place):
    """req: workbook US2/thin, FR-018, SC-008"""
    talk = Talk(place, sales(place))
    equal(rows(talk.say("total revenue by region")), [["East", 50.5], ["North", 75.0], ["West", 100.0]])
    equal(rows(talk.say("and the average?")), [["East", 25.25], ["North", 75.0], ["West", 100.0]])
    equal(rows(talk.say("what about 2023?")), [["East", 30.5], ["West", 100.0]])
    equal(rows(talk.say("now for units")), [["East", 3.0], ["West", 1.0]])
    answer = talk.say("only the top 1")
    equal(rows(answer), [["East", 3.0]])
    equal(answer["restatement"],
          "average units by region, where order_date is in 2023, highest first, top 1", answer)
    equal(rows(talk.say("total units")), [[11]])
    equal(rows(talk.say("and in East?")), [[5]])


def test_a_choice_is_made_by_number_by_label_and_by_place(place):
    """req: workbook FR-020/thin"""
    wanted = [["East", "2023-01", 30.5], ["East", "2024-01", 20.0], ["North", "2024-03", 75.0],
              ["West", "2023-02", 100.0]]
    for choose in (lambda o: "2", lambda o: o[1]["label"], lambda o: o[1]["value"], lambda o: "the second one",
                   lambda o: "last"):
        talk = Talk(place, sales(place))
        talk.say("total revenue by region")
        answer = talk.say("by month")
        equal(answer["status"], "clarification_needed", answer)
        equal(len(answer["options"]), 2, answer)
        equal(rows(talk.say(choose(answer["options"]))), wanted)


def test_a_choice_is_offered_once(place):
    talk = Talk(place, sales(place))
    talk.say("total revenue by region")
    talk.say("by month")
    equal(rows(talk.say("total units")), [[11]])
    equal(talk.say("2")["status"], "error")


def test_a_follow_up_to_a_question_that_failed_is_none_to_the_one_before(place):
    """req: workbook SC-004/thin"""
    talk = Talk(place, sales(place))
    talk.say("total revenue in West")
    equal(talk.say("total revenue in Atlantis")["status"], "error")
    answer = talk.say("and the average?")
    equal(answer["status"], "clarification_needed", answer)
    equal([o["label"] for o in answer["options"]], ["and the average revenue?", "and the average units?"], answer)


def test_a_follow_up_that_was_not_understood_leaves_the_question_before_it(place):
    talk = Talk(place, sales(place))
    talk.say("total revenue in West")
    equal(talk.say("and in Atlantis?")["error"]["error_code"], "MISSING_COLUMN")
    equal(rows(talk.say("and in East?")), [[50.5]])


def test_other_data_in_the_same_conversation_ends_what_was_asked_before(place):
    other = place.write("other.csv", "region,units\nEast,7\nWest,9\n")
    talk = Talk(place, sales(place))
    talk.say("total revenue in East")
    answer = talk.say("and in West?", "--data", other)
    equal(answer["restatement"] == "total revenue, where region is West", False, answer)
    equal(rows(talk.say("total units")), [[16]])


def test_a_private_question_is_kept_nowhere_and_has_no_conversation(place):
    path = sales(place)
    answer = ask(place, "total revenue", "--data", path, "--private").json
    equal(answer["conversation_id"], None, answer)
    equal(b"total revenue" in (place.home / "state.db").read_bytes(), False)


def test_what_is_erased_of_a_request_leaves_its_conversation_too(place):
    talk = Talk(place, sales(place))
    answer = talk.say("total revenue in East")
    talk.say("total units")
    request = answer["evidence"]["request_id"]
    done = place.run("audit", "erase", request, "--yes", "--json")
    equal(done.status, 0, done)
    for name in place.home.glob("state.db*"):
        equal(b"total revenue in East" in name.read_bytes(), False, name)
    equal(place.run("audit", "verify").status, 0)
    answer = talk.say("total units")
    equal(answer["status"], "error", answer)
    equal(rows(talk.say("total units", "--data", sales(place))), [[11]])


# ---- the other doors ----

def test_http_asks_anyone_and_a_foreign_conversation_does_not_exist(place):
    server, path = served(place)
    with server:
        first = server.ask("POST", "/api/ask", {"question": "total revenue by region", "data": [path]})
        equal(first.status, 200, first)
        equal(first.json["routing"]["agent"], "analyst", first)
        told = {"question": "and the average?", "conversation_id": first.json["conversation_id"]}
        second = server.ask("POST", "/api/ask", told)
        equal(second.json["restatement"], "average revenue by region", second)
        mine = error_of(server.ask("POST", "/api/ask", dict(told, conversation_id=NOBODY)), 404, "NOT_FOUND")
        place.run("ask", "--user", "ann", "remind me to call John")
        theirs = json.loads(place.run("ask", "--user", "ann", "--json", "remind me to call Jane").out)
        foreign = error_of(server.ask("POST", "/api/ask", dict(told, conversation_id=theirs["conversation_id"])), 404)
        equal({k: foreign[k] for k in ("message", "error_code")}, {k: mine[k] for k in ("message", "error_code")})


def test_bad_input_is_refused_and_changes_nothing(place):
    server, path = served(place)
    with server:
        for body in ({}, {"question": ""}, {"question": 7}, {"question": "x" * 10001}, {"question": "x", "agent": "me"},
                     {"question": "x", "data": "no list"}, {"question": "x", "conversation_id": "no id"},
                     {"question": "x", "more": 1}, {"question": "x", "data": [""]}):
            reply = server.ask("POST", "/api/ask", body)
            equal(reply.status in (400, 413), True, (body, reply))
        equal(server.ask("POST", "/api/ask", {"question": "total revenue", "data": ["/etc/passwd"]}).status, 403)


def test_two_turns_at_once_are_kept_whole_or_refused(place):
    server, path = served(place)
    with server:
        first = server.ask("POST", "/api/ask", {"question": "total revenue", "data": [path]}).json
        replies = []

        def say(question):
            replies.append(server.ask("POST", "/api/ask",
                                      {"question": question, "conversation_id": first["conversation_id"]}))

        threads = [threading.Thread(target=say, args=(f"total revenue in {r}",)) for r in ("North", "South") * 4]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        kept = [r for r in replies if r.status == 200]
        for reply in replies:
            if reply.status != 200:
                error = error_of(reply, 409, "CHANGED_MEANWHILE")
                equal((error["can_retry"], error["suggested_action"]), (True, "Send it again."))
        equal(len(kept) > 0, True, replies)
        answer = server.ask("POST", "/api/ask", {"question": "and the average?",
                                                 "conversation_id": first["conversation_id"]}).json
        equal(answer["restatement"] in [r.json["restatement"].replace("total", "average") for r in kept], True, answer)


def test_a_streamed_question_shows_the_steps_of_the_agent_that_answers(place):
    server, path = served(place)
    with server:
        reply = server.ask("POST", "/api/ask", {"question": "total revenue", "data": [path]},
                           headers={"Accept": "text/event-stream"})
        holds(reply.body.decode(), "event: step", reply)
        holds(reply.body.decode(), "Reading the data", reply)
        holds(reply.body.decode(), "event: answer", reply)


def test_mcp_asks_anyone_too(place):
    path = sales(place)
    with StdioMcp(place, "--allow", str(place.folder)) as mcp:
        result = mcp.request("tools/call", {"name": "ask", "arguments": {"question": "total revenue by region",
                                                                              "data": [path]}})["result"]
        equal(result["structuredContent"]["routing"]["agent"], "analyst", result)


def test_a_why_in_a_conversation_about_data_is_asked_of_that_data_and_the_conversation_goes_on(place):
    server, path = served(place)
    with server:
        first = server.ask("POST", "/api/ask", {"question": "total revenue by region", "data": [path]}).json
        talk = {"conversation_id": first["conversation_id"]}
        why = server.ask("POST", "/api/ask", {"question": "why did revenue drop in February 2026?"} | talk).json
        equal((why["agent"], why["routing"]["agent"]), ("metrics", "metrics"), why)
        equal(why["conversation_id"], first["conversation_id"])
        then = server.ask("POST", "/api/ask", {"question": "and the average?"} | talk).json
        equal((then["agent"], then["restatement"]), ("analyst", "average revenue by region"), then)


# ---- what it costs ----

def test_the_added_hop_costs_little(place):
    """Medians of calls taken in turns, so that whatever else the machine does hits both alike."""
    server, path = served(place)
    times = {"analyst.ask": [], "ask": []}
    with server:
        for _ in range(80):
            for op, taken in times.items():
                began = time.perf_counter()
                reply = server.ask("POST", f"/api/ops/{op}", {"question": "total revenue", "data": [path]})
                taken.append((time.perf_counter() - began) * 1000)
                equal(reply.status, 200, reply)
    direct, routed = (statistics.median(taken) for taken in times.values())
    print(f"# analyst.ask {direct:.2f} ms, ask {routed:.2f} ms")
    equal(routed - direct < 5, True, times)


harness.main(globals())
