/* gauge.c - a metric found in the tables of a profile, and put into SQL.
 *
 * Joined tables lend their columns under names of their own, in a subquery that has the metric's table's name, so that
 * what the person wrote means the same with and without them. A table is joined only where the profile is sure that its
 * key tells its rows apart: a join must never make one row two.
 */
#include "agents/metrics/gauge.h"
#include "agents/metrics/gauge_expr.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "base/str.h"
#include "data/pii/pii.h"
#include <ctype.h>
#include <string.h>

#define PEOPLE 10           /* different names: fewer may be those of stores or makes */
#define JOIN_CONFIDENCE 0.9 /* as questions are joined: nearly all values are found, and the names say so */

const char *sql_name(struct arena *a, const char *name)
{
    struct buf b CLEANUP(buf_done) = BUF(SQL_CHARS);

    sql_add_name(&b, name);
    return arena_str(a, b.p);
}

const char *sql_text(struct arena *a, const char *text)
{
    char *made = arena_alloc(a, 2 * strlen(text) + 3), *to = made;

    *to++ = '\'';
    for (; *text; text++) {
        if (*text == '\'')
            *to++ = '\'';
        *to++ = *text;
    }
    *to = '\'';
    return made;
}

/* ---- the profile ---- */

struct json *column_of(const struct json *table, const char *name)
{
    const struct json *columns = json_get(table, "columns");

    for (size_t i = 0; i < json_len(columns); i++)
        if (str_same(json_get_text(json_at(columns, i), "name"), name))
            return json_at(columns, i);
    return NULL;
}

static const struct json *table_of(const struct json *profile, const char *name)
{
    const struct json *tables = json_get(profile, "tables");

    for (size_t i = 0; i < json_len(tables); i++)
        if (str_same(json_get_text(json_at(tables, i), "name"), name))
            return json_at(tables, i);
    return NULL;
}

static bool has_role(const struct json *column, const char *role)
{
    return strcmp(json_get_text(column, "role"), role) == 0;
}

bool column_is_time(const struct json *column)
{
    const char *type = json_get_text(column, "type");

    return strcmp(type, "date") == 0 || strcmp(type, "timestamp") == 0;
}

/* ---- people ---- */

static bool is_pattern(const char *column)
{
    for (size_t i = 0; i < pii_defaults_n; i++)
        if (pii_name(pii_defaults[i], column))
            return true;
    return false;
}

static bool has_word(const char *name, const char *const *words)
{
    for (; *words; words++)
        if (pii_name(*words, name))
            return true;
    return false;
}

static bool is_about_people(const struct json *profile, const struct json *table)
{
    static const char *const people[] = { "customer", "customers", "client",    "clients",  "person",  "persons",
                                          "people",   "employee",  "employees", "staff",    "user",    "users",
                                          "member",   "members",   "patient",   "patients", "student", "students",
                                          "contact",  "contacts",  NULL };
    const struct json *columns = json_get(table, "columns"), *left_out = json_get(profile, "left_out");
    const char *name = json_get_text(table, "name");

    for (size_t i = 0; i < json_len(columns); i++)
        if (is_pattern(json_get_text(json_at(columns, i), "name")))
            return true;
    for (size_t i = 0; i < json_len(left_out); i++) {
        const char *of = json_get_text(json_at(left_out, i), "table");
        if (of && str_same(of, name))
            return true;
    }
    return has_word(name, people);
}

/* Two or three words of letters, each with a capital first: "Hana Novak". */
static bool is_full_name(const char *text)
{
    size_t words = 0;

    for (; text && *text; words++) {
        size_t n = strcspn(text, " ");
        if (n < 2 || !(isupper((unsigned char)*text) || (unsigned char)*text >= 0x80) ||
            strcspn(text, "0123456789,;:/()&\"") < n)
            return false;
        text += n + (text[n] == ' ');
    }
    return words == 2 || words == 3;
}

/* Many different ones, and the frequent ones all look like it. */
static bool has_full_names(const struct json *column)
{
    const struct json *top = json_get(column, "top");

    for (size_t i = 0; i < json_len(top); i++)
        if (!is_full_name(json_text(json_get(json_at(top, i), "value"), NULL)))
            return false;
    return json_len(top) > 0 && json_get_int(column, "distinct", 0) >= PEOPLE;
}

bool column_is_personal(const struct json *profile, const struct json *table, const struct json *column)
{
    static const char *const names[] = {
        "first_name",   "last_name",     "full_name",   "given_name",    "family_name", "surname",
        "middle_name",  "customer_name", "client_name", "employee_name", "user_name",   "person_name",
        "patient_name", "student_name",  "member_name", "contact_name",  NULL
    };
    const char *name = json_get_text(column, "name");

    if (is_pattern(name) || has_word(name, names))
        return true;
    return str_same(name, "name") && (is_about_people(profile, table) || has_full_names(column));
}

/* ---- which table ---- */

static bool has_all(const struct json *table, const struct expr *e)
{
    for (size_t i = 0; i < e->n_names; i++)
        if (!column_of(table, e->names[i]))
            return false;
    return true;
}

static const struct json *date_of(const struct json *table)
{
    const struct json *columns = json_get(table, "columns");

    for (size_t i = 0; i < json_len(columns); i++)
        if (column_is_time(json_at(columns, i)))
            return json_at(columns, i);
    return NULL;
}

static int no_column(const struct json *profile, const char *missing, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(ERR_MESSAGE_BYTES);
    const struct json *tables = json_get(profile, "tables");

    for (size_t t = 0; t < json_len(tables); t++) {
        const struct json *columns = json_get(json_at(tables, t), "columns");
        for (size_t i = 0; i < json_len(columns); i++)
            buf_addf(&b, "%s%s", b.n ? ", " : "", json_get_text(json_at(columns, i), "name"));
    }
    err_say(err, ERR_COLUMN_NOT_FOUND, "There is no column '%s' in the files.", missing);
    return err_action(err, "Columns there are: %s.", b.p);
}

/* The table that has all the columns, and a time: of several, the one that most others are joined to comes first. */
static int choose_table(const struct json *profile, const struct expr *e, const char *named, const struct json **ret,
                        struct err *err)
{
    const struct json *tables = json_get(profile, "tables"), *dateless = NULL;

    if (named) {
        *ret = table_of(profile, named);
        if (!*ret)
            return err_say(err, ERR_COLUMN_NOT_FOUND, "There is no table '%s' in the files.", named);
        for (size_t i = 0; i < e->n_names; i++)
            if (!column_of(*ret, e->names[i]))
                return no_column(profile, e->names[i], err);
        return 0;
    }
    for (size_t t = 0; t < json_len(tables); t++) {
        if (!has_all(json_at(tables, t), e))
            continue;
        dateless = json_at(tables, t);
        if (date_of(dateless)) {
            *ret = dateless;
            return 0;
        }
    }
    for (size_t i = 0; !dateless && i < e->n_names; i++)
        for (size_t t = 0; t <= json_len(tables); t++) {
            if (t == json_len(tables))
                return no_column(profile, e->names[i], err);
            if (column_of(json_at(tables, t), e->names[i]))
                break;
        }
    if (!dateless)
        return err_say(err, ERR_INVALID_QUERY, "The metric's columns are not all in one table.");
    *ret = dateless;
    return 0;
}

/* ---- what joins ---- */

struct joining {
    struct arena *a;
    const struct json *profile, *table;
    struct gauge *m;
    const char **joined;
    struct buf columns, joins;
};

static bool is_key(const struct json *table, const char *column)
{
    const struct json *keys = json_get(table, "keys");

    for (size_t i = 0; i < json_len(keys); i++)
        if (json_len(json_at(keys, i)) == 1 && str_same(json_text(json_at(json_at(keys, i), 0), NULL), column))
            return true;
    return false;
}

static bool is_taken(const struct joining *j, const char *name)
{
    for (size_t i = 0; i < j->m->n_dimensions; i++)
        if (str_same(j->m->dimensions[i].name, name))
            return true;
    return column_of(j->table, name) != NULL;
}

static bool is_figure(const struct gauge *m, const char *column)
{
    for (size_t i = 0; i < m->n_figures; i++)
        if (str_same(m->figures[i], column))
            return true;
    return false;
}

static bool is_dimension(const struct json *column)
{
    int64_t distinct = json_get_int(column, "distinct", 0);

    return has_role(column, "dimension") && distinct >= 2 && distinct <= METRICS_DIMENSION_VALUES;
}

static void add_dimensions(struct joining *j, const struct json *table, bool is_own, size_t place)
{
    const struct json *columns = json_get(table, "columns");
    const char *name = json_get_text(table, "name");

    for (size_t i = 0; i < json_len(columns) && j->m->n_dimensions < METRICS_DIMENSIONS; i++) {
        const struct json *column = json_at(columns, i);
        const char *called = json_get_text(column, "name");
        if (!is_dimension(column) || (is_own && is_figure(j->m, called)) ||
            column_is_personal(j->profile, table, column))
            continue;
        if (!is_own && is_taken(j, called))
            called = arena_printf(j->a, "%s.%s", name, called);
        if (!is_own) {
            buf_addf(&j->columns, ", j%zu.%s AS ", place, sql_name(j->a, json_get_text(column, "name")));
            sql_add_name(&j->columns, called);
        }
        j->m->dimensions[j->m->n_dimensions++] = (struct dimension){ .name = called,
                                                                     .table = name,
                                                                     .column = json_get_text(column, "name"),
                                                                     .distinct = json_get_int(column, "distinct", 0),
                                                                     .is_own = is_own };
    }
}

static bool is_joined(const struct joining *j, const struct json *table)
{
    for (size_t i = 0; i < j->m->n_joined; i++)
        if (str_same(j->joined[i], json_get_text(table, "name")))
            return true;
    return false;
}

static void join(struct joining *j, const struct json *relation)
{
    const struct json *to = table_of(j->profile, json_get_text(relation, "to_table"));
    const char *column = json_get_text(relation, "to_column");

    if (!to || to == j->table || is_joined(j, to) || !is_key(to, column) || j->m->n_joined == METRICS_FILES ||
        table_of(j->profile, json_get_text(relation, "from_table")) != j->table ||
        strcmp(json_get_text(relation, "relationship_type"), "foreign_key") != 0 ||
        json_real(json_get(relation, "confidence")) < JOIN_CONFIDENCE)
        return;
    buf_addf(&j->joins, " LEFT JOIN %s AS j%zu ON t.%s = j%zu.%s", sql_name(j->a, json_get_text(to, "name")),
             j->m->n_joined, sql_name(j->a, json_get_text(relation, "from_column")), j->m->n_joined,
             sql_name(j->a, column));
    add_dimensions(j, to, false, j->m->n_joined);
    j->joined[j->m->n_joined++] = json_get_text(to, "name");
}

/* The rows of the metric, with what other tables lend them. */
static int join_all(struct arena *a, const struct json *profile, const struct json *table, const char *alias,
                    struct gauge *m, struct err *err)
{
    const struct json *relations = json_get(profile, "relationships");
    struct joining j = { .a = a, .profile = profile, .table = table, .m = m };
    int status;

    buf_init(&j.columns, SQL_CHARS);
    buf_init(&j.joins, SQL_CHARS);
    j.joined = arena_array(a, METRICS_FILES, sizeof *j.joined);
    m->dimensions = arena_array(a, METRICS_DIMENSIONS, sizeof *m->dimensions);
    m->joined = j.joined;
    add_dimensions(&j, table, true, 0);
    for (size_t i = 0; i < json_len(relations); i++)
        join(&j, json_at(relations, i));
    m->from = arena_printf(a, "%s AS %s", sql_name(a, m->table), sql_name(a, alias));
    if (j.columns.n > 0)
        m->from = arena_printf(a, "(SELECT t.*%s FROM %s AS t%s) AS %s", j.columns.p, sql_name(a, m->table), j.joins.p,
                               sql_name(a, alias));
    status = buf_check(&j.columns, err) < 0 || buf_check(&j.joins, err) < 0 ? -1 : 0;
    buf_done(&j.columns);
    buf_done(&j.joins);
    return status;
}

/* ---- reading ---- */

static int find_date(const struct json *table, struct gauge *m, struct err *err)
{
    const struct json *column = date_of(table);

    if (!column) {
        err_say(err, ERR_INVALID_QUERY, "No column of the metric's table says when a row was.");
        return err_action(err, "The table needs a column of dates, so that two periods can be compared.");
    }
    m->date = json_get_text(column, "name");
    for (size_t i = 0; i < json_len(json_get(table, "columns")); i++)
        m->n_dates += column_is_time(json_at(json_get(table, "columns"), i));
    return 0;
}

/* All but the joins. */
static int find_gauge(struct arena *a, const char *metric_sql, const struct json *tables, struct selection *s,
                      const struct json **ret_table, struct gauge *ret, struct err *err)
{
    struct expr e;
    bool is_select = false;

    if (selection_read(a, metric_sql, &is_select, s, err) < 0)
        return -1;
    if (!is_select)
        s->expr = metric_sql;
    if (expr_read(a, s->expr, strlen(s->expr), &e, err) < 0 || choose_table(tables, &e, s->table, ret_table, err) < 0)
        return -1;
    *ret = (struct gauge){ .text = arena_str(a, metric_sql),
                           .table = json_get_text(*ret_table, "name"),
                           .value = e.value,
                           .weight = e.weight,
                           .counts = e.counts,
                           .figures = e.names,
                           .n_figures = e.n_names,
                           .where = s->where };
    return find_date(*ret_table, ret, err);
}

int gauge_read(struct arena *a, const char *metric_sql, const struct json *profile, struct gauge *ret, struct err *err)
{
    struct selection s;
    const struct json *table = NULL;
    struct gauge m;

    if (find_gauge(a, metric_sql, profile, &s, &table, &m, err) < 0 ||
        join_all(a, profile, table, s.alias ? s.alias : m.table, &m, err) < 0)
        return -1;
    *ret = m;
    return 0;
}

int gauge_check(struct arena *a, const char *metric_sql, const struct json *described, struct err *err)
{
    struct selection s;
    const struct json *table = NULL;
    struct gauge m;

    return find_gauge(a, metric_sql, described, &s, &table, &m, err);
}

/* ---- asking ---- */

/* One period, split. */
static const char *period_sql(struct arena *a, const struct gauge *m, const struct span *p, const struct split *s)
{
    const char *date = sql_name(a, m->date), *where = m->where ? arena_printf(a, "(%s) AND ", m->where) : "";
    const char *also = s->also ? arena_printf(a, " AND (%s)", s->also) : "";
    const char *by = s->by[1]   ? arena_printf(a, "%s AS part, %s AS part_2, ", s->by[0], s->by[1])
                     : s->by[0] ? arena_printf(a, "%s AS part, ", s->by[0])
                                : "";
    const char *weight = m->weight ? arena_printf(a, ", %s AS weight", m->weight) : "";
    const char *group = s->by[1] ? " GROUP BY 1, 2" : s->by[0] ? " GROUP BY 1" : "";

    return arena_printf(a,
                        "SELECT %s%s AS value%s, count(*) AS n FROM %s WHERE %sCAST(%s AS DATE) BETWEEN DATE '%s' AND "
                        "DATE '%s'%s%s",
                        by, m->value, weight, m->from, where, date, p->from, p->to, also, group);
}

/* Of a ratio, a part's share in the change: what it adds to the distance from the baseline's level, after less before.
 */
static const char *change_sql(const struct gauge *m)
{
    if (!m->weight)
        return "coalesce(a.value, 0) - coalesce(b.value, 0)";
    return "coalesce((a.value - l.level * a.weight) / nullif(l.after, 0), 0)"
           " - coalesce((b.value - l.level * b.weight) / nullif(l.before, 0), 0)";
}

const char *gauge_days_sql(struct arena *a, const struct gauge *m, const struct span *baseline,
                           const struct span *comparison, const char *also)
{
    struct split daily = { .by = { arena_printf(a, "CAST(%s AS DATE)", sql_name(a, m->date)) }, .also = also };
    const char *value = m->weight ? "value * 1.0 / nullif(weight, 0)" : "value";
    const char *weight = m->weight ? ", weight" : "";

    return arena_printf(a,
                        "SELECT 'baseline' AS period, part AS day, %s AS value, n AS row_count%s FROM (%s) UNION ALL "
                        "SELECT 'comparison', part, %s, n%s FROM (%s) ORDER BY 1, 2 LIMIT %d",
                        value, weight, period_sql(a, m, baseline, &daily), value, weight,
                        period_sql(a, m, comparison, &daily), METRICS_DAYS);
}

const char *gauge_sql(struct arena *a, const struct gauge *m, const struct span *baseline,
                      const struct span *comparison, const struct split *s)
{
    const char *parts = s->by[1]   ? "coalesce(b.part, a.part) AS part, coalesce(b.part_2, a.part_2) AS part_2, "
                        : s->by[0] ? "coalesce(b.part, a.part) AS part, "
                                   : "";
    const char *on = s->by[1]   ? "b.part IS NOT DISTINCT FROM a.part AND b.part_2 IS NOT DISTINCT FROM a.part_2"
                     : s->by[0] ? "b.part IS NOT DISTINCT FROM a.part"
                                : "true";
    const char *level = m->weight
                            ? ", l AS (SELECT (SELECT sum(value) FROM b) * 1.0 / nullif((SELECT sum(weight) FROM "
                              "b), 0) AS level, (SELECT sum(weight) FROM b) AS before, (SELECT sum(weight) FROM a)"
                              " AS after)"
                            : "";
    const char *figures = m->weight ? "b.value * 1.0 / nullif(b.weight, 0) AS baseline, a.value * 1.0 / "
                                      "nullif(a.weight, 0) AS comparison"
                                    : "coalesce(b.value, 0) AS baseline, coalesce(a.value, 0) AS comparison";
    const char *order = s->by[1] ? "abs(change) DESC, part, part_2" : s->by[0] ? "abs(change) DESC, part" : "change";

    return arena_printf(a,
                        "WITH b AS (%s), a AS (%s)%s SELECT %s%s, %s AS change, coalesce(b.n, 0) AS baseline_rows, "
                        "coalesce(a.n, 0) AS comparison_rows FROM b FULL JOIN a ON %s%s ORDER BY %s LIMIT %d",
                        period_sql(a, m, baseline, s), period_sql(a, m, comparison, s), level, parts, figures,
                        change_sql(m), on, m->weight ? ", l" : "", order, METRICS_PARTS);
}
