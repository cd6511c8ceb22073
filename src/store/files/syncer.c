/* syncer.c - the thread sleeps until it is asked, and ends when it is told to. */
#include "store/files/syncer.h"
#include "store/files/file_io.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct syncer {
    pthread_t thread;
    bool is_running;   /* the caller's */
    pthread_mutex_t m; /* guards all below */
    pthread_cond_t asked, done;
    int fd; /* to be synced; -1 when there is nothing to do */
    int result;
    bool has_ended;
};

static void *sync_on(void *arg)
{
    struct syncer *s = arg;

    pthread_mutex_lock(&s->m);
    while (!s->has_ended) {
        int fd = s->fd, e;

        if (fd < 0) {
            pthread_cond_wait(&s->asked, &s->m);
            continue;
        }
        pthread_mutex_unlock(&s->m);
        e = sync_data(fd);
        pthread_mutex_lock(&s->m);
        s->result = e;
        s->fd = -1;
        pthread_cond_signal(&s->done);
    }
    pthread_mutex_unlock(&s->m);
    return NULL;
}

struct syncer *syncer_new(void)
{
    struct syncer *s = calloc(1, sizeof *s);

    if (!s || pthread_mutex_init(&s->m, NULL) != 0 || pthread_cond_init(&s->asked, NULL) != 0 ||
        pthread_cond_init(&s->done, NULL) != 0)
        abort();
    s->fd = -1;
    return s;
}

void syncer_free(struct syncer *s)
{
    if (!s)
        return;
    if (s->is_running) {
        pthread_mutex_lock(&s->m);
        s->has_ended = true;
        pthread_cond_signal(&s->asked);
        pthread_mutex_unlock(&s->m);
        pthread_join(s->thread, NULL);
    }
    pthread_cond_destroy(&s->asked);
    pthread_cond_destroy(&s->done);
    pthread_mutex_destroy(&s->m);
    free(s);
}

void syncer_start(struct syncer *s, int fd)
{
    if (!s->is_running)
        s->is_running = pthread_create(&s->thread, NULL, sync_on, s) == 0;
    pthread_mutex_lock(&s->m);
    s->fd = fd;
    pthread_cond_signal(&s->asked);
    pthread_mutex_unlock(&s->m);
}

int syncer_wait(struct syncer *s)
{
    int result;

    pthread_mutex_lock(&s->m);
    while (s->is_running && s->fd >= 0)
        pthread_cond_wait(&s->done, &s->m);
    if (s->fd >= 0) {
        s->result = sync_data(s->fd);
        s->fd = -1;
    }
    result = s->result;
    pthread_mutex_unlock(&s->m);
    return result;
}
