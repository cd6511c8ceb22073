/* structure.c - which sheet is meant, and what a workbook holds in the seed's shape and in words. */
#include "agents/workbook/structure.h"
#include "agents/workbook/session.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>

#define NAMED_SHEETS 20 /* in a sentence; the table beside it has them all */

bool sheet_is_hidden(const struct json *sheet)
{
    const char *state = json_get_text(sheet, "state");

    return state && strcmp(state, "visible") != 0;
}

static const struct json *by_name(const struct json *list, const char *name)
{
    for (size_t i = 0; i < json_len(list); i++)
        if (str_same(json_get_text(json_at(list, i), "name"), name))
            return json_at(list, i);
    return NULL;
}

const struct json *sheet_named(const struct json *structure, const char *name, bool by_number)
{
    const struct json *sheets = json_get(structure, "sheets"), *found = by_name(sheets, name), *table;
    size_t digits = strspn(name, "0123456789"), place;

    if (found)
        return found;
    table = by_name(json_get(structure, "tables"), name);
    if (table)
        return by_name(sheets, json_get_text(table, "worksheet"));
    if (!by_number || digits == 0 || digits > 6 || name[digits])
        return NULL;
    place = strtoul(name, NULL, 10);
    return place >= 1 && place <= json_len(sheets) ? json_at(sheets, place - 1) : NULL;
}

const struct json *sheet_alone(const struct json *structure)
{
    const struct json *sheets = json_get(structure, "sheets"), *only = NULL;

    for (size_t i = 0; i < json_len(sheets); i++) {
        if (sheet_is_hidden(json_at(sheets, i)))
            continue;
        if (only)
            return NULL;
        only = json_at(sheets, i);
    }
    return only;
}

static struct json *tables_of(struct arena *a, const struct json *structure, const char *sheet)
{
    const struct json *tables = json_get(structure, "tables");
    struct json *names = json_array(a);

    for (size_t i = 0; i < json_len(tables); i++)
        if (strcmp(json_get_text(json_at(tables, i), "worksheet"), sheet) == 0)
            json_push(a, names, json_copy(a, json_get(json_at(tables, i), "name")));
    return names;
}

struct json *structure_metadata(struct arena *a, const struct json *structure)
{
    const struct json *sheets = json_get(structure, "sheets");
    struct json *names = json_array(a), *tables = json_object(a), *rows = json_object(a), *columns = json_object(a);
    struct json *v = json_object(a);

    for (size_t i = 0; i < json_len(sheets); i++) {
        const struct json *sheet = json_at(sheets, i);
        const char *name = json_get_text(sheet, "name");
        json_push(a, names, json_str(a, name));
        json_set(a, tables, name, tables_of(a, structure, name));
        json_set(a, rows, name, json_int(a, json_get_int(sheet, "rows", 0)));
        json_set(a, columns, name, json_int(a, json_get_int(sheet, "columns", 0)));
    }
    json_set(a, v, "sheet_names", names);
    json_set(a, v, "table_names", tables);
    json_set(a, v, "row_counts", rows);
    return json_set(a, v, "column_counts", columns);
}

const char *structure_sheets(struct arena *a, const struct json *structure)
{
    const struct json *sheets = json_get(structure, "sheets");
    size_t n = json_len(sheets);
    const char *text = arena_printf(a, "%zu worksheet%s", n, n == 1 ? "" : "s");

    for (size_t i = 0; i < n && i < NAMED_SHEETS; i++)
        text = arena_printf(a, "%s%s%s%s", text,
                            i == 0       ? ": "
                            : i + 1 == n ? " and "
                                         : ", ",
                            json_get_text(json_at(sheets, i), "name"),
                            sheet_is_hidden(json_at(sheets, i)) ? " (hidden)" : "");
    return n > NAMED_SHEETS ? arena_printf(a, "%s and %zu more", text, n - NAMED_SHEETS) : text;
}

const char *structure_counted(struct arena *a, size_t tables, int64_t rows)
{
    return arena_printf(a, "%lld row%s of data in %zu table%s, headings and totals not counted", (long long)rows,
                        rows == 1 ? "" : "s", tables, tables == 1 ? "" : "s");
}

const char *workbook_summary(struct arena *a, const char *name, const struct json *structure, const struct json *tables)
{
    int64_t rows = 0;
    size_t n = 0;

    for (size_t i = 0; i < json_len(tables); i++) {
        if (json_get_truth(json_at(tables, i), "hidden"))
            continue;
        rows += json_get_int(json_at(tables, i), "row_count", 0);
        n++;
    }
    return arena_printf(a, "%s has %s. There %s %s.", name, structure_sheets(a, structure), rows == 1 ? "is" : "are",
                        structure_counted(a, n, rows));
}
