/* uploads.c - what is there is found by looking; nothing about an upload is kept anywhere else. */
#include "store/records/uploads.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "store/files/quota.h"
#include "store/files/walk.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/memfile.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int not_found(struct err *err, const char *id)
{
    err_set(err, ERR_NOT_FOUND, "There is no such file.", "upload %s", id);
    return -1;
}

static const char *folder_of(struct arena *a, const char *home, const char *id)
{
    return arena_printf(a, "%s/uploads/%s", home, id);
}

/* Paths below the home. */
static const char *meta_of(struct arena *a, const char *id)
{
    return arena_printf(a, "uploads/%s/meta.json", id);
}

static const char *files_of(struct arena *a, const char *id)
{
    return arena_printf(a, "uploads/%s/file", id);
}

/* ---- what is there ---- */

/* The name in a URI: what is neither a letter, a digit nor one of -._~ is written as %XX. */
static const char *escaped(struct arena *a, const char *name)
{
    char *text = arena_alloc(a, 3 * strlen(name) + 1), *to = text;

    for (const unsigned char *p = (const unsigned char *)name; *p; p++) {
        bool plain = (*p >= '0' && *p <= '9') || (*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z');
        if (plain || strchr("-._~", *p))
            *to++ = (char)*p;
        else
            to += snprintf(to, 4, "%%%02X", *p);
    }
    *to = '\0';
    return text;
}

/* As people see it: without the user, with the name that questions use. */
static struct json *shown(struct arena *a, struct json *meta)
{
    const char *data =
        arena_printf(a, UPLOAD_SCHEME "%s/%s", json_get_text(meta, "id"), escaped(a, json_get_text(meta, "name")));

    json_unset(meta, "user");
    json_unset(meta, "added_us");
    json_set(a, meta, "data", json_str(a, data));
    return meta;
}

/* A file's own name: what browsers and people put in front of it is left out. */
static const char *plain_name(const char *name)
{
    const char *slash = strrchr(name, '/'), *back;

    name = slash ? slash + 1 : name;
    back = strrchr(name, '\\');
    return back ? back + 1 : name;
}

static bool is_name(const char *name)
{
    size_t n = strlen(name);
    bool is = n > 0 && n <= UPLOAD_NAME_BYTES && str_is_utf8(name, n) && name[0] != '.';

    for (size_t i = 0; is && i < n; i++)
        is = (unsigned char)name[i] >= 0x20 && name[i] != 0x7f;
    return is;
}

/* What everybody else relies on: a home may have come from elsewhere, and a name must not lead out of its folder. */
static bool is_whole(const struct json *meta, const char *user, const char *id)
{
    const char *owner = json_get_text(meta, "user"), *name = json_get_text(meta, "name");
    const char *said = json_get_text(meta, "id");

    return owner && strcmp(owner, user) == 0 && said && strcmp(said, id) == 0 && name && is_name(name) &&
           plain_name(name) == name && json_get_text(meta, "uploaded_at");
}

/* The upload's meta.json when it is this user's. */
static int read_meta(struct arena *a, const char *home, const char *user, const char *id, struct json **ret,
                     struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(UPLOAD_META_BYTES);

    if (!id_is_uuid4(id, strlen(id)) || location_read_in(home, meta_of(a, id), "the file", &text, err) < 0 ||
        json_parse(a, text.p, text.n, ret, err) < 0 || !is_whole(*ret, user, id))
        return not_found(err, id);
    return 0;
}

int uploads_get(struct arena *a, const char *home, const char *user, const char *id, struct json **ret, struct err *err)
{
    struct json *meta;

    if (read_meta(a, home, user, id, &meta, err) < 0)
        return -1;
    *ret = shown(a, meta);
    return 0;
}

int uploads_path(struct arena *a, const char *home, const char *user, const char *ref, const char **ret,
                 struct err *err)
{
    const char *id = ref + sizeof UPLOAD_SCHEME - 1, *slash;
    struct json *meta;

    if (!str_starts(ref, UPLOAD_SCHEME))
        return not_found(err, ref);
    slash = strchrnul(id, '/');
    if (slash - id >= ID_TEXT_BYTES)
        return not_found(err, "of a long name");
    id = arena_printf(a, "%.*s", (int)(slash - id), id);
    if (read_meta(a, home, user, id, &meta, err) < 0)
        return -1;
    *ret = arena_printf(a, "%s/%s", files_of(a, id), json_get_text(meta, "name"));
    return 0;
}

struct listed {
    int64_t added_us;
    struct json *item;
};

struct listing {
    struct arena *a;
    const char *home, *user;
    struct listed *items;
    size_t n, cap;
};

/* When it came, finer than its text says: two files can come within a millisecond. */
static int64_t added_us(const struct json *meta)
{
    const char *text = json_get_text(meta, "uploaded_at");
    int64_t us = 0;

    time_read(text, strlen(text), &us);
    return json_get_int(meta, "added_us", us);
}

static int list_one(void *arg, const struct walk_entry *e, struct err *err)
{
    struct listing *l = arg;
    struct json *item;
    int64_t us;

    if (!S_ISDIR(e->st->st_mode) || read_meta(l->a, l->home, l->user, e->name, &item, err) < 0)
        return TREE_PASS;
    if (l->n == l->cap) {
        struct listed *more = arena_array(l->a, l->cap ? 2 * l->cap : 64, sizeof *more);
        if (l->n > 0)
            memcpy(more, l->items, l->n * sizeof *more);
        l->items = more;
        l->cap = l->cap ? 2 * l->cap : 64;
    }
    us = added_us(item);
    l->items[l->n++] = (struct listed){ us, shown(l->a, item) };
    return TREE_PASS;
}

static int newest_first(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;

    if (x->added_us != y->added_us)
        return x->added_us > y->added_us ? -1 : 1;
    return strcmp(json_get_text(x->item, "id"), json_get_text(y->item, "id"));
}

int uploads_list(struct arena *a, const char *home, const char *user, const struct cancel *cancel, struct json **ret,
                 struct err *err)
{
    struct listing l = { .a = a, .home = home, .user = user };

    if (walk_files(arena_printf(a, "%s/uploads", home), list_one, &l, cancel, err) < 0)
        return -1;
    if (l.n > 1)
        qsort(l.items, l.n, sizeof *l.items, newest_first);
    *ret = json_array(a);
    for (size_t i = 0; i < l.n; i++)
        json_push(a, *ret, l.items[i].item);
    return 0;
}

/* ---- adding ---- */

static int check_name(const char *name, struct err *err)
{
    if (is_name(name))
        return 0;
    return err_say(err, ERR_INVALID_INPUT,
                   "A file's name has 1 to %d bytes, no control characters, and does not begin with a dot.",
                   UPLOAD_NAME_BYTES);
}

/* In the spool itself: a path that only leads through it names somebody's file, which is theirs to change. */
static bool is_spooled(struct arena *a, const char *home, const struct location *from)
{
    const char *spool = arena_printf(a, "%s/uploads/" UPLOAD_SPOOL "/", home), *name = location_name(from);

    return str_starts(name, spool) && !strchr(name + strlen(spool), '/') && !from->link;
}

/* Copies from fd, hashing as it goes; to may be -1, to hash only. */
static int copy(int fd, int to, const struct cancel *cancel, char hash[static SHA256_TEXT_BYTES], uint64_t *ret_n,
                struct err *err)
{
    struct sha256 *h = sha256_new();
    char piece[FILE_CHUNK_BYTES];
    int result = 0;

    *ret_n = 0;
    for (ssize_t n = 1; n > 0 && result == 0;) {
        n = read(fd, piece, sizeof piece);
        if (n < 0 && errno != EINTR)
            result = err_errno(err, errno, "read the file", NULL);
        else if (n > 0) {
            sha256_add(h, piece, (size_t)n);
            *ret_n += (uint64_t)n;
            result = cancel_check(cancel, err);
            if (result == 0 && *ret_n > STORE_UPLOAD_BYTES)
                result = err_say(err, ERR_FILE_TOO_LARGE, "A file may have at most %llu bytes.", STORE_UPLOAD_BYTES);
            if (result == 0 && to >= 0)
                result = file_write_fd(to, piece, (size_t)n, "keep the file", err);
        } else if (n < 0) {
            n = 1;
        }
    }
    sha256_end_text(h, hash);
    return result;
}

static int sync_file(int fd, struct err *err)
{
    return fsync(fd) == 0 ? 0 : err_errno(err, errno, "keep the file", NULL);
}

/* Gives the open file a second name; false where that cannot be. */
static bool link_open(int fd, int folder, const char *name)
{
    char self[MEMFILE_PATH_BYTES];

    memfile_path(fd, self);
    return linkat(AT_FDCWD, self, folder, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Puts the open file into the folder: a spooled one by a second name, any other by copying. */
static int bring(struct arena *a, const char *home, const struct upload_file *file, int fd, int folder,
                 const struct cancel *cancel, char hash[static SHA256_TEXT_BYTES], uint64_t *ret_n, struct err *err)
{
    struct spool out CLEANUP(spool_done) = SPOOL;

    if (is_spooled(a, home, file->from) && link_open(fd, folder, file->name))
        return copy(fd, -1, cancel, hash, ret_n, err) < 0 ? -1 : sync_file(fd, err);
    if (spool_open_in(&out, folder, file->name, "the file", err) < 0 || copy(fd, out.fd, cancel, hash, ret_n, err) < 0)
        return -1;
    return spool_publish(&out, "the file", err);
}

static struct json *describe(struct arena *a, const char *id, const char *user, const struct upload_file *file,
                             const struct world *world, const char *hash, uint64_t bytes)
{
    struct json *meta = json_object(a);
    int64_t us = world_now(world);
    char now[TIME_TEXT_BYTES];

    time_text(us, now);
    json_set(a, meta, "id", json_str(a, id));
    json_set(a, meta, "user", json_str(a, user));
    json_set(a, meta, "name", json_str(a, file->name));
    json_set(a, meta, "description", json_str(a, file->description));
    json_set(a, meta, "bytes", json_int(a, (int64_t)bytes));
    json_set(a, meta, "sha256", json_str(a, hash));
    json_set(a, meta, "uploaded_at", json_str(a, now));
    json_set(a, meta, "added_us", json_int(a, us));
    return meta;
}

static int keep(struct arena *a, const char *home, const char *user, const struct world *world,
                const struct upload_file *file, int fd, const char *id, const struct cancel *cancel, struct json **ret,
                struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(UPLOAD_META_BYTES);
    char hash[SHA256_TEXT_BYTES];
    struct json *meta;
    uint64_t bytes;
    int folder, status;

    if (location_make_in(home, files_of(a, id), &folder, err) < 0)
        return -1;
    status = bring(a, home, file, fd, folder, cancel, hash, &bytes, err);
    close(folder);
    if (status < 0)
        return -1;
    meta = describe(a, id, user, file, world, hash, bytes);
    if (json_write_canonical(&text, meta, err) < 0 ||
        location_write_in(home, meta_of(a, id), text.p, text.n, "the file's description", err) < 0)
        return -1;
    *ret = shown(a, meta);
    return 0;
}

/* The file as it is: no folder, no device, nothing that is still growing past the limit. */
static int open_source(struct arena *a, const char *home, const struct location *from, const struct cancel *cancel,
                       int *ret, struct err *err)
{
    struct file_stat st;
    int fd, status = 0;

    if (location_stat(from, "the file", &st, err) < 0)
        return -1;
    if (!st.is_regular)
        return err_set(err, ERR_INVALID_INPUT, "That is not a file.", "%s", location_name(from));
    if (location_open(from, "the file", &fd, &st, err) < 0)
        return -1;
    if (st.size > STORE_UPLOAD_BYTES)
        status = err_say(err, ERR_FILE_TOO_LARGE, "A file may have at most %llu bytes.", STORE_UPLOAD_BYTES);
    else /* what is spooled is there */
        status = quota_check(home, 0, is_spooled(a, home, from) ? 0 : st.size, cancel, err);
    if (status < 0)
        close(fd);
    else
        *ret = fd;
    return status;
}

int uploads_add(struct arena *a, const char *home, const char *user, const struct world *world,
                const struct upload_file *given, const struct cancel *cancel, struct json **ret, struct err *err)
{
    struct upload_file file = *given;
    char id[ID_TEXT_BYTES];
    struct err ignored;
    int fd = -1, result;

    file.name = plain_name(file.name ? file.name : location_name(file.from));
    if (check_name(file.name, err) < 0 || open_source(a, home, file.from, cancel, &fd, err) < 0)
        return -1;
    world_id(world, id);
    result = keep(a, home, user, world, &file, fd, id, cancel, ret, err);
    close(fd);
    if (result < 0 && file_remove_tree(folder_of(a, home, id), &ignored) < 0)
        return -1; /* the sweep does it */
    return result;
}

/* ---- removing ---- */

int uploads_remove(struct arena *a, const char *home, const char *user, const char *id, struct err *err)
{
    struct json *meta;
    bool removed;

    if (read_meta(a, home, user, id, &meta, err) < 0 ||
        file_remove(arena_printf(a, "%s/%s", home, meta_of(a, id)), &removed, err) < 0)
        return -1;
    return removed ? file_remove_tree(folder_of(a, home, id), err) : not_found(err, id);
}
