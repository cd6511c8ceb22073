/* llm.c - how often and how long a model is asked, and whether what it chose was on offer.
 *
 * The budget is a cancel of its own below the caller's, so that every wait below it ends in time. */
#include "llm/llm.h"
#include "base/address/url.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/schema/schema.h"
#include "base/str.h"
#include "base/world.h"
#include "llm/breaker.h"
#include "llm/llm_node.h"
#include "sys/fetch.h"
#include <string.h>
#include <time.h>

struct llm {
    struct arena *arena;
    struct llm_config config;
    struct url_http where;
    const struct llm_way *way;
    struct breaker breaker;
};

/* ---- settings ---- */

/* Printable ASCII without blanks: it becomes part of a header. */
static bool is_key(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~')
            return false;
    return true;
}

static int check(struct arena *a, const struct llm_config *c, struct url_http *ret, struct err *err)
{
    if (!c->url || strlen(c->url) > LLM_URL_BYTES || !url_http(a, c->url, ret)) {
        err_say(err, ERR_INVALID_INPUT, "ASSAY_MODEL_URL is not an address that can be used.");
        return err_action(err, "Give one such as http://127.0.0.1:8080/v1, without a user, a password or a query; a "
                               "key goes into ASSAY_MODEL_KEY.");
    }
    if (c->name && (strlen(c->name) > LLM_NAME_BYTES || !str_is_utf8(c->name, strlen(c->name))))
        return err_say(err, ERR_INVALID_INPUT, "ASSAY_MODEL is no model's name: it is too long, or no text.");
    if (c->key && (strlen(c->key) > LLM_KEY_BYTES || !is_key(c->key)))
        return err_say(err, ERR_INVALID_INPUT, "ASSAY_MODEL_KEY is not a key: it is too long, or has a blank in it.");
    return 0;
}

int llm_new(const struct llm_config *config, struct llm **ret, struct err *err)
{
    struct arena *a = arena_new();
    struct url_http where;
    struct llm *l;

    if (check(a, config, &where, err) < 0) {
        arena_free(a);
        return -1;
    }
    l = arena_alloc(a, sizeof *l);
    *l = (struct llm){ .arena = a, .where = where, .way = &llm_openai };
    l->config.url = arena_str(a, config->url);
    l->config.name = arena_str(a, config->name && *config->name ? config->name : "default");
    l->config.key = config->key && *config->key ? arena_str(a, config->key) : NULL;
    l->config.authorities = config->authorities && *config->authorities ? arena_str(a, config->authorities) : NULL;
    breaker_init(&l->breaker, LLM_FAILURES, config->rest_ms > 0 ? config->rest_ms : LLM_REST_MS);
    *ret = l;
    return 0;
}

void llm_free(struct llm *l)
{
    if (!l)
        return;
    breaker_done(&l->breaker);
    arena_free(l->arena);
}

const char *llm_name(const struct llm *l)
{
    return l->config.name;
}

const char *llm_host(const struct llm *l)
{
    return l->where.host;
}

bool llm_is_local(const struct llm *l)
{
    return l->where.is_loopback;
}

bool llm_is_overheard(const struct llm *l)
{
    return !l->where.is_loopback && !l->where.is_secure;
}

int llm_ready(const struct llm *l, struct err *err)
{
    (void)l; /* so far there is one way to ask */
    return fetch_ready(err);
}

/* ---- one try ---- */

/* What was the caller's own doing says nothing about the model. */
static enum breaker_end end_of(const struct cancel *cancel, const struct err *err)
{
    struct err untold;

    return err->code == ERR_CANCELLED || cancel_check(cancel, &untold) < 0 ? BREAKER_UNKNOWN : BREAKER_FAILED;
}

/* On failure *wait_ms is how long to wait before the next, at least. */
static int try_once(struct llm *l, struct arena *a, const struct llm_ask *ask, const struct cancel *budget,
                    struct llm_said *ret, int64_t *wait_ms, struct err *err)
{
    if (!breaker_enter(&l->breaker))
        return err_set(err, ERR_BUSY, "The model has failed and is left alone for a while.", "the breaker is open");
    if (l->way->ask(&l->config, a, ask, budget, ret, wait_ms, err) < 0) {
        if (!breaker_leave(&l->breaker, end_of(budget->parent, err)))
            *wait_ms = INT64_MAX;
        return -1;
    }
    breaker_leave(&l->breaker, BREAKER_WELL);
    return 0;
}

/* ---- several ---- */

/* Between the n-th try and the next: twice as long each time, and as much again by chance, so that many who failed
 * together do not come back together. At least as long as the server asks for. */
static int64_t wait_before(const struct world *world, int n, int64_t wanted_ms)
{
    int64_t ms = (int64_t)LLM_RETRY_MS << (n - 1);
    uint32_t chance;

    world->random(world->state, &chance, sizeof chance);
    ms += (int64_t)(chance % (uint32_t)ms);
    return wanted_ms > ms ? wanted_ms : ms;
}

static int sleep_for(int64_t ms, const struct cancel *cancel, struct err *err)
{
    const struct timespec tick = { .tv_nsec = FETCH_TICK_MS * 1000000L };

    for (int64_t end = world_mono_us() + ms * 1000; world_mono_us() < end;) {
        if (cancel_check(cancel, err) < 0)
            return -1;
        nanosleep(&tick, NULL);
    }
    return 0;
}

static int try_often(struct llm *l, struct arena *a, const struct llm_ask *ask, const struct world *world,
                     const struct cancel *budget, struct llm_said *ret, struct err *err)
{
    for (int n = 1;; n++) {
        int64_t wait_ms = 0;
        if (try_once(l, a, ask, budget, ret, &wait_ms, err) == 0)
            return 0;
        if (err->code != ERR_MODEL_UNRESPONSIVE || n == LLM_ATTEMPTS)
            return -1;
        wait_ms = wait_before(world, n, wait_ms);
        if (wait_ms >= cancel_left_ms(budget)) /* nothing could come of it */
            return -1;
        if (sleep_for(wait_ms, budget, err) < 0)
            return -1;
    }
}

/* ---- what was chosen ---- */

static const struct llm_tool *tool_named(const struct llm_ask *ask, const char *name)
{
    for (size_t i = 0; i < ask->n_tools; i++)
        if (strcmp(ask->tools[i].name, name) == 0)
            return &ask->tools[i];
    return NULL;
}

int llm_choose(struct llm *l, struct arena *a, const struct llm_ask *ask, const struct world *world,
               const struct cancel *cancel, struct llm_choice *ret, struct err *err)
{
    struct llm_said said = { 0 };
    struct llm_call *calls;
    struct cancel budget;
    struct err why;

    cancel_init(&budget, cancel, LLM_BUDGET_MS);
    if (try_often(l, a, ask, world, &budget, &said, err) < 0)
        return -1;
    calls = arena_array(a, said.n, sizeof *calls);
    for (size_t i = 0; i < said.n; i++) {
        calls[i] = (struct llm_call){ tool_named(ask, said.calls[i].tool), said.calls[i].args };
        if (!calls[i].tool)
            return err_set(err, ERR_INVALID_INPUT, "The model wants a tool that there is not.", "call %zu", i + 1);
        if (schema_check(calls[i].tool->schema, calls[i].args, &why) < 0) /* it names fields: the model's words */
            return err_set(err, why.code, "The model's call does not fit its tool.", "call %zu", i + 1);
    }
    *ret = (struct llm_choice){ .calls = calls, .n = said.n };
    return 0;
}
