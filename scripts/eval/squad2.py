"""squad2 - docs/squad2: questions on documents, of which more than half have no answer there.

The documents are brought with `assay docs add`, and every question is asked of all of them. An answer is one that quotes
a source; whatever quotes none is a refusal. An answer to an answerable question is right when it holds one of the
reference texts, case and punctuation aside. How long these answers are is told beside: a whole page holds every text.
"""
import re
import statistics
import subprocess

import asking
import questions
import scoring

items = questions.read


def begin(build, home, folder):
    subprocess.run(asking.command(build, home, "docs", "add", str(folder / "documents")), check=True,
                   stdout=subprocess.DEVNULL)


def ask(batch, folder, item):
    return batch.ask(agent="docs", question=item["question"])


def outcome(answer):
    usual = scoring.outcome_of(answer)
    return scoring.REFUSED if usual == scoring.ANSWERED and not answer["sources"] else usual


def words(text):
    return re.findall(r"\w+", text.casefold())


def holds(text, part):
    return f" {' '.join(words(part))} " in f" {' '.join(words(text))} "


def right(item, answer):
    return item["answerable"] and any(holds(answer["content"], text) for text in item["answers"])


def headline(results):
    there = [r for r in results if r.item["answerable"]]
    others = [r for r in results if not r.item["answerable"]]
    lengths = [len(r.content.split()) for r in there if r.right]
    refused = sum(r.outcome == scoring.REFUSED for r in others)
    return (f"{scoring.n_right(there)} of {len(there)} answerable right "
            f"({scoring.share(scoring.n_right(there), len(there))}), "
            f"in the median with {statistics.median(lengths) if lengths else 0:g} words; {refused} of {len(others)} "
            f"unanswerable refused ({scoring.share(refused, len(others))})")
