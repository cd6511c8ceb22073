#!/usr/bin/env python3
"""test_scoring - scripts/eval against answers whose worth is known.

Usage: test_scoring.py SCRIPTS_EVAL [TEST...]

A stand-in for the program, a script of a few lines, takes the questions of `assay batch` and gives the answers that the
test has written down for them. So the runner is tested whole, from the set's files to the printed line.
"""
import json
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "api"))
sys.path.insert(0, str(SCRIPTS))
sys.dont_write_bytecode = True
import dabench
import followup
import rows
import spider
import squad2
import wtq
from harness import equal, holds, main

STAND_IN = """#!/usr/bin/env python3
import json, os, pathlib, sys
if sys.argv[1] == "docs":
    sys.exit(0)
answers = json.loads((pathlib.Path(__file__).parent / "answers.json").read_text())
for line in sys.stdin:
    asked = json.loads(line)
    answer = answers[asked["question"]]
    if answer == "die":
        os._exit(3)
    if isinstance(answer, dict) and answer.get("after") not in (None, asked.get("conversation_id")):
        answer = {"status": "error", "content": "asked outside of its conversation", "confidence": 0}
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
"""


def answer(table=None, status="success", confidence=1.0, content="", **more):
    """An answer with what scoring looks at."""
    return {"status": status, "content": content, "confidence": confidence,
            "table": table and {"columns": [], "rows": table}, **more}


def write_set(place, name, questions, answers):
    """A set of DIR, with the stand-in that knows its answers."""
    folder = place.folder / "sets" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "questions.jsonl").write_text("".join(json.dumps(q) + "\n" for q in questions))
    build = place.folder / "build"
    build.mkdir(exist_ok=True)
    known = build / "answers.json"
    known.write_text(json.dumps((json.loads(known.read_text()) if known.exists() else {}) | answers))
    (build / "assay").write_text(STAND_IN)
    (build / "assay").chmod(0o755)


def run(place, *options, status=0):
    done = subprocess.run([sys.executable, str(SCRIPTS / "run"), str(place.folder / "build"),
                           str(place.folder / "sets" / "eval"), *options], capture_output=True, text=True, timeout=60)
    equal(done.returncode, status, done.stderr)
    return done.stdout


def spider_question(question, gold, sql="SELECT a FROM t", ordered=False):
    return {"db": "d", "question": question, "sql": sql, "rows": gold, "ordered": ordered}


# ---- rows ----

def test_rows_are_a_multiset_with_columns_in_any_order(_):
    equal(rows.same_rows([[1, "a"], [2, "b"]], [["b", 2], ["a", 1]]), True)
    equal(rows.same_rows([[1, "a"], [1, "a"], [2, "b"]], [[1, "a"], [2, "b"], [2, "b"]]), False)
    equal(rows.same_rows([[1, 2], [2, 1]], [[1, 2], [1, 2]]), False)  # each column fits, but no row does
    equal(rows.same_rows([[1]], [[1], [1]]), False)
    equal(rows.same_rows([[1, 1]], [[1]]), False)
    equal(rows.same_rows([], []), True)
    equal(rows.same_rows([["x", None]], [["x", ""]]), False)


def test_rows_of_an_ordered_query_are_a_list(_):
    equal(rows.same_rows([[1], [2]], [[2], [1]]), True)
    equal(rows.same_rows([[1], [2]], [[2], [1]], ordered=True), False)
    equal(rows.same_rows([["a", 1], ["b", 2]], [[1, "a"], [2, "b"]], ordered=True), True)


def test_numbers_are_equal_within_the_tolerance_and_not_by_rounding(_):
    equal(rows.same_rows([[0.33336]], [[1 / 3]]), True)
    equal(rows.same_rows([[0.3335]], [[1 / 3]]), False)
    equal(rows.same_rows([[1000000.0]], [[1000099.0]]), True)
    equal(rows.same_rows([[1000000.0]], [[1000200.0]]), False)
    equal(rows.same_rows([[0.000004]], [[0.000006]]), True)  # apart when rounded to five digits
    equal(rows.same_rows([["12.50"]], [[12.5]]), True)
    equal(rows.same_rows([["nan"]], [["nan"]]), True)
    equal(rows.same_rows([[True]], [[1.0]]), False)


def test_numbers_a_trifle_apart_do_not_confuse_the_matching(_):
    # Sorted by their numbers these rows do not pair; matched, each has its own.
    equal(rows.same_rows([[1.00005, 2.0], [1.0, 3.0]], [[1.0, 2.0], [1.00005, 3.0]]), True)
    # The first row fits two, the second only one of them: what was taken first has to move on.
    equal(rows.same_matched([(1.0,), (0.99995,)], [(1.00001,), (1.00009,)]), True)
    equal(rows.same_matched([(1.0,), (0.99995,)], [(1.00001,), (1.0002,)]), False)
    equal(rows.same_matched([(1.0,), (1.00012,), (1.00006,)], [(1.00012,), (1.00006,), (1.0,)]), True)


# ---- one set each ----

def test_spider_counts_right_wrong_asked_back_and_refused(place):
    questions = [spider_question("right", [[1.0]]), spider_question("wrong", [[2.0]]),
                 spider_question("wrong order", [[1.0], [2.0]], "SELECT a FROM t ORDER BY a", True),
                 spider_question("asked", [[3.0]]), spider_question("failed", [[1.0]]),
                 spider_question("failed with rows", [[1.0]]), spider_question("no table", [[1.0]])]
    write_set(place, "eval/nl/spider", questions, {
        "right": answer([[1]]), "wrong": answer([[1]], confidence=0.9),
        "wrong order": answer([[2], [1]], confidence=0.6),
        "asked": answer([[3]], "clarification_needed"), "failed": answer(None, "error"),
        "failed with rows": answer([[1]], "error"), "no table": answer(None, confidence=0.3)})
    out = run(place, "--only", "nl/spider")
    holds(out, "set nl/spider: 1 of 7 right (14.3%); 4 answered, 1 asked back, 2 refused, 0 broken\n")
    holds(out, "    kind order or limit: 0 of 1 right (0.0%); 1 answered, 0 asked back, 0 refused, 0 broken\n")
    holds(out, "    0.3-0.4            1      0   0.0%\n    0.6-0.7            1      0   0.0%\n"
               "    0.9-1.0            2      1  50.0%\n")
    # |0.3 - 0| / 4 + |0.6 - 0| / 4 + |1.9 - 1| / 4
    holds(out, "    calibration error 0.450; 2 of 4 answers at 0.8 or more (50.0%), 1 of these right (50.0%)\n")


def test_a_partial_success_is_an_answer_but_never_right(place):
    write_set(place, "eval/nl/spider", [spider_question("q", [[1.0]])], {"q": answer([[1]], "partial_success")})
    holds(run(place), "set nl/spider: 0 of 1 right (0.0%); 1 answered, 0 asked back, 0 refused, 0 broken\n")


def test_a_broken_answer_is_wrong_and_the_run_goes_on(place):
    broken = {"died": "die", "no json": "what?", "no object": "[1]", "odd status": answer([[1]], "splendid"),
              "odd table": answer([[1]]) | {"table": {"rows": 7}},
              "no confidence": {"status": "success", "table": None}}
    write_set(place, "eval/nl/spider", [*(spider_question(name, [[1.0]]) for name in broken),
                                        spider_question("right", [[1.0]])], broken | {"right": answer([[1]])})
    holds(run(place), "set nl/spider: 1 of 7 right (14.3%); 1 answered, 0 asked back, 0 refused, 6 broken\n")


def test_spider_tells_kinds_of_query_apart(_):
    for sql, kind in [("SELECT a FROM t WHERE b = 'order by'", "plain"), ("SELECT max(a) FROM t", "aggregate"),
                      ("SELECT count(*), b FROM t GROUP BY b", "group"),
                      ("SELECT a FROM t ORDER BY b LIMIT 1", "order or limit"),
                      ("SELECT a FROM t JOIN u ON t.i = u.i GROUP BY b", "join"),
                      ("SELECT a FROM t WHERE b > (SELECT avg(b) FROM t)", "nested"),
                      ("SELECT a FROM t INTERSECT SELECT a FROM u JOIN v", "set operation")]:
        equal(spider.kind({"sql": sql}), kind, sql)


def test_wtq_compares_sets_of_plain_values(_):
    def right(got, gold):
        return wtq.right({"answer": gold}, answer([[value] for value in got]))
    equal(right(["Zo\u00eb  Smith."], ["zoe smith"]), True)
    equal(right([1200], ["1,200"]), True)
    equal(right(["b", "a"], ["a", "b"]), True)
    equal(right(["a"], ["a", "b"]), False)
    equal(right(["a", "b"], ["a"]), False)
    equal(right([0.33334], ["0.33333"]), True)
    equal(wtq.right({"answer": ["1"]}, answer(None)), False)


def test_wtq_tells_kinds_of_question_apart(_):
    for question, kind in [("how many more wins has a than b?", "difference"), ("how many wins", "how many"),
                           ("did a win?", "yes-no"), ("who came after b?", "before or after"),
                           ("who was the tallest?", "superlative"), ("where is b?", "lookup")]:
        equal(wtq.kind({"question": question}), kind, question)


def test_dabench_reads_every_pair_from_the_content(place):
    asked = {"id": 5, "question": "What is the mean?", "constraints": "Ignore b.", "file_name": "t.csv",
             "level": "easy",
             "format": "@mean[m] @who[w], where m is a number rounded to two decimal places",
             "answers": [["mean", "2.5"], ["who", "Ann"]]}
    write_set(place, "eval/nl/dabench", [asked], {
        "What is the mean?\nIgnore b.\n" + asked["format"]: answer(content="The mean: @mean[2.503], @who[ ann ].")})
    holds(run(place), "set nl/dabench: 1 of 1 right (100.0%)")
    for content, right in [("@mean[2.50] @who[Ann]", True), ("@who[Ann] @mean[2.506]", False), ("@mean[2.50]", False),
                           ("@mean[2.50] @who[Bob]", False), ("mean 2.50 who Ann", False)]:
        equal(dabench.right(asked, answer(content=content)), right, content)


def test_dabench_compares_lists_number_by_number_and_whole_numbers_exactly(_):
    asked = {"constraints": "", "format": "to 2 decimals"}
    equal(dabench.same_value(asked, "{'a': 1.50, 'b': 2}", "{'a': 1.5, 'b': 2}"), True)
    equal(dabench.same_value(asked, "{'b': 1.50, 'a': 2}", "{'a': 1.5, 'b': 2}"), False)
    equal(dabench.same_value(asked, "139", "139.0"), True)
    equal(dabench.same_value(asked, "139.4", "139"), False)
    equal(dabench.same_value(asked, "1e999", "139"), False)
    equal(dabench.same_value(asked, "1,234.56", "1234.56"), True)
    equal(dabench.pairs("@a[[1, 2]] @b[x")["a"], "[1, 2]")


def test_squad2_tells_right_answers_refusals_and_lengths(place):
    questions = [{"question": q, "answerable": "in " in q, "answers": ["$12, about"] if "in " in q else []}
                 for q in ("in right", "in wrong", "in part", "in refused", "out refused", "out answered", "out asked")]
    refusal = answer(content="I could not find that.", confidence=0.0, sources=[])
    quoted = [{"title": "a"}]
    write_set(place, "eval/docs/squad2", questions, {
        "in right": answer(content="It was 12 ABOUT then.", sources=quoted), "in refused": refusal,
        "in wrong": answer(content="It was much.", sources=quoted),
        "in part": answer(content="It was 112 about.", sources=quoted), "out refused": refusal,
        "out answered": answer(content="It was 12 about then.", sources=quoted),
        "out asked": answer(None, "clarification_needed", content="Which?", sources=[])})
    holds(run(place), "set docs/squad2: 1 of 4 answerable right (25.0%), in the median with 5 words; 1 of 3 "
                      "unanswerable refused (33.3%); 4 answered, 1 asked back, 2 refused, 0 broken\n")
    equal(squad2.holds("a cat, sat", "Cat sat"), True)


def tables(held_out, n):
    names = (f"t{i}.csv" for i in range(1000))
    return [name for name in names if followup.is_held_out({"table": name}) == held_out][:n]


def test_followup_scores_the_held_out_part_where_the_whole_question_was_answered(place):
    mine, others = tables(True, 3), tables(False, 1)
    def item(name, table):
        return {"before": f"{name} before", "follow_up": f"{name} then", "whole": f"{name} whole", "table": table}
    questions = [item("same", mine[0]), item("other", mine[0]), item("unknown", mine[1]), item("lost", mine[2]),
                 item("learnt", others[0])]
    answers = {}
    for name, then, whole in [("same", answer([[2, "a"]], after="c same"), answer([["a", 2]])),
                              ("other", answer([[3]], after="c other"), answer([[2]])),
                              ("unknown", answer([[3]]), answer(None, "error")),
                              ("lost", answer(None, "clarification_needed"), answer([[2]])),
                              ("learnt", answer([[1]]), answer([[1]]))]:
        answers |= {f"{name} before": answer([[0]], conversation_id=f"c {name}"), f"{name} then": then,
                    f"{name} whole": whole}
    (place.folder / "sets" / "eval").mkdir(parents=True)
    write_set(place, "train/followup", questions, answers)
    holds(run(place), "set followup: 1 of 3 right (33.3%), of 4 asked those whose whole question was answered; "
                      "2 answered, 1 asked back, 0 refused, 0 broken\n")


def test_followup_keeps_one_fifth_of_the_tables_and_always_the_same(_):
    names = [f"t{i:03}.csv" for i in range(1000)]
    share = sum(followup.is_held_out({"table": name}) for name in names)
    equal(150 < share < 250, True, share)
    # Pinned: were another part scored, training would have seen it.
    equal([n for n in names[:20] if followup.is_held_out({"table": n})], PINNED)


# ---- the run ----

def test_sets_that_are_unknown_or_wait_are_listed_and_absent_ones_skipped(place):
    for name in ("eval/nl/riddles", "eval/similarity"):
        (place.folder / "sets" / name).mkdir(parents=True)
    write_set(place, "eval/nl/spider", [spider_question("q", [[1.0]])], {"q": answer([[1]])})
    (place.folder / "sets/eval/nl/wtq").mkdir()  # without its questions
    out = run(place, status=1)
    holds(out, "set nl/riddles: not yet (needs a scorer")
    holds(out, "set similarity: not yet (needs an encoder of sentences)\n")
    holds(out, "set nl/spider: 1 of 1 right")
    holds(out, "set nl/wtq: could not be scored (FileNotFoundError")
    equal("dabench" in out or "followup" in out, False, out)


def test_limit_takes_the_same_questions_every_time_and_dump_tells_of_each(place):
    names = [f"q{i}" for i in range(30)]
    write_set(place, "eval/nl/spider", [spider_question(q, [[1.0]]) for q in names],
              {q: answer([[1]], content=f"It is {q}.", confidence=0.5) for q in names})
    dumped = []
    for name in "one", "two":
        holds(run(place, "--limit", "5", "--dump", str(place.folder / name)), "set nl/spider: 5 of 5 right (100.0%)")
        dumped.append([json.loads(line) for line in (place.folder / name).read_text().splitlines()])
    equal(dumped[0], dumped[1])
    ids = [line["id"] for line in dumped[0]]
    equal(len(set(ids)) == 5 and ids != [1, 2, 3, 4, 5], True, ids)
    first = dumped[0][0]
    equal({k: first[k] for k in ("set", "status", "confidence", "right", "content")},
          {"set": "nl/spider", "status": "success", "confidence": 0.5, "right": True,
           "content": f"It is q{first['id'] - 1}."})


def test_a_folder_that_is_not_there_is_said(place):
    (place.folder / "sets").mkdir()
    holds(run(place), "There are no test sets in ")


PINNED = ["t003.csv", "t004.csv", "t005.csv", "t009.csv", "t017.csv", "t018.csv"]

if __name__ == "__main__":
    main(globals())
