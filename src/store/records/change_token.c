/* change_token.c - the token is a hash: of a list's length and newest entry, or of a file's inode, size and time. */
#include "store/records/change_token.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/str.h"
#include "store/records/artifacts.h"
#include "store/records/uploads.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/location.h"
#include <string.h>
#include <unistd.h>

static uint64_t hashed(const char *text)
{
    unsigned char sum[SHA256_BYTES];
    uint64_t token;

    sha256_parts(&(struct sha256_part){ text, strlen(text) }, 1, sum);
    memcpy(&token, sum, sizeof token);
    return token | 1; /* 0 is for what is not there */
}

struct newest {
    struct arena *arena;
    const char *user;
    struct json *page;
};

static int read_newest(struct db *db, void *arg, struct err *err)
{
    struct newest *r = arg;

    return artifact_list(db, r->arena, r->user, NULL, 0, 1, &r->page, err);
}

/* How many artifacts there are and the newest of them tell one list from the next; of uploads it takes all. */
static int token_of_list(struct store *s, const char *home, const char *user, uint64_t *ret, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct newest newest = { a, user, NULL };
    struct json *uploads;
    const char *text, *id;

    if (uploads_list(a, home, user, NULL, &uploads, err) < 0 || store_read(s, read_newest, &newest, err) < 0)
        return -1;
    id = json_get_text(json_at(json_get(newest.page, "items"), 0), "artifact_id");
    text = arena_printf(a, "%lld %s", (long long)json_get_int(newest.page, "total", 0), id ? id : "");
    for (size_t i = 0; i < json_len(uploads); i++)
        text = arena_printf(a, "%s %s", text, json_get_text(json_at(uploads, i), "id"));
    *ret = hashed(text);
    return 0;
}

static uint64_t token_of_file(struct arena *a, const char *home, const char *path)
{
    struct file_stat st;
    struct err ignored;
    int fd;

    if (location_open_in(home, path, "the file", &fd, &st, &ignored) < 0)
        return 0;
    close(fd);
    return hashed(arena_printf(a, "%llu %llu %lld", (unsigned long long)st.inode, (unsigned long long)st.size,
                               (long long)st.ctime_ns));
}

int change_token_of(struct store *s, const char *home, const char *user, const char *uri, uint64_t *ret,
                    struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *artifact = NULL;
    const char *path = NULL;
    int status = 0;

    if (!uri)
        return token_of_list(s, home, user, ret, err);
    if (str_starts(uri, UPLOAD_SCHEME))
        status = uploads_path(a, home, user, uri, &path, err);
    else if (artifact_is_ref(uri))
        status = artifact_find(s, a, uri, user, &artifact, err);
    if (status < 0 && err_kind(err->code) != ERR_KIND_NOT_FOUND)
        return -1;
    if (status < 0 || (!path && !artifact))
        *ret = 0;
    else
        *ret = path ? token_of_file(a, home, path) : hashed(json_get_text(artifact, "content_hash"));
    return 0;
}
