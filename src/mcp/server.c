/* server.c - the server as a whole: made, told of changes, stopped. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "mcp/core.h"
#include "mcp/http.h"
#include <errno.h>

struct mcp *mcp_new(const struct mcp_config *config)
{
    struct mcp *m = calloc(1, sizeof *m);
    pthread_condattr_t attr;

    if (!m)
        abort();
    m->config = *config;
    m->host = config->host;
    config->world->random(config->world->state, m->key, sizeof m->key);
    mcp_http_routes(m, m->routes);
    pthread_mutex_init(&m->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&m->changed, &attr);
    pthread_condattr_destroy(&attr);
    looks_start(m);
    return m;
}

void mcp_wait(struct mcp *m, int64_t ms)
{
    struct timespec until;
    int64_t ns;

    clock_gettime(CLOCK_MONOTONIC, &until);
    ns = until.tv_nsec + ms % 1000 * 1000000;
    until.tv_sec += ms / 1000 + ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    pthread_cond_timedwait(&m->changed, &m->lock, &until);
}

void mcp_stop(struct mcp *m)
{
    pthread_mutex_lock(&m->lock);
    m->stopping = true;
    for (struct mcp_call *c = m->calls; c; c = c->next)
        cancel_fire(&c->cancel);
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    listeners_end(m, NULL, NULL);
    sessions_end(m);
}

void mcp_free(struct mcp *m)
{
    if (!m)
        return;
    mcp_stop(m);
    looks_end(m);
    pthread_mutex_lock(&m->lock);
    while (m->calls)
        mcp_wait(m, MCP_TICK_MS);
    pthread_mutex_unlock(&m->lock);
    pthread_cond_destroy(&m->changed);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

const struct web_route *mcp_routes(struct mcp *m, size_t *ret_n)
{
    *ret_n = COUNT_OF(m->routes);
    return m->routes;
}
