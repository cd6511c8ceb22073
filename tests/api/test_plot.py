#!/usr/bin/env python3
"""plot.render: charts of a query's rows or of rows given, as pictures, as Vega-Lite, or kept as artifacts."""
import base64
import json
import struct

from doors import Server, StdioMcp
from harness import equal, holds, main
from serving import error_of

SALES = """month,region,revenue,phone
2024-01,North,10,0301 234567
2024-02,North,14,0301 234568
2024-03,North,9,0301 234569
"""
ROWS = {"columns": ["month", "revenue"], "rows": [["2024-01", 10], ["2024-02", 14], ["2024-03", 9]]}
LINE = {"type": "line", "x_col": "month", "y_col": "revenue"}
TYPES = ["line", "bar", "stacked", "scatter", "histogram", "waterfall", "share"]


def render(place, expect=0, **args):
    done = place.run("op", "run", "plot.render", json.dumps(args))
    if expect == 0:
        equal(done.status, 0, done)
        return done.json
    error = done.json["error"]
    equal(done.status, 2 if error["error_code"] == "INVALID_INPUT" else 1, done)
    return error


def png_size(blob):
    data = base64.b64decode(blob, validate=True)
    equal(data[:8], b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", data[16:24])


def test_rows_become_a_picture_a_sentence_and_a_description(place):
    """req: analyst FR-005/thin, FR-026/thin"""
    done = render(place, **LINE, **ROWS, title="Revenue")
    equal((done["chart_type"], done["content_type"], done["row_count"], done["truncated"]),
          ("line", "image/png", 3, False))
    width, height = png_size(done["blob"])
    equal(width > 400 and height > 200, True, (width, height))
    holds(done["alt"], "revenue")
    equal(done["spec"]["title"], "Revenue")
    holds(done["spec"]["$schema"], "vega-lite")
    equal("artifact" in done or "content" in done, False)


def test_every_format_gives_what_it_says(place):
    svg = render(place, **LINE, **ROWS, format="svg")
    equal(svg["content_type"], "image/svg+xml")
    holds(svg["content"], "<svg")
    vega = render(place, **LINE, **ROWS, format="vega")
    equal("content" in vega or "blob" in vega, False)
    equal(vega["spec"], svg["spec"])


def test_every_type_is_drawn(place):
    rows = {"columns": ["x", "y"], "rows": [[i, i * i % 7 + 1] for i in range(12)]}
    for kind in TYPES:
        done = render(place, type=kind, x_col="x", y_col="y", format="svg", **rows)
        equal(done["chart_type"], kind)
    equal(render(place, type="pie", x_col="x", y_col="y", format="vega", **rows)["chart_type"], "share")


def test_data_is_drawn_from_a_query_or_a_table(place):
    data = [place.write("sales.csv", SALES)]
    done = render(place, **LINE, data=data, format="vega")
    equal(done["row_count"], 3)
    done = render(place, type="bar", x_col="region", y_col="total", data=data, format="vega",
                  query="SELECT region, sum(revenue) AS total FROM sales WHERE revenue > ? GROUP BY 1", params=[9])
    equal([v["y"] for v in done["spec"]["data"]["values"]], [24])


def test_the_same_rows_give_the_same_bytes(place):
    equal(render(place, **LINE, **ROWS), render(place, **LINE, **ROWS))


def test_errors_say_what_could_mend_them(place):
    """req: analyst FR-029/thin"""
    data = [place.write("sales.csv", SALES)]
    for code, args in [("MISSING_COLUMN", {**LINE, "y_col": "revenu", **ROWS}),
                       ("MISSING_COLUMN", {**LINE, "y_col": "revenu", "data": data}),
                       ("TYPE_MISMATCH", {"type": "bar", "x_col": "month", "y_col": "region", "data": data}),
                       ("INVALID_INPUT", {**LINE, "type": "hologram", **ROWS}),
                       ("DATA_EMPTY", {**LINE, "columns": ["month", "revenue"], "rows": []}),
                       ("SQL_SYNTAX", {**LINE, "data": data, "query": "SELEC 1"})]:
        equal(render(place, 1, **args)["error_code"], code, args)


def test_personal_data_is_not_drawn(place):
    """req: analyst FR-020/thin"""
    data = [place.write("sales.csv", SALES)]
    equal(render(place, 1, type="bar", x_col="phone", y_col="revenue", data=data)["error_code"], "POLICY_VIOLATION")
    equal(render(place, 1, type="bar", x_col="phone", y_col="revenue", data=data,
                 query="SELECT phone, revenue FROM sales")["error_code"], "POLICY_VIOLATION")


def test_what_is_wrong_is_refused(place):
    """req: analyst FR-028/thin"""
    wrong = [{}, {**ROWS, "x_col": "month", "y_col": "revenue"}, {"type": "line", **ROWS}, LINE,
             {**LINE, "columns": ["a"]}, {**LINE, "rows": [[1]]}, {**LINE, **ROWS, "data": ["x.csv"]},
             {**LINE, "columns": ["month", "revenue"], "rows": [["2024-01"]]}, {**LINE, **ROWS, "format": "gif"},
             {**LINE, **ROWS, "title": "x" * 301}, {**LINE, **ROWS, "artifact": "../up"}, {**LINE, **ROWS, "artifact": ""},
             {**LINE, **ROWS, "artifact": "x", "format": "svg"}, {**LINE, **ROWS, "artifact": "x" * 65},
             {**LINE, "columns": ["month", "revenue"], "rows": [["a", 1]] * 1001}, {**LINE, **ROWS, "code": "1"},
             {"type": "line", "x_col": "", "y_col": "", "data": [place.write("sales.csv", SALES)]}]
    for args in wrong:
        equal(render(place, 1, **args)["error_code"], "INVALID_INPUT", args)
    equal((place.home / "artifacts").exists(), False)


def test_asked_for_an_artifact_it_keeps_the_picture(place):
    """req: analyst FR-005/thin, FR-036/thin"""
    import hashlib
    done = render(place, **LINE, **ROWS, artifact="trend")
    artifact = done["artifact"]
    equal("blob" in done, False)
    equal(artifact["content_ref"], f"artifacts/charts/{artifact['request_id']}/trend.png")
    data = (place.home / artifact["content_ref"]).read_bytes()
    equal((hashlib.sha256(data).hexdigest(), len(data)), (artifact["content_hash"], artifact["size_bytes"]))
    equal((artifact["artifact_type"], artifact["metadata"]["chart_type"], artifact["metadata"]["x_label"],
           artifact["metadata"]["y_label"]), ("chart", "line", "month", "revenue"))
    log = [json.loads(line) for line in (place.home / "logs/data_agent_runs.jsonl").read_text().splitlines()]
    made = [e for e in log if e["event_type"] == "artifact_generated"]
    equal([(e["request_id"], e["event_data"]["content_hash"], e["actor"]) for e in made],
          [(artifact["request_id"], artifact["content_hash"], "actor")])
    equal(place.run("audit", "verify").status, 0)


def test_a_private_request_keeps_no_picture(place):
    done = place.run("--private", "op", "run", "plot.render", json.dumps({**LINE, **ROWS, "artifact": "trend"}))
    equal(done.json["error"]["error_code"], "POLICY_VIOLATION", done)
    equal((place.home / "artifacts").exists(), False)
    done = place.run("--private", "op", "run", "plot.render", json.dumps({**LINE, **ROWS}))
    equal(done.status, 0, done)


def test_it_is_a_tool_for_outside_clients(place):
    """req: analyst FR-027/thin"""
    wanted = render(place, **LINE, **ROWS)
    with StdioMcp(place) as mcp:
        tools = mcp.request("tools/list", {})["result"]["tools"]
        equal(next(t for t in tools if t["name"] == "plot.render")["annotations"]["readOnlyHint"], False)
        result = mcp.request("tools/call", {"name": "plot.render", "arguments": {**LINE, **ROWS}})["result"]
        equal(result["structuredContent"], wanted)
    with Server(place) as server:
        equal(server.ask("POST", "/api/ops/plot.render", {**LINE, **ROWS}).json, wanted)
        error_of(server.ask("POST", "/api/ops/plot.render", {**LINE, "columns": ["a"], "rows": 3}), 400, "INVALID_INPUT")


if __name__ == "__main__":
    main(globals())
