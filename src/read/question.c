/* question.c - one look at a question, for all features of its parts. */
#include "base/arena.h"
#include "link/values.h"
#include "read/question_node.h"

#define SURE 0.99f /* shares are sums of floats */

uint32_t question_stem(const struct question *q, ptrdiff_t at)
{
    return at >= 0 && (size_t)at < q->n ? q->stem[at] : 1;
}

unsigned question_op(const struct question *q, ptrdiff_t at)
{
    return at >= 0 && (size_t)at < q->n ? q->op[at] : 0;
}

bool question_has(const struct question *q, enum link_operator o)
{
    for (size_t i = 0; i < q->n_ops; i++)
        if (q->ops[i] == o + 1)
            return true;
    return false;
}

unsigned bucket(double value, const double *cuts, size_t n)
{
    unsigned at = 0;

    while (at < n && value >= cuts[at])
        at++;
    return at;
}

/* ---- how well a name is mentioned ---- */

/* What ties the words of the mention to the name, where they are not the very words. */
static unsigned kin_of(const struct mention *m)
{
    static const enum link_score kinds[] = { SCORE_SYNONYM, SCORE_DERIVED, SCORE_BROADER, SCORE_ABBREVIATED,
                                             SCORE_SLIP };
    unsigned kin = 0;
    float most = 0;

    for (unsigned i = 0; i < COUNT_OF(kinds); i++)
        if (m->scores[kinds[i]] > most) {
            most = m->scores[kinds[i]];
            kin = i + 1;
        }
    return kin;
}

static enum match match_of(const struct mention *m)
{
    if (m->scores[SCORE_WORDS] >= SURE)
        return m->scores[SCORE_EXACT] + m->scores[SCORE_STEM] >= SURE ? MATCH_FULL : MATCH_KIN;
    if (m->scores[SCORE_CONTEXT] > 0)
        return MATCH_CONTEXT;
    return m->scores[SCORE_HEAD] > 0 ? MATCH_HEAD : MATCH_PART;
}

static unsigned rare_bucket(const struct mention *m)
{
    static const double cuts[] = { .26, .34, .6 };

    return 3 - bucket((double)m->scores[SCORE_RARE], cuts, COUNT_OF(cuts));
}

static void describe(struct view *v, const struct link_name *name)
{
    const struct mention *m = v->best;
    static const double covers[] = { .34, .5, .67 };

    v->head = name->n > 0 ? feature_text(name->stems[name->n - 1]) : 0;
    if (!m) {
        v->code = feature_of(MATCH_NONE, 0);
        return;
    }
    v->match = match_of(m);
    v->code = feature_of(feature_of(v->match, kin_of(m)), name->n < 4 ? (uint32_t)name->n : 4);
    if (v->match <= MATCH_HEAD)
        v->code = feature_of(v->code, bucket((double)m->scores[SCORE_COVER], covers, COUNT_OF(covers)));
    v->owned = m->scores[SCORE_OWNED] > 0;
    v->rare = rare_bucket(m);
}

/* Another place that names the same thing about as well: "students ... of each student". */
static void add_place(struct view *v, const struct mention *m)
{
    if (!v->best || m == v->best || m->first == v->best->first)
        return;
    if (m->fit < v->best->fit * .9f)
        return;
    v->places++;
    if (!v->other)
        v->other = m;
}

static uint32_t column_kind(const struct link_column *c)
{
    static const unsigned kept =
        LINK_NUMBER | LINK_KEY | LINK_FOREIGN | LINK_ID | LINK_NAMES | LINK_NAMELIKE | LINK_DATE;

    return feature_of(c->traits & kept, 7);
}

static void view_names(struct question *q)
{
    const struct link_schema *s = q->schema;

    q->columns = arena_array(q->arena, s->n_columns + 1, sizeof *q->columns);
    q->tables = arena_array(q->arena, s->n_tables + 1, sizeof *q->tables);
    for (size_t i = 0; i < s->n_columns; i++) {
        size_t best = q->link->best_of_column[i];
        q->columns[i].best = best == LINK_NONE ? NULL : &q->link->mentions[best];
        q->columns[i].kind = column_kind(&s->columns[i]);
        describe(&q->columns[i], &s->columns[i].name);
        q->whole_columns += q->columns[i].match >= MATCH_CONTEXT && !q->columns[i].owned;
    }
    for (size_t i = 0; i < s->n_tables; i++) {
        size_t best = q->link->best_of_table[i];
        q->tables[i].best = best == LINK_NONE ? NULL : &q->link->mentions[best];
        q->tables[i].kind = s->tables[i].bridge;
        describe(&q->tables[i], &s->tables[i].name);
        q->whole_tables += q->tables[i].match >= MATCH_CONTEXT;
        if (q->tables[i].best && (double)q->tables[i].best->scores[SCORE_COVER] > q->best_table)
            q->best_table = (double)q->tables[i].best->scores[SCORE_COVER];
    }
}

/* ---- mentions ---- */

static bool is_whole_value(const struct mention *m)
{
    return m->kind == MENTION_VALUE && m->scores[SCORE_COVER] >= SURE && m->scores[SCORE_PART] <= 0 &&
           m->scores[SCORE_SLIP] <= 0;
}

/* A name of several words, or written as a name is: a lower word may be any word. */
static bool is_sure_value(const struct question *q, const struct mention *m)
{
    const struct token *t = &q->tokens[m->first];

    return is_whole_value(m) && (m->n > 1 || t->quote > 0 || (t->capital && m->first > 0)) && t->kind != TOKEN_NUMBER;
}

static void see_operator(struct question *q, const struct mention *m)
{
    for (size_t t = m->first; t < m->first + m->n && t < q->n; t++)
        if (q->op[t] == 0) /* the longer of those that begin at one place comes first */
            q->op[t] = (uint8_t)(m->op + 1);
    if (!question_has(q, m->op))
        q->ops[q->n_ops++] = (uint8_t)(m->op + 1);
}

static void see_value(struct question *q, const struct mention *m)
{
    if (is_whole_value(m)) {
        q->columns[m->column].values++;
        q->tables[m->table].values++;
    }
    if (is_sure_value(q, m))
        for (size_t t = m->first; t < m->first + m->n; t++)
            q->value[t] = true;
}

static void see_number(struct question *q, const struct mention *m)
{
    struct question_number *n = &q->numbers[q->n_numbers++];

    n->mention = m;
    if (q->schema->values)
        n->n_columns = link_values_number(q->schema->values, m->number, n->columns, COUNT_OF(n->columns));
    for (size_t t = m->first; t < m->first + m->n; t++)
        q->counted[t] = true;
}

static void see(struct question *q, const struct mention *m)
{
    switch (m->kind) {
    case MENTION_OPERATOR:
        see_operator(q, m);
        break;
    case MENTION_VALUE:
        see_value(q, m);
        break;
    case MENTION_NUMBER:
        see_number(q, m);
        break;
    case MENTION_COLUMN:
        add_place(&q->columns[m->column], m);
        break;
    case MENTION_TABLE:
        add_place(&q->tables[m->table], m);
        break;
    case MENTION_PERIOD:
    case MENTION_UNIT:
    case MENTION_FILLER:
    case MENTION_KINDS:
        break;
    }
}

/* Numbers that are words of a value of several: not counted on their own. */
static void find_numbers_in_values(struct question *q)
{
    for (size_t i = 0; i < q->n_numbers; i++) {
        const struct mention *m = q->numbers[i].mention;
        q->numbers[i].in_value = q->value[m->first];
    }
}

static void see_tokens(struct question *q)
{
    size_t quote = 0;

    for (size_t i = 0; i < q->n; i++) {
        const struct token *t = &q->tokens[i];
        q->stem[i] = feature_text(t->stem);
        if (t->quote > 0)
            q->value[i] = true;
        if (t->quote > quote) {
            quote = t->quote;
            q->quotes++;
        }
    }
    for (size_t i = 0; i < q->link->n_mentions; i++)
        see(q, &q->link->mentions[i]);
    find_numbers_in_values(q);
    for (size_t i = 0; i < q->n; i++) {
        q->content[i] = q->tokens[i].kind == TOKEN_WORD && !q->tokens[i].stop && !q->op[i] && !q->value[i];
        q->value_spans += q->value[i] && (i == 0 || !q->value[i - 1]);
    }
}

/* ---- the question without its words ---- */

enum mark { MARK_TABLE = 0x100, MARK_COLUMN, MARK_NUMBERS, MARK_VALUE, MARK_NUMBER, MARK_OPERATOR = 0x200 };

/* Columns that many tables have, as "name", say less than their word does. */
static void mark_names(const struct question *q, uint32_t *marks)
{
    for (size_t i = 0; i < q->schema->n_tables; i++) {
        const struct mention *m = q->tables[i].best;
        if (m && q->tables[i].match >= MATCH_CONTEXT)
            for (size_t t = m->first; t < m->first + m->n; t++)
                marks[t] = MARK_TABLE;
    }
    for (size_t i = 0; i < q->schema->n_columns; i++) {
        const struct mention *m = q->columns[i].best;
        unsigned traits = q->schema->columns[i].traits;
        if (!m || q->columns[i].match < MATCH_CONTEXT || q->columns[i].rare >= 3 || q->columns[i].owned)
            continue;
        for (size_t t = m->first; t < m->first + m->n; t++)
            if (marks[t] != MARK_NUMBERS)
                marks[t] = (traits & LINK_NUMBER) && !(traits & LINK_ID) ? MARK_NUMBERS : MARK_COLUMN;
    }
}

static void shape_question(struct question *q)
{
    uint32_t *marks = arena_array(q->arena, q->n + 1, sizeof *marks);

    q->shape = arena_array(q->arena, q->n + 1, sizeof *q->shape);
    q->bones = arena_array(q->arena, q->n + 1, sizeof *q->bones);
    mark_names(q, marks);
    for (size_t i = 0; i < q->n; i++) {
        bool is_operator = false;
        if (q->value[i])
            marks[i] = MARK_VALUE;
        else if (q->counted[i])
            marks[i] = MARK_NUMBER;
        else if (q->op[i] > 0 && marks[i] == 0)
            is_operator = true;
        uint32_t bone = is_operator ? (uint32_t)MARK_OPERATOR + q->op[i] : marks[i];
        uint32_t word = is_operator || marks[i] == 0 ? q->stem[i] : marks[i];
        if (marks[i] == 0 || marks[i] == MARK_NUMBER || q->n_shape == 0 || q->shape[q->n_shape - 1] != word)
            q->shape[q->n_shape++] = word;
        if (bone && (q->n_bones == 0 || q->bones[q->n_bones - 1] != bone))
            q->bones[q->n_bones++] = bone;
    }
}

static void tie_tables(struct question *q)
{
    const struct link_schema *s = q->schema;

    q->near = arena_array(q->arena, PLAN_TABLES, sizeof *q->near);
    for (size_t i = 0; i < s->n_joins; i++) {
        size_t from = s->columns[s->joins[i].from].table, to = s->columns[s->joins[i].to].table;
        if (from >= PLAN_TABLES || to >= PLAN_TABLES)
            continue;
        q->near[from] |= (uint64_t)1 << to;
        q->near[to] |= (uint64_t)1 << from;
    }
}

static size_t count_numbers(const struct link *l)
{
    size_t n = 0;

    for (size_t i = 0; i < l->n_mentions; i++)
        n += l->mentions[i].kind == MENTION_NUMBER;
    return n;
}

struct question *question_new(struct arena *a, const struct link *l)
{
    struct question *q = arena_alloc(a, sizeof *q);

    *q = (struct question){ .arena = a, .link = l, .schema = l->schema, .tokens = l->tokens, .n = l->n_tokens };
    q->stem = arena_array(a, q->n + 1, sizeof *q->stem);
    q->op = arena_array(a, q->n + 1, sizeof *q->op);
    q->value = arena_array(a, q->n + 1, sizeof *q->value);
    q->counted = arena_array(a, q->n + 1, sizeof *q->counted);
    q->content = arena_array(a, q->n + 1, sizeof *q->content);
    q->numbers = arena_array(a, count_numbers(l) + 1, sizeof *q->numbers);
    view_names(q);
    see_tokens(q);
    shape_question(q);
    tie_tables(q);
    return q;
}
