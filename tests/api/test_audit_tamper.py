#!/usr/bin/env python3
"""Every flipped bit and every cut of an audit log is found, and the damage is named.

Usage: test_audit_tamper.py CHAIN_MAKE VERIFY_MAIN [TRIES [SEED]]. A log of 2,000 entries is damaged 1,000 times: a bit
flipped anywhere, the tail cut off at any byte, or whole lines cut off. VERIFY_MAIN is told where the chain should stand.
It must find each, and name the first bad entry: the one that was damaged. Where a flip makes another good digit of
entry_id or request_id, which no entry's hash covers, only the tree can tell; then the range of entries it names must
hold the damaged one.
"""
import bisect
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ENTRIES = 2000
UNCOVERED = re.compile(rb'\{"entry_id": "([^"]*)", "request_id": "([^"]*)"')


def fail(what):
    sys.exit(f"failed: {what}")


class Log:
    def __init__(self, program, folder, seed):
        made = subprocess.run([program, str(ENTRIES), str(seed)], capture_output=True)
        if made.returncode:
            fail(made.stderr.decode())
        self.data, self.told = made.stdout, json.loads(made.stderr)
        self.path = folder / "log.jsonl"
        self.starts = [0]
        for line in self.data.splitlines(True):
            self.starts.append(self.starts[-1] + len(line))

    def entry_at(self, byte):
        """The entry, from 1, that a byte belongs to; its newline included."""
        return bisect.bisect_right(self.starts, byte)

    def is_uncovered(self, byte):
        entry = self.entry_at(byte)
        match = UNCOVERED.match(self.data, self.starts[entry - 1])
        return match.start(1) <= byte < match.end(1) or match.start(2) <= byte < match.end(2)


def flip(log, rng):
    byte, bit = rng.randrange(len(log.data)), rng.randrange(8)
    damaged = bytearray(log.data)
    damaged[byte] ^= 1 << bit
    return bytes(damaged), log.entry_at(byte), log.is_uncovered(byte), f"bit {bit} of byte {byte}"


def cut_anywhere(log, rng):
    byte = rng.randrange(len(log.data))
    return log.data[:byte], log.entry_at(byte), False, f"cut at byte {byte}"


def cut_lines(log, rng):
    entry = rng.randrange(1, ENTRIES + 1)
    return log.data[: log.starts[entry - 1]], entry, False, f"cut before entry {entry}"


def verify(program, log, damaged):
    log.path.write_bytes(damaged)
    told = log.told
    run = subprocess.run([program, log.path, str(told["bytes"]), told["head"], told["tree"]], capture_output=True)
    if run.returncode not in (0, 1):
        fail(f"exit status {run.returncode}: {run.stderr.decode()}")
    result = json.loads(run.stdout)
    if result["ok"] != (run.returncode == 0):
        fail(f"exit status {run.returncode} for {result}")
    return result


def is_named(result, entry, is_uncovered):
    if result["first_bad"] == entry and result["entries"] == entry - 1:
        return True
    around = re.match(r"of the entries (\d+) to (\d+),", result["reason"])
    return bool(is_uncovered and around and int(around[1]) <= entry <= int(around[2]))


def main():
    chain_make, verify_main = sys.argv[1:3]
    tries = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 4
    rng = random.Random(seed)
    by_tree = 0
    with tempfile.TemporaryDirectory() as name:
        log = Log(chain_make, pathlib.Path(name), seed)
        if not verify(verify_main, log, log.data)["ok"]:
            fail("the log as it was made is called bad")
        for _ in range(tries):
            how = rng.choice([flip, flip, flip, flip, cut_anywhere, cut_lines])
            damaged, entry, is_uncovered, what = how(log, rng)
            result = verify(verify_main, log, damaged)
            if result["ok"]:
                fail(f"not found: {what}, entry {entry} (seed {seed})")
            if not is_named(result, entry, is_uncovered):
                fail(f"{what}, entry {entry} (seed {seed}), but told: {result}")
            by_tree += result["reason"].startswith("of the entries")
    print(f"{tries} of {tries} found and named, {by_tree} of them by the tree alone (seed {seed})")


main()
