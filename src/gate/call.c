/* call.c - what a running operation may ask of the gate beside calling others: to be watched, to have work done at the
 * end, and to find out where a source lies.
 */
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/ledger.h"
#include "store/artifacts.h"
#include "store/attest.h"
#include "store/sessions.h"
#include "store/uploads.h"
#include <assert.h>

void call_name(struct call *c, const char *request_id)
{
    assert(c->depth == 0 && json_len(c->tool_calls) == 0);
    c->request_id = arena_str(c->arena, request_id);
    trail_name(c->trail, c->request_id);
}

void call_step(struct call *c, int n, int of, const char *text)
{
    if (c->observer && c->observer->step)
        c->observer->step(c->observer->arg, n, of, text);
}

void call_afterwards(struct call *c, void (*done)(void *arg), void *arg)
{
    trail_afterwards(c->trail, done, arg);
}

void call_finally(struct call *c, call_work *work, void *arg)
{
    assert(c->op->flags & OP_TALKS);
    trail_finally(c->trail, work, arg);
}

bool call_is_private(const struct call *c)
{
    return c->trail && c->trail->private;
}

bool call_takes_output(const struct call *c)
{
    return c->observer && c->observer->output;
}

int call_output(struct call *c, const void *p, size_t n, struct err *err)
{
    return c->observer->output(c->observer->arg, p, n, err);
}

/* ---- sources ---- */

/* Its file, as long as that is what was made. */
static int artifact_source(struct call *c, const char *source, const char **ret_path, struct err *err)
{
    const struct policy *p = &c->gate->policy;
    struct json *artifact;

    if (artifact_find(p->store, c->arena, source, c->user, &artifact, err) < 0 ||
        attest_artifact(p->store, artifact, c->cancel, err) < 0)
        return -1;
    return artifact_path(c->arena, p->home, artifact, c->cancel, ret_path, err);
}

int call_source(struct call *c, const char *source, const char **ret_path, const char **ret_name, struct err *err)
{
    const struct policy *p = &c->gate->policy;

    *ret_name = NULL;
    if (str_starts(source, UPLOAD_SCHEME))
        return uploads_path(c->arena, p->home, c->user, source, ret_path, err);
    if (artifact_is_ref(source))
        return artifact_source(c, source, ret_path, err);
    if (str_starts(source, SESSION_SCHEME))
        return session_resolve(&(struct session_owner){ p->store, c->user, world_now(c->world) }, c->arena, p->home,
                               source, ret_path, ret_name, err);
    *ret_path = source;
    return 0;
}

int call_path(struct call *c, const char *source, const char **ret, struct err *err)
{
    const char *name;

    return call_source(c, source, ret, &name, err);
}
