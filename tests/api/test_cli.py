"""The command line through the real binary: commands, flags, output, exit status, bad input."""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import unicodedata
from decimal import Decimal

import harness
from harness import equal, holds

SALES = """date,region,channel,units,revenue
2025-01-05,North,Online,3,10.10
2025-01-06,South,Shop,5,20.20
2025-02-07,North,Shop,2,0.30
2025-02-08,West,Online,7,1234567.05
2025-03-09,South,Online,1,0.35
"""


def answer(place, question, *flags, data=SALES):
    path = place.write("sales.csv", data)
    return place.run("ask", "--data", path, "--json", *flags, question)


# ---- help, manual, completion


def test_help_lists_every_command_and_exits_0(place):
    for args in ([], ["--help"], ["-h"], ["help"]):
        done = place.run(*args)
        equal(done.status, 0, done)
        for word in ("ask", "op list", "op run", "completion", "man", "version"):
            holds(done.out, word)
        equal(done.err, "")
    assert not place.home.exists(), "help made a home"


def test_help_of_a_command_names_each_flag(place):
    for args in (["ask", "--help"], ["help", "ask"]):
        done = place.run(*args)
        equal(done.status, 0, done)
        for word in ("--data PATH", "QUESTION", "--json", "--home", "Examples:"):
            holds(done.out, word)
    assert all(len(line) <= 79 for line in done.out.splitlines() if "assay ask --data" not in line)


def test_help_knows_the_built_in_commands_too(place):
    for args in (["help", "batch"], ["batch", "--help"], ["help", "op", "run"]):
        done = place.run(*args)
        equal(done.status, 0, done)
        holds(done.out, "Usage: assay " + ("op run" if "op" in args else "batch"))


def test_flags_may_stand_before_the_command(place):
    path = place.write("sales.csv", SALES)
    done = place.run("--home", "elsewhere", "--json", "ask", "--data", path, "how many rows")
    equal(done.status, 0, done)
    equal(done.json["table"]["rows"], [[5]])
    assert (place.folder / "elsewhere").is_dir()


def test_version(place):
    for args in (["version"], ["--version"]):
        done = place.run(*args)
        equal(done.status, 0)
        assert re.fullmatch(r"assay \d+\.\d+\.\d+\n", done.out), done


def test_the_man_page_names_every_command(place):
    done = place.run("man")
    equal(done.status, 0)
    holds(done.out, ".TH ASSAY 1")
    for word in ("assay ask", "assay op run", "EXIT STATUS", "ASSAY_HOME"):
        holds(done.out, word)


def test_completion_scripts_parse(place):
    for shell in ("bash", "zsh", "fish"):
        done = place.run("completion", shell)
        equal(done.status, 0)
        holds(done.out, "ask")
    script = place.write("c.bash", place.run("completion", "bash").out)
    for words, wanted in (("assay au", "audit"), ("assay audit pr", "prove"), ("assay ask --da", "--data"),
                          ("assay audit show --li", "--limit"), ("assay op r", "run")):
        check = subprocess.run(["bash", "-c", f"source {script}; COMP_WORDS=({words}); "
                                f"COMP_CWORD={words.count(' ')}; _assay; echo ${{COMPREPLY[@]}}"],
                               capture_output=True, text=True)
        equal(check.stdout, wanted + "\n", (words, check))
    equal(place.run("completion", "csh").status, 2)


# ---- the answer


def test_total_by_region_is_exact(place):
    done = answer(place, "total revenue by region")
    equal(done.status, 0, done)
    a = json.loads(done.out, parse_float=Decimal)
    equal(a["status"], "success")
    equal(a["content_type"], "table")
    rows = {row[0]: row[1] for row in a["table"]["rows"]}
    equal(rows, {"North": Decimal("10.40"), "South": Decimal("20.55"), "West": Decimal("1234567.05")})
    equal(a["table"]["metadata"], {"sheet_name": None, "row_count": 3, "is_truncated": False})


def test_the_answer_carries_its_evidence(place):
    import hashlib
    a = answer(place, "total revenue by region").json
    source = a["evidence"]["sources"][0]
    equal(source["name"], "sales.csv")
    equal(source["sha256"], hashlib.sha256(SALES.encode()).hexdigest())
    equal(len(source["schema_fingerprint"]), 64)
    equal(len(a["evidence"]["sql"]), 1)
    holds(a["evidence"]["sql"][0].upper(), "SELECT")
    equal([call["tool_name"] for call in a["tool_calls"]], ["data.describe", "sql.run"])
    assert all(call["success"] for call in a["tool_calls"])
    equal(a["voice"], "builtin")
    for field in ("response_id", "correlation_id", "conversation_id", "agent", "restatement", "chart", "suggestions",
                  "options", "sources", "confidence", "model_used", "processing_time_ms", "error"):
        assert field in a, field


def test_the_same_question_gives_the_same_answer(place):
    def fixed(a):
        text = json.dumps(a)
        text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", "ID", text)
        text = re.sub(r'"(processing_time_ms|duration_ms|first|last)": \d+', "", text)
        text = re.sub(r'"head": "[0-9a-f]{64}"', "", text)
        return re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+Z", "TIME", text)
    equal(fixed(answer(place, "average units by channel").json), fixed(answer(place, "average units by channel").json))


def test_a_person_sees_a_sentence_a_table_and_what_was_understood(place):
    path = place.write("sales.csv", SALES)
    done = place.run("ask", "--data", path, "total revenue by region")
    equal(done.status, 0, done)
    holds(done.out, "1,234,567.05")
    holds(done.out, "region")
    holds(done.out, "sales.csv")
    assert "\x1b" not in done.out, "colour without a terminal"
    equal(done.err, "")


def test_filters_top_and_counts(place):
    equal(answer(place, "how many rows").json["table"]["rows"], [[5]])
    equal(answer(place, "total units in North").json["table"]["rows"], [[5]])
    equal(answer(place, "top 1 regions by units").json["table"]["rows"], [["West", 7]])
    equal(answer(place, "highest revenue").json["table"]["rows"], [[1234567.05]])
    equal(answer(place, "average units by region and channel").json["table"]["metadata"]["row_count"], 5)


def test_more_rows_than_an_answer_shows_are_counted(place):
    rows = "\n".join(f"item{i:05},{i}" for i in range(1500))
    a = answer(place, "total n by name", data=f"name,n\n{rows}\n").json
    equal(len(a["table"]["rows"]), 1000)
    equal(a["table"]["metadata"], {"sheet_name": None, "row_count": 1500, "is_truncated": True})
    equal(len(a["evidence"]["sql"]), 2)


def test_a_batch_answers_every_line_in_order(place):
    path = place.write("sales.csv", SALES)
    lines = [json.dumps({"id": 7, "data": [path], "question": "how many rows"}), "", "not json",
             json.dumps({"id": "x", "data": ["none.csv"], "question": "how many rows"}), json.dumps({"id": None}),
             json.dumps({"id": [1], "data": [path], "question": "total units in North"})]
    done = place.run("batch", stdin="\n".join(lines).encode())
    equal(done.status, 0, done)
    answers = [json.loads(line) for line in done.out.splitlines()]
    equal([a["id"] for a in answers], [7, None, "x", None, [1]])
    equal([a["status"] for a in answers], ["success", "error", "error", "error", "success"])
    equal([a["error"] and a["error"]["error_code"] for a in answers],
          [None, "INVALID_JSON", "NOT_FOUND", "INVALID_INPUT", None])
    equal(answers[4]["table"]["rows"], [[5]])
    equal(place.run("batch", stdin=b"").status, 0)


# ---- errors that name the fix


def test_a_mistyped_column_is_mended_and_said(place):
    done = answer(place, "total revnue by region").json
    equal((done["status"], done["restatement"]), ("success", "total revenue by region"), done)
    holds(done["content"], "I am not sure that this is what was asked (no column 'revnue'; did you mean 'revenue'?).")
    equal(.35 <= done["confidence"] < .8, True, done)


def test_a_column_that_is_not_there_is_named_with_its_fix(place):
    error = answer(place, "total revnue by region in 1812 for 'Xyz'").json["error"]
    holds(error["message"], "revnue")


def test_no_error_names_a_path(place):
    for args in (["ask", "--data", "secret-folder/none.csv", "--json", "total x"],
                 ["ask", "--data", str(place.folder), "--json", "total x"]):
        done = place.run(*args)
        equal(done.status, 1, done)
        error = json.dumps(done.json["error"])
        assert "secret-folder" not in error and str(place.folder) not in error, done
        assert done.json["error"]["suggested_action"], done


def test_wrong_usage_exits_2_and_says_what_to_do(place):
    path = place.write("sales.csv", SALES)
    cases = [
        (["aks"], "did you mean 'ask'?"),
        (["frobnicate"], "--help"),
        (["audit"], "needs one of: erase, export, prove, show, verify, witness"),
        (["ask", "--dtaa", path, "x"], "did you mean '--data'?"),
        (["ask", "--data"], "needs a value"),
        (["ask", "--data", path], "QUESTION is missing"),
        (["ask", "--data", path, "total", "revenue"], "quotes"),
        (["ask", "--data", path, "--agent", "wizard", "total revenue"], "agent"),
        (["ask", "--data", path, "--json=1", "x"], "takes no value"),
        (["ask", "--data", path, "x" * 20000], "question"),
        (["op", "run"], "op run takes"),
        (["op", "run", "sql.rnu", "{}"], "sql.run"),
        (["op", "run", "sql.run", "{"], "JSON"),
        (["op", "run", "sql.run", "[1]"], "JSON object"),
        (["op", "run", "sql.run", "{\"data\":[\"x\"],\"query\":5}"], "query"),
        (["op", "run", "sql.run", "{\"data\":[\"x\"],\"query\":\"select 1\",\"row_limit\":200001}"], "row_limit"),
        (["op", "run", "sql.run", "{\"data\":[\"x\"],\"qury\":\"select 1\"}"], "query"),
        (["ask", "--data", path, b"caf\xe9"], "UTF-8"),
    ]
    for args, part in cases:
        done = place.run(*args)
        equal(done.status, 2, (args, done))
        holds(done.err + done.out, part, (args, done))


def test_bad_files_are_refused_clearly(place):
    cases = [
        ("empty.csv", b"", "DATA_EMPTY"),
        ("blank.csv", b"\n\n  \n", "DATA_EMPTY"),
        ("header.csv", b"region,revenue\n", "DATA_EMPTY"),
        ("binary.csv", bytes(range(256)) * 4, "DATA_UNREADABLE"),
        ("report.pdf", b"%PDF-1.7\n", "DATA_UNREADABLE"),
    ]
    for name, content, code in cases:
        path = place.write(name, content)
        done = place.run("ask", "--data", path, "--json", "how many rows")
        equal(done.status, 1, (name, done))
        equal(done.json["error"]["error_code"], code, (name, done))
        assert done.json["error"]["suggested_action"], (name, done)
        assert name not in done.json["error"]["message"], done


def test_untidy_files_are_read_and_what_was_assumed_is_said(place):
    cases = [
        ("numbers.csv", b"1,2,3\n4,5,6\n7,8,9\n"),
        ("latin.csv", "région,prix\ncafé,1\n".encode("latin-1")),
        ("quote.csv", b"a,b\n1,\"2\n"),
        ("ragged.csv", b"a,b\n1,2\n3,4,5\n"),
    ]
    for name, content in cases:
        done = place.run("op", "run", "data.describe", json.dumps({"data": [place.write(name, content)]}))
        equal(done.status, 0, (name, done))
        assert done.json["tables"][0]["assumptions"], (name, done)


def test_a_file_that_may_not_be_read_is_refused(place):
    path = place.write("sales.csv", SALES)
    os.chmod(path, 0)
    os.chmod(place.folder, 0o777)
    program = shutil.copy(harness.ASSAY, place.folder)  # where another user may run it
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    done = place.run("ask", "--data", path, "--json", "how many rows", env={"ASSAY_HOME": str(place.folder / "other")},
                     program=program, **user)
    equal(done.status, 1, done)
    holds(done.json["error"]["message"], "access was refused")


# ---- the home


def test_a_home_that_is_a_file_is_refused(place):
    path = place.write("sales.csv", SALES)
    place.write("home", "not a folder")
    done = place.run("ask", "--data", path, "--json", "how many rows")
    equal(done.status, 1, done)
    equal(done.json["error"]["error_code"], "HOME_UNUSABLE")
    assert done.json["error"]["suggested_action"], done


def test_the_home_is_private_and_keeps_a_diary(place):
    equal(answer(place, "how many rows").status, 0)
    equal(place.home.stat().st_mode & 0o777, 0o700)
    logs = list((place.home / "logs").glob("agent-*.log"))
    equal(len(logs), 1)
    equal(logs[0].stat().st_mode & 0o777, 0o600)
    entries = [json.loads(line) for line in logs[0].read_text().splitlines()]
    assert entries and all(set(e) == {"timestamp", "correlationId", "event", "details"} for e in entries), entries


def test_the_flag_wins_over_the_environment(place):
    path = place.write("sales.csv", SALES)
    equal(place.run("ask", "--home", "elsewhere", "--data", path, "how many rows").status, 0)
    assert (place.folder / "elsewhere" / "logs").is_dir()
    assert not place.home.exists()


def test_a_full_disk_is_told_and_nothing_is_half_written(place):
    path = place.write("sales.csv", SALES)
    with open("/dev/full", "wb") as full:
        done = place.run("ask", "--data", path, "how many rows", stdout=full)
    equal(done.status, 1, done)
    holds(done.err, "the disk is full")


def test_a_full_home_is_told(place):
    path = place.write("sales.csv", SALES)
    place.home.mkdir(mode=0o700)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=1,mode=0700", "none", str(place.home)],
                      capture_output=True).returncode != 0:
        return  # only root may make a small disk
    try:
        done = place.run("ask", "--data", path, "--json", "how many rows")
        equal(done.status, 1, done)
        equal(done.json["error"]["error_code"], "DISK_FULL")
        equal(list(place.home.iterdir()), [])
    finally:
        subprocess.run(["umount", str(place.home)], check=True)


def test_a_closed_pipe_ends_quietly_with_a_failure(place):
    path = place.write("sales.csv", SALES)
    reader, writer = os.pipe()
    os.close(reader)
    done = place.run("ask", "--data", path, "how many rows", stdout=writer)
    os.close(writer)
    equal(done.status, 1, done)


# ---- operations by name


def test_op_list_and_op_run(place):
    done = place.run("op", "list", "--json")
    equal(done.status, 0)
    ops = {op["name"]: op for op in done.json["ops"]}
    assert {"ask", "data.describe", "sql.run"} <= set(ops), ops.keys()
    equal({name for name, op in ops.items() if not op["read_only"]},
          {"add_task", "analyst.ask", "analyze", "ask", "audit.erase", "audit.export", "complete_task", "data.export",
           "delete_task", "docs.add", "docs.remove", "excel-create-worksheet", "excel-undo", "excel-write-cell",
           "excel-write-range", "files.add", "files.remove", "home.backup", "home.erase", "home.restore", "metrics.ask",
           "plot.render", "sessions.add_file", "sessions.chat", "sessions.create", "sessions.delete",
           "sessions.describe_file", "sessions.investigate", "sessions.remove_file", "sessions.run", "tasks.ask",
           "tasks.bulk", "tasks.chat", "tasks.dismiss", "tasks.forget", "tasks.import", "tasks.redo", "tasks.reopen",
           "tasks.undo", "update_task", "workbook.ask", "workbook.clear", "workbook.load", "workbook.message",
           "workbook.start"})
    for op in ops.values():
        assert op["summary"].endswith("."), op
        equal(op["input_schema"]["type"], "object")
        assert all("description" in field for field in op["input_schema"]["properties"].values()), op
    path = place.write("sales.csv", SALES)
    done = place.run("op", "run", "sql.run", json.dumps({"data": [path], "query": "select sum(units) u from sales"}))
    equal(done.status, 0, done)
    equal(done.json["rows"], [[18]])


def test_sql_is_told_in_the_form_or_why_not(place):
    path = place.write("sales.csv", SALES)

    def run(query, **args):
        done = place.run("op", "run", "sql.run", json.dumps({"data": [path], "query": query, **args}))
        equal(done.status, 0, done)
        return done.json

    done = run("SELECT region, sum(units) AS u FROM sales WHERE units > ? GROUP BY region", params=[1])
    equal(done["query"], {"version": 1, "steps": [{"query": {
        "from": [{"table": "sales"}],
        "where": [{"op": ">", "args": [{"column": "units"}, {"value": 1}]}],
        "group": [{"column": "region"}],
        "select": [{"column": "region"}, {"expr": {"aggregate": "sum", "arg": {"column": "units"}}, "name": "u"}]}}]})
    equal("as_sql" in done, False)
    done = run("SELECT string_agg(region) AS r FROM sales")
    equal(done["as_sql"], "The SQL has the aggregate 'string_agg', which a query here cannot say. It was run as SQL.")
    equal("query" in done, False)
    deep = "SELECT units FROM sales"
    for i in range(40):
        deep = f"SELECT * FROM ({deep}) AS q{i}"
    done = run(deep)
    equal((done["row_count"] > 0, "query" in done), (True, False), done)
    done = run("SELECT units FROM sales", restate=False)
    equal({"query", "as_sql"} & set(done), set())


def test_rows_become_a_new_workbook_and_none_is_replaced(place):
    path, book = place.write("sales.csv", SALES), str(place.folder / "out.xlsx")
    done = place.run("export", "--data", path, "--query", "SELECT sum(units) AS u FROM sales", book, "--json")
    equal((done.status, done.json["row_count"]), (0, 1), done)
    equal(place.run("table", book, "--csv").out, "u\n18\n")
    before = pathlib.Path(book).read_bytes()
    done = place.run("export", "--data", path, book, "--json")
    equal((done.status, done.json["error"]["error_code"]), (1, "CONFLICT"), done)
    equal(pathlib.Path(book).read_bytes(), before)
    done = place.run("export", "--data", path, "--query", "SELECT nothing FROM sales", str(place.folder / "b.xlsx"))
    equal((done.status, (place.folder / "b.xlsx").exists()), (1, False), done)


def test_an_export_holds_what_the_tables_hold(place):
    """A worksheet for each table; what does not fit its column is there as it was written, and what is read is typed."""
    rows = ["1,2024-05-01,12.50,5%"] * 60 + ["2,soon,TBD,10%"]
    place.write("one.csv", "\n".join(["id,day,amount,rate", *rows]) + "\n")
    place.write("two.csv", "name\nAnn\nBob\n")
    book = str(place.folder / "out.xlsx")
    done = place.run("export", "--data", "one.csv", "--data", "two.csv", book, "--json")
    equal(done.status, 0, done)
    equal([(s["name"], s["row_count"]) for s in done.json["worksheets"]], [("one", 61), ("two", 2)])
    shown = place.run("table", book, "--sheet", "one", "--shown", "--csv").out.splitlines()
    equal((shown[0], shown[1], shown[61]), ("id,day,amount,rate", "1,2024-05-01,12.50,5%", "2,soon,TBD,10%"))
    equal(place.run("table", book, "--sheet", "two", "--csv").out, "name\nAnn\nBob\n")
    done = place.run("export", "--data", "one.csv", "--data", "two.csv", "--table", "two", str(place.folder / "t.xlsx"),
                     "--json")
    equal([s["name"] for s in done.json["worksheets"]], ["two"], done)
    done = place.run("export", "--data", "one.csv", "--query", "SELECT avg(id) AS a FROM one",
                     str(place.folder / "q.xlsx"))
    equal(done.status, 0, done)
    done = place.run("table", str(place.folder / "q.xlsx"), "--json")
    assert isinstance(done.json["rows"][1][0], float), done


def test_an_answer_names_the_files_of_a_folder_that_it_is_without(place):
    folder = place.folder / "figures"
    folder.mkdir()
    place.write("figures/sales.csv", SALES)
    place.write("figures/readme.txt", "These are our figures.\n")
    done = place.run("ask", "--data", str(folder), "--json", "total units")
    equal(done.status, 0, done)
    equal(done.json["table"]["rows"], [[18]])
    holds(done.json["content"], "'readme.txt' was left out: ")


def test_an_export_that_cannot_be_is_refused_with_its_reason(place):
    path = place.write("sales.csv", SALES)
    for args, message in ((["out.csv"], "An export is an Excel workbook, and its name ends in .xlsx."),
                          (["none/out.xlsx"], "Could not write the workbook: there is no such folder."),
                          (["--table", "none", "out.xlsx"], "There is no table of that name in the data."),
                          (["--table", "sales", "--query", "SELECT 1", "out.xlsx"],
                           "Give a table or a query, not both.")):
        done = place.run("export", "--data", path, *args, "--json")
        assert done.status in (1, 2), done
        equal(done.json["error"]["message"], message, done)
    equal(sorted(p.name for p in place.folder.iterdir() if p.is_file()), ["sales.csv"])


def test_sql_cannot_leave_the_data(place):
    path = place.write("sales.csv", SALES)
    secret = place.write("secret.csv", "a\n1\n")
    for sql in (f"select * from read_csv('{secret}')", f"select * from '{secret}'", "copy sales to 'out.csv'",
                "drop table sales", "select 1; select 2", "attach 'x.db'", "pragma database_list", "set threads=1",
                "install httpfs", "select getenv('HOME')", f"select * from glob('{place.folder}/*')",
                "insert into sales select * from sales", "create table t as select 1", "explain select 1"):
        done = place.run("op", "run", "sql.run", json.dumps({"data": [path], "query": sql}))
        equal(done.status, 1, (sql, done))
        assert str(place.folder) not in done.out, (sql, done)
    assert not (place.folder / "out.csv").exists()


def test_a_query_stops_at_its_deadline_and_at_ctrl_c(place):
    path = place.write("n.csv", "n\n" + "\n".join(str(i) for i in range(20000)) + "\n")
    query = {"data": [path], "query": "select count(*) from n a, n b, n c where a.n+b.n+c.n = 7", "timeout": 1}
    done = harness.quick(lambda: place.run("op", "run", "sql.run", json.dumps(query)), 5)
    equal(done.status, 1, done)
    equal(done.json["error"]["error_code"], "QUERY_TIMEOUT")
    query["timeout"] = 60
    child = subprocess.Popen([str(harness.ASSAY), "op", "run", "sql.run", json.dumps(query)],
                             env=harness.environment(place),
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    harness.until(lambda: harness.children(child.pid))
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=50)
    equal(child.returncode, 1)
    equal(json.loads(out)["error"]["error_code"], "CANCELLED")


# ---- the terminal


def on_a_terminal(place, *args, rows=24, columns=100, env=None):
    import fcntl
    import struct
    import termios
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    child = subprocess.Popen([str(harness.ASSAY), *args], stdin=slave, stdout=slave, stderr=slave,
                             env=harness.environment(place) | {"TERM": "xterm"} | (env or {}))
    os.close(slave)
    out = b""
    while True:
        ready, _, _ = select.select([master], [], [], 60)
        if not ready:
            break
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        out += part
    os.close(master)
    return child.wait(timeout=60), out.decode()


def test_rows_cannot_command_the_terminal_and_reach_programs_as_they_are(place):
    cells = "a\x1b]0;mine\x07,b\u009b2J,c\u202ed"
    path = place.write("esc.csv", f"x,y,z\n{cells}\n" + "n,o,p\n" * 5)
    equal(place.run("table", path, "--csv").out.splitlines()[1], cells)
    for flag in ("--csv", "--json"):
        status, out = on_a_terminal(place, "table", path, flag, env={"NO_COLOR": "1"})
        equal(status, 0, out)
        holds(out, "\ufffd")
        holds(out, "n,o,p\r\nn,o,p\r\n" if flag == "--csv" else '"n"')
        for bad in "\x1b\x07\u009b\u202e":
            assert bad not in out, (flag, out)


def test_colour_only_on_a_terminal_and_not_with_no_color(place):
    path = place.write("sales.csv", SALES)
    status, out = on_a_terminal(place, "ask", "--data", path, "total revenue by region")
    equal(status, 0, out)
    holds(out, "\x1b[2m")
    status, out = on_a_terminal(place, "ask", "--data", path, "total revenue by region", env={"NO_COLOR": "1"})
    assert "\x1b" not in out, out
    status, out = on_a_terminal(place, "ask", "--data", path, "total revenue by region", env={"TERM": "dumb"})
    assert "\x1b" not in out, out


def test_a_long_table_is_cut_to_the_terminal(place):
    path = place.write("n.csv", "name,n\n" + "\n".join(f"item{i:03},{i}" for i in range(300)) + "\n")
    status, out = on_a_terminal(place, "ask", "--data", path, "total n by name", rows=24)
    equal(status, 0, out)
    assert out.count("item") < 24, out
    assert re.search(r"… \d+ more rows", out), out
    done = place.run("ask", "--data", path, "total n by name")
    assert done.out.count("item") >= 300, "a file gets every row"


def test_cells_cannot_command_the_terminal(place):
    path = place.write("evil.csv", "name,n\n\x1b[2Jboo,1\n\u202eabc,2\n")
    done = place.run("ask", "--data", path, "total n by name")
    equal(done.status, 0, done)
    assert "\x1b" not in done.out and "\u202e" not in done.out, done


def test_wide_characters_keep_the_columns_straight(place):
    path = place.write("wide.csv", "city,n\n東京,1\nOslo,22\nZürich,333\n")
    done = place.run("ask", "--data", path, "total n by city", env={"NO_COLOR": "1"})
    ends = set()
    for city in ("東京", "Oslo", "Zürich"):
        line = next(line for line in done.out.splitlines() if line.startswith(city))
        figure = re.match(r".*? \d+(?= |$)", line).group(0)
        ends.add(sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in figure))
    equal(len(ends), 1, done)


if __name__ == "__main__":
    harness.main(globals())
