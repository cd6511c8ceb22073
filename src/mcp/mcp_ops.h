/* mcp_ops.h - the product as an MCP server: the operation table's tools, the user's files, a few prompts.
 *
 * Every operation that is for agents can be called by its name, through the gate as an outside client; what the list of
 * tools has of them is in ops_tools.c. Hints and schemas are read from the table. A result is structured content, with
 * the same in words beside it. A failure is a result with isError, in words and as the contract's {"error": {...}} in a
 * second text: the structured content of a tool always obeys its schema, because clients check it even then.
 *
 * What must be confirmed is asked of the person by elicitation where the client can; elsewhere the result carries the
 * confirmation, and the call made again with its token goes through.
 *
 * Resources: upload://ID/NAME (what the user's files hold), artifact://ID and report://ID (what was made),
 * assay://operations (the table), assay://guide (how to ask). Clients are told when the first three change, whichever
 * process changed them. Those that take log messages hear of calls that the policy refused and of those that failed
 * within, with the id under which the diary has them, and at the level debug of everything.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct err;
struct gate;
struct mcp_host;

struct mcp_ops_config {
    struct gate *gate;
    const char *user; /* NULL: "local" */
    unsigned groups;  /* the operations that are offered, from op_groups_read() */
    bool private;     /* keeps nothing of any call, whatever the client wants */
    /* As mcp_host.h's, of what the user has in the home; NULL: clients are told of no changes. */
    int (*stamp)(void *arg, const char *user, const char *uri, uint64_t *ret, struct err *err);
    void *stamp_arg;
};

/* What the config points to must outlive it. */
struct mcp_host *mcp_ops_new(const struct mcp_ops_config *config);
void mcp_ops_free(struct mcp_host *h);
