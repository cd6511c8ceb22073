/* features.c - what models see of the question as a whole, of columns and of tables.
 *
 * A column's features are crossed with how well it is mentioned, and the words beside it with that: "order by" says
 * much about a column that is named behind it, and nothing about one that is not. For columns that are not named, what
 * they are called is held against the question's words: "old" and "age" meet in many questions.
 */
#include "base/arena.h"
#include "read/features_node.h"

/* ---- sketches ---- */

/* Runs of up to `most` of the words, and pairs with a gap; the ends of the question count as words. */
static void add_runs(const uint32_t *words, size_t n, unsigned kind, size_t most, struct features *ret)
{
    for (size_t i = 0; i < n + 2; i++) {
        uint32_t run = 0;
        for (size_t k = 0; k < most && i + k < n + 2; k++) {
            size_t at = i + k;
            uint32_t word = at == 0 ? 2 : at <= n ? words[at - 1] : 3;
            run = feature_of(run, word);
            add(ret, F_WORDS, kind * 8 + (unsigned)k, run);
            if (k == 2)
                add(ret, F_WORDS, kind * 8 + 7, feature_of(i == 0 ? 2 : words[i - 1], word));
        }
    }
}

static void add_counts(const struct question *q, struct features *ret)
{
    unsigned digits = 0, letters = 0, commas = 0;

    for (size_t i = 0; i < q->n_numbers; i++)
        if (!q->numbers[i].in_value) {
            digits += !q->numbers[i].mention->written_out;
            letters += q->numbers[i].mention->written_out;
        }
    for (size_t i = 0; i < q->n; i++)
        commas += q->tokens[i].kind == TOKEN_SIGN && q->tokens[i].text[0] == ',';
    add(ret, F_COUNTS, 0, at_most(q->value_spans, 3));
    add(ret, F_COUNTS, 1, at_most(digits, 3));
    add(ret, F_COUNTS, 2, at_most(letters, 3));
    add(ret, F_COUNTS, 3, at_most(q->whole_columns, 8));
    add(ret, F_COUNTS, 4, at_most(q->quotes, 3));
    add(ret, F_COUNTS, 5, at_most(q->n / 4, 12));
    add(ret, F_COUNTS, 6, at_most(commas, 3));
    add(ret, F_COUNTS, 7, at_most(q->whole_tables, 4));
    add(ret, F_COUNTS, 8, at_most(q->value_spans, 3) * 4 + at_most(digits, 3));
    add(ret, F_COUNTS, 9, at_most(q->schema->n_tables, 4));
    for (size_t i = 0; i < q->n_ops; i++)
        add(ret, F_HAS_OPERATOR, q->ops[i], at_most(q->value_spans + digits, 2));
}

/* The counts come first: of a long question only runs can be lost. */
void sketch_features(const struct question *q, struct features *ret)
{
    feature_add(ret, F_BIAS);
    add_counts(q, ret);
    add_runs(q->bones, q->n_bones, 2, 4, ret);
    add_runs(q->shape, q->n_shape, 1, 4, ret);
    add_runs(q->stem, q->n, 0, 3, ret);
    features_unique(ret);
}

/* ---- what stands beside a span ---- */

void add_beside(const struct question *q, size_t first, size_t behind, uint32_t as, struct features *ret)
{
    ptrdiff_t i = (ptrdiff_t)first, j = (ptrdiff_t)behind;
    uint32_t before = question_stem(q, i - 1), after = question_stem(q, j);
    uint32_t two = feature_of(question_stem(q, i - 2), before);

    add(ret, F_BEFORE, before, as);
    add(ret, F_BEFORE_2, two, as);
    add(ret, F_BEFORE_3, feature_of(question_stem(q, i - 3), two), as);
    add(ret, F_AFTER, after, as);
    add(ret, F_AFTER_2, feature_of(after, question_stem(q, j + 1)), as);
    add(ret, F_AROUND, feature_of(before, after), as);
    if (question_op(q, i - 1))
        add(ret, F_OPERATOR_BESIDE, question_op(q, i - 1), as);
    if (question_op(q, j))
        add(ret, F_OPERATOR_BESIDE, 0x100 + question_op(q, j), as);
}

void add_around(const struct question *q, size_t first, size_t behind, uint32_t as, struct features *ret)
{
    ptrdiff_t i = (ptrdiff_t)first, j = (ptrdiff_t)behind;

    for (ptrdiff_t t = i < 6 ? 0 : i - 6; t < i; t++) {
        add(ret, F_NEAR_BEFORE, question_stem(q, t), as);
        if (question_op(q, t) && question_op(q, t) != question_op(q, t - 1))
            add(ret, F_OPERATOR_BEFORE, question_op(q, t), as);
    }
    for (ptrdiff_t t = j; t < j + 4 && t < (ptrdiff_t)q->n; t++) {
        add(ret, F_NEAR_AFTER, question_stem(q, t), as);
        if (question_op(q, t) && question_op(q, t) != question_op(q, t - 1))
            add(ret, F_OPERATOR_AFTER, question_op(q, t), as);
    }
}

/* ---- columns ---- */

static void add_place(const struct question *q, const struct mention *m, uint32_t as, struct features *ret)
{
    static const double shares[] = { .15, .3, .5, .7 };
    size_t behind = m->first + m->n, values = 0;
    bool is_behind = false;

    for (size_t t = 0; t < m->first; t++)
        is_behind |= q->value[t];
    for (size_t t = behind; t < behind + 5 && t < q->n; t++)
        values += q->value[t] || q->counted[t];
    add(ret, F_PLACE, at_most(m->first, 8), as);
    add(ret, F_PLACE_SHARE, bucket((double)m->first / (double)q->n, shares, COUNT_OF(shares)), as);
    add(ret, F_BEHIND_VALUE, is_behind, as);
    add(ret, F_VALUE_AHEAD, values > 0, as);
    add_beside(q, m->first, behind, as, ret);
    add_around(q, m->first, behind, as, ret);
}

static void add_traits(const struct question *q, size_t column, struct features *ret)
{
    static const unsigned traits[] = { LINK_UNIQUE, LINK_YEAR,     LINK_TRUTH, LINK_GENDER,
                                       LINK_RATING, LINK_CATEGORY, LINK_PROSE, LINK_CROSSTAB };
    const struct view *v = &q->columns[column];

    for (unsigned i = 0; i < COUNT_OF(traits); i++)
        if (q->schema->columns[column].traits & traits[i])
            add(ret, F_TRAIT, i, v->match);
    add(ret, F_UNIT, q->schema->columns[column].unit != NULL, v->match);
}

/* The question's words against those of the column's name that it does not have. */
static void add_pairs(const struct question *q, size_t column, struct features *ret)
{
    const struct link_name *name = &q->schema->columns[column].name;

    for (size_t w = 0; w < name->n && w < 4; w++) {
        uint32_t stem = feature_text(name->stems[w]);
        bool is_there = false;
        for (size_t t = 0; t < q->n; t++)
            is_there |= q->stem[t] == stem;
        for (size_t i = 0; i < q->n_ops; i++)
            add_three(ret, F_OPERATOR_PAIR, q->ops[i], stem, is_there);
        if (is_there)
            continue;
        for (size_t t = 0, n = 0; t < q->n && n < 16; t++)
            if (q->content[t]) {
                add(ret, F_WORD_PAIR, q->stem[t], stem);
                n++;
            }
    }
}

/* Of a column that is not named: where its table is. */
static void add_unnamed(const struct question *q, size_t table, uint32_t kind, struct features *ret)
{
    const struct mention *m = q->tables[table].best;
    uint32_t as = feature_of(kind, q->tables[table].match);

    if (!m) {
        add(ret, F_UNNAMED_PLACE, 9, kind);
        return;
    }
    add(ret, F_UNNAMED_PLACE, at_most(m->first / 2, 4), as);
    add(ret, F_UNNAMED_BEFORE, question_stem(q, (ptrdiff_t)m->first - 1), as);
    add(ret, F_UNNAMED_BEFORE, 0x100 + question_op(q, (ptrdiff_t)m->first - 1), as);
    add(ret, F_UNNAMED_AFTER, question_stem(q, (ptrdiff_t)(m->first + m->n)), as);
}

static void add_fit(const struct question *q, size_t column, struct features *ret)
{
    const struct link_column *c = &q->schema->columns[column];
    const struct link_table *own = &q->schema->tables[c->table];
    const struct view *v = &q->columns[column], *t = &q->tables[c->table];
    double mine = t->best ? (double)t->best->scores[SCORE_COVER] : 0;
    bool is_best = mine > 0 && mine >= q->best_table;
    uint32_t table = feature_of(t->match, v->match);
    unsigned beside = 0;

    for (size_t i = own->first; i < own->first + own->n; i++)
        beside += q->columns[i].match >= MATCH_CONTEXT && !q->columns[i].owned;
    add(ret, F_MATCH, v->code, 0);
    add(ret, F_MATCH, v->match, 1);
    add(ret, F_MATCH_OWNED, v->code, v->owned);
    add(ret, F_TABLE_MATCH, t->match, 0);
    add(ret, F_MATCH_TABLE, v->code, t->match);
    add(ret, F_KIND, v->kind, 0);
    add(ret, F_KIND_MATCH, v->kind, v->match);
    add(ret, F_KIND_TABLE, v->kind, table);
    add_three(ret, F_RARE, v->rare, v->match, t->match);
    add(ret, F_BEST_TABLE, is_best, v->match);
    add(ret, F_BEST_TABLE, 2 + is_best, v->kind);
    add(ret, F_VALUES, at_most(v->values, 2), v->match);
    add(ret, F_WHOLE_COLUMNS, at_most(beside, 3), v->match);
    add(ret, F_TABLES, at_most(q->schema->n_tables, 4), v->match);
    add(ret, F_HEAD, v->head, v->match);
    add(ret, F_HEAD, v->head, 0x100 + t->match);
}

void column_features(const struct question *q, size_t column, struct features *ret)
{
    const struct view *v = &q->columns[column];
    uint32_t as = feature_of(v->match, v->owned);

    feature_add(ret, F_BIAS);
    add_fit(q, column, ret);
    add_traits(q, column, ret);
    for (size_t i = 0; i < q->n_ops; i++) {
        add(ret, F_OPERATOR_MATCH, q->ops[i], v->match);
        add(ret, F_OPERATOR_KIND, q->ops[i], v->kind);
    }
    add_three(ret, F_FIRST_WORD, question_stem(q, 0), v->match, v->kind);
    add_three(ret, F_FIRST_WORDS, question_stem(q, 0), question_stem(q, 1), v->match);
    if (v->best)
        add_place(q, v->best, as, ret);
    if (v->other)
        add_place(q, v->other, as, ret);
    if (v->best)
        add(ret, F_PLACES, at_most(v->places, 2), as);
    if (v->match < MATCH_CONTEXT)
        add_unnamed(q, q->schema->columns[column].table, v->kind, ret);
    add_pairs(q, column, ret);
    features_unique(ret);
}

/* ---- tables ---- */

/* How many of its columns are named, and how many of these by words that no other column fits as well. */
static void count_columns(const struct question *q, size_t table, unsigned *ret_named, unsigned *ret_only)
{
    const struct link_table *t = &q->schema->tables[table];

    *ret_named = *ret_only = 0;
    for (size_t c = t->first; c < t->first + t->n; c++)
        if (q->columns[c].match >= MATCH_CONTEXT && !q->columns[c].owned) {
            (*ret_named)++;
            *ret_only += q->columns[c].rare == 0;
        }
}

static void add_neighbours(const struct question *q, size_t table, uint32_t as, struct features *ret)
{
    uint64_t near = table < PLAN_TABLES ? q->near[table] : 0;
    unsigned named = 0, with_values = 0, others = 0;

    for (size_t t = 0; t < q->schema->n_tables; t++) {
        bool is_near = t < PLAN_TABLES && near >> t & 1;
        named += is_near && q->tables[t].match >= MATCH_CONTEXT;
        with_values += is_near && q->tables[t].values > 0;
        others += t != table && q->tables[t].match >= MATCH_CONTEXT;
    }
    add(ret, F_NEIGHBOURS, at_most(named, 2), as);
    add(ret, F_BETWEEN, at_most(named, 2) * 3 + at_most(with_values, 2), feature_of(q->tables[table].kind, as));
    add(ret, F_DEGREE, at_most((size_t)__builtin_popcountll(near), 4), as);
    add(ret, F_OTHER_TABLES, at_most(others, 3), as);
}

static void add_table_fit(const struct question *q, size_t table, struct features *ret)
{
    const struct view *v = &q->tables[table];
    double mine = v->best ? (double)v->best->scores[SCORE_COVER] : 0;
    bool is_best = mine > 0 && mine >= q->best_table;
    unsigned named, only;

    count_columns(q, table, &named, &only);
    add(ret, F_MATCH, v->code, 0);
    add(ret, F_MATCH, v->match, 1);
    add(ret, F_MATCH_OWNED, v->code, v->owned);
    add(ret, F_RARE, v->rare, v->match);
    add(ret, F_OWN_COLUMNS, at_most(named, 3), v->match);
    add(ret, F_OWN_COLUMNS, at_most(named, 3), 0x100);
    add(ret, F_ONLY_COLUMNS, at_most(only, 2), v->match);
    add(ret, F_ONLY_COLUMNS, at_most(only, 2), 0x100);
    add(ret, F_VALUES, at_most(v->values, 2), v->match);
    add(ret, F_VALUES, at_most(v->values, 2), 0x100);
    add_three(ret, F_VALUES, at_most(v->values, 2), at_most(only, 2), v->match);
    add(ret, F_BRIDGE, v->kind, v->match);
    add(ret, F_IS_BEST, is_best, at_most(named, 2));
    add(ret, F_IS_BEST, 2 + is_best, v->match);
    add(ret, F_TABLES, at_most(q->schema->n_tables, 6), 0);
    add(ret, F_TABLES, at_most(q->schema->n_tables, 6), v->match);
    add_neighbours(q, table, v->match, ret);
}

/* Whether no other table is named earlier. */
static bool is_first_table(const struct question *q, const struct mention *m)
{
    for (size_t t = 0; t < q->schema->n_tables; t++) {
        const struct view *v = &q->tables[t];
        if (v->best && v->match >= MATCH_CONTEXT && v->best->first < m->first)
            return false;
    }
    return true;
}

void table_features(const struct question *q, size_t table, struct features *ret)
{
    const struct view *v = &q->tables[table];
    const struct mention *m = v->best;

    feature_add(ret, F_BIAS);
    add_table_fit(q, table, ret);
    for (size_t i = 0; i < q->n_ops; i++)
        add(ret, F_OPERATOR_MATCH, q->ops[i], v->match);
    if (m) {
        uint32_t as = feature_of(v->match, v->owned);
        add(ret, F_PLACE, at_most(m->first / 2, 6), as);
        add(ret, F_PLACES, at_most(v->places, 2), as);
        add(ret, F_FIRST_TABLE, is_first_table(q, m), as);
        add_beside(q, m->first, m->first + m->n, as, ret);
    }
    features_unique(ret);
}
