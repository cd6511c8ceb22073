"""The audit log, the home and the doctor through the real binary, as a stranger would use them."""
import hashlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import threading
import time

import harness
from doors import Server
from harness import equal, holds
from seed_verifier import verify_audit_chain

WORD = "zanzibarium"  # stands in questions and data, and nowhere in the program
SALES = f"region,{WORD}\nNorth,10.10\nSouth,20.20\nNorth,0.30\n"
QUESTION = f"total {WORD} by region"


# ---- short ways


def ask(place, *flags, name="sales.csv", question=QUESTION, status=0):
    done = place.run("ask", "--data", place.write(name, SALES), "--json", *flags, question)
    equal(done.status, status, done)
    return done


def good(place, *args):
    done = place.run(*args)
    equal(done.status, 0, done)
    return done


def log_of(home):
    return pathlib.Path(home) / "logs" / "data_agent_runs.jsonl"


def entries_of(home):
    return [json.loads(line) for line in log_of(home).read_text().splitlines()]


def request_of(place):
    """The request that called ask first."""
    return next(entry["request_id"] for entry in entries_of(place.home)
                if entry["event_data"].get("tool_name") == "ask")


def files_with(home, *words):
    """Files of the home whose bytes hold one of the words, in any of the ways text is stored."""
    forms = [form for word in words for form in (word.encode(), word.encode("utf-16-le"), word.upper().encode())]
    return sorted(str(path) for path in pathlib.Path(home).rglob("*") if path.is_file() and
                  any(form in path.read_bytes() for form in forms))


def expect_whole(place, *flags):
    found = good(place, "audit", "verify", "--json", *flags).json
    equal((found["ok"], found["first_bad"], found["reason"]), (True, None, None))
    return found


def checked(*args):
    return subprocess.run([sys.executable, *map(str, args)], capture_output=True, text=True, timeout=60)


def everything(folder):
    return sorted(str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*"))


# ---- verify, show


def test_a_log_that_was_only_added_to_is_whole(place):
    for n in range(3):
        ask(place)
    before = len(entries_of(place.home))
    found = expect_whole(place)
    equal(found["entries"], before)
    equal(found["head"], entries_of(place.home)[before - 1]["hash"])
    holds(good(place, "audit", "verify").out, "is whole")
    assert verify_audit_chain(log_of(place.home)), "the data model's own function refuses the log"


def test_an_answer_says_where_it_stands_in_the_log(place):
    evidence = ask(place).json["evidence"]
    entries = entries_of(place.home)
    equal(evidence["audit"], {"first": 1, "last": len(entries), "head": entries[-1]["hash"]})
    equal({entry["request_id"] for entry in entries}, {evidence["request_id"]})


def test_no_entry_holds_what_was_asked(place):
    ask(place)
    assert WORD.encode() not in log_of(place.home).read_bytes()


def test_what_waits_for_a_yes_leaves_no_words_in_the_daily_log(place):
    good(place, "task", "add", "Xyzzy the plugh")
    equal(place.run("task", "delete", "1").status, 3)
    logs = "".join(path.read_text() for path in (place.home / "logs").iterdir())
    holds(logs, "CONFIRMATION_REQUIRED")
    equal("Xyzzy" in logs, False, logs)


def test_show_puts_the_words_back(place):
    ask(place)
    request = request_of(place)
    holds(good(place, "audit", "show").out, QUESTION)
    shown = good(place, "audit", "show", request[:8], "--json").json
    assert shown["items"] and all(item["request_id"] == request for item in shown["items"]), shown
    equal(len(good(place, "audit", "show", "--limit", "2", "--json").json["items"]), 2)
    holds(good(place, "audit", "show", "ffffffff-0000-4000-8000-000000000000").out, "no such entries")


# ---- what was changed is found


def change_line(place, number, change):
    path = log_of(place.home)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number - 1] = change(lines[number - 1])
    path.write_bytes(b"".join(lines))


def expect_broken(place, number):
    done = place.run("audit", "verify")
    equal(done.status, 1, done)
    holds(done.out + done.err, f"entry {number}", done)
    done = place.run("audit", "verify", "--json")
    equal(done.status, 1, done)
    found = done.json
    equal((found["ok"], found["first_bad"]), (False, number), found)
    assert found["reason"], found


def flip_after(part):
    def flip(line):
        at = line.index(b'"' + part + b'": ') + len(part) + 7
        return line[:at] + bytes([line[at] ^ 1]) + line[at + 1:]
    return flip


def each_flip(place, *parts):
    """A home as it was, with one bit of one part of one entry flipped, for each of them in turn."""
    ask(place)
    names = ("logs/data_agent_runs.jsonl", "state.db", "state.db-wal")
    whole = {name: (place.home / name).read_bytes() for name in names if (place.home / name).exists()}
    for number in range(1, len(entries_of(place.home)) + 1):
        for part in parts:
            for name, content in whole.items():
                (place.home / name).write_bytes(content)
            change_line(place, number, flip_after(part))
            done = place.run("audit", "verify", "--json")
            equal(done.status, 1, (number, part, done))
            yield number, done.json, (number, part, done)


def test_a_flipped_bit_is_found_and_its_entry_named(place):
    """req: analyst FR-034"""
    for number, found, context in each_flip(place, b"sequence_number", b"parent_hash", b"timestamp", b"event_data",
                                            b"hash"):
        equal(found["first_bad"], number, context)


def test_a_flipped_bit_outside_the_hash_is_found_by_the_tree(place):
    """The data model's hash leaves out these fields. The signed tree covers them, and names a range of entries."""
    for number, found, context in each_flip(place, b"entry_id", b"request_id", b"actor"):
        named = [int(n) for n in re.findall(r"[0-9]+", found["reason"])] + [found["first_bad"]]
        assert min(named) <= number <= max(named), context


def test_a_cut_tail_is_found(place):
    """req: analyst FR-037"""
    ask(place)
    n = len(entries_of(place.home))
    change_line(place, n, lambda line: b"")
    expect_broken(place, n)


def test_half_a_last_line_is_found_or_mended(place):
    """The store still has the last line if it could not know it to be in the log; then it may mend it."""
    ask(place)
    n = len(entries_of(place.home))
    change_line(place, n, lambda line: line[:40])
    done = place.run("audit", "verify", "--json")
    assert done.status in (0, 1), done
    if done.status == 1:
        equal(done.json["first_bad"], n, done)
    else:
        assert verify_audit_chain(log_of(place.home))


def test_an_added_entry_is_found(place):
    """req: analyst FR-037"""
    ask(place)
    n = len(entries_of(place.home))
    entry = entries_of(place.home)[-1]
    entry["sequence_number"], entry["parent_hash"] = n + 1, entry["hash"]
    payload = entry["parent_hash"] + entry["timestamp"] + entry["event_type"] + json.dumps(entry["event_data"],
                                                                                          sort_keys=True)
    entry["hash"] = hashlib.sha256(payload.encode()).hexdigest()
    with open(log_of(place.home), "a") as log:
        log.write(json.dumps(entry) + "\n")
    assert verify_audit_chain(log_of(place.home)), "the forged entry should fool who has only the log"
    expect_broken(place, n + 1)


def test_a_log_that_is_gone_is_found(place):
    ask(place)
    log_of(place.home).unlink()
    expect_broken(place, 1)


def test_a_broken_log_refuses_new_entries_and_says_what_to_do(place):
    ask(place)
    n = len(entries_of(place.home))
    change_line(place, n, lambda line: b"")
    size = log_of(place.home).stat().st_size
    done = place.run("ask", "--data", place.write("sales.csv", SALES), QUESTION)
    equal(done.status, 1, done)
    assert WORD not in done.out, "an answer that could not be recorded was shown"
    holds(done.err, "assay audit verify", done)
    equal(log_of(place.home).stat().st_size, size)


# ---- prove, export


def test_a_proof_convinces_who_has_only_the_checker(place):
    ask(place)
    good(place, "audit", "export", str(place.folder / "out"))
    checker = place.folder / "out" / "verify.py"
    entries = entries_of(place.home)
    for name in (str(1), str(len(entries)), entries[2]["entry_id"], entries[3]["entry_id"][:9]):
        proof = good(place, "audit", "prove", name, "--json").json
        path = place.write("proof.json", json.dumps(proof))
        done = checked(checker, "--proof", path)
        equal(done.returncode, 0, done)
    proof["line"] = proof["line"].replace("tool_called", "tool_callee").replace("observation_r", "observation_q")
    done = checked(checker, "--proof", place.write("proof.json", json.dumps(proof)))
    assert done.returncode != 0, done
    for name in ("4000000000", "00000000-0000-4000-8000-000000000000", "nonsense", "-1"):
        done = place.run("audit", "prove", "--", name)
        assert done.status in (1, 2) and not done.out, (name, done)


def test_an_export_verifies_without_assay(place):
    for n in range(3):
        ask(place)
    folder = place.folder / "out"
    done = good(place, "audit", "export", str(folder), "--json").json
    equal(sorted(os.listdir(folder)), sorted(done["files"]))
    log, head, checker = folder / "data_agent_runs.jsonl", folder / "head.json", folder / "verify.py"
    assert verify_audit_chain(log)
    equal(len(log.read_text().splitlines()), done["entries"])
    equal(checked(checker, log, "--head", head).returncode, 0, checked(checker, log, "--head", head))
    equal(checked(checker, log).returncode, 0)
    whole = log.read_bytes()
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert checked(checker, log, "--head", head).returncode != 0, "a cut log was accepted"
    log.write_bytes(whole)
    changed = json.loads(head.read_text())
    changed["length"] += 1
    head.write_text(json.dumps(changed))
    assert checked(checker, log, "--head", head).returncode != 0, "a changed head was accepted"


def test_an_export_overwrites_nothing(place):
    ask(place)
    folder = place.folder / "out"
    folder.mkdir()
    (folder / "mine").write_text("mine")
    done = place.run("audit", "export", str(folder))
    equal(done.status, 1, done)
    equal(everything(folder), ["mine"])
    done = place.run("audit", "export", str(place.folder / "not" / "there" / "out"))
    assert done.status in (0, 1), done
    assert not [name for name in os.listdir(place.folder) if ".part" in name]


# ---- erase


def test_erasing_needs_a_yes(place):
    ask(place)
    request = request_of(place)
    done = place.run("audit", "erase", request)
    equal(done.status, 3, done)
    done = place.run("audit", "erase", request, "--json")
    equal(done.status, 3, done)
    equal(done.json["status"], "confirmation_required")
    holds(good(place, "audit", "show").out, QUESTION)
    token = done.json["confirmation"]["token"]
    other = place.run("op", "run", "audit.erase",
                      json.dumps({"request": "0" * 8 + request[8:], "confirmation_token": token}))
    assert other.status != 0, "a token was good for another request"
    run = json.dumps({"request": request, "confirmation_token": token})
    done = place.run("op", "run", "audit.erase", run, "--json")
    equal(done.status, 0, done)
    assert done.json["erased"] > 0, done
    assert place.run("op", "run", "audit.erase", run).status != 0, "a token was good twice"


def test_what_was_erased_is_nowhere(place):
    ask(place)
    assert files_with(place.home, WORD), "the words were not kept in the first place"
    done = good(place, "audit", "erase", request_of(place), "--yes", "--json")
    assert done.json["erased"] > 0, done
    equal(files_with(place.home, WORD), [])
    expect_whole(place)
    assert verify_audit_chain(log_of(place.home))
    shown = good(place, "audit", "show").out
    assert WORD not in shown
    holds(shown, "(erased)")
    ask(place)
    assert files_with(place.home, WORD), "nothing is kept any more"


def test_only_the_named_request_is_erased(place):
    question = f"median {WORD} in North"  # nothing that another answer would suggest
    ask(place, question=question)
    first = request_of(place)
    ask(place, question=f"average {WORD}")
    good(place, "audit", "erase", first, "--yes")
    equal(files_with(place.home, question), [])
    holds(good(place, "audit", "show").out, f"average {WORD}")


def test_erasing_what_is_not_there_is_told(place):
    ask(place)
    done = place.run("audit", "erase", "00000000-0000-4000-8000-000000000000", "--yes")
    equal(done.status, 1, done)
    holds(done.err, "nothing to erase", done)


# ---- odd but honest input


def test_an_export_folder_may_end_in_a_slash_and_must_be_new(place):
    ask(place)
    good(place, "audit", "export", "out/")
    assert (place.folder / "out" / "verify.py").is_file()
    done = place.run("audit", "export", "out/")
    equal(done.status, 1, done)
    holds(done.err, "exists already", done)
    equal(sorted(p.name for p in place.folder.iterdir() if p.name.startswith("out")), ["out"])


def test_a_long_question_does_not_hide_the_log(place):
    ask(place)
    place.run("ask", "--data", "sales.csv", "why " * 2000)
    shown = good(place, "audit", "show").out
    assert shown.count("why") < 200 and "…" in shown, shown[-500:]
    holds(shown, QUESTION)


# ---- private


def test_a_private_request_leaves_no_words_and_no_hashes(place):
    ask(place, "--private", name="hidden-name.csv")
    assert not (found := files_with(place.home, WORD, "hidden-name")), found
    hashes = {h for entry in entries_of(place.home) for h in re.findall(r"[0-9a-f]{64}", json.dumps(entry["event_data"]))}
    equal(hashes, set())
    state = sqlite3.connect(f"file:{place.home}/state.db?mode=ro", uri=True)
    equal(state.execute("SELECT count(*) FROM audit_private").fetchone(), (0,))
    state.close()
    holds(good(place, "audit", "show").out, "(private)")
    expect_whole(place)
    equal(files_with(place.home, WORD, "hidden-name"), [])


def test_a_private_request_that_fails_leaves_no_words_either(place):
    path = place.write("hidden-name.csv", SALES)
    place.run("ask", "--private", "--data", path, f"what is the {WORD} of unicornity")
    place.run("ask", "--private", "--data", str(place.folder / "hidden-name-missing.csv"), QUESTION)
    equal(files_with(place.home, WORD, "hidden-name", "unicornity"), [])


# ---- backup, restore


def test_a_backup_made_while_others_ask_restores_whole(place):
    ask(place)
    path = place.write("sales.csv", SALES)
    stop, wrong = threading.Event(), []

    def keep_asking():
        while not stop.is_set():
            done = place.run("ask", "--data", path, QUESTION)
            if done.status != 0:
                wrong.append(done)

    def entries(backup):
        return backup[1].json["entries"] if backup[1].status == 0 else 0

    askers = [threading.Thread(target=keep_asking) for _ in range(3)]
    for asker in askers:
        asker.start()
    backups = []
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and (len(backups) < 4 or entries(backups[-1]) == entries(backups[0])):
            file = place.folder / f"backup-{len(backups)}.tar"
            backups.append((file, place.run("home", "backup", str(file), "--json")))
    finally:
        stop.set()
        for asker in askers:
            asker.join()
    equal(wrong, [])
    for n, (file, done) in enumerate(backups):
        equal(done.status, 0, done)
        equal(file.stat().st_mode & 0o777, 0o600)
        home = place.folder / f"home-{n}"
        report = good(place, "home", "restore", str(file), "--home", str(home), "--json").json
        equal(report["entries"], done.json["entries"])
        equal(expect_whole(place, "--home", str(home))["entries"], report["entries"])
        assert verify_audit_chain(log_of(home))
        holds(good(place, "audit", "show", "--home", str(home), "--limit", "500").out, QUESTION)
        good(place, "ask", "--home", str(home), "--data", path, QUESTION)
        good(place, "doctor", "--home", str(home))
    assert entries(backups[-1]) > entries(backups[0]), "nobody asked meanwhile"


def test_a_restore_into_a_home_that_holds_something_is_refused(place):
    ask(place)
    file = str(place.folder / "backup.tar")
    good(place, "home", "backup", file)
    before = everything(place.home), log_of(place.home).read_bytes()
    done = place.run("home", "restore", file)
    equal(done.status, 1, done)
    equal((everything(place.home), log_of(place.home).read_bytes()), before)
    other = place.folder / "other"
    other.mkdir()
    (other / "mine").write_text("mine")
    equal(place.run("home", "restore", file, "--home", str(other)).status, 1)
    equal(everything(other), ["mine"])


def test_a_damaged_backup_is_refused_and_leaves_nothing(place):
    ask(place)
    file = place.folder / "backup.tar"
    good(place, "home", "backup", str(file))
    whole = file.read_bytes()
    home = place.folder / "new"
    before = sorted(os.listdir(place.folder)) + ["bad.tar"]
    damages = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:] for at in
               range(0, len(whole), max(1, len(whole) // 23))]
    damages += [whole[:-1], whole[:len(whole) // 2], whole[:512], b"", b"no archive", whole + b"x"]
    for n, damaged in enumerate(damages):
        bad = place.write("bad.tar", damaged)
        done = place.run("home", "restore", bad, "--home", str(home))
        assert done.status not in (0, 3) and done.status > 0, (n, done)
        assert not home.exists() or everything(home) == [], (n, everything(home))
        equal(sorted(os.listdir(place.folder)), sorted(set(before) | ({"new"} if home.exists() else set())), n)
    good(place, "home", "restore", str(file), "--home", str(home))


def test_a_backup_goes_not_into_the_home_and_not_without_one(place):
    done = place.run("home", "restore", str(place.folder / "missing.tar"))
    assert done.status not in (0, 3), done
    ask(place)
    done = place.run("home", "backup", str(place.home / "backup.tar"))
    assert done.status in (1, 2), done
    assert not (place.home / "backup.tar").exists()


def test_a_backup_asked_for_behind_a_door_replaces_no_file(place):
    folder = place.folder / "allowed"
    folder.mkdir()
    (folder / "mine.xlsx").write_text("not a backup")
    with Server(place, "--allow", str(folder)) as server:
        reply = server.ask("POST", "/api/ops/home.backup", {"file": str(folder / "mine.xlsx")})
        equal(reply.status, 409, reply)
        equal((folder / "mine.xlsx").read_text(), "not a backup")
        equal(server.ask("POST", "/api/ops/home.backup", {"file": str(folder / "new.tar")}).status, 200)
    # On the command line it is a person's own file, and an older backup is replaced.
    good(place, "home", "backup", str(folder / "new.tar"))


# ---- home erase


def test_erasing_the_home_needs_a_yes_and_leaves_nothing(place):
    ask(place)
    before = everything(place.home)
    equal(place.run("home", "erase").status, 3)
    done = place.run("home", "erase", "--json")
    equal(done.status, 3, done)
    equal(set(before) - set(everything(place.home)), set())
    good(place, "home", "erase", "--yes")
    equal([name for name in everything(place.folder) if (place.folder / name).is_file()], ["sales.csv"])
    ask(place)
    expect_whole(place)


def test_erase_refuses_a_folder_that_is_no_home(place):
    other = place.folder / "precious"
    (other / "logs").mkdir(parents=True)
    (other / "photo.jpg").write_text("photo")
    for make in (lambda: None, lambda: (other / "state.db").write_text("not a database")):
        make()
        before = everything(other)
        done = place.run("home", "erase", "--yes", "--home", str(other))
        assert done.status in (1, 2), done
        equal(everything(other), before)
    ask(place)
    (place.home / "photo.jpg").write_text("photo")
    done = place.run("home", "erase", "--yes")
    assert done.status in (1, 2), done
    assert (place.home / "photo.jpg").exists() and log_of(place.home).exists()


def test_erase_does_not_follow_a_link(place):
    ask(place)
    real = place.folder / "real"
    place.home.rename(real)
    place.home.symlink_to(real)
    done = place.run("home", "erase", "--yes")
    assert done.status in (1, 2), done
    assert log_of(real).exists()


# ---- doctor


def bad_checks(done):
    return {check["name"]: check for check in done.json["checks"] if check["status"] == "bad"}


def expect_bad(place, name, *flags):
    done = place.run("doctor", "--json", *flags)
    equal(done.status, 1, done)
    bad = bad_checks(done)
    assert name in bad, done
    assert all(check.get("action") for check in bad.values()), done
    text = place.run("doctor", *flags)
    equal(text.status, 1, text)
    holds(text.out + text.err, bad[name]["action"], text)


def test_a_healthy_home_has_a_clean_bill(place):
    ask(place)
    report = good(place, "doctor", "--json").json
    equal(report["status"], "ok", report)
    for name in ("home", "store", "log", "engine", "disk", "key"):
        assert name in [check["name"] for check in report["checks"]], report
    good(place, "doctor")


def test_the_doctor_makes_no_home(place):
    done = place.run("doctor")
    assert done.status in (0, 1), done
    assert not place.home.exists(), everything(place.home)


def test_the_doctor_finds_a_changed_log(place):
    ask(place)
    change_line(place, 2, lambda line: line.replace(b"actor", b"actos", 1))
    expect_bad(place, "log")


def test_the_doctor_finds_a_cut_log(place):
    ask(place)
    change_line(place, len(entries_of(place.home)), lambda line: b"")
    expect_bad(place, "log")


def test_the_doctor_finds_a_broken_store(place):
    ask(place)
    for path in place.home.glob("state.db-*"):
        path.unlink()
    (place.home / "state.db").write_bytes(b"this is no database" * 500)
    expect_bad(place, "store")
    assert place.run("ask", "--data", place.write("sales.csv", SALES), QUESTION).status == 1


def test_the_doctor_finds_a_missing_key(place):
    ask(place)
    (place.home / "keys" / "audit.key").unlink()
    expect_bad(place, "key")


def test_the_doctor_finds_a_home_that_is_a_file(place):
    place.home.write_text("a file")
    done = place.run("doctor", "--json")
    equal(done.status, 1, done)


if __name__ == "__main__":
    harness.main(globals())
