/* localize_leaves.c - values into codes, in the order they come, and digits into numbers. */
#include "agents/metrics/localize_leaves.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/mix.h"
#include <string.h>

/* ---- codes ---- */

struct coder {
    const struct json **values;
    uint32_t n;
    uint32_t *slots; /* 1 + a code */
    size_t room;     /* a power of two, twice as many as there are rows at least */
};

/* What tells values apart: their kind, and their text. */
static const char *key_of(const struct json *v, size_t *ret_n)
{
    const char *text = json_text(v, ret_n);

    if (text)
        return text;
    text = json_digits(v);
    if (!text)
        text = json_truth(v) ? "true" : json_is(v, JSON_BOOL) ? "false" : "";
    *ret_n = strlen(text);
    return text;
}

static bool is_same(const struct json *one, const struct json *other)
{
    size_t n, m;
    const char *a = key_of(one, &n), *b = key_of(other, &m);

    return json_type(one) == json_type(other) && n == m && memcmp(a, b, n) == 0;
}

static uint32_t code_of(struct coder *c, const struct json *v)
{
    size_t n, at;
    const char *key = key_of(v, &n);

    for (at = mix_hash(key, n) & (c->room - 1); c->slots[at]; at = (at + 1) & (c->room - 1))
        if (is_same(c->values[c->slots[at] - 1], v))
            return c->slots[at] - 1;
    c->values[c->n] = v;
    c->slots[at] = ++c->n;
    return c->n - 1;
}

static void read_codes(struct arena *a, const struct json *rows, unsigned dimensions, struct localize_leaves *ret)
{
    size_t n = json_len(rows);
    uint32_t *codes = arena_array(a, n * dimensions, sizeof *codes);
    uint32_t *counts = arena_array(a, dimensions, sizeof *counts);
    struct coder c = { .room = 16 };

    while (c.room < 2 * n)
        c.room *= 2;
    c.slots = arena_array(a, c.room, sizeof *c.slots);
    for (unsigned d = 0; d < dimensions; d++) {
        c.n = 0;
        c.values = arena_array(a, n, sizeof *c.values);
        memset(c.slots, 0, c.room * sizeof *c.slots);
        for (size_t i = 0; i < n; i++)
            codes[i * dimensions + d] = code_of(&c, json_at(json_at(rows, i), d));
        ret->values[d] = c.values;
        counts[d] = c.n;
    }
    ret->search.codes = codes;
    ret->search.values = counts;
}

/* ---- figures ---- */

/* Two columns of figures, before and after, of one scale. */
struct pair {
    exact *exact[2];
    double *real[2];
    unsigned scale;
};

static int read_pair(struct arena *a, const struct json *rows, size_t column, struct pair *ret, bool *rounded,
                     struct err *err)
{
    size_t n = json_len(rows);

    *ret = (struct pair){ 0 };
    for (size_t i = 0; i < 2 * n; i++) {
        const char *digits = json_digits(json_at(json_at(rows, i / 2), column + i % 2));
        unsigned scale;
        if (!digits)
            return err_say(err, ERR_TYPE_MISMATCH, "The metric does not give numbers everywhere.");
        scale = exact_scale(digits, rounded);
        ret->scale = scale > ret->scale ? scale : ret->scale;
    }
    for (size_t k = 0; k < 2; k++) {
        ret->exact[k] = arena_array(a, n, sizeof *ret->exact[k]);
        ret->real[k] = arena_array(a, n, sizeof *ret->real[k]);
        for (size_t i = 0; i < n; i++) {
            const struct json *v = json_at(json_at(rows, i), column + k);
            ret->real[k][i] = json_real(v);
            if (!exact_read(json_digits(v), ret->scale, &ret->exact[k][i])) {
                err_say(err, ERR_TOO_LARGE, "The figures are too large to be added up exactly.");
                return err_action(err, "Measure in larger units, thousands or millions.");
            }
        }
    }
    return 0;
}

static const int64_t *read_counts(struct arena *a, const struct json *rows, size_t column)
{
    int64_t *list = arena_array(a, json_len(rows), sizeof *list);

    for (size_t i = 0; i < json_len(rows); i++)
        if (!json_int64(json_at(json_at(rows, i), column), &list[i]))
            list[i] = 0;
    return list;
}

int leaves_read(struct arena *a, const struct json *rows, size_t dimensions, bool is_ratio, struct localize_leaves *ret,
                struct err *err)
{
    struct localize_leaves made = { .search = { .n = json_len(rows), .attributes = (unsigned)dimensions },
                                    .figures = { .n = json_len(rows) } };
    struct pair value, weight;
    size_t counts = dimensions + (is_ratio ? 4 : 2);

    if (read_pair(a, rows, dimensions, &value, &made.rounded, err) < 0)
        return -1;
    read_codes(a, rows, (unsigned)dimensions, &made);
    made.search.baseline = value.real[0];
    made.search.actual = value.real[1];
    made.figures.baseline = value.exact[0];
    made.figures.actual = value.exact[1];
    made.figures.scale = value.scale;
    if (is_ratio) {
        if (read_pair(a, rows, dimensions + 2, &weight, &made.rounded, err) < 0)
            return -1;
        made.search.baseline_weight = weight.real[0];
        made.search.actual_weight = weight.real[1];
        made.figures.baseline_weight = weight.exact[0];
        made.figures.actual_weight = weight.exact[1];
        made.figures.weight_scale = weight.scale;
    }
    made.baseline_rows = read_counts(a, rows, counts);
    made.actual_rows = read_counts(a, rows, counts + 1);
    *ret = made;
    return 0;
}
