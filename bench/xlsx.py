#!/usr/bin/env python3
"""xlsx.py BUILD [FOLDER] - a workbook of a million rows by ten columns, all cells, typed, into the engine, compared with
calamine, openpyxl and zlib's bare inflate.

Compiles bench/xlsx.c against the libraries of the build folder, which should be an optimised one; the workbook and the
peers are kept in FOLDER (build-bench). Figures are seconds of the processor, all threads together and the program's
start with them: the least of each one's rounds, which alternate. calamine is built with cargo and openpyxl fetched from
PyPI; without them their line says so. Prints a line a comparison; exits 1 when a goal is missed.
"""
import os
import pathlib
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROUNDS = 3
OPENPYXL = "openpyxl==3.1.5"
READ_ONLY = """
import openpyxl, sys
cells = 0
for row in openpyxl.load_workbook(sys.argv[1], read_only=True).worksheets[0].iter_rows(values_only=True):
    cells += sum(value is not None for value in row)
print(cells)
"""
GOALS = {"calamine": 1 / 3, "openpyxl": 1 / 30, "zlib": 3.0, "one thread": 0.75, "memory": 400}


def compile_program(build):
    program = build / "bench-xlsx"
    libs = subprocess.run(["pkg-config", "--libs", "libutf8proc", "libcrypto", "libisal", "expat", "zlib"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()
    archives = [build / f"src/{layer}/lib{layer}.a" for layer in ("data", "office", "grid", "sys", "base")]
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-std=c17", "-D_GNU_SOURCE", "-I", ROOT / "src",
                    ROOT / "bench/xlsx.c", "-o", program, "-Wl,--start-group", *archives, "-Wl,--end-group", "-lpthread",
                    "-lm", "-ldl", *libs], check=True)
    return program


def spent(command, env=None):
    """Processor seconds and output of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, check=True, text=True, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


def workbook(folder):
    path = folder / "million.xlsx"
    if not path.exists():
        subprocess.run([sys.executable, ROOT / "bench" / "make_big_xlsx.py", folder / "million.part"], check=True)
        (folder / "million.part").rename(path)
    return path


def calamine(folder):
    """The program built with cargo, or None."""
    if not shutil.which("cargo"):
        return None
    done = subprocess.run(["cargo", "build", "--quiet", "--release", "--locked", "--manifest-path",
                           ROOT / "bench" / "calamine" / "Cargo.toml", "--target-dir", folder / "calamine"], check=False)
    return folder / "calamine" / "release" / "calamine-bench" if done.returncode == 0 else None


def openpyxl(folder):
    """Where openpyxl is, or None."""
    place = folder / "openpyxl"
    if not place.exists():
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", place, OPENPYXL],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if done.returncode:
            return None
    return place


def told(name, mine, theirs, goal):
    good = mine / theirs <= goal
    print(f"xlsx: {mine:.2f} s of the processor, {name} {theirs:.2f} s: ratio {mine / theirs:.3f} (goal {goal:.3f}) "
          f"{'ok' if good else 'MISSED'}", flush=True)
    return good


def told_openpyxl(mine, folder, book):
    place = openpyxl(folder)
    if not place:
        print(f"xlsx: the comparison with openpyxl is skipped: {OPENPYXL} could not be fetched from PyPI")
        return True
    seconds = spent([sys.executable, "-c", READ_ONLY, book], dict(os.environ, PYTHONPATH=str(place)))[0]
    return told("openpyxl, read-only", mine, seconds, GOALS["openpyxl"])


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "build-bench"
    folder.mkdir(exist_ok=True)
    program = compile_program(build)
    book = workbook(folder)
    peer = calamine(folder)
    ours, inflate, theirs = [], [], []
    for _ in range(ROUNDS):
        ours.append([float(n) for n in spent([program, book])[1].split()[1:]])
        inflate.append(spent([program, "--inflate", book])[0])
        if peer:
            theirs.append(spent([peer, book])[0])
    mine, first, clock, _ = min(ours)
    memory = max(kilobytes for *_, kilobytes in ours) / 1024
    good = told("zlib's inflate alone", mine, min(inflate), GOALS["zlib"])
    if peer:
        good &= told("calamine", mine, min(theirs), GOALS["calamine"])
    else:
        print("xlsx: the comparison with calamine is skipped: there is no cargo, or it could not fetch it")
    good &= told_openpyxl(mine, folder, book)
    good &= first / mine <= GOALS["one thread"]
    print(f"xlsx: {clock:.2f} s of the clock, {clock / mine:.2f} of the processor's (under 1 where two cores are free); "
          f"{first / mine:.2f} of it on one thread (goal {GOALS['one thread']:.2f}) "
          f"{'ok' if first / mine <= GOALS['one thread'] else 'MISSED'}")
    print(f"xlsx: {memory:.0f} MB at most (goal {GOALS['memory']}) {'ok' if memory < GOALS['memory'] else 'MISSED'}")
    sys.exit(0 if good and memory < GOALS["memory"] else 1)


main()
