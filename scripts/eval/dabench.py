"""dabench - nl/dabench: analyses of one CSV file, with the form the answer is to have: `@name[value]` for each figure.

A question is right when every pair of its list can be read from the answer's content. Numbers are equal within 1e-4, or
where the question says to how many places they are rounded, or the pair shows it, within half a unit of the last one.
A value may be several numbers between words: then the words are compared, and the numbers one by one.
"""
import re

import questions
import rows

items = questions.read

NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?|[-+]?\.\d+(?:[eE][-+]?\d+)?")
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
PLACES = re.compile(rf"\b(\d|{'|'.join(WORDS)})[ -](?:decimal|places)", re.I)


def kind(item):
    return item["level"]


def ask(batch, folder, item):
    text = f"{item['question']}\n{item['constraints']}\n{item['format']}"
    return batch.ask(data=[str(folder / "tables" / item["file_name"])], question=text)


def pairs(text):
    """{name: value} of every `@name[value]`; brackets within a value belong to it."""
    found = {}
    for start in re.finditer(r"@([\w.%-]+)\[", text):
        depth, end = 1, start.end()
        while end < len(text) and depth:
            depth += {"[": 1, "]": -1}.get(text[end], 0)
            end += 1
        if not depth:
            found[start[1]] = text[start.end():end - 1]
    return found


def plain(value):
    return re.sub(r"\s+", " ", value).strip(" \"'").casefold()


def places(item, gold):
    """To how many places a number of the answer is rounded, as the question says or the gold number shows; or None."""
    said = [int(WORDS.get(n.lower(), n)) for n in PLACES.findall(f"{item['constraints']} {item['format']}")]
    shown = [len(gold.split(".")[1])] if re.fullmatch(r"[-+]?\d*\.\d+", gold) else []
    return max(said + shown) if shown else None


def same_number(got, gold, rounded):
    a, b = (rows.number(text.replace(",", "")) for text in (got, gold))
    half = 0 if rounded is None else 0.5 * 10 ** -rounded * (1 + 1e-9)  # and a trifle, for 0.125 is not 0.13 - 0.005
    return rows.same_cell(a, b) or (rows.is_number(a) and rows.is_number(b) and abs(a - b) <= half)


def same_value(item, got, gold):
    got, gold = plain(got), plain(gold)
    if got == gold:
        return True
    ours, theirs = NUMBER.findall(got), NUMBER.findall(gold)
    return (len(ours) == len(theirs) > 0 and plain(NUMBER.sub("#", got)) == plain(NUMBER.sub("#", gold)) and
            all(same_number(a, b, places(item, b)) for a, b in zip(ours, theirs)))


def right(item, answer):
    told = pairs(answer["content"])
    return all(name in told and same_value(item, told[name], gold) for name, gold in item["answers"])
