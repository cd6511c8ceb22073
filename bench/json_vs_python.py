#!/usr/bin/env python3
"""Compares our JSON with Python's own on the same bytes: json.loads, and json.dumps with sort_keys.

Usage: bench/json_vs_python.py PROGRAM [ROUNDS], where PROGRAM is bench/json.c built with optimisation. The corpus is
made from a fixed seed: records as an API sends them, floats, and text full of escapes. Each figure is the best of the
rounds. Python's collector of garbage is off while it works, and malloc keeps what it was given back, for both: what is
compared is their code in its stride, and not the kernel handing out pages.
"""
import gc
import json
import os
import random
import subprocess
import sys
import time

WORDS = "region revenue customer quarter north south east west shipped pending paid total growth margin".split()


def records(rng, n):
    return [
        {
            "id": rng.randrange(10**9),
            "uuid": "%08x-%04x-4%03x-8%03x-%012x" % tuple(rng.randrange(16**k) for k in (8, 4, 3, 3, 12)),
            "name": " ".join(rng.choice(WORDS) for _ in range(4)),
            "city": rng.choice(["Zürich", "Łódź", "東京", "Porto", "Lyon", "Oslo"]),
            "active": rng.random() < 0.5,
            "price": round(rng.uniform(1, 10000), 2),
            "ratio": rng.random(),
            "note": None if rng.random() < 0.3 else "line one\nline \"two\" of %d" % rng.randrange(100),
            "tags": [rng.choice(WORDS) for _ in range(rng.randrange(4))],
            "history": [{"t": 1700000000 + rng.randrange(10**7), "v": rng.randrange(1000)} for _ in range(3)],
        }
        for _ in range(n)
    ]


def floats(rng, n):
    return [
        [rng.random(), rng.gauss(0, 1e6), rng.uniform(-1, 1) * 10 ** rng.randrange(-30, 30), round(rng.random(), 3)]
        for _ in range(n)
    ]


SENTENCES = [
    "Отчёт за третий квартал: выручка выросла на %d процентов, но маржа снизилась.",
    "第%d四半期の売上は前年同期を上回り、関東地方の伸びが目立った。",
    "Die Umsätze für Köln und Zürich fielen größer aus als geschätzt (Zeile %d).",
    'SELECT "region",\n\tSUM("amount") AS "total"\nFROM "sales"\nWHERE "id" > %d\n',
    'C:\\data\\report-%d.xlsx\r\nname\t"value"\r\n',
    "great quarter 🎉🎉 see row %d 👍",
]


def escapes(rng, n):
    return [rng.choice(SENTENCES) % rng.randrange(10**6) * rng.randrange(1, 4) for _ in range(n)]


def best(f, rounds):
    least, result = float("inf"), None
    gc.disable()
    for _ in range(rounds):
        start = time.perf_counter()
        result = f()
        least = min(least, time.perf_counter() - start)
    gc.enable()
    return least, result


def ours(program, text, rounds):
    out = subprocess.run([program, str(rounds)], input=text, capture_output=True, check=True).stdout.split()
    return float(out[1]), float(out[3])


def keep_memory():
    """Starts this script again under settings that malloc only reads at the start; PROGRAM inherits them."""
    keep = {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(1 << 30)}
    if not keep.items() <= os.environ.items():
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | keep)


def main():
    keep_memory()
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    rng = random.Random(8259)
    parts = {"records": records(rng, 30000), "floats": floats(rng, 60000), "escapes": escapes(rng, 16000)}
    texts = {name: json.dumps(part, ensure_ascii=name != "records").encode() for name, part in parts.items()}
    texts["all"] = b'{"records": %b, "floats": %b, "escapes": %b}' % tuple(texts.values())
    print(f"{'part':8} {'MB':>5}   {'parse MB/s':>20}   {'write MB/s':>20}   {'both':>6}")
    for name, text in texts.items():
        size = len(text) / 1e6
        loads, value = best(lambda: json.loads(text), max(1, rounds // 2))
        dumps, _ = best(lambda: json.dumps(value, sort_keys=True), max(1, rounds // 2))
        parse, write = ours(program, text, rounds)
        print(
            f"{name:8} {size:5.1f}   {size / parse:6.0f} {size / loads:5.0f} {loads / parse:6.1f}x   "
            f"{size / write:6.0f} {size / dumps:5.0f} {dumps / write:6.1f}x   {(loads + dumps) / (parse + write):5.1f}x"
        )


main()
