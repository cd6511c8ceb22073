/* session.c - beginning a session, telling what it is, listing them, and clearing one. */
#include "agents/workbook/session.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "model/workbook.h"
#include "store/records/conversations.h"
#include "store/records/uploads.h"
#include "store/store.h"
#include "talk/talk.h"
#include <string.h>

/* ---- beginning ---- */

int workbook_start(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct arena *a = c->arena;
    int64_t now = world_now(c->world);
    char id[ID_TEXT_BYTES], at[TIME_TEXT_BYTES];
    struct conversation fresh = { .id = id, .user = c->user, .agent = WORKBOOK_AGENT, .metadata = json_object(a) };

    (void)args;
    if (call_is_private(c)) {
        err_say(err, ERR_INVALID_INPUT, "A private request keeps nothing, so it cannot begin a conversation.");
        return err_action(err, "Ask each question with its data, or do without private.");
    }
    world_id(c->world, id);
    time_text(now, at);
    if (conversation_add(c->tx, &fresh, now, err) < 0)
        return -1;
    *ret = json_set(a, json_object(a), "session_id", json_str(a, id));
    json_set(a, *ret, "conversation_id", json_str(a, id));
    json_set(a, *ret, "created_at", json_str(a, at));
    return 0;
}

/* ---- telling ---- */

/* A WorkbookContext; NULL when its copy is no longer there. */
static struct json *context_of(struct call *c, const struct json *kept, const char *state)
{
    const struct workbook_tools *w = c->service;
    struct arena *a = c->arena;
    const char *path, *data = json_get_text(kept, "data");
    struct json *v = json_object(a);
    struct err gone;

    if (!data || uploads_path(a, w->home, c->user, data, &path, &gone) < 0)
        return NULL;
    json_set(a, v, "workbook_path", json_str(a, arena_printf(a, "%s/%s", w->home, path)));
    json_set(a, v, "workbook_name", json_get(kept, "workbook_name"));
    json_set(a, v, "loaded_at", json_get(kept, "loaded_at"));
    json_set(a, v, "metadata", json_get(kept, "metadata"));
    json_set(a, v, "is_valid", json_bool(a, true));
    json_set(a, v, "error_message", json_null(a));
    return json_set(a, v, "state", json_str(a, state));
}

static struct json *previous_of(struct call *c, const struct json *kept)
{
    struct json *list = json_array(c->arena), *context;

    for (size_t i = 0; i < json_len(kept); i++)
        if ((context = context_of(c, json_at(kept, i), "replaced")))
            json_push(c->arena, list, context);
    return list;
}

/* Turns that left the window are archived; a system message was never in it. */
static void set_states(struct arena *a, struct json *history, const struct json *window)
{
    size_t n = 0;

    for (size_t i = 0; i < json_len(history); i++)
        n += strcmp(json_get_text(json_at(history, i), "role"), "system") != 0;
    for (size_t i = 0; i < json_len(history); i++) {
        struct json *turn = json_at(history, i);
        bool archived = strcmp(json_get_text(turn, "role"), "system") != 0 && n-- > json_len(window);
        json_set(a, turn, "state", json_str(a, archived ? "archived" : "stored"));
    }
}

static const char *state_of(struct call *c, const struct conversation *v, const struct json *history)
{
    int64_t touched = 0;

    if (json_len(history) == 0 && json_len(v->metadata) == 0)
        return "created";
    time_read(v->updated_at, strlen(v->updated_at), &touched);
    return world_now(c->world) - touched > (int64_t)WORKBOOK_IDLE_MINUTES * 60 * 1000000 ? "idle" : "active";
}

int workbook_get(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    const char *id = json_get_text(args, "id");
    struct arena *a = c->arena;
    struct json *messages, *history, *window, *v = json_object(a);
    struct conversation kept;

    if (talk_read(c, w->store, NULL, id, &kept, &messages, err) < 0)
        return -1;
    history = workbook_turns(c, id, messages);
    window = workbook_window(a, history);
    set_states(a, history, window);
    json_set(a, v, "session_id", json_str(a, id));
    json_set(a, v, "started_at", json_str(a, kept.created_at));
    json_set(a, v, "last_activity_at", json_str(a, kept.updated_at));
    json_set(a, v, "current_context", context_of(c, json_get(kept.metadata, "context"), "loaded"));
    json_set(a, v, "conversation_history", history);
    json_set(a, v, "context_window", window);
    json_set(a, v, "previous_contexts", previous_of(c, json_get(kept.metadata, "previous")));
    json_set(a, v, "state", json_str(a, state_of(c, &kept, history)));
    *ret = v;
    return 0;
}

/* ---- listing ---- */

struct listing {
    struct call *call;
    const struct json *args;
    struct json *page;
};

static int read_page(struct db *db, void *arg, struct err *err)
{
    struct listing *l = arg;
    const struct call *c = l->call;

    return conversation_list(db, c->arena, c->user, json_get_text(l->args, "agent"), world_now(c->world),
                             (size_t)json_get_int(l->args, "offset", 0), (size_t)json_get_int(l->args, "limit", 0),
                             &l->page, err);
}

int workbook_list(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct listing l = { c, args, NULL };

    if (store_read(w->store, read_page, &l, err) < 0)
        return -1;
    *ret = l.page;
    return 0;
}

/* ---- what is loaded ---- */

/* The workbook at hand, if there is one, becomes the last of the previous ones. */
static void retire(struct talk *t)
{
    struct arena *a = t->call->arena;
    const struct json *last = json_get(t->metadata, "context"), *before = json_get(t->metadata, "previous");
    size_t n = json_len(before), from = n >= WORKBOOK_PREVIOUS ? n - WORKBOOK_PREVIOUS + 1 : 0;
    struct json *previous = json_array(a);

    if (!last)
        return;
    for (size_t i = from; i < n; i++)
        json_push(a, previous, json_copy(a, json_at(before, i)));
    json_set(a, t->metadata, "previous", json_push(a, previous, json_copy(a, last)));
    json_unset(t->metadata, "context");
    json_unset(t->metadata, "sheet");
}

void workbook_replace(struct talk *t, struct json *context)
{
    static const char *const of_the_last[] = { "table", "questions", "request", "options" };
    struct arena *a = t->call->arena;

    retire(t);
    for (size_t i = 0; i < COUNT_OF(of_the_last); i++)
        json_unset(t->metadata, of_the_last[i]);
    json_set(a, t->metadata, "data", json_push(a, json_array(a), json_copy(a, json_get(context, "data"))));
    json_set(a, t->metadata, "context", context);
}

void workbook_settle(struct talk *t)
{
    const struct json *data = json_get(t->metadata, "data"), *context = json_get(t->metadata, "context");

    if (context && (json_len(data) != 1 || !json_equal(json_at(data, 0), json_get(context, "data"))))
        retire(t);
}

/* ---- clearing ---- */

/* What was said goes; the workbook stays. */
int workbook_clear(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const char *id = json_get_text(args, "id");
    int64_t now = world_now(c->world), messages;
    struct arena *a = c->arena;
    struct json *stays = json_object(a);
    struct conversation kept;

    if (conversation_get(tx_db(c->tx), a, id, c->user, WORKBOOK_AGENT, now, &kept, err) < 0)
        return -1;
    if (json_get(kept.metadata, "context"))
        json_set(a, stays, "context", json_get(kept.metadata, "context"));
    if (json_get(kept.metadata, "data"))
        json_set(a, stays, "data", json_get(kept.metadata, "data"));
    if (conversation_clear(c->tx, id, c->user, now, &messages, err) < 0 ||
        conversation_say(c->tx, id, c->user, &(struct saying){ .metadata = stays }, now, err) < 0)
        return -1;
    *ret = json_set(a, json_object(a), "session_id", json_str(a, id));
    json_set(a, *ret, "cleared_turns", json_int(a, messages));
    json_set(a, *ret, "workbook_name",
             json_get(kept.metadata, "context")
                 ? json_copy(a, json_get(json_get(kept.metadata, "context"), "workbook_name"))
                 : json_null(a));
    return 0;
}
