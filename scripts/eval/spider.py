"""spider - nl/spider: questions on small databases, with the rows that the gold query gives."""
import re

import questions
import rows

items = questions.read

AGGREGATE = re.compile(r"\b(count|sum|avg|min|max)\s*\(", re.I)
# The first that is found says what kind of query it is: what is hardest comes first.
KINDS = [("set operation", re.compile(r"\b(union|intersect|except)\b", re.I)),
         ("nested", re.compile(r"\(\s*select\b", re.I)),
         ("join", re.compile(r"\bjoin\b", re.I)),
         ("group", re.compile(r"\bgroup\s+by\b", re.I)),
         ("order or limit", re.compile(r"\b(order\s+by|limit)\b", re.I)),
         ("aggregate", AGGREGATE)]
QUOTED = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`")


def kind(item):
    sql = QUOTED.sub("x", item["sql"])
    return next((name for name, pattern in KINDS if pattern.search(sql)), "plain")


def ask(batch, folder, item):
    data = sorted((folder / "databases" / item["db"]).glob("*.csv"))
    return batch.ask(data=[str(path) for path in data], question=item["question"])


def right(item, answer):
    return bool(answer["table"]) and rows.same_rows(answer["table"]["rows"], item["rows"], item["ordered"])
