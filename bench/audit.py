#!/usr/bin/env python3
"""Compares verifying an audit log with the Python function that the data model prints, on the same file.

Usage: bench/audit.py PROGRAM [ENTRIES [ROUNDS]], where PROGRAM is bench/audit.c built with optimisation. Rounds of the
two alternate, so that a busy moment hits both, and each figure is the best of its rounds. The last line is the ratio:
"audit: 12.3x". Exits 1 when it is below 10.
"""
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "api"))
from seed_verifier import verify_audit_chain  # noqa: E402

GOAL = 10.0


def theirs(log):
    start = time.perf_counter()
    if not verify_audit_chain(log):
        sys.exit("the model's function refuses the log")
    return time.perf_counter() - start


def ours(program, *args):
    run = subprocess.run([program, *map(str, args)], stdout=subprocess.PIPE, check=True, text=True)
    return [float(word) for word in run.stdout.split()]


def main():
    program = sys.argv[1]
    entries = int(sys.argv[2]) if len(sys.argv) > 2 else 300_000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log.jsonl"
        make, size = ours(program, "make", entries, log)
        all_rounds = [(*ours(program, "verify", log, 0), ours(program, "verify", log, 1)[0], theirs(log))
                      for _ in range(rounds)]
        verify, processor, one, python = (min(column) for column in zip(*all_rounds))
    print(f"{entries} entries of {size / entries:.0f} bytes: made {entries / make:,.0f}/s, verified "
          f"{entries / verify:,.0f}/s ({entries / one:,.0f}/s by one thread, {processor / entries * 1e6:.2f} us of the "
          f"processor each; {entries / python:,.0f}/s by Python)")
    print(f"audit: {python / verify:.1f}x")
    sys.exit(0 if python / verify >= GOAL else 1)


main()
