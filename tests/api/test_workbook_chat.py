#!/usr/bin/env python3
"""The workbook seed's conversation, through the real binary: loading, asking, changing the workbook, clearing."""
import json

from books import sheets
from doors import HttpMcp, StdioMcp, Stream
from harness import equal, holds, main
from workbook_chat import Chat, book, chatting, ole, operate, other


# ---- beginning and loading ----

def test_a_conversation_begins_with_one_id_under_two_names(place):
    """req: workbook FR-006/thin"""
    with chatting(place) as server:
        reply = server.ask("POST", "/api/chat", {})
        equal(reply.status, 201, reply)
        equal(set(reply.json), {"session_id", "conversation_id", "created_at"})
        equal(reply.json["session_id"], reply.json["conversation_id"])
        session = server.ask("GET", f"/api/chat/{reply.json['session_id']}").json
        equal((session["state"], session["current_context"], session["conversation_history"]), ("created", None, []))


def test_without_a_workbook_one_is_told_to_load_it(place):
    """req: workbook US1, FR-010"""
    with chatting(place) as server:
        chat = Chat(server)
        answer = chat.say("what is the total revenue?", 400)
        equal((answer["status"], answer["error"]["error_code"]), ("error", "NO_WORKBOOK"), answer)
        holds(answer["error"]["suggested_action"], "Load an Excel workbook")
        equal(chat.say("what sheets are there?", 400)["error"]["error_code"], "NO_WORKBOOK")
        holds(chat.say("hello")["content"], "Load one")


def test_a_loaded_workbook_is_confirmed_with_what_it_holds(place):
    """req: workbook FR-001, FR-013, FR-017, FR-011/thin, FR-012/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        context = chat.loaded()
        equal(context["workbook_name"], "book.xlsx")
        equal((context["state"], context["error_message"], context["error"]), ("loaded", None, None))
        equal(context["metadata"]["sheet_names"], ["Sales", "Budget", "Secret plan", "Empty"])
        equal(context["metadata"]["row_counts"], {"Sales": 5, "Budget": 4, "Secret plan": 2, "Empty": 0})
        equal(context["metadata"]["column_counts"]["Sales"], 4)
        equal(context["metadata"]["table_names"]["Budget"], ["Budget"])
        holds(context["summary"], "4 worksheets: Sales, Budget, Secret plan (hidden) and Empty")
        assert context["workbook_path"].startswith("/") and context["workbook_path"].endswith(".xlsx"), context
        session = chat.get()
        equal(session["state"], "active")
        equal({k: session["current_context"][k] for k in ("workbook_path", "metadata", "is_valid")},
              {k: context[k] for k in ("workbook_path", "metadata", "is_valid")})


def test_a_path_is_loaded_where_it_is_allowed(place):
    """req: workbook FR-001"""
    path = place.write("mine.xlsx", book())
    with chatting(place) as server:
        chat = Chat(server)
        reply = server.ask("POST", f"{chat.path}/workbook", {"path": path})
        equal((reply.status, reply.json["is_valid"], reply.json["workbook_name"]), (200, True, "mine.xlsx"), reply)
        equal(server.ask("POST", f"{chat.path}/workbook", {"path": "/etc/passwd"}).status, 403)
        equal(server.ask("POST", f"{chat.path}/workbook", {"path": path + "x"}).status, 404)
        uploaded = server.ask("GET", "/api/files").json["items"][0]["data"]
        reply = server.ask("POST", f"{chat.path}/workbook", {"path": uploaded})
        equal((reply.status, reply.json["is_valid"]), (200, True), reply)
        equal(len(server.ask("GET", "/api/files").json["items"]), 1)


def test_a_file_that_cannot_be_used_says_why_and_changes_nothing(place):
    """req: workbook FR-013, FR-010, SC-009/thin, EC-001, EC-003"""
    encrypted = ole("EncryptedPackage")
    bad = {"garbage.xlsx": b"PK\3\4garbage", "text.xlsx": b"a,b\n1,2\n", "empty.xlsx": b"", "locked.xlsx": encrypted,
           "book.csv": b"a,b\n1,2\n", "book.xls": book(), "noname": book()}
    with chatting(place) as server:
        chat = Chat(server)
        first = chat.loaded()
        for name, data in bad.items():
            reply = chat.load(data, name)
            equal(reply.status, 400, (name, reply))
            equal((reply.json["is_valid"], reply.json["state"], reply.json["workbook_path"]), (False, "failed", None), reply)
            equal(reply.json["error"]["error_code"], "WORKBOOK_LOAD_FAILED", reply)
            equal(reply.json["error_message"], reply.json["error"]["message"])
            assert reply.json["error"]["suggested_action"], reply
            assert str(place.folder) not in reply.body.decode() and name not in reply.json["error_message"], reply
            equal(reply.json["metadata"]["sheet_names"], [])
        holds(chat.load(encrypted, "locked.xlsx").json["error_message"], "password")
        session = chat.get()
        equal(session["current_context"]["workbook_path"], first["workbook_path"])
        equal((len(session["conversation_history"]), session["previous_contexts"]), (1, []))
        equal(len(server.ask("GET", "/api/files").json["items"]), 1)
        equal(chat.rows("total units")[0], [23])


def test_another_workbook_is_marked_and_answers_come_from_it_alone(place):
    """req: workbook FR-015, FR-015a, FR-006"""
    with chatting(place) as server:
        chat = Chat(server)
        first = chat.loaded()
        equal(chat.rows("total units"), [[23]])
        chat.loaded(other(), "costs.xlsx")
        session = chat.get()
        equal([(t["role"], t["content_type"]) for t in session["conversation_history"]],
              [("system", "system_message"), ("user", "text"), ("assistant", "table"), ("system", "system_message")])
        holds(session["conversation_history"][3]["content"], "Now using costs.xlsx")
        equal([t["role"] for t in session["context_window"]], ["user", "assistant"])
        equal((session["current_context"]["workbook_name"], session["current_context"]["state"]), ("costs.xlsx", "loaded"))
        equal([(c["workbook_name"], c["state"]) for c in session["previous_contexts"]], [("book.xlsx", "replaced")])
        equal(session["previous_contexts"][0]["workbook_path"], first["workbook_path"])
        equal(chat.rows("total cost"), [[15]])
        equal(chat.say("and the average?")["table"]["rows"], [[7.5]])
        equal(chat.say("total units", 400)["status"], "error")
        equal([r[0] for r in chat.rows("what sheets are there?")], ["Costs"])


def test_a_follow_up_does_not_reach_back_to_the_workbook_before(place):
    """req: workbook FR-015a"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        equal(chat.rows("total units"), [[23]])
        chat.loaded(other(), "costs.xlsx")
        equal(chat.say("and in North?", 400)["status"], "error")


def test_what_happens_to_the_original_does_not_reach_the_conversation(place):
    """req: workbook EC-004"""
    path = place.write("mine.xlsx", book())
    with chatting(place) as server:
        chat = Chat(server)
        equal(server.ask("POST", f"{chat.path}/workbook", {"path": path}).status, 200)
        place.write("mine.xlsx", other())
        equal(chat.rows("total units"), [[23]])
        (place.folder / "mine.xlsx").unlink()
        equal([r[0] for r in chat.rows("what sheets are there?")], ["Sales", "Budget", "Secret plan", "Empty"])


# ---- structure ----

def test_structure_is_told_in_many_words(place):
    """req: workbook US1, FR-007/thin, SC-003/thin, FR-005"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        for question in ("What sheets are there?", "how many worksheets does this workbook have", "list all tabs"):
            answer = chat.say(question)
            holds(answer["content"], "4 worksheets: Sales, Budget, Secret plan (hidden) and Empty")
            equal(answer["table"]["rows"][0], ["Sales", 5, 4, "visible"])
        equal([r[1] for r in chat.rows("which columns has Budget?")], ["Item", "Amount"])
        equal([r[1:] for r in chat.rows("what columns are in the sales sheet?")],
              [["Region", "text"], ["Product", "text"], ["Units", "integer"], ["Revenue", "decimal"]])
        holds(chat.say("how many columns does Sales have?")["content"], "4 columns: Region, Product, Units and Revenue")
        holds(chat.say("How many rows does Sales have?")["content"], "Sales has 4 rows of data")
        equal(chat.rows("how many rows are there?"), [["Sales", "Sales", "A1:D5", 4], ["Budget", "Budget", "A1:B4", 3]])
        equal(chat.rows("how many rows does each sheet have?"), [["Sales", 4, 5], ["Budget", 3, 4], ["Empty", 0, 0]])
        equal([r[0] for r in chat.rows("what tables are there?")], ["Sales", "Budget"])
        holds(chat.say("what is in this workbook?")["content"], "book.xlsx has 4 worksheets")
        holds(chat.say("which columns has the sheet Empty")["content"], "Empty has no columns")


def test_rows_are_counted_in_one_way_without_totals(place):
    """req: workbook FR-007/thin"""
    counted = "2 rows of data in 1 table, headings and totals not counted"
    with chatting(place) as server:
        chat = Chat(server)
        data = sheets([("Sums", "", [["Item", "Amount"], ["Ink", 3], ["Pens", 4], ["Total", 7]])])
        holds(chat.loaded(data)["summary"], counted)
        for question in ("what is in this workbook?", "how many rows are there?", "how many rows does each sheet have?"):
            holds(chat.say(question)["content"], counted, question)


def test_own_answers_say_what_was_understood_and_what_they_rest_on(place):
    """req: workbook FR-005, FR-004/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        answer = chat.say("which columns has Budget?")
        equal((answer["agent"], answer["restatement"]), ("workbook", "the columns of the sheet Budget"))
        equal([c["tool_name"] for c in answer["tool_calls"]], ["excel-list-structure", "data.describe"])
        assert all(c["success"] for c in answer["tool_calls"]), answer
        equal([s["name"] for s in answer["evidence"]["sources"]], ["book.xlsx"])
        equal((answer["conversation_id"], answer["table"]["metadata"]["sheet_name"]), (chat.id, "Budget"))
        assert answer["evidence"]["audit"]["last"] > 0, answer


def test_an_unknown_sheet_offers_those_there_are_and_repeats_no_name(place):
    """req: workbook FR-010a/thin, FR-020/thin, EC-002"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        answer = chat.say("which columns has the sheet Bugdet?", 400)
        equal(answer["error"]["error_code"], "SHEET_NOT_FOUND", answer)
        for name in ("Sales", "Budget", "Bugdet", "Secret"):
            assert name not in json.dumps(answer["error"]) and name not in answer["content"], answer
        equal([o["label"] for o in answer["options"]], ["Sales", "Budget", "Empty"])
        equal([r[1] for r in chat.rows("2")], ["Item", "Amount"])


# ---- cells ----

def test_a_cell_is_told_as_it_is_shown_and_as_a_value(place):
    """req: workbook US1, FR-008, SC-004/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        answer = chat.say("What is in B3 of Budget?")
        holds(answer["content"], "B3 of Budget is 12.5%")
        equal(answer["table"]["rows"], [[0.125]])
        equal(answer["table"]["metadata"], {"sheet_name": "Budget", "row_count": 1, "is_truncated": False})
        holds(chat.say("what's the value of cell B2?")["content"], "B2 of Budget is 1200")
        equal(chat.rows("show me A1:C3 of the Sales sheet"),
              [["Region", "Product", "Units"], ["North", "Widget", 10], ["South", "Widget", 4]])
        equal(chat.rows("Budget!A2:B2"), [["Rent", 1200]])
        equal(chat.rows("show C5:A4 of Budget"), [["Widget stand", 80, None]])
        holds(chat.say("what is in cell Z99 of Sales")["content"], "Z99 of Sales is empty")


def test_a_cell_without_a_sheet_is_asked_about(place):
    """req: workbook FR-020/thin, US2"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        answer = chat.say("what is in cell A2?")
        equal((answer["status"], answer["content_type"]), ("clarification_needed", "clarification"), answer)
        equal([o["label"] for o in answer["options"]], ["Sales", "Budget", "Empty"])
        equal(chat.rows("Budget"), [["Rent"]])
        equal(chat.rows("what is in cell A3?"), [["Share"]])
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded(other())
        equal(chat.rows("what is in cell B2?"), [[7]])


def test_ranges_have_a_bound_and_must_be_ranges(place):
    """req: workbook L-001/thin, FR-010"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        equal(chat.say("show A1:J100 of Sales")["status"], "success")
        for question, code in (("show A1:J101 of Sales", "RANGE_TOO_LARGE"), ("what is in cell A0 of Sales", "INVALID_RANGE"),
                               ("show A1:nonsense of Sales", "INVALID_RANGE"), ("what is in XFE1 of Sales", "INVALID_RANGE")):
            answer = chat.say(question, 400)
            equal((answer["content_type"], answer["error"]["error_code"]), ("error", code), answer)
            assert "Sales" not in json.dumps(answer["error"]), answer


def test_long_cells_are_cut_and_long_answers_end_in_dots(place):
    """req: workbook L-001/thin, FR-019"""
    text = "x" * 150
    rows = [["Name", "Text"]] + [[f"n{i}", text] for i in range(1200)]
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded(sheets([("Long", "", rows)]))
        equal(chat.rows("show A2:B2"), [["n0", "x" * 97 + "..."]])
        answer = chat.say("find xxx")
        equal((answer["table"]["metadata"]["row_count"], len(answer["table"]["rows"])), (1200, 50), answer)
        equal(answer["table"]["metadata"]["is_truncated"], True)
        equal({len(r[2]) for r in answer["table"]["rows"]}, {100})
        answer = chat.say("show all rows")
        equal((answer["table"]["metadata"]["row_count"], len(answer["table"]["rows"])), (1200, 1000))
        for _ in range(10):
            chat.say("find " + "y" * 9000)
        assert len(chat.say("what did I ask?")["content"]) <= 10000


# ---- search ----

def test_a_text_is_found_on_all_sheets_or_one(place):
    """req: workbook US3/thin, FR-009/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        answer = chat.say("where does widget appear?")
        equal(answer["table"]["columns"], ["Sheet", "Cell", "Value"])
        equal(answer["table"]["rows"], [["Sales", "B2", "Widget"], ["Sales", "B3", "Widget"], ["Budget", "A4", "Widget stand"]])
        holds(answer["content"], "3 cells on 2 sheets")
        equal(chat.rows("find Widget in Budget"), [["Budget", "A4", "Widget stand"]])
        holds(chat.say("search for \"Alice in Wonderland\"")["content"], "Nothing in the workbook")
        equal(chat.say("look for Widget on the sheet Nowhere", 400)["error"]["error_code"], "SHEET_NOT_FOUND")
        equal(chat.rows("1")[0], ["Sales", "B2", "Widget"])
        equal([c["tool_name"] for c in answer["tool_calls"]], ["excel-list-structure", "excel-search"])


# ---- figures and follow-ups ----

def test_sums_averages_extremes_counts_filters_and_groups(place):
    """req: workbook US1, US4/thin, FR-008, SC-004/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        for question, rows in (("total units", [[23]]), ("average units", [[5.75]]), ("lowest revenue", [[10]]),
                               ("highest revenue", [[30]]), ("how many rows are in Sales", None),
                               ("total units in North", [[16]]), ("total revenue where product is Widget", [[35]]),
                               ("count of rows by region", [["East", 1], ["North", 2], ["South", 1]])):
            got = chat.rows(question)
            if rows:
                equal([r[-len(rows[0]):] for r in got], rows, question)
        equal(chat.rows("total units by region"), [["East", 3], ["North", 16], ["South", 4]])


def test_follow_ups_recap_and_a_change_of_topic(place):
    """req: workbook US2, FR-018, SC-008"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        equal(chat.rows("total units"), [[23]])
        equal(chat.rows("and the average?"), [[5.75]])
        equal(chat.rows("and in North?"), [[8]])
        equal([r[0] for r in chat.rows("what sheets are there?")][:1], ["Sales"])
        equal(chat.rows("total revenue"), [[77.5]])
        equal(chat.rows("by region")[0], ["East", 12.5])
        recap = chat.say("what did I ask?")
        equal(recap["content_type"], "text")
        for i, asked in enumerate(("total units", "and the average?", "and in North?", "what sheets are there?",
                                   "total revenue", "by region"), 1):
            holds(recap["content"], f"{i}. {asked}")


def test_a_recap_of_a_long_conversation_says_that_it_is_the_last_questions(place):
    """req: workbook FR-018"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        for _ in range(11):
            chat.say("hello")
        holds(chat.say("what did I ask?")["content"], "Your last 10 questions, the oldest first:\n1. hello")


def test_a_follow_up_to_what_was_looked_up_is_none_to_the_question_before(place):
    """req: workbook FR-018"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        equal(chat.rows("total units"), [[23]])
        holds(chat.say("how many rows are there?")["content"], "rows of data")
        equal(chat.say("and in North?")["restatement"] == "total units, where region is North", False)
        equal(chat.rows("total units"), [[23]])
        chat.say("thanks")
        equal(chat.rows("and the average?"), [[5.75]])


def test_a_name_that_looks_like_a_cell_is_the_sheets(place):
    """req: workbook FR-009/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded(sheets([("Q1", "", [["Item", "Sold"], ["Pen", 4]]),
                            ("Bob&apos;s plan", "", [["Item", "Cost"], ["Ink", 9]])]))
        equal(chat.rows("'Bob''s plan'!B2"), [[9]])
        equal("is empty" in chat.say("what is in Q1?")["content"], False)
        equal(chat.rows("what is in cell B2 of Q1"), [[4]])


def test_other_topics_are_declined_kindly(place):
    """req: workbook EC-006"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        for message in ("tell me a joke", "what's the weather like?", "what is the capital of France?"):
            answer = chat.say(message)
            equal((answer["status"], answer["content_type"]), ("success", "text"), answer)
            holds(answer["content"], "only help with the workbook")
        chat.loaded(sheets([("Days", "", [["Day", "Weather"], ["Mon", "sun"], ["Tue", "rain"]])]))
        equal(chat.rows("what is the weather on Tue"), [["rain"]])


def test_a_question_that_is_not_understood_names_a_way_on(place):
    """req: workbook FR-010"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        answer = chat.say("colourless green ideas sleep furiously", 400)
        equal(answer["error"]["error_code"], "INVALID_QUERY", answer)
        assert answer["error"]["suggested_action"], answer
        turn = chat.get()["conversation_history"][-1]
        equal((turn["content_type"], turn["metadata"]["error_code"]), ("error", "INVALID_QUERY"))


# ---- the other doors ----

def test_the_same_question_by_every_door_has_the_same_answer(place):
    """req: workbook FR-004/thin"""
    path = place.write("book.xlsx", book())
    keep = ("status", "content_type", "content", "restatement", "table", "options", "error")
    for question in ("what sheets are there?", "total units by region", "what is in B2 of Budget", "find Widget"):
        arguments = {"question": question, "data": [path], "agent": "workbook"}
        done = operate(place, "ask", arguments)
        equal(done.status, 0, done)
        wanted = {k: done.json[k] for k in keep}
        equal([s["name"] for s in done.json["evidence"]["sources"]], ["book.xlsx"])
        with chatting(place) as server:
            reply = server.ask("POST", "/api/ask", arguments).json
            equal({k: reply[k] for k in keep}, wanted)
            with HttpMcp(server) as mcp:
                reply = mcp.request("tools/call", {"name": "ask", "arguments": arguments})
                equal({k: reply["result"]["structuredContent"][k] for k in keep}, wanted, reply)
        with StdioMcp(place, "--allow", str(place.folder)) as mcp:
            reply = mcp.request("tools/call", {"name": "ask", "arguments": arguments})
            equal({k: reply["result"]["structuredContent"][k] for k in keep}, wanted)


def test_a_conversation_goes_on_by_the_command_line(place):
    """req: workbook US2"""
    path = place.write("book.xlsx", book())
    first = operate(place, "workbook.ask", {"question": "total units", "data": [path]}).json
    again = operate(place, "workbook.ask", {"question": "and the average?", "conversation_id": first["conversation_id"]}).json
    equal((again["table"]["rows"], again["conversation_id"]), ([[5.75]], first["conversation_id"]))
    session = operate(place, "workbook.get", {"id": first["conversation_id"]}).json
    equal(len(session["conversation_history"]), 4)


def test_a_message_streams_its_steps_and_then_the_answer(place):
    """req: workbook FR-016/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        with Stream(server, "POST", f"{chat.path}/messages", {"message": "what sheets are there?"}) as stream:
            found = stream.rest()
        equal(found[-1][0], "answer", found)
        assert [kind for kind, _, _ in found].count("step") >= 2, found
        equal(json.loads(found[-1][2])["conversation_id"], chat.id)


if __name__ == "__main__":
    main(globals())
