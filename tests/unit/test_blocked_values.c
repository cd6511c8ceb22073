/* test_blocked_values.c - names and values inside of values, single values of columns that may be read, and cells that
 * nobody judged: what a policy takes out of them, asked of a real worker. */
#include "data/engine/duck_api.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "dataset_place.h"
#include "redaction_testing.h"
#include "xlsx_testing.h"

/* ---- inside of values ---- */

static const char *inside(const char *text, bool *ret_is_name)
{
    const struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    struct pii_look look = { .policy = &policy };
    const char *found = pii_inside(&look, text, strlen(text));

    *ret_is_name = look.is_name;
    return found;
}

static void names_and_values_are_found_wherever_they_stand_inside(void **state)
{
    static const struct {
        const char *text, *pattern;
        bool is_name;
    } cases[] = {
        { "{\"ssn\":1}", "ssn", true },
        { "{\"a\":{\"b\":[1,{\"E-Mail\":null}]}}", "email", true },
        { " [ {\"n\" : 1 , \"cust_phone\"\n: 2} ] ", "phone", true },
        { "{\"\\u0073sn\":1}", "ssn", true },
        { "{'credit card': '1'}", "credit_card", true },
        { "{a: 1, email: x}", "email", true },
        { "{\"a\":\"{\\\"ssn\\\":1}\"}", "ssn", true },
        { "{\"a\":1,\"ssn\":\"cut o", "ssn", true },
        { "[\"a\",\"ask jane@secret.example\"]", "email", false },
        { "{\"a\":\"\\u002b49 30 1234567\"}", "phone", false },
        { "[\"4111111111111111\"]", "credit_card", false },
        { "{\"jane@secret.example\":1}", "email", false },
        { "[123-45-6789]", "ssn", false },
    };
    bool is_name;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *found = inside(cases[i].text, &is_name);
        if (!found)
            fail_msg("nothing in %s", cases[i].text);
        assert_string_equal(found, cases[i].pattern);
        assert_int_equal(is_name, cases[i].is_name);
    }
}

static void what_holds_nothing_blocked_passes(void **state)
{
    static const char *const texts[] = { "",
                                         "{",
                                         "[]",
                                         "plain words, email: none",
                                         "[draft] email: to be written",
                                         "{\"name\":\"ssn\",\"n\":[1,2,3]}",
                                         "[4111111111111111]", /* a number, as many only look like a card's */
                                         "{\"phone_model\":\"Pixel\",\"emails_sent\":3}",
                                         "\"ssn\":1" };
    bool is_name;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (inside(texts[i], &is_name))
            fail_msg("something in %s", texts[i]);
}

static void run_sql(struct place *p, const char *sql)
{
    const struct duck_api *api;
    duckdb_connection con;
    duckdb_database db;

    assert_int_equal(duck_api(&api, &p->err), 0);
    assert_int_equal(api->open_ext(NULL, &db, NULL, NULL), DuckDBSuccess);
    assert_int_equal(api->connect(db, &con), DuckDBSuccess);
    assert_int_equal(api->query(con, sql, NULL), DuckDBSuccess);
    api->disconnect(&con);
    api->close(&db);
}

/* A column of this type is left out, everywhere and with its rule. */
static void is_left_out(struct place *p, const char *value, const char *rule)
{
    static const char all[] = "{\"row_limit\":99,\"sql\":\"SELECT * FROM t\"}",
                      named[] = "{\"sql\":\"SELECT x FROM t\"}";
    const char *path = arena_printf(p->arena, "%s/t.parquet", p->dir), *told;

    run_sql(p, arena_printf(p->arena, "COPY (SELECT i AS n, %s AS x FROM range(3) r(i)) TO '%s'", value, path));
    has(bound(p, path, "show", "{}"), "\"rows\":[[0],[1],[2]]"); /* before what it is read by is closed */
    told = bound(p, path, "query", all);
    has(told, "\"rows\":[[0],[1],[2]]");
    has(told, arena_printf(p->arena, "\"left_out\":[{\"table\":\"t\",\"column\":\"x\",\"rule\":\"%s\"", rule));
    has(bound(p, path, "query", named), "The column 'x' may not be read");
    lacks(ask(p, path, NULL, "query", all), "\"left_out\":[{");
}

static void every_kind_of_nested_column_is_judged_by_what_is_inside(void **state)
{
    struct place *p = *state;

    is_left_out(p, "{'name': 'a', 'ssn': 'b'}", "ssn");
    is_left_out(p, "[{'deep': {'email': 'a'}}]", "email");
    is_left_out(p, "map {'home phone': 'none'}", "phone");
    is_left_out(p, "['a', 'jane@secret.example']", "email");
    is_left_out(p, "union_value(credit_card := 'x')", "credit_card");
    is_left_out(p, "'{\"ssn\":1}'::JSON", "ssn");
}

/* Most rows say nothing, and between the ones that are sampled is one that does. */
static void one_row_among_many_is_enough(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);
    struct place *p = *state;
    const char *told;

    buf_adds(&b, "[");
    for (int i = 0; i < 5000; i++)
        buf_addf(&b, "%s{\"n\":%d,\"list\":[{\"%s\":\"v%d\"}]}", i ? "," : "", i, i == 2500 ? "ssn" : "name", i);
    buf_adds(&b, "]");
    told = bound(p, put_file(p, "t.json", b.p), "query", "{\"row_limit\":99,\"sql\":\"SELECT * FROM t LIMIT 1\"}");
    has(told, "\"rows\":[[0]]");
    has(told, "\"column\":\"list\",\"rule\":\"ssn\",\"reason\":\"a name inside its values says that they hold "
              "social security numbers\"");
}

/* ---- single values ---- */

static const char notes[] = "id,note\n1,fine\n2,ask jane@secret.example\n3,late\n4,212-555-2368\n5,fine\n6,paid\n";

static void a_single_value_is_none_to_queries_as_it_is_none_where_it_is_shown(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "t.csv", notes);
    const char *told = bound(p, path, "query", "{\"row_limit\":99,\"sql\":\"SELECT note FROM t ORDER BY id\"}");

    has(told, "\"rows\":[[\"fine\"],[null],[\"late\"],[null],[\"fine\"],[\"paid\"]]");
    has(told, "\"left_out\":[{\"table\":\"t\",\"column\":\"note\",\"rule\":\"email\",\"reason\":\"2 of its values are "
              "left out: an e-mail address, or a telephone, card, account or identity number\"}]");
    has(bound(p, path, "show", "{}"), "[[1,\"fine\"],[2,null],[3,\"late\"],[4,null],[5,\"fine\"],[6,\"paid\"]]");
    has(ask(p, path, NULL, "query", "{\"row_limit\":99,\"sql\":\"SELECT note FROM t WHERE id = 4\"}"), "212-555-2368");
}

static void single_values_are_in_no_description(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "t.csv", notes), *told = bound(p, path, "describe", "{}");

    has(ask(p, path, NULL, "describe", "{}"), "jane@");
    lacks(told, "jane@");
    lacks(told, "2368");
    has(told, "\"nulls\":2,\"distinct\":3,\"values\":[\"fine\",\"late\",\"paid\"]");
    has(told, "of the column 'note' 2 of its values are left out");
    lacks(bound(p, path, "profile", "{}"), "2368");
    lacks(bound(p, path, "page", "{\"table\":\"t\",\"offset\":0,\"limit\":10}"), "2368");
}

/* The column is there: to name it is no offence, and what does not read it is told nothing. */
static void a_column_with_single_values_can_be_asked_for(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "t.csv", notes);

    has(bound(p, path, "query", "{\"row_limit\":99,\"sql\":\"SELECT count(note) FROM t\"}"), "[[4]]");
    has(bound(p, path, "query", "{\"row_limit\":99,\"sql\":\"SELECT * RENAME (note AS n) FROM t LIMIT 1\"}"),
        "[[1,\"fine\"]]");
    has(bound(p, path, "query", "{\"row_limit\":99,\"sql\":\"SELECT sum(id) FROM t\"}"), "\"left_out\":[]");
    has(bound(p, path, "query", "{\"row_limit\":99,\"sql\":\"SELECT count(*) FROM t a NATURAL JOIN t b\"}"), "[[4]]");
    lacks(bound(p, path, "query", "{\"row_limit\":99,\"sql\":\"SELECT note, nothing FROM t\"}"), "may not be read");
}

/* Many rows, so that they lie in parts, with a list of different values and without. */
static void single_values_are_found_in_every_part(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(8u << 20);
    struct place *p = *state;
    const char *told;

    buf_adds(&b, "id,few,many\n");
    for (int i = 0; i < 150000; i++)
        buf_addf(&b, "%d,%s,%s%d%s\n", i, i % 1000 == 999 ? "a@b.example" : "x", "word", i,
                 i % 50000 == 49999 ? "@b.example" : "");
    told = bound(p, put_file(p, "t.csv", b.p), "query",
                 "{\"row_limit\":99,\"sql\":\"SELECT count(*), count(few), count(many), sum(id) FILTER (many IS NULL) "
                 "FROM t\"}");
    has(told, "[[150000,149850,149997,299997]]");
}

/* A workbook begins with these letters, too. */
static void a_file_that_begins_like_a_workbook_is_read_as_what_it_is(void **state)
{
    struct place *p = *state;

    has(bound(p, put_file(p, "t.csv", "PK,name\n1,Ann\n2,Bob\n"), "show", "{}"), "[[1,\"Ann\"],[2,\"Bob\"]]");
    has(bound(p, put_file(p, "u.csv", "PK,name\n1,Ann\n2,Bob\n"), "describe", "{}"), "\"row_count\":2");
}

/* ---- cells that nobody judged ---- */

#define TABLES 270 /* more than are told apart on a sheet */

static const char *put_many(struct place *p, int tables)
{
    const char *path = arena_printf(p->arena, "%s/many%d.xlsx", p->dir, tables);
    static const char *const words[] = { "email", "units", "hush" };
    struct buf rows CLEANUP(buf_done) = BUF(1u << 20);
    struct xlsx_made x;
    FILE *f;

    for (int i = 0; i < tables; i++) {
        int r = 4 * i + 1;
        buf_addf(&rows, "<row r='%d'><c r='A%d' t='s'><v>0</v></c><c r='B%d' t='s'><v>1</v></c></row>", r, r, r);
        for (int k = 1; k <= 2; k++)
            buf_addf(&rows, "<row r='%d'><c r='A%d' t='s'><v>2</v></c><c r='B%d'><v>%d</v></c></row>", r + k, r + k,
                     r + k, 1000 + i);
    }
    xlsx_init(&x);
    xlsx_sheet(&x, "Many", "", rows.p, "");
    xlsx_end(&x, words, COUNT_OF(words));
    f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(x.zip.bytes.p, 1, x.zip.bytes.n, f), x.zip.bytes.n);
    assert_int_equal(fclose(f), 0);
    xlsx_done(&x);
    return path;
}

static void cells_of_tables_past_the_bound_are_hidden(void **state)
{
    struct place *p = *state;
    const char *last = "{\"range\":\"A1018:B1080\"}"; /* around the last that is judged */
    const char *path = put_many(p, TABLES), *told = bound(p, path, "show", last);

    lacks(told, "hush");
    has(told, "1255");
    lacks(told, "1256"); /* the table behind the last that is judged */
    has(told, "are left out, as the sheet has more tables than are looked at");
    has(bound(p, path, "search", "{\"query\":\"hush\"}"), "\"total_matches\":0");
    has(ask(p, path, NULL, "search", "{\"query\":\"hush\"}"), "\"total_matches\":540");
    told = bound(p, put_many(p, FINDER_TABLES), "show", last);
    lacks(told, "hush");
    lacks(told, "more tables than");
    has(told, "1255");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_values_are_found_wherever_they_stand_inside),
        cmocka_unit_test(what_holds_nothing_blocked_passes),
        TEST(every_kind_of_nested_column_is_judged_by_what_is_inside),
        TEST(one_row_among_many_is_enough),
        TEST(a_single_value_is_none_to_queries_as_it_is_none_where_it_is_shown),
        TEST(single_values_are_in_no_description),
        TEST(a_column_with_single_values_can_be_asked_for),
        TEST(single_values_are_found_in_every_part),
        TEST(a_file_that_begins_like_a_workbook_is_read_as_what_it_is),
        TEST(cells_of_tables_past_the_bound_are_hidden),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
