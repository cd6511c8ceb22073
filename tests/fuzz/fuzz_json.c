/* fuzz_json.c - any bytes. What parses must come back equal from each of the three writers, and writing it again must
 * give the same bytes; what does not parse must be refused with one of the two errors a parser may give. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/num.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static struct json *parse(struct arena *a, const struct buf *b)
{
    struct json *v = NULL;
    struct err err;

    must(json_parse(a, b->p, b->n, &v, &err) == 0);
    return v;
}

static void writes_back(struct arena *a, const struct json *v, void (*write)(struct buf *, const struct json *))
{
    struct buf once CLEANUP(buf_done), twice CLEANUP(buf_done);
    struct json *again;

    buf_init(&once, JSON_MAX_BYTES);
    buf_init(&twice, JSON_MAX_BYTES);
    write(&once, v);
    must(!once.failed);
    again = parse(a, &once);
    must(json_equal(v, again));
    write(&twice, again);
    must(once.n == twice.n && memcmp(once.p, twice.p, once.n) == 0);
}

/* Canonical rounds floats to doubles, so the tree read back is the fixed point, not the tree written. */
static void canonical_is_a_fixed_point(struct arena *a, const struct json *v)
{
    struct buf once CLEANUP(buf_done), twice CLEANUP(buf_done);
    struct err err;

    buf_init(&once, JSON_MAX_BYTES);
    buf_init(&twice, JSON_MAX_BYTES);
    if (json_write_canonical(&once, v, &err) < 0) {
        must(err.code == ERR_INVALID_JSON && once.n == 0);
        return;
    }
    must(json_write_canonical(&twice, parse(a, &once), &err) == 0);
    must(once.n == twice.n && memcmp(once.p, twice.p, once.n) == 0);
    for (size_t i = 0; i < once.n; i++)
        must(once.p[i] >= ' ' && once.p[i] < 0x7f);
}

/* Every number agrees with itself: by value, as a double, as an integer. */
static void numbers_agree(const struct json *v)
{
    const char *digits = json_digits(v);
    char text[NUM_DOUBLE_BYTES], direct[NUM_DOUBLE_BYTES];
    int64_t i;
    double real;

    for (size_t k = 0; k < json_len(v); k++)
        numbers_agree(json_at(v, k));
    if (!digits)
        return;
    must(num_is_json(digits, strlen(digits)) && num_compare(digits, strlen(digits), digits, strlen(digits)) == 0);
    must(!json_int64(v, &i) || json_is_int(v));
    real = json_real(v);
    if (real - real == 0) {
        size_t n = num_double_text(real, text);
        must(num_double(text, n) == real);
        must(num_float_text(digits, strlen(digits), direct) == n && memcmp(text, direct, n) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v;
    struct err err;

    if (json_parse(a, (const char *)data, size, &v, &err) < 0) {
        must(err.code == ERR_INVALID_JSON || err.code == ERR_TOO_LARGE);
        return 0;
    }
    must(json_equal(v, json_copy(a, v)));
    writes_back(a, v, json_write);
    writes_back(a, v, json_write_pretty);
    canonical_is_a_fixed_point(a, v);
    numbers_agree(v);
    return 0;
}
