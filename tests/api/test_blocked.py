"""Blocked columns in everything that shows data, through the real binary.

An outside client (`assay mcp`) sees nothing of what the default patterns block, whichever tool it asks and whatever the
file; the person whose file it is sees all of it.
"""
import io
import json
import sqlite3
import zipfile

import books
from doors import StdioMcp
from harness import equal, holds, main

SECRET = "secret.example"
PEOPLE = [("Ann", f"ann@{SECRET}", 10), ("Bob", f"bob@{SECRET}", 20), ("Cid", f"cid@{SECRET}", 30)]
REASON = "its name says that it holds e-mail addresses"


def cell(ref, value):
    if isinstance(value, int):
        return f'<c r="{ref}"><v>{value}</v></c>'
    return f'<c r="{ref}" t="inlineStr"><is><t>{value}</t></is></c>'


def workbook():
    """A table below a title, and a stray address beside it."""
    rows = {1: {"A": "Friends"}, 3: {"A": "name", "B": "email", "C": "amount"}, 9: {"F": f"ask eve@{SECRET}"},
            10: {"F": "or anybody"}}
    rows.update({4 + i: dict(zip("ABC", person)) for i, person in enumerate(PEOPLE)})
    return with_rows(rows)


def with_rows(rows):
    xml = "".join(f'<row r="{r}">{"".join(cell(f"{c}{r}", v) for c, v in rows[r].items())}</row>' for r in sorted(rows))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(books.workbook())) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            sheet = f'<worksheet xmlns="{books.MAIN}"><sheetData>{xml}</sheetData></worksheet>'
            new.writestr(name, sheet if name == books.SHEET else old.read(name))
    return out.getvalue()


def put_files(place):
    database = place.folder / "people.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE people (name TEXT, email TEXT, amount INTEGER)")
        connection.executemany("INSERT INTO people VALUES (?, ?, ?)", PEOPLE)
    connection.close()
    lines = "".join(f"{name},{email},{amount}\n" for name, email, amount in PEOPLE)
    return {"csv": place.write("people.csv", "name,email,amount\n" + lines),
            "xlsx": place.write("people.xlsx", workbook()),
            "sqlite": str(database)}


def call(client, tool, **arguments):
    return client.request("tools/call", {"name": tool, "arguments": arguments})["result"]


def given(client, tool, **arguments):
    result = call(client, tool, **arguments)
    equal(result.get("isError", False), False, result)
    equal(SECRET in json.dumps(result).replace(json.dumps(arguments.get("query", "")), ""), False, result)
    return result["structuredContent"]


def decisions(place):
    with open(place.home / "logs" / "data_agent_runs.jsonl") as lines:
        entries = [json.loads(line) for line in lines]
    return [e["event_data"] for e in entries if e["event_type"] == "policy_decision"]


def test_a_client_reads_tables_without_their_blocked_columns(place):
    files = put_files(place)
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        for path in (files["csv"], files["sqlite"]):
            table = given(client, "table.read", path=path)
            equal([c["name"] for c in table["columns"]], ["name", "amount"], path)
            equal([[row[0], int(row[1])] for row in table["rows"]], [[p[0], p[2]] for p in PEOPLE], path)
            holds("; ".join(table["assumptions"]), f"the column 'email' is left out: {REASON}")
            equal([c["column"] for c in table["left_out"]], ["email"])
        refused = call(client, "table.read", path=files["csv"], raw=True)
        equal(json.loads(refused["content"][1]["text"])["error"]["error_code"], "POLICY_VIOLATION", refused)
    equal([d["decision"] for d in decisions(place)], ["leave_out", "leave_out", "deny"])


def test_a_client_sees_a_sheet_with_blocked_cells_empty(place):
    path = put_files(place)["xlsx"]
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        grid = given(client, "table.read", path=path)
        equal(grid["rows"], [["Friends"], [], ["name", None, "amount"], ["Ann", None, 10], ["Bob", None, 20],
                             ["Cid", None, 30], [], [], [], [None, None, None, None, None, "or anybody"]])
        holds(grid["assumptions"][0], f"4 cells are left out, those of the column 'email': {REASON}")
        holds(grid["assumptions"][1], "1 cell is left out: an e-mail address")
        table = given(client, "table.read", path=path, sheet="Friends")
        equal([c["name"] for c in table["columns"]], ["name", "amount"])
        for shown in (given(client, "excel-preview-table", workbook_path=path, rows=100),
                      given(client, "excel-preview-table", workbook_path=path, table="Friends", rows=100)):
            holds(shown["csv"], "Bob")


def test_a_client_finds_nothing_that_is_hidden(place):
    path = put_files(place)["xlsx"]
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        equal(given(client, "excel-search", workbook_path=path, query=SECRET)["total_matches"], 0)
        equal(given(client, "excel-search", workbook_path=path, query="@")["total_matches"], 0)
        equal(given(client, "excel-search", workbook_path=path, query="bob")["results"][0]["address"], "A5")
        tables = given(client, "excel-list-structure", workbook_path=path)["tables"]
        equal((tables[0]["columns"], tables[0]["blocked_columns"]), (["name", "email", "amount"], ["email"]))


def refusal(result):
    return json.loads(result["content"][1]["text"])["error"]


def test_a_client_cannot_change_what_is_hidden_from_it(place):
    """A cell in a blocked column, its heading (another one would lift the policy off the column), a stray address."""
    path = put_files(place)["xlsx"]
    where = {"workbook_path": path, "worksheet": "Secret plan"}
    with open(path, "rb") as f:
        before = f.read()
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        for address in ("B3", "B4", "F9"):
            for trial in (True, False):
                refused = call(client, "excel-write-cell", cell_address=address, value="x", dry_run=trial, **where)
                equal(refusal(refused)["error_code"], "POLICY_VIOLATION", refused)
                equal(SECRET in json.dumps(refused), False, refused)
        refused = call(client, "excel-write-range", updates_json={"A4": "x", "B3": "code"}, **where)
        equal(refusal(refused)["error_code"], "POLICY_VIOLATION", refused)
        change = given(client, "excel-write-cell", cell_address="A4", value="x", dry_run=True, **where)["changes"]
        equal(change[0]["before"], "Ann")
    equal([(d["decision"], d["rule"]) for d in decisions(place)], [("deny", "blocked_patterns")] * 7)
    with open(path, "rb") as f:
        equal(f.read(), before)


def test_a_client_cannot_lift_the_policy_off_a_column_from_beside_it(place):
    """Nothing in these numbers says what they are but their heading; other headings above it would take its place."""
    rows = {2 + i: {"A": f"n{i}", "B": f"hush{i}", "C": i} for i in range(1, 6)}
    path = place.write("people.xlsx", with_rows({2: {"A": "name", "B": "ssn", "C": "amount"}, **rows}))
    where = {"workbook_path": path, "worksheet": "Secret plan"}
    tricks = ({"A1": "name", "B1": "code", "C1": "sum"}, {"A2": None, "C2": None}, {"A4": None, "C4": None})
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        equal(given(client, "excel-search", workbook_path=path, query="hush")["total_matches"], 0)
        for updates in tricks:
            held = call(client, "excel-write-range", updates_json=updates, **where)
            token = json.loads(held["content"][1]["text"]).get("confirmation", {}).get("token")
            if token:
                call(client, "excel-write-range", updates_json=updates, confirmation_token=token, **where)
            equal(given(client, "excel-search", workbook_path=path, query="hush")["total_matches"], 0, updates)


# Three values a column, under names that say nothing or say it in another language.
NUMBERS = {
    "ref": ("4111 1111 1111 1111", "5500-0000-0000-0004", "3782.822463.10005"),
    "plain": ("4111111111111111", "5500000000000004", "378282246310005"),
    "transfer": ("DE89370400440532013000", "gb82 west 1234 5698 7654 32", "NL91ABNA0417164300"),
    "kennung": ("12345678Z", "RSSMRA85T10A562S", "85.07.30-033.28"),
    "wide": ("\uff14\uff11\uff11\uff11 1111 1111 1111", "5500\u00a00000\u00a00000\u00a00004", "3782\u00ad822463\u200b10005"),
    "Geburtsdatum": ("1985-07-30", "1971-01-02", "1990-12-24"),
    "fecha de nacimiento": ("30/07/1985", "02/01/1971", "24/12/1990"),
    "num\u00e9ro de passeport": ("09AB12345", "11CD67890", "12EF13579"),
    "details": ('{"to": "DE89 3704 0044 0532 0130 00"}', '{"to": "none"}', '{"to": "none"}'),
}


def put_numbers(place):
    rows = [["kept", *NUMBERS, "note"]]
    for i in range(3):
        rows.append([f"row{i}", *(values[i] for values in NUMBERS.values()),
                     "charge 4111 1111 1111 1111 please" if i == 1 else f"fine {i}"])
    quoted = [",".join('"' + value.replace('"', '""') + '"' for value in row) for row in rows]
    letters = "ABCDEFGHIJKL"
    sheet = {1 + r: dict(zip(letters, (v.replace("&", "&amp;").replace("<", "&lt;") for v in row)))
             for r, row in enumerate(rows)}
    return {"csv": place.write("numbers.csv", "\n".join(quoted) + "\n"), "xlsx": place.write("numbers.xlsx", with_rows(sheet))}


def test_a_client_sees_no_number_of_a_person_however_it_is_written(place):
    """Cards in groups and in one piece, accounts, identity numbers, other characters, names in other languages, and one
    in a remark: none is in a table, a sheet or a query's rows. The person sees them all."""
    files = put_numbers(place)
    told = [value for values in NUMBERS.values() for value in values if value != '{"to": "none"}']
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        csv = given(client, "table.read", path=files["csv"])
        query = given(client, "sql.run", data=[files["csv"]], query="SELECT * FROM numbers")
        sheet = given(client, "table.read", path=files["xlsx"])
        for shown in (csv, query):
            equal([c["name"] for c in shown["columns"]], ["kept", "note"], shown)
            equal([row[0] for row in shown["rows"]], ["row0", "row1", "row2"])
            equal([row[1] for row in shown["rows"]], ["fine 0", None, "fine 2"])
        for shown in (csv, query, sheet):
            text = json.dumps(shown, ensure_ascii=False)
            equal([value for value in told if value in text], [], shown)
        refused = call(client, "sql.run", data=[files["csv"]], query="SELECT Geburtsdatum FROM numbers")
        equal(refusal(refused)["error_code"], "POLICY_VIOLATION", refused)
    person = place.run("table", files["csv"], "--json").json
    equal(len(person["columns"]), len(NUMBERS) + 2)


def test_a_person_sees_their_own_data(place):
    for path in put_files(place).values():
        done = place.run("table", path, "--json")
        equal(sum(row.count(p[1]) for row in done.json["rows"] for p in PEOPLE), 3, done)
        equal("left_out" in done.json, False, done)
    holds(place.run("table", str(place.folder / "people.csv"), "--raw").out, f"ann@{SECRET}")
    holds(place.run("table", str(place.folder / "people.xlsx"), "--csv").out, f"ask eve@{SECRET}")


if __name__ == "__main__":
    main(globals())
