/* sort.c - "sorted by revenue, highest first": the order when it is asked for by itself.
 *
 * Groups come in their own order unless they are sorted by the figure; a list of rows may be sorted by any column. What
 * was named is remembered until the measure is known, which it must turn out to be.
 */
#include "lang/reader.h"

static int sort_target(struct reader *r, size_t i)
{
    size_t at = i + 1, column;

    if (at < r->n && !r->p[at].used && (reader_is(r, at, VOCAB_MEASURE) || reader_is(r, at, VOCAB_COUNT))) {
        reader_use(r, at);
        at++;
        if (!reader_is_column(r, at))
            return 0;
    }
    if (!reader_is_column(r, at))
        return 0;
    if (reader_column(r, at, WANT_ANY, &column) != PICK_ONE)
        return doubt_column(r, at, WANT_ANY);
    reader_use(r, at);
    r->sorted = true;
    r->sort_column = column;
    return 0;
}

int sort_read(struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        if (reader_is(r, i, VOCAB_SORT)) {
            reader_use(r, i);
            if (!r->q->ordered || r->p[i].arg != 0)
                r->q->descending = r->p[i].arg > 0;
            r->q->ordered = true;
            if (sort_target(r, i) < 0)
                return -1;
        } else if (reader_is(r, i, VOCAB_DIRECTION)) {
            reader_use(r, i);
            r->directed = !r->q->ordered;
            r->q->ordered = true;
            r->q->descending = r->p[i].arg > 0;
        }
    }
    return 0;
}
