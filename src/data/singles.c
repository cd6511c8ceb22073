/* singles.c - texts judged once each: a part that has a list of its different ones is no longer than that list. */
#include "data/singles.h"
#include "base/arena.h"
#include "data/pii.h"
#include "data/veil.h"
#include "data/workset.h"
#include "grid/columns_node.h"
#include <string.h>

/* Which texts of a part are hidden; NULL: none. s->inside is set when one blocks the column. */
static bool *hidden_texts(struct pii_look *look, struct arena *a, const struct part *p, uint64_t rows,
                          struct singles *s)
{
    bool *hidden = NULL;

    for (uint32_t i = 0; i < p->n_texts && !s->inside; i++) {
        size_t n;
        const char *text = part_text(p, i, &n);

        if (p->width == 0 && (i >= rows || !part_has(p, i)))
            continue;
        s->inside = pii_inside(look, text, n);
        s->is_name = look->is_name;
        if (!veil_hides_value(look->policy, text, n, false))
            continue;
        hidden = hidden ? hidden : arena_array(a, p->n_texts, sizeof *hidden);
        hidden[i] = true;
        s->rule = s->rule ? s->rule : pii_value(look->policy, text, n);
    }
    return hidden;
}

/* The rows of the part that keep a value. */
static uint64_t *without(struct arena *a, const struct part *p, uint64_t rows, const bool *hidden, uint64_t *count)
{
    size_t words = part_words(rows);
    uint64_t *valid = arena_array(a, words, sizeof *valid);

    if (p->valid)
        memcpy(valid, p->valid, words * sizeof *valid);
    else
        memset(valid, 0xff, words * sizeof *valid);
    for (uint64_t row = 0; row < rows; row++)
        if (part_has(p, row) && hidden[part_code(p, row)]) {
            valid[row / 64] &= ~(1ull << row % 64);
            ++*count;
        }
    return valid;
}

struct singles singles_find(struct arena *a, const struct column_policy *policy, const struct columns *c, size_t column)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct pii_look *look = arena_alloc(scratch, sizeof *look);
    struct singles s = { .inside = NULL };

    if (c->described[column].type != COLUMN_TEXT || policy->n_blocked == 0)
        return s;
    look->policy = policy;
    for (size_t i = 0; i < c->n_parts && !s.inside; i++) {
        const struct part *p = columns_part(c, column, i);
        uint64_t rows = columns_part_rows(c, i);
        const bool *hidden = hidden_texts(look, scratch, p, rows, &s);

        if (!hidden || s.inside)
            continue;
        s.valid = s.valid ? s.valid : arena_array(a, c->n_parts, sizeof *s.valid);
        s.valid[i] = without(a, p, rows, hidden, &s.hidden);
    }
    return s;
}

void singles_describe(struct arena *a, const struct column_policy *policy, const struct singles *s, struct column *c)
{
    const char **kept = arena_array(a, c->n_values, sizeof *kept);
    size_t n = 0;

    if (s->hidden == 0)
        return;
    for (size_t i = 0; i < c->n_values; i++)
        if (!veil_hides_value(policy, c->values[i], strlen(c->values[i]), false))
            kept[n++] = c->values[i];
    c->nulls += s->hidden;
    if (!c->values)
        return;
    c->distinct -= c->n_values - n;
    c->values = kept;
    c->n_values = n;
}
