"""workbooks - `assay table` on workbooks: xlsx/gold (every cell as shown) and xlsx/survive (opens, or says why not).
By hand it lists what differs:

    python3 scripts/eval/workbooks.py BUILD FOLDER_OF_GOLD
"""
import concurrent.futures
import csv
import io
import pathlib
import resource
import subprocess
import sys
import tempfile

import asking

TIMEOUT = 30  # seconds for one sheet: a workbook that takes longer hangs


def run(command, stdout=subprocess.PIPE):
    """(exit status or None when it hung, stdout, stderr)."""
    try:
        done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return None, b"", b""
    return done.returncode, done.stdout, done.stderr


def table_command(build, home, path, sheet):
    return asking.command(build, home, "table", str(path), "--sheet", str(sheet), "--shown", "--csv")


def cells(data):
    """The rows of a CSV text without the blanks at the ends of rows and of the table."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    csv.field_size_limit(1 << 30)
    rows = []
    for row in csv.reader(io.StringIO(text, newline="")):
        row = [cell.rstrip() for cell in row]
        while row and not row[-1]:
            row.pop()
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def as_gold_writes(text):
    """The references are Windows-1252: what that cannot hold is "_" there, once for each UTF-16 unit."""
    out = ""
    for c in text:
        try:
            c.encode("cp1252")
            out += c
        except UnicodeEncodeError:
            out += "_" * (len(c.encode("utf-16-le")) // 2)
    return out.rstrip()


def same(got, gold):
    got, gold = got.replace("\r\n", "\n"), gold.replace("\r\n", "\n")
    if gold in (got, as_gold_writes(got)):
        return True
    try:
        return float(got) == float(gold)
    except ValueError:
        return False


def difference(got, gold):
    """Where two tables first differ, or None."""
    for r in range(max(len(got), len(gold))):
        a = got[r] if r < len(got) else []
        b = gold[r] if r < len(gold) else []
        for c in range(max(len(a), len(b))):
            x, y = a[c] if c < len(a) else "", b[c] if c < len(b) else ""
            if not same(x, y):
                return f"row {r + 1} column {c + 1}: {x!r} instead of {y!r}"
    return None


def gold_differences(folder, command):
    """[(workbook, what differs)] of those that differ, and how many workbooks there are. command(path, sheet)."""
    workbooks = sorted(p for p in folder.iterdir() if p.suffix in (".xlsx", ".xlsm"))
    wrong = []
    for path in workbooks:
        for gold in sorted(folder.glob(f"{path.name}.*.csv")):
            sheet = int(gold.name.split(".")[-2]) + 1
            status, out, err = run(command(path, sheet))
            what = difference(cells(out), cells(gold.read_bytes())) if status == 0 else \
                f"exit {status}: {err.decode(errors='replace').strip()[:200]}"
            if what:
                wrong.append((path.name, f"sheet {sheet}: {what}"))
                break
    return wrong, len(workbooks)


def score_gold(build, folder):
    with tempfile.TemporaryDirectory() as home:
        wrong, n = gold_differences(folder, lambda path, sheet: table_command(build, f"{home}/h", path, sheet))
    return f"{n - len(wrong)}/{n} workbooks with every cell equal"


def score_survive(build, folder):
    """In a process of its own: the memory of its children is then that of these runs alone."""
    with concurrent.futures.ProcessPoolExecutor(1) as apart:
        return apart.submit(survive, build, folder).result()


def survive(build, folder):
    """Each workbook opens, or is refused in words: exit 1 with a message. All else is a failure."""
    opened, refused, bad = 0, 0, []
    files = sorted(p for p in folder.iterdir() if p.is_file())
    with tempfile.TemporaryDirectory() as home:
        for path in files:
            status, _, err = run(table_command(build, f"{home}/h", path, 1), subprocess.DEVNULL)
            if status == 0:
                opened += 1
            elif status == 1 and err.strip():
                refused += 1
            else:
                bad.append(f"{path.name} ({'hung' if status is None else status})")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return f"{opened} opened, {refused} refused in words, {len(bad)} failed of {len(files)}; at most {peak} MB" + \
        "".join(f"\n    {name}" for name in bad)


def main():
    build, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as home:
        wrong, n = gold_differences(folder, lambda path, sheet: table_command(build, f"{home}/h", path, sheet))
    for name, what in wrong:
        print(f"{name}: {what}")
    print(f"{n - len(wrong)}/{n}")


if __name__ == "__main__":
    main()
