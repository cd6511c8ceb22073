/* count.c - "how many": of rows, of the different values of a column, or of the things that a column counts.
 *
 * Numbers that name things (ids, card numbers, zip codes) are never added up, and money is not counted. Where a word
 * may be either, both are offered.
 */
#include "base/arena.h"
#include "lang/reader.h"

int count_rows(struct reader *r)
{
    bool things = thing_counted(r, &r->q->column);

    r->q->measure = things ? FLAT_DISTINCT : FLAT_COUNT;
    for (size_t i = 0; i < r->n; i++)
        if (reader_is(r, i, VOCAB_ROWS) || reader_is(r, i, VOCAB_COUNT))
            reader_use(r, i);
    return 0;
}

/* How many different values there are. "how many votes" asks for a total: where the votes are texts, the number of
 * different ones would mislead, and is given only when it is asked for in so many words. */
int count_values(struct reader *r, size_t i)
{
    size_t column;

    if (reader_column(r, i, WANT_ANY, &column) == PICK_ONE && column_is_written_number(r->t, column) &&
        !column_names_things(r->t, column))
        return doubt_type(r, column, "has no total", WANT_NUMBER);
    return measure_set(r, i, FLAT_DISTINCT);
}

static bool is_part(const struct reader *r, size_t i)
{
    return r->p[i].hits.n_columns > 0 && r->p[i].hits.columns[0].rank == MATCH_PART;
}

/* "how many students" where there is only student_capacity: students are not what that column counts. */
static int doubt_rows(struct reader *r, size_t i)
{
    const char *rows = doubt_with(r, i, i, "rows");

    return doubt_choose(r, &rows, 1, "'%s' is no column; is a row one of them?", doubt_words(r, i, i));
}

/* "how many cards", "how many salaries": the sum of such numbers is no number of things. */
static int doubt_quantity(struct reader *r, size_t i, size_t at, size_t column)
{
    const char *name = doubt_name(r->a, r->t->columns[column].name);
    const char *questions[3] = { doubt_with(r, i, at, arena_printf(r->a, "how many different %s", name)),
                                 doubt_with(r, i, at, arena_printf(r->a, "how many rows where %s is not empty", name)),
                                 doubt_with(r, i, at, arena_printf(r->a, "total %s", name)) };

    return doubt_choose(r, questions, 3, "'%s' can ask for the number of values or for their total.",
                        doubt_words(r, i, at));
}

/* True when the question has one of the words. */
static bool says_one_of(const struct reader *r, const char *const *list, size_t n_list)
{
    for (size_t w = 0; w < r->n_words; w++)
        for (size_t k = 0; k < n_list; k++)
            if (r->words[w].kind == WORD_TEXT && strcmp(r->words[w].folded, list[k]) == 0)
                return true;
    return false;
}

/* A verb for what happens to goods. */
static bool has_trade(const struct reader *r)
{
    static const char *const verbs[] = { "sold",    "sell",     "bought",    "buy",       "ordered",
                                         "shipped", "produced", "delivered", "purchased", "returned" };

    return says_one_of(r, verbs, COUNT_OF(verbs));
}

/* "how many faculty in total" */
static bool has_total(const struct reader *r)
{
    static const char *const words[] = { "total", "altogether", "overall" };

    return says_one_of(r, words, COUNT_OF(words));
}

/* "how many units" is their total, "how many card numbers" how many there are. */
static int count_quantity(struct reader *r, size_t i, size_t at, size_t column)
{
    if (is_part(r, at))
        return doubt_rows(r, at);
    return column_counts(r->t, column) || has_total(r) ? measure_set(r, at, FLAT_SUM)
                                                       : doubt_quantity(r, i, at, column);
}

/* The units or the rows: `joint` goes on to what is counted. */
static int doubt_units(struct reader *r, size_t i, size_t last, const char *joint, size_t column)
{
    const char *name = doubt_name(r->a, r->t->columns[column].name);
    size_t verb = last == i && reader_is(r, i + 1, VOCAB_IS) ? i + 1 : i;
    const char *questions[2] = { doubt_with(r, i, verb, arena_printf(r->a, "total %s%s", name, joint)),
                                 doubt_with(r, i, i, arena_printf(r->a, "how many rows%s", joint)) };

    return doubt_choose(r, questions, 2, "'%s' can ask for %s or for rows.", doubt_words(r, i, last), name);
}

/* "how many kettles were sold": where a row is of several units, the units are what is counted. Without the verb, or
 * without the kettles, it may be the rows as well, and both are offered. */
static int count_things(struct reader *r, size_t i)
{
    size_t column;
    bool named = i + 1 < r->n && r->p[i + 1].used && r->p[i + 1].hits.n_values > 0 && r->p[i + 1].kind == VOCAB_NONE;

    if (!column_of_units(r->t, &column) || !(named || has_trade(r)))
        return count_rows(r);
    for (size_t k = 0; k < r->n; k++)
        if (reader_is(r, k, VOCAB_ROWS))
            return count_rows(r);
    if (!named)
        return doubt_units(r, i, i, "", column);
    if (has_trade(r)) {
        r->q->measure = FLAT_SUM;
        r->q->column = column;
        return 0;
    }
    return doubt_units(r, i, i + 1, " of", column);
}

/* A noun for the rows that is part of an id's name ("orders" and order_id) counts the ids, unless it is the table's own
 * name. */
int count_read(struct reader *r, size_t i)
{
    size_t at = measure_target(r, i), column;
    bool different = reader_is(r, at, VOCAB_DIFFERENT), whose;

    reader_use(r, i);
    if (different) {
        reader_use(r, at);
        at = measure_target(r, at);
    }
    if (thing_at(r, at, &column))
        return count_rows(r);
    if (reader_is(r, at, VOCAB_ROWS)) {
        whose = !r->p[at].is_name && is_part(r, at);
        if (whose && reader_column(r, at, WANT_ANY, &column) == PICK_ONE && column_is_id(r->t, column))
            return measure_set(r, at, FLAT_DISTINCT);
        if (!different)
            return count_rows(r);
    }
    if (!measure_is_noun(r, at) || measure_is_behind_by(r, at))
        return different ? doubt_say(r, i, "does not say of which column", "Name the column whose values are counted.")
                         : count_things(r, i);
    if (!different && measure_is_quantity(r, at, &column))
        return count_quantity(r, i, at, column);
    return different ? measure_set(r, at, FLAT_DISTINCT) : count_values(r, at);
}
