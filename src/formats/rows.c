/* rows.c - the builder fed, and the rows handed to whoever shows them. */
#include "formats/rows.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/table.h"
#include <string.h>

#define BATCH_ROWS 256 /* some ten pages of values: they stay in the cache between the format and the builder */

static int to_builder(void *arg, const struct datum *values, size_t rows, struct err *err)
{
    return builder_add(arg, values, rows, err);
}

static int build(const struct rows_from *from, const char *const *names, const struct cancel *cancel,
                 struct notes *notes, struct columns **ret, struct err *err)
{
    struct builder *b = builder_new(from->n_columns);
    struct rows_to to = { .arg = b, .rows = to_builder };
    int rc = from->read(from->arg, &to, cancel, notes, err);

    if (rc == 0)
        rc = builder_end(b, names, cancel, notes, ret, err);
    builder_free(b);
    return rc;
}

int rows_load(const struct rows_from *from, const struct cancel *cancel, struct arena *a, struct notes *notes,
              struct loaded *ret, struct err *err)
{
    const char *const *names = names_settle(a, from->heads, from->n_columns, notes);
    struct columns *columns;

    if (build(from, names, cancel, notes, &columns, err))
        return -1;
    *ret = (struct loaded){ .columns = columns };
    return 0;
}

/* ---- showing ---- */

struct showing {
    const struct show_to *to;
    size_t n_columns;
};

static int to_show(void *arg, const struct datum *values, size_t rows, struct err *err)
{
    struct showing *s = arg;

    for (size_t i = 0; i < rows; i++)
        if (s->to->row(s->to->arg, values + i * s->n_columns, s->n_columns, err))
            return -1;
    return 0;
}

/* The types that the columns would be loaded with. */
static int find_heads(const struct rows_from *from, const struct cancel *cancel, struct arena *a, struct notes *notes,
                      struct show_head *heads, struct err *err)
{
    const char *const *names = names_settle(a, from->heads, from->n_columns, notes);
    const struct column *described;
    struct columns *columns;

    if (build(from, names, cancel, notes, &columns, err))
        return -1;
    columns_describe(columns, &described);
    for (size_t i = 0; i < from->n_columns; i++)
        heads[i] = (struct show_head){ .name = names[i], .type = column_type_name(described[i].type), .column = i };
    columns_free(columns);
    return 0;
}

int rows_show(const struct rows_from *from, const char *name, const struct cancel *cancel, struct arena *a,
              struct notes *notes, const struct show_to *to, struct err *err)
{
    struct show_head *heads = arena_array(a, from->n_columns, sizeof *heads);
    struct showing showing = { .to = to, .n_columns = from->n_columns };
    struct rows_to rows = { .arg = &showing, .rows = to_show };

    if (find_heads(from, cancel, a, notes, heads, err) || to->begin(to->arg, name, heads, from->n_columns, false, err))
        return -1;
    return from->read(from->arg, &rows, cancel, NULL, err);
}

/* ---- names ---- */

int rows_find(const struct source *s, const char *which, size_t *ret, struct err *err)
{
    char *end;
    unsigned long number;

    if (!which) {
        *ret = 0;
        return 0;
    }
    for (size_t i = 0; i < s->n_tables; i++)
        if (str_same(s->tables[i].name, which)) {
            *ret = i;
            return 0;
        }
    number = *which >= '0' && *which <= '9' ? strtoul(which, &end, 10) : 0;
    if (number > 0 && *end == '\0' && number <= s->n_tables) {
        *ret = number - 1;
        return 0;
    }
    err_set(err, ERR_NOT_FOUND, "There is no such table in it.", "of %zu tables", s->n_tables);
    return err_action(err, "Give a table's name, or its number from 1 to %zu.", s->n_tables);
}

/* ---- batches ---- */

void batch_init(struct row_batch *b, struct arena *a, const struct rows_to *to, size_t n_columns)
{
    size_t most = BATCH_ROWS * n_columns <= DATA_BATCH_CELLS ? BATCH_ROWS : DATA_BATCH_CELLS / n_columns;

    *b = (struct row_batch){ .to = to, .n_columns = n_columns, .most = most };
    b->values = arena_array(a, most * n_columns, sizeof *b->values);
}

struct datum *batch_row(struct row_batch *b)
{
    return b->values + b->n * b->n_columns;
}

static int send(struct row_batch *b, struct err *err)
{
    if (b->n > 0 && b->to->rows(b->to->arg, b->values, b->n, err))
        return -1;
    memset(b->values, 0, b->n * b->n_columns * sizeof *b->values);
    b->n = 0;
    return 0;
}

int batch_next(struct row_batch *b, bool *ret_sent, struct err *err)
{
    bool full = ++b->n == b->most;

    if (full && send(b, err))
        return -1;
    if (ret_sent)
        *ret_sent = full;
    return 0;
}

int batch_end(struct row_batch *b, struct err *err)
{
    return send(b, err);
}
