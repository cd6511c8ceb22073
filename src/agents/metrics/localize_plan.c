/* localize_plan.c - arguments against a profile: which table, which figures, split by what.
 *
 * Unless they are named, the dimensions are the columns whose role it is, and whole numbers that look like codes: a
 * handful of different ones (0, 1, 2), or few with gaps between them (bit rates, not quantities). That is told, so that
 * it can be set right.
 */
#include "agents/metrics/localize_plan.h"
#include "agents/metrics/gauge.h"
#include "agents/metrics/gauge_expr.h"
#include "agents/metrics/localize_stretch.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include <inttypes.h>
#include <string.h>

struct planner {
    struct arena *a;
    const struct json *args;
    struct json *profile;
    const struct json *table; /* the one that is read */
    struct localize_plan *p;
    const char *taken[METRICS_NAMES + 2]; /* columns that are figures or the time, and so no dimensions */
    size_t n_taken;
};

static void note(struct planner *pl, const char *text)
{
    json_push(pl->a, pl->p->notes, json_str(pl->a, text));
}

/* ---- the profile ---- */

static bool is_type(const struct json *column, const char *type)
{
    return strcmp(json_get_text(column, "type"), type) == 0;
}

static bool is_number(const struct json *column)
{
    return is_type(column, "integer") || is_type(column, "decimal") || is_type(column, "float");
}

static int no_column(const char *name, struct err *err)
{
    err_say(err, ERR_COLUMN_NOT_FOUND, "There is no column '%s'.", name);
    return err_action(err, "'assay profile' lists the columns there are.");
}

/* ---- dimensions ---- */

static bool is_taken(const struct planner *pl, const char *name)
{
    for (size_t i = 0; i < pl->n_taken; i++)
        if (str_same(pl->taken[i], name))
            return true;
    return false;
}

static void add_dimension(struct planner *pl, const char *name, int64_t distinct)
{
    struct localize_plan *p = pl->p;

    for (size_t i = 0; i < p->n_dimensions; i++)
        if (str_same(p->dimensions[i].name, name))
            return;
    p->dimensions[p->n_dimensions++] = (struct localize_dimension){ name, sql_name(pl->a, name), distinct };
}

/* Named by the person: a column's name, or several with commas between. */
static int add_named(struct planner *pl, const char *text, const struct gauge *m, struct err *err)
{
    const char *comma = strchr(text, ',');
    size_t n;
    const struct json *column = column_of(pl->table, text);

    for (size_t i = 0; !column && m && i < m->n_dimensions; i++)
        if (str_same(m->dimensions[i].name, text)) {
            add_dimension(pl, m->dimensions[i].name, m->dimensions[i].distinct);
            return 0;
        }
    if (!column && comma) {
        const char *first = str_trim(text, (size_t)(comma - text), &n);
        if (add_named(pl, arena_dup(pl->a, first, n), m, err) < 0)
            return -1;
        text = str_trim(comma + 1, strlen(comma + 1), &n);
        return add_named(pl, arena_dup(pl->a, text, n), m, err);
    }
    if (!column)
        return no_column(text, err);
    if (pl->p->n_dimensions == CAUSE_ATTRIBUTES)
        return err_say(err, ERR_TOO_LARGE, "At most %d dimensions can be searched at once.", CAUSE_ATTRIBUTES);
    add_dimension(pl, json_get_text(column, "name"), json_get_int(column, "distinct", 0));
    return 0;
}

/* A handful of different whole numbers, or few with gaps between them: codes. */
static bool is_code(const struct json *column)
{
    int64_t least, greatest, distinct = json_get_int(column, "distinct", 0);

    return is_type(column, "integer") && strcmp(json_get_text(column, "role"), "measure") == 0 && distinct >= 2 &&
           distinct <= CAUSE_CODES && json_int64(json_get(column, "min"), &least) &&
           json_int64(json_get(column, "max"), &greatest) &&
           (distinct <= CAUSE_CLASSES || (double)greatest - (double)least >= (double)distinct);
}

static bool is_dimension(const struct json *column)
{
    int64_t distinct = json_get_int(column, "distinct", 0);

    return strcmp(json_get_text(column, "role"), "dimension") == 0 && distinct >= 2 &&
           distinct <= METRICS_DIMENSION_VALUES;
}

/* The columns of the table that are dimensions, codes behind the others, as long as there is room. */
static void add_found(struct planner *pl, bool codes)
{
    const struct json *columns = json_get(pl->table, "columns");
    struct buf b CLEANUP(buf_done) = BUF(SQL_CHARS);

    for (size_t i = 0; i < json_len(columns); i++) {
        const struct json *column = json_at(columns, i);
        const char *name = json_get_text(column, "name");
        if (is_taken(pl, name) || column_is_personal(pl->profile, pl->table, column) ||
            !(codes ? is_code(column) : is_dimension(column)) || pl->p->n_dimensions == CAUSE_ATTRIBUTES)
            continue;
        add_dimension(pl, name, json_get_int(column, "distinct", 0));
        buf_addf(&b, "%s%s", b.n ? ", " : "", name);
    }
    if (codes && b.n > 0)
        note(pl, arena_printf(pl->a, "These numbers were taken for codes, not quantities: %s.", b.p));
}

static int find_dimensions(struct planner *pl, const struct gauge *m, struct err *err)
{
    const struct json *named = json_get(pl->args, "dimensions");

    pl->p->dimensions = arena_array(pl->a, CAUSE_ATTRIBUTES, sizeof *pl->p->dimensions);
    for (size_t i = 0; i < json_len(named); i++)
        if (add_named(pl, json_text(json_at(named, i), NULL), m, err) < 0)
            return -1;
    if (json_len(named) > 0)
        return 0;
    if (m)
        for (size_t i = 0; i < m->n_dimensions; i++) {
            if (pl->p->n_dimensions == CAUSE_ATTRIBUTES) {
                note(pl, arena_printf(pl->a, "Only the first %d columns were searched.", CAUSE_ATTRIBUTES));
                break;
            }
            if (!m->dimensions[i].is_own || !is_taken(pl, m->dimensions[i].name))
                add_dimension(pl, m->dimensions[i].name, m->dimensions[i].distinct);
        }
    else
        add_found(pl, false);
    add_found(pl, true);
    if (pl->p->n_dimensions == 0)
        note(pl, "The table has no column to split the change by.");
    return 0;
}

bool localize_coarsen(struct arena *a, struct localize_plan *p)
{
    size_t widest = 0;

    if (p->n_dimensions < 2)
        return false;
    for (size_t i = 1; i < p->n_dimensions; i++)
        if (p->dimensions[i].distinct > p->dimensions[widest].distinct)
            widest = i;
    json_push(a, p->notes,
              json_str(a, arena_printf(a, "%s was left out: with it there are too many combinations of values.",
                                       p->dimensions[widest].name)));
    p->n_dimensions--;
    for (size_t i = widest; i < p->n_dimensions; i++)
        p->dimensions[i] = p->dimensions[i + 1];
    return true;
}

/* ---- two columns ---- */

static int find_table(struct planner *pl, const char *one, const char *other, struct err *err)
{
    const struct json *tables = json_get(pl->profile, "tables");
    bool has_one = false, has_other = false;

    for (size_t i = 0; i < json_len(tables); i++) {
        const struct json *table = json_at(tables, i);
        bool here = column_of(table, one) != NULL, there = column_of(table, other) != NULL;
        has_one |= here;
        has_other |= there;
        if (!here || !there)
            continue;
        if (pl->table) {
            err_say(err, ERR_CLARIFICATION_NEEDED, "Several tables have these two columns.");
            return err_action(err, "Name one file, or one table of it.");
        }
        pl->table = table;
    }
    if (!has_one || !has_other)
        return no_column(has_one ? other : one, err);
    if (!pl->table)
        return err_say(err, ERR_INVALID_QUERY, "The two columns are not in one table.");
    return 0;
}

static int plan_column(struct planner *pl, const char *name, struct localize_half *ret, struct err *err)
{
    const struct json *column = column_of(pl->table, name);

    if (!is_number(column)) {
        err_say(err, ERR_TYPE_MISMATCH, "The column '%s' does not hold numbers.", name);
        return err_action(err, "Name the columns of what was expected and of what came.");
    }
    pl->taken[pl->n_taken++] = json_get_text(column, "name");
    *ret = (struct localize_half){ .value =
                                       arena_printf(pl->a, "sum(%s)", sql_name(pl->a, json_get_text(column, "name"))) };
    return 0;
}

static int plan_columns(struct planner *pl, struct err *err)
{
    const struct json *given = json_get(pl->args, "baseline");
    const char *baseline = json_text(given, NULL) ? json_text(given, NULL) : json_digits(given);
    const char *actual = json_get_text(pl->args, "actual");

    if (!baseline)
        return err_say(err, ERR_INVALID_INPUT, "With actual, baseline is the name of a column.");
    if (find_table(pl, baseline, actual, err) < 0 || plan_column(pl, baseline, &pl->p->baseline, err) < 0 ||
        plan_column(pl, actual, &pl->p->actual, err) < 0)
        return -1;
    pl->p->from = sql_name(pl->a, json_get_text(pl->table, "name"));
    return find_dimensions(pl, NULL, err);
}

/* ---- a metric over two periods ---- */

/* Columns of numbers that are moments become times where a table has no other, so that a metric can have periods. */
static void find_epochs(struct planner *pl)
{
    const struct json *tables = json_get(pl->profile, "tables");

    for (size_t t = 0; t < json_len(tables); t++) {
        const struct json *columns = json_get(json_at(tables, t), "columns");
        struct json *epoch = NULL;
        bool has_time = false;
        for (size_t i = 0; i < json_len(columns); i++) {
            struct json *column = json_at(columns, i);
            enum stretch_unit unit;
            has_time |= column_is_time(column);
            if (!epoch && is_type(column, "integer") &&
                stretch_is_epoch(json_get(column, "min"), json_get(column, "max"), &unit))
                epoch = column;
        }
        if (!has_time && epoch) {
            json_set(pl->a, epoch, "type", json_str(pl->a, "timestamp"));
            json_set(pl->a, epoch, "role", json_str(pl->a, "timestamp"));
        }
    }
}

static const struct json *table_named(const struct json *profile, const char *name)
{
    const struct json *tables = json_get(profile, "tables");

    for (size_t i = 0; i < json_len(tables); i++)
        if (strcmp(json_get_text(json_at(tables, i), "name"), name) == 0)
            return json_at(tables, i);
    return NULL;
}

/* The column that says when: the one that is named, or the table's first, which is told where there are more. */
static int find_time(struct planner *pl, const struct gauge *m, const struct json **ret, struct err *err)
{
    const char *named = json_get_text(pl->args, "time");
    const struct json *columns = json_get(pl->table, "columns");
    size_t times = 0;

    if (named) {
        *ret = column_of(pl->table, named);
        if (!*ret)
            return no_column(named, err);
        return 0;
    }
    for (size_t i = 0; i < json_len(columns); i++)
        times += column_is_time(json_at(columns, i));
    if (times > 1)
        note(pl, arena_printf(pl->a, "The table has several columns of dates; the periods are of %s.", m->date));
    *ret = column_of(pl->table, m->date);
    return 0;
}

static int unit_of(const struct json *column, enum stretch_unit *ret, struct err *err)
{
    *ret = STRETCH_DATE;
    if (stretch_is_epoch(json_get(column, "min"), json_get(column, "max"), ret) || column_is_time(column))
        return 0;
    err_say(err, ERR_TYPE_MISMATCH, "The column that should say when holds no dates.");
    return err_action(err, "Name another with time.");
}

static const char *condition(struct planner *pl, const struct gauge *m, const struct stretch *w, const char *column,
                             enum stretch_unit unit)
{
    const char *when = stretch_sql(pl->a, w, sql_name(pl->a, column), unit);

    return m->where ? arena_printf(pl->a, "(%s) AND %s", m->where, when) : when;
}

static void note_lengths(struct planner *pl, const struct stretch *before, const struct stretch *after)
{
    if (before->to_us - before->from_us != after->to_us - after->from_us && !pl->p->is_ratio)
        note(pl, "The periods differ in length; their figures are compared as they are.");
}

static int read_periods(struct planner *pl, struct stretch *ret_before, struct stretch *ret_after, struct err *err)
{
    const struct json *baseline = json_get(pl->args, "baseline"), *compare = json_get(pl->args, "compare");

    if (!baseline || !compare) {
        err_say(err, ERR_INVALID_DATE_RANGE, "A metric is compared between two periods: baseline and compare.");
        err_action(err, "For example baseline 2024-01-01..2024-01-31, compare 2024-02-01..2024-02-29.");
        return -1;
    }
    return stretch_read(pl->a, baseline, "baseline", ret_before, err) < 0
               ? -1
               : stretch_read(pl->a, compare, "compare", ret_after, err);
}

/* What the metric adds up is nothing to split it by. */
static int take_figures(struct planner *pl, const char *metric, struct err *err)
{
    struct selection s;
    struct expr e;
    bool is_select;

    if (selection_read(pl->a, metric, &is_select, &s, err) < 0)
        return -1;
    metric = is_select ? s.expr : metric;
    if (expr_read(pl->a, metric, strlen(metric), &e, err) < 0)
        return -1;
    for (size_t i = 0; i < e.n_names; i++)
        pl->taken[pl->n_taken++] = e.names[i];
    return 0;
}

static int plan_metric(struct planner *pl, const char *metric, struct err *err)
{
    struct localize_plan *p = pl->p;
    const struct json *column;
    struct stretch before, after;
    enum stretch_unit unit;
    struct gauge m;

    if (read_periods(pl, &before, &after, err) < 0)
        return -1;
    find_epochs(pl);
    if (gauge_read(pl->a, metric, pl->profile, &m, err) < 0)
        return -1;
    pl->table = table_named(pl->profile, m.table);
    if (find_time(pl, &m, &column, err) < 0 || unit_of(column, &unit, err) < 0)
        return -1;
    pl->taken[pl->n_taken++] = json_get_text(column, "name");
    if (take_figures(pl, metric, err) < 0)
        return -1;
    p->is_ratio = m.weight != NULL;
    p->has_periods = true;
    p->from = m.from;
    p->baseline = (struct localize_half){ m.value, m.weight, condition(pl, &m, &before, pl->taken[0], unit) };
    p->actual = (struct localize_half){ m.value, m.weight, condition(pl, &m, &after, pl->taken[0], unit) };
    note_lengths(pl, &before, &after);
    return find_dimensions(pl, &m, err);
}

/* ---- both ---- */

int localize_plan(struct arena *a, const struct json *args, struct json *profile, struct localize_plan *ret,
                  struct err *err)
{
    const char *metric = json_get_text(args, "metric"), *sql = json_get_text(args, "metric_sql");
    struct localize_plan made = { .notes = json_array(a) };
    struct planner pl = { .a = a, .args = args, .profile = profile, .p = &made };
    bool has_actual = json_get_text(args, "actual") != NULL;

    metric = metric ? metric : sql;
    if (has_actual && metric)
        return err_say(err, ERR_INVALID_INPUT, "Give either actual or metric, not both.");
    if (!has_actual && !metric) {
        err_say(err, ERR_METRIC_SQL_REQUIRED, "A metric, or the columns baseline and actual, must be given.");
        return err_action(err, "For example metric sum(total), with the periods baseline and compare.");
    }
    if ((has_actual ? plan_columns(&pl, err) : plan_metric(&pl, metric, err)) < 0)
        return -1;
    *ret = made;
    return 0;
}

/* ---- SQL ---- */

static void add_group(struct buf *b, size_t n, const char *words)
{
    for (size_t i = 0; i < n; i++)
        buf_addf(b, "%s%zu", i ? ", " : words, i + 1);
}

/* One half, grouped: figures of the other are null, and rows of it 0. */
static void add_half(struct buf *b, const struct localize_plan *p, bool is_baseline)
{
    const struct localize_half *h = is_baseline ? &p->baseline : &p->actual;

    buf_adds(b, "SELECT ");
    for (size_t i = 0; i < p->n_dimensions; i++)
        buf_addf(b, "%s AS d%zu, ", p->dimensions[i].sql, i);
    buf_addf(b, is_baseline ? "%s AS b, NULL AS a, " : "NULL AS b, %s AS a, ", h->value);
    if (p->is_ratio)
        buf_addf(b, is_baseline ? "%s AS bw, NULL AS aw, " : "NULL AS bw, %s AS aw, ", h->weight);
    buf_adds(b, is_baseline ? "count(*) AS bn, 0 AS an" : "0 AS bn, count(*) AS an");
    buf_addf(b, " FROM %s", p->from);
    if (h->where)
        buf_addf(b, " WHERE %s", h->where);
    add_group(b, p->n_dimensions, " GROUP BY ");
}

int localize_sql(struct arena *a, const struct localize_plan *p, const char **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(SQL_CHARS);

    buf_adds(&b, "SELECT ");
    for (size_t i = 0; i < p->n_dimensions; i++)
        buf_addf(&b, "d%zu, ", i);
    buf_adds(&b, "coalesce(sum(b), 0), coalesce(sum(a), 0), ");
    if (p->is_ratio)
        buf_adds(&b, "coalesce(sum(bw), 0), coalesce(sum(aw), 0), ");
    buf_adds(&b, "sum(bn), sum(an) FROM (");
    add_half(&b, p, true);
    buf_adds(&b, " UNION ALL ");
    add_half(&b, p, false);
    buf_adds(&b, ")");
    add_group(&b, p->n_dimensions, " GROUP BY ");
    add_group(&b, p->n_dimensions, " ORDER BY ");
    if (buf_check(&b, err) < 0)
        return -1;
    *ret = arena_dup(a, b.p, b.n);
    return 0;
}
