"""Requests that nobody should send, made from a seed: for test_hostile.py.

Each kind is a function that is given a random.Random and gives the bytes and what the server may do with them:

    REFUSED  an answer of 4xx, or a close: it is complete and wrong
    ANSWERED any answer that is not 5xx, or a close: it is complete, and strict readers and lenient ones may differ
    WAITS    the server has every right to wait for the rest: the client goes away instead
"""
import json

REFUSED, ANSWERED, WAITS = "refused", "answered", "waits"
HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
GOOD = b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n"
TARGETS = (b"/health", b"/api/ops", b"/api/ask", b"/api/files", b"/mcp", b"/openapi.json", b"/", b"/api/events")


def get(target=b"/health", head=b"", method=b"GET", version=b"HTTP/1.1"):
    return method + b" " + target + b" " + version + b"\r\n" + HOST + head + b"\r\n"


def post(body, head=JSON, target=b"/api/ask", length=None):
    length = str(len(body)).encode() if length is None else length
    return b"POST " + target + b" HTTP/1.1\r\n" + HOST + head + b"Content-Length: " + length + b"\r\n\r\n" + body


def chunked(body, head=JSON, target=b"/api/ask", coding=b"chunked"):
    return b"POST " + target + b" HTTP/1.1\r\n" + HOST + head + b"Transfer-Encoding: " + coding + b"\r\n\r\n" + body


def noise(r, n, alphabet=None):
    return bytes(r.choice(alphabet) for _ in range(n)) if alphabet else r.randbytes(n)


def truncated(r):
    whole = r.choice([GOOD, post(b'{"question":"x","data":["y"]}'), chunked(b"5\r\nhello\r\n0\r\n\r\n"),
                      post(b"--b\r\n\r\nx\r\n--b--\r\n", b"Content-Type: multipart/form-data; boundary=b\r\n",
                           b"/api/files")])
    return whole[:r.randrange(1, len(whole))], WAITS


def bad_method(r):
    method = r.choice([b"FOO", b"get", b"G" * r.choice([20, 400, 5000]), b"G\tT", b"DELETE", b"TRACE", b"CONNECT",
                       b"PUT", b"(GET)", b"\xff\xfe", b"PATCH", noise(r, 8, b"ABCDEFGHIJ")])
    return get(r.choice(TARGETS[:3]), method=method), REFUSED


def bad_version(r):
    version = r.choice([b"HTTP/9.9", b"HTTP/2.0", b"HTTP/1.1x", b"http/1.1", b"HTTX/1.1", b"HTTP/0.9", b"HTTP/-1.1",
                        b"HTTP/1", b"HTTP/1.", b"HTTP/.1", b"HTTP/11", b"HTTP/99999999999.1", b"\x00", b"HTTP\\1.1"])
    return r.choice([get(version=version), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /health\r\n\r\n"]), ANSWERED


def line_ends(r):
    whole = r.choice([GOOD, post(b"{}"), chunked(b"2\r\n{}\r\n0\r\n\r\n")])
    return r.choice([whole.replace(b"\r\n", b"\n"), whole.replace(b"\r\n", b"\r"), whole.replace(b"\r\n", b"\n\r"),
                     whole.replace(b"\r\n", b"\r\r\n"), b"\r\n" * r.randrange(1, 9) + whole, b"\n" + whole]), WAITS


def nul_bytes(r):
    whole = bytearray(r.choice([GOOD, post(b'{"question":"x"}'), get(b"/api/ops?limit=3")]))
    for _ in range(r.randrange(1, 4)):
        whole[r.randrange(len(whole) - 4)] = 0
    return bytes(whole), WAITS


def many_headers(r):
    n = r.choice([100, 500, 2000, 8000])
    return get(head=b"".join(b"X-%d: %d\r\n" % (i, i) for i in range(n))), ANSWERED


def long_headers(r):
    n = r.choice([8000, 32000, 33000, 70000, 300000])
    return r.choice([get(head=b"X-Long: " + b"x" * n + b"\r\n"), get(head=b"X" * n + b": x\r\n"), get(b"/" + b"x" * n),
                     get(b"/health?a=" + b"b" * n), get(head=b"Cookie: " + b"a=b; " * (n // 5) + b"\r\n")]), ANSWERED


def bad_chunks(r):
    size = r.choice([b"zz", b"-1", b"0x2", b"FFFFFFFFFFFFFFFFF", b"7FFFFFFFFFFFFFFF", b"", b" 2", b"2 ",
                     b"2;" + b"x" * 9000, b"+2", b"2\x00", b"2\n", b"\xb2", b"1" * 40])
    body = r.choice([size + b"\r\n{}\r\n0\r\n\r\n", b"2\r\n{}" + size + b"\r\n", b"2\r\n{}\r\n" + size + b"\r\n\r\n",
                     b"2\r\n{}XX0\r\n\r\n", b"0\r\n" + b"X: y\r\n" * 2000 + b"\r\n", b"0\r\nno colon\r\n\r\n"])
    return chunked(body), WAITS


def two_lengths(r):
    return r.choice([
        chunked(b"2\r\n{}\r\n0\r\n\r\n", JSON + b"Content-Length: 2\r\n"),
        post(b"2\r\n{}\r\n0\r\n\r\n", JSON + b"Transfer-Encoding: chunked\r\n", length=b"2"),
        post(b"{}", JSON + b"Content-Length: 2\r\n"), post(b"{} ", JSON + b"Content-Length: 2\r\n"),
        post(b"{}" + GOOD, JSON + b"Content-Length: 2\r\n"),
        chunked(b"2\r\n{}\r\n0\r\n\r\n", JSON + b"Transfer-Encoding: chunked\r\n")]), REFUSED


def bad_length(r):
    length = r.choice([b"-1", b"+2", b"0x2", b"", b" ", b"2,2", b"2 2", b"2.0", b"1e3", b"9" * 18, b"9" * 19, b"9" * 30,
                       b"18446744073709551615", b"18446744073709551616", b"\xd9\xa2", b"two", b"-0"])
    return post(b"{}", length=length), WAITS


def odd_target(r):
    target = r.choice([b"http://localhost/health", b"http://evil.example/health", b"*", b"localhost:80", b"health",
                       b"//health", b"/health#x", b"/\\health", b"/health/", b"/./health", b"/api/../health",
                       b"/%2e%2e/health", b"/api/ops/..%2f..", b"/api/ops/%2e", b"/health;x", b"?", b"/?", b"/ health",
                       b"/api/files/" + b"a" * 900, b"https://user:pw@localhost/health", b"/api/audit?request=../../x",
                       b"/api/ops/\xc3\xa9"])
    return get(target), ANSWERED


def bad_percent(r):
    escape = r.choice([b"%", b"%2", b"%zz", b"%00", b"%%", b"%u0041", b"%-1", b"%c0%af", b"%e0%80%af", b"%ed%a0%80",
                       b"%ff", b"%f4%90%80%80", b"\xc0\xaf", b"\xff", b"%C3%28", b"%e2%28%a1"])
    return get(r.choice([b"/api/ops/" + escape, b"/" + escape, b"/api/ops?limit=" + escape,
                         b"/api/ops?" + escape + b"=1", b"/api/files/" + escape])), REFUSED


def bad_json(r):
    deep = r.choice([10, 130, 1000, 100000])
    body = r.choice([
        b"[" * deep, b"[" * deep + b"]" * deep, b'{"a":' * deep + b"1" + b"}" * deep, b"{", b"", b"nul", b"NaN",
        b"1e999999999", b"-", b'"\xff"', b'"\xc0\xaf"', b'"\\ud800"', b'"\\u0000"', b"\xef\xbb\xbf{}",
        '{"question":"x"}'.encode("utf-16"), b"{}{}", b"{},", b"[1,]", b'{"a":1,"a":2}', b"{'a':1}", b"\x00",
        b'"' + b"\\" * 9999, b'{"question":"x","data":"y"}',
        b'{"question":"' + b"x" * 100000 + b'","data":["y"]}', b'{"question":null,"data":[null]}', noise(r, 200),
        json.dumps({"question": "x", "data": ["/etc/passwd"]}).encode(), json.dumps({"data": ["x"] * 5000}).encode()])
    return post(body, target=r.choice([b"/api/ask", b"/api/ops/sql.run", b"/api/ops/files.remove", b"/mcp"])), REFUSED


def bad_coding(r):
    return r.choice([
        post(b"\x1f\x8b\x08garbage", JSON + b"Content-Encoding: gzip\r\n"), post(b"{}", b"Content-Type: text/xml\r\n"),
        post(b"{}", b"Content-Type: \xff\r\n"), post(b"{}", b""), post(b"x", b"Content-Type: multipart/form-data\r\n"),
        chunked(b"", coding=b"gzip"), chunked(b"2\r\n{}\r\n0\r\n\r\n", coding=b"xchunked"),
        chunked(b"2\r\n{}\r\n0\r\n\r\n", coding=b"chunked, chunked"),
        chunked(b"2\r\n{}\r\n0\r\n\r\n", coding=b"identity"),
        chunked(b"2\r\n{}\r\n0\r\n\r\n", coding=b"gzip, chunked"), post(b"{}", JSON + b"Expect: 200-ok\r\n")]), WAITS


def odd_header(r):
    head = r.choice([b"no colon\r\n", b"Space : x\r\n", b" folded: x\r\n", b"X: y\r\n folded\r\n", b": no name\r\n",
                     b"X\x01: y\r\n", b"X: \x7f\x01\r\n", b"H\xc3\xb6he: x\r\n", b"Host: evil.example\r\n",
                     b"Host: \r\n",
                     b"Origin: null\r\n",
                     b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n",
                     b"Connection: \xff\r\n", b"Range: bytes=9-1\r\n", b"If-None-Match: " + b'"x",' * 500 + b"\r\n",
                     b"Accept: " + b"a/b;q=0.1," * 500 + b"\r\n", b"Accept-Encoding: " + b"gzip;q=" * 300 + b"\r\n",
                     b"Authorization: Bearer " + b"x" * 3000 + b"\r\n", b"Authorization: Basic !!\r\n",
                     b"Accept: text/event-stream\r\nLast-Event-ID: " + noise(r, 30, b"0123456789abcdef-.") + b"\r\n"])
    return get(r.choice([b"/health", b"/api/ops", b"/api/ask", b"/mcp"]), head), ANSWERED


def bad_form(r):
    parts = [b"--b\r\n", b"--b--\r\n", b"--b", b"\r\n", b"\n",
             b'Content-Disposition: form-data; name="file"; filename="x.csv"\r\n',
             b"Content-Disposition: form-data; name=\r\n", b'Content-Disposition: form-data; name="file\r\n', b"n\n1\n",
             b'Content-Disposition: form-data; name="description"\r\n\r\n', b"X: " + b"y" * 9000 + b"\r\n",
             noise(r, 40), b'Content-Disposition: form-data; name="file"; filename="../../x"\r\n\r\n']
    body = b"".join(r.choice(parts) for _ in range(r.randrange(0, 12)))
    kind = r.choice([b"b", b'"b"', b"", b'"b', b"b" * 80, b"\xff", b"b; boundary=c"])
    return post(body, b"Content-Type: multipart/form-data; boundary=" + kind + b"\r\n", b"/api/files"), REFUSED


def pipelined(r):
    return r.choice([GOOD * 20 + noise(r, 30), GOOD + b"\x00" * 100 + GOOD, post(b"{}") + b"}" + GOOD, GOOD + GOOD[:9],
                     get(head=b"Content-Length: 4\r\n") + GOOD, noise(r, 60) + b"\r\n\r\n" + GOOD,
                     get(b"/nothing") * 10 + GOOD, get(b"/health?" + b"a=b&" * 5000) + GOOD]), WAITS


def random_bytes(r):
    return noise(r, r.choice([1, 10, 100, 5000])) + r.choice([b"", b"\r\n\r\n"]), WAITS


def mutated(r):
    whole = bytearray(r.choice([GOOD, post(b'{"question":"x","data":["y"]}'), chunked(b"2\r\n{}\r\n0\r\n\r\n"),
                                get(b"/api/ops?offset=1&limit=2", b"Accept: */*\r\nAccept-Encoding: gzip\r\n")]))
    for _ in range(r.randrange(1, 6)):
        whole[r.randrange(len(whole))] = r.randrange(256)
    return bytes(whole), WAITS


KINDS = (truncated, bad_method, bad_version, line_ends, nul_bytes, many_headers, long_headers, bad_chunks, two_lengths,
         bad_length, odd_target, bad_percent, bad_json, bad_coding, odd_header, bad_form, pipelined, random_bytes,
         mutated)

METHODS = (None, 7, "", "no/such", "tools/call", "x" * 5000, "tools/list\u0000")
TOOLS = ("no.such", 7, None, "sql.run", "home.erase")
URIS = ("x", "file:///etc/passwd", 7, None)


def frames(r):
    """A line of MCP that is wrong in some way; never one that asks for something and is right."""
    good = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    wrong = [
        b"{", b"", b"null", b"7", b'"x"', b"[]", b"[[]]", b"{}", b"\xff\xfe", b"\x00", b"[" * r.choice([100, 50000]),
        json.dumps({**good, "jsonrpc": r.choice(["1.0", 2, None])}).encode(),
        json.dumps({**good, "id": r.choice([None, {}, [], 1.5, True])}).encode(),
        json.dumps({**good, "method": r.choice(METHODS)}).encode(),
        json.dumps({**good, "params": r.choice([[], 7, "x", None, {"cursor": 7}, {"cursor": "no"}])}).encode(),
        json.dumps({**good, "method": "tools/call",
                    "params": {"name": r.choice(TOOLS), "arguments": r.choice([None, 7, [], {"x": 1}])}}).encode(),
        json.dumps({**good, "method": "resources/read", "params": {"uri": r.choice(URIS)}}).encode(),
        json.dumps({**good, "method": "completion/complete", "params": {"ref": {}, "argument": 7}}).encode(),
        json.dumps({**good, "method": "logging/setLevel", "params": {"level": "loud"}}).encode(),
        json.dumps({"jsonrpc": "2.0", "id": r.randrange(1000000, 2000000), "result": {}}).encode(),
        json.dumps({"jsonrpc": "2.0", "id": 5, "error": 7}).encode(),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/" + r.choice(["cancelled", "no", "progress"]),
                    "params": r.choice([{}, {"requestId": 99999}, {"requestId": {}}, []])}).encode(),
        noise(r, 60, bytes(range(32, 127))),
    ]
    return r.choice(wrong)
