/* ask.c - asking the person or the model on the client's side.
 *
 * In the handshake revisions the question is a request of ours, sent where the call's other messages go, and the call
 * waits for the answer. In 2026-07-28 the questions are noted in `wanted`, the call ends, and when it comes again the
 * answers are there. A host sees one function either way.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "mcp/core.h"

struct ability {
    const char *name, *method;
};

static const struct ability abilities[] = {
    [MCP_ELICITS] = { "elicitation", "elicitation/create" },
    [MCP_SAMPLES] = { "sampling", "sampling/createMessage" },
    [MCP_LISTS_ROOTS] = { "roots", "roots/list" },
};

/* A client that lists modes of elicitation but not forms cannot show one. */
static bool shows_forms(const struct json *elicitation)
{
    return json_len(elicitation) == 0 || json_get(elicitation, "form");
}

static bool can_ask(const struct json *capabilities, enum mcp_ability what)
{
    const struct json *ability = json_get(capabilities, abilities[what].name);

    return json_is(ability, JSON_OBJECT) && (what != MCP_ELICITS || shows_forms(ability));
}

bool mcp_can(const struct mcp_call *c, enum mcp_ability what)
{
    return can_ask(c->capabilities, what);
}

struct json *abilities_of(struct arena *a, const struct json *capabilities)
{
    struct json *kept = json_object(a);

    for (size_t i = 0; i < COUNT_OF(abilities); i++)
        if (can_ask(capabilities, (enum mcp_ability)i))
            json_set(a, kept, abilities[i].name, json_object(a));
    return kept;
}

/* All that is asked for must be within the client's powers; what is not is told in one go. */
static int check_abilities(struct mcp_call *c, const struct mcp_question *q, size_t n, struct err *err)
{
    struct json *lacks = json_object(c->arena);

    for (size_t i = 0; i < n; i++)
        if (!mcp_can(c, q[i].what))
            json_set(c->arena, lacks, abilities[q[i].what].name, json_object(c->arena));
    if (json_len(lacks) == 0)
        return 0;
    c->lacks = lacks;
    return err_say(err, ERR_INVALID_INPUT, "This needs something the client cannot do: %s.",
                   json_key_at(lacks, 0, NULL));
}

/* An answer to elicitation says what the person did. */
static bool is_answer(const struct mcp_question *q, const struct json *answer)
{
    const char *action = json_get_text(answer, "action");

    if (q->what != MCP_ELICITS)
        return json_is(answer, JSON_OBJECT);
    return action && (strcmp(action, "accept") == 0 || strcmp(action, "decline") == 0 || strcmp(action, "cancel") == 0);
}

/* ---- without waiting ---- */

static int ask_by_result(struct mcp_call *c, const struct mcp_question *q, size_t n, struct json **ret, struct err *err)
{
    struct arena *a = c->arena;
    struct json *wanted = json_object(a), *one;

    for (size_t i = 0; i < n; i++) {
        ret[i] = json_get(c->answers, q[i].key);
        if (is_answer(&q[i], ret[i]))
            continue;
        one = json_set(a, json_object(a), "method", json_str(a, abilities[q[i].what].method));
        json_set(a, one, "params", q[i].params);
        json_set(a, wanted, q[i].key, one);
    }
    if (json_len(wanted) == 0)
        return 0;
    c->wanted = wanted;
    return err_say(err, ERR_CLARIFICATION_NEEDED, "The client was asked for more.");
}

/* ---- waiting ---- */

static void leave(struct session *s, struct waiting *w, size_t n)
{
    struct waiting **at = &s->waiting;

    while (*at) {
        if (*at >= w && *at < w + n)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
}

static bool all_came(const struct waiting *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!w[i].result && !w[i].refused)
            return false;
    return true;
}

/* Until all answers are there, the call is taken back, the session ends or time is up. The lock is held. */
static int wait_for(struct mcp_call *c, const struct waiting *w, size_t n, struct err *err)
{
    int64_t until = world_mono_us() + (int64_t)MCP_ASK_MS * 1000;

    while (!all_came(w, n)) {
        if (cancel_check(&c->cancel, err) < 0)
            return -1;
        if (c->session->ended || world_mono_us() > until)
            return err_say(err, ERR_QUERY_TIMEOUT, "The client did not answer in time.");
        mcp_wait(c->mcp, MCP_TICK_MS);
    }
    return 0;
}

/* Places for the answers, so that they find us however fast they come. */
static int take_places(struct mcp_call *c, struct waiting *w, size_t n, struct arena *answers, struct err *err)
{
    struct session *s = c->session;
    int status = 0;

    pthread_mutex_lock(&c->mcp->lock);
    if (c->mcp->asking >= MCP_ASKS) {
        status = err_say(err, ERR_BUSY, "Too many questions wait for an answer.");
    } else {
        c->mcp->asking++;
        for (size_t i = 0; i < n; i++) {
            w[i] = (struct waiting){ .next = s->waiting, .id = ++s->asked, .arena = answers };
            s->waiting = &w[i];
        }
    }
    pthread_mutex_unlock(&c->mcp->lock);
    return status;
}

static int send_questions(struct mcp_call *c, const struct mcp_question *q, const struct waiting *w, size_t n,
                          struct err *err)
{
    struct arena *a = c->arena;

    for (size_t i = 0; i < n; i++)
        if (c->out->send(c->out, rpc_request(a, json_int(a, w[i].id), abilities[q[i].what].method, q[i].params), err) <
            0)
            return -1;
    return 0;
}

/* The client need not go on with what nobody waits for. */
static void withdraw(struct mcp_call *c, const struct waiting *w, size_t n)
{
    struct arena *a = c->arena;
    struct err ignored;

    for (size_t i = 0; i < n; i++) {
        if (!w[i].result && !w[i].refused) {
            struct json *params = json_set(a, json_object(a), "requestId", json_int(a, w[i].id));
            (void)!c->out->send(c->out, rpc_notification(a, "notifications/cancelled", params), &ignored);
        }
    }
}

static int ask_and_wait(struct mcp_call *c, const struct mcp_question *q, size_t n, struct json **ret, struct err *err)
{
    struct mcp *m = c->mcp;
    struct arena *answers CLEANUP(arena_cleanup) = arena_new();
    struct waiting *w = arena_array(c->arena, n, sizeof *w);
    int status;

    if (take_places(c, w, n, answers, err) < 0)
        return -1;
    status = send_questions(c, q, w, n, err);
    pthread_mutex_lock(&m->lock);
    if (status == 0)
        status = wait_for(c, w, n, err);
    leave(c->session, w, n);
    m->asking--;
    pthread_mutex_unlock(&m->lock);
    if (status < 0) {
        withdraw(c, w, n);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        if (!is_answer(&q[i], w[i].result))
            return err_say(err, ERR_CONFLICT, "The client refused the question.");
        ret[i] = json_copy(c->arena, w[i].result);
    }
    return 0;
}

int mcp_ask(struct mcp_call *c, const struct mcp_question *questions, size_t n, struct json **ret, struct err *err)
{
    if (check_abilities(c, questions, n, err) < 0)
        return -1;
    return c->era == MODERN ? ask_by_result(c, questions, n, ret, err) : ask_and_wait(c, questions, n, ret, err);
}
