/* workbook_table.c - sheets and tables by name; a table is read twice, first for its types. */
#include "office/finder/workbook_table.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/table.h"
#include "office/finder/fill.h"
#include <stdlib.h>
#include <string.h>

/* ---- by name ---- */

static bool find_sheet(const struct workbook *w, const char *name, size_t *ret)
{
    unsigned long number;
    char *end;

    for (*ret = 0; *ret < w->n_sheets; ++*ret)
        if (strcmp(w->sheets[*ret].name, name) == 0)
            return true;
    for (*ret = 0; *ret < w->n_sheets; ++*ret)
        if (str_same(w->sheets[*ret].name, name))
            return true;
    number = strtoul(name, &end, 10);
    *ret = number - 1;
    return *name >= '0' && *name <= '9' && *end == '\0' && number >= 1 && number <= w->n_sheets;
}

static bool find_table(const struct workbook *w, const char *name, size_t *ret)
{
    const struct source *s = &w->source;

    for (*ret = 0; *ret < s->n_tables; ++*ret)
        if (s->tables[*ret].range && strcmp(s->tables[*ret].name, name) == 0)
            return true;
    for (*ret = 0; *ret < s->n_tables; ++*ret)
        if (s->tables[*ret].range && str_same(s->tables[*ret].name, name))
            return true;
    return false;
}

int workbook_find(const struct workbook *w, const char *name, struct workbook_place *ret, struct err *err)
{
    size_t at = 0;
    bool is_table = name && !find_sheet(w, name, &at);

    if (is_table && !find_table(w, name, &at)) {
        err_set(err, ERR_NOT_FOUND, "There is no such sheet.", "of %zu sheets", w->n_sheets);
        return err_action(err, "Name one of the workbook's sheets or tables, or its number from 1.");
    }
    *ret = (struct workbook_place){ .is_table = is_table, .at = at };
    return 0;
}

/* ---- a table shown ---- */

struct showing {
    const struct show_to *to;
    size_t width;
};

static int show_rows(void *arg, const struct datum *values, size_t rows, struct err *err)
{
    struct showing *s = arg;

    for (size_t i = 0; i < rows; i++)
        if (s->to->row(s->to->arg, values + i * s->width, s->width, err))
            return -1;
    return 0;
}

/* The names and types that the table is loaded with. */
static int begin(struct source *s, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
                 const struct show_to *to, struct err *err)
{
    const struct column *columns;
    struct show_head *heads;
    struct loaded l;
    size_t n;

    if (s->ops->load(s, i, cancel, a, notes, &l, err))
        return -1;
    n = columns_describe(l.columns, &columns);
    heads = arena_array(a, n, sizeof *heads);
    for (size_t k = 0; k < n; k++)
        heads[k] = (struct show_head){ arena_str(a, columns[k].name), column_type_name(columns[k].type), k };
    columns_free(l.columns);
    return to->begin(to->arg, s->tables[i].name, heads, n, false, err);
}

int workbook_show_table(struct workbook *w, size_t i, bool shown, const struct fill_area *area,
                        const struct table_reader *reader, const struct cancel *cancel, struct arena *a,
                        struct notes *notes, const struct show_to *to, struct err *err)
{
    struct showing showing = { .to = to, .width = area->n_columns };
    struct fill *fill;
    int rc;

    if (begin(&w->source, i, cancel, a, notes, to, err))
        return -1;
    fill = fill_new(area, show_rows, &showing);
    rc = reader->read(reader->arg, fill, shown, cancel, err);
    if (rc == 0)
        rc = fill_end(fill, err);
    fill_free(fill);
    return rc;
}
