/* runner.c - the promises are a short list: as many as there are investigations about to begin. */
#include "agents/metrics/runner.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include "store/files/lock.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct promise {
    struct promise *next;
    char *path;
    int fd; /* the lock, held */
    int64_t made_us;
};

static int already(struct err *err)
{
    return err_say(err, ERR_CONFLICT, "The investigation is running; wait until it has ended.");
}

/* The lock at path, held, without waiting. */
static int hold(const char *path, int *ret_fd, struct err *err)
{
    int fd = -1;

    if (lock_open(path, &fd, err) < 0)
        return -1;
    if (lock_take(fd, 0, err) == 0) {
        *ret_fd = fd;
        return 0;
    }
    close(fd);
    return err->code == ERR_BUSY ? already(err) : -1;
}

static struct promise *take_out(struct runners *r, const char *path)
{
    for (struct promise **at = &r->first; *at; at = &(*at)->next)
        if (strcmp((*at)->path, path) == 0) {
            struct promise *found = *at;
            *at = found->next;
            return found;
        }
    return NULL;
}

static struct promise *take(struct runners *r, const char *path)
{
    struct promise *p;

    pthread_mutex_lock(&r->lock);
    p = take_out(r, path);
    pthread_mutex_unlock(&r->lock);
    return p;
}

static void promise_free(struct promise *p)
{
    free(p->path);
    free(p);
}

int runner_promise(struct runners *r, const char *path, struct err *err)
{
    struct promise *p = malloc(sizeof *p);
    char *copy = strdup(path);
    int fd = -1;

    if (!p || !copy)
        abort();
    if (hold(path, &fd, err) < 0) {
        free(copy);
        free(p);
        return -1;
    }
    *p = (struct promise){ .path = copy, .fd = fd, .made_us = world_mono_us() };
    pthread_mutex_lock(&r->lock);
    p->next = r->first;
    r->first = p;
    pthread_mutex_unlock(&r->lock);
    return 0;
}

int runner_begin(struct runners *r, const char *path, int *ret_fd, struct err *err)
{
    struct promise *p = take(r, path);

    if (!p)
        return hold(path, ret_fd, err);
    *ret_fd = p->fd;
    promise_free(p);
    return 0;
}

void runner_drop(struct runners *r, const char *path)
{
    struct promise *p = take(r, path);

    if (!p)
        return;
    close(p->fd);
    promise_free(p);
}

static bool is_stale(struct runners *r, const char *path)
{
    bool stale = false;

    pthread_mutex_lock(&r->lock);
    for (const struct promise *p = r->first; p; p = p->next)
        if (strcmp(p->path, path) == 0)
            stale = world_mono_us() - p->made_us > METRICS_START_SECONDS * INT64_C(1000000);
    pthread_mutex_unlock(&r->lock);
    return stale;
}

bool runner_lives(struct runners *r, const char *path)
{
    struct err err;
    int fd = -1;

    if (is_stale(r, path))
        runner_drop(r, path);
    if (hold(path, &fd, &err) < 0)
        return err.code == ERR_CONFLICT;
    close(fd);
    return false;
}
