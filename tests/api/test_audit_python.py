#!/usr/bin/env python3
"""Our audit log against the Python verifier that the data model prints.

Usage: test_audit_python.py CHAIN_MAKE VERIFY_MAIN CHECKER. CHAIN_MAKE (tests/tools/chain_make.c) writes 100,000 entries
with awkward payloads from a fixed seed; the model's function (seed_verifier.py has its own text) must accept them unchanged,
and so must VERIFY_MAIN (tests/tools/verify_main.c) with the same result. json.dumps of each parsed line must be the
line. CHECKER (scripts/audit-verify.py), which shares no code with either, must come to the same root, and tell a good
signature and a good proof from changed ones.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from seed_verifier import SEEDS_OWN, verify_audit_chain

ENTRIES = 100_000
SEED = 5
PROVED = 31_337


def expect(good, what):
    if not good:
        sys.exit(f"failed: {what}")


def make_log(program, folder):
    log = folder / "log.jsonl"
    with open(log, "wb") as out:
        made = subprocess.run([program, str(ENTRIES), str(SEED), str(PROVED)], stdout=out, stderr=subprocess.PIPE)
    expect(made.returncode == 0, made.stderr.decode())
    return log, json.loads(made.stderr)


def check_lines(log):
    """Every line is what Python prints for it, and the payloads are as awkward as they should be."""
    data, odd = log.read_bytes(), {"e+": 0, "e-": 0, "\\ud": 0, "\\u00": 0, '\\"': 0, "[[": 0, ": {}": 0, "-0.0": 0}
    lines = data.split(b"\n")
    expect(lines.pop() == b"" and len(lines) == ENTRIES, "a line an entry, each with its end")
    for number, line in enumerate(lines, 1):
        text = line.decode("ascii")
        expect(json.dumps(json.loads(text)) == text, f"line {number} is not what Python prints")
        for piece in odd:
            odd[piece] += piece in text
    expect(min(odd.values()) > 20, f"too few awkward payloads: {odd}")
    return data


def check_ours(program, log, told):
    command = [program, log, str(told["bytes"]), told["head"], told["tree"]]
    for threads in "1", "2", "7":
        run = subprocess.run([*command, threads], capture_output=True, text=True)
        result = json.loads(run.stdout)
        expect(run.returncode == 0 and result["ok"], result)
        for name in "bytes", "entries", "head", "root":
            expect(result[name] == told[name], f"{name} with {threads} threads: {result[name]}, not {told[name]}")


def run_checker(checker, *args):
    return subprocess.run([sys.executable, checker, *map(str, args)], capture_output=True, text=True)


def put(path, value):
    path.write_text(json.dumps(value))
    return path


def check_checker(checker, log, told, folder):
    expect(SEEDS_OWN in pathlib.Path(checker).read_text(), "the checker has the model's own function")
    head, proof = told["signed_head"], told["proof"]
    head_file, proof_file = put(folder / "head.json", head), put(folder / "proof.json", proof)
    run = run_checker(checker, log, "--head", head_file, "--key", head["key"])
    expect(run.returncode == 0 and told["root"] in run.stdout, f"checker: {run.stdout}{run.stderr}")
    run = run_checker(checker, "--proof", proof_file, "--key", head["key"])
    expect(run.returncode == 0, f"proof: {run.stdout}{run.stderr}")

    flipped = lambda text: ("1" if text[0] == "0" else "0") + text[1:]
    short = folder / "short.jsonl"
    short.write_bytes(b"".join(log.read_bytes().splitlines(True)[:50]))
    bad = [(short, "--head", head_file), ("--proof", proof_file, "--key", flipped(head["key"]))]
    for name, value in [("length", head["length"] + 1), ("signature", flipped(head["signature"])),
                        ("root", flipped(head["root"])), ("key", flipped(head["key"])), ("timestamp", "2026-01-25"),
                        ("signature", head["signature"][:-2]), ("bytes", 1)]:
        changed = head | {name: value}
        bad.append(("--proof", put(folder / f"proof-{len(bad)}.json", proof | {"head": changed})))
    for name, value in [("leaf_index", PROVED), ("tree_size", ENTRIES - 1), ("line", proof["line"] + " "),
                        ("path", proof["path"][:-1]), ("path", proof["path"] + proof["path"][:1]), ("path", []),
                        ("path", [flipped(proof["path"][0])] + proof["path"][1:]), ("root", flipped(proof["root"])),
                        ("line", proof["line"].replace("entry_id", "entry_ie"))]:
        bad.append(("--proof", put(folder / f"proof-{len(bad)}.json", proof | {name: value})))
    for args in bad:
        run = run_checker(checker, *args)
        expect(run.returncode == 1 and run.stderr.startswith("BAD"), f"taken: {args}: {run.stdout}{run.stderr}")


def check_damage(log, data, folder):
    """So that a verifier that always says yes is noticed."""
    changed = folder / "changed.jsonl"
    at = data.index(b'"event_data": {', len(data) // 2) + 20
    changed.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    try:
        expect(not verify_audit_chain(changed), "the model's function takes a changed entry")
    except ValueError:
        pass
    expect(verify_audit_chain(log), "the model's function refuses our log")


def main():
    chain_make, verify_main, checker = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        log, told = make_log(chain_make, folder)
        data = check_lines(log)
        check_damage(log, data, folder)
        check_ours(verify_main, log, told)
        check_checker(checker, log, told, folder)
    print(f"{ENTRIES} entries, {len(data)} bytes: accepted by the model's own function, by ours and by the checker")


main()
