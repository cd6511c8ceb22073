/* call.c - what a running operation may ask of the gate beside calling others: to be watched, to have work done at the
 * end, and to find out where a source lies.
 */
#include "base/address/url.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/ledger.h"
#include "store/audit/attest.h"
#include "store/records/artifacts.h"
#include "store/records/sessions.h"
#include "store/records/uploads.h"
#include "sys/location.h"
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

/* A file of the home, by its path there. */
static int kept_at(struct call *c, const char *path, struct location *ret)
{
    const struct root_folder *home = c->gate->policy.home_folder;
    const char *name = arena_printf(c->arena, "%s/%s", c->gate->policy.home, path);

    *ret = (struct location){ .root = home, .path = home ? path : name, .name = name, .no_link = true };
    return 0;
}

/* Its file, as long as that is what was made. */
static int artifact_source(struct call *c, const char *source, struct location *ret, struct err *err)
{
    const struct policy *p = &c->gate->policy;
    struct json *artifact;
    const char *path;

    if (artifact_find(p->store, c->arena, source, c->user, &artifact, err) < 0 ||
        attest_artifact(p->store, artifact, c->cancel, err) < 0 ||
        artifact_path(p->home, artifact, c->cancel, &path, err) < 0)
        return -1;
    return kept_at(c, path, ret);
}

int call_source(struct call *c, const char *source, struct location *ret, const char **ret_name, struct err *err)
{
    const struct policy *p = &c->gate->policy;
    const struct session_owner owner = { p->store, c->user, world_now(c->world) };
    const char *path;

    *ret_name = NULL;
    if (artifact_is_ref(source))
        return artifact_source(c, source, ret, err);
    if (str_starts(source, UPLOAD_SCHEME))
        return uploads_path(c->arena, p->home, c->user, source, &path, err) < 0 ? -1 : kept_at(c, path, ret);
    if (str_starts(source, SESSION_SCHEME))
        return session_resolve(&owner, c->arena, p->home, source, &path, ret_name, err) < 0 ? -1
                                                                                            : kept_at(c, path, ret);
    if (url_is(source) && !p->any_path) {
        *ret = (struct location){ .path = source, .is_address = true };
        return 0;
    }
    return policy_locate(p, c->arena, source, false, ret, err);
}

int call_locate(struct call *c, const char *source, struct location *ret, struct err *err)
{
    const char *name;

    return call_source(c, source, ret, &name, err);
}

int call_target(struct call *c, const char *path, struct location *ret, struct err *err)
{
    return policy_locate(&c->gate->policy, c->arena, path, true, ret, err);
}
