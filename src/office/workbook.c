/* workbook.c - what is common to workbooks of either kind. */
#include "office/workbook.h"
#include "base/json.h"
#include "office/workbook_node.h"
#include <string.h>

struct workbook *workbook_of(struct source *s)
{
    bool is_one = strcmp(s->format, "xlsx") == 0 || strcmp(s->format, "xls") == 0;

    return is_one ? (struct workbook *)(void *)s : NULL;
}

size_t workbook_sheets(const struct workbook *w, const struct sheet_info **ret)
{
    *ret = w->sheets;
    return w->n_sheets;
}

bool workbook_area(const struct workbook *w, size_t table, struct table_area *ret)
{
    return w->ops->area(w, table, ret);
}

int workbook_cells(struct workbook *w, size_t sheet, unsigned wants, const struct cancel *cancel, cell_fn *fn,
                   void *arg, struct err *err)
{
    return w->ops->cells(w, sheet, wants, cancel, fn, arg, err);
}

static struct json *sheets_json(struct arena *a, const struct workbook *w)
{
    static const char *const states[] = { "visible", "hidden", "very_hidden" };
    struct json *list = json_array(a);

    for (size_t i = 0; i < w->n_sheets; i++) {
        const struct sheet_info *s = &w->sheets[i];
        struct json *sheet = json_object(a);
        json_set(a, sheet, "name", json_str(a, s->name));
        json_set(a, sheet, "state", json_str(a, states[s->state]));
        json_set(a, sheet, "rows", json_int(a, s->rows));
        json_set(a, sheet, "columns", json_int(a, s->columns));
        json_set(a, sheet, "is_chart", json_bool(a, s->is_chart));
        json_push(a, list, sheet);
    }
    return list;
}

static struct json *tables_json(struct arena *a, const struct source *s)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < s->n_tables; i++) {
        const struct source_table *t = &s->tables[i];
        struct json *table = json_object(a);
        if (!t->range) /* the stand-in of a workbook without tables */
            continue;
        json_set(a, table, "name", json_str(a, t->name));
        json_set(a, table, "worksheet", json_str(a, t->sheet));
        json_set(a, table, "range", json_str(a, t->range));
        json_set(a, table, "hidden", json_bool(a, t->hidden));
        json_push(a, list, table);
    }
    return list;
}

int workbook_structure(struct workbook *w, const struct cancel *cancel, struct arena *a, struct json **ret,
                       struct err *err)
{
    struct json *structure = json_object(a), *tables = tables_json(a, &w->source);

    json_set(a, structure, "sheets", sheets_json(a, w));
    json_set(a, structure, "tables", tables);
    json_set(a, structure, "defined_names", json_array(a));
    json_set(a, structure, "pivot_tables", json_array(a));
    if (w->ops->tell && w->ops->tell(w, cancel, a, tables, structure, err) < 0)
        return -1;
    *ret = structure;
    return 0;
}
