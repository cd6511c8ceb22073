"""metrics.localize: the segments behind a change, through the command line, HTTP and MCP."""
import concurrent.futures
import csv
import io
import itertools
import json
from decimal import Decimal

from doors import HttpMcp, Server, StdioMcp
from harness import equal, holds, main

REGIONS, CHANNELS, PRODUCTS = ("East", "West", "North", "South"), ("Online", "Shop", "Phone"), ("Tea", "Coffee", "Mugs")


def stray(n):
    """Per mille, from -10 to 10, the same in every run."""
    return (n * 7919) % 21 - 10


def forecast(factor, noise=True):
    """Combinations with what was expected and what came: factor(region, channel, product) times it, in cents."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["region", "channel", "product", "expected", "sold"])
    for n, (region, channel, product) in enumerate(itertools.product(REGIONS, CHANNELS, PRODUCTS)):
        cents = 100000 + 7311 * (n % 5) + 1213 * (n % 7)
        came = cents * factor(region, channel, product) * (1000 + (stray(n) if noise else 0)) // 1000
        rows.writerow([region, channel, product, f"{cents / 100:.2f}", f"{int(came) / 100:.2f}"])
    return out.getvalue()


def sales(factor, header="day,region,channel,amount,visits"):
    """January and February 2024, a row for each day, region and channel."""
    lines = [header]
    for month, days in ((1, 28), (2, 28)):
        for day in range(1, days + 1):
            for n, (region, channel) in enumerate(itertools.product(REGIONS, CHANNELS)):
                visits = 1000 + 37 * (n % 5) + (day * 11 + n) % 23
                rate = factor(region, channel) if month == 2 else 1
                lines.append(f"2024-{month:02}-{day:02},{region},{channel},"
                             f"{visits * 0.2 * rate * (1 + stray(day * 12 + n) / 1000):.2f},{visits}")
    return "\n".join(lines) + "\n"


MONTHS = ("--baseline", "2024-01-01..2024-01-28", "--compare", "2024-02-01..2024-02-28")


def localize(place, *args):
    done = place.run("localize", *args, "--json")
    equal(done.status, 0, done)
    return json.loads(done.out, parse_float=Decimal, parse_int=Decimal)


def sets(result):
    return [cause["attributes"] for cause in result["causes"]]


def adds_up(result):
    parts = sum((cause["contribution"] for cause in result["causes"]), result["residual"])
    equal(parts, result["total_change"], result)
    equal(result["actual_total"] - result["baseline_total"], result["total_change"], result)


def test_the_segment_that_fell_is_found_and_the_parts_add_up_exactly(place):
    """req: metrics FR-014, FR-018, SC-010/thin"""
    path = place.write("f.csv", forecast(lambda r, c, p: 0.5 if r == "East" and c == "Online" else 1))
    result = localize(place, path, "--baseline", "expected", "--actual", "sold")
    equal(sets(result), [{"region": "East", "channel": "Online"}], result)
    adds_up(result)
    cause = result["causes"][0]
    equal(cause["rows"], 3, cause)
    equal(cause["actual"] - cause["baseline"], cause["contribution"], cause)
    equal(result["dimensions"], ["region", "channel", "product"], result)
    equal(result["method"], "sum", result)


def test_several_causes_at_several_depths_are_found(place):
    def factor(region, channel, product):
        if region == "West":
            return 0.4
        return 2 if (channel, product) == ("Phone", "Mugs") else 1
    result = localize(place, place.write("f.csv", forecast(factor)), "--baseline", "expected", "--actual", "sold")
    equal(sets(result), [{"region": "West"}, {"channel": "Phone", "product": "Mugs"}], result)
    adds_up(result)
    one = localize(place, place.write("f.csv", forecast(factor)), "--baseline", "expected", "--actual", "sold",
                   "--max-causes", "1")
    equal(sets(one), [{"region": "West"}], one)
    adds_up(one)


def test_noise_alone_and_no_change_have_no_cause(place):
    """req: metrics FR-016/thin"""
    result = localize(place, place.write("f.csv", forecast(lambda r, c, p: 1)), "--baseline", "expected", "--actual",
                      "sold")
    equal(result["causes"], [], result)
    adds_up(result)
    holds(" ".join(result["notes"]), "No segment moved further", result)
    same = localize(place, place.write("g.csv", forecast(lambda r, c, p: 1)), "--baseline", "sold", "--actual", "sold")
    equal((same["causes"], same["total_change"]), ([], 0), same)
    holds(" ".join(same["notes"]), "did not change", same)


def test_a_rise_of_all_is_told_as_such(place):
    result = localize(place, place.write("f.csv", forecast(lambda r, c, p: 1.5)), "--baseline", "expected", "--actual",
                      "sold")
    equal(result["causes"], [], result)
    holds(" ".join(result["notes"]), "All segments moved alike", result)
    equal(result["residual"], result["total_change"], result)


def test_a_metric_is_compared_between_two_periods(place):
    """req: metrics FR-006a, FR-014"""
    path = place.write("sales.csv", sales(lambda r, c: 0.4 if r == "South" else 1))
    for metric in ("sum(amount)", "SELECT sum(amount) FROM sales", "select sum(amount) as total from sales s;"):
        result = localize(place, path, "--metric", metric, *MONTHS)
        equal(sets(result), [{"region": "South"}], result)
        adds_up(result)
        equal(result["causes"][0]["baseline_rows"], 84, result)
    some = localize(place, path, "--metric", "SELECT sum(amount) FROM sales WHERE channel = 'Shop'", *MONTHS)
    equal(some["causes"][0]["rows"], 28, some)
    adds_up(some)


def test_of_a_ratio_rates_and_shares_are_told_apart(place):
    path = place.write("sales.csv", sales(lambda r, c: 0.5 if c == "Phone" else 1))
    for metric in ("sum(amount) / sum(visits)", "sum(amount) / nullif(sum(visits), 0)"):
        result = localize(place, path, "--metric", metric, *MONTHS)
        equal((result["method"], sets(result)), ("ratio", [{"channel": "Phone"}]), result)
        adds_up(result)
        cause = result["causes"][0]
        equal(abs(cause["rate_effect"] + cause["mix_effect"] - cause["contribution"]) < Decimal("1e-9"), True, cause)
        equal(abs(cause["mix_effect"]) < abs(cause["rate_effect"]) / 100, True, cause)
    average = localize(place, path, "--metric", "avg(amount)", *MONTHS)
    equal((average["method"], sets(average)), ("ratio", [{"channel": "Phone"}]), average)
    count = localize(place, path, "--metric", "count(*)", *MONTHS)
    equal((count["causes"], count["total_change"]), ([], 0), count)


def test_a_table_that_belongs_to_the_metrics_lends_its_columns(place):
    """req: metrics FR-008, FR-009/thin"""
    shops = place.write("shops.csv", "shop_id,city,size\n" + "".join(
        f"{n},{city},{size}\n" for n, (city, size) in enumerate(itertools.product(("Bern", "Rome", "Oslo"),
                                                                                  ("small", "large")), 101)))
    lines = ["day,shop_id,total"]
    for month in (1, 2):
        for day in range(1, 29):
            for shop in range(101, 107):
                fell = 0.3 if month == 2 and shop in (103, 104) else 1
                lines.append(f"2024-{month:02}-{day:02},{shop},{(100 + shop % 5 + stray(day + shop) / 10) * fell:.2f}")
    result = localize(place, place.write("orders.csv", "\n".join(lines) + "\n"), shops, "--metric", "sum(total)",
                      *MONTHS)
    equal(sets(result), [{"city": "Rome"}], result)
    adds_up(result)


def test_periods_are_days_months_moments_or_numbers(place):
    path = place.write("sales.csv", sales(lambda r, c: 0.4 if r == "South" else 1))
    whole = localize(place, path, "--metric", "sum(amount)", "--baseline", "2024-01", "--compare", "2024-02")
    equal(sets(whole), [{"region": "South"}], whole)
    holds(" ".join(whole["notes"]), "differ in length", whole)
    minutes = ["at,line,errors,calls"]
    for minute in range(10):
        for line in (3, 5, 9):
            for kind in range(8):
                errors = 40 if minute == 9 and line == 5 else 4 + kind % 2
                minutes.append(f"{1700000000 + 60 * minute},{line},{errors},{100 + kind}")
    path = place.write("calls.csv", "\n".join(minutes) + "\n")
    for before, after in (("1700000000..1700000539", "1700000540"),
                          ("2023-11-14T22:13:20Z..2023-11-14T22:22:19Z", "2023-11-14T22:22:20Z..2023-11-14T22:22:20Z")):
        result = localize(place, path, "--metric", "sum(errors) / sum(calls)", "--baseline", before, "--compare", after)
        equal(sets(result), [{"line": 5}], result)
        equal(result["causes"][0]["rows"], 8, result)
        holds(" ".join(result["notes"]), "taken for codes", result)


def test_dimensions_can_be_named(place):
    path = place.write("f.csv", forecast(lambda r, c, p: 0.5 if r == "East" and c == "Online" else 1))
    args = (path, "--baseline", "expected", "--actual", "sold")
    one = localize(place, *args, "--dimensions", "region,product")
    equal(one["dimensions"], ["region", "product"], one)
    adds_up(one)
    two = localize(place, *args, "--dimensions", "channel", "--dimensions", "region")
    equal(two["dimensions"], ["channel", "region"], two)
    equal(sets(two), [{"channel": "Online", "region": "East"}], two)


def test_more_combinations_than_are_searched_leave_a_column_out(place):
    rows = "".join(f"{'ab'[n % 2]},{n % 700},{n % 601},100,{50 if n % 2 else 100}\n" for n in range(250000))
    path = place.write("wide.csv", "half,one,two,expected,came\n" + rows)
    done = place.run("localize", path, "--baseline", "expected", "--actual", "came", "--dimensions", "half,one,two",
                     "--json", timeout=90)
    equal(done.status, 0, done)
    equal(done.json["dimensions"], ["half", "two"], done)
    equal(sets(done.json), [{"half": "b"}], done)
    holds(" ".join(done.json["notes"]), "one was left out", done)


def test_it_is_shown_as_text(place):
    path = place.write("f.csv", forecast(lambda r, c, p: 0.5 if r == "East" else 1))
    done = place.run("localize", path, "--baseline", "expected", "--actual", "sold")
    equal(done.status, 0, done)
    holds(done.out, "region = East", done)
    holds(done.out, "everything else", done)


def test_all_doors_give_the_same(place):
    path = place.write("f.csv", forecast(lambda r, c, p: 0.5 if r == "East" and c == "Online" else 1))
    args = {"data": [path], "baseline": "expected", "actual": "sold"}
    wanted = place.run("localize", path, "--baseline", "expected", "--actual", "sold", "--json").json
    allow = ("--allow", str(place.folder))
    call = {"name": "metrics.localize", "arguments": args}
    with Server(place, *allow) as server:
        equal(server.ask("POST", "/api/ops/metrics.localize", args).json, wanted)
        with HttpMcp(server) as client:
            equal(client.request("tools/call", call)["result"]["structuredContent"], wanted)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for reply in pool.map(lambda _: server.ask("POST", "/api/ops/metrics.localize", args), range(16)):
                equal(reply.json, wanted)
    with StdioMcp(place, *allow) as client:
        equal(client.request("tools/call", call)["result"]["structuredContent"], wanted)


def test_periods_can_be_objects_as_the_seed_has_them(place):
    path = place.write("sales.csv", sales(lambda r, c: 0.4 if r == "South" else 1))
    args = {"data": [path], "metric_sql": "sum(amount)", "baseline": {"start": "2024-01-01", "end": "2024-01-28"},
            "compare": {"start": "2024-02-01", "end": "2024-02-28"}}
    with Server(place, "--allow", str(place.folder)) as server:
        reply = server.ask("POST", "/api/ops/metrics.localize", args)
        equal(sets(reply.json), [{"region": "South"}], reply)
        for wrong in ({"start": "2024-01-28", "end": "2024-01-01"}, {"start": "2024-01-01"}, {"start": 1, "end": 2}, 7,
                      [], "2024-02-30..2024-03-01", "yesterday", "", "..", "2024-01..2024-01..2024-02"):
            reply = server.ask("POST", "/api/ops/metrics.localize", args | {"baseline": wrong})
            equal((reply.status, reply.json["error"]["error_code"]), (400, "INVALID_DATE_RANGE"), (wrong, reply))


def test_what_cannot_be_answered_is_refused(place):
    """req: metrics FR-004b, SC-007/thin"""
    path = place.write("sales.csv", sales(lambda r, c: 1))
    other = place.write("more.csv", sales(lambda r, c: 1))
    metric = {"data": [path], "metric": "sum(amount)", "baseline": "2024-01", "compare": "2024-02"}
    cases = [
        ({"data": [path]}, "METRIC_SQL_REQUIRED"),
        ({"data": [path], "baseline": "2024-01", "compare": "2024-02"}, "METRIC_SQL_REQUIRED"),
        (metric | {"metric": None}, "METRIC_SQL_REQUIRED"),
        ({"data": [path], "metric": "sum(amount)", "baseline": "2024-01"}, "INVALID_DATE_RANGE"),
        (metric | {"compare": "2024-03-01..2024-02-01"}, "INVALID_DATE_RANGE"),
        (metric | {"compare": "2030"}, "DATA_EMPTY"),
        (metric | {"baseline": "1999"}, "DATA_EMPTY"),
        (metric | {"metric": "sum(amuont)"}, "COLUMN_NOT_FOUND"),
        (metric | {"metric": "median(amount)"}, "INVALID_QUERY"),
        (metric | {"metric": "count(DISTINCT region)"}, "INVALID_QUERY"),
        (metric | {"metric": "sum(amount); DROP TABLE sales"}, "INVALID_QUERY"),
        (metric | {"metric": "sum(region)"}, None),
        (metric | {"metric": "x" * 3000}, "INVALID_INPUT"),
        (metric | {"time": "region"}, "TYPE_MISMATCH"),
        (metric | {"time": "dya"}, "COLUMN_NOT_FOUND"),
        (metric | {"dimensions": ["regoin"]}, "COLUMN_NOT_FOUND"),
        (metric | {"dimensions": "region"}, "INVALID_INPUT"),
        (metric | {"max_causes": 0}, "INVALID_INPUT"),
        (metric | {"max_causes": 11}, "INVALID_INPUT"),
        (metric | {"actual": "amount"}, "INVALID_INPUT"),
        ({"data": [path], "baseline": "amount", "actual": "vsits"}, "COLUMN_NOT_FOUND"),
        ({"data": [path], "baseline": "region", "actual": "visits"}, "TYPE_MISMATCH"),
        ({"data": [path], "baseline": {"start": "2024-01-01", "end": "2024-01-02"}, "actual": "visits"},
         "INVALID_INPUT"),
        ({"data": [path, other], "baseline": "amount", "actual": "visits"}, "CLARIFICATION_NEEDED"),
        ({"data": []} , "INVALID_INPUT"),
    ]
    with Server(place, "--allow", str(place.folder)) as server:
        for args, code in cases:
            reply = server.ask("POST", "/api/ops/metrics.localize", args)
            equal(reply.status >= 400 and reply.status < 500, True, (args, reply))
            if code:
                equal(reply.json["error"]["error_code"], code, (args, reply))


def test_a_personal_column_is_not_split_by_for_a_program(place):
    rows = "".join(f"person{n % 9}@example.org,{'ab'[n % 2]},100,{50 if n % 2 else 100}\n" for n in range(90))
    path = place.write("f.csv", "email,side,expected,came\n" + rows)
    args = {"data": [path], "baseline": "expected", "actual": "came"}
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        reply = client.request("tools/call", {"name": "metrics.localize", "arguments": args})
        equal(reply["result"]["structuredContent"]["dimensions"], ["side"], reply)
        reply = client.request("tools/call", {"name": "metrics.localize", "arguments": args | {"dimensions": ["email"]}})
        equal(reply["result"]["isError"], True, reply)
        equal("person1" in json.dumps(reply), False, reply)


main(globals())
