/* profile_keys.c - which columns tell the rows apart, and rows that nothing tells apart.
 *
 * A column that is there and different in every row is a key; that is known from the figures. Where there is none,
 * pairs are tried, those first whose columns have the most different values: a pair can only be a key when the numbers
 * of different values multiplied reach the number of rows. Amounts are no keys, whatever chance makes of them. With a
 * key there are no duplicate rows; without one they are counted.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "data/profile/profile_node.h"
#include "grid/table.h"
#include <stdlib.h>

static bool can_be_key(const struct column_profile *c)
{
    return c->values == c->rows && c->role != ROLE_MEASURE && c->column->type != COLUMN_BOOLEAN && c->distinct > 1;
}

static void add_key(struct profiling *p, const struct column_profile *a, const struct column_profile *b)
{
    struct json *key = json_array(p->arena);

    json_push(p->arena, key, json_str(p->arena, a->column->name));
    if (b)
        json_push(p->arena, key, json_str(p->arena, b->column->name));
    json_push(p->arena, p->profile->keys, key);
}

static void find_singles(struct profiling *p)
{
    const struct table *t = p->profile->table;

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct column_profile *c = &p->profile->columns[i];
        if (can_be_key(c) && c->distinct == t->rows)
            add_key(p, c, NULL);
    }
}

/* Rows that differ from every other in these columns; all columns when there are none. */
static int count_different(struct profiling *p, const struct column_profile *a, const struct column_profile *b,
                           uint64_t *ret)
{
    struct buf sql CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);
    const struct json *row;
    int64_t n;

    buf_adds(&sql, "SELECT count(*) FROM (SELECT DISTINCT ");
    if (a && b) {
        sql_add_name(&sql, a->column->name);
        buf_adds(&sql, ", ");
        sql_add_name(&sql, b->column->name);
    } else
        buf_addc(&sql, '*');
    buf_adds(&sql, " FROM ");
    sql_add_name(&sql, p->profile->table->name);
    buf_addc(&sql, ')');
    row = profile_row(p, &sql);
    if (!row)
        return -1;
    if (!json_int64(json_at(row, 0), &n) || n < 0)
        return err_set(p->err, ERR_INTERNAL, "The table could not be counted.", "a count that is no number");
    *ret = (uint64_t)n;
    return 0;
}

static int by_distinct(const void *a, const void *b)
{
    const struct column_profile *const *x = a, *const *y = b;

    if ((*x)->distinct != (*y)->distinct)
        return (*x)->distinct > (*y)->distinct ? -1 : 1;
    return *x < *y ? -1 : *x > *y; /* in the table's order */
}

/* Whether two numbers of different values are enough to tell so many rows apart. */
static bool suffice(const struct column_profile *a, const struct column_profile *b, uint64_t rows)
{
    return a->distinct >= (rows + b->distinct - 1) / b->distinct;
}

static int find_pairs(struct profiling *p)
{
    const struct table *t = p->profile->table;
    const struct column_profile **candidates = arena_array(p->arena, t->n_columns, sizeof *candidates);
    size_t n = 0, tried = 0;

    for (size_t i = 0; i < t->n_columns; i++)
        if (can_be_key(&p->profile->columns[i]))
            candidates[n++] = &p->profile->columns[i];
    qsort(candidates, n, sizeof *candidates, by_distinct);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n && suffice(candidates[i], candidates[j], t->rows); j++) {
            uint64_t different = 0;
            if (tried++ == PROFILE_PAIRS || json_len(p->profile->keys) == PROFILE_PAIR_KEYS)
                return 0;
            if (count_different(p, candidates[i], candidates[j], &different))
                return -1;
            if (different == t->rows)
                add_key(p, candidates[i], candidates[j]);
        }
    return 0;
}

int profile_keys(struct profiling *p)
{
    uint64_t rows = p->profile->table->rows, different = 0;

    p->profile->keys = json_array(p->arena);
    if (rows < 2)
        return 0;
    find_singles(p);
    if (json_len(p->profile->keys) == 0 && find_pairs(p))
        return -1;
    if (json_len(p->profile->keys) > 0)
        return 0;
    if (count_different(p, NULL, NULL, &different))
        return -1;
    p->profile->duplicates = rows - different;
    return 0;
}
