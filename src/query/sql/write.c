/* write.c - a request as a statement: its bounds, its steps as WITH clauses, its parameters. */
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "query/sql/sql.h"
#include "query/sql/writer.h"
#include <string.h>

int sql_fail(struct writer *w, enum err_code code, const char *message, ...)
{
    va_list args;

    if (w->failed)
        return -1;
    w->failed = true;
    va_start(args, message);
    err_say(w->err, code, "%s", arena_vprintf(w->arena, message, args));
    va_end(args);
    return -1;
}

void sql_lacks(struct writer *w, const char *what)
{
    if (w->failed)
        return;
    w->lacks = arena_str(w->arena, what);
    sql_fail(w, ERR_INVALID_QUERY, "%s has no %s.", w->dialect->name, what);
}

struct buf *sql_to(struct writer *w, struct buf *b)
{
    struct buf *old = w->b;

    w->b = b;
    return old;
}

const char *sql_free_name(struct writer *w, const struct sql_column *columns, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_ieq(columns[i].name, name)) {
            name = arena_printf(w->arena, "%s_", name);
            i = (size_t)-1;
        }
    return name;
}

/* ---- bounds ---- */

struct count {
    size_t nodes;
};

static bool count_node(const struct expr *e, void *arg)
{
    struct count *c = arg;

    (void)e;
    return ++c->nodes <= QUERY_NODES;
}

/* Parts that many queries share count each time that they are written. */
static bool is_bounded(const struct request *r)
{
    struct count c = { 0 };

    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].query)
            query_walk(r->steps[i].query, &(struct expr_visitor){ count_node, &c, true });
    return c.nodes <= QUERY_NODES;
}

/* ---- steps ---- */

static bool is_name_taken(const struct writer *w, const char *name, size_t before)
{
    for (size_t i = 0; i < w->n_tables; i++)
        if (str_ieq(w->tables[i].name, name))
            return true;
    for (size_t i = 0; i < w->n_steps; i++)
        if (i != before && w->steps[i] && w->steps[i]->name && str_ieq(w->steps[i]->name, name))
            return true;
    return false;
}

/* A step's name as that of a clause: none of a table's, and nothing that looks like a file. */
static const char *clause_name(struct writer *w, size_t i)
{
    const char *name = w->request->steps[i].name;

    if (!name || !*name ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ") != strlen(name))
        name = arena_printf(w->arena, "step_%zu", i + 1);
    while (is_name_taken(w, name, i))
        name = arena_printf(w->arena, "%s_", name);
    return name;
}

static struct block *open_at(struct writer *w, size_t i)
{
    const struct step *s = &w->request->steps[i];

    if (w->steps[i])
        return w->steps[i];
    if (!s->query) {
        sql_lacks(w, arena_printf(w->arena, "operation %s", s->operation ? s->operation : "of no name"));
        return NULL;
    }
    w->steps[i] = sql_open_step(w, s->query, i);
    if (w->steps[i])
        w->steps[i]->name = clause_name(w, i);
    return w->steps[i];
}

struct block *sql_step(struct writer *w, const char *name, size_t before)
{
    for (size_t i = before; i-- > 0;) {
        const char *own = w->request->steps[i].name;
        if (str_ieq(own ? own : arena_printf(w->arena, "step_%zu", i + 1), name ? name : ""))
            return open_at(w, i);
    }
    sql_fail(w, ERR_INVALID_QUERY, "no earlier step '%s'", name ? name : "");
    return NULL;
}

/* ---- the statement ---- */

/* The clauses of the steps before the last that are needed, in their order. The later ones are written first: they say
 * what they need of the earlier ones. */
static void write_clauses(struct writer *w, struct buf *clauses)
{
    struct buf *texts = arena_array(w->arena, w->n_steps, sizeof *texts), *old;
    size_t n = 0;

    for (size_t i = w->n_steps; i-- > 0;) {
        buf_init(&texts[i], SQL_BYTES);
        if (i + 1 == w->n_steps || !w->steps[i] || !w->steps[i]->is_used)
            continue;
        old = sql_to(w, &texts[i]);
        sql_block(w, w->steps[i], false);
        sql_to(w, old);
    }
    for (size_t i = 0; i < w->n_steps; i++) {
        if (texts[i].n > 0) {
            buf_adds(clauses, n++ == 0 ? "WITH " : ", ");
            sql_add_name(clauses, w->steps[i]->name);
            buf_adds(clauses, " AS (");
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

    if (w->n_steps == 0)
        return sql_fail(w, ERR_INVALID_QUERY, "a request without steps");
    if (!is_bounded(w->request))
        return sql_fail(w, ERR_TOO_LARGE, "This asks for more than %d things at once.", QUERY_NODES);
    w->steps = arena_array(w->arena, w->n_steps, sizeof *w->steps);
    b = open_at(w, w->n_steps - 1);
    if (!b)
        return -1;
    sql_to(w, &last);
    sql_block(w, b, true);
    if (w->failed)
        return -1;
    write_clauses(w, sql);
    buf_add(sql, last.p, last.n);
    sql->failed |= last.failed;
    if (!w->failed && sql->failed)
        return sql_fail(w, ERR_TOO_LARGE, "What this asks for is too long for the engine.");
    return w->failed ? -1 : 0;
}

static struct writer writer_for(struct arena *a, const struct sql_dialect *d, const struct table *tables, size_t n,
                                const struct request *r, struct err *err)
{
    return (struct writer){ .arena = a,
                            .dialect = d,
                            .tables = tables,
                            .n_tables = n,
                            .request = r,
                            .n_steps = r->n_steps,
                            .params = json_array(a),
                            .err = err };
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
    if (w.lacks)
        *ret_what = w.lacks;
    return !w.lacks;
}
