/* parallel.c - a counter that everybody takes the next piece from; the caller works too. */
#include "grid/parallel.h"
#include "base/limits.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct parallel {
    atomic_size_t next;
    size_t n;
    void (*work)(void *arg, size_t i);
    void *arg;
};

static void *parallel_work(void *arg)
{
    struct parallel *c = arg;

    for (size_t i; (i = atomic_fetch_add(&c->next, 1)) < c->n;)
        c->work(c->arg, i);
    return NULL;
}

/* As many as there are processors, or pieces. */
static size_t crew_threads(size_t n)
{
    cpu_set_t set;
    size_t threads = sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;

    if (threads > CREW_THREADS)
        threads = CREW_THREADS;
    return threads < n ? threads : n;
}

void parallel_run(size_t n, size_t threads, void (*work)(void *arg, size_t i), void *arg)
{
    struct parallel c = { .n = n, .work = work, .arg = arg };
    pthread_t others[CREW_THREADS];
    size_t started = 0;

    if (threads == 0 || threads > CREW_THREADS)
        threads = crew_threads(n);
    while (started + 1 < threads && pthread_create(&others[started], NULL, parallel_work, &c) == 0)
        started++;
    parallel_work(&c);
    for (size_t i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}
