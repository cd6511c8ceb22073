"""rows - whether two results are the same: numbers within a tolerance, rows as a multiset, columns in any order.

"Within 1e-4" is not transitive, so neither rounding nor sorting decides it: 1.00004 and 1.00006 are near and round
apart, and rows that differ only by such a trifle sort by it. Sorted rows are compared first, which is nearly always
enough; where they differ a matching of each row with one that is near is looked for.
"""
import itertools
import math

TOLERANCE = 1e-4
MOST_ORDERS = 1000  # of columns that are tried: more only fit where many columns are alike, and then the first ones do


def near(a, b, tolerance=TOLERANCE):
    return abs(a - b) <= tolerance * max(1, abs(a), abs(b))


def number(value):
    """A cell as a number where it is one or reads as one; None, truth values and text stay as they are."""
    if isinstance(value, bool) or value is None:
        return value
    try:
        as_number = float(value)
    except (TypeError, ValueError):
        return str(value)
    return as_number if math.isfinite(as_number) else str(value)


def is_number(value):
    return isinstance(value, float)


def same_cell(a, b):
    return near(a, b) if is_number(a) and is_number(b) else type(a) is type(b) and a == b


def same_row(a, b):
    return len(a) == len(b) and all(map(same_cell, a, b))


def rank(cell):
    """Sorts cells of any kind; the number itself comes last, after what is no matter of tolerance."""
    return (1, "", cell) if is_number(cell) else (0, repr(cell), 0)


def same_sorted(a, b):
    """Rows as multisets, by sorting: texts before numbers, so that a trifle decides as late as it can."""
    def key(row):
        ranks = [rank(cell) for cell in row]
        return [r[:2] for r in ranks], [r[2] for r in ranks]
    return all(map(same_row, sorted(a, key=key), sorted(b, key=key)))


def same_matched(a, b):
    """Rows as multisets: whether each row of a has one of b for itself (augmenting paths)."""
    choices = [[j for j, other in enumerate(b) if same_row(row, other)] for row in a]
    holder, held = {}, {}  # row of b -> row of a, and the other way round

    def settle(first):
        """Gives this row of a one of b, moving others on where that helps; breadth first, so never deep."""
        came, queue = {}, [first]  # row of b -> row of a that wants it
        for i in queue:
            for j in choices[i]:
                if j in came:
                    continue
                came[j] = i
                if j in holder:
                    queue.append(holder[j])
                    continue
                while j is not None:  # it is free: back along the path, each takes what it wanted
                    taker = came[j]
                    left = held.get(taker)
                    holder[j], held[taker] = taker, j
                    j = left
                return True
        return False
    return all(settle(i) for i in range(len(a)))


def same_multiset(a, b):
    return len(a) == len(b) and (same_sorted(a, b) or same_matched(a, b))


def column_orders(got, gold):
    """The orders of got's columns in which each column has the values of gold's."""
    width = len(gold[0])
    fits = [[i for i in range(width) if same_sorted([(r[i],) for r in got], [(r[j],) for r in gold])]
            for j in range(width)]

    def extend(chosen):
        if len(chosen) == width:
            yield chosen
            return
        for i in fits[len(chosen)]:
            if i not in chosen:
                yield from extend([*chosen, i])
    return itertools.islice(extend([]), MOST_ORDERS)


def same_rows(got, gold, ordered=False):
    """Equal as multisets of rows (as lists where ordered), under one order of the columns."""
    got, gold = ([tuple(number(cell) for cell in row) for row in table] for table in (got, gold))
    if len(got) != len(gold) or len({len(row) for row in (*got, *gold)}) > 1:
        return False
    if not gold or not gold[0]:
        return True

    def same(rows):
        return all(map(same_row, rows, gold)) if ordered else same_multiset(rows, gold)
    return any(same([tuple(row[i] for i in order) for row in got]) for order in column_orders(got, gold))
