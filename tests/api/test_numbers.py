"""Columns of numbers of every length, through the real binary: each file opens, and what is read is what was written.

Python's decimal is the oracle. A column is exact where it is a decimal; where it is a float, its values are the doubles
nearest to what is written, and it says that it rounds. The tables are random, but the same in every run.
"""
import decimal
import json
import math
import random

from books import sheets as workbook
from harness import equal, holds, main

decimal.getcontext().prec = 400
Decimal = decimal.Decimal

TABLES = 20
COLUMNS = 24
ROUNDED = "to about 16 digits"


def digits(rng, n):
    return "".join(rng.choice("0123456789") for _ in range(n))


def whole(rng, n):
    """A whole number of n digits without a leading zero; of none, a zero."""
    return rng.choice("123456789") + digits(rng, n - 1) if n else "0"


def number(rng, most_whole, most_places):
    places = rng.choice([0, 1, 2, most_places, most_places, rng.randint(0, most_places)])
    text = whole(rng, rng.choice([0, 0, most_whole, rng.randint(0, most_whole)]))
    return rng.choice(["", "", "-"]) + text + ("." + digits(rng, places) if places else "")


def column(rng):
    """Numbers of one kind: so many digits before the point and so many behind it, with gaps, some with exponents."""
    most_whole = rng.choice([0, 0, 1, 2, 5, 15, 18, 19, 20, 36, 38])
    most_places = rng.choice([1, 2, 15, 16, 17, 18, 18, 18, 19, 20, 30, 36, 37, 38, 39, 40, 100])
    scientific = rng.random() < 0.1
    values = []
    for _ in range(rng.choice([2, 3, 30])):
        if rng.random() < 0.05:
            values.append("")
        elif scientific and rng.random() < 0.3:
            values.append(f"{rng.randint(1, 9)}.{digits(rng, 3)}e{rng.randint(-30, 30):+d}")
        else:
            values.append(number(rng, most_whole, most_places))
    return values


def as_table(columns):
    """Their lines; shorter ones end in empty cells. The first column keeps a line from being empty."""
    rows = max(len(c) for c in columns)
    lines = [["row", *(f"n{i}" for i in range(len(columns)))]]
    lines += [[f"r{k}", *(c[k] if k < len(c) else "" for c in columns)] for k in range(rows)]
    return lines


def described(place, path):
    done = place.run("op", "run", "data.describe", json.dumps({"data": [path]}))
    equal(done.status, 0, done)
    return done.json["tables"][0]


def number_type(table, name):
    return next(c["type"] for c in table["columns"] if c["name"] == name)


def check_cells(table, name, written, read):
    """What was read of a column against what was written."""
    kind = number_type(table, name)
    for was, now in zip(written, read, strict=True):
        if was == "" or kind == "text":
            equal(now, was, (name, kind))
        elif kind == "float":
            equal(float(now), float(was), (name, was))
        else:
            equal(Decimal(now), Decimal(was), (name, kind, was))
    long = [v for v in written if v and len(v.lstrip("-").replace(".", "").lstrip("0")) > 17]
    if kind == "float" and long and not any("e" in v for v in written):
        holds(" ".join(table["assumptions"]), ROUNDED, (name, written))


def check_figures(place, table, path, names, columns):
    """Sums and averages of a table's columns, all in one query."""
    terms = ", ".join(f'sum("{n}"), avg("{n}")' for n in names)
    done = place.run("op", "run", "sql.run", json.dumps({"data": [path], "query": f"SELECT {terms} FROM t"}))
    equal(done.status, 0, done)
    row = json.loads(done.out, parse_float=Decimal, parse_int=Decimal)["rows"][0]
    for i, (name, written) in enumerate(zip(names, columns, strict=True)):
        check_sum(number_type(table, name), written, row[2 * i], row[2 * i + 1])


def check_sum(kind, written, total, average):
    values = [Decimal(v) for v in written if v]
    if not values:
        return
    if kind == "float":
        rounded = [float(v) for v in values]
        room = sum(abs(v) for v in rounded) * 1e-12
        assert math.isclose(float(total), math.fsum(rounded), rel_tol=1e-12, abs_tol=room), (written, total)
    else:
        equal(Decimal(total), sum(values), written)
    spread = float(sum(abs(v) for v in values)) * 1e-12
    assert math.isclose(float(average), float(sum(values) / len(values)), rel_tol=1e-12, abs_tol=spread), written


def shown(place, path):
    done = place.run("table", path, "--csv")
    equal(done.status, 0, done)
    lines = [line.split(",") for line in done.out.splitlines()]
    return [line + [""] * (len(lines[0]) - len(line)) for line in lines]  # a workbook's lines end with their last cell


def check_table(place, path, lines, read):
    """One table as it was described, shown and added up; `read` are the lines it was shown as."""
    table = described(place, path)
    equal(len(read), len(lines), path)
    columns = [[line[i] for line in lines[1:]] for i in range(len(lines[0]))]
    for i, name in enumerate(lines[0][1:], start=1):
        check_cells(table, name, columns[i], [line[i] for line in read[1:]])
    summed = [(name, column) for name, column in zip(lines[0][1:], columns[1:]) if is_summed(table, name)]
    check_figures(place, table, path, *zip(*summed))


def is_summed(table, name):
    """Sums that can need over 38 digits are asked for in words, below: in SQL they are a person's own business."""
    found = next(c for c in table["columns"] if c["name"] == name)
    wide = found["type"] == "decimal" and found["precision"] > 36
    return found["type"] in ("integer", "decimal", "float") and not wide


def random_lines(seed):
    rng = random.Random(seed)
    return as_table([column(rng) for _ in range(COLUMNS)])


def test_a_csv_of_any_numbers_opens_and_keeps_them(place):
    for seed in range(TABLES):
        lines = random_lines(seed)
        path = place.write("t.csv", "\n".join(",".join(line) for line in lines) + "\n")
        check_table(place, path, lines, shown(place, path))


def test_the_same_numbers_as_json(place):
    for seed in range(TABLES // 4):
        lines = random_lines(seed)
        rows = [", ".join(f'"{k}": {json.dumps(v) if k == "row" else v or "null"}' for k, v in zip(lines[0], line))
                for line in lines[1:]]
        path = place.write("t.json", "[{" + "}, {".join(rows) + "}]")
        check_table(place, path, lines, shown(place, path))


def as_double(text):
    return "" if text == "" else repr(float(text))


def test_the_same_numbers_in_a_workbook_are_the_doubles_that_stand_there(place):
    for seed in range(TABLES // 4):
        lines = [[as_double(v) if i and k else v for k, v in enumerate(line)]
                 for i, line in enumerate(random_lines(seed))]
        rows = [[float(v) if i and k and v else v or None for k, v in enumerate(line)] for i, line in enumerate(lines)]
        path = place.write("t.xlsx", workbook([("t", "", rows)]))
        check_table(place, path, lines, shown(place, path))


def ask(place, path, question):
    done = place.run("ask", "--json", "--data", path, question)
    equal(done.status, 0, (question, done))
    return json.loads(done.out, parse_float=Decimal, parse_int=Decimal)


def test_numbers_below_one_of_eighteen_places_beside_shorter_ones(place):
    path = place.write("t.csv", "name,v\na,0.041220671347800004\nb,0.52\nc,0.3\n")
    column = described(place, path)["columns"][1]
    equal((column["type"], column["precision"], column["scale"]), ("decimal", 18, 18))
    equal(place.run("profile", path).status, 0)
    equal(shown(place, path), [["name", "v"], ["a", "0.041220671347800004"], ["b", "0.52"], ["c", "0.3"]])
    equal(ask(place, path, "total v")["table"]["rows"], [[Decimal("0.861220671347800004")]])
    equal(ask(place, path, "highest v")["table"]["rows"], [[Decimal("0.52")]])
    assert math.isclose(ask(place, path, "average v")["table"]["rows"][0][0], 0.287073557115933335, rel_tol=1e-15)


def test_conditions_with_more_digits_than_fit_beside_the_column_s_places(place):
    w = "0.1234567890123456789012345678901234567"
    path = place.write("t.csv", f"name,w,big\na,{w},12345678901234567890.12345678901234567\nb,0.5,2\nc,-0.7,\n")
    equal(described(place, path)["columns"][1]["scale"], 37)
    for question, names in [("rows where w is 12345", []), ("rows where w over 12345678901234567890", []),
                            ("rows where w under 12345678901234567890", ["a", "b", "c"]), (f"rows where w is {w}", ["a"]),
                            ("rows where big over 1234567890123456789012345", []),
                            ("rows where big over 0.1234567890123456789012345", ["a", "b"]),
                            ("names where total big over 1234567890123456789012345", []),
                            ("names where total big over 12", ["a"])]:
        equal([row[0] for row in ask(place, path, question)["table"]["rows"]], names, question)


def test_a_sum_that_needs_more_digits_than_there_are_is_rounded_and_says_so(place):
    nines = "9" * 38
    path = place.write("t.csv", f"name,v,p\na,{nines},{nines[1:]}.5\nb,{nines},{nines[1:]}.5\nc,1,0.5\n")
    equal(shown(place, path)[1][1], nines)
    answer = ask(place, path, "total v")
    assert math.isclose(answer["table"]["rows"][0][0], 2e38, rel_tol=1e-15), answer
    holds(answer["content"], "sums of 'v' are rounded to about 16 digits, as they can need more than 38")
    assert math.isclose(ask(place, path, "average v")["table"]["rows"][0][0], 2e38 / 3, rel_tol=1e-15)
    answer = ask(place, path, "total p")
    assert math.isclose(answer["table"]["rows"][0][0], 2e37, rel_tol=1e-15), answer
    holds(answer["content"], "sums of 'p' are rounded to about 16 digits, as they can need more than 38")


if __name__ == "__main__":
    main(globals())
