/* fragment.c - reads a follow-up for the parts that it names.
 *
 * The grammar's own parts do the work: conditions, rank, groups, order. Only the figure is another matter, since it may
 * be said by half: a measure without a column, or a column without a measure. What refers back ("and", "what about",
 * "instead") is taken off first, because the grammar would find no place for it.
 */
#include "lang/fragment.h"
#include "base/arena.h"
#include "base/err.h"
#include "lang/reader.h"

/* ---- words that refer back ---- */

enum { OPENS = 1, INSTEAD = 2, ALSO = 4 };

struct hint {
    const char *words;
    unsigned says;
};

/* At the beginning, the longer before the shorter; and at the end. */
static const struct hint openers[] = {
    { "what about", OPENS | INSTEAD },
    { "how about", OPENS | INSTEAD },
    { "what if", OPENS },
    { "the same for", OPENS },
    { "the same", OPENS },
    { "same for", OPENS },
    { "same", OPENS },
    { "and", OPENS },
    { "also", OPENS | ALSO },
    { "now", OPENS | INSTEAD },
    { "then", OPENS },
    { "but", OPENS },
    { "just", OPENS },
    { "ok", 0 },
    { "okay", 0 },
    { "please", 0 },
    { "rather", OPENS | INSTEAD },
    { "so", 0 },
};
static const struct hint closers[] = {
    { "instead", OPENS | INSTEAD },
    { "as well", OPENS | ALSO },
    { "too", OPENS | ALSO },
    { "also", OPENS | ALSO },
    { "then", OPENS },
    { "now", OPENS },
    { "please", 0 },
    { "again", OPENS },
    { "only", OPENS },
};

static size_t words_in(const char *text)
{
    size_t n = 1;

    for (; *text; text++)
        n += *text == ' ';
    return n;
}

/* True when the words are those of the hint, one for one. */
static bool says(const struct word *words, const char *hint)
{
    for (;; words++) {
        size_t n = strlen(words->folded);
        if (words->kind != WORD_TEXT || strncmp(hint, words->folded, n) != 0)
            return false;
        hint += n;
        if (*hint == '\0')
            return true;
        if (*hint++ != ' ')
            return false;
    }
}

/* Takes hints off the words [*first, *end); false when there was none. */
static bool take_hint(const struct word *words, size_t *first, size_t *end, unsigned *said)
{
    for (size_t i = 0; i < COUNT_OF(openers); i++) {
        size_t n = words_in(openers[i].words);
        if (n <= *end - *first && says(words + *first, openers[i].words)) {
            *first += n;
            *said |= openers[i].says;
            return true;
        }
    }
    for (size_t i = 0; i < COUNT_OF(closers); i++) {
        size_t n = words_in(closers[i].words);
        if (n < *end - *first && says(words + *end - n, closers[i].words)) {
            *end -= n;
            *said |= closers[i].says;
            return true;
        }
    }
    return false;
}

/* Stands for what was asked for or shown. "that" and "it" have other uses inside a sentence. */
static bool stands_for_it(const struct word *words, size_t i, size_t n)
{
    static const char *const anywhere[] = { "these", "those", "them", "they" }, *const at_end[] = { "it", "that",
                                                                                                    "this" };

    for (size_t k = 0; k < COUNT_OF(anywhere); k++)
        if (says(words + i, anywhere[k]))
            return true;
    for (size_t k = 0; i + 1 == n && k < COUNT_OF(at_end); k++)
        if (says(words + i, at_end[k]))
            return true;
    return false;
}

/* The message without what refers back. */
static int strip(struct arena *a, const char *message, const char **ret, struct fragment *f, struct err *err)
{
    struct word *words;
    size_t first = 0, end;
    unsigned said = 0;

    if (words_read(a, message, &words, &end, err) < 0)
        return -1;
    for (size_t i = 0; i < end && !f->refers; i++)
        f->refers = stands_for_it(words, i, end);
    while (first < end && take_hint(words, &first, &end, &said))
        ;
    if (first < end && says(words + first, "only"))
        said |= OPENS; /* the grammar has a place for it: a condition follows */
    f->opened = said & OPENS;
    f->instead = said & INSTEAD;
    f->also = said & ALSO;
    *ret = first == end
               ? ""
               : arena_dup(a, message + words[first].at, words[end - 1].at + words[end - 1].n - words[first].at);
    return 0;
}

/* ---- the figure ---- */

static bool is_asking(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_MEASURE) || reader_is(r, i, VOCAB_COUNT) || reader_is(r, i, VOCAB_DIFFERENT) ||
           reader_is(r, i, VOCAB_SHARE) || reader_is(r, i, VOCAB_EXTREME) || reader_is(r, i, VOCAB_TIME_EXTREME);
}

/* The first piece of what is left that passes, or r->n. */
static size_t first_left(const struct reader *r, bool (*test)(const struct reader *, size_t))
{
    size_t i = 0;

    while (i < r->n && (r->p[i].used || !test(r, i)))
        i++;
    return i;
}

static bool is_quantity(const struct reader *r, size_t i)
{
    size_t column;

    return measure_is_quantity(r, i, &column);
}

static bool is_noun(const struct reader *r, size_t i)
{
    return measure_is_noun(r, i) || reader_is(r, i, VOCAB_ROWS);
}

/* A figure with all that belongs to it. The rank is set aside: it is one of the groups before, which are not here. */
static int read_whole(struct reader *r, struct fragment *f)
{
    struct flat rank = *r->q;

    f->figure = FIGURE_WHOLE;
    if (r->wants_rows)
        return measure_read(r);
    r->q->ordered = r->sorted = r->wants_group = false;
    r->q->limit = r->q->each = 0;
    if (measure_read(r) < 0)
        return -1;
    r->q->ordered = rank.ordered;
    r->q->descending = rank.descending;
    r->q->limit = rank.limit;
    r->q->each = rank.each;
    return 0;
}

/* A word that asks, and nothing that it asks of. */
static void read_half(struct reader *r, struct fragment *f, size_t i)
{
    enum vocab_kind kind = r->p[i].kind;

    if (kind == VOCAB_DIFFERENT || kind == VOCAB_TIME_EXTREME)
        return; /* it finds no place */
    reader_use(r, i);
    f->figure = kind == VOCAB_EXTREME ? FIGURE_EXTREME : FIGURE_MEASURE;
    f->q.measure = kind == VOCAB_COUNT                        ? FLAT_COUNT
                   : kind == VOCAB_SHARE                      ? FLAT_SHARE
                   : kind == VOCAB_EXTREME && r->p[i].arg > 0 ? FLAT_MAX
                   : kind == VOCAB_EXTREME                    ? FLAT_MIN
                                                              : (enum flat_measure)r->p[i].arg;
}

/* Columns that are no quantities: what to group by, though "by" is not said. */
static int read_groups(struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        size_t column;
        if (!measure_is_noun(r, i) || is_quantity(r, i) || reader_column(r, i, WANT_TRUTH, &column) == PICK_ONE)
            continue; /* "active" alone may be a condition or a group, and finds no place */
        if (reader_column(r, i, WANT_ANY, &column) != PICK_ONE)
            return doubt_column(r, i, WANT_ANY);
        reader_use(r, i);
        if (group_add(r, i, column, FLAT_EXACT) < 0)
            return -1;
    }
    return 0;
}

static int read_figure(struct reader *r, struct fragment *f)
{
    size_t asking = first_left(r, is_asking), noun = first_left(r, is_noun), quantity = first_left(r, is_quantity);
    bool settled = r->has_figure || r->wants_count || r->q->stepped || r->count_at < r->n;

    if (settled || (asking < r->n && noun < r->n))
        return read_whole(r, f);
    if (asking < r->n) {
        read_half(r, f, asking);
    } else if (quantity < r->n) {
        measure_is_quantity(r, quantity, &f->q.column);
        f->figure = FIGURE_COLUMN;
        reader_use(r, quantity);
    }
    return read_groups(r);
}

/* ---- all of it ---- */

static bool names_rows(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_ROWS) || reader_is(r, i, VOCAB_LIST) || reader_is(r, i, VOCAB_SHOW) ||
           reader_is(r, i, VOCAB_WHO);
}

static bool is_which(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_WHICH);
}

static bool says_anything(const struct fragment *f)
{
    return f->figure != FIGURE_SAME || f->q.n_filters > 0 || f->q.n_groups > 0 || f->q.ordered || f->q.limit > 0 ||
           f->q.bound.measure != FLAT_ROWS;
}

/* "the best" is one, where no number is said. */
static void settle_rank(const struct reader *r, struct fragment *f)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->p[i].kind == VOCAB_TOP && r->p[i].used && f->q.limit == 0 && !r->p[i].plural)
            f->q.limit = 1;
    f->sorted = r->sorted;
    f->sort_column = r->sort_column;
}

int fragment_read(struct arena *a, const struct scope *s, const struct roster *roster, const char *message,
                  struct fragment *ret, struct flat_options *options, struct err *err)
{
    struct reader r = {
        .a = a, .s = s, .t = s->table, .roster = roster, .options = options, .partial = true, .err = err
    };

    *ret = (struct fragment){ .figure = FIGURE_SAME };
    r.q = &ret->q;
    if (strip(a, message, &r.question, ret, err) < 0)
        return -1;
    ret->text = r.question;
    if (read_open(&r) < 0 || read_parts(&r) < 0)
        return -1;
    ret->rows = first_left(&r, names_rows) < r.n;
    ret->which = first_left(&r, is_which) < r.n;
    if (read_figure(&r, ret) < 0 || read_rest(&r) < 0)
        return -1;
    settle_rank(&r, ret);
    return says_anything(ret) ? 0 : doubt_question(&r);
}

bool fragment_is_bare(const struct fragment *f)
{
    return f->figure == FIGURE_SAME && !f->rows && !f->which;
}
