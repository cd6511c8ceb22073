/* test_artifacts.c - files that requests made, and analyses: kept whole, each one's own, told when they are not. */
#include "store_testing.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/timefmt.h"
#include "store/records/analyses.h"
#include "store/records/artifacts.h"
#include "sys/file.h"

#include <fcntl.h>
#include <sys/stat.h>

#define OTHER_REQUEST "6d7c2a51-7c1e-4b8e-9a57-0f6f0c1b2d3e"

static struct err err;
static struct arena *a;
static struct store *store;
static const char *home;

static int setup(void **state)
{
    a = arena_new();
    if (scratch_setup(state) < 0)
        return -1;
    home = *state;
    store = open_store(home);
    return 0;
}

static int teardown(void **state)
{
    store_close(store);
    arena_free(a);
    return scratch_teardown(state);
}

static struct json *parsed(const char *text)
{
    struct json *v;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    return v;
}

static int try_write(const char *type, const char *name, const char *text, struct json **ret)
{
    static const char *const metadata[][2] = { { "table", "{\"row_count\":1,\"column_names\":[\"n\"]}" },
                                               { "chart",
                                                 "{\"chart_type\":\"bar\",\"x_label\":\"x\",\"y_label\":\"y\"}" },
                                               { "report", "{\"format\":\"markdown\",\"section_count\":1}" },
                                               { "summary", "{}" },
                                               { "poem", "{}" } };
    struct artifact_file f = { REQUEST, type, name, text, strlen(text), NULL };

    for (size_t i = 0; i < COUNT_OF(metadata); i++)
        if (strcmp(metadata[i][0], type) == 0)
            f.metadata = parsed(metadata[i][1]);
    return artifact_write(a, home, world_system(), &f, NULL, ret, &err);
}

static int add_row(struct tx *tx, void *arg, struct err *e)
{
    return artifact_add(tx, "ann", arg, e);
}

static struct json *make(const char *type, const char *name, const char *text)
{
    struct json *made;

    if (try_write(type, name, text, &made) < 0)
        fail_msg("artifact_write: %s (%s)", err.message, err.detail);
    assert_int_equal(store_write(store, add_row, made, NULL, &err), 0);
    return made;
}

static const char *id_of(const struct json *artifact)
{
    return json_get_text(artifact, "artifact_id");
}

static int find(const char *scheme, const char *id, const char *user, struct json **ret)
{
    return artifact_find(store, a, arena_printf(a, "%s%s", scheme, id), user, ret, &err);
}

/* req: analyst FR-036 */
static void a_file_is_kept_in_the_seeds_folder_with_its_hash(void **state)
{
    static const char *const kinds[][3] = { { "table", "tables/" REQUEST "/result.csv", "text/csv" },
                                            { "chart", "charts/" REQUEST "/result.png", "image/png" },
                                            { "report", "reports/" REQUEST "/result.md", "text/markdown" },
                                            { "summary", "summary/" REQUEST "/result.md", "text/markdown" } };
    char hash[SHA256_TEXT_BYTES];

    (void)state;
    sha256_text("n\n1\n", 4, hash);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        struct json *made = make(kinds[i][0], "result", "n\n1\n"), *found;
        assert_string_equal(json_get_text(made, "content_ref"), arena_printf(a, "artifacts/%s", kinds[i][1]));
        assert_string_equal(json_get_text(made, "content_hash"), hash);
        assert_int_equal(json_get_int(made, "size_bytes", 0), 4);
        assert_string_equal(artifact_content_type(made), kinds[i][2]);
        assert_string_equal(get_text(in(home, json_get_text(made, "content_ref"))), "n\n1\n");
        assert_int_equal(find(ARTIFACT_SCHEME, id_of(made), "ann", &found), 0);
        assert_true(json_equal(found, made));
    }
}

static void a_name_that_is_taken_gets_a_number(void **state)
{
    struct json *first = make("table", "result", "1"), *second = make("table", "result", "2");

    (void)state;
    assert_string_equal(file_basename(json_get_text(first, "content_ref")), "result.csv");
    assert_string_equal(file_basename(json_get_text(second, "content_ref")), "result-2.csv");
    assert_string_equal(get_text(in(home, json_get_text(first, "content_ref"))), "1");
}

static void what_is_no_artifact_is_refused_and_leaves_nothing(void **state)
{
    static const char *const wrong[][2] = {
        { "table", "" }, { "table", "../x" }, { "table", "a b" }, { "table", "a.csv" }, { "poem", "x" }
    };
    struct json *made = NULL;
    struct artifact_file f = { .request_id = "no-id", .type = "summary", .name = "x", .bytes = "", .metadata = NULL };
    struct stat st;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(try_write(wrong[i][0], wrong[i][1], "x", &made), -1);
        assert_int_equal(err.code, ERR_INVALID_INPUT);
    }
    assert_int_equal(artifact_write(a, home, world_system(), &f, NULL, &made, &err), -1);
    f.request_id = REQUEST;
    f.type = "chart"; /* whose metadata it lacks */
    assert_int_equal(artifact_write(a, home, world_system(), &f, NULL, &made, &err), -1);
    f.n = ARTIFACT_BYTES + 1;
    assert_int_equal(artifact_write(a, home, world_system(), &f, NULL, &made, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    assert_null(made);
    assert_int_not_equal(stat(in(home, "artifacts"), &st), 0);
}

static void anothers_is_not_there(void **state)
{
    struct json *made = make("table", "result", "1"), *found;

    (void)state;
    assert_int_equal(find(ARTIFACT_SCHEME, id_of(made), "bob", &found), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_string_equal(err.message, "There is no such artifact.");
    assert_int_equal(find(ARTIFACT_SCHEME, OTHER_REQUEST, "ann", &found), -1);
    assert_string_equal(err.message, "There is no such artifact.");
    assert_int_equal(find(ARTIFACT_SCHEME, "../../etc/passwd", "ann", &found), -1);
    assert_int_equal(find("upload://", id_of(made), "ann", &found), -1);
}

static void a_report_is_named_by_its_own_id_or_its_requests(void **state)
{
    struct json *table = make("table", "result", "1"), *report = make("report", "summary", "# x"), *found;

    (void)state;
    assert_int_equal(find(REPORT_SCHEME, id_of(report), "ann", &found), 0);
    assert_string_equal(id_of(found), id_of(report));
    assert_int_equal(find(REPORT_SCHEME, REQUEST, "ann", &found), 0);
    assert_string_equal(id_of(found), id_of(report));
    assert_int_equal(find(REPORT_SCHEME, id_of(table), "ann", &found), -1);
    assert_int_equal(find(REPORT_SCHEME, REQUEST, "bob", &found), -1);
}

static void a_changed_or_missing_file_is_refused(void **state)
{
    struct json *made = make("table", "result", "1");
    const char *path = in(home, json_get_text(made, "content_ref")), *found;
    struct buf text CLEANUP(buf_done) = BUF(100);

    (void)state;
    path = arena_str(a, path);
    assert_int_equal(artifact_path(home, made, NULL, &found, &err), 0);
    assert_int_equal(artifact_read(home, made, &text, &err), 0);
    put_text(path, "2");
    assert_int_equal(artifact_path(home, made, NULL, &found, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
    assert_int_equal(artifact_read(home, made, &text, &err), -1);
    assert_string_equal(text.p, "1");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(artifact_path(home, made, NULL, &found, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
}

/* Even to the same bytes: whoever could put the link there could change what it leads to. */
static void a_link_in_place_of_the_file_or_its_folder_is_refused(void **state)
{
    struct json *made = make("table", "result", "1");
    const char *path = arena_str(a, in(home, json_get_text(made, "content_ref"))), *found;
    const char *folder = arena_dup(a, path, (size_t)(strrchr(path, '/') - path));
    struct buf text CLEANUP(buf_done) = BUF(100);

    (void)state;
    assert_int_equal(rename(path, in(home, "moved")), 0);
    assert_int_equal(symlink(in(home, "moved"), path), 0);
    assert_int_equal(artifact_path(home, made, NULL, &found, &err), -1);
    assert_int_equal(artifact_read(home, made, &text, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
    assert_int_equal(rename(in(home, "moved"), path), 0);
    assert_int_equal(artifact_read(home, made, &text, &err), 0);
    assert_int_equal(rename(folder, in(home, "moved")), 0);
    assert_int_equal(symlink(in(home, "moved"), folder), 0);
    assert_int_equal(artifact_read(home, made, &text, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
}

static void a_row_that_leads_elsewhere_is_refused(void **state)
{
    static const char *const refs[] = { "/etc/passwd",
                                        "keys/audit.key",
                                        "artifacts/tables/" REQUEST "/.hidden.csv",
                                        "artifacts/tables/" REQUEST "/a/b.csv",
                                        "artifacts/charts/" REQUEST "/a.csv",
                                        "artifacts/tables/x/a.csv",
                                        "artifacts/tables/" REQUEST "/a.png" };
    struct json *made = make("table", "result", "1");
    const char *path;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(refs); i++) {
        json_set(a, made, "content_ref", json_str(a, refs[i]));
        assert_int_equal(artifact_path(home, made, NULL, &path, &err), -1);
        assert_int_equal(err.code, ERR_STORE_DAMAGED);
    }
}

/* ---- keeping order ---- */

static void age(const char *name)
{
    struct timespec old[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };

    assert_int_equal(utimensat(AT_FDCWD, in(home, name), old, 0), 0);
}

static struct artifact_faults check(void)
{
    struct artifact_faults f;

    assert_int_equal(artifact_check_all(store, home, world_system(), NULL, &f, &err), 0);
    return f;
}

static void what_is_gone_changed_or_unknown_is_counted(void **state)
{
    struct json *gone = make("table", "gone", "1"), *lost;

    (void)state;
    make("table", "good", "1");
    assert_int_equal(try_write("table", "lost", "1", &lost), 0);
    assert_int_equal(check().artifacts, 2);
    assert_int_equal(check().changed, 0);
    assert_int_equal(check().unknown, 0); /* it is young: its request may still run */
    assert_int_equal(unlink(in(home, json_get_text(gone, "content_ref"))), 0);
    age(json_get_text(lost, "content_ref"));
    assert_int_equal(check().changed, 1);
    assert_int_equal(check().unknown, 1);
}

static void the_sweep_removes_what_no_request_kept(void **state)
{
    struct json *good = make("table", "good", "1"), *lost, *young;
    struct stat st;
    uint64_t removed;

    (void)state;
    assert_int_equal(try_write("chart", "lost", "1", &lost), 0);
    assert_int_equal(try_write("table", "young", "1", &young), 0);
    age(json_get_text(lost, "content_ref"));
    age(json_get_text(good, "content_ref"));
    assert_int_equal(artifact_sweep(store, home, world_system(), NULL, 0, &removed, &err), 0);
    assert_int_equal(removed, 0);
    assert_int_equal(artifact_sweep(store, home, world_system(), NULL, 10, &removed, &err), 0);
    assert_int_equal(removed, 1);
    assert_int_not_equal(stat(in(home, json_get_text(lost, "content_ref")), &st), 0);
    assert_int_equal(stat(in(home, json_get_text(good, "content_ref")), &st), 0);
    assert_int_equal(stat(in(home, json_get_text(young, "content_ref")), &st), 0);
    age("artifacts/charts/" REQUEST);
    assert_int_equal(artifact_sweep(store, home, world_system(), NULL, 10, &removed, &err), 0);
    assert_int_not_equal(stat(in(home, "artifacts/charts/" REQUEST), &st), 0);
}

static int forget(struct tx *tx, void *arg, struct err *e)
{
    return artifact_forget(tx, a, home, REQUEST, arg, e);
}

static void a_request_that_is_forgotten_takes_its_files_along(void **state)
{
    struct json *made = make("table", "result", "1");
    struct stat st;
    int64_t n = 0;

    (void)state;
    assert_int_equal(store_write(store, forget, &n, NULL, &err), 0);
    assert_int_equal(n, 1);
    assert_int_not_equal(stat(in(home, json_get_text(made, "content_ref")), &st), 0);
    assert_int_equal(check().artifacts, 0);
}

/* ---- analyses ---- */

static int add_one(struct tx *tx, void *arg, struct err *e)
{
    struct analysis x = *(struct analysis *)arg;
    char now[TIME_TEXT_BYTES];

    time_text(world_now(world_system()), now);
    x.created_at = now;
    return analysis_add(tx, &x, e);
}

static int add(struct analysis x)
{
    return store_write(store, add_one, &x, NULL, &err);
}

struct getting {
    const char *id, *user;
    struct analysis found;
    struct json *list;
};

static int get_one(struct db *db, void *arg, struct err *e)
{
    struct getting *g = arg;

    return analysis_get(db, a, g->id, g->user, &g->found, e);
}

static int list_all(struct db *db, void *arg, struct err *e)
{
    struct getting *g = arg;

    return analysis_list(db, a, g->user, 0, 10, &g->list, e);
}

static void an_analysis_is_kept_once_with_all_its_parts(void **state)
{
    struct analysis x = { .id = REQUEST,
                          .user = "ann",
                          .status = "partial_success",
                          .request = parsed("{\"intent\":\"i\"}"),
                          .plan = parsed("{\"subtasks\":[]}"),
                          .response = parsed("{\"status\":\"partial_success\"}") };
    struct getting g = { REQUEST, "ann", { 0 }, NULL };

    (void)state;
    assert_int_equal(add(x), 0);
    assert_int_equal(add(x), -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    assert_int_equal(store_read(store, get_one, &g, &err), 0);
    assert_string_equal(g.found.status, "partial_success");
    assert_true(json_equal(g.found.request, x.request));
    assert_true(json_equal(g.found.plan, x.plan));
    assert_null(g.found.steps);
    assert_true(json_equal(g.found.response, x.response));
}

static void an_analysis_is_its_owners_alone(void **state)
{
    struct analysis x = { .id = REQUEST, .user = "ann", .status = "failed", .request = parsed("{\"intent\":\"i\"}") };
    struct getting g = { REQUEST, "bob", { 0 }, NULL };

    (void)state;
    assert_int_equal(add(x), 0);
    make("table", "result", "1");
    assert_int_equal(store_read(store, get_one, &g, &err), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    x.user = "bob";
    assert_int_equal(add(x), 0); /* he cannot tell that she has one of that id */
    x.status = "nonsense";
    x.id = OTHER_REQUEST;
    assert_int_equal(add(x), -1);
    g.user = "ann";
    assert_int_equal(store_read(store, list_all, &g, &err), 0);
    assert_int_equal(json_get_int(g.list, "total", 0), 1);
    assert_int_equal(json_get_int(json_at(json_get(g.list, "items"), 0), "artifacts", 0), 1);
    assert_string_equal(json_get_text(json_at(json_get(g.list, "items"), 0), "intent"), "i");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_kept_in_the_seeds_folder_with_its_hash),
        TEST(a_name_that_is_taken_gets_a_number),
        TEST(what_is_no_artifact_is_refused_and_leaves_nothing),
        TEST(anothers_is_not_there),
        TEST(a_report_is_named_by_its_own_id_or_its_requests),
        TEST(a_changed_or_missing_file_is_refused),
        TEST(a_link_in_place_of_the_file_or_its_folder_is_refused),
        TEST(a_row_that_leads_elsewhere_is_refused),
        TEST(what_is_gone_changed_or_unknown_is_counted),
        TEST(the_sweep_removes_what_no_request_kept),
        TEST(a_request_that_is_forgotten_takes_its_files_along),
        TEST(an_analysis_is_kept_once_with_all_its_parts),
        TEST(an_analysis_is_its_owners_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
