#!/usr/bin/env python3
"""Tables of a real PostgreSQL server: every type, permissions, silence, a server that goes away, and no secret told.

    test_postgres.py ASSAY SOURCE_PRINT

postgres.py makes the server. Without its programs the tests are skipped.
"""
import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time

from harness import equal, holds, main
from postgres import PASSWORD, with_server

SOURCE_PRINT = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
SECRETS = (PASSWORD, "wr0ng-Pass", "reader", "127.0.0.1", "owner")


def read(url, *args, timeout=60):
    """(exit status, the objects that were printed); nothing printed may hold a secret."""
    done = subprocess.run([SOURCE_PRINT, *args, url], capture_output=True, timeout=timeout, check=False)
    text = done.stdout.decode() + done.stderr.decode()
    for secret in SECRETS:
        if secret in text:
            raise AssertionError(f"{secret!r} is told in {text!r}")
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]


def fails(url, error, message, *args):
    status, said = read(url, *args)
    equal(status, 1, said)
    equal((said[-1]["error"], said[-1]["message"]), (error, message), said)
    return said[-1]


SERVER = None

KINDS = """
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TYPE mood AS ENUM ('glad', 'sad');
CREATE TABLE kinds(b bool, i2 int2, i4 int4, i8 int8, n numeric, n2 numeric(10,2), f4 real, f8 float8, t text,
    d date, ts timestamp, tz timestamptz, j jsonb, a int[], by bytea, u uuid, m money, iv interval, tm time,
    dom positive, e mood, "we""ird Name" text);
INSERT INTO kinds VALUES (true, 1, 2, 9223372036854775807, 12345678901234567890.123456789, 12.50, 1.5, 0.1,
    E'a\\tb\\nc\\\\d é', '2026-01-31', '2026-01-31 10:30:00.5', '2026-01-31 10:30:00+02', '{"k": [1, 2]}', '{1,2}',
    '\\x00ff', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '$1,234.50', '1 day 2 hours', '10:30', 5, 'glad', 'x');
INSERT INTO kinds DEFAULT VALUES;
"""


def test_every_type(_):
    SERVER.sql(KINDS)
    _, (got,) = read(SERVER.url("#kinds"))
    names = [c["name"] for c in got["columns"]]
    types = dict(zip(names, [c["type"] for c in got["columns"]]))
    values = dict(zip(names, got["values"][0]))
    equal(got["rows"], 2, got)
    equal(got["values"][1], [None] * len(names), got)
    for name, kind, value in (
            ("b", "boolean", "true"), ("i2", "integer", "1"), ("i8", "integer", "9223372036854775807"),
            ("n", "decimal", "12345678901234567890.123456789"), ("n2", "decimal", "12.50"), ("f4", "decimal", "1.5"),
            ("f8", "decimal", "0.1"), ("t", "text", "a\tb\nc\\d é"), ("d", "date", "2026-01-31"),
            ("ts", "timestamp", "2026-01-31T10:30:00.5"), ("tz", "timestamp", "2026-01-31T08:30:00"),
            ("j", "text", '{"k": [1, 2]}'), ("a", "text", "{1,2}"), ("u", "text", values["u"]),
            ("m", "decimal", "1234.50"), ("iv", "text", "P1DT2H"), ("dom", "integer", "5"), ("e", "text", "glad"),
            ('we"ird Name', "text", "x")):
        equal((types[name], values[name]), (kind, value), (name, got))
    holds(values["by"], "00ff")
    holds(got["notes"][0], "told as hex digits")


def test_many_rows_with_one_hash(_):
    SERVER.sql("CREATE TABLE big AS SELECT i AS id, 'name ' || i AS name, (i * 1.25)::numeric(12,2) AS amount "
               "FROM generate_series(1, 100000) i")
    _, (first,) = read(SERVER.url("#public.big"))
    _, (again,) = read(SERVER.url("#big"))
    equal(first["rows"], 100000)
    equal(first["values"][9], ["10", "name 10", "12.50"])
    equal((len(first["sha256"]), first["sha256"]), (64, again["sha256"]))
    SERVER.sql("UPDATE big SET name = 'other' WHERE id = 100000")
    equal(read(SERVER.url("#big"))[1][0]["sha256"] != first["sha256"], True)


def test_all_tables_and_views_of_the_search_path(_):
    SERVER.sql("CREATE DATABASE shop")
    subprocess.run(["psql", "-q", SERVER.url(database="shop"), "-c",
                    "CREATE TABLE b(x int); CREATE TABLE a(y int); INSERT INTO a VALUES (1), (2);"
                    "CREATE VIEW v AS SELECT sum(y) AS s FROM a; CREATE SCHEMA other; CREATE TABLE other.hidden(z int);"
                    "CREATE TABLE p(k int, t text) PARTITION BY LIST (k);"
                    "CREATE TABLE p1 PARTITION OF p FOR VALUES IN (1); INSERT INTO p VALUES (1, 'in a part');"
                    'CREATE TABLE other."dot.ted"(q int); INSERT INTO other."dot.ted" VALUES (7)'], check=True)
    _, got = read(SERVER.url(database="shop"))
    equal([(t["table"], t["rows"]) for t in got], [("a", 2), ("b", 0), ("p", 1), ("v", 1)])
    equal(got[2]["values"], [["1", "in a part"]])
    equal(got[0]["notes"], ["2 tables are in other schemas and not read ('other'); name one with #schema.table"])
    _, got = read(SERVER.url("#other.hidden", database="shop"))
    equal([(t["table"], t["rows"]) for t in got], [("hidden", 0)])
    equal(got[0]["notes"], [])
    _, got = read(SERVER.url("#other.dot%2Eted", database="shop"))
    equal(got[0]["values"], [["7"]])
    fails(SERVER.url("#none", database="shop"), "NOT_FOUND", "There is no such table in that database.")
    fails(SERVER.url("#other.none", database="shop"), "NOT_FOUND", "There is no such table in that database.")


def test_a_database_without_tables(_):
    SERVER.sql("CREATE DATABASE bare")
    fails(SERVER.url(database="bare"), "DATA_EMPTY", "There is no table in that database that can be read.")


def test_who_may_read_what(_):
    SERVER.sql(f"CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}'; CREATE TABLE secret(a int);"
               "CREATE TABLE part(open int, closed int); INSERT INTO part VALUES (1, 2);"
               "GRANT SELECT (open) ON part TO reader")
    fails(SERVER.url("#secret", user="reader"), "DATA_UNREADABLE",
          "The database server does not let that user read the table.")
    _, (got,) = read(SERVER.url("#part", user="reader"))
    equal((got["columns"][0]["name"], got["values"]), ("open", [["1"]]))
    holds(got["notes"][0], "1 column was left out")
    _, got = read(SERVER.url(user="reader"))
    equal([t["table"] for t in got], ["part"])


def test_nothing_can_be_written(_):
    SERVER.sql("CREATE TABLE touched(n int);"
               "CREATE FUNCTION touch() RETURNS int LANGUAGE sql AS 'INSERT INTO touched VALUES (1) RETURNING n';"
               "CREATE VIEW sly AS SELECT touch() AS n")
    fails(SERVER.url("#sly"), "DATA_UNREADABLE", "The database server refused what it was asked for.")


def test_wrong_addresses(_):
    fails(SERVER.url(password="wr0ng-Pass"), "DATA_UNREADABLE",
          "The database server does not accept that user or password.")
    fails(SERVER.url(user="nobody"), "DATA_UNREADABLE", "The database server does not accept that user or password.")
    fails(SERVER.url(database="none"), "NOT_FOUND", "There is no such database on that server.")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        fails(f"postgres://a:b@127.0.0.1:{free.getsockname()[1]}/x", "IO_ERROR",
              "The database server cannot be reached.")
    wrong = "That is no address of a PostgreSQL database, or has options that are not used."
    fails(SERVER.url("?options=-csearch_path%3Dother"), "INVALID_INPUT", wrong)
    fails(SERVER.url("?sslkey=/etc/passwd"), "INVALID_INPUT", wrong)
    fails(SERVER.url("?service=x"), "INVALID_INPUT", wrong)
    fails("postgresql://%zz", "INVALID_INPUT", wrong)


LATE_MS = 3000  # it takes some five; by itself the connection is given up after ten seconds, the query after a minute


@contextlib.contextmanager
def silent_server():
    """A port that takes connections and never says a word."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen(8)
        yield s.getsockname()[1]


def test_a_server_that_says_nothing(_):
    with silent_server() as port:
        began = time.monotonic()
        fails(f"postgres://a:b@127.0.0.1:{port}/x", "QUERY_TIMEOUT", "The database server does not answer.")
        equal(8 < time.monotonic() - began < 30, True)


def test_a_cancel_is_noticed_while_waiting(_):
    with silent_server() as port:
        said = fails(f"postgres://a:b@127.0.0.1:{port}/x", "CANCELLED", "Stopped, as you asked.", "--cancel", "300")
        equal(said["late_ms"] < LATE_MS, True, said)
    SERVER.sql("CREATE VIEW slow AS SELECT pg_sleep(60)::text AS s")
    said = fails(SERVER.url("#slow"), "CANCELLED", "Stopped, as you asked.", "--cancel", "700")
    equal(said["late_ms"] < LATE_MS, True, said)


def test_a_server_that_goes_away_in_the_middle(_):
    SERVER.sql("CREATE VIEW long AS SELECT i, repeat('x', 1000) AS t, pg_sleep(0.0005)::text AS p "
               "FROM generate_series(1, 1000000) i")
    killer = threading.Timer(1.5, SERVER.stop)
    killer.start()
    try:
        status, said = read(SERVER.url("#long"))
        equal(status, 1)
        equal(said[-1]["error"], "IO_ERROR", said)
    finally:
        killer.join()
        SERVER.start()


def test_a_confined_worker_reaches_the_server_and_no_other(place):
    """By its address, by a name that is looked up, by its socket; of several hosts the one that answers."""
    port, login = SERVER.port, f"owner:{PASSWORD}"
    socket_folder = str(SERVER.folder).replace("/", "%2F")
    for where in (f"{login}@127.0.0.1:{port}/postgres", f"{login}@localhost:{port}/postgres",
                  f"{login}@{socket_folder}:{port}/postgres", f"{login}@/postgres?host={socket_folder}&port={port}",
                  f"{login}@127.0.0.1:1,127.0.0.1:{port}/postgres",
                  f"{login}@{socket_folder}:1,localhost:{port}/postgres"):
        done = place.run("table", f"postgresql://{where}#part", "--csv")
        equal((done.status, done.out.splitlines()), (0, ["open,closed", "1,2"]), (where, done))


def test_through_the_program(place):
    url = SERVER.url("#big")
    done = place.run("ask", "--data", url, "--json", "how many rows")
    equal(done.status, 0, done)
    holds(done.json["content"], "100,000", done)
    done = place.run("table", SERVER.url("#part"), "--csv")
    equal((done.status, done.out.splitlines()), (0, ["open,closed", "1,2"]), done)
    done = place.run("ask", "--data", SERVER.url("#big", password="wr0ng-Pass"), "--json", "how many rows")
    equal(done.status, 1, done)
    for secret in ("s3cret-Pass", "wr0ng-Pass"):
        for text in (done.out, done.err):
            equal(secret in text, False, text)
        for file in place.home.rglob("*"):
            if file.is_file():
                equal(secret.encode() in file.read_bytes(), False, str(file))


def run(server):
    global SERVER
    SERVER = server
    main(globals())


if __name__ == "__main__":
    del sys.argv[2:3]
    with_server(run)
