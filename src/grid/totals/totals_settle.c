/* totals_settle.c - what follows from one candidate about another of its column or beside it. */
#include "base/arena.h"
#include "grid/columns/columns_node.h"
#include "grid/totals/totals_node.h"

/* Another summary in the row before or behind. */
static bool has_company(const struct totals *t, size_t i)
{
    const struct candidate *x = &t->list[i];

    for (size_t k = i ? i - 1 : 0; k <= i + 1 && k < t->n; k++) {
        const struct candidate *other = &t->list[k];
        bool is_next = other->row + 1 == x->row || x->row + 1 == other->row;
        bool is_told = other->state == STATE_PROVED || other->is_strong || x->is_strong;
        if (is_next && is_told && other->state >= STATE_NAME && other->kind != x->kind)
            return true;
    }
    return false;
}

/* How many rows with labels a column has, of either kind, and how many of them are proved. */
struct labelled {
    size_t n[2], proved[2];
    size_t chances;
};

static void count_labelled(const struct totals *t, struct labelled *ret)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct candidate *x = &t->list[i];
        if (x->column == NO_COLUMN || !x->has_number || x->state == STATE_ZERO || x->state == STATE_NAME ||
            x->proof == PROOF_PERIOD)
            continue;
        ret[x->column].n[x->is_exact]++;
        ret[x->column].proved[x->is_exact] += x->state == STATE_PROVED;
        ret[x->column].chances += x->state == STATE_CHANCE;
    }
}

void totals_promote(struct totals *t)
{
    struct labelled *labelled = arena_array(t->arena, t->columns->n_columns, sizeof *labelled);

    count_labelled(t, labelled);
    for (size_t i = 0; i < t->n; i++) {
        struct candidate *x = &t->list[i];
        const struct labelled *l = x->column == NO_COLUMN ? NULL : &labelled[x->column];
        if (l && x->state == STATE_CHANCE && l->n[0] > 1 && l->chances + l->proved[0] == l->n[0])
            x->state = STATE_PROVED;
    }
}

void totals_settle(struct totals *t)
{
    struct labelled *labelled = arena_array(t->arena, t->columns->n_columns, sizeof *labelled);

    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].state == STATE_NAME && has_company(t, i))
            t->list[i].state = STATE_PROVED;
    for (size_t i = t->n; i > 0; i--) /* one that stands behind it may have been proved since */
        if (t->list[i - 1].state == STATE_NAME && has_company(t, i - 1))
            t->list[i - 1].state = STATE_PROVED;
    count_labelled(t, labelled);
    for (size_t i = 0; i < t->n; i++) {
        struct candidate *x = &t->list[i];
        const struct labelled *l = x->column == NO_COLUMN ? NULL : &labelled[x->column];

        if (x->state == STATE_ZERO && l && l->proved[0] + l->proved[1] > 0)
            x->state = STATE_PROVED;
        if (l && x->state == STATE_PROVED && x->proof != PROOF_PERIOD && l->proved[x->is_exact] * 2 < l->n[x->is_exact])
            x->state = STATE_OPEN;
        if (x->state != STATE_PROVED && x->in_place && x->has_number) {
            x->state = STATE_PROVED;
            x->kind = SUMMARY_SUM;
            x->proof = PROOF_PLACE;
        }
    }
}
