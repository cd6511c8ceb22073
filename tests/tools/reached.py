#!/usr/bin/env python3
"""Whether the tests have met everything that the doors can give back: every value of every enum of the five seeds and of
the operations' results, and every error's name.

    reached.py MODEL_PRINT ASSAY NOTES UNREACHABLE [TEST...]

What there is, the program says itself: MODEL_PRINT prints the model's tables, `assay op list --json` the operations'.
What was met, the tests of tests/api have noted while they ran (tests/api/reach.py), a file a program in the folder NOTES. The named TESTs do not count: they belong to another run.
UNREACHABLE lists what no door can give here, each with its reason; a line of it that is no longer true is a failure, too.

An enum's value counts as met where it stood under a field that has that enum, in an object that has all the fields which
the entity must have, or where ALSO says. A seed's error code that stands in no field counts as met where the error was.
"""
import fnmatch
import json
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent / "api"
ALSO = [  # (enum, field, fields of its object) where the seed's value is told in another shape than its own entity's
    ("workbook.Tool", "tool_name", {"tool_name"}),                     # an answer's tool_calls, the audit log
    ("workbook.ErrorCode", "error_code", {"error_code", "status"}),    # the metadata of a turn
    ("workbook.ContextState", "state", {"state", "is_valid", "loaded_at"}),  # what came of loading a workbook
    ("docs.AgentName", "agent", {"agent", "success", "duration_ms"}),  # the day's log
    ("analyst.ObservationStatus", "status", {"status", "observation_id"}),        # the audit log, whose entry has the
    ("analyst.ErrorCategory", "error_category", {"error_category", "observation_id"}),  # time
]


class Notes:
    """What all test programs noted: for each object met, by its keys, the values of each key and at which doors."""

    def __init__(self, folder, others):
        self.objects, self.statuses, self.missing = {}, {}, []
        for test in sorted(TESTS.glob("test_*.py")):
            path = folder / (test.stem + ".json")
            if test.name in others:
                continue
            if "from harness import" not in test.read_text() and "import harness" not in test.read_text():
                continue
            if not path.exists():
                self.missing.append(test.name)
                continue
            noted = json.loads(path.read_text())
            for door, objects in noted["given"].items():
                for keys, fields in objects.items():
                    kept = self.objects.setdefault(frozenset(keys.split(",")), {})
                    for key, values in fields.items():
                        for value in values:
                            kept.setdefault(key, {}).setdefault(value, set()).add(door)
            for status, n in noted["statuses"].items():
                self.statuses[status] = self.statuses.get(status, 0) + n

    def values(self, required, field, known=None):
        """{value: doors} of a field in the objects that have what is required, and nothing that is not known."""
        found = {}
        for keys, fields in self.objects.items():
            if required <= keys and (known is None or keys <= known):
                for value, doors in fields.get(field, {}).items():
                    found.setdefault(value, set()).update(doors)
        return found


def seeds(model, notes):
    """{"enum/value": doors} of the seeds' enums and of the errors; no doors: never met."""
    met = {f"{name}/{value}": set() for name, values in model["enums"].items() for value in values}
    for entity in model["entities"].values():
        for field, name in entity["enums"].items():
            known = None if entity["open"] else frozenset(entity["fields"])
            found = notes.values(frozenset(entity["required"]) | {field}, field, known)
            for value in model["enums"].get(name, []):
                met[f"{name}/{value}"] |= found.get(value, set())
    for name, field, required in ALSO:
        for value, doors in notes.values(frozenset(required), field).items():
            if f"{name}/{value}" in met:
                met[f"{name}/{value}"] |= doors
    errors = {}
    for field in ("error_code", "code"):
        for value, doors in notes.values(frozenset({field}), field).items():
            errors.setdefault(value, set()).update(doors)
    for name in model["errors"]:
        met[f"error/{name}"] = errors.get(name, set())
    fielded = {name for entity in model["entities"].values() for name in entity["enums"].values()}
    for name, values in model["enums"].items():
        if name not in fielded and set(values) <= set(model["errors"]):
            for value in values:
                met[f"{name}/{value}"] |= errors.get(value, set())
    return met


def shapes(schema, at=""):
    """(where, required, field, values) of each enum in a JSON Schema."""
    for field, inner in schema.get("properties", {}).items():
        place = inner
        while isinstance(place.get("items", place.get("additionalProperties")), dict) and "enum" not in place:
            place = place.get("items", place.get("additionalProperties"))
        if "enum" in place:
            yield at + field, frozenset(schema.get("required", [])) | {field}, field, place["enum"]
        yield from shapes(place, at + field + ".")


def operations(listed, model, notes):
    """The same of the enums in the operations' results that are not the seeds'."""
    met, seen, known = {}, set(), set(map(tuple, model["enums"].values()))
    for op in listed["ops"]:
        for where, required, field, values in shapes(op["output_schema"]):
            shape = (required, field, tuple(values))
            if shape in seen or tuple(filter(None, values)) in known:
                continue
            seen.add(shape)
            found = notes.values(required, field)
            for value in filter(None, values):
                met[f"{op['name']}:{where}/{value}"] = found.get(value, set())
    return met


def excused(path):
    """[(pattern, reason)]; what is no such line is a fault of the list."""
    lines = [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [(p.strip(), r.strip()) for p, _, r in (line.partition(": ") for line in lines)]


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    printer, assay, folder, list_path, *others = sys.argv[1:]
    run = lambda *words: json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, timeout=60).stdout)
    model, listed = run(printer), run(assay, "op", "list", "--json")
    notes = Notes(pathlib.Path(folder), others)
    met = {**seeds(model, notes), **operations(listed, model, notes)}
    faults = [f"no notes of {name}: run all tests first" for name in notes.missing]
    reasons = excused(pathlib.Path(list_path))
    covered = set()
    for pattern, reason in reasons:
        found = fnmatch.filter(met, pattern)
        if not reason or not found:
            faults.append(f"{pattern}: {'there is no such thing' if reason else 'a reason is missing'}")
        seldom = reason.startswith("seldom, ")
        faults += [f"{name}: listed as unreachable, but met ({', '.join(sorted(met[name]))})"
                   for name in found if met[name] and not seldom]
        covered.update(found)
    faults += [f"{name}: no test has met it" for name in met if not met[name] and name not in covered]
    doors = sorted({door for found in met.values() for door in found})
    print(f"{sum(map(bool, met.values()))} of {len(met)} values met by {sum(notes.statuses.values())} HTTP answers and more: "
          + ", ".join(f"{door} {sum(door in found for found in met.values())}" for door in doors))
    print(f"{len(covered)} listed as unreachable")
    for fault in faults:
        print(fault)
    print(f"{len(met) - len(faults)} passed, {len(faults)} failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
