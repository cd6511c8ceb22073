/* write.c - a request as a statement: its bounds, its steps as WITH clauses, its parameters. */
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "query/sql/sql.h"
#include "query/sql/writer.h"
#include <string.h>

struct buf *sql_to(struct writer *w, struct buf *b)
{
    struct buf *old = w->b;

    w->b = b;
    return old;
}

/* ---- the statement ---- */

/* The clauses of the steps before the last that are needed, in their order. The later ones are written first: they say
 * what they need of the earlier ones. One that is read several times is worked out once: DuckDB 1.4 left to itself
 * copies it into each place, and fails on some copies with an internal error. */
static void write_clauses(struct writer *w, struct buf *clauses)
{
    struct buf *texts = arena_array(w->typing.arena, w->typing.request->n_steps, sizeof *texts), *old;
    size_t n = 0;

    for (size_t i = w->typing.request->n_steps; i-- > 0;) {
        buf_init(&texts[i], SQL_BYTES);
        if (i + 1 == w->typing.request->n_steps || !w->typing.steps[i] || w->typing.steps[i]->uses == 0)
            continue;
        old = sql_to(w, &texts[i]);
        sql_block(w, w->typing.steps[i], false);
        sql_to(w, old);
    }
    for (size_t i = 0; i < w->typing.request->n_steps; i++) {
        if (texts[i].n > 0) {
            buf_adds(clauses, n++ == 0 ? "WITH " : ", ");
            sql_add_name(clauses, w->typing.steps[i]->name);
            buf_adds(clauses, w->typing.steps[i]->uses > 1 ? " AS MATERIALIZED (" : " AS (");
            buf_add(clauses, texts[i].p, texts[i].n);
            buf_addc(clauses, ')');
        }
        if (texts[i].failed)
            clauses->failed = true;
        buf_done(&texts[i]);
    }
    if (n > 0)
        buf_addc(clauses, ' ');
}

static int write_request(struct writer *w, struct buf *sql)
{
    struct buf last CLEANUP(buf_done) = BUF(SQL_BYTES);
    struct block *b;

    if (w->typing.request->n_steps == 0)
        return typing_fail(&w->typing, ERR_INVALID_QUERY, "a request without steps");
    if (!request_is_bounded(w->typing.request))
        return typing_fail(&w->typing, ERR_TOO_LARGE, "This asks for more than %d things at once.", QUERY_NODES);
    b = typing_open(&w->typing, w->typing.request->n_steps - 1);
    if (!b)
        return -1;
    sql_to(w, &last);
    sql_block(w, b, true);
    if (w->typing.failed)
        return -1;
    write_clauses(w, sql);
    buf_add(sql, last.p, last.n);
    sql->failed |= last.failed;
    if (!w->typing.failed && sql->failed)
        return typing_fail(&w->typing, ERR_TOO_LARGE, "What this asks for is too long for the engine.");
    return w->typing.failed ? -1 : 0;
}

static struct writer writer_for(struct arena *a, const struct sql_dialect *d, const struct table *tables, size_t n,
                                const struct request *r, struct err *err)
{
    return (struct writer){ .typing = { .arena = a,
                                        .tables = tables,
                                        .n_tables = n,
                                        .request = r,
                                        .engine = d->name,
                                        .row_columns = d->row_columns,
                                        .err = err,
                                        .steps = arena_array(a, r->n_steps, sizeof(struct block *)) },
                            .dialect = d,
                            .params = json_array(a) };
}

int query_sql(struct arena *a, const struct sql_dialect *d, const struct table *tables, size_t n,
              const struct request *r, const char **ret_sql, struct json **ret_params, struct err *err)
{
    struct buf sql CLEANUP(buf_done) = BUF(SQL_BYTES);
    struct writer w = writer_for(a, d, tables, n, r, err);

    if (write_request(&w, &sql))
        return -1;
    *ret_sql = arena_dup(a, sql.p, sql.n);
    *ret_params = w.params;
    return 0;
}

bool sql_can(struct arena *a, const struct sql_dialect *d, const struct table *tables, size_t n,
             const struct request *r, const char **ret_what)
{
    struct buf sql CLEANUP(buf_done) = BUF(SQL_BYTES);
    struct err err;
    struct writer w = writer_for(a, d, tables, n, r, &err);

    (void)!write_request(&w, &sql);
    if (w.typing.lacks)
        *ret_what = w.typing.lacks;
    return !w.typing.lacks;
}
