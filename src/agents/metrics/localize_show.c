/* localize_show.c - causes as text: a line each, what they have of the change first. */
#include "agents/metrics/localize.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include <math.h>

static const char *figure(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_DIGITS * 2);

    if (!json_digits(v))
        return "none";
    show_number(&b, json_digits(v));
    return arena_str(a, b.p);
}

static const char *change(struct arena *a, const struct json *v)
{
    return arena_printf(a, "%s%s", json_real(v) > 0 ? "+" : "", figure(a, v));
}

static const char *share(struct arena *a, double of_change)
{
    return arena_printf(a, "%.1f%%", fabs(of_change) < 0.0005 ? 0.0 : 100 * of_change);
}

static const char *value_text(struct arena *a, const struct json *v)
{
    if (json_text(v, NULL))
        return json_text(v, NULL);
    if (json_digits(v))
        return json_digits(v);
    return json_is(v, JSON_BOOL) ? (json_truth(v) ? "true" : "false") : arena_str(a, "(empty)");
}

static const char *segment(struct arena *a, const struct json *attributes)
{
    const char *text = "";

    for (size_t i = 0; i < json_len(attributes); i++)
        text = arena_printf(a, "%s%s%s = %s", text, i ? ", " : "", json_key_at(attributes, i, NULL),
                            value_text(a, json_at(attributes, i)));
    return text;
}

static void show_row(struct buf *b, size_t widths[2], const char *contribution, const char *part, const char *what)
{
    const char *cells[2] = { contribution, part };

    for (size_t i = 0; i < 2; i++) {
        size_t n = str_columns(cells[i], strlen(cells[i]));
        buf_fill(b, ' ', 2 + (widths[i] > n ? widths[i] - n : 0));
        buf_adds(b, cells[i]);
    }
    buf_addf(b, "  %s\n", what);
}

static void widen(size_t *width, const char *text)
{
    size_t n = str_columns(text, strlen(text));

    *width = n > *width ? n : *width;
}

static void show_causes(struct buf *b, struct arena *a, const struct json *result)
{
    const struct json *causes = json_get(result, "causes");
    const char *left = change(a, json_get(result, "residual"));
    double total = json_real(json_get(result, "total_change")), rest = json_real(json_get(result, "residual"));
    const char *rest_share = total != 0 ? share(a, rest / total) : "";
    size_t widths[2] = { 0 };

    widen(&widths[0], left);
    widen(&widths[1], rest_share);
    for (size_t i = 0; i < json_len(causes); i++) {
        widen(&widths[0], change(a, json_get(json_at(causes, i), "contribution")));
        widen(&widths[1], share(a, json_real(json_get(json_at(causes, i), "share"))));
    }
    for (size_t i = 0; i < json_len(causes); i++) {
        const struct json *c = json_at(causes, i);
        show_row(b, widths, change(a, json_get(c, "contribution")), share(a, json_real(json_get(c, "share"))),
                 arena_printf(a, "%s%s (%s to %s)", json_get_truth(c, "is_rest") ? "the rest of " : "",
                              segment(a, json_get(c, "attributes")), figure(a, json_get(c, "baseline")),
                              figure(a, json_get(c, "actual"))));
    }
    show_row(b, widths, left, rest_share, json_len(causes) ? "everything else" : "everything");
}

void localize_show(struct buf *b, const struct json *result)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct json *notes = json_get(result, "notes");

    buf_addf(b, "%s to %s: %s\n", figure(a, json_get(result, "baseline_total")),
             figure(a, json_get(result, "actual_total")), change(a, json_get(result, "total_change")));
    show_causes(b, a, result);
    for (size_t i = 0; i < json_len(notes); i++)
        buf_addf(b, "%s\n", json_text(json_at(notes, i), NULL));
}
