/* ops.c - the product's host, and calls of its tools.
 *
 * A call is the operation's own call; the only thing added here is the question whether to go on, when the gate holds a
 * call until it is confirmed.
 */
#include "mcp/ops.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/gate.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/model.h"

static const char about_all[] =
    "assay works on the person's own data on their own machine and can prove every figure. Name data by path (below "
    "the folders they allowed) or by an upload's URI (resources/list). Quote figures from the results, never estimate "
    "them. What would change or delete something is confirmed by the person first.";
static const char about_asking[] = " Call `ask` with a question in plain words and the data it is about.";
static const char about_data[] = " `data.describe` tells what a file holds, `sql.run` runs one read-only query.";

/* Names only tools that are offered. */
static const char *instructions(struct arena *a, unsigned groups)
{
    return arena_printf(a, "%s%s%s", about_all, groups & 1u << OP_GROUP_ASK ? about_asking : "",
                        groups & 1u << OP_GROUP_DATA ? about_data : "");
}

/* ---- calling ---- */

static void tell_step(void *arg, int n, int of, const char *text)
{
    struct mcp_call *c = arg;

    mcp_progress(c, n, of, text);
    mcp_log(c, MCP_DEBUG, NULL, json_str(mcp_arena(c), text));
}

/* For whoever runs the client: the model has it in the result. What it got wrong itself is of interest to nobody else.
 * The words are those of the result, which hold no detail. */
static void log_failure(const struct ops *o, struct mcp_call *c, const char *op, const struct err *e)
{
    enum mcp_level level = err_kind(e->code) == ERR_KIND_INTERNAL ? MCP_ERROR
                           : err_kind(e->code) == ERR_KIND_DENIED ? MCP_WARNING
                                                                  : MCP_DEBUG;

    mcp_log(c, level, op, answer_error(mcp_arena(c), o->gate->world, e, NULL));
}

int ops_gate(const struct ops *o, struct mcp_call *c, const char *op, const struct json *args, struct gate_reply *ret,
             struct err *err)
{
    struct observer observer = { .step = tell_step, .arg = c };
    struct gate_request request = { .op = op,
                                    .args = args,
                                    .user = o->user,
                                    .caller = CALLER_CLIENT,
                                    .cancel = mcp_cancel(c),
                                    .private = o->private || mcp_is_private(c),
                                    .observer = &observer };

    if (gate_call(o->gate, mcp_arena(c), &request, ret, err) == 0)
        return 0;
    log_failure(o, c, op, err);
    return -1;
}

static int give(struct arena *a, const struct op *op, struct json *result, struct mcp_result *ret)
{
    const char *status = op->shape == OP_ANSWER ? json_get_text(result, "status") : NULL;

    ret->structured = result;
    ret->content = json_push(a, json_array(a), mcp_text(a, ops_text(a, op, result)));
    ret->is_error = status && strcmp(status, "error") == 0;
    return 0;
}

/* A failure for a model to read: what happened and what to do, then the same as JSON. */
static int give_failure(const struct ops *o, struct arena *a, const struct err *e, struct json *confirmation,
                        struct mcp_result *ret)
{
    struct json *told = json_set(a, json_object(a), "error", answer_error(a, o->gate->world, e, NULL));
    struct buf b CLEANUP(buf_done) = BUF(MCP_TEXT_BYTES);
    const char *words = *e->action ? arena_printf(a, "%s %s", e->message, e->action) : e->message;

    if (confirmation) {
        json_set(a, told, "confirmation", confirmation);
        words = arena_printf(a,
                             "%s Nothing was changed yet: this needs the person's consent. Ask them; if they agree, "
                             "make the same call with \"confirmation_token\" added to its arguments.",
                             e->message);
    }
    json_write(&b, told);
    ret->content = json_push(a, json_array(a), mcp_text(a, words));
    json_push(a, ret->content, mcp_text(a, b.p));
    ret->is_error = true;
    return 0;
}

/* ---- confirming ---- */

/* The question has the token in its name: a yes that was given before the summary was shown answers nothing. */
static struct mcp_question question(struct arena *a, const struct json *confirmation)
{
    struct json *confirm = json_set(a, json_object(a), "type", json_str(a, "boolean")), *schema = json_object(a);
    struct json *params = json_set(a, json_object(a), "message", json_copy(a, json_get(confirmation, "summary")));

    json_set(a, confirm, "title", json_str(a, "Go on"));
    json_set(a, confirm, "description", json_str(a, "Whether to do this."));
    json_set(a, confirm, "default", json_bool(a, false));
    json_set(a, schema, "type", json_str(a, "object"));
    json_set(a, schema, "properties", json_set(a, json_object(a), "confirm", confirm));
    json_set(a, schema, "required", json_push(a, json_array(a), json_str(a, "confirm")));
    json_set(a, params, "requestedSchema", schema);
    return (struct mcp_question){ MCP_ELICITS, arena_printf(a, "confirm-%s", json_get_text(confirmation, "token")),
                                  params };
}

static bool agreed(const struct json *reply)
{
    return strcmp(json_get_text(reply, "action"), "accept") == 0 &&
           json_get_truth(json_get(reply, "content"), "confirm");
}

/* Asks the person, then makes the call or not. The confirmation is kept for the protocol that comes back with the
 * answer; a client that turns out not to be able to ask gets the confirmation instead. */
static int confirm(const struct ops *o, struct mcp_call *c, const struct op *op, const struct json *args,
                   struct json *confirmation, struct mcp_result *ret, struct err *err)
{
    struct arena *a = mcp_arena(c);
    struct mcp_question q = question(a, confirmation);
    struct gate_reply reply;
    struct json *answer, *again;
    struct err told;

    mcp_keep(c, "confirmation", confirmation);
    if (mcp_ask(c, &q, 1, &answer, err) < 0) {
        if (err->code == ERR_CLARIFICATION_NEEDED || err_kind(err->code) == ERR_KIND_CANCELLED)
            return -1;
        err_say(&told, ERR_CONFIRMATION_REQUIRED, "%s", json_get_text(confirmation, "summary"));
        return give_failure(o, a, &told, confirmation, ret);
    }
    if (!agreed(answer)) {
        err_say(&told, ERR_CANCELLED, "The person did not agree, so nothing was changed.");
        return give_failure(o, a, &told, NULL, ret);
    }
    again = json_copy(a, args);
    json_set(a, again, "confirmation_token", json_copy(a, json_get(confirmation, "token")));
    if (ops_gate(o, c, op->name, again, &reply, &told) < 0)
        return give_failure(o, a, &told, NULL, ret);
    return give(a, op, reply.result, ret);
}

static int call_tool(const struct mcp_host *h, struct mcp_call *c, const char *tool, const struct json *args,
                     struct mcp_result *ret, struct err *err)
{
    const struct ops *o = (const struct ops *)h;
    const struct json *kept = mcp_kept(c, "confirmation");
    struct arena *a = mcp_arena(c);
    const struct op *op;
    struct gate_reply reply;

    if (ops_meant(o, a, tool, args, &op, &args, err) < 0)
        return give_failure(o, a, err, NULL, ret);
    if (kept)
        return confirm(o, c, op, args, json_copy(a, kept), ret, err);
    if (ops_gate(o, c, op->name, args, &reply, err) == 0)
        return give(a, op, reply.result, ret);
    if (reply.confirmation && json_get(reply.confirmation, "token") && mcp_can(c, MCP_ELICITS))
        return confirm(o, c, op, args, reply.confirmation, ret, err);
    return give_failure(o, a, err, reply.confirmation, ret);
}

/* ---- the host ---- */

struct mcp_host *mcp_ops_new(const struct mcp_ops_config *config)
{
    struct arena *a = arena_new();
    struct ops *o = arena_alloc(a, sizeof *o);

    *o = (struct ops){ .host = { .name = "assay",
                                 .title = "assay",
                                 .version = ASSAY_VERSION,
                                 .instructions = instructions(a, config->groups),
                                 .offers = MCP_TOOLS | MCP_RESOURCES | MCP_PROMPTS | MCP_COMPLETION | MCP_LOGGING |
                                           (config->stamp ? MCP_WATCHED : 0),
                                 .tools = ops_tools,
                                 .find_tool = ops_find_tool,
                                 .call = call_tool,
                                 .resources = ops_resources,
                                 .templates = ops_templates,
                                 .read = ops_read,
                                 .stamp = ops_stamp,
                                 .prompts = ops_prompts,
                                 .prompt = ops_prompt,
                                 .complete = ops_complete },
                       .gate = config->gate,
                       .user = config->user ? config->user : "local",
                       .stamp = config->stamp,
                       .stamp_arg = config->stamp_arg,
                       .private = config->private,
                       .groups = config->groups,
                       .arena = a };
    ops_read_table(o, config->gate->table);
    return &o->host;
}

void mcp_ops_free(struct mcp_host *h)
{
    if (h)
        arena_free(((struct ops *)h)->arena);
}
