/* rank_asked.c - dense features: operators that the question has, beside what the plan has.
 *
 * The table says which operators may stand for which facts of a plan. It decides nothing: what an operator without a
 * part, or a part without an operator, is worth is learned.
 */
#include "read/ranking.h"

struct asked {
    enum rank_feature feature;
    uint64_t operators, facts;
};

static const struct asked all_asked[] = {
    { DENSE_NEGATION, OPERATOR(NE) | OPERATOR(NOT) | OPERATOR(NEVER) | OPERATOR(EXCEPT) | OPERATOR(EMPTY),
      FACT(UNEQUAL) | FACT(LACKS) | FACT(WITHOUT) | FACT(EMPTY) | FACT(FILLED) },
    { DENSE_WITHOUT, OPERATOR(NEVER) | OPERATOR(EXCEPT), FACT(WITHOUT) },
    { DENSE_MORE, OPERATOR(GT) | OPERATOR(GE) | OPERATOR(AFTER) | OPERATOR(SINCE),
      FACT(MORE) | FACT(MORE_EQUAL) | FACT(PERIOD) },
    { DENSE_LESS, OPERATOR(LT) | OPERATOR(LE) | OPERATOR(BEFORE) | OPERATOR(UNTIL),
      FACT(LESS) | FACT(LESS_EQUAL) | FACT(PERIOD) },
    { DENSE_AT_LEAST, OPERATOR(GE) | OPERATOR(SINCE), FACT(MORE_EQUAL) },
    { DENSE_AT_MOST, OPERATOR(LE) | OPERATOR(UNTIL), FACT(LESS_EQUAL) },
    { DENSE_BETWEEN, OPERATOR(BETWEEN), FACT(BETWEEN) | FACT(PERIOD) },
    { DENSE_CONTAINS, OPERATOR(CONTAINS), FACT(CONTAINS) | FACT(LACKS) },
    { DENSE_STARTS, OPERATOR(STARTS), FACT(STARTS) },
    { DENSE_ENDS, OPERATOR(ENDS), FACT(ENDS) },
    { DENSE_EMPTY, OPERATOR(EMPTY), FACT(EMPTY) | FACT(FILLED) },
    { DENSE_EITHER, OPERATOR(OR) | OPERATOR(EITHER), FACT(EITHER) },
    { DENSE_BOTH, OPERATOR(BOTH), FACT(BOTH) },
    { DENSE_AND, OPERATOR(AND) | OPERATOR(BOTH), FACT(OUTPUTS) | FACT(CONDITIONS) | FACT(BOTH) },
    { DENSE_COUNT, OPERATOR(COUNT), FACT(COUNT) | FACT(COUNT_ASIDE) },
    { DENSE_SUM, OPERATOR(SUM), FACT(SUM) },
    { DENSE_AVERAGE, OPERATOR(AVERAGE), FACT(AVERAGE) },
    { DENSE_MEDIAN, OPERATOR(MEDIAN), FACT(MEDIAN) },
    { DENSE_SPREAD, OPERATOR(SPREAD), FACT(SPREAD) },
    { DENSE_HIGHEST, OPERATOR(MAX) | OPERATOR(TOP), FACT(MAX) | FACT(FIRST_DOWN) },
    { DENSE_LOWEST, OPERATOR(MIN) | OPERATOR(BOTTOM), FACT(MIN) | FACT(FIRST_UP) },
    { DENSE_MOST_ROWS, OPERATOR(COMMON), FACT(ROWS_DOWN) },
    { DENSE_FEWEST_ROWS, OPERATOR(RARE), FACT(ROWS_UP) },
    { DENSE_DISTINCT, OPERATOR(DISTINCT), FACT(DISTINCT) | FACT(DIFFERENT) | FACT(GROUP) },
    { DENSE_EACH, OPERATOR(EACH), FACT(GROUP) },
    { DENSE_SORT, OPERATOR(SORT) | OPERATOR(ASCENDING) | OPERATOR(DESCENDING), FACT(SORT_UP) | FACT(SORT_DOWN) },
    { DENSE_ASCENDING, OPERATOR(ASCENDING), FACT(SORT_UP) },
    { DENSE_DESCENDING, OPERATOR(DESCENDING), FACT(SORT_DOWN) },
    { DENSE_LATEST, OPERATOR(LATEST), FACT(FIRST_DOWN) | FACT(SORT_DOWN) | FACT(MAX) },
    { DENSE_EARLIEST, OPERATOR(EARLIEST), FACT(FIRST_UP) | FACT(SORT_UP) | FACT(MIN) },
    { DENSE_FIRST, OPERATOR(FIRST), FACT(FIRST_UP) | FACT(PLACE) | FACT(MIN) },
    { DENSE_LAST, OPERATOR(LAST), FACT(FIRST_DOWN) | FACT(PLACE) | FACT(MAX) },
    { DENSE_NEXT, OPERATOR(NEXT), FACT(NEXT) },
    { DENSE_PREVIOUS, OPERATOR(PREVIOUS), FACT(PREVIOUS) },
    { DENSE_DIFFERENCE, OPERATOR(DIFFERENCE), FACT(DIFFERENCE) | FACT(RANGE) },
    { DENSE_SHARE, OPERATOR(SHARE) | OPERATOR(RATIO), FACT(SHARE) },
    { DENSE_YES_NO, OPERATOR(YES_NO), FACT(YES_NO) },
};

uint64_t facts_explain(uint64_t facts)
{
    uint64_t ret = 0;

    for (size_t i = 0; i < COUNT_OF(all_asked); i++)
        if (facts & all_asked[i].facts)
            ret |= all_asked[i].operators;
    return ret;
}

void rank_asked(const struct ranking *g, size_t candidate, float *row)
{
    uint64_t facts = g->uses[candidate].facts, explained = facts_explain(facts), explains = 0;
    size_t unasked = 0;

    for (size_t i = 0; i < COUNT_OF(all_asked); i++) {
        const struct asked *a = &all_asked[i];
        bool is_asked = g->asked & a->operators, is_done = facts & a->facts;

        row[a->feature] = is_asked ? (is_done ? 1 : -1) : is_done ? 2 : 0;
        explains |= a->operators;
        unasked += is_done && !is_asked;
    }
    row[DENSE_ASKED_UNDONE] = (float)__builtin_popcountll(g->asked & explains & ~explained);
    row[DENSE_DONE_UNASKED] = (float)unasked;
}
