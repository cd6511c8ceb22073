/* main.c - wires the table, the agents, the gate and the doors together; nothing else knows everything.
 *
 * The home, the diary and the gate are made when the first operation is about to run, so that help works anywhere and
 * at once. At the end nothing that only costs time is torn down: the kernel frees memory faster than we do.
 */
#include "agents/analyst/analyst.h"
#include "agents/keeper/keeper.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "base/world.h"
#include "cli/cli.h"
#include "data/dataset.h"
#include "gate/gate.h"
#include "gate/ledger.h"
#include "gate/op.h"
#include "gate/table.h"
#include "store/store.h"
#include "sys/home.h"
#include <signal.h>

struct program {
    struct cli_host cli; /* first: the door hands it back */
    struct arena *arena;
    struct op_table *table;
    struct datasets *datasets;
    struct keeper keeper;
    struct log *log;
    struct store_ledger ledger;
    struct gate gate;
};

/* The home's folders, the diary, the store and with it the ledger. */
static int open_home(struct program *p, struct err *err)
{
    const char *logs;

    if (home_folder(p->arena, p->keeper.home, HOME_LOGS, &logs, err) < 0 ||
        home_folder(p->arena, p->keeper.home, HOME_CONFIRM, &p->gate.confirm_folder, err) < 0 ||
        log_open(logs, world_system(), &p->log, err) < 0 ||
        store_open(p->keeper.home, world_system(), &p->keeper.store, err) < 0)
        return -1;
    store_ledger_init(&p->ledger, p->keeper.store);
    p->keeper.log_path = arena_printf(p->arena, "%s/data_agent_runs.jsonl", logs);
    p->gate.ledger = &p->ledger.base;
    p->gate.log = p->log;
    return 0;
}

static int open_gate(struct cli_host *host, const struct cli_flags *flags, const struct op *op, struct gate **ret,
                     struct err *err)
{
    struct program *p = (struct program *)host;

    if (home_path(p->arena, flags->home, &p->keeper.home, err) < 0)
        return -1;
    p->gate.table = p->table;
    p->gate.world = world_system();
    p->gate.policy.any_path = true;
    if (!(op->flags & OP_HOMELESS) && open_home(p, err) < 0)
        return -1;
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
    if (analyst_add(p.table, p.datasets, &err) < 0 || keeper_add(p.table, &p.keeper, &err) < 0) {
        fprintf(stderr, "assay: %s %s\n", err.message, err.detail);
        return EXIT_FAILED;
    }
    p.cli.table = p.table;
    status = cli_main(&p.cli, argc, argv);
    store_close(p.keeper.store);
    log_close(p.log);
    datasets_free(p.datasets);
    op_table_free(p.table);
    arena_free(p.arena);
    return status;
}
