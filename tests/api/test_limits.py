"""Every bound and every choice of every operation's arguments, from both sides, as the operations' own schemas have them.

One step beyond its bound, a value is refused by the argument's name, and nothing has changed. At its bound it is taken:
the call succeeds, or fails for another reason than the one that is given beyond it (a file of that name is not there).
An operation that is new needs no line here: without one in calls() it is called with the least that its schema takes.
"""
from harness import equal, holds, main
from metrics_data import REQUEST
from peopled import peopled

NONE = "00000000-0000-4000-8000-000000000000"


def calls(t):
    """A good call of each operation that has bounds; what is not here gets the least that fits its schema."""
    sheet = {"workbook_path": t.xlsx}
    table = {"data": [t.csv], "query": "SELECT region, revenue FROM sales"}
    return {
        "add_task": {"title": "Buy tea"}, "update_task": {"task_id": t.task, "title": "Buy oat milk"},
        "complete_task": {"task_id": t.task}, "delete_task": {"task_id": t.task},
        "analyze": {"intent": "total revenue by region", "deliverables": ["summary"],
                    "data_sources": [{"type": "csv", "file_path": t.csv}]},
        "artifacts.get": {"id": t.artifact},
        "ask": {"question": "total revenue by region", "data": [t.csv]},
        "analyst.ask": {"question": "total revenue by region", "data": [t.csv]},
        "workbook.ask": {"question": "what sheets are there?", "data": [t.xlsx]},
        "tasks.ask": {"question": "show my tasks"}, "tasks.chat": {"message": "show my tasks"},
        "docs.ask": {"question": "how long is the robot charged?"},
        "docs.query": {"question": "how long is the robot charged?"}, "docs.search": {"query": "robot"},
        "docs.add": {"path": t.md},
        "metrics.ask": {"question": "why did revenue change?", "data": [t.csv]},
        "metrics.localize": {"data": [t.place.write("leaves.csv", "region,kind,real,predict\nN,a,1,9\nS,b,5,5\nS,a,4,4\n")],
                             "actual": "real", "baseline": "predict"},
        "metrics.investigate": {"data": [t.csv], "metric": "sum(revenue)", "baseline": "2026-01", "compare": "2026-02"},
        "audit.erase": {"request": NONE}, "audit.prove": {"entry": "1"},
        "audit.export": {"folder": str(t.place.folder / "exported")},
        "home.backup": {"file": str(t.place.folder / "backup.tar")}, "home.restore": {"file": t.csv},
        "data.describe": {"data": [t.csv]}, "profiler.analyze": {"data": [t.csv]},
        "data.export": {"data": [t.csv], "output": str(t.place.folder / "out.xlsx")},
        "sql.run": table, "query.check": {**table, "query": {"version": 1, "steps": [{"query": {"from": [{"table": "sales"}]}}]}}, "df.transform": {**table, "operation": "select", "columns": ["region"]},
        "plot.render": {**table, "type": "scatter", "x_col": "revenue", "y_col": "revenue"},
        "table.read": {"path": t.csv}, "files.add": {"path": t.csv},
        "excel-list-structure": sheet, "excel-analyze-pivot": sheet, "excel-undo": sheet,
        "excel-preview-table": sheet, "excel-search": {**sheet, "query": "Widget"},
        "excel-create-worksheet": {**sheet, "worksheet_name": "More"},
        "excel-write-cell": {**sheet, "worksheet": "Sales", "cell_address": "B2", "value": "x"},
        "excel-write-range": {**sheet, "worksheet": "Sales", "updates_json": '[{"cell":"B2","value":"x"}]'},
        "sessions.add_file": {"id": t.session, "path": t.csv, "description": "Sales."},
        "sessions.chat": {"id": t.session, "message": "why?"},
        "sessions.describe_file": {"id": t.session, "fid": t.session_file, "description": "Orders."},
        "sessions.investigate": {"id": t.session, **REQUEST},
        "workbook.load": {"id": t.chat, "path": t.xlsx}, "workbook.message": {"id": t.chat, "message": "how many rows"},
        "workbook.export": {"id": t.chat}, "workbook.suggestions": {"id": t.chat},
    }


# ---- values from a schema ----

def kind_of(schema):
    kind = schema.get("type", "string")
    return next(k for k in kind if k != "null") if isinstance(kind, list) else kind


def least(schema, n=0):
    """The n-th of the smallest values that a schema takes."""
    if "enum" in schema:
        return schema["enum"][n % len(schema["enum"])]
    kind = kind_of(schema)
    if schema.get("format") == "uuid":
        return NONE
    if "format" in schema:
        return "2026-01-23" if schema["format"] == "date" else "2026-01-23T10:30:00Z"
    if kind == "string":
        return f"x{n}".ljust(schema.get("minLength", 1), "x")[:schema.get("maxLength", 9)] if n else \
            "x" * max(1, schema.get("minLength", 1))
    if kind in ("integer", "number"):
        return max(schema.get("minimum", 1), 1) if schema.get("maximum", 1) >= 1 else schema["maximum"]
    if kind == "array":
        return [least(place) for place in schema["prefixItems"]] if "prefixItems" in schema else \
            [least(schema["items"], i) for i in range(schema.get("minItems", 0))]
    if kind == "object":
        return {name: least(inner) for name, inner in schema.get("properties", {}).items()
                if name in schema.get("required", [])}
    return True


def listing(schema, n):
    return [least(schema["items"], i) for i in range(n)]


def padded(text, n, is_path):
    """The text as n characters that mean the same, where there is room."""
    if is_path and "/" in text and n > len(text) + 2:
        folder, name = text.rsplit("/", 1)
        return folder + "/" * ((n - len(text)) % 2) + "/." * ((n - len(text)) // 2) + "/" + name
    return (text + " " * n)[:n] if text else "a" * n  # of a hash: hex digits


def crowd(schema, good, is_path):
    """As many elements as a list takes: good ones again and again, but of files names that are not there."""
    if is_path or not good or isinstance(good[0], dict) or schema.get("uniqueItems"):
        return listing(schema, schema["maxItems"])
    return (good * schema["maxItems"])[:schema["maxItems"]]


def bounds(schema, good, is_path):
    """(what, the value at the bound, the one beyond it) for each bound of a schema; good is a value that is within."""
    for word, step in (("minimum", -1), ("maximum", 1)):
        if word in schema:
            yield word, schema[word], schema[word] + step
    if schema.get("minLength", 0) > 0:
        yield "minLength", "a" * schema["minLength"], "a" * (schema["minLength"] - 1)
    if "maxLength" in schema:
        text = good if isinstance(good, str) else ""
        yield "maxLength", *(padded(text, schema["maxLength"] + more, is_path) for more in (0, 1))
    if schema.get("minItems", 0) > 0:
        yield "minItems", listing(schema, schema["minItems"]), listing(schema, schema["minItems"] - 1)
    if "maxItems" in schema and "items" in schema:
        yield "maxItems", crowd(schema, good, is_path), listing(schema, schema["maxItems"] + 1)
    if "exclusiveMinimum" in schema:
        yield "exclusiveMinimum", schema["exclusiveMinimum"] + 1, schema["exclusiveMinimum"]
    if "maxProperties" in schema:
        yield "maxProperties", *({f"k{i}": least(schema["additionalProperties"]) for i in range(n)}
                                 for n in (schema["maxProperties"], schema["maxProperties"] + 1))
    for value in schema.get("enum", []):
        yield "enum", value, "none of these"


def places(schema, good, at=(), is_path=False):
    """(path of names and [] for elements, schema, value of a good call, whether it is a path) of all that is taken."""
    inside = [(name, inner, good.get(name) if isinstance(good, dict) else None)
              for name, inner in schema.get("properties", {}).items()]
    if isinstance(schema.get("items"), dict):
        inside.append(("[]", schema["items"], good[0] if isinstance(good, list) and good else None))
    for name, inner, value in inside:
        named = is_path or inner.get("x-path", False)
        yield at + (name,), inner, value, named
        yield from places(inner, value, at + (name,), named)


def put(args, schema, path, value):
    """The arguments with the value at the path; what is missing on the way is made."""
    name, rest = path[0], path[1:]
    inner = schema["items"] if name == "[]" else schema["properties"][name]
    if name == "[]":
        old = args[0] if args else least(inner)
        return [put(old, inner, rest, value) if rest else value] + list(args[1:])
    old = args.get(name)
    if old is None:
        old = least(inner)
    return {**args, name: put(old, inner, rest, value) if rest else value}


def cases(operations, base):
    """(operation, path, what, a call at the bound, a call beyond it)"""
    for op in operations:
        schema = op["input_schema"]
        args = base.get(op["name"], least({**schema, "type": "object"}))
        for path, inner, good, is_path in places(schema, args):
            for what, at, beyond in bounds(inner, good, is_path):
                yield op["name"], path, what, put(args, schema, path, at), put(args, schema, path, beyond)


def error_of(reply):
    """The error's (code, message), be it in an answer; (None, "") when there is none."""
    error = reply.json.get("error") if reply.body else None
    if reply.status < 400 and not isinstance(error, dict):
        return None, ""
    return (error.get("error_code") or error.get("code") or error.get("error_type"), error.get("message", "")) \
        if isinstance(error, dict) else (reply.json.get("code"), str(error))


def test_beyond_each_bound_is_refused_by_name_and_changes_nothing_and_at_each_bound_is_taken(place):
    """req: tasks TFR-006/thin
    req: analyst FR-028/thin"""
    with peopled(place) as (server, things):
        operations = server.ask("GET", "/api/ops?limit=1000").json["items"]
        found = list(cases(operations, calls(things)))
        before, said = things.state(), []
        for name, path, what, _, beyond in found:
            reply = server.ask("POST", f"/api/ops/{name}", beyond)
            code, message = error_of(reply)
            said.append((code, message))
            equal(reply.status, 400, (name, path, what, reply))
            holds(message, [part for part in path if part != "[]"][-1], (name, path, what))
        things.unchanged(before)
        taken = 0
        for (name, path, what, at, _), refusal in zip(found, said):
            reply = server.ask("POST", f"/api/ops/{name}", at, timeout=60)
            if error_of(reply) == refusal or reply.status >= 500:
                raise AssertionError(f"{name} {'.'.join(path)} at its {what}: {reply}")
            taken += reply.status < 400
        print(f"{len(found)} bounds of {len(operations)} operations; at {taken} of them the call succeeded")


if __name__ == "__main__":
    main(globals())
