/* aims.c - each wish becomes a query: as it stands, without the words about the work, with slips mended, of one table
 * or of two that are joined.
 */
#include "agents/analyst/aims.h"
#include "agents/analyst/account.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/run.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "grid/table.h"
#include "inquiry/joined.h"
#include "lang/flat_form.h"
#include "lang/scope.h"
#include "lang/words.h"
#include <string.h>

static bool is_time(enum column_type type)
{
    return type == COLUMN_DATE || type == COLUMN_TIMESTAMP;
}

/* A wish as the reader sees it; it becomes an aim, which is a request and nothing else. */
struct reading {
    const struct wish *wish;
    struct scope scope;
    struct flat query;
    const char *unread; /* words without which it was read; NULL: none */
};

/* ---- what the intent leaves open ---- */

/* True when all readings are of the table that the first is of: then only the figure is open. */
static bool are_of_one_table(struct run *r, const struct flat_options *options)
{
    const struct table *first = NULL;

    for (size_t i = 0; i < options->n; i++) {
        struct scope scope;
        struct flat query;
        struct flat_options more;
        struct err err;
        if (scope_read(run_arena(r), r->tables, r->n_tables, options->label[i], &scope, &query, &more, &err) < 0 ||
            (first && strcmp(first->name, scope.table->name) != 0))
            return false;
        first = scope.table;
    }
    return first != NULL;
}

/* True when the one reading that is offered puts a word right that no data have: "a link" is no slip of "a line". */
static bool is_far_fetched(struct run *r, const char *question, const struct flat_options *options)
{
    struct arena *a = run_arena(r);
    struct word *said, *read;
    size_t n_said, n_read;
    struct err ignored;

    if (options->n != 1 || words_read(a, question, &said, &n_said, &ignored) < 0 ||
        words_read(a, options->label[0], &read, &n_read, &ignored) < 0 || n_said != n_read)
        return false;
    for (size_t i = 0; i < n_said; i++)
        if (strcmp(said[i].stem, read[i].stem) != 0 && !run_knows(r, read[i].stem))
            return true;
    return false;
}

static void say_choice(struct run *r, const struct flat_options *options)
{
    struct arena *a = run_arena(r);
    const char *others = "";

    if (options->n == 1) {
        run_say(r, r->warnings, arena_printf(a, "The intent was taken as \"%s\".", options->label[0]));
        return;
    }
    for (size_t i = 1; i < options->n; i++)
        others = arena_printf(a, "%s%s\"%s\"", others, i > 1 ? ", " : "", options->label[i]);
    run_say(r, r->warnings,
            arena_printf(a, "The intent can be read in %zu ways; \"%s\" was taken. Other readings: %s.", options->n,
                         options->label[0], others));
}

static int tell_choices(struct run *r, const struct flat_options *options, struct err *err)
{
    const char *text = "";

    for (size_t i = 0; i < options->n; i++)
        text = arena_printf(run_arena(r), "%s%s\"%s\"", text, i > 0 ? ", " : "", options->label[i]);
    text = options->n == 1
               ? arena_printf(run_arena(r), "The intent is not understood as it stands; it may be %s.", text)
               : arena_printf(run_arena(r), "The intent can be read in several ways: %s.", text);
    err_set(err, ERR_GROUNDING, text, "%zu readings", options->n);
    return err_action(err, "Send it again in one of these ways.");
}

/* ---- reading one question ---- */

/* The question with a word that is no column, but one slip away from one, put right; NULL when there is none. */
static const char *mend(struct run *r, const char *question, const char **ret_note)
{
    struct arena *a = run_arena(r);
    const char **names;
    struct word *words;
    struct err err;
    size_t n, n_names = 0;

    for (size_t i = 0; i < r->n_tables; i++)
        n_names += r->tables[i].n_columns;
    names = arena_array(a, n_names, sizeof *names);
    n_names = 0;
    for (size_t i = 0; i < r->n_tables; i++)
        for (size_t c = 0; c < r->tables[i].n_columns; c++)
            names[n_names++] = r->tables[i].columns[c].name;
    if (words_read(a, question, &words, &n, &err) < 0)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const char *near = words[i].kind == WORD_TEXT ? str_nearest(words[i].folded, names, n_names) : NULL;
        if (!near || str_same(near, words[i].folded) || strcmp(words[i].stem, str_fold(a, near)) == 0)
            continue;
        *ret_note = arena_printf(a, "There is no column '%s'; '%s' was taken.", words[i].folded, near);
        return arena_printf(a, "%.*s%s%s", (int)words[i].at, question, near, question + words[i].at + words[i].n);
    }
    return NULL;
}

static int read_of(struct run *r, const char *question, struct reading *aim, struct flat_options *options,
                   struct err *err)
{
    struct arena *a = run_arena(r);

    options->n = 0;
    if (scope_read(a, r->tables, r->n_tables, question, &aim->scope, &aim->query, options, err) == 0)
        return 0;
    if (err->code != ERR_CLARIFICATION_NEEDED && r->n_tables > 1 && r->profile &&
        joined_read(a, r->tables, r->n_tables, json_get(r->profile, "relationships"), question, &aim->scope,
                    &aim->query))
        return 0;
    return -1;
}

/* A question in its own words, else with its slips mended, else in the first of its readings. */
static int read_question(struct run *r, const char *question, struct reading *aim, struct err *err)
{
    struct flat_options options;
    struct err again;
    const char *mended, *note;

    if (read_of(r, question, aim, &options, err) == 0)
        return 0;
    if (err->code == ERR_MISSING_COLUMN && (mended = mend(r, question, &note)) &&
        read_of(r, mended, aim, &options, &again) == 0) {
        run_say(r, r->insights, note);
        return 0;
    }
    if (err->code != ERR_CLARIFICATION_NEEDED)
        return -1;
    if (!are_of_one_table(r, &options) || is_far_fetched(r, question, &options))
        return tell_choices(r, &options, err);
    if (read_of(r, options.label[0], aim, &(struct flat_options){ 0 }, &again) < 0)
        return -1;
    say_choice(r, &options);
    return 0;
}

/* ---- a question with a part that cannot be read ---- */

#define SEAMS 12 /* of one question; one with more parts is read whole or not at all */

/* Where words begin that may be no more than an addition: ", flag outliers", "and the pay gap", "with a map". */
static bool is_seam(const struct word *w)
{
    return w->before == BREAK_COMMA || word_is(w, "|and|then|plus|with|as|after|");
}

static size_t find_seams(const struct word *words, size_t n, size_t ret[static SEAMS + 1])
{
    size_t seams = 0;

    for (size_t i = 0; i < n && seams < SEAMS; i++)
        if (i == 0 || is_seam(&words[i]))
            ret[seams++] = i;
    ret[seams] = n;
    return seams;
}

/* Reads the question without the words from one to another, if they are such that it can do without them. */
static bool read_without(struct run *r, const char *question, const char *from, const char *to, struct reading *aim)
{
    struct arena *a = run_arena(r);
    const char *left_out = arena_dup(a, from, (size_t)(to - from));
    size_t n;
    struct err ignored;

    if (!flat_can_spare(a, left_out) ||
        read_question(r, arena_printf(a, "%.*s%s", (int)(from - question), question, to), aim, &ignored) < 0)
        return false;
    left_out = str_trim(left_out, strlen(left_out), &n);
    while (n > 0 && left_out[n - 1] == ',')
        n--;
    aim->unread = arena_dup(a, left_out, n);
    return true;
}

/* The question without as few of its parts as it takes, the last first; false when that does not help. */
static bool read_part(struct run *r, const char *question, struct reading *aim)
{
    struct word *words;
    struct err ignored;
    size_t n, seams[SEAMS + 1], parts;
    const char *end = question + strlen(question);

    if (words_read(run_arena(r), question, &words, &n, &ignored) < 0)
        return false;
    parts = find_seams(words, n, seams);
    for (size_t without = 1; without < parts; without++)
        for (size_t i = parts - without + 1; i-- > 0;) {
            size_t next = seams[i + without];
            if (read_without(r, question, question + words[seams[i]].at, next < n ? question + words[next].at : end,
                             aim))
                return true;
        }
    return false;
}

/* ---- over time ---- */

static bool find_time(const struct table *t, size_t *ret)
{
    for (size_t c = 0; c < t->n_columns; c++)
        if (is_time(t->columns[c].type)) {
            *ret = c;
            return true;
        }
    return false;
}

static bool has_figure(const struct flat *q)
{
    return q->measure != FLAT_ROWS && q->measure != FLAT_LIST;
}

static bool is_over_time(const struct table *t, const struct flat *q)
{
    return has_figure(q) && q->n_groups > 0 && is_time(t->columns[q->groups[0].column].type);
}

/* A figure that is to be shown over time and names no unit: by month, and its own groups behind. */
static void put_over_time(struct run *r, struct reading *aim)
{
    struct arena *a = run_arena(r);
    const struct table *t = aim->scope.table;
    struct flat *q = &aim->query;
    size_t column;

    if (!aim->wish->trend || !has_figure(q) || is_over_time(t, q))
        return;
    if (q->limit > 0 || q->n_groups == FLAT_GROUPS) {
        run_say(r, r->warnings, "What is cut to its first ones, or split by two columns, is not shown over time.");
        return;
    }
    if (!find_time(t, &column)) {
        run_say(r, r->warnings, "The data has no column of dates, so nothing can be shown over time.");
        return;
    }
    if (q->n_groups == 1)
        q->groups[1] = q->groups[0];
    q->groups[0] = (struct flat_group){ .column = column, .unit = FLAT_MONTH };
    q->n_groups++;
    q->ordered = false;
    run_say(r, r->insights,
            arena_printf(a, "The intent names no unit of time; months of %s were taken.", t->columns[column].name));
}

/* True when the condition is a span of whole years. */
static bool is_years(const struct table *t, const struct flat_filter *f)
{
    return is_time(t->columns[f->column].type) && f->compare == FLAT_BETWEEN && strlen(f->values[0]) == 10 &&
           strlen(f->values[1]) == 10 && strcmp(f->values[0] + 4, "-01-01") == 0 &&
           strcmp(f->values[1] + 4, "-12-31") == 0;
}

/* "compare revenue in 2024 and 2025": each year has a figure. */
static void put_apart(struct reading *aim)
{
    const struct table *t = aim->scope.table;
    struct flat *q = &aim->query;

    for (size_t i = 0; i < q->n_filters; i++) {
        bool grouped = !has_figure(q) || q->limit > 0 || q->ordered || q->n_groups == FLAT_GROUPS;
        for (size_t k = 0; k < q->n_groups; k++)
            grouped |= q->groups[k].column == q->filters[i].column;
        if (!grouped && is_years(t, &q->filters[i]))
            q->groups[q->n_groups++] = (struct flat_group){ .column = q->filters[i].column, .unit = FLAT_YEAR };
    }
}

/* ---- aims ---- */

static int add_aim(struct run *r, const struct reading *read, struct err *err)
{
    struct arena *a = run_arena(r);
    struct aim aim = { .wish = read->wish, .unread = read->unread };

    aim.request = flat_form(a, &read->scope, &read->query);
    aim.note = scope_left_out(a, &read->scope);
    if (aim_look(r, &aim, err) < 0)
        return -1;
    r->aims[r->n_aims++] = aim;
    return 0;
}

/* The data as a whole: the first question worth asking, and the same figure over time. */
static int add_overview(struct run *r, const struct wish *wish, struct err *err)
{
    struct arena *a = run_arena(r);
    const struct table *main = &r->tables[0];
    struct reading aim = { .wish = wish }, over;
    const char *title;
    const char *questions[3];
    size_t column;

    for (size_t i = 1; i < r->n_tables; i++)
        if (r->tables[i].rows > main->rows)
            main = &r->tables[i];
    if (flat_suggest(a, main, questions) == 0)
        return err_set(err, ERR_GROUNDING, "The data has no figures that could be analysed.", "no question suggested");
    aim.scope = scope_one(a, main);
    if (flat_read(a, main, questions[0], &aim.query, &(struct flat_options){ 0 }, err) < 0)
        return -1;
    over = aim;
    if (add_aim(r, &aim, err) < 0)
        return -1;
    title = aim_title(r, &r->aims[r->n_aims - 1]);
    run_say(r, r->insights, arena_printf(a, "The intent names no figure; %s was taken.", title));
    if (!has_figure(&over.query) || is_over_time(main, &over.query) || !find_time(main, &column))
        return 0;
    over.query.groups[0] = (struct flat_group){ .column = column, .unit = FLAT_MONTH };
    over.query.n_groups = 1;
    over.query.ordered = false;
    over.query.limit = over.query.each = 0;
    return add_aim(r, &over, err);
}

/* "how are you": nothing that an analysis could be made of. */
static int refuse_talk(struct run *r, struct err *err)
{
    const char *questions[3];
    size_t n = r->n_tables > 0 ? flat_suggest(run_arena(r), &r->tables[0], questions) : 0;

    err_set(err, ERR_GROUNDING, "The intent asks nothing of the data.", "no word about the data");
    if (n == 0)
        return err_action(err, "Say what to work out, or \"overview\" for the data as a whole.");
    return err_action(err, "Say what to work out, such as: %s. Or say \"overview\" for the data as a whole.",
                      questions[0]);
}

/* True when the tables have to be profiled before it is known whether the wish can be read. */
static bool may_join(struct run *r, const struct wish *wish)
{
    size_t from, to;

    return !r->profile && r->n_tables > 1 && wish->question &&
           scope_wants_join(run_arena(r), r->tables, r->n_tables, wish->question, &from, &to);
}

static int add_wish(struct run *r, const struct wish *wish, struct err *err)
{
    struct reading aim = { .wish = wish };
    struct flat_options options;
    struct err ignored;
    bool compared;

    if (!wish->question)
        return wish->whole ? add_overview(r, wish, err) : refuse_talk(r, err);
    compared = wish->compared &&
               read_of(r, arena_printf(run_arena(r), "compare %s", wish->question), &aim, &options, &ignored) == 0;
    if (!compared && (wish->trend || read_of(r, wish->said, &aim, &options, &ignored) < 0) &&
        read_question(r, wish->question, &aim, err) < 0 &&
        (err->code == ERR_GROUNDING || may_join(r, wish) || !read_part(r, wish->question, &aim)))
        return -1;
    put_over_time(r, &aim);
    if (wish->compared)
        put_apart(&aim);
    if (wish->compared && has_figure(&aim.query) && aim.query.n_groups == 0) {
        err_set(err, ERR_GROUNDING, "The intent compares, but what it names is one single figure.",
                "compared, ungrouped");
        return err_action(err, "Say by what to compare: \"by\" and the name of a column, or a unit of time.");
    }
    return add_aim(r, &aim, err);
}

/* ---- clauses that limit the others ---- */

/* True when the wish asks for nothing and only says of which rows, or in which order. */
static bool is_limit(struct run *r, const struct wish *wish)
{
    struct flat_options options;
    struct reading aim = { .wish = wish };
    struct err err;

    if (!wish->question || wish->trend || wish->compared)
        return false;
    if (read_of(r, wish->question, &aim, &options, &err) == 0)
        return aim.query.bare;
    return err.code == ERR_CLARIFICATION_NEEDED && options.n > 0 &&
           read_of(r, options.label[0], &aim, &(struct flat_options){ 0 }, &err) == 0 && aim.query.bare;
}

/* Puts the limits to the questions of the other wishes, if there are such. */
static void put_limits(struct run *r)
{
    struct arena *a = run_arena(r);
    struct wish *w = r->wishes.items;
    const char *limits = "", *chart = NULL;
    size_t asking = 0;

    for (size_t i = 0; i < r->wishes.n; i++)
        asking += w[i].question && !is_limit(r, &w[i]);
    for (size_t i = 0; asking > 0 && i < r->wishes.n; i++)
        if (!w[i].limits && is_limit(r, &w[i])) {
            w[i].limits = true;
            limits = arena_printf(a, "%s, %s", limits, w[i].question);
            chart = w[i].chart ? w[i].chart : chart;
        }
    for (size_t i = 0; *limits && i < r->wishes.n; i++)
        if (w[i].question && !w[i].limits) {
            w[i].question = arena_printf(a, "%s%s", w[i].question, limits);
            w[i].said = arena_printf(a, "%s%s", w[i].said, limits);
            w[i].chart = w[i].chart ? w[i].chart : chart;
        }
}

/* What an intent could not be read for is told as one kind of failure, in the grammar's words. */
static int not_grounded(struct err *err)
{
    struct err told = *err;

    if (err->code == ERR_GROUNDING)
        return -1;
    err_set(err, ERR_GROUNDING, told.message, "%s", told.detail);
    return err_action(err, "%s", told.action);
}

int aims_read(struct run *r, bool *ret_wait, struct err *err)
{
    struct err why[ANALYST_WISHES];
    bool unread[ANALYST_WISHES] = { false };
    const struct err *first = NULL;

    r->n_aims = 0;
    *ret_wait = false;
    put_limits(r);
    for (size_t i = 0; i < r->wishes.n; i++) {
        unread[i] = !r->wishes.items[i].limits && add_wish(r, &r->wishes.items[i], &why[i]) < 0;
        *ret_wait |= unread[i] && may_join(r, &r->wishes.items[i]);
        if (unread[i] && !first)
            first = &why[i];
    }
    if (r->n_aims == 0 || *ret_wait) {
        *err = *first;
        return not_grounded(err);
    }
    for (size_t i = 0; i < r->wishes.n; i++)
        if (unread[i])
            account_unread(r, r->wishes.items[i].said, why[i].message);
    return 0;
}
