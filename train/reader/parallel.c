/* parallel.c - each thread takes the next thing when it is done with one: things differ much in size. */
#include "train/reader/parallel.h"
#include "train/threads.h"
#include <stdatomic.h>

struct shared {
    atomic_size_t next;
    size_t n;
    void (*work)(void *state, size_t i);
    void *state;
};

static void take(void *arg, unsigned share)
{
    struct shared *s = arg;

    (void)share;
    for (size_t i; (i = atomic_fetch_add(&s->next, 1)) < s->n;)
        s->work(s->state, i);
}

void parallel(unsigned threads, size_t n, void (*work)(void *state, size_t i), void *state)
{
    struct shared s = { .n = n, .work = work, .state = state };

    run_shares(threads, n < 2, take, &s);
}
