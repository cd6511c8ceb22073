/* account.c - each claim held against what was planned and what came of it. */
#include "agents/analyst/account.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/ground.h"
#include "base/arena.h"
#include "base/json.h"
#include "chart/chart.h"
#include "lang/words.h"
#include <string.h>

static void miss(struct run *r, const char *how, const char *said, const char *why)
{
    struct arena *a = run_arena(r);
    char *reason = arena_str(a, why ? why : "");
    const char *sentence;

    if (*reason >= 'a' && *reason <= 'z')
        *reason = (char)(*reason - 'a' + 'A');
    sentence = arena_printf(a, "%s: \"%s\".%s%s", how, said, *reason ? " " : "", reason);
    run_say(r, r->missing, sentence);
    run_say(r, r->warnings, sentence);
}

void account_unread(struct run *r, const char *said, const char *why)
{
    miss(r, "Not understood", said, why);
}

const char *account_missing(struct run *r)
{
    const char *text = NULL;

    for (size_t i = 0; i < json_len(r->missing); i++) {
        const char *sentence = json_text(json_at(r->missing, i), NULL);
        text = text ? arena_printf(run_arena(r), "%s %s", text, sentence) : sentence;
    }
    return text;
}

/* ---- claims ---- */

/* True when the aim is of the claim's wish; a clause that limits all of them speaks of all of them. */
static bool is_of(const struct run *r, const struct aim *aim, const struct claim *c)
{
    const struct wish *wish = &r->wishes.items[c->wish];

    return aim->wish == wish || wish->limits;
}

static bool some_aim(struct run *r, const struct claim *c,
                     bool (*test)(struct run *r, const struct aim *aim, const struct claim *c))
{
    for (size_t i = 0; i < r->n_aims; i++)
        if (is_of(r, &r->aims[i], c) && test(r, &r->aims[i], c))
            return true;
    return false;
}

static bool is_over_time(struct run *r, const struct aim *aim, const struct claim *c)
{
    (void)r;
    (void)c;
    return aim->over_time;
}

static bool has_growth(struct run *r, const struct aim *aim, const struct claim *c)
{
    const struct plan_step *arranged = ground_step(r, aim, STEP_ARRANGE);

    (void)c;
    return aim->over_time && arranged && arranged->result;
}

static bool is_drawn_so(struct run *r, const struct aim *aim, const struct claim *c)
{
    const struct plan_step *drawn = ground_step(r, aim, STEP_DRAW);
    const char *type = drawn ? json_get_text(drawn->result, "chart_type") : NULL;
    enum chart_type wanted;

    return type && chart_type_find(c->said, &wanted) && strcmp(chart_type_name(wanted), type) == 0;
}

/* Times that were taken as one span and values that were added up are not compared: there has to be a figure for each.
 */
static bool is_side_by_side(struct run *r, const struct aim *aim, const struct claim *c)
{
    const struct json *rows = json_get(ground_table(r, aim), "rows");

    (void)c;
    return aim_sets_apart(aim) && (!rows || json_len(rows) > 1);
}

static bool is_of_several(struct run *r, const struct aim *aim, const struct claim *c)
{
    int64_t rows;

    (void)c;
    return aim->wish->question || aim_tables(r, aim, &rows) > 1;
}

static bool is_of_the_whole(struct run *r, const struct aim *aim, const struct claim *c)
{
    (void)r;
    (void)c;
    return !aim->wish->question;
}

/* Orders are a table, or what has an order_id. */
static bool are_sources(struct run *r, const struct claim *c)
{
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(run_arena(r), c->said, false, words, QUESTION_SPAN);

    for (size_t i = 0; i < n; i++)
        if (!run_knows(r, words[i]))
            return false;
    return true;
}

/* Why the claim was not met; NULL: it was. */
static const char *why_unmet(struct run *r, const struct claim *c)
{
    switch (c->need) {
    case NEED_TABLES:
        return run_wants(r, "tables") ? NULL : "The request's deliverables have no tables.";
    case NEED_CHARTS:
        return run_wants(r, "charts") ? NULL : "The request's deliverables have no charts.";
    case NEED_REPORTS:
        return run_wants(r, "reports") ? NULL : "The request's deliverables have no reports.";
    case NEED_SUMMARY:
        return run_wants(r, "summary") ? NULL : "The request's deliverables have no summary.";
    case NEED_FOREIGN:
        return "What can be made are tables, charts, a report and a summary.";
    case NEED_WHOLE:
        return some_aim(r, c, is_of_the_whole) ? NULL : "Only what was asked for by name was looked at.";
    case NEED_KIND:
        return some_aim(r, c, is_drawn_so) ? NULL : "No chart of this kind was drawn.";
    case NEED_TREND:
        return some_aim(r, c, is_over_time) ? NULL : "No figure is shown over time.";
    case NEED_GROWTH:
        return some_aim(r, c, has_growth) ? NULL
                                          : "It is worked out only for a figure by a unit of time and nothing else.";
    case NEED_VERSUS:
        return some_aim(r, c, is_side_by_side) ? NULL : "What it names is not there side by side.";
    case NEED_JOIN:
        return some_aim(r, c, is_of_several) ? NULL : "One table was looked at.";
    case NEED_SOURCE:
        return are_sources(r, c) ? NULL : "The data has no table of this name.";
    case NEED_NOTHING:
        break;
    }
    return NULL;
}

static bool is_read(const struct run *r, const struct claim *c)
{
    for (size_t i = 0; i < r->n_aims; i++)
        if (is_of(r, &r->aims[i], c))
            return true;
    return false;
}

void account_close(struct run *r)
{
    for (size_t i = 0; i < r->n_aims; i++)
        if (r->aims[i].unread)
            account_unread(r, r->aims[i].unread, NULL);
    for (size_t i = 0; i < r->wishes.n_claims; i++) {
        const struct claim *c = &r->wishes.claims[i];
        const char *why = is_read(r, c) ? why_unmet(r, c) : NULL; /* a wish that was not read is missing as a whole */
        if (why)
            miss(r, "Not done", c->said, why);
    }
    if (r->wishes.rest)
        miss(r, "Not done", r->wishes.rest, "An intent can have at most four questions.");
}
