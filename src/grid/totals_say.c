/* totals_say.c - what was left out, and what is called a total and was kept, in sentences. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "grid/columns_node.h"
#include "grid/notes.h"
#include "grid/totals.h"
#include "grid/totals_node.h"
#include <inttypes.h>
#include <string.h>

#define ROWS_BYTES (TOTALS_SHOWN * 32)

/* Every sentence has one of these, and no other note has: totals_said() goes by them. */
#define LEFT_OUT " left out (row"
#define KEPT " kept as it is not the "
#define KEPT_ALL " kept as they are not the "

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
};

static bool is_left_out(const struct candidate *x, enum summary kind)
{
    return x->state == STATE_PROVED && x->kind == kind && x->proof != PROOF_PLACE;
}

/* " 5", "s 3, 6, 9 and others" */
static const char *list_rows(const struct totals *t, enum summary kind, size_t n, struct notes *notes)
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

static void say_left_out(const struct totals *t, const struct saying *s, struct notes *notes)
{
    static const char *const where[] = {
        [PROOF_ABOVE] = "the rows above",
        [PROOF_BELOW] = "the rows below",
        [PROOF_GROUP] = "the rows of its group",
    };
    const struct candidate *last = NULL;
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        if (is_left_out(&t->list[i], s->kind)) {
            last = &t->list[i];
            n++;
        }
    if (n == 1)
        notes_add(notes, "1 row with %s was" LEFT_OUT "%s: it equals %s of %s)", s->name,
                  list_rows(t, s->kind, n, notes), s->what, where[last->proof]);
    else if (n > 1)
        notes_add(notes, "%zu rows with %s were" LEFT_OUT "%s: they equal %s of other rows)", n, s->names,
                  list_rows(t, s->kind, n, notes), s->whats);
}

static const char *label_text(const struct totals *t, const struct candidate *x, struct notes *notes)
{
    size_t n;
    const char *p = totals_label(t, x, &n);

    return arena_dup(notes->arena, p, str_fit_bytes(p, n, COLUMN_MISFIT_BYTES));
}

static void say_placed(const struct totals *t, const struct candidate *x, struct notes *notes)
{
    notes_add(notes, "1 row with a total was" LEFT_OUT " %" PRIu64 ": '%s' in '%s', but not the sum of the rows above)",
              x->row + 1, label_text(t, x, notes), t->columns->described[x->column].name);
}

/* Worth a word: it says that it is a sum or an average, and nothing else. */
static bool is_kept(const struct candidate *x)
{
    return x->state != STATE_PROVED && x->is_exact && !x->may_be_name && x->has_number && x->column != NO_COLUMN &&
           x->kinds & (SUMMARY_SUM | SUMMARY_AVERAGE);
}

static void say_kept(const struct totals *t, struct notes *notes)
{
    size_t n = 0;
    const struct candidate *first = NULL;

    for (size_t i = 0; i < t->n; i++)
        if (is_kept(&t->list[i])) {
            if (!first)
                first = &t->list[i];
            n++;
        }
    if (n == 0 || n > t->columns->rows / 2) /* a word that most rows have is no total to anybody */
        return;
    if (n == 1)
        notes_add(notes, "row %" PRIu64 ", '%s' in '%s', was" KEPT "%s of the others", first->row + 1,
                  label_text(t, first, notes), t->columns->described[first->column].name,
                  first->kinds & SUMMARY_SUM ? "sum" : "average");
    else
        notes_add(notes, "%zu rows such as row %" PRIu64 ", '%s' in '%s', were" KEPT_ALL "%s of others", n,
                  first->row + 1, label_text(t, first, notes), t->columns->described[first->column].name,
                  first->kinds & SUMMARY_SUM ? "sums" : "averages");
}

bool totals_said(const char *note)
{
    return strstr(note, LEFT_OUT) || strstr(note, KEPT) || strstr(note, KEPT_ALL);
}

void totals_say(const struct totals *t, struct notes *notes)
{
    for (size_t i = 0; i < COUNT_OF(sayings); i++)
        say_left_out(t, &sayings[i], notes);
    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].state == STATE_PROVED && t->list[i].proof == PROOF_PLACE)
            say_placed(t, &t->list[i], notes);
    say_kept(t, notes);
}
