/* types_say.c - says in sentences which type, decimal separator and date order were assumed for a column. */
#include "base/arena.h"
#include "base/buf.h"
#include "grid/notes.h"
#include "grid/types/types.h"
#include "grid/types/types_why.h"
#include <inttypes.h>
#include <stdlib.h>

#define DOUBLE_DIGITS 15u /* decimal digits that every double keeps */
#define EXAMPLES_BYTES (COLUMN_MISFITS_SHOWN * (COLUMN_MISFIT_BYTES + 64))

static void say_text(const struct type_plan *plan, const struct column *c, struct notes *notes)
{
    static const char *const reasons[] = {
        [WHY_LONG_DIGITS] = "it has numbers of more than 38 digits",
        [WHY_CODES] = "values such as 1E5 are taken for codes and not for powers of ten",
        [WHY_SEPARATORS] = "its numbers are written in ways that do not go together",
        [WHY_ORDERS] = "its dates are written in ways that do not go together",
    };

    if (plan->why != WHY_NOTHING && plan->why != WHY_CURRENCIES) /* currencies.h has more to say of those */
        notes_add(notes, "'%s' stays text, as %s", c->name, reasons[plan->why]);
}

/* What 1,234 and 1.234 are taken for, where they could be either. */
static void say_mark(const struct type_guess *g, const struct type_plan *plan, const struct column *c,
                     struct notes *notes)
{
    static const char *const reasons[] = {
        [WHY_SEPARATOR_OTHERS] = "other columns are written so",
        [WHY_SEPARATOR_HABIT] = "that is the more usual way",
        [WHY_SEPARATOR_SEMICOLON] = "the separator is a semicolon",
    };
    bool comma = plan->reading == READING_COMMA || plan->reading == READING_PERCENT_COMMA;

    if (plan->why == WHY_SEPARATOR_OPEN)
        return;
    if (g->either_commas)
        notes_add(notes, "numbers in '%s' can be read in two ways; 1,234 is taken as %s, as %s", c->name,
                  comma ? "1.234 and not as 1234" : "1234 and not as 1.234", reasons[plan->why]);
    if (g->either_points)
        notes_add(notes, "numbers in '%s' can be read in two ways; 1.234 is taken as %s, as %s", c->name,
                  comma ? "1234 and not as one and a fraction" : "one and a fraction and not as 1234",
                  reasons[plan->why]);
}

static void say_number(const struct type_guess *g, const struct type_plan *plan, const struct column *c,
                       struct notes *notes)
{
    const struct number_size *most = &g->most[plan->reading];

    if (c->type == COLUMN_FLOAT && g->has_written && most->whole + most->places > DOUBLE_DIGITS)
        notes_add(notes, "numbers in '%s' are rounded to about 16 digits, as some %s", c->name,
                  most->is_float ? "have exponents" : "need more than 38");
    if (column_sum_is_rounded(c, g->values))
        notes_add(notes, "sums of '%s' are rounded to about 16 digits, as they can need more than 38", c->name);
    if (plan->reading == READING_COMMA && g->fits[READING_POINT] < g->fits[READING_COMMA])
        notes_add(notes, "numbers in '%s' have a decimal comma", c->name);
    say_mark(g, plan, c, notes);
    if (plan->reading == READING_PERCENT_POINT || plan->reading == READING_PERCENT_COMMA)
        notes_add(notes, "percentages in '%s' are taken as fractions: 5%% is 0.05", c->name);
    if (plan->is_compact)
        notes_add(notes, "numbers in '%s' are taken as dates: 20240131 is 2024-01-31", c->name);
    if (plan->currency)
        notes_add(notes, "amounts in '%s' are in %s", c->name, amount_currency(plan->currency));
    if (g->dashes)
        notes_add(
            notes, "in '%s', %s taken as zero, as accounting formats show it", c->name,
            notes_count(notes, g->dashes, "cell", "with a dash and a currency is", "with a dash and a currency are"));
}

static void say_order(const struct type_plan *plan, const struct column *c, struct notes *notes)
{
    static const char *const reasons[] = {
        [WHY_DAY_POINTS] = "dates with points are written so", [WHY_DAY_SERIES] = "that gives a series by months",
        [WHY_DAY_OTHERS] = "it does in another column",        [WHY_DAY_HABIT] = "most of the world writes so",
        [WHY_MONTH_SERIES] = "that gives a series by months",  [WHY_MONTH_HOURS] = "the times have AM and PM",
        [WHY_MONTH_OTHERS] = "it does in another column",      [WHY_MONTH_DOLLARS] = "there are amounts in US dollars",
    };

    if (plan->why != WHY_ORDER_OPEN)
        notes_add(notes,
                  "dates in '%s' can be read with the day or the month first; the %s is taken to come first, as %s",
                  c->name, plan->why >= WHY_FIRST_MONTH ? "month" : "day", reasons[plan->why]);
}

static bool is_zoned(enum reading reading)
{
    return reading == READING_ZONED_DAY || reading == READING_ZONED_MONTH;
}

static void say_date(const struct type_guess *g, const struct type_plan *plan, const struct column *c,
                     struct notes *notes)
{
    say_order(plan, c, notes);
    if (g->has_short_years || (plan->reading == READING_PERIOD && g->year_most))
        notes_add(notes, "years of two digits in '%s' are taken as 1970 to 2069", c->name);
    if (c->type == COLUMN_TIMESTAMP && g->has_dates && plan->reading < READING_ZONED_DAY)
        notes_add(notes, "dates without a time in '%s' are taken as midnight", c->name);
    if (plan->reading == READING_PERIOD)
        notes_add(notes, "months in '%s' are taken as their first day: Jan 2024 is 2024-01-01", c->name);
    if (plan->offset)
        notes_add(notes, "times in '%s' are kept as the clock showed them; all are at UTC%c%02d:%02d", c->name,
                  plan->offset < 0 ? '-' : '+', abs(plan->offset) / 60, abs(plan->offset) % 60);
    else if (g->has_offsets && is_zoned(plan->reading))
        notes_add(notes, "times in '%s' are of several offsets and are converted to UTC", c->name);
}

/* "'n/k' in row 17, 'x' in row 40" */
static const char *examples(struct notes *notes, const struct column *c)
{
    struct buf b CLEANUP(buf_done) = BUF(EXAMPLES_BYTES);

    for (size_t i = 0; i < c->n_misfit; i++)
        buf_addf(&b, "%s'%s' in row %" PRIu64, i ? ", " : "", c->misfit[i].text, c->misfit[i].row);
    if (c->misfits > c->n_misfit)
        buf_adds(&b, " and others");
    return arena_dup(notes->arena, b.p, b.n);
}

static void say_misfits(const struct column *c, struct notes *notes)
{
    const char *many = c->misfits == 1 ? "" : "s", *are = c->misfits == 1 ? "is" : "are";

    if (c->misfits == 0)
        return;
    if (column_is_number(c->type))
        notes_add(notes, "%" PRIu64 " value%s of '%s' %s no number%s and %s left out of sums: %s", c->misfits, many,
                  c->name, are, many, are, examples(notes, c));
    else if (c->type == COLUMN_DATE || c->type == COLUMN_TIMESTAMP)
        notes_add(notes, "%" PRIu64 " value%s of '%s' %s no date%s and %s left out: %s", c->misfits, many, c->name, are,
                  many, are, examples(notes, c));
    else
        notes_add(notes, "%" PRIu64 " cell%s of '%s' %s an error instead of a value: %s", c->misfits, many, c->name,
                  c->misfits == 1 ? "has" : "have", examples(notes, c));
}

void types_say(const struct type_guess *g, const struct type_plan *plan, const struct column *c, struct notes *notes)
{
    if (plan->reading == READING_TEXT)
        say_text(plan, c, notes);
    else if (plan->reading < READING_NUMBERS)
        say_number(g, plan, c, notes);
    else if (plan->reading < READING_TRUTH)
        say_date(g, plan, c, notes);
    if (c->type != COLUMN_TEXT && g->null_words > 0)
        notes_add(notes, "in '%s', %s taken as no value", c->name,
                  notes_count(notes, g->null_words, "null word", "(NA or the like) is", "(NA or the like) are"));
    say_misfits(c, notes);
}
