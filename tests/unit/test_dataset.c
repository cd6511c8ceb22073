/* test_dataset.c - real files in the real engine: exact figures, what is kept loaded, and what cannot be opened. */
#include "base/cancel.h"
#include "base/hash.h"
#include "data/dataset_node.h"
#include "data/engine/duck_api.h"
#include "data/engine/engine.h"
#include "data/open/open.h"
#include "dataset_place.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/table.h"
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>

/* ---- loading ---- */

static void describes_what_was_loaded(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "my sales.csv", SALES);
    const struct table *t;
    char sha[SHA256_TEXT_BYTES];

    assert_int_equal(tables_of(p, ds, &t), 1);
    sha256_text(SALES, strlen(SALES), sha);
    assert_string_equal(
        json_of(p, table_to_json(p->arena, t)),
        arena_printf(
            p->arena,
            "{\"name\":\"my sales\",\"source\":\"my sales.csv\",\"row_count\":3,\"columns\":["
            "{\"name\":\"region\",\"type\":\"text\",\"nulls\":0,\"distinct\":2,\"values\":[\"North\",\"South\"]},"
            "{\"name\":\"day\",\"type\":\"date\",\"nulls\":0,\"distinct\":3},"
            "{\"name\":\"units\",\"type\":\"integer\",\"nulls\":1,\"distinct\":2},"
            "{\"name\":\"price\",\"type\":\"decimal\",\"precision\":4,\"scale\":2,\"nulls\":0,\"distinct\":3},"
            "{\"name\":\"online\",\"type\":\"boolean\",\"nulls\":1,\"distinct\":2},"
            "{\"name\":\"note\",\"type\":\"text\",\"nulls\":1,\"distinct\":2,\"values\":[\"say \\\"hi\\\"\",\"x\"]}],"
            "\"sha256\":\"%s\",\"schema_fingerprint\":\"%s\",\"assumptions\":[]}",
            sha, t->fingerprint));
    gives(p, ds, "SELECT * FROM \"my sales\" ORDER BY day",
          "[[\"North\",\"2024-01-31\",10,0.10,true,\"say \\\"hi\\\"\"],[\"South\",\"2024-02-29\",20,0.20,false,null],"
          "[\"North\",\"2024-03-01\",null,12.50,null,\"x\"]]");
    dataset_release(ds);
}

static void says_what_was_assumed(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "a.csv", "a;b\n1;x\n\nNA;\n3\n");
    const struct table *t;

    tables_of(p, ds, &t);
    assert_int_equal(t->n_assumptions, 4);
    assert_string_equal(t->assumptions[0], "the separator is a semicolon");
    assert_string_equal(t->assumptions[1], "1 short line was filled up with empty cells");
    assert_string_equal(t->assumptions[2], "1 empty line was skipped");
    assert_string_equal(t->assumptions[3], "in 'a', 1 null word (NA or the like) is taken as no value");
    assert_int_equal(t->columns[0].nulls, 1);
    gives(p, ds, "SELECT a FROM a ORDER BY 1", "[[1],[3],[null]]");
    dataset_release(ds);
}

static void every_type_comes_back_as_it_was_written(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "t.csv",
                                   "i,d4,d9,d18,d38,f,b,d,t,s\n"
                                   "9223372036854775807,12.34,-12345.6789,123456789012345.678,"
                                   "-1234567890123456789012345678901234567.8,1e300,TRUE,0001-01-01,"
                                   "1969-12-31T23:59:59.999999,thirteen byte\n"
                                   "-9223372036854775808,-0.01,0.0001,-0.001,0.1,-2.5,false,9999-12-31,"
                                   "2024-02-29 12:34,twelve bytes\n");

    gives(p, ds, "SELECT * FROM t",
          "[[9223372036854775807,12.34,-12345.6789,123456789012345.678,-1234567890123456789012345678901234567.8,1e+300,"
          "true,\"0001-01-01\",\"1969-12-31T23:59:59.999999\",\"thirteen byte\"],"
          "[-9223372036854775808,-0.01,0.0001,-0.001,0.1,-2.5,false,\"9999-12-31\",\"2024-02-29T12:34:00\","
          "\"twelve bytes\"]]");
    dataset_release(ds);
}

static void decimals_and_large_integers_are_summed_exactly(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "t.csv",
                                   "x,big,huge\n0.1,9223372036854775807,18446744073709551615\n"
                                   "0.2,9223372036854775807,18446744073709551615\n");
    struct dataset_rows rows;

    gives(p, ds, "SELECT sum(x), sum(big), sum(huge), max(x) FROM t",
          "[[0.3,18446744073709551614,36893488147419103230,0.2]]");
    gives(p, ds, "SELECT sum(x) = 0.3 FROM t", "[[true]]");
    assert_int_equal(run(p, ds, "SELECT sum(x) AS s, sum(big), avg(x), 'a' FROM t", 10, &rows), 0);
    assert_string_equal(json_of(p, rows.columns),
                        "[{\"name\":\"s\",\"type\":\"decimal\"},{\"name\":\"sum(big)\",\"type\":\"integer\"},"
                        "{\"name\":\"avg(x)\",\"type\":\"float\"},{\"name\":\"'a'\",\"type\":\"text\"}]");
    dataset_release(ds);
}

static void lists_values_up_to_their_limits(void **state)
{
    struct place *p = *state;
    struct buf b;
    struct dataset *ds;
    const struct table *t;

    buf_init(&b, 1 << 20);
    buf_adds(&b, "few,many,long,longest\n");
    for (int i = 0; i < COLUMN_VALUES_MAX + 1; i++) {
        buf_addf(&b, "v%d,w%d,", i % COLUMN_VALUES_MAX, i);
        buf_fill(&b, 'x', COLUMN_VALUE_BYTES);
        buf_addc(&b, ',');
        buf_fill(&b, 'x', COLUMN_VALUE_BYTES + 1);
        buf_addc(&b, '\n');
    }
    ds = open_text(p, "t.csv", b.p);
    buf_done(&b);
    tables_of(p, ds, &t);
    assert_int_equal(t->columns[0].distinct, COLUMN_VALUES_MAX);
    assert_int_equal(t->columns[0].n_values, COLUMN_VALUES_MAX);
    assert_string_equal(t->columns[0].values[1], "v1");
    assert_string_equal(t->columns[0].values[2], "v10");
    assert_int_equal(t->columns[1].distinct, COLUMN_VALUES_MAX + 1);
    assert_null(t->columns[1].values);
    assert_int_equal(t->columns[2].n_values, 1);
    assert_int_equal(t->columns[3].distinct, 1);
    assert_null(t->columns[3].values);
    dataset_release(ds);
}

static void loads_tables_of_many_batches_and_columns(void **state)
{
    struct place *p = *state;
    struct buf b;
    struct dataset *ds;
    const struct table *t;

    buf_init(&b, 1 << 24);
    for (int i = 0; i < 300; i++)
        buf_addf(&b, "%sc%d", i ? "," : "", i);
    for (int row = 0; row < 5000; row++)
        for (int i = 0; i < 300; i++)
            buf_addf(&b, "%s%d", i ? "," : "\n", row % (i + 1));
    ds = open_text(p, "wide.csv", b.p);
    buf_done(&b);
    tables_of(p, ds, &t);
    assert_int_equal(t->rows, 5000);
    gives(p, ds, "SELECT count(*), sum(c0), sum(c1), sum(c299), count(c7) FROM wide", "[[5000,0,2500,737500,5000]]");
    dataset_release(ds);
}

static void names_tables_after_their_files_and_apart(void **state)
{
    struct place *p = *state;
    struct location at[] = { *AT(put_file(p, "a b\"c.csv", "x\nu\n")), *AT(put_file(p, "Data.tsv", "x\nv\n")),
                             *AT(put_file(p, "data.csv", "x\nw\n")), *AT(put_file(p, "noending", "x\ny\n")),
                             *AT(put_file(p, "bad\xff.csv", "x\nz\n")) };
    struct dataset *ds;
    const struct table *t;

    assert_int_equal(
        dataset_open(p->datasets, &(struct dataset_spec){ .at = at, .n = COUNT_OF(at) }, NULL, &ds, &p->err), 0);
    assert_int_equal(tables_of(p, ds, &t), COUNT_OF(at));
    assert_string_equal(t[0].name, "a b\"c");
    assert_string_equal(t[1].name, "Data");
    assert_string_equal(t[2].name, "data_2");
    assert_string_equal(t[3].name, "noending");
    assert_string_equal(t[4].name, "bad_");
    assert_string_equal(t[4].source, "bad_.csv");
    gives(p, ds,
          "SELECT * FROM \"a b\"\"c\" UNION ALL FROM Data UNION ALL FROM data_2 UNION ALL FROM noending UNION ALL FROM "
          "\"bad_\" ORDER BY 1",
          "[[\"u\"],[\"v\"],[\"w\"],[\"y\"],[\"z\"]]");
    dataset_release(ds);
}

static void refuse_file(struct place *p, const char *path, enum err_code code, const char *message)
{
    struct dataset *ds = NULL;
    const struct table *tables;
    size_t n;

    /* what cannot be opened is told at once; what cannot be read, when it is */
    if (dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1 }, NULL, &ds, &p->err) == 0)
        assert_int_equal(dataset_tables(ds, NULL, &tables, &n, &p->err), -1);
    assert_int_equal(p->err.code, code);
    assert_string_equal(p->err.message, message);
    assert_null(strstr(p->err.message, p->dir));
    assert_null(strstr(p->err.action, p->dir));
    dataset_release(ds);
}

static void a_file_that_cannot_be_read_is_named_by_its_fault(void **state)
{
    struct place *p = *state;
    struct dataset *ds;

    refuse_file(p, arena_printf(p->arena, "%s/none.csv", p->dir), ERR_NOT_FOUND,
                "Could not find the data file: it does not exist.");
    refuse_file(p, p->dir, ERR_DATA_EMPTY, "There is no file in that folder that can be read.");
    refuse_file(p, "/dev/null", ERR_INVALID_INPUT, "Could not read the data file: it is not an ordinary file.");
    refuse_file(p, put_file(p, "a.csv", ""), ERR_DATA_EMPTY, "There is nothing in that file.");
    refuse_file(p, put_file(p, "b.csv", "a,b\n"), ERR_DATA_EMPTY, "The file has a header and no rows.");
    refuse_file(p, put_file(p, "c.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), ERR_DATA_UNREADABLE, "That is a PDF.");
    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .n = DATA_SOURCES + 1 }, NULL, &ds, &p->err),
                     -1);
    assert_int_equal(p->err.code, ERR_INVALID_INPUT);
}

static void a_servers_address_has_a_bound(void **state)
{
    struct place *p = *state;
    char url[PG_URL_BYTES + 2] = "postgres://";
    const char *path = url;
    struct dataset *ds = NULL;

    memset(url + strlen(url), 'x', sizeof url - 1 - strlen(url));
    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1 }, NULL, &ds, &p->err),
                     -1);
    assert_int_equal(p->err.code, ERR_INVALID_INPUT);
    url[PG_URL_BYTES] = '\0';
    ds = open_one(p, path); /* nobody is asked yet */
    dataset_release(ds);
}

/* What a server holds changes without a sign. */
static void what_a_server_held_is_asked_for_again_after_a_while(void **state)
{
    struct place *p = *state;
    const char *path = "postgres://127.0.0.1:1/nowhere"; /* nobody is asked yet */
    struct dataset *first = open_one(p, path), *again = open_one(p, path);

    assert_ptr_equal(again, first);
    dataset_release(again);
    first->opened_us -= DATA_SERVER_MS * INT64_C(1000);
    again = open_one(p, path);
    assert_ptr_not_equal(again, first);
    dataset_release(again);
    dataset_release(first);
}

static void without_any_data_the_engine_can_still_be_asked(void **state)
{
    struct place *p = *state;
    struct dataset *ds = NULL;
    const struct table *t;
    size_t n = 1;

    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .n = 0 }, NULL, &ds, &p->err), 0);
    assert_int_equal(dataset_tables(ds, NULL, &t, &n, &p->err), 0);
    assert_int_equal(n, 0);
    dataset_release(ds);
}

static void a_cancelled_load_leaves_nothing_behind(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "sales.csv", SALES);
    struct dataset *ds = NULL;
    struct cancel cancel;

    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1 }, &cancel, &ds, &p->err),
                     -1);
    assert_int_equal(p->err.code, ERR_CANCELLED);
    assert_null(ds);
    ds = open_one(p, path);
    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    dataset_release(ds);
}

/* ---- the cache ---- */

static void an_unchanged_file_is_loaded_once(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "a.csv", "x\n1\n2\n");
    struct dataset *first = open_one(p, path), *second = open_one(p, path);

    assert_ptr_equal(first, second);
    dataset_release(first);
    gives(p, second, "SELECT count(*) FROM a", "[[2]]");
    dataset_release(second);
    assert_ptr_equal(first, open_one(p, path));
    dataset_release(first);
}

static void a_changed_file_is_loaded_again_while_the_old_one_stays_valid(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "a.csv", "x,y\nu,1\n");
    struct dataset *old = open_one(p, path), *new;
    const struct table *t;

    assert_int_equal(tables_of(p, old, &t), 1);
    put_file(p, "a.csv", "x,y\nu,1\nv,2\n");
    new = open_one(p, path);
    assert_ptr_not_equal(old, new);
    gives(p, new, "SELECT count(*) FROM a", "[[2]]");
    gives(p, old, "SELECT count(*) FROM a", "[[1]]");
    dataset_release(old);
    dataset_release(new);
    /* the same size and place, another time */
    {
        struct timespec times[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000, .tv_nsec = 1 } };
        put_file(p, "a.csv", "x,y\nu,1\nw,9\n");
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    new = open_one(p, path);
    gives(p, new, "SELECT max(y) FROM a", "[[9]]");
    dataset_release(new);
}

static void keeps_the_datasets_used_last(void **state)
{
    struct place *p = *state;
    struct dataset *kept[DATASETS_OPEN + 1], *again;

    for (size_t i = 0; i < COUNT_OF(kept); i++)
        kept[i] = open_text(p, arena_printf(p->arena, "f%zu.csv", i), "x\na\n");
    /* the first had to go for the last, and is still whole in the hands of its user */
    gives(p, kept[0], "SELECT count(*) FROM f0", "[[1]]");
    again = open_one(p, arena_printf(p->arena, "%s/f%d.csv", p->dir, DATASETS_OPEN));
    assert_ptr_equal(again, kept[DATASETS_OPEN]);
    dataset_release(again);
    again = open_one(p, arena_printf(p->arena, "%s/f0.csv", p->dir));
    assert_ptr_not_equal(again, kept[0]);
    dataset_release(again);
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        dataset_release(kept[i]);
}

struct user {
    struct place *place;
    const char *path;
    int failures;
};

static void *work(void *arg)
{
    struct user *w = arg;
    struct arena *a = arena_new();
    struct err err;

    for (int i = 0; i < 20; i++) {
        struct dataset_query q = { .sql = "SELECT sum(x) FROM a", .row_limit = 1 };
        struct dataset_rows rows;
        struct dataset *ds;
        int64_t sum = 0;

        if (dataset_open(w->place->datasets, &(struct dataset_spec){ .at = AT(w->path), .n = 1 }, NULL, &ds, &err)) {
            w->failures++;
            continue;
        }
        if (dataset_query(ds, &q, NULL, a, &rows, &err) || !json_int64(json_at(json_at(rows.rows, 0), 0), &sum) ||
            sum != 6)
            w->failures++;
        dataset_release(ds);
    }
    arena_free(a);
    return NULL;
}

static void several_threads_share_a_dataset(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "a.csv", "x\n1\n2\n3\n");
    struct user users[4];
    pthread_t threads[4];

    path = put_file(p, "a.csv", "x,y\n1,a\n2,b\n3,c\n");
    for (size_t i = 0; i < COUNT_OF(users); i++) {
        users[i] = (struct user){ .place = p, .path = path };
        assert_int_equal(pthread_create(&threads[i], NULL, work, &users[i]), 0);
    }
    for (size_t i = 0; i < COUNT_OF(users); i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(users[i].failures, 0);
    }
}

/* ---- the engine ---- */

static void a_missing_or_wrong_library_is_said_with_the_fix(void **state)
{
    struct duck_api api;
    struct err err;

    (void)state;
    assert_int_equal(duck_load("/nowhere/libduckdb.so", &api, &err), -1);
    assert_int_equal(err.code, ERR_ENGINE_UNAVAILABLE);
    assert_string_equal(err.action, "Reinstall assay, or run \"make build\" in its source folder.");
    assert_int_equal(duck_load("libm.so.6", &api, &err), -1);
    assert_int_equal(err.code, ERR_ENGINE_UNAVAILABLE);
}

/* A table of floats of very different sizes, large enough for the engine to split it among threads. */
static const char *float_rows(struct arena *a, size_t *ret_n)
{
    uint64_t seed = 1;
    struct buf b;
    const char *text;

    buf_init(&b, 1 << 26);
    buf_adds(&b, "g,x\n");
    for (int i = 0; i < 300000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        buf_addf(&b, "%d,%ue%d\n", i % 3, (unsigned)(seed >> 40), (int)(seed >> 33) % 16 - 8);
    }
    text = arena_dup(a, b.p, b.n);
    *ret_n = b.n;
    buf_done(&b);
    return text;
}

/* The query's rows, which must be the same each time: threads that finish in another order would show. */
static const char *float_sums(struct place *p, const char *text, size_t n, int threads, const char *sql, int times)
{
    struct table table = { .name = "t" };
    struct dataset_query q = { .sql = sql, .row_limit = 10 };
    struct source_bytes bytes = { .p = text, .n = n, .name = "t.csv", .fd = -1 };
    struct loaded loaded;
    struct source *source;
    struct engine *engine;
    struct notes notes;
    const char *first = NULL;
    const struct column *columns;

    notes_init(&notes, p->arena);
    assert_int_equal(source_open(&bytes, NULL, &source, &p->err), 0);
    assert_int_equal(source->ops->load(source, 0, NULL, p->arena, &notes, &loaded, &p->err), 0);
    assert_int_equal(columns_describe(loaded.columns, &columns), 2);
    assert_string_equal(column_type_name(columns[1].type), "float");
    assert_int_equal(engine_open(threads, &engine, &p->err), 0);
    assert_int_equal(engine_add(engine, loaded.columns, "t", NULL, NULL, &p->err), 0);
    columns_free(loaded.columns);
    source_close(source);
    for (int i = 0; i < times; i++) {
        struct dataset_rows rows;
        if (engine_query(engine, &table, 1, &q, NULL, p->arena, &rows, &p->err))
            fail_msg("%s", p->err.detail);
        if (!first)
            first = json_of(p, rows.rows);
        assert_string_equal(json_of(p, rows.rows), first);
    }
    engine_close(engine);
    return first;
}

static void sums_of_floats_are_the_same_whatever_the_threads(void **state)
{
    static const char *const plain = "SELECT sum(x), avg(x), stddev(x) FROM t";
    static const char *const ordered = "SELECT sum(x ORDER BY rowid), avg(x ORDER BY rowid), stddev(x ORDER BY rowid) "
                                       "FROM t";
    struct place *p = *state;
    size_t n;
    const char *text = float_rows(p->arena, &n), *one = float_sums(p, text, n, 0, plain, 50);

    assert_string_equal(float_sums(p, text, n, 1, ordered, 1), one);
    assert_string_equal(float_sums(p, text, n, 4, ordered, 2), one);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(describes_what_was_loaded),
        TEST(says_what_was_assumed),
        TEST(every_type_comes_back_as_it_was_written),
        TEST(decimals_and_large_integers_are_summed_exactly),
        TEST(lists_values_up_to_their_limits),
        TEST(loads_tables_of_many_batches_and_columns),
        TEST(names_tables_after_their_files_and_apart),
        TEST(a_file_that_cannot_be_read_is_named_by_its_fault),
        TEST(a_servers_address_has_a_bound),
        TEST(what_a_server_held_is_asked_for_again_after_a_while),
        TEST(without_any_data_the_engine_can_still_be_asked),
        TEST(a_cancelled_load_leaves_nothing_behind),
        TEST(an_unchanged_file_is_loaded_once),
        TEST(a_changed_file_is_loaded_again_while_the_old_one_stays_valid),
        TEST(keeps_the_datasets_used_last),
        TEST(several_threads_share_a_dataset),
        TEST(a_missing_or_wrong_library_is_said_with_the_fix),
        TEST(sums_of_floats_are_the_same_whatever_the_threads),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
