/* main.c - wires the table, the agents, the gate and the doors together; nothing else knows everything.
 *
 * The home, the diary and the gate are made when the first operation is about to run, so that help works anywhere and
 * at once. At the end nothing that only costs time is torn down: the kernel frees memory faster than we do.
 */
#include "agents/analyst/analyst.h"
#include "agents/analyst/analyze.h"
#include "agents/analyst/artifacts_ops.h"
#include "agents/analyst/plot.h"
#include "agents/analyst/transform.h"
#include "agents/docs/docs.h"
#include "agents/metrics/localize.h"
#include "agents/metrics/metrics.h"
#include "agents/router/router.h"
#include "agents/tasks/tasks.h"
#include "agents/workbook/workbook.h"
#include "base/address/address.h"
#include "base/address/url.h"
#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/log.h"
#include "base/world.h"
#include "cli/chat.h"
#include "cli/cli.h"
#include "data/dataset.h"
#include "data/worker/workset.h"
#include "gate/gate.h"
#include "gate/ledger.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/http.h"
#include "llm/llm.h"
#include "mcp/mcp.h"
#include "mcp/mcp_ops.h"
#include "model/fields.h"
#include "ops/admin/admin.h"
#include "ops/data/check.h"
#include "ops/data/exporter.h"
#include "ops/data/profiler.h"
#include "ops/data/query.h"
#include "ops/data/reader.h"
#include "ops/data/table.h"
#include "ops/files/files.h"
#include "store/audit/key_check.h"
#include "store/audit/witness.h"
#include "store/home/sweep.h"
#include "store/log/known_keys.h"
#include "store/records/change_token.h"
#include "store/records/recipes.h"
#include "store/records/uploads.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/home.h"
#include "sys/location.h"
#include "sys/no_core.h"
#include "sys/secrets.h"
#include "sys/worker.h"
#include "web/journal.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct program {
    struct cli_host cli; /* first: the door hands it back */
    struct arena *arena;
    struct op_table *table, *doors;
    struct secrets *secrets;
    struct datasets *datasets;
    struct analyst analyst;
    struct artifact_place artifacts;
    struct analyzer analyzer;
    struct admin admin;
    struct files files;
    struct workbook_tools workbook;
    struct tasks tasks;
    struct metrics metrics;
    struct docs docs;
    struct router router;
    struct log *log;
    struct store_ledger ledger;
    struct root_folder home, *folders; /* held while the program runs */
    struct gate gate;
    struct err no_llm; /* why the model that is set cannot be used */
    bool private;      /* a door's: of every call that comes through it */
    bool json;         /* the same: what is shown is for programs */
};

static void meet_key(struct program *p)
{
    bool is_new_home;
    struct err err;

    if (key_check(p->admin.store, p->admin.settings, p->admin.home, world_system(), &is_new_home, &err) < 0)
        log_error(p->log, &err);
    if (is_new_home)
        fputs("assay: this home is new; another one, with an audit log of its own, was here before.\n", stderr);
}

/* The home's folders, the diary, the store and with it the ledger. */
static int open_home(struct program *p, struct err *err)
{
    const char *logs, *folder;
    char real[PATH_MAX];

    if (home_folder(p->arena, p->admin.home, HOME_LOGS, &logs, err) < 0 ||
        home_folder(p->arena, p->admin.home, HOME_DB, &folder, err) < 0 ||
        home_folder(p->arena, p->admin.home, HOME_UPLOADS, &folder, err) < 0 ||
        home_folder(p->arena, p->admin.home, HOME_CONFIRM, &p->gate.confirm_folder, err) < 0 ||
        log_open(logs, world_system(), &p->log, err) < 0 ||
        store_open(p->admin.home, world_system(), &p->admin.store, err) < 0)
        return -1;
    meet_key(p);
    store_ledger_init(&p->ledger, p->admin.store);
    p->artifacts = (struct artifact_place){ p->admin.store, p->admin.home };
    p->analyzer.recipes = recipes_new(p->admin.home, world_system());
    p->tasks.store = p->analyst.store = p->router.store = p->workbook.store = p->admin.store;
    p->admin.log_path = arena_printf(p->arena, "%s/data_agent_runs.jsonl", logs);
    if (!realpath(p->admin.home, real))
        return err_errno(err, errno, "open the assay home", p->admin.home);
    if (root_folder_open(&p->home, arena_str(p->arena, real), err) < 0)
        return -1;
    p->gate.policy.home_folder = &p->home;
    p->files.home = p->workbook.home = p->gate.policy.home = p->admin.home;
    datasets_home(p->datasets, p->private ? NULL : p->admin.home);
    p->gate.policy.store = p->metrics.store = p->admin.store;
    p->metrics.home = p->admin.home;
    p->docs.store = p->admin.store;
    p->docs.home = p->admin.home;
    p->gate.ledger = &p->ledger.base;
    p->gate.log = p->log;
    return 0;
}

/* The model that a person has set, if any; nothing is sent to it yet. A setting that cannot be used is told, and does
 * not keep anybody from working without. */
static void open_model(struct program *p)
{
    struct llm_config config = { .url = getenv("ASSAY_MODEL_URL"),
                                 .name = getenv("ASSAY_MODEL"),
                                 .key = getenv("ASSAY_MODEL_KEY"),
                                 .authorities = getenv("SSL_CERT_FILE") };

    if (!config.url || !*config.url || p->tasks.llm)
        return;
    if (llm_new(&config, &p->tasks.llm, &p->no_llm) < 0) {
        fprintf(stderr, "assay: %s %s\n", p->no_llm.message, p->no_llm.action);
        p->admin.no_llm = &p->no_llm;
    }
    p->admin.llm = p->tasks.llm;
}

static int open_gate(struct cli_host *host, const struct cli_flags *flags, const struct op *op, struct gate **ret,
                     struct err *err)
{
    struct program *p = (struct program *)host;

    if (home_path(p->arena, flags->home, &p->admin.home, err) < 0)
        return -1;
    p->admin.settings = home_settings(p->arena);
    p->gate.table = p->table;
    p->gate.world = world_system();
    p->gate.policy.any_path = true;
    p->gate.secrets = p->secrets;
    p->private = flags->private;
    p->json = flags->json;
    open_model(p);
    if (!(op->flags & OP_HOMELESS) && open_home(p, err) < 0)
        return -1;
    *ret = &p->gate;
    return 0;
}

/* What has had its time goes, now and then. A failure is told to the diary and tried again the next time. */
static void sweep_home(struct program *p)
{
    struct sweep_report report = { .more = true };
    struct err err;

    if (!p->admin.store || !sweep_is_due(p->admin.home, world_system()))
        return;
    while (report.more)
        if (sweep(p->admin.store, p->admin.home, world_system(), NULL, &report, &err) < 0) {
            log_error(p->log, &err);
            return;
        }
}

/* ---- doors ---- */

/* Opens one folder more, by its resolved path; it is held until the program ends, and does not open the home. */
static int allow_folder(struct program *p, const char *path, struct err *err)
{
    struct root_folder *f = &p->folders[p->gate.policy.n_folders];
    char real[PATH_MAX];

    *f = (struct root_folder)ROOT_FOLDER;
    if (!realpath(path, real) || root_folder_open(f, arena_str(p->arena, real), err) < 0)
        return err_say(err, ERR_NOT_FOUND, "There is no folder '%s'.", path);
    f->closed = p->gate.policy.home_folder;
    p->gate.policy.n_folders++;
    return 0;
}

/* Behind a door only what lies below an allowed folder may be read, or an allowed address. */
static int allow(struct program *p, const char *user, const struct json *folders, const char *spool, struct err *err)
{
    const char **addresses = arena_array(p->arena, json_len(folders), sizeof *addresses);
    struct policy *policy = &p->gate.policy;

    p->folders = arena_array(p->arena, json_len(folders) + 1, sizeof *p->folders);
    policy->any_path = false;
    policy->allow = addresses;
    policy->folders = p->folders;
    policy->n_allow = policy->n_folders = 0;
    for (size_t i = 0; i < json_len(folders); i++) {
        const char *given = json_text(json_at(folders, i), NULL);
        if (url_is(given)) {
            addresses[policy->n_allow++] = arena_str(p->arena, given); /* without its password, which was taken out */
            secrets_fix(p->secrets, user ? user : "local", given);
        } else if (allow_folder(p, given, err) < 0)
            return -1;
    }
    return spool ? allow_folder(p, spool, err) : 0;
}

#define WITNESS_FIELD(name, flags, text) FIELD(name, TEXT, flags, text, .metavar = "PLACE", .range = BETWEEN(1, 4000))

#define ALLOW_FIELD                                                                                                    \
    FIELD("allow", LIST, MODEL_PATH, "A folder whose files may be read, or a server's address; may be repeated.",      \
          .metavar = "DIR", .range = AT_MOST(DATA_SOURCES), .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS)))

#define TOOLS_FIELD                                                                                                    \
    FIELD("tools", TEXT, 0, "Groups of tools that MCP clients are offered: " OP_GROUP_NAMES ".",                       \
          .metavar = "GROUP[,GROUP...]", .range = BETWEEN(1, 200))

/* The token in keys/http.token, made on the first start. */
static int load_token(struct program *p, const char **ret, struct err *err)
{
    const char *folder = arena_printf(p->arena, "%s/keys", p->admin.home);
    const char *path = arena_printf(p->arena, "%s/http.token", folder);
    unsigned char random[SHA256_BYTES];
    char text[2 * sizeof random + 2];
    struct buf b CLEANUP(buf_done) = BUF(HTTP_TOKEN_BYTES);

    world_system()->random(world_system()->state, random, sizeof random);
    hex_text(random, sizeof random, text);
    snprintf(text + 2 * sizeof random, 2, "\n");
    if (file_mkdirs(folder, err) < 0 ||
        (file_create_new(path, text, strlen(text), "the token", err) < 0 && err->code != ERR_CONFLICT) ||
        file_read(path, "the token", &b, err) < 0)
        return -1;
    *ret = arena_dup(p->arena, b.p, strcspn(b.p, "\n"));
    return 0;
}

static void block_signals(sigset_t *ret)
{
    sigemptyset(ret);
    sigaddset(ret, SIGINT);
    sigaddset(ret, SIGTERM);
    sigaddset(ret, SIGHUP);
    pthread_sigmask(SIG_BLOCK, ret, NULL);
}

/* Once an hour the signed head goes to the witness; a failure is told to the diary and tried again the next minute. */
static void tell_witness(struct program *p, const char *to, int64_t *next_us)
{
    int64_t now = world_now(world_system());
    uint64_t entries;
    struct err err;

    if (!to || world_mono_us() < *next_us)
        return;
    if (witness_tell(p->admin.store, to, now, &entries, &err) < 0)
        log_error(p->log, &err);
    else
        *next_us = world_mono_us() + WITNESS_SECONDS * INT64_C(1000000);
}

/* Until somebody wants it to end; sweeps meanwhile, looks how the documents are, and tells the witness. */
static void wait_for_end(struct program *p, const char *witness, const sigset_t *signals)
{
    const struct timespec minute = { .tv_sec = 60 };
    int64_t next_us = 0;

    do {
        tell_witness(p, witness, &next_us);
        docs_look(&p->docs, world_now(world_system()));
        sweep_home(p);
    } while (sigtimedwait(signals, NULL, &minute) < 0 && (errno == EAGAIN || errno == EINTR));
}

static void tell_address(const struct http_config *config, uint16_t port)
{
    const char *host = config->web.host;
    bool is_any = strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;

    if (is_any) {
        host = "127.0.0.1";
        fputs("assay: open to the network; everybody needs the token in keys/http.token of the home, as in\n"
              "assay: http://NAME:PORT/#token=TOKEN, where NAME is one given with --name.\n",
              stderr);
    }
    printf(strchr(host, ':') ? "http://[%s]:%u/\n" : "http://%s:%u/\n", host, port);
    fflush(stdout);
}

static const struct model_field serve_fields[] = {
    FIELD("port", INT, 0, "The port to listen on (7717); 0: any that is free.", .metavar = "PORT",
          .range = BETWEEN(0, 65535), .otherwise = "7717"),
    FIELD("host", TEXT, 0, "The address to listen on (127.0.0.1).", .metavar = "ADDRESS", .range = BETWEEN(1, 64),
          .otherwise = "\"127.0.0.1\""),
    FIELD("name", LIST, 0, "A further name the server may be called by; may be repeated.", .metavar = "HOST",
          .range = AT_MOST(16), .each = EACH(TEXT, .range = BETWEEN(1, 253))),
    FIELD("rate", INT, 0, "Requests a second of one client that shows the token.", .metavar = "N",
          .range = BETWEEN(1, 1000000), .otherwise = TEXT_OF(WEB_RATE)),
    ALLOW_FIELD,
    TOOLS_FIELD,
    WITNESS_FIELD("witness", 0, "Where the signed head of the audit log goes once an hour; see 'audit witness'."),
    END,
};
static const struct model_entity serve_input = ENTITY("serve", "Where to listen and what may be read.", serve_fields);

static const char *const *names_of(struct arena *a, const struct json *list)
{
    const char **names = arena_array(a, json_len(list) + 1, sizeof *names);

    for (size_t i = 0; i < json_len(list); i++)
        names[i] = json_text(json_at(list, i), NULL);
    names[json_len(list)] = NULL;
    return names;
}

static struct json *tell_health(struct arena *a, void *arg, int *ret_status)
{
    const struct program *p = arg;

    return docs_health_json(a, &p->docs, ret_status);
}

static int configure(struct program *p, struct call *c, const struct json *args, struct http_config *ret,
                     struct err *err)
{
    const char *spool = arena_printf(c->arena, "%s/uploads/" UPLOAD_SPOOL, p->admin.home);
    int folder;

    *ret = (struct http_config){ .web = { .host = json_get_text(args, "host"),
                                          .port = (uint16_t)json_get_int(args, "port", 0),
                                          .names = names_of(c->arena, json_get(args, "name")),
                                          .rate = (unsigned)json_get_int(args, "rate", 0),
                                          .spool = spool,
                                          .world = c->world,
                                          .log = p->log },
                                 .gate = c->gate,
                                 .user = c->user,
                                 .private = p->private,
                                 .health = tell_health,
                                 .health_arg = p };
    if (location_make_in(p->admin.home, "uploads/" UPLOAD_SPOOL, &folder, err) < 0)
        return -1;
    close(folder);
    if (allow(p, c->user, json_get(args, "allow"), spool, err) < 0)
        return -1;
    return load_token(p, &ret->web.token, err);
}

static int tell_stamp(void *arg, const char *user, const char *uri, uint64_t *ret, struct err *err)
{
    const struct program *p = arg;

    return change_token_of(p->admin.store, p->admin.home, user, uri, ret, err);
}

static struct mcp_host *new_host(struct program *p, const struct call *c, unsigned groups)
{
    return mcp_ops_new(&(struct mcp_ops_config){ .gate = c->gate,
                                                 .user = c->user,
                                                 .groups = groups,
                                                 .private = p->private,
                                                 .stamp = tell_stamp,
                                                 .stamp_arg = p });
}

static int serve_http(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct program *p = c->service;
    struct http_config config;
    struct mcp_host *host;
    struct http *http;
    struct mcp *mcp;
    sigset_t signals;
    unsigned groups;
    int result;

    (void)ret;
    if (op_groups_read(json_get_text(args, "tools"), &groups, err) < 0 || configure(p, c, args, &config, err) < 0)
        return -1;
    budget_open(BUDGET_BYTES);
    block_signals(&signals);
    docs_look(&p->docs, world_now(c->world));
    config.journals = journals_new(c->world);
    host = new_host(p, c, groups);
    mcp = mcp_new(&(struct mcp_config){ .host = host, .world = c->world, .journals = config.journals, .log = p->log });
    config.more = mcp_routes(mcp, &config.n_more);
    result = http_open(&config, &http, err);
    if (result == 0) {
        tell_address(&config, http_port(http));
        wait_for_end(p, json_get_text(args, "witness"), &signals);
        mcp_stop(mcp);
        http_close(http);
    }
    mcp_free(mcp);
    mcp_ops_free(host);
    journals_free(config.journals);
    return result;
}

static const struct model_field mcp_fields[] = { ALLOW_FIELD, TOOLS_FIELD, END };
static const struct model_entity mcp_input = ENTITY("mcp", "What may be read, and what is offered.", mcp_fields);

static int serve_mcp(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct program *p = c->service;
    struct mcp_host *host;
    struct mcp *mcp;
    unsigned groups;
    int result;

    (void)ret;
    if (op_groups_read(json_get_text(args, "tools"), &groups, err) < 0 ||
        allow(p, c->user, json_get(args, "allow"), NULL, err) < 0)
        return -1;
    host = new_host(p, c, groups);
    mcp = mcp_new(&(struct mcp_config){ .host = host, .world = c->world, .log = p->log });
    result = mcp_stdio(mcp, STDIN_FILENO, STDOUT_FILENO, err);
    mcp_free(mcp);
    mcp_ops_free(host);
    return result;
}

static const struct model_field no_fields[] = { END };
static const struct model_entity nothing = ENTITY("nothing", "Nothing.", no_fields);

static int chat(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct program *p = c->service;

    (void)ret;
    return chat_run(
        &(struct chat_config){ .gate = c->gate, .user = c->user, .private = p->private, .json = p->json, .args = args },
        err);
}

/* ---- the witness: for the command line alone, as it may run a program ---- */

static const struct model_field witness_fields[] = {
    WITNESS_FIELD("to", REQ, "A file, 'git DIR' or 'command COMMAND'."),
    END,
};
static const struct model_entity witness_input = ENTITY("audit witness", "Where the head goes.", witness_fields);

static int witness(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct program *p = c->service;
    uint64_t entries;

    (void)ret;
    if (witness_tell(p->admin.store, json_get_text(args, "to"), world_now(c->world), &entries, err) < 0)
        return -1;
    printf("The signed head of %llu entries is with the witness.\n", (unsigned long long)entries);
    return 0;
}

static const struct op door_ops[] = {
    { .name = "audit witness",
      .command = "audit witness",
      .summary = "Hand the signed head of the audit log to somebody else, who can then tell when a home was put back.",
      .detail =
          "FILE gets a line at its end; 'git DIR' gets a commit of DIR/assay-heads.jsonl; 'command COMMAND' runs it "
          "with the line on its standard input. 'assay audit verify --witness FILE' compares. For every hour, call "
          "it from cron or a timer, or start the server with --witness.",
      .examples = (const char *const[]){ "assay audit witness --to /mnt/usb/heads.jsonl",
                                         "assay audit witness --to 'git ~/heads'",
                                         "assay audit witness --to 'command ssh vault tee -a heads.jsonl'", NULL },
      .input = &witness_input,
      .output = &nothing,
      .run = witness },
    { .name = "chat",
      .command = "chat",
      .summary = "Have a conversation: each line is a question, and may follow up on the one before.",
      .detail =
          "At a terminal lines can be edited and called back. A line that begins with a slash is a command: /help "
          "lists them. Ctrl-C cancels the question that runs, Ctrl-D ends. Lines may also come from a pipe.",
      .examples = (const char *const[]){ "assay chat --data sales.csv", "assay chat", NULL },
      .input = &chat_input,
      .output = &nothing,
      .run = chat },
    { .name = "serve",
      .command = "serve",
      .summary = "Serve the page, the HTTP API and MCP over HTTP until it is interrupted.",
      .detail = "Prints its address. On a loopback address it answers processes of the same user and root; everybody "
                "else, and everyone on any other address, needs the token in keys/http.token of the home.",
      .examples = (const char *const[]){ "assay serve", "assay serve --port 0 --allow ~/data", NULL },
      .input = &serve_input,
      .output = &nothing,
      .run = serve_http },
    { .name = "mcp",
      .command = "mcp",
      .summary = "Serve the Model Context Protocol on standard input and output.",
      .detail = "For MCP clients that start a program. Reads only files below the folders given with --allow, and the "
                "user's uploads. A model reads the list of tools before anything else: --tools names the groups that "
                "are worth it. Without it all are offered but" OP_GROUPS_ASIDE ".",
      .examples = (const char *const[]){ "assay mcp --allow ~/data", "assay mcp --tools ask,tasks", NULL },
      .input = &mcp_input,
      .output = &nothing,
      .run = serve_mcp },
};

/* ---- all of it ---- */

static int fill_tables(struct program *p, struct err *err)
{
    p->analyzer.place = &p->artifacts;
    p->admin.datasets = p->analyst.datasets = p->datasets;
    if (artifacts_add(p->table, &p->artifacts, err) < 0 || plot_add(p->table, &p->artifacts, err) < 0 ||
        transform_add(p->table, err) < 0 || analyze_add(p->table, &p->analyzer, err) < 0 ||
        analyst_add(p->table, &p->analyst, err) < 0 || admin_add(p->table, &p->admin, err) < 0 ||
        query_add(p->table, p->datasets, err) < 0 || files_add(p->table, &p->files, err) < 0 ||
        table_add(p->table, p->datasets, err) < 0 || exporter_add(p->table, p->datasets, err) < 0 ||
        profiler_add(p->table, p->datasets, err) < 0 || check_add(p->table, p->datasets, err) < 0 ||
        reader_add(p->table, p->datasets, err) < 0 || workbook_add(p->table, &p->workbook, err) < 0 ||
        tasks_add(p->table, &p->tasks, err) < 0 || metrics_add(p->table, &p->metrics, err) < 0 ||
        localize_add(p->table, err) < 0 || docs_add(p->table, &p->docs, err) < 0 ||
        router_add(p->table, &p->router, err) < 0)
        return -1;
    return op_table_add(p->doors, door_ops, COUNT_OF(door_ops), p, err);
}

/* Everybody can read our arguments in the list of processes: what we work on is a copy, and the passwords of the
 * original are overwritten. */
static char **take_arguments(struct arena *a, int argc, char **argv)
{
    char **copy = arena_array(a, (size_t)argc + 1, sizeof *copy);

    for (int i = 0; i < argc; i++) {
        copy[i] = arena_str(a, argv[i]);
        address_blot(argv[i], true);
    }
    return copy;
}

static int run(int argc, char **argv)
{
    struct program p = { .cli = { .open = open_gate },
                         .arena = arena_new(),
                         .table = op_table_new(),
                         .doors = op_table_new(),
                         .secrets = secrets_new(),
                         .datasets = datasets_new(NULL),
                         .home = ROOT_FOLDER,
                         .metrics = { .runners = RUNNERS } };
    struct err err;
    int status;

    signal(SIGCHLD, SIG_DFL); /* a parent that ignores its children must not make us lose ours */
    datasets_secrets(p.datasets, p.secrets);
    p.workbook.datasets = p.datasets;
    p.workbook.default_path = getenv("EXCEL_MCP_WORKBOOK");
    if (fill_tables(&p, &err) < 0) {
        fprintf(stderr, "assay: %s %s\n", err.message, err.detail);
        return EXIT_FAILED;
    }
    p.cli.table = p.table;
    p.cli.doors = p.doors;
    status = cli_main(&p.cli, argc, take_arguments(p.arena, argc, argv));
    sweep_home(&p);
    recipes_free(p.analyzer.recipes);
    llm_free(p.tasks.llm);
    store_close(p.admin.store);
    for (size_t i = 0; i < p.gate.policy.n_folders; i++)
        root_folder_close(&p.folders[i]);
    root_folder_close(&p.home);
    log_close(p.log);
    datasets_free(p.datasets);
    secrets_free(p.secrets);
    op_table_free(p.table);
    op_table_free(p.doors);
    arena_free(p.arena);
    return status;
}

int main(int argc, char **argv)
{
    if (worker_is(argc, argv))
        return worker_main(argc, argv, workset_begin);
    no_core();
    return run(argc, argv);
}
