"""asking - the program as the sets ask it: one `assay batch`, a question in, its answer out.

A question may belong to a conversation, so the next one is written when the answer to the last has been read. What is
no answer (the process died or hung, or a line is no JSON object) reads as {"status": "broken"}; the next question then
has a new process on the same home.
"""
import json
import os
import select
import subprocess
import time

TIMEOUT = 200  # seconds for one answer: a little more than the program allows itself for a query
BROKEN = {"status": "broken"}


def command(build, home, *args):
    """The program with these arguments. What every set is to run with, such as a model, is added here and only here."""
    return [f"{build}/assay", *args, "--home", str(home)]


class Batch:
    def __init__(self, build, home, timeout=TIMEOUT):
        self.build, self.home, self.timeout = build, home, timeout
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.stdin.close()
            try:
                self.process.wait(self.timeout)
            except subprocess.TimeoutExpired:
                self.stop()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def ask(self, **question):
        """The answer to {"question", "data"?, "agent"?, "conversation_id"?}."""
        if not self.process:
            self.process = subprocess.Popen(command(self.build, self.home, "batch"), stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, bufsize=0)
            self.buffer = b""
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            answer = json.loads(self.line())
        except (OSError, EOFError, TimeoutError):
            self.stop()
            return BROKEN
        except ValueError:
            return BROKEN
        return answer if isinstance(answer, dict) else BROKEN

    def line(self):
        out, deadline = self.process.stdout.fileno(), time.monotonic() + self.timeout
        while b"\n" not in self.buffer:
            if not select.select([out], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            piece = os.read(out, 1 << 16)
            if not piece:
                raise EOFError
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line
