/* chain_testing.h - what the tests of the audit chain share: a world that repeats itself, and events in one call. */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "store/log/chain.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define REQUEST "7b0e6a52-5d5b-4c1e-9a55-2f1c3f5b8d10"
#define MOMENT INT64_C(1769164200123000) /* 2026-01-23T10:30:00.123Z */

static inline void only_ones(void *state, void *out, size_t n)
{
    (void)state;
    memset(out, 0xff, n);
}

static const struct world still_world = { .random = only_ones };

/* Adds an entry whose data is the JSON text. */
static inline int add_text(struct chain *c, const char *data, struct buf *b, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct chain_event e = { .event_type = "tool_called", .request_id = REQUEST, .actor = "actor", .at_us = MOMENT };
    struct json *v;

    assert_int_equal(json_parse(a, data, strlen(data), &v, err), 0);
    e.data = v;
    return chain_add(c, &still_world, &e, b, err);
}

/* Adds n entries of about 450 bytes. */
static inline void add_entries(struct chain *c, size_t n, struct buf *b)
{
    struct err err;

    while (n-- > 0) {
        char data[200];
        snprintf(data, sizeof data,
                 "{\"call_id\": %llu, \"arguments\": {\"query\": \"SELECT region, SUM(revenue)\", \"row_limit\": 1.5}}",
                 (unsigned long long)c->entries);
        if (add_text(c, data, b, &err) < 0)
            fail_msg("%s", err.message);
    }
}
