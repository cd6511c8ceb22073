#!/usr/bin/env python3
"""csv_scan.py BUILD [ROWS] - a CSV into the engine, by assay and by the engine's own read_csv.

Writes a file of mixed types (a million rows by ten columns, some 95 MB, when not said otherwise), compiles
bench/csv_scan.c against the libraries of the build folder, and runs the two in turn, with one thread and with two. The
middle value of each is printed, and their ratio. Exits 1 when assay needs over 1.05 times the engine's processor time.
"""
import os
import pathlib
import random
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = 5
REGIONS = ("North", "South", "East", "West", "Central")


def write_csv(path, rows):
    """The same bytes each time."""
    rng = random.Random(6)
    with open(path, "w", encoding="utf-8") as out:
        out.write("id,day,at,region,customer,units,price,ratio,note,active\n")
        for i in range(rows):
            out.write(f"{i + 1},20{i % 25:02}-{i % 12 + 1:02}-{i % 28 + 1:02},2024-{i % 12 + 1:02}-{i % 28 + 1:02} "
                      f"{i % 24:02}:{i % 60:02}:{i * 7 % 60:02},{REGIONS[i * 7 % 5]},"
                      f"Customer {rng.randrange(200000):06},{rng.randrange(1, 500)},"
                      f"{rng.randrange(100, 9999999) / 100:.2f},{rng.random():.6f},"
                      f"{'' if i % 3 else 'a note of a few words'},{'true' if i % 2 else 'false'}\n")


def compile_program(build):
    program = build / "bench-csv_scan"
    libs = subprocess.run(["pkg-config", "--libs", "libutf8proc", "libcrypto", "libisal"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()
    archives = [str(build / f"src/{layer}/lib{layer}.a") for layer in ("data", "csv", "grid", "sys", "base")]
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-std=c17", "-D_GNU_SOURCE", "-I", ROOT / "src", "-isystem",
                    ROOT / "node_modules/duckdb/src/duckdb/src/include", ROOT / "bench/csv_scan.c", "-o", program,
                    "-Wl,--start-group", *archives, "-Wl,--end-group", "-lpthread", "-lm", "-ldl", *libs], check=True)
    return program


def once(program, who, threads, path):
    out = subprocess.run([program, who, str(threads), path], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [float(n) for n in out.split()]


def compare(program, threads, path):
    """Milliseconds of processor and clock: assay's, then the engine's."""
    rounds = [once(program, "assay", threads, path) + once(program, "engine", threads, path) for _ in range(RUNS)]
    return [statistics.median(column) for column in zip(*rounds)]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    path = build / "bench-csv_scan.csv"
    program = compile_program(build)
    write_csv(path, rows)
    good = True
    for threads in (1, 2):
        cpu, wall, engine_cpu, engine_wall = compare(program, threads, path)
        good &= cpu <= 1.05 * engine_cpu
        print(f"csv: {rows} rows, {threads} thread{'s' if threads > 1 else ''}: assay {cpu:.0f} ms of processor and "
              f"{wall:.0f} of clock, the engine's read_csv {engine_cpu:.0f} and {engine_wall:.0f}; ratios "
              f"{cpu / engine_cpu:.2f} and {wall / engine_wall:.2f} (goal <= 1.05) {'ok' if good else 'MISSED'}",
              flush=True)
    path.unlink()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
