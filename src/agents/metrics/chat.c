/* chat.c - the chat about a report: history.json, and an answer to each message (recall.h). */
#include "agents/metrics/recall.h"
#include "agents/metrics/sessions.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/world.h"
#include "model/metrics.h"
#include <string.h>

static const char history_file[] = "chat/history.json";

static int read_history(struct workspace *d, struct json **ret, struct err *err)
{
    if (workspace_read(d, history_file, ret, err) == 0)
        return 0;
    if (err->code != ERR_NOT_FOUND)
        return -1;
    *ret = json_array(d->a);
    return 0;
}

static int say(struct workspace *d, struct json *history, const char *role, const char *content, struct json *artifacts,
               struct err *err)
{
    struct json *v = json_object(d->a);
    char id[ID_TEXT_BYTES];

    world_id(d->call->world, id);
    json_set(d->a, v, "message_id", json_str(d->a, id));
    json_set(d->a, v, "session_id", json_str(d->a, d->id));
    json_set(d->a, v, "role", json_str(d->a, role));
    json_set(d->a, v, "content", json_str(d->a, content));
    json_set(d->a, v, "timestamp", workspace_now(d));
    json_set(d->a, v, "artifacts_referenced", artifacts);
    json_push(d->a, history, v);
    return workspace_check("metrics.ChatMessage", v, err);
}

/* The last METRICS_HISTORY messages. */
static struct json *recent(struct arena *a, struct json *history)
{
    size_t n = json_len(history);
    struct json *list = json_array(a);

    if (n <= METRICS_HISTORY)
        return history;
    for (size_t i = n - METRICS_HISTORY; i < n; i++)
        json_push(a, list, json_at(history, i));
    return list;
}

/* Both sides, unless nothing may be kept. */
static int keep(struct workspace *d, const char *message, const struct recalled *answer, struct err *err)
{
    struct json *history;

    if (call_is_private(d->call))
        return 0;
    if (read_history(d, &history, err) < 0 || say(d, history, "user", message, json_array(d->a), err) < 0 ||
        say(d, history, "assistant", answer->text, json_copy(d->a, answer->artifacts), err) < 0)
        return -1;
    return workspace_write(d, history_file, NULL, recent(d->a, history), err);
}

int sessions_chat(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    const char *message = json_get_text(args, "message");
    struct recalled answer;
    struct memory m;
    size_t n;

    if (str_trim(message, strlen(message), &n), n == 0)
        return err_say(err, ERR_INVALID_INPUT, "message must not be blank");
    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0 || metrics_may_chat(d.session, err) < 0 ||
        memory_read(&d, &m, err) < 0)
        return -1;
    answer = recall(&m, message);
    if (keep(&d, message, &answer, err) < 0)
        return -1;
    *ret = json_set(d.a, json_object(d.a), "response", json_str(d.a, answer.text));
    json_set(d.a, *ret, "artifacts_referenced", answer.artifacts);
    return 0;
}

int sessions_history(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    struct json *history;

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0 || read_history(&d, &history, err) < 0)
        return -1;
    *ret = json_set(d.a, json_object(d.a), "messages", history);
    return 0;
}
