/* why.c - the words sorted into periods, the metric, and what only asks. */
#include "agents/metrics/why.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include "base/timefmt.h"
#include "gate/gate.h"
#include "grid/table.h"
#include "inquiry/described.h"
#include "lang/change.h"
#include "lang/flat.h"
#include "lang/when.h"
#include "lang/words.h"
#include "model/answer.h"
#include <string.h>

#define PERIODS 2 /* that a question names */
#define OFFERED 3 /* options of a question back */

/* A period as it was named; of a month without its year the span is not known yet. */
struct named {
    struct span span;
    int month; /* 0: it is known */
    size_t at; /* the word it begins at */
};

struct reading {
    struct call *call;
    struct arena *a;
    const struct json *data;
    const char *question;
    struct json *answer;
    struct word *words;
    size_t n;
    bool *is_taken; /* words that are no part of the metric */
    struct named periods[PERIODS];
    size_t n_periods;      /* more than PERIODS: there are further ones */
    const char *either[2]; /* the two days that one may be; NULL: it is clear */
    struct table *tables;
    size_t n_tables;
    const struct table *table;
    struct flat query;
    const char *date;    /* its column of days */
    int64_t first, last; /* days it has */
};

/* ---- words ---- */

static bool is_in(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

static const char *const asking[] = { "what",   "drives",   "did",    "does", "do",   "is",      "was",     "were",
                                      "has",    "have",     "had",    "may",  "the",  "a",       "an",      "our",
                                      "my",     "so",       "such",   "much", "go",   "went",    "going",   "gone",
                                      "for",    "in",       "on",     "from", "to",   "during",  "between", "and",
                                      "with",   "compared", "versus", "vs",   "than", "against", "since",   "after",
                                      "before", "by",       "there",  "this", "that", "please",  "tell",    "me",
                                      "be",     "been",     NULL };

/* ---- periods ---- */

/* Of the year, from 1; 0 when it is none. "May" behind a word that asks is a verb. */
static int month_named(const struct word *words, size_t at)
{
    const struct word *w = &words[at];

    if (at > 0 && strcmp(w->folded, "may") == 0 &&
        (change_asks(&words[at - 1]) || strcmp(words[at - 1].folded, "what") == 0))
        return 0;
    for (size_t i = 0; i < COUNT_OF(month_names); i++)
        if (w->kind == WORD_TEXT && strcasecmp(w->folded, month_names[i]) == 0)
            return (int)i + 1;
    return 0;
}

static void find_periods(struct reading *r)
{
    for (size_t i = 0; i < r->n;) {
        struct period p = { 0 };
        size_t used = when_read(r->a, r->words + i, r->n - i, &p);
        int month = used ? 0 : month_named(r->words, i);

        used = used ? used : 1;
        if (p.from || month) {
            memset(r->is_taken + i, true, used);
            if (r->n_periods < PERIODS)
                r->periods[r->n_periods] = (struct named){ { p.from, p.to }, month, i };
            r->n_periods++;
        }
        if (p.either)
            memcpy(r->either, (const char *[]){ p.from, p.either }, sizeof r->either);
        i += used;
    }
}

static int64_t day_of(const char *text)
{
    int64_t day = 0;

    date_read(text, strlen(text), &day);
    return day;
}

static const char *day_text(struct arena *a, int64_t day)
{
    char text[TIME_TEXT_BYTES];

    date_text(day, text);
    return arena_str(a, text);
}

static struct span month_span(struct arena *a, int year, int month)
{
    int next = month == 12 ? 1 : month + 1;

    return (struct span){ day_text(a, civil_days(year, month, 1)),
                          day_text(a, civil_days(month == 12 ? year + 1 : year, next, 1) - 1) };
}

/* The same length before it: whole months before whole months, else as many days. */
static struct span before(struct arena *a, const struct span *s)
{
    int64_t from = day_of(s->from), to = day_of(s->to);
    struct civil c = civil_from_us(from * DAY_US), end = civil_from_us((to + 1) * DAY_US);
    int months = (end.year - c.year) * 12 + end.month - c.month, start;

    if (c.day != 1 || end.day != 1 || months < 1)
        return (struct span){ day_text(a, from - (to - from + 1)), day_text(a, from - 1) };
    start = c.year * 12 + c.month - 1 - months;
    return (struct span){ day_text(a, civil_days(start / 12, start % 12 + 1, 1)), day_text(a, from - 1) };
}

/* Whether the second period is the one to compare with: a word before it says so, or it is the earlier one. */
static bool second_is_baseline(const struct reading *r)
{
    static const char *const signs[] = {
        "compared", "versus", "vs", "than", "against", "since", "before", "from", NULL
    };
    const struct named *p = r->periods;

    for (size_t i = p[0].at; i < p[1].at; i++)
        if (is_in(r->words[i].folded, signs))
            return true;
    return !p[0].month && !p[1].month && day_of(p[1].span.from) < day_of(p[0].span.from);
}

/* The month next to a period that is known: the last one before it, or the first one behind it. */
static struct span month_beside(struct arena *a, int month, const struct span *known, bool before_it)
{
    int64_t from = day_of(known->from);
    int year = civil_from_us(from * DAY_US).year;
    int64_t same_year = civil_days(year, month, 1);

    if (before_it)
        return month_span(a, same_year < from ? year : year - 1, month);
    return month_span(a, same_year > from ? year : year + 1, month);
}

/* ---- the metric ---- */

/* "of" belongs to a figure only in "number of" and its kin. */
static bool is_loose_of(const struct reading *r, size_t i)
{
    static const char *const counts[] = { "number", "count", "amount", "sum", "total", "average", NULL };

    return strcmp(r->words[i].folded, "of") == 0 && (i == 0 || !is_in(r->words[i - 1].folded, counts));
}

/* What is left of the question once periods and asking words are gone. */
static const char *metric_words(struct reading *r)
{
    struct buf b CLEANUP(buf_done) = BUF(QUESTION_CHARS * 4);

    for (size_t i = 0; i < r->n; i++)
        if (!r->is_taken[i] && !change_asks(&r->words[i]) && !is_in(r->words[i].folded, asking) &&
            !change_moves(&r->words[i]) && !is_loose_of(r, i))
            buf_addf(&b, "%s%.*s", b.n ? " " : "", (int)r->words[i].n, r->question + r->words[i].at);
    return arena_str(r->a, b.p);
}

static const char *date_column(const struct table *t)
{
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].type == COLUMN_DATE || t->columns[i].type == COLUMN_TIMESTAMP)
            return t->columns[i].name;
    return NULL;
}

/* The figure as an aggregate; NULL where it is none that adds up. */
static const char *metric_sql(struct reading *r)
{
    const struct flat *q = &r->query;
    const struct column *columns = r->table->columns;
    const char *of;

    if (q->n_groups > 0 || q->n_filters > 0 || q->bound.measure != FLAT_ROWS || q->stepped)
        return NULL;
    if (q->measure == FLAT_COUNT)
        return arena_printf(r->a, "SELECT count(*) FROM %s", sql_name(r->a, r->table->name));
    of = sql_name(r->a, columns[q->column].name);
    if (q->measure == FLAT_SUM || q->measure == FLAT_AVERAGE)
        return arena_printf(r->a, "SELECT %s(%s) FROM %s", q->measure == FLAT_SUM ? "sum" : "avg", of,
                            sql_name(r->a, r->table->name));
    if (q->measure == FLAT_RATIO)
        return arena_printf(r->a, "SELECT sum(%s) / sum(%s) FROM %s", of, sql_name(r->a, columns[q->under].name),
                            sql_name(r->a, r->table->name));
    return NULL;
}

static bool find_metric(struct reading *r, const char *words, const char **ret)
{
    struct flat_options options;
    struct err ignored;

    for (size_t i = 0; *words && i < r->n_tables; i++) {
        options.n = 0;
        r->table = &r->tables[i];
        r->date = date_column(r->table);
        if (r->date && flat_read(r->a, r->table, words, &r->query, &options, &ignored) == 0 &&
            (*ret = metric_sql(r)) != NULL)
            return true;
    }
    return false;
}

/* ---- the data ---- */

static int describe(struct reading *r, const char *named, struct err *err)
{
    struct described data;

    if (describe_data(r->call, r->data, &data, err) < 0)
        return -1;
    r->tables = arena_array(r->a, data.n, sizeof *r->tables);
    for (size_t i = 0; i < data.n; i++) {
        const struct table *t = &data.tables[i];
        answer_add_evidence(r->a, r->answer, t->source, t->sha256, t->fingerprint);
        if (named ? str_same(named, t->name) : !t->hidden)
            r->tables[r->n_tables++] = *t;
    }
    return 0;
}

static int find_days(struct reading *r, struct err *err)
{
    const char *date = sql_name(r->a, r->date);
    struct json *args = json_set(r->a, json_object(r->a), "data", json_copy(r->a, r->data)), *result;
    const char *first, *last;

    json_set(r->a, args, "query",
             json_str(r->a, arena_printf(r->a, "SELECT min(CAST(%s AS DATE)) AS f, max(CAST(%s AS DATE)) AS l FROM %s",
                                         date, date, sql_name(r->a, r->table->name))));
    json_set(r->a, args, "restate", json_bool(r->a, false));
    if (gate_nested(r->call, "sql.run", args, &result, err) < 0)
        return -1;
    first = json_text(json_at(json_at(json_get(result, "rows"), 0), 0), NULL);
    last = json_text(json_at(json_at(json_get(result, "rows"), 0), 1), NULL);
    if (!first || !last || !date_read(first, strlen(first), &r->first) || !date_read(last, strlen(last), &r->last))
        return err_say(err, ERR_DATA_EMPTY, "The data has no days to compare.");
    return 0;
}

/* ---- asking back ---- */

static void offer(struct reading *r, const char *question)
{
    answer_add_option(r->a, r->answer, question, json_str(r->a, question));
}

/* " in March 2024", where the question says so and no more. */
static const char *in_period(const struct reading *r)
{
    const struct span *s = &r->periods[0].span;
    const char *text = r->n_periods == 1 && s->from ? show_period(r->a, s->from, s->to) : NULL;

    return text ? arena_printf(r->a, " in %s", text) : "";
}

static void ask_metric(struct reading *r)
{
    answer_ask(r->a, r->answer, "Which figure do you mean?");
    for (size_t t = 0; t < r->n_tables; t++)
        for (size_t i = 0; i < r->tables[t].n_columns && json_len(json_get(r->answer, "options")) < OFFERED; i++) {
            const struct column *c = &r->tables[t].columns[i];
            if (column_is_number(c->type) && date_column(&r->tables[t]))
                offer(r, arena_printf(r->a, "Why did %s change%s?", c->name, in_period(r)));
        }
}

/* The last months that the data has; each with one before it. */
static void ask_period(struct reading *r, const char *words)
{
    struct civil last = civil_from_us(r->last * DAY_US);
    int at = last.year * 12 + last.month - 1;

    answer_ask(r->a, r->answer, "Which period do you mean?");
    for (int i = 0; i < OFFERED; i++, at--) {
        struct span s = month_span(r->a, at / 12, at % 12 + 1);
        if (day_of(before(r->a, &s).to) >= r->first)
            offer(r, arena_printf(r->a, "Why did %s change in %s?", words, show_period(r->a, s.from, s.to)));
    }
}

/* A month without its year: the years of the data that have it. `against`: the month it is compared with, or 0. */
static bool settle_month(struct reading *r, const char *words, struct named *p, int against)
{
    struct civil first = civil_from_us(r->first * DAY_US), last = civil_from_us(r->last * DAY_US);
    struct span found[OFFERED] = { 0 };
    size_t n = 0;

    for (int year = last.year; year >= first.year && n < OFFERED; year--) {
        found[n] = month_span(r->a, year, p->month);
        n += day_of(found[n].to) >= r->first && day_of(found[n].from) <= r->last;
    }
    if (n == 0)
        ask_period(r, words);
    if (n > 1)
        answer_ask(r->a, r->answer, "Of which year?");
    for (size_t i = 0; n > 1 && i < n; i++) {
        struct span other = against ? month_beside(r->a, against, &found[i], true) : (struct span){ 0 };
        offer(r,
              arena_printf(r->a, "Why did %s change in %s%s%s?", words, show_period(r->a, found[i].from, found[i].to),
                           against ? " compared with " : "", against ? show_period(r->a, other.from, other.to) : ""));
    }
    p->span = found[0];
    return n == 1;
}

/* ---- the whole ---- */

static bool settle_two(struct reading *r, const char *words, struct why *ret)
{
    bool second = second_is_baseline(r);
    struct named *baseline = &r->periods[second], *comparison = &r->periods[!second];

    if (comparison->month && !baseline->month)
        comparison->span = month_beside(r->a, comparison->month, &baseline->span, false);
    else if (comparison->month && !settle_month(r, words, comparison, baseline->month))
        return false;
    if (baseline->month)
        baseline->span = month_beside(r->a, baseline->month, &comparison->span, true);
    ret->baseline = baseline->span;
    ret->comparison = comparison->span;
    return true;
}

static bool settle_periods(struct reading *r, const char *words, struct why *ret)
{
    if (r->either[0]) {
        answer_ask(r->a, r->answer, "Which day do you mean?");
        for (size_t i = 0; i < COUNT_OF(r->either); i++)
            offer(r, arena_printf(r->a, "Why did %s change on %s?", words, r->either[i]));
        return false;
    }
    if (r->n_periods == 0 || r->n_periods > PERIODS) {
        ask_period(r, words);
        return false;
    }
    if (r->n_periods == PERIODS)
        return settle_two(r, words, ret);
    if (r->periods[0].month && !settle_month(r, words, &r->periods[0], 0))
        return false;
    ret->comparison = r->periods[0].span;
    ret->baseline = before(r->a, &r->periods[0].span);
    return true;
}

int why_read(struct call *c, const struct json *data, const char *table, const char *question, struct json *answer,
             struct why *ret, bool *ret_ready, struct err *err)
{
    struct reading r = { .call = c, .a = c->arena, .data = data, .question = question, .answer = answer };
    const char *words;

    *ret_ready = false;
    if (words_read(r.a, question, &r.words, &r.n, err) < 0 || describe(&r, table, err) < 0)
        return -1;
    r.is_taken = arena_array(r.a, r.n, sizeof *r.is_taken);
    find_periods(&r);
    words = metric_words(&r);
    if (!find_metric(&r, words, &ret->metric)) {
        ask_metric(&r);
        if (json_len(json_get(answer, "options")) > 0)
            return 0;
        err_say(err, ERR_INVALID_QUERY, "No table of the data has both numbers and days.");
        return err_action(err, "Two periods can be compared only where a column says when a row was.");
    }
    ret->words = words;
    ret->direction = change_direction(r.words, r.n);
    if (find_days(&r, err) < 0)
        return -1;
    *ret_ready = settle_periods(&r, words, ret);
    return 0;
}
