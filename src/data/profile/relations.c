/* relations.c - likely pairs of columns first, by what is known of them; then the values of each pair compared. */
#include "data/profile/relations.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "base/str.h"
#include "base/text/name_words.h"
#include "data/profile/profile_node.h"
#include "grid/table.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KEY_SHARE 0.9
#define SIMILAR_SHARE 0.5
#define SIMILAR_VALUES 3

/* A column of one table, to be compared with one of another. */
struct pair {
    const struct table_profile *from_table, *to_table;
    const struct column_profile *from, *to;
    double name; /* how well the names fit, 0 to 1 */
    size_t order;
};

struct search {
    struct engine *engine;
    const struct cancel *cancel;
    struct arena *arena;
    struct err *err;
    struct pair *pairs;
    size_t n, cap;
};

/* A relation that was found. */
struct relation {
    const struct pair *pair;
    const char *type;
    double confidence;
};

/* ---- names ---- */

static bool words_equal(const struct name_word *a, const struct name_word *b)
{
    return a->n == b->n && strncasecmp(a->p, b->p, a->n) == 0;
}

/* "customers" and "customer" are one. */
static bool is_plural_of(const struct name_word *many, const struct name_word *one)
{
    if (words_equal(many, one))
        return true;
    if (many->n == one->n + 1 && name_lower(many->p[one->n]) == 's')
        return strncasecmp(many->p, one->p, one->n) == 0;
    return many->n == one->n + 2 && one->n > 1 && strncasecmp(many->p, one->p, one->n - 1) == 0 &&
           name_same(many->p + one->n - 1, "ies", 3);
}

static bool all_equal(const struct name_word *a, size_t n, const struct name_word *b, size_t m)
{
    for (size_t i = 0; n == m && i < n; i++)
        if (!words_equal(&a[i], &b[i]))
            return false;
    return n == m;
}

/* How well "customer_id" of one table fits "id" or "customer_id" of "customers". */
static double name_fit(const char *from, const char *table, const char *to)
{
    struct name_word f[PROFILE_NAME_WORDS], t[PROFILE_NAME_WORDS], c[PROFILE_NAME_WORDS];
    size_t nf = name_words(from, f, PROFILE_NAME_WORDS), nt = name_words(table, t, PROFILE_NAME_WORDS);
    size_t nc = name_words(to, c, PROFILE_NAME_WORDS);

    if (nf == 0 || nc == 0)
        return 0;
    if (all_equal(f, nf, c, nc) && (nf > 1 || !name_word_is(&f[0], "id")))
        return 1;
    /* The column's own words behind the table's: "customer" "id". */
    if (nf > nc && nt > 0 && all_equal(f + nf - nc, nc, c, nc) && is_plural_of(&t[nt - 1], &f[nf - nc - 1]))
        return 1;
    /* The table's name alone: "customer" for the "id" of "customers". */
    if (nt > 0 && is_plural_of(&t[nt - 1], &f[nf - 1]))
        return 1;
    return nf > 1 && words_equal(&f[nf - 1], &c[nc - 1]) ? 0.5 : 0;
}

/* ---- likely pairs ---- */

static bool can_refer(const struct column_profile *c)
{
    return (c->column->type == COLUMN_INTEGER && c->role != ROLE_MEASURE) ||
           (c->column->type == COLUMN_TEXT && c->role != ROLE_MEASURE);
}

static bool is_unique(const struct column_profile *c)
{
    return c->values > 1 && c->distinct == c->values;
}

/* Whole numbers can be found in others only where the ranges meet. */
static bool ranges_meet(const struct column_profile *a, const struct column_profile *b)
{
    return a->column->type == COLUMN_TEXT || (a->least <= b->greatest && b->least <= a->greatest);
}

static bool is_likely(const struct pair *p)
{
    if (p->from->column->type != p->to->column->type || p->from->values == 0 || !ranges_meet(p->from, p->to))
        return false;
    if (p->from->column->type == COLUMN_INTEGER && p->name == 0)
        return false;
    if (is_unique(p->to))
        return (double)p->from->distinct * KEY_SHARE <= (double)p->to->distinct &&
               (p->from->distinct > 1 || p->name == 1);
    return p->from->distinct >= SIMILAR_VALUES && p->to->distinct >= SIMILAR_VALUES && !is_unique(p->from) &&
           p->from_table < p->to_table;
}

static void add_pair(struct search *s, struct pair p)
{
    if (s->n == s->cap) {
        struct pair *more = arena_array(s->arena, s->cap ? s->cap * 2 : 64, sizeof *more);
        if (s->n)
            memcpy(more, s->pairs, s->n * sizeof *more);
        s->cap = s->cap ? s->cap * 2 : 64;
        s->pairs = more;
    }
    p.order = s->n;
    s->pairs[s->n++] = p;
}

static int add_pairs(struct search *s, const struct table_profile *from, const struct table_profile *to)
{
    for (size_t i = 0; i < from->table->n_columns; i++) {
        if (cancel_check(s->cancel, s->err))
            return -1;
        for (size_t j = 0; can_refer(&from->columns[i]) && j < to->table->n_columns; j++) {
            struct pair p = { from, to, &from->columns[i], &to->columns[j], 0, 0 };
            if (!can_refer(p.to) || p.from->column->type != p.to->column->type)
                continue;
            p.name = name_fit(p.from->column->name, to->table->name, p.to->column->name);
            /* An "id" that repeats is another table's. */
            if (p.name == 0 && !is_unique(p.from) && str_ieq(p.from->column->name, "id") &&
                str_ieq(p.to->column->name, "id"))
                p.name = 0.5;
            if (is_likely(&p))
                add_pair(s, p);
        }
    }
    return 0;
}

static int by_name(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    if (x->name != y->name)
        return x->name > y->name ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* ---- comparing ---- */

static void add_values(struct buf *b, const struct table_profile *t, const struct column_profile *c)
{
    buf_adds(b, "(SELECT DISTINCT ");
    sql_add_name(b, c->column->name);
    buf_adds(b, " AS v FROM ");
    sql_add_name(b, t->table->name);
    buf_addc(b, ')');
}

/* Different values that both columns have. */
static int count_common(struct search *s, const struct pair *p, double *ret)
{
    struct buf sql CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);
    struct profiling run = { .engine = s->engine, .cancel = s->cancel, .arena = s->arena, .err = s->err };
    const struct json *row;

    buf_adds(&sql, "SELECT count(*) FROM ");
    add_values(&sql, p->from_table, p->from);
    buf_adds(&sql, " a JOIN ");
    add_values(&sql, p->to_table, p->to);
    buf_adds(&sql, " b ON a.v = b.v");
    row = profile_row(&run, &sql);
    if (!row)
        return -1;
    *ret = json_real(json_at(row, 0));
    return 0;
}

static double fewer(const struct pair *p)
{
    return (double)(p->from->distinct < p->to->distinct ? p->from->distinct : p->to->distinct);
}

/* What the common values make of a pair; false when nothing. */
static bool judge(const struct pair *p, double common, struct relation *ret)
{
    double contained = common / (double)p->from->distinct, shared = common / fewer(p);

    *ret = (struct relation){ .pair = p };
    if (is_unique(p->to) && contained >= KEY_SHARE) {
        ret->type = "foreign_key";
        ret->confidence = contained * (0.6 + 0.4 * p->name);
        return true;
    }
    if (shared < SIMILAR_SHARE || common < SIMILAR_VALUES || is_unique(p->to))
        return false;
    if (p->from->column->type == COLUMN_INTEGER && p->name < 1)
        return false;
    ret->type = "similar_values";
    ret->confidence = shared * (0.5 + 0.4 * p->name);
    return true;
}

/* Two keys that hold the same values refer to each other; one way is told, from the later table to the earlier. */
static bool is_told(const struct relation *found, size_t n, const struct pair *p)
{
    for (size_t i = 0; i < n; i++)
        if (found[i].pair->from == p->to && found[i].pair->to == p->from)
            return true;
    return false;
}

static int by_confidence(const void *a, const void *b)
{
    const struct relation *x = a, *y = b;

    if (x->confidence != y->confidence)
        return x->confidence > y->confidence ? -1 : 1;
    return x->pair->order < y->pair->order ? -1 : x->pair->order > y->pair->order;
}

static struct json *relation_json(struct arena *a, const struct relation *r)
{
    struct json *v = json_object(a);

    json_set(a, v, "from_table", json_str(a, r->pair->from_table->table->name));
    json_set(a, v, "from_column", json_str(a, r->pair->from->column->name));
    json_set(a, v, "to_table", json_str(a, r->pair->to_table->table->name));
    json_set(a, v, "to_column", json_str(a, r->pair->to->column->name));
    json_set(a, v, "relationship_type", json_str(a, r->type));
    json_set(a, v, "confidence", json_double(a, round(r->confidence * 1e4) / 1e4));
    return v;
}

static int compare(struct search *s, struct json **ret)
{
    size_t n = s->n < PROFILE_RELATIONS ? s->n : PROFILE_RELATIONS, n_found = 0;
    struct relation *found = arena_array(s->arena, n, sizeof *found);
    struct json *list = json_array(s->arena);

    for (size_t i = 0; i < n; i++) {
        double common;
        if (is_told(found, n_found, &s->pairs[i]))
            continue;
        if (count_common(s, &s->pairs[i], &common))
            return -1;
        n_found += judge(&s->pairs[i], common, &found[n_found]);
    }
    if (n_found > 0)
        qsort(found, n_found, sizeof *found, by_confidence);
    for (size_t i = 0; i < n_found; i++)
        json_push(s->arena, list, relation_json(s->arena, &found[i]));
    *ret = list;
    return 0;
}

int relations_find(struct engine *e, const struct table_profile *tables, size_t n, const struct cancel *cancel,
                   struct arena *a, struct json **ret, struct err *err)
{
    struct search s = { .engine = e, .cancel = cancel, .arena = a, .err = err };

    for (size_t i = n; i-- > 0;)
        for (size_t j = 0; j < n; j++)
            if (i != j && add_pairs(&s, &tables[i], &tables[j]))
                return -1;
    if (s.n > 0)
        qsort(s.pairs, s.n, sizeof *s.pairs, by_name);
    return compare(&s, ret);
}
