/* test_csv_repair.c - records with a separator or a quote too many or too few. */
#include "test_csv_help.h"

/* A table of clear shapes, with one row that is damaged: its cells must be `expected`. */
static void mends(const char *damaged, const char *expected)
{
    static const char *const rows[] = {
        "2024-01-05,09:15,3,AB-1201,Oak table,\"Solid, with four legs.\",",
        "2024-02-11,10:45,12,CD-3344,Lamp,\"Small, for a desk.\",",
        "2024-03-17,11:30,7,EF-9001,Garden chair,\"Folds flat.\",",
        "2024-04-23,12:00,25,GH-4410,Door,\"Red, 6\"\" thick.\",",
        "2024-05-29,13:15,9,IJ-7782,\"Hall stand, tall\",\"Takes ten coats.\",",
        "2024-06-30,14:45,1,KL-1020,Desk,\"Has a drawer.\",",
        "2024-07-04,15:30,18,MN-5513,Shelf,\"Five boards, all of pine.\",",
        "2024-08-10,16:00,4,OP-6680,Bench,\"For two, or three.\",",
    };
    struct show what = { 0 };
    struct buf csv, all;
    struct seen s;

    buf_init(&csv, 65536);
    buf_init(&all, 65536);
    buf_adds(&csv, "day,time,qty,id,name,text,remark\n");
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        buf_addf(&csv, "%s\n%s%s", rows[i], i == 4 ? damaged : "", i == 4 ? "\n" : "");
    s = see_n(csv.p, csv.n, &what);
    assert_int_equal(s.rc, 0);
    buf_addf(&all, "/%s/2024-06-30", expected);
    if (!strstr(s.text.p, all.p))
        fail_msg("%s gives %s", damaged, strstr(s.text.p, "coats."));
    buf_done(&csv);
    buf_done(&all);
    seen_done(&s);
}

static void fills_short_lines_and_counts_them(void **state)
{
    (void)state;
    gives("a,b,c\n1,2,3\n1\n1,2\n", "a~b~c/1~2~3/1~~/1~2~");
    says("a,b,c\n1,2,3\n1\n1,2\n", "2 short lines were filled up with empty cells");
    says("a,b,c\n1,2,3\n1,2\n", "1 short line was filled up with empty cells");
}

static void drops_an_empty_cell_where_it_does_not_belong(void **state)
{
    (void)state;
    mends(",2024-05-30,08:15,2,QR-1000,Stool,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,,2,QR-1000,Stool,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,2,QR-1000,Stool,,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,2,QR-1000,Stool,\"Low.\",,", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    gives("a,b\n1,2,,\n3,4,\n", "a~b/1~2/3~4");
}

static void parts_cells_where_a_separator_is_missing(void **state)
{
    (void)state;
    mends("2024-05-3008:15,2,QR-1000,Stool,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:152,QR-1000,Stool,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,2QR-1000,Stool,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,2,QR-1000Stool,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,2,QR-1000,Stool\"Low, very.\",", "2024-05-30~08:15~2~QR-1000~Stool~Low, very.~");
    mends("2024-05-30,08:15,2,QR-1000,Stool,\"Low.\"", "2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,2,QR-1000,\"Stool, 5\"\"\"\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool, 5\"~Low.~");
}

static void joins_what_was_not_quoted(void **state)
{
    (void)state;
    mends("2024-05-30,08:15,2,QR-1000,Stool, low,\"Low.\",", "2024-05-30~08:15~2~QR-1000~Stool, low~Low.~");
    gives("id,name,age\n1,Ann,30\n2,Smith, Bob,40\n3,Eve,50\n4,Zoe,60\n",
          "id~name~age/1~Ann~30/2~Smith, Bob~40/3~Eve~50/4~Zoe~60");
    gives("a,b\nx,2\ny,4,z,z,5\n", "a~b/x~2/y,4,z,z~5");
    says("id,name,age\n1,Ann,30\n2,Smith, Bob,40\n3,Eve,50\n4,Zoe,60\n",
         "1 line with too many cells was fitted to the columns");
}

static void reads_a_line_by_another_separator(void **state)
{
    (void)state;
    mends("2024-05-30;08:15;2;QR-1000;Stool;\"Low, very.\";", "2024-05-30~08:15~2~QR-1000~Stool~Low, very.~");
    mends("2024-05-30 08:15 2 QR-1000 High stool \"Low, very.\" ", "2024-05-30~08:15~2~QR-1000~High stool~Low, very.~");
    gives("a;b;c\n1,2,3\n4,5,6\n7,8,9\n", "a~b~c/1~2~3/4~5~6/7~8~9");
}

static void a_stray_quote_is_text(void **state)
{
    (void)state;
    mends("\"2024-05-30,08:15,2,QR-1000,Stool,\"Low.\",", "\"2024-05-30~08:15~2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,\"2,QR-1000,Stool,\"Low.\",", "2024-05-30~08:15~\"2~QR-1000~Stool~Low.~");
    mends("2024-05-30,08:15,2,QR-1000,Stool,\"\"Low, very.\",", "2024-05-30~08:15~2~QR-1000~Stool~\"Low, very.~");
    mends("2024-05-30,08:15,2,QR-1000,Stool,\"Low.\",\"", "2024-05-30~08:15~2~QR-1000~Stool~Low.~\"");
    gives("a,b\n\"Big\" Jim,2\n", "a~b/\"Big\" Jim~2");
    says("a,b\n\"Big\" Jim,2\n", "1 line with a quote out of place was read so that the cells fit the columns");
}

static void a_quote_that_nobody_escaped_is_text(void **state)
{
    (void)state;
    mends("2024-05-30,08:15,2,QR-1000,Stool,\"Low, 5\" or 6\" high.\",",
          "2024-05-30~08:15~2~QR-1000~Stool~Low, 5\" or 6\" high.~");
    mends("2024-05-30,08:15,2,QR-1000,\"Stool, 5\"\",\"Low, very.\",",
          "2024-05-30~08:15~2~QR-1000~Stool, 5\"~Low, very.~");
    gives("a,b\n\"say \"hi\" to\nall\",2\nx,3\n", "a~b/say \"hi\" to\nall~2/x~3");
}

static void an_unclosed_quote_costs_its_line_only(void **state)
{
    (void)state;
    gives("a,b\n1,2\n\"3,4\n5,6\n", "a~b/1~2/\"3~4/5~6");
    gives("a,b\n1,2\n3,\"4\n5,6\n7,8\n", "a~b/1~2/3~\"4/5~6/7~8");
    gives("a,b,c\n1,2,\"3\n4,5,6\n7,8\",9\n1,1,1\n", "a~b~c/1~2~\"3/4~5~6/7~8\"~9/1~1~1");
    gives("\"a,b\n1,2\n3,4\n", "\"a~b/1~2/3~4");
}

static void mends_a_header_by_the_rows_below(void **state)
{
    (void)state;
    gives(",a,b,c\n1,2,3\n4,5,6\n7,8,9\n", "a~b~c/1~2~3/4~5~6/7~8~9");
    gives("a,\"b,c\n1,2,3\n4,5,6\n7,8,9\n", "a~\"b~c/1~2~3/4~5~6/7~8~9");
    gives("a,\"b\"\"c\"\n1,2,3\n4,5,6\n7,8,9\n", "a~b~c/1~2~3/4~5~6/7~8~9");
    says(",a,b,c\n1,2,3\n4,5,6\n7,8,9\n",
         "the header had another number of cells than the rows and was fitted to them");
}

static void cells_that_no_column_takes_are_set_apart_and_told(void **state)
{
    (void)state;
    gives("id,name,amount\n1,a,10\n2,b\n3,c,30,extra\n4,d,40\n5,e,50\n",
          "id~name~amount/1~a~10/2~b~/3~c~30/4~d~40/5~e~50");
    says("id,name,amount\n1,a,10\n3,c,30,extra\n4,d,40,,x,\"y z\"\n5,e,50\n",
         "2 lines have cells that belong to no column and were left out: 'extra' in line 3, 'x,\"y z\"' in line 4");
    /* A comma within the last text is one of the text. */
    gives("id,amount,note\n1,10,good\n2,20,good, but late\n3,30,bad\n4,40,fine\n",
          "id~amount~note/1~10~good/2~20~good, but late/3~30~bad/4~40~fine");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_short_lines_and_counts_them),
        cmocka_unit_test(drops_an_empty_cell_where_it_does_not_belong),
        cmocka_unit_test(parts_cells_where_a_separator_is_missing),
        cmocka_unit_test(joins_what_was_not_quoted),
        cmocka_unit_test(reads_a_line_by_another_separator),
        cmocka_unit_test(a_stray_quote_is_text),
        cmocka_unit_test(a_quote_that_nobody_escaped_is_text),
        cmocka_unit_test(an_unclosed_quote_costs_its_line_only),
        cmocka_unit_test(mends_a_header_by_the_rows_below),
        cmocka_unit_test(cells_that_no_column_takes_are_set_apart_and_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
