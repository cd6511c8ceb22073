/* column.c - what can be told of a column from its type and its name. */
#include "base/arena.h"
#include "lang/reader.h"

bool type_is_number(enum column_type type)
{
    return type == COLUMN_INTEGER || type == COLUMN_DECIMAL || type == COLUMN_FLOAT;
}

bool type_is_time(enum column_type type)
{
    return type == COLUMN_DATE || type == COLUMN_TIMESTAMP;
}

bool column_suits(const struct table *t, size_t column, enum want want)
{
    enum column_type type = t->columns[column].type;

    switch (want) {
    case WANT_NUMBER:
        return type_is_number(type);
    case WANT_TIME:
        return type_is_time(type);
    case WANT_ORDER:
        return type_is_number(type) || type_is_time(type);
    case WANT_TEXT:
        return type == COLUMN_TEXT;
    case WANT_TRUTH:
        return type == COLUMN_BOOLEAN;
    case WANT_ANY:
        break;
    }
    return true;
}

static bool is_one_of(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, list[i]) == 0)
            return true;
    return false;
}

bool column_is_id(const struct table *t, size_t column)
{
    static const char *const endings[] = { "id",   "key", "code", "number", "no",      "nr",
                                           "uuid", "zip", "year", "rank",   "position" };
    struct arena *scratch CLEANUP(arena_cleanup) = NULL;
    const char *words[QUESTION_SPAN];
    size_t n;

    if (!type_is_number(t->columns[column].type))
        return false;
    scratch = arena_new();
    n = words_of_name(scratch, t->columns[column].name, true, words, COUNT_OF(words));
    return n > 0 && is_one_of(words[n - 1], endings, COUNT_OF(endings));
}

bool column_is_written_number(const struct table *t, size_t column)
{
    const struct column *c = &t->columns[column];
    size_t numbers = 0;

    for (size_t i = 0; i < c->n_values; i++) {
        const char *p = c->values[i] + strspn(c->values[i], " -+$(~");
        numbers += *p >= '0' && *p <= '9';
    }
    return c->type == COLUMN_TEXT && numbers * 2 > c->n_values;
}

enum query_measure column_measure(const struct table *t, size_t column)
{
    static const char *const means[] = { "temperature", "temp",  "humidity", "pressure",  "price",   "rate",
                                         "ratio",       "age",   "score",    "rating",    "percent", "percentage",
                                         "pct",         "speed", "latitude", "longitude", "margin",  "grade" };
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(scratch, t->columns[column].name, true, words, COUNT_OF(words));

    for (size_t i = 0; i < n; i++) {
        struct vocab v = vocab_word(words[i]);
        if (v.kind == VOCAB_MEASURE)
            return (enum query_measure)v.arg;
        if (is_one_of(words[i], means, COUNT_OF(means)))
            return QUERY_AVERAGE;
    }
    return QUERY_SUM;
}

/* 0 for money and the like, 1 for other quantities, 2 for those whose total has no meaning. */
static int appeal(const struct table *t, size_t column)
{
    static const char *const first[] = { "revenue", "sale",  "amount", "turnover", "profit", "income",
                                         "salary",  "spend", "total",  "value",    "cost",   "population" };
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(scratch, t->columns[column].name, true, words, COUNT_OF(words));

    if (column_measure(t, column) != QUERY_SUM)
        return 2;
    for (size_t i = 0; i < n; i++)
        if (is_one_of(words[i], first, COUNT_OF(first)))
            return 0;
    return 1;
}

size_t column_quantities(const struct table *t, size_t *ret, size_t max)
{
    size_t n = 0;

    for (int wanted = 0; wanted <= 2; wanted++)
        for (size_t c = 0; c < t->n_columns && n < max; c++)
            if (type_is_number(t->columns[c].type) && !column_is_id(t, c) && appeal(t, c) == wanted)
                ret[n++] = c;
    return n;
}
