/* parts.c - the small steps that every maker of columns takes. */
#include "grid/columns/parts.h"
#include "base/arena.h"
#include "grid/columns/currencies.h"
#include "grid/growing.h"
#include "grid/types/types_why.h"
#include <string.h>

void part_open(struct part *p, const struct type_plan *plan, uint64_t rows)
{
    const struct column shape = { .type = plan->type, .precision = plan->precision };

    *p = (struct part){ .width = part_width(&shape) };
    p->values = room_new((size_t)rows, p->width);
}

void part_null(struct part *p, uint64_t rows, uint64_t row)
{
    if (!p->valid) {
        size_t words = part_words(rows);
        p->valid = room_new(words, sizeof *p->valid);
        memset(p->valid, 0xff, words * sizeof *p->valid);
        if (rows % 64)
            p->valid[words - 1] = (1ULL << (rows % 64)) - 1; /* the bits behind the last row are zero */
    }
    p->valid[row / 64] &= ~(1ULL << (row % 64));
}

void part_done(struct part *p)
{
    free(p->values);
    free(p->valid);
    free(p->at);
    free(p->bytes);
    *p = (struct part){ 0 };
}

void misfit_add(struct misfit_list *l, uint64_t row, const char *p, size_t n)
{
    struct misfits *m = &l->m;
    uint64_t from = m->n ? m->at[m->n] : 0;

    m->rows = room_for(m->rows, m->n + 1, sizeof *m->rows, &l->rows_cap);
    m->at = room_for(m->at, m->n + 2, sizeof *m->at, &l->at_cap);
    m->bytes = room_for(m->bytes, from + n + 1, 1, &l->bytes_cap);
    if (m->n == 0)
        m->at[0] = 0;
    m->rows[m->n] = row;
    memcpy(m->bytes + from, p, n);
    m->at[++m->n] = from + n;
    for (size_t i = 0; i < n; i++)
        l->has_digits |= p[i] >= '0' && p[i] <= '9';
}

void misfit_join(struct misfit_list *a, const struct misfits *b, uint64_t first)
{
    for (uint64_t i = 0; i < b->n; i++)
        misfit_add(a, first + b->rows[i], b->bytes + b->at[i], (size_t)(b->at[i + 1] - b->at[i]));
}

void misfits_done(struct misfits *m)
{
    free(m->rows);
    free(m->at);
    free(m->bytes);
    *m = (struct misfits){ 0 };
}

/* ---- identifiers ---- */

/* Adds a number to the set; false when it is there. Zero is a free slot and kept apart by the caller. */
static bool add_new(int64_t *slots, size_t n_slots, int64_t v)
{
    size_t slot = (size_t)(((uint64_t)v * 0x9e3779b97f4a7c15u) >> 20) & (n_slots - 1);

    for (; slots[slot]; slot = (slot + 1) & (n_slots - 1))
        if (slots[slot] == v)
            return false;
    slots[slot] = v;
    return true;
}

bool columns_are_ids(const struct columns *c, size_t column)
{
    uint64_t most = c->rows < COLUMN_ID_ROWS ? c->rows : COLUMN_ID_ROWS;
    size_t n_slots = 1024, zeros = 0;
    bool fresh = true;
    int64_t *slots;

    while (n_slots < 2 * most)
        n_slots *= 2;
    slots = room_new(n_slots, sizeof *slots);
    for (size_t k = 0; k < c->n_parts && fresh; k++) {
        const struct part *p = columns_part(c, column, k);
        for (uint64_t row = 0; row < columns_part_rows(c, k) && c->starts[k] + row < most && fresh; row++) {
            int64_t v = (int64_t)part_exact(p, row); /* the low half is told apart well enough */
            if (!part_has(p, row))
                continue;
            fresh = v ? add_new(slots, n_slots, v) : zeros++ == 0;
        }
    }
    free(slots);
    return fresh;
}

/* ---- the end ---- */

static const char *unit_of(const struct type_plan *plan)
{
    if (plan->reading == READING_PERCENT_POINT || plan->reading == READING_PERCENT_COMMA)
        return "%";
    return plan->currency ? amount_currency(plan->currency) : NULL;
}

void columns_finish(struct columns *c, const char *const *names, const struct type_guess *guesses,
                    const struct type_plan *plans, struct notes *notes)
{
    for (size_t i = 0; i < c->n_columns; i++)
        c->described[i] = (struct column){ .name = arena_str(c->arena, names[i]),
                                           .type = plans[i].type,
                                           .precision = plans[i].precision,
                                           .scale = plans[i].scale,
                                           .unit = unit_of(&plans[i]) };
    columns_count(c);
    for (size_t i = 0; i < c->n_columns; i++) {
        types_say(&guesses[i], &plans[i], &c->described[i], notes);
        if (plans[i].type == COLUMN_TEXT && plans[i].why == WHY_CURRENCIES)
            currencies_say(c, i, notes);
    }
}
