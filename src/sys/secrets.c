/* secrets.c - a small table under a lock, searched from end to end: it is asked once for each opening of a server.
 *
 * The key of a password is the plain address (base/address/address.h) without its table: what says where it is sent,
 * and as whom. An address that differs in a host, a port or a parameter is another one, so that nobody can have a
 * password sent elsewhere by naming its mask.
 */
#include "sys/secrets.h"
#include "base/address/address.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "sys/memfile.h"
#include "sys/pgpass.h"
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct secret {
    size_t n;
    char text[]; /* with a NUL behind it */
};

struct kept {
    char *user, *key;
    struct secret *secret;
    bool stays;
    uint64_t used; /* when, by the table's count */
};

struct secrets {
    pthread_mutex_t lock;
    struct kept list[SECRETS_HELD];
    size_t n;
    uint64_t uses;
};

/* ---- one ---- */

static struct secret *secret_new(const char *text)
{
    size_t n = strlen(text);
    struct secret *x = malloc(sizeof *x + n + 1);

    if (!x)
        abort();
    x->n = n;
    memcpy(x->text, text, n + 1);
    return x;
}

void secret_free(struct secret *x)
{
    if (!x)
        return;
    explicit_bzero(x->text, x->n);
    free(x);
}

/* Takes the same time whatever differs: a client may try, and must not learn from how long it took. */
static bool same_bytes(const char *a, const char *b, size_t n)
{
    unsigned char differ = 0;

    for (size_t i = 0; i < n; i++)
        differ |= (unsigned char)(a[i] ^ b[i]);
    return differ == 0;
}

bool secret_same(const struct secret *a, const struct secret *b)
{
    return a && b ? a->n == b->n && same_bytes(a->text, b->text, a->n) : a == b;
}

int secret_hand(const struct secret *x, int *ret_fd, struct err *err)
{
    return memfile_new(x->text, x->n, ret_fd, err);
}

/* ---- the table ---- */

static char *copy(const char *text)
{
    char *p = strdup(text);

    if (!p)
        abort();
    return p;
}

static void forget(struct kept *k)
{
    secret_free(k->secret);
    free(k->user);
    free(k->key);
    *k = (struct kept){ .secret = NULL };
}

struct secrets *secrets_new(void)
{
    struct secrets *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void secrets_free(struct secrets *s)
{
    if (!s)
        return;
    while (s->n > 0)
        forget(&s->list[--s->n]);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static char *key_of(struct arena *a, const char *shown)
{
    const char *plain = address_plain(a, shown);

    return arena_dup(a, plain, strcspn(plain, "#"));
}

static struct kept *find_exact(struct secrets *s, const char *user, const char *key)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->list[i].user, user) == 0 && strcmp(s->list[i].key, key) == 0)
            return &s->list[i];
    return NULL;
}

static struct kept *find_above(struct secrets *s, const char *user, const char *key)
{
    struct kept *best = NULL;

    for (size_t i = 0; i < s->n; i++) {
        struct kept *k = &s->list[i];
        if (strcmp(k->user, user) == 0 && address_below(key, k->key) && (!best || strlen(k->key) > strlen(best->key)))
            best = k;
    }
    return best;
}

/* A free place, or that of the one that was not used for the longest time; NULL: all are kept for good. */
static struct kept *make_room(struct secrets *s)
{
    struct kept *oldest = NULL;

    if (s->n < SECRETS_HELD)
        return &s->list[s->n++];
    for (size_t i = 0; i < s->n; i++)
        if (!s->list[i].stays && (!oldest || s->list[i].used < oldest->used))
            oldest = &s->list[i];
    if (oldest)
        forget(oldest);
    return oldest;
}

static int set_already(struct err *err)
{
    err_say(err, ERR_INVALID_INPUT, "Another password of that server was set when this one was started.");
    return err_action(err, "Name the address without a password.");
}

static int put(struct secrets *s, const char *user, const char *key, struct secret *secret, struct err *err)
{
    struct kept *above = find_above(s, user, key), *k = find_exact(s, user, key);

    if (above && above->stays && !secret_same(above->secret, secret))
        return set_already(err);
    if (!k) {
        k = make_room(s);
        if (!k)
            return err_say(err, ERR_TOO_LARGE, "There are more than %d passwords to remember.", SECRETS_HELD);
        *k = (struct kept){ .user = copy(user), .key = copy(key) };
    }
    secret_free(k->secret);
    k->secret = secret;
    k->used = ++s->uses;
    return 0;
}

int secrets_keep(struct secrets *s, const char *user, const char *shown, const char *password, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct secret *secret = secret_new(password);
    int rc;

    pthread_mutex_lock(&s->lock);
    rc = put(s, user, key_of(a, shown), secret, err);
    pthread_mutex_unlock(&s->lock);
    if (rc)
        secret_free(secret);
    return rc;
}

void secrets_fix(struct secrets *s, const char *user, const char *shown)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct kept *k;

    pthread_mutex_lock(&s->lock);
    k = find_exact(s, user, key_of(a, shown));
    if (k)
        k->stays = true;
    pthread_mutex_unlock(&s->lock);
}

/* ---- finding ---- */

static struct secret *find_told(struct secrets *s, const char *user, const char *key)
{
    struct secret *found = NULL;
    struct kept *k;

    if (!s)
        return NULL;
    pthread_mutex_lock(&s->lock);
    k = find_above(s, user, key);
    if (k) {
        k->used = ++s->uses;
        found = secret_new(k->secret->text);
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

static int unknown(struct err *err)
{
    err_say(err, ERR_INVALID_INPUT, "The password of that server is not known here: it is kept nowhere.");
    return err_action(err, "Name the data with its password, or set PGPASSWORD, or put it into your .pgpass file.");
}

/* What the system was told. A file that cannot be used is told only where nothing goes without it. */
static int find_system(const char *shown, bool is_needed, struct secret **ret, struct err *err)
{
    char text[SECRET_BYTES + 1] = "";

    *ret = NULL;
    if (pgpass_find(shown, text, err) && is_needed)
        return -1;
    if (!*text)
        return is_needed ? unknown(err) : 0;
    *ret = secret_new(text);
    explicit_bzero(text, sizeof text);
    return 0;
}

int secret_find(struct secrets *s, const char *user, const char *shown, struct secret **ret, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct secret *found = find_told(s, user, key_of(a, shown));
    struct address_cut cut;

    if (!found && (address_cut(a, shown, &cut, err) || find_system(shown, cut.is_masked, &found, err)))
        return -1;
    *ret = found;
    return 0;
}
