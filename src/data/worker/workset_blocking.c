/* workset_blocking.c - what the policy takes from the tables that are loaded: whole tables, columns, and single values.
 *
 * All of it is written down as blocked columns, for what queries and profiles are told.
 */
#include "base/arena.h"
#include "data/engine/engine.h"
#include "data/open/cache_file.h"
#include "data/pii/pii.h"
#include "data/policy/blocked_values.h"
#include "data/policy/blocking.h"
#include "data/policy/pivot_redaction.h"
#include "data/worker/workset_node.h"
#include "grid/columns/columns.h"
#include <string.h>

static void block_column(struct loading *l, const struct blocked_column *blocked)
{
    if (l->n_blocked == l->room_blocked) {
        struct blocked_column *more;
        l->room_blocked = l->room_blocked ? 2 * l->room_blocked : 16;
        more = arena_array(l->arena, l->room_blocked, sizeof *more);
        if (l->n_blocked > 0)
            memcpy(more, l->blocked, l->n_blocked * sizeof *more);
        l->blocked = more;
    }
    l->blocked[l->n_blocked++] = *blocked;
}

/* What was assumed about the columns that are left, and which of their values are not there. */
static void keep_notes(struct workset *w, struct loading *l, const struct blocking *j, struct table *t)
{
    const char **kept = arena_array(l->arena, t->n_assumptions + j->n, sizeof *kept);
    size_t n = 0;

    for (size_t i = 0; i < t->n_assumptions; i++) {
        kept[n] = blocking_note(l->arena, &w->policy, j->columns, j->n, t->assumptions[i]);
        n += kept[n] != NULL;
    }
    for (size_t i = 0; i < l->n_blocked; i++) {
        const struct blocked_column *b = &l->blocked[i];
        if (b->only_some && b->table == t->name)
            kept[n++] = arena_printf(l->arena, "of the column '%s' %s", b->column, b->reason);
    }
    t->assumptions = kept;
    t->n_assumptions = n;
}

/* Some of a column's values are not there. */
static void block_values(struct loading *l, const struct table *t, const struct blocking *j, size_t i, const char *name)
{
    struct blocked_column b = { .table = t->name,
                                .column = name,
                                .name = name,
                                .rule = j->values[i].rule,
                                .reason = blocking_values_note(l->arena, j, i),
                                .only_some = true };

    block_column(l, &b);
}

const struct engine_without *workset_left_out(struct workset *w, struct loading *l, const struct columns *columns,
                                              struct table *t, struct blocking *j)
{
    struct engine_without *without = arena_alloc(l->arena, sizeof *without);
    uint64_t *const **values;
    const struct column *list;
    bool *out;

    if (!policy_is_set(&w->policy))
        return NULL;
    *j = blocking_columns(l->arena, &w->policy, t->name, columns);
    columns_describe(columns, &list);
    out = arena_array(l->arena, j->n, sizeof *out);
    values = arena_array(l->arena, j->n, sizeof *values);
    for (size_t i = 0; i < j->n; i++) {
        out[i] = j->columns[i].rule != NULL;
        values[i] = j->values[i].valid;
        if (out[i])
            block_column(l, &j->columns[i]);
        else if (j->values[i].hidden)
            block_values(l, t, j, i, arena_str(l->arena, list[i].name));
    }
    keep_notes(w, l, j, t);
    *without = (struct engine_without){ .columns = out, .values = values };
    return without;
}

int workset_places(struct workset *w, size_t i, const struct cancel *cancel, const struct hidden_place **ret,
                   size_t *ret_n, struct err *err)
{
    struct given *g = &w->given[i];

    if (!g->has_places && policy_is_set(&w->policy) && !g->url &&
        pivot_hidden_places(&g->bytes, &w->policy, cancel, w->arena, &g->places, &g->n_places, err))
        return -1;
    g->has_places = true;
    *ret = g->places;
    *ret_n = g->n_places;
    return 0;
}

int workset_hides(struct workset *w, struct loading *l, size_t source, const struct cached_table *from,
                  const struct cancel *cancel, bool *ret, struct err *err)
{
    const struct hidden_place *places;
    size_t n;

    *ret = false;
    if (!from->sheet || !from->range)
        return 0;
    if (workset_places(w, source, cancel, &places, &n, err))
        return -1;
    *ret = hidden_places_meet(places, n, from->sheet, from->range);
    if (*ret)
        block_column(l, &(struct blocked_column){ .table = arena_str(l->arena, from->name),
                                                  .column = REDACTED_PIVOT,
                                                  .name = REDACTED_PIVOT,
                                                  .rule = PII_RULE_BLOCKED,
                                                  .reason = REDACTED_PIVOT_REASON });
    return 0;
}
