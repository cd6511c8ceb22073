/* openai_reply.c - foreign bytes: nothing is taken for granted, and nothing mended. */
#include "llm/openai_reply.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "llm/llm_node.h"
#include <string.h>

static int unusable(struct err *err, const char *why)
{
    return err_set(err, ERR_INVALID_JSON, "The model's answer cannot be understood.", "%s", why);
}

/* A text that C may read to its end. */
static const char *plain_text(const struct json *v, size_t *ret_n)
{
    const char *text = json_text(v, ret_n);

    return text && strlen(text) == *ret_n ? text : NULL;
}

static int read_call(struct arena *a, const struct json *call, struct llm_said *ret, struct err *err)
{
    const struct json *function = json_get(call, "function"), *type = json_get(call, "type");
    const char *name, *arguments;
    size_t n, n_arguments;
    struct json *args;
    struct err inner;

    if (type && (!json_text(type, NULL) || strcmp(json_text(type, NULL), "function") != 0))
        return unusable(err, "a tool call is of another type than function");
    name = plain_text(json_get(function, "name"), &n);
    arguments = plain_text(json_get(function, "arguments"), &n_arguments);
    if (!name || !arguments)
        return unusable(err, "a tool call lacks its name or its arguments as text");
    if (json_parse(a, arguments, n_arguments, &args, &inner) < 0 || !json_is(args, JSON_OBJECT))
        return unusable(err, "a tool call's arguments are no object");
    ret->calls[ret->n].tool = name;
    ret->calls[ret->n].args = args;
    ret->n++;
    return 0;
}

int openai_read(struct arena *a, const char *p, size_t n, struct llm_said *ret, struct err *err)
{
    struct llm_said said = { 0 };
    struct json *reply, *choice, *message, *calls;
    const char *reason;
    struct err inner;

    if (json_parse(a, p, n, &reply, &inner) < 0)
        return unusable(err, "it is not JSON");
    choice = json_at(json_get(reply, "choices"), 0);
    message = json_get(choice, "message");
    reason = json_get_text(choice, "finish_reason");
    if (!json_is(json_get(reply, "choices"), JSON_ARRAY) || !json_is(message, JSON_OBJECT))
        return unusable(err, "it has no choices[0].message");
    if (reason && strcmp(reason, "length") == 0)
        return unusable(err, "it was cut off");
    calls = json_get(message, "tool_calls");
    if (calls && json_type(calls) != JSON_NULL && !json_is(calls, JSON_ARRAY))
        return unusable(err, "tool_calls is no list");
    if (json_len(calls) > LLM_CALLS)
        return err_set(err, ERR_TOO_LARGE, "The model wants too many things at once.", "%zu tool calls",
                       json_len(calls));
    for (size_t i = 0; i < json_len(calls); i++)
        if (read_call(a, json_at(calls, i), &said, err) < 0)
            return -1;
    *ret = said;
    return 0;
}
