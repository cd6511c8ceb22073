"""What the tests of `analyze` share: data whose figures Python works out too, requests, and the log of one of them."""
import collections
import datetime
import decimal
import json
import random

from harness import equal

PRODUCTS = ["Chair", "Desk", "Lamp", "Rug", "Shelf", "Sofa", "Table"]
REGIONS = ["East", "North", "South", "West"]
SEGMENTS = ["Corporate", "Home Office", "Retail"]


def orders(n=240, seed=5):
    """Rows of a year's orders, the same every time."""
    chance = random.Random(seed)
    first = datetime.date(2024, 1, 1)
    return [{"order_id": 1000 + i, "order_date": (first + datetime.timedelta(chance.randrange(366))).isoformat(),
             "region": chance.choice(REGIONS), "product": chance.choice(PRODUCTS),
             "customer_id": chance.randrange(1, 31), "units": chance.randrange(1, 9),
             "revenue": decimal.Decimal(chance.randrange(500, 90000)) / 100} for i in range(n)]


def customers(seed=6):
    chance = random.Random(seed)
    return [{"customer_id": i, "name": f"Customer {i}", "segment": chance.choice(SEGMENTS),
             "email": f"c{i}@example.com"} for i in range(1, 31)]


def as_csv(rows):
    return "".join(",".join(str(v) for v in row) + "\n" for row in [list(rows[0]), *[list(r.values()) for r in rows]])


def by(rows, key, figure="revenue"):
    """The figure added up by what key gives, in the order of the keys."""
    sums = collections.defaultdict(decimal.Decimal)
    for row in rows:
        sums[key(row)] += row[figure]
    return dict(sorted(sums.items()))


def quarter(row):
    return f"{row['order_date'][:4]}-Q{(int(row['order_date'][5:7]) + 2) // 3}"


def month(row):
    return row["order_date"][:7]


def request(intent, *paths, **more):
    sources = [{"type": "csv", "file_path": path} for path in paths]
    return {"intent": intent, "data_sources": sources, "deliverables": ["tables", "charts", "reports", "summary"], **more}


def analyze(place, body, *flags, status=0, **more):
    """The response to a request that is read from a file, as the command line does it."""
    path = place.write("request.json", json.dumps(body))
    done = place.run("analyze", path, "--json", *flags, **more)
    if status is not None:
        equal(done.status, status, done)
    return done.json


def files(place, response, kind):
    """The bytes of the artifacts of one type, in order."""
    return [(place.home / a["content_ref"]).read_bytes() for a in response["artifacts"] if a["artifact_type"] == kind]


def table(place, response, nth=0):
    """A table's rows as lists of texts, the header first."""
    return [line.split(",") for line in files(place, response, "table")[nth].decode().splitlines()]


def entries(place, request_id=None):
    log = place.home / "logs" / "data_agent_runs.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return [e for e in lines if request_id in (None, e["request_id"])]


def tools(place, request_id):
    return [e["event_data"]["tool_name"] for e in entries(place, request_id) if e["event_type"] == "tool_called"]
