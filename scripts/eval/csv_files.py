"""csv_files - csv/pollock and csv/csv-spectrum: CSV files in any state.

Pollock (Vitagliano et al., "Pollock: A Data Loading Benchmark", VLDB 2023) gives each file ten measures, each 0 to 1:
success, and precision, recall and F1 of the header's cells, of the records and of all cells, as multisets against the
clean form. Header cells and records are compared after bringing numbers, dates, times and amounts into one form; cells
as they are. A folder's score is the mean over its files of their sum. Precision divides by what the clean form has and
recall by what was loaded, as in the benchmark's own code.

DuckDB's figures are made in the same run where the module can be had: its own sniffing, and its most lenient mode.
"""
import collections
import csv
import datetime
import functools
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import asking

PEER = "duckdb==1.4.4"  # the version of the library we load
PEERS = pathlib.Path(__file__).resolve().parents[2] / "build-bench" / "python"
WRONG_ROWS = 1  # a file with more is counted as misread
PLAIN = {"all_varchar": True}  # text as it stands in the file, as we give it
LENIENT = PLAIN | {"strict_mode": False, "ignore_errors": True, "null_padding": True, "parallel": False}

csv.field_size_limit(2**31 - 1)


# ---- one form for values, as the benchmark has it ----

CURRENCY = re.compile(r"([$£€¥])\s*(-?[\d.,]*\d)|(-?\d[\d.,]*)\s*([$£€¥])")
CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*([AaPp][Mm])?")
DATES = ("%d/%m/%Y", "%m/%d/%Y", "%Y-%m-%d", "%Y/%m/%d", "%d-%m-%Y", "%d.%m.%Y", "%d %b %Y", "%d-%b-%y", "%d-%b-%Y",
         "%d %B %Y", "%B %d, %Y", "%d/%m/%y", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d/%m/%Y %H:%M")


def whole(text):
    try:
        return int(text)
    except ValueError:
        return None


def real(text):
    try:
        return float(text)
    except ValueError:
        return None


def date(text):
    for form in DATES:
        try:
            return datetime.datetime.strptime(text.strip(), form)
        except ValueError:
            pass
    return None


@functools.lru_cache(maxsize=1 << 20)
def normal(text):
    """A cell in its one form; text in lower case."""
    if not text.strip():
        return text
    if text in ("True", "true"):
        return "1"
    if text in ("False", "false"):
        return "0"
    number = whole(text)
    if number is not None:
        return str(number)
    number = real(text)
    if number is not None:
        return str(number)
    clock = CLOCK.fullmatch(text.strip())
    if clock:
        hour = int(clock[1]) % 12 + 12 * (clock[5].lower() == "pm") if clock[5] else int(clock[1])
        return f"{hour:02}:{clock[2]}:{clock[3] or '00'}{clock[4] or ''}"
    day = date(text)
    if day:
        return str(day)
    amount = CURRENCY.fullmatch(text.strip())
    if amount:
        figure = real((amount[2] or amount[3]).replace(",", ""))
        return f"{amount[1] or amount[4]}{figure}" if figure is not None else text.lower()
    return text.lower()


# ---- the measures ----

def measures(source, loaded, nothing):
    """Precision, recall and F1 of two multisets; `nothing` when there is nothing to find."""
    if not source:
        return nothing
    both = sum((collections.Counter(source) & collections.Counter(loaded)).values())
    if both == 0:
        return [0.0] * 3
    precision, recall = both / len(source), both / len(loaded)
    return [precision, recall, 2 * precision * recall / (precision + recall)]


def records(rows):
    return ["".join(map(normal, row)) for row in rows[1:]]


def points(source, loaded):
    """The ten measures of one file, summed; loaded is None when it could not be loaded."""
    if loaded is None:
        return 0.0
    if not source:
        return 10.0
    ones = [1.0] * 3
    header = measures(list(map(normal, source[0])), list(map(normal, loaded[0])) if loaded else [], ones)
    rows = measures(records(source), records(loaded), ones)
    cells = measures([c for r in source for c in r], [c for r in loaded for c in r], ones)
    return 1 + sum(header + rows + cells)


def whole_rows(rows):
    """Rows cell by cell, without empty ones at the end."""
    for row in rows:
        cells = list(map(normal, row))
        while cells and not cells[-1]:
            cells.pop()
        yield tuple(cells)


def wrong_rows(source, loaded):
    """Rows, the header among them, that are on one side only: the larger side counts."""
    if loaded is None:
        return max(1, len(source))
    ours, theirs = (collections.Counter(whole_rows(rows)) for rows in (loaded, source))
    return max(sum((theirs - ours).values()), sum((ours - theirs).values()))


def parse(data):
    """A CSV file of the plain kind as a list of rows."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"), newline="")))


# ---- who reads the files ----

def by_assay(build, home):
    def load(path):
        try:
            done = subprocess.run(asking.command(build, home, "table", str(path), "--csv"), capture_output=True,
                                  timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return None
        return parse(done.stdout) if done.returncode == 0 else None
    return load


def duckdb_module():
    """DuckDB's Python module, fetched once into the bench's folder; None when it cannot be had."""
    if not (PEERS / "duckdb").is_dir():
        got = subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", str(PEERS), PEER],
                             capture_output=True, check=False)
        if got.returncode != 0:
            return None
    sys.path.insert(0, str(PEERS))
    try:
        import duckdb  # pylint: disable=import-outside-toplevel
        return duckdb
    except ImportError:
        return None


def by_duckdb(duckdb, options):
    def load(path):
        try:
            with duckdb.connect() as engine:
                found = engine.read_csv(str(path), **options)
                names, rows = found.columns, found.fetchall()
        except (duckdb.Error, RuntimeError, UnicodeDecodeError):
            return None
        return [list(names)] + [["" if cell is None else str(cell) for cell in row] for row in rows]
    return load


# ---- the sets ----

def score_files(folder, load):
    """The mean points of a folder's files, the share of files with at most WRONG_ROWS wrong rows, and each one's."""
    total = good = 0
    files = sorted((folder / "csv").iterdir())
    each = []
    for path in files:
        source = parse((folder / "clean" / path.name).read_bytes())
        loaded = load(path)
        each.append((path.name, points(source, loaded), wrong_rows(source, loaded)))
        total += each[-1][1]
        good += each[-1][2] <= WRONG_ROWS
    return total / len(files), good / len(files), each


def score_pollock(build, folder):
    """One line: our points on each part, DuckDB's beside them."""
    duckdb = duckdb_module()
    words = []
    with tempfile.TemporaryDirectory() as home:
        for part in ("polluted_files", "survey_sample"):
            mine, good, _ = score_files(folder / part, by_assay(build, f"{home}/home"))
            text = f"{part} {mine:.3f} of 10, at most one wrong row in {good:.1%}"
            if duckdb:
                plain, _, _ = score_files(folder / part, by_duckdb(duckdb, PLAIN))
                lenient, _, _ = score_files(folder / part, by_duckdb(duckdb, LENIENT))
                text += f" (DuckDB {plain:.2f}, lenient {lenient:.2f})"
            words.append(text)
    if not duckdb:
        words.append(f"DuckDB's own figures are missing, as {PEER} could not be had")
    return "; ".join(words)


def one_line_end(rows):
    """Line ends within cells as one: the files were stored with other ones than their JSON tells of."""
    return [{name: cell.replace("\r\n", "\n") for name, cell in row.items()} for row in rows]


def score_spectrum(build, folder):
    """One line: the files whose rows equal their JSON, and those whose JSON tells of text that is not in the file."""
    right = 0
    odd = []
    files = sorted((folder / "csvs").iterdir())
    with tempfile.TemporaryDirectory() as home:
        load = by_assay(build, f"{home}/home")
        for path in files:
            gold = json.loads((folder / "json" / f"{path.stem}.json").read_text())
            gold = one_line_end(gold if isinstance(gold, list) else [gold])
            rows = load(path) or [[]]
            right += one_line_end([dict(zip(rows[0], row)) for row in rows[1:]]) == gold
            text = path.read_text(errors="replace").replace('""', '"')
            if any(cell not in text for row in gold for cell in row.values()):
                odd.append(path.name)
    note = f"; JSON with text that is not in its file: {', '.join(odd)}" if odd else ""
    return f"{right}/{len(files)} equal{note}"
