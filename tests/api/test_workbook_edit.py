"""Changing workbooks with the real binary: asked first, copied first, whole or not at all, and taken back.

  test_workbook_edit.py ASSAY
"""
import concurrent.futures
import fcntl
import hashlib
import json
import os
import random
import signal
import stat
import subprocess
import time
import zipfile

import harness
from books import SHEET, workbook
from harness import equal, holds

MAY_CHANGE = {SHEET, "xl/workbook.xml"}


def sha(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def op(place, name, args, *more):
    return place.run("op", "run", name, json.dumps(args), *more)


def cell(place, book, address, value, *flags, **more):
    args = {"workbook_path": book, "worksheet": "Secret plan", "cell_address": address, "value": value, **more}
    return op(place, "excel-write-cell", args, *flags)


def parts(path):
    with zipfile.ZipFile(path) as z:
        equal(z.testzip(), None)
        return {i.filename: z.read(i) for i in z.infolist()}


def backups(place):
    return sorted(p.name for p in place.folder.glob("book.*.bak.xlsx"))


def leftovers(place):
    return sorted(p.name for p in place.folder.iterdir() if p.name.startswith(".assay"))


def test_a_change_is_asked_about_first_and_names_the_cell(place):
    book = place.write("book.xlsx", workbook())
    before = sha(book)
    done = cell(place, book, "A2", 7)
    equal(done.status, 3, done)
    equal(done.json["confirmation"]["summary"],
          "Change 1 cell of book.xlsx: Secret plan!A2: 2 -> 7. A copy is made first.")
    equal((sha(book), backups(place)), (before, []))


def test_a_confirmed_change_leaves_a_copy_and_every_other_part(place):
    book = place.write("book.xlsx", workbook())
    os.chmod(book, 0o640)
    old, before = parts(book), sha(book)
    done = cell(place, book, "A2", 7, "--yes")
    equal(done.status, 0, done)
    result = done.json
    equal((result["sha256_before"], result["sha256_after"]), (before, sha(book)))
    equal(backups(place), [result["backup"]])
    equal(sha(place.folder / result["backup"]), before)
    new = parts(book)
    equal(list(new), list(old))
    equal({n for n in new if new[n] != old[n]}, MAY_CHANGE)
    holds(new[SHEET].decode(), '<c r="A2"><v>7</v></c>')
    equal(stat.S_IMODE(os.stat(book).st_mode), 0o640)
    equal(leftovers(place), [])


def test_a_trial_writes_nothing_and_asks_nobody(place):
    book = place.write("book.xlsx", workbook())
    before = sha(book)
    done = cell(place, book, "B1", "new", dry_run=True)
    equal(done.status, 0, done)
    equal(done.json["changes"][0]["before"], "n1")
    equal((done.json["backup"], done.json["dry_run"]), (None, True))
    equal((sha(book), backups(place)), (before, []))


def test_a_confirmation_is_void_when_the_file_has_changed(place):
    book = place.write("book.xlsx", workbook())
    token = cell(place, book, "A2", 7).json["confirmation"]["token"]
    place.write("book.xlsx", workbook(4))
    before = sha(book)
    done = cell(place, book, "A2", 7, confirmation_token=token)
    equal((done.status, done.json["error"]["error_code"]), (1, "CONFIRMATION_VOID"), done)
    equal((sha(book), backups(place)), (before, []))


def test_a_token_does_it_once(place):
    book = place.write("book.xlsx", workbook())
    token = cell(place, book, "A2", 7).json["confirmation"]["token"]
    equal(cell(place, book, "A2", 7, confirmation_token=token).status, 0)
    done = cell(place, book, "A2", 7, confirmation_token=token)
    equal((done.status, done.json["error"]["error_code"]), (1, "CONFIRMATION_VOID"), done)


def test_changes_are_taken_back_one_by_one_to_the_byte(place):
    book = place.write("book.xlsx", workbook())
    hashes = [sha(book)]
    for value in (1, "two", None):
        equal(cell(place, book, "C9", value, "--yes").status, 0)
        hashes.append(sha(book))
    for wanted in reversed(hashes[:-1]):
        done = op(place, "excel-undo", {"workbook_path": book}, "--yes")
        equal(done.status, 0, done)
        equal(sha(book), wanted)
    done = op(place, "excel-undo", {"workbook_path": book}, "--yes")
    equal((done.status, done.json["error"]["error_code"]), (1, "NOT_FOUND"), done)


def test_taking_back_says_when_somebody_else_changed_the_file(place):
    book = place.write("book.xlsx", workbook())
    before = sha(book)
    equal(cell(place, book, "A1", 5, "--yes").status, 0)
    done = op(place, "excel-undo", {"workbook_path": book})
    holds(done.json["confirmation"]["summary"], "Take back the last change of book.xlsx")
    other = workbook(9)
    place.write("book.xlsx", other)
    done = op(place, "excel-undo", {"workbook_path": book})
    equal(done.status, 3, done)
    holds(done.json["confirmation"]["summary"], "was changed by somebody else")
    done = op(place, "excel-undo", {"workbook_path": book}, "--yes")
    equal(done.status, 0, done)
    equal(sha(book), before)
    equal(sha(place.folder / done.json["backup"]), hashlib.sha256(other).hexdigest())


def test_taking_back_refuses_a_copy_that_is_not_what_it_was(place):
    book = place.write("book.xlsx", workbook())
    backup = cell(place, book, "A1", 5, "--yes").json["backup"]
    place.write(backup, workbook(2))
    before = sha(book)
    done = op(place, "excel-undo", {"workbook_path": book}, "--yes")
    equal((done.status, done.json["error"]["error_code"]), (1, "CONFLICT"), done)
    equal(sha(book), before)


def test_a_file_that_another_program_has_open_is_left_alone(place):
    book = place.write("book.xlsx", workbook())
    for lock in ("~$book.xlsx", ".~lock.book.xlsx#"):
        place.write(lock, "somebody")
        done = cell(place, book, "A1", 5, "--yes")
        equal(done.json["error"]["message"], "It is open in another program.", done)
        os.unlink(place.folder / lock)
    with open(book, "r+b") as f:
        fcntl.lockf(f, fcntl.LOCK_EX)
        equal(cell(place, book, "A1", 5, "--yes").json["error"]["message"], "It is open in another program.")
    equal(backups(place), [])


def test_a_link_is_followed_and_stays_a_link(place):
    os.mkdir(place.folder / "real")
    real = place.write("real/book.xlsx", workbook())
    os.symlink(real, place.folder / "link.xlsx")
    equal(cell(place, str(place.folder / "link.xlsx"), "A1", 5, "--yes").status, 0)
    assert os.path.islink(place.folder / "link.xlsx")
    holds(parts(real)[SHEET].decode(), '<c r="A1"><v>5</v></c>')
    equal(len(list((place.folder / "real").glob("*.bak.xlsx"))), 1)


def test_several_cells_and_a_new_sheet(place):
    book = place.write("book.xlsx", workbook())
    for updates in ([{"cell_address": "A1", "value": 1.5}, {"cell_address": "D4", "value": "x"}],
                    {"A1": None, "D4": True}, json.dumps({"E5": "=A1+1"})):
        done = op(place, "excel-write-range", {"workbook_path": book, "worksheet": "secret PLAN",
                                               "updates_json": updates, "formula": True}, "--yes")
        equal(done.status, 0, done)
    text = parts(book)[SHEET].decode()
    holds(text, '<c r="D4" t="b"><v>1</v></c>')
    holds(text, "<f>A1+1</f>")
    done = op(place, "excel-create-worksheet", {"workbook_path": book, "worksheet_name": "Plan B"}, "--yes")
    equal(done.status, 0, done)
    done = op(place, "excel-write-cell", {"workbook_path": book, "worksheet": "plan b", "cell_address": "A1",
                                          "value": "here"}, "--yes")
    equal(done.status, 0, done)
    holds(parts(book)["xl/worksheets/sheet2.xml"].decode(), "here")
    done = op(place, "excel-create-worksheet", {"workbook_path": book, "worksheet_name": "PLAN b"}, "--yes")
    equal(done.json["error"]["error_code"], "EDIT_REFUSED", done)


def test_the_workbook_may_be_named_by_the_environment(place):
    book = place.write("book.xlsx", workbook())
    args = json.dumps({"worksheet": "Secret plan", "cell_address": "A1", "value": 5})
    done = place.run("op", "run", "excel-write-cell", args, "--yes")
    equal(done.json["error"]["error_code"], "NOT_FOUND", done)
    done = place.run("op", "run", "excel-write-cell", args, "--yes", env={"EXCEL_MCP_WORKBOOK": book})
    equal(done.status, 0, done)


def test_errors_name_no_sheet_path_or_value(place):
    place.write("book.xlsx", workbook())
    place.write("none.xlsx", b"PK\3\4 no workbook at all")
    place.write("locked.xlsx", workbook())
    os.chmod(place.folder / "locked.xlsx", 0o444)
    for name, sheet in (("book", "Nowhere land"), ("none", "Secret plan"), ("locked", "Secret plan"),
                        ("gone", "Secret plan")):
        done = op(place, "excel-write-cell", {"workbook_path": str(place.folder / f"{name}.xlsx"), "worksheet": sheet,
                                              "cell_address": "A1", "value": "hush"}, "--yes")
        equal(done.status, 1, done)
        error = done.json["error"]
        for word in ("Secret", "Nowhere", "hush", str(place.folder), ".xlsx"):
            assert word not in error["message"], done
    equal(backups(place), [])


def test_writers_at_once_lose_nothing(place):
    book = place.write("book.xlsx", workbook(2000))

    def write(i):
        return i, cell(place, book, f"C{i}", i, "--yes")

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(write, range(1, 19)))
    won = [i for i, done in results if done.status == 0]
    for _, done in results:
        if done.status != 0:
            holds(("CONFLICT", "CONFIRMATION_VOID"), done.json["error"]["error_code"], done)
    text = parts(book)[SHEET].decode()
    for i, _ in results:
        equal(f'<c r="C{i}"><v>{i}</v></c>' in text, i in won, (i, won))
    assert won
    equal(len(backups(place)), len(won))


def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new_one(place):
    start = workbook(4000)
    book = place.write("book.xlsx", start)
    old = sha(book)
    began = time.monotonic()
    equal(cell(place, book, "A1", 5, "--yes").status, 0)
    took = time.monotonic() - began
    new = sha(book)
    for name in backups(place):
        os.unlink(place.folder / name)
    seen, rng = {old: 0, new: 0}, random.Random(7)
    args = json.dumps({"workbook_path": book, "worksheet": "Secret plan", "cell_address": "A1", "value": 5})
    for _ in range(60):
        place.write("book.xlsx", start)
        child = subprocess.Popen([str(harness.ASSAY), "op", "run", "excel-write-cell", args, "--yes"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 env={"ASSAY_HOME": str(place.home), "HOME": str(place.folder)})
        time.sleep(rng.random() * took * 1.3)
        child.send_signal(signal.SIGKILL)
        child.wait()
        now = sha(book)
        assert now in seen, "neither the old file nor the new one"
        seen[now] += 1
        whole = [n for n in backups(place) if sha(place.folder / n) == old]
        if now == new:
            assert whole, "the new file without a copy of the old one"
        for name in backups(place):
            os.unlink(place.folder / name)
    assert seen[old] and seen[new], seen
    place.write("book.xlsx", start)
    equal(cell(place, book, "A1", 5, "--yes").status, 0)


def test_the_audit_log_holds_no_values(place):
    book = place.write("book.xlsx", workbook())
    equal(cell(place, book, "A1", "extraordinary", "--yes").status, 0)
    log = (place.home / "logs" / "data_agent_runs.jsonl").read_text()
    holds(log, "excel-write-cell")
    assert "extraordinary" not in log and "Secret plan" not in log
    equal(place.run("audit", "verify", "--json").json["ok"], True)


if __name__ == "__main__":
    harness.main(globals())
