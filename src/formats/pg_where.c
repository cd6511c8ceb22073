/* pg_where.c - hosts and ports, as libpq itself reads them: each may be a list with commas, and a port that is not
 * named is PostgreSQL's own. A host that is absent, empty, or begins with "/" or "@" is a socket of this machine. */
#include "formats/pg_where.h"
#include "base/arena.h"
#include "formats/pg_api.h"
#include <stdlib.h>
#include <string.h>

#define OWN_PORT 5432

static const char *value_of(const PQconninfoOption *options, const char *keyword)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, keyword) == 0)
            return options->val ? options->val : "";
    return "";
}

/* True when one of the hosts is a socket's. */
static bool has_socket(const char *hosts)
{
    for (const char *p = hosts; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (*p == '/' || *p == '@' || *p == ',' || !*p)
            return true;
    return false;
}

static void add_ports(struct pg_where *where, const char *ports)
{
    for (const char *p = ports; p && where->n < PG_PORTS; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
        long port = *p && *p != ',' ? strtol(p, NULL, 10) : OWN_PORT;
        if (port > 0 && port <= UINT16_MAX)
            where->ports[where->n++] = (uint16_t)port;
    }
}

int pg_where(const char *url, struct pg_where *where, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char *plain = arena_dup(a, url, strcspn(url, "#")), *why = NULL; /* what follows names a table */
    const struct pg_api *api;
    PQconninfoOption *options;

    if (pg_api(&api, err))
        return -1;
    options = api->conninfoParse(plain, &why);
    api->freemem(why);
    if (!options)
        return 0;
    if (!*value_of(options, "hostaddr") && has_socket(value_of(options, "host")))
        where->is_local = true;
    add_ports(where, value_of(options, "port"));
    api->conninfoFree(options);
    return 0;
}
