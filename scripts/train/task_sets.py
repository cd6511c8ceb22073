"""task_sets.py - the messages that train-cues, train-fits and train-starts learn from: the sets of tests/tasks, but for the
unseen ones and the injections, and tests/tasks/said."""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETS, SAID = ROOT / "tests/tasks", ROOT / "tests/tasks/said"


def files(folder):
    return sorted(path for path in folder.glob("*.jsonl") if not path.name.startswith(("unseen", "injections")))


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
