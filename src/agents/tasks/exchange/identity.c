/* identity.c - names and marks of tasks, counted in one tally.
 *
 * A mark begins with a letter for its kind: u a name, c the name of a completed task; d title, day made and due time; t
 * title and due time alone, for a line that does not say when it was made; D and T the same of a completed one.
 */
#include "agents/tasks/exchange/identity.h"
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/text_index.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include "store/db/db.h"
#include <stdio.h>
#include <string.h>

#define MARK_BYTES (8u * TASK_TITLE_CHARS)

struct identities {
    struct text_index *tally;
    const char *user;
    const struct wall *wall;
};

/* ---- names ---- */

/* A UUID of version 8 (RFC 9562: by rules of our own) from a hash. */
static void uuid_from(const unsigned char hash[static SHA256_BYTES], char ret[static ID_TEXT_BYTES])
{
    unsigned char b[16];
    char hex[2 * sizeof b + 1];

    memcpy(b, hash, sizeof b);
    b[6] = (unsigned char)((b[6] & 0x0f) | 0x80);
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
    hex_text(b, sizeof b, hex);
    snprintf(ret, ID_TEXT_BYTES, "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12, hex + 16, hex + 20);
}

static void uuid_of_text(const char *kind, const char *text, char ret[static ID_TEXT_BYTES])
{
    unsigned char hash[SHA256_BYTES];

    sha256_parts((const struct sha256_part[]){ { kind, strlen(kind) + 1 }, { text, strlen(text) } }, 2, hash);
    uuid_from(hash, ret);
}

const char *identity_name(const char *user, const struct json *task, char made[static ID_TEXT_BYTES])
{
    const char *uid = json_get_text(task, "uid"), *created = json_get_text(task, "created_at");
    struct buf b CLEANUP(buf_done) = BUF(MARK_BYTES);

    if (uid)
        return uid;
    buf_addf(&b, "%s %lld %s", user, (long long)json_get_int(task, "id", 0), created ? created : "");
    uuid_of_text("assay task", b.p, made);
    return made;
}

void identity_uuid(const char *user, const struct json *task, char ret[static ID_TEXT_BYTES])
{
    const char *name = identity_name(user, task, ret);

    if (name == ret)
        return;
    if (!id_is_uuid(name, strlen(name))) {
        uuid_of_text("assay uid", name, ret);
        return;
    }
    for (size_t i = 0; i < ID_TEXT_BYTES - 1; i++)
        ret[i] = (char)(name[i] >= 'A' && name[i] <= 'F' ? name[i] + ('a' - 'A') : name[i]);
    ret[ID_TEXT_BYTES - 1] = '\0';
}

/* ---- marks ---- */

static int64_t *name_mark(struct identities *k, char kind, const char *name)
{
    char lower[ID_TEXT_BYTES];
    struct buf b CLEANUP(buf_done) = BUF(MARK_BYTES);

    if (id_is_uuid(name, strlen(name))) { /* either case is the same */
        for (size_t i = 0; i < ID_TEXT_BYTES; i++)
            lower[i] = (char)(name[i] >= 'A' && name[i] <= 'F' ? name[i] + ('a' - 'A') : name[i]);
        name = lower;
    }
    buf_addf(&b, "%c%s", kind, name);
    return text_index_at(k->tally, b.p, b.n);
}

/* The day on the person's wall on which the task was made; "" when nobody knows. */
static void day_made(const struct identities *k, const struct json *task, char ret[static TIME_TEXT_BYTES])
{
    int64_t us = task_instant(task, "created_at");
    struct civil c;

    *ret = '\0';
    if (us == NO_TIME)
        return;
    c = zone_local(k->wall->zone, us);
    date_text(civil_days(c.year, c.month, c.day), ret);
}

static bool is_done(const struct json *task)
{
    return strcmp(json_get_text(task, "status"), "completed") == 0;
}

static int64_t *look_mark(struct identities *k, const struct json *task, const char *day, bool done)
{
    const char *due = json_get_text(task, "due");
    struct buf b CLEANUP(buf_done) = BUF(MARK_BYTES);
    char kind = (char)((day ? 'd' : 't') - (done ? 'd' - 'D' : 0));

    buf_addf(&b, "%c%s\n%s\n%s", kind, day ? day : "", due ? due : "", json_get_text(task, "title"));
    return text_index_at(k->tally, b.p, b.n);
}

static void mark_name(struct identities *k, const struct json *task, const char *name)
{
    ++*name_mark(k, 'u', name);
    if (is_done(task))
        ++*name_mark(k, 'c', name);
}

static int load(void *arg, const struct db_row *row, struct err *err)
{
    static const char *const names[] = { "title", "created_at", "due", "uid", "status" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct identities *k = arg;
    struct json *task = json_set(a, json_object(a), "id", json_int(a, db_int(row, 0)));
    char day[TIME_TEXT_BYTES], uuid[ID_TEXT_BYTES];

    (void)err;
    for (int i = 0; i < (int)COUNT_OF(names); i++)
        json_set(a, task, names[i], json_str(a, db_text(row, i + 1, NULL)));
    identity_uuid(k->user, task, uuid);
    mark_name(k, task, uuid);
    if (json_get_text(task, "uid"))
        mark_name(k, task, json_get_text(task, "uid"));
    day_made(k, task, day);
    ++*look_mark(k, task, day, is_done(task));
    ++*look_mark(k, task, NULL, is_done(task));
    return 0;
}

int identity_load(struct arena *a, struct db *db, const char *user, const struct wall *wall, struct identities **ret,
                  struct err *err)
{
    struct identities *k = arena_alloc(a, sizeof *k);

    *k = (struct identities){ .tally = text_index_new(a), .user = user, .wall = wall };
    if (db_query(db, "SELECT id, title, created_at, due, uid, status FROM tasks WHERE user_id = $1",
                 DB_VALUES(DB_S(user)), load, k, err) < 0)
        return -1;
    *ret = k;
    return 0;
}

/* One of the tasks that look so stands for this one, and for no other. */
static bool take_look(struct identities *k, const struct json *task, bool done)
{
    char day[TIME_TEXT_BYTES];

    day_made(k, task, day);
    if (*look_mark(k, task, *day ? day : NULL, done) <= 0)
        return false;
    if (*day)
        --*look_mark(k, task, day, done);
    --*look_mark(k, task, NULL, done);
    return true;
}

static enum identity_as identity_as(const struct json *task, bool done)
{
    return done == is_done(task) ? IDENTITY_SAME : done ? IDENTITY_DONE_HERE : IDENTITY_OPEN_HERE;
}

/* One in the same state is looked for first. */
enum identity_as identity_has(struct identities *k, const struct json *task)
{
    const char *uid = json_get_text(task, "uid");
    bool done = is_done(task);

    if (uid) {
        if (*name_mark(k, 'u', uid) > 0)
            return identity_as(task, *name_mark(k, 'c', uid) > 0);
        mark_name(k, task, uid);
        return IDENTITY_NOT;
    }
    if (take_look(k, task, done))
        return IDENTITY_SAME;
    return take_look(k, task, !done) ? identity_as(task, !done) : IDENTITY_NOT;
}
