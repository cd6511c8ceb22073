/* result.c - see result.h. */
#include "agents/tasks/store/result.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"

int task_result(struct call *c, struct json *data, const char *message, int64_t step, struct json **ret)
{
    struct json *v = json_set(c->arena, json_object(c->arena), "success", json_bool(c->arena, true));
    char now[TIME_TEXT_BYTES];

    time_text(world_now(c->world), now);
    json_set(c->arena, v, "data", data);
    json_set(c->arena, v, "message", json_str(c->arena, message));
    if (step)
        json_set(c->arena, v, "step", json_int(c->arena, step));
    *ret = json_set(c->arena, v, "as_of", json_str(c->arena, now));
    return 0;
}

const char *task_titles(struct call *c, const struct json *tasks, size_t most)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_ANSWER_BYTES);
    size_t n = json_len(tasks), named = n <= most ? n : most;

    for (size_t i = 0; i < named; i++)
        buf_addf(&b, "%s'%s'", i == 0 ? "" : i + 1 < n ? ", " : " and ", json_get_text(json_at(tasks, i), "title"));
    if (named < n)
        buf_addf(&b, " and %zu more", n - named);
    return arena_dup(c->arena, b.p, b.n);
}

struct json *task_bond(struct call *c, const struct json *task)
{
    struct json *row = json_object(c->arena);

    json_set(c->arena, row, "id", json_copy(c->arena, json_get(task, "id")));
    return json_set(c->arena, row, "version", json_copy(c->arena, json_get(task, "version")));
}

int task_check_version(const struct json *args, const struct json *task, struct err *err)
{
    int64_t wanted = json_get_int(args, "version", 0), is = json_get_int(task, "version", 0);

    if (wanted == 0 || wanted == is)
        return 0;
    err_set(err, ERR_CHANGED_MEANWHILE, "The task has changed since you saw it; nothing was done.",
            "task %lld is at %lld, not %lld", (long long)json_get_int(task, "id", 0), (long long)is, (long long)wanted);
    return err_action(err, "Look at it again, and say what is to be done with it as it is now.");
}
