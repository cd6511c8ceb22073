/* check.c - a request as a whole, its findings, and how they are told. */
#include "query/check/check.h"
#include "base/arena.h"
#include "base/json.h"
#include "query/check/part.h"
#include <stdarg.h>

/* ---- findings ---- */

static struct check_finding PRINTF(5, 0) finding(struct checking *c, const char *category, const struct place *at,
                                                 const char *fix, const char *message, va_list args)
{
    return (struct check_finding){
        .category = category, .place = place_text(c->a, at), .message = arena_vprintf(c->a, message, args), .fix = fix
    };
}

static void add_error(struct checking *c, enum err_code code, struct check_finding found)
{
    found.is_error = true;
    found.code = code;
    c->errors[c->n_errors++] = found;
}

void check_error(struct checking *c, enum err_code code, const char *category, const struct place *at, const char *fix,
                 const char *message, ...)
{
    va_list args;

    c->refused++;
    if (c->n_errors == CHECK_FINDINGS)
        return;
    va_start(args, message);
    add_error(c, code, finding(c, category, at, fix, message, args));
    va_end(args);
}

static void PRINTF(5, 0) add_warning(struct checking *c, const char *category, const struct place *at, const char *fix,
                                     const char *message, va_list args)
{
    if (c->n_warnings < CHECK_FINDINGS)
        c->warnings[c->n_warnings++] = finding(c, category, at, fix, message, args);
}

void check_warning(struct checking *c, const char *category, const struct place *at, const char *fix,
                   const char *message, ...)
{
    va_list args;

    va_start(args, message);
    add_warning(c, category, at, fix, message, args);
    va_end(args);
}

void check_doubt(struct checking *c, const char *category, const struct place *at, const char *fix, const char *message,
                 ...)
{
    va_list args;

    va_start(args, message);
    if (c->in->author == CHECK_WRITTEN) {
        add_warning(c, category, at, fix, message, args);
    } else {
        c->refused++;
        if (c->n_errors < CHECK_FINDINGS)
            add_error(c, ERR_INVALID_QUERY, finding(c, category, at, fix, message, args));
    }
    va_end(args);
}

/* ---- a request ---- */

static void check_operation(struct checking *c, const struct step *s, size_t i, const struct place *at)
{
    if (s->over && check_step(c, s->over, i))
        return;
    check_error(c, ERR_INVALID_QUERY, "name", &(struct place){ at, "over", 0 }, NULL, "There is no earlier step '%s'.",
                s->over ? s->over : "");
}

static void check_steps(struct checking *c)
{
    const struct place steps = { NULL, "steps", 0 };

    for (size_t i = 0; i < c->request->n_steps; i++) {
        const struct step *s = &c->request->steps[i];
        const struct place at = { &steps, NULL, i }, query = { &at, "query", 0 };
        if (s->query)
            check_query(c, NULL, s->query, i, &query);
        else
            check_operation(c, s, i, &at);
    }
}

void query_check(struct arena *a, const struct check_input *in, const struct request *r, struct check_result *ret)
{
    struct checking *c = arena_alloc(a, sizeof *c);
    struct check_finding *all;

    *c = (struct checking){ .a = a, .in = in, .request = r };
    c->typing = (struct typing){ .arena = a,
                                 .tables = in->tables,
                                 .n_tables = in->n_tables,
                                 .request = r,
                                 .engine = "a query",
                                 .err = &c->err,
                                 .steps = arena_array(a, r->n_steps, sizeof(struct block *)) };
    if (check_request_shape(c))
        check_steps(c);
    all = arena_array(a, c->n_errors + c->n_warnings, sizeof *all);
    *ret = (struct check_result){ .findings = all, .n_errors = c->n_errors };
    for (size_t i = 0; i < c->n_errors; i++)
        all[ret->n++] = c->errors[i];
    for (size_t i = 0; i < c->n_warnings && ret->n < CHECK_FINDINGS; i++)
        all[ret->n++] = c->warnings[i];
}

/* ---- telling ---- */

int check_refuse(const struct check_result *c, struct err *err)
{
    const struct check_finding *first = c->findings;

    if (c->n_errors == 0)
        return 0;
    err_set(err, first->code, first->message, "%s: %s", first->place, first->message);
    if (first->fix)
        err_action(err, "%s", first->fix);
    return -1;
}

struct json *check_to_json(struct arena *a, const struct check_result *c)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < c->n; i++) {
        const struct check_finding *f = &c->findings[i];
        struct json *v = json_object(a);
        json_set(a, v, "severity", json_str(a, f->is_error ? "error" : "warning"));
        json_set(a, v, "category", json_str(a, f->category));
        json_set(a, v, "place", json_str(a, f->place));
        json_set(a, v, "message", json_str(a, f->message));
        if (f->fix)
            json_set(a, v, "fix", json_str(a, f->fix));
        json_push(a, list, v);
    }
    return list;
}
