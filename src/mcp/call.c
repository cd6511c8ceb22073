/* call.c - what a host may do while one of its functions runs. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "mcp/core.h"
#include <math.h>

struct arena *mcp_arena(struct mcp_call *c)
{
    return c->arena;
}

const struct cancel *mcp_cancel(const struct mcp_call *c)
{
    return &c->cancel;
}

bool mcp_is_private(const struct mcp_call *c)
{
    return c->private;
}

/* A notification that cannot be sent is lost, as notifications may be; the call goes on. */
static void notify(struct mcp_call *c, const char *method, struct json *params)
{
    struct err ignored;

    if (!c->silent)
        (void)!c->out->send(c->out, rpc_notification(c->arena, method, params), &ignored);
}

/* 50 and not 50.0: what people count in steps looks like it. */
static struct json *number(struct arena *a, double v)
{
    return v == floor(v) && fabs(v) < 1e15 ? json_int(a, (int64_t)v) : json_double(a, v);
}

void mcp_progress(struct mcp_call *c, double done, double total, const char *text)
{
    struct arena *a = c->arena;
    struct json *params;

    if (!c->token || !isfinite(done) || !isfinite(total) || done <= c->progress)
        return;
    c->progress = done;
    params = json_set(a, json_object(a), "progressToken", json_copy(a, c->token));
    json_set(a, params, "progress", number(a, done));
    if (total > 0)
        json_set(a, params, "total", number(a, total));
    if (text)
        json_set(a, params, "message", json_str(a, text));
    notify(c, "notifications/progress", params);
}

static const char *const levels[MCP_LEVELS] = { "debug", "info",     "notice", "warning",
                                                "error", "critical", "alert",  "emergency" };

bool level_read(const char *name, enum mcp_level *ret)
{
    for (size_t i = 0; name && i < COUNT_OF(levels); i++) {
        if (strcmp(levels[i], name) == 0) {
            *ret = (enum mcp_level)i;
            return true;
        }
    }
    return false;
}

void mcp_log(struct mcp_call *c, enum mcp_level level, const char *logger, struct json *data)
{
    struct arena *a = c->arena;
    struct json *params;
    enum mcp_level least = c->level;

    if (c->era == LEGACY) {
        pthread_mutex_lock(&c->mcp->lock);
        least = c->session->level;
        pthread_mutex_unlock(&c->mcp->lock);
    }
    if (!(c->mcp->host->offers & MCP_LOGGING) || level < least)
        return;
    params = json_set(a, json_object(a), "level", json_str(a, levels[level]));
    if (logger)
        json_set(a, params, "logger", json_str(a, logger));
    json_set(a, params, "data", data);
    notify(c, "notifications/message", params);
}

void mcp_keep(struct mcp_call *c, const char *name, struct json *value)
{
    json_set(c->arena, c->kept, name, value);
}

const struct json *mcp_kept(const struct mcp_call *c, const char *name)
{
    return json_get(c->kept, name);
}

void mcp_disconnect(struct mcp_call *c)
{
    if (c->era == LEGACY && c->out->disconnect && strcmp(c->session->version, "2025-11-25") >= 0)
        c->out->disconnect(c->out);
}

/* What the gate failed with is in the diary already, under the id it has from there. When the host asked for something
 * the client has not declared, 2026-07-28 has a code of its own. */
int call_failed(struct mcp_call *c, const struct err *err, struct rpc_error *e)
{
    rpc_from_err(e, c->arena, c->mcp->config.world, err);
    if (e->code == RPC_INTERNAL_ERROR && !*err->correlation_id)
        log_error(c->mcp->config.log, err);
    if (c->lacks && c->era == MODERN) {
        e->code = RPC_MISSING_CAPABILITY;
        e->data = json_set(c->arena, json_object(c->arena), "requiredCapabilities", c->lacks);
    }
    return -1;
}
