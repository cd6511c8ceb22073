"""What the doors gave back to a run of tests, noted for tests/tools/reached.py: which values stood under which keys.

Meson names a folder in ASSAY_REACHED; each test program writes one file there, named after itself, when all of its tests
were run. Without that variable nothing is noted. A value is noted under its key, together with the other keys of its
object: by these the check knows which entity of the model it was. Only words are noted, as an enum's values are: no ids,
hashes, times or sentences.
"""
import json
import os
import pathlib
import re
import sys

FOLDER = os.environ.get("ASSAY_REACHED")
WORD = re.compile(r"[A-Za-z][A-Za-z_.\- ]{0,47}")
KEYS = 48              # of one object; a wider one is data, no entity
VALUES = 1000          # of one key
FILE_BYTES = 4 << 20   # of a file that is looked into
KINDS = (".json", ".jsonl", ".log")

given = {}     # door -> keys of an object, joined -> key -> values
statuses = {}  # HTTP status -> how often


def words(value):
    """The words that a field holds: itself, or its elements, or what a map has under its keys."""
    some = value if isinstance(value, list) else value.values() if isinstance(value, dict) else [value]
    return [v for v in some if isinstance(v, str) and WORD.fullmatch(v)]


def note(door, value):
    if not FOLDER:
        return
    if isinstance(value, list):
        for inner in value:
            if isinstance(inner, (dict, list)):
                note(door, inner)
    elif isinstance(value, dict):
        if len(value) <= KEYS:
            fields = given.setdefault(door, {}).setdefault(",".join(sorted(value)), {})
            for key, inner in value.items():
                kept = fields.setdefault(key, set())
                if len(kept) < VALUES:
                    kept.update(words(inner))
        for inner in value.values():
            if isinstance(inner, (dict, list)):
                note(door, inner)


def note_text(door, text):
    """A text that may be JSON, or JSON a line."""
    if not FOLDER or text.lstrip()[:1] not in ("{", "["):
        return
    try:
        note(door, json.loads(text))
    except ValueError:
        for line in text.splitlines():
            try:
                note(door, json.loads(line))
            except ValueError:
                pass


def note_reply(status, headers, body):
    if FOLDER:
        statuses[str(status)] = statuses.get(str(status), 0) + 1
        if "json" in headers.get("content-type", ""):
            note_text("http", body.decode(errors="replace"))


def note_home(home):
    """What the program wrote down where a person can read it."""
    if not FOLDER or not home.is_dir():
        return
    for path in home.rglob("*"):
        try:
            if path.suffix in KINDS and path.is_file() and path.stat().st_size <= FILE_BYTES:
                note_text("home", path.read_text(errors="replace"))
        except OSError:
            pass  # a test may have taken away the right to read it


def write():
    if not FOLDER:
        return
    folder = pathlib.Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    kept = {door: {keys: {key: sorted(values) for key, values in fields.items() if values}
                   for keys, fields in objects.items()} for door, objects in given.items()}
    path = folder / (pathlib.Path(sys.argv[0]).stem + ".json")
    path.write_text(json.dumps({"given": kept, "statuses": statuses}, indent=0, sort_keys=True))
