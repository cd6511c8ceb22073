/* profile.c - the steps of a profile in their order, and its JSON. */
#include "data/profile/profile.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "data/engine/engine.h"
#include "data/engine/query.h"
#include "data/profile/profile_node.h"
#include "grid/table.h"
#include <math.h>

const char *column_role_name(enum column_role role)
{
    static const char *const names[] = { "dimension", "measure", "id", "timestamp" };

    return names[role];
}

const struct json *profile_row(struct profiling *p, const struct buf *sql)
{
    struct dataset_rows rows;

    if (buf_check(sql, p->err) || engine_run(p->engine, sql->p, p->cancel, p->arena, &rows, p->err))
        return NULL;
    if (json_len(rows.rows) != 1) {
        err_set(p->err, ERR_INTERNAL, "The table could not be counted.", "%zu rows instead of one",
                json_len(rows.rows));
        return NULL;
    }
    return json_at(rows.rows, 0);
}

int profile_table(struct engine *e, const struct table *t, const struct cancel *cancel, struct arena *a,
                  struct table_profile *ret, struct err *err)
{
    struct table_profile profile = { .table = t, .columns = arena_array(a, t->n_columns, sizeof *profile.columns) };
    struct profiling p = { .engine = e, .cancel = cancel, .arena = a, .err = err, .profile = &profile };

    for (size_t i = 0; i < t->n_columns; i++)
        profile.columns[i] = (struct column_profile){ .column = &t->columns[i], .rows = t->rows };
    if (profile_figures(&p))
        return -1;
    for (size_t i = 0; i < t->n_columns; i++)
        profile_role(t, &profile.columns[i]);
    if (profile_details(&p) || profile_keys(&p))
        return -1;
    for (size_t i = 0; i < t->n_columns; i++) {
        profile_quality(a, &profile.columns[i]);
        profile.quality += profile.columns[i].quality / (double)t->n_columns;
    }
    *ret = profile;
    return 0;
}

/* ---- JSON ---- */

/* A share or a score: four decimals say enough. */
static struct json *score(struct arena *a, double v)
{
    return json_double(a, round(v * 1e4) / 1e4);
}

static struct json *figure(struct arena *a, const struct column_profile *c, double v)
{
    return c->has_figures && isfinite(v) ? json_double(a, v) : json_null(a);
}

static struct json *quantiles(struct arena *a, const struct column_profile *c)
{
    static const char *const names[PROFILE_QUANTILES] = { "p05", "p25", "p50", "p75", "p95" };
    struct json *v = json_object(a);

    if (!c->has_figures)
        return json_null(a);
    for (size_t i = 0; i < PROFILE_QUANTILES; i++)
        json_set(a, v, names[i], figure(a, c, c->quantiles[i]));
    return v;
}

static struct json *column_json(struct arena *a, const struct column_profile *c)
{
    struct json *v = json_object(a);

    json_set(a, v, "name", json_str(a, c->column->name));
    json_set(a, v, "type", json_str(a, column_type_name(c->column->type)));
    json_set(a, v, "role", json_str(a, column_role_name(c->role)));
    json_set(a, v, "nulls", json_int(a, (int64_t)(c->rows - c->values)));
    json_set(a, v, "distinct", json_int(a, (int64_t)c->distinct));
    json_set(a, v, "min", c->min);
    json_set(a, v, "max", c->max);
    json_set(a, v, "mean", figure(a, c, c->mean));
    json_set(a, v, "stddev", figure(a, c, c->deviation));
    json_set(a, v, "quantiles", quantiles(a, c));
    json_set(a, v, "top", c->top ? c->top : json_array(a));
    json_set(a, v, "histogram", c->histogram);
    json_set(a, v, "outliers", c->outliers);
    json_set(a, v, "problems", c->problems);
    json_set(a, v, "quality", score(a, c->quality));
    return v;
}

struct json *profile_to_json(struct arena *a, const struct table_profile *p)
{
    struct json *v = json_object(a), *columns = json_array(a), *assumptions = json_array(a);

    for (size_t i = 0; i < p->table->n_columns; i++)
        json_push(a, columns, column_json(a, &p->columns[i]));
    json_set(a, v, "name", json_str(a, p->table->name));
    json_set(a, v, "row_count", json_int(a, (int64_t)p->table->rows));
    json_set(a, v, "quality", score(a, p->quality));
    json_set(a, v, "duplicate_rows", json_int(a, (int64_t)p->duplicates));
    json_set(a, v, "keys", p->keys);
    json_set(a, v, "columns", columns);
    for (size_t i = 0; i < p->table->n_assumptions; i++)
        json_push(a, assumptions, json_str(a, p->table->assumptions[i]));
    json_set(a, v, "assumptions", assumptions);
    return v;
}
