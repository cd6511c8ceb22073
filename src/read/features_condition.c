/* features_condition.c - what the model of conditions sees: how the value was found, its column, and the words about.
 *
 * Where the column is named, the distance to it counts; where it is not, how few other columns have the value.
 */
#include "read/features_node.h"

/* How a value came to be thought of. */
enum found {
    FOUND_WHOLE,
    FOUND_STEMS,
    FOUND_SLIP,
    FOUND_PART,
    FOUND_MEANING,
    FOUND_TEXT,
    FOUND_NUMBER,
    FOUND_PERIOD,
    FOUND_WORD,
    FOUND_COLUMN
};

static enum found found_of(const struct mention *m)
{
    if (!m)
        return FOUND_TEXT;
    if (m->kind != MENTION_VALUE)
        return m->kind == MENTION_NUMBER ? FOUND_NUMBER : m->kind == MENTION_PERIOD ? FOUND_PERIOD : FOUND_WORD;
    if (m->scores[SCORE_MEANING] > 0)
        return FOUND_MEANING;
    if (m->scores[SCORE_PART] > 0)
        return FOUND_PART;
    if (m->scores[SCORE_SLIP] > 0)
        return FOUND_SLIP;
    return m->scores[SCORE_EXACT] > .99f ? FOUND_WHOLE : FOUND_STEMS;
}

/* As the span is written: quoted, with a capital, as digits, or as any word. */
static unsigned writing_of(const struct question *q, size_t first)
{
    const struct token *t = &q->tokens[first];

    if (t->quote > 0)
        return 0;
    if (t->kind == TOKEN_NUMBER)
        return 1;
    return t->capital ? (first == 0 ? 2 : 3) : 4;
}

/* From the column's words to the value's: 0 to 7 before it, 8 to 15 behind it, 16: not named. */
static unsigned distance_of(const struct question *q, const struct read_condition *c)
{
    static const double cuts[] = { 1, 2, 3, 4, 6, 9, 14 };
    size_t first = c->condition.span.first, behind = first + c->condition.span.n;
    const struct mention *m;

    if (c->column_mention == LINK_NONE)
        return 16;
    m = &q->link->mentions[c->column_mention];
    if (m->first + m->n <= first)
        return bucket((double)(first - m->first - m->n), cuts, COUNT_OF(cuts));
    if (m->first >= behind)
        return 8 + bucket((double)(m->first - behind), cuts, COUNT_OF(cuts));
    return 17;
}

/* What all the features of one condition share. */
struct seen {
    const struct question *q;
    const struct read_condition *c;
    const struct view *column;
    const struct mention *mention;
    enum found found;
    unsigned writing, alike, table;
    bool owned;
    uint32_t op, way;
};

static struct seen see(const struct question *q, const struct read_condition *c)
{
    struct seen s = { .q = q, .c = c, .column = &q->columns[c->condition.column], .op = c->condition.op };

    s.mention = c->mention == LINK_NONE ? NULL : &q->link->mentions[c->mention];
    s.found = c->condition.is_column ? FOUND_COLUMN : found_of(s.mention);
    s.writing = writing_of(q, c->condition.span.first);
    s.table = q->tables[q->schema->columns[c->condition.column].table].match;
    if (s.mention && s.mention->kind == MENTION_VALUE) {
        static const double cuts[] = { .15, .26, .34, .6 };
        s.alike = 4 - bucket((double)s.mention->scores[SCORE_RARE], cuts, COUNT_OF(cuts));
        s.owned = s.mention->scores[SCORE_OWNED] > 0;
    }
    s.way = feature_of(feature_of(s.found, s.writing), feature_of(at_most(c->condition.span.n, 3), s.owned));
    return s;
}

static void add_found(const struct seen *s, struct features *ret)
{
    const struct view *v = s->column;
    unsigned distance = distance_of(s->q, s->c);

    add(ret, F_OP, s->op, 0);
    add(ret, F_FOUND, s->found, s->op);
    add(ret, F_FOUND, s->way, 0x100 + s->op);
    add(ret, F_MATCH, v->code, s->found);
    add(ret, F_MATCH, v->match, 0x100 + s->op);
    add_three(ret, F_MATCH_OWNED, v->match, v->owned, s->found);
    add(ret, F_DISTANCE, distance, v->match);
    add_three(ret, F_DISTANCE_FOUND, distance, s->found, v->kind);
    add_three(ret, F_DISTANCE_FOUND, distance, s->found, 0x100 + s->writing);
    add_three(ret, F_ALIKE, s->alike, s->found, v->match);
    add_three(ret, F_ALIKE_TABLE, s->alike, s->found, s->table);
    add_three(ret, F_ALIKE, s->alike, 0x100 + s->writing, s->owned);
    add(ret, F_TABLE_MATCH, s->table, v->match);
    add(ret, F_KIND, v->kind, s->op);
    add_three(ret, F_FOUND_KIND, v->kind, s->found, s->writing);
    add_three(ret, F_FOUND_KIND, v->kind, 0x100 + s->alike, s->writing);
    add_three(ret, F_RARE, v->rare, v->match, s->table);
    add(ret, F_HEAD, v->head, v->match);
    add(ret, F_HEAD, v->head, 0x100 + s->found);
}

static void add_value(const struct seen *s, struct features *ret)
{
    const struct mention *m = s->mention;

    if (m && m->kind == MENTION_VALUE) {
        add(ret, F_SCORE, m->scores[SCORE_CASE] > 0, s->way);
        add(ret, F_SCORE, 2 + at_most(m->alike, 4), s->found);
        add_three(ret, F_SCORE, 8, (uint32_t)(m->scores[SCORE_COVER] * 4), s->found);
    }
    if (s->c->condition.span.n == 1) {
        size_t t = s->c->condition.span.first;
        bool is_name = false;
        for (size_t i = 0; i < s->q->link->n_mentions; i++) { /* the same word names a column or a table */
            const struct mention *o = &s->q->link->mentions[i];
            if (o->first > t)
                break;
            is_name |= o->first <= t && t < o->first + o->n && o->kind <= MENTION_COLUMN && o->fit > .5f;
        }
        add_three(ret, F_IS_NAME, is_name, s->found, s->writing);
        add(ret, F_WORD, s->q->stem[t], s->found);
    }
}

static void add_number(const struct seen *s, struct features *ret)
{
    const struct link_column *c = &s->q->schema->columns[s->c->condition.column];
    const struct question_number *n = NULL;
    unsigned range = 3;
    bool has = false;

    for (size_t i = 0; i < s->q->n_numbers && !n; i++)
        if (s->q->numbers[i].mention == s->mention)
            n = &s->q->numbers[i];
    if (!n)
        return;
    for (size_t i = 0; i < n->n_columns; i++)
        has |= n->columns[i] == s->c->condition.column;
    if (c->least <= c->most)
        range = n->mention->number < c->least ? 0 : n->mention->number > c->most ? 2 : 1;
    add(ret, F_IN_VALUES, has, s->op);
    add_three(ret, F_IN_VALUES, 2 + has, s->column->match, s->column->kind);
    add_three(ret, F_YEAR, n->mention->number > 1500 && n->mention->number < 2100, (c->traits & LINK_YEAR) != 0, s->op);
    add_three(ret, F_SMALL, n->mention->number <= 10, s->column->match, s->op);
    add(ret, F_DIGITS, n->mention->written_out * 2u + n->mention->ordinal, s->op);
    add_three(ret, F_RANGE, range, s->op, s->column->match);
    add_three(ret, F_RANGE, 0x100 + range, has, s->column->kind);
}

/* Of two columns: how the other one is named, and on which side of the comparison each stands. */
static void add_other(const struct seen *s, struct features *ret)
{
    const struct view *o = &s->q->columns[s->c->condition.other];
    size_t at = s->c->condition.span.first;
    unsigned sides = (s->column->best && s->column->best->first > at) * 2u + (o->best && o->best->first > at);

    add_three(ret, F_OTHER, o->match, s->column->match, s->op);
    add_three(ret, F_OTHER, 0x100 + sides, o->owned, s->op);
    add_three(ret, F_OTHER, 0x200, o->rare, s->column->rare);
    add_three(ret, F_OTHER, 0x300, s->column->kind, o->kind);
}

static void add_words(const struct seen *s, struct features *ret)
{
    const struct question *q = s->q;
    size_t first = s->c->condition.span.first, behind = first + s->c->condition.span.n;

    add_beside(q, first, behind, feature_of(0x200, s->op), ret);
    add_beside(q, first, behind, feature_of(0x201, s->column->kind), ret);
    add_beside(q, first, behind, feature_of(0x202, s->found), ret);
    add_around(q, first, behind, feature_of(0x200, s->op), ret);
    for (size_t i = 0; i < q->n_ops; i++)
        add(ret, F_OP_OPERATOR, q->ops[i], s->op);
}

void condition_features(const struct question *q, const struct read_condition *c, struct features *ret)
{
    struct seen s = see(q, c);

    feature_add(ret, F_BIAS);
    add_found(&s, ret);
    add_value(&s, ret);
    add_number(&s, ret);
    if (c->condition.is_column)
        add_other(&s, ret);
    add_words(&s, ret);
    features_unique(ret);
}
