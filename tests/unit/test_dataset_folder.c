/* test_dataset_folder.c - folders with what lies in them, and tables page by page. */
#include "dataset_place.h"
#include "grid/table.h"

static void a_folder_is_all_of_its_files(void **state)
{
    struct place *p = *state;
    const struct table *t;
    struct dataset *ds;

    put_file(p, "b.csv", "x,y\n2,b\n");
    put_file(p, "a.csv", "x,y\n1,a\n");
    put_file(p, "notes.md", "# nothing\n");
    ds = open_one(p, p->dir);
    assert_int_equal(tables_of(p, ds, &t), 2);
    assert_string_equal(t[0].name, "a");
    assert_string_equal(t[1].name, "b");
    assert_true(t[0].n_assumptions > 0); /* that something was left out */
    gives(p, ds, "SELECT sum(a.x + b.x) FROM a, b", "[[3]]");
    dataset_release(ds);
}

/* The first that has this word in it; NULL: none. */
static const char *assumed(const struct table *t, const char *word)
{
    for (size_t i = 0; i < t->n_assumptions; i++)
        if (strstr(t->assumptions[i], word))
            return t->assumptions[i];
    return NULL;
}

static void a_stray_file_does_not_spoil_a_folder(void **state)
{
    struct place *p = *state;
    const char *stray = put_file(p, "readme.txt", "these are our figures\n"), *const * left_out;
    const struct table *t;
    struct dataset *ds;
    struct json *v;
    struct err err;

    put_file(p, "a.json", "[{\"x\":");
    put_file(p, "b.csv", "x,y\n2,b\n");
    ds = open_one(p, p->dir);
    assert_int_equal(tables_of(p, ds, &t), 1);
    assert_string_equal(t[0].name, "b");
    assert_non_null(strstr(assumed(t, "'readme.txt'"), "was left out: "));
    assert_non_null(assumed(t, "'a.json' was left out: "));
    assert_int_equal(dataset_left_out(ds, &left_out), 2);
    assert_non_null(strstr(left_out[1], "'readme.txt' was left out: "));
    gives(p, ds, "SELECT x FROM b", "[[2]]");
    assert_int_equal(dataset_job(ds, "show", NULL, NULL, NULL, p->arena, &v, &p->err), 0);
    assert_string_equal(json_of(p, json_get(v, "rows")), "[[2,\"b\"]]");
    dataset_release(ds);

    ds = open_one(p, stray); /* named by itself it is not left out */
    assert_int_equal(dataset_tables(ds, NULL, &t, &(size_t){ 0 }, &err), -1);
    assert_int_equal(err.code, ERR_DATA_EMPTY);
    dataset_release(ds);
}

static void a_folder_of_which_nothing_can_be_read_is_refused(void **state)
{
    struct place *p = *state;
    const struct table *t;
    struct dataset *ds;
    struct err err;

    put_file(p, "a.txt", "one line\n");
    put_file(p, "b.json", "[{\"x\":");
    ds = open_one(p, p->dir);
    assert_int_equal(dataset_tables(ds, NULL, &t, &(size_t){ 0 }, &err), -1);
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    assert_string_equal(err.message, "None of the files in that folder can be read.");
    dataset_release(ds);
}

static void a_page_has_the_values_that_do_not_fit(void **state)
{
    struct place *p = *state;
    struct buf text CLEANUP(buf_done) = BUF(1 << 16);
    struct json *v, *args;
    struct dataset *ds;

    buf_adds(&text, "n,d\n");
    for (int i = 0; i < 100; i++)
        buf_addf(&text, "%s,%s\n", i == 30 || i == 61 ? "TBD" : "7", i == 61 ? "soon" : "2024-05-01");
    ds = open_text(p, "a.csv", text.p);
    args = json_set(p->arena, json_object(p->arena), "table", json_str(p->arena, "a"));
    json_set(p->arena, args, "offset", json_int(p->arena, 60));
    json_set(p->arena, args, "limit", json_int(p->arena, 3));
    assert_int_equal(dataset_job(ds, "page", args, NULL, NULL, p->arena, &v, &p->err), 0);
    assert_string_equal(json_of(p, json_get(v, "rows")), "[[7,\"2024-05-01\"],[\"TBD\",\"soon\"],[7,\"2024-05-01\"]]");
    json_set(p->arena, args, "table", json_str(p->arena, "b"));
    assert_int_equal(dataset_job(ds, "page", args, NULL, NULL, p->arena, &v, &p->err), -1);
    assert_int_equal(p->err.code, ERR_NOT_FOUND);
    dataset_release(ds);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_folder_is_all_of_its_files),
        TEST(a_stray_file_does_not_spoil_a_folder),
        TEST(a_folder_of_which_nothing_can_be_read_is_refused),
        TEST(a_page_has_the_values_that_do_not_fit),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
