/* follow.c - is it a follow-up, and if so, what does it ask for.
 *
 * The ways in which a fragment may be meant are read back as questions, one by one, and those that say the same are
 * one. One that is left is the answer; several are offered.
 */
#include "lang/follow.h"
#include "base/arena.h"
#include "base/err.h"
#include "lang/flat_form.h"
#include "lang/fragment.h"
#include "lang/reader.h"
#include "lang/roster.h"
#include "query/query.h"

struct follower {
    struct arena *a;
    const struct follow *f;
    const struct roster *roster;
    struct flat_options *options;
    struct err *err;
};

static bool same_query(struct arena *a, const struct scope *s, const struct flat *x, const struct flat *y)
{
    const struct request one = flat_form(a, s, x), other = flat_form(a, s, y);

    return query_same(one.steps->query, other.steps->query);
}

/* True when both are of the same tables. */
static bool is_scope(const struct scope *x, const struct scope *y)
{
    bool same = x->kind == y->kind && x->n_members == y->n_members;

    for (size_t i = 0; i < x->n_members && same; i++)
        same = x->members[i] == y->members[i];
    return same;
}

/* The query could have been asked in full: its restatement is read as just that. */
static bool is_sound(const struct follower *w, const struct flat *q, struct err *err)
{
    const struct scope *s = &w->f->scope;
    const char *text = flat_restate(w->a, s->table, q);
    struct flat again;

    if (s->kind == SCOPE_JOINED ? !scope_read_joined(w->a, s, w->f->tables, w->f->n_tables, text, &again)
                                : read_in_scope(w->a, s, w->roster, text, &again, NULL, err) < 0)
        return false;
    err_say(err, ERR_INVALID_QUERY, "That cannot be understood from the question before it.");
    err_action(err, "Ask it as a whole question.");
    return same_query(w->a, s, q, &again);
}

/* Keeps the ways that make sense, each once. The error is that of the first that does not. */
static int keep_sound(const struct follower *w, struct ways *ways)
{
    const struct scope *s = &w->f->scope;
    size_t n = ways->n;

    err_say(w->err, ERR_INVALID_QUERY, "That cannot be understood from the question before it.");
    err_action(w->err, "Ask it as a whole question.");
    ways->n = 0;
    for (size_t i = 0; i < n; i++) {
        struct err refused = *w->err;
        bool known = false;
        if (!is_sound(w, &ways->q[i], &refused)) {
            if (i == 0)
                *w->err = refused;
            continue;
        }
        for (size_t k = 0; k < ways->n && !known; k++)
            known = same_query(w->a, s, &ways->q[i], &ways->q[k]);
        if (!known)
            ways->q[ways->n++] = ways->q[i];
    }
    return ways->n > 0 ? 0 : -1;
}

/* ---- offering ---- */

/* The query as a question that is understood as it by itself, of all the data's tables; NULL when there is none. */
static const char *whole_question(const struct follower *w, const struct flat *q)
{
    const struct scope *s = &w->f->scope;
    const char *text = flat_restate(w->a, s->table, q);

    for (int named = 0; named < 2; named++) {
        struct flat_options none;
        struct scope scope;
        struct flat again;
        struct err refused;
        if (named)
            text = arena_printf(w->a, "%s in the table %s", text, doubt_literal(w->a, s->members[0]->name, true));
        if (scope_read(w->a, w->f->tables, w->f->n_tables, text, &scope, &again, &none, &refused) == 0 &&
            is_scope(s, &scope) && same_query(w->a, s, q, &again))
            return text;
    }
    return NULL;
}

/* Adds one to what is offered, unless it is there. */
static void offer(const struct follower *w, const struct flat *q)
{
    const char *text = whole_question(w, q);

    for (size_t i = 0; text && i < w->options->n; i++)
        if (strcmp(text, w->options->label[i]) == 0)
            return;
    if (text && w->options->n < COUNT_OF(w->options->label))
        w->options->label[w->options->n++] = text;
}

static int end_offer(const struct follower *w, const char *message)
{
    err_say(w->err, w->options->n > 0 ? ERR_CLARIFICATION_NEEDED : ERR_INVALID_QUERY, "%s", message);
    return err_action(w->err, "%s",
                      w->options->n > 0 ? "Choose one of the questions offered." : "Ask it as a whole question.");
}

/* ---- reading ---- */

/* The ways in which it may be meant, each of which makes sense. */
static int find_ways(const struct follower *w, const struct fragment *fragment, struct ways *ret)
{
    if (fragment_apply(w->f->scope.table, &w->f->query, fragment, ret, w->err) < 0)
        return -1;
    return keep_sound(w, ret);
}

static int apply(const struct follower *w, const struct fragment *fragment, struct flat *ret)
{
    struct ways ways;

    if (find_ways(w, fragment, &ways) < 0)
        return -1;
    if (ways.n > 1) {
        w->options->n = 0;
        for (size_t i = 0; i < ways.n; i++)
            offer(w, &ways.q[i]);
        return end_offer(w, "That can be meant in more than one way.");
    }
    *ret = ways.q[0];
    ret->confidence = fragment->q.confidence;
    return 0;
}

/* What the grammar offers in the place of a fragment is a fragment too: each becomes the questions that it makes. */
static int offer_whole(const struct follower *w, const struct flat_options *found)
{
    struct err asked = *w->err;

    w->options->n = 0;
    for (size_t i = 0; i < found->n; i++) {
        struct err refused;
        struct follower trial = *w;
        struct fragment fragment;
        struct ways ways = { .n = 0 };
        trial.err = &refused;
        if (fragment_read(w->a, &w->f->scope, w->roster, found->label[i], &fragment, NULL, &refused) < 0 ||
            find_ways(&trial, &fragment, &ways) < 0)
            continue;
        for (size_t k = 0; k < ways.n; k++)
            offer(w, &ways.q[k]);
    }
    return end_offer(w, asked.message);
}

/* The column of numbers that the query before has conditions on, or SIZE_MAX when there is none, or several. */
static size_t filtered_column(const struct follower *w)
{
    const struct flat *q = &w->f->query;
    size_t only = SIZE_MAX;

    for (size_t i = 0; i < q->n_filters; i++) {
        size_t column = q->filters[i].column;
        if (!type_is_number(w->f->scope.table->columns[column].type))
            continue;
        if (only != SIZE_MAX && column != only)
            return SIZE_MAX;
        only = column;
    }
    return only;
}

/* "and below 0.05?" behind "with a discount over 0.1": the column is the one that was spoken of. */
static bool read_bound(const struct follower *w, struct fragment *f)
{
    static const char with[] = "with ";
    const char *text = f->text ? f->text : "";
    struct fragment bound;
    struct err refused;
    size_t column = filtered_column(w);

    if (column == SIZE_MAX)
        return false;
    if (strncmp(text, with, strlen(with)) == 0)
        text += strlen(with);
    text = arena_printf(w->a, "with %s %s", doubt_column_name(w->a, w->f->scope.table, column), text);
    if (fragment_read(w->a, &w->f->scope, w->roster, text, &bound, NULL, &refused) < 0 || !fragment_is_bare(&bound) ||
        bound.q.n_filters != 1 || bound.q.filters[0].column != column)
        return false;
    bound.opened = f->opened;
    bound.instead = f->instead;
    bound.also = f->also;
    bound.refers = f->refers;
    *f = bound;
    return true;
}

static int read_fragment(const struct follower *w, const char *message, struct fragment *ret)
{
    struct flat_options found = { .n = 0 };
    int status = fragment_read(w->a, &w->f->scope, w->roster, message, ret, &found, w->err);

    if (status < 0 && w->err->code == ERR_CLARIFICATION_NEEDED && read_bound(w, ret))
        return 0;
    return status < 0 && w->err->code == ERR_CLARIFICATION_NEEDED ? offer_whole(w, &found) : status;
}

static struct follower follower_of(struct arena *a, const struct follow *f, struct flat_options *options,
                                   struct err *err)
{
    options->n = 0;
    return (struct follower){ .a = a,
                              .f = f,
                              .roster = f->n_tables > 1 ? roster_new(a, f->tables, f->n_tables) : NULL,
                              .options = options,
                              .err = err };
}

int follow_read(struct arena *a, struct follow *f, const char *message, struct flat_options *options, struct err *err)
{
    struct follower w = follower_of(a, f, options, err);
    struct fragment fragment;
    struct flat q;

    if (read_fragment(&w, message, &fragment) < 0 || apply(&w, &fragment, &q) < 0)
        return -1;
    f->query = q;
    return 0;
}

/* ---- a follow-up or not ---- */

/* Names all of a figure and refers back: "and the average units?" may be of the same rows and groups, or of all. */
static int read_either(const struct follower *w, const struct fragment *fragment, const struct flat *own,
                       bool *ret_followed)
{
    struct flat q;

    *ret_followed = false;
    if (apply(w, fragment, &q) < 0) {
        *ret_followed = w->err->code == ERR_CLARIFICATION_NEEDED;
        return -1;
    }
    if (same_query(w->a, &w->f->scope, &q, own))
        return 0;
    *ret_followed = true;
    w->options->n = 0;
    offer(w, &q);
    offer(w, own);
    return end_offer(w, "That can be of what was asked before, or a question of its own.");
}

/* "how many are there?": not of all the data, but of what was asked for. */
static bool is_half(const struct fragment *f)
{
    return f->figure == FIGURE_MEASURE && f->q.n_filters == 0 && f->q.n_groups == 0;
}

/* Reads as the whole table: what it says found no place. "and when?" */
static bool says_nothing(const struct flat *q)
{
    return q->measure == FLAT_ROWS && q->n_filters == 0 && q->n_shown == 0 && !q->ordered && q->limit == 0;
}

int follow_or_own(struct arena *a, struct follow *f, const char *message, int own_status, const struct scope *own_scope,
                  const struct flat *own, struct flat_options *options, bool *ret_followed, struct err *err)
{
    struct flat_options offered;
    struct err refused = { .code = ERR_INVALID_QUERY };
    struct follower w = follower_of(a, f, &offered, &refused);
    struct fragment fragment;
    struct flat q;
    int status = read_fragment(&w, message, &fragment);
    bool whole = fragment.figure == FIGURE_WHOLE, refers = fragment.refers, followed = false;

    *ret_followed = false;
    if (own_status == 0 && whole && !refers && !is_scope(&f->scope, own_scope))
        return 0;
    if (own_status == 0 && !fragment.opened && !refers && !(status == 0 && is_half(&fragment)) &&
        !(status == 0 && fragment_is_bare(&fragment) && own->measure == FLAT_ROWS && own->n_shown == 0))
        return 0;
    if (status < 0 && refused.code != ERR_CLARIFICATION_NEEDED && !refers &&
        (own_status == 0 ? !says_nothing(own) : !fragment.opened))
        return own_status;
    if (own_status < 0 && whole && !fragment.opened && !refers)
        return own_status;
    if (status == 0 && own_status == 0 && whole && !refers) {
        status = read_either(&w, &fragment, own, &followed);
        if (!followed)
            return own_status;
    } else if (status == 0) {
        status = apply(&w, &fragment, &q);
    }
    if (status == 0)
        f->query = q;
    *ret_followed = true;
    *options = offered;
    *err = refused;
    return status;
}
