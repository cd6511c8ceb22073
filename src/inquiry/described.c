/* described.c - one call, and its tables read. */
#include "inquiry/described.h"
#include "base/arena.h"
#include "base/json.h"
#include "gate/gate.h"
#include "grid/table.h"

int describe_data(struct call *c, const struct json *sources, struct described *ret, struct err *err)
{
    struct arena *a = c->arena;
    struct json *args = json_set(a, json_object(a), "data", json_copy(a, sources)), *result;
    struct described d;

    if (gate_nested(c, "data.describe", args, &result, err) < 0)
        return -1;
    d = (struct described){ .list = json_get(result, "tables"), .left_out = json_get(result, "left_out_files") };
    d.tables = arena_array(a, json_len(d.list), sizeof *d.tables);
    for (; d.n < json_len(d.list); d.n++)
        if (table_from_json(a, json_at(d.list, d.n), &d.tables[d.n], err) < 0)
            return -1;
    *ret = d;
    return 0;
}

size_t described_shown(const struct described *d, struct table *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        if (!d->tables[i].hidden)
            ret[n++] = d->tables[i];
    return n;
}
