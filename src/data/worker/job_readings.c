/* job_readings.c - the worker's job that reads a question: linked with its tables, read, tried on its rows.
 *
 * All of it is here, where the data is: the values that words are linked with, and the rows of the trials, do not leave
 * the process. What leaves it are queries, which the parent checks as it checks anybody's.
 *
 * The same question gets the same answer on any machine: trials are bounded by counted rows. When the clock or the
 * caller ends one of them, the whole job ends with that.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/engine/engine.h"
#include "data/worker/jobs.h"
#include "data/worker/workset.h"
#include "grid/parallel.h"
#include "grid/table.h"
#include "link/link.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/sql/sql.h"
#include "read/builtin.h"
#include "read/rank.h"
#include <math.h>

/* ---- trials ---- */

struct tries {
    struct workset *workset;
    const struct table *tables;
    size_t n_tables;
    const struct cancel *cancel;
};

struct trying {
    struct trial_maker maker;
    bool ordered;
};

static void begin_rows(void *arg, size_t columns)
{
    struct trying *t = arg;

    trial_begin(&t->maker, columns, t->ordered);
}

static bool take_row(void *arg, const struct engine_cell *cells, size_t n)
{
    struct trial_maker *m = &((struct trying *)arg)->maker;

    for (size_t i = 0; i < n; i++)
        trial_cell(m, cells[i].p, cells[i].n);
    return m->trial.rows <= TRIAL_ROWS;
}

/* Once the job is to end, whatever is left fails at once. */
static void try_query(const struct tries *t, const struct query *q, struct trial *ret)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct query few = *q;
    struct request request = request_of(a, &few);
    struct trying trying = { .ordered = trial_is_ordered(q) };
    struct engine_taker taker = { begin_rows, take_row, &trying };
    struct json *params;
    const char *sql;
    struct err why;

    *ret = (struct trial){ .tried = true, .failed = true };
    if (few.n_per == 0 && (few.limit == 0 || few.limit > TRIAL_ROWS)) /* so few can be found without sorting all */
        few.limit = TRIAL_ROWS + 1;
    if (query_sql(a, &sql_duckdb, t->tables, t->n_tables, &request, &sql, &params, &why) ||
        engine_each(workset_engine(t->workset), sql, params, &taker, t->cancel, &why))
        return;
    trial_end(&trying.maker, ret);
}

struct batch {
    const struct tries *tries;
    const struct query *const *queries;
    struct trial *ret;
};

static void try_one(void *arg, size_t i)
{
    const struct batch *b = arg;

    try_query(b->tries, b->queries[i], &b->ret[i]);
}

/* Side by side: each takes one thread of the engine. */
static void run_tries(void *arg, const struct query *const *queries, size_t n, struct trial *ret)
{
    struct batch batch = { arg, queries, ret };

    parallel_run(n, 0, try_one, &batch);
}

/* ---- the answer ---- */

/* The bytes of the question that nothing explains: neighbours in one piece. */
static struct json *left_of(struct arena *a, const struct link *l, const struct ranked *r)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < r->n_left;) {
        const struct token *first = &l->tokens[r->left[i]], *last = first;
        struct json *piece = json_object(a);
        for (i++; i < r->n_left && r->left[i] == r->left[i - 1] + 1; i++)
            last = &l->tokens[r->left[i]];
        json_set(a, piece, "at", json_int(a, (int64_t)first->at));
        json_set(a, piece, "n", json_int(a, (int64_t)(last->at + last->n - first->at)));
        json_push(a, list, piece);
    }
    return list;
}

/* Words that ask for something of their own: an answer without it is another one. */
static bool asks(enum link_operator o)
{
    static const bool it_does[OPERATORS] = {
        [OPERATOR_NE] = true,         [OPERATOR_NOT] = true,     [OPERATOR_NEVER] = true,  [OPERATOR_EXCEPT] = true,
        [OPERATOR_SUM] = true,        [OPERATOR_AVERAGE] = true, [OPERATOR_MEDIAN] = true, [OPERATOR_RATIO] = true,
        [OPERATOR_DIFFERENCE] = true, [OPERATOR_SHARE] = true,   [OPERATOR_GROWTH] = true, [OPERATOR_RUNNING] = true,
    };

    return it_does[o];
}

static bool is_exact(const struct mention *m)
{
    return m->kind == MENTION_PERIOD || (m->kind == MENTION_NUMBER && !m->written_out) ||
           (m->kind == MENTION_OPERATOR && asks(m->op));
}

/* A token of a number, a period, a quotation, a name, or a word that asks: none of these is said for nothing. */
static bool must_be_met(const struct link *l, size_t token)
{
    if (l->tokens[token].quote > 0 || (token > 0 && l->tokens[token].capital))
        return true;
    for (size_t i = 0; i < l->n_mentions; i++)
        if (is_exact(&l->mentions[i]) && l->mentions[i].first <= token &&
            token < l->mentions[i].first + l->mentions[i].n)
            return true;
    return false;
}

static bool is_complete(const struct link *l, const struct ranked *r)
{
    for (size_t i = 0; i < r->n_left; i++)
        if (must_be_met(l, r->left[i]))
            return false;
    return true;
}

static struct json *reading_of(struct arena *a, const struct link *l, const struct ranked *r)
{
    struct json *v = json_object(a);

    json_set(a, v, "query", query_to_json(a, r->candidate->query));
    json_set(a, v, "confidence", json_double(a, r->confidence));
    if (r->trial && !r->trial->failed)
        json_set(a, v, "rows", json_int(a, (int64_t)r->trial->rows));
    json_set(a, v, "left", left_of(a, l, r));
    json_set(a, v, "complete", json_bool(a, is_complete(l, r)));
    return v;
}

/* Those worth offering: that ran or were not tried, each with rows of its own. */
static struct json *readings_of(struct arena *a, const struct link *l, const struct ranked *ranked, size_t n,
                                size_t most)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < n && json_len(list) < most; i++)
        if (!ranked[i].is_alike && !(ranked[i].trial && ranked[i].trial->failed))
            json_push(a, list, reading_of(a, l, &ranked[i]));
    return list;
}

static int read_linked(struct tries *tries, const char *question, size_t most, struct job_io *io, struct json **ret,
                       struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct trier trier = { run_tries, tries };
    const struct read_models *models;
    const struct link_schema *schema;
    struct reading reading;
    struct ranked *ranked;
    struct link link;
    size_t n;

    if (read_models_builtin(&models, err) || workset_schema(tries->workset, io->cancel, &schema, err) ||
        link_question(a, schema, question, &link, err) ||
        read_question(a, models, &link, &trier, &reading, &ranked, &n, err) || cancel_check(io->cancel, err))
        return -1;
    *ret = json_set(io->arena, json_object(io->arena), "readings", readings_of(io->arena, &link, ranked, n, most));
    return 0;
}

int job_readings(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    const char *question = json_get_text(args, "question");
    int64_t most = json_get_int(args, "most", 1);
    struct tries tries = { .workset = state, .cancel = io->cancel };

    if (!question || most < 1)
        return err_set(err, ERR_INVALID_INPUT, "There is no question to read.", "readings of no question");
    if (workset_tables(state, io->cancel, &tries.tables, &tries.n_tables, err))
        return -1;
    return read_linked(&tries, question, (size_t)most, io, ret, err);
}
