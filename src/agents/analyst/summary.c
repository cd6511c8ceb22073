/* summary.c - each aim's answer in a sentence, how it moved, what has the largest part, and what to be careful about.
 */
#include "agents/analyst/summary.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/ground.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/text/show.h"
#include "grid/table.h"
#include "inquiry/origin.h"
#include "query/say/sentence.h"
#include <math.h>

#define PROBLEMS_TOLD 3 /* of the data's: the profile in the run has them all */

static const char *shown(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    if (json_is(v, JSON_NUMBER))
        show_number(&b, json_digits(v));
    else
        buf_adds(&b, json_text(v, NULL) ? json_text(v, NULL) : "(empty)");
    return arena_dup(a, b.p, b.n);
}

/* A group's label: a year is no quantity. */
static const char *label(struct arena *a, const struct json *v)
{
    return json_is(v, JSON_NUMBER) ? json_digits(v) : shown(a, v);
}

/* "12.5%" of a fraction, to one decimal. */
static const char *percent(struct arena *a, double fraction)
{
    struct buf b CLEANUP(buf_done) = BUF(64);

    show_number(&b, arena_printf(a, "%.1f", fabs(fraction) * 100));
    buf_addc(&b, '%');
    return arena_dup(a, b.p, b.n);
}

/* Rows without a date are no period; they come last. */
static size_t count_periods(const struct json *rows)
{
    size_t n = json_len(rows);

    while (n > 0 && json_is(json_at(json_at(rows, n - 1), 0), JSON_NULL))
        n--;
    return n;
}

/* From the first period to the last, where they stand in the order of time. */
static void tell_course(struct run *r, const struct aim *aim, const struct json *rows)
{
    struct arena *a = run_arena(r);
    size_t n = count_periods(rows);
    const struct json *first = json_at(rows, 0), *last = n > 0 ? json_at(rows, n - 1) : NULL;
    const struct json *from = json_at(first, 1), *to = json_at(last, 1);
    const char *verb;
    int order;

    if (n < 2 || aim_query(aim)->n_groups != 1 || aim_query(aim)->n_order > 0 || aim_query(aim)->limit > 0 ||
        !json_is(from, JSON_NUMBER) || !json_is(to, JSON_NUMBER))
        return;
    order = json_number_compare(to, from);
    verb = order > 0 ? "rose" : order < 0 ? "fell" : "stayed the same";
    if (order == 0 || json_real(from) == 0)
        run_say(r, r->findings,
                arena_printf(a, "From %s to %s it %s: %s, then %s.", label(a, json_at(first, 0)),
                             label(a, json_at(last, 0)), verb, shown(a, from), shown(a, to)));
    else
        run_say(r, r->findings,
                arena_printf(a, "From %s to %s it %s by %s, from %s to %s.", label(a, json_at(first, 0)),
                             label(a, json_at(last, 0)), verb,
                             percent(a, (json_real(to) - json_real(from)) / fabs(json_real(from))), shown(a, from),
                             shown(a, to)));
}

/* The largest step from one period to the next; growth is the last column of the arranged rows. */
static void tell_step(struct run *r, const struct json *rows)
{
    struct arena *a = run_arena(r);
    const struct json *most = NULL;

    for (size_t i = 0; i < count_periods(rows); i++) {
        const struct json *row = json_at(rows, i), *growth = json_at(row, json_len(row) - 1);
        if (json_is(growth, JSON_NUMBER) &&
            (!most || fabs(json_real(growth)) > fabs(json_real(json_at(most, json_len(most) - 1)))))
            most = row;
    }
    if (!most || json_real(json_at(most, json_len(most) - 1)) == 0)
        return;
    run_say(r, r->insights,
            arena_printf(a, "The largest step was in %s: %s %s than the period before.", label(a, json_at(most, 0)),
                         percent(a, json_real(json_at(most, json_len(most) - 1))),
                         json_real(json_at(most, json_len(most) - 1)) > 0 ? "more" : "less"));
}

/* The first of the arranged rows has the largest share, unless the smallest were asked for. */
static void tell_share(struct run *r, const struct aim *aim, const struct json *rows)
{
    struct arena *a = run_arena(r);
    const struct json *row = json_at(rows, 0), *share = json_at(row, json_len(row) - 1);

    if (json_len(rows) < 2 || !json_is(share, JSON_NUMBER) || json_real(share) < 0 || json_real(share) > 1)
        return; /* parts of both signs make no whole that one could have a share of */
    run_say(r, r->insights,
            arena_printf(a, "%s has %s of the whole%s.", label(a, json_at(row, 0)), percent(a, json_real(share)),
                         aim_query(aim)->limit > 0 ? ", counted with the parts that are not shown" : ""));
}

static void tell_aim(struct run *r, const struct aim *aim)
{
    struct arena *a = run_arena(r);
    const struct plan_step *computed = ground_step(r, aim, STEP_COMPUTE), *arranged = ground_step(r, aim, STEP_ARRANGE);
    const struct json *result = computed ? computed->result : NULL, *rows = json_get(result, "rows");
    const struct said_rows said = { .columns = json_get(result, "columns"),
                                    .rows = rows,
                                    .truncated = json_get_truth(result, "truncated") };
    const char *caution, *assumed, *note;
    bool doubtful;

    if (!result)
        return;
    run_say(r, r->findings, query_sentence(a, r->tables, r->n_tables, &aim->request, &said));
    if (aim_filters(aim))
        run_say(r, r->insights, arena_printf(a, "Understood as: %s.", aim_title(r, aim)));
    if (aim->over_time)
        tell_course(r, aim, rows);
    if (arranged && arranged->result && aim->over_time)
        tell_step(r, json_get(arranged->result, "rows"));
    else if (arranged && arranged->result)
        tell_share(r, aim, json_get(arranged->result, "rows"));
    if ((caution = query_caution(a, r->tables, r->n_tables, &aim->request)))
        run_say(r, r->warnings, caution);
    if ((assumed = query_assumed(a, r->tables, r->n_tables, &aim->request, &doubtful)))
        run_say(r, r->warnings, assumed);
    if ((note = request_origin(a, &aim->request, r->tables, r->n_tables)))
        run_say(r, r->insights, aim->note ? arena_printf(a, "%s %s", note, aim->note) : note);
    if (json_get_truth(result, "truncated"))
        run_say(r, r->warnings,
                arena_printf(a, "There are more rows than the limit of %lld; the first ones are given.",
                             (long long)json_get_int(computed->args, "row_limit", 0)));
}

/* What is wrong with the data itself, as far as it was looked at. */
static void tell_data(struct run *r)
{
    struct arena *a = run_arena(r);
    const struct json *tables = json_get(r->profile, "tables");
    size_t left_out = json_len(json_get(r->profile, "left_out")), told = 0;

    for (size_t i = 0; i < json_len(tables); i++) {
        const struct json *columns = json_get(json_at(tables, i), "columns");
        for (size_t c = 0; c < json_len(columns); c++) {
            const struct json *problems = json_get(json_at(columns, c), "problems");
            for (size_t k = 0; k < json_len(problems) && told < PROBLEMS_TOLD; k++, told++)
                run_say(r, r->warnings,
                        arena_printf(a, "%s: %s", json_get_text(json_at(columns, c), "name"),
                                     json_get_text(json_at(problems, k), "text")));
        }
    }
    if (left_out > 0)
        run_say(r, r->warnings,
                arena_printf(a, "%zu column%s %s kept back by the policy.", left_out, left_out == 1 ? "" : "s",
                             left_out == 1 ? "was" : "were"));
}

void summary_make(struct run *r)
{
    for (size_t i = 0; i < r->n_aims; i++)
        tell_aim(r, &r->aims[i]);
    tell_data(r);
}
