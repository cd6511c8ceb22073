#!/usr/bin/env python3
"""Our canonical form against Python's own, line by line.

Usage: test_json_python.py JSON_CANON. From a fixed seed it makes over 100,000 texts: floats of every exponent and around
every edge, long integers, odd spellings, all of Unicode, deep nesting, keys that come twice, and texts broken by a random
change. Each goes through JSON_CANON (tests/tools/json_canon.c) and must come back as
json.dumps(json.loads(text), sort_keys=True), or be refused where Python refuses it or could not write it as JSON.
"""
import json
import math
import random
import re
import struct
import subprocess
import sys

SEED = 8259
TEXTS = 135_000  # of which a quarter is broken or too large
DEPTH = 128
DIGITS = 4300
rng = random.Random(SEED)


def from_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def any_float():
    """A finite double: any bits, an edge of a binade, a power of ten, a decimal as people write it."""
    kind = rng.randrange(7)
    if kind == 0:
        return from_bits(rng.randrange(0x7FF) << 52 | rng.getrandbits(52))
    if kind == 1:  # powers of two and their neighbours, subnormals included
        return from_bits(max(0, (rng.randrange(1, 0x7FF) << 52) + rng.randrange(-2, 3)))
    if kind == 2:
        return from_bits(rng.getrandbits(rng.randrange(1, 53)))
    if kind == 3:
        return math.ldexp(1.0, rng.randrange(-1074, 1024))
    if kind == 4:
        return float(f"{rng.randrange(1, 10**rng.randrange(1, 18))}e{rng.randrange(-320, 290)}")
    if kind == 5:
        return round(rng.uniform(-1e6, 1e6), rng.randrange(8))
    return float(rng.getrandbits(rng.randrange(1, 70)))


def halfway(v):
    """The exact decimal between v and the next double, or a hair to either side of it."""
    low, high = v, math.nextafter(v, math.inf)
    if not 0 < low < high < 1.7e308:
        return repr(v)
    numerator, denominator = low.as_integer_ratio()
    n2, d2 = high.as_integer_ratio()
    top, bottom = numerator * d2 + n2 * denominator, 2 * denominator * d2
    scale = max(0, bottom.bit_length())
    digits = str(top * 10**scale // bottom)
    text = digits + rng.choice(["", "1", "000000001"]) if rng.random() < 0.7 else str(int(digits) - 1)
    return f"{text}e{-scale - (len(text) - len(digits))}"


def spell_number():
    kind = rng.randrange(12)
    sign = rng.choice(["", "-"])
    if kind < 5:
        return sign + repr(any_float())
    if kind == 5:
        return sign + str(rng.getrandbits(rng.choice([1, 8, 31, 53, 54, 63, 64, 65, 128, 400])))
    if kind == 6:  # as it would not be printed: other exponents, zeros at the end, capitals
        digits = str(rng.randrange(1, 10 ** rng.randrange(1, 25)))
        fraction = "." + str(rng.randrange(10**9)) + "0" * rng.randrange(4) if rng.random() < 0.6 else ""
        exponent = rng.choice(["e", "E", "e+", "E+", "e-", "E-"]) + "0" * rng.randrange(3) + str(rng.randrange(250))
        return sign + digits + fraction + exponent
    if kind == 7:
        return sign + rng.choice(
            "0 0.0 0e0 0E-5 1E5 1.0 1e22 1e23 1e16 1e15 9999999999999998.0 123456789012345680000 0.0001 0.00001 "
            "5e-324 2.2250738585072011e-308 2.2250738585072014e-308 1.7976931348623157e308 1e-400 1e400 1e-5 "
            "9007199254740993 9007199254740993.0 4.35 0.1 0.10 100 1e99999999999999999999 1e-99999999999999999999".split()
        )
    if kind == 8 and rng.random() < 0.1:
        return sign + halfway(any_float())
    if kind == 9 and rng.random() < 0.02:
        n = rng.choice([DIGITS - 1, DIGITS, DIGITS + 1, rng.randrange(1, DIGITS)])
        return sign + rng.choice("123456789") + "".join(rng.choices("0123456789", k=n - 1))
    if kind == 10:
        return sign + "%.*e" % (rng.randrange(20), any_float())
    return sign + str(rng.randrange(1000))


def any_char():
    kind = rng.randrange(8)
    if kind < 4:
        return chr(rng.randrange(0x20, 0x80))
    if kind == 4:
        return chr(rng.randrange(0x20))
    if kind == 5:
        return chr(rng.randrange(0x80, 0x800))
    if kind == 6:
        return rng.choice([chr(rng.randrange(0x800, 0xD800)), chr(rng.randrange(0xE000, 0x10000))])
    return chr(rng.randrange(0x10000, 0x110000))


def escaped(c):
    units = c.encode("utf-16-be").hex()
    units = units if rng.random() < 0.5 else units.upper()
    return "".join("\\u" + units[i : i + 4] for i in range(0, len(units), 4))


def spell_string():
    short = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    length = rng.choice([0, 1, 2, 5, 8, 15, 16, 17, 24]) if rng.random() < 0.997 else rng.randrange(5000)
    plain = rng.random() < 0.4
    out = []
    for _ in range(length):
        c = chr(rng.randrange(0x61, 0x7B)) if plain else any_char()
        if c in short and (c != "/" or rng.random() < 0.5) and rng.random() < 0.7:
            out.append(short[c])
        elif c < " " or c in '"\\' or rng.random() < 0.1:
            out.append(escaped(c))
        else:
            out.append(c)
    return '"' + "".join(out) + '"'


def blank():
    return "" if rng.random() < 0.8 else "".join(rng.choices(" \t\r", k=rng.randrange(1, 20)))


def spell(depth):
    kind = rng.randrange(10) if depth > 0 else rng.randrange(6)
    if kind < 2:
        return spell_number()
    if kind < 4:
        return spell_string()
    if kind < 6:
        return rng.choice(["true", "false", "null", "[]", "{}"])
    n = rng.randrange(6) if rng.random() < 0.97 else rng.randrange(12, 60)
    parts = []
    for _ in range(n):
        key = "" if kind < 8 else f'"{rng.choice("abcdé")}"' if rng.random() < 0.4 else spell_string()
        parts.append(key + (blank() + ":" + blank() if key else "") + spell(depth - rng.randrange(1, 4)))
    body = (blank() + "," + blank()).join(parts)
    return "[" + body + "]" if kind < 8 else "{" + body + "}"


def nested():
    n = rng.choice([DEPTH - 1, DEPTH, DEPTH + 1, rng.randrange(1, DEPTH)])
    opens = [rng.choice(["[", '{"k":']) for _ in range(n)]
    closes = ["]" if o == "[" else "}" for o in reversed(opens)]
    return "".join(opens) + ("[]" if n < DEPTH else "1") + "".join(closes)


PIECES = [b"", b",", b"]", b"}", b'"', b"\\", b"\\u", b"0", b"-", b".", b"e", b" ", b"\x00", b"\x80", b"\xff", b"'", b"//"]
PIECES += [b"\xed\xa0\x80", b"\xc0\x80", b"\xef\xbb\xbf", b"\\ud800", b"NaN", b"Infinity"]


def broken(text):
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(PIECES) + text[at + rng.randrange(2) :]


def make_texts():
    texts = []
    for i in range(TEXTS):
        kind = i % 20
        text = nested() if kind == 0 else spell(0) if kind < 4 else spell(6)
        text = (blank() + text + blank()).encode()
        if kind >= 15:
            text = broken(text)
        texts.append(text.replace(b"\n", b" "))
    return texts


def no_constants(name):
    raise ValueError(name)


def has_half_pair(text):
    """Half a surrogate pair: Python lets it through, but it is no character and has no UTF-8."""
    rest = text.replace(b"\\\\", b"")
    rest = re.sub(rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}", b"", rest)
    return re.search(rb"\\u[dD][89a-fA-F]", rest)


def depth_of(value):
    deepest, todo = 0, [(value, 1)]
    while todo:
        v, depth = todo.pop()
        if isinstance(v, (list, dict)):
            deepest = max(deepest, depth)
            todo.extend((child, depth + 1) for child in (v.values() if isinstance(v, dict) else v))
    return deepest


def expected(text):
    """Python's answer, or None where ours must be a refusal."""
    if b"\\ud" in text.lower() and has_half_pair(text):
        return None
    try:
        value = json.loads(text.decode("utf-8"), parse_constant=no_constants)
        out = json.dumps(value, sort_keys=True, allow_nan=False)
    except (ValueError, RecursionError):
        return None
    return None if text.count(b"[") + text.count(b"{") > DEPTH and depth_of(value) > DEPTH else out.encode()


def main():
    texts = make_texts()
    run = subprocess.run([sys.argv[1]], input=b"\n".join(texts) + b"\n", capture_output=True, check=True)
    answers = run.stdout.split(b"\n")[:-1]
    if len(answers) != len(texts):
        sys.exit(f"{len(texts)} texts, {len(answers)} answers")
    wrong = refused = 0
    for text, answer in zip(texts, answers):
        right = expected(text)
        refused += right is None
        if answer.startswith(b"!") if right is None else answer == right:
            continue
        wrong += 1
        if wrong <= 10:
            print(f"text   {text[:300]!r}\nours   {answer[:300]!r}\npython {right and right[:300]!r}")
    print(f"{len(texts)} texts, {refused} of them refused by both, {wrong} differences (seed {SEED})")
    sys.exit(1 if wrong or not 0 < refused < TEXTS / 2 else 0)


main()
