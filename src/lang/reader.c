/* reader.c - looking around among the pieces. Nothing here decides what a question means. */
#include "lang/reader.h"

size_t reader_next(const struct reader *r, size_t i)
{
    for (i++; i < r->n && r->p[i].used; i++)
        ;
    return i < r->n ? i : r->n;
}

size_t reader_before(const struct reader *r, size_t i)
{
    while (i-- > 0)
        if (!r->p[i].used)
            return i;
    return r->n;
}

bool reader_is(const struct reader *r, size_t i, enum vocab_kind kind)
{
    return i < r->n && !r->p[i].used && r->p[i].kind == kind;
}

bool reader_is_versus(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_BEYOND) && r->p[i].arg == VOCAB_VERSUS;
}

bool reader_joins(const struct reader *r, size_t i)
{
    return i < r->n && r->p[i].before == BREAK_NONE;
}

void reader_use(struct reader *r, size_t i)
{
    r->p[i].used = true;
}

bool reader_is_column(const struct reader *r, size_t i)
{
    const struct piece *p;

    if (i >= r->n || r->p[i].used)
        return false;
    p = &r->p[i];
    return p->hits.n_columns > 0 &&
           (p->kind == VOCAB_NONE || p->kind == VOCAB_UNIT || (p->kind == VOCAB_ROWS && p->arg == 1));
}

/* True when the column's name is written just so; in quotes it is the name it has here, otherwise the one in its
 * source, which other columns may have too. */
static bool is_as_written(const struct reader *r, size_t i, size_t column)
{
    const struct word *first = &r->words[r->p[i].first], *last = first + r->p[i].n - 1;
    bool quoted = first->kind == WORD_QUOTED;
    const char *name = r->t->columns[column].name, *text = r->question + first->inner;
    size_t n = quoted ? first->inner_n : last->at + last->n - first->at;

    return (quoted ? strlen(name) : column_written(r->t, column)) == n && memcmp(text, name, n) == 0;
}

enum pick reader_column(const struct reader *r, size_t i, enum want want, size_t *ret)
{
    const struct match_hits *h = &r->p[i].hits;
    bool whole = h->n_columns > 0 && h->columns[0].rank == MATCH_WHOLE;
    enum match_rank best = MATCH_HINT;
    size_t found = 0;

    for (size_t k = 0; k < h->n_columns; k++) {
        if (!column_suits(r->t, h->columns[k].column, want) || (whole && h->columns[k].rank != MATCH_WHOLE))
            continue;
        if (found > 0 && h->columns[k].rank > best)
            break;
        best = h->columns[k].rank;
        if (found++ == 0)
            *ret = h->columns[k].column;
    }
    if (found <= 1)
        return found == 0 ? PICK_NONE : PICK_ONE;
    found = 0;
    for (size_t k = 0; k < h->n_columns; k++)
        if (column_suits(r->t, h->columns[k].column, want) && is_as_written(r, i, h->columns[k].column) && found++ == 0)
            *ret = h->columns[k].column;
    return found == 1 ? PICK_ONE : PICK_MANY;
}

enum pick reader_only(const struct reader *r, enum want want, size_t *ret)
{
    size_t found = 0;

    for (size_t i = 0; i < r->t->n_columns && found < 2; i++)
        if (column_suits(r->t, i, want) && !(want == WANT_NUMBER && column_is_id(r->t, i)) && found++ == 0)
            *ret = i;
    return found == 0 ? PICK_NONE : found == 1 ? PICK_ONE : PICK_MANY;
}
