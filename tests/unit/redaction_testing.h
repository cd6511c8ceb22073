/* redaction_testing.h - a job asked of a real worker, with and without a policy, and its answer looked through. */
#pragma once
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "dataset_place.h"

/* The answer as JSON text, or the error's message. */
static inline const char *ask(struct place *p, const char *path, const struct column_policy *policy, const char *job,
                              const char *args)
{
    struct dataset_spec spec = { .at = AT(path), .n = 1, .policy = policy };
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);
    struct json *given, *answer;
    struct dataset *ds;
    int status;

    assert_int_equal(json_parse(p->arena, args, strlen(args), &given, &p->err), 0);
    assert_int_equal(dataset_open(p->datasets, &spec, NULL, &ds, &p->err), 0);
    status = dataset_job(ds, job, given, NULL, NULL, p->arena, &answer, &p->err);
    dataset_release(ds);
    if (status < 0)
        return arena_str(p->arena, p->err.message);
    json_write(&b, answer);
    return arena_dup(p->arena, b.p, b.n);
}

/* As an outside client is bound. */
static inline const char *bound(struct place *p, const char *path, const char *job, const char *args)
{
    struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };

    return ask(p, path, &policy, job, args);
}

static inline void has(const char *text, const char *piece)
{
    assert_non_null(text);
    if (!strstr(text, piece))
        fail_msg("%s\nis not in\n%s", piece, text);
}

static inline void lacks(const char *text, const char *piece)
{
    assert_non_null(text);
    if (text && strstr(text, piece))
        fail_msg("%s\nis in\n%s", piece, text);
}
