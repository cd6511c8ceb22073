"""rootcause - rootcause/squeeze and rootcause/robustspot: the segments behind a change.

Both sets name the attribute sets that caused a change; ours are compared with them as sets, over all cases: F1 is
2 hits / (2 hits + what was told and is none + what was not told). squeeze has a column of forecasts beside the actual
one. robustspot has counts by the minute: the ratio of the minute in question is compared with that of all minutes
before it. Nothing is told to the program but that: it chooses the dimensions of robustspot itself.

One server answers all cases, WORKERS at a time. A case that gets no answer has named nothing.
"""
import ast
import concurrent.futures
import csv
import json
import subprocess
import tempfile
import urllib.request

import asking

WORKERS = 2


def as_sets(causes):
    """Causes as comparable sets, whatever form their values have."""
    return {frozenset((name, str(value)) for name, value in cause.items()) for cause in causes}


def squeeze_case(folder, label):
    args = {"baseline": label["baseline"], "actual": label["actual"], "dimensions": label["dimensions"]}
    return args, label["causes"]


def robustspot_case(folder, label):
    with (folder / label["file"]).open(newline="") as f:
        first = min(int(row[label["time_column"]]) for row in csv.DictReader(f))
    at = label["timestamp"]
    causes = ast.literal_eval(label["causes_raw"])
    args = {"metric": f'sum("{label["numerator"]}") / sum("{label["denominator"]}")',
            "baseline": f"{first}..{at - 1}", "compare": f"{at}..{at}", "time": label["time_column"]}
    return args, causes if isinstance(causes, list) else [causes]


def localize(address, args):
    """The attribute sets that are named as causes."""
    body = json.dumps(args).encode()
    request = urllib.request.Request(f"{address}api/ops/metrics.localize", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return [cause["attributes"] for cause in json.load(reply)["causes"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def score(build, folder, case):
    labels = [json.loads(line) for line in (folder / "labels.jsonl").open()]
    cases = [(args | {"data": [str(folder / label["file"])]}, as_sets(causes))
             for label in labels for args, causes in [case(folder, label)]]
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(asking.command(build, f"{home}/home", "serve", "--port", "0", "--allow", str(folder)),
                                  stdout=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
                answers = list(pool.map(lambda c: localize(address, c[0]), cases))
        finally:
            server.terminate()
            server.wait()
    told = [as_sets(answer) for answer in answers]
    hits = sum(len(ours & gold) for ours, (_, gold) in zip(told, cases))
    wrong = sum(len(ours - gold) for ours, (_, gold) in zip(told, cases))
    missed = sum(len(gold - ours) for ours, (_, gold) in zip(told, cases))
    return f"F1 {2 * hits / (2 * hits + wrong + missed):.3f} ({hits} causes found, {missed} missed, {wrong} wrong, " \
           f"{len(cases)} cases)"


def score_squeeze(build, folder):
    return score(build, folder, squeeze_case)


def score_robustspot(build, folder):
    return score(build, folder, robustspot_case)
