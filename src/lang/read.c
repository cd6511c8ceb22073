/* read.c - a question from its words to its query: the parts of the grammar in their order, and the last look at what
 * found no place.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "lang/reader.h"
#include <stdint.h>

/* Words that join others and may be left over without a loss. */
static bool is_joint(const struct piece *p)
{
    static const unsigned long long joints = VOCAB_SET(VOCAB_WHERE) | VOCAB_SET(VOCAB_IN) | VOCAB_SET(VOCAB_IS) |
                                             VOCAB_SET(VOCAB_AND) | VOCAB_SET(VOCAB_TO) | VOCAB_SET(VOCAB_WHICH) |
                                             VOCAB_SET(VOCAB_WHO) | VOCAB_SET(VOCAB_LIST) | VOCAB_SET(VOCAB_SHOW) |
                                             VOCAB_SET(VOCAB_ROWS) | VOCAB_SET(VOCAB_ALL_OF);

    return joints >> p->kind & 1;
}

/* True when one of the words of the clause that word i stands in greets or thanks. */
static bool has_greeting(const struct reader *r, size_t i)
{
    while (i > 0 && r->words[i].before == BREAK_NONE)
        i--;
    do {
        struct vocab v = vocab_find(&r->words[i], r->n_words - i);
        if (v.kind == VOCAB_SKIP && v.arg == VOCAB_GREETS)
            return true;
    } while (++i < r->n_words && r->words[i].before == BREAK_NONE);
    return false;
}

/* True when the clause that piece i stands in only speaks to somebody: "Hi Bob, ...". Any other clause of unknown words
 * may limit what is asked: "total revenue, Hamburg". */
static bool is_address(const struct reader *r, size_t i)
{
    size_t from = i, to = i;

    while (from > 0 && r->p[from].before == BREAK_NONE)
        from--;
    while (to + 1 < r->n && r->p[to + 1].before == BREAK_NONE)
        to++;
    if ((from == 0 && to + 1 == r->n) || !has_greeting(r, r->p[i].first))
        return false;
    for (size_t k = from; k <= to; k++)
        if (!piece_is_unknown(&r->p[k]))
            return false;
    return true;
}

/* True when nothing in the question is about this table. A follow-up is about what was asked before. */
static bool is_lost(const struct reader *r)
{
    if (r->partial)
        return false;
    for (size_t i = 0; i < r->n; i++) {
        const struct piece *p = &r->p[i];
        if (!piece_is_unknown(p) && !is_joint(p) && p->kind != VOCAB_BEYOND && p->kind != VOCAB_RELATIVE)
            return false;
    }
    return true;
}

static int doubt_beyond(struct reader *r, size_t i)
{
    return doubt_say(r, i, "is not something I can work out yet",
                     "Ask for a total, an average, a lowest or highest value, a count or a list.");
}

/* What asks for more than this grammar has is refused by name, before anything is made of the rest. */
static int refuse_beyond(struct reader *r)
{
    for (size_t i = 0; i < r->n && !is_lost(r); i++) {
        if (reader_is(r, i, VOCAB_BEYOND) && !reader_is_versus(r, i))
            return doubt_beyond(r, i);
        if (reader_is(r, i, VOCAB_RELATIVE))
            return doubt_say(r, i, "depends on today's date, which I do not use",
                             "Say when: \"in March 2025\", \"since 2025-01-01\".");
    }
    return 0;
}

/* "compare online and retail revenue": added up, the two values would not be compared. They have a figure each. */
static int read_versus(struct reader *r)
{
    const struct flat *q = r->q;
    size_t i = 0, k = 0;

    while (i < r->n && !(r->p[i].kind == VOCAB_BEYOND && r->p[i].arg == VOCAB_VERSUS)) /* a list may have used it */
        i++;
    if (i == r->n || is_lost(r))
        return 0;
    while (k < q->n_filters && !(q->filters[k].compare == FLAT_IS && q->filters[k].n_values > 1))
        k++;
    if (k == q->n_filters)
        return doubt_beyond(r, i);
    for (; i < r->n; i++)
        if (reader_is_versus(r, i))
            reader_use(r, i);
    return group_add(r, 0, q->filters[k].column, FLAT_EXACT);
}

/* "units times price" is a product of two columns; "how many times" counts. */
static int refuse_product(struct reader *r)
{
    for (size_t i = 1; i + 1 < r->n; i++)
        if (reader_is(r, i, VOCAB_ROWS) && strcmp(r->words[r->p[i].first].folded, "times") == 0 &&
            reader_is_column(r, i - 1) && reader_is_column(r, i + 1))
            return doubt_say(r, i, "asks to multiply two columns, which I cannot do yet",
                             "Ask for one column at a time, or multiply them in SQL.");
    return 0;
}

/* "both Lamp and Desk" of one column asks what has each of the values; a condition is met by either. Adding them up is
 * the same in both cases, counting and listing is not. */
static int refuse_both(struct reader *r)
{
    bool both = false, several = false;

    for (size_t i = 0; i < r->n_words; i++)
        both |= r->words[i].kind == WORD_TEXT && strcmp(r->words[i].folded, "both") == 0;
    for (size_t i = 0; i < r->q->n_filters; i++)
        several |= r->q->filters[i].compare == FLAT_IS && r->q->filters[i].n_values > 1;
    if (!both || !several || r->q->measure > FLAT_DISTINCT)
        return 0;
    err_say(r->err, ERR_INVALID_QUERY, "'both' asks for what has each of the values, which I cannot work out yet.");
    return err_action(r->err, "Ask for one value at a time, or say \"or\" for what has either.");
}

/* "about 100" is no number but a range, and how wide it is nobody has said. "Tell me about 2025" names a year. */
static int refuse_about(struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct word *before = r->p[i].first > 0 ? &r->words[r->p[i].first - 1] : NULL;
        if (before && r->p[i].number && !r->p[i].has_period && word_is(before, "|about|")) {
            err_say(r->err, ERR_INVALID_QUERY, "'about' does not say how near the number has to be.");
            return err_action(r->err, "Say \"between\" and two numbers.");
        }
    }
    return 0;
}

/* Unknown words are told before anything else is missed: a slip in a column's name explains the rest. */
static int refuse_unknown(struct reader *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (!r->p[i].used && piece_is_unknown(&r->p[i]) && !is_address(r, i))
            return doubt_unknown(r, i, is_lost(r));
    return 0;
}

/* A comparison with a number and no column: "orders over 1000". */
static int doubt_compare(struct reader *r, size_t i)
{
    const char *behind = arena_printf(r->a, " %s", doubt_words(r, i, i));

    if (i + 1 < r->n && r->p[i + 1].number)
        return doubt_measure(r, i, reader_is(r, i - 1, VOCAB_WHERE) ? "" : "with ", behind);
    return doubt_say(r, i, "compares with nothing I can find", "Say a column, a comparison and a number.");
}

/* "how many are missing": of which column? Those that have empty cells are offered. */
static int doubt_missing(struct reader *r, size_t i)
{
    const char *questions[FLAT_OPTIONS];
    size_t n = 0;

    for (size_t c = 0; c < r->t->n_columns && n < FLAT_OPTIONS; c++)
        if (r->t->columns[c].nulls > 0)
            questions[n++] = arena_printf(r->a, "how many rows where %s is empty", doubt_column_name(r->a, r->t, c));
    if (n == 0)
        return doubt_say(r, i, "fits no column: none has empty cells", "Ask about another thing.");
    return doubt_choose(r, questions, n, "'%s' does not say of which column.", doubt_words(r, i, i));
}

/* Everything that carries meaning must have found its place. */
static int refuse_leftover(struct reader *r, size_t i)
{
    const struct piece *p = &r->p[i];
    size_t column;

    if (p->kind == VOCAB_BEYOND || p->kind == VOCAB_RELATIVE)
        return doubt_question(r);
    if (p->kind == VOCAB_EMPTY)
        return doubt_missing(r, i);
    if (p->kind == VOCAB_OR)
        return doubt_say(r, i, "joins conditions of different columns, which I cannot do yet",
                         "Ask for them one at a time.");
    if (p->kind == VOCAB_NOT)
        return doubt_say(r, i, "leaves something out, and I cannot tell what", "Name the value that is left out.");
    if (p->kind == VOCAB_MONTH)
        return doubt_say(r, i, "needs a year", "Say which: \"June 2025\".");
    if (p->kind == VOCAB_BY)
        return doubt_say(r, i, "is not followed by a column", "Name the column to group by.");
    if (p->kind == VOCAB_COMPARE || p->kind == VOCAB_WHEN)
        return doubt_compare(r, i);
    if (p->kind == VOCAB_MEASURE || p->kind == VOCAB_COUNT || p->kind == VOCAB_EXTREME || p->kind == VOCAB_DIFFERENT)
        return doubt_say(r, i, "asks for a second figure", "Ask for one figure at a time.");
    if (measure_is_quantity(r, i, &column))
        return doubt_say(r, i, "is a second figure", "Ask for one figure at a time.");
    if (p->hits.n_columns > 0 && p->kind == VOCAB_NONE)
        return doubt_say(r, i, "finds no place in the question",
                         "For one figure for each of its values, say \"by\" before it.");
    return doubt_say(r, i, "finds no place in the question", "Say it in other words, or leave it out.");
}

/* The share of the meaningful words that found a place; what is not allowed to be missing is refused. */
int read_rest(struct reader *r)
{
    size_t placed = 0, ignored = 0;

    for (size_t i = 0; i < r->n; i++) {
        if (r->p[i].used)
            placed += r->p[i].n;
        else if (piece_is_unknown(&r->p[i]))
            ignored += r->p[i].n;
        else if (!is_joint(&r->p[i]))
            return refuse_leftover(r, i);
        else if (r->p[i].kind == VOCAB_ROWS || r->p[i].kind == VOCAB_LIST || r->p[i].kind == VOCAB_SHOW)
            placed += r->p[i].n;
    }
    r->q->confidence = placed > 0 ? (double)placed / (double)(placed + ignored) : 0.0;
    return 0;
}

/* "only 2024" by itself asks for the rows because nothing else is said. */
static bool is_bare(const struct reader *r)
{
    static const unsigned long long asking = VOCAB_SET(VOCAB_LIST) | VOCAB_SET(VOCAB_SHOW) | VOCAB_SET(VOCAB_ROWS) |
                                             VOCAB_SET(VOCAB_WHO) | VOCAB_SET(VOCAB_WHICH);

    for (size_t i = 0; i < r->n; i++)
        if (asking >> r->p[i].kind & 1)
            return false;
    return r->q->measure == FLAT_ROWS && r->q->n_shown == 0;
}

static int check_text(const char *question, struct err *err)
{
    size_t n = strlen(question);

    if (!str_is_utf8(question, n))
        return err_set(err, ERR_INVALID_INPUT, "The question is not written in UTF-8.", "question of %zu bytes", n);
    if (str_chars(question, n) > QUESTION_CHARS)
        return err_set(err, ERR_TOO_LARGE, "The question is too long.", "question of %zu bytes, limit %d characters", n,
                       QUESTION_CHARS);
    return 0;
}

int read_open(struct reader *r)
{
    struct word *words;

    r->bound_of = SIZE_MAX;
    if (check_text(r->question, r->err) < 0 || words_read(r->a, r->question, &words, &r->n_words, r->err) < 0)
        return -1;
    r->words = words;
    r->n = r->count_at = r->each_by = pieces_read(r->a, r->s, r->roster, r->question, words, r->n_words, &r->p);
    return r->n == 0 ? doubt_question(r) : 0;
}

int read_parts(struct reader *r)
{
    if (refuse_beyond(r) < 0 || refuse_about(r) < 0 || refuse_product(r) < 0 || bound_read(r) < 0 ||
        filter_read(r) < 0 || refuse_unknown(r) < 0 || rank_read(r) < 0 || group_read(r) < 0 || read_versus(r) < 0)
        return -1;
    return sort_read(r);
}

int read_in_scope(struct arena *a, const struct scope *s, const struct roster *roster, const char *question,
                  struct flat *ret, struct flat_options *options, struct err *err)
{
    struct flat q = { 0 };
    struct reader r = {
        .a = a, .s = s, .t = s->table, .roster = roster, .question = question, .q = &q, .options = options
    };

    r.err = err;
    if (read_open(&r) < 0 || read_parts(&r) < 0 || measure_read(&r) < 0 || bound_check(&r) < 0 || refuse_both(&r) < 0 ||
        read_rest(&r) < 0)
        return -1;
    q.bare = is_bare(&r);
    *ret = q;
    return 0;
}

int read_options(struct arena *a, const struct scope *s, const struct roster *roster, const char *question,
                 struct flat *ret, struct flat_options *options, struct err *err)
{
    struct flat_options found = { .n = 0 };
    int rc = read_in_scope(a, s, roster, question, ret, &found, err);

    options->n = 0;
    if (rc < 0 && err->code == ERR_CLARIFICATION_NEEDED)
        *options = found;
    return rc;
}

int flat_read(struct arena *a, const struct table *t, const char *question, struct flat *ret,
              struct flat_options *options, struct err *err)
{
    struct scope s = scope_one(a, t);

    return read_options(a, &s, NULL, question, ret, options, err);
}
