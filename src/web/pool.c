/* pool.c - a list, a lock and a condition. The exchanges are linked through themselves, so queueing allocates nothing.
 */
#include "web/pool.h"
#include "web/parts.h"

struct pool {
    pthread_mutex_t m; /* guards all below */
    pthread_cond_t more;
    struct exchange *first, **end;
    size_t most, waiting, running;
    bool ends;
    unsigned n;
    pthread_t threads[];
};

static struct exchange *take(struct pool *p)
{
    struct exchange *x = p->first;

    p->first = x->next;
    if (!p->first)
        p->end = &p->first;
    p->waiting--;
    return x;
}

static void *work(void *arg)
{
    struct pool *p = arg;

    pthread_mutex_lock(&p->m);
    for (;;) {
        if (p->first) {
            struct exchange *x = take(p);
            p->running++;
            pthread_mutex_unlock(&p->m);
            exchange_run(x);
            pthread_mutex_lock(&p->m);
            p->running--;
        } else if (p->ends) {
            break;
        } else {
            pthread_cond_wait(&p->more, &p->m);
        }
    }
    pthread_mutex_unlock(&p->m);
    return NULL;
}

struct pool *pool_new(unsigned threads, size_t most)
{
    struct pool *p = calloc(1, sizeof *p + threads * sizeof p->threads[0]);

    if (!p || pthread_mutex_init(&p->m, NULL) != 0 || pthread_cond_init(&p->more, NULL) != 0)
        abort();
    p->end = &p->first;
    p->most = most;
    while (p->n < threads && pthread_create(&p->threads[p->n], NULL, work, p) == 0)
        p->n++;
    if (p->n == threads)
        return p;
    pool_free(p);
    return NULL;
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->m);
    p->ends = true;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->m);
    for (unsigned i = 0; i < p->n; i++)
        pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->m);
    free(p);
}

bool pool_put(struct pool *p, struct exchange *x, bool must)
{
    bool fits;

    pthread_mutex_lock(&p->m);
    fits = must || p->waiting < p->most;
    if (fits) {
        x->next = NULL;
        *p->end = x;
        p->end = &x->next;
        p->waiting++;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->m);
    return fits;
}

void pool_count(struct pool *p, size_t *ret_waiting, size_t *ret_running)
{
    pthread_mutex_lock(&p->m);
    *ret_waiting = p->waiting;
    *ret_running = p->running;
    pthread_mutex_unlock(&p->m);
}
