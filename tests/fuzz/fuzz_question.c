/* fuzz_question.c - any bytes as a question about a fixed table, and as a follow-up to one. What is understood must be
 * restated so that it is understood the same way; what is offered must be understood. */
#include "../unit/test_lang_tables.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "lang/flat_form.h"
#include "lang/follow.h"
#include "lang/scope.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* The request that it becomes, as text. */
static const char *form_text(struct arena *a, const struct table *t, const struct flat *q)
{
    struct scope scope = scope_one(a, t);
    struct request r = flat_form(a, &scope, q);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, request_to_json(a, &r));
    return arena_dup(a, b.p, b.n);
}

/* A value that has every kind of quotes in it cannot be put between any. */
static bool can_be_quoted(const struct flat *q)
{
    for (size_t i = 0; i < q->n_filters; i++)
        for (size_t k = 0; k < q->filters[i].n_values; k++) {
            const char *v = q->filters[i].values[k];
            if (strchr(v, '"') && strchr(v, '\'') && strchr(v, '`'))
                return false;
        }
    return true;
}

static void understood(struct arena *a, const struct table *t, const struct flat *q)
{
    struct flat again;
    struct flat_options options;
    struct err err;

    check(q->confidence >= 0 && q->confidence <= 1);
    if (!can_be_quoted(q))
        return;
    check(flat_read(a, t, flat_restate(a, t, q), &again, &options, &err) == 0);
    check(strcmp(form_text(a, t, q), form_text(a, t, &again)) == 0);
}

static void offered(struct arena *a, const struct table *t, const struct flat_options *options, const struct err *err)
{
    check(err->message[0] != '\0');
    check((options->n > 0) == (err->code == ERR_CLARIFICATION_NEEDED));
    for (size_t i = 0; i < options->n; i++) {
        struct flat q;
        struct err refused;
        check(flat_read(a, t, options->label[i], &q, &(struct flat_options){ 0 }, &refused) == 0);
    }
}

/* The message as a follow-up to one of some questions; own is what it is by itself. */
static void follow(struct arena *a, const struct table *t, unsigned which, const char *message, int status,
                   const struct flat *own, struct flat_options *options, struct err *err)
{
    static const char *const questions[] = { "count by %s",         "highest %s",
                                             "list rows",           "how many rows",
                                             "top 3 %s by count",   "different values of %s",
                                             "share of rows by %s", "first 5 rows where %s is not empty" };
    const char *name = t->columns[which % t->n_columns].name;
    struct follow f = { .tables = t, .n_tables = 1, .scope = scope_one(a, t) };
    struct scope scope = f.scope;
    struct flat_options none;
    struct err refused;
    bool followed;
    char before[128];
    const char *form = questions[which % COUNT_OF(questions)], *place = strstr(form, "%s");

    snprintf(before, sizeof before, "%.*s%s%s", place ? (int)(place - form) : (int)strlen(form), form,
             place ? name : "", place ? place + 2 : "");
    if (flat_read(a, t, before, &f.query, &none, &refused) < 0)
        return;
    status = follow_or_own(a, &f, message, status, &scope, own, options, &followed, err);
    if (status == 0 && followed)
        understood(a, t, &f.query);
    else if (status < 0 && followed)
        offered(a, t, options, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct table *const tables[] = { &sales, &people, &weather };
    struct arena *a = arena_new();
    const struct table *t = size > 0 ? tables[data[0] % 3] : &sales;
    const char *question = size > 0 ? arena_dup(a, data + 1, size - 1) : "";
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };
    int status = flat_read(a, t, question, &q, &options, &err);

    if (status == 0)
        understood(a, t, &q);
    else
        offered(a, t, &options, &err);
    follow(a, t, size > 0 ? data[0] / 3 : 0, question, status, &q, &options, &err);
    arena_free(a);
    return 0;
}
