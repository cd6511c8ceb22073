"""A full disk at every write in turn: a clear error, nothing torn, and everything goes on when there is room again.

  test_disk_full.py ASSAY FAULTLIB

Twice. Once with a library (tests/torture/faultlib.c) that says "no space" from the k-th call on that needs room in the
home, for every k until a request needs no more calls. And where we may mount (as root), on a small disk in memory that
is really full but for k pages, or but for k files, for every k until a request fits. A first request, which makes the
whole home, writes so often that every third k is tried.
"""
import os
import pathlib
import shutil
import subprocess
import sys

import harness
from harness import equal

FAULTLIB = str(pathlib.Path(sys.argv.pop(2)).resolve()) if len(sys.argv) > 2 else None
SALES = "region,revenue\nNorth,10.10\nSouth,20.20\nNorth,0.30\n"
QUESTION = "total revenue by region"
MOST = 2000  # calls or pages of one request: without an end the test would prove nothing
DISK_MB = 16
FILES = 1000  # that a disk of the tests has room for


class Count:
    """What came of the requests on a full disk. Goes on after a wrong one, so that all of them are told."""

    def __init__(self):
        self.refused = self.answered = 0
        self.wrong = []

    def take(self, context, judge):
        try:
            judge()
        except (AssertionError, ValueError, KeyError) as wrong:
            self.wrong.append(f"{context}: {wrong}")

    def close(self, what):
        print(f"{what}: {self.refused + self.answered} write points, {self.refused} refused, {self.answered} answered "
              f"all the same, {len(self.wrong)} wrong")
        assert self.refused > 0, "the disk was never full"
        assert not self.wrong, "\n".join(self.wrong[:5])


def ask(place, home, env=None):
    return place.run("ask", "--data", str(place.folder / "sales.csv"), "--json", "--home", str(home), QUESTION, env=env)


def judge_full(done, count):
    """An answer, or an error that says the disk is full and what to do. Nothing else, and no crash."""
    if done.status == 0:
        count.answered += 1
        assert done.json["evidence"]["audit"]["last"] > 0, done
        return
    count.refused += 1
    equal(done.status, 1, done)
    error = done.json["error"]
    equal((error["error_code"], error["can_retry"]), ("DISK_FULL", True), done)
    assert "full" in error["message"] and error["suggested_action"], done
    equal(list(done.json), ["error"])


def judge_room(place, home):
    """With room again: the next request is answered, and the log is whole, with every entry of it."""
    done = ask(place, home)
    equal(done.status, 0, done)
    last = done.json["evidence"]["audit"]["last"]
    done = place.run("audit", "verify", "--json", "--home", str(home))
    equal(done.status, 0, done)
    equal((done.json["ok"], done.json["entries"]), (True, last), done)


# ---- a library that says the disk is full


def full_from(place, home, k):
    log = place.folder / "faults"
    log.unlink(missing_ok=True)
    done = ask(place, home, {"LD_PRELOAD": FAULTLIB, "FAULT_PREFIX": str(home), "FAULT_MODE": "enospc",
                             "FAULT_FROM": str(k), "FAULT_LOG": str(log),
                             "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"})
    text = log.read_text() if log.exists() else ""
    return done, any(not line.startswith("exit") for line in text.splitlines())


def each_write(place, is_new, what):
    place.write("sales.csv", SALES)
    count, home = Count(), place.folder / "full"
    for k in range(1, MOST, 3 if is_new else 1):
        if is_new:
            shutil.rmtree(home, ignore_errors=True)
            shutil.rmtree(place.folder / ".config", ignore_errors=True)  # what is known of the home before
        elif k == 1:
            equal(ask(place, home).status, 0)
        done, was_full = full_from(place, home, k)
        if not was_full:
            equal(done.status, 0, (k, done))
            return count.close(what)
        count.take(f"full from call {k}", lambda: judge_full(done, count))
        count.take(f"room after call {k}", lambda: judge_room(place, home))
    raise AssertionError(f"more than {MOST} writes")


def test_full_at_each_write_of_a_first_request(place):
    each_write(place, True, "a new home, the library")


def test_full_at_each_write_of_a_later_request(place):
    each_write(place, False, "a home that was there, the library")


# ---- a disk that is full


class Disk:
    """A disk of its own in memory; false when we may not have one."""

    def __init__(self, place, files=FILES):
        self.path = place.folder / "disk"
        self.filler = self.path / "filler"
        self.path.mkdir(exist_ok=True)
        options = f"size={DISK_MB}m,mode=700,nr_inodes={files}"
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "assay-test", str(self.path)], capture_output=True)
        self.is_there = done.returncode == 0

    def __bool__(self):
        return self.is_there

    def fill(self, pages):
        """Leaves room for so many pages."""
        with open(self.filler, "wb") as f:
            stat = os.statvfs(self.path)
            os.posix_fallocate(f.fileno(), 0, max(1, (stat.f_bavail - pages) * stat.f_frsize))

    def make_room(self):
        self.filler.unlink(missing_ok=True)
        subprocess.run(["mount", "-o", f"remount,nr_inodes={FILES}", str(self.path)], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_there:
            subprocess.run(["umount", "-l", str(self.path)], check=True)


def each_page(place, is_new, what):
    place.write("sales.csv", SALES)
    count = Count()
    with Disk(place) as disk:
        if not disk:
            print(f"{what}: not tried, since nothing can be mounted here")
            return
        home, in_a_row = disk.path / "home", 0
        for pages in range(0, MOST, 3 if is_new else 1):
            if is_new:
                shutil.rmtree(home, ignore_errors=True)
                shutil.rmtree(place.folder / ".config", ignore_errors=True)  # what is known of the home before
            elif pages == 0:
                equal(ask(place, home).status, 0)
            disk.fill(pages)
            done = ask(place, home)
            count.take(f"{pages} pages left", lambda: judge_full(done, count))
            disk.make_room()
            count.take(f"room after {pages} pages", lambda: judge_room(place, home))
            in_a_row = in_a_row + 1 if done.status == 0 else 0
            if in_a_row == 8:  # it fits
                return count.close(what)
    raise AssertionError(f"more than {MOST} pages")


def test_a_disk_full_but_for_some_pages_at_a_first_request(place):
    each_page(place, True, "a new home, a full disk")


def test_a_disk_full_but_for_some_pages_at_a_later_request(place):
    each_page(place, False, "a home that was there, a full disk")


def test_a_disk_with_room_for_some_files_only(place):
    place.write("sales.csv", SALES)
    count, what = Count(), "a new home, a disk of few files"
    for files in range(2, FILES):
        with Disk(place, files) as disk:
            if not disk:
                print(f"{what}: not tried, since nothing can be mounted here")
                return
            home = disk.path / "home"
            shutil.rmtree(place.folder / ".config", ignore_errors=True)  # what is known of the home before
            done = ask(place, home)
            count.take(f"{files} files", lambda: judge_full(done, count))
            disk.make_room()
            count.take(f"room after {files} files", lambda: judge_room(place, home))
            if done.status == 0:
                return count.close(what)


if __name__ == "__main__":
    harness.main(globals())
