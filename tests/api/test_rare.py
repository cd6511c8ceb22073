"""What seldom happens, made to happen: a store that lost a table or is no store any more, an engine that is not there, a
reader that stands still, a log that was cut. Each is told by the code that the seed has for it, in words
that name nothing of the machine, and what was there before is there after.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import time

import harness
from doors import Server
from harness import children, equal, holds, main, until
from metrics_data import investigated
from serving import SALES, InBackground, error_of, running
from workbook_chat import Chat, chatting


def store(place, *statements):
    with sqlite3.connect(place.home / "state.db", timeout=10, isolation_level=None) as db:
        for statement in statements:
            db.execute(statement)
    db.close()


def settled(path):
    """Whether all of a store is in its file now: nobody was reading what is not."""
    with contextlib.closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as db:
        return db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def diary(place):
    """The entries of the day's log."""
    return [json.loads(line) for path in (place.home / "logs").glob("agent-*.log")
            for line in path.read_text().splitlines()]


def test_a_store_that_lost_a_table_is_a_fault_of_ours_in_each_seeds_words(place):
    """req: docs FR-008/thin"""
    guide = place.write("guide.md", "# Robots\n\n## Charging\n\nCharge the robot for six hours.\n")
    with chatting(place) as server:
        chat = Chat(server)
        equal(server.ask("POST", "/api/documents", {"path": guide}).status, 201)
        store(place, "DROP TABLE tasks", "DROP TABLE chunks", "DROP TABLE messages")
        reply = server.ask("POST", "/api/local/chat", {"message": "show my tasks"})
        equal((reply.status, reply.json["code"]), (500, "INTERNAL_ERROR"), reply)
        reply = server.ask("GET", "/chapters")
        equal((reply.status, reply.json["error"], reply.json["retryable"]), (500, "unknown", False), reply)
        reply = server.ask("POST", f"{chat.path}/messages", {"message": "how many rows"})
        equal((reply.status, reply.json["agent"], reply.json["error"]["error_code"]), (500, "workbook", "UNKNOWN_ERROR"))
        error_of(server.ask("POST", "/api/ops/list_tasks", {}), 500, "UNKNOWN_ERROR")
        # What looks things up has one of its own for that, who says that it may be over the next time.
        reply = server.ask("POST", "/query", {"question": "how long is the robot charged?"})
        equal((reply.status, reply.json["error"], reply.json["retryable"]), (503, "database", True), reply)
        holds([e["details"].get("agent") for e in diary(place)], "ErrorRecoveryAgent")


def test_a_store_that_is_none_any_more_is_said_to_be_damaged(place):
    """req: tasks SC-004/thin"""
    with chatting(place) as server:
        equal(server.ask("POST", "/api/ops/add_task", {"title": "Buy milk"}).status, 200)
        path = place.home / "state.db"
        until(lambda: settled(path))
        good = path.read_bytes()
        path.write_bytes(b"\xa5" * len(good))
        reply = server.ask("POST", "/api/local/chat", {"message": "show my tasks"})
        equal((reply.status, reply.json["code"]), (503, "DATABASE_ERROR"), reply)
        error_of(server.ask("POST", "/api/ops/list_tasks", {}), 503, "STORE_DAMAGED")
    path.write_bytes(good)
    equal([t["title"] for t in place.run("task", "list", "--json").json["data"]], ["Buy milk"])


def test_without_its_engine_the_program_says_so_and_keeps_the_question(place):
    """req: workbook FR-010/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
    (place.folder / "bin").mkdir()
    alone = shutil.copy(harness.ASSAY, place.folder / "bin" / "assay")
    with Server(place, program=alone) as server:
        chat.server = server
        answer = chat.say("total revenue by region", 503)
        equal((answer["agent"], answer["error"]["error_code"]), ("workbook", "ENGINE_UNAVAILABLE"))
        equal([t["metadata"] and t["metadata"].get("error_code") for t in chat.get()["conversation_history"]][-1],
              "MCP_TOOL_ERROR")
    with chatting(place) as server:
        chat.server = server
        equal(len(chat.rows("total revenue by region")), 3)


def test_a_reader_that_stands_still_is_given_up_after_the_time_allowed(place):
    """req: analyst FR-023"""
    path = place.write("sales.csv", SALES)
    body = {"intent": "total revenue by region", "data": [path], "deliverables": ["tables"],
            "constraints": {"timeout_seconds": 1}}
    with chatting(place) as server:
        equal(server.ask("POST", "/api/ops/sql.run", {"data": [path], "query": "SELECT 1 FROM sales"}).status, 200)
        for pid in children(server.process.pid):
            os.kill(pid, signal.SIGSTOP)
        reply = server.ask("POST", "/api/analyze", body)
        equal((reply.json["status"], reply.json["error"]["error_type"]), ("failed", "timeout"), reply)
        kept = server.ask("GET", f"/api/analyses/{reply.json['request_id']}").json["steps"]["observations"]
        equal([(o["status"], o["error_category"]) for o in kept], [("timeout", "resource_exhausted")])
        body["constraints"]["timeout_seconds"] = 30
        equal(server.ask("POST", "/api/analyze", body).json["status"], "completed")


def test_what_was_said_meanwhile_is_not_overwritten(place):
    """req: workbook FR-010/thin"""
    with chatting(place) as server:
        chat = Chat(server)
        chat.loaded()
        chat.say("total revenue by region")
        for attempt in range(1, 6):  # the reader stands still while the conversation goes on elsewhere
            readers = children(server.process.pid)
            for pid in readers:
                os.kill(pid, signal.SIGSTOP)
            asked = InBackground(lambda: server.ask("POST", f"{chat.path}/messages", {"message": "average units by product"}))
            until(lambda: running(server) > 1)
            time.sleep(0.2 * attempt)  # until it has looked at the conversation, which takes a moment
            store(place, "UPDATE conversations SET version = version + 1")
            for pid in readers:
                with contextlib.suppress(ProcessLookupError):  # one that was on its way out
                    os.kill(pid, signal.SIGCONT)
            if asked.wait().status != 200:
                break
        equal((asked.reply.status, asked.reply.json["error"]["error_code"]), (409, "CHANGED_MEANWHILE"), asked.reply)
        equal([t["content"] for t in chat.get()["conversation_history"] if t["role"] == "user"].count(
            "average units by product"), attempt - 1)


def test_a_result_that_is_too_large_is_refused_and_the_log_says_why(place):
    path = place.write("sales.csv", SALES)
    with chatting(place) as server:
        reply = server.ask("POST", "/api/ops/sql.run",
                           {"data": [path], "query": "SELECT repeat('x', 2000000) AS a FROM range(400)"})
        error_of(reply, 413, "RESOURCE_EXHAUSTED")
    log = (place.home / "logs" / "data_agent_runs.jsonl").read_text().splitlines()
    holds([json.loads(line)["event_data"].get("status") for line in log], "resource_limit")


def test_an_analysis_that_cannot_end_in_time_is_not_begun(place):
    """req: analyst FR-023"""
    path = place.write("long.csv", "amount\n" + "7\n" * 2000000)
    with chatting(place) as server:
        equal(server.ask("POST", "/api/ops/data.describe", {"data": [path]}, timeout=60).status, 200)  # it is read once
        reply = server.ask("POST", "/api/analyze", {"intent": "total amount", "data": [path], "deliverables": ["tables"],
                                                    "constraints": {"timeout_seconds": 1}})
        equal((reply.json["status"], reply.json["error"]["error_type"]), ("failed", "resource_limit"), reply)
        equal(reply.json["metrics"]["tool_calls_count"], 0)


def test_an_analysis_of_a_json_file(place):
    path = place.write("sales.json", json.dumps([{"region": "North", "revenue": 3}, {"region": "South", "revenue": 4}]))
    with chatting(place) as server:
        body = {"intent": "total revenue by region", "data_sources": [{"type": "json", "file_path": path}],
                "deliverables": ["summary"]}
        reply = server.ask("POST", "/api/analyze", body)
        equal(reply.json["status"], "completed", reply)
        kept = server.ask("GET", f"/api/analyses/{reply.json['request_id']}").json["request"]["data_sources"]
        equal(kept[0]["type"], "json")


def products():
    """28 days of two months of 24 products, seven of which fall in March, each less than the one before it."""
    lines = ["ordered_at,product,region,total"]
    for month in (2, 3):
        for day in range(1, 29):
            for p in range(24):
                total = (50 + (day * 5 + p * 3) % 7) * (0.2 + 0.03 * p if month == 3 and p < 7 else 1)
                lines.append(f"2023-{month:02}-{day:02} {8 + p % 12:02}:{day:02}:00,product {chr(65 + p)},"
                             f"{'NESW'[(p + day) % 4]},{total:.2f}")
    return "\n".join(lines) + "\n"


def test_six_causes_are_ranked_from_most_likely_to_less_likely(place):
    """req: metrics FR-007/thin, FR-024"""
    visits = "product,visitors\n" + "".join(f"product {chr(65 + i % 24)},{i * 3 % 17}\n" for i in range(96))
    with Server(place) as server:
        session = investigated(server, {"orders.csv": products(), "visits.csv": visits})
        found = server.ask("GET", f"/api/sessions/{session}/explanations").json["explanations"]
        equal([(e["rank"], e["likelihood"]) for e in found], list(enumerate(
            ["Most Likely", "Likely", "Likely", "Possible", "Possible", "Less Likely"], 1)))
        for rank, explanation in enumerate(found):
            holds(explanation["title"], f"product {chr(65 + rank)}")
        folder = place.home / "sessions" / session
        equal(len(list((folder / "analysis" / "hypotheses").iterdir())), 7)
        relations = json.loads(next(folder.rglob("schema.json")).read_text())["relationships"]
        files = [json.loads(path.read_text()) for path in folder.rglob("*_meta.json")]
        types = {c["name"]: c["data_type"] for file in files for c in file["schema"]["columns"]}
        equal((types["ordered_at"], types["total"], types["visitors"]), ("datetime", "float", "integer"))
        equal([(r["from_column"], r["to_column"], r["relationship_type"]) for r in relations],
              [("product", "product", "similar_values")])


def test_a_backup_or_a_log_that_was_cut_is_told_by_its_name(place):
    sales = place.write("sales.csv", SALES)
    other = {"ASSAY_HOME": str(place.folder / "other")}
    done = place.run("home", "restore", sales, "--json", env=other)
    equal((done.status, done.json["error"]["error_code"]), (1, "BACKUP_DAMAGED"), done)
    equal(place.run("files", "add", sales).status, 0)
    log = place.home / "logs" / "data_agent_runs.jsonl"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:1]))
    done = place.run("audit", "show", "--json")
    equal((done.status, done.json["error"]["error_code"]), (1, "AUDIT_BROKEN"), done)


if __name__ == "__main__":
    main(globals())
