/* ops.h - the parts of the product's host. */
#pragma once
#include "gate/op.h"
#include "mcp/mcp_host.h"
#include "mcp/mcp_ops.h"

struct gate_reply;
struct op_entry;
struct op_table;

struct ops_tool {
    struct mcp_tool tool;
    const struct op_entry *entry; /* NULL: GROUP.more */
    enum op_group group;
    bool listed;
};

struct ops {
    struct mcp_host host; /* first: it is cast back */
    struct gate *gate;
    const char *user;
    int (*stamp)(void *arg, const char *user, const char *uri, uint64_t *ret, struct err *err); /* the config's */
    void *stamp_arg;
    bool private;           /* every call */
    unsigned groups;        /* offered: 1u << enum op_group */
    struct arena *arena;    /* of the tools */
    struct ops_tool *tools; /* of all groups */
    size_t n;
};

/* Calls an operation for the client of this call; steps become progress. */
WARN_UNUSED int ops_gate(const struct ops *o, struct mcp_call *c, const char *op, const struct json *args,
                         struct gate_reply *ret, struct err *err);

/* ops_tools.c */
void ops_read_table(struct ops *o, const struct op_table *t);
int ops_tools(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
bool ops_find_tool(const struct mcp_host *h, struct arena *a, const char *name, struct mcp_tool *ret);

/* The operation that a call of a tool means, and its arguments. Fails with what a model should read. */
WARN_UNUSED int ops_meant(const struct ops *o, struct arena *a, const char *tool, const struct json *args,
                          const struct op **ret, const struct json **ret_args, struct err *err);

/* Whether there is such a tool, but in a group that is not offered. */
bool ops_withholds(const struct ops *o, const char *name);

/* ops_text.c: a result in words, cut at MCP_TEXT_BYTES */
const char *ops_text(struct arena *a, const struct op *op, const struct json *result);

/* ops_resources.c */
int ops_resources(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
int ops_templates(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
int ops_read(const struct mcp_host *h, struct mcp_call *c, const char *uri, struct json **ret, struct err *err);
int ops_stamp(const struct mcp_host *h, const char *uri, uint64_t *ret, struct err *err);

/* Some of the user's files, newest first; an empty list where there can be none. */
WARN_UNUSED int ops_files(const struct ops *o, struct mcp_call *c, size_t offset, size_t limit, struct json **ret,
                          struct err *err);

/* ops_prompts.c */
int ops_prompts(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
int ops_prompt(const struct mcp_host *h, struct mcp_call *c, const char *name, const struct json *args,
               struct mcp_messages *ret, struct err *err);
int ops_complete(const struct mcp_host *h, struct mcp_call *c, const struct mcp_completing *what, struct json **ret,
                 struct err *err);
