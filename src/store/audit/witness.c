/* witness.c - sends the signed head to another place, and compares heads sent earlier with the log.
 *
 * The lines of a witness are compared with the log's own in one pass over the log: the tree grows line by line, and
 * wherever a head was witnessed its root must be the tree's at that length.
 */
#include "store/audit/witness.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "store/audit/log_reader.h"
#include "store/log/merkle.h"
#include "store/log/signed_head.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define WHAT "the witness"
#define GIT_FILE "assay-heads.jsonl"

/* ---- handing on ---- */

static int add_line(const char *path, const char *line, size_t n, struct err *err)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600), status;

    if (fd < 0)
        return err_errno(err, errno, "write to " WHAT, path);
    status = file_write_fd(fd, line, n, WHAT, err);
    if (status == 0 && fsync(fd) != 0 && errno != EINVAL)
        status = err_errno(err, errno, "write to " WHAT, path);
    close(fd);
    return status;
}

/* Waits for the program's end, at most WITNESS_COMMAND_MS. */
static int await(pid_t pid, int *ret_status, struct err *err)
{
    const struct timespec pause = { .tv_nsec = 10 * 1000000 };
    int64_t until = world_mono_us() + WITNESS_COMMAND_MS * INT64_C(1000);
    siginfo_t info = { 0 };

    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0) {
        if (world_mono_us() > until) {
            kill(pid, SIGKILL);
            (void)!spawn_reap(pid, ret_status, err);
            return err_set(err, ERR_IO, "The witness did not answer in time.", "killed after %d ms",
                           WITNESS_COMMAND_MS);
        }
        nanosleep(&pause, NULL);
    }
    return spawn_reap(pid, ret_status, err);
}

/* Runs a program with the line as its input; what it says goes to our own standard error. */
static int run_with(const char *const *argv, int input, struct err *err)
{
    int fds[] = { input, STDERR_FILENO, STDERR_FILENO }, status = 0, result;
    struct spawn_spec spec = {
        .program = argv[0], .argv = argv, .envp = (const char *const *)environ, .fds = fds, .n_fds = COUNT_OF(fds)
    };
    struct spawned child;

    if (spawn_start(&spec, &child, err) < 0)
        return -1;
    result = await(child.pid, &status, err);
    if (result == 0)
        result = spawn_check(&spec, child.failure, err);
    close(child.failure);
    if (result == 0 && status != 0)
        result = err_set(err, ERR_IO, "The witness did not take the head.", "%s ended with status %d", argv[0], status);
    return result;
}

/* A pipe holds more than a line. */
static int run_command(const char *const *argv, const char *line, size_t n, struct err *err)
{
    int ends[2], status;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_errno(err, errno, "call " WHAT, argv[0]);
    status = file_write_fd(ends[1], line, n, WHAT, err);
    close(ends[1]);
    if (status == 0)
        status = run_with(argv, ends[0], err);
    close(ends[0]);
    return status;
}

static int commit_to_git(struct arena *a, const char *folder, const char *line, size_t n, uint64_t entries,
                         struct err *err)
{
    const char *message = arena_printf(a, "assay: head of %" PRIu64 " entries", entries);
    const char *const add[] = { "/usr/bin/env", "git", "-C", folder, "add", "--", GIT_FILE, NULL };
    const char *const commit[] = { "/usr/bin/env", "git",   "-C", folder,   "commit", "--quiet",
                                   "--message",    message, "--", GIT_FILE, NULL };

    if (add_line(arena_printf(a, "%s/" GIT_FILE, folder), line, n, err) < 0 || run_command(add, "", 0, err) < 0)
        return -1;
    return run_command(commit, "", 0, err);
}

static int hand_on(struct arena *a, const char *to, const char *line, size_t n, uint64_t entries, struct err *err)
{
    if (str_starts(to, "git "))
        return commit_to_git(a, to + strlen("git "), line, n, entries, err);
    if (str_starts(to, "command "))
        return run_command((const char *const[]){ "/bin/sh", "-c", to + strlen("command "), NULL }, line, n, err);
    return add_line(to, line, n, err);
}

int witness_tell(struct store *s, const char *to, int64_t now_us, uint64_t *ret_entries, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf line CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    struct json *said = json_object(a), *head;
    char now[TIME_TEXT_BYTES];
    const char *signed_head;
    struct chain chain;

    if (store_check(s, err) < 0 || store_head(s, a, &chain, &signed_head, err) < 0 ||
        json_parse(a, signed_head, strlen(signed_head), &head, err) < 0)
        return -1;
    time_text(now_us, now);
    json_set(a, said, "head", head);
    json_set(a, said, "witnessed_at", json_str(a, now));
    if (json_write_canonical(&line, said, err) < 0)
        return -1;
    buf_addc(&line, '\n');
    if (buf_check(&line, err) < 0 || hand_on(a, to, line.p, line.n, chain.entries, err) < 0)
        return -1;
    *ret_entries = chain.entries;
    return 0;
}

/* ---- comparing ---- */

struct witnessed {
    struct signed_head head;
    int64_t at_us;
};

struct comparing {
    const struct witness_log *log;
    struct arena *a;
    struct json *notes;
    struct witness_result *ret;
    struct witnessed *heads; /* in the order in which they were witnessed, which is that of their lengths */
    size_t n;
    size_t next; /* the first that was not compared yet */
    struct merkle tree;
};

PRINTF(3, 4) static void found(struct witness_result *r, uint64_t entry, const char *reason, ...)
{
    va_list args;

    if (r->entry > 0)
        return;
    r->entry = entry;
    va_start(args, reason);
    vsnprintf(r->reason, sizeof r->reason, reason, args);
    va_end(args);
}

/* One line of the witness; its own order is part of what it proves. */
static void take_head(struct comparing *c, const char *line, size_t n)
{
    struct witnessed *w = &c->heads[c->n], *before = c->n > 0 ? w - 1 : NULL;
    struct buf text CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    struct json *said;
    struct err ignored;
    const char *at;

    if (json_parse(c->a, line, n, &said, &ignored) < 0 ||
        json_write_canonical(&text, json_get(said, "head") ? json_get(said, "head") : said, &ignored) < 0 ||
        !signed_head_read(c->a, text.p, &w->head)) {
        found(c->ret, 1, "line %zu of the witness is no head, or was changed", c->n + 1);
        return;
    }
    at = json_get_text(said, "witnessed_at");
    if (!at || !time_read(at, strlen(at), &w->at_us))
        w->at_us = 0;
    if (strcmp(w->head.key, c->log->key) != 0)
        found(c->ret, 1, "line %zu of the witness was signed by another key", c->n + 1);
    else if (before && w->head.entries < before->head.entries)
        found(c->ret, w->head.entries + 1,
              "the log was witnessed with %" PRIu64 " entries and later with %" PRIu64 ": it was put back",
              before->head.entries, w->head.entries);
    if (before && w->at_us && before->at_us - w->at_us > AUDIT_CLOCK_US)
        json_push(
            c->a, c->notes,
            json_str(c->a, arena_printf(c->a, "The clock went back by %" PRId64 " s before line %zu of the witness.",
                                        (before->at_us - w->at_us) / 1000000, c->n + 1)));
    c->n++;
}

static void take_heads(struct comparing *c, const struct buf *text)
{
    size_t lines = 0;
    const char *p = text->p, *end = text->p + text->n;

    for (size_t i = 0; i < text->n; i++)
        lines += text->p[i] == '\n';
    c->heads = arena_array(c->a, lines + 1, sizeof *c->heads);
    while (p < end && c->ret->entry == 0) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((newline ? newline : end) - p);
        if (n > 0)
            take_head(c, p, n);
        p += n + 1;
    }
}

/* Every head of the tree's present length. */
static void compare_here(struct comparing *c)
{
    unsigned char root[SHA256_BYTES];
    char text[SHA256_TEXT_BYTES] = "";

    while (c->next < c->n && c->heads[c->next].head.entries == c->tree.leaves) {
        if (!*text) {
            merkle_root(&c->tree, root);
            hex_text(root, sizeof root, text);
        }
        if (strcmp(text, c->heads[c->next].head.root) != 0)
            found(c->ret, c->tree.leaves,
                  "up to entry %" PRIu64 ", the log is not the one that was witnessed: it was written anew",
                  c->tree.leaves);
        else
            c->ret->agreeing++;
        c->next++;
    }
}

static int add_entry(void *arg, const char *text, size_t n, const struct chain_line *line, struct err *err)
{
    struct comparing *c = arg;
    unsigned char leaf[SHA256_BYTES];

    (void)line;
    (void)err;
    merkle_leaf(text, n, leaf);
    merkle_add(&c->tree, leaf);
    compare_here(c);
    return 0;
}

static int compare_log(struct comparing *c, const struct cancel *cancel, struct err *err)
{
    const char *p = c->log->waiting, *end = p + c->log->waiting_n;

    merkle_init(&c->tree);
    compare_here(c);
    if (c->log->waiting_at > 0 && log_reader_read(c->log->path, 0, c->log->waiting_at, cancel, add_entry, c, err) < 0)
        return -1;
    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        if (!newline)
            break;
        if (add_entry(c, p, (size_t)(newline - p), NULL, err) < 0)
            return -1;
        p = newline + 1;
    }
    return 0;
}

int witness_check(const struct location *file, const struct witness_log *log, const struct cancel *cancel,
                  struct arena *a, struct json *notes, struct witness_result *ret, struct err *err)
{
    struct comparing c = { .log = log, .a = a, .notes = notes, .ret = ret };
    struct buf text CLEANUP(buf_done) = BUF(WITNESS_BYTES);

    *ret = (struct witness_result){ 0 };
    if (location_read(file, WHAT, &text, err) < 0)
        return -1;
    take_heads(&c, &text);
    if (ret->entry == 0 && c.n == 0)
        found(ret, 1, "the witness holds no head");
    if (ret->entry == 0 && c.n > 0 && c.heads[c.n - 1].head.entries > log->entries)
        found(ret, log->entries + 1,
              "the log has %" PRIu64 " entries and was witnessed with %" PRIu64 ": the home was put back", log->entries,
              c.heads[c.n - 1].head.entries);
    if (ret->entry > 0)
        return 0;
    return compare_log(&c, cancel, err);
}
