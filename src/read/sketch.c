/* sketch.c - a plan's shape as six texts, and back.
 *
 * A text is written from left to right and read in the same way, by names that are looked for at its beginning; of two
 * names that both stand there ("in" and "intersect") the longer one is meant. What is read has to end where the text
 * ends. So each plan has one text, and each text is of one kind of plan.
 */
#include "read/sketch.h"
#include "base/buf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const sketch_part_names[SKETCH_PARTS] = { "shown", "distinct", "where", "group", "order", "nest" };

#define X(name, text) text,
static const char *const figures[] = { PLAN_FIGURES(X) };
static const char *const ops[] = { PLAN_OPS(X) };
static const char *const nests[] = { PLAN_NESTS(X) };
#undef X
static const char *const groupings[] = { "-", "shown", "key", "hidden" };

#define LENGTH(list) (sizeof(list) / sizeof *(list))

/* ---- writing ---- */

static void add_conditions(struct buf *b, size_t n, enum plan_connective c)
{
    const char *const marks[] = { [CONNECT_ALL] = "", [CONNECT_ANY] = "|", [CONNECT_MIXED] = "&|" };

    buf_addf(b, "%zu%s", n, marks[n > 1 ? c : CONNECT_ALL]);
}

static void add_having(struct buf *b, bool has, const struct plan_having *h)
{
    if (has)
        buf_addf(b, "/%s%s", figures[h->term.figure], ops[h->op]);
}

static void write_shown(struct buf *b, const struct plan *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_outputs; i++)
        n += p->outputs[i].figure == FIGURE_NONE;
    if (p->all)
        buf_addc(b, '*');
    else
        buf_addf(b, "%zu", n);
    for (int f = FIGURE_NONE + 1; f < FIGURES; f++)
        for (size_t i = 0; i < p->n_outputs; i++)
            if ((int)p->outputs[i].figure == f)
                buf_addf(b, "+%s", figures[f]);
}

static void write_group(struct buf *b, const struct plan *p)
{
    buf_adds(b, groupings[p->grouping]);
    if (p->grouping == GROUP_HIDDEN && p->n_groups > 1)
        buf_addf(b, "%zu", p->n_groups);
    add_having(b, p->has_having, &p->having);
}

static void write_order(struct buf *b, const struct plan *p)
{
    if (!p->ordered)
        buf_addc(b, '-');
    else if (p->order.figure == FIGURE_NONE && p->order.column == PLAN_PLACE)
        buf_adds(b, "place");
    else
        buf_adds(b, figures[p->order.figure]);
    if (p->ordered)
        buf_addc(b, p->descending ? '>' : '<');
    buf_adds(b, p->limit_kind == LIMIT_ONE ? "1" : p->limit_kind == LIMIT_SOME ? "n" : "");
    buf_adds(b, p->has_each ? "/each" : "");
}

static void write_nest(struct buf *b, const struct plan_nest *n)
{
    buf_adds(b, nests[n->kind]);
    if (n->kind == NEST_NONE || n->kind == NEST_EXISTS || n->kind == NEST_COUNTED)
        return;
    if (n->kind == NEST_THAN || n->kind == NEST_COMPARE)
        buf_adds(b, ops[n->op]);
    if (n->kind == NEST_THAN)
        buf_adds(b, figures[n->term.figure]);
    if (n->kind != NEST_THAN || n->n_conditions > 0)
        add_conditions(b, n->n_conditions, n->connective);
    add_having(b, n->has_having, &n->having);
}

static void write_part(struct buf *b, const struct plan *p, enum sketch_part part)
{
    switch (part) {
    case SKETCH_SHOWN:
        write_shown(b, p);
        break;
    case SKETCH_DISTINCT:
        buf_adds(b, p->distinct ? "distinct" : "all");
        break;
    case SKETCH_WHERE:
        add_conditions(b, p->n_conditions, p->connective);
        break;
    case SKETCH_GROUP:
        write_group(b, p);
        break;
    case SKETCH_ORDER:
        write_order(b, p);
        break;
    case SKETCH_NEST:
        write_nest(b, &p->nest);
        break;
    case SKETCH_PARTS:
        break;
    }
}

bool sketch_of(const struct plan *p, struct sketch *ret)
{
    for (int part = 0; part < SKETCH_PARTS; part++) {
        struct buf b CLEANUP(buf_done) = BUF(1024);
        write_part(&b, p, (enum sketch_part)part);
        if (b.n >= SKETCH_TEXT)
            return false;
        memset(ret->part[part], 0, SKETCH_TEXT);
        memcpy(ret->part[part], b.p, b.n);
    }
    return true;
}

/* ---- reading ---- */

/* Moves behind the longest name that the text begins with; its number, or n. */
static size_t take(const char **text, const char *const *names, size_t n)
{
    size_t found = n, longest = 0;

    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(names[i]);
        if (length > longest && strncmp(*text, names[i], length) == 0) {
            longest = length;
            found = i;
        }
    }
    *text += longest;
    return found;
}

static bool take_char(const char **text, char c)
{
    if (**text != c)
        return false;
    (*text)++;
    return true;
}

/* A digit; false where there is none, or it is over `most`. */
static bool take_count(const char **text, size_t most, size_t *ret)
{
    const char c = **text;

    if (c < '0' || c > '9' || (size_t)(c - '0') > most)
        return false;
    *ret = (size_t)(c - '0');
    (*text)++;
    return true;
}

static bool take_conditions(const char **text, struct plan_condition *list, size_t *ret_n, enum plan_connective *ret)
{
    if (!take_count(text, PLAN_CONDITIONS, ret_n))
        return false;
    *ret = take_char(text, '|') ? CONNECT_ANY : take_char(text, '&') ? CONNECT_MIXED : CONNECT_ALL;
    for (size_t i = 0; i < *ret_n; i++)
        list[i].column = list[i].other = LINK_NONE;
    if (*ret == CONNECT_MIXED)
        return *ret_n > 2 && take_char(text, '|');
    return *ret == CONNECT_ALL || *ret_n > 1;
}

static bool take_figure(const char **text, enum plan_figure *ret)
{
    return (*ret = (enum plan_figure)take(text, figures, FIGURES)) != FIGURES;
}

static bool take_op(const char **text, enum plan_op *ret)
{
    return (*ret = (enum plan_op)take(text, ops, PLAN_OPERATORS)) != PLAN_OPERATORS;
}

static bool take_having(const char **text, bool *ret_has, struct plan_having *ret)
{
    *ret = (struct plan_having){ .term.column = LINK_NONE };
    *ret_has = take_char(text, '/');
    return !*ret_has || (take_figure(text, &ret->term.figure) && take_op(text, &ret->op));
}

static bool read_shown(const char *text, struct plan *p)
{
    size_t n = 0;

    p->all = take_char(&text, '*');
    if (!p->all && !take_count(&text, PLAN_OUTPUTS, &n))
        return false;
    while (p->n_outputs < n)
        p->outputs[p->n_outputs++] = (struct plan_term){ .column = LINK_NONE };
    while (take_char(&text, '+')) {
        struct plan_term term = { .column = LINK_NONE };
        if (p->all || !take_figure(&text, &term.figure) || p->n_outputs == PLAN_OUTPUTS)
            return false;
        p->outputs[p->n_outputs++] = term;
    }
    return !*text && (p->all || p->n_outputs > 0);
}

static bool read_group(const char *text, struct plan *p)
{
    size_t n = 1;

    p->grouping = (enum plan_group)take(&text, groupings, LENGTH(groupings));
    if (p->grouping == LENGTH(groupings))
        return false;
    if (p->grouping == GROUP_HIDDEN) {
        if (*text >= '0' && *text <= '9' && (!take_count(&text, PLAN_GROUPS, &n) || n < 2))
            return false;
        p->n_groups = n;
    }
    for (size_t i = 0; i < PLAN_GROUPS; i++)
        p->groups[i] = LINK_NONE;
    return take_having(&text, &p->has_having, &p->having) && !*text && (!p->has_having || p->grouping != GROUP_NONE);
}

static bool read_order(const char *text, struct plan *p)
{
    static const char *const place = "place", *const each = "/each";

    p->order = (struct plan_term){ .column = LINK_NONE };
    p->ordered = !take_char(&text, '-');
    if (p->ordered) {
        if (take(&text, &place, 1) == 0)
            p->order.column = PLAN_PLACE;
        else if (!take_figure(&text, &p->order.figure))
            return false;
        p->descending = take_char(&text, '>');
        if (!p->descending && !take_char(&text, '<'))
            return false;
    }
    p->limit_kind = take_char(&text, '1') ? LIMIT_ONE : take_char(&text, 'n') ? LIMIT_SOME : LIMIT_NONE;
    p->has_each = p->limit_kind != LIMIT_NONE && take(&text, &each, 1) == 0;
    p->each = LINK_NONE;
    return !*text;
}

static bool read_nest(const char *text, struct plan_nest *n)
{
    n->column = n->inner = n->term.column = LINK_NONE;
    for (size_t i = 0; i < PLAN_OUTPUTS; i++)
        n->outputs[i] = LINK_NONE;
    n->having.term.column = LINK_NONE;
    n->kind = (enum plan_nesting)take(&text, nests, NESTINGS);
    if (n->kind == NESTINGS)
        return false;
    if (n->kind == NEST_NONE || n->kind == NEST_EXISTS || n->kind == NEST_COUNTED)
        return !*text;
    if ((n->kind == NEST_THAN || n->kind == NEST_COMPARE) && !take_op(&text, &n->op))
        return false;
    if (n->kind == NEST_THAN && !take_figure(&text, &n->term.figure))
        return false;
    if ((n->kind != NEST_THAN || *text) && !take_conditions(&text, n->conditions, &n->n_conditions, &n->connective))
        return false;
    return take_having(&text, &n->has_having, &n->having) && !*text;
}

static bool read_where(const char *text, struct plan *p)
{
    return take_conditions(&text, p->conditions, &p->n_conditions, &p->connective) && !*text;
}

bool sketch_plan(const struct sketch *s, struct plan *ret)
{
    const char *distinct = s->part[SKETCH_DISTINCT];

    *ret = (struct plan){ .main = LINK_NONE, .distinct = strcmp(distinct, "distinct") == 0 };
    return (ret->distinct || strcmp(distinct, "all") == 0) && read_shown(s->part[SKETCH_SHOWN], ret) &&
           read_where(s->part[SKETCH_WHERE], ret) && read_group(s->part[SKETCH_GROUP], ret) &&
           read_order(s->part[SKETCH_ORDER], ret) && read_nest(s->part[SKETCH_NEST], &ret->nest);
}

size_t sketch_plain(const struct sketch *s)
{
    const char c = s->part[SKETCH_SHOWN][0];

    return c >= '0' && c <= '9' ? (size_t)(c - '0') : 0;
}
