/* mcp_host.h - what a Model Context Protocol server serves: tools, resources, prompts, completion.
 *
 * A host is a table of functions with the server's description beside it; a host with data of its own has this struct
 * as its first member. Functions may be called from several threads at once. A kind of thing that `offers` leaves out
 * needs no functions.
 *
 * A function that fails returns -1 with an error, and the client gets a JSON-RPC error: invalid params for wrong input
 * and things that do not exist, an internal error for the rest. What a model should read and mend is no such failure: a
 * tool says it in its result, with is_error.
 *
 * While it runs, a function may tell the client how far it is, log, ask the person or the model on the other side, and
 * must look at mcp_cancel() between steps that take long. Everything it gives back lives in mcp_arena().
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct err;
struct json;
struct mcp;
struct mcp_call;

/* ---- what there is ---- */

struct mcp_tool {
    const char *name, *title, *description; /* title may be NULL */
    const struct json *input, *output;      /* JSON Schemas of objects; output may be NULL */
    bool read_only, destructive, idempotent, open_world;
};

struct mcp_resource {
    const char *uri, *name;                 /* of a template: the URI template */
    const char *title, *description, *type; /* each may be NULL */
    int64_t bytes;                          /* -1: not known */
};

struct mcp_argument {
    const char *name, *description;
    bool required;
};

struct mcp_prompt {
    const char *name, *title, *description;
    const struct mcp_argument *arguments; /* ends with name == NULL; or NULL */
};

/* A page of a list that is being filled. A host offers everything in its order, and the page takes what is its own; one
 * with a long list may begin at `offset` by mcp_skip(page, page->offset) and stop when the page has `more`. */
struct mcp_page {
    struct arena *arena;
    size_t offset, limit; /* which part of the list it shows */
    size_t seen;          /* offered so far, or skipped */
    struct json *items;
    bool more;
};

void mcp_skip(struct mcp_page *page, size_t n);
void mcp_offer_tool(struct mcp_page *page, const struct mcp_tool *t);
void mcp_offer_resource(struct mcp_page *page, const struct mcp_resource *r);
void mcp_offer_template(struct mcp_page *page, const struct mcp_resource *r);
void mcp_offer_prompt(struct mcp_page *page, const struct mcp_prompt *p);

/* ---- what comes back ---- */

struct mcp_result {
    struct json *content;    /* array of content blocks */
    struct json *structured; /* obeys the tool's output schema unless is_error; NULL: none */
    bool is_error;
};

struct mcp_messages {
    const char *description; /* may be NULL */
    struct json *messages;   /* array of {"role","content"} */
};

struct mcp_completing {
    const char *prompt, *template; /* of which; exactly one is not NULL */
    const char *argument, *value;
    const struct json *others; /* arguments already given, an object; or NULL */
};

/* {"type":"text","text"}, and {"role":"user","content"} around a block. */
struct json *mcp_text(struct arena *a, const char *text);
struct json *mcp_user_says(struct arena *a, struct json *block);

/* ---- the host ---- */

enum mcp_offers {
    MCP_TOOLS = 1u << 0,
    MCP_RESOURCES = 1u << 1,
    MCP_PROMPTS = 1u << 2,
    MCP_COMPLETION = 1u << 3,
    MCP_LOGGING = 1u << 4,
    MCP_WATCHED = 1u << 5, /* clients are told when resources, or the list of them, change: stamp() says so */
};

struct mcp_host {
    const char *name, *title, *version, *instructions;
    unsigned offers;
    int (*tools)(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
    bool (*find_tool)(const struct mcp_host *h, struct arena *a, const char *name, struct mcp_tool *ret);
    int (*call)(const struct mcp_host *h, struct mcp_call *c, const char *tool, const struct json *args,
                struct mcp_result *ret, struct err *err); /* only what find_tool finds; args is an object */
    int (*resources)(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
    int (*templates)(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
    int (*read)(const struct mcp_host *h, struct mcp_call *c, const char *uri, struct json **ret_contents,
                struct err *err); /* ERR_NOT_FOUND when there is none */
    /* Gives a number that is another one as soon as the resource has changed, or, with a NULL uri, the list of them.
     * Asked every MCP_LOOK_MS for what clients want to know of, so it must be quick. A failure says nothing about a
     * change. */
    int (*stamp)(const struct mcp_host *h, const char *uri, uint64_t *ret, struct err *err);
    int (*prompts)(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
    int (*prompt)(const struct mcp_host *h, struct mcp_call *c, const char *name, const struct json *args,
                  struct mcp_messages *ret, struct err *err); /* args is an object of texts */
    int (*complete)(const struct mcp_host *h, struct mcp_call *c, const struct mcp_completing *what,
                    struct json **ret_values, struct err *err); /* all that fit, as texts */
};

/* ---- while a function runs ---- */

struct arena *mcp_arena(struct mcp_call *c);
const struct cancel *mcp_cancel(const struct mcp_call *c);
bool mcp_is_private(const struct mcp_call *c); /* the client wants nothing kept: Assay-Private, over HTTP */

/* Step `done` of `total` (0: nobody knows). Nothing is sent to a client that did not ask, nor a step that is no step
 * forward. */
void mcp_progress(struct mcp_call *c, double done, double total, const char *text);

enum mcp_level { MCP_DEBUG, MCP_INFO, MCP_NOTICE, MCP_WARNING, MCP_ERROR, MCP_CRITICAL, MCP_ALERT, MCP_EMERGENCY };
void mcp_log(struct mcp_call *c, enum mcp_level level, const char *logger, struct json *data);

/* What a client may be asked for. */
enum mcp_ability { MCP_ELICITS, MCP_SAMPLES, MCP_LISTS_ROOTS };
bool mcp_can(const struct mcp_call *c, enum mcp_ability what);

struct mcp_question {
    enum mcp_ability what;
    const char *key; /* names it among the questions of one call */
    struct json *params;
};

/* Asks the client n things at once; ret has room for n results, of which those of elicitation have an "action" of
 * accept, decline or cancel. Where the protocol has no way to wait (2026-07-28), it fails the first time with
 * ERR_CLARIFICATION_NEEDED, the host returns -1 at once, and the client makes the same call again with the answers:
 * whatever stands before a question must do no harm when it runs twice. Fails as well when the client cannot, refuses,
 * is gone or takes MCP_ASK_MS. */
WARN_UNUSED int mcp_ask(struct mcp_call *c, const struct mcp_question *questions, size_t n, struct json **ret,
                        struct err *err);

/* Something to remember until the same call comes again with answers; the client carries it, sealed but readable.
 * mcp_kept is NULL when there is nothing of that name. */
void mcp_keep(struct mcp_call *c, const char *name, struct json *value);
const struct json *mcp_kept(const struct mcp_call *c, const char *name);

/* Lets the client's stream end while the call goes on; the client comes back for the rest. Does nothing where a client
 * could not (stdio, 2026-07-28, a revision before 2025-11-25). */
void mcp_disconnect(struct mcp_call *c);
