/* main.c - wires the table, the agents, the gate and the doors together; nothing else knows everything.
 *
 * The home, the diary and the gate are made when the first operation is about to run, so that help works anywhere and
 * at once. At the end nothing that only costs time is torn down: the kernel frees memory faster than we do.
 */
#include "agents/analyst/analyst.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "base/world.h"
#include "cli/cli.h"
#include "data/dataset.h"
#include "gate/gate.h"
#include "gate/record.h"
#include "gate/table.h"
#include "sys/home.h"
#include <signal.h>

struct program {
    struct cli_host cli; /* first: the door hands it back */
    struct arena *arena;
    struct op_table *table;
    struct datasets *datasets;
    struct log *log;
    struct log_recorder recorder;
    struct gate gate;
};

static int open_gate(struct cli_host *host, const struct cli_flags *flags, struct gate **ret, struct err *err)
{
    struct program *p = (struct program *)host;
    const char *home, *logs;

    if (home_path(p->arena, flags->home, &home, err) < 0 || home_folder(p->arena, home, HOME_LOGS, &logs, err) < 0 ||
        home_folder(p->arena, home, HOME_CONFIRM, &p->gate.confirm_folder, err) < 0 ||
        log_open(logs, world_system(), &p->log, err) < 0)
        return -1;
    log_recorder_init(&p->recorder, p->log);
    p->gate.table = p->table;
    p->gate.world = world_system();
    p->gate.recorder = &p->recorder.base;
    p->gate.log = p->log;
    p->gate.policy.any_path = true;
    *ret = &p->gate;
    return 0;
}

int main(int argc, char **argv)
{
    struct program p = {
        .cli = { .open = open_gate }, .arena = arena_new(), .table = op_table_new(), .datasets = datasets_new()
    };
    struct err err;
    int status;

    signal(SIGCHLD, SIG_DFL); /* a parent that ignores its children must not make us lose ours */
    if (analyst_add(p.table, p.datasets, &err) < 0) {
        fprintf(stderr, "assay: %s %s\n", err.message, err.detail);
        return EXIT_FAILED;
    }
    p.cli.table = p.table;
    status = cli_main(&p.cli, argc, argv);
    log_close(p.log);
    datasets_free(p.datasets);
    op_table_free(p.table);
    arena_free(p.arena);
    return status;
}
