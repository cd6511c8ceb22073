/* job_page.c - some rows of a table in their order, typed, with the values that did not fit in their places as text. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "data/engine/engine.h"
#include "data/engine/misfits.h"
#include "data/engine/query.h"
#include "data/worker/jobs.h"
#include "data/worker/workset.h"
#include "grid/table.h"
#include <string.h>

int job_page(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    const char *name = json_get_text(args, "table");
    int64_t offset = json_get_int(args, "offset", 0), limit = json_get_int(args, "limit", TABLE_ROWS);
    struct buf sql CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);
    const struct table *tables;
    struct dataset_rows rows;
    size_t n, i = 0;

    if (workset_tables(state, io->cancel, &tables, &n, err))
        return -1;
    while (i < n && (!name || strcmp(tables[i].name, name) != 0))
        i++;
    if (i == n || offset < 0 || limit < 1)
        return err_set(err, ERR_NOT_FOUND, "There is no table of that name.", "page of no table");
    buf_adds(&sql, "SELECT * FROM ");
    sql_add_name(&sql, name);
    buf_addf(&sql, " LIMIT %lld OFFSET %lld", (long long)limit, (long long)offset);
    if (buf_check(&sql, err) || engine_run(workset_engine(state), sql.p, io->cancel, io->arena, &rows, err))
        return -1;
    *ret = json_object(io->arena);
    json_set(io->arena, *ret, "rows", misfits_fill(workset_misfits(state, i), io->arena, (uint64_t)offset, rows.rows));
    return 0;
}
