/* test_profile.c - profiles of tables whose every figure is known beforehand. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/engine/engine.h"
#include "data/engine/engine_node.h"
#include "data/profile/profile.h"
#include "data/profile/relations.h"
#include "grid/table.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct place {
    struct engine *engine;
    struct arena *arena;
    struct err err;
};

static int set_up(void **state)
{
    struct place *p = calloc(1, sizeof *p);

    p->arena = arena_new();
    assert_int_equal(engine_open(0, &p->engine, &p->err), 0);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;

    engine_close(p->engine);
    arena_free(p->arena);
    free(p);
    return 0;
}

static void make(struct place *p, const char *sql)
{
    duckdb_connection con;
    duckdb_result result;

    assert_int_equal(p->engine->api->connect(p->engine->db, &con), DuckDBSuccess);
    if (p->engine->api->query(con, sql, &result) != DuckDBSuccess)
        fail_msg("%s", p->engine->api->result_error(&result));
    p->engine->api->destroy_result(&result);
    p->engine->api->disconnect(&con);
}

/* Makes a table of a query and describes it: "name:type name:type"; types are table.h's. */
static struct table table_of(struct place *p, const char *name, uint64_t rows, const char *columns, const char *sql)
{
    struct table t = { .name = name, .rows = rows };
    char *words = arena_str(p->arena, columns), *save = NULL;

    make(p, arena_printf(p->arena, "CREATE TABLE \"%s\" AS %s", name, sql));
    t.columns = arena_array(p->arena, DATA_COLUMNS, sizeof *t.columns);
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        struct column *c = &t.columns[t.n_columns++];
        char *colon = strchr(w, ':');
        *colon = '\0';
        c->name = w;
        while (strcmp(column_type_name(c->type), colon + 1) != 0)
            c->type++;
    }
    return t;
}

static struct table_profile profile_of(struct place *p, const struct table *t)
{
    struct table_profile profile;

    if (profile_table(p->engine, t, NULL, p->arena, &profile, &p->err))
        fail_msg("%s | %s", p->err.message, p->err.detail);
    return profile;
}

static const char *text(struct place *p, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 24);

    json_write(&b, v);
    return arena_str(p->arena, b.p);
}

static int64_t in_bins(const struct column_profile *c)
{
    const struct json *bins = json_get(c->histogram, "bins");
    int64_t sum = 0;

    for (size_t i = 0; i < json_len(bins); i++)
        sum += json_get_int(json_at(bins, i), "count", -1);
    return sum;
}

static void figures_of_numbers_are_exact(void **state)
{
    struct place *p = *state;
    struct table t =
        table_of(p, "t", 6, "amount:decimal n:integer f:float",
                 "SELECT * FROM (VALUES (1.10::DECIMAL(9,2), 9007199254740993, 0.5::DOUBLE), "
                 "(2.20, 2, 'inf'), (3.30, 2, 'nan'), (4.40, 4, NULL), (NULL, NULL, -0.5), (100, 5, 1)) v");
    struct table_profile r;

    make(p, "ALTER TABLE t RENAME col0 TO amount");
    make(p, "ALTER TABLE t RENAME col1 TO n");
    make(p, "ALTER TABLE t RENAME col2 TO f");
    r = profile_of(p, &t);
    assert_int_equal(r.columns[0].values, 5);
    assert_int_equal(r.columns[0].distinct, 5);
    assert_int_equal(r.columns[0].role, ROLE_MEASURE);
    assert_string_equal(text(p, r.columns[0].min), "1.10");
    assert_string_equal(text(p, r.columns[0].max), "100.00");
    assert_true(fabs(r.columns[0].mean - 22.2) < 1e-9);
    assert_true(fabs(r.columns[0].quantiles[2] - 3.3) < 1e-9);
    assert_true(fabs(r.columns[0].quantiles[1] - 2.2) < 1e-9);
    assert_int_equal(r.columns[1].distinct, 4);
    assert_string_equal(text(p, r.columns[1].max), "9007199254740993");
    assert_string_equal(text(p, r.columns[1].top),
                        "[{\"value\":2,\"count\":2},{\"value\":4,\"count\":1},{\"value\":5,\"count\":1},"
                        "{\"value\":9007199254740993,\"count\":1}]");
    assert_int_equal(in_bins(&r.columns[0]), 5);
    assert_int_equal(in_bins(&r.columns[1]), 5);
    assert_int_equal(in_bins(&r.columns[2]), 3);
    /* What is not finite is no figure, and so no value here. */
    assert_string_equal(text(p, r.columns[2].min), "-0.5");
    assert_string_equal(text(p, r.columns[2].max), "1.0");
    assert_int_equal(r.columns[2].values, 3);
}

static void histograms_hold_every_value_once(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 1000, "x:float k:integer same:integer d:date ts:timestamp",
                              "SELECT i / 10.0 AS x, i % 5 AS k, 7 AS same, DATE '2020-01-31' + (i::INT) AS d, "
                              "TIMESTAMP '2024-01-01' + INTERVAL (i) MINUTE AS ts FROM range(1000) r(i)");
    struct table_profile r = profile_of(p, &t);
    const struct json *bins = json_get(r.columns[0].histogram, "bins");

    assert_int_equal(json_len(bins), PROFILE_BINS);
    assert_int_equal(in_bins(&r.columns[0]), 1000);
    assert_int_equal(json_get_int(json_at(bins, 0), "count", 0), 50);
    assert_int_equal(json_get_int(json_at(bins, 19), "count", 0), 50);
    assert_string_equal(text(p, json_get(r.columns[1].histogram, "bins")),
                        "[{\"from\":0.0,\"to\":1.0,\"count\":200},{\"from\":1.0,\"to\":2.0,\"count\":200},"
                        "{\"from\":2.0,\"to\":3.0,\"count\":200},{\"from\":3.0,\"to\":4.0,\"count\":200},"
                        "{\"from\":4.0,\"to\":4.0,\"count\":200}]");
    assert_string_equal(text(p, json_get(r.columns[2].histogram, "bins")),
                        "[{\"from\":7.0,\"to\":7.0,\"count\":1000}]");
    assert_string_equal(json_get_text(r.columns[3].histogram, "unit"), "month");
    assert_string_equal(json_get_text(json_at(json_get(r.columns[3].histogram, "bins"), 0), "from"), "2020-01");
    assert_int_equal(json_get_int(json_at(json_get(r.columns[3].histogram, "bins"), 1), "count", 0), 29);
    assert_string_equal(json_get_text(r.columns[4].histogram, "unit"), "hour");
    assert_int_equal(json_len(json_get(r.columns[4].histogram, "bins")), 17);
    assert_int_equal(r.columns[3].role, ROLE_TIMESTAMP);
}

static void what_lies_beyond_the_fences_is_told(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 102, "x:integer flat:integer",
                              "SELECT * FROM (SELECT i * 3 AS x, 1 AS flat FROM range(100) r(i) "
                              "UNION ALL VALUES (100000, 5), (-5000, 1))");
    struct table_profile r = profile_of(p, &t);

    assert_int_equal(json_get_int(r.columns[0].outliers, "count", -1), 2);
    assert_string_equal(text(p, json_get(r.columns[0].outliers, "examples")), "[100000,-5000]");
    assert_null(r.columns[1].outliers); /* the middle half is one value: there are no fences */
}

static const struct {
    const char *name, *type, *sql;
    enum column_role role;
} roles[] = {
    { "customer_id", "integer", "i % 10", ROLE_ID },
    { "CustomerID", "text", "'c' || (i % 10)", ROLE_ID },
    { "order_no", "integer", "i * 7 + 100", ROLE_ID },
    { "order_no", "integer", "i % 9", ROLE_DIMENSION },
    { "anything", "integer", "i + 5", ROLE_ID },
    { "anything", "integer", "i * 2", ROLE_MEASURE },
    { "units", "integer", "i % 30", ROLE_MEASURE },
    { "paid", "integer", "i % 2", ROLE_DIMENSION },
    { "year", "integer", "2000 + i % 20", ROLE_DIMENSION },
    { "zip_code", "integer", "10000 + i % 20", ROLE_DIMENSION },
    { "price", "decimal", "(i / 4)::DECIMAL(9,2)", ROLE_MEASURE },
    { "ratio", "float", "i / 7.0::DOUBLE", ROLE_MEASURE },
    { "idea", "text", "'x'", ROLE_DIMENSION },
    { "ok", "boolean", "i % 2 = 0", ROLE_DIMENSION },
    { "day", "date", "DATE '2024-01-01' + i::INT", ROLE_TIMESTAMP },
};

static void roles_follow_from_type_name_and_values(void **state)
{
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(roles); i++) {
        const char *name = arena_printf(p->arena, "t%zu", i);
        struct table t =
            table_of(p, name, 50, arena_printf(p->arena, "%s:%s", roles[i].name, roles[i].type),
                     arena_printf(p->arena, "SELECT %s AS \"%s\" FROM range(50) r(i)", roles[i].sql, roles[i].name));
        struct table_profile r = profile_of(p, &t);
        if (r.columns[0].role != roles[i].role)
            fail_msg("%s as %s is %s", roles[i].name, roles[i].sql, column_role_name(r.columns[0].role));
    }
}

static void problems_of_texts_are_counted(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 6, "city:text day:text amount:text same:text none:text",
                              "SELECT * FROM (VALUES ('Rome', '2024-01-02', '1,5', 'x', NULL::VARCHAR), "
                              "('rome', '3/4/2024', '2', 'x', NULL), ('Rome ', 'soon', '3', 'x', NULL), "
                              "('Rome', '2024-05-06', 'n/a', 'x', NULL), ('Bonn', '2024-05-06', '7', 'x', NULL), "
                              "(NULL, NULL, NULL, 'x', NULL)) v(city, day, amount, same, none)");
    struct table_profile r = profile_of(p, &t);

    assert_string_equal(text(p, r.columns[0].problems),
                        "[{\"kind\":\"blanks\",\"count\":1,\"text\":\"1 text has blanks around it\"},"
                        "{\"kind\":\"variants\",\"count\":2,\"text\":\"2 texts differ from others only in case or "
                        "blanks\"}]");
    assert_string_equal(text(p, r.columns[1].problems),
                        "[{\"kind\":\"unread_dates\",\"count\":1,\"text\":\"1 text is no date among dates\"}]");
    assert_string_equal(text(p, r.columns[2].problems),
                        "[{\"kind\":\"unread_numbers\",\"count\":1,\"text\":\"1 text is no number among numbers\"}]");
    assert_string_equal(json_get_text(json_at(r.columns[3].problems, 0), "kind"), "constant");
    assert_string_equal(json_get_text(json_at(r.columns[4].problems, 0), "kind"), "empty");
    assert_true(fabs(r.columns[0].quality - (0.4 * 5 / 6 + 0.2 + 0.2 + 0.2 * 2 / 5)) < 1e-9);
    assert_true(fabs(r.columns[1].quality - (0.4 * 5 / 6 + 0.2 + 0.2 * 4 / 5 + 0.2)) < 1e-9);
    assert_true(fabs(r.columns[3].quality - 1) < 1e-9);
    assert_true(fabs(r.columns[4].quality - 0.6) < 1e-9);
}

static void misfits_lower_the_quality_and_are_told(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 4, "n:integer", "SELECT * FROM (VALUES (1), (2), (2), (NULL)) v(n)");
    struct table_profile r;

    t.columns[0].misfits = 1; /* the row without a value is one that did not fit */
    r = profile_of(p, &t);
    assert_string_equal(json_get_text(json_at(r.columns[0].problems, 0), "kind"), "misfits");
    assert_true(fabs(r.columns[0].quality - (0.4 + 0.2 + 0.2 * 3 / 4 + 0.2)) < 1e-9);
}

static void a_few_repetitions_of_an_id_are_a_fault_and_many_are_references(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 100, "a_id:integer b_id:integer c_id:integer",
                              "SELECT i AS a_id, i % 90 AS b_id, i % 89 AS c_id FROM range(100) r(i)");
    struct table_profile r = profile_of(p, &t);

    assert_true(fabs(r.columns[0].quality - 1) < 1e-9);
    assert_true(fabs(r.columns[1].quality - 0.98) < 1e-9);
    assert_true(fabs(r.columns[2].quality - 1) < 1e-9);
}

static void keys_are_columns_or_pairs(void **state)
{
    struct place *p = *state;
    struct table one =
        table_of(p, "one", 20, "id:integer g:text", "SELECT i AS id, 'g' || i % 3 AS g FROM range(20) r(i)");
    struct table two = table_of(p, "two", 20, "a:text b:text c:text",
                                "SELECT 'a' || i // 4 AS a, 'b' || i % 4 AS b, 'c' || i % 2 AS c FROM range(20) r(i)");
    struct table none =
        table_of(p, "none", 20, "a:text x:float", "SELECT 'a' || i % 4 AS a, (i % 4)::DOUBLE AS x FROM range(20) r(i)");

    assert_string_equal(text(p, profile_of(p, &one).keys), "[[\"id\"]]");
    assert_string_equal(text(p, profile_of(p, &two).keys), "[[\"a\",\"b\"]]");
    assert_int_equal(profile_of(p, &two).duplicates, 0);
    assert_string_equal(text(p, profile_of(p, &none).keys), "[]");
    assert_int_equal(profile_of(p, &none).duplicates, 16);
}

static void ties_are_listed_in_the_order_of_their_values(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 24, "v:text", "SELECT chr((97 + 11 - i % 12)::INT) AS v FROM range(24) r(i)");
    struct table_profile r = profile_of(p, &t);

    assert_int_equal(json_len(r.columns[0].top), PROFILE_TOP);
    assert_string_equal(json_get_text(json_at(r.columns[0].top, 0), "value"), "a");
    assert_string_equal(json_get_text(json_at(r.columns[0].top, 9), "value"), "j");
}

/* Columns of some thousand products or customers are ordinary, and their values come back as one cell. */
static void any_number_of_different_values_can_be_counted(void **state)
{
    static const int numbers[] = { 3000, 3001, 3333, 3334, 4915, 5000, 5001, 20000 };
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        const char *name = arena_printf(p->arena, "t%zu", i);
        struct table t = table_of(p, name, 20001, "v:text n:integer d:date",
                                  arena_printf(p->arena,
                                               "SELECT 'Product ' || (i %% %d) AS v, i %% %d AS n, "
                                               "DATE '1900-01-01' + (i %% %d)::INT AS d FROM range(20001) r(i)",
                                               numbers[i], numbers[i], numbers[i]));
        struct table_profile r = profile_of(p, &t);
        for (size_t k = 0; k < t.n_columns; k++) {
            assert_int_equal(r.columns[k].distinct, numbers[i]);
            assert_int_equal(json_len(r.columns[k].top), PROFILE_TOP);
        }
        assert_string_equal(json_get_text(json_at(r.columns[0].top, 0), "value"), "Product 0");
    }
}

/* Every byte of such a text is six in JSON. */
static void texts_of_control_characters_can_be_counted(void **state)
{
    static const int lengths[] = { 41, 42, 43, 44, 200, 5000 };
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        struct table t = table_of(p, arena_printf(p->arena, "t%zu", i), 6000, "v:text",
                                  arena_printf(p->arena,
                                               "SELECT repeat(chr(1), %d) || lpad((i %% 3000)::VARCHAR, 4, '0') AS v "
                                               "FROM range(6000) r(i)",
                                               lengths[i] - 4));
        struct table_profile r = profile_of(p, &t);
        assert_int_equal(r.columns[0].distinct, 3000);
        assert_int_equal(json_len(r.columns[0].top), PROFILE_TOP);
    }
}

static void a_table_without_rows_or_with_one_is_fine(void **state)
{
    struct place *p = *state;
    const char *columns = "a:text b:integer c:decimal d:date e:boolean f:timestamp g:float";
    const char *made = "SELECT 'x' AS a, 1::BIGINT AS b, 1.5 AS c, DATE '2024-01-01' AS d, true AS e, "
                       "TIMESTAMP '2024-01-01 10:00' AS f, 2.5::DOUBLE AS g";
    struct table one = table_of(p, "one", 1, columns, made);
    struct table none = table_of(p, "none", 0, columns, arena_printf(p->arena, "%s LIMIT 0", made));
    struct table_profile r = profile_of(p, &none);

    for (size_t i = 0; i < none.n_columns; i++) {
        assert_int_equal(r.columns[i].values, 0);
        assert_string_equal(text(p, r.columns[i].min), "null");
        assert_null(r.columns[i].histogram);
        assert_int_equal(json_len(r.columns[i].problems), 0);
    }
    assert_true(fabs(r.quality - 1) < 1e-9);
    r = profile_of(p, &one);
    assert_string_equal(text(p, r.columns[2].min), "1.5");
    assert_string_equal(text(p, r.columns[6].histogram),
                        "{\"unit\":null,\"bins\":[{\"from\":2.5,\"to\":2.5,\"count\":1}]}");
    assert_true(isnan(r.columns[1].deviation)); /* one value has none */
    assert_non_null(strstr(text(p, profile_to_json(p->arena, &r)), "\"stddev\":null"));
    assert_int_equal(json_len(r.keys), 0);
}

static void thousands_of_columns_with_any_name_are_counted(void **state)
{
    struct place *p = *state;
    struct buf sql CLEANUP(buf_done) = BUF(1 << 24);
    struct table t = { .name = "wi\"de", .rows = 3, .n_columns = DATA_COLUMNS };
    struct table_profile r;

    t.columns = arena_array(p->arena, DATA_COLUMNS, sizeof *t.columns);
    buf_adds(&sql, "CREATE TABLE \"wi\"\"de\" AS SELECT ");
    for (size_t i = 0; i < DATA_COLUMNS; i++) {
        t.columns[i] = (struct column){ .name = arena_printf(p->arena, "a\"'$; -- %zu", i), .type = COLUMN_INTEGER };
        buf_addf(&sql, "%si + %zu AS \"a\"\"'$; -- %zu\"", i ? ", " : "", i, i);
    }
    buf_adds(&sql, " FROM range(3) r(i)");
    make(p, sql.p);
    r = profile_of(p, &t);
    assert_int_equal(r.columns[4095].distinct, 3);
    assert_string_equal(text(p, r.columns[4095].max), "4097");
}

static void the_largest_and_smallest_numbers_are_counted(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 3, "f:float i:integer",
                              "SELECT * FROM (VALUES (-1.7e308::DOUBLE, -9223372036854775808), "
                              "(1.7e308, 9223372036854775807), (0, 0)) v(f, i)");
    struct table_profile r = profile_of(p, &t);

    assert_int_equal(in_bins(&r.columns[0]), 3);
    assert_int_equal(in_bins(&r.columns[1]), 3);
    assert_string_equal(text(p, r.columns[1].min), "-9223372036854775808");
}

static void references_are_found_by_name_and_values(void **state)
{
    struct place *p = *state;
    struct table tables[] = {
        table_of(p, "customers", 50, "id:integer country:text code:text",
                 "SELECT i + 1 AS id, 'land' || i % 7 AS country, 'K' || (i * 37 % 50) AS code FROM range(50) r(i)"),
        table_of(p, "orders", 200, "order_id:integer customer_id:integer quantity:integer customer:text country:text",
                 "SELECT i + 1000 AS order_id, i % 50 + 1 AS customer_id, i % 9 + 1 AS quantity, 'K' || i % 50 AS "
                 "customer, 'land' || i % 6 AS country FROM range(200) r(i)"),
        table_of(p, "other", 30, "thing:text", "SELECT 'other' || i AS thing FROM range(30) r(i)"),
    };
    struct table_profile profiles[COUNT_OF(tables)];
    struct json *found;

    for (size_t i = 0; i < COUNT_OF(tables); i++)
        profiles[i] = profile_of(p, &tables[i]);
    if (relations_find(p->engine, profiles, COUNT_OF(tables), NULL, p->arena, &found, &p->err))
        fail_msg("%s | %s", p->err.message, p->err.detail);
    assert_string_equal(
        text(p, found),
        "[{\"from_table\":\"orders\",\"from_column\":\"customer_id\",\"to_table\":\"customers\",\"to_column\":\"id\","
        "\"relationship_type\":\"foreign_key\",\"confidence\":1.0},"
        "{\"from_table\":\"orders\",\"from_column\":\"customer\",\"to_table\":\"customers\",\"to_column\":\"code\","
        "\"relationship_type\":\"foreign_key\",\"confidence\":1.0},"
        "{\"from_table\":\"customers\",\"from_column\":\"country\",\"to_table\":\"orders\",\"to_column\":\"country\","
        "\"relationship_type\":\"similar_values\",\"confidence\":0.9}]");
}

static void a_share_of_nine_tenths_makes_a_reference(void **state)
{
    struct place *p = *state;
    struct table tables[] = {
        table_of(p, "items", 100, "code:text", "SELECT 'c' || i AS code FROM range(100) r(i)"),
        table_of(p, "nine", 40, "item_code:text", "SELECT 'c' || (i % 20) + 82 AS item_code FROM range(40) r(i)"),
        table_of(p, "less", 40, "item_code:text", "SELECT 'c' || (i % 20) + 83 AS item_code FROM range(40) r(i)"),
    };
    struct table_profile profiles[COUNT_OF(tables)];
    struct json *found;

    for (size_t i = 0; i < COUNT_OF(tables); i++)
        profiles[i] = profile_of(p, &tables[i]);
    assert_int_equal(relations_find(p->engine, profiles, 2, NULL, p->arena, &found, &p->err), 0);
    assert_int_equal(json_len(found), 1);
    assert_string_equal(json_get_text(json_at(found, 0), "relationship_type"), "foreign_key");
    profiles[1] = profiles[2];
    assert_int_equal(relations_find(p->engine, profiles, 2, NULL, p->arena, &found, &p->err), 0);
    assert_int_equal(json_len(found), 0);
}

static void a_profile_can_be_stopped(void **state)
{
    struct place *p = *state;
    struct table t = table_of(p, "t", 10, "a:integer", "SELECT i AS a FROM range(10) r(i)");
    struct table_profile profile;
    struct cancel cancel;

    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(profile_table(p->engine, &t, &cancel, p->arena, &profile, &p->err), -1);
    assert_int_equal(p->err.code, ERR_CANCELLED);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(figures_of_numbers_are_exact),
        TEST(histograms_hold_every_value_once),
        TEST(what_lies_beyond_the_fences_is_told),
        TEST(roles_follow_from_type_name_and_values),
        TEST(problems_of_texts_are_counted),
        TEST(misfits_lower_the_quality_and_are_told),
        TEST(a_few_repetitions_of_an_id_are_a_fault_and_many_are_references),
        TEST(keys_are_columns_or_pairs),
        TEST(ties_are_listed_in_the_order_of_their_values),
        TEST(any_number_of_different_values_can_be_counted),
        TEST(texts_of_control_characters_can_be_counted),
        TEST(a_table_without_rows_or_with_one_is_fine),
        TEST(thousands_of_columns_with_any_name_are_counted),
        TEST(the_largest_and_smallest_numbers_are_counted),
        TEST(references_are_found_by_name_and_values),
        TEST(a_share_of_nine_tenths_makes_a_reference),
        TEST(a_profile_can_be_stopped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
