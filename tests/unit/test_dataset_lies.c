/* test_dataset_lies.c - workers that answer nonsense, as one would whose file has taken it over.
 *
 * This program is its own worker. The file it is given is the list of its answers: {"JOB": ANSWER, ...}. A job that is
 * not in it is answered as a worker would that has one small table.
 */
#include "base/json.h"
#include "data/worker/jobs.h"
#include "dataset_place.h"
#include "grid/table.h"
#include <unistd.h>

#define FINGERPRINT "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define TABLE                                                                                                          \
    "{\"name\":\"t\",\"source\":\"t.json\",\"row_count\":1,\"columns\":[{\"name\":\"x\",\"type\":\"integer\","         \
    "\"nulls\":0,\"distinct\":1}],\"schema_fingerprint\":\"" FINGERPRINT "\",\"assumptions\":[]}"
#define DESCRIBED(tables, from)                                                                                        \
    "{\"tables\":[" tables "],\"from\":[" from "],\"saved\":[],\"damaged\":[],\"skipped\":[]}"
#define TRUE_ANSWER                                                                                                    \
    "{\"columns\":[{\"name\":\"x\",\"type\":\"integer\"}],\"rows\":[[1]],\"truncated\":false,\"left_out\":[]}"

/* ---- in the worker ---- */

static int answers_fd;

static int answer_as_told(const char *job, const char *otherwise, struct job_io *io, struct json **ret, struct err *err)
{
    char *text = arena_alloc(io->arena, 1 << 16);
    ssize_t n = pread(answers_fd, text, 1 << 16, 0);
    struct json *answers, *lie;

    assert_true(n > 0);
    if (json_parse(io->arena, text, (size_t)n, &answers, err))
        return -1;
    lie = json_get(answers, job);
    if (lie)
        *ret = lie;
    return lie ? 0 : json_parse(io->arena, otherwise, strlen(otherwise), ret, err);
}

#define JOB(name, otherwise)                                                                                           \
    static int do_##name(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)  \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        (void)args;                                                                                                    \
        return answer_as_told(#name, otherwise, io, ret, err);                                                         \
    }
JOB(describe, DESCRIBED(TABLE, "0"))
JOB(query, TRUE_ANSWER)
JOB(show, "{}")
JOB(page, "{}")
JOB(profile, "{}")
JOB(structure, "{}")
JOB(search, "{}")
JOB(pivot, "{}")
JOB(readings, "{\"readings\":[]}")

static int begin(struct worker_env *env, struct err *err)
{
    static const struct job jobs[] = {
        { "describe", do_describe }, { "query", do_query },
        { "show", do_show },         { "page", do_page },
        { "profile", do_profile },   { "structure", do_structure },
        { "search", do_search },     { "pivot", do_pivot },
        { "readings", do_readings }, { NULL, NULL },
    };

    if (workset_begin(env, err))
        return -1;
    answers_fd = env->files[1];
    env->jobs = jobs;
    return 0;
}

/* ---- the other side ---- */

static struct dataset *open_lies(struct place *p, const char *job, const char *lie)
{
    return open_text(p, "t.json", arena_printf(p->arena, "{\"%s\":%s}", job, lie));
}

static void makes_no_sense(struct place *p)
{
    if (p->err.code != ERR_DATA_UNREADABLE)
        fail_msg("%s %s | %s", err_name(p->err.code), p->err.message, p->err.detail);
    assert_string_equal(p->err.message, "The data could not be read: what came of it makes no sense.");
}

static void a_worker_that_tells_the_truth_is_believed(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "t.json", "{}");
    const struct table *t;

    assert_int_equal(tables_of(p, ds, &t), 1);
    gives(p, ds, "SELECT x FROM t", "[[1]]");
    dataset_release(ds);
}

static void tables_that_cannot_be_are_not_believed(void **state)
{
    static const char *const lies[] = {
        "5",
        "{}",
        "{\"tables\":[5],\"from\":[0]}",
        "{\"tables\":[],\"from\":[]}",
        DESCRIBED("", ""),
        DESCRIBED("5", "0"),
        DESCRIBED("{}", "0"),
        DESCRIBED(TABLE, ""),
        DESCRIBED(TABLE, "1"),
        DESCRIBED(TABLE, "-1"),
        DESCRIBED(TABLE "," TABLE, "0"),
    };
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(lies); i++) {
        struct dataset *ds = open_lies(p, "describe", lies[i]), *next;
        const struct table *t = NULL;
        size_t n;

        assert_int_equal(dataset_tables(ds, NULL, &t, &n, &p->err), -1);
        makes_no_sense(p);
        assert_null(t);
        next = open_one(p, arena_printf(p->arena, "%s/t.json", p->dir)); /* the one that lied is not asked again */
        assert_ptr_not_equal(next, ds);
        dataset_release(ds);
        dataset_release(next);
    }
}

static void rows_that_cannot_be_are_not_believed(void **state)
{
    static const char *const lies[] = {
        "{\"left_out\":[{}]}",
        "[]",
        "{\"columns\":[],\"rows\":[[1]],\"truncated\":false,\"left_out\":[]}",
    };
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(lies); i++) {
        struct dataset *ds = open_lies(p, "query", lies[i]);
        struct dataset_rows rows;

        assert_int_equal(run(p, ds, "SELECT x FROM t", 1, &rows), -1);
        makes_no_sense(p);
        dataset_release(ds);
    }
}

static void no_jobs_answer_is_believed_for_its_own_sake(void **state)
{
    static const char *const jobs[] = { "show", "page", "profile", "structure", "search", "pivot", "readings" };
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        struct dataset *ds = open_lies(p, jobs[i], "{\"left_out\":[{}],\"rows\":5,\"tables\":5}"), *next;
        struct json *v = NULL;

        assert_int_equal(dataset_job(ds, jobs[i], NULL, NULL, NULL, p->arena, &v, &p->err), -1);
        makes_no_sense(p);
        assert_null(v);
        next = open_one(p, arena_printf(p->arena, "%s/t.json", p->dir));
        assert_ptr_not_equal(next, ds);
        dataset_release(ds);
        dataset_release(next);
    }
}

#define READING(query, confidence, left)                                                                               \
    "{\"query\":" query ",\"confidence\":" confidence ",\"rows\":1,\"left\":[" left "],\"complete\":true}"
#define SELECT(column) "{\"from\":[{\"table\":\"t\"}],\"select\":[{\"column\":\"" column "\"}]}"

/* Queries over what is not there, and that are none, are left out; so are words that the question does not have. */
static void readings_are_checked_like_anybodys_query(void **state)
{
    static const char lie[] =
        "{\"readings\":[" READING("{}", "0.5", "") "," READING(SELECT("y"), "0.5", "") "," READING(
            "{\"from\":[{\"table\":\"u\"}],\"select\":[{\"column\":\"x\"}]}", "0.5",
            "") "," READING(SELECT("x"), "0.7",
                            "{\"at\":5,\"n\":1},{\"at\":0,\"n\":99},{\"at\":0,"
                            "\"n\":4}") "," READING(SELECT("x"), "9", "") "," READING(SELECT("x"), "-1", "") "]}";
    struct place *p = *state;
    struct dataset *ds = open_lies(p, "readings", lie);
    struct question_reading *r;
    size_t n;

    assert_int_equal(dataset_read(ds, "what", 10, NULL, p->arena, &r, &n, &p->err), 0);
    assert_int_equal(n, 3);
    assert_int_equal(r[0].n_left, 1);
    assert_int_equal(r[0].left[0].n, 4);
    assert_true(r[0].confidence >= .7 && r[0].confidence + r[1].confidence + r[2].confidence <= 1);
    assert_true(r[2].confidence >= 0);
    assert_int_equal(dataset_read(ds, "what", 2, NULL, p->arena, &r, &n, &p->err), 0);
    assert_int_equal(n, 2);
    dataset_release(ds);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_worker_that_tells_the_truth_is_believed), TEST(tables_that_cannot_be_are_not_believed),
        TEST(rows_that_cannot_be_are_not_believed),      TEST(no_jobs_answer_is_believed_for_its_own_sake),
        TEST(readings_are_checked_like_anybodys_query),
    };

    if (worker_is(argc, argv))
        return worker_main(argc, argv, begin);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
