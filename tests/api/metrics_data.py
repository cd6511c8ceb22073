"""Tables with a change whose cause is known, made by rule and not by chance; and sessions about them."""
import datetime
import random
import time

from doors import multipart
from harness import equal

BEFORE = {"start": "2023-02-01", "end": "2023-02-28"}
AFTER = {"start": "2023-03-01", "end": "2023-03-28"}
REQUEST = {"metric_sql": "sum(total)", "baseline_period": BEFORE, "comparison_period": AFTER}
REGIONS, CHANNELS, PRODUCTS = ("East", "West", "North", "South"), ("Online", "Shop"), ("Tea", "Coffee", "Mugs")


def orders(change=lambda row: 1.0, months=(2, 3), header="order_id,ordered_on,customer_id,region,channel,product,total"):
    """28 days of each month; change(row) is the factor on a row's total in March."""
    lines, n = [header], 0
    for month in months:
        for day in range(1, 29):
            for r, region in enumerate(REGIONS):
                for c, channel in enumerate(CHANNELS):
                    for p, product in enumerate(PRODUCTS):
                        n += 1
                        row = {"region": region, "channel": channel, "product": product, "day": day}
                        total = 40 + 7 * r + 5 * c + 3 * p + (day * 5 + r * 3 + p) % 11
                        total = round(total * (change(row) if month == 3 else 1), 2)
                        lines.append(f"O{n:05},2023-{month:02}-{day:02},C{(n * 7) % 60:03},{region},{channel},"
                                     f"{product},{total:.2f}")
    return "\n".join(lines) + "\n"


def east_online(row):
    return 0.4 if row["region"] == "East" and row["channel"] == "Online" else 1.0


def by_chance(change=lambda region, product, day: 1.0, seed=1):
    """Half a year of sales whose amounts are drawn by lot, weekends quiet; change() is a factor on them."""
    lot, day = random.Random(seed), datetime.date(2024, 1, 1)
    lines = ["day,region,channel,product,total"]
    while day < datetime.date(2024, 7, 1):
        for _ in range(lot.randint(15, 30) if day.weekday() < 5 else lot.randint(4, 9)):
            region, channel, product = lot.choice(REGIONS), lot.choice(CHANNELS), lot.choice(PRODUCTS)
            total = lot.lognormvariate(3.5, 0.5) * change(region, product, day)
            lines.append(f"{day},{region},{channel},{product},{total:.2f}")
        day += datetime.timedelta(1)
    return "\n".join(lines) + "\n"


def begin(server):
    reply = server.ask("POST", "/api/sessions", {})
    equal(reply.status, 201, reply)
    return reply.json["session_id"]


def attach(server, session, text, name="orders.csv", description="One row for each order."):
    body, kind = multipart({"description": description}, name, text.encode() if isinstance(text, str) else text)
    return server.ask("POST", f"/api/sessions/{session}/files", body, kind)


def ended(server, session, seconds=60):
    """The session once its investigation has ended."""
    until = time.monotonic() + seconds
    while True:
        reply = server.ask("GET", f"/api/sessions/{session}")
        if reply.status != 200 or reply.json["status"] != "running":
            return reply
        if time.monotonic() > until:
            raise AssertionError("it did not end in time")
        time.sleep(0.05)


def investigated(server, files, request=REQUEST):
    """A session whose investigation of these files ({name: text}) has ended well: its id."""
    session = begin(server)
    for name, text in files.items():
        equal(attach(server, session, text, name).status, 201)
    reply = server.ask("POST", f"/api/sessions/{session}/investigate", request)
    equal(reply.status, 202, reply)
    equal(ended(server, session).json["status"], "completed", server.ask("GET", f"/api/sessions/{session}/report"))
    return session


def refused(reply, status, code):
    """The seed's error, and nothing that must not be in one."""
    equal(reply.status, status, reply)
    equal(set(reply.json), {"error"}, reply)
    equal(set(reply.json["error"]), {"code", "message", "details"}, reply)
    equal(reply.json["error"]["code"], code, reply)
    if "/tmp/" in reply.body.decode():
        raise AssertionError(f"a path is told: {reply}")
    return reply.json["error"]
