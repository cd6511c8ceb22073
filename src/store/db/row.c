/* row.c - texts and JSON of a row, copied. */
#include "store/db/row.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "store/db/db.h"

const char *row_text(struct arena *a, const struct db_row *row, int column)
{
    size_t n;
    const char *text = db_text(row, column, &n);

    return text ? arena_dup(a, text, n) : NULL;
}

struct json *row_json(struct arena *a, const struct db_row *row, int column)
{
    size_t n;
    const char *text = db_text(row, column, &n);
    struct err ignored;
    struct json *v;

    return text && json_parse(a, text, n, &v, &ignored) == 0 ? v : NULL;
}
