"""retrieval - retrieval/cranfield: passages found for questions.

A set is docs.jsonl ({id,title,text}), queries.jsonl ({id,text}) and qrels.tsv (query, document, relevance). The
documents are brought with `assay docs add`, and every query is asked with `assay docs search --k 100 --json`, which is
how anybody would. nDCG@10 has the relevance itself as its gain and log2(rank + 1) as its discount; recall@100 is the
share of a query's relevant documents among the first hundred. Both are means over the queries that have any. A search
that fails has found nothing.
"""
import collections
import json
import math
import subprocess
import tempfile
import time

import asking

K = 100


def ndcg(ranked, relevance, depth=10):
    gain = sum(relevance.get(name, 0) / math.log2(rank + 2) for rank, name in enumerate(ranked[:depth]))
    best = sum(value / math.log2(rank + 2)
               for rank, value in enumerate(sorted(relevance.values(), reverse=True)[:depth]))
    return gain / best


def relevances(path):
    found = collections.defaultdict(dict)
    for line in path.open():
        query, document, value = line.split()
        if int(value) > 0:
            found[query][document] = int(value)
    return found


def score(build, folder):
    """One line: the two measures, and how long bringing the documents took."""
    relevance = relevances(folder / "qrels.tsv")
    queries = [json.loads(line) for line in (folder / "queries.jsonl").open()]
    queries = [query for query in queries if relevance[query["id"]]]
    gains = recalls = 0
    with tempfile.TemporaryDirectory() as home:
        def run(*args):
            done = subprocess.run(asking.command(build, f"{home}/home", *args, "--json"), stdout=subprocess.PIPE)
            return json.loads(done.stdout) if done.returncode == 0 else {}

        began = time.monotonic()
        receipt = run("docs", "add", str(folder / "docs.jsonl"))
        took = time.monotonic() - began
        for query in queries:
            found = run("docs", "search", query["text"], "--k", str(K)).get("results", [])
            ranked, wanted = [hit["id"] for hit in found], relevance[query["id"]]
            gains += ndcg(ranked, wanted)
            recalls += len(wanted.keys() & set(ranked)) / len(wanted)
    return (f"nDCG@10 {gains / len(queries):.4f}, recall@100 {recalls / len(queries):.4f} over {len(queries)} queries; "
            f"{receipt.get('chunks_stored', 0)} passages brought in {took:.1f} s")
