/* typing.c - what is asked of a request as a whole: its bounds, its steps by their names, the first error. */
#include "base/arena.h"
#include "base/str.h"
#include "query/types/block.h"
#include <stdarg.h>
#include <string.h>

/* ---- errors ---- */

int typing_fail(struct typing *ty, enum err_code code, const char *message, ...)
{
    va_list args;

    if (ty->failed)
        return -1;
    ty->failed = true;
    va_start(args, message);
    err_say(ty->err, code, "%s", arena_vprintf(ty->arena, message, args));
    va_end(args);
    return -1;
}

void typing_lacks(struct typing *ty, const char *what)
{
    if (ty->failed)
        return;
    ty->lacks = arena_str(ty->arena, what);
    typing_fail(ty, ERR_INVALID_QUERY, "%s has no %s.", ty->engine, what);
}

const char *typing_free_name(struct typing *ty, const struct typed_column *columns, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_ieq(columns[i].name, name)) {
            name = arena_printf(ty->arena, "%s_", name);
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

bool request_is_bounded(const struct request *r)
{
    struct count c = { 0 };

    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].query)
            query_walk(r->steps[i].query, &(struct expr_visitor){ count_node, &c, true });
    return c.nodes <= QUERY_NODES;
}

/* ---- steps ---- */

static bool is_name_taken(const struct typing *ty, const char *name, size_t before)
{
    for (size_t i = 0; i < ty->n_tables; i++)
        if (str_ieq(ty->tables[i].name, name))
            return true;
    for (size_t i = 0; i < ty->request->n_steps; i++)
        if (i != before && ty->steps[i] && ty->steps[i]->name && str_ieq(ty->steps[i]->name, name))
            return true;
    return false;
}

/* A step's name as that of a clause: none of a table's, and nothing that looks like a file. */
static const char *clause_name(struct typing *ty, size_t i)
{
    const char *name = ty->request->steps[i].name;

    if (!name || !*name ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ") != strlen(name))
        name = arena_printf(ty->arena, "step_%zu", i + 1);
    while (is_name_taken(ty, name, i))
        name = arena_printf(ty->arena, "%s_", name);
    return name;
}

struct block *typing_open(struct typing *ty, size_t i)
{
    const struct step *s = &ty->request->steps[i];

    if (ty->steps[i])
        return ty->steps[i];
    if (!s->query) {
        typing_lacks(ty, arena_printf(ty->arena, "operation %s", s->operation ? s->operation : "of no name"));
        return NULL;
    }
    ty->steps[i] = block_open_step(ty, s->query, i);
    if (ty->steps[i])
        ty->steps[i]->name = clause_name(ty, i);
    return ty->steps[i];
}

struct block *typing_step(struct typing *ty, const char *name, size_t before)
{
    for (size_t i = before; i-- > 0;) {
        const char *own = ty->request->steps[i].name;
        if (str_ieq(own ? own : arena_printf(ty->arena, "step_%zu", i + 1), name ? name : ""))
            return typing_open(ty, i);
    }
    typing_fail(ty, ERR_INVALID_QUERY, "no earlier step '%s'", name ? name : "");
    return NULL;
}
