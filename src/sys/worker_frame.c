/* worker_frame.c - the shape of what is sent; sending itself differs on the two sides. */
#include "sys/worker_frame.h"
#include "base/budget.h"
#include "base/err.h"
#include "base/json.h"
#include <string.h>

uint32_t frame_need(const char *text, size_t n)
{
    return n < WORKER_ANSWER_BYTES ? 0 : (uint32_t)budget_of_json(text, n);
}

void frame_pack(struct frame_head head, unsigned char out[static FRAME_HEAD_BYTES])
{
    for (int i = 0; i < 4; i++) {
        out[i] = (unsigned char)(head.bytes >> 8 * i);
        out[4 + i] = (unsigned char)(head.need >> 8 * i);
    }
    out[8] = (unsigned char)head.kind;
}

struct frame_head frame_unpack(const unsigned char in[static FRAME_HEAD_BYTES])
{
    struct frame_head head = { .kind = (char)in[8] };

    for (int i = 0; i < 4; i++) {
        head.bytes |= (uint32_t)in[i] << 8 * i;
        head.need |= (uint32_t)in[4 + i] << 8 * i;
    }
    return head;
}

struct json *frame_from_err(struct arena *a, const struct err *err)
{
    struct json *v = json_object(a);

    json_set(a, v, "code", json_str(a, err_name(err->code)));
    json_set(a, v, "message", json_str(a, err->message));
    json_set(a, v, "action", json_str(a, err->action));
    json_set(a, v, "detail", json_str(a, err->detail));
    json_set(a, v, "rule", json_str(a, err->rule));
    json_set(a, v, "reason", json_str(a, err->reason));
    return v;
}

static enum err_code code_of(const char *name)
{
    for (int i = 0; name && i < ERR_CODES; i++)
        if (strcmp(err_name((enum err_code)i), name) == 0)
            return (enum err_code)i;
    return ERR_INTERNAL;
}

static const char *text_of(const struct json *v, const char *key)
{
    const char *text = json_get_text(v, key);

    return text ? text : "";
}

void frame_to_err(const struct json *v, struct err *ret)
{
    err_set(ret, code_of(json_get_text(v, "code")), text_of(v, "message"), "%s", text_of(v, "detail"));
    if (*text_of(v, "action"))
        err_action(ret, "%s", text_of(v, "action"));
    if (*text_of(v, "rule"))
        err_rule(ret, text_of(v, "rule"), text_of(v, "reason"));
}
