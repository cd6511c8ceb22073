/* wish.c - the words about the work, and what is left when they are taken off. */
#include "agents/analyst/wish.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
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
    const char *words;
} parts[] = {
    { PART_WORK, "|analyze|analyse|analysis|examine|explore|investigate|study|evaluate|assess|compare|comparison|"
                 "plot|visualize|visualise|draw|summarize|summarise|describe|identify|produce|create|generate|build|"
                 "prepare|provide|include|including|perform|present|display|break|" },
    { PART_SHOWN, "|chart|graph|diagram|visualization|visualisation|report|table|csv|png|summary|dashboard|figure|" },
    { PART_KIND, "|line|bar|pie|scatter|histogram|stacked|" },
    { PART_TREND, "|trend|trending|evolution|development|growth|change|" },
    { PART_LINK, "|with|and|plus|a|an|the|as|of|on|at|in|into|for|along|also|then|by|to|" },
    { PART_WHOLE, "|data|dataset|file|this|these|everything|overall|important|insight|pattern|finding|overview|"
                  "statistic|stats|interesting|" },
    { PART_NOISE, "|that|my|our|it|them|all|general|key|main|what|is|are|there|here|me|us|please|tell|show|give|about|"
                  "can|could|you|i|we|want|need|would|like|anything|quick|brief|full|detailed|look|down|how|do|does|"
                  "has|have|" },
};

static enum part part_of(const struct word *w)
{
    if (w->kind == WORD_SYMBOL)
        return PART_PLAIN;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (word_is(w, parts[i].words))
            return parts[i].part;
    return PART_PLAIN;
}

/* One clause on its way to a wish. */
struct clause {
    const struct word *words;
    enum part part[QUESTION_WORDS];
    bool gone[QUESTION_WORDS];
    size_t n;
    struct wish wish;
};

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
    while (i + 1 < c->n && word_is(&c->words[i + 1], "|of|on|at|in|into|for|showing|"))
        c->gone[++i] = true;
}

static const char *kind_before(const struct clause *c, size_t i)
{
    for (; i<c->n; i = i> 0 ? i - 1 : c->n)
        if (c->part[i] == PART_KIND)
            return c->words[i].folded;
    return NULL;
}

static void drop_shown(struct clause *c, size_t i)
{
    bool first = is_first(c, i), last = is_last(c, i);
    const char *kind = i > 0 && c->part[i - 1] == PART_KIND ? kind_before(c, i - 1) : NULL;

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
    for (size_t i = 0; end > 0 && i <= end; i++)
        c->gone[i] = true;
}

static bool is_over_time(const struct clause *c, size_t i)
{
    return i + 1 < c->n && word_is(&c->words[i], "|over|through|") && word_is(&c->words[i + 1], "|time|");
}

static void drop_words(struct clause *c)
{
    drop_join(c);
    for (size_t i = 0; i < c->n; i++) {
        if (c->part[i] == PART_WORK && (is_first(c, i) || word_is(&c->words[i - 1], "|and|then|"))) {
            c->gone[i] = true;
            drop_behind(c, i);
            if (i > 0 && word_is(&c->words[i - 1], "|and|then|"))
                c->gone[i - 1] = true;
        } else if (c->part[i] == PART_SHOWN) {
            drop_shown(c, i);
        } else if (c->part[i] == PART_TREND) {
            drop_trend(c, i);
        } else if (is_over_time(c, i)) {
            c->gone[i] = c->gone[i + 1] = true;
            c->wish.trend = true;
        } else if (c->words[i].kind == WORD_SYMBOL && is_last(c, i)) {
            c->gone[i] = true; /* "trends + charts" */
        }
    }
}

/* The words that are left, with their commas; NULL when none of them is about the data. */
static const char *what_is_left(struct arena *a, const struct clause *c, const char *intent)
{
    struct buf b CLEANUP(buf_done) = BUF(ANALYST_INTENT_CHARS * 8);
    bool plain = false;

    for (size_t i = 0; i < c->n; i++) {
        if (c->gone[i])
            continue;
        if (b.n > 0)
            buf_adds(&b, c->words[i].before == BREAK_COMMA ? ", " : " ");
        buf_add(&b, intent + c->words[i].at, c->words[i].n);
        plain |= c->part[i] == PART_PLAIN || c->part[i] == PART_SHOWN || c->part[i] == PART_KIND;
    }
    return plain ? arena_dup(a, b.p, b.n) : NULL;
}

static struct wish wish_of(struct arena *a, const struct word *words, size_t n, const char *intent)
{
    struct clause *c = arena_alloc(a, sizeof *c);

    c->words = words;
    c->n = n;
    for (size_t i = 0; i < n; i++)
        c->part[i] = part_of(&words[i]);
    drop_words(c);
    c->wish.said = arena_dup(a, intent + words[0].at, words[n - 1].at + words[n - 1].n - words[0].at);
    c->wish.question = what_is_left(a, c, intent);
    for (size_t i = 0; i < n; i++) {
        c->wish.compared |= word_is(&words[i], "|compare|comparison|");
        c->wish.whole |=
            c->part[i] == PART_WORK || c->part[i] == PART_SHOWN || c->part[i] == PART_TREND || c->part[i] == PART_WHOLE;
    }
    return c->wish;
}

/* A clause that says only how ("trends + charts") is about the one before. */
static void add_wish(struct wishes *w, const struct wish *wish)
{
    struct wish *last = w->n > 0 ? &w->items[w->n - 1] : NULL;

    if (last && !wish->question) {
        last->trend |= wish->trend;
        last->whole |= wish->whole;
        last->chart = wish->chart ? wish->chart : last->chart;
    } else if (last && !last->question) {
        bool trend = last->trend;
        *last = *wish;
        last->trend |= trend;
    } else if (w->n == ANALYST_WISHES) {
        w->more++;
    } else {
        w->items[w->n++] = *wish;
    }
}

int wishes_read(struct arena *a, const char *intent, struct wishes *ret, struct err *err)
{
    struct wishes w = { .n = 0 };
    struct word *words;
    size_t n, from = 0;

    if (words_read(a, intent, &words, &n, err) < 0)
        return -1;
    for (size_t i = 1; i <= n; i++) {
        struct wish wish;
        if (i < n && words[i].before != BREAK_CLAUSE)
            continue;
        wish = wish_of(a, words + from, i - from, intent);
        add_wish(&w, &wish);
        from = i;
    }
    if (w.n == 0)
        w.items[w.n++] = (struct wish){ .said = intent };
    *ret = w;
    return 0;
}
