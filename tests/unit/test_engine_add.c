/* test_engine_add.c - columns in the engine: every type and width, rows in their order, and nothing that was left out.
 */
#include "base/cancel.h"
#include "base/json.h"
#include "columns_testing.h"
#include "data/dataset.h"
#include "data/engine/engine.h"

static struct engine *engine;

static int start(void **state)
{
    struct err err;

    (void)state;
    return engine_open(1, &engine, &err);
}

static int stop(void **state)
{
    (void)state;
    engine_close(engine);
    return 0;
}

/* The rows of a query over table t as JSON text, or the error's name. */
static const char *ask(struct arena *a, const char *table, const char *sql)
{
    struct table t = { .name = table };
    const struct dataset_query q = { .sql = sql, .row_limit = 1000 };
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);
    struct dataset_rows rows;
    struct err err;

    if (engine_query(engine, &t, 1, &q, NULL, a, &rows, &err))
        return err_name(err.code);
    json_write(&b, rows.rows);
    return arena_dup(a, b.p, b.n);
}

static void add(const struct made *m, const char *table, const bool *left_out)
{
    const struct engine_without without = { .columns = left_out };
    struct err err;

    if (engine_add(engine, m->columns, table, left_out ? &without : NULL, NULL, &err))
        fail_msg("%s: %s", err.message, err.detail);
}

static void every_type_arrives_as_it_was(void **state)
{
    static const char *const names[] = {
        "i", "d2", "d4", "d8", "d16", "f", "b", "day", "at", "t", "a \"quoted\" name"
    };
    static const char *const texts[3][COUNT_OF(names)] = {
        { "-9223372036854775808", "1.5", "12345.5", "123456789012.5", "12345678901234567890.5", "1e300", "true",
          "2024-02-29", "2024-02-29T12:34:56.789", "short", "a text that is longer than twelve bytes" },
        { "", "", "", "", "", "", "", "", "", "", "" },
        { "7", "-2", "-2", "-2", "-2", "-2.5e-3", "false", "1969-12-31", "1969-12-31 23:59", "na\xc3\xafve",
          "another that is longer than twelve" },
    };
    struct datum values[3 * COUNT_OF(names)];
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct made m;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(values); i++)
        values[i] = text_datum(texts[i / COUNT_OF(names)][i % COUNT_OF(names)]);
    m = make_columns(names, COUNT_OF(names), values, 3);
    add(&m, "every", NULL);
    made_done(&m);
    assert_string_equal(
        ask(a, "every", "SELECT * FROM every ORDER BY rowid"),
        "[[-9223372036854775808,1.5,12345.5,123456789012.5,12345678901234567890.5,1e+300,true,\"2024-02-29\","
        "\"2024-02-29T12:34:56.789\",\"short\",\"a text that is longer than twelve bytes\"],"
        "[null,null,null,null,null,null,null,null,null,null,null],"
        "[7,-2.0,-2.0,-2.0,-2.0,-0.0025,false,\"1969-12-31\",\"1969-12-31T23:59:00\",\"na\xc3\xafve\","
        "\"another that is longer than twelve\"]]");
    assert_string_equal(ask(a, "every", "SELECT \"a \"\"quoted\"\" name\" IS NULL FROM every"),
                        "[[false],[true],[false]]");
}

/* More rows than a part has, texts in dictionaries of each width and without one, gaps across the borders of vectors.
 */
static void rows_keep_their_order_over_parts(void **state)
{
    static const char *const names[] = { "n", "few", "mid", "many", "gaps" };
    const size_t rows = COLUMNS_PART_ROWS + 3000;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct datum *values = arena_array(a, rows * 5, sizeof *values);
    struct made m;

    (void)state;
    for (size_t row = 0; row < rows; row++) {
        struct datum *d = values + row * 5;
        d[0] = (struct datum){ .kind = DATUM_INTEGER, .integer = (int64_t)row };
        d[1] = text_datum(arena_printf(a, "few %zu", row % 3));
        d[2] = text_datum(arena_printf(a, "some %zu of a few thousand", row % 3000));
        d[3] = text_datum(arena_printf(a, "many %zu of all", row));
        d[4] = (struct datum){ .kind = row % 2047 ? DATUM_INTEGER : DATUM_NONE, .integer = (int64_t)row };
    }
    m = make_columns(names, 5, values, rows);
    add(&m, "long", NULL);
    made_done(&m);
    assert_string_equal(ask(a, "long",
                            "SELECT count(*), bool_and(n = rowid), bool_and(few = 'few ' || (n % 3)), "
                            "bool_and(mid = 'some ' || (n % 3000) || ' of a few thousand'), "
                            "bool_and(many = 'many ' || n || ' of all'), "
                            "bool_and((gaps IS NULL) = (n % 2047 = 0)), bool_and(gaps = n) FROM long"),
                        "[[125880,true,true,true,true,true,true]]");
}

static void a_column_that_is_left_out_does_not_exist(void **state)
{
    static const char *const names[] = { "open", "secret", "last" };
    const struct datum values[] = { text_datum("1"), text_datum("123-45-6789"), text_datum("x") };
    const bool left_out[] = { false, true, false };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct made m = make_columns(names, 3, values, 1);

    (void)state;
    add(&m, "part", left_out);
    made_done(&m);
    assert_string_equal(ask(a, "part", "SELECT * FROM part"), "[[1,\"x\"]]");
    assert_string_equal(ask(a, "part", "SELECT secret FROM part"), "MISSING_COLUMN");
}

static void the_function_behind_it_cannot_be_called(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_string_equal(ask(a, "part", "SELECT * FROM assay_scan()"), "POLICY_VIOLATION");
}

static void a_cancelled_load_says_so(void **state)
{
    static const char *const name = "x";
    const struct datum value = text_datum("1");
    struct made m = make_columns(&name, 1, &value, 1);
    struct cancel cancel;
    struct err err;

    (void)state;
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(engine_add(engine, m.columns, "never", NULL, &cancel, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    made_done(&m);
}

static void a_table_without_rows_can_be_asked(void **state)
{
    static const char *const name = "x";
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct made m = make_columns(&name, 1, NULL, 0);

    (void)state;
    add(&m, "none", NULL);
    made_done(&m);
    assert_string_equal(ask(a, "none", "SELECT count(*) FROM none"), "[[0]]");
}

/* ---- rows one by one ---- */

struct taken {
    struct buf text;
    size_t rows, most, columns;
};

static void begin_rows(void *arg, size_t columns)
{
    ((struct taken *)arg)->columns = columns;
}

static bool take_row(void *arg, const struct engine_cell *cells, size_t n)
{
    struct taken *t = arg;

    for (size_t i = 0; i < n; i++) {
        buf_addc(&t->text, i ? '|' : '/');
        if (cells[i].p)
            buf_add(&t->text, cells[i].p, cells[i].n);
        else
            buf_adds(&t->text, "nothing");
    }
    return ++t->rows < t->most;
}

static void rows_are_handed_on_as_text(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct taken t = { .text = BUF(4096), .most = 10 };
    struct engine_taker taker = { begin_rows, take_row, &t };
    struct json *params = json_push(a, json_array(a), json_str(a, "2"));
    struct err err;

    (void)state;
    if (engine_each(
            engine,
            "SELECT * FROM (VALUES (1, 'a b', true, DATE '2024-02-29', 1.50, NULL), (2, '', false, NULL, -3, 1e300))"
            " v(i, t, b, d, n, f) WHERE i <= CAST($1 AS INTEGER) ORDER BY i",
            params, &taker, NULL, &err))
        fail_msg("%s: %s", err.message, err.detail);
    assert_string_equal(t.text.p, "/1|a b|true|2024-02-29|1.50|nothing/2||false|nothing|-3.00|1e+300");
    assert_int_equal(t.columns, 6);
    buf_done(&t.text);
}

static void whoever_takes_rows_can_have_enough(void **state)
{
    struct taken t = { .text = BUF(1 << 20), .most = 5000 };
    struct engine_taker taker = { .row = take_row, .arg = &t };
    struct err err;

    (void)state;
    assert_int_equal(engine_each(engine, "SELECT * FROM range(1000000000)", NULL, &taker, NULL, &err), 0);
    assert_int_equal(t.rows, 5000);
    assert_int_equal(engine_each(engine, "SELECT nothing", NULL, &taker, NULL, &err), -1);
    assert_int_equal(engine_each(engine, "SELECT error('at the end')", NULL, &taker, NULL, &err), -1);
    buf_done(&t.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_arrives_as_it_was),
        cmocka_unit_test(rows_keep_their_order_over_parts),
        cmocka_unit_test(a_column_that_is_left_out_does_not_exist),
        cmocka_unit_test(the_function_behind_it_cannot_be_called),
        cmocka_unit_test(a_cancelled_load_says_so),
        cmocka_unit_test(a_table_without_rows_can_be_asked),
        cmocka_unit_test(rows_are_handed_on_as_text),
        cmocka_unit_test(whoever_takes_rows_can_have_enough),
    };

    return cmocka_run_group_tests(tests, start, stop);
}
