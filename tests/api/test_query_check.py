#!/usr/bin/env python3
"""query.check and query.schema: what is wrong with a query in the typed form, before it is run, and what the form is."""
import json

from harness import equal, holds, main, quick
from serving import error_of, shared

SALES = """order_id,customer,region,price,units,currency,amount
1,10,North,2.50,3,USD,7.50
2,10,South,1.00,4,EUR,4.00
3,11,South,2.00,5,EUR,10.00
4,12,North,3.00,1,USD,3.00
"""
CUSTOMERS = """customer,name,debt
10,Ann,100.00
11,Bob,50.00
12,Cid,70.00
"""


def column(name, **of):
    return {"column": name, **of}


def total(name, **of):
    return {"aggregate": "sum", "arg": column(name, **of)}


def over_sales(**query):
    return {"version": 1, "steps": [{"query": {"from": [{"table": "sales"}], **query}}]}


def customers_of_sales(measure):
    on = {"op": "=", "args": [column("customer", of="sales"), column("customer", of="customers")]}
    return {"version": 1, "steps": [{"query": {"from": [{"table": "sales"}, {"table": "customers", "on": on}],
                                               "select": [measure]}}]}


def data(place):
    return [place.write("sales.csv", SALES), place.write("customers.csv", CUSTOMERS)]


def check(place, query, **more):
    reply = shared(place).ask("POST", "/api/ops/query.check", {"data": data(place), "query": query, **more})
    equal(reply.status, 200, reply)
    return reply.json


def found(place, query, **more):
    return [(f["severity"], f["category"], f["place"], f.get("fix")) for f in check(place, query, **more)["findings"]]


def test_the_schema_is_the_same_at_every_door(place):
    done = place.run("query", "schema")
    equal(done.status, 0, done)
    schema = done.json
    equal(schema["title"], "A request")
    equal(shared(place).ask("GET", "/api/query/schema").json, schema)
    equal(shared(place).ask("POST", "/api/ops/query.schema", {}).json, schema)


def test_a_good_query_is_said_and_given_back_in_canonical_form(place):
    query = over_sales(group=[column("region")], select=[column("region"), total("units")])
    done = check(place, {"steps": query["steps"], "version": 1})
    equal((done["ok"], done["findings"]), (True, []))
    holds(done["restatement"], "units")
    equal(json.dumps(done["query"]), json.dumps(query))


def test_what_can_hardly_be_meant_is_an_error_of_a_reader_and_a_warning_to_a_person(place):
    def one(query, category, where, fix):
        equal(found(place, query), [("warning", category, where, fix)])
        done = check(place, query, author="reader")
        equal((done["ok"], done["findings"][0]["severity"]), (False, "error"))

    inside = "steps[0].query.select[0]"
    one(over_sales(select=[total("order_id")]), "meaning", inside, "Ask for the number of different ones instead.")
    one(over_sales(select=[total("amount")]), "meaning", inside, "Group by 'currency', or ask for one of its values.")
    one(over_sales(select=[total("units")], where=[{"op": "=", "args": [column("region"), {"value": "Noth"}]}]),
        "value", "steps[0].query.where[0].args[1]", 'Did you mean "North"?')
    one(customers_of_sales(total("debt", of="customers")), "grain", inside,
        "Where each row is to count once, keep those that exist in 'sales' in place of joining it.")


def test_what_cannot_be_worked_out_is_an_error_to_everybody(place):
    of = "steps[0].query.select[0]"
    equal([f[:3] for f in found(place, over_sales(select=[{"op": "+", "args": [column("region"), {"value": 1}]}]))],
          [("error", "type", of)])
    equal([f[:3] for f in found(place, over_sales(group=[column("region")], select=[column("units")]))],
          [("error", "shape", of)])


def test_a_measure_of_the_finer_rows_is_not_repeated(place):
    equal(found(place, customers_of_sales(total("units", of="sales"))), [])
    equal(found(place, customers_of_sales(total("units", of="sales")), profile=True), [])


def test_the_command_reads_a_file_and_its_exit_status_says_what_was_found(place):
    good = place.write("good.json", json.dumps(over_sales(select=[total("units")])))
    bad = place.write("bad.json", json.dumps(over_sales(select=[total("unit")])))
    done = place.run("query", "check", good, "--data", data(place)[0])
    equal((done.status, done.out.splitlines()[-1]), (0, "Nothing is wrong with it."), done)
    done = place.run("query", "check", bad, "--data", data(place)[0])
    equal((done.status, done.out), (1, "error at steps[0].query.select[0].arg: There is no column 'unit'. "
                                       "Did you mean 'units'?\n"), done)


def test_sql_that_ran_is_told_what_is_doubtful_in_it(place):
    sql = {"data": data(place), "query": "SELECT sum(price) FROM sales WHERE region = 'west' AND currency = 'USD'"}
    done = shared(place).ask("POST", "/api/ops/sql.run", sql).json
    equal([(f["severity"], f["category"]) for f in done["findings"]], [("warning", "value"), ("warning", "meaning")])
    equal("findings" in shared(place).ask("POST", "/api/ops/sql.run", {**sql, "restate": False}).json, False)
    sql["query"] = "SELECT sum(units) FROM sales"
    equal("findings" in shared(place).ask("POST", "/api/ops/sql.run", sql).json, False)


def nested(depth):
    inside = column("units")
    for _ in range(depth):
        inside = {"op": "negate", "args": [inside]}
    return over_sales(select=[inside])


def test_hostile_queries_are_refused_at_once_with_a_reason(place):
    def refused(query, part, **numbers):
        text = json.dumps({"data": data(place), "query": query})
        for name, number in numbers.items():
            text = text.replace(json.dumps(name), number)
        reply = quick(lambda: shared(place).ask("POST", "/api/ops/query.check", text.encode(),
                                                {"Content-Type": "application/json"}), 5)
        holds(error_of(reply, reply.status if reply.status >= 400 else 400)["message"], part)

    refused({"version": 2, "steps": []}, "version")
    refused({"version": 1}, "steps")
    refused(over_sales(select="units"), "select")
    refused(over_sales(limit=-1), "limit")
    refused(over_sales(limit=1e300), "limit")
    refused(over_sales(select=[{"op": "sum", "args": [column("units")]}]), "aggregate")
    refused(over_sales(select=[{"aggregate": "quantile", "arg": column("units"), "number": "most"}]), "number", most="1e999")
    refused(over_sales(select=[{"value": "most"}]), "JSON", most="NaN")
    refused(nested(33), "deep")
    refused(over_sales(select=[column("units")] * 5000), "too many parts")
    refused(over_sales(select=[column("a\0b")]), "zero")
    done = check(place, over_sales(select=[column("x" * 100000)]))
    equal((done["ok"], len(done["findings"][0]["message"]) < 1000), (False, True))


if __name__ == "__main__":
    main(globals())
