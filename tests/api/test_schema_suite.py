#!/usr/bin/env python3
"""Runs the JSON Schema test suite (draft 2020-12) against base/schema, and judges what it refuses.

usage: test_schema_suite.py SCHEMA_SUITE_PROGRAM [FOLDER]

The suite comes from Debian's libtest-json-schema-acceptance-perl; Debian's json-schema-test-suite ends at draft 7.
FOLDER names another copy. Without any the test is skipped (exit 77), and says so.

A group is refused rightly only if its schema uses something outside the subset that base/schema/schema.h states, and the
subset is written down here a second time for that. It fails
  - when a test gives the wrong answer,
  - when a group is refused although all it uses is in the subset: a hole,
  - when a group compiles although it uses something outside the subset: something was ignored.
"""
import json
import os
import subprocess
import sys

FOLDERS = ["/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests/draft2020-12",
           "/usr/share/json-schema-test-suite/tests/draft2020-12"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMATS = {"date", "date-time", "time", "uuid", "uri", "email"}

# Keywords of the subset, by what their value holds.
PLAIN = {"type", "enum", "const", "required", "minProperties", "maxProperties", "dependentRequired", "minContains",
         "maxContains", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "format", "minimum", "maximum",
         "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "$ref", "$schema", "$comment", "title", "description",
         "default", "examples", "deprecated", "readOnly", "writeOnly"}
SCHEMA = {"additionalProperties", "propertyNames", "items", "contains", "not", "if", "then", "else"}
SCHEMAS = {"prefixItems", "allOf", "anyOf", "oneOf"}
NAMED = {"properties", "dependentSchemas", "$defs"}

# Everything in the suite that is outside the subset, and why. Anything else that is refused is a hole.
OUTSIDE = {
    "$id": "schemas are one document; names for documents are not needed",
    "$anchor": "places are named by JSON pointers",
    "$dynamicRef": "no schema here is extended by another document",
    "$dynamicAnchor": "no schema here is extended by another document",
    "pattern": "no regular expressions: their dialects differ and they can take for ever",
    "patternProperties": "no regular expressions",
    "unevaluatedItems": "needs annotations; additionalProperties and items do for our schemas",
    "unevaluatedProperties": "needs annotations; additionalProperties and items do for our schemas",
    "contentMediaType": "an annotation about text within text, which nothing here reads",
    "contentEncoding": "an annotation about text within text, which nothing here reads",
    "contentSchema": "an annotation about text within text, which nothing here reads",
    "dependencies": "a keyword of draft 7",
    "unknown-keyword": "unknown keywords are refused, never ignored",
    "array_of_schemas": "unknown keywords are refused, never ignored",
    "object_of_schemas": "unknown keywords are refused, never ignored",
    "$ref=": "only places of the same document can be referred to",
    "$schema=": "no other dialect",
    "format=": "a format that is not checked is refused, never ignored",
}

# Where we answer otherwise on purpose: file, what the test's description contains, why.
DEVIATIONS = [
    ("format.json", "only an annotation", "format is asserted here, as the specification allows"),
]


def outside(schema, found):
    """Adds to found what the schema uses that is outside the subset."""
    if not isinstance(schema, dict):
        return found
    for word, value in schema.items():
        if word in SCHEMA:
            outside(value, found)
        elif word in SCHEMAS:
            for part in value:
                outside(part, found)
        elif word in NAMED:
            for part in value.values():
                outside(part, found)
        elif word == "$ref" and value != "#" and not value.startswith("#/"):
            found.add("$ref=")
        elif word == "$schema" and value != DIALECT:
            found.add("$schema=")
        elif word == "format" and value not in FORMATS:
            found.add("format=")
        elif word not in PLAIN and not word.startswith("x-"):
            found.add(word)
    return found


def deviates(path, test):
    return any(path.endswith(file) and words in test for file, words, _ in DEVIATIONS)


def judge(folder, lines):
    """Problems, and how many tests passed, deviated and groups were refused rightly."""
    problems, passed, deviated, refused = [], 0, 0, {}
    for fields in lines:
        if fields[0] == "file":
            passed += int(fields[2].split("=")[1])
        elif fields[0] == "failed" and deviates(fields[1], fields[3]):
            deviated += 1
        elif fields[0] == "failed":
            problems.append("wrong answer: " + " | ".join(fields[1:]))
        else:
            refused[fields[1], int(fields[2])] = fields[3]
    for path in suite_files(folder):
        with open(path, encoding="utf-8") as f:
            groups = json.load(f)
        for number, group in enumerate(groups):
            found = outside(group["schema"], set())
            reason = refused.get((path, number))
            if reason and not found:
                problems.append(f"hole: {path} {group['description']}: {reason}")
            if found and not reason:
                problems.append(f"ignored {sorted(found)}: {path} {group['description']}")
            for word in sorted(found - OUTSIDE.keys()):
                problems.append(f"no reason is given for refusing {word}: {path} {group['description']}")
    return problems, passed, deviated, len(refused)


def suite_files(folder):
    return sorted(os.path.join(top, name) for top, _, names in os.walk(folder) for name in names
                  if name.endswith(".json"))


def main():
    program = sys.argv[1]
    folder = next((f for f in sys.argv[2:] + FOLDERS if os.path.isdir(f)), None)
    if not folder:
        print("schema suite: skipped, install libtest-json-schema-acceptance-perl")
        return 77
    run = subprocess.run([program] + suite_files(folder), capture_output=True, text=True, timeout=60)
    if run.returncode not in (0, 1):
        print(f"schema suite: the program ended with {run.returncode}: {run.stderr.strip()}")
        return 1
    problems, passed, deviated, refused = judge(folder, [line.split("\t") for line in run.stdout.splitlines()])
    for problem in problems:
        print(problem)
    print(f"schema suite: {passed} tests passed, {len(problems)} problems, {deviated} stated deviations, "
          f"{refused} groups outside the subset")
    return 1 if problems or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
