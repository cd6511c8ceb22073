/* slip.c - words that name nothing: a likely slip of the finger is found, anything else is refused.
 *
 * Names of columns may be repeated in a message. Values may not: they come back only as questions to choose from.
 * How many names are compared is bounded, and a name is compared only when its length makes it possible.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "lang/reader.h"

#define RUN_WORDS 4 /* unknown words in a row that are tried as one value */

struct slip {
    const char *stem; /* what was typed */
    size_t most;      /* edits that still count as a slip */
    size_t left;      /* comparisons that may still be made */
};

static struct slip slip_of(const char *stem)
{
    size_t chars = str_chars(stem, strlen(stem));

    /* One edit in four letters; a word of three is as near to everything as to nothing. */
    return (struct slip){ .stem = stem, .most = chars / 4, .left = QUESTION_SLIPS };
}

/* Edits between the two, or s->most + 1 when they are too far apart. */
static size_t edits(struct slip *s, const char *name)
{
    size_t a = strlen(s->stem), b = strlen(name), apart = a > b ? a - b : b - a;

    if (s->most == 0 || s->left == 0 || apart > 4 * s->most)
        return s->most + 1;
    s->left--;
    return str_edits(s->stem, name, s->most);
}

/* The nearest column by its whole name or by one of its words. */
static size_t nearest_column(const struct reader *r, struct slip *s, size_t *ret)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    size_t best = s->most + 1;

    for (size_t c = 0; c < r->t->n_columns; c++) {
        const char *words[QUESTION_SPAN];
        char key[WORDS_KEY_BYTES];
        size_t n = words_of_name(scratch, r->t->columns[c].name, true, words, COUNT_OF(words)), d;
        if (words_key(r->t->columns[c].name, key) > 0 && (d = edits(s, key)) < best) {
            best = d;
            *ret = c;
        }
        for (size_t i = 0; i < n && n > 1; i++)
            if ((d = edits(s, words[i])) < best) {
                best = d;
                *ret = c;
            }
    }
    return best;
}

struct near_value {
    size_t edits, column, value;
};

/* Keeps the nearest QUERY_OPTIONS, the nearer first, equals in the table's order. */
static void keep_near(struct near_value *near, size_t *n, struct near_value v)
{
    size_t at = *n;

    while (at > 0 && near[at - 1].edits > v.edits)
        at--;
    if (at == QUERY_OPTIONS)
        return;
    if (*n < QUERY_OPTIONS)
        (*n)++;
    memmove(&near[at + 1], &near[at], (*n - at - 1) * sizeof *near);
    near[at] = v;
}

static bool has_word(struct arena *a, const char *value, const char *stem)
{
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(a, value, false, words, COUNT_OF(words));

    for (size_t i = 0; i < n && n > 1; i++)
        if (strcmp(words[i], stem) == 0)
            return true;
    return false;
}

/* The values nearest to what was typed, of one column or (column = n_columns) of all. A value that has the very word
 * among others counts as one edit away. */
static size_t nearest_values(const struct reader *r, struct slip *s, size_t column, struct near_value *near)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    size_t n = 0, budget = QUESTION_SLIPS;

    for (size_t c = 0; c < r->t->n_columns; c++) {
        const struct column *col = &r->t->columns[c];
        for (size_t v = 0; v < col->n_values && budget > 0 && (column == r->t->n_columns || column == c); v++) {
            char key[WORDS_KEY_BYTES];
            size_t d = words_key(col->values[v], key) > 0 ? edits(s, key) : s->most + 1;
            budget--;
            if (d > s->most && s->most > 0 && has_word(scratch, col->values[v], s->stem))
                d = 1;
            if (d <= s->most)
                keep_near(near, &n, (struct near_value){ d, c, v });
        }
    }
    return n;
}

/* The stems of pieces first to last run together. */
static const char *run_key(const struct reader *r, size_t first, size_t last)
{
    char *key = arena_str(r->a, "");

    for (size_t i = first; i <= last; i++)
        for (size_t w = 0; w < r->p[i].n; w++)
            key = arena_printf(r->a, "%s%s", key, r->words[r->p[i].first + w].stem);
    return key;
}

static int offer_values(struct reader *r, size_t first, size_t last, const struct near_value *near, size_t n,
                        const char *of)
{
    const char *questions[QUERY_OPTIONS];

    for (size_t i = 0; i < n; i++)
        questions[i] =
            doubt_with(r, first, last, doubt_literal(r->a, r->t->columns[near[i].column].values[near[i].value]));
    return doubt_choose(r, questions, n, "no value '%s'%s; there is one much like it", doubt_words(r, first, last), of);
}

int doubt_value(struct reader *r, size_t first, size_t last, size_t column)
{
    struct slip s = slip_of(run_key(r, first, last));
    struct near_value near[QUERY_OPTIONS];
    size_t n = nearest_values(r, &s, column, near);
    const char *name = r->t->columns[column].name;

    if (n > 0)
        return offer_values(r, first, last, near, n, arena_printf(r->a, " in %s", name));
    err_say(r->err, ERR_INVALID_QUERY, "no value '%s' in %s", doubt_words(r, first, last), name);
    return err_action(r->err, "Ask \"different values of %s\" to see them.", doubt_name(r->a, name));
}

/* The last of the unknown pieces that follow each other from i on. */
static size_t run_end(const struct reader *r, size_t i)
{
    size_t end = i;

    while (end + 1 < r->n && end + 1 < i + RUN_WORDS && !r->p[end + 1].used && piece_is_unknown(&r->p[end + 1]) &&
           reader_joins(r, end + 1))
        end++;
    return end;
}

int doubt_unknown(struct reader *r, size_t i, bool lost)
{
    struct slip s = slip_of(run_key(r, i, i));
    struct near_value near[QUERY_OPTIONS];
    size_t column = 0, d = nearest_column(r, &s, &column), before = reader_before(r, i), n;
    const char *word = doubt_words(r, i, i), *columns;

    for (size_t end = run_end(r, i) + 1; end-- > i;) {
        struct slip run = slip_of(run_key(r, i, end));
        n = nearest_values(r, &run, r->t->n_columns, near);
        if (n > 0 && (near[0].edits < d || d > s.most))
            return offer_values(r, i, end, near, n, "");
    }
    if (d <= s.most) {
        const char *name = r->t->columns[column].name;
        err_say(r->err, ERR_MISSING_COLUMN, "no column '%s'; did you mean '%s'?", word, name);
        return err_action(r->err, "Ask again with '%s'.", name);
    }
    if (before < r->n && r->p[before].kind == VOCAB_COUNT && r->options) {
        const char *rows = doubt_with(r, i, i, "rows");
        return doubt_choose(r, &rows, 1, "'%s' is no column; is a row one of them?", word);
    }
    if (lost)
        return doubt_question(r);
    columns = doubt_columns(r, WANT_ANY);
    err_say(r->err, ERR_MISSING_COLUMN, "no column or value '%s'", word);
    return *columns ? err_action(r->err, "The columns are %s.", columns) : -1;
}
