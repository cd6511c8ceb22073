/* csv_scan.c - a CSV into the engine's memory, by assay and by the engine itself.
 *
 *   csv_scan assay|engine THREADS FILE      prints milliseconds of processor time and of the clock
 *
 * Both make a table of all columns, typed; the engine by its own read_csv with its own sniffing. Starting and loading
 * the library are not counted, nor is hashing the file, which assay does beside it.
 */
#include "base/arena.h"
#include "base/err.h"
#include "csv/csv_load.h"
#include "csv/csv_table.h"
#include "data/engine/duck_api.h"
#include "data/engine/engine.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

static double clock_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double processor_ms(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e3 +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e3;
}

static int fail(const struct err *err)
{
    fprintf(stderr, "%s (%s)\n", err->message, err->detail);
    return 1;
}

/* The threads of assay's loader are those of the processors it may use. */
static void use_processors(int n)
{
    cpu_set_t all, some;
    int cpu = 0;

    CPU_ZERO(&some);
    sched_getaffinity(0, sizeof all, &all);
    for (; cpu < CPU_SETSIZE && CPU_COUNT(&some) < n; cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &some);
    sched_setaffinity(0, sizeof some, &some);
}

static int by_assay(const char *path, struct err *err)
{
    struct arena *a = arena_new();
    int fd = open(path, O_RDONLY);
    struct notes notes;
    struct csv_table *t;
    struct columns *c;
    struct engine *e;
    struct stat st;
    const char *p;

    if (fd < 0 || fstat(fd, &st))
        return err_say(err, ERR_IO, "cannot open the file");
    p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    notes_init(&notes, a);
    if (engine_open(0, &e, err) || csv_table_open(p, (size_t)st.st_size, &t, err) ||
        csv_load(t, NULL, NULL, &notes, &c, err))
        return -1;
    return engine_add(e, c, "t", NULL, NULL, err);
}

static int by_engine(const char *path, const char *threads, struct err *err)
{
    const struct duck_api *api;
    duckdb_config config;
    duckdb_database db;
    duckdb_connection con;
    duckdb_result result;
    char sql[4200];

    if (duck_api(&api, err))
        return -1;
    api->create_config(&config);
    api->set_config(config, "threads", threads);
    if (api->open_ext(NULL, &db, config, NULL) != DuckDBSuccess || api->connect(db, &con) != DuckDBSuccess)
        return err_say(err, ERR_INTERNAL, "cannot open the engine");
    snprintf(sql, sizeof sql, "CREATE TABLE t AS SELECT * FROM read_csv('%s')", path);
    if (api->query(con, sql, &result) != DuckDBSuccess)
        return err_say(err, ERR_INTERNAL, "%s", api->result_error(&result));
    return 0;
}

int main(int argc, char **argv)
{
    const struct duck_api *api;
    double processor, wall;
    struct err err;
    int rc;

    if (argc != 4)
        return 2;
    if (duck_api(&api, &err))
        return fail(&err);
    use_processors((int)strtol(argv[2], NULL, 10));
    processor = processor_ms();
    wall = clock_ms();
    rc = strcmp(argv[1], "assay") == 0 ? by_assay(argv[3], &err) : by_engine(argv[3], argv[2], &err);
    if (rc)
        return fail(&err);
    printf("%.1f %.1f\n", processor_ms() - processor, clock_ms() - wall);
    return 0;
}
