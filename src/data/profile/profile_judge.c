/* profile_judge.c - what the figures say of a column: its role, its problems, its quality. profile.h has the rules. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/text/name_words.h"
#include "data/profile/profile_node.h"
#include "grid/meaning/meaning.h"
#include "grid/table.h"
#include <inttypes.h>
#include <math.h>

/* What numbers are is decided in grid/meaning. Words that make a name an identifier's wherever the column stands, and
 * those that do only of a text without repetition. */
static const char *const id_words[] = { "id", "uuid", "guid", "pk", "fk", "sku" };
static const char *const code_words[] = { "code", "key", "no", "nr", "number", "num", "ref", "reference", "hash" };

/* Scores that sort things into few drawers. */
static const char *const level_words[] = { "level", "grade", "rank" };

/* ---- role ---- */

static bool last_word_in(const struct column_profile *c, const char *const *list, size_t n)
{
    struct name_word words[PROFILE_NAME_WORDS];
    size_t n_words = name_words(c->column->name, words, PROFILE_NAME_WORDS);

    return n_words > 0 && name_word_in(&words[n_words - 1], list, n);
}

static enum column_meaning meaning_of(const struct table *t, const struct column_profile *c)
{
    const struct meaning_figures f = { .known = c->has_figures,
                                       .min = c->least,
                                       .max = c->greatest,
                                       .rows = (size_t)c->rows,
                                       .distinct = (size_t)c->distinct };

    return column_meaning(t, (size_t)(c->column - t->columns), &f);
}

/* A running number: whole numbers without a gap or repetition. Two rows run whatever they hold. */
static bool is_running(const struct column_profile *c)
{
    return c->column->type == COLUMN_INTEGER && c->has_figures && c->values > 2 && c->values == c->rows &&
           c->distinct == c->values && c->greatest - c->least == (double)(c->values - 1);
}

static bool is_id(const struct column_profile *c, enum column_meaning meaning)
{
    const bool unique = c->values > 0 && c->distinct == c->values;

    if (c->column->type != COLUMN_INTEGER && c->column->type != COLUMN_TEXT)
        return false;
    if (last_word_in(c, id_words, COUNT_OF(id_words)))
        return true;
    return (unique && (meaning == MEANING_ID || last_word_in(c, code_words, COUNT_OF(code_words)))) || is_running(c);
}

/* Whole numbers that are not added up: times, codes and levels. 0 and 1 say yes and no. */
static bool is_sorting(const struct column_profile *c, enum column_meaning meaning)
{
    if (c->column->type != COLUMN_INTEGER)
        return false;
    return meaning == MEANING_YEAR || meaning == MEANING_ID || last_word_in(c, level_words, COUNT_OF(level_words)) ||
           (c->distinct == 2 && c->least == 0 && c->greatest == 1);
}

void profile_role(const struct table *t, struct column_profile *c)
{
    const enum column_meaning meaning = meaning_of(t, c);

    if (c->column->type == COLUMN_DATE || c->column->type == COLUMN_TIMESTAMP)
        c->role = ROLE_TIMESTAMP;
    else if (is_id(c, meaning))
        c->role = ROLE_ID;
    else if (column_is_number(c->column->type) && !is_sorting(c, meaning))
        c->role = ROLE_MEASURE;
    else
        c->role = ROLE_DIMENSION;
}

/* ---- problems ---- */

static void add_problem(struct arena *a, struct column_profile *c, const char *kind, uint64_t count, const char *one,
                        const char *many)
{
    struct json *v = json_object(a);

    if (count == 0)
        return;
    json_set(a, v, "kind", json_str(a, kind));
    json_set(a, v, "count", json_int(a, (int64_t)count));
    json_set(a, v, "text", json_str(a, arena_printf(a, "%" PRIu64 " %s", count, count == 1 ? one : many)));
    json_push(a, c->problems, v);
}

/* Texts most of which are dates (or numbers): how many are not. All of them: none, they are only not read as such. */
static uint64_t strays(const struct column_profile *c, uint64_t like)
{
    return c->column->type == COLUMN_TEXT && like > c->values / 2 ? c->values - like : 0;
}

static void add_problems(struct arena *a, struct column_profile *c)
{
    c->problems = json_array(a);
    add_problem(a, c, "misfits", c->column->misfits, "value does not fit the type", "values do not fit the type");
    add_problem(a, c, "blanks", c->blanks, "text has blanks around it", "texts have blanks around them");
    add_problem(a, c, "variants", c->variants, "text differs from others only in case or blanks",
                "texts differ from others only in case or blanks");
    add_problem(a, c, "unread_dates", strays(c, c->dates), "text is no date among dates",
                "texts are no dates among dates");
    add_problem(a, c, "unread_numbers", c->dates ? 0 : strays(c, c->numbers), "text is no number among numbers",
                "texts are no numbers among numbers");
    if (c->rows > 0 && c->values == 0)
        add_problem(a, c, "empty", c->rows, "row and no value", "rows and no value");
    if (c->rows > 1 && c->values == c->rows && c->distinct == 1)
        add_problem(a, c, "constant", c->rows, "row has the same value", "rows have the same value");
}

/* ---- quality ---- */

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 1;
}

/* Of an id: a few repetitions are mistakes; many are what references to another table look like. */
static double uniqueness(const struct column_profile *c)
{
    double unique = share(c->distinct, c->values);

    return c->role == ROLE_ID && unique >= 0.9 ? unique : 1;
}

void profile_quality(struct arena *a, struct column_profile *c)
{
    const uint64_t stray = strays(c, c->dates) + (c->dates ? 0 : strays(c, c->numbers));
    const uint64_t untidy = c->blanks + c->variants < c->values ? c->blanks + c->variants : c->values;
    const uint64_t misfits = c->column->misfits;

    add_problems(a, c);
    c->quality = 0.4 * share(c->values + misfits, c->rows) + 0.2 * uniqueness(c) +
                 0.2 * share(c->values - stray, c->values + misfits) + 0.2 * share(c->values - untidy, c->values);
}
