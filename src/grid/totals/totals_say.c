/* totals_say.c - what was left out, and what is called a total and was kept, in sentences. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "grid/columns/columns_node.h"
#include "grid/notes.h"
#include "grid/totals/totals.h"
#include "grid/totals/totals_node.h"
#include <inttypes.h>
#include <string.h>

#define ROWS_BYTES (TOTALS_SHOWN * 32)
#define KINDS_TOLD 2 /* each in a sentence; more are a block of statistics */

/* Every sentence has one of these, and no other note has: totals_said() goes by them. */
#define LEFT_OUT " left out (row"
#define KEPT " kept as it is not the "
#define KEPT_ALL " kept as they are not the "
#define KEPT_WEAK " kept as too little says that "

/* What such a row is called, and what it equals. */
static const struct saying {
    enum summary kind;
    const char *name, *names, *what, *whats;
} sayings[] = {
    { SUMMARY_SUM, "a total", "totals", "the sum", "sums" },
    { SUMMARY_AVERAGE, "an average", "averages", "the average", "averages" },
    { SUMMARY_LOWEST, "a lowest value", "lowest values", "the lowest", "the lowest" },
    { SUMMARY_HIGHEST, "a highest value", "highest values", "the highest", "the highest" },
    { SUMMARY_COUNT, "a count", "counts", "the count", "counts" },
    { SUMMARY_MEDIAN, "a median", "medians", "the median", "medians" },
    { SUMMARY_DEVIATION, "a standard deviation", "standard deviations", "the deviation", "deviations" },
};

/* Of some kinds; of none, what is added to a total. */
static bool is_left_out(const struct candidate *x, unsigned kind)
{
    return x->state == STATE_PROVED && (x->kinds ? (x->kind & kind) && x->proof != PROOF_PLACE : kind == 0);
}

/* " 5", "s 3, 6, 9 and others" */
static const char *list_rows(const struct totals *t, unsigned kind, size_t n, struct notes *notes)
{
    struct buf b CLEANUP(buf_done) = BUF(ROWS_BYTES);
    size_t shown = 0;

    buf_adds(&b, n == 1 ? " " : "s ");
    for (size_t i = 0; i < t->n && shown < TOTALS_SHOWN; i++)
        if (is_left_out(&t->list[i], kind))
            buf_addf(&b, "%s%" PRIu64, shown++ ? ", " : "", t->list[i].row + 1);
    if (n > shown)
        buf_adds(&b, " and others");
    return arena_dup(notes->arena, b.p, b.n);
}

static const char *label_text(const struct totals *t, const struct candidate *x, struct notes *notes)
{
    size_t n;
    const char *p = totals_label(t, x, &n);

    return arena_dup(notes->arena, p, str_fit_bytes(p, n, COLUMN_MISFIT_BYTES));
}

static void say_left_out(const struct totals *t, const struct saying *s, struct notes *notes)
{
    static const char *const where[] = {
        [PROOF_ABOVE] = "the rows above",
        [PROOF_BELOW] = "the rows below",
        [PROOF_GROUP] = "the rows of its group",
        [PROOF_PERIOD] = "the rows of its months",
        [PROOF_FOOTER] = "the total before and what is added to it",
    };
    const struct candidate *last = NULL;
    bool rounded = false;
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        if (is_left_out(&t->list[i], s->kind)) {
            last = &t->list[i];
            rounded |= last->is_rounded;
            n++;
        }
    if (n == 1)
        notes_add(notes, "1 row with %s was" LEFT_OUT "%s: it equals %s of %s%s)", s->name,
                  list_rows(t, s->kind, n, notes), s->what, where[last->proof],
                  last->is_rounded ? ", but for rounding" : "");
    else if (n > 1)
        notes_add(notes, "%zu rows with %s were" LEFT_OUT "%s: they equal %s of other rows%s)", n, s->names,
                  list_rows(t, s->kind, n, notes), s->whats, rounded ? ", but for rounding" : "");
}

/* What is added to a total, left out or not. */
static void say_extras(const struct totals *t, struct notes *notes)
{
    const struct candidate *kept = NULL;
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        if (t->list[i].kinds)
            continue;
        if (t->list[i].state == STATE_PROVED)
            n++;
        else if (!kept)
            kept = &t->list[i];
    }
    if (n > 0)
        notes_add(notes, "%s" LEFT_OUT "%s: between a total and the total with %s)",
                  n == 1 ? "1 row that is added to a total was"
                         : arena_printf(notes->arena, "%zu rows that are added to a total were", n),
                  list_rows(t, 0, n, notes), n == 1 ? "it" : "them");
    if (kept)
        notes_add(notes, "row %" PRIu64 ", '%s' in '%s', behind a total, was" KEPT_WEAK "it is no data", kept->row + 1,
                  label_text(t, kept, notes), t->columns->described[kept->column].name);
}

/* A last row without a name, the sum of two. */
static void say_bare(const struct totals *t, struct notes *notes)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].column == NO_COLUMN && t->list[i].state == STATE_CHANCE)
            notes_add(notes, "row %" PRIu64 " equals the sum of the others and was" KEPT_WEAK "it is a total",
                      t->list[i].row + 1);
}

static void say_placed(const struct totals *t, const struct candidate *x, struct notes *notes)
{
    notes_add(notes, "1 row with a total was" LEFT_OUT " %" PRIu64 ": '%s' in '%s', but not the sum of the rows above)",
              x->row + 1, label_text(t, x, notes), t->columns->described[x->column].name);
}

/* Worth a word: it says that it is a summary, and nothing else; or it does, and is the last row. */
static bool is_kept(const struct totals *t, const struct candidate *x)
{
    return x->state != STATE_PROVED && (x->is_exact || x->row == t->columns->rows - 1) && !x->may_be_name &&
           x->has_number && x->column != NO_COLUMN && x->kinds;
}

static const char *kept_what(unsigned kinds)
{
    static const struct {
        enum summary kind;
        const char *what;
    } names[] = {
        { SUMMARY_SUM, "sum" },
        { SUMMARY_AVERAGE, "average" },
        { SUMMARY_LOWEST, "lowest value" },
        { SUMMARY_COUNT, "count" },
        { SUMMARY_MEDIAN, "median" },
        { SUMMARY_HIGHEST, "highest value" },
        { SUMMARY_DEVIATION, "deviation" },
    };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (kinds & names[i].kind)
            return names[i].what;
    return "summary";
}

static void say_kept(const struct totals *t, struct notes *notes)
{
    size_t n = 0;
    const struct candidate *first = NULL;
    bool differs = false;

    for (size_t i = 0; i < t->n; i++)
        if (is_kept(t, &t->list[i])) {
            if (!first)
                first = &t->list[i];
            differs |= first->kinds != t->list[i].kinds;
            n++;
        }
    /* A word that most rows have is no total to anybody. */
    if (n == 0 || (n > t->columns->rows / 2 && !differs))
        return;
    if (n == 1 && (first->state == STATE_NAME || first->state == STATE_CHANCE))
        notes_add(notes, "row %" PRIu64 ", '%s' in '%s', was" KEPT_WEAK "it sums up others", first->row + 1,
                  label_text(t, first, notes), t->columns->described[first->column].name);
    else if (differs)
        notes_add(notes, "%zu rows such as row %" PRIu64 ", '%s' in '%s', were" KEPT_WEAK "they sum up others", n,
                  first->row + 1, label_text(t, first, notes), t->columns->described[first->column].name);
    else if (n == 1)
        notes_add(notes, "row %" PRIu64 ", '%s' in '%s', was" KEPT "%s of the others", first->row + 1,
                  label_text(t, first, notes), t->columns->described[first->column].name, kept_what(first->kinds));
    else
        notes_add(notes, "%zu rows such as row %" PRIu64 ", '%s' in '%s', were" KEPT_ALL "%s of others", n,
                  first->row + 1, label_text(t, first, notes), t->columns->described[first->column].name,
                  arena_printf(notes->arena, "%ss", kept_what(first->kinds)));
}

bool totals_said(const char *note)
{
    return strstr(note, LEFT_OUT) || strstr(note, KEPT) || strstr(note, KEPT_ALL) || strstr(note, KEPT_WEAK);
}

/* A block of statistics, in one sentence. */
static void say_block(const struct totals *t, unsigned kinds, struct notes *notes)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += is_left_out(&t->list[i], kinds);
    notes_add(notes, "%zu rows with totals, averages and the like were" LEFT_OUT "%s: they equal those of other rows)",
              n, list_rows(t, kinds, n, notes));
}

void totals_say(const struct totals *t, struct notes *notes)
{
    unsigned kinds = 0;

    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].kinds && t->list[i].state == STATE_PROVED && t->list[i].proof != PROOF_PLACE)
            kinds |= t->list[i].kind;
    if (__builtin_popcount(kinds) > KINDS_TOLD)
        say_block(t, kinds, notes);
    else
        for (size_t i = 0; i < COUNT_OF(sayings); i++)
            say_left_out(t, &sayings[i], notes);
    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].state == STATE_PROVED && t->list[i].proof == PROOF_PLACE)
            say_placed(t, &t->list[i], notes);
    say_extras(t, notes);
    say_bare(t, notes);
    say_kept(t, notes);
}
