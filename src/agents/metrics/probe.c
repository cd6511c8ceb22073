/* probe.c - the order of the steps, and what they all need. */
#include "agents/metrics/probe.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/text/show.h"
#include "gate/gate.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- texts ---- */

#define SUM_DECIMALS 6     /* of a sum at most: what has more is a binary number's noise */
#define MONEY_DECIMALS 2   /* of a sum that has any */
#define RATE_DIGITS 4      /* of a ratio: digits that count */
#define RATE_DECIMALS 12   /* of a ratio at most, as many as localize keeps */
#define LARGEST_SHOWN 1e15 /* beyond it a binary number has no decimals */
#define STILL 1e-12        /* of a level: a ratio that moved less was only computed in another order */

const char *probe_say_count(struct arena *a, const struct json *number)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_DIGITS * 2);

    if (!json_is(number, JSON_NUMBER))
        return "nothing";
    show_number(&b, json_digits(number));
    return arena_str(a, b.p);
}

/* As they are written: 41,010.00 is an amount of money, whatever its cents are. */
static int sum_decimals(const struct json *number)
{
    const char *point = json_is(number, JSON_NUMBER) ? strchr(json_digits(number), '.') : NULL;
    size_t scale = point ? strspn(point + 1, "0123456789") : 0;

    if (scale > SUM_DECIMALS)
        return MONEY_DECIMALS;
    return scale > 0 && scale < MONEY_DECIMALS ? MONEY_DECIMALS : (int)scale;
}

static int rate_decimals(const struct json *number)
{
    double size = fabs(json_real(number));

    return size > 0 ? RATE_DIGITS - 1 - (int)floor(log10(size)) : 0;
}

int say_decimals(const struct json *of)
{
    static const char *const names[] = { "baseline_total", "comparison_total", "total_change" };
    const struct json *parts = json_get(of, "parts");
    bool is_ratio = json_get_truth(of, "is_ratio");
    int most = is_ratio ? MONEY_DECIMALS : 0;

    for (size_t i = 0; i < COUNT_OF(names) + (is_ratio ? 0 : json_len(parts)); i++) {
        const struct json *number = i < COUNT_OF(names) ? json_get(of, names[i])
                                                        : json_get(json_at(parts, i - COUNT_OF(names)), "contribution");
        int needed = is_ratio ? rate_decimals(number) : sum_decimals(number);
        most = needed > most ? needed : most;
    }
    return most < RATE_DECIMALS ? most : RATE_DECIMALS;
}

static const char *fixed(struct arena *a, double v, int decimals)
{
    const char *text = arena_printf(a, "%.*f", decimals, fabs(v)), *point = strchr(text, '.');
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_DIGITS * 2);

    if (v < 0 && strspn(text, "0.") < strlen(text))
        buf_addc(&b, '-');
    show_number(&b, arena_dup(a, text, point ? (size_t)(point - text) : strlen(text)));
    buf_adds(&b, point ? point : "");
    return arena_str(a, b.p);
}

const char *say_figure(struct arena *a, const struct json *number, int decimals)
{
    if (!json_is(number, JSON_NUMBER) || fabs(json_real(number)) >= LARGEST_SHOWN)
        return probe_say_count(a, number);
    return fixed(a, json_real(number), decimals);
}

const char *say_signed(struct arena *a, const struct json *number, int decimals)
{
    const char *text = say_figure(a, number, decimals);

    return json_is(number, JSON_NUMBER) && json_real(number) > 0 ? arena_printf(a, "+%s", text) : text;
}

const char *say_signed_real(struct arena *a, double v, int decimals)
{
    return say_signed(a, json_double(a, v), decimals);
}

const char *say_real(struct arena *a, double v, int decimals)
{
    return say_figure(a, json_double(a, v), decimals > MONEY_DECIMALS ? decimals : MONEY_DECIMALS);
}

const char *say_percent(struct arena *a, double share)
{
    double shown = share * 100;

    if (!isfinite(shown))
        return "all";
    return arena_printf(a, fabs(shown) >= 9.95 ? "%.0f%%" : "%.1f%%", fabs(shown) < 0.05 ? 0.0 : shown);
}

const char *say_clipped(struct arena *a, const char *text, size_t chars)
{
    size_t n = strlen(text);

    if (str_chars(text, n) <= chars)
        return text;
    return arena_printf(a, "%.*s...", (int)str_fit_chars(text, n, chars - 3), text);
}

const char *say_value(struct arena *a, const struct json *v)
{
    if (json_is(v, JSON_STRING))
        return say_clipped(a, json_text(v, NULL), 60);
    if (json_is(v, JSON_NUMBER))
        return json_digits(v);
    return json_is(v, JSON_BOOL) ? (json_truth(v) ? "true" : "false") : "(empty)";
}

const char *say_segment(struct arena *a, const struct json *attributes)
{
    const char *text = "";

    for (size_t i = 0; i < json_len(attributes); i++)
        text = arena_printf(a, "%s%s%s = %s", text, i ? ", " : "", json_key_at(attributes, i, NULL),
                            say_value(a, json_at(attributes, i)));
    return text;
}

const char *say_part(struct arena *a, const char *segment, bool is_rest)
{
    return arena_printf(a, "%s'%s'", is_rest ? "the rest of " : "", segment);
}

const char *say_label(struct arena *a, const struct json *part)
{
    const char *segment = json_get_text(part, "segment");

    return json_get_truth(part, "is_rest") ? arena_printf(a, "the rest of %s", segment) : segment;
}

const char *say_begun(struct arena *a, const char *text)
{
    char *copy = arena_str(a, text);

    *copy = (char)toupper((unsigned char)*copy);
    return copy;
}

const struct json *result_cell(const struct json *result, size_t row, const char *column)
{
    const struct json *columns = json_get(result, "columns");

    for (size_t i = 0; i < json_len(columns); i++)
        if (strcmp(json_get_text(json_at(columns, i), "name"), column) == 0)
            return json_at(json_at(json_get(result, "rows"), row), i);
    return NULL;
}

bool probe_is_still(const struct probe *p)
{
    double before = json_real(result_cell(p->overall, 0, "baseline"));

    return fabs(json_real(result_cell(p->overall, 0, "change"))) <= STILL * fabs(before);
}

/* ---- asking ---- */

int probe_ask(struct probe *p, const char *sql, struct json **ret, struct err *err)
{
    struct json *args = json_object(p->a);

    json_set(p->a, args, "data", json_copy(p->a, p->data));
    json_set(p->a, args, "query", json_str(p->a, sql));
    json_set(p->a, args, "timeout", json_int(p->a, ANALYST_TIMEOUT_SECONDS));
    json_set(p->a, args, "row_limit", json_int(p->a, TABLE_ROWS));
    json_set(p->a, args, "restate", json_bool(p->a, false));
    return gate_nested(p->call, "sql.run", args, ret, err);
}

/* ---- the steps ---- */

int probe_run(struct probe *p, struct err *err)
{
    static const struct {
        probe_step *run;
        const char *text;
    } steps[] = {
        { probe_schema, "Looking at the files" },      { probe_explore, "Measuring the change" },
        { probe_plan, "Making hypotheses" },           { probe_loop, "Asking the data" },
        { probe_explain, "Ranking the explanations" }, { probe_report, "Writing the report" },
    };

    p->notes = json_array(p->a);
    p->findings = json_array(p->a);
    p->iterations = json_array(p->a);
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        if (cancel_check(p->call->cancel, err) < 0)
            return -1;
        call_step(p->call, (int)i + 1, (int)COUNT_OF(steps), steps[i].text);
        if (steps[i].run(p, err) < 0)
            return -1;
    }
    return 0;
}
