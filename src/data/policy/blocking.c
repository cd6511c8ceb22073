/* blocking.c - looks at a column's name, and at some of its values. */
#include "data/policy/blocking.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/policy/blocked_values.h"
#include "grid/columns/columns.h"
#include "grid/table.h"
#include <inttypes.h>
#include <string.h>

bool policy_is_set(const struct column_policy *policy)
{
    return policy->allowed || policy->n_blocked > 0;
}

/* Looks at some of the column's values, spread evenly over it. */
static void look_at_values(const struct columns *columns, size_t column, struct pii_seen *ret)
{
    struct buf scratch CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);
    uint64_t rows = columns_rows(columns), step = rows / PII_SAMPLE_ROWS + 1;

    for (uint64_t row = 0; row < rows; row += step) {
        size_t n;
        const char *text = columns_value(columns, column, row, &scratch, &n);
        if (text)
            pii_seen_add(ret, text, n);
    }
}

const char *blocking_name(struct arena *a, const struct column_policy *policy, size_t i, const char *name)
{
    return pii_name_value(policy, name) ? arena_printf(a, "column %zu", i + 1) : name;
}

/* By the policy, and by the name as a value. */
bool blocking_named(struct arena *a, const struct column_policy *policy, size_t i, const char *name,
                    const struct pii_seen *seen, struct blocked_column *ret)
{
    const char *pattern = pii_name_value(policy, name);

    if (!pii_blocks(a, policy, name, seen, ret)) {
        if (!pattern)
            return false;
        ret->rule = pattern;
        ret->reason = "its name looks like what it may not hold";
    }
    ret->name = name;
    ret->column = blocking_name(a, policy, i, name);
    return true;
}

/* By what is inside its values. */
static bool is_blocked_inside(struct arena *a, const struct blocked_values *s, const char *name,
                              struct blocked_column *ret)
{
    if (!s->inside)
        return false;
    ret->name = ret->column = name;
    ret->rule = s->inside;
    if (!s->is_name)
        ret->reason = arena_printf(a, "inside its values are some that look like %s", s->holds);
    else if (s->holds)
        ret->reason = arena_printf(a, "a name inside its values says that they hold %s", s->holds);
    else
        ret->reason = arena_printf(a, "a name inside its values has '%s' in it, which is blocked", s->inside);
    return true;
}

struct blocking blocking_columns(struct arena *a, const struct column_policy *policy, const char *table,
                                 const struct columns *columns)
{
    const struct column *list;
    size_t n = columns_describe(columns, &list);
    struct blocked_column *all = arena_array(a, n, sizeof *all);
    struct blocked_values *values = arena_array(a, n, sizeof *values);

    for (size_t i = 0; i < n; i++) {
        struct blocked_column blocked = { .table = table };
        struct pii_seen seen = { .is_number = column_is_number(list[i].type) };

        if (policy->n_blocked > 0)
            look_at_values(columns, i, &seen);
        if (!blocking_named(a, policy, i, list[i].name, &seen, &blocked)) {
            values[i] = blocked_values_find(a, policy, columns, i);
            if (!is_blocked_inside(a, &values[i], list[i].name, &blocked))
                continue;
        }
        all[i] = blocked;
        all[i].column = arena_str(a, blocked.column);
        all[i].name = arena_str(a, blocked.name);
    }
    return (struct blocking){ .columns = all, .values = values, .n = n };
}

bool blocking_column(struct arena *a, const struct column_policy *policy, const struct blocking *j, const char *table,
                     size_t i, const char *name, struct blocked_column *ret)
{
    if (i < j->n) {
        *ret = j->columns[i];
        return ret->rule != NULL;
    }
    *ret = (struct blocked_column){ .table = table };
    return blocking_named(a, policy, i, name, NULL, ret);
}

/* The sentence has the name in quotes. */
static bool names(const char *note, const char *column)
{
    size_t n = strlen(column);

    for (const char *p = strchr(note, '\''); p; p = strchr(p + 1, '\''))
        if (strncmp(p + 1, column, n) == 0 && p[n + 1] == '\'')
            return true;
    return false;
}

const char *blocking_note(struct arena *a, const struct column_policy *policy, const struct blocked_column *blocked,
                          size_t n, const char *note)
{
    for (size_t i = 0; i < n; i++)
        if (blocked[i].rule && names(note, blocked[i].name))
            return NULL;
    return pii_mask(a, policy, note);
}

void blocking_misfits(struct arena *a, const struct column_policy *policy, struct column *c)
{
    struct misfit *told = arena_array(a, c->n_misfit, sizeof *told);

    for (size_t i = 0; i < c->n_misfit; i++)
        told[i] = (struct misfit){ .row = c->misfit[i].row, .text = pii_mask(a, policy, c->misfit[i].text) };
    c->misfit = told;
}

const char *blocking_values_note(struct arena *a, const struct blocking *j, size_t i)
{
    uint64_t n = j->values[i].hidden;

    return arena_printf(a,
                        "%" PRIu64 " of its values %s left out: an e-mail address, or a telephone, card, account or "
                        "identity number",
                        n, n == 1 ? "is" : "are");
}

int blocking_nothing_left(struct err *err)
{
    err_set(err, ERR_POLICY_VIOLATION, "The policy leaves no column of a table.", "all columns are blocked");
    err_action(err, "Allow at least one of its columns.");
    return err_rule(err, PII_RULE_BLOCKED, "The policy leaves no column of a table.");
}
