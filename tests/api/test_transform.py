#!/usr/bin/env python3
"""df.transform: rows filtered, grouped, joined, calculated, sorted and chosen, as SQL of checked names and bound values."""
import json

from doors import Server, StdioMcp
from harness import equal, holds, main, quick
from serving import error_of, shared

SALES = """order date,region,product,units,unit price,email
2024-01-05,North,Widget,10,2.50,a@example.org
2024-01-20,South,Widget,4,2.50,b@example.org
2024-02-03,North,Gadget,7,9.00,c@example.org
2024-02-28,East,Widget,1,2.50,d@example.org
2024-03-15,South,Gadget,3,9.00,e@example.org
"""
REGIONS = "region,manager,units\nNorth,Ann,1\nSouth,Bob,2\n"
TIMES = "at,v\n2024-01-31 08:30:00,1\n2024-01-31 23:30:00,2\n2024-02-01 00:30:00,4\n"


def transform(place, expect=0, **args):
    args.setdefault("data", [place.write("sales.csv", SALES)])
    reply = shared(place).ask("POST", "/api/ops/df.transform", args)
    if expect == 0:
        equal(reply.status, 200, reply)
        return reply.json
    return error_of(reply, reply.status if reply.status >= 400 else 400)


def at_the_command_line(place, expect=0, **args):
    args.setdefault("data", [place.write("sales.csv", SALES)])
    done = place.run("op", "run", "df.transform", json.dumps(args))
    equal(done.status, expect, done)
    return done.json


def rows(place, **args):
    return transform(place, **args)["rows"]


def test_each_operation_does_what_it_says(place):
    """req: analyst FR-003, FR-025, FR-026/thin"""
    equal(rows(place, operation="filter", where=[{"column": "units", "op": ">", "value": 5}],
               columns=["product", "units"]), [["Widget", 10], ["Gadget", 7]])
    equal(rows(place, operation="aggregate", columns=["units"], aggregation="sum", group_by=["region"]),
          [["East", 1], ["North", 17], ["South", 7]])
    equal(rows(place, operation="transform", columns=["product"], limit=2,
               expressions=[{"expression": "units * unit price", "as": "revenue"}]), [["Widget", 25.0], ["Widget", 10.0]])
    equal(rows(place, operation="sort", columns=["units"], order=[{"column": "units", "direction": "desc"}], limit=2),
          [[10], [7]])
    equal(rows(place, operation="select", columns=["product"], distinct=True, order=[{"column": "product"}]),
          [["Gadget"], ["Widget"]])
    data = [place.write("sales.csv", SALES), place.write("regions.csv", REGIONS)]
    equal(rows(place, data=data, table="sales", operation="join", on=["region"], columns=["product", "manager"],
               **{"with": "regions"}),
          [["Widget", "Ann"], ["Widget", "Bob"], ["Gadget", "Ann"], ["Gadget", "Bob"]])


def test_the_result_is_that_of_sql_run_and_the_sql(place):
    done = transform(place, operation="aggregate", aggregation="count")
    equal(set(done), {"columns", "rows", "row_count", "truncated", "sql"})
    equal((done["columns"], done["rows"], done["row_count"], done["truncated"]),
          ([{"name": "count", "type": "integer"}], [[5]], 1, False))
    holds(done["sql"], 'count(*) AS "count" FROM "sales"')


def test_every_aggregation_has_its_figure(place):
    wanted = {"sum": 25, "mean": 5.0, "avg": 5.0, "average": 5.0, "median": 4.0, "min": 1, "max": 10, "count": 5,
              "distinct": 5}
    for name, value in wanted.items():
        done = transform(place, operation="aggregate", columns=["units"], aggregation=name)
        equal((done["columns"][0]["name"], done["rows"]), (f"{name}_units", [[value]]), name)
    equal(round(rows(place, operation="aggregate", columns=["units"], aggregation="std")[0][0], 6), 3.535534)


def test_every_comparison_leaves_the_rows_it_should(place):
    wanted = [("=", "North", [10, 7]), ("!=", "North", [4, 1, 3]), ("in", ["East", "South"], [4, 1, 3]),
              ("not_in", ["East", "South"], [10, 7]), ("contains", "OUT", [4, 3]), ("starts_with", "e", [1]),
              ("ends_with", "TH", [10, 4, 7, 3]), ("not_null", None, [10, 4, 7, 1, 3]), ("is_null", None, [])]
    for op, value, units in wanted:
        where = [{"column": "region", "op": op, **({} if value is None else {"value": value})}]
        equal([r[0] for r in rows(place, operation="filter", where=where, columns=["units"])], units, op)
    for op, value, units in [("<", 4, [1, 3]), ("<=", 4, [4, 1, 3]), (">", 4, [10, 7]), (">=", 4, [10, 4, 7]),
                             ("between", [3, 7], [4, 7, 3])]:
        where = [{"column": "units", "op": op, "value": value}]
        equal([r[0] for r in rows(place, operation="filter", where=where, columns=["units"])], units, op)


def test_dates_are_compared_as_dates_and_a_day_is_the_whole_day(place):
    equal(rows(place, operation="filter", columns=["units"],
               where=[{"column": "order date", "op": "between", "value": ["2024-01-20", "2024-02-28"]}]), [[4], [7], [1]])
    equal(rows(place, operation="filter", columns=["units"],
               where=[{"column": "month(order date)", "op": "=", "value": "2024-02"}]), [[7], [1]])
    times = [place.write("times.csv", TIMES)]
    equal(rows(place, data=times, operation="filter", columns=["v"],
               where=[{"column": "at", "op": "<=", "value": "2024-01-31"}]), [[1], [2]])
    equal(rows(place, data=times, operation="filter", columns=["v"],
               where=[{"column": "at", "op": "<=", "value": "2024-01-31 12:00:00"}]), [[1]])
    for ends, left in ((["2024-01-31", "2024-01-31 12:00:00"], [[1]]), (["2024-01-31 12:00:00", "2024-01-31"], [[2]])):
        equal(rows(place, data=times, operation="filter", columns=["v"],
                   where=[{"column": "at", "op": "between", "value": ends}]), left, ends)


def test_a_null_among_the_values_is_refused(place):
    for op, value in (("not_in", ["North", None]), ("in", [None]), ("between", [None, 3]), ("=", None)):
        error = transform(place, expect=1, operation="filter", where=[{"column": "region", "op": op, "value": value}])
        equal(error["error_code"], "INVALID_INPUT", (op, error))


def test_growth_from_a_loss_has_the_sign_of_the_change(place):
    data = [place.write("profit.csv", "day,profit\n2024-01-01,-10\n2024-01-02,5\n2024-01-03,-5\n")]
    equal(rows(place, data=data, operation="transform", columns=["profit"], order=[{"column": "day"}],
               expressions=[{"expression": "growth(profit)"}]), [[-10, None], [5, 1.5], [-5, -2.0]])


def test_every_function_of_the_list_works(place):
    wanted = {"year(order date)": 2024, "quarter(order date)": "2024-Q1", "month(order date)": "2024-01",
              "week(order date)": "2024-W01", "day(order date)": "2024-01-05", "date(order date)": "2024-01-05",
              "weekday(order date)": "Friday", "round(unit price / 3, 2)": 0.83, "round(unit price)": 3.0,
              "abs(0 - units)": 10, "floor(unit price)": 2.0, "ceil(unit price)": 3.0, "lower(region)": "north",
              "upper(region)": "NORTH", "trim(region)": "North", "length(region)": 5, "text(units)": "10",
              "number(units)": 10.0, "number_or_null(region)": None, "share(units)": 0.4, "rank(units)": 1,
              "units + unit price": 12.5, "units - unit price": 7.5, "units * unit price": 25.0, "units / unit price": 4.0,
              "units - 1 - 2": 7, "units * (1 + 1)": 20, "(units)": 10}
    for expression, value in wanted.items():
        done = rows(place, operation="transform", columns=["units"], expressions=[{"expression": expression}],
                    order=[{"column": "order date"}], limit=1)
        equal(done, [[10, value]], expression)
    times = [place.write("times.csv", TIMES)]
    equal(rows(place, data=times, operation="transform", columns=["v"], expressions=[{"expression": "hour(at)"}]),
          [[1, 8], [2, 23], [4, 0]])
    done = rows(place, operation="transform", columns=["units"], order=[{"column": "order date"}],
                expressions=[{"expression": f"{f}(units)"} for f in ("change", "growth", "running")])
    equal(done, [[10, None, None, 10], [4, -6, -0.6, 14], [7, 3, 0.75, 21], [1, -6, -0.8571428571428571, 22],
                 [3, 2, 2.0, 25]])


def test_a_division_by_zero_is_an_empty_value(place):
    data = [place.write("n.csv", "a,b\n1,0\n4,2\n")]
    equal(rows(place, data=data, operation="transform", columns=["a"], expressions=[{"expression": "a / b"}]),
          [[1, None], [4, 2.0]])


def test_a_columns_name_may_look_like_a_term(place):
    data = [place.write("odd.csv", 'a-b,month(x),a,b,"say ""hi""; drop"\n9,7,5,3,1\n')]
    equal(rows(place, data=data, operation="select", columns=["a-b", "month(x)", 'say "hi"; drop', "a - b"]),
          [[9, 7, 1, 2]])
    equal(rows(place, data=data, operation="transform", columns=["a"], expressions=[{"expression": "a-b / b"}]),
          [[5, 3.0]])


def test_a_column_may_be_called_like_a_function(place):
    data = [place.write("odd.csv", "date,month,round\n2024-03-05,3,2.345\n")]
    equal(rows(place, data=data, operation="select", columns=["date", "month(date)", "month", "round(round, 1)", "round * month"]),
          [["2024-03-05", "2024-03", 3, 2.3, 7.035]])


def test_a_term_that_doubles_itself_is_bounded(place):
    for name in ("share", "quarter"):
        text = f"{name}(" * 12 + "units" + ")" * 12
        error = transform(place, 1, operation="transform", expressions=[{"expression": text}] * 32)
        holds(("TOO_LARGE", "TYPE_MISMATCH", "SQL_SYNTAX", "MISSING_COLUMN"), error["error_code"], error)
    deep = "(" * 500 + "units" + ")" * 500
    equal(transform(place, 1, operation="select", columns=[deep])["error_code"], "MISSING_COLUMN")


def test_months_are_grouped_and_sorted_and_the_best_come_first(place):
    equal(rows(place, operation="aggregate", columns=["units"], aggregation="sum", group_by=["month(order date)"]),
          [["2024-01", 14], ["2024-02", 8], ["2024-03", 3]])
    equal(rows(place, operation="aggregate", columns=["units"], aggregation="sum", group_by=["region"], limit=2,
               order=[{"column": "sum_units", "direction": "desc"}]), [["North", 17], ["South", 7]])


def test_the_rows_of_a_query_are_worked_on(place):
    """What one step gave is the next one's input."""
    query = 'SELECT region, sum(units) AS units FROM sales WHERE units > ? GROUP BY region -- of each'
    equal(rows(place, query=query, params=[1], operation="sort", order=[{"column": "units"}]),
          [["South", 7], ["North", 17]])
    equal(rows(place, query=query, params=[1], operation="filter", where=[{"column": "units", "op": ">", "value": 7}]),
          [["North", 17]])


def test_a_join_gives_both_tables_and_names_what_both_have(place):
    """req: analyst FR-014/thin"""
    data = [place.write("sales.csv", SALES), place.write("regions.csv", REGIONS)]
    done = transform(place, data=data, table="sales", operation="join", on=["region"], limit=1, **{"with": "regions"})
    equal([c["name"] for c in done["columns"]],
          ["order date", "region", "product", "units", "unit price", "manager", "regions units"])
    equal([c["column"] for c in done["left_out"]], ["email"])
    done = rows(place, data=data, table="sales", operation="join", on=["region = region"], join_type="left",
                columns=["region", "manager"], where=[{"column": "manager", "op": "is_null"}], **{"with": "regions"})
    equal(done, [["East", None]])
    done = rows(place, data=data, table="sales", operation="aggregate", columns=["unit price"], aggregation="max",
                group_by=["manager"], on=["region"], **{"with": "regions"})
    equal(done, [["Ann", 9.0], ["Bob", 9.0]])


def test_the_table_is_found_by_its_columns_or_asked_for(place):
    data = [place.write("sales.csv", SALES), place.write("regions.csv", REGIONS)]
    equal(rows(place, data=data, operation="select", columns=["manager"]), [["Ann"], ["Bob"]])
    error = at_the_command_line(place, 2, data=data, operation="select", columns=["region"])["error"]
    equal(error["error_code"], "INVALID_INPUT")
    holds(error["suggested_action"], "table")


def test_errors_have_the_seeds_categories(place):
    """req: analyst FR-029/thin"""
    for code, args in [("MISSING_COLUMN", {"operation": "select", "columns": ["regoin"]}),
                       ("MISSING_COLUMN", {"operation": "aggregate", "columns": ["unitz"], "aggregation": "sum"}),
                       ("MISSING_COLUMN", {"operation": "select", "columns": ["units"], "table": "salse"}),
                       ("MISSING_COLUMN", {"operation": "filter", "where": [{"column": "nix", "op": "is_null"}]}),
                       ("TYPE_MISMATCH", {"operation": "aggregate", "columns": ["region"], "aggregation": "sum"}),
                       ("TYPE_MISMATCH", {"operation": "transform", "expressions": [{"expression": "number(region)"}]}),
                       ("TYPE_MISMATCH", {"operation": "filter", "columns": ["units"], "where": [
                           {"column": "order date", "op": ">", "value": "soon"}]}),
                       ("SQL_SYNTAX", {"operation": "sort", "query": "SELEC 1", "order": [{"column": "x"}]})]:
        error = transform(place, 1, **args)
        equal(error["error_code"], code, (args, error))
        equal(at_the_command_line(place, 1, **args)["error"]["error_code"], code, args)
    holds(transform(place, 1, operation="select", columns=["regoin"])["message"], "region")


def test_a_query_that_takes_too_long_is_resource_exhausted(place):
    """req: analyst FR-023/thin"""
    data = [place.write("n.csv", "n\n" + "\n".join(map(str, range(20000))) + "\n")]
    error = transform(place, 1, data=data, timeout=1, operation="aggregate", aggregation="count",
                      query="SELECT a.n FROM n a, n b, n c WHERE sqrt(a.n + b.n) <> c.n")
    equal(error["error_code"], "QUERY_TIMEOUT", error)


def test_rows_are_cut_at_the_limit_and_it_is_said(place):
    """req: analyst FR-022/thin"""
    done = transform(place, operation="select", columns=["units"], row_limit=2)
    equal((done["rows"], done["truncated"]), ([[10], [4]], True))


def test_personal_data_is_refused_by_name_and_left_out_of_stars(place):
    """req: analyst FR-019/thin, FR-020/thin"""
    equal(transform(place, 1, operation="select", columns=["email"])["error_code"], "POLICY_VIOLATION")
    equal(transform(place, 1, operation="select", columns=["lower(email)"])["error_code"], "POLICY_VIOLATION")
    equal(transform(place, 1, operation="sort", order=[{"column": "email"}])["error_code"], "POLICY_VIOLATION")
    done = transform(place, operation="sort", order=[{"column": "units"}])
    equal("email" in [c["name"] for c in done["columns"]], False)
    equal(transform(place, operation="select", columns=["email"], blocked_patterns=[])["row_count"], 5)
    equal(transform(place, 1, operation="select", columns=["region"], blocked_patterns=["region"])["error_code"],
          "POLICY_VIOLATION")
    equal(transform(place, 1, operation="select", columns=["region"], allowed_columns=["units"])["error_code"],
          "POLICY_VIOLATION")


def test_what_is_wrong_is_refused_before_anything_runs(place):
    """req: analyst FR-028/thin"""
    wrong = [{}, {"operation": "explode"}, {"operation": "select"}, {"operation": "filter"}, {"operation": "sort"},
             {"operation": "aggregate"}, {"operation": "aggregate", "aggregation": "sum"},
             {"operation": "aggregate", "aggregation": "product", "columns": ["units"]}, {"operation": "transform"},
             {"operation": "join", "on": ["region"]}, {"operation": "join", "with": "regions"},
             {"operation": "select", "columns": "units"}, {"operation": "select", "columns": [""]},
             {"operation": "select", "columns": ["units"] * 257},
             {"operation": "select", "columns": ["units"], "limit": 0},
             {"operation": "select", "columns": ["units"], "row_limit": 200001},
             {"operation": "select", "columns": ["units"], "timeout": 181},
             {"operation": "select", "columns": ["units"], "data": []},
             {"operation": "select", "columns": ["units"], "eval": "1"},
             {"operation": "select", "columns": ["units"], "table": "sales", "query": "SELECT 1"},
             {"operation": "join", "query": "SELECT 1", "with": "sales", "on": ["units"]},
             {"operation": "transform", "expressions": [{"expression": "change(units)"}]},
             {"operation": "transform", "expressions": [{}]},
             {"operation": "filter", "where": [{"column": "units", "op": "like", "value": 1}]},
             {"operation": "filter", "where": [{"column": "units", "op": "in", "value": 1}]},
             {"operation": "filter", "where": [{"column": "units", "op": "in", "value": []}]},
             {"operation": "filter", "where": [{"column": "units", "op": "between", "value": [1]}]},
             {"operation": "filter", "where": [{"column": "units", "op": "="}]},
             {"operation": "filter", "where": [{"column": "units", "op": "contains", "value": 1}]},
             {"operation": "filter", "where": [{"column": "units", "op": "=", "value": 1}] * 33},
             {"operation": "sort", "order": [{"column": "units", "direction": "up"}]}]
    for args in wrong:
        equal(transform(place, 1, **args)["error_code"], "INVALID_INPUT", args)


def test_words_cannot_become_code(place):
    """req: analyst FR-018, NFR-001/thin, SEC-001, FR-016"""
    evil = ["units; DROP TABLE sales", 'units" FROM sales --', "read_text(region)", "units) FROM sales; SELECT (1",
            "system('id')", "getenv(region)", "(SELECT max(units) FROM sales)"]
    for text in evil:
        error = transform(place, 1, operation="select", columns=[text])
        equal(error["error_code"], "MISSING_COLUMN", text)
        equal(rows(place, operation="filter", columns=["units"],
                   where=[{"column": "region", "op": "=", "value": text}]), [], text)
    for query in ["DROP TABLE sales", "SELECT 1) AS a; DELETE FROM sales; SELECT * FROM (SELECT 1",
                  "SELECT * FROM read_csv('/etc/passwd')"]:
        error = transform(place, 1, query=query, operation="aggregate", aggregation="count")
        holds(("POLICY_VIOLATION", "SQL_SYNTAX", "INVALID_QUERY"), error["error_code"], (query, error))


def test_two_hundred_thousand_rows_are_summed_up_in_time(place):
    """req: analyst NFR-005/thin, SC-002/thin"""
    lines = [f"2024-{i % 12 + 1:02d}-{i % 28 + 1:02d},{'NSEW'[i % 4]},{i % 97}" for i in range(200000)]
    data = [place.write("big.csv", "day,region,units\n" + "\n".join(lines) + "\n")]
    done = quick(lambda: rows(place, data=data, operation="aggregate", columns=["units"], aggregation="sum",
                              group_by=["month(day)"]), 3)
    equal((len(done), sum(r[1] for r in done)), (12, sum(i % 97 for i in range(200000))))


def test_the_same_rows_give_the_same_bytes(place):
    args = {"operation": "aggregate", "columns": ["unit price"], "aggregation": "mean", "group_by": ["region"]}
    equal(transform(place, **args), transform(place, **args))


def test_it_is_a_tool_for_outside_clients_under_the_default_patterns(place):
    """req: analyst FR-027/thin"""
    path = place.write("sales.csv", SALES)
    args = {"data": [path], "operation": "aggregate", "columns": ["units"], "aggregation": "sum", "group_by": ["region"]}
    wanted = at_the_command_line(place, **args)
    with StdioMcp(place, "--allow", str(place.folder)) as mcp:
        tools = mcp.request("tools/list", {})["result"]["tools"]
        tool = next(t for t in tools if t["name"] == "df.transform")
        equal(tool["annotations"]["readOnlyHint"], True)
        result = mcp.request("tools/call", {"name": "df.transform", "arguments": args})["result"]
        equal(result["structuredContent"], wanted)
        mail = {"data": [path], "operation": "select", "columns": ["email"], "blocked_patterns": []}
        equal(mcp.request("tools/call", {"name": "df.transform", "arguments": mail})["result"]["isError"], True)
    with Server(place, "--allow", str(place.folder)) as server:
        equal(server.ask("POST", "/api/ops/df.transform", args).json, wanted)
        error_of(server.ask("POST", "/api/ops/df.transform", {**args, "operation": "explode"}), 400, "INVALID_INPUT")
        error_of(server.ask("POST", "/api/ops/df.transform", {**args, "columns": ["regoin"]}), 400, "MISSING_COLUMN")
        error_of(server.ask("POST", "/api/ops/df.transform", {**args, "data": ["/etc/passwd"]}), 403)


if __name__ == "__main__":
    main(globals())
