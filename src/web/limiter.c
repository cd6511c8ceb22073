/* limiter.c - a table of fixed size. An address may stand in a few places only (WAYS); when they are all taken, the one
 * heard of longest ago is forgotten, whose bucket is the fullest. The table is keyed, so nobody can choose addresses
 * that push out another's.
 */
#include "web/limiter.h"
#include "base/limits.h"
#include "base/world.h"
#include "web/parts.h"

#define WAYS 8
#define TOKEN 1000000

struct bucket {
    uint64_t key; /* of the address; 0: free */
    int64_t heard_us;
    int64_t micros; /* tokens, in millionths: nothing is lost to rounding, however often somebody asks */
};

struct limiter {
    unsigned rate;
    uint64_t secret;
    struct bucket buckets[WEB_CLIENTS];
};

struct limiter *limiter_new(unsigned rate)
{
    struct limiter *l = calloc(1, sizeof *l);
    const struct world *w = world_system();

    if (!l)
        abort();
    l->rate = rate;
    w->random(w->state, &l->secret, sizeof l->secret);
    return l;
}

void limiter_free(struct limiter *l)
{
    free(l);
}

/* splitmix64's finisher: every bit of the input reaches every bit of the output. */
static uint64_t mix(uint64_t v)
{
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
    v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
    return v ^ (v >> 31);
}

static uint64_t key_of(const struct limiter *l, const union web_address *a)
{
    uint64_t bits = 0;

    if (a->any.sa_family == AF_INET)
        bits = a->v4.sin_addr.s_addr;
    else if (IN6_IS_ADDR_V4MAPPED(&a->v6.sin6_addr))
        memcpy(&bits, a->v6.sin6_addr.s6_addr + 12, 4);
    else
        memcpy(&bits, a->v6.sin6_addr.s6_addr, 8);
    return mix(bits ^ l->secret) | 1;
}

static struct bucket *find(struct limiter *l, uint64_t key, int64_t full, int64_t now_us)
{
    struct bucket *set = &l->buckets[(key >> 1) % (WEB_CLIENTS / WAYS) * WAYS], *oldest = set;

    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].heard_us < oldest->heard_us)
            oldest = &set[i];
    }
    *oldest = (struct bucket){ .key = key, .heard_us = now_us, .micros = full };
    return oldest;
}

bool limiter_take(struct limiter *l, const union web_address *a, int64_t now_us)
{
    int64_t full = (int64_t)l->rate * 2 * TOKEN;
    struct bucket *b = find(l, key_of(l, a), full, now_us);
    int64_t waited_us = now_us - b->heard_us;

    b->heard_us = now_us;
    b->micros = waited_us > 2000000 ? full : b->micros + waited_us * l->rate;
    if (b->micros > full)
        b->micros = full;
    if (b->micros < TOKEN)
        return false;
    b->micros -= TOKEN;
    return true;
}
