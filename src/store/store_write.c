/* store_write.c - group commit: threads that write at the same time share the transaction, its sync and the log's.
 *
 * Whoever wants to write puts a request into a queue. One thread at a time leads: it begins a transaction, runs the
 * work of every request that is there, its own among them, each in a step of its own, waits a moment for writers who
 * are known to come, and commits. Running the others' work saves handing the database from thread to thread, which
 * costs more than the work. The lines are written to the log, and that is synced by a thread of its own, while the
 * leader signs the chain's new head and commits; a commit that fails takes them back.
 *
 * A request leaves the queue when it is taken, and its owner then waits without a bound of its own, as it must know how
 * it ended; each step on the way there has one. One that is not taken within DB_WAIT_MS is given up.
 *
 * Lock order: leading, the database's lock for writing, the log's. s->m is a leaf.
 */
#include "base/buf.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/log/log_file.h"
#include "store/store_parts.h"
#include <errno.h>

/* A write that somebody waits for; it lives on its owner's stack. All but the work is under m until it is taken. */
struct request {
    store_work *work;
    void *arg;
    struct store_span span;
    struct err err;
    int result;
    bool taken, done;
    pthread_cond_t woken; /* it is done, or it is its turn to lead: nobody else is woken for that */
    struct request *next;
};

/* What is committed together. */
struct batch {
    struct request *first, **end; /* those who are in it */
    int result;
    struct err err;
    unsigned works, kept;
    uint64_t forgets; /* lines up to this one leave the outbox with it */
    bool lost;        /* the transaction is gone: nothing of it can be committed */
    uint64_t at;      /* where its lines begin in the log */
    uint64_t before;  /* entries then */
    bool is_ahead;    /* the lines are in the log, which is ours until it is settled */
    struct chain chain;
    struct buf lines;
    struct buf head; /* signed, once the lines are in the log */
};

/* One work within it. */
struct tx {
    struct store *s;
    struct batch *b;
    size_t start; /* of its lines */
};

struct db *tx_db(struct tx *tx)
{
    return tx->s->db;
}

int tx_audit(struct tx *tx, const struct chain_event *e, struct err *err)
{
    struct batch *b = tx->b;
    struct chain before = b->chain;
    size_t from = b->lines.n;
    int result;

    if (chain_add(&b->chain, tx->s->world, e, &b->lines, err))
        return -1;
    if (b->lines.n - tx->start > STORE_WORK_BYTES)
        result = err_set(err, ERR_TOO_LARGE, "That is too much for the audit log in one piece.",
                         "more than %u bytes of lines", STORE_WORK_BYTES);
    else
        result =
            db_run(tx->s->db, "INSERT INTO audit_outbox (seq, line) VALUES ($1, $2)",
                   DB_VALUES(DB_I((int64_t)b->chain.entries), DB_T(b->lines.p + from, b->lines.n - from)), NULL, err);
    if (result) {
        b->chain = before;
        buf_cut(&b->lines, from);
    }
    return result;
}

/* ---- a batch's life ---- */

static int begin(struct store *s, struct batch *b, struct err *err)
{
    struct buf head CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);

    if (store_check(s, err) || (log_file_is_behind(s->log) && store_catch_up(s, err)) || db_begin(s->db, err))
        return -1;
    b->forgets = log_file_synced(s->log);
    if (state_load(s->db, &b->chain, &head, err) || state_trust(s, &b->chain, head.p ? head.p : "", err) ||
        (b->forgets > s->forgotten && outbox_forget(s->db, b->forgets, err))) {
        db_rollback(s->db);
        if (err->code == ERR_STORE_DAMAGED)
            store_distrust(s, err);
        return -1;
    }
    b->at = b->chain.bytes;
    b->before = b->chain.entries;
    return 0;
}

/* Undoes a step that failed. When that fails too, or the database has ended the transaction, the batch is lost. */
static int undo(struct store *s, struct batch *b, const struct chain *chain, size_t lines, const struct err *why)
{
    struct err second;

    b->chain = *chain;
    buf_cut(&b->lines, lines);
    if (!db_in_transaction(s->db) || db_step_undo(s->db, &second)) {
        b->lost = true;
        b->err = *why;
    }
    return -1;
}

static int run_work(struct store *s, struct batch *b, store_work *work, void *arg, struct store_span *ret,
                    struct err *err)
{
    struct chain before = b->chain;
    struct tx tx = { s, b, b->lines.n };

    if (db_step(s->db, err)) {
        b->lost = !db_in_transaction(s->db);
        b->err = *err;
        return -1;
    }
    if (work(&tx, arg, err) || db_step_keep(s->db, err))
        return undo(s, b, &before, tx.start, err);
    b->kept++;
    *ret = (struct store_span){ .last = b->chain.entries };
    if (b->chain.entries > before.entries)
        ret->first = before.entries + 1;
    memcpy(ret->head, b->chain.head, sizeof ret->head);
    return 0;
}

/* Room first: a full disk refuses the change instead of splitting it from its log. */
static int save(struct store *s, struct batch *b, struct err *err)
{
    if (b->chain.entries > b->before) {
        if (log_file_reserve(s->log, b->at, b->lines.n, err) ||
            log_file_ahead(s->log, b->at, b->lines.p, b->lines.n, err))
            return -1;
        b->is_ahead = true;
        if (state_save(s, &b->chain, &b->head, err))
            return -1;
    }
    return db_commit(s->db, err);
}

static void commit(struct store *s, struct batch *b)
{
    if (b->lost)
        b->result = -1;
    else if (b->kept > 0)
        b->result = save(s, b, &b->err);
    if (b->kept == 0 || b->result)
        db_rollback(s->db);
    else
        s->forgotten = b->forgets;
    if (b->is_ahead && b->result == 0 && b->head.n < sizeof s->trusted_head) {
        memcpy(s->trusted_head, b->head.p, b->head.n + 1);
        s->trusted = b->chain;
    }
}

/* The log is synced, or what is in it is taken back. A failure leaves the lines in the outbox, which log_file_is_behind
 * tells; see store_write. */
static void settle(struct store *s, struct batch *b)
{
    struct err in_the_outbox;

    if (b->is_ahead && log_file_settle(s->log, b->at, b->result == 0 ? b->chain.entries : 0, b->head.p, &in_the_outbox))
        return;
    if (b->result && b->err.code == ERR_STORE_DAMAGED)
        store_distrust(s, &b->err);
}

/* ---- leading; m is held on entry and on return ---- */

/* Takes the next request and runs it. */
static void run_next(struct store *s, struct batch *b)
{
    struct request *r = s->queue;

    r->taken = true;
    s->queue = r->next;
    if (!s->queue)
        s->queue_end = &s->queue;
    pthread_mutex_unlock(&s->m);
    r->result = run_work(s, b, r->work, r->arg, &r->span, &r->err);
    r->next = NULL;
    *b->end = r;
    b->end = &r->next;
    b->works++;
    pthread_mutex_lock(&s->m);
}

/* Waits a moment for writers who are known to come, when all who are there have had their turn. Those of the last batch
 * come back at once if they come back at all; one sync for all of them is worth more than the moment. */
static void gather(struct store *s, const struct batch *b)
{
    struct timespec until;
    int e = 0;

    if (b->works >= s->usual)
        return;
    until = world_mono_after(STORE_GATHER_US);
    while (!s->queue && e != ETIMEDOUT)
        e = pthread_cond_clockwait(&s->arrived, &s->m, CLOCK_MONOTONIC, &until);
}

static bool is_full(const struct batch *b)
{
    return b->lost || b->works >= STORE_BATCH || b->lines.n >= STORE_BATCH_BYTES;
}

static void run_all(struct store *s, struct batch *b)
{
    while (!is_full(b) && s->queue) {
        run_next(s, b);
        if (!is_full(b) && !s->queue)
            gather(s, b);
    }
    s->usual = s->most;
    s->most = s->inside;
}

/* Tells everybody of the batch how it ended. */
static void tell(struct batch *b)
{
    for (struct request *r = b->first, *next; r; r = next) {
        next = r->next; /* once done, it is its owner's again */
        if (r->result == 0 && b->result) {
            r->result = -1;
            r->err = b->err;
        }
        r->done = true;
        pthread_cond_signal(&r->woken);
    }
}

/* Nothing can be begun: whoever waits now is told why. */
static void refuse_all(struct store *s, const struct err *why)
{
    struct batch b = { .first = s->queue, .result = -1, .err = *why };

    s->queue = NULL;
    s->queue_end = &s->queue;
    tell(&b);
}

static void lead(struct store *s)
{
    struct batch b = { .lines = BUF(STORE_BATCH_BYTES + STORE_WORK_BYTES + AUDIT_LINE_BYTES + 1),
                       .head = BUF(STORE_STATE_BYTES) };
    struct err why;
    int begun;

    b.end = &b.first;
    s->busy = true;
    pthread_mutex_unlock(&s->m);
    begun = begin(s, &b, &why);
    pthread_mutex_lock(&s->m);
    if (begun == 0) {
        run_all(s, &b);
        pthread_mutex_unlock(&s->m);
        commit(s, &b);
        pthread_mutex_lock(&s->m);
    } else {
        refuse_all(s, &why);
    }
    s->busy = false;
    if (s->queue)
        pthread_cond_signal(&s->queue->woken);
    pthread_mutex_unlock(&s->m);
    settle(s, &b);
    pthread_mutex_lock(&s->m);
    tell(&b);
    buf_done(&b.lines);
    buf_done(&b.head);
}

/* ---- a request; m is held ---- */

static void enqueue(struct store *s, struct request *r)
{
    *s->queue_end = r;
    s->queue_end = &r->next;
    if (++s->inside > s->most)
        s->most = s->inside;
    pthread_cond_signal(&s->arrived);
}

static void give_up(struct store *s, struct request *r)
{
    struct request **at = &s->queue;

    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    if (!r->next)
        s->queue_end = at;
    r->done = true;
    r->result = err_set(&r->err, ERR_BUSY, "Too much is being written at once.", "no turn within %d ms", DB_WAIT_MS);
}

static void wait_for_end(struct store *s, struct request *r)
{
    struct timespec until;
    int e = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += DB_WAIT_MS / 1000;
    while (!r->done) {
        if (!s->busy && !r->taken)
            lead(s);
        else if (r->taken)
            pthread_cond_wait(&r->woken, &s->m);
        else if (e == ETIMEDOUT)
            give_up(s, r);
        else
            e = pthread_cond_clockwait(&r->woken, &s->m, CLOCK_MONOTONIC, &until);
    }
}

int store_write(struct store *s, store_work *work, void *arg, struct store_span *ret, struct err *err)
{
    struct request r = { .work = work, .arg = arg, .woken = PTHREAD_COND_INITIALIZER };

    pthread_mutex_lock(&s->m);
    enqueue(s, &r);
    wait_for_end(s, &r);
    s->inside--;
    pthread_mutex_unlock(&s->m);
    pthread_cond_destroy(&r.woken);
    if (r.result)
        *err = r.err;
    else if (ret)
        *ret = r.span;
    return r.result;
}
