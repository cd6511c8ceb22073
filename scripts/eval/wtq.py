"""wtq - nl/wtq: questions on single tables of the web; the answer is a set of values, ours the table's first column."""
import re
import unicodedata

import questions
import rows

items = questions.read

# By the question's words alone; the first that fits.
KINDS = [("difference", r"\bdifference\b|\bhow (many|much) (\w+ )?(more|less|fewer)\b|\bhow much \w+er\b"),
         ("how many", r"\bhow (many|much)\b|\bnumber of\b|\btotal\b"),
         ("yes-no", r"^(is|are|was|were|did|do|does|has|have|had|can|could)\b"),
         ("before or after", r"\b(before|after|next|previous|previously|following|follows|preceded|prior)\b"),
         ("superlative", r"\b(most|least|first|last|best|worst|top|latest|earliest|fewest|\w{3,}est)\b"),
         ("lookup", "")]


def kind(item):
    return next(name for name, pattern in KINDS if re.search(pattern, item["question"].lower()))


def ask(batch, folder, item):
    return batch.ask(data=[str(folder / "tables" / item["table"])], question=item["question"])


def plain(value):
    """As WikiTableQuestions compares: no accents, no case, no blanks to speak of; numbers by value."""
    text = unicodedata.normalize("NFKD", str(value)).encode("ascii", "ignore").decode().lower()
    text = re.sub(r"\s+", " ", text).strip(" .\"'")
    return rows.number(text.replace(",", "")) if re.fullmatch(r"-?[\d,]*\d[\d,]*(\.\d+)?(e[-+]?\d+)?", text) else text


def same_sets(got, gold):
    def within(some, others):
        return all(any(rows.same_cell(a, b) for b in others) for a in some)
    return within(got, gold) and within(gold, got)


def right(item, answer):
    if not answer["table"]:
        return False
    return same_sets([plain(row[0]) for row in answer["table"]["rows"]], [plain(value) for value in item["answer"]])
