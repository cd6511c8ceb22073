#!/usr/bin/env python3
"""Clients of all five agents at once: nothing fails, nobody sees what is another's, nobody waits long, memory stays.

    tests/load/agents.py PROGRAM [--clients 16] [--seconds 60] [--think 0]

Each client has data of its own with a figure that nobody else has, and asks for it through every agent's own routes in
turn. It fails when an answer is an error or holds another's figure, when the 95th percentile of all requests is over
250 ms, or when the server's memory has grown by more than a quarter in the second half. Prints a line for each agent.
"""
import argparse
import json
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "api"))
P95_MS = 250
GROWTH = 1.25


def arguments():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("--clients", type=int, default=16)
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--think", type=float, default=0, help="seconds a client waits between two requests")
    return p.parse_args()


ARGS = arguments()
sys.argv = [sys.argv[0], ARGS.program]
from books import sheets  # noqa: E402
from doors import Server, multipart  # noqa: E402
from harness import Place  # noqa: E402


class Wrong(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Wrong(what)


class Client:
    """One person: a number of their own in every file, a connection that stays."""

    def __init__(self, server, place, n):
        self.server, self.n, self.secret = server, n, 1000 + 7 * n
        self.random, self.times, self.wrong = random.Random(n), {}, []
        self.csv = self.table()
        self.path = place.write(f"client{n}.csv", self.csv)
        self.connection = server.connect(30)
        self.chat = self.session = None
        self.round = 0

    def table(self):
        """Two months; in the second, East falls by the client's own number."""
        rows = ["day,region,product,amount"]
        for month, east in (("01", 5000), ("02", 5000 - self.secret)):
            for day in range(1, 11):
                for region, amount in (("East", east / 10), ("West", 300), ("North", 200)):
                    for product in ("A", "B"):
                        rows.append(f"2026-{month}-{day:02},{region},{product},{amount / 2:.2f}")
        return "\n".join(rows) + "\n"

    def ask(self, agent, method, path, body=None, headers=None, status=200):
        headers = dict(headers or {})
        if isinstance(body, dict):
            body, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        began = time.monotonic()
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        data = response.read()
        self.times.setdefault(agent, []).append((time.monotonic() - began) * 1000)
        check(response.status == status, f"{method} {path}: {response.status} {data[:300]!r}")
        if ARGS.think:
            time.sleep(ARGS.think)
        return json.loads(data) if response.getheader("Content-Type", "").startswith("application/json") else data

    # ---- one round of each agent ----

    def workbook(self):
        if not self.chat:
            self.chat = self.ask("workbook", "POST", "/api/chat", {}, status=201)["session_id"]
            body, kind = multipart({}, "book.xlsx", sheets([("Sales", "", [["region", "amount"], ["East", self.secret],
                                                                         ["West", 1], ["North", 2]])]))
            self.ask("workbook", "POST", f"/api/chat/{self.chat}/workbook", body, kind)
        for question, wanted in (("total amount", self.secret + 3), ("and the highest?", self.secret),
                                 ("what sheets are there", "Sales")):
            answer = self.ask("workbook", "POST", f"/api/chat/{self.chat}/messages", {"message": question})
            text = json.dumps(answer.get("table")) + answer["content"].replace(",", "")
            check(str(wanted) in text, f"{question}: {text}")

    def tasks(self):
        user = f"user{self.n}"
        title = f"task {self.secret} {self.round}"
        first = self.ask("tasks", "POST", f"/api/{user}/chat", {"message": f"add a task called {title}"})
        talk = {"conversation_id": first["conversation_id"]}
        shown = self.ask("tasks", "POST", f"/api/{user}/chat", {"message": "show my pending tasks"} | talk)
        check([t["title"] for t in shown["tool_calls"][-1]["result"]["data"]] == [title], f"tasks: {shown['response']}")
        done = self.ask("tasks", "POST", f"/api/{user}/chat", {"message": "complete the first one"} | talk)
        check(title in done["response"], f"complete: {done['response']}")

    def metrics(self):
        made = self.ask("metrics", "POST", "/api/sessions", {}, status=201)["session_id"]
        body, kind = multipart({"description": "sales"}, "sales.csv", self.csv.encode())
        self.ask("metrics", "POST", f"/api/sessions/{made}/files", body, kind, status=201)
        self.ask("metrics", "POST", f"/api/sessions/{made}/investigate",
                 {"metric_sql": "sum(amount)", "baseline_period": {"start": "2026-01-01", "end": "2026-01-31"},
                  "comparison_period": {"start": "2026-02-01", "end": "2026-02-28"}}, status=202)
        until = time.monotonic() + 30
        while self.ask("metrics", "GET", f"/api/sessions/{made}")["status"] == "running":
            check(time.monotonic() < until, "the investigation does not end")
            time.sleep(0.25)
        report = self.ask("metrics", "GET", f"/api/sessions/{made}/report")["content"]
        check("East" in report and str(self.secret) in report.replace(",", ""), f"report: {report[:600]}")
        said = self.ask("metrics", "POST", f"/api/sessions/{made}/chat", {"message": "what about East?"})
        check(str(self.secret) in said["response"].replace(",", ""), f"chat: {said['response']}")
        self.ask("metrics", "DELETE", f"/api/sessions/{made}")

    def docs(self):
        answer = self.ask("docs", "POST", "/query", {"question": f"What is the code of desk {self.n}?"})
        check(f"K{self.secret}" in answer["answer"], f"docs: {answer}")
        refused = self.ask("docs", "POST", "/query", {"question": "How far is the moon from Jupiter?"})
        check(refused["sources"] == [], f"docs: {refused}")

    def analyst(self):
        answer = self.ask("analyst", "POST", "/api/ask", {"question": "total amount by region", "data": [self.path]})
        east = {row[0]: row[1] for row in answer["table"]["rows"]}["East"]
        check(abs(float(east) - (10000 - self.secret)) < 0.01, f"analyst: {answer['table']}")

    def analysis(self):
        done = self.ask("analyze", "POST", "/api/analyze",
                        {"intent": "total amount by region with a chart", "deliverables": ["tables", "charts"],
                         "data_sources": [{"type": "csv", "file_path": self.path}]})
        check(done["status"] == "completed", f"analyze: {json.dumps(done)[:400]}")

    def run(self, until):
        agents = [self.workbook, self.tasks, self.metrics, self.docs, self.analyst, self.analysis]
        while time.monotonic() < until and not self.wrong:
            self.round += 1
            self.random.shuffle(agents)
            for agent in agents:
                try:
                    agent()
                except (Wrong, OSError, KeyError, ValueError) as wrong:
                    self.wrong.append(f"client {self.n}, {agent.__name__}: {type(wrong).__name__} {wrong}")
                    return


def memory(pid):
    """Megabytes of the server itself, workers not counted."""
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024


def percentile(values, p):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * p / 100))]


def handbook(place):
    lines = ["# Desks", ""]
    for n in range(ARGS.clients):
        lines += [f"## Desk {n}", "", f"The code of desk {n} is K{1000 + 7 * n}.", ""]
    path = place.write("desks.md", "\n".join(lines))
    done = place.run("docs", "add", path)
    check(done.status == 0, done)


def report(clients, samples):
    slow = []
    for agent in sorted({a for c in clients for a in c.times}):
        times = [t for c in clients for t in c.times.get(agent, [])]
        print(f"{agent:9} {len(times):6} requests, p50 {percentile(times, 50):6.1f} ms, "
              f"p95 {percentile(times, 95):6.1f} ms, longest {max(times):7.1f} ms")
        slow += times
    half = len(samples) // 2
    early, late = max(samples[half // 2:half] or samples), max(samples[half:])
    print(f"all       {len(slow):6} requests, p95 {percentile(slow, 95):.1f} ms (goal {P95_MS}); "
          f"memory {early:.0f} MB, then {late:.0f} MB")
    wrong = [w for c in clients for w in c.wrong]
    for line in wrong[:10]:
        print("wrong:", line)
    return not wrong and percentile(slow, 95) <= P95_MS and late <= early * GROWTH


def main():
    with tempfile.TemporaryDirectory(prefix="assay-load-") as folder:
        place = Place(folder)
        handbook(place)
        with Server(place, "--allow", folder, "--rate", "1000000") as server:
            clients = [Client(server, place, n) for n in range(ARGS.clients)]
            until, samples = time.monotonic() + ARGS.seconds, []
            threads = [threading.Thread(target=c.run, args=(until,)) for c in clients]
            for t in threads:
                t.start()
            while any(t.is_alive() for t in threads):
                samples.append(memory(server.process.pid))
                time.sleep(0.5)
            good = report(clients, samples)
    print(f"{int(good)} passed, {int(not good)} failed")
    return 0 if good else 1


sys.exit(main())
