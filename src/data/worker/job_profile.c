/* job_profile.c - the worker's job that profiles its tables: {} -> {"tables","relationships","left_out"}. */
#include "base/arena.h"
#include "base/json.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/profile/profile.h"
#include "data/profile/relations.h"
#include "data/worker/jobs.h"
#include "data/worker/workset.h"
#include "grid/table.h"

/* The columns that a policy keeps from being looked at. */
static struct json *left_out(struct arena *a, const struct workset *w)
{
    const struct blocked_column *blocked;
    size_t n = workset_blocked(w, &blocked);
    struct json *list = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, list, blocked_to_json(a, &blocked[i]));
    return list;
}

static int make_profile(struct workset *state, struct job_io *io, struct json **ret, struct err *err)
{
    struct json *result = json_object(io->arena), *list = json_array(io->arena), *relations;
    struct table_profile *profiles;
    const struct table *tables;
    size_t n, looked = 0;

    if (workset_tables(state, io->cancel, &tables, &n, err))
        return -1;
    profiles = arena_array(io->arena, n, sizeof *profiles);
    for (size_t i = 0; i < n; i++) {
        struct table_profile *p = &profiles[looked];
        job_step(io, (int)i + 1, (int)n + 1, "Counting a table");
        if (tables[i].hidden)
            continue;
        if (profile_table(workset_engine(state), &tables[i], io->cancel, io->arena, p, err))
            return -1;
        json_push(io->arena, list, profile_to_json(io->arena, p));
        looked++;
    }
    job_step(io, (int)n + 1, (int)n + 1, "Comparing tables");
    if (relations_find(workset_engine(state), profiles, looked, io->cancel, io->arena, &relations, err))
        return -1;
    json_set(io->arena, result, "tables", list);
    json_set(io->arena, result, "relationships", relations);
    json_set(io->arena, result, "left_out", left_out(io->arena, state));
    *ret = result;
    return 0;
}

int job_profile(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    const struct json *made = workset_profile(state);

    (void)args;
    if (made) {
        *ret = json_copy(io->arena, made);
        return 0;
    }
    if (make_profile(state, io, ret, err))
        return -1;
    workset_keep_profile(state, *ret);
    return 0;
}
