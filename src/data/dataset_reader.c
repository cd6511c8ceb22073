/* dataset_reader.c - a dataset's worker, shared by those who speak with it.
 *
 * A worker can be replaced while calls over the old one are still on their way out. So whoever speaks with it holds it,
 * and the last to let go ends it. Which one is the dataset's own is behind a lock that is only ever held for a moment;
 * it changes under the dataset's long lock as well, so that two threads never start two.
 *
 * Every answer passes through reader_ask(), which believes its shape only after a look (job_reply.h).
 */
#include "base/arena.h"
#include "base/err.h"
#include "data/dataset_node.h"
#include "data/worker/job_reply.h"
#include "sys/worker.h"
#include <stdlib.h>

/* ---- holding ---- */

struct reader {
    struct worker *worker;
    atomic_uint users; /* the dataset is one */
};

struct reader *reader_hold(struct dataset *ds)
{
    struct reader *r;

    pthread_mutex_lock(&ds->moment);
    r = ds->reader;
    if (r)
        atomic_fetch_add(&r->users, 1);
    pthread_mutex_unlock(&ds->moment);
    return r;
}

void reader_release(struct reader *r)
{
    if (!r || atomic_fetch_sub(&r->users, 1) != 1)
        return;
    worker_free(r->worker);
    free(r);
}

/* Makes it the dataset's own in place of the one that was. */
static void replace(struct dataset *ds, struct reader *with)
{
    struct reader *was;

    pthread_mutex_lock(&ds->moment);
    was = ds->reader;
    ds->reader = with;
    pthread_mutex_unlock(&ds->moment);
    reader_release(was);
}

void reader_drop(struct dataset *ds)
{
    replace(ds, NULL);
}

int reader_start(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    struct reader *r;
    struct worker *w;

    if (ds->reader)
        return 0;
    if (dataset_find_cached(&ds->setup, cancel, err) || dataset_start(&ds->setup, ds->program, &w, err))
        return -1;
    r = calloc(1, sizeof *r);
    if (!r)
        abort();
    r->worker = w;
    atomic_init(&r->users, 1);
    replace(ds, r);
    return 0;
}

bool reader_alive(const struct reader *r)
{
    return worker_alive(r->worker);
}

/* ---- asking ---- */

/* What a job puts out goes through here, to see that it did. */
struct tap {
    const struct worker_output *to;
    bool is_used;
};

static int tap_write(void *arg, const void *p, size_t n, struct err *err)
{
    struct tap *t = arg;

    t->is_used = true;
    return t->to->write(t->to->arg, p, n, err);
}

static void tap_step(void *arg, int n, int of, const char *text)
{
    const struct tap *t = arg;

    t->to->step(t->to->arg, n, of, text);
}

int reader_ask(struct reader *r, const struct asking *q, struct arena *a, struct json **ret, bool *ret_again,
               struct err *err)
{
    struct tap tap = { .to = q->output };
    struct worker_output output = { .arg = &tap };
    struct json *answer;

    if (q->output && q->output->write)
        output.write = tap_write;
    if (q->output && q->output->step)
        output.step = tap_step;
    *ret_again = false;
    if (worker_call(r->worker, q->job, q->args, &output, q->cancel, a, &answer, err) == 0) {
        if (job_reply_check(q->job, answer, err)) {
            worker_refuse(r->worker);
            return -1;
        }
        *ret = answer;
        return 0;
    }
    *ret_again =
        worker_was_killed(r->worker) && !tap.is_used && err->code != ERR_CANCELLED && err->code != ERR_QUERY_TIMEOUT;
    return -1;
}
