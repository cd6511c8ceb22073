#!/usr/bin/env python3
"""A workbook conversation as a thing of its own: its window, clearing, lists, exports, the diary, and what is refused."""
import csv
import io
import json
import signal
import sqlite3
import threading
import time
import zipfile

from books import sheets
from doors import multipart
from harness import equal, holds, main
from serving import ERROR, error_of
from workbook_chat import NONE, Chat, book, chatting, operate, other


def test_the_window_has_the_last_twenty_turns_and_the_history_all(place):
    """req: workbook FR-006, FR-006a/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        for i in range(12):
            chat.say(f"find n{i}")
        session = chat.get()
        history, window = session["conversation_history"], session["context_window"]
        equal((len(history), len(window)), (25, 20))
        equal(window[0]["content"], "find n2")
        equal([t["role"] for t in window], ["user", "assistant"] * 10)
        equal([t["state"] for t in history], ["stored"] + ["archived"] * 4 + ["stored"] * 20)
        equal(len({t["id"] for t in history}), 25)
        equal(history, chat.get()["conversation_history"])
        assert session["last_activity_at"] >= session["started_at"], session


def test_clearing_forgets_what_was_said_and_keeps_the_workbook(place):
    """req: workbook FR-014"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        chat.say("total units")
        reply = server.ask("POST", f"{chat.path}/clear", {})
        equal((reply.status, reply.json), (200, {"session_id": chat.id, "cleared_turns": 3, "workbook_name": "book.xlsx"}))
        session = chat.get()
        equal((session["conversation_history"], session["context_window"]), ([], []))
        equal(session["current_context"]["workbook_name"], "book.xlsx")
        holds(chat.say("what did I ask?")["content"], "not asked anything")
        equal(chat.rows("total units"), [[23]])
        equal(server.ask("POST", f"{chat.path}/clear", {}).json["cleared_turns"], 4)
        equal(server.ask("POST", f"{chat.path}/clear", {}).json["cleared_turns"], 0)


def test_suggestions_are_about_this_file_and_all_are_answered(place):
    """req: workbook SC-007/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        equal(server.ask("GET", f"{chat.path}/suggestions").json, {"suggestions": []})
        loaded = chat.loaded()
        offered = server.ask("GET", f"{chat.path}/suggestions").json["suggestions"]
        equal(offered, loaded["suggestions"])
        equal(len(offered), 3)
        assert any("Units" in q or "Revenue" in q or "Region" in q for q in offered), offered
        for question in offered:
            equal(chat.say(question)["status"], "success", question)
        equal(len(server.ask("GET", f"{chat.path}/suggestions?max=1").json["suggestions"]), 1)
        error_of(server.ask("GET", f"{chat.path}/suggestions?max=4"), 400, "INVALID_INPUT")
        chat.loaded(sheets([("Bare", "", [])]))
        equal(server.ask("GET", f"{chat.path}/suggestions").json["suggestions"], ["what sheets are there?"])


def test_conversations_are_listed_page_by_page(place):
    """req: workbook FR-002/thin"""
    with chatting(place) as server:
        equal(server.ask("GET", "/api/chat").json, {"items": [], "total": 0, "offset": 0, "limit": 100})
        chats = [Chat(server) for _ in range(3)]
        chats[1].loaded()
        chats[1].say("total units")
        page = server.ask("GET", "/api/chat?limit=2").json
        equal((page["total"], len(page["items"]), page["limit"]), (3, 2, 2))
        equal((page["items"][0]["id"], page["items"][0]["title"]), (chats[1].id, "total units"))
        equal(len(server.ask("GET", "/api/chat?limit=2&offset=2").json["items"]), 1)
        equal(server.ask("GET", "/api/chat?agent=analyst").json["total"], 0)
        error_of(server.ask("GET", "/api/chat?limit=0"), 400, "INVALID_INPUT")
        error_of(server.ask("GET", "/api/chat?limit=many"), 400, "INVALID_INPUT")


# ---- export ----

def exported(server, chat, format):
    reply = server.ask("GET", f"{chat.path}/export?format={format}")
    equal(reply.status, 200, reply)
    holds(reply.headers["content-disposition"], f'attachment; filename="conversation-{chat.id[:8]}.{format}"')
    return reply


def test_a_conversation_is_exported_to_read_with_everything_escaped(place):
    """req: workbook US5/thin, FR-005a, SEC-001/thin"""
    rows = [["Name", "Note"], ["&lt;b&gt;x", "a|b"], ["y", "&lt;script&gt;alert(1)&lt;/script&gt;"]]
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded(sheets([("Sheet", "", rows)]))
        chat.say("show A1:B3")
        html = exported(server, chat, "html")
        holds(html.headers["content-type"], "text/html")
        page = html.body.decode()
        holds(page, "<th scope=\"col\">A</th>")
        holds(page, "&lt;script&gt;alert(1)&lt;/script&gt;")
        assert "<script>" not in page and "<b>" not in page, page
        holds(page, "border:1px solid")
        chat.say("count of rows")
        holds(exported(server, chat, "html").body.decode(), '<td class="n">2</td>')
        holds(page, "td.n{text-align:right}")
        text = exported(server, chat, "md").body.decode()
        holds(text, "# Conversation of ")
        holds(text, "show A1:B3")
        holds(text, "a\\|b")
        assert "<script>" not in text, text
        equal(server.ask("GET", f"{chat.path}/export").headers["content-type"], "text/markdown; charset=utf-8")


def test_the_last_table_is_exported_as_csv_and_all_of_them_as_a_workbook(place):
    """req: workbook US5/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        error_of(server.ask("GET", f"{chat.path}/export?format=csv"), 404, "NOT_FOUND")
        chat.loaded()
        chat.say("total units by region")
        chat.say("what's the value of B2 of Budget?")
        chat.say("thanks")
        equal(list(csv.reader(io.StringIO(exported(server, chat, "csv").body.decode()))), [["B"], ["1200"]])
        data = exported(server, chat, "xlsx").body
        with zipfile.ZipFile(io.BytesIO(data)) as made:
            equal(sum(n.startswith("xl/worksheets/sheet") for n in made.namelist()), 3)
        path = place.write("out.xlsx", data)
        done = place.run("table", "--json", "--sheet", "Table 1", path)
        equal([row[1] for row in done.json["rows"]], ["total_Units", 3, 16, 4])
        done = place.run("table", "--json", "--sheet", "Conversation", path)
        equal([row[1] for row in done.json["rows"]], ["Who", "Note", "You", "assay", "You", "assay", "You", "assay"])
        error_of(server.ask("GET", f"{chat.path}/export?format=pdf"), 400, "INVALID_INPUT")
        equal(list((place.home / "uploads" / ".spool").glob("*")), [])


# ---- others', nobody's, and wrong requests ----

def test_every_route_refuses_what_is_wrong_and_changes_nothing(place):
    """req: workbook FR-010, SC-009/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        before = chat.get()
        for method, end in (("GET", ""), ("POST", "/messages"), ("POST", "/clear"), ("GET", "/suggestions"), ("GET", "/export"),
                            ("POST", "/workbook")):
            body = {"message": "hi"} if end == "/messages" else {"path": str(place.folder / "x")} if end == "/workbook" else None
            for identity, status in ((NONE, 404), ("7", 400), ("%00", 400)):
                if end == "/workbook" and identity == NONE:
                    place.write("x", b"")
                reply = server.ask(method, f"/api/chat/{identity}{end}", body if method == "POST" else None)
                equal(reply.status, status, (method, end, identity, reply))
                equal(set(reply.json["error"]), ERROR, reply)
        for body in ({}, {"message": ""}, {"message": 7}, {"message": None}, {"message": "x" * 10001}, {"message": "a", "b": 1},
                     {"message": "a", "id": chat.id}, []):
            reply = server.ask("POST", f"{chat.path}/messages", body)
            equal((reply.status, reply.json["error"]["error_code"]), (400, "INVALID_INPUT"), (str(body)[:80], reply))
        equal(server.ask("POST", f"{chat.path}/messages", b"{", {"Content-Type": "application/json"}).status, 400)
        for body in ({}, {"path": ""}, {"path": 7}, {"path": str(place.folder)}, {"path": "x" * 5000}):
            assert server.ask("POST", f"{chat.path}/workbook", body).status in (400, 403), body
        body, kind = multipart({}, "../../etc/passwd.xlsx", book())
        equal(server.ask("POST", f"{chat.path}/workbook", b"no parts", kind).status, 400)
        equal(server.ask("DELETE", chat.path).status, 405)
        equal(chat.get(), before)
        reply = server.ask("POST", f"{chat.path}/workbook", body, kind)
        equal(reply.json["workbook_name"], "passwd.xlsx", reply)


def test_another_users_conversation_is_not_there(place):
    """req: workbook FR-012/thin"""
    path = place.write("book.xlsx", book())
    mine = operate(place, "workbook.start", {}).json["session_id"]
    equal(operate(place, "workbook.load", {"id": mine, "path": path}).json["is_valid"], True)
    for name, more in (("workbook.get", {}), ("workbook.clear", {}), ("workbook.message", {"message": "total units"}),
                       ("workbook.load", {"path": path}), ("workbook.suggestions", {}), ("workbook.export", {})):
        done = operate(place, name, {"id": mine, **more}, "--user", "mallory")
        equal((done.status, done.json["error"]["error_code"]), (1, "NOT_FOUND"), (name, done))
        absent = operate(place, name, {"id": NONE, **more}, "--user", "mallory")
        equal(done.json["error"]["message"], absent.json["error"]["message"])
    equal(operate(place, "workbook.list", {}, "--user", "mallory").json["total"], 0)
    equal(operate(place, "workbook.message", {"id": mine, "message": "total units"}).json["table"]["rows"], [[23]])
    tasks = operate(place, "tasks.chat", {"message": "show my tasks"}).json["conversation_id"]
    for name, more in (("workbook.message", {"message": "x"}), ("workbook.clear", {}), ("workbook.load", {"path": path})):
        equal(operate(place, name, {"id": tasks, **more}).json["error"]["error_code"], "NOT_FOUND", name)


def test_a_private_request_leaves_nothing(place):
    """req: workbook FR-012/thin"""
    private = {"Assay-Private": "1"}
    path = place.write("quiet.xlsx", book())
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        before, logged = chat.get(), diary(place)
        answer = chat.say("find Gizmo", headers=private)
        equal(answer["table"]["rows"], [["Sales", "B5", "Gizmo"]])
        equal(chat.get(), before)
        error_of(server.ask("POST", "/api/chat", {}, private), 400, "INVALID_INPUT")
        equal(chat.load(other(), headers=private).status, 400)
        reply = server.ask("POST", "/api/ops/workbook.ask", {"question": "find Gizmo", "data": [path]}, private)
        equal((reply.status, reply.json["conversation_id"]), (200, None), reply)
        equal([e for e in diary(place)[len(logged):] if e["event"] != "Error" and "workbook.get" not in str(e)], [])
    for file in place.home.rglob("*"):
        assert not file.is_file() or file.suffix == ".xlsx" or b"Gizmo" not in file.read_bytes(), file


# ---- the diary ----

def diary(place):
    return [json.loads(line) for file in sorted((place.home / "logs").glob("agent-*.log"))
            for line in file.read_text().splitlines()]


def test_the_diary_links_question_tools_answer_and_error_by_their_id(place):
    """req: workbook L-002/thin, FR-010a/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        good = chat.say("which columns has Budget?")
        bad = chat.say("which columns has the sheet Hidden agenda?", 400)
    entries = diary(place)
    assert all(set(e) == {"timestamp", "correlationId", "event", "details"} for e in entries), entries
    of = lambda answer: [e for e in entries if e["correlationId"] == answer["correlation_id"]]
    equal([e["event"] for e in of(good)], ["AgentQuery", "ToolInvoked", "ToolInvoked", "ToolInvoked", "ResponseGenerated"])
    equal(of(good)[-1]["details"]["status"], "success")
    equal([e["event"] for e in of(bad)], ["AgentQuery", "ToolInvoked", "Error", "ToolInvoked", "ResponseGenerated"])
    holds(of(bad)[2]["details"]["detail"], "Hidden agenda")
    equal(of(bad)[-1]["details"]["error_code"], "SHEET_NOT_FOUND")
    assert "Hidden agenda" not in json.dumps(bad["error"]), bad


# ---- at once, and after a crash ----

def test_messages_at_once_are_kept_whole_or_refused(place):
    """req: workbook FR-006"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        replies = []
        ask = lambda i: replies.append(server.ask("POST", f"{chat.path}/messages", {"message": f"find n{i}"}))
        threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        equal({r.status for r in replies} - {200, 409}, set(), replies)
        kept = [r for r in replies if r.status == 200]
        for reply in replies:
            if reply.status == 409:
                equal((reply.json["error"]["error_code"], reply.json["error"]["can_retry"]), ("CHANGED_MEANWHILE", True))
        turns = [t for t in chat.get()["conversation_history"] if t["role"] != "system"]
        equal(len(turns), 2 * len(kept))
        for question, answer in zip(turns[::2], turns[1::2]):
            equal((question["role"], answer["role"]), ("user", "assistant"))
            holds(answer["content"], question["content"][len("find "):])
            equal(question["correlation_id"], answer["correlation_id"])


def test_conversations_at_once_do_not_mix(place):
    """req: workbook FR-006"""
    with chatting(place) as server:
        wrong = []

        def talk(n):
            try:
                chat = Chat(server)
                chat.loaded(sheets([(f"Sheet{n}", "", [["k", "amount"], ["a", n], ["b", n]])]), f"book{n}.xlsx")
                for _ in range(3):
                    equal(chat.rows("total amount"), [[2 * n]])
                    equal([r[0] for r in chat.rows("what sheets are there?")], [f"Sheet{n}"])
                equal(chat.get()["current_context"]["workbook_name"], f"book{n}.xlsx")
            except Exception as problem:
                wrong.append(problem)

        threads = [threading.Thread(target=talk, args=(n,)) for n in range(1, 7)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        equal(wrong, [])


def test_a_conversation_is_there_again_after_a_kill(place):
    """req: workbook FR-006"""
    server = chatting(place)
    chat = Chat(server)
    chat.loaded()
    chat.say("total units")
    before = chat.get()
    server.stop(signal.SIGKILL)
    with chatting(place) as server:
        chat.server = server
        equal(chat.get(), before)
        equal(chat.rows("and the average?"), [[5.75]])


def test_a_hundred_sheets_and_a_hundred_thousand_rows_are_answered_in_time(place):
    """req: workbook SC-001/thin, SC-002, SC-005, SC-006"""
    rows = [["region", "units"]] + [[f"R{i % 7}", i] for i in range(1000)]
    data = sheets([(f"S{k}", "", rows) for k in range(100)])
    with chatting(place) as server:
        chat = Chat(server)
        began = time.monotonic()
        loaded = chat.loaded(data)
        assert time.monotonic() - began < 5, "loading took too long"
        equal(len(loaded["metadata"]["sheet_names"]), 100)
        equal(len(set(loaded["suggestions"])), len(loaded["suggestions"]))
        for question, wanted in (("how many sheets are there?", "100 worksheets"), ("how many rows are there?", "100000 rows"),
                                 ("what is in B7 of S9", "is 5"), ("total units", "49,950,000"), ("find R3", "14300 cells")):
            began = time.monotonic()
            holds(chat.say(question)["content"], wanted)
            assert time.monotonic() - began < 10, question


def test_a_session_of_long_ago_is_idle_and_then_gone(place):
    """req: workbook FR-006/thin"""
    path = place.write("book.xlsx", book())
    mine = operate(place, "workbook.ask", {"question": "total units", "data": [path]}).json["conversation_id"]
    equal(operate(place, "workbook.get", {"id": mine}).json["state"], "active")

    def at(column, time):
        with sqlite3.connect(place.home / "state.db") as db:
            db.execute(f"UPDATE conversations SET {column} = ?", (time,))
        db.close()

    at("created_at", "2020-01-01T00:00:00Z")
    at("updated_at", "2020-01-02T00:00:00Z")
    equal(operate(place, "workbook.get", {"id": mine}).json["state"], "idle")
    at("expires_at", "2020-02-01T00:00:00Z")
    equal(operate(place, "workbook.get", {"id": mine}).json["error"]["error_code"], "NOT_FOUND")


if __name__ == "__main__":
    main(globals())
