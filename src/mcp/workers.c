/* workers.c - a small pool. Threads stay until the end: a client that sent eight calls at once will do so again. */
#include "mcp/workers.h"
#include "base/limits.h"
#include <pthread.h>
#include <stdbool.h>

struct workers {
    void (*run)(struct mcp_call *c);
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct mcp_call *line[MCP_WAITING]; /* a ring */
    size_t first, n;
    pthread_t threads[MCP_CALLS];
    size_t n_threads, idle;
    bool ending;
};

static void *work(void *arg)
{
    struct workers *l = arg;

    pthread_mutex_lock(&l->lock);
    for (;;) {
        struct mcp_call *c;
        while (l->n == 0 && !l->ending)
            pthread_cond_wait(&l->more, &l->lock);
        if (l->n == 0)
            break;
        c = l->line[l->first];
        l->first = (l->first + 1) % MCP_WAITING;
        l->n--;
        l->idle--;
        pthread_mutex_unlock(&l->lock);
        l->run(c);
        pthread_mutex_lock(&l->lock);
        l->idle++;
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

struct workers *workers_new(void (*run)(struct mcp_call *c))
{
    struct workers *l = calloc(1, sizeof *l);

    if (!l)
        abort();
    l->run = run;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->more, NULL);
    return l;
}

/* One thread more when all are busy. Without any the call is refused: nobody would ever run it. */
static bool has_thread(struct workers *l)
{
    if (l->idle <= l->n && l->n_threads < MCP_CALLS && pthread_create(&l->threads[l->n_threads], NULL, work, l) == 0) {
        l->n_threads++;
        l->idle++;
    }
    return l->n_threads > 0;
}

bool workers_add(struct workers *l, struct mcp_call *c)
{
    bool taken;

    pthread_mutex_lock(&l->lock);
    taken = l->n < MCP_WAITING && !l->ending && has_thread(l);
    if (taken) {
        l->line[(l->first + l->n++) % MCP_WAITING] = c;
        pthread_cond_signal(&l->more);
    }
    pthread_mutex_unlock(&l->lock);
    return taken;
}

void workers_free(struct workers *l)
{
    pthread_mutex_lock(&l->lock);
    l->ending = true;
    pthread_cond_broadcast(&l->more);
    pthread_mutex_unlock(&l->lock);
    for (size_t i = 0; i < l->n_threads; i++)
        pthread_join(l->threads[i], NULL);
    pthread_cond_destroy(&l->more);
    pthread_mutex_destroy(&l->lock);
    free(l);
}
