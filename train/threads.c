/* threads.c - a thread is started for each share but the first; starting one takes 20 us, which larger work is worth.
 */
#include "train/threads.h"
#include <assert.h>
#include <pthread.h>

struct share {
    void (*work)(void *state, unsigned share);
    void *state;
    unsigned number;
};

static void *run(void *arg)
{
    struct share *s = arg;

    s->work(s->state, s->number);
    return NULL;
}

void run_shares(unsigned shares, bool is_small, void (*work)(void *state, unsigned share), void *state)
{
    pthread_t threads[THREADS_MOST];
    struct share each[THREADS_MOST];
    bool started[THREADS_MOST] = { false };

    assert(shares >= 1 && shares <= THREADS_MOST);
    for (unsigned i = 1; i < shares; i++) {
        each[i] = (struct share){ work, state, i };
        started[i] = !is_small && pthread_create(&threads[i], NULL, run, &each[i]) == 0;
    }
    work(state, 0);
    for (unsigned i = 1; i < shares; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            work(state, i);
}
