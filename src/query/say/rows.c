/* rows.c - whose rows a block is of.
 *
 * A join along a key is said as people say it: each row of the table that refers to others "with its" ones, "orders
 * with their customer". The columns of a link are only named where its tables could be tied in another way. Which side
 * of a link is the one is known from the columns' values, where all were counted, or else from names; it changes words
 * like "number of orders" for "number of rows" and never what is computed.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/name_words.h"
#include "query/say/speech.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define ROWS_RELATIONS 16 /* of one block that are looked at; more are only listed */

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

/* An equality of columns of two relations. */
struct link {
    size_t one, other; /* `one` stands before `other` in the list */
    const struct expr_column *one_column, *other_column;
};

struct links {
    struct link at[2 * ROWS_RELATIONS];
    size_t n;
    size_t grain; /* the relation whose rows the joined rows are; n_from: of none */
};

/* ---- nouns ---- */

static bool ends_in(const char *name, size_t n, const char *end)
{
    size_t k = strlen(end);

    return n >= k && strncasecmp(name + n - k, end, k) == 0;
}

/* "singers"; a name that is plural already, or no word, stays as it is. */
static const char *plural(struct arena *a, const char *name)
{
    size_t n = strlen(name);

    if (n < 3 || !isalpha((unsigned char)name[n - 1]) || isupper((unsigned char)name[n - 1]) ||
        (ends_in(name, n, "s") && !ends_in(name, n, "ss") && !ends_in(name, n, "us")) || ends_in(name, n, "people") ||
        ends_in(name, n, "data") || ends_in(name, n, "staff") || ends_in(name, n, "ed") || ends_in(name, n, "_in"))
        return name;
    if (ends_in(name, n, "y") && !strchr("aeiou", name[n - 2]))
        return arena_printf(a, "%.*sies", (int)n - 1, name);
    if (ends_in(name, n, "s") || ends_in(name, n, "x") || ends_in(name, n, "ch") || ends_in(name, n, "sh"))
        return arena_printf(a, "%ses", name);
    return arena_printf(a, "%ss", name);
}

static bool is_table(const struct relation *r, const char *name)
{
    return r->kind == RELATION_TABLE && str_ieq(r->tables[0], name);
}

/* "first ", "second ", ... where a table comes more than once in the block. */
static const char *ordinal(const struct speech *s, const struct relation *r)
{
    static const char *const words[] = { "first ", "second ", "third ", "fourth " };
    size_t place = 0, n = 0;

    for (size_t i = 0; s->q && r->kind == RELATION_TABLE && i < s->q->n_from; i++) {
        if (&s->q->from[i] == r)
            place = n;
        n += is_table(&s->q->from[i], r->tables[0]);
    }
    return n > 1 ? place < COUNT_OF(words) ? words[place] : "other " : "";
}

const char *say_noun(const struct speech *s, const struct relation *r, bool many)
{
    const char *name, *text = "";
    const struct table *t;

    switch (r->kind) {
    case RELATION_TABLE:
        t = table_named(s, r->tables[0]);
        name = say_name(s, t ? t->name : r->tables[0]);
        return arena_printf(s->a, "%s%s", ordinal(s, r), many && !(t && t->sheet) ? plural(s->a, name) : name);
    case RELATION_UNION:
        for (size_t i = 0; i < r->n_tables; i++)
            text = arena_printf(s->a, "%s%s%s", text, joint(i, r->n_tables), say_name(s, r->tables[i]));
        return arena_printf(s->a, "%s together", text);
    case RELATION_QUERY:
        return speech_spent(s) ? "..." : arena_printf(s->a, "(%s)", say_query(s, r->query));
    case RELATION_STEP:
        break;
    }
    return arena_printf(s->a, "the rows of %s", r->step);
}

/* ---- links ---- */

static size_t place_of(const struct query *q, const char *name)
{
    const struct relation *r = name ? query_relation(q, name) : NULL;

    return r ? (size_t)(r - q->from) : q->n_from;
}

static bool as_link(const struct query *q, const struct expr *e, struct link *ret)
{
    const struct expr *x, *y;

    if (e->kind != EXPR_CALL || e->call.function != FUNCTION_EQ || e->call.args[0]->kind != EXPR_COLUMN ||
        e->call.args[1]->kind != EXPR_COLUMN)
        return false;
    x = e->call.args[0];
    y = e->call.args[1];
    if (place_of(q, x->column.of) > place_of(q, y->column.of)) {
        x = e->call.args[1];
        y = e->call.args[0];
    }
    *ret = (struct link){ place_of(q, x->column.of), place_of(q, y->column.of), &x->column, &y->column };
    return ret->one < ret->other && ret->other < q->n_from;
}

/* The conditions that a join's condition consists of. */
static size_t parts_of(const struct expr *const *on, const struct expr *const **ret)
{
    bool is_and = (*on)->kind == EXPR_CALL && (*on)->call.function == FUNCTION_AND;

    *ret = is_and ? (*on)->call.args : on;
    return is_and ? (*on)->call.n : 1;
}

/* Whether each value of the column stands in one row of its table. */
static bool is_key(const struct speech *s, const struct expr_column *name, const struct table **ret_table)
{
    const struct column *c;
    struct meant m;

    *ret_table = NULL;
    if (!meaning_of(s, name, &m) || !m.table || !m.relation || m.relation->kind != RELATION_TABLE)
        return false;
    *ret_table = m.table;
    c = &m.table->columns[m.column];
    if (m.table->rows == 0 || c->nulls + c->misfits > 0)
        return false;
    return c->distinct <= COLUMN_VALUES_MAX ? c->distinct == m.table->rows : m.column == 0;
}

static bool is_one(const struct speech *s, const struct link *l, size_t relation)
{
    const struct table *ignored;

    return is_key(s, relation == l->one ? l->one_column : l->other_column, &ignored);
}

/* Whether each row of `from` has at most one row of every other relation. */
static bool leads_to_all(const struct speech *s, const struct links *k, size_t from)
{
    bool reached[ROWS_RELATIONS] = { false };
    size_t n = 1;

    reached[from] = true;
    for (size_t round = 0; round < s->q->n_from; round++)
        for (size_t i = 0; i < k->n; i++) {
            const struct link *l = &k->at[i];
            size_t next = reached[l->one] ? l->other : l->one;
            if (reached[l->one] == reached[l->other] || !is_one(s, l, next))
                continue;
            reached[next] = true;
            n++;
        }
    return n == s->q->n_from;
}

static struct links links_of(const struct speech *s)
{
    const struct query *q = s->q;
    struct links k = { .grain = q->n_from };
    bool outer = false;

    if (q->n_from > ROWS_RELATIONS)
        return k;
    for (size_t i = 1; i < q->n_from; i++) {
        const struct expr *const *parts;
        size_t n = q->from[i].on ? parts_of(&q->from[i].on, &parts) : 0;
        outer |= q->from[i].join == JOIN_LEFT;
        for (size_t p = 0; p < n && k.n < COUNT_OF(k.at); p++)
            k.n += as_link(q, parts[p], &k.at[k.n]);
    }
    for (size_t i = 0; i < (outer ? 1 : q->n_from) && k.grain == q->n_from; i++)
        if (leads_to_all(s, &k, i))
            k.grain = i;
    return k;
}

size_t rows_conditions(const struct speech *s, const struct expr **ret, size_t max)
{
    const struct query *q = s->q;
    size_t n = 0;

    for (size_t i = 1; i < q->n_from; i++) {
        const struct expr *const *parts;
        struct link ignored;
        size_t n_parts = q->from[i].on && q->from[i].join == JOIN_INNER ? parts_of(&q->from[i].on, &parts) : 0;
        for (size_t p = 0; p < n_parts && n < max; p++)
            if (!as_link(q, parts[p], &ignored))
                ret[n++] = parts[p];
    }
    return n;
}

/* ---- what a link is by ---- */

/* The letters of a name, small; without the ending of many and of an id. */
static const char *stem(struct arena *a, const char *name)
{
    static const char *const endings[] = { "id", "code", "no", "number", "key", "ies", "es", "s", "y" };
    char *out = arena_str(a, name);
    size_t n = 0;

    for (const char *p = name; *p; p++)
        if (isalpha((unsigned char)*p))
            out[n++] = (char)tolower((unsigned char)*p);
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (n > strlen(endings[i]) + 2 && ends_in(out, n, endings[i]))
            n -= strlen(endings[i]);
    out[n] = '\0';
    return out;
}

static bool speaks_of(struct arena *a, const char *column, const char *table)
{
    const char *c = stem(a, column), *t = stem(a, table);

    if (strlen(c) < 3 || strlen(t) < 3) /* "id" is in "rider" */
        return strcmp(c, t) == 0;
    return strstr(c, t) || strstr(t, c);
}

static bool is_only(const struct links *k, const struct link *l)
{
    size_t n = 0;

    for (size_t i = 0; i < k->n; i++)
        n += k->at[i].one == l->one && k->at[i].other == l->other;
    return n == 1;
}

static bool same_end(const char *x, const char *y)
{
    struct name_word wx[PROFILE_NAME_WORDS], wy[PROFILE_NAME_WORDS];
    size_t nx = name_words(x, wx, PROFILE_NAME_WORDS), ny = name_words(y, wy, PROFILE_NAME_WORDS);

    return nx > 0 && ny > 0 && wx[nx - 1].n == wy[ny - 1].n &&
           strncasecmp(wx[nx - 1].p, wy[ny - 1].p, wx[nx - 1].n) == 0;
}

/* Whether another column could refer to the same table: a trip has two stations. */
static bool has_rival(const struct speech *s, const struct table *t, const char *column, const char *to)
{
    enum column_type type = COLUMN_TYPES;

    for (size_t i = 0; i < t->n_columns; i++)
        if (str_ieq(t->columns[i].name, column))
            type = t->columns[i].type;
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct column *c = &t->columns[i];
        if (!str_ieq(c->name, column) && c->type == type && same_end(c->name, column) && speaks_of(s->a, c->name, to))
            return true;
    }
    return false;
}

bool rows_are_tied(const struct speech *x, const struct expr_column *cx, const struct speech *y,
                   const struct expr_column *cy)
{
    const struct table *tx, *ty;
    bool key_x = is_key(x, cx, &tx), key_y = is_key(y, cy, &ty);

    if (!tx || !ty || tx == ty)
        return false;
    if (str_ieq(cx->name, cy->name))
        return key_x || key_y;
    if (key_y && speaks_of(x->a, cx->name, ty->name))
        return !has_rival(x, tx, cx->name, ty->name);
    return key_x && speaks_of(x->a, cy->name, tx->name) && !has_rival(x, ty, cy->name, tx->name);
}

/* True for the only link of two tables that come once each, where they are tied. */
static bool is_plain(const struct speech *s, const struct links *k, const struct link *l)
{
    for (size_t i = 0; i < s->q->n_from; i++)
        if (*ordinal(s, &s->q->from[i]))
            return false;
    return is_only(k, l) && rows_are_tied(s, l->one_column, s, l->other_column);
}

/* `as` is the relation that has been said. */
static const char *by_text(const struct speech *s, const struct link *l, size_t as)
{
    const char *x = say_name(s, l->one_column->name), *y = say_name(s, l->other_column->name);

    if (str_ieq(x, y) && s->q->n_from > 2)
        return arena_printf(s->a, "by the same %s as the %s", x, say_noun(s, &s->q->from[as], false));
    if (str_ieq(x, y))
        return arena_printf(s->a, "by the same %s", x);
    return arena_printf(s->a, "%s of %s is %s of %s", x, say_noun(s, &s->q->from[l->one], false), y,
                        say_noun(s, &s->q->from[l->other], false));
}

/* The first to be said is `first`; the others follow in their order. */
static bool is_said_before(size_t x, size_t y, size_t first)
{
    return y != first && (x == first || x < y);
}

/* What ties a relation to those said before it, in brackets; "" where it is plain. */
static const char *tied_by(const struct speech *s, const struct links *k, size_t relation, size_t first)
{
    const struct relation *r = &s->q->from[relation];
    const char *text = "";
    size_t n = 0;

    for (size_t i = 0; i < k->n; i++) {
        const struct link *l = &k->at[i];
        bool is_own = (l->other == relation && is_said_before(l->one, relation, first)) ||
                      (l->one == relation && is_said_before(l->other, relation, first));
        if (is_own && !is_plain(s, k, l))
            text = arena_printf(s->a, "%s%s%s", text, n++ ? " and " : "",
                                by_text(s, l, l->one == relation ? l->other : l->one));
    }
    if (r->join == JOIN_LEFT && r->on) {
        const struct expr *const *parts;
        size_t n_parts = parts_of(&r->on, &parts);
        struct link ignored;
        for (size_t p = 0; p < n_parts; p++)
            if (!as_link(s->q, parts[p], &ignored))
                text = arena_printf(s->a, "%s%sonly where %s", text, n++ ? " and " : "",
                                    say_condition(s, parts[p], false, STYLE_WHERE));
    }
    return n ? arena_printf(s->a, " (%s)", text) : "";
}

/* ---- all of them ---- */

static bool has_link(const struct links *k, size_t relation)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->at[i].one == relation || k->at[i].other == relation)
            return true;
    return false;
}

/* Whether a row has at most one of the relation's. */
static bool is_single(const struct speech *s, const struct links *k, size_t relation)
{
    if (k->grain < s->q->n_from)
        return true;
    for (size_t i = 0; i < k->n; i++)
        if (k->at[i].other == relation && is_one(s, &k->at[i], relation))
            return true;
    return false;
}

/* " with their customer and product"; `first` has been said. */
static const char *companions(const struct speech *s, const struct links *k, size_t first)
{
    const struct query *q = s->q;
    const char *text = "", *apart = "";
    size_t linked = 0, n = 0, loose = 0, m = 0;

    for (size_t i = 0; i < q->n_from; i++)
        if (i != first)
            *(has_link(k, i) ? &linked : &loose) += 1;
    for (size_t i = 0; i < q->n_from; i++) {
        const struct relation *r = &q->from[i];
        if (i == first)
            continue;
        if (!has_link(k, i)) {
            apart = arena_printf(s->a, "%s%severy one of %s", apart, joint(m, loose), say_noun(s, r, true));
            m++;
            continue;
        }
        text = arena_printf(s->a, "%s%s%s%s%s", text, joint(n, linked), say_noun(s, r, !is_single(s, k, i)),
                            r->join == JOIN_LEFT ? " if any" : "", tied_by(s, k, i, first));
        n++;
    }
    text = n ? arena_printf(s->a, " with %s%s", str_starts(text, "the rows of ") ? "" : "their ", text) : "";
    return m ? arena_printf(s->a, "%s%s combined with %s", text, n ? "," : "", apart) : text;
}

/* " without any orders", from the conditions of the block. */
static const char *ties(const struct speech *s)
{
    const char *text = "";
    size_t n = 0;

    for (size_t i = 0; i < s->q->n_where; i++)
        if (rows_say(s, s->q->where[i]))
            text = arena_printf(s->a, "%s%s%s", text, n++ ? " and " : " ", say_tie(s, s->q->where[i]));
    return text;
}

static bool is_unsaid(const struct speech *s)
{
    return s->n_tables <= 1 && s->q->n_from == 1 && s->q->from[0].kind == RELATION_TABLE;
}

bool rows_say(const struct speech *s, const struct expr *condition)
{
    return !is_unsaid(s) && s->q->n_from == 1 && s->q->from[0].kind == RELATION_TABLE && say_tie(s, condition);
}

const char *say_count(const struct speech *s)
{
    const char *noun;
    struct links k;

    if (!s->q || is_unsaid(s))
        return "count of rows";
    k = links_of(s);
    if (k.grain == s->q->n_from || s->q->from[k.grain].kind != RELATION_TABLE)
        return "number of rows";
    noun = say_noun(s, &s->q->from[k.grain], true);
    return arena_printf(s->a, "number of %s%s", strpbrk(noun, "\"`") ? "rows of " : "", noun);
}

const char *say_counted(const struct speech *s, bool many)
{
    const char *rows = many ? "rows" : "row", *noun;
    const struct table *t;
    struct links k;
    size_t n;

    if (!s->q || is_unsaid(s) || s->q->n_from == 0)
        return rows;
    k = links_of(s);
    if (k.grain == s->q->n_from || s->q->from[k.grain].kind != RELATION_TABLE)
        return rows;
    t = table_named(s, s->q->from[k.grain].tables[0]);
    noun = say_noun(s, &s->q->from[k.grain], many);
    n = strlen(noun);
    return t && !t->sheet && strspn(noun, LETTERS) == n && (!many || ends_in(noun, n, "s")) ? noun : rows;
}

const char *say_rows(const struct speech *s)
{
    struct links k;
    size_t first;

    if (is_unsaid(s) || s->q->n_from == 0)
        return "";
    k = links_of(s);
    first = k.grain < s->q->n_from ? k.grain : 0;
    return arena_printf(s->a, "%s%s%s", say_noun(s, &s->q->from[first], true), companions(s, &k, first), ties(s));
}

const char *say_rows_behind_count(const struct speech *s)
{
    struct links k;

    if (is_unsaid(s) || s->q->n_from == 0)
        return "";
    k = links_of(s);
    if (k.grain == s->q->n_from || s->q->from[k.grain].kind != RELATION_TABLE)
        return arena_printf(s->a, " of %s", say_rows(s));
    return arena_printf(s->a, "%s%s", companions(s, &k, k.grain), ties(s));
}
