/* journal.c - a journal is a ring of finished texts: an event is written out once, when it is added, and every stream
 * copies from there.
 *
 * Event numbers have no gaps, so event n stands at a place that is computed. A reader in the middle of an event holds
 * it, as a feed may drop it meanwhile and half an event would spoil all that follow.
 *
 * Two locks: the list's, then a journal's. The list keeps a reference to each journal until it was ended for
 * JOURNAL_KEEP_MS; that is looked at when a journal is made or looked for, a thread is not needed for it. The time is
 * the world's, so that a test need not wait.
 */
#include "web/journal.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/id.h"
#include "base/world.h"
#include "web/journal_node.h"
#include <assert.h>

#define BUCKETS 1024 /* of keys; a power of two. JOURNALS_MAX of them make lists of four */

struct journals {
    const struct world *world;
    atomic_size_t bytes; /* of all journals */
    pthread_mutex_t m;   /* guards all below */
    struct journal *oldest, *newest;
    struct journal *buckets[BUCKETS];
    size_t count;
};

/* ---- references ---- */

struct journal *journal_hold(struct journal *j)
{
    atomic_fetch_add(&j->refs, 1);
    return j;
}

void journal_event_let_go(struct journal_event *e)
{
    if (--e->refs == 0)
        free(e);
}

static size_t event_cost(const struct journal_event *e)
{
    return sizeof *e + sizeof(struct journal_event *) + e->n;
}

struct journal_event **journal_place(struct journal *j, uint64_t number)
{
    return &j->ring[number & (j->cap - 1)];
}

/* The oldest event goes. */
static void drop_first(struct journal *j)
{
    struct journal_event **at = journal_place(j, j->last - j->count + 1);

    j->bytes -= event_cost(*at);
    if (j->all)
        atomic_fetch_sub(&j->all->bytes, event_cost(*at));
    journal_event_let_go(*at);
    *at = NULL;
    j->count--;
}

void journal_let_go(struct journal *j)
{
    if (!j || atomic_fetch_sub(&j->refs, 1) != 1)
        return;
    while (j->count > 0)
        drop_first(j);
    pthread_mutex_destroy(&j->m);
    free(j->ring);
    free(j->owner);
    free(j);
}

/* ---- the list ---- */

struct journals *journals_new(const struct world *world)
{
    struct journals *all = calloc(1, sizeof *all);

    if (!all || pthread_mutex_init(&all->m, NULL) != 0)
        abort();
    all->world = world;
    return all;
}

static struct journal **bucket_of(struct journals *all, const char *key)
{
    unsigned h = 0;

    for (size_t i = 0; i < 8; i++) /* keys are random: some of their digits will do */
        h = h * 16 + (unsigned char)key[i];
    return &all->buckets[h % BUCKETS];
}

/* Takes it off the list. What it holds of the total stays counted until it goes, unless the list goes first. */
static void unlist(struct journals *all, struct journal *j)
{
    struct journal **at = bucket_of(all, j->key);

    while (*at != j)
        at = &(*at)->chain;
    *at = j->chain;
    *(j->prev ? &j->prev->next : &all->oldest) = j->next;
    *(j->next ? &j->next->prev : &all->newest) = j->prev;
    all->count--;
}

/* The last look at the list from a journal; it may outlive it. */
static void part_with_list(struct journals *all, struct journal *j)
{
    pthread_mutex_lock(&j->m);
    if (!j->ended_us)
        j->ended_us = 1;
    atomic_fetch_sub(&all->bytes, j->bytes);
    j->all = NULL;
    journal_wake_all(j);
    pthread_mutex_unlock(&j->m);
    journal_let_go(j);
}

void journals_free(struct journals *all)
{
    if (!all)
        return;
    while (all->oldest) {
        struct journal *j = all->oldest;
        unlist(all, j);
        part_with_list(all, j);
    }
    pthread_mutex_destroy(&all->m);
    free(all);
}

/* Ended, with nobody reading, for at least so long. */
static bool is_over(struct journal *j, int64_t now, int64_t keep_ms)
{
    bool is;

    pthread_mutex_lock(&j->m);
    is = j->ended_us && !j->first && now - j->ended_us >= keep_ms * 1000;
    pthread_mutex_unlock(&j->m);
    return is;
}

/* Removes those that were kept long enough; when room gets scarce, also those that were not, the oldest first. */
static void sweep(struct journals *all)
{
    int64_t now = world_now(all->world);
    struct journal *next;

    for (struct journal *j = all->oldest; j; j = next) {
        bool is_full = all->count >= JOURNALS_MAX || atomic_load(&all->bytes) > JOURNALS_BYTES / 2;
        next = j->next;
        if (!is_over(j, now, is_full ? 0 : JOURNAL_KEEP_MS))
            continue;
        unlist(all, j);
        part_with_list(all, j);
    }
}

static void enlist(struct journals *all, struct journal *j)
{
    struct journal **bucket = bucket_of(all, j->key);

    j->chain = *bucket;
    *bucket = j;
    j->prev = all->newest;
    *(all->newest ? &all->newest->next : &all->oldest) = j;
    all->newest = j;
    all->count++;
}

static struct journal *make(struct journals *all, const char *owner, enum journal_kind kind)
{
    struct journal *j = calloc(1, sizeof *j);

    if (!j || pthread_mutex_init(&j->m, NULL) != 0 || !(j->owner = strdup(owner)))
        abort();
    j->refs = 2; /* the list's and the caller's */
    j->kind = kind;
    j->all = all;
    world_id(all->world, j->key);
    return j;
}

int journal_new(struct journals *all, const char *owner, enum journal_kind kind, struct journal **ret, struct err *err)
{
    struct journal *j = NULL;

    pthread_mutex_lock(&all->m);
    sweep(all);
    if (all->count < JOURNALS_MAX) {
        j = make(all, owner, kind);
        enlist(all, j);
    }
    pthread_mutex_unlock(&all->m);
    if (!j) {
        err_set(err, ERR_BUSY, "Too many answers are being streamed at once.", "%d journals", JOURNALS_MAX);
        return err_action(err, "Try again in a moment.");
    }
    *ret = j;
    return 0;
}

/* "<uuid>.<number>"; false when it is anything else. The number fits: it has at most 18 digits. */
static bool read_id(const char *id, char key[static ID_TEXT_BYTES], uint64_t *ret_number)
{
    size_t n = strlen(id), digits = n > ID_TEXT_BYTES ? n - ID_TEXT_BYTES : 0;
    uint64_t number = 0;

    if (digits == 0 || digits > 18 || !id_is_uuid4(id, ID_TEXT_BYTES - 1) || id[ID_TEXT_BYTES - 1] != '.')
        return false;
    for (const char *p = id + ID_TEXT_BYTES; *p; p++) {
        if (*p < '0' || *p > '9')
            return false;
        number = number * 10 + (uint64_t)(*p - '0');
    }
    memcpy(key, id, ID_TEXT_BYTES - 1);
    key[ID_TEXT_BYTES - 1] = '\0';
    *ret_number = number;
    return true;
}

/* Under the list's lock. */
static struct journal *look_up(struct journals *all, const char *owner, const char *key, uint64_t number)
{
    struct journal *j = *bucket_of(all, key);
    bool is_there;

    while (j && strcmp(j->key, key) != 0)
        j = j->chain;
    if (!j || strcmp(j->owner, owner) != 0)
        return NULL;
    pthread_mutex_lock(&j->m);
    is_there = number <= j->last;
    pthread_mutex_unlock(&j->m);
    return is_there ? journal_hold(j) : NULL;
}

int journal_find(struct journals *all, const char *owner, const char *event_id, struct journal **ret,
                 uint64_t *ret_after, struct err *err)
{
    char key[ID_TEXT_BYTES];
    uint64_t number;
    struct journal *j = NULL;

    if (read_id(event_id, key, &number)) {
        pthread_mutex_lock(&all->m);
        sweep(all);
        j = look_up(all, owner, key, number);
        pthread_mutex_unlock(&all->m);
    }
    if (!j) {
        err_set(err, ERR_NOT_FOUND, "That stream is not there any more.", "no such event for this owner");
        return err_action(err, "Ask again.");
    }
    *ret = j;
    *ret_after = number;
    return 0;
}

/* ---- writing ---- */

/* One "data: " line for each line of the text; CR, LF and CRLF end a line, as readers see it. */
static void add_data(struct buf *b, const char *data)
{
    for (;;) {
        size_t n = strcspn(data, "\r\n");

        buf_adds(b, "data: ");
        buf_add(b, data, n);
        buf_addc(b, '\n');
        data += n;
        if (!*data)
            return;
        data += data[0] == '\r' && data[1] == '\n' ? 2 : 1;
    }
}

static int write_event(const struct journal *j, const char *event, const char *data, struct buf *b, struct err *err)
{
    buf_addf(b, "id: %s.%llu\n", j->key, (unsigned long long)j->last + 1);
    if (event) {
        assert(!strpbrk(event, "\r\n"));
        buf_addf(b, "event: %s\n", event);
    }
    if (j->retry_ms)
        buf_addf(b, "retry: %d\n", j->retry_ms);
    add_data(b, data);
    buf_addc(b, '\n');
    return buf_check(b, err);
}

static void grow(struct journal *j)
{
    size_t cap = j->cap ? j->cap * 2 : 16;
    struct journal_event **ring = calloc(cap, sizeof *ring);

    if (!ring)
        abort();
    for (uint64_t n = j->last - j->count + 1; j->count && n <= j->last; n++)
        ring[n & (cap - 1)] = *journal_place(j, n);
    free(j->ring);
    j->ring = ring;
    j->cap = cap;
}

static bool is_too_much(struct journal *j, size_t cost)
{
    return j->bytes + cost > JOURNAL_BYTES || (j->all && atomic_load(&j->all->bytes) + cost > JOURNALS_BYTES);
}

static int put(struct journal *j, const struct buf *b, struct err *err)
{
    struct journal_event *e = malloc(sizeof *e + b->n);
    size_t cost;

    if (!e)
        abort();
    e->refs = 1;
    e->n = b->n;
    memcpy(e->bytes, b->p, b->n);
    cost = event_cost(e);
    while (j->kind == JOURNAL_FEED && j->count > 0 && is_too_much(j, cost))
        drop_first(j);
    if (j->bytes + cost <= JOURNAL_BYTES && is_too_much(j, cost)) {
        free(e);
        err_set(err, ERR_BUSY, "Too many answers are being streamed at once.", "%zu bytes more", cost);
        return err_action(err, "Try again in a moment.");
    }
    if (is_too_much(j, cost)) {
        free(e);
        return err_set(err, ERR_TOO_LARGE, "The answer is too long to be streamed.", "%zu bytes and %zu more", j->bytes,
                       cost);
    }
    if (j->count == j->cap)
        grow(j);
    j->last++;
    j->count++;
    j->bytes += cost;
    if (j->all)
        atomic_fetch_add(&j->all->bytes, cost);
    *journal_place(j, j->last) = e;
    return 0;
}

static int add(struct journal *j, const char *event, const char *data, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JOURNAL_BYTES);

    if (j->ended_us)
        return err_set(err, ERR_CONFLICT, "That stream has ended.", "an event for a journal that has ended");
    if (write_event(j, event, data, &b, err) < 0 || put(j, &b, err) < 0)
        return -1;
    journal_wake_all(j);
    return 0;
}

int journal_add(struct journal *j, const char *event, const char *data, struct err *err)
{
    int r;

    pthread_mutex_lock(&j->m);
    r = add(j, event, data, err);
    pthread_mutex_unlock(&j->m);
    return r;
}

void journal_set_retry(struct journal *j, int ms)
{
    pthread_mutex_lock(&j->m);
    j->retry_ms = ms;
    pthread_mutex_unlock(&j->m);
}

void journal_end(struct journal *j)
{
    pthread_mutex_lock(&j->m);
    if (!j->ended_us) {
        j->ended_us = j->all ? world_now(j->all->world) : 1;
        journal_wake_all(j);
    }
    pthread_mutex_unlock(&j->m);
}

uint64_t journal_last(struct journal *j)
{
    uint64_t last;

    pthread_mutex_lock(&j->m);
    last = j->last;
    pthread_mutex_unlock(&j->m);
    return last;
}
