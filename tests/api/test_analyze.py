"""`assay analyze`: an intent in; tables, charts, a report, a summary, a recipe and the proof of all of it out."""
import hashlib
import re
import sqlite3

from analyzing import analyze, as_csv, by, customers, entries, files, month, orders, quarter, request, table, tools
from harness import equal, holds, main


def sales(place):
    return place.write("sales.csv", as_csv(orders()))


def test_a_quarterly_trend_has_its_table_chart_report_and_summary(place):
    """req: analyst US1.1, FR-001, FR-002/thin, FR-005, FR-007, FR-008, FR-013, FR-038, FR-039, FR-040, FR-043, SC-001/thin"""
    response = analyze(place, request("quarterly sales trend", sales(place)))
    equal(response["status"], "completed", response)
    equal(response["error"], None)
    equal([a["artifact_type"] for a in response["artifacts"]], ["table", "chart", "summary", "report"])
    wanted = by(orders(), quarter)
    rows = table(place, response)
    equal(rows[0], ["quarter", "total_revenue", "growth"])
    equal([(r[0], r[1]) for r in rows[1:]], [(k, str(v)) for k, v in wanted.items()])
    figures = list(wanted.values())
    equal([r[2] for r in rows[1:]][0], "")
    for row, now, before in zip(rows[2:], figures[1:], figures):
        equal(abs(float(row[2]) - float(now / before - 1)) < 0.0001, True, row)
    equal(files(place, response, "chart")[0][:8], b"\x89PNG\r\n\x1a\n")
    report = files(place, response, "report")[0].decode()
    for part in ("## Intent", "## Findings", "## Data", "## Method", "```sql", "## Proof", "![Line chart", "2024-Q3"):
        holds(report, part)
    equal(response["metrics"]["rows_processed"], 240)
    equal(response["metrics"]["tool_calls_count"], 4)
    equal(response["metrics"]["execution_time_seconds"] < 30, True)


def test_artifacts_lie_in_the_seeds_folders_and_are_what_their_hashes_say(place):
    """req: analyst FR-005, FR-036"""
    response = analyze(place, request("quarterly sales trend", sales(place)))
    folders = {"table": "tables", "chart": "charts", "report": "reports", "summary": "summary"}
    generated = {e["event_data"]["content_hash"]: e for e in entries(place, response["request_id"])
                 if e["event_type"] == "artifact_generated"}
    for artifact in response["artifacts"]:
        holds(artifact["content_ref"], f"artifacts/{folders[artifact['artifact_type']]}/{response['request_id']}/")
        data = (place.home / artifact["content_ref"]).read_bytes()
        equal(hashlib.sha256(data).hexdigest(), artifact["content_hash"])
        equal(len(data), artifact["size_bytes"])
        equal(generated[artifact["content_hash"]]["actor"], "actor")
    equal(len(generated), 4)


def test_the_whole_run_is_one_chain_that_verifies(place):
    """req: analyst FR-006, FR-027, FR-034, FR-035"""
    response = analyze(place, request("quarterly sales trend", sales(place)))
    kinds = [(e["event_type"], e["actor"]) for e in entries(place, response["request_id"])]
    for kind in (("request_submitted", "system"), ("plan_created", "planner"), ("tool_called", "actor"),
                 ("observation_recorded", "actor"), ("artifact_generated", "actor")):
        holds(kinds, kind)
    equal(kinds.index(("request_submitted", "system")) < kinds.index(("plan_created", "planner")), True)
    plan = next(e for e in entries(place, response["request_id"]) if e["event_type"] == "plan_created")
    equal([t["task_id"] for t in plan["event_data"]["subtasks"]],
          ["profile_data", "compute_1", "arrange_1", "draw_1"])
    for tool in ("profiler.analyze", "sql.run", "df.transform", "plot.render"):
        holds(tools(place, response["request_id"]), tool)
    equal("sales" in str([e["event_data"] for e in entries(place, response["request_id"])]), False)
    equal(place.run("audit", "verify").status, 0)


def test_what_is_kept_of_a_run_shows_plan_calls_and_observations(place):
    """req: analyst FR-009/thin, FR-010, FR-011/thin, FR-027, FR-040"""
    response = analyze(place, request("quarterly sales trend", sales(place)))
    kept = place.run("analyses", "get", response["request_id"], "--json").json
    equal(kept["status"], "completed")
    equal(kept["response"], response)
    equal(kept["plan"]["plan_id"], response["plan_ref"])
    calls, seen = kept["steps"]["tool_calls"], kept["steps"]["observations"]
    equal([c["task_id"] for c in calls], [t["task_id"] for t in kept["plan"]["subtasks"]])
    equal([c["call_id"] for c in calls], [o["call_id"] for o in seen])
    logged = {e["event_data"]["call_id"] for e in entries(place, response["request_id"])
              if e["event_type"] == "tool_called"}
    equal({c["call_id"] for c in calls} <= logged, True)
    equal({o["status"] for o in seen}, {"success"})
    holds(kept["plan"]["reasoning"], "total revenue by quarter")
    holds(kept["plan"]["subtasks"][1]["invariants"], "one SELECT, its values bound as parameters")


def test_a_ranking_has_shares_of_the_whole(place):
    """req: analyst FR-002/thin, FR-026"""
    response = analyze(place, request("top 5 products by revenue with chart", sales(place)))
    equal(response["status"], "completed", response)
    wanted = sorted(by(orders(), lambda r: r["product"]).items(), key=lambda kv: -kv[1])
    total = sum(v for _, v in wanted)
    rows = table(place, response)
    equal(rows[0], ["product", "total_revenue", "share_of_total"])
    equal([(r[0], r[1]) for r in rows[1:]], [(k, str(v)) for k, v in wanted[:5]])
    for row, (_, value) in zip(rows[1:], wanted):
        equal(abs(float(row[2]) - float(value / total)) < 0.0001, True, row)


def test_a_condition_and_a_period_hold(place):
    """req: analyst FR-018"""
    response = analyze(place, request("Analyze Q1 2024 North sales; trends + charts", sales(place)))
    rows = [r for r in orders() if r["region"] == "North" and r["order_date"] < "2024-04-01"]
    equal([(r[0], r[1]) for r in table(place, response)[1:]], [(k, str(v)) for k, v in by(rows, month).items()])
    holds(str(response["summary"]["insights"]), "months of order_date were taken")
    report = files(place, response, "report")[0].decode()
    sql = re.search(r"```sql\n(.*?)\n```", report, re.S).group(1)
    equal("North" in sql, False, sql)


def test_a_database_and_a_file_are_joined(place):
    """req: analyst US1.2, FR-012, FR-013, FR-014, FR-015"""
    path = place.folder / "crm.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, segment TEXT, email TEXT)")
        db.executemany("INSERT INTO customers VALUES (?, ?, ?, ?)", [tuple(c.values()) for c in customers()])
    db.close()
    body = request("join orders with customers and compare revenue by segment", sales(place))
    body["data_sources"].append({"type": "sql", "connection_string": f"sqlite://{path}"})
    response = analyze(place, body)
    equal(response["status"], "completed", response)
    segments = {c["customer_id"]: c["segment"] for c in customers()}
    wanted = by(orders(), lambda r: segments[r["customer_id"]])
    equal({r[0]: r[1] for r in table(place, response)[1:]}, {k: str(v) for k, v in wanted.items()})
    plans = [e for e in entries(place, response["request_id"]) if e["event_type"] == "plan_created"]
    equal(len(plans), 2)
    holds(str(response["summary"]["warnings"]), "kept back by the policy")


def test_two_values_that_are_compared_are_not_added_up(place):
    """req: analyst FR-001"""
    response = analyze(place, request("compare North and South revenue by quarter with a chart", sales(place)))
    wanted = by([r for r in orders() if r["region"] in ("North", "South")], lambda r: (quarter(r), r["region"]))
    equal({tuple(r[:2]): r[2] for r in table(place, response)[1:]}, {k: str(v) for k, v in wanted.items()})


def test_talk_is_refused_with_what_can_be_asked(place):
    """req: analyst FR-001"""
    for intent in ("how are you", "hello"):
        response = analyze(place, request(intent, sales(place)), status=1)
        equal(response["status"], "failed", response)
        equal(response["artifacts"], [], response)
        holds(response["error"]["error_message"], "total revenue by region", response)
    response = analyze(place, request("compare revenue", sales(place)), status=1)
    holds(response["error"]["error_message"], "one single figure", response)
    response = analyze(place, request("compare 2023 and 2024 revenue", sales(place)))  # of 2023 there are no rows
    holds(response["error"]["error_message"], 'Not done: "compare"', response)


def test_a_person_is_told_where_the_files_are(place):
    done = place.run("analyze", "--intent", "revenue by region", "--data", sales(place))
    holds(done.out, f"The files are in {place.home}", done)


def test_json_is_a_source_too(place):
    """req: analyst FR-013/thin"""
    path = place.write("t.json", '[{"city":"Rome","visits":3},{"city":"Oslo","visits":4},{"city":"Rome","visits":5}]')
    body = request("visits by city", deliverables=["tables"])
    body["data_sources"] = [{"type": "json", "file_path": path}]
    equal([r[:2] for r in table(place, analyze(place, body))[1:]], [["Rome", "8"], ["Oslo", "4"]])


def test_an_intent_without_a_figure_gets_an_overview(place):
    """req: analyst FR-001, FR-015"""
    response = analyze(place, request("analyze this data", sales(place)))
    equal(response["status"], "completed", response)
    equal(len(files(place, response, "table")), 2)
    equal({r[0]: r[1] for r in table(place, response, 1)[1:]}, {k: str(v) for k, v in by(orders(), month).items()})
    holds(str(response["summary"]["insights"]), "names no figure")


def test_what_is_left_open_gets_a_default_that_is_told(place):
    """req: analyst US1.3"""
    response = analyze(place, request("top 3 products", sales(place), deliverables=["tables"]))
    equal(response["status"], "completed", response)
    holds(str(response["summary"]["warnings"]), "was taken. Other readings")


def test_tables_that_fit_equally_well_are_asked_about(place):
    """req: analyst US1.3"""
    one = place.write("berlin.csv", "city,visits\nA,1\nB,2\n")
    two = place.write("clinic.csv", "doctor,visits\nX,3\nY,4\n")
    response = analyze(place, request("total visits", one, two), status=1)
    equal(response["status"], "failed", response)
    equal(response["error"]["error_type"], "grounding_error")
    equal("sql.run" in tools(place, response["request_id"]), False)


def test_a_slip_in_a_columns_name_is_mended_and_told(place):
    """req: analyst US1.3, FR-029/thin"""
    response = analyze(place, request("revnue by region", sales(place), deliverables=["tables"]))
    equal(response["status"], "completed", response)
    equal({r[0]: r[1] for r in table(place, response)[1:]},
          {k: str(v) for k, v in by(orders(), lambda r: r["region"]).items()})
    holds(response["summary"]["insights"], "There is no column 'revnue'; 'revenue' was taken.")


def test_an_intent_that_is_none_fails_and_says_what_would_work(place):
    """req: analyst FR-001, EC-004"""
    response = analyze(place, request("colourless green ideas sleep furiously", sales(place)), status=1)
    equal(response["status"], "failed")
    equal(response["error"]["error_type"], "grounding_error")
    equal(response["artifacts"], [])
    equal(response["plan_ref"], None)


def test_a_chart_that_cannot_be_drawn_leaves_the_rest(place):
    """req: analyst EC-003, EC-005/thin, FR-029/thin, FR-044"""
    response = analyze(place, request("earliest order_date by region", sales(place)))
    equal(response["status"], "partial_success", response)
    equal([a["artifact_type"] for a in response["artifacts"]], ["table", "summary", "report"])
    failed = response["error"]["failed_tool_calls"]
    equal([(f["tool_name"], f["error_category"]) for f in failed], [("plot.render", "type_mismatch")])
    equal(response["error"]["error_type"], "tool_failure")
    logged = [e for e in entries(place, response["request_id"])
              if e["event_data"].get("call_id") == failed[0]["call_id"]]
    equal([e["event_type"] for e in logged], ["tool_called", "observation_recorded"])
    equal(logged[1]["event_data"]["error_category"], "type_mismatch")


def test_a_chart_of_the_wrong_column_is_mended_by_another_attempt(place):
    """req: analyst US1.4/thin, FR-029/thin, FR-030/thin, FR-035"""
    path = place.write("scores.csv", "name,score\nAda,3\nBob,5\nCyd,4\n")
    response = analyze(place, request("list name and score", path))
    equal(response["status"], "completed", response)
    equal(response["metrics"]["retries_count"], 1)
    holds(response["summary"]["insights"], "'name' holds no numbers to draw; 'score' was drawn.")
    kept = place.run("analyses", "get", response["request_id"], "--json").json
    tries = [c for c in kept["steps"]["tool_calls"] if c["tool_name"] == "plot.render"]
    equal([c["attempt_number"] for c in tries], [1, 2])
    seen = [o for o in kept["steps"]["observations"] if o["call_id"] in {c["call_id"] for c in tries}]
    equal([(o["status"], o["error_category"]) for o in seen], [("error", "type_mismatch"), ("success", None)])
    logged = [e for e in entries(place, response["request_id"]) if e["event_type"] == "observation_recorded"
              and e["event_data"]["call_id"] == tries[0]["call_id"]]
    equal(logged[0]["event_data"]["error_category"], "type_mismatch")


def test_a_schema_that_is_not_the_one_named_is_told(place):
    """req: analyst FR-039"""
    body = request("revenue by region", deliverables=["tables"])
    body["data_sources"] = [{"type": "csv", "file_path": sales(place), "schema_fingerprint": "0" * 64}]
    holds(str(analyze(place, body)["summary"]["warnings"]), "other columns than its schema_fingerprint says")


def test_rows_past_the_limit_are_cut_and_told(place):
    """req: analyst FR-022, EC-002"""
    body = request("revenue by customer_id", sales(place), deliverables=["tables"], constraints={"row_limit": 7})
    response = analyze(place, body)
    equal(len(table(place, response)), 8)
    equal(response["artifacts"][0]["metadata"]["is_truncated"], True)
    holds(str(response["summary"]["warnings"]), "limit of 7")


def test_each_deliverable_can_be_had_alone(place):
    """req: analyst FR-005, FR-039"""
    path = sales(place)
    for deliverable, kind in (("tables", "table"), ("charts", "chart"), ("reports", "report"), ("summary", "summary")):
        response = analyze(place, request("revenue by region", path, deliverables=[deliverable]))
        equal(response["status"], "completed", response)
        equal([a["artifact_type"] for a in response["artifacts"]], [kind])


def test_the_same_request_gives_the_same_bytes(place):
    """req: analyst FR-038"""
    path = sales(place)
    one = analyze(place, request("analyze this data", path))
    two = analyze(place, request("analyze this data", path))
    for kind in ("table", "chart", "summary"):
        equal(files(place, one, kind), files(place, two, kind))
    strip = lambda text: re.sub(rb"[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z", b"*", text)
    lines = [[line for line in strip(files(place, r, "report")[0]).splitlines()
              if b"An analysis that worked before" not in line and b"read as:" not in line] for r in (one, two)]
    equal(lines[0], lines[1])


def test_every_figure_of_a_summary_was_observed(place):
    """req: analyst FR-006"""
    response = analyze(place, request("quarterly sales trend; top 3 products by revenue; revenue by region", sales(place)))
    kept = place.run("analyses", "get", response["request_id"], "--json").json
    seen = set()
    for observation in kept["steps"]["observations"]:
        for row in observation["data"].get("rows", []):
            seen |= {f"{v:,.2f}" for v in row if isinstance(v, (int, float))} | {str(v) for v in row}
            seen |= {f"{abs(v) * 100:.1f}%" for v in row if isinstance(v, float)}
    first, last = list(by(orders(), quarter).values())[0], list(by(orders(), quarter).values())[-1]
    seen.add(f"{abs(float(last / first - 1)) * 100:.1f}%")
    for sentence in response["summary"]["key_findings"] + response["summary"]["insights"]:
        for figure in re.findall(r"\d[\d,]*\.\d+%?", sentence):
            holds(seen, figure, sentence)


def told(place, intent, rows):
    """What the summary says of a small table of days, goods and revenue."""
    response = analyze(place, request(intent, place.write("few.csv", "day,product,revenue\n" + rows)))
    return response["summary"]["key_findings"] + response["summary"]["insights"] + response["summary"]["warnings"]


def test_rows_without_a_date_are_no_period(place):
    rows = "2024-01-05,Ink,100\n2024-02-05,Ink,150\n2024-02-09,Pen,30\n,Pen,5\n"
    said = str(told(place, "monthly revenue trend", rows))
    holds(said, "From 2024-01 to 2024-02 it rose by 80.0%")
    holds(said, "The largest step was in 2024-02")


def test_a_course_is_told_in_the_order_of_time_only(place):
    rows = "2024-01-05,Ink,100\n2024-02-05,Ink,300\n2024-03-05,Pen,200\n"
    holds(str(told(place, "monthly revenue", rows)), "From 2024-01 to 2024-03 it rose")
    for intent in ("top 2 months by revenue", "months by revenue, highest first"):
        equal("From 2024" in str(told(place, intent, rows)), False, intent)


def test_parts_of_both_signs_have_no_shares_to_tell(place):
    rows = "2024-01-05,Ink,100\n2024-02-05,Pen,-300\n2024-03-05,Cap,50\n"
    equal("of the whole" in str(told(place, "revenue by product", rows)), False)
    holds(str(told(place, "revenue by product", rows.replace(",-", ","))),
          "Pen has 66.7% of the whole")


def test_a_trend_that_cannot_be_shown_is_told(place):
    rows = "2024-01-05,Ink,100\n2024-02-05,Pen,300\n2024-03-05,Cap,200\n"
    holds(str(told(place, "trend of the top 2 products by revenue", rows)), "not shown over time")


def test_a_recipe_is_kept_and_followed_for_the_next_intent_of_its_kind(place):
    """req: analyst US1.5, FR-031/thin, FR-032/thin, FR-033/thin"""
    path = sales(place)
    one = analyze(place, request("Analyze Q1 2024 North sales; trends + charts", path))
    equal(one["metrics"]["recipe_used"], None)
    two = analyze(place, request("Analyze Q3 2024 South sales; trends + charts", path))
    rows = [r for r in orders() if r["region"] == "South" and "2024-07" <= r["order_date"] < "2024-10"]
    equal([(r[0], r[1]) for r in table(place, two)[1:]], [(k, str(v)) for k, v in by(rows, month).items()])
    with sqlite3.connect(place.home / "db" / "recipe_memory.db") as db:
        found = db.execute("SELECT recipe_id, intent_template, success_count FROM recipes").fetchall()
    db.close()
    equal(len(found), 1, found)
    equal(two["metrics"]["recipe_used"], found[0][0])
    equal(found[0][2], 2)
    holds(found[0][1], "{time_range}")
    other = analyze(place, request("Analyze Q1 2024 North units; trends + charts", path))
    equal(other["metrics"]["recipe_used"], None)
    fresh = place.write("other.csv", "order_date,region,revenue\n2024-01-02,North,5\n2024-02-02,North,6\n")
    another = analyze(place, request("Analyze Q1 2024 North sales; trends + charts", fresh))
    equal(another["metrics"]["recipe_used"], None)


if __name__ == "__main__":
    main(globals())
