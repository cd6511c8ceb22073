/* lexical.c - the hashed features of a candidate: the question's words beside what the candidate makes of them.
 *
 * The models of the parts see the question and one part. Here all parts are known, and with them the words that none of
 * them explains: "youngest" beside an order by age, ascending, and "each" beside no group. The list is cut at its room,
 * so what is of few features comes first: columns, tables, conditions, words left, all words, pairs of words.
 */
#include "read/features_node.h"
#include "read/ranking.h"

enum lexical_kind {
    L_ROLE = 1,
    L_ROLE_KIND,
    L_ROLE_TABLE,
    L_ROLE_PART,
    L_STEM_NAMED,
    L_STEM_UNNAMED,
    L_STEM_WORD,
    L_SHOWN_TABLES,
    L_SHOWN_MATCHES,
    L_TABLE,
    L_TABLE_GROUP,
    L_TABLE_WORD,
    L_CONDITION,
    L_CONDITION_BEFORE,
    L_CONDITION_AFTER,
    L_CONDITION_SHOWN,
    L_HAVING_BEFORE,
    L_LEFT,
    L_LEFT_PART,
    L_WORD_PART,
    L_PAIR_PART,
    L_OPERATOR_FACT
};

#define WORDS_BEFORE 3
#define WORDS_AFTER 2
#define WORDS_LEFT 24 /* that nothing explains: of a longer question the first */

/* One candidate. */
struct lexical {
    const struct ranking *g;
    const struct question *q;
    const struct plan *p;
    const struct plan_use *u;
    uint32_t part[SKETCH_PARTS]; /* hashes of the sketch */
    uint32_t left[WORDS_LEFT];   /* stems that nothing explains */
    size_t n_left;
    struct features *f;
};

static void put(struct features *f, enum lexical_kind kind, uint32_t a, uint32_t b)
{
    feature_add(f, feature_of(feature_of(kind, a), b));
}

static bool question_has_stem(const struct question *q, uint32_t stem)
{
    for (size_t i = 0; i < q->n; i++)
        if (q->stem[i] == stem)
            return true;
    return false;
}

/* ---- columns ---- */

enum lexical_role { LEXICAL_SHOWN, LEXICAL_FIGURE, LEXICAL_ORDER, LEXICAL_WHERE, LEXICAL_GROUP };

static void add_stems(const struct lexical *x, enum lexical_role role, const struct link_name *name)
{
    for (size_t i = 0; i < name->n; i++) {
        uint32_t stem = feature_text(name->stems[i]);
        if (question_has_stem(x->q, stem)) {
            put(x->f, L_STEM_NAMED, role, stem);
            continue;
        }
        put(x->f, L_STEM_UNNAMED, role, stem);
        for (size_t k = 0; k < x->n_left; k++)
            put(x->f, L_STEM_WORD, stem, x->left[k]);
    }
}

static void add_column(const struct lexical *x, enum lexical_role role, size_t column)
{
    const struct view *v, *table;

    if (column >= x->g->s->n_columns)
        return;
    v = &x->q->columns[column];
    table = &x->q->tables[x->g->s->columns[column].table];
    put(x->f, L_ROLE, role, feature_of(v->code, v->owned));
    put(x->f, L_ROLE_KIND, role, feature_of(v->match, v->kind));
    put(x->f, L_ROLE_TABLE, role, feature_of(feature_of(v->match, v->kind), table->match));
    put(x->f, L_ROLE_PART, feature_of(role, SKETCH_GROUP), feature_of(v->kind, x->part[SKETCH_GROUP]));
    put(x->f, L_ROLE_PART, feature_of(role, SKETCH_ORDER), feature_of(v->kind, x->part[SKETCH_ORDER]));
    add_stems(x, role, &x->g->s->columns[column].name);
}

static void add_columns(const struct lexical *x)
{
    const struct plan *p = x->p;
    uint32_t matches = 0;
    uint64_t tables = 0;
    size_t plain = 0;

    for (size_t i = 0; i < p->n_outputs; i++) {
        size_t column = p->outputs[i].column;
        add_column(x, p->outputs[i].figure == FIGURE_NONE ? LEXICAL_SHOWN : LEXICAL_FIGURE, column);
        if (p->outputs[i].figure != FIGURE_NONE || column >= x->g->s->n_columns)
            continue;
        plain++;
        matches += feature_of(x->q->columns[column].match, 1); /* a sum: in any order */
        tables |= (uint64_t)1 << x->g->s->columns[column].table % PLAN_TABLES;
    }
    if (p->ordered)
        add_column(x, LEXICAL_ORDER, p->order.column);
    if (p->nest.kind == NEST_THAN)
        add_column(x, LEXICAL_ORDER, p->nest.column);
    for (size_t i = 0; i < p->n_conditions; i++)
        add_column(x, LEXICAL_WHERE, p->conditions[i].column);
    for (size_t i = 0; i < p->nest.n_conditions; i++)
        add_column(x, LEXICAL_WHERE, p->nest.conditions[i].column);
    for (size_t i = 0; i < p->n_groups; i++)
        add_column(x, LEXICAL_GROUP, p->groups[i]);
    if (plain > 1) {
        put(x->f, L_SHOWN_TABLES, 0, (uint32_t)__builtin_popcountll(tables));
        put(x->f, L_SHOWN_MATCHES, 0, matches);
    }
}

/* ---- tables ---- */

static void add_tables(const struct lexical *x)
{
    for (size_t t = 0; t < x->g->s->n_tables && t < PLAN_TABLES; t++) {
        bool is_used = tables_have(x->u->needed, t);
        const struct view *v = &x->q->tables[t];
        if (!tables_have(x->u->tables, t))
            continue;
        put(x->f, L_TABLE, is_used, feature_of(v->match, v->kind));
        put(x->f, L_TABLE_GROUP, is_used, feature_of(v->match, x->part[SKETCH_GROUP]));
        for (size_t i = 0; i < x->n_left && !is_used; i++)
            put(x->f, L_TABLE_WORD, 0, x->left[i]);
    }
}

/* ---- conditions ---- */

static void add_beside_span(const struct lexical *x, const struct plan_span *s, enum lexical_kind before, uint32_t op)
{
    for (size_t i = 1; i <= WORDS_BEFORE && i <= s->first; i++)
        put(x->f, before, op, x->q->stem[s->first - i]);
    for (size_t i = s->first + s->n; i < s->first + s->n + WORDS_AFTER && i < x->q->n; i++)
        put(x->f, L_CONDITION_AFTER, op, x->q->stem[i]);
}

static void add_condition(const struct lexical *x, const struct plan_condition *c, size_t proposed)
{
    const struct read_condition *r = proposed == LINK_NONE ? NULL : &x->g->r->scores.conditions[proposed];
    const struct mention *m = r && r->mention != LINK_NONE ? &x->g->l->mentions[r->mention] : NULL;
    uint32_t found = m ? feature_of(m->kind, m->scores[SCORE_PART] > 0) : 0;

    put(x->f, L_CONDITION, c->op, feature_of(found, r && r->column_mention != LINK_NONE));
    if (c->span.n > 0)
        add_beside_span(x, &c->span, L_CONDITION_BEFORE, c->op);
    for (size_t i = 0; i < x->p->n_outputs; i++)
        if (x->p->outputs[i].figure == FIGURE_NONE && x->p->outputs[i].column == c->column)
            put(x->f, L_CONDITION_SHOWN, c->op, 0);
}

static void add_conditions(const struct lexical *x)
{
    const struct plan *p = x->p;

    for (size_t i = 0; i < x->u->n_conditions; i++)
        add_condition(x, i < p->n_conditions ? &p->conditions[i] : &p->nest.conditions[i - p->n_conditions],
                      x->u->conditions[i]);
    if (p->has_having && p->having.span.n > 0)
        add_beside_span(x, &p->having.span, L_HAVING_BEFORE, p->having.op);
    if (p->nest.has_having && p->nest.having.span.n > 0)
        add_beside_span(x, &p->nest.having.span, L_HAVING_BEFORE, p->nest.having.op);
}

/* ---- words ---- */

static void find_left(struct lexical *x)
{
    for (size_t i = 0; i < x->q->n && x->n_left < WORDS_LEFT; i++)
        if (x->q->tokens[i].kind == TOKEN_WORD && token_set_has(&x->g->content, i) && !token_set_has(&x->u->parts, i))
            x->left[x->n_left++] = x->q->stem[i];
}

/* The operators beside the facts, each pair: the words of an operator count as one. */
static void add_operators(const struct lexical *x)
{
    for (size_t i = 0; i < x->q->n_ops; i++)
        for (size_t p = 0; p < SKETCH_PARTS; p++)
            put(x->f, L_OPERATOR_FACT, x->q->ops[i], feature_of((uint32_t)p, x->part[p]));
}

static void add_words(const struct lexical *x)
{
    static const enum sketch_part pairs[] = { SKETCH_SHOWN, SKETCH_WHERE, SKETCH_GROUP, SKETCH_ORDER };

    for (size_t i = 0; i < x->n_left; i++) {
        put(x->f, L_LEFT, 0, x->left[i]);
        for (size_t p = 0; p < SKETCH_PARTS; p++)
            put(x->f, L_LEFT_PART, x->left[i], feature_of((uint32_t)p, x->part[p]));
    }
    for (size_t i = 0; i < x->q->n; i++)
        if (!x->q->value[i] && !token_set_has(&x->g->in_names, i))
            for (size_t p = 0; p < SKETCH_PARTS; p++)
                put(x->f, L_WORD_PART, x->q->stem[i], feature_of((uint32_t)p, x->part[p]));
    for (size_t i = 1; i < x->q->n_shape; i++)
        for (size_t p = 0; p < COUNT_OF(pairs); p++)
            put(x->f, L_PAIR_PART, feature_of(x->q->shape[i - 1], x->q->shape[i]),
                feature_of(pairs[p], x->part[pairs[p]]));
}

void rank_lexical(const struct ranking *g, size_t candidate, struct features *ret)
{
    const struct candidate *c = &g->r->candidates[candidate];
    struct lexical x = { .g = g, .q = g->q, .p = &c->plan, .u = &g->uses[candidate], .f = ret };

    for (size_t p = 0; p < SKETCH_PARTS; p++)
        x.part[p] = feature_text(c->sketch.part[p]);
    find_left(&x);
    add_columns(&x);
    add_tables(&x);
    add_conditions(&x);
    add_operators(&x);
    add_words(&x);
    features_unique(ret);
}

void rank_lexical_scores(const struct ranking *g, const struct linear *m, double *ret)
{
    uint32_t room[RANK_LEXICAL_FEATURES];

    for (size_t i = 0; i < g->r->n; i++) {
        struct features f = { .id = room, .room = RANK_LEXICAL_FEATURES };
        rank_lexical(g, i, &f);
        ret[i] = linear_score(m, f.id, f.n) + RANK_LEXICAL_BEAM * g->r->candidates[i].score;
    }
}
