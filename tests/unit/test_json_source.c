/* test_json_source.c - every shape of JSON that holds a table, exact numbers, and what is refused with which line. */
#include "formats/json_source.h"
#include "source_testing.h"

struct opened {
    struct arena *arena;
    struct source *source;
    struct source_bytes bytes;
    struct notes notes;
    struct err err;
    int rc;
};

static struct opened open_text(const char *json, size_t n)
{
    struct opened o = { .arena = arena_new(), .bytes = bytes_of("orders.json", json, n) };

    notes_init(&o.notes, o.arena);
    o.rc = json_source_open(&o.bytes, NULL, &o.source, &o.err);
    return o;
}

static void close_text(struct opened *o)
{
    if (o->rc == 0)
        o->source->ops->close(o->source);
    arena_free(o->arena);
}

/* Table i as it is shown. */
static void shows_table(const char *json, const char *table, const char *expected)
{
    struct opened o = open_text(json, strlen(json));
    const char *text;

    if (o.rc)
        fail_msg("%s: %s", json, o.err.message);
    notes_init(&o.notes, o.arena);
    text = shown_text(o.source, &(struct show){ .sheet = table }, o.arena, &o.notes, &o.err);
    if (!text)
        fail_msg("%s: %s", json, o.err.message);
    assert_string_equal(text, expected);
    close_text(&o);
}

static void shows(const char *json, const char *expected)
{
    shows_table(json, NULL, expected);
}

static void loads(const char *json, const char *expected)
{
    struct opened o = open_text(json, strlen(json));
    const char *text;

    assert_int_equal(o.rc, 0);
    notes_init(&o.notes, o.arena);
    text = loaded_text(o.source, 0, o.arena, &o.notes, &o.err);
    if (!text)
        fail_msg("%s: %s", json, o.err.message);
    assert_string_equal(text, expected);
    close_text(&o);
}

static void says(const char *json, const char *expected)
{
    struct opened o = open_text(json, strlen(json));

    assert_int_equal(o.rc, 0);
    notes_init(&o.notes, o.arena);
    assert_non_null(loaded_text(o.source, 0, o.arena, &o.notes, &o.err));
    assert_string_equal(notes_text(o.arena, &o.notes), expected);
    close_text(&o);
}

static void refuses_n(const char *json, size_t n, enum err_code code, const char *message)
{
    struct opened o = open_text(json, n);
    struct err err = o.err;

    notes_init(&o.notes, o.arena);
    if (o.rc == 0)
        assert_null(loaded_text(o.source, 0, o.arena, &o.notes, &err));
    assert_string_equal(err.message, message);
    assert_int_equal(err.code, code);
    assert_true(err.action[0] != '\0');
    close_text(&o);
}

static void refuses(const char *json, enum err_code code, const char *message)
{
    refuses_n(json, strlen(json), code, message);
}

static void reads_a_list_of_records(void **state)
{
    (void)state;
    shows("[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]", "orders=a:integer,b:text/1~'x'/2~'y'");
    loads("[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]", "a:integer,b:text/1~x/2~y");
    shows(" \n[ { \"a\" : 1 } , { \"a\" : 2 } ] \n", "orders=a:integer/1/2");
    shows("\xef\xbb\xbf[{\"a\":1}]", "orders=a:integer/1");
}

static void brackets_and_quotes_in_texts_are_text(void **state)
{
    (void)state;
    shows("[{\"a\":\"x\\\"}],[{y\"},{\"a\":\"z\\\\\"},{\"a\":\"\\\\\\\"\"}]", "orders=a:text/'x\"}],[{y'/'z\\'/'\\\"'");
    shows("{\"a\":\"}{\"}{\"a\":\"]\"}", "orders=a:text/'}{'/']'");
    shows("{\"a\\\"\":[{\"b:\":1}]}", "orders=b::integer/1");
}

static void reads_json_lines(void **state)
{
    (void)state;
    shows("{\"a\":1}\n{\"a\":2}\n", "orders=a:integer/1/2");
    shows("{\"a\":1}\n\n\r\n{\"a\":2}\n\n", "orders=a:integer/1/2");
    shows("{\"a\":1}{\"a\":2}{\"a\":3}", "orders=a:integer/1/2/3");
    shows("[1,2]\n[3,4]\n", "orders=column_1:integer,column_2:integer/1~2/3~4");
}

static void columns_stand_in_the_order_of_their_first_appearance(void **state)
{
    (void)state;
    shows("[{\"b\":1},{\"a\":2,\"b\":3},{\"c\":null}]", "orders=b:integer,a:integer,c:text/1~-~-/3~2~-/-~-~-");
}

static void takes_objects_apart(void **state)
{
    (void)state;
    shows("[{\"a\":{\"b\":1,\"c\":{\"d\":\"x\"}},\"e\":2}]", "orders=a.b:integer,a.c.d:text,e:integer/1~'x'~2");
    shows("[{\"a\":{},\"b\":1},{\"a\":{\"x\":5},\"b\":2}]", "orders=b:integer,a.x:integer/1~-/2~5");
    shows("[{\"a\":[1,{\"b\":[]}],\"c\":[]}]", "orders=a:text,c:text/'[1,{\"b\":[]}]'~'[]'");
}

static void numbers_stay_exact(void **state)
{
    (void)state;
    shows("[{\"a\":9007199254740993,\"b\":0.10,\"c\":2e300,\"d\":true}]",
          "orders=a:integer,b:decimal,c:float,d:boolean/9007199254740993~0.10d~2.0000000000000001e+300f~t");
    shows("[{\"a\":123456789012345678901234567890}]", "orders=a:decimal/123456789012345678901234567890d");
    loads("[{\"a\":9223372036854775807},{\"a\":9223372036854775808}]",
          "a:decimal/9223372036854775807/9223372036854775808");
    shows("[{\"a\":-0.5},{\"a\":3}]", "orders=a:decimal/-0.5d/3");
    shows("[{\"a\":1e999}]", "orders=a:text/'1e999'");
}

static void reads_rows_by_place(void **state)
{
    (void)state;
    shows("[[\"a\",\"b\"],[1,\"x\"],[2,null]]", "orders=a:integer,b:text/1~'x'/2~-");
    shows("[[1,2],[3,4]]", "orders=column_1:integer,column_2:integer/1~2/3~4");
    shows("[[\"a\",\"b\"]]", "orders=column_1:text,column_2:text/'a'~'b'");
    shows("[[\"a\"],[1,2],3]", "orders=a:integer,column_2:integer/1~2/3~-");
    shows("{\"columns\":[\"a\",\"b\"],\"index\":[0,1],\"data\":[[1,2],[3,4]]}", "orders=a:integer,b:integer/1~2/3~4");
}

static void finds_the_list_inside(void **state)
{
    (void)state;
    shows("{\"count\":2,\"data\":[{\"a\":1},{\"a\":2}]}", "orders=a:integer/1/2");
    shows("{\"result\":{\"page\":1,\"items\":[{\"a\":1}]}}", "orders=a:integer/1");
    shows_table("{\"users\":[{\"u\":1}],\"orders\":[{\"o\":2}]}", "orders", "orders=o:integer/2");
    shows_table("{\"users\":[{\"u\":1}],\"orders\":[{\"o\":2}]}", "1", "users=u:integer/1");
    says("{\"count\":2,\"data\":[{\"a\":1},{\"a\":2}]}",
         "the rows are those of 'data'; what stands beside them was left out");
}

static void reads_columns(void **state)
{
    (void)state;
    shows("{\"a\":[1,2],\"b\":[\"x\",\"y\"]}", "orders=a:integer,b:text/1~'x'/2~'y'");
    shows("{\"a\":[1,[2,3]],\"b\":[4,5]}", "orders=a:text,b:integer/1~4/'[2,3]'~5");
    shows("{\"a\":[1,2],\"b\":[3]}", "orders=a:text,b:text/'[1,2]'~'[3]'");
}

static void one_object_is_one_row(void **state)
{
    (void)state;
    shows("{\"a\":1,\"b\":\"x\"}", "orders=a:integer,b:text/1~'x'");
    shows("[1,\"x\",null]", "orders=value:text/1/'x'/-");
}

static void says_what_was_given_twice_and_kept(void **state)
{
    (void)state;
    shows("[{\"a\":1,\"a\":2}]", "orders=a:integer/2");
    says("[{\"a\":1,\"a\":2}]", "1 name was given twice in a record; the last one counts");
    says("[{\"a.b\":1,\"a\":{\"b\":2}}]", "1 name was given twice in a record; the last one counts");
    says("[{\"a\":[{\"b\":1,\"b\":2}]}]", "1 name was given twice in a record; the last one counts|1 value is a "
                                          "list or an object and was kept as JSON text");
    says("[{\"a\":[1],\"b\":[2]}]", "2 values are lists or objects and were kept as JSON text");
    says("[{\"a\":\"x\\u0000y\"}]", "1 text has a NUL character, replaced by U+FFFD");
    shows("[{\"a\":\"x\\u0000y\"}]", "orders=a:text/'x\xef\xbf\xbdy'");
}

static void names_that_differ_in_case_only_are_two_columns(void **state)
{
    (void)state;
    shows("[{\"a\":1,\"A\":2}]", "orders=a:integer,A_2:integer/1~2");
}

static void tells_the_line_of_what_is_damaged(void **state)
{
    (void)state;
    refuses("{\"a\":1}\n{\"a\":}\n", ERR_DATA_UNREADABLE, "The file is not valid JSON: see what begins on line 2.");
    refuses("[{\"a\":1},\n{\"a\":1},\n{\"a\":1", ERR_DATA_UNREADABLE,
            "The file is not valid JSON: see what begins on line 1.");
    refuses("[{\"a\":1}\n{\"a\":2}]", ERR_DATA_UNREADABLE, "The file is not valid JSON: see what begins on line 2.");
    refuses("[{\"a\":1},]", ERR_DATA_UNREADABLE, "The file is not valid JSON: see what begins on line 1.");
    refuses("{\"a\":1}\nnonsense", ERR_DATA_UNREADABLE, "The file is not valid JSON: see what begins on line 2.");
    refuses("hello", ERR_DATA_UNREADABLE, "The file is not valid JSON: see what begins on line 1.");
    refuses("{\"a\":1,\"b\"}", ERR_DATA_UNREADABLE, "The file is not valid JSON: see what begins on line 1.");
    refuses("{\"a\":[{\"b\":\"\xff\"}]}", ERR_DATA_UNREADABLE,
            "The file is not valid JSON: see what begins on line 1.");
}

static void tells_what_is_empty(void **state)
{
    (void)state;
    refuses(" \n", ERR_DATA_EMPTY, "There is nothing in that file.");
    refuses("[]", ERR_DATA_EMPTY, "There is nothing in that file.");
    refuses("{}", ERR_DATA_EMPTY, "There are no values in that file.");
    refuses("[{},{}]", ERR_DATA_EMPTY, "There are no values in that file.");
}

/* depth brackets around one value */
static char *nested(size_t depth)
{
    char *text = calloc(2 * depth + 16, 1);
    size_t n = 0;

    memcpy(text, "[{\"a\":", 6);
    n = 6;
    memset(text + n, '[', depth);
    n += depth;
    text[n++] = '1';
    memset(text + n, ']', depth);
    n += depth;
    memcpy(text + n, "}]", 2);
    return text;
}

static void nesting_has_a_bound(void **state)
{
    char *fits = nested(JSON_MAX_DEPTH - 1), *deeper = nested(JSON_MAX_DEPTH), *far = nested(1000000);
    struct opened o = open_text(fits, strlen(fits));

    (void)state;
    assert_int_equal(o.rc, 0);
    notes_init(&o.notes, o.arena);
    assert_non_null(loaded_text(o.source, 0, o.arena, &o.notes, &o.err));
    close_text(&o);
    refuses(deeper, ERR_TOO_LARGE, "What begins on line 1 is more than this program reads.");
    refuses(far, ERR_TOO_LARGE, "What begins on line 1 is more than this program reads.");
    free(fits);
    free(deeper);
    free(far);
}

/* {"k0":1,...} with n keys, or {"o":{"k0":...}} */
static char *wide(size_t n, bool is_inside)
{
    struct buf b = BUF(1 << 20);

    buf_adds(&b, is_inside ? "[{\"o\":{" : "[{");
    for (size_t i = 0; i < n; i++)
        buf_addf(&b, "%s\"k%zu\":1", i ? "," : "", i);
    buf_adds(&b, is_inside ? "}}]" : "}]");
    return buf_take(&b, &n);
}

static void columns_have_a_bound(void **state)
{
    char *fits = wide(DATA_COLUMNS, false), *more = wide(DATA_COLUMNS + 1, false);
    char *inside = wide(DATA_COLUMNS + 1, true);
    struct opened o = open_text(fits, strlen(fits));

    (void)state;
    assert_non_null(loaded_text(o.source, 0, o.arena, &o.notes, &o.err));
    close_text(&o);
    refuses(more, ERR_TOO_LARGE, "The data has more columns than this program reads.");
    o = open_text(inside, strlen(inside));
    notes_init(&o.notes, o.arena);
    assert_non_null(loaded_text(o.source, 0, o.arena, &o.notes, &o.err));
    assert_string_equal(o.notes.text[0], "objects inside records are kept as JSON text: taken apart there were over "
                                         "4096 columns");
    close_text(&o);
    free(fits);
    free(more);
    free(inside);
}

static void a_name_that_is_too_long_is_told_as_what_it_is(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 12);
    struct opened o;

    (void)state;
    buf_adds(&b, "[{\"a\":{\"");
    buf_fill(&b, 'x', 600);
    buf_adds(&b, "\":1}}]");
    o = open_text(b.p, b.n);
    notes_init(&o.notes, o.arena);
    assert_non_null(loaded_text(o.source, 0, o.arena, &o.notes, &o.err));
    assert_string_equal(o.notes.text[0], "objects inside records are kept as JSON text: taken apart a name was over "
                                         "512 bytes long");
    close_text(&o);
    buf_cut(&b, 0);
    buf_adds(&b, "[{\"");
    buf_fill(&b, 'x', 600);
    buf_adds(&b, "\":1}]");
    refuses(b.p, ERR_TOO_LARGE, "A column has a longer name than this program reads.");
}

/* As pandas' to_json() writes a table. */
static void columns_of_values_by_labels_are_read(void **state)
{
    (void)state;
    shows("{\"a\":{\"0\":1,\"1\":2},\"b\":{\"0\":\"x\",\"1\":null}}", "orders=a:integer,b:text/1~'x'/2~-");
    says("{\"a\":{\"0\":1}}", "each object is a column, and its names are the rows' labels");
    shows("{\"a\":{\"3\":1,\"7\":2},\"b\":{\"3\":5,\"7\":6}}",
          "orders=index:integer,a:integer,b:integer/'3'~1~5/'7'~2~6");
    shows("{\"a\":{\"0\":[1,2],\"1\":[3]}}", "orders=a:text/'[1,2]'/'[3]'");
    /* other labels, another order, or a label less: a record */
    shows("{\"a\":{\"x\":1},\"b\":{\"x\":2}}", "orders=a.x:integer,b.x:integer/1~2");
    shows("{\"a\":{\"0\":1,\"1\":2},\"b\":{\"1\":3,\"0\":4}}",
          "orders=a.0:integer,a.1:integer,b.1:integer,b.0:integer/1~2~3~4");
    shows("{\"a\":{\"0\":1,\"1\":2},\"b\":{\"0\":3}}", "orders=a.0:integer,a.1:integer,b.0:integer/1~2~3");
    shows("{\"a\":{\"0\":1},\"b\":2}", "orders=a.0:integer,b:integer/1~2");
    shows("{\"a\":{\"0\":{\"u\":1}}}", "orders=a.0.u:integer/1");
    shows("{\"a\":{},\"b\":3}", "orders=b:integer/3");
}

static void lists_of_records_past_the_bound_are_counted(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 14);

    (void)state;
    buf_addc(&b, '{');
    for (int i = 0; i < JSON_TABLES; i++)
        buf_addf(&b, "%s\"t%d\":[{\"a\":1}]", i ? "," : "", i);
    buf_adds(&b, "}");
    says(b.p, "the rows are those of 't0'; what stands beside them was left out");
    b.n--;
    buf_adds(&b, ",\"u\":[{\"a\":1}]}");
    says(b.p, "1 more list was not read|the rows are those of 't0'; what stands beside them was left out");
}

static void stops_when_it_is_cancelled(void **state)
{
    struct opened o = open_text("[{\"a\":1}]", 9);
    struct loaded loaded;
    struct cancel cancel;

    (void)state;
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(o.source->ops->load(o.source, 0, &cancel, o.arena, &o.notes, &loaded, &o.err), -1);
    assert_int_equal(o.err.code, ERR_CANCELLED);
    close_text(&o);
}

static void many_records_come_out_as_they_went_in(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);
    struct buf expected CLEANUP(buf_done) = BUF(1 << 20);

    (void)state;
    buf_adds(&expected, "orders=n:integer,t:text");
    for (int i = 0; i < 5000; i++) {
        buf_addf(&b, "{\"n\":%d,\"t\":\"value %d\"}\n", i, i % 7);
        buf_addf(&expected, "/%d~'value %d'", i, i % 7);
    }
    shows(b.p, expected.p);
}

static void knows_json_by_its_beginning(void **state)
{
    static const char *const json[] = { "{\"a\":1}", " [1,2]", "[{\"a\":1}]", "[\"a\",\"b\"]",
                                        "\xef\xbb\xbf{\"a\":1}" };
    static const char *const other[] = { "a,b", "{a},{b}", "[id],[name]", "{\"a\"}", "", "{", "[", "[]", "{{x}}" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(json); i++)
        assert_true(json_source_fits(json[i], strlen(json[i])));
    for (size_t i = 0; i < COUNT_OF(other); i++)
        if (json_source_fits(other[i], strlen(other[i])))
            fail_msg("%s", other[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_list_of_records),
        cmocka_unit_test(brackets_and_quotes_in_texts_are_text),
        cmocka_unit_test(reads_json_lines),
        cmocka_unit_test(columns_stand_in_the_order_of_their_first_appearance),
        cmocka_unit_test(takes_objects_apart),
        cmocka_unit_test(numbers_stay_exact),
        cmocka_unit_test(reads_rows_by_place),
        cmocka_unit_test(finds_the_list_inside),
        cmocka_unit_test(reads_columns),
        cmocka_unit_test(one_object_is_one_row),
        cmocka_unit_test(says_what_was_given_twice_and_kept),
        cmocka_unit_test(names_that_differ_in_case_only_are_two_columns),
        cmocka_unit_test(tells_the_line_of_what_is_damaged),
        cmocka_unit_test(tells_what_is_empty),
        cmocka_unit_test(nesting_has_a_bound),
        cmocka_unit_test(columns_have_a_bound),
        cmocka_unit_test(a_name_that_is_too_long_is_told_as_what_it_is),
        cmocka_unit_test(columns_of_values_by_labels_are_read),
        cmocka_unit_test(lists_of_records_past_the_bound_are_counted),
        cmocka_unit_test(stops_when_it_is_cancelled),
        cmocka_unit_test(many_records_come_out_as_they_went_in),
        cmocka_unit_test(knows_json_by_its_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
