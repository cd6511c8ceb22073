/* journal_read.c - the readers' side of a journal. */
#include "web/journal_read.h"
#include "web/journal_node.h"

static const char beat[] = ": \n\n";

void journal_attach(struct journal *j, struct journal_reader *r, uint64_t after)
{
    journal_hold(j);
    pthread_mutex_lock(&j->m);
    r->after = after;
    r->part = NULL;
    r->nudge = JOURNAL_NONE;
    r->is_asleep = r->has_end = false;
    r->prev = NULL;
    r->next = j->first;
    if (j->first)
        j->first->prev = r;
    j->first = r;
    j->readers++;
    pthread_mutex_unlock(&j->m);
}

void journal_detach(struct journal *j, struct journal_reader *r)
{
    pthread_mutex_lock(&j->m);
    *(r->prev ? &r->prev->next : &j->first) = r->next;
    if (r->next)
        r->next->prev = r->prev;
    if (r->part)
        journal_event_let_go(r->part);
    j->readers--;
    pthread_mutex_unlock(&j->m);
    journal_let_go(j);
}

/* Steps to the next event, if there is one for this reader. What a feed dropped is passed over. */
static bool step(struct journal *j, struct journal_reader *r)
{
    uint64_t oldest = j->last - j->count + 1, number = r->after + 1 < oldest ? oldest : r->after + 1;

    if (number > j->last || (r->has_end && number > r->until))
        return false;
    r->part = *journal_place(j, number);
    r->part->refs++;
    r->offset = 0;
    r->after = number;
    return true;
}

/* As much of the event it is in as fits. */
static size_t copy_part(struct journal_reader *r, char *to, size_t max)
{
    size_t left = r->part->n - r->offset, n = left < max ? left : max;

    memcpy(to, r->part->bytes + r->offset, n);
    r->offset += n;
    if (n == left) {
        journal_event_let_go(r->part);
        r->part = NULL;
    }
    return n;
}

static long read_more(struct journal *j, struct journal_reader *r, char *to, size_t max)
{
    size_t n = 0;

    if (r->nudge == JOURNAL_BREAK)
        return -2;
    while (n < max && (r->part || step(j, r)))
        n += copy_part(r, to + n, max - n);
    if (n > 0) {
        if (r->nudge == JOURNAL_BEAT)
            r->nudge = JOURNAL_NONE; /* the events are sign of life enough */
        return (long)n;
    }
    if (j->ended_us || r->has_end)
        return -1;
    if (r->nudge == JOURNAL_BEAT && max >= sizeof beat - 1) {
        r->nudge = JOURNAL_NONE;
        memcpy(to, beat, sizeof beat - 1);
        return (long)sizeof beat - 1;
    }
    r->is_asleep = true;
    r->sleep(r);
    return 0;
}

long journal_read(struct journal *j, struct journal_reader *r, char *to, size_t max)
{
    long n;

    pthread_mutex_lock(&j->m);
    n = read_more(j, r, to, max);
    pthread_mutex_unlock(&j->m);
    return n;
}

static void set_end(struct journal *j, struct journal_reader *r)
{
    if (!r->has_end)
        r->until = j->last;
    r->has_end = true;
}

static void wake(struct journal_reader *r)
{
    if (!r->is_asleep)
        return;
    r->is_asleep = false;
    r->wake(r);
}

void journal_tell(struct journal *j, struct journal_reader *r, enum journal_nudge nudge)
{
    pthread_mutex_lock(&j->m);
    if (nudge > r->nudge)
        r->nudge = nudge;
    if (nudge == JOURNAL_LEAVE)
        set_end(j, r);
    wake(r);
    pthread_mutex_unlock(&j->m);
}

void journal_wake_all(struct journal *j)
{
    for (struct journal_reader *r = j->first; r; r = r->next)
        wake(r);
}

void journal_disconnect(struct journal *j)
{
    pthread_mutex_lock(&j->m);
    for (struct journal_reader *r = j->first; r; r = r->next)
        set_end(j, r);
    journal_wake_all(j);
    pthread_mutex_unlock(&j->m);
}

unsigned journal_readers(struct journal *j)
{
    unsigned n;

    pthread_mutex_lock(&j->m);
    n = j->readers;
    pthread_mutex_unlock(&j->m);
    return n;
}
