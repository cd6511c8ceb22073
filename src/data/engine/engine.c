/* engine.c - opening the engine with everything closed that a query could reach out by.
 *
 * The settings are given before the database exists and locked with it, so there is no moment in which they are not in
 * force. Temporary files are off: private data is not to be spilled to a disk; what does not fit in memory is an error.
 *
 * A query runs in one thread. With several, the engine adds floating-point numbers in whatever order its threads
 * finish, and the last digits of a sum, a deviation or a correlation change from run to run; an answer could not be
 * replayed. Several queries still run side by side.
 */
#include "data/engine/engine.h"
#include "base/err.h"
#include "base/limits.h"
#include "data/engine/engine_node.h"
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

/* In this order: without external access, nothing about folders can be set any more. */
static const struct {
    const char *name, *value;
} settings[] = {
    { "temp_directory", "" },
    { "enable_external_access", "false" },
    { "autoinstall_known_extensions", "false" },
    { "autoload_known_extensions", "false" },
    { "allow_community_extensions", "false" },
    { "allow_unsigned_extensions", "false" },
    { "allow_persistent_secrets", "false" },
    { "lock_configuration", "true" },
};

static int unusable(struct err *err, const char *what, const char *why)
{
    err_set(err, ERR_ENGINE_UNAVAILABLE, "The engine that answers questions about data could not be started.", "%s: %s",
            what, why ? why : "no reason given");
    return err_action(err, "Free some memory and try again; if that does not help, reinstall assay.");
}

static uint64_t memory_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t half = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 2 : ENGINE_MEMORY_BYTES;

    return half < ENGINE_MEMORY_BYTES ? half : ENGINE_MEMORY_BYTES;
}

static int configure(const struct duck_api *api, duckdb_config config, int threads, struct err *err)
{
    char number[32];

    snprintf(number, sizeof number, "%d", threads ? threads : ENGINE_THREADS);
    if (api->set_config(config, "threads", number) != DuckDBSuccess)
        return unusable(err, "threads", number);
    snprintf(number, sizeof number, "%" PRIu64 "B", memory_bytes());
    if (api->set_config(config, "memory_limit", number) != DuckDBSuccess)
        return unusable(err, "memory_limit", number);
    for (size_t i = 0; i < COUNT_OF(settings); i++)
        if (api->set_config(config, settings[i].name, settings[i].value) != DuckDBSuccess)
            return unusable(err, settings[i].name, "the setting is refused");
    return 0;
}

int engine_open(int threads, struct engine **ret, struct err *err)
{
    const struct duck_api *api;
    struct engine *e;
    duckdb_config config = NULL;
    duckdb_database db = NULL;
    char *why = NULL;
    int rc = -1;

    if (duck_api(&api, err))
        return -1;
    if (api->create_config(&config) != DuckDBSuccess) {
        unusable(err, "configuration", NULL);
        goto out;
    }
    if (configure(api, config, threads, err))
        goto out;
    if (api->open_ext(NULL, &db, config, &why) != DuckDBSuccess) {
        unusable(err, "open", why);
        goto out;
    }
    e = malloc(sizeof *e);
    if (!e)
        abort();
    *e = (struct engine){ .api = api, .db = db, .result_bytes = ENGINE_RESULT_BYTES };
    *ret = e;
    rc = 0;
out:
    api->free(why);
    api->destroy_config(&config);
    return rc;
}

void engine_blocked(struct engine *e, const struct blocked_column *blocked, size_t n)
{
    e->blocked = blocked;
    e->n_blocked = n;
}

void engine_close(struct engine *e)
{
    if (!e)
        return;
    e->api->close(&e->db);
    free(e);
}
