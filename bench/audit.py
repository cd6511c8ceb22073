#!/usr/bin/env python3
"""Compares verifying an audit log with the Python function that the data model prints, on the same file.

Usage: bench/audit.py PROGRAM [ENTRIES [ROUNDS]], where PROGRAM is bench/audit.c built with optimisation. Rounds of the
two alternate, so that a busy moment hits both, and each figure is the best of its rounds. The last line is the ratio:
"audit: 12.3x". Exits 1 when it is below 10.
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time

GOAL = 10.0


def verify_audit_chain(log_path):
    with open(log_path, "r") as f:
        entries = [json.loads(line) for line in f]
    
    for i, entry in enumerate(entries):
        # Check sequence
        if entry["sequence_number"] != i + 1:
            return False
        
        # Check parent hash
        expected_parent = entries[i-1]["hash"] if i > 0 else "0" * 64
        if entry["parent_hash"] != expected_parent:
            return False
        
        # Check hash computation
        payload = f"{entry['parent_hash']}{entry['timestamp']}{entry['event_type']}{json.dumps(entry['event_data'], sort_keys=True)}"
        computed_hash = hashlib.sha256(payload.encode()).hexdigest()
        if computed_hash != entry["hash"]:
            return False
    
    return True


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
