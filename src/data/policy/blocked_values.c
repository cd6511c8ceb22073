/* blocked_values.c - texts judged once each: a part that has a list of its different ones is no longer than that list.
 */
#include "data/policy/blocked_values.h"
#include "base/arena.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "grid/columns/columns_node.h"
#include <string.h>

/* Looking through a column. */
struct search {
    const struct column_policy *policy;
    uint32_t classes; /* that it blocks */
    struct pii_look *look;
    struct pii_seen seen;
    struct pii_forms forms;
    enum pii_class likely; /* what likely ones are */
    struct blocked_values *found;
};

#define HIDDEN 1u /* a text is hidden for itself; otherwise the lengths of which it is hidden, a bit each from 2 on */

/* What of a text is hidden, or might be. */
static uint32_t judge_text(struct search *s, const char *text, size_t n)
{
    struct pii_finds f;
    enum pii_class class;

    pii_find_again(&s->forms, text, n, &f);
    pii_seen_count(&s->seen, &f);
    if (f.classes & s->classes) {
        if (!s->found->rule)
            s->found->rule = pii_pattern(s->policy, f.classes, &class);
        return HIDDEN;
    }
    if (!f.likely || !(s->classes >> f.class & 1))
        return 0;
    s->likely = f.class;
    return f.likely << 1;
}

/* Which texts of a part are hidden, or might be; NULL: none. found->inside is set when one blocks the column. */
static uint32_t *hidden_texts(struct search *s, struct arena *a, const struct part *p, uint64_t rows)
{
    uint32_t *hidden = NULL;

    for (uint32_t i = 0; i < p->n_texts && !s->found->inside; i++) {
        size_t n;
        const char *text = part_text(p, i, &n);
        uint32_t how;

        if (p->width == 0 && (i >= rows || !part_has(p, i)))
            continue;
        s->found->inside = pii_inside(s->look, text, n);
        how = judge_text(s, text, n);
        if (!how)
            continue;
        hidden = hidden ? hidden : arena_array(a, p->n_texts, sizeof *hidden);
        hidden[i] = how;
    }
    return hidden;
}

/* The rows of the part that keep a value. */
static uint64_t *without(struct arena *a, const struct part *p, uint64_t rows, const uint32_t *hidden, uint32_t which,
                         uint64_t *count)
{
    size_t words = part_words(rows);
    uint64_t *valid = arena_array(a, words, sizeof *valid);

    if (p->valid)
        memcpy(valid, p->valid, words * sizeof *valid);
    else
        memset(valid, 0xff, words * sizeof *valid);
    for (uint64_t row = 0; row < rows; row++)
        if (part_has(p, row) && (hidden[part_code(p, row)] & which)) {
            valid[row / 64] &= ~(1ull << row % 64);
            ++*count;
        }
    return valid;
}

/* What all texts together say of those that are only likely. */
static void settle(struct search *s)
{
    struct blocked_values *found = s->found;
    enum pii_class class;

    if (!found->inside)
        found->inside = pii_inside_all(s->look);
    found->is_name = s->look->is_name;
    found->holds = s->look->holds;
    found->likely = pii_seen_likely(&s->seen);
    if (found->likely && !found->rule)
        found->rule = pii_pattern(s->policy, 1u << s->likely, &class);
}

struct blocked_values blocked_values_find(struct arena *a, const struct column_policy *policy, const struct columns *c,
                                          size_t column)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const uint32_t **hidden = arena_array(scratch, c->n_parts, sizeof *hidden);
    struct blocked_values found = { .inside = NULL };
    struct search s = { .policy = policy, .classes = pii_blocked_classes(policy), .found = &found };

    if (c->described[column].type != COLUMN_TEXT || policy->n_blocked == 0)
        return found;
    s.look = arena_alloc(scratch, sizeof *s.look);
    s.look->policy = policy;
    for (size_t i = 0; i < c->n_parts && !found.inside; i++)
        hidden[i] = hidden_texts(&s, scratch, columns_part(c, column, i), columns_part_rows(c, i));
    settle(&s);
    for (size_t i = 0; i < c->n_parts && found.rule && !found.inside; i++) {
        if (!hidden[i])
            continue;
        found.valid = found.valid ? found.valid : arena_array(a, c->n_parts, sizeof *found.valid);
        found.valid[i] = without(a, columns_part(c, column, i), columns_part_rows(c, i), hidden[i],
                                 HIDDEN | found.likely << 1, &found.hidden);
    }
    return found;
}

void blocked_values_describe(struct arena *a, const struct column_policy *policy, const struct blocked_values *s,
                             struct column *c)
{
    const char **kept = arena_array(a, c->n_values, sizeof *kept);
    const uint32_t classes = pii_blocked_classes(policy);
    size_t n = 0;

    if (s->hidden == 0)
        return;
    for (size_t i = 0; i < c->n_values; i++) {
        struct pii_finds f;

        pii_find(c->values[i], strlen(c->values[i]), &f);
        if (!(f.classes & classes) && !((f.likely & s->likely) && (classes >> f.class & 1)))
            kept[n++] = c->values[i];
    }
    c->nulls += s->hidden;
    if (!c->values)
        return;
    c->distinct -= c->n_values - n;
    c->values = kept;
    c->n_values = n;
}
