/* test_job_reply.c - what a worker may answer: each job's answer as it should be, and with every part of it wrong. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "data/worker/job_reply.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define LEFT "{\"table\":\"t\",\"column\":\"c\",\"rule\":\"email\",\"reason\":\"r\"}"
#define COLUMN                                                                                                         \
    "{\"name\":\"a\",\"type\":\"integer\",\"role\":\"id\",\"nulls\":0,\"distinct\":2,\"min\":1,\"max\":2,\"mean\":1."  \
    "5,"                                                                                                               \
    "\"stddev\":null,\"quantiles\":null,\"top\":[{\"value\":1,\"count\":1}],\"histogram\":{\"unit\":null,\"bins\":["   \
    "{\"from\":1,\"to\":2,\"count\":2}]},\"outliers\":{\"count\":0},\"problems\":[{\"kind\":\"blanks\",\"count\":1,"   \
    "\"text\":\"t\"}],\"quality\":0.5}"

static const struct sample {
    const char *job, *answer;
} samples[] = {
    { "describe", "{\"tables\":[{}],\"from\":[0],\"saved\":[0],\"damaged\":[0],"
                  "\"skipped\":[{\"source\":0,\"reason\":\"r\"}]}" },
    { "query", "{\"columns\":[{\"name\":\"a\",\"type\":\"text\"}],\"rows\":[[\"x\"],[null]],\"truncated\":false,"
               "\"left_out\":[" LEFT "]}" },
    { "show", "{\"name\":\"n\",\"columns\":[{\"name\":\"a\",\"type\":null}],\"rows\":[[1],[]],\"row_count\":2,"
              "\"assumptions\":[\"s\"],\"left_out\":[" LEFT "]}" },
    { "page", "{\"rows\":[[1,2]]}" },
    { "profile", "{\"tables\":[{\"name\":\"t\",\"row_count\":2,\"quality\":1,\"duplicate_rows\":0,\"keys\":[[\"a\"]],"
                 "\"columns\":[" COLUMN
                 "],\"assumptions\":[\"s\"]}],\"relationships\":[{\"from_table\":\"t\",\"from_column\":\"a\","
                 "\"to_table\":\"u\",\"to_column\":\"b\",\"relationship_type\":\"foreign_key\",\"confidence\":1}],"
                 "\"left_out\":[" LEFT "]}" },
    { "structure",
      "{\"sheets\":[{}],\"tables\":[{}],\"defined_names\":[{}],\"pivot_tables\":[{}],\"left_out\":[" LEFT "]}" },
    { "search", "{\"results\":[{\"worksheet\":\"s\",\"address\":\"A1\",\"row\":1,\"column\":1,\"value\":\"v\","
                "\"table\":null}],\"total_matches\":1,\"truncated\":false,\"left_out\":[" LEFT "]}" },
    { "pivot", "{\"pivot_tables\":[{}],\"left_out\":[" LEFT "]}" },
    { "readings",
      "{\"readings\":[{\"query\":{},\"confidence\":0.5,\"rows\":1,\"left\":[{\"at\":0,\"n\":1}],\"complete\":true}]}" },
};

static struct json *parsed(struct arena *a, const char *text)
{
    struct json *v = NULL;
    struct err err;

    if (json_parse(a, text, strlen(text), &v, &err))
        fail_msg("%s: %s", text, err.detail);
    return v;
}

static void refused(const char *job, const struct json *answer)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    struct err err;

    json_write(&b, answer);
    if (job_reply_check(job, answer, &err) == 0)
        fail_msg("%s: %s was taken", job, b.p);
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    assert_null(strstr(err.message, job));
}

static void an_answer_as_it_should_be_is_taken(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++)
        if (job_reply_check(samples[i].job, parsed(a, samples[i].answer), &err))
            fail_msg("%s: %s", samples[i].job, err.detail);
}

/* Members of a profile of which anything may be said, or nothing. */
static bool may_be_anything(const struct sample *s, const char *key)
{
    static const char *const keys[] = { "min", "max", "value", "from", "to", "unit" };

    for (size_t i = 0; strcmp(s->job, "profile") == 0 && i < COUNT_OF(keys); i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/* Puts something of another kind into every member of every object in turn, and sees it refused. */
static void spoil(struct arena *a, const struct sample *s, struct json *answer, struct json *v)
{
    for (size_t i = 0; i < json_len(v); i++) {
        struct json *member = json_at(v, i);
        const char *key = json_is(v, JSON_OBJECT) ? json_key_at(v, i, NULL) : NULL;

        spoil(a, s, answer, member);
        if (!key || may_be_anything(s, key))
            continue;
        json_set(a, v, key, json_is(member, JSON_OBJECT) ? json_int(a, 5) : json_object(a));
        if (strcmp(key, "quantiles") != 0)
            refused(s->job, answer);
        json_set(a, v, key, json_is(member, JSON_BOOL) ? json_null(a) : json_bool(a, true));
        refused(s->job, answer);
        json_set(a, v, key, member);
    }
}

static void one_with_any_part_of_another_kind_is_not(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct json *answer = parsed(a, samples[i].answer);
        spoil(a, &samples[i], answer, answer);
        assert_int_equal(job_reply_check(samples[i].job, answer, &err), 0); /* all is as it was */
    }
}

static void one_without_a_member_is_not(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct json *whole = parsed(a, samples[i].answer);
        bool needs_left_out = strcmp(samples[i].job, "query") == 0 || strcmp(samples[i].job, "profile") == 0;

        for (size_t k = 0; k < json_len(whole); k++) {
            struct json *answer = json_copy(a, whole);
            struct err err;
            const char *key = json_key_at(whole, k, NULL);

            json_unset(answer, key);
            if (strcmp(key, "left_out") == 0 && !needs_left_out)
                assert_int_equal(job_reply_check(samples[i].job, answer, &err), 0);
            else
                refused(samples[i].job, answer);
        }
    }
}

static void what_is_no_object_is_no_answer(void **state)
{
    static const char *const texts[] = { "null", "5", "\"x\"", "[]", "true" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++)
        for (size_t k = 0; k < COUNT_OF(texts); k++)
            refused(samples[i].job, parsed(a, texts[k]));
}

static void a_list_holds_what_it_should_to_its_end(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    refused("page", parsed(a, "{\"rows\":[[1],[2],5]}"));
    refused("page", parsed(a, "{\"rows\":[[1],{}]}"));
    refused("query", parsed(a, "{\"columns\":[],\"rows\":[],\"truncated\":false,\"left_out\":[" LEFT ",{}]}"));
    refused("describe", parsed(a, "{\"tables\":[5],\"from\":[0],\"saved\":[],\"damaged\":[],\"skipped\":[]}"));
    refused("query", parsed(a, "{\"columns\":[{\"name\":\"a\",\"type\":\"text\"}],\"rows\":[[1,2]],\"truncated\":false,"
                               "\"left_out\":[]}")); /* a value of no column */
}

static void a_count_is_one_that_can_be_counted(void **state)
{
    static const char *const counts[] = { "-1", "1.5", "1e99", "9223372036854775807", "549755813889" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        refused("search",
                parsed(a, arena_printf(a, "{\"results\":[],\"total_matches\":%s,\"truncated\":false}", counts[i])));
    assert_int_equal(job_reply_check("search",
                                     parsed(a, "{\"results\":[],\"total_matches\":549755813888,"
                                               "\"truncated\":false}"),
                                     &err),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_as_it_should_be_is_taken),
        cmocka_unit_test(one_with_any_part_of_another_kind_is_not),
        cmocka_unit_test(one_without_a_member_is_not),
        cmocka_unit_test(what_is_no_object_is_no_answer),
        cmocka_unit_test(a_list_holds_what_it_should_to_its_end),
        cmocka_unit_test(a_count_is_one_that_can_be_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
