"""The processes that read data, seen from outside: confined, replaced when they die, gone when nobody needs them; and
what they leave in the cache."""
import os
import pathlib
import random
import signal
import tarfile

import harness
from doors import Server
from harness import children, equal, holds, until

SALES = "region,day,revenue\nNorth,2026-01-05,10.50\nSouth,2026-01-06,20\nNorth,2026-02-01,1\n"
MOST_WORKERS = 48  # DATASETS_OPEN


def status_of(pid):
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return {}
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def ask(server, path, question="total revenue"):
    return server.ask("POST", "/api/ask", {"question": question, "data": [str(path)]})


def large(place, name="large.csv", rows=1_200_000):
    """A source that takes longer to read than it must to be kept."""
    numbers = random.Random(1)
    block = "".join(f"{i},word number {i % 5000},2024-01-{i % 28 + 1:02d},{numbers.randrange(1000)}.{i % 100:02d}\n"
                    for i in range(20_000))
    return place.write(name, "id,word,day,amount\n" + block * (rows // 20_000))


def entries(place):
    folder = place.home / "cache"
    return sorted(folder.iterdir()) if folder.exists() else []


def is_over(pid):
    """Its first thread is a zombie before the others have ended."""
    try:
        return status_of(pid).get("State", "Z").startswith("Z") and len(os.listdir(f"/proc/{pid}/task")) < 2
    except FileNotFoundError:
        return True


def test_data_is_read_by_a_confined_process_of_its_own(place):
    path = place.write("sales.csv", SALES)
    with Server(place, "--allow", str(place.folder)) as server:
        equal(children(server.process.pid), [])
        equal(ask(server, path).status, 200)
        (worker,) = map(status_of, children(server.process.pid))
        equal(worker["Name"], "assay-worker")
        equal(worker["NoNewPrivs"], "1")
        equal(worker["Seccomp"], "2")
        maps = pathlib.Path(f"/proc/{server.process.pid}/maps").read_text()
        assert "libduckdb" not in maps, "the server itself has loaded the engine"
        assert "sales.csv" not in maps


def test_a_worker_that_dies_is_replaced(place):
    path = place.write("sales.csv", SALES)
    with Server(place, "--allow", str(place.folder)) as server:
        first = ask(server, path).json["content"]
        for number in (signal.SIGKILL, signal.SIGSEGV):
            (pid,) = children(server.process.pid)
            os.kill(pid, number)
            until(lambda: is_over(pid))
            reply = ask(server, path)
            equal(reply.status, 200, reply)
            equal(reply.json["content"], first)
        until(lambda: len(children(server.process.pid)) == 1)
        assert all(not c["State"].startswith("Z") for c in map(status_of, children(server.process.pid)))


def test_workers_are_few_and_end_with_the_server(place):
    paths = [place.write(f"s{i}.csv", SALES) for i in range(MOST_WORKERS + 4)]
    with Server(place, "--allow", str(place.folder)) as server:
        for path in paths:
            equal(ask(server, path).status, 200)
        workers = children(server.process.pid)
        equal(len(workers), MOST_WORKERS)
        assert all(not w["State"].startswith("Z") for w in map(status_of, workers))
        before = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        for path in paths:
            equal(ask(server, path).status, 200)
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) <= before + 4
        workers = children(server.process.pid)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        until(lambda: all(status_of(pid).get("Name") != "assay-worker" or status_of(pid)["State"].startswith("Z")
                          for pid in workers))


def test_a_large_source_is_read_once_and_gives_the_same_answer(place):
    path = large(place)
    question = ["ask", "--data", path, "--json", "total amount"]
    first = place.run(*question, timeout=120)
    equal(first.status, 0, first)
    (entry,) = entries(place)
    equal(entry.stat().st_mode & 0o777, 0o600)
    again = place.run(*question, timeout=120)
    for key in ("content", "table", "restatement"):
        equal(again.json[key], first.json[key])
    equal(again.json["evidence"]["sources"], first.json["evidence"]["sources"])
    equal(entries(place), [entry])
    entry.write_bytes(entry.read_bytes()[:-100])
    damaged = place.run(*question, timeout=120)
    equal(damaged.json["content"], first.json["content"])
    equal(entries(place), [])


def test_in_private_nothing_is_kept(place):
    path = large(place)
    done = place.run("ask", "--private", "--data", path, "total amount", timeout=120)
    equal(done.status, 0, done)
    equal(entries(place), [])


def test_a_backup_leaves_the_cache_out_and_erasing_removes_it(place):
    path = large(place)
    equal(place.run("ask", "--data", path, "total amount", timeout=120).status, 0)
    equal(len(entries(place)), 1)
    backup = place.folder / "backup.tar"
    equal(place.run("home", "backup", str(backup)).status, 0)
    with tarfile.open(backup) as tar:
        assert not [name for name in tar.getnames() if "cache" in name]
    done = place.run("home", "erase", "--yes", timeout=60)
    equal(done.status, 0, done)
    assert not place.home.exists() or not entries(place)


def test_doctor_tells_how_readers_are_confined(place):
    done = place.run("doctor")
    holds(done.out, "sandbox")
    holds(done.out, "Files are read in a process")


if __name__ == "__main__":
    harness.main(globals())
