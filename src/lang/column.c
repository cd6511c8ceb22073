/* column.c - what can be told of a column from its type and its name. */
#include "base/arena.h"
#include "grid/names.h"
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

/* True when the last word of the column's name is on the list, or any word of it when `any` is set. */
static bool name_has(const struct table *t, size_t column, const char *const *list, size_t n_list, bool any)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(scratch, t->columns[column].name, true, words, COUNT_OF(words));

    for (size_t i = any || n == 0 ? 0 : n - 1; i < n; i++)
        if (is_one_of(words[i], list, n_list))
            return true;
    return false;
}

/* Each value comes once. */
static bool is_single(const struct table *t, size_t column)
{
    const struct column *c = &t->columns[column];

    return c->distinct > 1 && c->distinct + c->nulls + c->misfits >= t->rows;
}

bool column_names_things(const struct table *t, size_t column)
{
    static const char *const endings[] = { "id",       "key",  "code",  "number",    "no",     "nr",     "uuid", "zip",
                                           "year",     "rank", "phone", "telephone", "mobile", "fax",    "iban", "isbn",
                                           "position", "ssn",  "sku",   "ean",       "serial", "barcode" };

    /* Things that carry a number, where no number comes twice: "yellow cards" may be counted, card numbers not. */
    static const char *const numbered[] = { "card",   "account", "invoice",  "ticket", "passport", "license", "licence",
                                            "policy", "plate",   "postcode", "imei",   "badge",    "vin",     "episode",
                                            "round",  "game",    "match",    "stage",  "race",     "chapter" };

    return name_has(t, column, endings, COUNT_OF(endings), false) ||
           (is_single(t, column) && name_has(t, column, numbered, COUNT_OF(numbered), false));
}

bool column_is_id(const struct table *t, size_t column)
{
    return type_is_number(t->columns[column].type) && column_names_things(t, column);
}

static bool says_units(const struct table *t, size_t column)
{
    static const char *const units[] = { "unit", "quantity", "qty", "volume", "count", "piece", "pcs" };

    return t->columns[column].type == COLUMN_INTEGER && name_has(t, column, units, COUNT_OF(units), false);
}

bool column_of_units(const struct table *t, size_t *ret)
{
    size_t found = 0;

    for (size_t c = 0; c < t->n_columns; c++)
        if (says_units(t, c) && found++ == 0)
            *ret = c;
    return found == 1;
}

bool column_counts(const struct table *t, size_t column)
{
    static const char *const money[] = { "revenue", "amount", "turnover", "profit", "income",  "salary",
                                         "wage",    "pay",    "spend",    "value",  "cost",    "budget",
                                         "fee",     "tax",    "bonus",    "debt",   "expense", "balance" };
    const struct column *c = &t->columns[column];

    if (says_units(t, column))
        return true;
    return c->type == COLUMN_INTEGER && !c->unit && !column_is_id(t, column) && column_measure(t, column) == FLAT_SUM &&
           !name_has(t, column, money, COUNT_OF(money), true);
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

/* True when reading the table gave numbers to columns of one name. */
static bool has_renamed(const struct table *t)
{
    for (size_t i = 0; i < t->n_assumptions; i++)
        if (names_repeat_said(t->assumptions[i]))
            return true;
    return false;
}

size_t column_written(const struct table *t, size_t column)
{
    const char *name = t->columns[column].name, *mark = strrchr(name, '_');
    size_t all = strlen(name), n = mark ? (size_t)(mark - name) : 0;

    if (n == 0 || mark[1] < '1' || mark[1] > '9' || strspn(mark + 1, "0123456789") != all - n - 1 || !has_renamed(t))
        return all;
    for (size_t c = 0; c < column; c++)
        if (strlen(t->columns[c].name) == n && strncasecmp(t->columns[c].name, name, n) == 0)
            return n;
    return all;
}

bool column_is_repeated(const struct table *t, size_t column)
{
    const char *name = t->columns[column].name;
    size_t n = column_written(t, column);

    for (size_t c = 0; c < t->n_columns; c++)
        if (c != column && column_written(t, c) == n && strncasecmp(t->columns[c].name, name, n) == 0)
            return true;
    return false;
}

bool column_is_percent(const struct table *t, size_t column)
{
    const char *unit = t->columns[column].unit;

    return type_is_number(t->columns[column].type) && unit && strcmp(unit, "%") == 0;
}

enum flat_measure column_measure(const struct table *t, size_t column)
{
    static const char *const means[] = { "temperature", "temp",  "humidity", "pressure",  "price",   "rate",
                                         "ratio",       "age",   "score",    "rating",    "percent", "percentage",
                                         "pct",         "speed", "latitude", "longitude", "margin",  "grade" };
    static const char *const rates[] = { "discount" }; /* unless they are amounts of money */
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char *words[QUESTION_SPAN], *unit = t->columns[column].unit;
    size_t n = words_of_name(scratch, t->columns[column].name, true, words, COUNT_OF(words));

    for (size_t i = 0; i < n; i++) {
        struct vocab v = vocab_word(words[i]);
        if (v.kind == VOCAB_MEASURE)
            return (enum flat_measure)v.arg;
        if (is_one_of(words[i], means, COUNT_OF(means)) ||
            (!unit && type_is_number(t->columns[column].type) && is_one_of(words[i], rates, COUNT_OF(rates))))
            return FLAT_AVERAGE;
    }
    return column_is_percent(t, column) ? FLAT_AVERAGE : FLAT_SUM;
}

/* 0 for money and the like, 1 for other quantities, 2 for those whose total has no meaning. */
static int appeal(const struct table *t, size_t column)
{
    static const char *const first[] = { "revenue", "sale",  "amount", "turnover", "profit", "income",
                                         "salary",  "spend", "total",  "value",    "cost",   "population" };
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(scratch, t->columns[column].name, true, words, COUNT_OF(words));

    if (column_measure(t, column) != FLAT_SUM)
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

bool flat_uses(const struct flat *q, size_t column)
{
    bool bound = q->bound.measure > FLAT_COUNT && q->bound.column == column;

    if ((q->measure >= FLAT_DISTINCT && !q->of_rows && q->column == column) || bound)
        return true;
    if (((q->measure == FLAT_RATIO || q->measure == FLAT_PER) && q->under == column) ||
        (q->stepped && q->step.column == column) || (q->measure == FLAT_ROWS && q->ordered && q->column == column))
        return true;
    for (size_t i = 0; i < q->n_groups; i++)
        if (q->groups[i].column == column)
            return true;
    for (size_t i = 0; i < q->n_filters; i++)
        if (q->filters[i].column == column)
            return true;
    for (size_t i = 0; i < q->n_shown; i++)
        if (q->shown[i] == column)
            return true;
    return false;
}
