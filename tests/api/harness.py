"""What the tests of the real binary share: running it, and counting what passed.

Standard library only. Each test is a function named test_*; it gets a fresh folder with a home in it.
"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

import reach

ASSAY = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
# What the program takes over of the test's own environment: the sanitizers' options; the clock and the zone of
# scripts/test-often, which must be one and the same for the test and the program.
PASSED = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD", "CLOCK_SHIFT", "TZ")


# Here the program keeps uploads, copies or its cache, which it sweeps by the age of the files, and with a clock that is
# years ahead they are that old when they are made: these tests have the real clock, and the zone of scripts/test-often.
AGES_OF_FILES = {f"test_{name}.py" for name in (
    "artifacts", "doors", "docs", "http", "limits", "metrics", "routes", "scrub", "serve", "serve_streams", "swap",
    "workbook_chat", "workbook_edit", "workbook_session", "worker")}

if "CLOCK_SHIFT" in os.environ and pathlib.Path(sys.argv[0]).name in AGES_OF_FILES:
    del os.environ["CLOCK_SHIFT"], os.environ["LD_PRELOAD"]
    os.execv(sys.executable, [sys.executable, *sys.argv])


def environment(place):
    """What the program is started with: nothing of whoever runs the tests but the above."""
    return {"PATH": os.environ.get("PATH", ""), "HOME": str(place.folder), "ASSAY_HOME": str(place.home)} | {
        name: os.environ[name] for name in PASSED if name in os.environ}


class Place:
    """A folder of its own for one test, with a home inside."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.home = self.folder / "home"
        self.ends = contextlib.ExitStack()  # what ends with the test: a server that its calls share

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def run(self, *args, stdin=b"", env=None, timeout=30, stdout=subprocess.PIPE, program=None, **more):
        done = subprocess.run([str(program or ASSAY), *args], input=stdin, stdout=stdout, stderr=subprocess.PIPE,
                              env=environment(self) | (env or {}), cwd=self.folder, timeout=timeout, **more)
        done = Done(done)
        reach.note_text("command line", done.out)
        return done


class Done:
    def __init__(self, done):
        self.status = done.returncode
        self.bytes = done.stdout or b""
        self.out = self.bytes.decode()
        self.err = done.stderr.decode()

    @property
    def json(self):
        return json.loads(self.out)

    def __repr__(self):
        return f"status {self.status}\n--- out\n{self.out}\n--- err\n{self.err}"


def equal(got, wanted, context=""):
    if got != wanted:
        raise AssertionError(f"got {got!r}\nwanted {wanted!r}\n{context!r}")


def holds(text, part, context=""):
    if part not in text:
        raise AssertionError(f"{part!r} is not in {text!r}\n{context!r}")


def children(pid):
    """The processes that a process has started and that have not been waited for: those that read data for a server."""
    return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()]


def until(check, seconds=60):
    """Waits until something is so, and gives it. The time is long as others use the machine too; it costs only who fails."""
    end = time.monotonic() + seconds
    while not (found := check()):
        if time.monotonic() > end:
            raise AssertionError("it did not come to that in time")
        time.sleep(0.02)
    return found


def quick(ask, seconds, tries=6):
    """What ask() gave, which took less than so many seconds in one of the tries: whatever else the machine does may slow
    down some of them, but what is slow by itself is slow each time."""
    took = []
    while not took or min(took) >= seconds:
        if len(took) == tries:
            raise AssertionError(f"at best it took {min(took):.2f} s and not {seconds} s")
        began = time.monotonic()
        got = ask()
        took.append(time.monotonic() - began)
    return got


def main(tests):
    """Runs every test_* of a module's globals, in order, and prints the closing line."""
    passed = failed = 0
    only = sys.argv[2:]
    for name, test in list(tests.items()):
        if not name.startswith("test_") or (only and name not in only):
            continue
        with tempfile.TemporaryDirectory(prefix="assay-test-") as folder:
            try:
                place = Place(folder)
                with place.ends:
                    test(place)
                passed += 1
            except Exception:
                failed += 1
                print(f"not ok {name}")
                traceback.print_exc()
            reach.note_home(pathlib.Path(folder) / "home")
    if not only:
        reach.write()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
