/* confirm.c - one file a pending question: {"binding","expires_us"} under the hash of its token.
 *
 * The binding is a hash, so the file holds nothing of what would be changed. The token is hashed with the rest and is
 * not in the file: nobody who finds an unanswered question can try out what it was about, nor answer it. Files nobody
 * answered go with the sweep (store/home/sweep.h).
 */
#include "gate/confirm.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"
#include "sys/file.h"

static const char *path_of(struct arena *a, const struct confirm_question *q, const char *token)
{
    char name[SHA256_TEXT_BYTES];

    sha256_text(token, strlen(token), name);
    return arena_printf(a, "%s/%s", q->folder, name);
}

static int bind(struct arena *a, const struct confirm_question *q, const char *token,
                char out[static SHA256_TEXT_BYTES], struct err *err)
{
    struct json *what = json_object(a);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_set(a, what, "token", json_str(a, token));
    json_set(a, what, "op", json_str(a, q->op->name));
    json_set(a, what, "user", json_str(a, q->user));
    json_set(a, what, "args", json_copy(a, q->args));
    json_set(a, what, "rows", json_copy(a, q->affected->rows));
    if (json_write_canonical(&b, what, err) < 0 || buf_check(&b, err) < 0)
        return -1;
    sha256_text(b.p, b.n, out);
    return 0;
}

/* Reads a pending question; false when it is unreadable or not ours. */
static bool read_pending(struct arena *a, const char *path, const char **ret_binding, int64_t *ret_expires)
{
    struct err ignored;
    struct json *v;
    struct buf b CLEANUP(buf_done) = BUF(CONFIRM_FILE_BYTES);

    if (file_read(path, "read the confirmation", &b, &ignored) < 0 || json_parse(a, b.p, b.n, &v, &ignored) < 0)
        return false;
    *ret_binding = json_get_text(v, "binding");
    return *ret_binding && json_int64(json_get(v, "expires_us"), ret_expires);
}

int confirm_ask(struct arena *a, const struct world *world, const struct confirm_question *q, struct json **ret,
                struct err *err)
{
    int64_t now = world_now(world), expires = now + (int64_t)CONFIRM_SECONDS * 1000000;
    char token[ID_TEXT_BYTES], until[TIME_TEXT_BYTES], binding[SHA256_TEXT_BYTES];
    struct json *pending = json_object(a), *question = json_object(a);
    struct buf b CLEANUP(buf_done) = BUF(CONFIRM_FILE_BYTES);

    world_id(world, token);
    if (bind(a, q, token, binding, err) < 0)
        return -1;
    time_text(expires, until);
    json_set(a, pending, "binding", json_str(a, binding));
    json_set(a, pending, "expires_us", json_int(a, expires));
    json_write(&b, pending);
    if (buf_check(&b, err) < 0 ||
        file_create_new(path_of(a, q, token), b.p, b.n, "keep the question for your confirmation", err) < 0)
        return -1;
    json_set(a, question, "token", json_str(a, token));
    json_set(a, question, "summary", json_str(a, q->affected->summary));
    json_set(a, question, "expires_at", json_str(a, until));
    *ret = question;
    return 0;
}

static int is_void(struct err *err, const char *why)
{
    err_set(err, ERR_CONFIRMATION_VOID, "That confirmation is no longer valid; nothing was changed.", "%s", why);
    return err_action(err, "Ask again, and confirm what is shown then.");
}

int confirm_use(struct arena *a, const struct world *world, const struct confirm_question *q, const char *token,
                struct err *err)
{
    char binding[SHA256_TEXT_BYTES];
    const char *path, *kept;
    int64_t expires;
    bool removed;

    if (!id_is_uuid4(token, strlen(token)))
        return is_void(err, "not a token");
    if (bind(a, q, token, binding, err) < 0)
        return -1;
    path = path_of(a, q, token);
    if (!read_pending(a, path, &kept, &expires))
        return is_void(err, "no such question is open");
    if (file_remove(path, &removed, err) < 0)
        return -1;
    if (!removed)
        return is_void(err, "answered by another caller at the same time");
    if (expires < world_now(world))
        return is_void(err, "answered too late");
    if (strcmp(kept, binding) != 0)
        return is_void(err, "the arguments or the rows affected have changed");
    return 0;
}
