/* ranking.c - the question and its candidates as sets, made once for a list. */
#include "read/ranking.h"
#include "base/arena.h"
#include <math.h>
#include <string.h>

#define NEARLY .85F /* of the best fit: as good a mention */
#define QUESTION_WORD_AT                                                                                               \
    4 /* tokens before a question word: "Please tell me how many"; one behind that is a relative                       \
       */

bool token_set_touches(const struct token_set *s, size_t first, size_t n)
{
    for (size_t i = first; i < first + n && i < LINK_TOKENS; i++)
        if (token_set_has(s, i))
            return true;
    return false;
}

size_t token_set_count(const struct token_set *s)
{
    size_t n = 0;

    for (size_t i = 0; i < TOKEN_WORDS; i++)
        n += (size_t)__builtin_popcountll(s->bits[i]);
    return n;
}

double token_set_distance(const struct token_set *s, size_t first, size_t n)
{
    double best = -1;

    for (size_t i = 0; i < LINK_TOKENS; i++) {
        double d;
        if (!s->bits[i / 64]) {
            i |= 63;
            continue;
        }
        if (!token_set_has(s, i))
            continue;
        d = i < first ? (double)(first - i - 1) : i >= first + n ? (double)(i - first - n) : 0;
        if (best < 0 || d < best)
            best = d;
    }
    return best;
}

/* ---- what is named ---- */

static void name_all(struct ranking *g)
{
    const struct link *l = g->l;

    g->columns = arena_array(g->arena, g->s->n_columns, sizeof *g->columns);
    g->tables = arena_array(g->arena, g->s->n_tables, sizeof *g->tables);
    for (size_t i = 0; i < l->n_mentions; i++) {
        const struct mention *m = &l->mentions[i];
        if (m->kind == MENTION_COLUMN && g->q->columns[m->column].best &&
            m->fit >= g->q->columns[m->column].best->fit * NEARLY)
            token_set_add(&g->columns[m->column], m->first, m->n);
        else if (m->kind == MENTION_TABLE && g->q->tables[m->table].best &&
                 m->fit >= g->q->tables[m->table].best->fit * NEARLY)
            token_set_add(&g->tables[m->table], m->first, m->n);
    }
}

static void read_tokens(struct ranking *g)
{
    const struct link *l = g->l;

    for (size_t i = 0; i < l->n_tokens; i++) {
        if ((l->tokens[i].kind == TOKEN_WORD && !l->tokens[i].stop) || l->tokens[i].kind == TOKEN_NUMBER)
            token_set_add(&g->content, i, 1);
        if (l->tokens[i].kind == TOKEN_SIGN && strcmp(l->tokens[i].text, ",") == 0)
            token_set_add(&g->listing, i, 1);
    }
}

static void read_mentions(struct ranking *g)
{
    const struct link *l = g->l;

    for (size_t i = 0; i < l->n_mentions; i++) {
        const struct mention *m = &l->mentions[i];
        if (m->kind == MENTION_OPERATOR && l->tokens[m->first].quote == 0) {
            g->asked |= (uint64_t)1 << m->op;
            if (m->op == OPERATOR_AND)
                token_set_add(&g->listing, m->first, m->n);
        } else if (m->kind == MENTION_FILLER)
            for (size_t k = m->first; k < m->first + m->n; k++)
                g->content.bits[k / 64] &= ~((uint64_t)1 << k % 64);
    }
}

static void join_names(struct ranking *g, const struct view *views, const struct token_set *tokens, size_t n,
                       size_t *head)
{
    *head = LINK_NONE;
    for (size_t i = 0; i < n; i++) {
        if (!is_named(&views[i]))
            continue;
        token_set_join(&g->in_names, &tokens[i]);
        if (!views[i].owned && (*head == LINK_NONE || views[i].best->first < views[*head].best->first))
            *head = i;
    }
}

/* The first of the words that ask for something. */
static enum expected expected_of(const struct link *l)
{
    static const enum expected of[OPERATORS] = {
        [OPERATOR_COUNT] = EXPECT_COUNT, [OPERATOR_HOW_MUCH] = EXPECT_AMOUNT, [OPERATOR_HOW_LONG] = EXPECT_AMOUNT,
        [OPERATOR_SUM] = EXPECT_AMOUNT,  [OPERATOR_AVERAGE] = EXPECT_AMOUNT,  [OPERATOR_WHO] = EXPECT_WHO,
        [OPERATOR_WHEN] = EXPECT_WHEN,   [OPERATOR_WHERE] = EXPECT_WHERE,     [OPERATOR_YES_NO] = EXPECT_YES_NO,
    };

    for (size_t i = 0; i < l->n_mentions && l->mentions[i].first <= QUESTION_WORD_AT; i++)
        if (l->mentions[i].kind == MENTION_OPERATOR && of[l->mentions[i].op] != EXPECT_ANY)
            return of[l->mentions[i].op];
    return EXPECT_ANY;
}

static bool is_plural(const struct link *l, const struct mention *m)
{
    const struct token *last = &l->tokens[m->first + m->n - 1];
    size_t length = strlen(last->folded);

    return last->kind == TOKEN_WORD && length > 2 && last->folded[length - 1] == 's' && last->folded[length - 2] != 's';
}

/* ---- scores in order ---- */

static struct best_first by_score(struct arena *a, const double *scores, size_t n)
{
    struct best_first ret = { .at = arena_array(a, BEST_FIRST + 1, sizeof *ret.at) };

    for (size_t i = 0; i < n; i++) { /* insertion: equal scores stay in their order */
        size_t k = ret.n;
        for (; k > 0 && scores[ret.at[k - 1]] < scores[i]; k--)
            ret.at[k] = ret.at[k - 1];
        ret.at[k] = i;
        ret.n += ret.n < BEST_FIRST;
    }
    return ret;
}

static bool conditions_touch(const struct read_condition *a, const struct read_condition *b)
{
    const struct plan_span *s = &a->condition.span, *t = &b->condition.span;

    return s->first < t->first + t->n && t->first < s->first + s->n;
}

static void read_conditions(struct ranking *g)
{
    const struct read_scores *scores = &g->r->scores;
    struct token_set seen = { 0 };

    g->rival_condition = arena_array(g->arena, scores->n_conditions, sizeof *g->rival_condition);
    for (size_t i = 0; i < scores->n_conditions; i++) {
        const struct read_condition *c = &scores->conditions[i];
        g->rival_condition[i] = -INFINITY;
        for (size_t k = 0; k < scores->n_conditions && isinf(g->rival_condition[i]); k++) /* best first */
            if (k != i && conditions_touch(c, &scores->conditions[k]))
                g->rival_condition[i] = scores->conditions[k].score;
        if (c->score > 0 && !token_set_touches(&seen, c->condition.span.first, c->condition.span.n)) {
            token_set_add(&seen, c->condition.span.first, c->condition.span.n);
            g->likely_conditions++;
        }
    }
}

static void read_sketches(struct ranking *g)
{
    const struct reading *r = g->r;

    g->sketch_before = arena_array(g->arena, r->n, sizeof *g->sketch_before);
    g->sketch_score = arena_array(g->arena, r->n, sizeof *g->sketch_score);
    g->share = arena_array(g->arena, r->n, sizeof *g->share);
    g->best_sketch = -INFINITY;
    for (size_t p = 0; p < SKETCH_PARTS; p++)
        g->best_part[p] = -INFINITY;
    for (size_t i = 0; i < r->n; i++) {
        const struct candidate *c = &r->candidates[i];
        for (size_t p = 0; p < SKETCH_PARTS; p++) {
            g->sketch_score[i] += c->sketch_part[p];
            g->best_part[p] = fmax(g->best_part[p], c->sketch_part[p]);
        }
        g->best_sketch = fmax(g->best_sketch, g->sketch_score[i]);
        for (size_t k = 0; k < i; k++)
            g->sketch_before[i] += memcmp(&c->sketch, &r->candidates[k].sketch, sizeof c->sketch) == 0;
        g->share[i] = exp(c->score - r->candidates[0].score);
        g->total += g->share[i];
    }
    for (size_t i = 0; i < r->n; i++)
        g->share[i] /= g->total;
}

struct ranking *ranking_new(struct arena *a, const struct question *q, const struct reading *r)
{
    struct ranking *g = arena_alloc(a, sizeof *g);

    g->arena = a;
    g->q = q;
    g->r = r;
    g->l = r->link;
    g->s = r->link->schema;
    name_all(g);
    read_tokens(g);
    read_mentions(g);
    join_names(g, g->q->columns, g->columns, g->s->n_columns, &g->head_column);
    join_names(g, g->q->tables, g->tables, g->s->n_tables, &g->head_table);
    g->head_plural = g->head_table != LINK_NONE && is_plural(g->l, g->q->tables[g->head_table].best);
    g->expected = expected_of(g->l);
    for (size_t i = 0; i < ROLES; i++)
        g->by_role[i] = by_score(a, r->scores.column[i], g->s->n_columns);
    g->by_table = by_score(a, r->scores.table, g->s->n_tables);
    read_conditions(g);
    read_sketches(g);
    ranking_uses(g);
    return g;
}
