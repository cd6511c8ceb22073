#!/usr/bin/env python3
"""The five tools of tasks, and the conversation about them, through the command line, HTTP and MCP."""
import json
import threading

from doors import HttpMcp, Server, StdioMcp
from harness import equal, holds, main, quick
from serving import error_of


def op(place, name, args=None, code=0, user=None):
    done = place.run("op", "run", name, json.dumps(args or {}), *(["--user", user] if user else []))
    equal(done.status, code, done)
    return done.json


def add(place, title, **more):
    return op(place, "add_task", {"title": title} | more)["data"]["id"]


class Talk:
    """A conversation with the agent over HTTP."""

    def __init__(self, server, user="ann"):
        self.server, self.user, self.id = server, user, None

    def say(self, message, status=200):
        body = {"message": message} | ({"conversation_id": self.id} if self.id else {})
        reply = self.server.ask("POST", f"/api/{self.user}/chat", body)
        equal(reply.status, status, reply)
        if status == 200:
            self.id = reply.json["conversation_id"]
        return reply.json

    def titles(self, **args):
        """What there is, by the tool itself."""
        return [t["title"] for t in tasks_of(self.server, self.user, **args)]


def tasks_of(server, user, message="show my tasks"):
    reply = server.ask("POST", f"/api/{user}/chat", {"message": message})
    return reply.json["tool_calls"][-1]["result"]["data"]


# ---- the tools ----


def test_a_task_is_added_listed_changed_completed_and_deleted_at_the_command_line(place):
    """req: tasks TFR-001, TFR-002, TFR-003, TFR-004, TFR-005, TFR-007, TFR-008, TFR-010, TFR-011"""
    equal(place.run("task", "add", "buy milk").status, 0)
    equal(place.run("task", "add", "call John", "--description", "about the contract").status, 0)
    shown = place.run("task", "list").out
    holds(shown, "buy milk")
    holds(shown, "about the contract")
    equal(place.run("task", "update", "1", "--title", "buy oat milk").status, 0)
    done = place.run("task", "complete", "1", "--json").json
    equal(done["data"]["title"], "buy oat milk")
    equal(done["data"]["status"], "completed")
    equal(done["data"]["completed_at"] is not None, True)
    equal(done["data"]["created_at"] <= done["data"]["completed_at"], True, done)
    held = place.run("task", "delete", "1")
    equal(held.status, 3, held)
    equal(place.run("task", "delete", "1", "--yes").status, 0)
    left = place.run("task", "list", "--json").json["data"]
    equal([(t["id"], t["title"]) for t in left], [(2, "call John")])
    equal(place.run("task", "delete", "1", "--yes").status, 1)


def test_the_newest_comes_first_and_ids_are_never_used_again(place):
    """req: tasks TFR-013, FR-017"""
    for title in ("one", "two", "three"):
        add(place, title)
    op(place, "complete_task", {"task_id": 2})
    equal([t["title"] for t in op(place, "list_tasks")["data"]], ["three", "two", "one"])
    equal([t["title"] for t in op(place, "list_tasks", {"status": "pending"})["data"]], ["three", "one"])
    equal([t["title"] for t in op(place, "list_tasks", {"status": "completed"})["data"]], ["two"])
    equal(place.run("task", "delete", "3", "--yes").status, 0)
    equal(add(place, "four"), 4)


def test_completing_twice_is_completing_once(place):
    """req: tasks US4, TFR-014"""
    add(place, "one")
    first = op(place, "complete_task", {"task_id": 1})
    again = op(place, "complete_task", {"task_id": 1})
    equal(again["data"], first["data"])
    holds(again["message"], "completed already")


def test_texts_are_trimmed_and_an_empty_description_is_none(place):
    task = op(place, "add_task", {"title": "  buy milk \n", "description": "   "})["data"]
    equal((task["title"], task["description"]), ("buy milk", None))
    task = op(place, "update_task", {"task_id": 1, "description": " two litres "})["data"]
    equal((task["title"], task["description"]), ("buy milk", "two litres"))
    equal(op(place, "update_task", {"task_id": 1, "description": ""})["data"]["description"], None)


def test_every_limit_of_the_tools_holds_on_both_sides(place):
    """req: tasks TFR-006, FR-016/thin"""
    good = [("add_task", {"title": "x" * 255}), ("add_task", {"title": "ä" * 255, "description": "ö" * 1000}),
            ("update_task", {"task_id": 1, "title": "y" * 255}), ("list_tasks", {"status": "pending"})]
    bad = [("add_task", {"title": "x" * 256}), ("add_task", {"title": ""}), ("add_task", {"title": " \t "}),
           ("add_task", {}), ("add_task", {"title": 7}), ("add_task", {"title": "x", "description": "d" * 1001}),
           ("list_tasks", {"status": "open"}), ("list_tasks", {"status": 1}), ("update_task", {"task_id": 1}),
           ("update_task", {"task_id": 0, "title": "x"}), ("update_task", {"task_id": 1, "title": "x" * 256}),
           ("update_task", {"title": "x"}), ("complete_task", {"task_id": "one"}), ("complete_task", {}),
           ("complete_task", {"task_id": -1}), ("delete_task", {"task_id": 0}), ("delete_task", {}),
           ("complete_task", {"task_id": 1, "more": 2})]
    for name, args in good:
        op(place, name, args)
    before = op(place, "list_tasks")["data"]
    for name, args in bad:
        error = op(place, name, args, code=2)["error"]
        equal(error["error_code"], "INVALID_INPUT", (name, args))
    equal(op(place, "list_tasks")["data"], before)


def test_what_is_too_long_is_said_in_the_conversation_and_nothing_changes(place):
    """req: tasks FR-004, FR-016"""
    with Server(place) as server:
        talk = Talk(server)
        talk.say("add pay rent")
        for words in ("rename pay rent to " + "x " * 200, "set the description of pay rent to " + "word " * 300,
                      "add milk #" + "x" * 41):
            said = talk.say(words)
            equal(said["status"], "error", said)
            holds(said["response"], "at most")
        equal(talk.titles(), ["pay rent"])


def test_an_id_that_is_not_there_or_anothers_is_not_found(place):
    """req: tasks TFR-009"""
    op(place, "add_task", {"title": "bob's own"}, user="bob")
    for name, args in (("update_task", {"title": "mine"}), ("complete_task", {}), ("delete_task", {})):
        gone = op(place, name, {"task_id": 99} | args, code=1)["error"]
        foreign = op(place, name, {"task_id": 1} | args, code=1)["error"]
        equal((foreign["error_code"], foreign["message"]), ("NOT_FOUND", gone["message"]), name)
    equal([t["title"] for t in op(place, "list_tasks", user="bob")["data"]], ["bob's own"])


def test_the_tools_are_mcp_tools_and_deleting_is_confirmed_there_too(place):
    """req: tasks FR-010, SC-010/thin, TFR-012"""
    with Server(place) as server, HttpMcp(server) as by_http, StdioMcp(place) as by_stdio:
        for client in (by_http, by_stdio):
            tools = {t["name"]: t for t in client.request("tools/list", {})["result"]["tools"]}
            equal(tools["delete_task"]["annotations"]["destructiveHint"], True)
            equal(tools["list_tasks"]["annotations"]["readOnlyHint"], True)

            def call(name, **args):
                return client.request("tools/call", {"name": name, "arguments": args})["result"]
            made = call("add_task", title="from a client")["structuredContent"]["data"]["id"]
            held = call("delete_task", task_id=made)
            token = json.loads(held["content"][-1]["text"])["confirmation"]["token"]
            call("update_task", task_id=made, title="changed meanwhile")
            equal(call("delete_task", task_id=made, confirmation_token=token)["isError"], True)
            held = call("delete_task", task_id=made)
            token = json.loads(held["content"][-1]["text"])["confirmation"]["token"]
            done = call("delete_task", task_id=made, confirmation_token=token)
            equal(done["structuredContent"]["success"], True, done)


def test_ten_thousand_tasks_are_listed_within_a_second(place):
    """req: tasks TSC-001, TSC-002, TSC-003/thin, EC-006"""
    op(place, "tasks.import", {"content": "\n".join(f"task {i}" for i in range(10001)), "format": "todo.txt"})
    for name, args, status, most in (("list_tasks", {}, 0, 1.0), ("add_task", {"title": ""}, 2, 0.5),
                                     ("complete_task", {"task_id": 5000}, 0, 2.0)):
        result = quick(lambda: op(place, name, args, code=status), most)
        if name == "list_tasks":
            equal(len(result["data"]), 1000)
            holds(result["message"], "10001 tasks. The newest 1000 are shown.")


# ---- the conversation ----


def test_a_tasks_life_in_three_messages(place):
    """req: tasks US1, US5, SC-002, SC-006, FR-001/thin, FR-002, FR-003, FR-009/thin"""
    with Server(place) as server:
        talk = Talk(server)
        said = talk.say("remind me to buy milk")
        equal(said["status"], "success")
        equal([c["tool"] for c in said["tool_calls"]], ["add_task"])
        equal(said["tool_calls"][0]["parameters"], {"title": "buy milk"})
        equal(said["tool_calls"][0]["result"]["success"], True)
        equal(talk.say("done with buy milk")["tool_calls"][-1]["tool"], "complete_task")
        held = talk.say("delete it")
        equal(held["status"], "confirmation_required")
        holds(held["response"], "buy milk")
        equal(talk.titles(), ["buy milk"])
        equal(talk.say("yes")["status"], "success")
        equal(talk.titles(), [])


def test_what_is_said_in_many_ways_is_understood(place):
    """req: tasks FR-005, FR-012, FR-013, FR-014, SC-008/thin"""
    with Server(place) as server:
        talk = Talk(server)
        for message, wanted in (("Add a task to Call the plumber", "Call the plumber"),
                                ("I need to water the plants", "water the plants"),
                                ("don't let me forget the dentist", "the dentist"),
                                ("please put eggs on my list", "eggs"),
                                ("I should write to Zoë", "write to Zoë")):
            talk.say(message)
            equal(talk.titles()[0], wanted, message)
        both = talk.say("add buy bread and show my list")
        equal([c["tool"] for c in both["tool_calls"]], ["add_task", "list_tasks"])
        holds(both["response"], "1. buy bread")


def test_numbers_mean_the_list_that_was_shown(place):
    """req: tasks US2, US3, US6, FR-006, FR-007, FR-011, SC-003"""
    with Server(place) as server:
        talk = Talk(server)
        for title in ("one", "two", "three", "four"):
            talk.say(f"add a task called {title}")
        shown = talk.say("show my tasks")
        holds(shown["response"], "1. four\n2. three\n3. two\n4. one")
        talk.say("add a task called five")
        talk.say("complete the second one")
        talk.say("rename task 1 to quatre")
        talk.say("mark the last one as done")
        state = {t["title"]: t["status"] for t in tasks_of(server, "ann")}
        equal(state, {"five": "pending", "quatre": "pending", "three": "completed", "two": "pending",
                      "one": "completed"})


def test_a_number_without_a_list_or_with_a_stale_one_is_asked_about(place):
    """req: tasks L-003/thin, EC-005, FR-008"""
    with Server(place) as server:
        first, second = Talk(server), Talk(server)
        first.say("add a task called one")
        first.say("show my tasks")
        asked = second.say("delete task 1")
        equal(asked["status"], "clarification_needed")
        holds(asked["response"], "1. 'one'")
        for i in range(6):
            first.say(f"add a task called more {i}")
        asked = first.say("complete task 1")
        equal(asked["status"], "clarification_needed", asked)
        equal([t["status"] for t in tasks_of(server, "ann")], ["pending"] * 7)


def test_several_matches_are_offered_and_chosen_from_in_words_or_by_number(place):
    """req: tasks FR-008, SC-007/thin"""
    with Server(place) as server:
        for answer in ("2", "the second", "plan the team meeting"):
            talk = Talk(server, user=f"u{len(answer)}")
            talk.say("add a task called plan the team meeting")
            talk.say("add a task called book the meeting room")
            asked = talk.say("complete the meeting task")
            equal(asked["status"], "clarification_needed")
            equal([o["label"] for o in asked["options"]], ["book the meeting room", "plan the team meeting"])
            talk.say(answer)
            equal({t["title"]: t["status"] for t in tasks_of(server, talk.user)},
                  {"plan the team meeting": "completed", "book the meeting room": "pending"}, answer)


def test_a_deletion_is_never_done_without_a_yes_to_that_very_task(place):
    """req: tasks SEC-001"""
    with Server(place) as server:
        talk = Talk(server)
        talk.say("add a task called precious")
        for answer in ("no", "hello", "show my tasks", "never mind", "cancel"):
            equal(talk.say("delete precious")["status"], "confirmation_required")
            talk.say(answer)
            equal(talk.say("yes")["tool_calls"], [], answer)
            equal(talk.titles(), ["precious"], answer)
        talk.say("delete precious")
        place_id = tasks_of(server, "ann")[0]["id"]
        op(place, "update_task", {"task_id": place_id, "title": "precious and changed"}, user="ann")
        talk.say("yes")
        equal(talk.titles(), ["precious and changed"])


def test_what_only_mentions_tasks_changes_none(place):
    """req: tasks EC-001, EC-002, FR-018"""
    with Server(place) as server:
        talk = Talk(server)
        talk.say("add a task called the report")
        for message in ("did I finish the report?", "what is the weather like", "hello", "the report is boring",
                        "I don't need to buy milk", "should I delete the report?", "why is the sky blue",
                        "I was told to add more salt", "asdf qwer"):
            said = talk.say(message)
            changes = [c["tool"] for c in said["tool_calls"] if c["tool"] != "list_tasks"]
            equal(changes, [], (message, said))
        equal([(t["title"], t["status"]) for t in tasks_of(server, "ann")], [("the report", "pending")])


def test_several_at_once_are_asked_about_and_none_is_touched(place):
    """req: tasks SEC-001"""
    with Server(place) as server:
        talk = Talk(server)
        for title in ("one", "two"):
            talk.say(f"add a task called {title}")
        for message, status in (("delete everything", "confirmation_required"), ("complete all", "confirmation_required"),
                                ("delete all my tasks", "confirmation_required"),
                                ("complete both", "confirmation_required"), ("complete task -1", "clarification_needed"),
                                ("delete task 99", "clarification_needed")):
            talk.say("show my tasks")
            said = talk.say(message)
            equal(said["status"], status, (message, said))
            talk.say("no")
        equal([(t["title"], t["status"]) for t in tasks_of(server, "ann")], [("two", "pending"), ("one", "pending")])


def test_an_empty_list_offers_to_add(place):
    """req: tasks US2"""
    with Server(place) as server:
        holds(Talk(server).say("show my tasks")["response"], "I'll add it")
        holds(Talk(server).say("show my completed tasks")["response"], "no completed tasks")


def test_users_do_not_see_each_other(place):
    """req: tasks EC-003"""
    with Server(place) as server:
        ann, bob = Talk(server, "ann"), Talk(server, "bob")
        ann.say("add a task called ann's own")
        equal(bob.titles(), [])
        bob.id = ann.id
        error = bob.say("show my tasks", status=404)
        equal(error["code"], "NOT_FOUND")
        ann.id = "no such conversation"
        again = ann.say("show my tasks", status=404)
        equal((again["error"], again["code"]), (error["error"], error["code"]))


def test_the_routes_errors_are_the_seeds(place):
    """req: tasks L-001, FR-004, SC-004/thin"""
    with Server(place) as server:
        def ask(body, user="ann"):
            return server.ask("POST", f"/api/{user}/chat", body)
        bad = [{}, {"message": ""}, {"message": 7}, {"message": "x" * 10001}, {"message": "x", "more": 1}, [],
               {"message": "x", "conversation_id": "y" * 101}, {"message": "x", "conversation_id": 5}]
        for body in bad:
            reply = ask(body)
            equal(reply.status, 400, (body, reply))
            equal(set(reply.json), {"error", "code", "details"})
            equal(reply.json["code"], "VALIDATION_ERROR")
        for user in ("u" * 101, "sessions", "ask", "ops", "files"):
            equal(ask({"message": "show my tasks"}, user).status, 400, user)
        equal(ask({"message": "show my tasks"}, "u" * 100).status, 200)
        equal(ask({"message": "x" * 10000}).status, 200)
        equal(server.ask("POST", "/api/ann/chat", b"{not json", {"Content-Type": "application/json"}).status, 400)


def test_messages_at_the_same_time_do_not_mix(place):
    """req: tasks EC-004"""
    with Server(place) as server:
        def one(n):
            talk = Talk(server, f"user{n}")
            for i in range(5):
                talk.say(f"add a task called {n} {i}")
        threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        for n in range(8):
            equal([t["title"] for t in tasks_of(server, f"user{n}")], [f"{n} {i}" for i in reversed(range(5))])


def test_messages_of_one_conversation_are_answered_one_after_the_other(place):
    """req: tasks EC-004"""
    import sqlite3
    with Server(place) as one, Server(place) as other:
        talk = Talk(one)
        talk.say("show my tasks")
        said = []

        def add_one(n):
            mine = Talk((one, other)[n % 2])
            mine.id = talk.id
            said.append(mine.say(f"add a task called number {n}")["status"])
        threads = [threading.Thread(target=add_one, args=(n,)) for n in range(12)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        equal(said, ["success"] * 12)
        equal(sorted(talk.titles()), sorted(f"number {n}" for n in range(12)))
        talk.say("show my tasks")
        talk.say("complete the first one")
        equal([t["status"] for t in tasks_of(one, "ann")], ["completed"] + ["pending"] * 11)
    with sqlite3.connect(place.home / "state.db") as db:
        rows = db.execute("SELECT role, content FROM messages WHERE conversation_id = ? ORDER BY id", (talk.id,))
        rows = rows.fetchall()
    equal([role for role, _ in rows], ["user", "assistant"] * 15)
    for (_, question), (_, answer) in zip(rows[2:26:2], rows[3:27:2]):
        holds(answer, question.removeprefix("add a task called "))


def test_a_question_through_the_router_is_the_same_conversation(place):
    """req: tasks FR-002"""
    with Server(place) as server:
        first = server.ask("POST", "/api/ask", {"question": "remind me to buy milk"}).json
        equal((first["agent"], first["status"]), ("tasks", "success"), first)
        then = server.ask("POST", "/api/ask", {"question": "delete it",
                                               "conversation_id": first["conversation_id"]})
        equal(then.status, 409, then)
        equal(then.json["status"], "confirmation_required")
        done = server.ask("POST", "/api/ask", {"question": "yes", "conversation_id": first["conversation_id"]}).json
        equal(done["status"], "success", done)
        equal(op(place, "list_tasks")["data"], [])


def test_a_private_conversation_leaves_nothing(place):
    with Server(place) as server:
        said = server.ask("POST", "/api/ann/chat", {"message": "what is my zebra list"}, {"Assay-Private": "1"})
        equal(said.status, 200, said)
    equal(any(b"zebra" in p.read_bytes() for p in place.home.rglob("*") if p.is_file()), False)


def test_a_wrong_route_tells_how(place):
    with Server(place) as server:
        error_of(server.ask("POST", "/api/ops/add_task", {"title": ""}), 400, "INVALID_INPUT")


main(globals())
