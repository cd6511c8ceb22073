/* audit_export.c - the log in a folder of its own, with its signed head and a checker, so that anybody with Python can
 * verify it. The folder is made under another name and renamed when it is whole. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "ops/admin/admin.h"
#include "ops/admin/admin_ops.h"
#include "store/log/known_keys.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
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

static int copy_log(const char *from, int dir, uint64_t n, const struct cancel *cancel, struct err *err)
{
    int in = open(from, O_RDONLY | O_CLOEXEC), out, status;

    if (in < 0)
        return err_errno(err, errno, "read the audit log", from);
    out = openat(dir, "data_agent_runs.jsonl", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (out < 0) {
        err_errno(err, errno, "write the export", NULL);
        close(in);
        return -1;
    }
    status = copy_bytes(in, out, n, cancel, err);
    if (status == 0 && fsync(out) != 0)
        status = err_errno(err, errno, "write the export", NULL);
    close(in);
    close(out);
    return status;
}

static int write_text(int dir, const char *name, const char *text, struct err *err)
{
    struct spool s CLEANUP(spool_done) = SPOOL;

    if (spool_open_in(&s, dir, name, "the export", err) < 0 ||
        file_write_fd(s.fd, text, strlen(text), "the export", err) < 0)
        return -1;
    return spool_publish(&s, "the export", err);
}

/* The key that should have signed: the known one, else the home's own, else the head's. */
static int known_key(struct call *c, const char *signed_head, const char **ret, struct err *err)
{
    const struct admin *admin = c->service;
    struct buf b CLEANUP(buf_done) = BUF(KEY_TEXT_BYTES + 1);
    char known[KEY_TEXT_BYTES];
    struct json *head;
    struct err none;
    enum known_key is;
    const char *key;

    if (json_parse(c->arena, signed_head, strlen(signed_head), &head, err) < 0)
        return -1;
    key = json_get_text(head, "key");
    if (known_key_look(admin->settings, admin->home, key ? key : "", &is, known, err) < 0)
        return -1;
    if (is != KEY_IS_NEW)
        key = arena_str(c->arena, known);
    else if (file_read(arena_printf(c->arena, "%s/" KEY_PIN_FILE, admin->home), "the public key", &b, &none) == 0)
        key = arena_dup(c->arena, b.p, strcspn(b.p, "\n"));
    *ret = arena_printf(c->arena, "%s\n", key ? key : "");
    return 0;
}

static int fill(struct call *c, int dir, const struct chain *chain, const char *signed_head, struct err *err)
{
    struct admin *admin = c->service;
    const char *key;

    if (known_key(c, signed_head, &key, err) < 0 || copy_log(admin->log_path, dir, chain->bytes, c->cancel, err) < 0)
        return -1;
    if (write_text(dir, "head.json", arena_printf(c->arena, "%s\n", signed_head), err) < 0 ||
        write_text(dir, "key.pub", key, err) < 0 || write_text(dir, "verify.py", checker, err) < 0 ||
        write_text(dir, "README.txt", readme, err) < 0)
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

/* The folder that is to hold the export, open. A person's is made where it is not there. */
static int open_above(struct call *c, const char *path, int *ret, struct err *err)
{
    struct location to;

    if (call_target(c, path, &to, err) < 0)
        return -1;
    if (!to.root && file_basename(path) > path + 1 &&
        file_mkdirs(arena_dup(c->arena, path, (size_t)(file_basename(path) - path)), err) < 0)
        return -1;
    return location_open_parent(&to, "the folder of the export", ret, err);
}

/* Under another name, and renamed when it is whole; all of it in the folder that is open. */
static int make_export(struct call *c, int above, const char *name, const struct chain *chain, const char *signed_head,
                       struct err *err)
{
    const char *part = arena_printf(c->arena, "%s.part-%.8s", name, c->request_id);
    const char *by_fd = arena_printf(c->arena, "/proc/self/fd/%d/%s", above, part);
    struct err ignored;
    int dir = -1, status = 0;

    if (mkdirat(above, part, 0700) != 0 ||
        (dir = openat(above, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) < 0)
        return err_errno(err, errno, "make the folder", part);
    status = fill(c, dir, chain, signed_head, err);
    close(dir);
    if (status == 0 && renameat(above, part, above, name) != 0)
        status = err_errno(err, errno, "name the export", name);
    if (status < 0 && file_remove_tree(by_fd, &ignored) < 0)
        err_action(err, "Remove the unfinished folder beside the one you named.");
    return status;
}

int audit_export(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    static const char *const files[] = { "data_agent_runs.jsonl", "head.json", "key.pub", "verify.py", "README.txt" };
    struct arena *a = c->arena;
    const char *folder = without_slashes(a, json_get_text(args, "folder")), *name = file_basename(folder);
    struct json *result = json_object(a), *list = json_array(a);
    const char *signed_head;
    struct chain chain;
    struct stat st;
    int above, status;

    if (admin_head(c->service, a, &chain, &signed_head, err) < 0 || open_above(c, folder, &above, err) < 0)
        return -1;
    if (fstatat(above, *name ? name : ".", &st, AT_SYMLINK_NOFOLLOW) == 0) {
        status = err_say(err, ERR_CONFLICT, "That folder exists already.");
        err_action(err, "Name a new one.");
    } else {
        status = make_export(c, above, name, &chain, signed_head, err);
    }
    close(above);
    if (status < 0)
        return -1;
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
