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
    const char *stem, *folded; /* what was typed */
    size_t most;               /* edits that still count as a slip */
    size_t left;               /* comparisons that may still be made */
};

/* The stems or the words of pieces first to last run together. */
static const char *run_text(const struct reader *r, size_t first, size_t last, bool stems)
{
    const char *text = "";

    for (size_t i = first; i <= last; i++)
        for (size_t w = r->p[i].first; w < r->p[i].first + r->p[i].n; w++)
            text = arena_printf(r->a, "%s%s", text, stems ? r->words[w].stem : r->words[w].folded);
    return text;
}

static struct slip slip_of(const struct reader *r, size_t first, size_t last)
{
    struct slip s = { .left = QUESTION_SLIPS };

    s.stem = run_text(r, first, last, true);
    s.folded = run_text(r, first, last, false);
    /* One edit in four letters; a word of three is as near to everything as to nothing. */
    s.most = str_chars(s.stem, strlen(s.stem)) / 4;
    return s;
}

/* Edits between the two, or s->most + 1 when they are too far apart. */
static size_t edits(struct slip *s, const char *typed, const char *name)
{
    size_t a = strlen(typed), b = strlen(name), apart = a > b ? a - b : b - a;

    if (s->most == 0 || s->left == 0 || apart > 4 * s->most)
        return s->most + 1;
    s->left--;
    return str_edits(typed, name, s->most);
}

/* "cust" for customer counts as one edit. */
static size_t cut_short(const struct slip *s, const char *word)
{
    size_t n = strlen(s->stem);

    return s->most > 0 && n >= 4 && strlen(word) > n && strncmp(word, s->stem, n) == 0 ? 1 : s->most + 1;
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
        if ((d = edits(s, s->folded, r->t->columns[c].name)) < best ||
            (words_key(r->t->columns[c].name, key) > 0 && (d = edits(s, s->stem, key)) < best)) {
            best = d;
            *ret = c;
        }
        for (size_t i = 0; i < n; i++)
            if ((d = cut_short(s, words[i])) < best || (n > 1 && (d = edits(s, s->stem, words[i])) < best)) {
                best = d;
                *ret = c;
            }
    }
    return best;
}

struct near_value {
    size_t edits, column, value;
};

/* Keeps the nearest FLAT_OPTIONS, the nearer first, equals in the table's order. */
static void keep_near(struct near_value *near, size_t *n, struct near_value v)
{
    size_t at = *n;

    while (at > 0 && near[at - 1].edits > v.edits)
        at--;
    if (at == FLAT_OPTIONS)
        return;
    if (*n < FLAT_OPTIONS)
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
            size_t d = words_key(col->values[v], key) > 0 ? edits(s, s->stem, key) : s->most + 1;
            budget--;
            if (d > s->most && s->most > 0 && has_word(scratch, col->values[v], s->stem))
                d = 1;
            if (d <= s->most)
                keep_near(near, &n, (struct near_value){ d, c, v });
        }
    }
    return n;
}

static int offer_values(struct reader *r, size_t first, size_t last, const struct near_value *near, size_t n,
                        const char *of)
{
    const char *questions[FLAT_OPTIONS];

    for (size_t i = 0; i < n; i++)
        questions[i] =
            doubt_with(r, first, last, doubt_literal(r->a, r->t->columns[near[i].column].values[near[i].value], true));
    return doubt_choose(r, questions, n, "no value '%s'%s; there is one much like it.", doubt_words(r, first, last),
                        of);
}

int doubt_value(struct reader *r, size_t first, size_t last, size_t column)
{
    struct slip s = slip_of(r, first, last);
    struct near_value near[FLAT_OPTIONS];
    size_t n = nearest_values(r, &s, column, near);
    const char *name = r->t->columns[column].name;

    if (n > 0)
        return offer_values(r, first, last, near, n, arena_printf(r->a, " in %s", name));
    err_say(r->err, ERR_INVALID_QUERY, "no value '%s' in %s.", doubt_words(r, first, last), name);
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

/* True for words that ask for something: a word that says nothing is no help in the place of another. */
static bool is_helpful(const char *wording)
{
    static const unsigned long long helpful =
        VOCAB_SET(VOCAB_MEASURE) | VOCAB_SET(VOCAB_COUNT) | VOCAB_SET(VOCAB_DIFFERENT) | VOCAB_SET(VOCAB_EXTREME) |
        VOCAB_SET(VOCAB_TIME_EXTREME) | VOCAB_SET(VOCAB_TOP) | VOCAB_SET(VOCAB_BY) | VOCAB_SET(VOCAB_PERIODIC) |
        VOCAB_SET(VOCAB_UNIT) | VOCAB_SET(VOCAB_COMPARE) | VOCAB_SET(VOCAB_WHEN) | VOCAB_SET(VOCAB_MONTH) |
        VOCAB_SET(VOCAB_EMPTY) | VOCAB_SET(VOCAB_SORT) | VOCAB_SET(VOCAB_DIRECTION) | VOCAB_SET(VOCAB_ROWS) |
        VOCAB_SET(VOCAB_NOT) | VOCAB_SET(VOCAB_SHARE);

    return helpful >> vocab_word(wording).kind & 1;
}

/* A word of the vocabulary that was meant: "averge". */
static int offer_wording(struct reader *r, size_t i, struct slip *s)
{
    size_t best = s->most + 1, n;
    const char *p, *nearest = NULL, *question;

    for (size_t k = 0; (p = vocab_wording(k, &n)); k++) {
        const char *word = arena_dup(r->a, p, n);
        size_t d = n > 3 && !memchr(p, ' ', n) && is_helpful(word) ? edits(s, s->folded, word) : best;
        if (d < best) {
            best = d;
            nearest = word;
        }
    }
    if (!nearest)
        return 0;
    question = doubt_with(r, i, i, nearest);
    return doubt_choose(r, &question, 1, "no column or value '%s'.", doubt_words(r, i, i));
}

/* What is left to say of a word that is like nothing here. */
static int refuse(struct reader *r, size_t i, bool lost)
{
    size_t before = reader_before(r, i);
    const char *word = doubt_words(r, i, i), *columns;

    if (before < r->n && r->p[before].kind == VOCAB_COUNT && r->options && !r->lost) {
        const char *rows = doubt_with(r, i, i, "rows");
        return doubt_choose(r, &rows, 1, "'%s' is no column; is a row one of them?", word);
    }
    if (lost)
        return doubt_question(r);
    columns = doubt_columns(r, WANT_ANY);
    err_say(r->err, ERR_MISSING_COLUMN, "no column or value '%s'.", word);
    return *columns ? err_action(r->err, "The columns are %s.", columns) : -1;
}

int doubt_unknown(struct reader *r, size_t i, bool lost)
{
    struct slip s = slip_of(r, i, i);
    struct near_value near[FLAT_OPTIONS];
    size_t column = 0, d = nearest_column(r, &s, &column);

    for (size_t end = run_end(r, i) + 1; end-- > i;) {
        struct slip run = slip_of(r, i, end);
        size_t n = nearest_values(r, &run, r->t->n_columns, near);
        if (n > 0 && (near[0].edits < d || d > s.most))
            return offer_values(r, i, end, near, n, "");
    }
    if (d <= s.most) {
        const char *name = r->t->columns[column].name;
        err_say(r->err, ERR_MISSING_COLUMN, "no column '%s'; did you mean '%s'?", doubt_words(r, i, i), name);
        return err_action(r->err, "Ask again with '%s'.", name);
    }
    if (r->options && !r->lost && !lost && offer_wording(r, i, &s) < 0)
        return -1;
    return refuse(r, i, lost);
}
