/* workset_schema.c - the loaded tables as questions are linked with them (link/schema.h).
 *
 * Made from the rows by the first question, one scan a table, and kept: most workers are never asked a question. What
 * a policy blocks was never loaded, so it is not in a schema; tables on hidden sheets are not, as they are meant only
 * where they are named.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/sql.h"
#include "data/engine/engine.h"
#include "data/worker/workset_node.h"
#include "link/schema.h"

#define SCAN_SQL_BYTES (2 * DATA_NAME_BYTES + 64) /* a table's name with every byte a quote */

struct scan {
    struct link_schema *schema;
    struct link_cell *cells;
};

static bool take_row(void *arg, const struct engine_cell *cells, size_t n)
{
    struct scan *s = arg;

    for (size_t i = 0; i < n; i++)
        s->cells[i] = (struct link_cell){ cells[i].p, cells[i].n };
    link_schema_row(s->schema, s->cells);
    return true;
}

static int scan_table(struct workset *w, const struct table *t, struct link_schema *schema, const struct cancel *cancel,
                      struct err *err)
{
    struct buf sql CLEANUP(buf_done) = BUF(SCAN_SQL_BYTES);
    struct scan scan = { .schema = schema, .cells = calloc(t->n_columns + 1, sizeof *scan.cells) };
    struct engine_taker taker = { .row = take_row, .arg = &scan };
    int rc;

    if (!scan.cells)
        abort();
    link_schema_table(schema, t);
    buf_adds(&sql, "SELECT * FROM ");
    sql_add_name(&sql, t->name);
    rc = buf_check(&sql, err) || engine_each(w->engine, sql.p, NULL, &taker, cancel, err) ? -1 : 0;
    free(scan.cells);
    return rc;
}

int workset_make_schema(struct workset *w, const struct cancel *cancel, struct err *err)
{
    struct link_schema *schema CLEANUP(link_schema_cleanup) = link_schema_new();

    for (size_t i = 0; i < w->loaded->n; i++)
        if (!w->loaded->tables[i].hidden && scan_table(w, &w->loaded->tables[i], schema, cancel, err))
            return -1;
    link_schema_end(schema);
    w->schema = schema;
    schema = NULL;
    return 0;
}
