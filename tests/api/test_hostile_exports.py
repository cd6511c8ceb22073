"""Cells that mean no good, through every way that makes a report or a file for people: reports, summaries, CSV of
analyses, exports of conversations, workbooks, tables. What nobody would see in them shows, nothing in them is markup, no
spreadsheet runs them; what is for programs (JSON, `assay table --csv`) keeps them as they are."""
import csv
import io
import json
import re
import zipfile
from xml.sax.saxutils import escape

from analyzing import analyze, files, request
from books import sheets
from doors import Server
from harness import equal, holds, main
from workbook_chat import Chat

FORMULA = '=HYPERLINK("http://x.example","a")'
EVILS = [FORMULA, "+1+cmd|' /C calc'!A0", "@SUM(A1:A9)", "-2+3", "\uff1d1+1",
         "red\x1b[31m\x07\x9b31m", "a\u202eb\u2066c\u200bd\ufeffe", "<script>alert(1)</script>",
         "](javascript:alert(1)) [x", "a|b`c``d*e_f#g", "<img src=x onerror=alert(1)>", "\u2028line", "-5", "+3.2e4"]
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")


def hostile(place):
    """Every one of them as a name of a product, with a figure."""
    rows = [[evil, str(10 + i)] for i, evil in enumerate(EVILS)]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([["product", "revenue"], *rows])
    return place.write("evil.csv", text.getvalue())


def shows_nothing_hidden(text, where):
    found = HIDDEN.search(text)
    equal(found, None, (where, found and text[max(0, found.start() - 60):found.end() + 20]))


def runs_nothing(text, where):
    """No cell of a CSV is a formula."""
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            bare = cell.strip(" \t\r\n\u00a0\u3000")
            formula = bare[:1] in ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
            equal(formula and not re.fullmatch(r"[+-]?[\d.,]+([eE][+-]?\d+)?%?", bare), False, (where, cell))


def marks_up_nothing(text, where):
    """Markdown: outside of code, < | and ] of data have a backslash before them."""
    prose = re.sub(r"(?s)(`{3,}).*?\n\1", "", text)
    equal(re.search(r"(?<!\\)<(script|img)", prose), None, where)
    equal(re.search(r"(?<!\\)\]\(javascript", prose), None, where)


def test_an_analysis(place):
    response = analyze(place, request("total revenue by product", hostile(place)))
    equal(response["status"], "completed", response)
    table = files(place, response, "table")[0].decode()
    runs_nothing(table, "table")
    shows_nothing_hidden(table, "table")
    holds(table, "'=HYPERLINK")
    cells = [row[0] for row in csv.reader(io.StringIO(table))]
    equal({"-5", "+3.2e4"} <= set(cells), True, cells)  # numbers stay numbers
    for kind in ("report", "summary"):
        text = files(place, response, kind)[0].decode()
        shows_nothing_hidden(text, kind)
        marks_up_nothing(text, kind)
        holds(text, "5 cells that a spreadsheet would take for formulas were quoted.")


def test_a_conversation_about_a_workbook(place):
    texts = [escape(" " + evil if evil[0] == "=" else evil.replace("\x1b", "").replace("\x07", "")) for evil in EVILS]
    rows = [["Product", "Revenue"], *([text, 10 + i] for i, text in enumerate(texts))]
    with Server(place, "--allow", str(place.folder)) as server:
        chat = Chat(server)
        chat.loaded(sheets([("Sales", "", rows)]))
        answer = chat.say("total revenue by product")
        holds(json.dumps(answer), "=HYPERLINK")  # the answer itself is what the data says
        equal("'=HYPERLINK" in json.dumps(answer), False)

        def exported(form):
            reply = server.ask("GET", f"{chat.path}/export?format={form}")
            equal(reply.status, 200, reply)
            return reply

        for form in ("md", "html", "csv"):
            shows_nothing_hidden(exported(form).body.decode(), form)
        marks_up_nothing(exported("md").body.decode(), "md")
        page = exported("html").body.decode()
        for part in ("<script", "<img"):
            equal(part in page, False, part)
        table = exported("csv")
        runs_nothing(table.body.decode(), "csv")
        equal(table.headers["assay-note"], "5 cells that a spreadsheet would take for formulas were quoted.")
        with zipfile.ZipFile(io.BytesIO(exported("xlsx").body)) as book:
            whole = "".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
        equal("<f>" in whole or "<f " in whole, False)  # a string is a string
        shows_nothing_hidden(whole, "xlsx")
        holds(whole, "=HYPERLINK")


def test_a_table_exported_as_a_workbook(place):
    done = place.run("export", "--data", hostile(place), "new.xlsx")
    equal(done.status, 0, done)
    with zipfile.ZipFile(place.folder / "new.xlsx") as book:
        whole = "".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    equal("<f>" in whole or "<f " in whole or "<hyperlink" in whole, False)
    shows_nothing_hidden(whole, "xlsx")


def test_a_table_as_csv_is_as_it_is_and_safe_when_asked(place):
    path = hostile(place)
    raw = place.run("table", path, "--csv")
    equal([row[0] for row in csv.reader(io.StringIO(raw.out))][1:], EVILS)
    safe = place.run("table", path, "--csv", "--safe")
    runs_nothing(safe.out, "table")
    shows_nothing_hidden(safe.out, "table")
    holds(safe.err, "5 cells that a spreadsheet would take for formulas were quoted.")
    equal("would take for" in raw.err, False, raw)


def test_a_chat_at_the_terminal(place):
    done = place.run("chat", "--data", hostile(place), stdin=b"total revenue by product\n/export out.csv\n/quit\n")
    text = (place.folder / "out.csv").read_text()
    runs_nothing(text, "chat")
    shows_nothing_hidden(text, "chat")
    holds(done.out + done.err, "5 cells that a spreadsheet would take for formulas were quoted.", done)


def test_an_investigation(place):
    """Names of columns and values of segments in its report."""
    lines = ["day,segment,revenue"]
    evil = "red\x1b[31m\u202e<script>alert(1)</script>](javascript:alert(1))"
    for month, factor in ((1, 1), (2, 3)):
        for day in range(1, 29):
            lines += [f'2026-{month:02}-{day:02},"{evil}",{11 * factor}', f"2026-{month:02}-{day:02},plain,10"]
    path = place.write("shop.csv", "\n".join(lines) + "\n")
    done = place.run("investigate", "--data", path, "--metric", "sum(revenue)", "--baseline", "2026-01-01..2026-01-28",
                     "--compare", "2026-02-01..2026-02-28", "--json", timeout=120)
    equal(done.status, 0, done)
    report = find_report(done.json)
    holds(report, "script")
    shows_nothing_hidden(report, "report")
    marks_up_nothing(report, "report")


def find_report(value):
    """The Markdown in a result, wherever it stands."""
    if isinstance(value, str):
        return value if value.startswith("# ") else ""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return max((find_report(v) for v in inside), key=len, default="")


if __name__ == "__main__":
    main(globals())
