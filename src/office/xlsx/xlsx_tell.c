/* xlsx_tell.c - what a .xlsx is made of, beyond its sheets: names, pivot tables, and more about its tables. */
#include "base/err.h"
#include "base/json.h"
#include "office/pivot/pivot.h"
#include "office/sheet/book.h"
#include "office/sheet/comments.h"
#include "office/xlsx/xlsx.h"

static void tell_tables(const struct xlsx *x, struct arena *a, struct json *tables)
{
    for (size_t i = 0; i < json_len(tables); i++) {
        const struct sheet_table *t = x->tables[i].table;
        struct json *table = json_at(tables, i), *columns = json_array(a);
        uint64_t rows = t->area.last_row >= t->area.first_row ? t->area.last_row - t->area.first_row + 1 : 0;
        for (size_t k = 0; k < t->area.n_columns; k++)
            json_push(a, columns, json_str(a, t->names[k]));
        json_set(a, table, "declared", json_bool(a, t->declared));
        json_set(a, table, "row_count", json_int(a, (int64_t)rows));
        json_set(a, table, "columns", columns);
    }
}

static int tell_sheets(const struct xlsx *x, struct arena *a, struct json *sheets, struct err *err)
{
    for (size_t i = 0; i < x->book->n_sheets; i++) {
        struct json *comments, *sheet = json_at(sheets, i);
        if (sheet_comments(x->book, i, a, &comments, err) < 0)
            return -1;
        json_set(a, sheet, "comments", json_int(a, (int64_t)json_len(comments)));
        json_set(a, sheet, "hyperlinks", json_int(a, x->surveys[i]->links));
    }
    return 0;
}

/* Hidden names are the program's own: print areas and filters. */
static struct json *names_json(const struct book *b, struct arena *a)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < b->n_names; i++) {
        const struct book_name *n = &b->names[i];
        const char *sheet = n->sheet >= 0 && (size_t)n->sheet < b->n_sheets ? b->sheets[n->sheet].name : NULL;
        struct json *name = json_object(a);
        if (n->hidden)
            continue;
        json_set(a, name, "name", json_str(a, n->name));
        json_set(a, name, "refers_to", json_str(a, n->refers_to));
        json_set(a, name, "worksheet", json_str(a, sheet));
        json_push(a, list, name);
    }
    return list;
}

static int tell_pivots(const struct book *b, const struct cancel *cancel, struct arena *a, struct json *structure,
                       struct err *err)
{
    struct json *all, *list = json_array(a), *pivots;

    if (pivot_tables(b, &(struct pivot_wants){ .rows = 1 }, cancel, a, &all, err) < 0)
        return err->code == ERR_NOT_FOUND ? 0 : -1; /* there are none */
    pivots = json_get(all, "pivot_tables");
    for (size_t i = 0; i < json_len(pivots); i++) {
        struct json *pivot = json_object(a), *from = json_at(pivots, i);
        json_set(a, pivot, "name", json_get(from, "name"));
        json_set(a, pivot, "worksheet", json_get(from, "worksheet"));
        json_set(a, pivot, "location", json_get(from, "location"));
        json_push(a, list, pivot);
    }
    json_set(a, structure, "pivot_tables", list);
    return 0;
}

int xlsx_tell(struct workbook *w, const struct cancel *cancel, struct arena *a, struct json *tables,
              struct json *structure, struct err *err)
{
    const struct xlsx *x = (const struct xlsx *)(const void *)w;

    tell_tables(x, a, tables);
    if (tell_sheets(x, a, json_get(structure, "sheets"), err) < 0)
        return -1;
    json_set(a, structure, "defined_names", names_json(x->book, a));
    return tell_pivots(x->book, cancel, a, structure, err);
}
