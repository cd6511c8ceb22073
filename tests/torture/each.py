#!/usr/bin/env python3
"""Every call with which the store writes, opens or syncs its files fails once, in turn; then those of a disk that dies.

  each.py STORE_WRITER STORE_CHECK FAULTLIB

A writer makes a store and writes to it, and its k-th call fails, for each k until there is no such call, in each of the
ways it can. Afterwards a healthy writer must go on in the same home, and the judge (writers.py) be content: the writer
that met the fault may have been refused, but what it acknowledged is there. Then, where a sync fails, nothing may be
acknowledged that only the sync would have made certain.
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import time

from writers import Judge, Writer, Wrong, expect, faults_in

MODES = ("eio", "enospc", "eintr", "short")
WRITES = 3
MEMORY = "/dev/shm"
CALLS = 2000  # nobody's three writes take so many; without an end the test would prove nothing


class Each:
    def __init__(self, args, folder):
        self.args, self.folder = args, pathlib.Path(folder)
        self.log = self.folder / "faults"
        self.homes = self.faults = self.refused = 0

    def home(self):
        self.homes += 1
        path = self.folder / f"home-{self.homes}"
        path.mkdir(mode=0o700)
        return str(path)

    def write(self, home, judge, number, faults=None, count=WRITES, threads=1):
        if faults is not None:
            faults = {"LD_PRELOAD": self.args.faultlib, "FAULT_PREFIX": home, "FAULT_LOG": str(self.log), **faults}
        writer = Writer(self.args.writer, home, number, count, threads, str(self.folder / "said"), faults)
        writer.wait()
        judge.take(writer)
        return writer

    def met(self):
        """The faults since the last time."""
        found = faults_in(self.log)
        self.log.unlink(missing_ok=True)
        return sum(n for name, n in found.items() if name != "calls")

    def one(self, mode, k, healthy_first):
        """Whether there was a k-th call."""
        home = self.home()
        judge = Judge(self.args.checker, home)
        if healthy_first:
            self.write(home, judge, 1)
        writer = self.write(home, judge, 2, {"FAULT_MODE": mode, "FAULT_AT": str(k)})
        met = self.met()
        self.faults += met
        self.refused += len(writer.errors)
        healthy = self.write(home, judge, 3)
        expect(len(healthy.acks) == WRITES, "a healthy writer was refused")
        judge.look()
        shutil.rmtree(home)
        return met > 0

    def every(self, mode, healthy_first):
        for k in range(1, CALLS):
            try:
                if not self.one(mode, k, healthy_first):
                    return k - 1
            except Wrong as wrong:
                raise Wrong(f"{mode} at call {k}, {'a store that was there' if healthy_first else 'a new store'}, "
                            f"home-{self.homes}: {wrong}")
        raise Wrong(f"more than {CALLS} calls")

    def syncs(self, part, most):
        """All syncs of some files fail. How many writes may be acknowledged all the same?"""
        home = self.home()
        judge = Judge(self.args.checker, home)
        self.write(home, judge, 1)
        faults = {"FAULT_MODE": "eio", "FAULT_CALLS": "sync", "FAULT_FROM": "1", "FAULT_PREFIX": f"{home}/{part}"}
        writer = self.write(home, judge, 2, faults, count=20)
        expect(self.met() > 0, f"no sync of {part} was met")
        expect(len(writer.acks) <= most, f"{len(writer.acks)} writes acknowledged, though no sync of {part} succeeds")
        rows = judge.look()["rows"]
        print(f"syncs of {part} fail: {len(writer.acks)} of 20 acknowledged, {len(rows) - WRITES} there")
        healthy = self.write(home, judge, 3)
        expect(len(healthy.acks) == WRITES, "a healthy writer was refused")
        judge.look()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("writer")
    parser.add_argument("checker")
    parser.add_argument("faultlib")
    args = parser.parse_args()
    # In memory where there is such a place: it is the calls that fail, not the disk, and there are many homes to make.
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="assay-torture-", dir=place)
    each, began = Each(args, folder), time.monotonic()
    try:
        for healthy_first in (False, True):
            for mode in MODES:
                calls = each.every(mode, healthy_first)
                print(f"{mode} at each of {calls} calls on {'a store that was there' if healthy_first else 'a new store'}")
                expect(calls > 5, "too few calls were met")
        # A commit is certain only when the database is synced. A line may wait in the outbox: one batch of them.
        each.syncs("state.db", 0)
        each.syncs("logs/data_agent_runs.jsonl", 1)
    except Wrong as wrong:
        print(f"WRONG: {wrong}\n{folder}")
        sys.exit(1)  # the home stays, to be looked at
    print(f"{each.faults} faults on {each.homes} homes in {time.monotonic() - began:.1f} s; {each.refused} writes refused,"
          " none lost, doubled or torn")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
