/* fuzz_query_json.c - any bytes as a request, and any JSON as a query. What is read must be written and read again to
 * the same, have headings, and be equal to itself. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "query/edit/edit.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static const char *text_of(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, v);
    check(!b.failed);
    return arena_dup(a, b.p, b.n);
}

static void try_query(struct arena *a, const struct query *q)
{
    for (size_t i = 0; q->kind == QUERY_BLOCK && i < q->n_outputs; i++)
        check(query_output_name(a, q, i) != NULL);
    check(query_same(q, q) && query_equal(q, q));
    (void)query_groups(q);
}

static void try_request(struct arena *a, const struct json *v)
{
    struct request r, again;
    struct json *written, *back;
    struct err err;
    const char *text;

    if (request_from_json(a, v, &r, &err) < 0) {
        check(err.message[0] != '\0' && err.code != ERR_INTERNAL);
        return;
    }
    written = request_to_json(a, &r);
    text = text_of(a, written);
    check(json_parse(a, text, strlen(text), &back, &err) == 0);
    check(request_from_json(a, back, &again, &err) == 0 && again.n_steps == r.n_steps);
    for (size_t i = 0; i < r.n_steps; i++) {
        check(query_same(r.steps[i].query, again.steps[i].query));
        if (r.steps[i].query)
            try_query(a, r.steps[i].query);
    }
    check(strcmp(text_of(a, request_to_json(a, &again)), text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct query *q;
    struct json *v;
    struct err err;

    if (json_parse(a, (const char *)data, size, &v, &err) < 0)
        return 0;
    try_request(a, v);
    if (query_from_json(a, v, &q, &err) == 0)
        try_query(a, q);
    return 0;
}
