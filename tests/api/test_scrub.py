#!/usr/bin/env python3
"""A home that an older program wrote, with passwords of servers in it: opening it takes them out.

    test_scrub.py ASSAY

The home is made by this program and then given what version 3 of the schema would have held, byte for byte, in every
place where it could: as text, in the write-ahead log, in the index of tasks' words, in the diary.
"""
import contextlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import tarfile

from analyzing import as_csv, orders
from harness import equal, holds, main
from searching import MARK, must_not_hold, search

PASSWORD = MARK + "kept"
ADDRESS = f"postgres://me:{PASSWORD}@db.example/shop"
SHOWN = "postgres://me:***@db.example/shop"
OTHER = f"postgresql://me@db.example/shop?password={PASSWORD}&sslmode=require#sales.orders"
NO_ADDRESS = f"postgres-//me:{PASSWORD}@db.example/shop"  # as this program may be told it
CONNECTION = f"host=db.example user=me password='{PASSWORD} x' dbname=shop"
ERASED, STAYS = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"

# Runs apart and ends without closing, so that the write-ahead log is left as a killed program leaves it.
WRITER = """
import json, os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA wal_autocheckpoint = 0")
db.execute("BEGIN")
for sql, values in json.load(sys.stdin):
    db.execute(sql, values)
db.execute("COMMIT")
os._exit(0)
"""


def write(path, statements):
    """Half of the statements in the main file, and all of them once more in the log."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        for sql, values in statements[:len(statements) // 2]:
            db.execute(sql, values)
        db.commit()
    subprocess.run([sys.executable, "-c", WRITER, str(path)], input=json.dumps(statements).encode(), check=True)


def aged(place):
    """A home with an analysis, a conversation and a task; (the analysis' id, the conversation's)."""
    data = place.write("orders.csv", as_csv(orders()))
    analysis = place.run("analyze", "--intent", "total revenue by region", "--data", data, "--json").json
    answer = place.run("ask", "--data", data, "--json", "total revenue").json
    equal(place.run("task", "add", f"renew {NO_ADDRESS}", "--description", f"see {NO_ADDRESS}").status, 0)
    equal(place.run("task", "add", "water the plants").status, 0)
    words = [(ERASED, json.dumps([ADDRESS])), (ERASED, json.dumps(PASSWORD)), (ERASED, None),
             (STAYS, json.dumps("how many rows")), (answer["evidence"]["request_id"], None)]
    write(place.home / "state.db", [
        ["DELETE FROM schema_version WHERE version > 3", []],
        ["UPDATE analyses SET request = json_set(request, '$.data_sources[0].connection_string', ?, '$.intent', ?),"
         " steps = json_set(steps, '$.tool_calls[0].arguments.data[0]', ?),"
         " response = json_set(response, '$.summary.key_findings[0]', ?)",
         [OTHER, f"see {ADDRESS} and {CONNECTION}", ADDRESS, ADDRESS]],
        ["UPDATE conversations SET metadata = json_set(metadata, '$.data[0]', ?)", [ADDRESS]],
        ["UPDATE messages SET content = content || ?", [f" ({ADDRESS})"]],
        ["UPDATE messages SET data = json_set(data, '$.restatement', ?) WHERE data IS NOT NULL", [OTHER]],
        ["UPDATE tasks SET title = replace(title, 'postgres-', 'postgres:'),"
         " description = replace(description, 'postgres-', 'postgres:')", []],
        ["UPDATE audit_private SET text = replace(text, 'postgres-', 'postgres:')", []],
        ["UPDATE task_steps SET what = replace(what, 'postgres-', 'postgres:')", []],
        ["UPDATE task_changes SET after = replace(after, 'postgres-', 'postgres:')", []],
        *[["INSERT INTO audit_private (hash, request_id, salt, text) VALUES (?, ?, ?, ?)",
           [f"{i:064x}", request, "00", text]] for i, (request, text) in enumerate(words)]])
    recipes = place.home / "db" / "recipe_memory.db"
    write(recipes, [["UPDATE recipes SET tool_argument_templates = ?", [json.dumps([{"data": [ADDRESS]}])]]])
    diary = next((place.home / "logs").glob("agent-*.log"))
    with open(diary, "a", encoding="utf-8") as file:
        for detail in (f"find the data file: {ADDRESS}: No such file", f"mysql://me:{PASSWORD}@h/x", CONNECTION,
                       f"find: postgres://me:{PASSWORD * 50}"):
            file.write(json.dumps({"event": "Error", "detail": detail}) + "\n")
    session = place.home / "sessions" / ERASED
    (session / "files").mkdir(parents=True)
    (session / "context.json").write_text(json.dumps({"source": ADDRESS}))
    (session / "files" / "1_meta.json").write_text(json.dumps({"description": ADDRESS}))
    return analysis["request_id"], answer["conversation_id"]


def is_held(place):
    """The files of the home that hold the password."""
    return {str(f.relative_to(place.home)) for f in place.home.rglob("*") if f.is_file() and PASSWORD.encode() in
            f.read_bytes()}


def test_opening_a_home_takes_passwords_out(place):
    analysis, conversation = aged(place)
    held = is_held(place)
    for file in ("state.db", "state.db-wal", "db/recipe_memory.db-wal"):
        holds(held, file)
    equal(place.run("audit", "show").status, 0)
    equal(is_held(place), set())
    search(place)
    with sqlite3.connect(place.home / "state.db") as db:
        names = ("request", "plan", "steps", "response")
        row = db.execute("SELECT request, plan, steps, response FROM analyses WHERE id = ?", (analysis,)).fetchone()
        got = {name: json.loads(text) for name, text in zip(names, row)}
    equal(got["steps"]["tool_calls"][0]["arguments"]["data"], [SHOWN], got)
    holds(json.dumps(got["request"]), "postgresql://me@db.example/shop?password=***&sslmode=require#sales.orders")
    must_not_hold("the analysis", json.dumps(got).encode())
    asked = {"question": "total revenue by region", "conversation_id": conversation}
    error = place.run("op", "run", "ask", json.dumps(asked)).json["error"]
    holds(error["message"], "The password of that server is not known here", error)


def test_what_the_log_has_a_hash_of_is_erased_and_the_rest_stays(place):
    aged(place)
    head = place.run("audit", "show", "--json").status
    equal(head, 0)
    with sqlite3.connect(place.home / "state.db") as db:
        rows = {row[0] for row in db.execute("SELECT request_id FROM audit_private WHERE length(salt) = 2")}
        equal(rows, {STAYS})
        equal(db.execute("SELECT max(version) FROM schema_version").fetchone(), (4,))
        equal(db.execute("PRAGMA integrity_check").fetchone(), ("ok",))
    equal(place.run("audit", "verify").status, 0)


def test_tasks_keep_their_words_but_for_the_password(place):
    aged(place)
    tasks = place.run("op", "run", "list_tasks", json.dumps({})).json["data"]
    stars = "*" * len(PASSWORD)
    equal(sorted(t["title"] for t in tasks), [f"renew postgres://me:{stars}@db.example/shop", "water the plants"])
    found = lambda word: len(place.run("op", "run", "list_tasks", json.dumps({"search": word})).json["data"])
    equal([found("renew"), found("plants")], [1, 1])
    equal(place.run("task", "undo").status, 0)
    search(place)


def test_a_backup_that_is_the_first_to_open_an_old_home_holds_none(place):
    aged(place)
    equal(place.run("home", "backup", str(place.folder / "new.backup")).status, 0)
    must_not_hold("a backup made since", (place.folder / "new.backup").read_bytes())


def test_a_home_without_passwords_is_left_as_it_is(place):
    data = place.write("orders.csv", as_csv(orders()))
    text = "is https://a:b@c.example/ a password=secret page?"
    equal(place.run("task", "add", text).status, 0)
    done = place.run("analyze", "--intent", "total revenue by region", "--data", data, "--json").json
    before = place.run("analyses", "get", done["request_id"], "--json").json
    write(place.home / "state.db", [["DELETE FROM schema_version WHERE version > 3", []]])
    equal(place.run("analyses", "get", done["request_id"], "--json").json, before)
    equal(place.run("op", "run", "list_tasks", "{}").json["data"][0]["title"], text)


# ---- a home that the program before really wrote: tests/api/old_home.tar.gz, schema version 3


OLD_PASSWORD = b"s3cret-Pass"
OLD_ANALYSES = ("9519a4d8-a2e5-4e10-948e-fa9e82e62054", "22f8c2e9-c0ec-41d3-b4cf-b1e0c4f09d50")
OLD_CONVERSATION = "56e3b5bc-a485-4155-b300-b86b0a7afc27"


def old_home(place):
    with tarfile.open(pathlib.Path(__file__).parent / "old_home.tar.gz") as archive:
        archive.extractall(place.folder, filter="data")
    holds((place.home / "state.db").read_bytes(), OLD_PASSWORD)


def test_a_home_of_the_program_before_is_scrubbed_and_still_shown(place):
    old_home(place)
    equal(place.run("audit", "verify").status, 0)
    for id in OLD_ANALYSES:
        done = place.run("analyses", "get", id, "--json")
        equal(done.status, 0, done)
        equal(done.json["response"]["status"], "completed")
    equal(len(place.run("analyses", "list", "--json").json["items"]), 2)
    shown = place.run("op", "run", "workbook.get", json.dumps({"id": OLD_CONVERSATION})).json["conversation_history"]
    equal(shown[0]["content"], "total revenue by region")
    found = [f for f in place.home.rglob("*") if f.is_file() and OLD_PASSWORD in f.read_bytes()]
    equal(found, [])
    equal(place.run("audit", "verify").status, 0)
    equal(place.run("doctor", "--json").json["status"] in ("ok", "warn"), True)


def test_changed_rows_are_not_attested_by_setting_the_version_back(place):
    old_home(place)
    equal(place.run("audit", "show").status, 0)
    db = sqlite3.connect(place.home / "state.db")
    with db:
        db.execute("UPDATE analyses SET response = replace(response, 'completed', 'forged')")
        db.execute("DELETE FROM schema_version WHERE version > 3")
    db.close()
    equal(place.run("audit", "show").status, 0)
    for id in OLD_ANALYSES:
        done = place.run("analyses", "get", id, "--json")
        equal(done.status, 1, done)
        assert "forged" not in done.out, done


if __name__ == "__main__":
    main(globals())
