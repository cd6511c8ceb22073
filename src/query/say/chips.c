/* chips.c - the list of chips, and those of the table, the order, the limit and the chart.
 *
 * An alternative is the block changed by a function of query/edit, put back where it stood, checked as what a reader
 * made, and compared with what was asked.
 */
#include "query/say/chips.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "query/check/check.h"
#include "query/edit/edit.h"
#include "query/json/request_json.h"
#include "query/say/chip_part.h"
#include "query/say/restate.h"
#include <string.h>

#define TABLES_TRIED 100 /* in place of another */

/* ---- putting back ---- */

static const struct query *keep(struct arena *a, struct query q)
{
    struct query *kept = arena_alloc(a, sizeof *kept);

    *kept = q;
    return kept;
}

/* The last step's query with the block in the frame. */
static const struct query *put_back(const struct chips *c, const struct frame *f, const struct query *block)
{
    struct query made;
    struct relation *from;

    if (!f || !f->q)
        return block;
    made = *f->q;
    if (f->where == FRAME_FROM) {
        from = arena_array(c->a, made.n_from, sizeof *from);
        memcpy(from, made.from, made.n_from * sizeof *from);
        from[0].query = block;
        made.from = from;
    } else if (f->where == FRAME_LEFT) {
        made.left = block;
    } else {
        made.right = block;
    }
    return put_back(c, f->up, keep(c->a, made));
}

static struct request with_query(const struct chips *c, const struct query *q)
{
    struct request r = *c->request;
    struct step *steps = arena_array(c->a, r.n_steps, sizeof *steps);

    memcpy(steps, r.steps, r.n_steps * sizeof *steps);
    steps[r.n_steps - 1].query = q;
    r.steps = steps;
    return r;
}

static bool passes(const struct chips *c, const struct request *r)
{
    struct check_input in = { .tables = c->tables,
                              .n_tables = c->n_tables,
                              .author = c->is_written ? CHECK_WRITTEN : CHECK_MADE };
    struct check_result result;

    query_check(c->a, &in, r, &result);
    return result.n_errors == 0;
}

/* ---- the list ---- */

bool chip_add(struct chips *c, const char *kind, const char *label)
{
    struct json *chip;
    size_t same = 1;

    if (c->n == CHIPS_MAX)
        return false;
    *c->s.left = SPEECH_PARTS;
    for (size_t i = 0; i < c->n; i++)
        same += strcmp(json_get_text(json_at(c->list, i), "kind"), kind) == 0;
    chip = json_object(c->a);
    json_set(c->a, chip, "id", json_str(c->a, arena_printf(c->a, "%s_%zu", kind, same)));
    json_set(c->a, chip, "kind", json_str(c->a, kind));
    json_set(c->a, chip, "label", json_str(c->a, label));
    c->alternatives = json_array(c->a);
    json_set(c->a, chip, "alternatives", c->alternatives);
    json_push(c->a, c->list, chip);
    c->n++;
    return true;
}

static void offer(struct chips *c, const char *label, const struct request *r)
{
    const struct json *chip = json_at(c->list, c->n - 1);
    struct json *one;

    if (json_len(c->alternatives) == CHIP_ALTERNATIVES || strcmp(json_get_text(chip, "label"), label) == 0 ||
        !passes(c, r))
        return;
    for (size_t i = 0; i < json_len(c->alternatives); i++)
        if (strcmp(json_get_text(json_at(c->alternatives, i), "label"), label) == 0)
            return;
    one = json_object(c->a);
    json_set(c->a, one, "label", json_str(c->a, label));
    json_set(c->a, one, "query", request_to_json(c->a, r));
    json_push(c->a, c->alternatives, one);
}

void chip_offer(struct chips *c, const char *label, const struct query *block)
{
    struct request r;

    if (query_equal(block, c->q))
        return;
    r = with_query(c, put_back(c, &c->frame, block));
    offer(c, label, &r);
}

const char *chip_words(const struct chips *c, const struct query *block, const struct expr *e)
{
    struct speech s = c->s;

    s.q = block;
    if (rows_say(&s, e))
        return say_tie(&s, e);
    return restate_expr(c->a, c->tables, c->n_tables, block, e);
}

bool chip_is_group(const struct query *q, const struct expr *e)
{
    for (size_t i = 0; i < q->n_groups; i++)
        if (expr_same(q->groups[i], e))
            return true;
    return false;
}

bool chip_next_column(const struct chips *c, const struct relation *only, size_t *i, struct chip_column *ret)
{
    size_t at = (*i)++;

    for (size_t k = 0; k < c->q->n_from; k++) {
        const struct relation *r = &c->q->from[k];
        const struct table *t = r->n_tables > 0 ? table_named(&c->s, r->tables[0]) : NULL;
        if (!t || (only && r != only))
            continue;
        if (at < t->n_columns) {
            *ret = (struct chip_column){ t, at, r };
            return true;
        }
        at -= t->n_columns;
    }
    return false;
}

/* ---- the table ---- */

static void chip_of_table(struct chips *c)
{
    const struct query *q = c->q;
    struct query bare = *q;
    struct speech s = c->s;

    bare.n_where = 0; /* "without any orders" is a chip of its own */
    s.q = &bare;
    if (c->n_tables < 2 || q->n_from == 0 || !chip_add(c, "table", say_rows(&s)))
        return;
    for (size_t i = 0; q->n_from == 1 && q->from[0].kind == RELATION_TABLE && i < c->n_tables && i < TABLES_TRIED;
         i++) {
        struct relation *from = arena_alloc(c->a, sizeof *from);
        const char **name = arena_alloc(c->a, sizeof *name);
        struct query made = *q;
        if (c->tables[i].hidden || str_ieq(c->tables[i].name, q->from[0].tables[0]))
            continue;
        *from = q->from[0];
        *name = c->tables[i].name;
        from->tables = name;
        made.from = from;
        chip_offer(c, c->tables[i].name, keep(c->a, made));
    }
}

/* ---- order and limit ---- */

/* The words behind the comma that parts are joined with. */
static const char *part(const char *text)
{
    return strncmp(text, ", ", 2) == 0 ? text + 2 : text;
}

static const char *order_words(const struct chips *c, const struct query *q)
{
    struct speech s = c->s;

    s.q = q;
    return part(say_order(&s));
}

static void offer_order(struct chips *c, const struct query *q, const struct ordering *order, size_t n)
{
    const struct query *made;
    struct err ignored;

    if (query_edit_sort(c->a, q, order, n, &made, &ignored) == 0)
        chip_offer(c, n > 0 ? order_words(c, made) : "in no order", made);
}

static void chip_of_order(struct chips *c)
{
    const struct query *q = c->q;
    struct ordering *turned;

    if (q->n_order == 0 || !chip_add(c, "order", part(say_order(&c->s))))
        return;
    turned = arena_array(c->a, q->n_order, sizeof *turned);
    for (size_t i = 0; i < q->n_order; i++) {
        turned[i] = q->order[i];
        turned[i].descending = !turned[i].descending;
    }
    offer_order(c, q, turned, q->n_order);
    for (size_t i = 0; i < q->n_outputs; i++) {
        enum column_type type = type_of_expr(&c->s, q->outputs[i].expr);
        struct ordering one = { .by = q->outputs[i].expr, .descending = column_is_number(type) };
        if (!expr_same(one.by, q->order[0].by))
            offer_order(c, q, &one, 1);
    }
    if (q->limit == 0)
        offer_order(c, q, NULL, 0);
}

static void chip_of_limit(struct chips *c)
{
    static const size_t limits[] = { 5, 10, 20, 0 };
    const struct query *q = c->q, *made;
    struct err ignored;

    if (q->limit == 0 || !chip_add(c, "limit", part(say_limit(&c->s))))
        return;
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct speech s = c->s;
        if (limits[i] == q->limit || query_edit_limit(c->a, q, limits[i], &made, &ignored) < 0)
            continue;
        s.q = made;
        chip_offer(c, limits[i] ? part(say_limit(&s)) : "all", made);
    }
}

/* ---- the chart ---- */

/* What the outputs are, for choosing a picture of them. */
struct shape {
    size_t groups, figures, numbers;
    bool is_time, adds_up;
};

static struct shape shape_of(const struct chips *c)
{
    const struct query *q = c->q;
    struct shape s = { .adds_up = true };

    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct expr *e = q->outputs[i].expr;
        bool number = column_is_number(type_of_expr(&c->s, e));
        bool group = chip_is_group(q, e);
        s.groups += group;
        s.is_time |=
            group && (is_time(type_of_expr(&c->s, e)) || (e->kind == EXPR_CALL && e->call.function == FUNCTION_YEAR));
        s.numbers += number;
        s.figures += number && !group;
        if (number && !group && e->kind == EXPR_AGGREGATE)
            s.adds_up &= e->aggregate.function == AGGREGATE_SUM || e->aggregate.function == AGGREGATE_COUNT;
    }
    return s;
}

static bool fits(const struct chips *c, const struct shape *s, const char *chart)
{
    bool one = s->groups == 1 && s->figures > 0, two = s->groups == 2 && s->figures == 1;

    if (strcmp(chart, "line") == 0)
        return (one || two) && s->is_time;
    if (strcmp(chart, "bar") == 0)
        return one || two;
    if (strcmp(chart, "stacked") == 0)
        return two && s->adds_up;
    if (strcmp(chart, "pie") == 0)
        return one && s->figures == 1 && s->adds_up && !s->is_time;
    if (strcmp(chart, "scatter") == 0)
        return !query_groups(c->q) && s->numbers >= 2;
    return !c->q->distinct && !query_groups(c->q) && s->numbers == 1 && c->q->n_outputs == 1;
}

static void offer_show(struct chips *c, const char *label, enum show_kind show, const char *chart)
{
    struct request r = *c->request;

    if (r.show == show && (show != SHOW_CHART || (r.chart && strcmp(r.chart, chart) == 0)))
        return;
    r.show = show;
    r.chart = chart;
    offer(c, label, &r);
}

static void chip_of_chart(struct chips *c)
{
    static const char *const charts[] = { "line", "bar", "stacked", "pie", "scatter", "histogram" };
    const struct request *r = c->request;
    struct shape shape = shape_of(c);
    bool any = false;

    for (size_t i = 0; i < COUNT_OF(charts); i++)
        any |= fits(c, &shape, charts[i]);
    if ((r->show != SHOW_CHART && (r->show != SHOW_AUTO || !any)) ||
        !chip_add(c, "chart",
                  r->show != SHOW_CHART ? "shown as it fits best"
                  : r->chart            ? arena_printf(c->a, "as a %s chart", r->chart)
                                        : "as a chart"))
        return;
    for (size_t i = 0; i < COUNT_OF(charts); i++)
        if (fits(c, &shape, charts[i]))
            offer_show(c, arena_printf(c->a, "as a %s chart", charts[i]), SHOW_CHART, charts[i]);
    offer_show(c, "as a table", SHOW_TABLE, NULL);
}

/* ---- all of them ---- */

static void enter(struct chips *c, const struct query *block, struct frame frame, const struct speech *around)
{
    c->q = block;
    c->frame = frame;
    c->s = speech_in(around, block);
}

/* The conditions of both sides. */
static void chips_of_sides(struct chips *c, const struct query *q, const struct frame *up, const struct speech *around)
{
    for (int right = 0; right < 2; right++) {
        const struct query *side = right ? q->right : q->left;
        struct frame frame = { q, right ? FRAME_RIGHT : FRAME_LEFT, up };
        if (side->kind != QUERY_BLOCK) {
            chips_of_sides(c, side, &frame, around);
            continue;
        }
        enter(c, side, frame, around);
        chips_of_conditions(c);
    }
}

static void chips_of_block(struct chips *c, const struct query *q, const struct speech *around)
{
    const struct query *inner = q->n_from == 1 && q->from[0].kind == RELATION_QUERY ? q->from[0].query : NULL;

    enter(c, q, (struct frame){ 0 }, around);
    chip_of_table(c);
    chips_of_measures(c);
    chips_of_groups(c);
    chips_of_conditions(c);
    if (inner && inner->kind == QUERY_BLOCK) {
        enter(c, inner, (struct frame){ q, FRAME_FROM, NULL }, around);
        chips_of_conditions(c);
        enter(c, q, (struct frame){ 0 }, around);
    }
    chip_of_order(c);
    chip_of_limit(c);
    chip_of_chart(c);
}

struct json *query_chips(struct arena *a, const struct table *tables, size_t n, const struct request *r)
{
    const struct query *q = r->steps[r->n_steps - 1].query;
    size_t left = SPEECH_PARTS;
    struct speech around = { .a = a, .tables = tables, .n_tables = n, .request = r, .left = &left };
    struct chips c = { .a = a, .tables = tables, .n_tables = n, .request = r, .list = json_array(a) };

    if (!q)
        return c.list;
    c.is_written = !passes(&c, r);
    if (q->kind == QUERY_BLOCK) {
        chips_of_block(&c, q, &around);
        return c.list;
    }
    chips_of_sides(&c, q, NULL, &around);
    enter(&c, q, (struct frame){ 0 }, &around);
    c.s.q = keep(a, (struct query){ .kind = QUERY_BLOCK,
                                    .from = c.s.q->from,
                                    .n_from = c.s.q->n_from,
                                    .outputs = c.s.q->outputs,
                                    .n_outputs = c.s.q->n_outputs,
                                    .order = q->order,
                                    .n_order = q->n_order,
                                    .limit = q->limit,
                                    .offset = q->offset });
    chip_of_limit(&c);
    return c.list;
}
