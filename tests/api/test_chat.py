"""`assay chat`: a conversation by a pipe, and in a terminal of its own."""
import json
import os
import pty
import select
import signal
import subprocess
import termios
import time

import harness
from harness import ASSAY, children, environment, equal, holds, until

SALES = "region,product,revenue\nEast,Lamp,30.50\nWest,Desk,100.00\nEast,Desk,20.00\n"


def chat(place, *lines, flags=()):
    return place.run("chat", *flags, stdin="".join(line + "\n" for line in lines).encode())


def sales(place):
    return place.write("sales.csv", SALES)


# ---- by a pipe ----

def test_lines_of_a_pipe_are_one_conversation(place):
    """req: workbook FR-018, US2/thin"""
    done = chat(place, "total revenue by region", "and the average?", "only the top 1", flags=("--data", sales(place)))
    equal(done.status, 0, done)
    holds(done.out, "total revenue by region · sales.csv", done)
    holds(done.out, "average revenue by region, highest first, top 1", done)
    holds(done.out, "/proof shows the proof", done)
    equal("assay>" in done.out, False, done)


def test_with_json_each_answer_is_a_line_and_nothing_else_is(place):
    done = chat(place, "/help", "total revenue", "/sql", "nonsense blah", flags=("--json", "--data", sales(place)))
    answers = [json.loads(line) for line in done.out.splitlines()]
    equal([a["status"] for a in answers], ["success", "error"], done)
    equal(answers[0]["conversation_id"], answers[1]["conversation_id"], done)
    holds(done.err, "SELECT", done)


def test_a_choice_is_made_by_its_number(place):
    done = chat(place, "total revenue by region", "by product", "2", flags=("--data", sales(place)))
    holds(done.out, "  2. total revenue by region and product", done)
    holds(done.out, "total revenue by region and product · sales.csv", done)


def test_what_is_offered_outside_a_conversation_is_chosen_by_its_number_too(place):
    done = chat(place, "hello there", "2")
    holds(done.out, "  2. Show my tasks", done)
    holds(done.out, "You have no tasks", done)


def test_commands_tell_about_the_last_answer(place):
    done = chat(place, "/sql", "/proof", "/export a.csv", "total revenue by region", "/sql", "/proof", "/undo",
                "/export a.csv", "/export a.csv", "/export b.json", "/export c", "/none", flags=("--data", sales(place)))
    equal(done.status, 0, done)
    holds(done.out, "There is no query behind the last answer.", done)
    holds(done.out, "There is no table to export yet.", done)
    holds(done.out, "sum(\"sales\".\"revenue\")", done)
    holds(done.out, "of the audit log", done)
    holds(done.out, "nothing to take back", done)
    equal((place.folder / "a.csv").read_text(), "region,total_revenue\nEast,50.50\nWest,100.00\n")
    holds(done.out, "There is a file of that name; it was left as it is.", done)
    equal(json.loads((place.folder / "b.json").read_text())["status"], "success")
    holds(done.out, "/export FILE.csv or /export FILE.json", done)
    holds(done.out, "There is no /none here", done)


def test_data_can_be_named_and_changed_in_the_middle(place):
    """req: workbook FR-015/thin"""
    other = place.write("other.csv", "kind,units\na,7\nb,9\n")
    done = chat(place, "/data", f"/data {sales(place)}", "total revenue", f"/data {other}", "total units", "/new",
                "/quit", "total units")
    holds(done.out, "No data is named.", done)
    holds(done.out, "The total revenue is 150.5", done)
    equal(done.out.count("The total units is 16."), 1, done)


def test_data_that_is_not_there_is_refused_at_once(place):
    done = chat(place, f"/data {sales(place)}", "/data nowhere.csv", "total revenue")
    holds(done.out, "it does not exist. The data stays as it was.", done)
    holds(done.out, "The total revenue is 150.5", done)


def test_tasks_are_asked_about_before_they_are_deleted(place):
    """req: tasks US5/thin"""
    done = chat(place, "remind me to call John", "show my tasks", "delete task 1", "yes", "show my tasks", "/undo")
    holds(done.out, "call John", done)
    holds(done.out, "Are you sure?", done)
    holds(done.out, "You have no tasks", done)


def test_a_line_that_is_too_long_ends_it_with_an_error(place):
    done = place.run("chat", stdin=b"x" * 400000 + b"\n")
    equal(done.status, 1, done)
    holds(done.err, "longer than a question can be", done)
    done = chat(place, "x" * 20000, "show my tasks")
    holds(done.out, "You have no tasks", done)


def test_a_private_conversation_leaves_no_words(place):
    done = chat(place, "total revenue by region", "total revenue", flags=("--private", "--data", sales(place)))
    holds(done.out, "The total revenue is 150.5", done)
    for name in place.home.glob("state.db*"):
        equal(b"total revenue" in name.read_bytes(), False, name)


def test_an_unknown_agent_or_flag_is_wrong_usage(place):
    equal(place.run("chat", "--agent", "nobody").status, 2)
    equal(place.run("chat", "--none").status, 2)
    holds(place.run("chat", "--help").out, "Usage: assay chat")


# ---- in a terminal ----

class Terminal:
    def __init__(self, place, *flags):
        self.main, child = pty.openpty()
        self.process = subprocess.Popen([str(ASSAY), "chat", *flags], stdin=child, stdout=child, stderr=child,
                                        env=environment(place) | {"TERM": "xterm"}, cwd=place.folder,
                                        start_new_session=True,
                                        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)))
        os.close(child)
        self.seen = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.main)

    def type(self, text):
        os.write(self.main, text.encode())

    def wait_for(self, text, seconds=60):
        """Until the text is there; what came before it is dropped."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.main], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{text!r} never came: {self.seen!r}")
            try:
                self.seen += os.read(self.main, 65536).decode(errors="replace")
            except OSError:
                raise AssertionError(f"it ended before {text!r}: {self.seen!r}") from None
        before, self.seen = self.seen.split(text, 1)
        return before

    def prompt(self, seconds=60):
        """Until it waits for a line: the prompt is there, and the terminal no longer echoes by itself."""
        before, end = self.wait_for("assay> ", seconds), time.monotonic() + seconds
        while termios.tcgetattr(self.main)[3] & termios.ECHO and time.monotonic() < end:
            time.sleep(0.01)
        return before

    def ends(self, seconds=60):
        """Its status, once it has ended; what it still says is read, as a terminal does, or it could not end."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self.main], [], [], 0.05)[0]:
                try:
                    os.read(self.main, 65536)
                except OSError:
                    break
        return self.process.wait(max(0.1, end - time.monotonic()))


def test_in_a_terminal_lines_are_edited_and_called_back(place):
    with Terminal(place, "--data", sales(place)) as t:
        t.wait_for("/help shows")
        t.prompt()
        t.type("total revenueX\x7f\r")
        t.wait_for("The total revenue is 150.5")
        t.prompt()
        t.type("\x1b[A by region\r")
        t.wait_for("West is highest")
        t.prompt()
        t.type("\x04")
        equal(t.ends(), 0)


def test_ctrl_c_drops_the_line_and_not_the_program(place):
    with Terminal(place, "--data", sales(place)) as t:
        t.prompt()
        t.type("total rev")
        t.wait_for("total rev")
        t.type("\x03")
        t.prompt()
        t.type("total revenue\r")
        t.wait_for("The total revenue is 150.5")
        t.prompt()
        t.type("/quit\r")
        equal(t.ends(), 0)


def test_ctrl_c_cancels_the_question_that_runs(place):
    path = place.write("large.csv", "k,v\n" + "".join(f"{i % 7},{i}\n" for i in range(2_000_000)))
    with Terminal(place, "--data", path) as t:
        t.prompt()
        t.type("median v by k\r")
        for pid in until(lambda: children(t.process.pid)):  # what reads the file stands still until the key is pressed
            os.kill(pid, signal.SIGSTOP)
            t.type("\x03")
            os.kill(pid, signal.SIGCONT)
        holds(t.prompt(), "Stopped, as you asked.")
        equal(t.process.poll(), None)
        t.type("/quit\r")
        equal(t.ends(), 0)


harness.main(globals())
