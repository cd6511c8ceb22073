/* mcp_fixture.c - the MCP library with the conformance suite's own tools, for tests.
 *
 *   mcp_fixture stdio        serves its standard input and output
 *   mcp_fixture http         serves a free port, prints the address, ends when its standard input does
 */
#include "mcp_fixture.h"
#include "base/err.h"
#include "base/world.h"
#include "mcp/mcp.h"
#include "web/journal.h"
#include "web/web.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int failed(const struct err *err)
{
    fprintf(stderr, "mcp_fixture: %s (%s)\n", err->message, err->detail);
    return 1;
}

static int serve_stdio(void)
{
    struct mcp *m = mcp_new(&(struct mcp_config){ .host = &fixture_host, .world = world_system() });
    struct err err;
    int status;

    status = mcp_stdio(m, STDIN_FILENO, STDOUT_FILENO, &err);
    mcp_free(m);
    return status < 0 ? failed(&err) : 0;
}

static void wait_for_end(void)
{
    char some[256];

    while (read(STDIN_FILENO, some, sizeof some) > 0)
        ;
}

static int serve_http(void)
{
    struct journals *journals = journals_new(world_system());
    struct mcp *m =
        mcp_new(&(struct mcp_config){ .host = &fixture_host, .world = world_system(), .journals = journals });
    struct web_config config = { .world = world_system() };
    const struct web_route *routes;
    struct web *web;
    struct err err;
    size_t n;

    routes = mcp_routes(m, &n);
    if (web_start(&config, routes, n, &web, &err) < 0)
        return failed(&err);
    printf("http://127.0.0.1:%u/mcp\n", (unsigned)web_port(web));
    fflush(stdout);
    wait_for_end();
    mcp_stop(m);
    web_stop(web, 1000);
    mcp_free(m);
    journals_free(journals);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "stdio") == 0)
        return serve_stdio();
    if (argc == 2 && strcmp(argv[1], "http") == 0)
        return serve_http();
    fprintf(stderr, "usage: mcp_fixture stdio|http\n");
    return 2;
}
