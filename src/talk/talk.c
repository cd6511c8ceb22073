/* talk.c - turns: read before the answer, written with the request's last transaction. */
#include "talk/talk.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "gate/op.h"
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

void talk_end(struct talk *t)
{
    if (t->store)
        call_finally(t->call, keep, t);
}

int talk_read(struct call *c, struct store *s, const char *agent, const char *id, struct conversation *ret,
              struct json **ret_messages, struct err *err)
{
    struct reading r = { .call = c, .agent = agent, .id = id, .most = CONVERSATION_TURNS };

    if (!s)
        return not_kept(id, err);
    if (store_read(s, read_it, &r, err) < 0)
        return -1;
    *ret = r.conversation;
    *ret_messages = r.messages;
    return 0;
}
