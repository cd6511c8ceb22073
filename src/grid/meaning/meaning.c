/* meaning.c - what the numbers of a column are: first by the words of its name, then by its unit and its figures.
 *
 * Of several words that say something the last one decides, as in English the head of a compound comes last: "rating
 * count" is a count. Words that make a mean, a count or a running total of whatever else is named go before that.
 */
#include "grid/meaning/meaning.h"
#include "base/attrs.h"
#include "base/limits.h"
#include "base/text/name_words.h"
#include "grid/table.h"
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

enum says {
    SAYS_NOTHING,
    SAYS_PER,
    SAYS_MEAN,
    SAYS_TOTAL,
    SAYS_PERIOD,
    SAYS_CURRENCY,
    SAYS_MONEY,
    SAYS_QUANTITY,
    SAYS_PRICE,
    SAYS_RATE,
    SAYS_SHARE,
    SAYS_CUMULATIVE,
    SAYS_LEVEL,
    SAYS_AGE,
    SAYS_SCORE,
    SAYS_ID,
    SAYS_YEAR,
    SAYS_PLACE
};

enum where { WHERE_ANY, WHERE_HEAD, WHERE_LAST, WHERE_FIRST, WHERE_WHOLE, WHERE_SINGLE, WHERE_BARE };

struct term {
    const char *text;
    enum says says;
    enum where where;
};

static const struct term terms[] = {
#include "column_words.inc"
};

#define TERM_BYTES 32 /* longer ones are none of the list */

/* A name as the words that it has besides numbers. */
struct name {
    struct name_word words[PROFILE_NAME_WORDS];
    size_t n;
};

static struct name name_of(const char *text)
{
    struct name name;
    size_t n = name_words(text, name.words, PROFILE_NAME_WORDS);

    name.n = 0;
    for (size_t i = 0; i < n; i++)
        if (*name.words[i].p < '0' || *name.words[i].p > '9')
            name.words[name.n++] = name.words[i];
    return name;
}

/* One word or two as a term is written: small letters, a blank between. False when it is too long for one. */
static bool write_term(const struct name *name, size_t i, size_t words, char out[static TERM_BYTES])
{
    size_t n = 0;

    for (size_t k = i; k < i + words; k++) {
        if (n + name->words[k].n + 2 > TERM_BYTES)
            return false;
        if (k > i)
            out[n++] = ' ';
        for (size_t c = 0; c < name->words[k].n; c++)
            out[n++] = name_lower(name->words[k].p[c]);
    }
    out[n] = '\0';
    return true;
}

static int compare(const void *key, const void *term)
{
    return strcmp(key, ((const struct term *)term)->text);
}

/* The first of the terms with that text; they stand behind one another. */
static const struct term *find_term(const char *text)
{
    const struct term *t = bsearch(text, terms, COUNT_OF(terms), sizeof *terms, compare);

    while (t && t > terms && strcmp(t[-1].text, text) == 0)
        t--;
    return t;
}

static bool stands(const struct name *name, size_t i, size_t words, enum where where, bool single, bool currency)
{
    switch (where) {
    case WHERE_LAST:
        return i + words == name->n;
    case WHERE_FIRST:
        return i == 0 && name->n > words;
    case WHERE_WHOLE:
        return words == name->n;
    case WHERE_SINGLE:
        return single && i + words == name->n;
    case WHERE_BARE:
        return !currency;
    case WHERE_ANY:
    case WHERE_HEAD:
        break;
    }
    return true;
}

/* ---- a column's name ---- */

struct said {
    enum says head, any;
    bool total;
};

struct naming {
    struct name name;
    bool single, currency;
    struct said said;
};

static void take(struct naming *x, const struct term *t, size_t i, size_t words)
{
    if (!stands(&x->name, i, words, t->where, x->single, x->currency))
        return;
    if (t->says == SAYS_TOTAL)
        x->said.total = true;
    else if (t->says == SAYS_PER)
        x->said.any = i > 0 && i + 1 < x->name.n && x->said.any == SAYS_NOTHING ? SAYS_PER : x->said.any;
    else if (t->where == WHERE_ANY || t->where == WHERE_FIRST)
        x->said.any = t->says;
    else if (t->says != SAYS_PERIOD && t->says != SAYS_CURRENCY && x->said.head == SAYS_NOTHING)
        x->said.head = t->says;
}

/* The words from i on, as one term; false when they are none. */
static bool take_term(struct naming *x, size_t i, size_t words)
{
    char text[TERM_BYTES];
    const struct term *t = write_term(&x->name, i, words, text) ? find_term(text) : NULL, *first = t;

    for (; t && t < terms + COUNT_OF(terms) && strcmp(t->text, text) == 0; t++)
        take(x, t, i, words);
    return first;
}

/* From the last word to the first; two words that are a term are not looked at one by one. */
static struct said read_name(struct naming *x)
{
    for (size_t end = x->name.n; end > 0;) {
        const bool two = end > 1 && take_term(x, end - 2, 2);
        if (!two)
            take_term(x, end - 1, 1);
        end -= two ? 2 : 1;
    }
    return x->said;
}

static bool is_single(const struct table *t, const struct column *c, const struct meaning_figures *f)
{
    if (f && f->known && f->rows > 0)
        return f->distinct >= f->rows;
    return c->distinct > 1 && c->distinct + c->nulls + c->misfits >= t->rows;
}

/* Whether the whole name, of one word or two, is a term that says so. */
static bool is_whole(const char *text, enum says says)
{
    const struct name name = name_of(text);
    char term_text[TERM_BYTES];
    const struct term *term = NULL;

    if ((name.n == 1 || name.n == 2) && write_term(&name, 0, name.n, term_text))
        term = find_term(term_text);
    for (; term && term < terms + COUNT_OF(terms) && strcmp(term->text, term_text) == 0; term++)
        if (term->says == says)
            return true;
    return false;
}

/* A column that says when its row is of. */
static bool has_period(const struct table *t, size_t but)
{
    for (size_t c = 0; c < t->n_columns; c++)
        if (c != but && is_whole(t->columns[c].name, SAYS_PERIOD))
            return true;
    return false;
}

bool column_names_currency(const struct table *t, size_t column)
{
    return t->columns[column].type == COLUMN_TEXT && is_whole(t->columns[column].name, SAYS_CURRENCY);
}

/* "customerid" in the table "customers". */
static bool is_tables_id(const struct table *t, const char *name)
{
    size_t n = strlen(name);

    return n >= 5 && strcasecmp(name + n - 2, "id") == 0 && t->name && strncasecmp(t->name, name, n - 2) == 0;
}

/* ---- all together ---- */

static enum column_meaning plain(enum says says)
{
    static const enum column_meaning meanings[] = {
        [SAYS_NOTHING] = MEANING_QUANTITY, [SAYS_PER] = MEANING_RATE,
        [SAYS_MEAN] = MEANING_RATE,        [SAYS_TOTAL] = MEANING_QUANTITY,
        [SAYS_PERIOD] = MEANING_QUANTITY,  [SAYS_CURRENCY] = MEANING_QUANTITY,
        [SAYS_MONEY] = MEANING_MONEY,      [SAYS_QUANTITY] = MEANING_QUANTITY,
        [SAYS_PRICE] = MEANING_PRICE,      [SAYS_RATE] = MEANING_RATE,
        [SAYS_SHARE] = MEANING_SHARE,      [SAYS_CUMULATIVE] = MEANING_CUMULATIVE,
        [SAYS_LEVEL] = MEANING_QUANTITY,   [SAYS_AGE] = MEANING_AGE,
        [SAYS_SCORE] = MEANING_SCORE,      [SAYS_ID] = MEANING_ID,
        [SAYS_YEAR] = MEANING_YEAR,        [SAYS_PLACE] = MEANING_PLACE,
    };

    return meanings[says];
}

#define RUNNING_ROWS 10 /* fewer quantities may run by chance */

/* A running number: whole numbers from 0 or 1 without a gap or repetition. */
static bool is_running(const struct column *c, const struct meaning_figures *f)
{
    return c->type == COLUMN_INTEGER && f && f->known && f->rows >= RUNNING_ROWS && f->distinct == f->rows &&
           f->max - f->min == (double)(f->rows - 1) && (f->min == 0 || f->min == 1);
}

/* What no word of the name says. */
static enum column_meaning by_values(const struct table *t, const struct column *c, const struct meaning_figures *f,
                                     bool currency)
{
    if (currency)
        return MEANING_MONEY;
    if (c->unit)
        return MEANING_RATE;
    return c->type == COLUMN_INTEGER && (is_tables_id(t, c->name) || is_running(c, f)) ? MEANING_ID : MEANING_QUANTITY;
}

static enum column_meaning by_head(const struct table *t, size_t column, const struct said *said, bool currency)
{
    switch (said->head) {
    case SAYS_LEVEL:
        return has_period(t, column) ? MEANING_CUMULATIVE : currency ? MEANING_MONEY : MEANING_QUANTITY;
    case SAYS_PRICE:
        return said->total ? MEANING_MONEY : MEANING_PRICE;
    case SAYS_RATE:
    case SAYS_SHARE:
        return plain(said->head);
    case SAYS_NOTHING:
    case SAYS_PER:
    case SAYS_MEAN:
    case SAYS_TOTAL:
    case SAYS_PERIOD:
    case SAYS_CURRENCY:
    case SAYS_MONEY:
    case SAYS_QUANTITY:
    case SAYS_CUMULATIVE:
    case SAYS_AGE:
    case SAYS_SCORE:
    case SAYS_ID:
    case SAYS_YEAR:
    case SAYS_PLACE:
        break;
    }
    return currency ? MEANING_MONEY : t->columns[column].unit ? MEANING_RATE : plain(said->head);
}

enum column_meaning column_meaning(const struct table *t, size_t column, const struct meaning_figures *figures)
{
    const struct column *c = &t->columns[column];
    const bool percent = c->unit && strcmp(c->unit, "%") == 0;
    struct naming x = { .name = name_of(c->name), .single = is_single(t, c, figures), .currency = c->unit && !percent };
    struct said said;

    if (!column_is_number(c->type))
        return MEANING_NONE;
    said = read_name(&x);
    if (said.any == SAYS_PER && said.head == SAYS_PRICE)
        return MEANING_PRICE;
    if (said.any != SAYS_NOTHING)
        return plain(said.any);
    if (said.head == SAYS_NOTHING)
        return by_values(t, c, figures, x.currency);
    return by_head(t, column, &said, x.currency);
}

/* ---- what follows from it ---- */

static const struct {
    const char *name, *instead; /* NULL: it adds up */
} meanings[] = {
    [MEANING_NONE] = { "no number", "number" },
    [MEANING_MONEY] = { "an amount of money", NULL },
    [MEANING_QUANTITY] = { "a quantity", NULL },
    [MEANING_PRICE] = { "a price", "average" },
    [MEANING_RATE] = { "a rate", "average" },
    [MEANING_SHARE] = { "a share of a whole", "average" },
    [MEANING_CUMULATIVE] = { "a state or a running total", "latest" },
    [MEANING_AGE] = { "an age", "average" },
    [MEANING_SCORE] = { "a score", "average" },
    [MEANING_ID] = { "an id", "number of different ones" },
    [MEANING_YEAR] = { "a point in time", "earliest or latest" },
    [MEANING_PLACE] = { "a place", "average" },
};

const char *meaning_name(enum column_meaning m)
{
    return meanings[m].name;
}

bool meaning_adds_up(enum column_meaning m)
{
    return !meanings[m].instead;
}

const char *meaning_instead(enum column_meaning m)
{
    return meanings[m].instead;
}
