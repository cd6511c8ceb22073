/* audit_export.c - the log in a folder of its own, with its signed head and a checker, so that anybody with Python can
 * verify it. The folder is made under another name and renamed when it is whole. */
#include "agents/keeper/keeper.h"
#include "agents/keeper/keeper_ops.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "store/known_keys.h"
#include "store/store.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

#define COPY_BYTES (1u << 18)

static const char checker[] = {
#include "audit_checker.inc"
    , '\0'
};

static const char readme[] =
    "An audit log of assay, with what is needed to check it.\n\n"
    "  data_agent_runs.jsonl   the entries, one a line, each hashed together with the one before\n"
    "  head.json               how many there are, the root of the hash tree over all lines, signed (Ed25519)\n"
    "  key.pub                 the public key that must have signed, as it was known when this was exported\n"
    "  verify.py               checks all of it with Python's standard library; assay is not needed\n\n"
    "  python3 verify.py data_agent_runs.jsonl --head head.json\n\n"
    "The signature shows that whoever has the key made this head. Compare the key with one you got another way, or "
    "name that one: --key HEX.\n";

static int copy_bytes(int from, int to, uint64_t n, const struct cancel *cancel, struct err *err)
{
    char *block = malloc(COPY_BYTES);
    int status = block ? 0 : err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory.", "copying");

    while (status == 0 && n > 0) {
        ssize_t got = read(from, block, n < COPY_BYTES ? (size_t)n : COPY_BYTES);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            status = err_errno(err, errno, "read the audit log", NULL);
        else if (got == 0)
            status =
                err_set(err, ERR_AUDIT_BROKEN, "The audit log is shorter than it should be.", "%" PRIu64 " missing", n);
        else
            status = file_write_fd(to, block, (size_t)got, "write the export", err);
        if (status == 0)
            status = cancel_check(cancel, err);
        n -= got > 0 ? (uint64_t)got : 0;
    }
    free(block);
    return status;
}

static int copy_log(const char *from, const char *to, uint64_t n, const struct cancel *cancel, struct err *err)
{
    int in = open(from, O_RDONLY | O_CLOEXEC), out, status;

    if (in < 0)
        return err_errno(err, errno, "read the audit log", from);
    out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (out < 0) {
        err_errno(err, errno, "write the export", to);
        close(in);
        return -1;
    }
    status = copy_bytes(in, out, n, cancel, err);
    if (status == 0 && fsync(out) != 0)
        status = err_errno(err, errno, "write the export", to);
    close(in);
    close(out);
    return status;
}

static int write_text(struct arena *a, const char *folder, const char *name, const char *text, struct err *err)
{
    return file_write(arena_printf(a, "%s/%s", folder, name), text, strlen(text), "the export", err);
}

/* The key that should have signed: the known one, else the home's own, else the head's. */
static int known_key(struct call *c, const char *signed_head, const char **ret, struct err *err)
{
    const struct keeper *k = c->service;
    struct buf b CLEANUP(buf_done) = BUF(KEY_TEXT_BYTES + 1);
    char known[KEY_TEXT_BYTES];
    struct json *head;
    struct err none;
    enum known_key is;
    const char *key;

    if (json_parse(c->arena, signed_head, strlen(signed_head), &head, err) < 0)
        return -1;
    key = json_get_text(head, "key");
    if (known_key_look(k->settings, k->home, key ? key : "", &is, known, err) < 0)
        return -1;
    if (is != KEY_IS_NEW)
        key = arena_str(c->arena, known);
    else if (file_read(arena_printf(c->arena, "%s/" KEY_PIN_FILE, k->home), "the public key", &b, &none) == 0)
        key = arena_dup(c->arena, b.p, strcspn(b.p, "\n"));
    *ret = arena_printf(c->arena, "%s\n", key ? key : "");
    return 0;
}

static int fill(struct call *c, const char *folder, const struct chain *chain, const char *signed_head, struct err *err)
{
    struct keeper *k = c->service;
    struct arena *a = c->arena;
    const char *key;

    if (known_key(c, signed_head, &key, err) < 0 || file_mkdirs(folder, err) < 0 ||
        copy_log(k->log_path, arena_printf(a, "%s/data_agent_runs.jsonl", folder), chain->bytes, c->cancel, err) < 0)
        return -1;
    if (write_text(a, folder, "head.json", arena_printf(a, "%s\n", signed_head), err) < 0 ||
        write_text(a, folder, "key.pub", key, err) < 0 || write_text(a, folder, "verify.py", checker, err) < 0 ||
        write_text(a, folder, "README.txt", readme, err) < 0)
        return -1;
    return 0;
}

/* "out/" names the same folder as "out". */
static const char *without_slashes(struct arena *a, const char *path)
{
    size_t n = strlen(path);

    while (n > 1 && path[n - 1] == '/')
        n--;
    return arena_dup(a, path, n);
}

int audit_export(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    static const char *const files[] = { "data_agent_runs.jsonl", "head.json", "key.pub", "verify.py", "README.txt" };
    struct keeper *k = c->service;
    struct arena *a = c->arena;
    const char *folder = without_slashes(a, json_get_text(args, "folder"));
    const char *part = arena_printf(a, "%s.part-%.8s", folder, c->request_id);
    struct json *result = json_object(a), *list = json_array(a);
    const char *signed_head;
    struct chain chain;
    struct err ignored;
    int status;

    if (access(folder, F_OK) == 0) {
        err_say(err, ERR_CONFLICT, "That folder exists already.");
        return err_action(err, "Name a new one.");
    }
    if (keeper_head(k, a, &chain, &signed_head, err) < 0)
        return -1;
    status = fill(c, part, &chain, signed_head, err);
    if (status == 0 && rename(part, folder) != 0)
        status = err_errno(err, errno, "name the export", folder);
    if (status < 0) {
        if (file_remove_tree(part, &ignored) < 0)
            err_action(err, "Remove the unfinished folder beside the one you named.");
        return -1;
    }
    for (size_t i = 0; i < COUNT_OF(files); i++)
        json_push(a, list, json_str(a, files[i]));
    json_set(a, result, "entries", json_int(a, (int64_t)chain.entries));
    json_set(a, result, "files", list);
    *ret = result;
    return 0;
}

void audit_export_text(struct buf *b, const struct json *result)
{
    buf_addf(b, "%" PRId64 " entries, with their signed head and a checker (verify.py).\n",
             json_get_int(result, "entries", 0));
}
