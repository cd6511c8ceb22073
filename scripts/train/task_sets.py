"""task_sets.py - the messages that train-cues, train-fits and train-starts learn from: data/tasks/messages, where a
message stands with all that is right for it, and data/tasks/messages/said, with what it wants and nothing else."""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETS, SAID = ROOT / "data/tasks/messages", ROOT / "data/tasks/messages/said"


def files(folder):
    return sorted(folder.glob("*.jsonl"))


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
