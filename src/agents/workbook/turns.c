/* turns.c - messages of the store become the seed's turns.
 *
 * A message has a number, a turn a UUID: it is made from the conversation's id and that number, so it is the same every
 * time. Tables make a history large; those of the newest turns are shown with it, up to WORKBOOK_HISTORY_CELLS cells,
 * and older ones only say that they are left out.
 */
#include "agents/workbook/session.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "model/model.h"
#include "model/workbook.h"
#include <stdio.h>
#include <string.h>

/* A UUID of version 8: one that its maker may fill as they like. */
static struct json *turn_id(struct arena *a, const char *conversation, int64_t number)
{
    const char *name = arena_printf(a, "%s:%lld", conversation, (long long)number);
    char h[SHA256_TEXT_BYTES];

    sha256_text(name, strlen(name), h);
    return json_str(a, arena_printf(a, "%.8s-%.4s-8%.3s-a%.3s-%.12s", h, h + 8, h + 12, h + 15, h + 18));
}

static size_t cells_of(const struct json *table)
{
    return json_len(json_get(table, "rows")) * json_len(json_get(table, "columns"));
}

static struct json *metadata_of(struct arena *a, const struct json *answer, size_t *room)
{
    static const char *const same[] = { "status", "restatement", "options", "suggestions", "chart" };
    const struct json *table = json_get(answer, "table"), *error = json_get(answer, "error");
    struct json *v = json_object(a);
    enum err_code code;

    for (size_t i = 0; i < COUNT_OF(same); i++)
        if (json_get(answer, same[i]))
            json_set(a, v, same[i], json_get(answer, same[i]));
    if (json_is(table, JSON_OBJECT) && cells_of(table) <= *room) {
        *room -= cells_of(table);
        json_set(a, v, "table", json_get(answer, "table"));
    } else if (json_is(table, JSON_OBJECT)) {
        *room = 0;
        json_set(a, v, "table_left_out", json_bool(a, true));
    }
    if (json_is(error, JSON_OBJECT) && err_by_name(json_get_text(error, "error_code"), &code))
        json_set(a, v, "error_code", json_str(a, workbook_error_code(code)));
    return v;
}

/* Where nothing says what it is, a system message is one, and anything else is text. */
static const char *content_type(const struct json *message, const char *role)
{
    const char *said = json_get_text(json_get(message, "data"), "content_type");

    if (said && model_enum_has(model_enum("workbook.ContentType"), said))
        return said;
    return strcmp(role, "system") == 0 ? "system_message" : "text";
}

static struct json *turn_of(struct arena *a, const char *conversation, const struct json *message, size_t *room)
{
    const char *role = json_get_text(message, "role"), *content = json_get_text(message, "content");
    const char *request = json_get_text(message, "request_id");
    struct json *v = json_object(a), *id = turn_id(a, conversation, json_get_int(message, "id", 0));

    json_set(a, v, "id", id);
    json_set(a, v, "role", json_str(a, role));
    json_set(a, v, "content", json_strn(a, content, str_fit_chars(content, strlen(content), CONTENT_CHARS)));
    json_set(a, v, "timestamp", json_get(message, "created_at"));
    json_set(a, v, "correlation_id", request ? json_str(a, request) : id);
    json_set(a, v, "content_type", json_str(a, content_type(message, role)));
    json_set(a, v, "metadata",
             json_is(json_get(message, "data"), JSON_OBJECT) ? metadata_of(a, json_get(message, "data"), room)
                                                             : json_null(a));
    return v;
}

struct json *workbook_turns(struct call *c, const char *id, const struct json *messages)
{
    struct arena *a = c->arena;
    size_t n = json_len(messages), room = WORKBOOK_HISTORY_CELLS;
    struct json **turns = arena_array(a, n, sizeof *turns), *list = json_array(a);

    for (size_t i = n; i-- > 0;)
        turns[i] = turn_of(a, id, json_at(messages, i), &room);
    for (size_t i = 0; i < n; i++)
        json_push(a, list, turns[i]);
    return list;
}
