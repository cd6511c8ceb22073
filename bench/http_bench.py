#!/usr/bin/env python3
"""How fast `assay serve` answers beside nginx, and how it bears many clients at once.

Usage: bench/http_bench.py ASSAY LOADER [SECONDS], both built with optimisation; LOADER is bench/http_load.c.

1. GET /health with wrk, and the same bytes as a static file from nginx: both on this machine, both keep-alive, both
   with one thread at the sockets (nginx gets slower with two where wrk needs the other processor). Rounds of the two
   alternate, and the middle value of each is taken.
2. 1,000 idle streams of events while 200 clients ask for an operation that writes nothing, SECONDS (10) long. They ask
   privately, so that the streams stay idle; then the same again with every call told to every stream; then 200 clients
   that ask a real question, each answer durable in the audit log before it is given.

Prints a line a figure. Exits 1 when a bound is missed: memory below 256 MB, as many threads after as before, no failed
request, every stream alive and its heartbeat heard.
"""
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "api"))
from doors import Server  # noqa: E402
from harness import Place  # noqa: E402

ROUNDS = 5
CLIENTS = 64
IDLE = 1000
BUSY = 200
MEMORY_KB = 256 * 1024
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}
SALES = "region,revenue,day\nNorth,10.50,2026-01-05\nSouth,20,2026-01-06\nNorth,1,2026-02-01\n"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Nginx:
    """nginx with one static file, in a folder of its own."""

    def __init__(self, folder, content):
        self.port = free_port()
        (folder / "www").mkdir()
        (folder / "www" / "health").write_bytes(content)
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(f"""
            {user} daemon off; pid {folder}/pid; worker_processes 1; error_log {folder}/error.log;
            events {{ worker_connections 4096; }}
            http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
                client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fcgi;
                uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
                open_file_cache max=10;
                server {{ listen 127.0.0.1:{self.port} backlog=1024; root {folder}/www; }} }}""")
        self.process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")],
                                        stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("nginx did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def wrk(port, seconds):
    """Requests a second, and milliseconds of p50 and p99."""
    out = subprocess.run(["wrk", "-t1", f"-c{CLIENTS}", f"-d{seconds}s", "--latency",
                          f"http://127.0.0.1:{port}/health"],
                         check=True, stdout=subprocess.PIPE, text=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        sys.exit(f"wrk: {out}")
    times = [float(n) * UNITS[unit] for n, unit in re.findall(r"(?:50|99)%\s+([0-9.]+)(us|ms|s)\b", out)]
    return (float(re.search(r"Requests/sec:\s+([0-9.]+)", out)[1]), *times)


def bench_requests(server, folder, seconds):
    missing = [name for name in ("wrk", "nginx") if not shutil.which(name)]
    if missing:
        print(f"http: the comparison is skipped, because there is no {' and no '.join(missing)} here.", flush=True)
        return
    nginx = Nginx(folder, server.ask("GET", "/health").body)
    rounds = [(*wrk(server.port, seconds), *wrk(nginx.port, seconds)) for _ in range(ROUNDS + 1)][1:]
    nginx.stop()
    ours, p50, p99, theirs, peer_p50, peer_p99 = (statistics.median(column) for column in zip(*rounds))
    print(f"http: GET /health by {CLIENTS} clients {ours:,.0f}/s, p50 {p50:.2f} ms, p99 {p99:.2f} ms; nginx with a "
          f"file of that size {theirs:,.0f}/s, p50 {peer_p50:.2f} ms, p99 {peer_p99:.2f} ms; ratio {ours / theirs:.2f}",
          flush=True)


def request(path, args, *headers):
    body = json.dumps(args).encode()
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json",
             f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def bench_load(server, loader, folder, what, content, seconds):
    """One run of the loader; True when every bound is kept."""
    (folder / "request").write_bytes(content)
    out = subprocess.run([loader, str(server.port), str(server.process.pid), str(IDLE), str(BUSY), str(seconds),
                          str(folder / "request")], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    got = dict(zip(out[::2], map(int, out[1::2])))
    good = (got["failed"] == 0 and got["alive"] == got["heard"] == IDLE and got["rss_peak_kb"] < MEMORY_KB
            and got["threads_idle"] == got["threads_end"])
    print(f"http-load: {IDLE:,} idle streams and {BUSY} clients with {what}: {got['rate']:,}/s, "
          f"p50 {got['p50_us'] / 1000:.1f} ms, p99 {got['p99_us'] / 1000:.1f} ms, {got['failed']} failed; memory "
          f"{got['rss_start_kb'] / 1024:.0f} MB, with the streams {got['rss_idle_kb'] / 1024:.0f}, at most "
          f"{got['rss_peak_kb'] / 1024:.0f} (goal < {MEMORY_KB // 1024}); threads {got['threads_idle']} before, "
          f"{got['threads_end']} after; {got['heard']:,} streams alive {'ok' if good else 'MISSED'}", flush=True)
    return good


def main():
    loader = pathlib.Path(sys.argv[2]).resolve()
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        place = Place(folder)
        sales = place.write("sales.csv", SALES)
        look = "/api/ops/audit.show", {"limit": 1}
        ask = "/api/ask", {"question": "total revenue by region", "data": [sales]}
        with Server(place, "--allow", str(folder)) as server:
            server.ask("POST", *ask)
            bench_requests(server, folder, max(1, seconds // 5))
            good = [bench_load(server, loader, folder, "a look at the audit log", request(*look, "Assay-Private: 1"),
                               seconds),
                    bench_load(server, loader, folder, "the same, told to every stream", request(*look), seconds),
                    bench_load(server, loader, folder, "a question", request(*ask, "Assay-Private: 1"), seconds)]
    sys.exit(0 if all(good) else 1)


main()
