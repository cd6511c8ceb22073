/* reader.c - data.read: a question as queries that it may ask, the likeliest first. Nothing is answered here: whoever
 * called decides whether one of them is run, and which. */
#include "ops/data/reader.h"
#include "access/columns.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "gate/op.h"
#include "gate/table.h"
#include "grid/table.h"
#include "model/fields.h"
#include "query/json/request_json.h"
#include "query/say/restate.h"

static struct json *left_to_json(struct arena *a, const struct question_reading *r)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < r->n_left; i++) {
        struct json *v = json_set(a, json_object(a), "at", json_int(a, (int64_t)r->left[i].at));
        json_push(a, list, json_set(a, v, "n", json_int(a, (int64_t)r->left[i].n)));
    }
    return list;
}

static struct json *reading_to_json(struct arena *a, const struct table *tables, size_t n,
                                    const struct question_reading *r)
{
    struct json *v = json_object(a);

    json_set(a, v, "query", request_to_json(a, r->request));
    json_set(a, v, "said", json_str(a, query_restate(a, tables, n, r->request)));
    json_set(a, v, "confidence", json_double(a, r->confidence));
    if (r->rows >= 0)
        json_set(a, v, "row_count", json_int(a, r->rows));
    json_set(a, v, "complete", json_bool(a, r->is_complete));
    json_set(a, v, "unexplained", left_to_json(a, r));
    return v;
}

static int read_question(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *list = json_array(c->arena);
    struct question_reading *readings;
    const struct table *tables;
    struct dataset *ds;
    size_t n, n_tables;
    int rc;

    if (columns_open(c, json_get(args, "data"), columns_policy(c, args, false), &ds, err) < 0)
        return -1;
    rc = dataset_tables(ds, c->cancel, &tables, &n_tables, err) ||
                 dataset_read(ds, json_get_text(args, "question"), (size_t)json_get_int(args, "most", 1), c->cancel,
                              c->arena, &readings, &n, err)
             ? -1
             : 0;
    for (size_t i = 0; rc == 0 && i < n; i++)
        json_push(c->arena, list, reading_to_json(c->arena, tables, n_tables, &readings[i]));
    dataset_release(ds);
    if (rc == 0)
        *ret = json_set(c->arena, json_object(c->arena), "readings", list);
    return rc;
}

static const struct model_field read_fields[] = {
    DATA_FIELD,
    FIELD("question", TEXT, REQ | MODEL_WORDS, "What is asked.", .range = BETWEEN(1, QUESTION_CHARS)),
    FIELD("most", INT, 0, "Readings to give at most.", .range = BETWEEN(1, QUESTION_READINGS), .otherwise = "5"),
    COLUMN_FIELDS,
    END,
};

static const struct model_field piece_fields[] = {
    FIELD("at", INT, REQ, "The byte where it begins."),
    FIELD("n", INT, REQ, "How many bytes it has."),
    END,
};

static const struct model_entity piece = ENTITY("Piece", "A stretch of the question.", piece_fields);

static const struct model_field reading_fields[] = {
    FIELD("query", OBJECT, REQ, "The query, as canonical JSON (docs/query.md)."),
    FIELD("said", TEXT, REQ, "The same in words."),
    FIELD("confidence", NUMBER, REQ, "How likely it is what is asked: those of a list sum to at most 1."),
    FIELD("row_count", INT, 0, "How many rows it gives, where it was tried; a thousand and one stands for more."),
    FIELD("complete", BOOL, REQ,
          "Every number, period, name, quotation and figure of the question has its place in it."),
    FIELD("unexplained", LIST, REQ, "Words of the question that it takes no notice of.", .each = EACH_ENTITY(piece)),
    END,
};

static const struct model_entity reading = ENTITY("Reading", "What a question may ask.", reading_fields);

static const struct model_field readings_fields[] = {
    FIELD("readings", LIST, REQ, "The likeliest first; none where nothing fits.", .each = EACH_ENTITY(reading)),
    END,
};

static const struct model_entity read_input = ENTITY("data.read", "A question and its data.", read_fields);
static const struct model_entity read_output = ENTITY("data.read result", "What it may ask.", readings_fields);

static const struct op ops[] = {
    { .name = "data.read",
      .summary = "Read a question as queries over the given files, the likeliest first, without answering it.",
      .input = &read_input,
      .output = &read_output,
      .flags = OP_INSIDE | OP_IDEMPOTENT,
      .run = read_question },
};

int reader_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
