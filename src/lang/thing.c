/* thing.c - nouns for what the rows are of ("orders") where a column numbers those things (order_id).
 *
 * A row is one order only where no order_id comes twice. In a table of order lines ids repeat, and an order is then an
 * id in every phrasing: counts are of different ids, "amount per order" is the total for one of them, and a condition
 * on an order's amount is one on its total. Words that mean a row and nothing else ("lines", "records") stay rows.
 *
 * Of joined tables the name of the second is such a noun behind "per": each order refers to one customer.
 */
#include "base/arena.h"
#include "lang/reader.h"
#include "lang/scope.h"
#include <strings.h>

#define ROW_ITSELF 2 /* the vocabulary's arg of "rows" and "lines" */

bool thing_is_id(const char *name, const char *stem)
{
    static const char *const endings[] = { "id", "no", "nr", "number", "code", "key", "uuid", "ref" };
    struct arena *scratch CLEANUP(arena_cleanup) = NULL;
    const char *words[3];

    if (*stem == '\0' || strncasecmp(name, stem, strlen(stem)) != 0)
        return false;
    scratch = arena_new();
    if (words_of_name(scratch, name, true, words, COUNT_OF(words)) != 2 || strcmp(words[0], stem) != 0)
        return false;
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (strcmp(words[1], endings[i]) == 0)
            return true;
    return false;
}

/* True when a value may come twice; where not all were counted it is taken to. */
static bool repeats(const struct table *t, size_t column)
{
    const struct column *c = &t->columns[column];

    return c->distinct > 0 && c->distinct + c->nulls + c->misfits < t->rows;
}

static bool is_named(const struct table *t, const char *stem)
{
    char key[WORDS_KEY_BYTES];

    return words_key(t->name, key) > 0 && strcmp(key, stem) == 0;
}

/* The column by which the first of joined tables refers to the second, when piece i is the second's name. */
static bool refers_to(const struct reader *r, size_t i, size_t *ret)
{
    const struct scope *s = r->s;

    if (s->kind != SCOPE_JOINED || s->links->from >= s->members[0]->n_columns || !reader_is(r, i, VOCAB_ROWS) ||
        r->p[i].n != 1 || !is_named(s->members[1], r->words[r->p[i].first].stem))
        return false;
    *ret = s->links->from; /* the first table's columns come first */
    return true;
}

/* True when piece i is a noun for what the rows are of: a word of the vocabulary, or the name of the only table. */
static bool is_noun(const struct reader *r, size_t i)
{
    const struct word *w;

    if (!reader_is(r, i, VOCAB_ROWS) || reader_is_column(r, i) || r->p[i].n != 1 || r->p[i].arg == ROW_ITSELF)
        return false;
    w = &r->words[r->p[i].first];
    return vocab_word(w->folded).kind == VOCAB_ROWS || (r->s->kind != SCOPE_JOINED && is_named(r->t, w->stem));
}

bool thing_at(const struct reader *r, size_t i, size_t *ret)
{
    const char *stem;

    if (!is_noun(r, i))
        return false;
    stem = r->words[r->p[i].first].stem;
    for (size_t c = 0; c < r->t->n_columns; c++)
        if (thing_is_id(r->t->columns[c].name, stem) && repeats(r->t, c)) {
            *ret = c;
            return true;
        }
    return false;
}

bool thing_counted(const struct reader *r, size_t *ret)
{
    for (size_t i = 0; i < r->n; i++)
        if (thing_at(r, i, ret))
            return true;
    return false;
}

bool thing_adds_up(const struct reader *r, size_t i, size_t *ret)
{
    return measure_is_quantity(r, i, ret) && column_measure(r->t, *ret) == FLAT_SUM;
}

void thing_set(struct reader *r, size_t column, size_t under)
{
    r->q->measure = FLAT_PER;
    r->q->column = column;
    r->q->under = under;
    r->has_figure = true;
}

/* The figure before the "per" at piece i is worked out for one of the values of `under`: a quantity that adds up,
 * alone or as an average, or a number of rows. Its pieces are used; false when it is none of these. */
static bool take_figure(struct reader *r, size_t i, size_t under, bool different)
{
    size_t at = reader_before(r, i), column = 0;
    size_t asked = at < r->n ? reader_before(r, at) : r->n, count = r->n;
    bool rows = reader_is(r, at, VOCAB_ROWS) && r->p[at].arg == ROW_ITSELF, average;

    if (!reader_joins(r, i) || (!rows && !thing_adds_up(r, at, &column)))
        return false;
    if (reader_is(r, asked, VOCAB_COUNT)) {
        count = asked;
        asked = reader_before(r, asked);
    }
    average = reader_is(r, asked, VOCAB_MEASURE) && r->p[asked].arg == FLAT_AVERAGE;
    if (!average && (count < r->n || reader_is(r, asked, VOCAB_MEASURE) || (rows && !different)))
        return false;
    reader_use(r, at);
    if (count < r->n)
        reader_use(r, count);
    if (average)
        reader_use(r, asked);
    thing_set(r, column, under);
    r->q->of_rows = rows;
    return true;
}

int thing_per(struct reader *r, size_t i)
{
    bool per = strcmp(r->words[r->p[i].first].folded, "per") == 0, different = reader_is(r, i + 1, VOCAB_DIFFERENT);
    size_t noun = i + 1 + different, under;

    if (different) {
        if (!per || !measure_is_noun(r, noun) || reader_column(r, noun, WANT_ANY, &under) != PICK_ONE ||
            !take_figure(r, i, under, true))
            return 0;
    } else {
        if (!thing_at(r, noun, &under) && !refers_to(r, noun, &under))
            return 0;
        if (!(per && take_figure(r, i, under, false)) && group_add(r, noun, under, FLAT_EXACT) < 0)
            return -1;
    }
    for (size_t k = i; k <= noun; k++)
        reader_use(r, k);
    return 1;
}
