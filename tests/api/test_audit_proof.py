"""What somebody who can write the home, but lacks its key, may try; and what a witness finds of who has both.

Each test is an attack on a home that was used: verify and the doctor name it as what it is, and change nothing.
"""
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys

import harness
from harness import ASSAY, Place, equal, holds
from seed_verifier import verify_audit_chain

SALES = "region,revenue\nNorth,10.10\nSouth,20.20\nNorth,0.30\n"
LOG = "logs/data_agent_runs.jsonl"
HEAD = "logs/data_agent_runs.head"
STATE = ("state.db", "state.db-wal", "state.db-shm")


# ---- short ways


def ask(place, question="total revenue by region"):
    done = place.run("ask", "--data", place.write("sales.csv", SALES), "--json", question)
    equal(done.status, 0, done)
    return done.json


def entries_of(place):
    return [json.loads(line) for line in (place.home / LOG).read_text().splitlines()]


def copy(place, name):
    folder = place.folder / name
    shutil.copytree(place.home, folder)
    return folder


def put_back(place, folder, *names):
    """Replaces files of the home by older ones; a name that the older home lacks is removed."""
    for name in names:
        (place.home / name).unlink(missing_ok=True)
        if (folder / name).exists():
            shutil.copy2(folder / name, place.home / name)


def contents(place):
    """Every byte that matters; SQLite's shared memory is no content, and a look may make it."""
    return {str(path.relative_to(place.home)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(place.home.rglob("*"))
            if path.is_file() and not path.name.endswith("-shm")}


def verify(place, *flags):
    """The verdict; verify must not have changed a byte."""
    before = contents(place)
    done = place.run("audit", "verify", "--json", *flags)
    after = contents(place)
    if not (place.home / "state.db-wal").exists() or "state.db-wal" not in before:
        after.pop("state.db-wal", None)  # an empty one, made by looking
        before.pop("state.db-wal", None)
    equal(after, before, "verify has written")
    equal(done.status, 0 if done.json["ok"] else 1, done)
    return done.json


def expect_whole(place, *flags):
    found = verify(place, *flags)
    equal((found["ok"], found["reason"]), (True, None), found)
    return found


def expect_fault(place, reason, *flags):
    found = verify(place, *flags)
    equal(found["ok"], False, found)
    holds(found["reason"], reason, found)
    assert found["action"], found
    return found


def expect_doctor(place, reason):
    done = place.run("doctor", "--json")
    texts = [check["message"] for check in done.json["checks"] if check["status"] == "bad"]
    holds(" ".join(texts), reason, done)


def expect_refused(place):
    """Nothing is written to a home whose proof is broken, and the entries that were signed stay."""
    before = (place.home / LOG).read_bytes()
    done = place.run("ask", "--data", place.write("sales.csv", SALES), "total revenue")
    equal(done.status, 1, done)
    holds(done.err, "audit", done)
    equal((place.home / LOG).read_bytes(), before, "signed entries were cut off or added to")


# ---- the state


def test_a_lost_state_is_found_and_no_signed_entry_is_cut_off(place):
    ask(place)
    n = len(entries_of(place))
    for name in STATE:
        (place.home / name).unlink(missing_ok=True)
    expect_fault(place, f"state.db is missing, though {n} entries were signed")
    expect_doctor(place, "state.db is missing")
    expect_refused(place)
    expect_fault(place, f"state.db is older than the log: it knows of 0 entries, and {n} were signed")
    expect_doctor(place, "state.db is older than the log")
    equal(len(entries_of(place)), n)


def test_a_state_that_was_put_back_is_found_and_no_signed_entry_is_cut_off(place):
    ask(place)
    old = copy(place, "old")
    before = len(entries_of(place))
    ask(place)
    n = len(entries_of(place))
    put_back(place, old, *STATE)
    found = expect_fault(place, f"it knows of {before} entries, and {n} were signed")
    equal(found["first_bad"], before + 1)
    assert any("The log itself is whole" in note for note in found["notes"]), found
    expect_doctor(place, "state.db is older than the log")
    expect_refused(place)
    equal(len(entries_of(place)), n)


def test_a_state_put_back_by_exactly_the_last_commit_is_found(place):
    """The announcement of the last writer begins where the older state ends; the second head tells."""
    ask(place)
    old = copy(place, "old")
    ask(place)
    put_back(place, old, *STATE)
    expect_refused(place)


def test_state_and_log_put_back_together_are_found_by_the_second_head(place):
    ask(place)
    old = copy(place, "old")
    ask(place)
    put_back(place, old, *STATE, LOG)
    expect_fault(place, "state.db is older than the log")
    expect_refused(place)


def test_a_log_that_was_put_back_is_found(place):
    ask(place)
    old = copy(place, "old")
    before = len(entries_of(place))
    ask(place)
    put_back(place, old, LOG)
    found = expect_fault(place, "the log ends here")
    equal(found["first_bad"], before + 1)


def test_a_state_that_cannot_be_read_is_found(place):
    ask(place)
    for name in STATE[1:]:
        (place.home / name).unlink(missing_ok=True)
    (place.home / "state.db").write_bytes(b"not a database" * 400)
    expect_fault(place, "state.db cannot be read")


def test_a_second_head_that_is_gone_is_told_and_made_anew(place):
    ask(place)
    (place.home / HEAD).unlink()
    found = expect_whole(place)
    assert any("second copy" in note for note in found["notes"]), found
    ask(place)
    equal(expect_whole(place)["notes"], [])


def test_what_a_dead_writer_left_is_told_and_set_aside(place):
    """Announced at the committed end, and never signed: that is no entry."""
    ask(place)
    lock = place.home / "logs/data_agent_runs.lock"
    size = (place.home / LOG).stat().st_size
    boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    lock.write_bytes(f"{boot} {size} 300".ljust(95).encode() + b"\n")
    with open(place.home / LOG, "ab") as log:
        log.write(b'{"entry_id": "half a li')
    found = expect_whole(place)
    assert any("died" in note for note in found["notes"]), found
    ask(place)
    equal(expect_whole(place)["notes"], [])
    assert verify_audit_chain(place.home / LOG)


# ---- the key


def forge(place, folder):
    """A home of one's own with another history and another key, put in the place of the first."""
    other = Place(folder)
    other.folder.mkdir()
    ask(other, "average revenue")
    shutil.rmtree(place.home)
    shutil.copytree(other.home, place.home)


def test_a_history_signed_by_another_key_is_found(place):
    ask(place)
    key = expect_whole(place)["key"]
    forge(place, place.folder / "other")
    expect_fault(place, f"than the one known for this home ({key[:16]}")
    expect_doctor(place, "signed by another key")
    expect_refused(place)
    expect_fault(place, "another key than the one given", "--key", key)


def test_a_head_signed_by_another_key_is_found_without_what_is_known_outside(place):
    """In a home that came from elsewhere only the public key in it tells."""
    ask(place)
    key = (place.home / "keys/audit.pub").read_text()
    forge(place, place.folder / "other")
    (place.home / "keys/audit.pub").write_text(key)
    shutil.rmtree(place.folder / ".config")
    expect_fault(place, "another key than the one in keys/audit.pub")


def test_verify_takes_the_key_it_is_given(place):
    ask(place)
    key = expect_whole(place)["key"]
    expect_whole(place, "--key", key)
    expect_whole(place, "--key", key.upper())
    expect_fault(place, "another key", "--key", "0" * 64)
    equal(place.run("audit", "verify", "--key", "short").status, 2)


def test_a_changed_state_without_a_right_signature_is_found(place):
    """The row that says where the chain stands, with a log to match, is worth nothing without the key."""
    ask(place)
    with sqlite3.connect(place.home / "state.db") as db:
        head = json.loads(db.execute("SELECT signed_head FROM audit_state").fetchone()[0])
        head["timestamp"] = "2020-01-01T00:00:00Z"
        db.execute("UPDATE audit_state SET signed_head = ?", (json.dumps(head),))
    db.close()
    expect_fault(place, "the signature of the log's head in state.db is wrong")
    expect_doctor(place, "signature")


def test_an_export_of_another_keys_log_does_not_pass_its_own_script(place):
    ask(place)
    forge(place, place.folder / "other")
    folder = place.folder / "out"
    equal(place.run("audit", "export", str(folder)).status, 0)
    done = subprocess.run([sys.executable, folder / "verify.py", folder / "data_agent_runs.jsonl", "--head",
                           folder / "head.json"], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0, done
    holds(done.stderr, "another key")


def test_a_new_home_in_the_place_of_an_old_one_is_told_and_works(place):
    ask(place)
    shutil.rmtree(place.home)
    done = place.run("ask", "--data", place.write("sales.csv", SALES), "total revenue")
    equal(done.status, 0, done)
    holds(done.err, "another one")
    expect_fault(place, "was here before this one")
    equal(place.run("task", "add", "goes on").status, 0)
    known = place.folder / ".config/assay/known_keys"
    known.write_text("".join(known.read_text().splitlines(keepends=True)[1:]))  # as the person is told to do
    expect_whole(place)


def test_a_restored_home_is_trusted_again(place):
    ask(place)
    equal(place.run("home", "backup", str(place.folder / "all.tar")).status, 0)
    shutil.rmtree(place.home)
    ask(place)
    shutil.rmtree(place.home)
    done = place.run("home", "restore", str(place.folder / "all.tar"))
    equal(done.status, 0, done)
    expect_whole(place)
    ask(place)
    expect_whole(place)


def test_a_copied_home_works(place):
    ask(place)
    copy(place, "copy")
    done = place.run("ask", "--home", str(place.folder / "copy"), "--data", place.write("sales.csv", SALES),
                     "total revenue")
    equal(done.status, 0, done)


# ---- what a second red team found


def hashes(lines):
    """The frontier of the tree, as the store writes it, and the root."""
    full = []
    for line in lines:
        leaves, root = 1, hashlib.sha256(b"\x00" + line).digest()
        while full and full[-1][0] == leaves:
            leaves, root = 2 * leaves, hashlib.sha256(b"\x01" + full.pop()[1] + root).digest()
        full.append((leaves, root))
    roots = [root for _, root in full]
    root = roots[-1]
    for left in reversed(roots[:-1]):
        root = hashlib.sha256(b"\x01" + left + root).digest()
    return " ".join([str(len(lines)), *(r.hex() for r in roots)]), root.hex()


def rewrite(place):
    """Another history in log, store and second head, with the right key's name in the head and no right signature."""
    entries = [entry for entry in entries_of(place)][:-1]
    parent = "0" * 64
    for number, entry in enumerate(entries, 1):
        entry["sequence_number"], entry["parent_hash"] = number, parent
        payload = parent + entry["timestamp"] + entry["event_type"] + json.dumps(entry["event_data"], sort_keys=True)
        parent = entry["hash"] = hashlib.sha256(payload.encode()).hexdigest()
    lines = [json.dumps(entry).encode() for entry in entries]
    log = b"".join(line + b"\n" for line in lines)
    (place.home / LOG).write_bytes(log)
    tree, root = hashes(lines)
    db = sqlite3.connect(place.home / "state.db")
    head = json.loads(db.execute("SELECT signed_head FROM audit_state").fetchone()[0])
    head.update(bytes=len(log), head=parent, length=len(lines), root=root, signature="0" * 128)
    text = json.dumps(head, sort_keys=True)
    with db:
        db.execute("UPDATE audit_state SET entries = ?, head = ?, bytes = ?, tree = ?, signed_head = ?",
                   (len(lines), parent, len(log), tree, text))
        db.execute("DELETE FROM audit_outbox")
    db.close()
    (place.home / HEAD).write_bytes(text.ljust(1023).encode() + b"\n" + b" " * 1023 + b"\n")


def test_nobody_signs_on_top_of_a_history_that_was_rewritten(place):
    ask(place)
    rewrite(place)
    expect_fault(place, "signature")
    for command in (("task", "list"), ("task", "add", "x"), ("audit", "witness", "--to", str(place.folder / "w"))):
        done = place.run(*command)
        equal(done.status, 1, done)
    expect_fault(place, "signature")


def test_a_key_put_into_an_emptied_home_does_not_replace_the_known_one(place):
    ask(place)
    other = Place(place.folder / "other")
    other.folder.mkdir()
    ask(other)
    shutil.rmtree(place.home / "logs")
    for name in STATE:
        (place.home / name).unlink(missing_ok=True)
    shutil.rmtree(place.home / "keys")
    shutil.copytree(other.home / "keys", place.home / "keys")
    place.run("task", "list")
    shutil.rmtree(place.home)
    shutil.copytree(other.home, place.home)
    expect_fault(place, "was here before this one")
    expect_doctor(place, "was here before this one")


def test_a_log_that_is_gone_without_a_trace_is_found(place):
    file = str(place.folder / "heads.jsonl")
    ask(place)
    key = expect_whole(place)["key"]
    witness(place, file)
    shutil.rmtree(place.home)
    for flags in ((), ("--witness", file), ("--key", key), ("--witness", str(place.folder / "none"))):
        found = place.run("audit", "verify", "--json", *flags)
        equal(found.status, 1, (flags, found))
    shutil.rmtree(place.folder / ".config")
    equal(place.run("audit", "verify").status, 0)
    for flags in (("--witness", file), ("--key", key)):
        equal(place.run("audit", "verify", *flags).status, 1, flags)


def test_an_empty_witness_proves_nothing(place):
    ask(place)
    (place.folder / "empty").write_text("")
    expect_fault(place, "holds no head", "--witness", str(place.folder / "empty"))


def test_audit_show_of_another_keys_log_is_not_called_verified(place):
    ask(place)
    forge(place, place.folder / "other")
    equal(place.run("audit", "show", "--json").json["verified"], False)


def test_no_word_can_be_moved_into_the_salt(place):
    ask(place, "total revenue")
    db = sqlite3.connect(place.home / "state.db")
    with db:
        for hash, salt, text in db.execute("SELECT hash, salt, text FROM audit_private WHERE text LIKE '%total revenue%'"
                                           ).fetchall():
            db.execute("UPDATE audit_private SET salt = ?, text = ? WHERE hash = ?", (salt + text[:7], text[7:], hash))
    db.close()
    shown = place.run("audit", "show").out
    holds(shown, "not the words that were signed")
    assert "revenue\"" not in shown, shown


def test_what_stood_behind_the_state_is_told_when_it_was_put_back_by_a_commit(place):
    """Store and second head of one commit before, with the log and the announcement of the last: told, and not hidden."""
    ask(place)
    old = copy(place, "old")
    ask(place)
    put_back(place, old, *STATE, HEAD)
    found = verify(place)
    assert not found["ok"] or any("behind the last entry" in note for note in found["notes"]), found


def test_a_key_stays_known_while_its_home_is_away(place):
    ask(place)
    key = expect_whole(place)["key"]
    (place.home).rename(place.folder / "away")
    other = place.run("ask", "--home", str(place.folder / "second"), "--data", place.write("sales.csv", SALES), "total revenue")
    equal(other.status, 0, other)
    (place.folder / "away").rename(place.home)
    forge(place, place.folder / "other")
    expect_fault(place, f"than the one known for this home ({key[:16]}")


def test_triggers_and_views_in_the_store_are_refused(place):
    for sql in ("CREATE TRIGGER t AFTER INSERT ON tasks BEGIN DELETE FROM audit_private; END",
                "CREATE VIEW v AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT x FROM r"):
        shutil.rmtree(place.home, ignore_errors=True)
        shutil.rmtree(place.folder / ".config", ignore_errors=True)
        ask(place)
        db = sqlite3.connect(place.home / "state.db")
        db.execute(sql)
        db.close()
        expect_fault(place, "holds what assay never makes")
        equal(place.run("task", "add", "x").status, 1)
        equal(place.run("doctor").status, 1)


def test_pipes_in_place_of_files_hang_nothing(place):
    for name in ("state.db", LOG, HEAD, "keys/audit.pub", "logs/data_agent_runs.lock"):
        shutil.rmtree(place.home, ignore_errors=True)
        shutil.rmtree(place.folder / ".config", ignore_errors=True)
        ask(place)
        (place.home / name).unlink()
        os.mkfifo(place.home / name)
        for command in (("audit", "verify"), ("doctor",), ("audit", "show")):
            place.run(*command, timeout=20)


def test_the_logs_file_is_no_link(place):
    ask(place)
    outside = place.folder / "outside"
    (place.home / LOG).rename(outside)
    (place.home / LOG).symlink_to(outside)
    before = outside.read_bytes()
    equal(place.run("task", "add", "x").status, 1)
    equal(outside.read_bytes(), before)


def test_what_is_meant_as_an_address_and_is_none_is_refused_and_kept_nowhere(place):
    ask(place)
    for data in ("Host=h;Password=zanzibarium;Database=d", "postgres:/u:zanzibarium@h/d", "postgres%3A//u:zanzibarium@h/d",
                 "postgres//u:zanzibarium@h/d"):
        done = place.run("ask", "--data", data, "--json", "total revenue")
        equal(done.json["error"]["error_code"], "INVALID_INPUT", (data, done))
    done = place.run("task", "add", "x", "--user", "postgres://u:zanzibarium@h/d")
    assert done.status != 0, done
    held = [path for path in place.home.rglob("*") if path.is_file() and b"zanzibarium" in path.read_bytes()]
    equal(held, [])


def test_a_message_moved_to_another_conversation_is_not_shown_there(place):
    first, second = ask(place, "total revenue"), ask(place, "average revenue")
    change(place, "UPDATE messages SET conversation_id = ? WHERE conversation_id = ?", second["conversation_id"],
           first["conversation_id"])
    shown = [m["content"] for m in history(place, second["conversation_id"])]
    equal([text for text in shown if "not shown" not in text], ["average revenue", second["content"]])


# ---- the witness


def witness(place, to):
    done = place.run("audit", "witness", "--to", to)
    equal(done.status, 0, done)
    return done


def test_a_witness_agrees_with_a_log_that_was_only_added_to(place):
    file = str(place.folder / "heads.jsonl")
    for _ in range(3):
        ask(place)
        witness(place, file)
    equal(expect_whole(place, "--witness", file)["witnessed"], 3)


def test_a_home_that_was_put_back_as_a_whole_is_found_by_the_witness(place):
    file = str(place.folder / "heads.jsonl")
    ask(place)
    old = copy(place, "old")
    ask(place)
    witness(place, file)
    shutil.rmtree(place.home)
    shutil.copytree(old, place.home)
    expect_whole(place)  # the home alone cannot know
    expect_fault(place, "the home was put back", "--witness", file)
    for _ in range(3):  # and grown again beyond what was witnessed
        ask(place)
    expect_fault(place, "it was written anew", "--witness", file)
    witness(place, file)
    expect_fault(place, "written anew", "--witness", file)


def test_a_witness_sees_the_log_get_shorter_between_two_heads(place):
    file = str(place.folder / "heads.jsonl")
    ask(place)
    old = copy(place, "old")
    ask(place)
    witness(place, file)
    shutil.rmtree(place.home)
    shutil.copytree(old, place.home)
    witness(place, file)
    expect_fault(place, "it was put back", "--witness", file)


def test_a_changed_or_foreign_witness_is_told(place):
    file = place.folder / "heads.jsonl"
    ask(place)
    witness(place, str(file))
    line = json.loads(file.read_text())
    line["head"]["length"] += 1
    (place.folder / "changed.jsonl").write_text(json.dumps(line) + "\n")
    expect_fault(place, "no head, or was changed", "--witness", str(place.folder / "changed.jsonl"))
    other = Place(place.folder / "other")
    other.folder.mkdir()
    ask(other)
    witness(other, str(place.folder / "other.jsonl"))
    expect_fault(place, "another key", "--witness", str(place.folder / "other.jsonl"))
    (place.folder / "nonsense").write_bytes(os.urandom(300))
    assert not verify(place, "--witness", str(place.folder / "nonsense"))["ok"]
    equal(place.run("audit", "verify", "--witness", str(place.folder / "none")).status, 1)


def test_git_and_a_command_are_witnesses_too(place):
    ask(place)
    folder = place.folder / "repo"
    env = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
    subprocess.run(["git", "init", "-q", folder], check=True)
    done = place.run("audit", "witness", "--to", f"git {folder}", env=env)
    equal(done.status, 0, done)
    log = subprocess.run(["git", "-C", folder, "log", "--oneline"], capture_output=True, text=True, check=True).stdout
    holds(log, "entries")
    equal(expect_whole(place, "--witness", str(folder / "assay-heads.jsonl"))["witnessed"], 1)
    witness(place, f"command cat >>{place.folder}/taken")
    equal(expect_whole(place, "--witness", str(place.folder / "taken"))["witnessed"], 1)
    for bad in ("command exit 3", f"git {place.folder}/none", str(place.folder / "no" / "such" / "folder")):
        done = place.run("audit", "witness", "--to", bad)
        equal(done.status, 1, done)
        assert done.err, done


def test_no_door_can_call_the_witness(place):
    names = [op["name"] for op in place.run("op", "list", "--json").json["ops"]]
    assert names and not [name for name in names if "witness" in name], names
    done = place.run("op", "run", "audit.witness", json.dumps({"to": f"command touch {place.folder}/called"}))
    assert done.status != 0 and not (place.folder / "called").exists(), done


# ---- what people read


def analyze(place):
    done = place.run("analyze", "--intent", "total revenue by region with a chart", "--data",
                     place.write("sales.csv", SALES), "--json")
    equal(done.status, 0, done)
    return done.json


def change(place, sql, *values):
    db = sqlite3.connect(place.home / "state.db")
    with db:
        assert db.execute(sql, values).rowcount > 0, sql
    db.close()


def expect_not_served(place, *args):
    done = place.run(*args, "--json")
    equal(done.status, 1, done)
    equal(done.json["error"]["error_code"], "AUDIT_BROKEN", done)
    assert "forged" not in done.out, done


def test_words_that_were_changed_beside_the_log_are_told_and_not_shown(place):
    ask(place, "total revenue")
    shown = place.run("audit", "show").out
    holds(shown, "total revenue")
    assert "NOT whole" not in shown, shown
    change(place, "UPDATE audit_private SET text = ? WHERE text LIKE '%total revenue%'", '"forged"')
    shown = place.run("audit", "show").out
    assert "forged" not in shown, shown
    holds(shown, "not the words that were signed")


def test_an_analysis_is_shown_as_it_was_signed_or_not_at_all(place):
    run = analyze(place)
    good = place.run("analyses", "get", run["request_id"], "--json")
    equal(good.status, 0, good)
    equal(good.json["response"]["summary"], run["summary"])
    db = sqlite3.connect(place.home / "state.db")
    row = db.execute("SELECT request, plan, steps, response FROM analyses").fetchone()
    db.close()
    for name, text in zip(("request", "plan", "steps", "response"), row):
        changed = json.loads(text)
        changed["request_id" if name == "plan" else "forged"] = "forged"
        change(place, f"UPDATE analyses SET {name} = ?", json.dumps(changed))
        expect_not_served(place, "analyses", "get", run["request_id"])
        change(place, f"UPDATE analyses SET {name} = ?", text)
    equal(place.run("analyses", "get", run["request_id"], "--json").json, good.json)
    change(place, "UPDATE analyses SET status = 'failed'")
    expect_not_served(place, "analyses", "get", run["request_id"])
    listed = place.run("analyses", "list", "--json").json
    equal((listed["items"], listed["altered"]), ([], 1))
    holds(place.run("analyses", "list").out, "not what the audit log says")


def test_an_artifact_changed_together_with_its_row_is_not_served(place):
    run = analyze(place)
    db = sqlite3.connect(place.home / "state.db")
    kept = [json.loads(text) for (text,) in db.execute("SELECT artifact FROM artifacts")]
    db.close()
    table = next(a for a in kept if a["artifact_type"] == "table")
    equal(place.run("artifacts", "get", table["artifact_id"]).status, 0)
    forged = b"region,revenue\nforged,1\n"
    path = place.home / table["content_ref"]
    path.chmod(0o600)
    path.write_bytes(forged)
    row = dict(table, content_hash=hashlib.sha256(forged).hexdigest(), size_bytes=len(forged))
    change(place, "UPDATE artifacts SET artifact = ? WHERE id = ?", json.dumps(row), table["artifact_id"])
    expect_not_served(place, "artifacts", "get", table["artifact_id"])
    expect_not_served(place, "analyses", "get", run["request_id"])
    done = place.run("ask", "--data", "artifact://" + table["artifact_id"], "--json", "total revenue")
    equal(done.status, 1, done)
    assert "forged" not in done.out, done
    listed = place.run("artifacts", "list", "--json").json
    equal(listed["altered"], 1, listed)
    assert table["artifact_id"] not in [item["artifact_id"] for item in listed["items"]]
    expect_doctor(place, "1 of 5 analyses and artifacts are not what was signed")


def test_an_analysis_that_nobody_made_is_not_served(place):
    """A row put in beside a log that knows nothing of it."""
    run = analyze(place)
    other = "00000000-0000-4000-8000-0000000000aa"
    change(place, "INSERT INTO analyses (id, user_id, status, created_at, request, plan, steps, response)"
                  " SELECT ?, user_id, status, created_at, request, plan, steps, response FROM analyses WHERE id = ?",
           other, run["request_id"])
    expect_not_served(place, "analyses", "get", other)
    equal(place.run("analyses", "get", run["request_id"]).status, 0)


def test_a_conversation_is_shown_as_it_was_signed_or_not_at_all(place):
    first = ask(place, "total revenue")
    id = first["conversation_id"]
    done = place.run("ask", "--json", "--data", place.write("sales.csv", SALES), "--conversation-id", id, "and the average?")
    equal(done.status, 0, done)
    shown = [m["content"] for m in history(place, id)]
    equal(len(shown), 4, shown)
    equal([shown[0], shown[1], shown[3]], ["total revenue", first["content"], done.json["content"]])
    change(place, "UPDATE messages SET content = 'forged' WHERE content = ?", first["content"])
    shown = [m["content"] for m in history(place, id)]
    equal(shown[:2], ["(not shown: it is not what was signed)"] * 2)
    equal(shown[3], done.json["content"])
    change(place, "INSERT INTO messages (conversation_id, role, content, created_at, request_id)"
                  " SELECT conversation_id, 'assistant', 'forged', created_at, ? FROM messages LIMIT 1",
           "00000000-0000-4000-8000-0000000000aa")
    assert "forged" not in json.dumps(history(place, id))


def test_audit_show_says_when_what_it_shows_is_not_what_was_signed(place):
    """An entry's id is not in its own hash; the tree over whole lines covers it."""
    ask(place)
    log = place.home / LOG
    id = entries_of(place)[0]["entry_id"]
    log.write_text(log.read_text().replace(id, id[:-1] + ("0" if id[-1] != "0" else "1"), 1))
    done = place.run("audit", "show", "--json")
    equal(done.json["verified"], False, done)
    holds(place.run("audit", "show").out, "NOT whole")


def history(place, id):
    done = place.run("op", "run", "workbook.get", json.dumps({"id": id}), "--json")
    equal(done.status, 0, done)
    return done.json["conversation_history"]


def test_nothing_is_attested_by_a_log_that_was_changed(place):
    """A line with a hash of its own, put right to the end of the chain: the signed root tells."""
    run = analyze(place)
    log = place.home / LOG
    entries = entries_of(place)
    entries[2]["event_data"]["forged"] = True
    parent = entries[1]["hash"]
    for entry in entries[2:]:
        entry["parent_hash"] = parent
        payload = parent + entry["timestamp"] + entry["event_type"] + json.dumps(entry["event_data"], sort_keys=True)
        parent = entry["hash"] = hashlib.sha256(payload.encode()).hexdigest()
    log.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    done = place.run("analyses", "get", run["request_id"], "--json")
    equal(done.status, 1, done)


if __name__ == "__main__":
    harness.main(globals())
