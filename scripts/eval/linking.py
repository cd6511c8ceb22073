#!/usr/bin/env python3
"""linking - how well the words of questions are linked to what their gold queries use.

    scripts/eval/linking.py build/tests/unit/link_print ../shared/train/spider [--misses N] [--joins]

For each column, table and value of a gold query: is there a mention of it at all, and how many wrong ones of its kind
fit better (equal ones count half). The columns of ON are no part of it, as nobody names them. Then the time that linking
took, and with --joins the inferred joins against the declared ones. Never point it at the sets that are scored.
"""
import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess

TOKEN = re.compile(r"`[^`]*`|'(?:[^']|'')*'|-?\d+(?:\.\d+)?|[A-Za-z_]+|<=|>=|<>|!=|[^\s]")
ROLES = {"select": "select", "where": "where", "having": "having", "on": "on", "join": "from", "from": "from"}
AGGREGATES = {"count", "sum", "avg", "min", "max"}


def tokens(sql):
    return TOKEN.findall(sql)


def is_name(token):
    return token.startswith("`")


class Gold:
    """The tables, (role, table, column) and values of a query. `schema` has the columns of each table, lowered."""

    def __init__(self, sql, schema):
        self.schema = schema
        self.aliases = {}
        self.tables = set()
        self.columns = set()
        self.values = set()
        words = tokens(sql)
        self.read_tables(words)
        self.read_columns(words)

    def read_tables(self, words):
        for i, word in enumerate(words):
            if word.lower() in ("from", "join") and i + 1 < len(words) and is_name(words[i + 1]):
                table = words[i + 1].strip("`").lower()
                self.tables.add(table)
                alias = words[i + 3] if i + 3 < len(words) and words[i + 2].lower() == "as" else words[i + 1]
                self.aliases[alias.strip("`").lower()] = table

    def table_of(self, name):
        return next((t for t in sorted(self.tables) if name in self.schema.get(t, ())), None)

    def read_columns(self, words):
        role, stack, last = "select", [], None
        i = 0
        while i < len(words):
            word = words[i]
            low = word.lower()
            if word == "(":
                stack.append(role)
            elif word == ")":
                role = stack.pop() if stack else role
            elif low in ROLES:
                role = ROLES[low]
            elif low in ("group", "order") and words[i + 1 : i + 2] and words[i + 1].lower() == "by":
                role = low
            elif low == "limit":
                role = "limit"
            elif is_name(word) and role != "from" and words[i - 1].lower() != "as":
                if words[i + 1 : i + 2] == ["."]:
                    table, name = self.aliases.get(word.strip("`").lower()), words[i + 2].strip("`").lower()
                    i += 2
                else:
                    name = word.strip("`").lower()
                    table = self.table_of(name)
                if table and name in self.schema.get(table, ()):
                    last = (table, name)
                    if role != "on":
                        self.columns.add((role, table, name))
            elif word.startswith("'") and role in ("where", "having") and last:
                self.values.add((last, word[1:-1].replace("''", "'")))
            i += 1


def declared(path):
    """The foreign keys of a schema.sql, lowered: {(table, column, table, column)}."""
    sql = path.read_text(encoding="utf-8", errors="replace")
    keys = set()
    for table, body in re.findall(r"CREATE TABLE (?:`[^`]*`\.)?`([^`]*)` \((.*?)\n\);", sql, re.S):
        for own, other, theirs in re.findall(r"FOREIGN KEY \((.*?)\) REFERENCES (.*?) \((.*?)\)", body):
            other = re.findall(r"`([^`]*)`", other)[-1]
            for a, b in zip(re.findall(r"`([^`]*)`", own), re.findall(r"`([^`]*)`", theirs)):
                keys.add((table.lower(), a.lower(), other.lower(), b.lower()))
    return keys


def schema_of(tool, folder):
    out = subprocess.run([tool, "--schema", folder], capture_output=True, text=True, check=True).stdout
    return json.loads(out)


def column_values(path, tables, column):
    """The values of a column of the CSV file whose name is the table's, without regard to case."""
    table = next((t for t in tables if t.lower() == column[0]), None)
    with open(path / f"{table}.csv", encoding="utf-8", newline="") as f:
        rows = csv.DictReader(f)
        name = next(n for n in rows.fieldnames if n.lower() == column[1])
        return [row[name] for row in rows if row[name] not in ("", None)]


def borne_out(path, tables, key):
    """The data do not speak against a declared key: what it refers to is there once, and half of the values are."""
    to, own = column_values(path, tables, key[2:]), set(column_values(path, tables, key[:2]))
    return len(to) == len(set(to)) and 2 * len(own & set(to)) >= len(own)


def join_figures(schemas, folder, misses):
    found = right = wanted = loose = borne = borne_found = 0
    for db, schema in sorted(schemas.items()):
        there = {(t["table"].lower(), c["column"].lower()) for t in schema["tables"] for c in t["columns"]}
        gold = {k for k in declared(folder / db / "schema.sql") if k[:2] in there and k[2:] in there and k[0] != k[2]}
        ours = {(*j["from"].lower().split(".", 1), *j["to"].lower().split(".", 1)) for j in schema["joins"]}
        both = {frozenset((k[:2], k[2:])) for k in gold}
        ours_sets = {frozenset((k[:2], k[2:])) for k in ours}
        pairs = {frozenset((k[0], k[2])) for k in gold}
        wanted += len(both)
        found += len(both & ours_sets)
        right += sum(1 for k in ours_sets if k in both)
        tables = [t["table"] for t in schema["tables"]]
        out = {frozenset((k[:2], k[2:])) for k in gold if borne_out(folder / db, tables, k)}
        borne += len(out)
        borne_found += len(out & ours_sets)
        loose += sum(1 for k in ours_sets if frozenset(x[0] for x in k) in pairs)
        if misses:
            for k in sorted(map(sorted, both - ours_sets)):
                print("  not found", db, k)
            for k in sorted(map(sorted, ours_sets - both)):
                print("  not declared", db, k)
    ours = sum(len({frozenset(tuple(j["from"].lower().split(".", 1)) + tuple(j["to"].lower().split(".", 1)))
                    for j in s["joins"]}) for s in schemas.values())
    print(f"joins: {wanted} declared, {found} of them inferred ({found / wanted:.1%}); {borne} of them borne out by the "
          f"data, {borne_found} inferred ({borne_found / borne:.1%}); {ours} inferred, "
          f"{right / max(ours, 1):.1%} of them declared, {loose / max(ours, 1):.1%} between tables that have one declared")


class Tally:
    def __init__(self):
        self.n = self.there = 0
        self.within = collections.Counter()

    def add(self, rank):
        self.n += 1
        if rank is None:
            return
        self.there += 1
        for k in (1, 3, 5):
            self.within[k] += rank <= k

    def line(self, name):
        if self.n == 0:
            return f"{name:16} none"
        share = "".join(f"{self.within[k] / self.n:9.1%}" for k in (1, 3, 5))
        return f"{name:16}{self.n:7}{self.there / self.n:9.1%}{share}"


def best(mentions, kind, key):
    fits = {}
    for m in mentions:
        if m["kind"] == kind:
            fits[key(m)] = max(fits.get(key(m), 0), m["fit"])
    return fits


def rank(fits, wanted, gold):
    """1 and the wrong ones that fit better; equal ones count half."""
    if wanted not in fits:
        return None
    fit = fits[wanted]
    return 1 + sum(1 if f > fit + 1e-6 else 0.5 for k, f in fits.items() if k not in gold and f > fit - 1e-6)


def measure(item, answer, schema, tallies, misses):
    gold = Gold(item["sql"], schema)
    mentions = answer["mentions"]
    columns = best(mentions, "column", lambda m: (m["table"].lower(), m["column"].lower()))
    tables = best(mentions, "table", lambda m: m["table"].lower())
    values = best(mentions, "value", lambda m: (m["table"].lower(), m["column"].lower(), m["text"]))
    wanted = {(t, c) for _, t, c in gold.columns}
    for role, table, column in sorted(gold.columns):
        r = rank(columns, (table, column), wanted)
        tallies["column " + role].add(r)
        if r is None:
            misses["column " + role].append((f"{table}.{column}", item))
    for pair in sorted(wanted):
        tallies["column"].add(rank(columns, pair, wanted))
    for table in sorted(gold.tables):
        r = rank(tables, table, gold.tables)
        tallies["table"].add(r)
        if r is None:
            misses["table"].append((table, item))
    texts = {(*c, v) for c, v in gold.values}
    for column, value in sorted(gold.values):
        if not any(c.isalnum() for c in value):
            continue
        kind = "value like" if "%" in value else "value"
        plain = value.strip("%")
        same = [k for k in values if k[:2] == column and (k[2].lower() == plain.lower() or kind == "value like")]
        r = min((rank(values, k, texts | {k}) for k in same), default=None)
        tallies[kind].add(r)
        if r is None:
            misses[kind].append((f"{'.'.join(column)} = {value}", item))


def times(answers):
    us = sorted(a["us"] for a in answers)
    size = sorted(len(a["mentions"]) for a in answers)
    print(f"link_question: median {us[len(us) // 2]} us, p99 {us[len(us) * 99 // 100]} us, most {us[-1]} us; "
          f"mentions: median {size[len(size) // 2]}, p99 {size[len(size) * 99 // 100]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--misses", type=int, default=0, help="show so many of each kind")
    parser.add_argument("--joins", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="take every n-th question")
    args = parser.parse_args()
    items = [json.loads(line) for line in (args.folder / "questions.jsonl").open()][:: args.every]
    databases = args.folder / "databases"
    schemas = {db: schema_of(args.tool, databases / db) for db in sorted({i["db"] for i in items})}
    ms = sorted(s["ms"] for s in schemas.values())
    print(f"{len(items)} questions on {len(schemas)} databases; schema: median {ms[len(ms) // 2]:.1f} ms, most {ms[-1]:.0f} ms")
    if args.joins:
        join_figures(schemas, databases, args.misses)
    lines = "".join(json.dumps({"db": i["db"], "question": i["question"]}) + "\n" for i in items)
    out = subprocess.run([args.tool, "--json", databases], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in out.stdout.splitlines()]
    tallies = collections.defaultdict(Tally)
    misses = collections.defaultdict(list)
    for item, answer in zip(items, answers):
        schema = {t["table"].lower(): {c["column"].lower() for c in t["columns"]} for t in schemas[item["db"]]["tables"]}
        measure(item, answer, schema, tallies, misses)
    print(f"{'':16}{'used':>7}{'linked':>9}{'best':>9}{'best 3':>9}{'best 5':>9}")
    for name in sorted(tallies):
        print(tallies[name].line(name))
    times(answers)
    for name in sorted(misses):
        step = max(1, len(misses[name]) // max(1, args.misses))
        for what, item in misses[name][::step][: args.misses]:
            print(f"  {name}: {what} | {item['db']}: {item['question']}")


main()
