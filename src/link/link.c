/* link.c - one question linked: its parts add mentions, which are then scored against each other, ordered and cut. */
#include "link/link.h"
#include "base/arena.h"
#include "base/err.h"
#include "link/link_node.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define COLLECTED (4 * LINK_MENTIONS) /* before the best are chosen */
#define MENTIONS_ROOM 256
#define TABLE_WORTH 0.2F /* of a fit */
#define GOOD 0.7F        /* a fit from here on makes a mention the owner of its words */

const char *link_score_name(enum link_score s)
{
    static const char *const names[] = {
#define X(name, text) text,
        LINK_SCORES(X)
#undef X
    };

    return names[s];
}

const char *link_operator_name(enum link_operator o)
{
    static const char *const names[] = {
#define X(name, text) text,
        LINK_OPERATORS(X)
#undef X
    };

    return names[o];
}

struct mention *linking_add(struct linking *l, enum mention_kind kind, size_t first, size_t n)
{
    struct mention *m;

    assert(n > 0 && first + n <= l->n_tokens);
    if (l->n_mentions == COLLECTED) {
        l->cut = true;
        return NULL;
    }
    if (l->n_mentions == l->room) {
        size_t room = l->room ? l->room * 2 : MENTIONS_ROOM;
        m = arena_array(l->arena, room, sizeof *m);
        if (l->n_mentions > 0)
            memcpy(m, l->mentions, l->n_mentions * sizeof *m);
        l->mentions = m;
        l->room = room;
    }
    m = &l->mentions[l->n_mentions++];
    *m = (struct mention){ .kind = kind, .first = first, .n = n, .table = LINK_NONE, .column = LINK_NONE };
    return m;
}

/* ---- order ---- */

static int by_size(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

/* By first token, the longer, kind, the better; what is left is told by table, column, text, and operator. */
static int in_order(const void *x, const void *y)
{
    const struct mention *a = x, *b = y;

    if (a->first != b->first)
        return by_size(a->first, b->first);
    if (a->n != b->n)
        return by_size(b->n, a->n);
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->fit != b->fit)
        return a->fit > b->fit ? -1 : 1;
    if (a->table != b->table)
        return by_size(a->table, b->table);
    if (a->column != b->column)
        return by_size(a->column, b->column);
    if (a->text && b->text && strcmp(a->text, b->text) != 0)
        return strcmp(a->text, b->text);
    return by_size(a->op, b->op);
}

static bool same_place(const struct mention *a, const struct mention *b)
{
    return a->first == b->first && a->n == b->n && a->kind == b->kind;
}

static bool is_named(const struct mention *m)
{
    return m->kind == MENTION_TABLE || m->kind == MENTION_COLUMN || m->kind == MENTION_VALUE;
}

/* A column or value is likelier meant where its table is named. */
static void score_tables(struct linking *l)
{
    float *best = arena_array(l->arena, l->schema->n_tables, sizeof *best);

    for (size_t i = 0; i < l->n_mentions; i++) {
        const struct mention *m = &l->mentions[i];
        if (m->kind == MENTION_TABLE && m->fit > best[m->table])
            best[m->table] = m->fit;
    }
    for (size_t i = 0; i < l->n_mentions; i++) {
        struct mention *m = &l->mentions[i];
        if (m->kind != MENTION_COLUMN && m->kind != MENTION_VALUE)
            continue;
        m->scores[SCORE_TABLE] = best[m->table] < 1 ? best[m->table] : 1;
        m->fit *= 1 - TABLE_WORTH + TABLE_WORTH * m->scores[SCORE_TABLE];
    }
}

/* How many mentions of the span and kind fit as well: of values, by their columns. */
static void score_rare(struct linking *l, size_t from, size_t n)
{
    for (size_t i = from; i < from + n; i++) {
        size_t as_well = 0;
        for (size_t k = from; k < from + n && l->mentions[k].fit >= l->mentions[i].fit; k++)
            as_well +=
                k == from || l->mentions[k].column != l->mentions[k - 1].column || l->mentions[i].kind == MENTION_TABLE;
        l->mentions[i].scores[SCORE_RARE] = 1.0F / (float)(as_well ? as_well : 1);
    }
}

/* The words of a mention that a longer one with as good a fit has. */
static void score_owned(struct linking *l)
{
    size_t *longest = arena_array(l->arena, l->n_tokens + 1, sizeof *longest);

    for (size_t i = 0; i < l->n_mentions; i++) {
        const struct mention *m = &l->mentions[i];
        bool owns = is_named(m) && m->fit >= GOOD && m->scores[SCORE_PART] == 0;
        for (size_t t = m->first; owns && t < m->first + m->n; t++)
            if (m->n > longest[t])
                longest[t] = m->n;
    }
    for (size_t i = 0; i < l->n_mentions; i++) {
        struct mention *m = &l->mentions[i];
        size_t owned = 0;
        for (size_t t = m->first; t < m->first + m->n; t++)
            owned += longest[t] > m->n;
        m->scores[SCORE_OWNED] = (float)owned / (float)m->n;
    }
}

/* Equal mentions, found in two ways, are one; of each span and kind the best LINK_HITS stay. */
static void thin(struct linking *l)
{
    size_t kept = 0, run = 0;

    for (size_t i = 0; i < l->n_mentions; i++) {
        const struct mention *m = &l->mentions[i], *last = kept > 0 ? &l->mentions[kept - 1] : NULL;
        run = last && same_place(m, last) ? run : 0;
        if (run == LINK_HITS) {
            l->cut = true;
            continue;
        }
        l->mentions[kept++] = *m;
        run++;
    }
    l->n_mentions = kept;
}

static void score_places(struct linking *l)
{
    for (size_t i = 0, n; i < l->n_mentions; i += n) {
        for (n = 1; i + n < l->n_mentions && same_place(&l->mentions[i], &l->mentions[i + n]);)
            n++;
        if (is_named(&l->mentions[i]))
            score_rare(l, i, n);
    }
}

static int worse_first(const void *x, const void *y)
{
    const struct mention *a = *(struct mention *const *)x, *b = *(struct mention *const *)y;

    if (a->fit != b->fit)
        return a->fit < b->fit ? -1 : 1;
    return a > b ? -1 : 1;
}

/* The best LINK_MENTIONS, in their order. */
static void cut_to_bound(struct linking *l)
{
    struct mention **order;
    size_t kept = 0, drop;

    if (l->n_mentions <= LINK_MENTIONS)
        return;
    l->cut = true;
    drop = l->n_mentions - LINK_MENTIONS;
    order = arena_array(l->arena, l->n_mentions, sizeof *order);
    for (size_t i = 0; i < l->n_mentions; i++)
        order[i] = &l->mentions[i];
    qsort(order, l->n_mentions, sizeof(struct mention *), worse_first);
    for (size_t i = 0; i < drop; i++)
        order[i]->n = 0;
    for (size_t i = 0; i < l->n_mentions; i++)
        if (l->mentions[i].n > 0)
            l->mentions[kept++] = l->mentions[i];
    l->n_mentions = kept;
}

static void find_best(struct linking *l, struct link *ret)
{
    const struct link_schema *s = l->schema;

    ret->best_of_column = arena_array(l->arena, s->n_columns, sizeof *ret->best_of_column);
    ret->best_of_table = arena_array(l->arena, s->n_tables, sizeof *ret->best_of_table);
    for (size_t i = 0; i < s->n_columns; i++)
        ret->best_of_column[i] = LINK_NONE;
    for (size_t i = 0; i < s->n_tables; i++)
        ret->best_of_table[i] = LINK_NONE;
    for (size_t i = 0; i < l->n_mentions; i++) {
        const struct mention *m = &l->mentions[i];
        size_t *best = m->kind == MENTION_COLUMN  ? &ret->best_of_column[m->column]
                       : m->kind == MENTION_TABLE ? &ret->best_of_table[m->table]
                                                  : NULL;
        if (best && (*best == LINK_NONE || l->mentions[*best].fit < m->fit))
            *best = i;
    }
}

int link_question(struct arena *a, const struct link_schema *s, const char *question, struct link *ret, struct err *err)
{
    struct tokenizer *tokenizer CLEANUP(tokenizer_cleanup) = tokenizer_new();
    struct linking l = { .arena = a, .tokenizer = tokenizer, .schema = s };
    struct token *tokens;

    if (tokens_read(tokenizer, a, question, &tokens, &l.n_tokens, err))
        return -1;
    l.tokens = tokens;
    link_names(&l);
    link_values(&l);
    link_numbers(&l);
    link_operators(&l);
    link_periods(&l);
    link_meanings(&l);
    score_tables(&l);
    if (l.n_mentions > 0)
        qsort(l.mentions, l.n_mentions, sizeof *l.mentions, in_order);
    score_places(&l);
    score_owned(&l);
    thin(&l);
    cut_to_bound(&l);
    *ret = (struct link){ .schema = s,
                          .tokens = tokens,
                          .n_tokens = l.n_tokens,
                          .mentions = l.mentions,
                          .n_mentions = l.n_mentions,
                          .cut = l.cut };
    find_best(&l, ret);
    return 0;
}
