"""scoring - how sets of questions are asked, judged and reported, the same for all.

A set of questions is a module with

    items(folder)               the questions: dicts with an "id"
    ask(batch, folder, item)    the answer, a dict as the program gives it
    right(item, answer)         whether it is right; asked only where the status is success

and, where the usual is not enough, begin(build, home, folder) before the first question, outcome(answer), kind(item)
and headline(results).

Whatever goes wrong with one answer, be it no answer at all or one that cannot be judged, makes that answer broken, and
wrong; the run goes on.
"""
import collections
import random
import sys
import tempfile

import asking

SEED = 7717  # of the order in which --limit chooses: any number, but always the same
BINS = 10
SURE = 0.8

ANSWERED, ASKED_BACK, REFUSED, BROKEN = OUTCOMES = "answered", "asked back", "refused", "broken"
NOT_COUNTED = "not counted"
OUTCOME_OF = {"success": ANSWERED, "partial_success": ANSWERED, "clarification_needed": ASKED_BACK,
              "confirmation_required": ASKED_BACK, "error": REFUSED}

Result = collections.namedtuple("Result", "id kind outcome status confidence right content item")


def outcome_of(answer):
    return OUTCOME_OF.get(answer.get("status"), BROKEN)


def judge(module, item, answer):
    """The Result of one answer. Only an answer with status success can be right."""
    kind = module.kind(item) if hasattr(module, "kind") else None
    status, content = answer.get("status"), answer.get("content")
    try:
        outcome = getattr(module, "outcome", outcome_of)(answer)
        right = outcome == ANSWERED and status == "success" and bool(module.right(item, answer))
        confidence = min(1.0, max(0.0, float(answer["confidence"]))) if outcome == ANSWERED else 0.0
    except Exception:  # an answer of any other shape than ours
        outcome, right, confidence = BROKEN, False, 0.0
    return Result(item["id"], kind, outcome, status, confidence, right, content, item)


def chosen(items, limit):
    """The first `limit` of the items after a shuffle that is always the same, in their own order."""
    if limit is None or limit >= len(items):
        return items
    order = list(range(len(items)))
    random.Random(SEED).shuffle(order)
    return [items[i] for i in sorted(order[:limit])]


def progress(name, done, of):
    """How far a set is, for whoever watches a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{name} {done}/{of}" if done < of else "\r\033[K")
        sys.stderr.flush()


def results_of(module, name, build, folder, limit):
    """The Results of all chosen questions of a set, asked of a new home."""
    results = []
    with tempfile.TemporaryDirectory() as place:
        home = f"{place}/home"
        if hasattr(module, "begin"):
            module.begin(build, home, folder)
        items = chosen(module.items(folder), limit)
        with asking.Batch(build, home) as batch:
            for n, item in enumerate(items):
                progress(name, n, len(items))
                results.append(judge(module, item, module.ask(batch, folder, item)))
    progress(name, len(items), len(items))
    return results


# ---- the report ----

def share(part, whole):
    return f"{part / whole:.1%}" if whole else "-"


def n_right(results):
    return sum(r.right for r in results)


def headline(results):
    return f"{n_right(results)} of {len(results)} right ({share(n_right(results), len(results))})"


def outcomes(results):
    count = collections.Counter(r.outcome for r in results)
    return ", ".join(f"{count[o]} {o}" for o in OUTCOMES)


def kinds(results):
    by_kind = collections.defaultdict(list)
    for r in results:
        by_kind[r.kind].append(r)
    return [f"    kind {kind}: {headline(mine)}; {outcomes(mine)}"
            for kind, mine in sorted(by_kind.items(), key=lambda pair: -len(pair[1])) if kind]


def calibration(results):
    """What the answers' confidence is worth: how many of each tenth are right, and how far that is from it."""
    answers = [r for r in results if r.outcome == ANSWERED]
    if not answers:
        return []
    bins = collections.defaultdict(list)
    for r in answers:
        bins[min(BINS - 1, int(r.confidence * BINS + 1e-9))].append(r)
    lines = ["    confidence  answers  right  share"]
    error = 0
    for i, mine in sorted(bins.items()):
        error += abs(sum(r.confidence for r in mine) - n_right(mine)) / len(answers)
        lines.append(f"    {i / BINS:.1f}-{(i + 1) / BINS:.1f} {len(mine):12} {n_right(mine):6} "
                     f"{share(n_right(mine), len(mine)):>6}")
    sure = [r for r in answers if r.confidence >= SURE - 1e-9]
    lines.append(f"    calibration error {error:.3f}; {len(sure)} of {len(answers)} answers at {SURE} or more "
                 f"({share(len(sure), len(answers))}), {n_right(sure)} of these right "
                 f"({share(n_right(sure), len(sure))})")
    return lines


def report(name, results, first=headline):
    """`set NAME: ...` with what came of the questions, then indented: by kind, and by confidence."""
    counted = [r for r in results if r.outcome != NOT_COUNTED]
    return "\n".join([f"set {name}: {first(results)}; {outcomes(counted)}", *kinds(counted), *calibration(counted)])


def overall(results):
    """`all questions: ...` over the sets of a run: how far a confidence can be trusted, whoever answers."""
    counted = [r for r in results if r.outcome != NOT_COUNTED]
    return "\n".join([f"all questions: {len(counted)} asked; {outcomes(counted)}", *calibration(counted)])


def record(name, result):
    """One question of a dump, as a dict."""
    item = result.item
    return {"set": name, "id": result.id, "kind": result.kind, "question": item.get("question", item.get("follow_up")),
            "status": result.status, "outcome": result.outcome, "confidence": result.confidence,
            "right": result.right, "content": result.content}
