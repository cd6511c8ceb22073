"""What SQL may do, through the real binary: hundreds of hostile queries and a thousand harmless ones.

They go over one `assay mcp`, as an outside client sends them, one after the other; so the entries in the audit log stand
in the order of the queries and each can be held against its own.
"""
import json

import sandbox_queries
from doors import StdioMcp
from harness import equal, holds, main


def ask(client, data, query, **more):
    answer = client.request("tools/call", {"name": "sql.run", "arguments": {"data": data, "query": query, **more}})
    return answer["result"]


def error_of(result):
    """An error comes as texts: what happened, and the object."""
    return json.loads(result["content"][1]["text"])["error"]


def log(place):
    """The log's entries, by request, in order."""
    requests = {}
    with open(place.home / "logs" / "data_agent_runs.jsonl") as lines:
        for line in lines:
            entry = json.loads(line)
            requests.setdefault(entry["request_id"], []).append(entry)
    return list(requests.values())


def decisions(entries):
    return [e["event_data"] for e in entries if e["event_type"] == "policy_decision"]


def put_tables(place):
    return [place.write(name, text) for name, text in sandbox_queries.TABLES.items()]


def check_hostile(query, what, result, entries):
    text = json.dumps(result)
    for secret in sandbox_queries.SECRETS:
        if secret in text.replace(query, ""):
            raise AssertionError(f"{query!r} gave {secret!r}: {text[:500]}")
    made = decisions(entries)
    if what == "whole":
        equal(result.get("isError", False), False, (query, text[:500]))
        left = result["structuredContent"]["left_out"]
        equal(sorted({c["column"] for c in left if c["table"] == "people"}), sorted(sandbox_queries.BLOCKED), query)
        equal({d["decision"] for d in made}, {"leave_out"}, (query, made))
    else:
        equal(result.get("isError"), True, (query, text[:500]))
        error = error_of(result)
        equal(error["error_code"], "POLICY_VIOLATION", (query, error))
        equal([d["decision"] for d in made], ["deny"], (query, made))
        columns = what == "column"
        equal(made[0]["rule"] == "blocked_patterns", columns, (query, made))
        if columns:
            holds(error["message"], "may not be read: ", query)
    for d in made:
        equal(d["tool_name"], "sql.run")
        if not d["rule"] or not d["reason"]:
            raise AssertionError(f"{query!r}: no reason in {d}")


def test_hostile_queries_are_refused_or_answered_without_the_blocked_columns(place):
    data = put_tables(place)
    queries = sandbox_queries.hostile()
    assert len({q for q, _ in queries}) >= 300, len(queries)
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        results = [ask(client, data, query) for query, _ in queries]
    requests = [r for r in log(place) if any(e["event_data"].get("tool_name") == "sql.run" for e in r)]
    equal(len(requests), len(queries))
    wrong = []
    for (query, what), result, entries in zip(queries, results, requests):
        try:
            check_hostile(query, what, result, entries)
        except (AssertionError, KeyError, IndexError) as e:
            wrong.append(f"{query!r} ({what}): {e!r}")
    if wrong:
        raise AssertionError(f"{len(wrong)} of {len(queries)}:\n" + "\n".join(wrong[:40]))


def test_harmless_queries_are_all_answered(place):
    data = put_tables(place)
    queries = sandbox_queries.harmless()
    assert len(set(queries)) >= 1000, len(set(queries))
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        results = [(query, ask(client, data, query, row_limit=100)) for query in queries]
    wrong = [f"{query!r}: {json.dumps(r)[:300]}" for query, r in results if r.get("isError")]
    if wrong:
        raise AssertionError(f"{len(wrong)} of {len(queries)}:\n" + "\n".join(wrong[:40]))
    equal(sum(len(decisions(entries)) for entries in log(place)), 0)


def test_a_persons_own_question_is_not_bound_by_the_default_patterns(place):
    data = put_tables(place)[0]
    arguments = json.dumps({"data": [data], "query": "SELECT email FROM people WHERE id = 1"})
    done = place.run("op", "run", "sql.run", arguments, "--json")
    equal(done.json["error"]["error_code"], "POLICY_VIOLATION", done)  # sql.run is for programs, whoever calls it
    done = place.run("ask", "--data", data, "--json", "count of email by region")
    equal(done.json["status"], "success", done)
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        answer = client.request("tools/call", {"name": "ask", "arguments": {"data": [data], "question":
                                                                            "count of email by region"}})
        if "secret" in json.dumps(answer):
            raise AssertionError(answer)
        equal(answer["result"]["structuredContent"]["status"] != "success", True, answer)


def test_a_person_may_set_another_policy_and_a_client_only_a_stricter_one(place):
    data = put_tables(place)[0]

    def person(**policy):
        arguments = {"data": [data], "query": "SELECT email, units FROM people WHERE id = 1", **policy}
        return place.run("op", "run", "sql.run", json.dumps(arguments), "--json").json

    equal(person(blocked_patterns=[])["rows"], [["ann@secret.example", 10]])
    equal(person(blocked_patterns=["ssn"])["rows"], [["ann@secret.example", 10]])
    holds(person(blocked_patterns=["unit"])["error"]["message"], "'units' may not be read")
    holds(person(blocked_patterns=[], allowed_columns=["EMAIL", "ID"])["error"]["message"], "'units' may not be read")
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        refused = ask(client, [data], "SELECT email FROM people", blocked_patterns=[])
        equal(error_of(refused)["error_code"], "POLICY_VIOLATION", refused)
        refused = ask(client, [data], "SELECT email FROM people", allowed_columns=["email"])
        equal(error_of(refused)["error_code"], "POLICY_VIOLATION", refused)
        refused = ask(client, [data], "SELECT units FROM people", blocked_patterns=["unit"])
        equal(error_of(refused)["error_code"], "POLICY_VIOLATION", refused)
        given = ask(client, [data], "SELECT * FROM people", allowed_columns=["id", "Name"])
        equal([c["name"] for c in given["structuredContent"]["columns"]], ["id", "name"])


def test_a_table_with_no_column_left_is_refused_with_a_reason(place):
    data = place.write("addresses.csv", "email\nann@secret.example\n")
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        refused = error_of(ask(client, [data], "SELECT count(*) FROM addresses"))
    equal(refused["error_code"], "POLICY_VIOLATION", refused)
    equal([d["reason"] for entries in log(place) for d in decisions(entries)],
          ["The policy leaves no column of a table."])


def test_a_profile_is_bound_as_queries_are(place):
    data = put_tables(place)
    done = place.run("profile", *data, "--json")
    equal([c["name"] for c in done.json["tables"][0]["columns"] if c["name"] in sandbox_queries.BLOCKED],
          sandbox_queries.BLOCKED, done)
    equal("left_out" in done.json, False, done)
    holds(place.run("profile", *data).out, "people: 3 rows, 13 columns")
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        answer = client.request("tools/call", {"name": "profiler.analyze", "arguments": {"data": data}})["result"]
    for secret in sandbox_queries.SECRETS:
        equal(secret in json.dumps(answer), False, secret)
    equal([c["column"] for c in answer["structuredContent"]["left_out"]], sandbox_queries.BLOCKED, answer)
    made = [d for entries in log(place) for d in decisions(entries)]
    equal({d["decision"] for d in made}, {"leave_out"}, made)


def test_limits_hold(place):
    data = put_tables(place)[1]
    with StdioMcp(place, "--allow", str(place.folder)) as client:
        many = ask(client, [data], "SELECT i FROM range(300000) r(i) LIMIT 250000")["structuredContent"]
        equal((many["row_count"], many["truncated"]), (200000, True))
        slow = ask(client, [data], "WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i FROM x) SELECT count(*) FROM x",
                   timeout=1)
        equal(error_of(slow)["error_code"], "QUERY_TIMEOUT", slow)
        large = error_of(ask(client, [data], "SELECT count(DISTINCT a.i * 100000 + b.i) FROM range(100000) a(i), "
                             "range(1000000) b(i)", timeout=2))["error_code"]
        equal(large in ("RESOURCE_EXHAUSTED", "QUERY_TIMEOUT"), True, large)
        equal(ask(client, [data], "SELECT count(*) FROM orders")["structuredContent"]["rows"], [[5]])


if __name__ == "__main__":
    main(globals())
