/* wish.c - the words about the work, and what is left when they are taken off. */
#include "agents/analyst/wish.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "lang/flat.h"
#include "lang/words.h"
#include <string.h>

/* What a word is to an assignment. */
enum part {
    PART_PLAIN, /* about the data */
    PART_WORK,  /* analyze, plot */
    PART_SHOWN, /* chart, report */
    PART_KIND,  /* bar, line: of a chart */
    PART_TREND,
    PART_LINK,  /* with, of */
    PART_WHOLE, /* this, data, overview: the data as a whole */
    PART_NOISE, /* how, please: nothing on its own */
};

static const struct {
    enum part part;
    enum need need;
    const char *words;
} parts[] = {
    { PART_WORK, NEED_NOTHING,
      "|analyze|analyse|analysis|examine|explore|investigate|study|evaluate|assess|"
      "plot|visualize|visualise|draw|summarize|summarise|describe|identify|produce|create|generate|build|"
      "prepare|provide|include|including|perform|present|display|break|" },
    { PART_WORK, NEED_VERSUS, "|compare|comparison|" },
    { PART_SHOWN, NEED_CHARTS, "|chart|graph|diagram|visualization|visualisation|figure|png|" },
    { PART_SHOWN, NEED_TABLES, "|table|csv|" },
    { PART_SHOWN, NEED_REPORTS, "|report|" },
    { PART_SHOWN, NEED_SUMMARY, "|summary|" },
    { PART_SHOWN, NEED_FOREIGN, "|dashboard|pdf|slide|spreadsheet|heatmap|" },
    { PART_KIND, NEED_KIND, "|line|bar|pie|scatter|histogram|stacked|waterfall|" },
    { PART_TREND, NEED_TREND, "|trend|trending|evolution|development|" },
    { PART_TREND, NEED_GROWTH, "|growth|change|" },
    { PART_LINK, NEED_NOTHING, "|with|and|plus|a|an|the|as|of|on|at|in|into|for|along|also|then|by|to|" },
    { PART_WHOLE, NEED_WHOLE, "|overview|statistic|stats|" },
    { PART_WHOLE, NEED_NOTHING,
      "|data|dataset|file|this|these|everything|overall|important|insight|pattern|finding|interesting|" },
    { PART_NOISE, NEED_NOTHING,
      "|that|my|our|it|them|all|general|key|main|what|is|are|there|here|me|us|please|tell|show|give|about|"
      "can|could|you|i|we|want|need|would|like|anything|quick|brief|full|detailed|look|down|how|do|does|"
      "has|have|" },
};

/* One clause on its way to a wish. */
struct clause {
    const struct word *words;
    const char *intent;
    enum part part[QUESTION_WORDS];
    enum need need[QUESTION_WORDS]; /* what the word asks for, should it be taken off */
    bool gone[QUESTION_WORDS];
    size_t n;
    struct wish wish;
};

static void sort_out(struct clause *c, size_t i)
{
    for (size_t k = 0; k < COUNT_OF(parts) && c->words[i].kind != WORD_SYMBOL; k++)
        if (word_is(&c->words[i], parts[k].words)) {
            c->part[i] = parts[k].part;
            c->need[i] = parts[k].need;
            return;
        }
}

/* The words from one to another, as they stand in the intent. */
static const char *said(struct arena *a, const struct clause *c, size_t from, size_t to)
{
    const struct word *first = &c->words[from], *last = &c->words[to];

    return arena_dup(a, c->intent + first->at, last->at + last->n - first->at);
}

static bool is_about_work(enum part part)
{
    return part != PART_PLAIN;
}

/* True when nothing about the data stands before word i, or behind it. */
static bool is_first(const struct clause *c, size_t i)
{
    while (i > 0 && (c->gone[i - 1] || is_about_work(c->part[i - 1])))
        i--;
    return i == 0;
}

static bool is_last(const struct clause *c, size_t i)
{
    while (i + 1 < c->n && (c->gone[i + 1] || is_about_work(c->part[i + 1])))
        i++;
    return i + 1 == c->n;
}

/* Takes off the words that only join word i to what stands before it: "with a bar", "and". */
static void drop_joints(struct clause *c, size_t i)
{
    while (i > 0 && (c->part[i - 1] == PART_LINK || c->part[i - 1] == PART_KIND || c->part[i - 1] == PART_WORK))
        c->gone[--i] = true;
}

/* And "of", "showing" behind it. */
static void drop_behind(struct clause *c, size_t i)
{
    while (i + 1 < c->n && word_is(&c->words[i + 1], "|of|on|at|in|into|for|showing|down|"))
        c->gone[++i] = true;
}

/* The kind of chart that is named right before word i: "stacked bar"; NULL when none is. */
static const char *kind_before(struct arena *a, const struct clause *c, size_t i)
{
    size_t from = i;

    while (from > 0 && c->part[from - 1] == PART_KIND)
        from--;
    return from < i ? str_fold(a, said(a, c, from, i - 1)) : NULL;
}

static void drop_shown(struct arena *a, struct clause *c, size_t i)
{
    bool first = is_first(c, i), last = is_last(c, i);
    const char *kind = kind_before(a, c, i);

    if ((!first && !last) || (i > 0 && word_is(&c->words[i - 1], "|by|per|each|")))
        return;
    if (word_is(&c->words[i], "|chart|graph|diagram|visualization|visualisation|") && kind)
        c->wish.chart = kind;
    c->gone[i] = true;
    drop_joints(c, i);
    if (first)
        drop_behind(c, i);
}

static void drop_trend(struct clause *c, size_t i)
{
    c->wish.trend = true;
    c->gone[i] = true;
    if (is_last(c, i))
        drop_joints(c, i);
    drop_behind(c, i);
}

/* "join orders with customers and compare ..." says how, which the tables themselves say too: up to the work that
 * follows, or to the last joint. */
static void drop_join(struct clause *c)
{
    size_t end = 0;

    if (c->n == 0 || !word_is(&c->words[0], "|join|combine|merge|link|"))
        return;
    for (size_t i = 2; i + 1 < c->n; i++) {
        bool joint = word_is(&c->words[i], "|and|then|to|") || c->words[i].before == BREAK_COMMA;
        if (joint)
            end = i;
        if (joint && (c->part[i + 1] == PART_WORK || word_is(&c->words[i + 1], "|show|give|calculate|compute|find|")))
            break;
    }
    if (end > 0 && !word_is(&c->words[end], "|and|then|to|"))
        end--; /* a comma: the word behind it stays */
    for (size_t i = 0; end > 0 && i <= end; i++) {
        c->need[i] = i == 0 ? NEED_JOIN : c->part[i] == PART_PLAIN ? NEED_SOURCE : NEED_NOTHING;
        c->gone[i] = true;
    }
}

static bool is_over_time(const struct clause *c, size_t i)
{
    return i + 1 < c->n && word_is(&c->words[i], "|over|through|") && word_is(&c->words[i + 1], "|time|");
}

static void drop_words(struct arena *a, struct clause *c)
{
    drop_join(c);
    for (size_t i = 0; i < c->n; i++) {
        if (c->part[i] == PART_WORK && (is_first(c, i) || word_is(&c->words[i - 1], "|and|then|"))) {
            c->gone[i] = true;
            drop_behind(c, i);
            if (i > 0 && word_is(&c->words[i - 1], "|and|then|"))
                c->gone[i - 1] = true;
        } else if (c->part[i] == PART_SHOWN) {
            drop_shown(a, c, i);
        } else if (c->part[i] == PART_TREND) {
            drop_trend(c, i);
        } else if (is_over_time(c, i)) {
            c->gone[i] = c->gone[i + 1] = true;
            c->need[i] = c->need[i + 1] = NEED_TREND;
            c->wish.trend = true;
        } else if (c->words[i].kind == WORD_SYMBOL && is_last(c, i)) {
            c->gone[i] = true; /* "trends + charts" */
        }
    }
}

/* The words that are left, with their commas; NULL when none of them is about the data. */
static const char *what_is_left(struct arena *a, const struct clause *c)
{
    struct buf b CLEANUP(buf_done) = BUF(ANALYST_INTENT_CHARS * 8);
    bool plain = false;

    for (size_t i = 0; i < c->n; i++) {
        if (c->gone[i])
            continue;
        if (b.n > 0)
            buf_adds(&b, c->words[i].before == BREAK_COMMA ? ", " : " ");
        buf_add(&b, c->intent + c->words[i].at, c->words[i].n);
        plain |= c->part[i] == PART_PLAIN || c->part[i] == PART_SHOWN || c->part[i] == PART_KIND;
    }
    return plain && !flat_says_nothing(a, b.p) ? arena_dup(a, b.p, b.n) : NULL;
}

static void read_clause(struct arena *a, struct clause *c)
{
    struct wish *w = &c->wish;

    for (size_t i = 0; i < c->n; i++)
        sort_out(c, i);
    drop_words(a, c);
    w->said = said(a, c, 0, c->n - 1);
    w->question = what_is_left(a, c);
    for (size_t i = 0; i < c->n; i++) {
        w->compared |= word_is(&c->words[i], "|compare|comparison|");
        w->whole |=
            c->part[i] == PART_WORK || c->part[i] == PART_SHOWN || c->part[i] == PART_TREND || c->part[i] == PART_WHOLE;
    }
}

/* A clause that says only how ("trends + charts") is about the one before, or about the one behind when it is the
 * first. False when there are too many of them. */
static bool add_wish(struct wishes *w, const struct wish *wish)
{
    struct wish *last = w->n > 0 ? &w->items[w->n - 1] : NULL;

    if (last && !wish->question) {
        last->trend |= wish->trend;
        last->whole |= wish->whole;
        last->chart = wish->chart ? wish->chart : last->chart;
    } else if (last && !last->question) {
        struct wish how = *last;
        *last = *wish;
        last->trend |= how.trend;
        last->chart = wish->chart ? wish->chart : how.chart;
    } else if (w->n == ANALYST_WISHES) {
        return false;
    } else {
        w->items[w->n++] = *wish;
    }
    return true;
}

static bool is_taken_off(const struct clause *c, size_t i)
{
    return c->gone[i] || !c->wish.question;
}

/* Notes what the words that were taken off ask for; words of one need that stand together ask for one thing. */
static void add_claims(struct arena *a, struct wishes *w, const struct clause *c)
{
    for (size_t i = 0, end; i < c->n; i = end) {
        for (end = i + 1; end < c->n && is_taken_off(c, end) && c->need[end] == c->need[i]; end++)
            ;
        if (is_taken_off(c, i) && c->need[i] != NEED_NOTHING)
            w->claims[w->n_claims++] =
                (struct claim){ .need = c->need[i], .said = said(a, c, i, end - 1), .wish = w->n - 1 };
    }
}

int wishes_read(struct arena *a, const char *intent, struct wishes *ret, struct err *err)
{
    struct wishes w = { .n = 0 };
    struct word *words;
    size_t n, from = 0;

    if (words_read(a, intent, &words, &n, err) < 0)
        return -1;
    w.claims = arena_array(a, n + 1, sizeof *w.claims);
    for (size_t i = 1; i <= n; i++) {
        struct clause *c;
        if (i < n && words[i].before != BREAK_CLAUSE)
            continue;
        c = arena_alloc(a, sizeof *c);
        c->words = words + from;
        c->n = i - from;
        c->intent = intent;
        read_clause(a, c);
        if (add_wish(&w, &c->wish))
            add_claims(a, &w, c);
        else if (!w.rest)
            w.rest = arena_str(a, intent + words[from].at);
        from = i;
    }
    if (w.n == 0)
        w.items[w.n++] = (struct wish){ .said = intent };
    *ret = w;
    return 0;
}
