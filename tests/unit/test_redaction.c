/* test_redaction.c - what a policy hides where data are shown, searched and changed, asked of a real worker. */
#include "data/engine/duck_api.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/worker/redaction.h"
#include "dataset_place.h"
#include "redaction_testing.h"
#include "xlsx_testing.h"

/* A title, a table with its total, and notes beside it; a hidden sheet with another. */
static const char people[] =
    "<row r='1'><c r='A1' t='s'><v>0</v></c></row>"
    "<row r='3'><c r='A3' t='s'><v>1</v></c><c r='B3' t='s'><v>2</v></c><c r='C3' t='s'><v>3</v></c></row>"
    "<row r='4'><c r='A4' t='s'><v>4</v></c><c r='B4' t='s'><v>7</v></c><c r='C4'><v>10</v></c></row>"
    "<row r='5'><c r='A5' t='s'><v>5</v></c><c r='B5' t='s'><v>8</v></c><c r='C5'><v>20</v></c></row>"
    "<row r='6'><c r='A6' t='s'><v>6</v></c><c r='B6' t='s'><v>9</v></c><c r='C6'><v>30</v></c></row>"
    "<row r='9'><c r='F9' t='s'><v>10</v></c></row>"
    "<row r='10'><c r='F10' t='s'><v>11</v></c></row>";
static const char calls[] = "<row r='1'><c r='A1' t='s'><v>1</v></c><c r='B1' t='s'><v>12</v></c></row>"
                            "<row r='2'><c r='A2' t='s'><v>4</v></c><c r='B2' t='s'><v>13</v></c></row>"
                            "<row r='3'><c r='A3' t='s'><v>5</v></c><c r='B3' t='s'><v>14</v></c></row>";
static const char pivot[] = "<row r='1'><c r='A1' t='s'><v>15</v></c><c r='B1' t='s'><v>16</v></c></row>"
                            "<row r='2'><c r='A2' t='s'><v>17</v></c><c r='B2'><v>10</v></c></row>"
                            "<row r='3'><c r='A3' t='s'><v>18</v></c><c r='B3'><v>30</v></c></row>";
static const char *const words[] = { "People we know",
                                     "name",
                                     "e-mail",
                                     "amount",
                                     "Ann",
                                     "Bob",
                                     "Cid",
                                     "ann@secret.example",
                                     "bob at home",
                                     "cid@secret.example",
                                     "ask eve@secret.example",
                                     "ask anybody",
                                     "reach",
                                     "+49 30 1234567",
                                     "+49 30 7654321",
                                     "Row Labels",
                                     "Sum",
                                     "hush one",
                                     "hush two" };

/* A pivot table by people, with their addresses in its cache. */
static void add_pivot(struct xlsx_made *x, const char *field)
{
    static const char rels[] = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
                               "<Relationship Id='a' Type='" XLSX_REL "/%s' Target='../%s'/></Relationships>";
    struct buf b CLEANUP(buf_done) = BUF(4096);

    buf_addf(&b, rels, "pivotTable", "pivotTables/p.xml");
    zip_add(&x->zip, "xl/worksheets/_rels/sheet3.xml.rels", b.p);
    buf_cut(&b, 0);
    buf_addf(&b, rels, "pivotCacheDefinition", "pivotCache/c.xml");
    zip_add(&x->zip, "xl/pivotTables/_rels/p.xml.rels", b.p);
    zip_add(&x->zip, "xl/pivotTables/p.xml",
            "<pivotTableDefinition xmlns='" XLSX_MAIN "' name='P'><location ref='A1:B3'/><pivotFields><pivotField "
            "axis='axisRow'><items><item x='0'/><item x='1'/></items></pivotField><pivotField dataField='1'/>"
            "</pivotFields><rowFields><field x='0'/></rowFields></pivotTableDefinition>");
    buf_cut(&b, 0);
    buf_addf(&b,
             "<pivotCacheDefinition xmlns='" XLSX_MAIN "'><cacheFields><cacheField name='%s'><sharedItems>"
             "<s v='ann@secret.example'/><s v='cid@secret.example'/></sharedItems></cacheField><cacheField "
             "name='amount'><sharedItems/></cacheField></cacheFields></pivotCacheDefinition>",
             field);
    zip_add(&x->zip, "xl/pivotCache/c.xml", b.p);
}

static const char *put_book(struct place *p, const char *field)
{
    const char *path = arena_printf(p->arena, "%s/book.xlsx", p->dir);
    struct xlsx_made x;
    FILE *f;

    xlsx_init(&x);
    x.more = "<definedNames><definedName name='Boss'>\"eve@secret.example\"</definedName><definedName name='All'>"
             "People!$A$3:$C$6</definedName></definedNames>";
    xlsx_sheet(&x, "People", "", people, "");
    xlsx_sheet(&x, "Calls", "", calls, "");
    xlsx_sheet(&x, "Pivot", "", pivot, "");
    add_pivot(&x, field);
    xlsx_end(&x, words, COUNT_OF(words));
    f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(x.zip.bytes.p, 1, x.zip.bytes.n, f), x.zip.bytes.n);
    assert_int_equal(fclose(f), 0);
    xlsx_done(&x);
    return path;
}

static const char *put_people(struct place *p)
{
    return put_book(p, "who");
}

/* ---- tables ---- */

static void a_table_is_shown_without_its_blocked_columns(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "a.csv", "name;E-Mail;reach;units\nAnn;a@b.example;+49 30 1234567;1\nBob;;;2\n");
    const char *told = bound(p, path, "show", "{}");

    has(told, "\"columns\":[{\"name\":\"name\",\"type\":\"text\"},{\"name\":\"units\",\"type\":\"integer\"}]");
    has(told, "\"rows\":[[\"Ann\",1],[\"Bob\",2]]");
    has(told, "\"the column 'E-Mail' is left out: its name says that it holds e-mail addresses\"");
    has(told, "\"the column 'reach' is left out: what stands in it looks like telephone numbers\"");
    has(told, "\"left_out\":[{\"table\":\"a\",\"column\":\"E-Mail\",\"rule\":\"email\"");
    lacks(told, "a@b");
    told = bound(p, path, "show", "{\"range\":\"B1:D1\"}"); /* columns are counted in the file */
    has(told, "\"columns\":[{\"name\":\"units\",\"type\":\"integer\"}],\"rows\":[[1]]");
}

static void without_a_policy_all_is_shown(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "a.csv", "name,email\nAnn,a@b.example\n");

    has(ask(p, path, NULL, "show", "{}"), "\"rows\":[[\"Ann\",\"a@b.example\"]]");
    lacks(ask(p, path, NULL, "show", "{}"), "left_out");
    has(ask(p, path, NULL, "show", "{\"raw\":true}"), "[\"Ann\",\"a@b.example\"]");
    has(ask(p, put_people(p), NULL, "show", "{}"), "\"ask eve@secret.example\"");
    has(ask(p, put_people(p), NULL, "search", "{\"query\":\"secret\"}"), "\"total_matches\":3");
    lacks(ask(p, put_people(p), NULL, "structure", "{}"), "blocked_columns");
}

static void lines_are_shown_only_where_no_column_is_blocked(void **state)
{
    struct place *p = *state;
    const char *args = "{\"raw\":true}";

    assert_string_equal(bound(p, put_file(p, "a.csv", "name,email\nAnn,a@b.example\n"), "show", args),
                        "A column of the file may not be read, so its lines cannot be shown.");
    assert_int_equal(p->err.code, ERR_POLICY_VIOLATION);
    assert_string_equal(p->err.rule, PII_RULE_BLOCKED);
    has(bound(p, put_file(p, "b.csv", "name,units\nAnn,1\n"), "show", args), "[\"Ann\",\"1\"]");
}

static void another_table_below_is_not_shown_under_other_names(void **state)
{
    static const char text[] =
        "a,b\nx,1\ny,2\nz,3\nw,4\nn,m,email\n1,2,a@b.example\n4,5,b@b.example\n7,8,c@b.example\n";
    struct place *p = *state;
    const char *path = put_file(p, "a.csv", text);

    has(ask(p, path, NULL, "show", "{}"), "a@b.example");
    lacks(bound(p, path, "show", "{}"), "@b.example");
    has(bound(p, path, "show", "{}"), "[\"w\",4]],\"row_count\":4");
}

static void a_name_that_is_a_value_is_not_told(void **state)
{
    struct place *p = *state;
    const char *told = bound(p, put_file(p, "a.csv", "name,a@b.example\nAnn,1\nBob,2\n"), "show", "{}");

    has(told, "\"the column 'column 2' is left out: its name looks like what it may not hold\"");
    lacks(told, "a@b");
}

/* Digits that a spreadsheet shows of a number are no card's, as many only look like it; a text of them is. */
static void a_number_is_no_text_of_digits(void **state)
{
    static const char digits[] = "4111111111111111", security[] = "123-45-6789";
    struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };

    (void)state;
    assert_true(redaction_hides_value(&policy, digits, strlen(digits), false));
    assert_false(redaction_hides_value(&policy, digits, strlen(digits), true));
    assert_true(redaction_hides_value(&policy, security, strlen(security), true));
    policy.n_blocked = 1; /* of these only numbers such as 123-45-6789 */
    assert_false(redaction_hides_value(&policy, digits, strlen(digits), false));
    assert_true(redaction_hides_value(&policy, security, strlen(security), false));
}

static void a_table_without_rows_is_judged_by_its_names(void **state)
{
    struct place *p = *state;
    const char *told = bound(p, put_file(p, "a.csv", "name,email\n"), "show", "{}");

    has(told, "\"columns\":[{\"name\":\"name\",\"type\":null}],\"rows\":[]");
}

static void a_table_of_which_nothing_is_left_is_refused(void **state)
{
    struct place *p = *state;

    assert_string_equal(bound(p, put_file(p, "a.csv", "email\na@b.example\n"), "show", "{}"),
                        "The policy leaves no column of a table.");
    assert_int_equal(p->err.code, ERR_POLICY_VIOLATION);
}

/* Values that do not fit are quoted in what is said about a column. */
static void what_was_assumed_quotes_no_blocked_column(void **state)
{
    static const char text[] = "n,phone\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n8,8\n9,9\n10,10\n11,11\n12,12\n13,13\n"
                               "14,14\n15,15\n16,16\n17,17\n18,18\n19,19\n20,private line\n";
    struct place *p = *state;
    struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    const char *path = put_file(p, "a.csv", text);

    has(ask(p, path, NULL, "describe", "{}"), "private line");
    lacks(ask(p, path, &policy, "describe", "{}"), "private line");
    lacks(ask(p, path, &policy, "show", "{}"), "private line");
}

/* Two hundred numbers, and then what stands in the last row, under a header. */
static const char *put_numbers(struct place *p, const char *header, const char *last)
{
    struct buf b CLEANUP(buf_done) = BUF(4096);

    buf_addf(&b, "%s\n", header);
    for (int i = 1; i <= 200; i++)
        buf_addf(&b, "%d,%d\n", i, i % 20); /* repeated: no identifiers */
    buf_addf(&b, "201,%s\n", last);
    return put_file(p, "n.csv", b.p);
}

/* They are not in the engine's table, so nothing else keeps them from being told. */
static void values_that_do_not_fit_are_masked_where_they_are_told(void **state)
{
    static const char *const values[] = { "212-555-2368",
                                          "jane@secret.example",
                                          "123-45-6789",
                                          "4111111111111111x",
                                          "ask jane@secret.exampl",
                                          "call +49 30 1234567 at 8",
                                          "17 212-555-2368",
                                          "please do ask somebody such as jane@secret.example",
                                          "4111 1111 1111 1111" };
    static const char *const pieces[] = { "555",     "secret", "6789",          "11111111", "jane@",
                                          "1234567", "555",    "such as jane@", "1111 1111" };
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(values); i++) {
        const char *path = put_numbers(p, "n,amount", values[i]), *told = bound(p, path, "describe", "{}");
        has(ask(p, path, NULL, "describe", "{}"), pieces[i]);
        has(told, "1 value of 'amount' is no number and is left out of sums");
        lacks(told, pieces[i]);
        has(told, "\"text\":\"");
        has(told, "(not shown)");
        lacks(bound(p, path, "show", "{}"), pieces[i]);
    }
    has(bound(p, put_numbers(p, "n,amount", "to be done"), "describe", "{}"), "'to be done' in row 201");
}

static void a_note_does_not_tell_a_name_that_is_not_told(void **state)
{
    struct place *p = *state;
    const char *path = put_numbers(p, "n,212-555-2368", "to be done"), *told = bound(p, path, "describe", "{}");

    has(ask(p, path, NULL, "describe", "{}"), "'212-555-2368'");
    lacks(told, "555");
    lacks(told, "to be done");
    lacks(bound(p, path, "show", "{}"), "555");
}

/* A file that the engine itself must open again, which the process that answers queries cannot. */
static void what_was_queried_can_still_be_shown(void **state)
{
    struct place *p = *state;
    struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    const char *path = arena_printf(p->arena, "%s/a.parquet", p->dir);
    struct dataset_spec spec = { .at = AT(path), .n = 1, .policy = &policy };
    struct dataset *queried, *shown;
    const struct duck_api *api;
    const struct table *tables;
    duckdb_connection con;
    duckdb_database db;
    struct json *v;

    assert_int_equal(duck_api(&api, &p->err), 0);
    assert_int_equal(api->open_ext(NULL, &db, NULL, NULL), DuckDBSuccess);
    assert_int_equal(api->connect(db, &con), DuckDBSuccess);
    assert_int_equal(
        api->query(con, arena_printf(p->arena, "COPY (SELECT 1 AS n, 'a@b.example' AS email) TO '%s'", path), NULL),
        DuckDBSuccess);
    api->disconnect(&con);
    api->close(&db);
    assert_int_equal(dataset_open(p->datasets, &spec, NULL, &queried, &p->err), 0);
    spec.apart = true;
    assert_int_equal(tables_of(p, queried, &tables), 1);
    assert_int_equal(dataset_open(p->datasets, &spec, NULL, &shown, &p->err), 0);
    assert_int_equal(dataset_job(shown, "show", NULL, NULL, NULL, p->arena, &v, &p->err), 0);
    assert_string_equal(json_of(p, json_get(v, "rows")), "[[1]]");
    dataset_release(queried);
    dataset_release(shown);
}

/* ---- workbooks ---- */

static void a_sheet_is_shown_with_blocked_cells_empty(void **state)
{
    struct place *p = *state;
    const char *told = bound(p, put_people(p), "show", "{}");

    has(told, "\"rows\":[[\"People we know\"],[],[\"name\",null,\"amount\"],[\"Ann\",null,10],[\"Bob\",null,20],"
              "[\"Cid\",null,30],[],[],[],[null,null,null,null,null,\"ask anybody\"]]");
    has(told, "\"4 cells are left out, those of the column 'e-mail': its name says that it holds e-mail addresses\"");
    has(told, "\"1 cell is left out: an e-mail address, or a telephone, card, account or identity number\"");
    has(told, "\"left_out\":[{\"table\":\"People we know\",\"column\":\"e-mail\"");
    told = bound(p, put_people(p), "show", "{\"range\":\"B4:B5\",\"shown\":true}");
    has(told, "\"rows\":[[]]");
    told = bound(p, put_people(p), "show", "{\"sheet\":\"2\"}"); /* by what it holds */
    has(told, "\"rows\":[[\"name\"],[\"Ann\"],[\"Bob\"]]");
}

static void a_sheets_table_is_shown_without_its_blocked_columns(void **state)
{
    struct place *p = *state;
    const char *told = bound(p, put_people(p), "show", "{\"sheet\":\"People we know\",\"shown\":true}");

    has(told, "\"columns\":[{\"name\":\"name\",\"type\":\"text\"},{\"name\":\"amount\",\"type\":\"integer\"}]");
    has(told, "\"rows\":[[\"Ann\",\"10\"],[\"Bob\",\"20\"],[\"Cid\",\"30\"]]");
    lacks(told, "secret");
}

static void a_search_does_not_find_what_is_hidden(void **state)
{
    struct place *p = *state;
    const char *path = put_people(p);

    has(bound(p, path, "search", "{\"query\":\"secret\"}"), "{\"results\":[],\"total_matches\":0,\"truncated\":false");
    has(bound(p, path, "search", "{\"query\":\"at home\"}"), "\"total_matches\":0");
    has(bound(p, path, "search", "{\"query\":\"1234567\"}"), "\"total_matches\":0");
    has(bound(p, path, "search", "{\"query\":\"ann\"}"), "\"total_matches\":2");
    has(bound(p, path, "search", "{\"query\":\"ask\"}"), "\"address\":\"F10\"");
}

/* What is left out is the same whatever was searched for: it tells nothing of the cells. */
static void a_search_tells_of_hidden_columns_whatever_it_looks_for(void **state)
{
    struct place *p = *state;
    const char *path = put_people(p);
    const char *hit = strstr(bound(p, path, "search", "{\"query\":\"secret\"}"), "\"left_out\"");
    const char *miss = strstr(bound(p, path, "search", "{\"query\":\"no such words\"}"), "\"left_out\"");

    assert_non_null(hit);
    assert_string_equal(hit, miss);
}

static void the_structure_marks_blocked_columns_and_tells_no_values(void **state)
{
    struct place *p = *state;
    const char *told = bound(p, put_people(p), "structure", "{}");

    has(told, "\"columns\":[\"name\",\"e-mail\",\"amount\"],\"blocked_columns\":[\"e-mail\"]");
    has(told, "\"columns\":[\"name\",\"reach\"],\"blocked_columns\":[\"reach\"]");
    has(told, "{\"name\":\"Boss\",\"refers_to\":null");
    has(told, "{\"name\":\"All\",\"refers_to\":\"People!$A$3:$C$6\"");
}

static void a_change_does_not_tell_what_a_hidden_cell_held(void **state)
{
    struct place *p = *state;
    const char *path = put_people(p);
    const char *args = "{\"worksheet\":\"people\",\"updates\":[{\"cell_address\":\"B5\",\"value\":1},"
                       "{\"cell_address\":\"A5\",\"value\":1},{\"cell_address\":\"F9\",\"value\":1}],\"dry_run\":true}";
    const char *told = bound(p, path, "edit", args);

    has(told, "\"cell\":\"B5\",\"before\":null,\"after\":1");
    has(told, "\"cell\":\"A5\",\"before\":\"Bob\",\"after\":1");
    has(told, "\"cell\":\"F9\",\"before\":null,\"after\":1");
    has(ask(p, path, NULL, "edit", args), "\"before\":\"bob at home\"");
}

static void a_pivot_table_is_told_without_its_blocked_fields(void **state)
{
    struct place *p = *state;
    const char *told = bound(p, put_people(p), "pivot", "{\"include_filters\":true}");

    has(told, "\"row_fields\":[]");
    has(told, "\"fields\":[{\"name\":\"amount\"");
    has(told, "\"rows\":[],\"row_count\":3,\"truncated\":true");
    has(told, "\"left_out\":[{\"table\":\"P\",\"column\":\"who\",\"rule\":\"email\","
              "\"reason\":\"what stands in it looks like e-mail addresses\"}]");
    lacks(told, "secret");
    told = ask(p, put_people(p), NULL, "pivot", "{}");
    has(told, "\"row_fields\":[\"who\"]");
    has(told, "[\"hush one\",\"10\"]");
}

static void a_pivot_tables_field_may_have_a_number_for_its_name(void **state)
{
    struct place *p = *state;
    const char *told = bound(p, put_book(p, "+49 30 1234567"), "pivot", "{}");

    has(told, "\"left_out\":[{\"table\":\"P\",\"column\":\"a field\"");
    lacks(told, "1234567");
}

/* Its cells say "Row Labels", and below are the values of a field that is blocked. */
static void cells_that_show_a_blocked_field_of_a_pivot_table_are_hidden(void **state)
{
    struct place *p = *state;
    const char *path = put_people(p), *told = bound(p, path, "show", "{\"sheet\":\"Pivot\"}");

    has(ask(p, path, NULL, "show", "{\"sheet\":\"Pivot\"}"), "hush one");
    lacks(told, "hush");
    lacks(told, "Row Labels");
    has(told, "it shows a field of a pivot table that is blocked");
    lacks(bound(p, path, "show", "{\"sheet\":\"Pivot\",\"range\":\"A2:A3\"}"), "hush");
    has(bound(p, path, "search", "{\"query\":\"hush\"}"), "\"total_matches\":0");
    has(ask(p, path, NULL, "search", "{\"query\":\"hush\"}"), "\"total_matches\":2");
    has(bound(p, path, "structure", "{}"), "\"columns\":[\"column 1\",\"column 2\"]");
    has(bound(p, path, "search", "{\"query\":\"ann\"}"), "\"total_matches\":2"); /* on other sheets */
}

static void a_pivot_table_with_a_blocked_field_is_no_table_to_ask(void **state)
{
    struct place *p = *state;
    const char *path = put_people(p), *sql = "{\"row_limit\":99,\"sql\":\"SELECT * FROM \\\"Pivot\\\"\"}";

    for (int i = 0; i < 2; i++) { /* the second time it may come out of the cache */
        has(ask(p, path, NULL, "query", sql), "hush one");
        assert_string_equal(bound(p, path, "query", sql), "no table 'Pivot'");
        lacks(bound(p, path, "describe", "{}"), "Row Labels");
        has(bound(p, path, "profile", "{}"), "it shows a field of a pivot table that is blocked");
        has(bound(p, path, "query", "{\"row_limit\":99,\"sql\":\"SELECT count(*) FROM Calls\"}"), "[[2]]");
    }
}

static void where_some_columns_are_allowed_all_other_cells_are_hidden(void **state)
{
    static const char *const allowed[] = { "NAME", "amount" };
    struct place *p = *state;
    struct column_policy policy = { .allowed = allowed, .n_allowed = COUNT_OF(allowed) };
    const char *told = ask(p, put_people(p), &policy, "show", "{}");

    has(told, "\"rows\":[[],[],[\"name\",null,\"amount\"],[\"Ann\",null,10],[\"Bob\",null,20],[\"Cid\",null,30],"
              "[],[],[]]");
    has(told, "\"3 cells are left out, as only some columns are allowed\"");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_shown_without_its_blocked_columns),
        TEST(without_a_policy_all_is_shown),
        TEST(lines_are_shown_only_where_no_column_is_blocked),
        TEST(another_table_below_is_not_shown_under_other_names),
        TEST(a_name_that_is_a_value_is_not_told),
        cmocka_unit_test(a_number_is_no_text_of_digits),
        TEST(a_table_without_rows_is_judged_by_its_names),
        TEST(a_table_of_which_nothing_is_left_is_refused),
        TEST(what_was_assumed_quotes_no_blocked_column),
        TEST(values_that_do_not_fit_are_masked_where_they_are_told),
        TEST(a_note_does_not_tell_a_name_that_is_not_told),
        TEST(what_was_queried_can_still_be_shown),
        TEST(a_sheet_is_shown_with_blocked_cells_empty),
        TEST(a_sheets_table_is_shown_without_its_blocked_columns),
        TEST(a_search_does_not_find_what_is_hidden),
        TEST(a_search_tells_of_hidden_columns_whatever_it_looks_for),
        TEST(the_structure_marks_blocked_columns_and_tells_no_values),
        TEST(a_change_does_not_tell_what_a_hidden_cell_held),
        TEST(a_pivot_table_is_told_without_its_blocked_fields),
        TEST(a_pivot_tables_field_may_have_a_number_for_its_name),
        TEST(cells_that_show_a_blocked_field_of_a_pivot_table_are_hidden),
        TEST(a_pivot_table_with_a_blocked_field_is_no_table_to_ask),
        TEST(where_some_columns_are_allowed_all_other_cells_are_hidden),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
