"""Links exchanged for files and folders while a server reads and writes there: nothing outside is reached.

  test_swap.py ASSAY [TRIES] [TEST...]

A process of its own exchanges a name in the allowed folder with a link that leads out, some ten thousand times a second
(renameat2, RENAME_EXCHANGE), while every operation that opens files is asked TRIES times. Swapped are the file itself,
its folder, and the folder above the one that was allowed. What lies outside has a marker in it, which must come back in
no answer and be in no file of the home, and outside nothing may change or be new. What lies inside has another, and it
must come back often: else nothing was raced.
"""
import ctypes
import errno
import io
import json
import mmap
import os
import shutil
import signal
import struct
import sys
import zipfile

import harness
from books import MAIN, PACKAGE, RELS
from doors import HttpMcp, Server
from harness import equal, holds

TRIES = int(sys.argv.pop(2)) if len(sys.argv) > 2 and sys.argv[2].isdigit() else 12
INSIDE, OUTSIDE = "kept7inside", "lost9outside"
AT_FDCWD, EXCHANGE = -100, 2
libc = ctypes.CDLL(None, use_errno=True)


# ---- what lies where ----

def book(marker):
    """A workbook whose bytes hold the marker as it is."""
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" '
                               'ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
                       f'Type="{RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELS}"><sheets><sheet name="Plan" sheetId="1" '
                           'r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
                                      f'Type="{RELS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>'
                                    f'{marker}</t></is></c><c r="B1"><v>1</v></c></row></sheetData></worksheet>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as z:
        for name, text in parts.items():
            z.writestr(name, text)
    return out.getvalue()


def fill(folder, marker):
    """Everything that is asked for, with the marker in it."""
    folder.mkdir(parents=True)
    (folder / "t.csv").write_text(f"word,n\n{marker},1\n{marker},2\n")
    (folder / "d.md").write_text(f"# Notes\n\nThe word of the day is {marker}, and it is kept here.\n")
    (folder / "tasks.txt").write_text(f"Buy {marker}\n")
    (folder / "b.xlsx").write_bytes(book(marker))


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


class Ground:
    """up/data/sub inside, of which up/data is allowed, and the same outside."""

    def __init__(self, place, swapped):
        self.inside = place.folder / "up" / "data" / "sub"
        self.outside = place.folder / "out" / "data" / "sub"
        fill(self.inside, INSIDE)
        fill(self.outside, OUTSIDE)
        self.before = tree(place.folder / "out")
        self.place = place
        base, other = self.inside, self.outside
        self.pairs = {
            "file": [(base / name, other / name) for name in ("t.csv", "d.md", "tasks.txt", "b.xlsx")],
            "folder": [(base, other)],
            "parent": [(place.folder / "up", place.folder / "out")],
        }[swapped]
        for at, to in self.pairs:
            os.symlink(to, at.parent / f".swap-{at.name}")

    def check(self):
        equal({k: len(v) for k, v in tree(self.place.folder / "out").items()},
              {k: len(v) for k, v in self.before.items()}, "outside")
        equal(tree(self.place.folder / "out") == self.before, True, "what lies outside was changed")
        for path in self.place.home.rglob("*"):
            if path.is_file() and not path.is_symlink() and OUTSIDE.encode() in path.read_bytes():
                raise AssertionError(f"{path} holds what lies outside")


class Swapper:
    """Exchanges each pair, over and over, in a process of its own; stopped with all links where they were."""

    def __init__(self, pairs):
        self.count = mmap.mmap(-1, 8)
        names = [(str(at).encode(), str(at.parent / f".swap-{at.name}").encode()) for at, _ in pairs]
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self.swap(names)
            finally:
                os._exit(1)

    def swap(self, names):
        going = [True]
        signal.signal(signal.SIGTERM, lambda *_: going.clear())
        n = 0
        while going:
            for at, link in names:
                for _ in range(2):
                    while libc.renameat2(AT_FDCWD, at, AT_FDCWD, link, EXCHANGE) != 0:
                        if ctypes.get_errno() not in (errno.ENOENT, errno.EBUSY, errno.EINTR):
                            os._exit(2)
            n += 2
            self.count[:] = struct.pack("q", n)
        os._exit(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        equal(os.waitpid(self.pid, 0)[1], 0, "the swapper")
        self.swaps = struct.unpack("q", self.count[:])[0]


def no_openat2():
    """What an older kernel says, said by seccomp: for the program that is about to be started."""
    openat2, allow, deny = 437, 0x7FFF0000, 0x00050000 | errno.ENOSYS
    code = [(0x20, 0, 0, 0), (0x15, 0, 1, openat2), (0x06, 0, 0, deny), (0x06, 0, 0, allow)]
    filters = b"".join(struct.pack("HBBI", *f) for f in code)
    held = ctypes.create_string_buffer(filters)
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(code), ctypes.addressof(held)))
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:
        os._exit(99)


# ---- asking ----

class Asker:
    """Counts what came back from inside, and what was refused."""

    def __init__(self, ground, server):
        self.ground, self.server, self.mcp = ground, server, HttpMcp(server)
        self.inside = self.refused = self.written = 0
        self.chat = self.op("workbook.start", {}).json["session_id"]

    def path(self, name):
        return str(self.ground.inside / name)

    def op(self, name, args):
        reply = self.server.ask("POST", f"/api/ops/{name}", args)
        self.look(reply.body, reply.status < 300)
        return reply

    def look(self, body, good):
        if OUTSIDE.encode() in body:
            raise AssertionError(f"what lies outside came back: {body[:500]!r}")
        self.inside += good and INSIDE.encode() in body
        self.refused += not good

    def tool(self, name, args):
        result = self.mcp.request("tools/call", {"name": name, "arguments": args}).get("result", {"isError": True})
        self.look(json.dumps(result).encode(), not result.get("isError"))

    def change(self, name, args):
        """A write, confirmed: the token may be refused in turn."""
        held = self.op(name, args)
        if held.status == 409 and "confirmation" in held.json:
            done = self.op(name, {**args, "confirmation_token": held.json["confirmation"]["token"]})
            self.written += done.status < 300

    def read(self):
        table, sheet = self.path("t.csv"), self.path("b.xlsx")
        self.op("ask", {"question": "how many rows by word", "data": [table]})
        self.op("sql.run", {"data": [table], "query": "SELECT * FROM t"})
        self.op("sql.run", {"data": [str(self.ground.inside)], "query": "SELECT * FROM t"})
        self.op("profiler.analyze", {"data": [table]})
        self.tool("table.read", {"path": table})
        self.tool("excel-preview-table", {"workbook_path": sheet})

    def bring(self):
        for _ in range(4):
            self.op("files.add", {"path": self.path("t.csv")})
            self.op("tasks.import", {"path": self.path("tasks.txt")})
            self.op("docs.add", {"paths": [self.path("d.md")]})
            self.op("docs.add", {"paths": [str(self.ground.inside)]})
        self.op("docs.search", {"question": "word of the day"})
        self.op("workbook.load", {"id": self.chat, "path": self.path("b.xlsx")})

    def write(self, i):
        where = {"workbook_path": self.path("b.xlsx")}
        for _ in range(2):  # which tells what the cell held
            self.op("excel-write-cell", {**where, "worksheet": "Plan", "cell_address": "A1", "value": "x", "dry_run": True})
        self.change("excel-write-cell", {**where, "worksheet": "Plan", "cell_address": "C1", "value": i + 10})
        self.change("excel-write-range", {**where, "worksheet": "Plan", "updates_json": {"D1": i, "D2": i + 1}})
        self.change("excel-create-worksheet", {**where, "worksheet_name": f"New {i}"})
        self.change("excel-undo", where)
        for name, args in (("data.export", {"data": [self.path("t.csv")], "output": self.path(f"e{i}.xlsx")}),
                           ("home.backup", {"file": self.path(f"h{i}.tar")}),
                           ("audit.export", {"folder": self.path(f"log{i}")})):
            self.written += self.op(name, args).status < 300


def race(place, swapped, work, came=lambda asker: True, **more):
    """Does the work TRIES times while names are exchanged, or longer until it came to something inside."""
    ground = Ground(place, swapped)
    with Server(place, "--allow", str(place.folder / "up" / "data"), **more) as server:
        asker = Asker(ground, server)
        with Swapper(ground.pairs) as swapper:
            for i in range(max(10 * TRIES, 300)):
                work(asker, i)
                if i + 1 >= TRIES and asker.refused > 0 and came(asker):
                    break
        ground.check()
    print(f"# {swapped}: {swapper.swaps} swaps, {asker.inside} read inside, {asker.written} written, "
          f"{asker.refused} refused, none outside", flush=True)
    if swapper.swaps < 1000 or asker.refused == 0 or not came(asker):
        raise AssertionError("nothing was raced")


def reads(asker, i):
    asker.read()
    asker.bring()


def writes(asker, i):
    asker.write(i)


def has_read(asker):
    return asker.inside > 0


def has_written(asker):
    return asker.written > 0


def test_a_file_exchanged_for_a_link_is_not_followed(place):
    race(place, "file", reads, has_read)


def test_a_folder_exchanged_for_a_link_is_not_followed(place):
    race(place, "folder", reads, has_read)


def test_a_folder_above_the_allowed_one_exchanged_for_a_link_changes_nothing(place):
    race(place, "parent", reads, has_read)


def test_nothing_is_written_through_a_file_that_becomes_a_link(place):
    race(place, "file", writes, has_written)


def test_nothing_is_written_through_a_folder_that_becomes_a_link(place):
    race(place, "folder", writes, has_written)


def test_nothing_is_written_through_a_folder_above_that_becomes_a_link(place):
    race(place, "parent", writes, has_written)


def test_without_openat2_it_is_the_same(place):
    race(place, "folder", lambda asker, i: (asker.read(), asker.write(i)),
         lambda asker: has_read(asker) and has_written(asker), preexec_fn=no_openat2)


# ---- without haste ----

def test_the_allowed_folder_is_the_one_that_was_opened(place):
    """Another folder of its name is another folder; it is served again when the server is started again."""
    ground = Ground(place, "file")
    with Server(place, "--allow", str(place.folder / "up" / "data")) as server:
        ask = lambda: server.ask("POST", "/api/ops/sql.run",
                                 {"data": [str(ground.inside / "t.csv")], "query": "SELECT word FROM t"})
        holds(ask().body.decode(), INSIDE)
        os.rename(place.folder / "up", place.folder / "was")
        equal(ask().status, 403)
        shutil.copytree(place.folder / "out", place.folder / "up", symlinks=True)
        equal(OUTSIDE in ask().body.decode(), False)


def test_links_that_stay_in_an_allowed_folder_are_followed(place):
    ground = Ground(place, "file")
    os.symlink("sub", place.folder / "up" / "data" / "near")
    os.symlink(ground.inside / "t.csv", place.folder / "up" / "data" / "far.csv")
    os.symlink(place.folder / "up" / "data" / "far.csv", place.folder / "into.csv")
    with Server(place, "--allow", str(place.folder / "up" / "data")) as server:
        for name in ("up/data/near/t.csv", "up/data/far.csv", "into.csv"):
            reply = server.ask("POST", "/api/ops/table.read", {"path": str(place.folder / name)})
            holds(reply.body.decode(), INSIDE, name)
            equal(reply.json["name"], name.rsplit("/", 1)[-1][:-4])
        reply = server.ask("POST", "/api/ops/table.read", {"path": str(ground.inside / ".swap-t.csv")})
        equal((reply.status, reply.json["error"]["message"]), (403, "That file is not in a folder you allowed."))


def test_a_hard_link_is_the_file_and_a_change_leaves_its_other_name_as_it_was(place):
    ground = Ground(place, "folder")
    os.link(ground.outside / "t.csv", ground.inside / "hard.csv")
    os.link(ground.outside / "b.xlsx", ground.inside / "hard.xlsx")
    with Server(place, "--allow", str(place.folder / "up" / "data")) as server:
        reply = server.ask("POST", "/api/ops/table.read", {"path": str(ground.inside / "hard.csv")})
        holds(reply.body.decode(), OUTSIDE)
        args = {"workbook_path": str(ground.inside / "hard.xlsx"), "worksheet": "Plan", "cell_address": "B1", "value": 7}
        held = server.ask("POST", "/api/ops/excel-write-cell", args).json["confirmation"]["token"]
        done = server.ask("POST", "/api/ops/excel-write-cell", {**args, "confirmation_token": held})
        equal(done.status, 200, done)
        holds(str(done.json["notes"]), "hard links")
    equal(tree(place.folder / "out") == ground.before, True)
    equal((ground.inside / "hard.xlsx").read_bytes() == ground.before["data/sub/b.xlsx"], False)


def test_an_allowed_folder_around_the_home_does_not_open_it_by_any_name(place):
    ground = Ground(place, "file")
    os.symlink(place.home, place.folder / "up" / "data" / "mine")
    with Server(place, "--allow", str(place.folder)) as server:
        for name in ("home/state.db", "home/keys/http.token", "up/data/mine/state.db", "up/../home/state.db", "home"):
            reply = server.ask("POST", "/api/ops/table.read", {"path": str(place.folder / name)})
            equal((reply.status, reply.json["error"]["message"]), (403, "That file is not in a folder you allowed."),
                  name)
        reply = server.ask("POST", "/api/ops/table.read", {"path": str(ground.inside / "t.csv")})
        equal(reply.status, 200)


def test_a_link_in_the_home_leads_nowhere(place):
    """As somebody could have put it there who made the home."""
    ground = Ground(place, "file")
    sql = {"query": "SELECT * FROM t"}
    with Server(place, "--allow", str(place.folder / "up" / "data")) as server:
        for part in ("file", "folder", "upload"):
            data = server.ask("POST", "/api/ops/files.add", {"path": str(ground.inside / "t.csv")}).json["data"]
            equal(server.ask("POST", "/api/ops/sql.run", {"data": [data], **sql}).status, 200)
            folder = place.home / "uploads" / data.split("/")[2]
            at, to = {"file": (folder / "file" / "t.csv", ground.outside / "t.csv"),
                      "folder": (folder / "file", ground.outside), "upload": (folder, place.folder / "planted")}[part]
            if part == "upload":
                shutil.copytree(folder, to)
                shutil.copy(ground.outside / "t.csv", to / "file" / "t.csv")
            os.rename(at, str(at) + ".was")
            os.symlink(to, at)
            for name, args in (("sql.run", {"data": [data], **sql}), ("docs.add", {"paths": [data]}),
                               ("tasks.import", {"path": data})):
                reply = server.ask("POST", f"/api/ops/{name}", args)
                equal((reply.status >= 400, OUTSIDE in reply.body.decode()), (True, False), (part, name, reply))


if __name__ == "__main__":
    harness.main(globals())
