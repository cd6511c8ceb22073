"""A real PostgreSQL server for tests: made in a temporary folder, run as the user postgres when the tests run as root (it
refuses to run as root itself). Without the server's programs the tests that need it are skipped.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

import reach
from harness import until

SKIPPED = 77
PASSWORD = "s3cret-Pass"
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}  # nothing of whoever runs the tests


def find_programs():
    """The folder with initdb and postgres, or None."""
    for folder in [*sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),
                   pathlib.Path(shutil.which("initdb") or "/none").parent]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


PROGRAMS = find_programs()


def demoted():
    """What to run the server with: as the user postgres, when we are root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--no-new-privs"]


class Server:
    """A PostgreSQL server with a user `owner` and a user `reader` who may read some of its tables."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.data.mkdir()
        (self.folder / "password").write_text(PASSWORD)
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            for path in (self.data, self.folder / "password", self.folder):
                shutil.chown(path, "postgres", "postgres")
        self.do(PROGRAMS / "initdb", "-D", self.data, "-A", "scram-sha-256", "--pwfile", self.folder / "password", "-U",
                "owner", "-E", "UTF8", "--locale=C", "-N")
        self.process = None
        self.start()

    def do(self, *args):
        subprocess.run([*demoted(), *map(str, args)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                       cwd=self.folder, env=ENVIRONMENT)

    def start(self):
        """On a port that is free now; if another program has it before the server does, on another."""
        for _ in range(5):
            with socket.socket() as s:
                s.bind(("127.0.0.1", 0))
                self.port = s.getsockname()[1]
            self.process = subprocess.Popen(
                [*demoted(), PROGRAMS / "postgres", "-D", self.data, "-p", str(self.port), "-k", self.folder, "-c",
                 "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "timezone=Asia/Tokyo", "-c", "lc_messages=C"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, env=ENVIRONMENT)
            until(lambda: self.is_ready() or self.process.poll() is not None)
            if self.process.poll() is None:
                return
        raise RuntimeError("the server does not start")

    def is_ready(self):
        """By its own word, in the file that it keeps: whoever else answers at that port is not this server."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return lines[3:4] == [str(self.port)] and lines[7:8] and lines[7].strip() == "ready"

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def sql(self, text):
        done = subprocess.run(["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "owner", "-q", "-v",
                               "ON_ERROR_STOP=1", "postgres"], input=text.encode(), capture_output=True, check=False,
                              env={"PATH": os.environ.get("PATH", ""), "PGPASSWORD": PASSWORD})
        if done.returncode:
            raise RuntimeError(done.stderr.decode())

    def url(self, fragment="", user="owner", password=PASSWORD, database="postgres"):
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}{fragment}"


def with_server(run):
    """Runs the tests with a server, which run() gets; ends as skipped where there cannot be one."""
    if not PROGRAMS or not shutil.which("psql"):
        print("skipped: PostgreSQL's server programs are not installed")
        reach.write()  # nothing was met, and nothing is missing
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="assay-pg-", ignore_cleanup_errors=True) as folder:
        server = Server(folder)
        try:
            run(server)
        finally:
            server.stop()
