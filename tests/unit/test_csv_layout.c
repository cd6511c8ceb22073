/* test_csv_layout.c - where a table begins and ends in a file, what its columns are called, and loading it. */
#include "csv/csv_table.h"
#include "grid/table.h"
#include "test_csv_help.h"

/* Loads the text: the names and types of its columns, and its rows; or the message. */
static void loads(const char *csv, const char *expected)
{
    struct arena *a = arena_new();
    struct source_bytes bytes = { .p = csv, .n = strlen(csv), .name = "x.csv", .fd = -1 };
    const struct column *columns;
    struct loaded loaded;
    struct source *s;
    struct notes notes;
    struct err err;
    struct buf b;
    size_t n;

    buf_init(&b, 65536);
    notes_init(&notes, a);
    assert_int_equal(csv_source(&bytes, NULL, &s, &err), 0);
    if (s->ops->load(s, 0, NULL, a, &notes, &loaded, &err)) {
        assert_true(err.action[0] != '\0');
        buf_adds(&b, err.message);
    } else {
        n = columns_describe(loaded.columns, &columns);
        for (size_t i = 0; i < n; i++)
            buf_addf(&b, "%s:%s ", columns[i].name, column_type_name(columns[i].type));
        buf_addf(&b, "%d", (int)columns_rows(loaded.columns));
        columns_free(loaded.columns);
    }
    assert_string_equal(b.p, expected);
    s->ops->close(s);
    buf_done(&b);
    arena_free(a);
}

static void skips_what_stands_above_the_table(void **state)
{
    (void)state;
    gives("Sales report\n\nregion,amount\nNorth,1\nSouth,2\n", "region~amount/North~1/South~2");
    gives("Report,,\n,,\na,b,c\n1,2,3\n4,5,6\n", "a~b~c/1~2~3/4~5~6");
    gives("# made by a program\n# on Monday\na,b,c\n1,2,3\n", "a~b~c/1~2~3");
    gives("Title of it all\nmade by hand\na,b,c\n1,2,3\n4,5,6\n", "a~b~c/1~2~3/4~5~6");
    says("Report,,\n,,\na,b,c\n1,2,3\n4,5,6\n", "1 line above the table was left out");
    says("Title of it all\nmade by hand\na,b,c\n1,2,3\n4,5,6\n", "2 lines above the table were left out");
}

static void skips_notes_below_the_table(void **state)
{
    (void)state;
    gives("a,b,c\n1,2,3\n4,5,6\n\nSource: the office\n", "a~b~c/1~2~3/4~5~6");
    gives("a,b,c\n1,2,3\n4,5,6\nSource: the office, 2019\n", "a~b~c/1~2~3/4~5~6");
    gives("a,b,c\n1,2,3\n4,5,6\n,,\nFOOTNOTE,,\n", "a~b~c/1~2~3/4~5~6");
    gives("name,city,note\nAnn,Rome,x\nBob,,\n", "name~city~note/Ann~Rome~x/Bob~~");
    gives("a,b,c\n1,2,3\n4,5,6\n7\n", "a~b~c/1~2~3/4~5~6/7~~");
    says("a,b,c\n1,2,3\n4,5,6\n\nSource: the office\n* rounded\n", "2 lines below the table were left out");
}

static void skips_empty_lines_and_comments(void **state)
{
    (void)state;
    gives("\n\n a,b\n\n1,2\n,\n  \n3,4\n\n\n", " a~b/1~2/3~4");
    gives("a,b\n1,2\n# three\n3,4\n", "a~b/1~2/3~4");
    gives("#id,b\n1,2\n#3,4\n", "#id~b/1~2/#3~4");
    says("\na,b\n\n1,2\n,\n  \n3,4\n\n\n", "3 empty lines were skipped");
    says("a,b\n1,2\n\n", "");
    says("a,b\n1,2\n# three\n3,4\n", "1 comment was skipped");
}

static void skips_the_header_where_it_comes_again(void **state)
{
    (void)state;
    gives("a,b\n1,2\n3,4\na,b\n5,6\n", "a~b/1~2/3~4/5~6");
    says("a,b\n1,2\n3,4\na,b\n5,6\n", "the header comes again 1 time more and was skipped there");
}

static void tells_a_header_from_data(void **state)
{
    (void)state;
    gives("1,2.5\n3,4.5\n", "column_1~column_2/1~2.5/3~4.5");
    gives("2024-01-01,7,true\n2024-01-02,,false\n", "column_1~column_2~column_3/2024-01-01~7~true/2024-01-02~~false");
    gives("1,2\n", "column_1~column_2/1~2");
    gives("1,one.wav,a,4\n2,two.wav,b,5\n3,six.wav,a,6\n",
          "column_1~column_2~column_3~column_4/1~one.wav~a~4/2~two.wav~b~5/3~six.wav~a~6");
    gives("Ann,Rome\nBob,Rome\nEve,Oslo\n", "column_1~column_2/Ann~Rome/Bob~Rome/Eve~Oslo");
    gives("name,city\nBob,Rome\nEve,Oslo\n", "name~city/Bob~Rome/Eve~Oslo");
    gives("region,2019,2020\nNorth,1,2\n", "region~2019~2020/North~1~2");
    gives("2019,2020\nx,y\n", "2019~2020/x~y");
    gives("T;S\n5.00;0.17\n10.00;0.80\n", "T~S/5.00~0.17/10.00~0.80");
    says("1,2\n3,4\n", "there is no header; the columns are called 'column_1' and so on");
}

static void joins_header_rows(void **state)
{
    (void)state;
    gives("length,width\n(m),(cm)\n1,2\n3,4\n5,6\n", "length (m)~width (cm)/1~2/3~4/5~6");
    gives("a,b,c\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", "a x~b y~c z/1~2~3/4~5~6/7~8~9");
    says("a,b,c\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", "the names are put together from 2 header lines");
    gives("Region,2023,,2024,\n,Units,Revenue,Units,Revenue\nNorth,1,2,3,4\nSouth,5,6,7,8\nEast,9,9,9,9\n",
          "Region~2023 Units~2023 Revenue~2024 Units~2024 Revenue/North~1~2~3~4/South~5~6~7~8/East~9~9~9~9");
    gives("Id,,Sales,\n,Name,Low,High\n1,Ann,2,3\n4,Bob,5,6\n7,Eve,8,9\n",
          "Id~Name~Sales Low~Sales High/1~Ann~2~3/4~Bob~5~6/7~Eve~8~9");
}

static void the_header_may_be_longer_or_shorter_than_the_rows(void **state)
{
    (void)state;
    gives("a,b,c,d\nx,1\ny,2\nz,3\n", "a~b~c~d/x~1~~/y~2~~/z~3~~");
    gives("a,b\nx,1,7\ny,2,8\nz,3,9\n", "a~b~/x~1~7/y~2~8/z~3~9");
    gives("a,b\nx,1,\ny,2,\nz,3,\n", "a~b/x~1/y~2/z~3");
    gives("a,b,\nx,1,\ny,2,\n", "a~b~/x~1~/y~2~");
    loads("a,b\nx,1,7\ny,2,8\nz,3,9\n", "a:text b:integer column_3:integer 3");
}

static void another_table_below_is_shown_and_not_loaded(void **state)
{
    static const char csv[] = "a,b\nx,1\ny,2\nz,3\nw,4\nn,m,k\n1,2,3\n4,5,6\n7,8,9\n";

    (void)state;
    gives(csv, "a~b~/x~1~/y~2~/z~3~/w~4~/n~m~k/1~2~3/4~5~6/7~8~9");
    says(csv, "another table follows below and is not part of this one");
    loads(csv, "a:text b:integer 4");
}

static void loads_under_unique_names(void **state)
{
    (void)state;
    loads("a,A,a_2,a\n1,2,3,4\n", "a:integer A_2:integer a_2_2:integer a_3:integer 1");
    loads(" a ,,b\n1,2,3\n", "a:integer column_2:integer b:integer 1");
    loads("a,\"two\nlines\"\nx,2\n", "a:text two lines:integer 1");
    gives("a,A,a\n1,2,3\n", "a~A~a/1~2~3");
}

/* The types that the text's columns get, and what is said of its numbers. */
static void a_semicolon_makes_the_comma_the_likelier_decimal_mark(void **state)
{
    (void)state;
    loads("k;v\na;1,234\nb;5,678\nc;12,345\n", "k:text v:decimal 3");
    loads("k;v\na;1.234\nb;5.678\nc;12.345\n", "k:text v:integer 3");
    loads("k;v\na;1.234\nb;5.678\nc;12.34\n", "k:text v:decimal 3");
    loads("k;v;w\na;1,234;0.5\nb;5,678;1.25\n", "k:text v:integer w:decimal 2");
    loads("k,v,w\na,\"1,234\",\"0,5\"\nb,\"5,678\",\"1,25\"\n", "k:text v:decimal w:decimal 2");
    loads("k,v\na,\"1,234\"\nb,\"5,678\"\n", "k:text v:integer 2");
    loads("k\tv\na\t1,234\nb\t5,678\n", "k:text v:integer 2");
}

static void refuses_to_load_a_file_without_data(void **state)
{
    (void)state;
    loads("", "The file is empty.");
    loads("\xef\xbb\xbf", "The file is empty.");
    loads("\n \n,,\n", "The file is empty.");
    loads("a,b\n", "The file has a header and no rows.");
    loads("a,b\n,\n\n", "The file has a header and no rows.");
    gives("", "");
    gives("a,b\n", "a~b");
    says("", "the file is empty");
}

static void a_table_is_called_as_its_file(void **state)
{
    struct source_bytes named = { .p = "a,b\n1,2\n", .n = 8, .name = "x.csv", .fd = -1 };
    struct source_bytes bare = { .p = "1,2\n3,4\n", .n = 8, .name = ".csv", .fd = -1 };
    struct source *s;
    struct err err;

    (void)state;
    assert_int_equal(csv_source(&named, NULL, &s, &err), 0);
    assert_string_equal(s->tables[0].name, "x");
    s->ops->close(s);
    assert_int_equal(csv_source(&bare, NULL, &s, &err), 0);
    assert_string_equal(s->tables[0].name, ".csv");
    s->ops->close(s);
}

static bool is_regular(const char *csv)
{
    struct csv_table *t;
    struct err err;
    bool regular;

    assert_int_equal(csv_table_open(csv, strlen(csv), &t, &err), 0);
    regular = csv_table_shape(t)->regular;
    csv_table_free(t);
    return regular;
}

static void knows_a_regular_file(void **state)
{
    (void)state;
    assert_true(is_regular("a,b\n1,2\n3,\"x, y\"\n"));
    assert_true(is_regular("title\n\na;b;c\n1;2;3\r\n4;5;6\r\n"));
    assert_false(is_regular("a,b\n1,2\n3\n4,5\n"));
    assert_false(is_regular("a,b\n1,2\n\n4,5\n"));
    assert_false(is_regular("a,b\n1,\"2\"x\n4,5\n"));
    assert_false(is_regular("a||b\n1||2\n"));
    assert_false(is_regular("a,b\r1,2\r"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skips_what_stands_above_the_table),
        cmocka_unit_test(skips_notes_below_the_table),
        cmocka_unit_test(skips_empty_lines_and_comments),
        cmocka_unit_test(skips_the_header_where_it_comes_again),
        cmocka_unit_test(tells_a_header_from_data),
        cmocka_unit_test(joins_header_rows),
        cmocka_unit_test(the_header_may_be_longer_or_shorter_than_the_rows),
        cmocka_unit_test(another_table_below_is_shown_and_not_loaded),
        cmocka_unit_test(loads_under_unique_names),
        cmocka_unit_test(a_semicolon_makes_the_comma_the_likelier_decimal_mark),
        cmocka_unit_test(refuses_to_load_a_file_without_data),
        cmocka_unit_test(a_table_is_called_as_its_file),
        cmocka_unit_test(knows_a_regular_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
