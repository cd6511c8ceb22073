"""questions - reading questions.jsonl of a set."""
import json


def read(folder):
    """The questions of a folder. What has no id of its own gets its line's number."""
    with (folder / "questions.jsonl").open(encoding="utf-8") as lines:
        return [{"id": n} | json.loads(line) for n, line in enumerate(lines, 1)]
