"""Changing workbooks with the real binary: asked first, copied first, whole or not at all, and taken back.

  test_workbook_edit.py ASSAY
"""
import concurrent.futures
import fcntl
import hashlib
import json
import os
import pathlib
import random
import signal
import stat
import struct
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


def test_a_workbook_that_is_back_is_said_to_be_back(place):
    """The list of changes is full to its last byte and cannot take the path that writing it anew puts into it."""
    folder = place.folder.joinpath(*["deep" * 50] * 6)
    folder.mkdir(parents=True)
    book = str(folder / "book.xlsx")
    pathlib.Path(book).write_bytes(workbook())
    before = sha(book)
    equal(cell(place, book, "A1", 5, "--yes").status, 0)
    (history,) = (place.home / "artifacts" / "edits").iterdir()
    edits = json.loads(history.read_text())["edits"]
    room = 65536 - len(json.dumps({"edits": [*edits, {"user": ""}]}))
    history.write_text(json.dumps({"edits": [*edits, {"user": "x" * room}]}))
    done = op(place, "excel-undo", {"workbook_path": book}, "--yes")
    equal((done.status, sha(book)), (0, before), done)
    holds(done.json["notes"][0], "The list of changes could not be written")


def test_what_is_no_workbook_is_said_to_be_none(place):
    for name, content, message in (("a.csv", b"x,y\n1,2\n", "That is not a workbook."),
                                   ("a.xlsx", b"x,y\n1,2\n", "That is not a workbook."),
                                   ("b.xlsx", b"%PDF-1.7\n\0", "That is a PDF.")):
        done = cell(place, place.write(name, content), "A1", 5, "--yes")
        assert done.status in (1, 2), done
        equal(done.json["error"]["message"], message, done)


def test_a_folder_is_not_answered_from_the_copies_in_it(place):
    (place.folder / "data").mkdir()
    book = place.write("data/book.xlsx", workbook())
    equal(cell(place, book, "A2", 7, "--yes").status, 0)
    done = op(place, "data.describe", {"data": [str(place.folder / "data")]})
    equal([t["source"] for t in done.json["tables"]], ["book.xlsx"], done)
    holds("\n".join(done.json["tables"][0]["assumptions"]), "1 backup was left out")


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


def test_what_another_program_saves_meanwhile_is_never_lost(place):
    """Some programs lock nothing. Whenever they save, their bytes are the file's, or the copy's if they came first."""
    args = json.dumps({"workbook_path": str(place.folder / "book.xlsx"), "worksheet": "Secret plan",
                       "cell_address": "A1", "value": 5})
    seen, rng = set(), random.Random(11)
    for i in range(300):
        if i >= 30 and (1, "CONFLICT") in seen:  # the others came too early or too late
            break
        book = place.write("book.xlsx", workbook(1500))
        theirs = place.write("theirs.xlsx", workbook(1501 + i))
        saved = sha(theirs)
        child = subprocess.Popen([str(harness.ASSAY), "op", "run", "excel-write-cell", args, "--yes"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 env=harness.environment(place))
        if i % 2:
            time.sleep(rng.random() * 0.15)
        else:
            while child.poll() is None and not backups(place):
                pass
        os.replace(theirs, book)
        out, _ = child.communicate(timeout=60)
        seen.add((child.returncode, json.loads(out).get("error", {}).get("error_code")))
        holds([sha(p) for p in place.folder.glob("book*.xlsx")], saved, f"run {i}: {out}")
        if child.returncode != 0:
            equal((sha(book), backups(place)), (saved, []), out)
        equal(leftovers(place), [])
        for name in backups(place):
            os.unlink(place.folder / name)
    assert (1, "CONFLICT") in seen, seen


def test_the_changed_file_and_its_copy_let_in_the_same_people(place):
    """With an access list the mode's group bits are its mask: without the list the group would get what it has not."""
    book = place.write("book.xlsx", workbook())
    entries = [(1, 6, -1), (2, 6, 12345), (4, 0, -1), (16, 6, -1), (32, 0, -1)]
    rights = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *e) for e in entries)
    try:
        os.setxattr(book, "system.posix_acl_access", rights)
        os.setxattr(book, "user.label", b"ours")
    except OSError:
        return  # a file system without them
    done = cell(place, book, "A1", 5, "--yes")
    equal(done.status, 0, done)
    for path in (book, str(place.folder / done.json["backup"])):
        equal(os.getxattr(path, "system.posix_acl_access"), rights)
        equal(os.getxattr(path, "user.label"), b"ours")
    equal(op(place, "excel-undo", {"workbook_path": book}, "--yes").status, 0)
    equal(os.getxattr(book, "system.posix_acl_access"), rights)


def test_other_names_of_the_file_are_told_to_be_left_behind(place):
    book = place.write("book.xlsx", workbook())
    before = sha(book)
    equal(cell(place, book, "A1", 4, dry_run=True).json["notes"], [])
    os.link(book, place.folder / "other.xlsx")
    done = cell(place, book, "A1", 5, "--yes")
    holds("\n".join(done.json["notes"]), "hard links")
    equal(sha(place.folder / "other.xlsx"), before)


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
    for n in range(300):
        if n >= 60 and seen[old] and seen[new]:
            break
        took *= 1.1 if n >= 60 else 1  # it takes longer now than when it was measured
        place.write("book.xlsx", start)
        child = subprocess.Popen([str(harness.ASSAY), "op", "run", "excel-write-cell", args, "--yes"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 env=harness.environment(place))
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
