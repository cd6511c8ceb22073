/* openai.c - POST {url}/chat/completions, which llama.cpp, Ollama, vLLM, LM Studio and the hosted models all serve.
 *
 * What is sent is the turns, the tools, temperature 0 and a bound for the answer; nothing about the user or the
 * machine. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/schema/schema.h"
#include "base/str.h"
#include "llm/llm_node.h"
#include "llm/openai_reply.h"
#include "sys/fetch.h"

/* ---- asking ---- */

static struct json *messages_of(struct arena *a, const struct llm_ask *ask)
{
    struct json *all = json_array(a);

    for (size_t i = 0; i < ask->n_turns; i++) {
        struct json *v = json_set(a, json_object(a), "role", json_str(a, ask->turns[i].role));
        json_push(a, all, json_set(a, v, "content", json_str(a, ask->turns[i].text)));
    }
    return all;
}

static struct json *tools_of(struct arena *a, const struct llm_ask *ask)
{
    struct json *all = json_array(a);

    for (size_t i = 0; i < ask->n_tools; i++) {
        const struct llm_tool *tool = &ask->tools[i];
        struct json *v = json_set(a, json_object(a), "name", json_str(a, tool->name));
        json_set(a, v, "description", json_str(a, tool->summary));
        json_set(a, v, "parameters", json_copy(a, schema_document(tool->schema)));
        json_push(a, all, json_set(a, json_set(a, json_object(a), "type", json_str(a, "function")), "function", v));
    }
    return all;
}

static struct json *request_of(struct arena *a, const struct llm_config *config, const struct llm_ask *ask)
{
    struct json *v = json_set(a, json_object(a), "model", json_str(a, config->name));

    json_set(a, v, "messages", messages_of(a, ask));
    json_set(a, v, "tools", tools_of(a, ask));
    json_set(a, v, "tool_choice", json_str(a, "auto"));
    json_set(a, v, "temperature", json_int(a, 0));
    json_set(a, v, "max_tokens", json_int(a, LLM_TOKENS));
    return json_set(a, v, "stream", json_bool(a, false));
}

/* ---- being answered ---- */

/* 429 and 5xx pass; everything else is a matter of settings. */
static int refused(int status, struct err *err)
{
    if (status == 429 || status >= 500)
        return err_set(err, ERR_MODEL_UNRESPONSIVE, "The model's server cannot answer now.", "status %d", status);
    err_set(err, ERR_ENGINE_UNAVAILABLE, "The model's server refuses to answer.", "status %d", status);
    return err_action(err, "Check ASSAY_MODEL_URL, ASSAY_MODEL and ASSAY_MODEL_KEY.");
}

/* Nobody there, or an answer that broke off: that may pass. */
static int unreached(struct err *err)
{
    if (err->code == ERR_IO)
        err->code = ERR_MODEL_UNRESPONSIVE;
    return -1;
}

static int ask_openai(const struct llm_config *config, struct arena *a, const struct llm_ask *ask,
                      const struct cancel *cancel, struct llm_said *ret, int64_t *wait_ms, struct err *err)
{
    const char *url = arena_printf(a, "%s%schat/completions", config->url, str_ends(config->url, "/") ? "" : "/");
    const char *headers[] = { "Content-Type: application/json", "Accept: application/json", NULL, NULL };
    struct buf body CLEANUP(buf_done) = BUF(LLM_ASK_BYTES);
    struct fetch_reply reply;

    if (config->key)
        headers[2] = arena_printf(a, "Authorization: Bearer %s", config->key);
    json_write(&body, request_of(a, config, ask));
    if (buf_check(&body, err) < 0)
        return -1;
    if (fetch_post(a,
                   &(struct fetch){ .url = url,
                                    .authorities = config->authorities,
                                    .headers = headers,
                                    .body = body.p,
                                    .n_body = body.n,
                                    .most = LLM_REPLY_BYTES,
                                    .connect_ms = LLM_CONNECT_MS,
                                    .timeout_ms = LLM_BUDGET_MS },
                   cancel, &reply, err) < 0)
        return unreached(err);
    if (reply.status != 200) {
        *wait_ms = reply.retry_after_ms;
        return refused(reply.status, err);
    }
    return openai_read(a, reply.body, reply.n, ret, err);
}

const struct llm_way llm_openai = { .ask = ask_openai };
