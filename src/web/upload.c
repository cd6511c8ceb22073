/* upload.c - what the parts of a form become. The event thread writes the file: a write of some 16 kB goes to the
 * disk's cache and takes microseconds.
 */
#include "web/upload.h"
#include "base/arena.h"
#include "base/str.h"
#include "base/world.h"
#include "sys/file.h"
#include "web/multipart.h"
#include "web/parts.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct upload {
    struct multipart *parser;
    struct arena *arena;     /* the exchange's */
    const char *name, *path; /* of the file; NULL: none yet */
    int fd;                  /* while the file is written, else -1 */
    size_t written;
    const char *part; /* of the text that comes */
    struct buf text;
    struct web_pairs parts;
    struct web *w;
};

static const char what[] = "the upload";

static int invalid(struct err *err, const char *message)
{
    err_set(err, ERR_INVALID_INPUT, message, "upload");
    return err_action(err, "Send one part named file, and a description if you like.");
}

/* A folder that is missing is ours to mend, not the client's. */
static int not_kept(const struct upload *u, int errnum, struct err *err)
{
    err_errno(err, errnum, "keep the upload", u->path);
    if (err->code == ERR_NOT_FOUND)
        err_set(err, ERR_IO, "Could not keep the upload.", "%s", err->detail);
    return -1;
}

static int begin_file(struct upload *u, const char *file_name, struct err *err)
{
    char id[ID_TEXT_BYTES];

    if (u->path)
        return invalid(err, "One file at a time, please.");
    if (!*file_name)
        return invalid(err, "The file has no name.");
    world_id(u->w->config.world, id);
    u->name = arena_str(u->arena, file_name);
    u->path = arena_printf(u->arena, "%s/%s", u->w->config.spool, id);
    u->fd = open(u->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    return u->fd < 0 ? not_kept(u, errno, err) : 0;
}

static int begin(void *arg, const char *name, const char *file_name, struct err *err)
{
    struct upload *u = arg;

    if (strcmp(name, "file") == 0)
        return file_name ? begin_file(u, file_name, err) : invalid(err, "The part named file must be a file.");
    if (file_name)
        return invalid(err, "A file must be in the part named file.");
    if (upload_part(u, name))
        return invalid(err, "A part is there twice.");
    u->part = arena_str(u->arena, name);
    return 0;
}

static int data(void *arg, const char *p, size_t n, struct err *err)
{
    struct upload *u = arg;

    if (u->fd < 0) {
        buf_add(&u->text, p, n);
        return buf_check(&u->text, err);
    }
    if (n > WEB_UPLOAD_BYTES - u->written)
        return err_set(err, ERR_FILE_TOO_LARGE, "The file is too large.", "over %u bytes", WEB_UPLOAD_BYTES);
    u->written += n;
    if (atomic_fetch_add(&u->w->spooled, n) + n > u->w->tuning.spool_bytes) {
        err_set(err, ERR_BUSY, "Too much is being uploaded at once.", "over %llu bytes",
                (unsigned long long)u->w->tuning.spool_bytes);
        return err_action(err, "Try again in a moment.");
    }
    return file_write_fd(u->fd, p, n, what, err);
}

static int end(void *arg, struct err *err)
{
    struct upload *u = arg;

    if (u->fd >= 0) {
        int r = close(u->fd);
        u->fd = -1;
        return r < 0 ? not_kept(u, errno, err) : 0;
    }
    if (!str_is_utf8(u->text.p, u->text.n) || memchr(u->text.p, '\0', u->text.n))
        return invalid(err, "A part of the upload is not text.");
    pairs_add(u->arena, &u->parts, u->part, arena_dup(u->arena, u->text.p, u->text.n));
    buf_cut(&u->text, 0);
    return 0;
}

static void refuse(struct exchange *x, const struct err *e)
{
    web_refuse(x, web_status(e), e->code, e->message, *e->action ? e->action : NULL);
}

int upload_new(struct exchange *x, struct upload **ret)
{
    struct upload *u;
    struct err e;

    if (!x->w->config.spool)
        return web_refuse(x, 415, ERR_INVALID_INPUT, "This server takes no uploads.", NULL);
    u = calloc(1, sizeof *u);
    if (!u)
        abort();
    u->arena = x->arena;
    u->fd = -1;
    u->w = x->w;
    buf_init(&u->text, WEB_PART_BYTES);
    if (multipart_new(web_header(x, "Content-Type"), &(struct multipart_sink){ begin, data, end, u }, &u->parser, &e) <
        0) {
        upload_free(u);
        refuse(x, &e);
        return -1;
    }
    *ret = u;
    return 0;
}

void upload_free(struct upload *u)
{
    if (!u)
        return;
    if (u->fd >= 0)
        close(u->fd);
    if (u->path)
        unlink(u->path);
    atomic_fetch_sub(&u->w->spooled, u->written);
    multipart_free(u->parser);
    buf_done(&u->text);
    free(u);
}

void upload_take(struct upload *u, struct exchange *x, const char *p, size_t n)
{
    struct err e;

    if (multipart_take(u->parser, p, n, &e) < 0)
        refuse(x, &e);
}

void upload_end(struct upload *u, struct exchange *x)
{
    struct err e;

    if (multipart_end(u->parser, &e) < 0 || (!u->path && invalid(&e, "There is no file in the upload.") < 0))
        refuse(x, &e);
}

const char *upload_part(const struct upload *u, const char *name)
{
    for (size_t i = 0; i < u->parts.n; i++)
        if (strcmp(u->parts.at[i].name, name) == 0)
            return u->parts.at[i].value;
    return NULL;
}

const char *upload_name(const struct upload *u)
{
    return u->name;
}

const char *upload_path(const struct upload *u)
{
    return u->path;
}
