/* dataset_read.c - what a question may ask of a dataset, as its worker read it, looked at as foreign data.
 *
 * A worker that a file has taken over could send any query. What comes in is therefore read and checked as if a
 * stranger had typed it: one that does not pass is left out, and so is whatever else makes no sense of it.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "grid/table.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include <math.h>
#include <string.h>

static bool passes(struct arena *a, const struct table *tables, size_t n, const struct request *r)
{
    struct check_input in = { .tables = tables, .n_tables = n, .author = CHECK_MADE };
    struct check_result found;

    query_check(a, &in, r, &found);
    return found.n_errors == 0;
}

/* The pieces that lie in the question. */
static void read_left(struct arena *a, const struct json *list, size_t bytes, struct question_reading *ret)
{
    struct question_piece *left = arena_array(a, json_len(list), sizeof *left);

    for (size_t i = 0; i < json_len(list); i++) {
        size_t at = (size_t)json_get_int(json_at(list, i), "at", 0), n = (size_t)json_get_int(json_at(list, i), "n", 0);
        if (at < bytes && n <= bytes - at)
            left[ret->n_left++] = (struct question_piece){ at, n };
    }
    ret->left = left;
}

/* Confidences of a list sum to at most 1: what is over that is cut. */
static double read_confidence(const struct json *v, double *room)
{
    double c = json_real(v);

    c = isfinite(c) && c > 0 ? fmin(c, *room) : 0;
    *room -= c;
    return c;
}

static bool read_one(struct arena *a, const struct json *v, size_t bytes, struct question_reading *ret)
{
    struct request *request = arena_alloc(a, sizeof *request);
    const struct query *q;
    struct err why;

    *ret = (struct question_reading){ .rows = -1 };
    if (query_from_json(a, json_get(v, "query"), &q, &why))
        return false;
    *request = request_of(a, q);
    ret->request = request;
    ret->rows = json_get_int(v, "rows", -1);
    ret->is_complete = json_get_truth(v, "complete");
    read_left(a, json_get(v, "left"), bytes, ret);
    return true;
}

int dataset_read(struct dataset *ds, const char *question, size_t most, const struct cancel *cancel, struct arena *a,
                 struct question_reading **ret, size_t *ret_n, struct err *err)
{
    struct json *args = json_object(a), *answer;
    struct question_reading *readings;
    const struct table *tables;
    const struct json *list;
    double room = 1;
    size_t n, found = 0;

    json_set(a, args, "question", json_str(a, question));
    json_set(a, args, "most", json_int(a, (int64_t)most));
    if (dataset_tables(ds, cancel, &tables, &n, err) ||
        dataset_job(ds, "readings", args, NULL, cancel, a, &answer, err))
        return -1;
    list = json_get(answer, "readings");
    readings = arena_array(a, json_len(list), sizeof *readings);
    for (size_t i = 0; i < json_len(list) && found < most; i++) {
        if (!read_one(a, json_at(list, i), strlen(question), &readings[found]) ||
            !passes(a, tables, n, readings[found].request))
            continue;
        readings[found].confidence = read_confidence(json_get(json_at(list, i), "confidence"), &room);
        found++;
    }
    *ret = readings;
    *ret_n = found;
    return 0;
}
