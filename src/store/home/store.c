/* store.c - opening, reading and closing; store_write.c has the writing.
 *
 * A log that is not what the store says it should be does not keep the store from opening: people must be able to look,
 * and `assay audit verify` to name the place. Writing is refused then, since a chain cannot be carried on from an end
 * that is missing.
 */
#include "store/store.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/world.h"
#include "store/audit/attest.h"
#include "store/db/db.h"
#include "store/db/migrate.h"
#include "store/files/lock.h"
#include "store/log/log_file.h"
#include "store/store_parts.h"
#include "sys/file.h"
#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void path_in(const struct store *s, const char *name, char ret[static PATH_MAX + 32])
{
    snprintf(ret, PATH_MAX + 32, "%s/%s", s->home, name);
}

/* ---- opening ---- */

static int open_db(struct store *s, bool read_only, struct db **ret, struct err *err)
{
    char path[PATH_MAX + 32];
    struct stat st;

    path_in(s, "state.db", path);
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(err, ERR_STORE_DAMAGED, "The store is not a file.", "%s is no regular file", path);
    return sqlite_open(path, read_only, ret, err);
}

static int open_log(struct store *s, struct err *err)
{
    char folder[PATH_MAX + 32];
    struct db *db;

    path_in(s, "logs", folder);
    if (file_mkdirs(folder, err) || open_db(s, true, &db, err))
        return -1;
    return log_file_open(folder, db, &s->log, err);
}

/* The position is read first: what is committed after that is not looked for at the end of the file. A log that cannot
 * be written now is brought up to date by the next write. */
static int check_log(struct store *s, const struct chain *c, struct err *err)
{
    if (log_file_catch_up(s->log, err))
        return err->code == ERR_STORE_DAMAGED ? -1 : 0;
    return log_file_check_tail(s->log, c, err);
}

/* The head of the empty chain, so that there is a signed one from the beginning. */
static int sign_first(struct store *s, struct err *err)
{
    struct buf head CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    struct chain c;

    if (db_begin(s->db, err))
        return -1;
    if (state_load(s->db, &c, &head, err) || (head.n == 0 && state_save(s, &c, &head, err))) {
        db_rollback(s->db);
        return -1;
    }
    return db_commit(s->db, err) < 0 ? -1 : log_file_keep_head(s->log, head.p, err);
}

/* The key that signs. While nothing is signed yet it may just be made, and that may fail and be taken back: so whoever
 * then reads it does so in the writer's place, and sees it only when it stays. */
static int load_key(struct store *s, struct chain *c, struct buf *head, struct err *err)
{
    int status;

    if (c->entries > 0)
        return key_load(s, c, head->p, err);
    if (db_begin(s->db, err))
        return -1;
    buf_cut(head, 0);
    status = state_load(s->db, c, head, err) || key_load(s, c, head->p, err) ? -1 : 0;
    db_rollback(s->db);
    return status;
}

/* Damage is kept for store_write to tell; other failures are this call's. */
static int open_all(struct store *s, struct err *err)
{
    struct buf head CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    struct err why;
    struct chain c;
    bool upgraded;

    if (open_db(s, false, &s->db, err) || state_is_plain(s->db, err) ||
        migrate(s->db, s->home, s->world, &upgraded, err) || state_load(s->db, &c, &head, err) || open_log(s, err))
        return -1;
    if (load_key(s, &c, &head, &why) || state_trust(s, &c, head.p ? head.p : "", &why) || check_log(s, &c, &why)) {
        if (why.code != ERR_STORE_DAMAGED) {
            *err = why;
            return -1;
        }
        store_distrust(s, &why);
        return 0;
    }
    if (head.n == 0)
        return sign_first(s, err);
    return log_file_keep_head(s->log, head.p, err) < 0 || (upgraded && attest_existing(s, err) < 0) ? -1 : 0;
}

static struct store *new_store(const struct world *world)
{
    struct store *s = calloc(1, sizeof *s);
    pthread_condattr_t attr;

    if (!s)
        abort();
    s->world = world;
    s->attest = attest_new();
    pthread_mutex_init(&s->m, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    s->queue_end = &s->queue;
    pthread_cond_init(&s->arrived, NULL);
    pthread_cond_init(&s->reader_free, &attr);
    pthread_condattr_destroy(&attr);
    return s;
}

static int open_only_to_look(struct store *s, struct err *err)
{
    struct err why;

    s->free = s->opened = 1;
    if (open_db(s, true, &s->readers[0], err)) {
        s->free = s->opened = 0;
        return -1;
    }
    if (state_is_plain(s->readers[0], err))
        return -1;
    err_set(&why, ERR_STORE_DAMAGED, "The store was opened only to look at it.",
            "a write to a store that is looked at");
    store_distrust(s, &why);
    return 0;
}

static int open_as(const char *home, const struct world *world, int (*open)(struct store *, struct err *),
                   struct store **ret, struct err *err)
{
    struct store *s = new_store(world);

    if ((size_t)snprintf(s->home, sizeof s->home, "%s", home) > HOME_PATH_BYTES)
        err_errno(err, ENAMETOOLONG, "open the store", home);
    else if (open(s, err) == 0) {
        *ret = s;
        return 0;
    }
    s->damaged = true; /* nothing to tidy up */
    store_close(s);
    return -1;
}

int store_open(const char *home, const struct world *world, struct store **ret, struct err *err)
{
    return open_as(home, world, open_all, ret, err);
}

int store_look(const char *home, const struct world *world, struct store **ret, struct err *err)
{
    return open_as(home, world, open_only_to_look, ret, err);
}

/* Lines that are in the log leave the outbox. */
static int tidy(struct store *s, struct db *db, struct err *err)
{
    if (db_begin(db, err))
        return -1;
    if (outbox_forget(db, log_file_synced(s->log), err)) {
        db_rollback(db);
        return -1;
    }
    return db_commit(db, err);
}

/* Saves the next one to open from comparing these lines with the log. Not worth a sync; no harm when it fails. */
static void tidy_on_closing(struct store *s)
{
    struct err ignored;

    if (s->damaged || log_file_synced(s->log) <= s->forgotten || db_relax(s->db, &ignored) < 0)
        return;
    if (tidy(s, s->db, &ignored) < 0)
        db_rollback(s->db);
}

void store_close(struct store *s)
{
    if (!s)
        return;
    tidy_on_closing(s);
    for (unsigned i = 0; i < s->free; i++)
        db_close(s->readers[i]);
    log_file_close(s->log);
    db_close(s->db);
    pthread_cond_destroy(&s->arrived);
    pthread_cond_destroy(&s->reader_free);
    pthread_mutex_destroy(&s->m);
    signer_free(s->signer);
    attest_free(s->attest);
    explicit_bzero(s->key, sizeof s->key);
    free(s);
}

/* ---- damage ---- */

void store_distrust(struct store *s, const struct err *why)
{
    pthread_mutex_lock(&s->m);
    if (!s->damaged)
        s->damage = *why;
    s->damaged = true;
    pthread_mutex_unlock(&s->m);
}

int store_check(struct store *s, struct err *err)
{
    int result = 0;

    pthread_mutex_lock(&s->m);
    if (s->damaged) {
        *err = s->damage;
        result = -1;
    }
    pthread_mutex_unlock(&s->m);
    return result;
}

/* ---- the outbox ---- */

int outbox_forget(struct db *db, uint64_t last, struct err *err)
{
    return db_run(db, "DELETE FROM audit_outbox WHERE seq <= $1", DB_VALUES(DB_I((int64_t)last)), NULL, err);
}

int store_catch_up(struct store *s, struct err *err)
{
    if (log_file_catch_up(s->log, err) == 0)
        return 0;
    if (err->code == ERR_STORE_DAMAGED)
        store_distrust(s, err);
    return -1;
}

/* On a connection of its own: the writer's may be within a batch. */
int store_settle(struct store *s, struct err *err)
{
    struct db *db;
    int result;

    if (store_check(s, err) || store_catch_up(s, err) || open_db(s, false, &db, err))
        return -1;
    result = tidy(s, db, err);
    if (result == 0)
        result = db_settle(db, err);
    db_close(db);
    return result;
}

/* ---- reading ---- */

/* An unused connection, a place for a new one (NULL), or ERR_BUSY. */
static int take_reader(struct store *s, struct db **ret, struct err *err)
{
    struct timespec until;
    int e = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += DB_WAIT_MS / 1000;
    pthread_mutex_lock(&s->m);
    while (s->free == 0 && s->opened == STORE_READERS && e != ETIMEDOUT)
        e = pthread_cond_timedwait(&s->reader_free, &s->m, &until);
    if (s->free > 0)
        *ret = s->readers[--s->free];
    else if (s->opened < STORE_READERS) {
        s->opened++;
        *ret = NULL;
    } else {
        pthread_mutex_unlock(&s->m);
        return err_set(err, ERR_BUSY, "Too much is being read at once.", "%d readers for %d ms", STORE_READERS,
                       DB_WAIT_MS);
    }
    pthread_mutex_unlock(&s->m);
    return 0;
}

/* NULL gives the place back to nobody. */
static void give_reader(struct store *s, struct db *db)
{
    pthread_mutex_lock(&s->m);
    if (db)
        s->readers[s->free++] = db;
    else
        s->opened--;
    pthread_cond_signal(&s->reader_free);
    pthread_mutex_unlock(&s->m);
}

int store_read(struct store *s, store_reading *read, void *arg, struct err *err)
{
    struct db *db;
    int result;

    if (take_reader(s, &db, err))
        return -1;
    if (!db && open_db(s, true, &db, err)) {
        give_reader(s, NULL);
        return -1;
    }
    result = db_begin(db, err);
    if (result == 0) {
        result = read(db, arg, err);
        db_rollback(db);
    }
    give_reader(s, db);
    return result;
}

struct head_reading {
    struct chain *chain;
    struct buf signed_head;
};

static int read_head(struct db *db, void *arg, struct err *err)
{
    struct head_reading *r = arg;

    return state_load(db, r->chain, &r->signed_head, err);
}

int store_head(struct store *s, struct arena *a, struct chain *ret_chain, const char **ret_signed, struct err *err)
{
    struct chain c;
    struct head_reading r = { &c, BUF(STORE_STATE_BYTES) };
    int result = store_read(s, read_head, &r, err);

    if (result == 0) {
        *ret_chain = c;
        *ret_signed = arena_str(a, r.signed_head.p);
    }
    buf_done(&r.signed_head);
    return result;
}

/* ---- holding ---- */

/* A place in the file for each name: two names share one once in 2^62. */
int store_hold(struct store *s, const char *name, int64_t wait_ms, int *ret_hold, struct err *err)
{
    unsigned char hash[SHA256_BYTES];
    char path[PATH_MAX + 32];
    int64_t place;
    int fd;

    sha256_parts(&(struct sha256_part){ name, strlen(name) }, 1, hash);
    memcpy(&place, hash, sizeof place);
    path_in(s, STORE_HOLDS_FILE, path);
    if (lock_open(path, &fd, err) < 0)
        return -1;
    if (lock_take_place(fd, place & (INT64_MAX >> 1), wait_ms, err) < 0) {
        close(fd);
        return -1;
    }
    *ret_hold = fd;
    return 0;
}

void store_let_go(int hold)
{
    close(hold);
}
