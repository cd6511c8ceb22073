/* restate.c - a request in plain English: its steps, and how the last is shown. */
#include "query/say/restate.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "query/say/speech.h"
#include <string.h>

/* "zscore of step_1 (column revenue, threshold 3)" */
static const char *operation(struct arena *a, const struct step *step)
{
    const char *text = arena_printf(a, "%s of %s", step->operation, step->over);
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);

    if (json_len(step->parameters) == 0)
        return text;
    json_write(&b, step->parameters);
    return arena_printf(a, "%s %s", text, b.p);
}

/* Cut where nobody reads on. */
static const char *bounded(struct arena *a, const char *text)
{
    size_t n = strlen(text), fit = str_fit_bytes(text, n, QUERY_TEXT_BYTES - 4);

    return fit < n ? arena_printf(a, "%.*s...", (int)fit, text) : text;
}

const char *query_restate(struct arena *a, const struct table *tables, size_t n, const struct request *r)
{
    size_t left = SPEECH_PARTS;
    struct speech s = { .a = a, .tables = tables, .n_tables = n, .request = r, .left = &left };
    const char *text = "";

    for (size_t i = 0; i < r->n_steps; i++) {
        const struct step *step = &r->steps[i];
        const char *said = step->operation ? operation(a, step) : say_query(&s, step->query);
        text = r->n_steps == 1 ? said : arena_printf(a, "%s%s%s: %s", text, i ? "; " : "", step->name, said);
    }
    if (r->show == SHOW_CHART)
        text = arena_printf(a, "%s, as a %s%schart", text, r->chart ? r->chart : "", r->chart ? " " : "");
    return bounded(a, text);
}

static bool is_condition(const struct expr *e)
{
    return e->kind == EXPR_IN_QUERY || e->kind == EXPR_EXISTS ||
           (e->kind == EXPR_CALL && e->call.function <= FUNCTION_IS_EMPTY);
}

const char *restate_expr(struct arena *a, const struct table *tables, size_t n, const struct query *q,
                         const struct expr *e)
{
    size_t left = SPEECH_PARTS;
    struct speech s = { .a = a, .tables = tables, .n_tables = n, .left = &left };
    struct speech in = speech_in(&s, q);

    return bounded(a, is_condition(e) ? say_condition(&in, e, false, STYLE_WHERE) : say_expr(&in, e));
}
