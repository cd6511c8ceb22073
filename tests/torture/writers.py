"""What the torture tests share: writers that are started and killed, and the judgement on what they leave.

A writer (tests/tools/store_writer.c) tells of each durable write; the checker (tests/tools/store_check.c) tells what a
home holds. The judge knows what was acknowledged and what was there before, and says what is not as it must be: nothing
acknowledged is lost, nothing is there twice, every row has its entry and every entry its row, the log is whole up to
its signed head, and what was in it once is in it for ever. Standard library only.
"""
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import threading

SANITIZERS = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")
WAIT_S = 120  # a writer's own waits end after 10 s; one that needs so long hangs
# What a writer may be told when calls fail: nothing that sounds as if the home were lost.
PASSING = ("IO_ERROR", "DISK_FULL", "HOME_UNUSABLE", "BUSY")


class Wrong(Exception):
    """Something that must never happen; the text says what."""


def expect(good, otherwise):
    if not good:
        raise Wrong(otherwise)


def environment(faults=None):
    """Faults are the library's path and its FAULT_ settings (tests/torture/faultlib.c). What a sanitizer finds must not
    look like a write that was refused, and it must not mind our library coming before it."""
    env = {name: os.environ.get(name, "") + ":halt_on_error=1:exitcode=99" for name in SANITIZERS}
    env["ASAN_OPTIONS"] += ":verify_asan_link_order=0"
    env.update({"PATH": os.environ.get("PATH", "")}, **(faults or {}))
    return env


class Writer:
    """One process that writes `count` rows, each with its entry."""

    def __init__(self, program, home, number, count, threads, said, faults=None):
        self.number, self.count, self.was_killed = number, count, False
        self.faults = faults
        self.said = said
        with open(said, "wb") as out, open(f"{said}.err", "wb") as errors:
            self.process = subprocess.Popen([program, home, str(number), str(count), str(threads)], stdout=out,
                                            stderr=errors, env=environment(faults))

    def kill(self):
        """Whether it was still running."""
        self.was_killed = self.process.poll() is None
        self.process.kill()
        return self.was_killed

    def wait(self):
        """Takes in what it said. Dying of anything but our signal is wrong, and so is an error that nobody caused."""
        alarm = threading.Timer(WAIT_S, self.process.kill)  # waiting with a timeout would poll
        alarm.start()
        status = self.process.wait()
        alarm.cancel()
        text = pathlib.Path(self.said).read_text()
        errors = pathlib.Path(f"{self.said}.err").read_text()
        lines = text.splitlines() if text.endswith("\n") or not text else text.splitlines()[:-1]
        self.acks = [int(line.split()[2]) for line in lines if line.startswith("ack ")]
        self.errors = [line[4:] for line in lines if line.startswith("err ")]
        expected = (-signal.SIGKILL,) if self.was_killed else (0, 1) if self.faults else (0,)
        if self.was_killed:  # it may have been done when the signal came
            expected += (0, 1) if self.faults else (0,)
        expect(status in expected, f"writer {self.number} ended with {status} ({-signal.SIGKILL}: it hung): "
               f"{self.errors[:3]} {errors[-2000:]}")
        expect(len(set(self.acks)) == len(self.acks), f"writer {self.number} acknowledged a write twice")
        bad = [error for error in self.errors if error not in PASSING]
        expect(not bad, f"writer {self.number} took a passing fault for more: {bad[:3]} {errors[-2000:]}")
        if status == 0:
            expect(len(self.acks) == self.count, f"writer {self.number} is content with {len(self.acks)} writes")


class Judge:
    """Knows what one home must hold."""

    def __init__(self, checker, home):
        self.checker, self.home = checker, home
        self.rows, self.acknowledged, self.possible = set(), set(), {}
        self.length, self.digest = 0, hashlib.sha256().digest()

    def take(self, writer):
        self.possible[writer.number] = writer.count
        self.acknowledged.update(f"w{writer.number}-{n}" for n in writer.acks)

    def look(self):
        done = subprocess.run([self.checker, self.home], capture_output=True, text=True, timeout=WAIT_S,
                              env=environment())
        expect(done.returncode != 2 and done.stdout, f"the store cannot be read: {done.stderr[-2000:]}")
        found = json.loads(done.stdout)
        rows = {title for title, _ in found["rows"]}
        shown = {name: value for name, value in found.items() if name != "rows"}
        expect(found["damage"] is None, f"damaged: {shown}")
        expect(found["verify"]["ok"] and found["signed"], f"the log is not whole: {shown}")
        expect(not found["odd"], f"rows and entries do not match: {shown}")
        expect(done.returncode == 0, f"not as it should be: {shown}")
        self.compare(rows)
        self.compare_log()
        return found

    def compare(self, rows):
        lost = sorted(self.acknowledged - rows)
        expect(not lost, f"{len(lost)} acknowledged writes are lost: {lost[:10]}")
        gone = sorted(self.rows - rows)
        expect(not gone, f"{len(gone)} rows that were there are gone: {gone[:10]}")
        for title in rows - self.rows:
            number, n = (int(part) for part in title[1:].split("-"))
            expect(1 <= n <= self.possible.get(number, 0), f"nobody wrote {title}")
        self.rows = rows

    def compare_log(self):
        """What was in the log stays as it was, byte for byte."""
        path = pathlib.Path(self.home, "logs", "data_agent_runs.jsonl")
        log = path.read_bytes()
        expect(hashlib.sha256(log[:self.length]).digest() == self.digest, "entries that were in the log have changed")
        self.length, self.digest = len(log), hashlib.sha256(log).digest()


def faults_in(path):
    """{"sync eio": 3, ...} of the library's log; "calls" is how many calls it met."""
    counts = {}
    if path.exists():
        for line in path.read_text(errors="replace").splitlines():
            words = line.split(" ", 2)
            if words[0] == "exit":
                counts["calls"] = counts.get("calls", 0) + int(words[1])
            elif len(words) == 3:
                counts[f"{words[0]} {words[1]}"] = counts.get(f"{words[0]} {words[1]}", 0) + 1
    return counts
