/* test_dataset_read.c - a question read where the data is: by the worker, with its own values, tried on its own rows.
 *
 * This program is its own worker, and has models that were never taught. So what is found here is found by words of the
 * tables and by trials alone.
 */
#include "base/cancel.h"
#include "base/limits.h"
#include "data/pii/column_policy.h"
#include "dataset_place.h"
#include "query/json/request_json.h"
#include "read/builtin.h"
#include "read/rank.h"
#include "read_models_testing.h"

int read_models_builtin(const struct read_models **ret, struct err *err)
{
    static struct read_models models;

    (void)err;
    make_models(&models);
    *ret = &models;
    return 0;
}

#define SINGERS "name,country,age\nAnn,France,31\nBob,Spain,28\nCleo,France,45\nDan,Peru,28\n"

static size_t read_as(struct place *p, struct dataset *ds, const char *question, struct question_reading **ret)
{
    size_t n;

    if (dataset_read(ds, question, 50, NULL, p->arena, ret, &n, &p->err))
        fail_msg("%s: %s | %s", question, p->err.message, p->err.detail);
    return n;
}

/* All readings as one text. */
static const char *all_of(struct place *p, const struct question_reading *r, size_t n)
{
    const char *text = "";

    for (size_t i = 0; i < n; i++)
        text = arena_printf(p->arena, "%s%s %lld\n", text, json_of(p, request_to_json(p->arena, r[i].request)),
                            (long long)r[i].rows);
    return text;
}

static void values_of_the_data_are_found(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "singers.csv", SINGERS);
    struct question_reading *r;
    size_t n = read_as(p, ds, "names of singers from France", &r);

    assert_true(n > 3);
    assert_non_null(strstr(all_of(p, r, n), "\"select\":[{\"column\":\"name\"}]"));
    assert_non_null(strstr(all_of(p, r, n), "{\"value\":\"France\"}"));
    for (size_t i = 0; i < n; i++)
        assert_true(r[i].rows >= -1 && r[i].rows <= TRIAL_ROWS + 1);
    dataset_release(ds);
}

static void what_was_tried_has_rows_of_its_own(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "singers.csv", SINGERS);
    struct question_reading *r;
    size_t n = read_as(p, ds, "how many singers are older than 30", &r), tried = 0;

    for (size_t i = 0; i < n; i++)
        tried += r[i].rows >= 0;
    assert_true(tried > 1 && tried <= RANK_TRIES);
    dataset_release(ds);
}

static void the_same_question_has_the_same_readings(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "singers.csv", SINGERS), *other;
    struct question_reading *one, *two;
    size_t n = read_as(p, ds, "average age of singers from Spain", &one), m;
    const char *first = all_of(p, one, n);

    m = read_as(p, ds, "average age of singers from Spain", &two);
    assert_string_equal(first, all_of(p, two, m));
    other = open_text(p, "more.csv", "x\n1\n");
    dataset_release(ds);
    dataset_release(other);
    ds = open_text(p, "singers.csv", SINGERS); /* a file that was written again: another worker */
    m = read_as(p, ds, "average age of singers from Spain", &two);
    assert_string_equal(first, all_of(p, two, m));
    dataset_release(ds);
}

static void what_is_blocked_is_not_known(void **state)
{
    static const char *const blocked[] = { "country" };
    struct column_policy policy = { .blocked = blocked, .n_blocked = 1 };
    struct place *p = *state;
    const char *path = put_file(p, "singers.csv", SINGERS);
    struct question_reading *r;
    struct dataset *ds;
    size_t n;

    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1, .policy = &policy },
                                  NULL, &ds, &p->err),
                     0);
    n = read_as(p, ds, "singers from France by country", &r);
    assert_null(strstr(all_of(p, r, n), "country"));
    dataset_release(ds);
}

static void words_that_say_nothing_are_told(void **state)
{
    static const char question[] = "names of splendid singers";
    struct place *p = *state;
    struct dataset *ds = open_text(p, "singers.csv", SINGERS);
    struct question_reading *r;
    size_t n = read_as(p, ds, question, &r), told = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < r[i].n_left; k++)
            told += memcmp(question + r[i].left[k].at, "splendid", 8) == 0;
    assert_true(n > 0);
    assert_int_equal(told, n);
    dataset_release(ds);
}

static void a_question_that_is_taken_back_ends(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "singers.csv", SINGERS);
    struct question_reading *r;
    struct cancel cancel;
    size_t n;

    read_as(p, ds, "singers", &r);
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(dataset_read(ds, "singers from France", 5, &cancel, p->arena, &r, &n, &p->err), -1);
    assert_int_equal(p->err.code, ERR_CANCELLED);
    dataset_release(ds);
}

static void a_question_of_too_many_words_is_refused(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "singers.csv", SINGERS);
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    struct question_reading *r;
    size_t n;

    for (int i = 0; i < LINK_TOKENS + 1; i++)
        buf_adds(&b, "singers ");
    assert_int_equal(dataset_read(ds, b.p, 5, NULL, p->arena, &r, &n, &p->err), -1);
    assert_int_equal(p->err.code, ERR_TOO_LARGE);
    dataset_release(ds);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(values_of_the_data_are_found),
        TEST(what_was_tried_has_rows_of_its_own),
        TEST(the_same_question_has_the_same_readings),
        TEST(what_is_blocked_is_not_known),
        TEST(words_that_say_nothing_are_told),
        TEST(a_question_that_is_taken_back_ends),
        TEST(a_question_of_too_many_words_is_refused),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
