/* talk.c - turns: read before the answer, written with the request's last transaction. */
#include "talk/talk.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "gate/op.h"
#include "store/audit/attest.h"
#include "store/store.h"
#include <assert.h>

struct reading {
    struct call *call;
    const char *agent, *id;
    size_t most;
    struct conversation conversation;
    struct json *messages;
};

static int read_it(struct db *db, void *arg, struct err *err)
{
    struct reading *r = arg;
    struct call *c = r->call;

    if (conversation_get(db, c->arena, r->id, c->user, r->agent, world_now(c->world), &r->conversation, err) < 0)
        return -1;
    return conversation_messages(db, c->arena, r->id, r->most, &r->messages, err);
}

static int not_kept(const char *id, struct err *err)
{
    return err_set(err, ERR_NOT_FOUND, "There is no such conversation.", "%s: nothing is kept here", id);
}

static void let_go(void *arg)
{
    const int *hold = arg;

    store_let_go(*hold);
}

/* Waits for the turn before this one to end. */
static int wait_turn(struct call *c, struct store *s, const char *id, struct err *err)
{
    int *hold = arena_alloc(c->arena, sizeof *hold);

    if (store_hold(s, arena_printf(c->arena, "conversation %s", id), TALK_WAIT_MS, hold, err) < 0) {
        if (err->code == ERR_BUSY) {
            err_set(err, ERR_BUSY, "The message before this one is still being answered.", "%s", id);
            err_action(err, "Wait for that answer, then send it again.");
        }
        return -1;
    }
    call_afterwards(c, let_go, hold);
    return 0;
}

int talk_open(struct call *c, struct store *s, const char *agent, const char *id, size_t most, struct talk *ret,
              struct err *err)
{
    struct reading r = { .call = c, .agent = agent, .id = id, .most = most };
    char new_id[ID_TEXT_BYTES];

    if (id && !s)
        return not_kept(id, err);
    if (id && wait_turn(c, s, id, err) < 0)
        return -1;
    if (id && store_read(s, read_it, &r, err) < 0)
        return -1;
    if (!id)
        world_id(c->world, new_id);
    *ret = (struct talk){ .call = c,
                          .store = call_is_private(c) ? NULL : s,
                          .world = c->world,
                          .user = c->user,
                          .request_id = c->request_id,
                          .id = id ? id : arena_str(c->arena, new_id),
                          .is_new = !id,
                          .metadata = id ? r.conversation.metadata : json_object(c->arena),
                          .before = id ? r.messages : json_array(c->arena),
                          .version = id ? r.conversation.version : 0,
                          .agent = agent };
    return 0;
}

void talk_say(struct talk *t, const char *role, const char *content, const struct json *data)
{
    assert(t->n_said < TALK_MESSAGES);
    t->said[t->n_said++] = (struct message){ role, content, data };
}

static int keep(struct tx *tx, void *arg, struct err *err)
{
    const struct talk *t = arg;
    const struct conversation fresh = { .id = t->id, .user = t->user, .agent = t->agent, .metadata = t->metadata };
    const struct saying saying = {
        .request_id = t->request_id, .messages = t->said, .n = t->n_said, .metadata = t->metadata, .version = t->version
    };
    int64_t now = world_now(t->world);

    if (!tx || (t->is_new && conversation_add(tx, &fresh, now, err) < 0))
        return tx ? -1 : 0;
    return conversation_say(tx, t->id, t->user, &saying, now, err);
}

int talk_end(struct talk *t, struct err *err)
{
    struct json *turn = conversation_turn(t->call->arena, t->id);

    if (!t->store)
        return 0;
    for (size_t i = 0; i < t->n_said; i++) {
        if (t->said[i].data) /* as it is now: whoever has it may add to it before it is written */
            t->said[i].data = json_copy(t->call->arena, t->said[i].data);
        conversation_said(t->call->arena, turn, t->said[i].role, t->said[i].content, t->said[i].data);
    }
    call_finally(t->call, keep, t);
    return call_keep(t->call, ATTEST_TURN, turn, err);
}

/* ---- showing ---- */

static bool is_of(const struct json *message, const char *request)
{
    const char *id = json_get_text(message, "request_id");

    return id && strcmp(id, request) == 0;
}

/* The messages of one turn, from the i-th on. Words that were erased are no longer attested. */
static int check_turn(struct call *c, const struct reading *r, struct store *s, size_t i, size_t n, struct err *err)
{
    struct json *messages = r->messages;
    const char *request = json_get_text(json_at(messages, i), "request_id");
    struct json *turn = conversation_turn(c->arena, r->id);
    enum attested is = ATTEST_UNKNOWN;

    for (size_t k = i; k < i + n; k++) {
        const struct json *m = json_at(messages, k);
        if (strcmp(json_get_text(m, "content"), MESSAGE_ERASED) == 0)
            return 0;
        conversation_said(c->arena, turn, json_get_text(m, "role"), json_get_text(m, "content"), json_get(m, "data"));
    }
    if (request && attest_look(s, ATTEST_TURN, request, turn, c->cancel, &is, err) < 0)
        return -1;
    for (size_t k = i; k < i + n && is != ATTEST_SAME; k++) {
        json_set(c->arena, json_at(messages, k), "content", json_str(c->arena, TALK_CHANGED));
        json_unset(json_at(messages, k), "data");
    }
    return 0;
}

/* More messages were read than are shown, so that every turn that is shown was read whole. */
static int check_turns(struct call *c, const struct reading *r, struct store *s, struct err *err)
{
    const struct json *messages = r->messages;
    size_t n;

    for (size_t i = 0; i < json_len(messages); i += n) {
        const char *request = json_get_text(json_at(messages, i), "request_id");
        for (n = 1; request && i + n < json_len(messages) && is_of(json_at(messages, i + n), request);)
            n++;
        if (check_turn(c, r, s, i, n, err) < 0)
            return -1;
    }
    return 0;
}

static struct json *last_of(struct arena *a, const struct json *messages, size_t most)
{
    struct json *last = json_array(a);
    size_t n = json_len(messages);

    for (size_t i = n > most ? n - most : 0; i < n; i++)
        json_push(a, last, json_at(messages, i));
    return last;
}

int talk_read(struct call *c, struct store *s, const char *agent, const char *id, struct conversation *ret,
              struct json **ret_messages, struct err *err)
{
    struct reading r = { .call = c, .agent = agent, .id = id, .most = CONVERSATION_TURNS + TALK_MESSAGES };

    if (!s)
        return not_kept(id, err);
    if (store_read(s, read_it, &r, err) < 0 || check_turns(c, &r, s, err) < 0)
        return -1;
    *ret = r.conversation;
    *ret_messages = last_of(c->arena, r.messages, CONVERSATION_TURNS);
    return 0;
}
