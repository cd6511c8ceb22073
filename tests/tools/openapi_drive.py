#!/usr/bin/env python3
"""Drives every route of an openapi.json with valid, borderline and broken requests, and judges what comes back.

    openapi_drive.py http://127.0.0.1:7717 [--seed N] [--rounds N] [--token T] [--data PATH] [--secret TEXT]...

For each answer: no 5xx; a status that is described for that route; a content type that is described for that status; a
body that fits the schema; an error in the one shape. A request that is surely wrong must get a 4xx. An error that holds
a --secret (a path, say) is a leak. Prints counts and every fault with what reproduces it; then the exit status is 1.

Standard library only. Strings have no slashes unless their field is a path that the policy decides about (x-path), so
that operations which write where they are told stay in the server's folder. Such a path is often --data, a file that
the server may read, so that some of the work is done. Nothing destructive is ever confirmed.
"""
import argparse
import collections
import http.client
import json
import random
import re
import sys
import urllib.parse

UUID = re.compile(r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$")
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$", re.I)
DATE = re.compile(r"^\d{4}-\d\d-\d\d$")
ANYTHING = re.compile("")
FORMATS = {"uuid": UUID, "date-time": TIME, "date": DATE}
STREAM = "text/event-stream"
TYPES = {"string": str, "object": dict, "array": list, "boolean": bool, "null": type(None)}
BODY_BYTES = 1 << 20


# ---- JSON Schema, as much of it as the document uses ----

def has_type(value, name):
    if name in ("number", "integer"):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return is_number and (name == "number" or value == int(value))
    return isinstance(value, TYPES[name])


class Schemas:
    KNOWN = {"$ref", "type", "enum", "const", "anyOf", "properties", "required", "additionalProperties", "items",
             "prefixItems", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
             "minProperties", "maxProperties", "uniqueItems", "format", "title", "description", "default", "x-path",
             "contentMediaType"}

    def __init__(self, document):
        self.document = document

    def resolve(self, thing):
        while isinstance(thing, dict) and "$ref" in thing:
            at = self.document
            for part in thing["$ref"].removeprefix("#/").split("/"):
                at = at[part]
            thing = at
        return thing

    def faults(self, schema, value, at="body"):
        """What is wrong with the value, as a list of texts."""
        schema = self.resolve(schema)
        if schema is True or schema == {}:
            return []
        if set(schema) - self.KNOWN:
            return [f"{at}: the driver does not know {set(schema) - self.KNOWN}"]
        types = schema.get("type")
        if types and not any(has_type(value, t) for t in ([types] if isinstance(types, str) else types)):
            return [f"{at}: is no {types}: {value!r:.80}"]
        if "enum" in schema and value not in schema["enum"]:
            return [f"{at}: {value!r:.80} is none of {schema['enum']}"]
        if "anyOf" in schema:
            tried = [self.faults(s, value, at) for s in schema["anyOf"]]
            if all(tried):
                return [f"{at}: fits no alternative: {min(tried, key=len)[0]}"]
        return (self.range_faults(schema, value, at) + self.object_faults(schema, value, at)
                + self.array_faults(schema, value, at))

    @staticmethod
    def range_faults(schema, value, at):
        found = []
        size = value if isinstance(value, (int, float)) else len(value) if hasattr(value, "__len__") else 0
        kinds = {str: "Length", list: "Items", dict: "Properties"}
        low, high = ("minimum", "maximum") if isinstance(value, (int, float)) else (
            "min" + kinds.get(type(value), ""), "max" + kinds.get(type(value), ""))
        if low in schema and size < schema[low]:
            found.append(f"{at}: under {low} {schema[low]}")
        if high in schema and size > schema[high]:
            found.append(f"{at}: over {high} {schema[high]}")
        if isinstance(value, str) and not FORMATS.get(schema.get("format"), ANYTHING).search(value):
            found.append(f"{at}: is no {schema['format']}: {value!r:.80}")
        return found

    def object_faults(self, schema, value, at):
        if not isinstance(value, dict):
            return []
        fields = schema.get("properties", {})
        found = [f"{at}: lacks {name}" for name in schema.get("required", []) if name not in value]
        for name, inner in value.items():
            rest = schema.get("additionalProperties", True)
            if name in fields:
                found += self.faults(fields[name], inner, f"{at}.{name}")
            elif rest is False:
                found.append(f"{at}: {name} is not described")
            elif isinstance(rest, dict):
                found += self.faults(rest, inner, f"{at}.{name}")
        return found

    def array_faults(self, schema, value, at):
        if not isinstance(value, list) or "items" not in schema:
            return []
        return [fault for i, inner in enumerate(value) for fault in self.faults(schema["items"], inner, f"{at}[{i}]")]


# ---- values ----

ODD = ["", " ", "\t\n", "\u0000", "a\u0000b", "é", "日本語", "\U0001f600", "\u202eabc", "\ufeff", "'; DROP TABLE x; --",
       "<b>&\"", "%s%n", "null", "-1", "..", "\x7f", "a" * 300]
REAL = ["total revenue by region", "how many rows", "SELECT 1 AS one", "SELECT * FROM sales", "1", "SELECT nothing"]
NUMBERS = [0, 1, -1, 2**31, 2**53 + 1, 2**63, -2**63 - 1, 10**30, 0.1, 1e308, -0.0]


class Maker:
    def __init__(self, schemas, rng, data):
        self.schemas, self.rng, self.data = schemas, rng, data

    def text(self, schema):
        low, high = schema.get("minLength", 0), min(schema.get("maxLength", 40), 5000)
        if schema.get("format") == "uuid":
            return "%08x-%04x-4%03x-8%03x-%012x" % tuple(self.rng.getrandbits(b) for b in (32, 16, 12, 12, 48))
        if schema.get("format") == "date-time":
            return "2026-01-23T10:30:00Z"
        if schema.get("format") == "date":
            return "2026-01-23"
        if schema.get("x-path") and self.data and self.rng.random() < 0.7:
            return self.data
        if self.rng.random() < 0.3:
            return self.rng.choice(REAL)[:high].ljust(low, "x")
        n = self.rng.choice([low, high, self.rng.randint(low, high)])
        word = self.rng.choice(ODD + ["total", "sum of it", "SELECT 1", "data.csv"])
        if schema.get("x-path"):
            word = self.rng.choice([word, "/etc/passwd", "../../x", "upload://x/y", "/dev/zero", "file:///etc/passwd"])
        return (word + "".join(self.rng.choice("abc é日") for _ in range(n)))[:max(n, 1)][:high]

    def valid(self, schema, path=False):
        schema = self.schemas.resolve(schema)
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        if "anyOf" in schema:
            return self.valid(self.rng.choice(schema["anyOf"]))
        kind = schema.get("type", self.rng.choice(["string", "integer", "boolean", "null"]))
        kind = self.rng.choice(kind) if isinstance(kind, list) else kind
        path = path or schema.get("x-path", False)
        if kind == "string":
            return self.text({**schema, "x-path": path})
        if kind in ("integer", "number"):
            low, high = schema.get("minimum", -1000), schema.get("maximum", 1000)
            return self.rng.choice([low, high, self.rng.randint(int(low), int(high))])
        if kind == "array":
            n = self.rng.choice([schema.get("minItems", 0), min(schema.get("maxItems", 3), 4)])
            return [self.valid(schema.get("items", {}), path) for _ in range(n)]
        if kind == "object":
            needed = schema.get("required", [])
            return {name: self.valid(inner) for name, inner in schema.get("properties", {}).items()
                    if name in needed or self.rng.random() < 0.5}
        return self.rng.choice([True, False]) if kind == "boolean" else None

    def wrong(self, schema):
        """Values that surely do not fit, each with what is wrong about it."""
        schema = self.schemas.resolve(schema)
        for label, value in [("null", None), ("text", "x"), ("number", 7), ("truth", True), ("list", []),
                             ("object", {}), ("huge", 10**400), ("fraction", 0.5)]:
            if self.schemas.faults(schema, value):
                yield label, value
        if "minimum" in schema:
            yield "below", schema["minimum"] - 1
        if "maximum" in schema:
            yield "above", schema["maximum"] + 1
        if schema.get("minLength", 0) > 0:
            yield "short", ""
        if "maxLength" in schema:
            yield "long", "x" * (schema["maxLength"] + 1)
        if "minItems" in schema and schema["minItems"] > 0:
            yield "few", []
        if "maxItems" in schema:
            yield "many", ["x"] * (schema["maxItems"] + 1)
        if "enum" in schema:
            yield "choice", "none of these"
        if schema.get("format") == "uuid":
            yield "no uuid", "not-a-uuid"


# ---- requests ----

Request = collections.namedtuple("Request", "label method path headers body wrong streams")


class Driver:
    def __init__(self, url, seed, token, data, secrets):
        parts = urllib.parse.urlsplit(url)
        self.host, self.port = parts.hostname, parts.port
        self.rng = random.Random(seed)
        self.token, self.secrets = token, secrets
        self.counts, self.statuses, self.faults = collections.Counter(), collections.Counter(), []
        status, _, body = self.send(Request("", "GET", "/openapi.json", {}, None, False, False))
        if status != 200:
            raise SystemExit(f"openapi.json: {status}")
        self.document = json.loads(body)
        self.schemas = Schemas(self.document)
        self.maker = Maker(self.schemas, self.rng, data)

    def send(self, request):
        """(status, content type, body); a stream that need not end is not read."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        headers = dict(request.headers)
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            try:
                connection.request(request.method, request.path, request.body, headers)
            except (BrokenPipeError, ConnectionResetError):
                pass  # a body that is too large is refused before it was read; the answer is there all the same
            response = connection.getresponse()
            kind = (response.getheader("Content-Type") or "").split(";")[0]
            endless = kind == STREAM and request.method == "GET"
            return response.status, kind, b"" if endless else response.read()
        finally:
            connection.close()

    # -- what is sent --

    def place(self, path, parameters, wrong=None):
        """The path with its parameters, and the headers; `wrong` is the one that gets a value that does not fit."""
        query, headers = [], {}
        for p in map(self.schemas.resolve, parameters):
            if p is wrong or (not p["required"] and self.rng.random() < 0.5 and p is not wrong):
                if p is not wrong:
                    continue
                value = self.rng.choice(["none of these", "1e5x", "", "9" * 40]) if p["in"] != "path" else "none"
            else:
                value = self.maker.valid(p["schema"])
            text = json.dumps(value) if isinstance(value, (int, float, bool)) else str(value)
            if p["in"] == "path":
                path = path.replace("{%s}" % p["name"], urllib.parse.quote(text or "x", safe=""))
            elif p["in"] == "query":
                query.append((p["name"], text))
            else:
                headers[p["name"]] = text if text.isascii() and text.isprintable() else "x"
        return path + ("?" + urllib.parse.urlencode(query) if query else ""), headers

    def plain(self, method, path, operation):
        parameters = operation.get("parameters", [])
        target, headers = self.place(path, parameters)
        yield Request("valid", method, target, headers, None, False, False)
        for p in map(self.schemas.resolve, parameters):
            typed = p["schema"].get("type") == "integer" or "enum" in p["schema"] or p["schema"].get("format")
            target, headers = self.place(path, parameters, p)
            yield Request(f"wrong {p['name']}", method, target, headers, None, bool(typed), False)
        yield Request("with a body", method, path.replace("{", "").replace("}", ""),
                      {"Content-Type": "application/json"}, b"{}", True, False)

    def json_bodies(self, schema):
        """(label, bytes, surely wrong)"""
        maker, base = self.maker, self.maker.valid(schema)
        schema = self.schemas.resolve(schema)
        fields = schema.get("properties", {})
        encode = lambda v: json.dumps(v, ensure_ascii=self.rng.random() < 0.5).encode("utf-8", "surrogatepass")
        for _ in range(3):
            yield "valid", encode(maker.valid(schema)), False
        for name, inner in fields.items():
            for label, value in maker.wrong(inner):
                yield f"{name} {label}", encode({**base, name: value}), True
            yield f"{name} odd", encode({**base, name: self.rng.choice(ODD)}), False
            yield f"{name} number", encode({**base, name: self.rng.choice(NUMBERS)}), False
        for name in schema.get("required", []):
            yield f"without {name}", encode({k: v for k, v in base.items() if k != name}), True
        if schema.get("additionalProperties", True) is False:
            yield "unknown field", encode({**base, "none_of_these": 1}), True
        for label, text in [("list", b"[]"), ("text", b'"x"'), ("number", b"1"), ("null", b"null"), ("no JSON", b"{"),
                            ("bad UTF-8", b'{"a":"\xff"}'), ("lone surrogate", b'{"a":"\\ud800"}'),
                            ("NaN", b'{"a":NaN}'), ("deep", b"[" * 5000 + b"]" * 5000),
                            ("two", b"{} {}"), ("BOM", b"\xef\xbb\xbf{}"),
                            ("huge number", b'{"none":1e999999}'), ("large", b'{"a":"' + b"x" * BODY_BYTES + b'"}')]:
            yield label, text, label != "huge number" or not fields

    def with_json(self, method, path, operation):
        media = operation["requestBody"]["content"]["application/json"]
        right = {"Content-Type": "application/json"}
        streams = any(STREAM in reply.get("content", {}) for status, reply in operation["responses"].items()
                      if status.startswith("2"))
        for label, body, wrong in self.json_bodies(media["schema"]):
            target, headers = self.place(path, operation.get("parameters", []))
            headers.pop("Last-Event-ID", None)
            stream = streams and self.rng.random() < 0.3
            if stream:
                headers["Accept"] = STREAM
            yield Request(label, method, target, {**headers, **right}, body, wrong, stream)
        for kind in ("text/plain", "application/xml", "multipart/form-data", "application/jsonx", ""):
            target, _ = self.place(path, operation.get("parameters", []))
            yield Request(f"as {kind or 'nothing'}", method, target, {"Content-Type": kind}, b"{}", True, False)
        if streams:
            target, _ = self.place(path, operation.get("parameters", []))
            yield Request("event of another", method, target, {**right, "Accept": STREAM, "Last-Event-ID": "none.1"}, b"{}",
                          True, True)

    def with_form(self, method, path, operation):
        head = {"Content-Type": "multipart/form-data; boundary=b"}
        part = lambda name, more="", data=b"a,b\n1,2\n": (
            f'--b\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + data + b"\r\n")
        end = b"--b--\r\n"
        for label, body, wrong in [
                ("valid", part("file", '; filename="a.csv"') + part("description", data="é".encode()) + end, False),
                ("no name", part("file") + end, False),
                ("name with folders", part("file", '; filename="../../a/b.csv"') + end, False),
                ("odd name", part("file", '; filename="\u202e\U0001f600.csv"') + end, False),
                ("no file", part("description") + end, True), ("empty", end, True), ("nothing", b"", True),
                ("no end", part("file", '; filename="a.csv"'), True), ("twice", part("file") * 2 + end, True),
                ("long description", part("file") + part("description", data=b"x" * 5000) + end, True),
                ("no UTF-8", part("file") + part("description", data=b"\xff") + end, True),
                ("other boundary", part("file").replace(b"--b", b"--c") + end, True),
                ("noise", bytes(range(256)), True)]:
            yield Request(label, method, path, head, body, wrong, False)
        yield Request("no boundary", method, path, {"Content-Type": "multipart/form-data"}, part("file") + end, True,
                      False)
        yield Request("as JSON", method, path, {"Content-Type": "application/json"}, b"{}", True, False)

    # -- what is thought of it --

    def judge(self, operation, request):
        self.counts[request.method] += 1
        try:
            status, kind, body = self.send(request)
        except (OSError, http.client.HTTPException) as e:
            return [f"no answer: {e!r}"]
        self.statuses[status] += 1
        if status >= 500:
            return [f"{status}: {body[:300]!r}"]
        if request.wrong and status < 400 and kind != STREAM:
            return [f"{status} for what is surely wrong"]
        described = self.schemas.resolve(operation["responses"].get(str(status)))
        if not described:
            return [f"{status} is not described"]
        return self.judge_body(described, status, kind, body, request)

    def judge_body(self, described, status, kind, body, request):
        content = described.get("content")
        if not content:
            return [f"{status} has a body"] if body else []
        if kind not in content:
            return [f"{status} has the type {kind!r}, described is {list(content)}"]
        if kind == STREAM:
            return self.judge_stream(content[kind], body, request)
        if kind != "application/json":
            return []
        try:
            value = json.loads(body)
        except ValueError as e:
            return [f"no JSON: {e}"]
        return self.schemas.faults(content[kind]["schema"], value) + self.leaks(value)

    def leaks(self, value):
        """An error tells no secret; what else an answer holds, its caller has sent."""
        if not isinstance(value, dict):  # a file that was asked for
            return []
        told = json.dumps([value.get("error"), value.get("content") if value.get("error") else ""], ensure_ascii=False)
        return [f"leaks {s!r}: {told[:300]}" for s in self.secrets if s in told]

    def judge_stream(self, media, body, request):
        found, last = [], ""
        for block in body.decode().split("\n\n"):
            fields = [line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":")]
            if not fields:
                continue
            get = lambda name: "\n".join(f[1] for f in fields if f[0] == name)
            last = get("event")
            if last not in media["x-events"]:
                found.append(f"the event {last!r} is not described")
            elif not get("id"):
                found.append(f"the event {last!r} has no id")
            else:
                found += self.schemas.faults(media["x-events"][last], json.loads(get("data")), last)
                found += self.leaks(json.loads(get("data")))
        if request.method == "POST" and last not in ("answer", "error"):
            found.append(f"the stream ends with {last!r}")
        if request.wrong and last == "answer":
            found.append("an answer to what is surely wrong")
        return found

    # -- all of it --

    def requests(self, method, path, operation):
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            return self.with_json(method, path, operation)
        if content:
            return self.with_form(method, path, operation)
        return self.plain(method, path, operation)

    def astray(self):
        """Addresses and methods that are not there."""
        nothing = {"responses": {str(s): {"$ref": f"#/components/responses/Error{400 if s == 405 else s}"}
                                 for s in (400, 403, 404, 405)}}
        for method, path in [("GET", "/none"), ("POST", "/api/none"), ("DELETE", "/api/ops"), ("PUT", "/api/ask"),
                             ("PATCH", "/health"), ("GET", "/api/ops/"), ("GET", "//api/ops"),
                             ("GET", "/api/%6fps/%00"), ("GET", "/api/ops/%ff"),
                             ("GET", "/../etc/passwd"), ("GET", "/api/ops/..%2f..%2fetc")]:
            yield Request("astray", method, path, {}, None, True, False), nothing

    def run(self, rounds):
        for _ in range(rounds):
            for path, item in self.document["paths"].items():
                for method, operation in item.items():
                    for request in self.requests(method.upper(), path, operation):
                        self.note(request, self.judge(operation, request))
            for request, operation in self.astray():
                self.note(request, self.judge(operation, request))

    def note(self, request, faults):
        for fault in faults:
            self.faults.append((request, fault))


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("url")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--token")
    options.add_argument("--data")
    options.add_argument("--secret", action="append", default=[])
    given = options.parse_args()
    driver = Driver(given.url, given.seed, given.token, given.data, given.secret)
    driver.run(given.rounds)
    for request, fault in driver.faults[:50]:
        print(f"{request.method} {request.path} ({request.label}) {request.headers} {(request.body or b'')[:200]!r}\n"
              f"    {fault}")
    routes = sum(len(item) for item in driver.document["paths"].values())
    print(f"{sum(driver.counts.values())} requests to {routes} routes, seed {given.seed}: {len(driver.faults)} faults; "
          "statuses " + ", ".join(f"{s}: {n}" for s, n in sorted(driver.statuses.items())))
    sys.exit(1 if driver.faults else 0)


if __name__ == "__main__":
    main()
