/* ask.c - a turn of a conversation: a question for a reason is investigated, any other is asked of the data. */
#include "agents/metrics/ask.h"
#include "agents/metrics/investigate.h"
#include "agents/metrics/metrics.h"
#include "agents/metrics/why.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "inquiry/turn.h"
#include "lang/change.h"
#include "model/answer.h"
#include "model/fields.h"

#define CONFIDENT 0.9 /* of a cause that a hypothesis confirmed */
#define DOUBTFUL 0.5  /* where nothing was found */

/* What a question took for granted and the data does not bear out. */
static const char *contradiction(const struct why *w, double change)
{
    if (w->direction < 0 && change > 0)
        return "did not fall but rose: it ";
    return w->direction > 0 && change < 0 ? "did not rise but fell: it " : "";
}

static const char *sentence(struct probe *p, const struct why *w)
{
    const struct json *first = json_at(json_get(p->change, "parts"), 0);
    double before = json_real(json_get(p->change, "baseline_total")), change;
    const char *whole;

    change = json_real(json_get(p->change, "total_change"));
    if (probe_is_still(p))
        return arena_printf(p->a, "%s did not change: it is %s in both periods.", w->words,
                            say_figure(p->a, json_get(p->change, "baseline_total"), p->decimals));
    whole = arena_printf(p->a, "%s %swent from %s to %s, a change of %s%s.", w->words, contradiction(w, change),
                         say_figure(p->a, json_get(p->change, "baseline_total"), p->decimals),
                         say_figure(p->a, json_get(p->change, "comparison_total"), p->decimals),
                         say_signed(p->a, json_get(p->change, "total_change"), p->decimals),
                         before != 0 ? arena_printf(p->a, " (%s)", say_percent(p->a, change / before)) : "");
    if (!first)
        return arena_printf(p->a, "%s No pattern in the data explains it%s.", whole,
                            p->within_noise ? ": it is no larger than days differ anyway" : "");
    return arena_printf(p->a, "%s Most of it sits in %s: %s, %s of the change.", whole, say_label(p->a, first),
                        say_signed(p->a, json_get(first, "contribution"), p->decimals),
                        say_percent(p->a, json_real(json_get(first, "share"))));
}

static struct json *row(struct arena *a, const char *name, const struct json *number, double share)
{
    struct json *list = json_push(a, json_array(a), json_str(a, name));

    json_push(a, list, json_copy(a, number));
    return json_push(a, list, json_str(a, say_percent(a, share)));
}

/* The parts, what is left over, and the whole. */
static void show(struct probe *p, const char *text, struct json *answer)
{
    const struct json *parts = json_get(p->change, "parts"), *residual = json_get(p->change, "residual");
    double change = json_real(json_get(p->change, "total_change"));
    struct answer_table table = { .columns = json_array(p->a), .rows = json_array(p->a) };

    json_push(p->a, table.columns, json_str(p->a, "part"));
    json_push(p->a, table.columns, json_str(p->a, "contribution"));
    json_push(p->a, table.columns, json_str(p->a, "share"));
    for (size_t i = 0; i < json_len(parts); i++)
        json_push(p->a, table.rows,
                  row(p->a, say_label(p->a, json_at(parts, i)), json_get(json_at(parts, i), "contribution"),
                      json_real(json_get(json_at(parts, i), "share"))));
    json_push(p->a, table.rows, row(p->a, "everything else", residual, change != 0 ? json_real(residual) / change : 0));
    json_push(p->a, table.rows, row(p->a, "in all", json_get(p->change, "total_change"), 1));
    table.row_count = json_len(table.rows);
    answer_show(p->a, answer, text, &table);
}

static void fill(struct probe *p, const struct why *w, struct json *answer)
{
    bool found = json_len(p->explanations) > 0;

    if (probe_is_still(p))
        answer_say(p->a, answer, sentence(p, w));
    else
        show(p, sentence(p, w), answer);
    json_set(p->a, answer, "restatement",
             json_str(p->a, arena_printf(p->a, "why %s changed from %s to %s against %s to %s", w->words,
                                         w->comparison.from, w->comparison.to, w->baseline.from, w->baseline.to)));
    if (!probe_is_still(p))
        json_set(p->a, answer, "chart", json_copy(p->a, json_get(p->change, "chart")));
    json_set(p->a, answer, "confidence", json_double(p->a, found || probe_is_still(p) ? CONFIDENT : DOUBTFUL));
    for (size_t i = 0; i < json_len(p->iterations); i++)
        answer_add_sql(p->a, answer, json_get_text(json_at(p->iterations, i), "code_executed"));
}

static int explain(struct call *c, struct talk *t, const char *message, struct json *answer, struct err *err)
{
    struct inquest q = { .data = json_get(t->metadata, "data"), .prompt = message };
    struct probe *p;
    struct why w;
    bool ready;

    if (why_read(c, q.data, json_get_text(t->metadata, "table"), message, answer, &w, &ready, err) < 0)
        return -1;
    if (!ready)
        return 0;
    q.metric = w.metric;
    q.baseline = w.baseline;
    q.comparison = w.comparison;
    if (inquest_run(c, &q, &p, err) < 0)
        return -1;
    fill(p, &w, answer);
    return 0;
}

/* What cannot be explained is told in the answer, as every agent tells it. */
static int own(struct call *c, struct talk *t, const char *message, struct json *answer, bool *ret_done,
               struct err *err)
{
    *ret_done = json_len(json_get(t->metadata, "data")) > 0 && change_asks_reason(c->arena, message);
    if (*ret_done && explain(c, t, message, answer, err) < 0)
        answer_fail(c->arena, c->world, answer, err);
    return 0;
}

int metrics_ask(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct metrics *m = c->service;
    struct turn t = turn_of_args("metrics", args, own);

    return turn_answer(c, m->store, &t, ret, err);
}

/* ---- declaration ---- */

static const struct model_field input_fields[] = {
    FIELD("question", TEXT, REQ | MODEL_WORDS, "What to explain.", .position = 1, .metavar = "QUESTION",
          .range = BETWEEN(1, QUESTION_CHARS)),
    FIELD("data", LIST, MODEL_PATH | MODEL_WORDS, "A file to ask: its path, or upload://ID/NAME; may be repeated.",
          .metavar = "PATH", .range = AT_MOST(DATA_SOURCES), .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    FIELD("table", TEXT, MODEL_WORDS, "The table that is meant, where there are several.", .metavar = "NAME",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("conversation_id", TEXT, 0, "The conversation that it belongs to.", .metavar = "ID",
          .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
    END,
};
const struct model_entity metrics_ask_args = ENTITY("metrics.ask", "A question for a reason.", input_fields);
