"""metrics.investigate and metrics.ask through the command line, HTTP and MCP: the same figures, and nothing kept."""
import datetime
import json
import os
import re

from doors import HttpMcp, Server, StdioMcp
from harness import equal, holds, main
from metrics_data import by_chance, east_online, orders

SPANS = ("--baseline", "2023-02-01..2023-02-28", "--compare", "2023-03-01..2023-03-28")
ARGS = {"metric": "sum(total)", "baseline": "2023-02-01..2023-02-28", "compare": "2023-03-01..2023-03-28"}
TIMES = {"created_at", "timestamp", "report", "session_id"}


def settled(value):
    """Without what two runs may differ in."""
    if isinstance(value, dict):
        return {k: settled(v) for k, v in value.items() if k not in TIMES}
    return [settled(v) for v in value] if isinstance(value, list) else value


def test_the_command_prints_the_report(place):
    """req: metrics US1, US4"""
    path = place.write("orders.csv", orders(east_online))
    done = place.run("investigate", "--data", path, "--metric", "sum(total)", *SPANS, "--context", "A shop.")
    equal(done.status, 0, done)
    for section in ("# Why sum(total) changed", "## Data Model", "## Analysis Performed", "## Explanations",
                    "## Recommended Next Steps"):
        holds(done.out, section)
    holds(done.out, "East")
    equal("No business context" in done.out, False)


def test_every_door_gives_the_same_result_and_keeps_no_session(place):
    """req: metrics FR-025"""
    path = place.write("orders.csv", orders(east_online))
    told = [place.run("investigate", "--data", path, "--metric", "sum(total)", *SPANS, "--json").json]
    with Server(place, "--allow", str(place.folder)) as server:
        told.append(server.ask("POST", "/api/ops/metrics.investigate", {"data": [path], **ARGS}).json)
        private = server.ask("POST", "/api/ops/metrics.investigate", {"data": [path], **ARGS}, {"Assay-Private": "1"})
        told.append(private.json)
        with HttpMcp(server) as mcp:
            reply = mcp.request("tools/call", {"name": "metrics.investigate", "arguments": {"data": [path], **ARGS}})
            told.append(reply["result"]["structuredContent"])
    with StdioMcp(place, "--allow", str(place.folder)) as mcp:
        reply = mcp.request("tools/call", {"name": "metrics.investigate", "arguments": {"data": [path], **ARGS}})
        told.append(reply["result"]["structuredContent"])
    for one in told[1:]:
        equal(settled(one), settled(told[0]))
    equal(os.path.exists(place.home / "sessions") and os.listdir(place.home / "sessions"), False)


def quarters(place, text, metric="sum(total)"):
    done = place.run("investigate", "--data", place.write("sales.csv", text), "--metric", metric, "--baseline",
                     "2024-01-01..2024-03-31", "--compare", "2024-04-01..2024-06-30", "--json")
    equal(done.status, 0, done)
    found = [e["evidence"][0]["segment"] for e in done.json["explanations"]]
    states = {h["hypothesis_id"]: h["status"] for h in done.json["hypotheses"]}
    for explanation in done.json["explanations"]:
        if " = " not in explanation["title"]:
            continue
        equal({states[h] for h in explanation["source_hypotheses"]}, {"CONFIRMED"}, explanation)
    parts = sum(part["contribution"] for part in done.json["parts"])
    equal(abs(parts + done.json["residual"] - done.json["total_change"]) < 1e-6, True, done.json["parts"])
    return done.json, found


def test_what_is_drawn_by_lot_has_no_explanation(place):
    """req: metrics EC-004"""
    for seed in (1, 2, 3, 4):
        for metric in ("sum(total)", "avg(total)"):
            result, found = quarters(place, by_chance(seed=seed), metric)
            equal((result["status"], found), ("no_findings", []), (seed, metric))
            equal([h["title"] for h in result["hypotheses"] if h["status"] == "CONFIRMED"], [])
            holds(result["report"], "no larger than days differ anyway")


def test_planted_causes_are_found_and_each_is_a_confirmed_hypothesis(place):
    """req: metrics US1, FR-014"""
    def east(region, _, day):
        return 0.6 if region == "East" and day >= datetime.date(2024, 4, 20) else 1.0

    def both(region, product, day):
        return 0.4 if product == "Mugs" and region != "East" and day >= datetime.date(2024, 5, 1) else \
            east(region, product, day)

    for seed in (1, 2, 3):
        for metric in ("sum(total)", "avg(total)"):
            holds(quarters(place, by_chance(east, seed), metric)[1][0], "region = East")
        result, found = quarters(place, by_chance(both, seed), "avg(total)")
        equal(found, ["product = Mugs", "region = East"], result["explanations"])


def test_a_fall_everywhere_is_explained_by_the_value_of_each(place):
    result, found = quarters(place, by_chance(lambda region, product, day: 0.75 if day.month > 3 else 1.0))
    equal(found[0], "the value of each record", result["explanations"])


def test_a_private_investigation_leaves_no_word_of_it(place):
    path = place.write("orders.csv", orders(east_online))
    done = place.run("--private", "investigate", "--data", path, "--metric", "sum(total)", *SPANS, "--context", "Zanzibar")
    if done.status == 2:
        done = place.run("investigate", "--private", "--data", path, "--metric", "sum(total)", *SPANS, "--context",
                         "Zanzibar")
    equal(done.status, 0, done)
    for folder, _, names in os.walk(place.home):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                equal(b"Zanzibar" in file.read(), False, name)


def test_what_is_wrong_with_an_investigation_is_told(place):
    """req: metrics FR-004b, FR-006a"""
    path = place.write("orders.csv", orders(east_online))
    for metric, spans, code in (("sum(revenue)", SPANS, "COLUMN_NOT_FOUND"), ("median(total)", SPANS, "INVALID_QUERY"),
                                ("sum(total)", ("--baseline", "2023", "--compare", "soon"), "INVALID_DATE_RANGE"),
                                ("sum(total)", ("--baseline", "1999", "--compare", "2023"), "INVALID_DATE_RANGE"),
                                ("sum(region)", SPANS, "TYPE_MISMATCH")):
        done = place.run("investigate", "--data", path, "--metric", metric, *spans, "--json")
        equal((done.status, done.json["error"]["error_code"]), (1, code), done)
    done = place.run("investigate", "--data", place.write("empty.csv", ""), "--metric", "sum(x)", *SPANS, "--json")
    equal((done.status, done.json["error"]["error_code"]), (1, "DATA_EMPTY"), done)
    equal(place.run("investigate", "--data", path, *SPANS).status, 2)


def test_why_is_answered_with_causes_a_chart_and_the_proof(place):
    """req: metrics US1/thin, FR-014, FR-018"""
    path = place.write("orders.csv", orders(east_online))
    answer = place.run("ask", "--data", path, "why did total drop in March 2023?", "--json").json
    equal((answer["agent"], answer["status"], answer["content_type"]), ("metrics", "success", "table"), answer)
    holds(answer["content"], "East")
    equal(answer["table"]["columns"], ["part", "contribution", "share"])
    rows = {row[0]: row[1] for row in answer["table"]["rows"]}
    whole = rows.pop("in all")
    equal(abs(sum(rows.values()) - whole) < 1e-6, True, answer["table"])
    holds(answer["restatement"], "2023-02-01 to 2023-02-28")
    holds(answer["chart"]["$schema"], "vega-lite")
    equal(len(answer["evidence"]["sql"]) > 5, True)
    equal(len(answer["evidence"]["sources"][0]["sha256"]), 64)


def test_periods_and_figures_are_read_from_words_or_asked_back(place):
    """req: metrics FR-006a"""
    path = place.write("orders.csv", orders(east_online))
    for question, restated in (
            ("why did total drop in March?", "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28"),
            ("what caused the drop in total from February 2023 to March 2023?",
             "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28"),
            ("why did the average total fall in March 2023 compared to February 2023",
             "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28"),
            ("why did the number of rows change in March 2023?",
             "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28"),
            ("why did total drop in March compared to February?",
             "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28"),
            ("why did total drop in March from February 2023?",
             "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28"),
            ("why did total drop from February to March 2023?",
             "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28"),
            ("what may have caused the drop in total in March 2023?",
             "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28")):
        answer = place.run("ask", "--data", path, question, "--json").json
        equal(answer["status"], "success", answer)
        holds(answer["restatement"], restated, question)
    for question, asked in (("why did total fall?", "Which period"), ("why did total fall on 03/02/2023?", "Which day"),
                            ("why did sunshine drop in March 2023?", "Which figure"),
                            ("why did total differ between January, February and March 2023?", "Which period")):
        done = place.run("ask", "--data", path, question, "--json")
        equal((done.status, done.json["status"]), (3, "clarification_needed"), done)
        holds(done.json["content"], asked)
        holds(done.json["options"][0]["label"], "Why did total change")
    done = place.run("ask", "--data", path, "why did total drop in June 2031?", "--json")
    equal(done.json["error"]["error_code"], "INVALID_DATE_RANGE", done)


def test_two_months_without_a_year_are_asked_about_together(place):
    """req: metrics FR-006a"""
    days = [(year, month, day) for year in (2022, 2023) for month in (1, 2, 3, 12) for day in range(1, 29)]
    text = "day,region,total\n" + "".join(
        f"{y}-{m:02}-{d:02},{r},{10 if m == 3 else 20}\n" for y, m, d in days for r in ("East", "West"))
    path = place.write("orders.csv", text)
    for question, wanted in (("why did total drop in March vs February?", "March 2023 compared with February 2023"),
                             ("why did total drop from December to January?", "January 2023 compared with December 2022")):
        done = place.run("ask", "--data", path, question, "--json").json
        equal(done["status"], "clarification_needed", done)
        equal(done["options"][0]["label"], f"Why did total change in {wanted}?", done)
    answer = place.run("ask", "--data", path, "Why did total change in March 2023 compared with February 2023?", "--json").json
    holds(answer["restatement"], "2023-03-01 to 2023-03-31 against 2023-02-01 to 2023-02-28")


def overlapping(row):
    return (0.5 if row["product"] == "Mugs" else 1.0) * (0.6 if row["region"] == "East" else 1.0)


def test_a_part_that_is_less_than_its_segment_is_called_the_rest_of_it(place):
    """req: metrics FR-014"""
    path = place.write("orders.csv", orders(overlapping))
    done = place.run("investigate", "--data", path, "--metric", "sum(total)", *SPANS, "--json").json
    whole, rest = done["parts"]
    equal((whole["segment"], whole["is_rest"], rest["segment"], rest["is_rest"]),
          ("product = Mugs", False, "region = East", True), done["parts"])
    label, explained = "the rest of region = East", done["explanations"][1]
    holds(explained["title"], label)
    holds(explained["causal_story"], "Without the rest of 'region = East'")
    holds(explained["evidence"][0]["description"], "The rest of 'region = East' went from")
    for one in explained["evidence"]:
        equal(one["description"].startswith("Within"), False, one)
    holds(done["report"], f"| {label} |")
    holds(json.dumps(done["chart"]), label)
    equal([f["summary"] for f in done["findings"] if f["summary"].startswith("'region = East' went")], [])
    answer = place.run("ask", "--data", path, "why did total drop in March 2023?", "--json").json
    equal(answer["table"]["rows"][1][0], label)
    equal(answer["table"]["rows"][-1][2], "100%")
    holds(place.run("localize", path, "--metric", "sum(total)", *SPANS).out, f"{label} (")


def test_figures_of_one_report_have_the_same_number_of_decimals(place):
    path = place.write("orders.csv", orders(overlapping))
    report = place.run("investigate", "--data", path, "--metric", "sum(total)", *SPANS).out
    told = re.findall(r"from ([\d,.]+) to ([\d,.]+)", report)
    equal({len(figure.rstrip(".,").partition(".")[2]) for pair in told for figure in pair}, {2}, told)
    for metric in ("sum(total)", "avg(total)"):
        done = place.run("investigate", "--data", path, "--metric", metric, *SPANS, "--json")
        numbers = re.findall(r"\d+\.(\d+)", json.dumps(done.json["chart"]["data"]))
        equal(max(map(len, numbers)) <= 6, True, numbers)
        equal("-0.0%" in done.json["report"], False)


def test_of_a_rate_the_others_contribution_is_told_with_digits_that_count(place):
    path = place.write("orders.csv", orders(overlapping))
    done = place.run("investigate", "--data", path, "--metric", "sum(total) / 100000 / count(*)", *SPANS, "--json").json
    story = done["explanations"][0]["causal_story"]
    equal("Without" in story, False, story)
    others = float(re.search(r"all others contributed ([-+.\d]+)\.$", story)[1])
    first = done["explanations"][0]["evidence"][0]["contribution"]
    equal(abs(others - (done["total_change"] - first)) < 1e-3 * abs(done["total_change"]), True, story)


def test_what_did_not_change_has_no_cause(place):
    """req: metrics EC-004"""
    path = place.write("orders.csv", orders())
    for spans in (SPANS, ("--baseline", "2023-02", "--compare", "2023-02")):
        done = place.run("investigate", "--data", path, "--metric", "sum(total)", *spans, "--json").json
        equal((done["status"], done["explanations"], done["parts"]), ("no_findings", [], []))
        equal([h for h in done["hypotheses"] if h["status"] == "CONFIRMED"], [])
        holds(done["report"], "Nothing changed")
    answer = place.run("ask", "--data", path, "why did total drop in March 2023?", "--json").json
    equal((answer["status"], answer["content_type"]), ("success", "text"), answer)
    holds(answer["content"], "total did not change: it is 41,010.00 in both periods.")


def test_a_question_that_has_the_direction_wrong_is_set_right(place):
    path = place.write("orders.csv", orders(lambda row: 1.5 if row["region"] == "East" else 1.0))
    told = {q: place.run("ask", "--data", path, f"why did total {q} in March 2023?", "--json").json["content"]
            for q in ("drop", "rise", "change")}
    holds(told["drop"], "total did not fall but rose: it went from")
    equal("did not" in told["rise"] + told["change"], False, told)
    path = place.write("orders.csv", orders(east_online))
    holds(place.run("ask", "--data", path, "why did total rise in March 2023?", "--json").json["content"],
          "total did not rise but fell: it went from")


def test_people_and_the_metrics_own_columns_are_no_segments(place):
    """req: metrics SEC-001/thin"""
    people = [f"{first} {last}" for first in ("Hana", "Petr", "Eva") for last in ("Novak", "Maly", "Kral", "Cerny")]
    lines = orders(east_online).splitlines()
    text = "\n".join([lines[0] + ",name,phone,paid"] + [
        f"{line},{people[i % 12]},+420 60{i % 7} 111 222,{'yes' if i % 3 else 'no'}" for i, line in
        enumerate(lines[1:])]) + "\n"
    path = place.write("orders.csv", text)
    for metric in ("sum(total)", "count(CASE WHEN paid = 'yes' THEN 1 END)"):
        done = place.run("investigate", "--data", path, "--metric", metric, *SPANS, "--json").json
        named = {d for h in done["hypotheses"] for d in h["dimensions"]}
        equal(named & {"name", "phone"}, set(), metric)
        equal("paid" in named and "paid" in metric, False, metric)
        equal("Novak" in done["report"], False)
    products = place.write("sales.csv", "\n".join(["day,name,total"] + [
        f"2023-{month:02}-{day:02},{name},{10 if month == 3 and name == 'Tea' else 40}"
        for month in (2, 3) for day in range(1, 29) for name in ("Tea", "Coffee", "Mugs")]) + "\n")
    done = place.run("investigate", "--data", products, "--metric", "sum(total)", *SPANS, "--json").json
    equal(done["parts"][0]["segment"], "name = Tea", done["parts"])


def test_days_that_are_missing_are_told_as_they_are(place):
    text = "".join(line + "\n" for line in orders(east_online).splitlines() if "2023-03-09" not in line)
    report = place.run("investigate", "--data", place.write("orders.csv", text), "--metric", "sum(total)", *SPANS).out
    holds(report, "on 27 of 28 of the comparison. Neither period lacks clearly more days than the other.")
    equal("No period lacks days" in report, False)


def test_personal_columns_are_kept_from_outside_clients(place):
    """req: metrics SEC-001/thin"""
    lines = orders(east_online).splitlines()
    text = "\n".join([lines[0] + ",email"] + [f"{line},{'a' if i % 2 else 'b'}@example.com" for i, line in
                                              enumerate(lines[1:])]) + "\n"
    path = place.write("orders.csv", text)
    with StdioMcp(place, "--allow", str(place.folder)) as mcp:
        reply = mcp.request("tools/call", {"name": "metrics.investigate", "arguments": {"data": [path], **ARGS}})
    told = json.dumps(reply["result"])
    holds(told, "East")
    equal("example.com" in told, False)
    holds(told, "personal data")


def test_a_question_back_is_answered_by_its_number(place):
    path = place.write("orders.csv", orders(east_online))
    with Server(place, "--allow", str(place.folder)) as server:
        asked = server.ask("POST", "/api/ask", {"question": "why did total fall?", "data": [path]}).json
        equal(asked["status"], "clarification_needed", asked)
        answer = server.ask("POST", "/api/ask", {"question": "1", "conversation_id": asked["conversation_id"]}).json
        equal((answer["agent"], answer["status"]), ("metrics", "success"), answer)
        holds(answer["content"], "East")
        again = server.ask("POST", "/api/ask", {"question": "total by region",
                                                "conversation_id": asked["conversation_id"]}).json
        equal((again["agent"], again["status"]), ("metrics", "success"), again)


if __name__ == "__main__":
    main(globals())
