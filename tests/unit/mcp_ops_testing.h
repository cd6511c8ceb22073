/* mcp_ops_testing.h - operations to be served as tools: one of each kind, and a user with many files. */
#pragma once
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "model/answer.h"
#include "model/fields.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILES 120

struct service {
    int runs;
    enum caller caller;
    char user[32];
};

static const struct model_field note_fields[] = {
    FIELD("text", TEXT, REQ, "The text.", .range = BETWEEN(1, 5)),
    END,
};
static const struct model_field nothing_fields[] = { END };
static const struct model_field count_fields[] = { FIELD("count", INT, REQ, "How many."), END };
static const struct model_field page_fields[] = {
    FIELD("offset", INT, 0, "From where.", .otherwise = "0"),
    FIELD("limit", INT, 0, "How many.", .otherwise = "10"),
    END,
};
static const struct model_field data_fields[] = { FIELD("data", LIST, REQ, "Of what.", .each = EACH(TEXT)), END };
static const struct model_field file_fields[] = {
    FIELD("id", TEXT, REQ, "Its id."),
    FIELD("name", TEXT, REQ, "Its name."),
    FIELD("description", TEXT, NUL, "What it is."),
    FIELD("data", TEXT, REQ, "Its URI."),
    END,
};
static const struct model_entity file = ENTITY("file", "A file.", file_fields);
static const struct model_field listed_fields[] = {
    FIELD("items", LIST, REQ, "Files.", .each = EACH_ENTITY(file)),
    END,
};

static const struct model_entity note_input = ENTITY("note", "A note.", note_fields);
static const struct model_entity nothing = ENTITY("nothing", "Nothing.", nothing_fields);
static const struct model_entity count_output = ENTITY("count", "A count.", count_fields);
static const struct model_entity page_input = ENTITY("page", "A page.", page_fields);
static const struct model_entity data_input = ENTITY("data", "Data.", data_fields);
static const struct model_entity listed = ENTITY("listed", "A list.", listed_fields);

static int give_count(struct call *c, int64_t n, struct json **ret)
{
    *ret = json_set(c->arena, json_object(c->arena), "count", json_int(c->arena, n));
    return 0;
}

static int run_note(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct service *s = c->service;

    (void)args;
    (void)err;
    s->runs++;
    s->caller = c->caller;
    snprintf(s->user, sizeof s->user, "%s", c->user);
    call_step(c, 1, 2, "half way");
    return give_count(c, s->runs, ret);
}

static int run_answer(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct arena *a = c->arena;
    struct answer_ids ids = { .correlation_id = c->correlation_id };
    struct json *columns = json_push(a, json_array(a), json_str(a, "re|gion")), *row = json_array(a);
    struct answer_table table = { .columns = columns, .rows = json_array(a), .row_count = 1 };

    (void)args;
    (void)err;
    json_push(a, table.rows, json_push(a, row, json_str(a, "No\nrth")));
    *ret = answer_new(a, c->world, "analyst", &ids);
    answer_show(a, *ret, "One region.", &table);
    json_set(a, *ret, "restatement", json_str(a, "all regions"));
    return 0;
}

static int run_slow(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    (void)args;
    (void)ret;
    for (;;) {
        if (cancel_check(c->cancel, err) < 0)
            return -1;
        usleep(1000);
    }
}

static int affects_drop(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    (void)args;
    (void)err;
    ret->summary = "Drop the thing.";
    ret->rows = json_array(c->arena);
    return 0;
}

static int run_files(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct arena *a = c->arena;
    struct json *items = json_array(a);
    int64_t offset = json_get_int(args, "offset", 0), limit = json_get_int(args, "limit", 0);

    (void)err;
    for (int64_t i = offset; i < FILES && i < offset + limit; i++) {
        struct json *one = json_set(a, json_object(a), "id", json_str(a, arena_printf(a, "id%d", (int)i)));
        json_set(a, one, "name", json_str(a, arena_printf(a, "Sales%d.csv", (int)i)));
        json_set(a, one, "description", json_null(a));
        json_set(a, one, "data", json_str(a, arena_printf(a, "upload://id%d/Sales%d.csv", (int)i, (int)i)));
        json_push(a, items, one);
    }
    *ret = json_set(a, json_object(a), "items", items);
    return 0;
}

static int run_describe(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const char *uri = json_text(json_at(json_get(args, "data"), 0), NULL);

    if (strcmp(uri, "upload://id7/Sales7.csv") != 0)
        return err_say(err, ERR_NOT_FOUND, "There is no such file.");
    return give_count(c, 7, ret);
}

#define OP(n, in, out, f, r, ...)                                                                                      \
    {                                                                                                                  \
        .name = n, .summary = "A test.", .input = &in, .output = &out, .flags = f, .run = r, __VA_ARGS__               \
    }

static const struct op ops[] = {
    OP("answer", nothing, answer_entity, OP_FOR_AGENTS | OP_IDEMPOTENT, run_answer, .shape = OP_ANSWER),
    OP("data.describe", data_input, count_output, OP_FOR_AGENTS, run_describe, .command = NULL),
    OP("drop", nothing, count_output, OP_FOR_AGENTS | OP_MAKES_FILES | OP_DESTRUCTIVE, run_note,
       .affects = affects_drop),
    OP("files.list", page_input, listed, OP_FOR_AGENTS, run_files, .command = NULL),
    OP("keep", nothing, count_output, OP_FOR_AGENTS | OP_MAKES_FILES | OP_IDEMPOTENT, run_note, .command = NULL),
    OP("note", note_input, count_output, OP_FOR_AGENTS, run_note, .command = NULL),
    OP("save", nothing, count_output, OP_FOR_AGENTS | OP_MAKES_FILES, run_note, .command = NULL),
    OP("secret", nothing, count_output, 0, run_note, .command = NULL),
    OP("slow", nothing, count_output, OP_FOR_AGENTS, run_slow, .command = NULL),
};
