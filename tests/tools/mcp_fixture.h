/* mcp_fixture.h - the parts of the conformance fixture: a host with the tools, resources and prompts that the official
 * MCP conformance suite looks for. */
#pragma once
#include "mcp/mcp_host.h"

#define FIXTURE_PNG "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="

/* A constant text that is JSON. */
struct json *fixture_json(struct arena *a, const char *text);

/* Tools that change resources count here. */
extern _Atomic uint64_t fixture_list_changes, fixture_resource_changes;

int fixture_list_tools(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err);
bool fixture_find_tool(const struct mcp_host *h, struct arena *a, const char *name, struct mcp_tool *ret);
int fixture_call_tool(const struct mcp_host *h, struct mcp_call *c, const char *name, const struct json *args,
                      struct mcp_result *ret, struct err *err);

/* All of it. */
extern const struct mcp_host fixture_host;
