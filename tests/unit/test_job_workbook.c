/* test_job_workbook.c - a workbook's structure and searches in it, asked of a real worker. */
#include "dataset_place.h"
#include "xlsx_testing.h"

static const char *const words[] = { "region", "amount", "North", "South", "north of \xc3\x84hren", "Note: north" };

static const char *put_workbook(struct place *p)
{
    const char *path = arena_printf(p->arena, "%s/book.xlsx", p->dir);
    struct xlsx_made x;
    FILE *f;

    xlsx_init(&x);
    x.more = "<definedNames><definedName name='Rates'>Sales!$A$1:$B$3</definedName><definedName name='_f' hidden='1'>x"
             "</definedName><definedName name='Own' localSheetId='1'>1</definedName></definedNames>";
    xlsx_sheet(&x, "Sales", "",
               "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c></row>"
               "<row r='2'><c r='A2' t='s'><v>2</v></c><c r='B2' s='2'><v>10</v></c></row>"
               "<row r='3'><c r='A3' t='s'><v>4</v></c><c r='B3' s='2'><v>20.5</v></c></row>",
               "");
    xlsx_sheet(&x, "Notes", "", "<row r='4'><c r='C4' t='s'><v>5</v></c></row>", "");
    xlsx_end(&x, words, COUNT_OF(words));
    f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(x.zip.bytes.p, 1, x.zip.bytes.n, f), x.zip.bytes.n);
    assert_int_equal(fclose(f), 0);
    xlsx_done(&x);
    return path;
}

/* The answer as JSON text, or the error's message. */
static const char *asked(struct place *p, const char *path, const char *job, const char *args)
{
    struct dataset_spec spec = { .at = AT(path), .n = 1 };
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);
    struct json *given, *answer;
    struct dataset *ds;
    int status;

    assert_int_equal(json_parse(p->arena, args, strlen(args), &given, &p->err), 0);
    assert_int_equal(dataset_open(p->datasets, &spec, NULL, &ds, &p->err), 0);
    status = dataset_job(ds, job, given, NULL, NULL, p->arena, &answer, &p->err);
    dataset_release(ds);
    if (status < 0)
        return arena_str(p->arena, p->err.message);
    json_write(&b, answer);
    return arena_dup(p->arena, b.p, b.n);
}

static void has(const char *text, const char *piece)
{
    assert_non_null(text);
    if (!strstr(text, piece))
        fail_msg("%s\nis not in\n%s", piece, text);
}

static void the_structure_lists_sheets_tables_and_names(void **state)
{
    struct place *p = *state;
    const char *told = asked(p, put_workbook(p), "structure", "{}");

    has(told, "{\"sheets\":[{\"name\":\"Sales\",\"state\":\"visible\",\"rows\":3,\"columns\":2,\"is_chart\":false,"
              "\"comments\":0,\"hyperlinks\":0},"
              "{\"name\":\"Notes\",\"state\":\"visible\",\"rows\":4,\"columns\":3,\"is_chart\":false,"
              "\"comments\":0,\"hyperlinks\":0}],");
    has(told, "\"tables\":[{\"name\":\"Sales\",\"worksheet\":\"Sales\",\"range\":\"A1:B3\",\"hidden\":false,"
              "\"declared\":false,\"row_count\":2,\"columns\":[\"region\",\"amount\"]}");
    has(told, "\"defined_names\":[{\"name\":\"Rates\",\"refers_to\":\"Sales!$A$1:$B$3\",\"worksheet\":null},"
              "{\"name\":\"Own\",\"refers_to\":\"1\",\"worksheet\":\"Notes\"}],\"pivot_tables\":[]}");
}

#define HIT(sheet, ref, row, column, value, table)                                                                     \
    "{\"worksheet\":\"" sheet "\",\"address\":\"" ref "\",\"row\":" #row ",\"column\":" #column ",\"value\":\"" value  \
    "\",\"table\":" table "}"

static void a_search_finds_what_is_shown_whatever_the_case(void **state)
{
    struct place *p = *state;
    const char *path = put_workbook(p);

    assert_string_equal(asked(p, path, "search", "{\"query\":\"NORTH\"}"),
                        "{\"results\":[" HIT("Sales", "A2", 2, 1, "North", "null") "," HIT(
                            "Sales", "A3", 3, 1, "north of \xc3\x84hren",
                            "null") "," HIT("Notes", "C4", 4, 3, "Note: north", "null") "],\"total_matches\":3,"
                                                                                        "\"truncated\":false}");
    assert_string_equal(asked(p, path, "search", "{\"query\":\"20.50\"}"),
                        "{\"results\":[" HIT("Sales", "B3", 3, 2, "20.50", "null") "],\"total_matches\":1,"
                                                                                   "\"truncated\":false}");
    assert_string_equal(asked(p, path, "search", "{\"query\":\"\xc3\xa4HREN\",\"table\":\"sales\"}"),
                        "{\"results\":[" HIT("Sales", "A3", 3, 1, "north of \xc3\x84hren",
                                             "\"Sales\"") "],\"total_matches\":1,\"truncated\":false}");
}

static void case_limit_and_place_are_heeded(void **state)
{
    struct place *p = *state;
    const char *path = put_workbook(p);

    assert_string_equal(asked(p, path, "search", "{\"query\":\"North\",\"case_sensitive\":true}"),
                        "{\"results\":[" HIT("Sales", "A2", 2, 1, "North", "null") "],\"total_matches\":1,"
                                                                                   "\"truncated\":false}");
    assert_string_equal(asked(p, path, "search", "{\"query\":\"north\",\"limit\":1}"),
                        "{\"results\":[" HIT("Sales", "A2", 2, 1, "North", "null") "],\"total_matches\":3,"
                                                                                   "\"truncated\":true}");
    assert_string_equal(asked(p, path, "search", "{\"query\":\"north\",\"worksheet\":\"notes\"}"),
                        "{\"results\":[" HIT("Notes", "C4", 4, 3, "Note: north", "null") "],\"total_matches\":1,"
                                                                                         "\"truncated\":false}");
}

static void what_cannot_be_searched_is_said(void **state)
{
    struct place *p = *state;
    const char *path = put_workbook(p);

    assert_string_equal(asked(p, path, "search", "{\"query\":\"\"}"), "There is no text to search for.");
    assert_string_equal(asked(p, path, "search", "{\"query\":\"x\",\"worksheet\":\"Nowhere\"}"),
                        "There is no such sheet or table.");
    assert_string_equal(asked(p, path, "search", "{\"query\":\"x\",\"table\":\"Nothing\"}"),
                        "There is no such sheet or table.");
    assert_string_equal(asked(p, put_file(p, "a.csv", "a,b\n1,2\n"), "structure", "{}"), "That is not a workbook.");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_structure_lists_sheets_tables_and_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_search_finds_what_is_shown_whatever_the_case, set_up, tear_down),
        cmocka_unit_test_setup_teardown(case_limit_and_place_are_heeded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_searched_is_said, set_up, tear_down),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
