"""Queries for test_sandbox.py: hostile ones with what must become of them, and harmless ones out of a grammar.

The tables are people, orders and products (see TABLES). Of people the columns BLOCKED hold personal data, five told by
their name and one (contact) only by what stands in it; every value in them has the word SECRET in it, or its digits.
"""
import random

BLOCKED = ["Email", "phone", "ssn", "credit_card", "Social Security No", "contact"]
SECRETS = ["@secret.example", "555-234", "555-345", "555-456", "123-45-", "234-56-", "345-67-", "4111111111111111",
           "5500000000000004", "378282246310005"]

TABLES = {
    "people.csv": "id,name,region,Email,phone,ssn,credit_card,Social Security No,contact,units,price,day,phone_model\n"
                  "1,Ann,North,ann@secret.example,555-234-5678,123-45-6789,4111111111111111,123-45-6789,"
                  "a1@secret.example,10,1.50,2024-01-31,Pixel\n"
                  "2,Bob,South,bob@secret.example,555-345-6789,234-56-7890,5500000000000004,234-56-7890,"
                  "b2@secret.example,20,2.25,2024-02-29,Galaxy\n"
                  "3,Cid,North,cid@secret.example,555-456-7890,345-67-8901,378282246310005,345-67-8901,"
                  "c3@secret.example,30,12.00,2024-03-01,Pixel\n",
    "orders.csv": "order_id,id,amount,status,ordered,contact\n"
                  "1,1,10.50,open,2024-01-05,web\n2,1,20.00,closed,2024-02-05,desk\n3,2,7.25,open,2024-02-07,web\n"
                  "4,3,99.99,closed,2024-03-09,web\n5,3,1.00,returned,2024-03-10,desk\n",
    "products.csv": "sku,title,category,price,headphones,emails_sent\n"
                    "A-1,Lamp,home,19.90,0,3\nA-2,Desk,home,149.00,0,0\nB-1,Cable,tech,4.50,1,7\n",
}

# ---- hostile: not one SELECT ----

STATEMENTS = """
COPY people TO '/tmp/out.csv'
COPY (SELECT * FROM people) TO '/tmp/out.parquet' (FORMAT parquet)
COPY people FROM '/etc/passwd'
COPY FROM DATABASE memory TO other
ATTACH '/tmp/x.db'
ATTACH ':memory:' AS m
ATTACH 'postgres://localhost/x' AS p (TYPE postgres)
DETACH memory
USE memory
PRAGMA database_list
PRAGMA table_info('people')
PRAGMA enable_profiling
PRAGMA version
PRAGMA memory_limit='1TB'
SET memory_limit='100GB'
SET lock_configuration=false
SET enable_external_access=true
SET GLOBAL threads=64
SET VARIABLE x = 1
RESET threads
RESET lock_configuration
INSTALL httpfs
FORCE INSTALL httpfs
LOAD httpfs
LOAD '/tmp/evil.duckdb_extension'
UPDATE EXTENSIONS
EXPORT DATABASE '/tmp/x'
IMPORT DATABASE '/tmp/x'
CREATE TABLE x(a INT)
CREATE TABLE x AS SELECT * FROM people
CREATE OR REPLACE TABLE people AS SELECT 1
CREATE TEMP TABLE x AS FROM people
CREATE VIEW v AS SELECT email FROM people
CREATE OR REPLACE TEMP VIEW v AS FROM people
CREATE MACRO f(x) AS x
CREATE MACRO f() AS TABLE FROM people
CREATE FUNCTION f(x) AS x
CREATE INDEX i ON people(id)
CREATE SCHEMA s
CREATE SEQUENCE q
CREATE TYPE t AS ENUM ('a')
CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')
DROP TABLE people
DROP TABLE IF EXISTS people CASCADE
DROP VIEW v
DROP SCHEMA main CASCADE
ALTER TABLE people ADD COLUMN x INT
ALTER TABLE people RENAME TO q
ALTER TABLE people DROP COLUMN id
INSERT INTO people VALUES (1)
INSERT INTO people SELECT * FROM people
INSERT OR REPLACE INTO orders VALUES (1)
WITH x AS (SELECT 1) INSERT INTO people SELECT * FROM x
UPDATE people SET units = 0
UPDATE people SET units = 0 WHERE id = 1 RETURNING *
WITH x AS (SELECT 1) UPDATE people SET units = 0
DELETE FROM people
DELETE FROM people USING orders WHERE people.id = orders.id RETURNING *
WITH x AS (SELECT 1) DELETE FROM people
MERGE INTO people USING orders ON people.id = orders.id WHEN MATCHED THEN DELETE
TRUNCATE people
VACUUM
VACUUM ANALYZE people
ANALYZE
CHECKPOINT
FORCE CHECKPOINT
BEGIN
BEGIN TRANSACTION
COMMIT
ROLLBACK
CALL pragma_version()
CALL duckdb_settings()
EXPLAIN SELECT 1
EXPLAIN ANALYZE SELECT * FROM people
PREPARE p AS SELECT email FROM people
EXECUTE p
DEALLOCATE p
COMMENT ON TABLE people IS 'x'
SELECT 1; SELECT 2
SELECT 1; DROP TABLE people
SELECT 1; DROP TABLE people; --
SELECT 1 /* ; */ ; -- \\n DROP TABLE people
SELECT id FROM people WHERE name = ''; DELETE FROM people; SELECT ''
SELECT 1;;SELECT 2
SELECT 1;\\tATTACH '/tmp/x.db'
/* SELECT */ DROP TABLE people
-- SELECT 1\\nDROP TABLE people
SELECT 1; /*! COPY people TO '/tmp/x' */ COPY people TO '/tmp/x'
PIVOT people ON email USING count(*)
"""

# ---- hostile: functions and tables that are not the question's ----

OUTSIDE = """
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM read_csv_auto('/etc/passwd')
SELECT * FROM read_csv(['/etc/passwd', '/etc/group'])
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM read_blob('/etc/shadow')
SELECT * FROM read_json('/etc/passwd')
SELECT * FROM read_json_auto('/etc/passwd')
SELECT * FROM read_json_objects('/etc/passwd')
SELECT * FROM read_ndjson('/etc/passwd')
SELECT * FROM read_ndjson_objects('/etc/passwd')
SELECT * FROM read_parquet('/tmp/x.parquet')
SELECT * FROM parquet_scan('/tmp/x.parquet')
SELECT * FROM parquet_metadata('/tmp/x.parquet')
SELECT * FROM parquet_schema('/tmp/x.parquet')
SELECT * FROM parquet_kv_metadata('/tmp/x.parquet')
SELECT * FROM parquet_file_metadata('/tmp/x.parquet')
SELECT * FROM parquet_bloom_probe('/tmp/x.parquet', 'a', 1)
SELECT * FROM sniff_csv('/etc/passwd')
SELECT * FROM glob('/etc/*')
SELECT * FROM arrow_scan(1, 2, 3)
SELECT * FROM seq_scan('people')
SELECT (SELECT count(*) FROM glob('/etc/*')) FROM people
SELECT * FROM people WHERE region IN (SELECT content FROM read_text('/etc/passwd'))
SELECT sum(units) FILTER (WHERE EXISTS (FROM read_text('/etc/passwd'))) FROM people
SELECT * FROM orders ORDER BY (SELECT size FROM read_blob('/etc/passwd'))
WITH x AS (SELECT * FROM read_text('/etc/passwd')) SELECT * FROM x
WITH RECURSIVE x AS (SELECT content FROM read_text('/etc/passwd') UNION ALL SELECT * FROM x) SELECT * FROM x
SELECT sql FROM sqlite_master, (WITH sqlite_master AS (SELECT 1) SELECT * FROM sqlite_master) x
SELECT * FROM duckdb_settings, (WITH Duckdb_Settings AS (SELECT 1) SELECT * FROM duckdb_settings) x
SELECT (WITH pg_class AS (SELECT 1 AS a) SELECT a FROM pg_class), relname FROM pg_class
SELECT * FROM orders WHERE EXISTS (WITH pragma_database_list AS (SELECT 1) SELECT 1) AND (SELECT count(path) FROM pragma_database_list) > 0
SELECT * FROM '/etc/passwd', (WITH "/etc/passwd" AS (SELECT 1) SELECT * FROM "/etc/passwd") x
WITH sqlite_schema AS (SELECT * FROM sqlite_schema) SELECT sql FROM sqlite_schema
FROM orders, LATERAL (SELECT * FROM read_text('/etc/passwd'))
SELECT * FROM orders UNION ALL SELECT * FROM read_csv('/etc/passwd')
SELECT [x.content FOR x IN (SELECT 1) IF EXISTS (FROM read_text('/etc/passwd'))]
SELECT * FROM query('SELECT 1')
SELECT * FROM query_table('people')
SELECT * FROM query('SELECT email FROM people')
SELECT * FROM json_execute_serialized_sql('{}')
SELECT * FROM enable_logging(storage='file', storage_config={'path':'/tmp/x'})
SELECT * FROM disable_logging()
SELECT * FROM truncate_duckdb_logs()
SELECT * FROM duckdb_logs()
SELECT * FROM duckdb_settings()
SELECT * FROM duckdb_secrets()
SELECT * FROM duckdb_columns()
SELECT * FROM duckdb_tables()
SELECT * FROM duckdb_databases()
SELECT * FROM duckdb_functions()
SELECT * FROM duckdb_extensions()
SELECT * FROM duckdb_variables()
SELECT * FROM duckdb_temporary_files()
SELECT * FROM duckdb_memory()
SELECT * FROM duckdb_external_file_cache()
SELECT * FROM which_secret('a', 's3')
SELECT * FROM pragma_version()
SELECT * FROM pragma_table_info('people')
SELECT * FROM pragma_storage_info('people')
SELECT * FROM pragma_database_size()
SELECT * FROM pragma_metadata_info()
SELECT * FROM checkpoint()
SELECT * FROM force_checkpoint()
SELECT * FROM summary((SELECT * FROM people))
SELECT * FROM sql_auto_complete('SEL')
SELECT * FROM test_all_types()
SELECT * FROM repeat_row(1, num_rows := 5)
SELECT * FROM histogram_values('people', 'email')
SELECT * FROM histogram('people', 'email')
SELECT * FROM '/etc/passwd'
SELECT * FROM '/etc/hosts.csv'
SELECT * FROM 'x.csv'
SELECT * FROM "data.parquet"
SELECT * FROM '../secret.json'
SELECT * FROM 'https://example.org/x.csv'
SELECT * FROM 's3://bucket/key.parquet'
SELECT * FROM '*.csv'
SELECT * FROM "people.csv"
SELECT * FROM duckdb_tables
SELECT * FROM duckdb_columns
SELECT * FROM duckdb_settings
SELECT * FROM pragma_database_list
SELECT * FROM sqlite_master
SELECT sql FROM sqlite_schema
SELECT * FROM pg_class
SELECT * FROM pg_catalog.pg_tables
SELECT * FROM pg_catalog.pg_settings
SELECT * FROM information_schema.tables
SELECT * FROM information_schema.columns
SELECT * FROM system.main.duckdb_tables
SELECT * FROM temp.information_schema.tables
SELECT * FROM other.people
SELECT * FROM memory.main.people
SELECT getenv('HOME')
SELECT GETENV('PATH') FROM people
SELECT ('HOME').getenv()
SELECT system.main.getenv('HOME')
SELECT current_setting('secret_directory')
SELECT current_setting('home_directory') || ''
SELECT getvariable('x')
SELECT current_query()
SELECT current_database()
SELECT current_schemas(true)
SELECT version()
SELECT write_log('x')
SELECT setseed(0.5)
SELECT nextval('s')
SELECT currval('s')
SELECT txid_current()
SELECT pg_get_viewdef(1)
SELECT pg_postmaster_start_time()
SELECT has_table_privilege('people', 'SELECT')
SELECT json_serialize_sql('SELECT 1')
SELECT json_serialize_plan('SELECT * FROM people')
SELECT json_deserialize_sql('{}')
SELECT stats(id) FROM people
SELECT vector_type(id) FROM people
SELECT get_block_size('memory')
SELECT __internal_decompress_string('x')
DESCRIBE people
DESCRIBE SELECT * FROM people
SHOW TABLES
SHOW ALL TABLES
SHOW people
SUMMARIZE people
SUMMARIZE SELECT email FROM people
SELECT * FROM (DESCRIBE people)
SELECT * FROM (SUMMARIZE people)
SELECT * FROM (SHOW TABLES)
"""

# ---- hostile: naming a blocked column; {c} is the column, quoted ----

NAMING = """
SELECT {c} FROM people
SELECT p.{c} FROM people p
SELECT people.{c} AS harmless FROM people
SELECT main.people.{c} FROM people
FROM people SELECT {c}
SELECT {c} AS {c} FROM people
SELECT upper({c}) FROM people
SELECT CAST({c} AS VARCHAR) FROM people
SELECT {c}::BLOB FROM people
SELECT TRY_CAST({c} AS BIGINT) FROM people
SELECT 'x' || {c} || 'y' FROM people
SELECT concat_ws('-', name, {c}) FROM people
SELECT count(DISTINCT {c}) FROM people
SELECT min({c}), max({c}) FROM people
SELECT string_agg({c}, ',') FROM people
SELECT list({c}) FROM people
SELECT min_by({c}, id) FROM people
SELECT first({c} ORDER BY id) FROM people
SELECT hash({c}) FROM people
SELECT md5({c}::VARCHAR) FROM people
SELECT id FROM people WHERE {c} IS NOT NULL
SELECT id FROM people WHERE {c}::VARCHAR LIKE 'a%'
SELECT id FROM people WHERE starts_with({c}::VARCHAR, 'a')
SELECT id FROM people ORDER BY {c}
SELECT count(*) FROM people GROUP BY {c}
SELECT count(*) FROM people GROUP BY GROUPING SETS (({c}), ())
SELECT region FROM people GROUP BY region HAVING max({c}::VARCHAR) > ''
SELECT DISTINCT ON ({c}) id FROM people
SELECT row_number() OVER (ORDER BY {c}) FROM people
SELECT sum(units) OVER (PARTITION BY {c}) FROM people
SELECT id FROM people QUALIFY rank() OVER (ORDER BY {c}) = 1
SELECT sum(units) FILTER (WHERE {c} IS NULL) FROM people
SELECT CASE WHEN {c} IS NULL THEN 0 ELSE 1 END FROM people
SELECT coalesce({c}::VARCHAR, '') FROM people
SELECT {{'a': {c}}} FROM people
SELECT [{c}] FROM people
SELECT struct_pack(a := {c}) FROM people
SELECT json_object('a', {c}) FROM people
SELECT to_json({c}) FROM people
SELECT e FROM (SELECT {c} AS e FROM people)
SELECT {c} FROM (SELECT * FROM people)
WITH x AS (SELECT * FROM people) SELECT {c} FROM x
WITH x(a) AS (SELECT {c} FROM people) SELECT a FROM x
WITH x AS MATERIALIZED (SELECT {c} FROM people) SELECT * FROM x
SELECT (SELECT {c} FROM people LIMIT 1)
SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM people p WHERE p.{c}::VARCHAR = o.status)
SELECT p.id FROM people p JOIN people q USING ({c})
SELECT p.id FROM people p JOIN people q ON p.{c} = q.{c}
SELECT * EXCLUDE ({c}) FROM people
SELECT * REPLACE (upper({c}) AS name) FROM people
SELECT * RENAME ({c} AS x) FROM people
SELECT id::VARCHAR FROM people UNION ALL SELECT {c}::VARCHAR FROM people
SELECT * FROM people UNPIVOT (v FOR n IN ({c}, name))
SELECT * FROM people PIVOT (count(*) FOR {c} IN ('x'))
SELECT unnest([{c}]) FROM people
SELECT list_transform([1], lambda x: {c}) FROM people
SELECT (people).{c} FROM people
VALUES ((SELECT min({c}) FROM people))
"""

# ---- hostile: asking for everything; {w} is answered without the blocked columns ----

WHOLE = """
SELECT * FROM people
FROM people
TABLE people
SELECT p.* FROM people p
SELECT people.*, 1 FROM people
SELECT DISTINCT * FROM people
SELECT * FROM people ORDER BY ALL
SELECT * FROM people LIMIT 1
SELECT * FROM (SELECT * FROM people)
SELECT * FROM (FROM people) AS x(a, b, c)
WITH x AS (SELECT * FROM people) SELECT * FROM x
WITH x AS MATERIALIZED (FROM people) SELECT x FROM x
SELECT * FROM people p JOIN orders o ON o.id = p.id
SELECT * FROM people p LEFT JOIN orders o USING (id)
SELECT * FROM orders POSITIONAL JOIN people
SELECT * FROM people UNION ALL SELECT * FROM people
SELECT * FROM people UNION BY NAME SELECT * FROM orders
SELECT people FROM people
SELECT p FROM people AS p
SELECT p::VARCHAR FROM people p
SELECT CAST(p AS VARCHAR) || '' FROM people p
SELECT row_to_json(p) FROM people p
SELECT to_json(people) FROM people
SELECT to_json(p)->>'Email' FROM people p
SELECT json_extract(to_json(p), '$.ssn') FROM people p
SELECT json_group_array(p) FROM people p
SELECT list(p) FROM people p
SELECT array_agg(people ORDER BY id) FROM people
SELECT hash(p) FROM people p
SELECT md5(p::VARCHAR) FROM people p
SELECT min(p) FROM people p
SELECT any_value(p) FROM people p
SELECT first(p) OVER (ORDER BY id) FROM people p
SELECT (SELECT p) FROM people p
SELECT unnest(p) FROM people p
SELECT struct_insert(p, x := 1) FROM people p
SELECT struct_pack(a := p) FROM people p
SELECT [p, p] FROM people p
SELECT {'a': p} FROM people p
SELECT max_by(p, id) FROM people p
SELECT id FROM people p GROUP BY id, p
SELECT COLUMNS(*) FROM people
SELECT COLUMNS('.*') FROM people
SELECT COLUMNS('id|ssn') FROM people
SELECT COLUMNS(c -> c <> 'id') FROM people
SELECT COLUMNS(lambda c: length(c) > 1) FROM people
SELECT min(COLUMNS(*)) FROM people
SELECT * EXCLUDE (id) FROM people
SELECT * REPLACE ('x' AS name) FROM people
SELECT * ILIKE '%n%' FROM people
SELECT * NOT LIKE 'x%' FROM people
SELECT #4 FROM people
SELECT d FROM people AS x(a, b, c, d)
SELECT * FROM people PIVOT (sum(units) FOR region IN ('North', 'South'))
UNPIVOT (SELECT * FROM people) ON COLUMNS('^n') INTO NAME n VALUE v
SELECT id FROM orders WHERE id IN (SELECT id FROM (FROM people))
SELECT * FROM people TABLESAMPLE 3 ROWS
"""

# ---- harmless ----

HARMLESS = """
SELECT 1
SELECT 'email', "name" FROM people -- email
SELECT region AS email FROM people ORDER BY email
SELECT contact FROM orders
SELECT headphones, emails_sent FROM products
SELECT phone_model, count(*) FROM people GROUP BY 1 ORDER BY 2 DESC, 1
SELECT count(*) FROM people
SELECT count(DISTINCT region), sum(units), avg(price), median(price), stddev(units) FROM people
SELECT region, sum(units) AS total FROM people GROUP BY region HAVING total > 10 ORDER BY total DESC
SELECT region, sum(units) FROM people GROUP BY ALL ORDER BY ALL
SELECT region, phone_model, sum(units) FROM people GROUP BY ROLLUP (region, phone_model)
SELECT region, phone_model, sum(units), grouping(region) FROM people GROUP BY CUBE (region, phone_model)
SELECT region, day, sum(units) FROM people GROUP BY GROUPING SETS ((region), (day), ())
SELECT name, rank() OVER (ORDER BY units DESC), lag(units) OVER w FROM people WINDOW w AS (ORDER BY day)
SELECT name, sum(units) OVER (PARTITION BY region ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM people
SELECT name, ntile(2) OVER (ORDER BY units), percent_rank() OVER (ORDER BY units) FROM people
SELECT name FROM people QUALIFY row_number() OVER (PARTITION BY region ORDER BY units DESC) = 1
WITH a AS (SELECT region, sum(units) u FROM people GROUP BY 1), b AS (SELECT max(u) m FROM a) SELECT region FROM a, b WHERE u = m
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT sum(i) FROM n
WITH a AS MATERIALIZED (SELECT id, amount FROM orders) SELECT id, sum(amount) FROM a GROUP BY id
SELECT p.name, sum(o.amount) FROM people p JOIN orders o USING (id) GROUP BY p.name
SELECT p.name, o.amount FROM people p LEFT JOIN orders o ON o.id = p.id AND o.status = 'open'
SELECT p.name FROM people p SEMI JOIN orders o ON o.id = p.id
SELECT p.name FROM people p ANTI JOIN orders o ON o.id = p.id AND o.status = 'returned'
SELECT p.name, o.amount FROM people p FULL JOIN orders o USING (id)
SELECT p.name, q.title FROM people p CROSS JOIN products q
SELECT o.order_id, p.name FROM orders o ASOF JOIN people p ON o.ordered >= p.day
SELECT name FROM people WHERE id IN (SELECT id FROM orders WHERE amount > 10)
SELECT name FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.id = p.id AND o.amount > 50)
SELECT name, (SELECT sum(amount) FROM orders o WHERE o.id = p.id) FROM people p
SELECT x.name, y.best FROM people x, LATERAL (SELECT max(amount) AS best FROM orders o WHERE o.id = x.id) y
SELECT date_trunc('month', day) AS m, sum(units) FROM people GROUP BY 1 ORDER BY 1
SELECT year(day), month(day), dayname(day), quarter(day), week(day) FROM people
SELECT day + INTERVAL 1 MONTH, day - DATE '2024-01-01', age(day, DATE '2020-01-01') FROM people
SELECT date_diff('day', day, DATE '2024-12-31'), strftime(day, '%Y/%m'), last_day(day) FROM people
SELECT date_part('dow', ordered), extract(year FROM ordered), epoch(ordered) FROM orders
SELECT strptime('2024-01-02', '%Y-%m-%d'), make_date(2024, 1, 2), to_timestamp(0)
SELECT time_bucket(INTERVAL 7 DAY, ordered), count(*) FROM orders GROUP BY 1
SELECT count(*) FROM generate_series(DATE '2024-01-01', DATE '2024-02-01', INTERVAL 1 DAY)
SELECT upper(name), lower(region), length(name), reverse(name), trim(name), left(name, 2) FROM people
SELECT substring(name, 1, 2), replace(name, 'a', 'b'), lpad(name, 5, '.'), split_part(phone_model, 'x', 1) FROM people
SELECT regexp_matches(name, '^A'), regexp_replace(name, '[aeiou]', '', 'g'), regexp_extract(name, '.') FROM people
SELECT name FROM people WHERE name ILIKE '%n%' OR name SIMILAR TO 'B.*' OR name GLOB 'C*'
SELECT format('{} sold {}', name, units), printf('%05.2f', price), concat_ws('-', name, region) FROM people
SELECT levenshtein('a', 'b'), jaccard('ab', 'abc'), md5('x'), sha256('x'), base64(encode('a'))
SELECT string_agg(name, ', ' ORDER BY name), list(name ORDER BY name) FROM people
SELECT list_transform(list(units), lambda x: x * 2), list_sum(list(units)), list_sort(list(name)) FROM people
SELECT [x * 2 FOR x IN [1, 2, 3] IF x > 1], list_filter([1, 2, 3], lambda x: x > 1), [1, 2, 3][1:2]
SELECT unnest([1, 2, 3]), unnest(['a', 'b', 'c'])
SELECT i, j FROM range(3) a(i), unnest([10, 20]) b(j)
SELECT {'a': name, 'b': units}.a, struct_pack(x := price).x FROM people
SELECT MAP {'a': 1, 'b': 2}['a'], map_keys(MAP {'a': 1}), map([1], [2])
SELECT json_extract('{"a": [1, 2]}', '$.a[0]'), '{"a": 1}'->>'a', json_array_length('[1, 2]')
SELECT json_object('name', name, 'units', units), json_group_array(name) FROM people GROUP BY ALL
SELECT key, value FROM json_each('{"a": 1, "b": 2}')
SELECT to_json({'region': region}), json_keys('{"a": 1}') FROM people
SELECT quantile_cont(price, 0.5), quantile_disc(price, [0.25, 0.75]), mode(region), mad(units) FROM people
SELECT approx_quantile(units, 0.5), approx_count_distinct(region), entropy(region), skewness(units) FROM people
SELECT corr(units, price), covar_samp(units, price), regr_slope(units, price), kurtosis(units) FROM people
SELECT arg_max(name, units), min_by(name, price), any_value(region), bool_and(units > 0) FROM people
SELECT histogram(region), count_if(units > 10), sum(units) FILTER (WHERE region = 'North') FROM people
SELECT CASE region WHEN 'North' THEN 1 ELSE 2 END, if(units > 10, 'a', 'b'), coalesce(NULL, 1), nullif(1, 1) FROM people
SELECT round(price, 1), ceil(price), floor(price), abs(-1), power(2, 3), sqrt(16), ln(1), greatest(1, 2), 7 // 2, 7 % 2 FROM people
SELECT CAST(units AS DOUBLE), TRY_CAST(name AS INTEGER), units::VARCHAR, typeof(price) FROM people
SELECT name FROM people WHERE units BETWEEN 5 AND 25 AND region NOT IN ('East') AND name IS NOT NULL
SELECT DISTINCT region FROM people
SELECT DISTINCT ON (region) region, name FROM people ORDER BY region, units DESC
SELECT name FROM people ORDER BY units DESC NULLS LAST LIMIT 2 OFFSET 1
SELECT region FROM people UNION SELECT status FROM orders
SELECT region FROM people INTERSECT SELECT region FROM people
SELECT region FROM people EXCEPT SELECT 'North'
FROM orders SELECT status, sum(amount) GROUP BY status
SELECT * FROM orders
SELECT * EXCLUDE (amount) FROM orders
SELECT * REPLACE (round(amount) AS amount) FROM orders
SELECT COLUMNS('a.*') FROM orders
SELECT min(COLUMNS(*)) FROM products
SELECT o FROM orders o
SELECT * FROM (SELECT status, amount FROM orders) PIVOT (sum(amount) FOR status IN ('open', 'closed'))
UNPIVOT products ON price, emails_sent INTO NAME what VALUE figure
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(email, phone)
SELECT email FROM (SELECT name AS email FROM people)
VALUES (1, 2), (3, 4)
SELECT current_date >= DATE '2020-01-01', now() IS NOT NULL, random() < 1, uuid() IS NOT NULL
SELECT 'SELECT 1; DROP TABLE people' AS text, 'read_csv(''/etc/passwd'')' AS other
SELECT /* a; comment */ count(*) /* another */ FROM orders; -- and one more
(SELECT 1) UNION ALL (SELECT 2) ORDER BY 1
SELECT sum(amount) FROM main.orders
SELECT "id", "order_id" FROM "orders" AS "o" WHERE "o"."amount" > 5
SELECT ORDERS.AMOUNT FROM ORDERS
SELECT count(*) FROM orders a JOIN orders b ON a.id = b.id AND a.order_id < b.order_id
SELECT status, count(*) * 100.0 / sum(count(*)) OVER () AS share FROM orders GROUP BY status
SELECT ordered, avg(amount) OVER (ORDER BY ordered RANGE BETWEEN INTERVAL 30 DAY PRECEDING AND CURRENT ROW) FROM orders
SELECT name FROM people WHERE (region, units) IN (('North', 10), ('South', 20))
SELECT name FROM people WHERE units > ALL (SELECT 5) AND units = ANY (SELECT units FROM people)
SELECT first_value(name) OVER (PARTITION BY region ORDER BY units), nth_value(name, 2) OVER (ORDER BY id) FROM people
SELECT exp(sum(ln(amount))) FROM orders
SELECT bit_count(7), xor(1, 2), 1 << 3, 5 & 3, 5 | 3, hex(255), bin(5)
SELECT count(*) FROM people WHERE isfinite(price::DOUBLE) AND NOT isnan(units::DOUBLE)
SELECT price * 1.19 AS gross, price - price * 0.1 AS net, price / nullif(units, 0) FROM people
SELECT pg_typeof(1), sign(-2), trunc(1.7), pi(), degrees(pi()), even(3)
SELECT equi_width_bins(0, 10, 5, true), list_value(1, 2), array_value(1, 2), range(3), generate_series(1, 3)
"""


def lines(text):
    return [line.replace("\\n", "\n").replace("\\t", "\t") for line in text.strip().split("\n")]


def quoted(column, i):
    """The column as SQL names it, in one of the ways it may be spelt."""
    ways = [f'"{column}"', f'"{column.upper()}"', f'"{column.lower()}"']
    return ways[i % 3] if " " in column else [*ways, column, column.lower()][i % 5]


def hostile():
    """[(query, what)]: "refused" by a rule about statements, tables or functions; "column": it names a blocked column;
    "whole": answered without them."""
    queries = [(q, "refused") for q in lines(STATEMENTS) + lines(OUTSIDE)]
    templates = lines(NAMING)
    for i, template in enumerate(templates):
        for column in (BLOCKED[i % len(BLOCKED)], BLOCKED[(i + 1) % len(BLOCKED)]):
            queries.append((template.format(c=quoted(column, i)), "column"))
    return queries + [(q, "whole") for q in lines(WHOLE)]


class Grammar:
    """Analytical queries over the three tables, all of them answerable, from one seed."""

    TEXT, NUMBER, DATE = "text", "number", "date"
    COLUMNS = {
        "people": {TEXT: ["name", "region", "phone_model"], NUMBER: ["id", "units", "price"], DATE: ["day"]},
        "orders": {TEXT: ["status", "contact"], NUMBER: ["order_id", "id", "amount"], DATE: ["ordered"]},
        "products": {TEXT: ["sku", "title", "category"], NUMBER: ["price", "headphones", "emails_sent"], DATE: []},
    }
    WORDS = ["North", "South", "open", "web", "a", "email", "x; DROP TABLE people", "it''s", "--", "/*", "100%"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.qualified = False

    def pick(self, *options):
        return self.r.choice(options)

    def column(self, table, kind):
        names = self.COLUMNS[table][kind]
        if not names:
            return {"date": "DATE '2024-05-06'"}[kind]
        name = self.r.choice(names)
        return f"{self.alias}.{name}" if self.qualified else self.pick(name, name, f'"{name}"', f"{self.alias}.{name}")

    def number(self, table, depth=0):
        if depth > 2 or self.r.random() < 0.4:
            return self.pick(self.column(table, self.NUMBER), str(self.r.randint(1, 99)), f"{self.r.random():.2f}")
        a, b = self.number(table, depth + 1), self.number(table, depth + 1)
        return self.pick(f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} / nullif({b}, 0))", f"abs({a})",
                         f"round({a}, 1)", f"coalesce({a}, 0)", f"greatest({a}, {b})", f"length({self.text(table, 3)})",
                         f"CASE WHEN {self.condition(table, 3)} THEN {a} ELSE {b} END",
                         f"year({self.column(table, self.DATE)})", f"CAST({a} AS DOUBLE)", f"sqrt(abs({a}))")

    def text(self, table, depth=0):
        if depth > 2 or self.r.random() < 0.4:
            return self.pick(self.column(table, self.TEXT), f"'{self.r.choice(self.WORDS)}'")
        a, b = self.text(table, depth + 1), self.text(table, depth + 1)
        return self.pick(f"upper({a})", f"lower({a})", f"({a} || {b})", f"replace({a}, 'a', 'b')", f"left({a}, 3)",
                         f"coalesce({a}, {b})", f"concat({a}, '-', {b})", f"trim({a})", f"substr({a}, 1, 4)",
                         f"regexp_replace({a}, '[a-m]', '_', 'g')", f"strftime({self.column(table, self.DATE)}, '%Y-%m')",
                         f"if({self.condition(table, 3)}, {a}, {b})", f"CAST({self.number(table, 3)} AS VARCHAR)")

    def condition(self, table, depth=0):
        if depth > 1 or self.r.random() < 0.5:
            n, t = self.number(table, 3), self.text(table, 3)
            return self.pick(f"{n} > {self.r.randint(0, 30)}", f"{n} BETWEEN 1 AND 50", f"{t} = 'North'",
                             f"{t} LIKE '%o%'", f"{t} IN ('North', 'open', 'home')", f"{t} IS NOT NULL",
                             f"{self.column(table, self.DATE)} >= DATE '2024-02-01'", f"contains({t}, 'a')",
                             f"{n} IN (SELECT id FROM orders)")
        a, b = self.condition(table, depth + 1), self.condition(table, depth + 1)
        return self.pick(f"({a} AND {b})", f"({a} OR {b})", f"NOT ({a})")

    def aggregate(self, table):
        n, t = self.number(table, 1), self.text(table, 2)
        return self.pick("count(*)", f"sum({n})", f"avg({n})", f"min({t})", f"max({n})", f"count(DISTINCT {t})",
                         f"median({n})", f"string_agg({t}, ',' ORDER BY {self.column(table, self.TEXT)})", f"quantile_cont({n}, 0.9)",
                         f"sum({n}) FILTER (WHERE {self.condition(table, 2)})", f"stddev({n})", f"list({t})",
                         f"arg_max({t}, {n})", f"count_if({self.condition(table, 2)})")

    def window(self, table):
        n, t = self.number(table, 3), self.column(table, self.TEXT)
        over = self.pick(f"OVER (ORDER BY {n})", f"OVER (PARTITION BY {t} ORDER BY {n})", f"OVER (PARTITION BY {t})")
        return self.pick(f"row_number() {over}", f"sum({n}) {over}", f"lag({n}) {over}", f"rank() {over}",
                         f"avg({n}) {over}", f"first_value({t}) {over}", f"cume_dist() {over}")

    def start(self, table):
        self.alias = self.pick("t", "a", table)
        return table if self.alias == table else f"{table} {self.pick('AS ', '')}{self.alias}"

    def tail(self, keys):
        order = f" ORDER BY {', '.join(str(k) for k in keys)}" if keys and self.r.random() < 0.6 else ""
        return order + self.pick("", "", " LIMIT 5", " LIMIT 3 OFFSET 1")

    def where(self, table):
        return f" WHERE {self.condition(table)}" if self.r.random() < 0.5 else ""

    def plain(self):
        table = self.pick("people", "orders", "products")
        source = self.start(table)
        items = [self.pick(self.number(table), self.text(table), self.window(table))
                 for _ in range(self.r.randint(1, 4))]
        named = [f"{x} AS {self.pick('value', 'email', 'phone', 'k')}_{i}" for i, x in enumerate(items)]
        return f"SELECT {', '.join(named)} FROM {source}{self.where(table)}{self.tail([1])}"

    def grouped(self):
        table = self.pick("people", "orders", "products")
        source = self.start(table)
        keys = [self.text(table, 2) for _ in range(self.r.randint(1, 2))]
        values = [self.aggregate(table) for _ in range(self.r.randint(1, 3))]
        by = self.pick("ALL", ", ".join(str(i + 1) for i in range(len(keys))),
                       f"ROLLUP ({', '.join(str(i + 1) for i in range(len(keys)))})")
        having = self.pick("", "", " HAVING count(*) >= 1")
        return f"SELECT {', '.join(keys + values)} FROM {source}{self.where(table)} GROUP BY {by}{having}{self.tail([1])}"

    def joined(self):
        self.alias, self.qualified = "p", True
        key, where = self.text("people", 1), self.condition("people", 1)
        self.qualified = False
        kind = self.pick("JOIN", "LEFT JOIN", "INNER JOIN")
        total = self.pick("sum(o.amount)", "count(*)", "max(o.ordered)", "count(DISTINCT o.status)")
        return (f"SELECT {key} AS k, {total} FROM people p {kind} orders o ON o.id = p.id WHERE {where} "
                f"GROUP BY 1{self.tail([2])}")

    def layered(self):
        inner, word = self.grouped(), self.pick("x", "email", "Result", "step_1")
        return self.pick(f"WITH {word} AS ({inner}) SELECT count(*) FROM {word}",
                         f"SELECT count(*) FROM ({inner}) AS {word}",
                         f"WITH {word} AS ({self.plain()}) SELECT * FROM {word} LIMIT 2",
                         f"SELECT * FROM ({inner}) LIMIT 1")

    def query(self):
        made = self.pick(self.plain, self.plain, self.grouped, self.grouped, self.joined, self.layered)()
        return made + self.pick("", "", "", ";", " -- done", " /* a comment; with email */")


def harmless(n=1000, seed=6):
    queries = lines(HARMLESS)
    grammar = Grammar(seed)
    while len(queries) < n:
        queries.append(grammar.query())
    return queries
