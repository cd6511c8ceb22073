#!/usr/bin/env python3
"""Eight processes write to one store and are killed with SIGKILL at random moments, again and again.

  kill.py STORE_WRITER STORE_CHECK [--faults FAULTLIB] [--rounds N] [--seed N]

After each round the home is judged (writers.py) and carried on into the next, so that every round begins with what the
last one left; a new one is begun after FRESH rounds at most, and now and then before, so that making a store is killed
too. With --faults, calls of the writers on the home's files also fail or are cut short, at random. The seed is printed;
with --seed the same plan is made again, though the kernel's part in it is not. Exit status 0: nothing was lost, doubled
or torn.
"""
import argparse
import pathlib
import random
import shutil
import sys
import tempfile
import time

from writers import Judge, Writer, Wrong, expect, faults_in

WRITERS = 8
FRESH = 50  # rounds of one home at most: what it holds is looked at whole after each
MODES = ("mix", "mix", "eio", "enospc", "eintr", "short")


class Torture:
    def __init__(self, args, folder):
        self.args, self.folder = args, pathlib.Path(folder)
        self.chance = random.Random(args.seed)
        self.fault_log = self.folder / "faults"
        self.homes = self.number = self.killed = self.acks = self.unacknowledged = 0
        self.errors = {}
        self.fresh_home()

    def fresh_home(self):
        if self.homes:
            shutil.rmtree(self.home)
        self.homes += 1
        self.age = 0
        self.home = str(self.folder / f"home-{self.homes}")
        pathlib.Path(self.home).mkdir(mode=0o700)
        self.judge = Judge(self.args.checker, self.home)

    def faults(self):
        """One writer's own: seldom or often, or all calls from one on, as when a disk dies."""
        if not self.args.faults:
            return None
        chosen = {"LD_PRELOAD": self.args.faults, "FAULT_PREFIX": self.home, "FAULT_LOG": str(self.fault_log),
                  "FAULT_MODE": self.chance.choice(MODES), "FAULT_SEED": str(self.chance.getrandbits(32))}
        if self.chance.random() < 0.15 and chosen["FAULT_MODE"] != "eintr":  # calls that are interrupted for ever hang
            chosen["FAULT_FROM"] = str(self.chance.randint(1, 300))
        else:
            chosen["FAULT_EVERY"] = str(self.chance.choice((10, 30, 100, 300)))
        return chosen

    def start(self):
        writers = []
        for _ in range(WRITERS):
            self.number += 1
            writers.append(Writer(self.args.writer, self.home, self.number, self.chance.randint(1, 150),
                                  self.chance.choice((1, 1, 2, 4)), str(self.folder / f"said-{self.number % WRITERS}"),
                                  self.faults()))
        return writers

    def kill(self, writers):
        """All at one moment, each at its own, or only some, while the others go on to their end."""
        plan = self.chance.choice(("all", "each", "some"))
        victims = self.chance.sample(writers, self.chance.randint(1, WRITERS - 1)) if plan == "some" else writers
        moment = self.chance.uniform(0, self.args.longest)
        moments = [moment if plan == "all" else self.chance.uniform(0, self.args.longest) for _ in victims]
        began = time.monotonic()
        for moment, writer in sorted(zip(moments, victims), key=lambda pair: pair[0]):
            time.sleep(max(0, began + moment - time.monotonic()))
            self.killed += writer.kill()

    def round(self):
        if self.age == FRESH or (self.age and self.chance.random() < 0.1):
            self.fresh_home()
        self.age += 1
        writers = self.start()
        try:
            self.kill(writers)
            for writer in writers:
                writer.wait()
        finally:
            for writer in writers:
                writer.process.kill()
                writer.process.wait()
        for writer in writers:
            self.judge.take(writer)
            self.acks += len(writer.acks)
            for error in writer.errors:
                self.errors[error] = self.errors.get(error, 0) + 1
        before = len(self.judge.rows)
        self.judge.look()
        self.unacknowledged += len(self.judge.rows) - before - sum(len(writer.acks) for writer in writers)

    def tell(self, rounds, seconds):
        print(f"{rounds} rounds in {seconds:.1f} s on {self.homes} homes: {self.killed} of {self.number} writers "
              f"killed, {self.acks} writes acknowledged and {self.unacknowledged} more done")
        if self.args.faults:
            print(f"faults: {faults_in(self.fault_log)}\nerrors told: {self.errors}")

    def check_it_was_hard(self, rounds):
        """A run in which nothing was killed, or nothing done, has shown nothing."""
        if rounds >= 20:
            expect(self.killed > rounds and self.acks > rounds, "the test was too easy: change --longest")
            expect(not self.args.faults or len(faults_in(self.fault_log)) > 5, "there were no faults")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("writer")
    parser.add_argument("checker")
    parser.add_argument("--faults", metavar="FAULTLIB")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--longest", type=float, default=0.3, help="seconds after which all victims are dead")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    folder = tempfile.mkdtemp(prefix="assay-torture-")
    torture, began, done = Torture(args, folder), time.monotonic(), 0
    try:
        for done in range(1, args.rounds + 1):
            torture.round()
        torture.check_it_was_hard(done)
    except Wrong as wrong:
        print(f"WRONG in round {done} (age {torture.age} of {torture.home}, seed {args.seed}): {wrong}")
        torture.tell(done - 1, time.monotonic() - began)
        sys.exit(1)  # the home stays, to be looked at
    torture.tell(done, time.monotonic() - began)
    print("none lost, doubled or torn")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
