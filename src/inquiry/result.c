/* result.c - one request, run; its rows told, drawn and shown. */
#include "inquiry/result.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "chart/chart.h"
#include "gate/gate.h"
#include "grid/table.h"
#include "inquiry/origin.h"
#include "model/answer.h"
#include "query/edit/count.h"
#include "query/json/request_json.h"
#include "query/say/chips.h"
#include "query/say/period.h"
#include "query/say/restate.h"
#include "query/say/sentence.h"
#include "query/sql/sql.h"
#include <string.h>

#define LEFT_OUT_NAMED 3 /* files named in an answer; data.describe names them all */
#define DOUBTFUL 0.7     /* confidence left where the data could have been read in another way just as well */

/* ---- what was understood ---- */

void result_evidence(struct arena *a, const struct table *tables, size_t n, const bool *read, struct json *answer)
{
    for (size_t i = 0; i < n; i++) {
        bool told = !read[i];
        for (size_t k = 0; k < i && !told; k++)
            told = read[k] && strcmp(tables[k].source, tables[i].source) == 0 &&
                   strcmp(tables[k].fingerprint, tables[i].fingerprint) == 0;
        if (!told)
            answer_add_evidence(a, answer, tables[i].source, tables[i].sha256, tables[i].fingerprint);
    }
}

static bool *tables_read(const struct result_input *in)
{
    bool *read = arena_array(in->call->arena, in->n, sizeof *read);

    request_tables(in->request, in->tables, in->n, read);
    return read;
}

/* Whoever wrote the request as JSON is told where in it the error is. */
static int refuse(const struct result_input *in, const struct check_result *check, struct err *err)
{
    const struct check_finding *first = check->findings;

    if (in->author == CHECK_MADE)
        return check_refuse(check, err);
    err_say(err, first->code, "%s: %s", first->place, first->message);
    return first->fix ? err_action(err, "%s", first->fix) : -1;
}

int result_understood(const struct result_input *in, struct json *answer, struct err *err)
{
    struct arena *a = in->call->arena;
    const struct check_input asked = { .tables = in->tables, .n_tables = in->n, .author = in->author };
    struct check_result check;

    result_evidence(a, in->tables, in->n, tables_read(in), answer);
    query_check(a, &asked, in->request, &check);
    if (check.n_errors > 0)
        return refuse(in, &check, err);
    json_set(a, answer, "restatement", json_str(a, query_restate(a, in->tables, in->n, in->request)));
    json_set(a, answer, "query", request_to_json(a, in->request));
    json_set(a, answer, "chips", query_chips(a, in->tables, in->n, in->request));
    json_set(a, answer, "confidence", json_double(a, in->confidence));
    return 0;
}

/* ---- running ---- */

static int run(const struct result_input *in, const struct request *r, struct json *answer, struct json **ret,
               struct err *err)
{
    struct arena *a = in->call->arena;
    struct json *args = json_object(a), *params;
    const char *sql;

    if (query_sql(a, &sql_duckdb, in->tables, in->n, r, &sql, &params, err) < 0)
        return -1;
    json_set(a, args, "data", json_copy(a, in->sources));
    json_set(a, args, "query", json_str(a, sql));
    json_set(a, args, "params", params);
    json_set(a, args, "row_limit", json_int(a, TABLE_ROWS));
    json_set(a, args, "restate", json_bool(a, false));
    answer_add_sql(a, answer, sql);
    return gate_nested(in->call, "sql.run", args, ret, err);
}

/* The one number of a request that counts. */
static int run_count(const struct result_input *in, const struct request *r, struct json *answer, size_t *ret,
                     struct err *err)
{
    struct json *result;
    int64_t n;

    if (run(in, r, answer, &result, err) < 0)
        return -1;
    if (!json_int64(json_at(json_at(json_get(result, "rows"), 0), 0), &n) || n < 0)
        return err_set(err, ERR_INTERNAL, "The rows could not be counted.", "no number came back");
    *ret = (size_t)n;
    return 0;
}

/* The rows, with periods as people write them, and how many there are in all: where there are more than an answer
 * shows, they are counted. */
static int run_rows(const struct result_input *in, struct json *answer, struct said_rows *ret, size_t *ret_total,
                    struct err *err)
{
    struct arena *a = in->call->arena;
    struct request counting;
    struct json *result;

    if (run(in, in->request, answer, &result, err) < 0)
        return -1;
    *ret = (struct said_rows){ .columns = json_get(result, "columns"),
                               .rows = json_get(result, "rows"),
                               .truncated = json_get_truth(result, "truncated") };
    period_rows(a, in->request, ret);
    *ret_total = json_len(ret->rows);
    if (!ret->truncated)
        return 0;
    counting = query_count_rows(a, in->request);
    return run_count(in, &counting, answer, ret_total, err);
}

/* What an answer does not show, each counted by a request of its own. */
struct unseen {
    size_t ties;   /* that equal the last one shown: "the highest" may be several */
    size_t halves; /* rows with only one of a figure's two columns */
    struct query_halves of;
};

static const struct query *last_query(const struct request *r)
{
    return r->steps[r->n_steps - 1].query;
}

static int count_unseen(const struct result_input *in, size_t shown, struct json *answer, struct unseen *ret,
                        struct err *err)
{
    struct arena *a = in->call->arena;
    struct request counting;

    *ret = (struct unseen){ 0 };
    if (shown >= last_query(in->request)->limit && query_count_ties(a, in->request, &counting) &&
        run_count(in, &counting, answer, &ret->ties, err) < 0)
        return -1;
    if (query_count_halves(a, in->tables, in->n, in->request, &counting, &ret->of) &&
        run_count(in, &counting, answer, &ret->halves, err) < 0)
        return -1;
    return 0;
}

/* ---- telling ---- */

/* "2 more have the same units as the last of its group." What rows are sorted by has names where it is columns; what
 * groups are sorted by is their figure. */
static const char *tell_ties(struct arena *a, const struct query *q, size_t n)
{
    const char *same = "";

    for (size_t i = 0; i < q->n_order && same; i++)
        same = query_groups(q) || q->order[i].by->kind != EXPR_COLUMN
                   ? NULL
                   : arena_printf(a, "%s%s%s", same, i > 0 ? " and " : "", q->order[i].by->column.name);
    return arena_printf(a, "%zu more %s the same %s%s.", n, n == 1 ? "has" : "have", same ? same : "figure",
                        q->n_per > 0 ? " as the last of its group" : "");
}

/* "2 rows that have only one of amount and cost are left out." */
static const char *tell_halves(struct arena *a, const struct query_halves *of, size_t n)
{
    const char *under = of->under->column.name;
    const char *lack = of->over ? arena_printf(a, "only one of %s and %s", of->over->column.name, under)
                                : arena_printf(a, "no %s", under);

    return n == 1 ? arena_printf(a, "One row that has %s is left out.", lack)
                  : arena_printf(a, "%zu rows that have %s are left out.", n, lack);
}

/* The text with what is missing from the data as a whole: the first files by name, the others by their number. */
static const char *add_left_out(struct arena *a, const struct json *left_out, const char *text)
{
    size_t n = json_len(left_out);

    for (size_t i = 0; i < n && i < LEFT_OUT_NAMED; i++)
        text = arena_printf(a, "%s %s", text, json_text(json_at(left_out, i), NULL));
    if (n > LEFT_OUT_NAMED)
        text = arena_printf(a, "%s So were %zu other files.", text, n - LEFT_OUT_NAMED);
    return text;
}

/* The sentences of the answer: what came out, what it leaves out, and of which tables it is. */
static const char *tell(const struct result_input *in, const struct said_rows *rows, const struct unseen *unseen,
                        struct json *answer)
{
    struct arena *a = in->call->arena;
    const struct request *r = in->request;
    bool doubtful = false;
    const char *more[] = {
        unseen->ties > 0 ? tell_ties(a, last_query(r), unseen->ties) : NULL,
        unseen->halves > 0 ? tell_halves(a, &unseen->of, unseen->halves) : NULL,
        query_caution(a, in->tables, in->n, r),
        query_assumed(a, in->tables, in->n, r, &doubtful),
        request_origin(a, r, in->tables, in->n_shown > 1 ? in->n : 0),
        in->note,
    };
    const char *text = query_sentence(a, in->tables, in->n, r, rows);

    for (size_t i = 0; i < COUNT_OF(more); i++)
        if (more[i])
            text = arena_printf(a, "%s %s", text, more[i]);
    if (doubtful)
        json_set(a, answer, "confidence", json_double(a, in->confidence * DOUBTFUL));
    return add_left_out(a, in->left_out, text);
}

/* ---- showing ---- */

/* A picture of the rows where one helps or is asked for; none where it does not, and none where it cannot be drawn. */
static void draw(const struct result_input *in, const struct said_rows *rows, struct json *answer)
{
    struct arena *a = in->call->arena;
    const struct request *r = in->request;
    struct chart_wish wish = { .title = json_get_text(answer, "restatement"),
                               .type = r->show == SHOW_CHART ? r->chart : NULL };
    struct chart *chart;
    struct json *spec;
    struct err ignored;

    if (r->show == SHOW_SENTENCE || r->show == SHOW_TABLE)
        return;
    if (chart_from_table(a, rows->columns, rows->rows, &wish, &chart, &ignored) == 0 && chart &&
        chart_vega(a, chart, &spec, &ignored) == 0)
        json_set(a, answer, "chart", spec);
}

/* The sheet of the one table that is read, where the data has several. */
static const char *sheet_of(const struct result_input *in)
{
    const bool *read = tables_read(in);
    const struct table *only = NULL;
    size_t n = 0;

    for (size_t i = 0; i < in->n; i++)
        if (read[i]) {
            only = &in->tables[i];
            n++;
        }
    return n == 1 && in->n_shown > 1 ? only->sheet : NULL;
}

int result_answer(const struct result_input *in, struct json *answer, struct err *err)
{
    struct arena *a = in->call->arena;
    struct answer_table table = { .sheet_name = sheet_of(in), .columns = json_array(a) };
    struct said_rows rows;
    struct unseen unseen;

    if (run_rows(in, answer, &rows, &table.row_count, err) < 0 ||
        count_unseen(in, table.row_count, answer, &unseen, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(rows.columns); i++)
        json_push(a, table.columns, json_get(json_at(rows.columns, i), "name"));
    table.rows = json_copy(a, rows.rows);
    answer_show(a, answer, tell(in, &rows, &unseen, answer), &table);
    draw(in, &rows, answer);
    return 0;
}
