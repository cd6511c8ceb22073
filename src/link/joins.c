/* joins.c - which column refers to which table's key, by what they are called and by their values.
 *
 * A reference is believed by its name where values do not speak against it ("singer_id", singer.id), and by its values
 * where these can hardly be inside the key by chance: numbers that are spread out, or texts. Numbers from 1 upwards are
 * inside any key of that kind, so they need a name, or are believed little. A column may refer to several tables: the
 * best is what it refers to, and the others are less likely.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "base/mix.h"
#include "base/str.h"
#include "link/lexicon.h"
#include "link/schema_node.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOOKED 1024      /* values of a column that are looked for in another */
#define BEGINNING 3      /* letters of a word that may stand for it: "stu" for student */
#define INSIDE_SAID 0.1  /* share of values that must be inside where the name says all; data have holes */
#define INSIDE_NAMED 0.5 /* where it says most of it */
#define INSIDE 0.97      /* and where it does not */
#define FEW 3            /* different values: fewer are inside anything */
#define LARGE 1000       /* numbers from here on name something, where they are inside a key */
#define NAMED 0.75       /* of a name that says it */
#define SECOND 0.5       /* of a score, where the column rather refers to another table */
#define BY_VALUES 0.3    /* the best score that values give without a name */
#define BY_VALUES_MOST 3 /* keys that values may fit */
#define LEAST_VALUES 2   /* of a column without a name that refers to something */
#define WHOLE_BYTES 32   /* of a whole number */
#define DENSE 0.6        /* numbers that fill so much of their range are counted through */

static bool same_words(const char *const *a, const char *const *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

static bool short_for(const char *word, const char *whole)
{
    const char *forms[8];
    size_t n = strlen(word), found;

    if (n >= BEGINNING && strncmp(word, whole, n) == 0)
        return true;
    found = lexicon_long(word, forms, 8);
    for (size_t i = 0; i < found; i++)
        if (strcmp(forms[i], whole) == 0)
            return true;
    return false;
}

/* One of the n words is the word, its plural, or short for it. */
static bool has_word(const struct link_name *name, size_t n, const char *word, const char *stem)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name->stems[i], stem) == 0 || short_for(name->words[i], word) || short_for(word, name->words[i]))
            return true;
    return false;
}

/* How many of a table's words are among the first n of a column. */
static size_t table_words(const struct link_name *table, const struct link_name *column, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < table->n; i++)
        found += has_word(column, n, table->words[i], table->stems[i]);
    return found;
}

/* The words of a name before what says that it is an identifier, and before what qualifies them: "start station" of
 * start_station_id, "club" of club_id_2, "member" of member_in_charge_id. */
static size_t core(const struct link_name *name)
{
    size_t n = name->n;

    for (size_t i = 1; i < name->n && n == name->n; i++)
        if (lexicon_stop(name->words[i]))
            n = i;

    while (n > 0 && (lexicon_heading(name->words[n - 1], "id") || str_is_digit(name->words[n - 1][0])))
        n--;
    return n;
}

/* The last word of the core, the one that says what is meant, is the last of the table's name. */
static bool core_is_table(const struct link_name *name, const struct link_name *table)
{
    struct link_name last = *name;
    size_t n = core(name);

    if (n == 0 || table->n == 0)
        return false;
    last.words += n - 1;
    last.stems += n - 1;
    return has_word(&last, 1, table->words[table->n - 1], table->stems[table->n - 1]);
}

/* One core ends as the other. */
static bool core_ends(const struct link_name *name, const struct link_name *with)
{
    size_t n = core(name), m = core(with);

    return m > 0 && n >= m && same_words(name->stems + (n - m), with->stems, m);
}

/* The key of its own table by its name: it refers to another one only where that is said plainly. */
static bool own_key(const struct link_schema *s, const struct link_column *c)
{
    return c->traits & LINK_UNIQUE && core(&c->name) > 0 && core_is_table(&c->name, &s->tables[c->table].name);
}

/* "number_of_hosts" and "home_games" count them, they name none. */
static bool counted(const struct link_column *c)
{
    const char *last = c->name.n > 0 ? c->name.words[c->name.n - 1] : "";

    return c->name.n > 1 && c->traits & LINK_NUMBER && !(c->traits & LINK_ID) && str_ends(last, "s");
}

/* How much the names say that `from` refers to `to`: 1 all, 0 nothing. */
static double name_score(const struct link_schema *s, const struct link_column *from, const struct link_column *to)
{
    const struct link_name *f = &from->name, *t = &to->name, *table = &s->tables[to->table].name;
    bool same = f->n == t->n && f->n > 0 && same_words(f->stems, t->stems, f->n);
    bool is_id = (from->traits & LINK_ID) != 0, key = (to->traits & LINK_KEY) != 0;

    if (same && core(f) > 0)
        return is_id || core_is_table(t, table) ? 1 : key ? NAMED : to->traits & LINK_NAMELIKE ? 0.3 : 0.1;
    if (core_is_table(f, table) && !counted(from)) {
        if (table_words(table, f, f->n) == table->n && (key || core(t) == 0))
            return 1;
        if (core(t) == 0 || core_is_table(t, table))
            return own_key(s, from) ? 0.1 : 0.85;
    }
    if (core_ends(f, t) && (is_id || key))
        return 0.9;
    if (core(f) > 0 && table_words(table, f, core(f)) > 0)
        return is_id ? 0.5 : 0.2;
    if (core(f) == 0 && is_id && to->traits & LINK_ID)
        return core(t) == 0 || core_is_table(t, table) ? 0.3 : 0.2;
    return is_id ? 0.1 : 0;
}

/* Whether the column has the value; of numbers, also where one of the two writes 1 as 1.0. */
static bool has_value(const struct schema *s, size_t column, const struct kept_value *v, bool number)
{
    const char *p = value_text(s, v), *point = number ? memchr(p, '.', v->n) : NULL;
    char other[WHOLE_BYTES + 2];
    size_t n = point ? (size_t)(point - p) : v->n;

    if (value_of_column(s, column, p, v->n, v->hash))
        return true;
    if (!number || n > WHOLE_BYTES || (point && strspn(point + 1, "0") < v->n - n - 1))
        return false;
    memcpy(other, p, n);
    memcpy(other + n, ".0", 2);
    n += point ? 0 : 2;
    return value_of_column(s, column, other, n, mix_hash(other, n)) != NULL;
}

/* A key of more numbers than are kept, which fill their range: all others of the range are taken to be there. */
static bool has_range(const struct schema *s, size_t column)
{
    const struct link_column *c = &s->columns[column];

    return s->load[column].cut && c->traits & LINK_UNIQUE && column_is_number(c->type) &&
           (double)c->distinct >= DENSE * (c->most - c->least + 1);
}

static bool in_range(const struct schema *s, size_t column, const struct kept_value *v)
{
    const struct link_column *c = &s->columns[column];
    double number;

    return value_number(value_text(s, v), v->n, &number) && number >= c->least && number <= c->most;
}

/* The share of from's values that `to` has, of those looked at; 1 where there are none. */
static double inside(const struct schema *s, size_t from, size_t to)
{
    const struct column_values *c = &s->load[from];
    size_t step = c->n / LOOKED + 1, looked = 0, found = 0;
    bool range = has_range(s, to);

    for (size_t i = 0; i < c->n; i += step) {
        const struct kept_value *v = &c->values[i];
        looked++;
        found += range ? in_range(s, to, v) : has_value(s, to, v, (s->columns[from].traits & LINK_NUMBER) != 0);
    }
    return looked > 0 ? (double)found / (double)looked : 1;
}

/* The values of a key are counted through: 1, 2, 3, ... Large ones are not what else is counted. */
static bool dense(const struct link_column *c)
{
    if (!column_is_number(c->type) || (c->least >= LARGE && c->most >= c->least))
        return false;
    return c->most < c->least || (double)c->distinct >= DENSE * (c->most - c->least + 1);
}

static bool comparable(const struct link_column *from, const struct link_column *to)
{
    unsigned no = LINK_PROSE | LINK_TRUTH | LINK_GENDER | LINK_CROSSTAB;
    bool number = from->traits & LINK_NUMBER, other = to->traits & LINK_NUMBER;

    if (from->table == to->table || (from->traits | to->traits) & no || from->type == COLUMN_FLOAT ||
        to->type == COLUMN_FLOAT)
        return false;
    if ((from->traits | to->traits) & (LINK_DATE | LINK_YEAR) && !(to->traits & LINK_ID))
        return false;
    return number == other || from->rows == from->nulls || to->rows == to->nulls;
}

static bool can_be_key(const struct schema *s, size_t column)
{
    const struct link_column *c = &s->columns[column];

    return c->traits & LINK_UNIQUE || c->rows == 0 || s->tables[c->table].key == column;
}

/* Whose key it rather is where both sides are unique: the one whose table has the column's name, is the larger, and has
 * it first. */
static double parent_score(const struct link_schema *s, const struct link_column *to)
{
    const struct link_table *t = &s->tables[to->table];

    return (table_words(&t->name, &to->name, to->name.n) > 0 ? 0.06 : 0) +
           (s->tables[to->table].key != LINK_NONE && &s->columns[t->key] == to ? 0.05 : 0) +
           (to->place == 0 ? 0.03 : 0);
}

/* How likely the join is; 0: not. */
static double join_score(const struct schema *s, size_t i, size_t k, double *ret_inside)
{
    const struct link_column *from = &s->columns[i], *to = &s->columns[k];
    double name, share, values;
    bool known = s->load[i].n > 0 && s->load[k].n > 0;

    if (!comparable(from, to) || !can_be_key(s, k))
        return 0;
    name = name_score(&s->open, from, to);
    if (name < NAMED && (!known || dense(to) || from->distinct < (to->least >= LARGE ? 2 : FEW)))
        return 0;
    if (name < 0.2 && !(to->traits & LINK_KEY))
        return 0;
    share = inside(s, i, k);
    *ret_inside = share;
    if (known && share < (name == 1 ? INSIDE_SAID : name >= NAMED ? INSIDE_NAMED : INSIDE))
        return 0;
    values = !known ? 0.3 : dense(to) ? 0.5 * share : share;
    return 0.6 * name + 0.25 * values + parent_score(&s->open, to);
}

/* The parent refers to the child as much as the child to it: the one that is kept is the child's reference. */
static bool backwards(const struct schema *s, size_t from, size_t to, double score)
{
    double other_inside = 0;

    return join_score(s, to, from, &other_inside) > score ||
           (join_score(s, to, from, &other_inside) == score && from < to);
}

/* Columns that others may refer to, at most LINK_JOIN_KEYS of them, those of the first tables. */
static size_t find_keys(const struct schema *s, size_t *keys)
{
    size_t n = 0;

    for (size_t i = 0; i < s->open.n_columns && n < LINK_JOIN_KEYS; i++)
        if (can_be_key(s, i) && !(s->columns[i].traits & (LINK_PROSE | LINK_CROSSTAB)))
            keys[n++] = i;
    return n;
}

/* One for each table it may refer to. The best is what it refers to; the others are kept as less likely: the key of
 * one table is often that of another, too. */
static void find_named(struct schema *s, size_t from, const size_t *keys, size_t n_keys, struct link_join *joins,
                       size_t *n)
{
    const size_t first = *n;
    struct link_join *best = NULL;

    for (size_t i = 0; i < n_keys; i++) {
        size_t to = keys[i];
        double share = 0, score = join_score(s, from, to, &share);
        struct link_join *last = *n > first ? &joins[*n - 1] : NULL;
        const bool same_table = last && s->columns[last->to].table == s->columns[to].table;
        if (score <= 0 || backwards(s, from, to, score) || (same_table && last->score >= score))
            continue;
        if (!same_table && *n == LINK_JOINS)
            break;
        last = same_table ? last : &joins[(*n)++];
        *last = (struct link_join){ .from = from, .to = to, .score = fmin(score, 1), .inside = share };
    }
    for (size_t i = first; i < *n; i++)
        if (!best || joins[i].score > best->score)
            best = &joins[i];
    for (size_t i = first; i < *n; i++)
        if (&joins[i] != best)
            joins[i].score *= SECOND;
    if (best)
        s->columns[from].traits |= LINK_FOREIGN;
}

/* A key of its table, or a column of the same name whose values are all different, too. */
static bool is_like_key(const struct schema *s, const struct link_column *f, size_t to)
{
    const struct link_column *t = &s->columns[to];

    return s->tables[t->table].key == to ||
           (t->traits & LINK_UNIQUE && f->name.n == t->name.n && same_words(f->name.stems, t->name.stems, t->name.n));
}

/* How well the values alone fit a key: the share of the key's values that come up; 0 where one of them is no key. */
static double values_fit(const struct schema *s, size_t from, size_t to)
{
    const struct link_column *f = &s->columns[from], *t = &s->columns[to];
    const unsigned no = LINK_DATE | LINK_YEAR | LINK_RATING;

    if (!comparable(f, t) || (f->traits & no) || f->type == COLUMN_DECIMAL || !is_like_key(s, f, to) ||
        s->load[from].n < LEAST_VALUES || t->distinct < f->distinct || inside(s, from, to) < 1)
        return 0;
    return (double)f->distinct / (double)t->distinct;
}

/* What no name says, values may: the smallest keys that have all of them. Numbers from 1 upwards are in many a key, so
 * they are believed little: where tables are tied by nothing else. */
static void find_by_values(struct schema *s, size_t from, const size_t *keys, size_t n_keys, struct link_join *joins,
                           size_t *n)
{
    struct link_join found[BY_VALUES_MOST] = { 0 };

    for (size_t k = 0; k < n_keys; k++) {
        struct link_join next = { .from = from, .to = keys[k], .score = values_fit(s, from, keys[k]), .inside = 1 };
        for (size_t i = 0; i < BY_VALUES_MOST; i++)
            if (next.score > found[i].score) {
                const struct link_join worse = found[i];
                found[i] = next;
                next = worse;
            }
    }
    for (size_t i = 0; i < BY_VALUES_MOST && found[i].score > 0 && *n < LINK_JOINS; i++) {
        found[i].score *= i == 0 ? BY_VALUES : BY_VALUES * SECOND;
        joins[(*n)++] = found[i];
    }
}

static int likelier_first(const void *x, const void *y)
{
    const struct link_join *a = x, *b = y;

    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->from != b->from ? (a->from < b->from ? -1 : 1) : 0;
}

/* A table whose columns are little but references. */
static void find_bridges(struct schema *s)
{
    for (size_t i = 0; i < s->open.n_tables; i++) {
        struct link_table *t = &s->tables[i];
        size_t references = 0;
        for (size_t k = t->first; k < t->first + t->n; k++)
            references += (s->columns[k].traits & LINK_FOREIGN) != 0;
        t->bridge = references >= 2 && t->n <= references + 2;
    }
}

void schema_joins(struct schema *s)
{
    struct link_join *joins = arena_array(s->arena, LINK_JOINS, sizeof *joins);
    size_t *keys = arena_array(s->arena, LINK_JOIN_KEYS, sizeof *keys);
    size_t n = 0, n_keys = find_keys(s, keys);

    for (size_t i = 0; i < s->open.n_columns && i < LINK_JOIN_COLUMNS; i++)
        find_named(s, i, keys, n_keys, joins, &n);
    for (size_t i = 0; i < s->open.n_columns && i < LINK_JOIN_COLUMNS; i++)
        if (!(s->columns[i].traits & LINK_FOREIGN))
            find_by_values(s, i, keys, n_keys, joins, &n);
    qsort(joins, n, sizeof *joins, likelier_first);
    s->open.joins = joins;
    s->open.n_joins = n;
    find_bridges(s);
}
