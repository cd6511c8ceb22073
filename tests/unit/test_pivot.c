/* test_pivot.c - a pivot table's definition, cache and cells, told together. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "edit_testing.h"
#include "grid/source.h"
#include "office/pivot/pivot.h"
#include "office/sheet/book.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#define PIVOT                                                                                                          \
    "<pivotTableDefinition xmlns=\"" MAIN "\" name=\"Sales\" cacheId=\"1\"><location ref=\"A3:B6\"/><pivotFields>"     \
    "<pivotField axis=\"axisRow\"><items><item x=\"1\"/><item x=\"0\"/><item h=\"1\" x=\"2\"/><item t=\"default\"/>"   \
    "</items></pivotField><pivotField axis=\"axisPage\" name=\"Chosen year\"><items><item x=\"0\"/><item x=\"1\"/>"    \
    "</items></pivotField><pivotField dataField=\"1\"/></pivotFields><rowFields><field x=\"0\"/></rowFields>"          \
    "<colFields><field x=\"-2\"/></colFields><pageFields><pageField fld=\"1\" item=\"1\"/></pageFields><dataFields>"   \
    "<dataField name=\"Average of amount\" fld=\"2\" subtotal=\"average\"/></dataFields><filters><filter fld=\"0\" "   \
    "type=\"captionBeginsWith\" stringValue1=\"E\"/></filters></pivotTableDefinition>"
#define CACHE                                                                                                          \
    "<pivotCacheDefinition xmlns=\"" MAIN "\" recordCount=\"12\"><cacheSource type=\"worksheet\"><worksheetSource "    \
    "ref=\"A1:C13\" sheet=\"Two\"/></cacheSource><cacheFields><cacheField name=\"region\"><sharedItems><s "            \
    "v=\"East\"/>"                                                                                                     \
    "<s v=\"West\"/><m/></sharedItems></cacheField><cacheField name=\"year\"><sharedItems><n v=\"2023\"/><n "          \
    "v=\"2024\"/></sharedItems><fieldGroup><groupItems><s v=\"no item\"/></groupItems></fieldGroup></cacheField>"      \
    "<cacheField name=\"amount\"><sharedItems/></cacheField></cacheFields></pivotCacheDefinition>"

struct told {
    struct arena *arena;
    struct zip_made zip;
    struct book *book;
    struct json *result;
    struct err err;
    int rc;
};

static void tell(struct told *t, const struct pivot_wants *wants)
{
    *t = (struct told){ .arena = arena_new() };
    zip_init(&t->zip);
    zip_add(&t->zip, "[Content_Types].xml", TYPES);
    zip_add(&t->zip, "_rels/.rels", ROOT_RELS);
    zip_add(&t->zip, "xl/workbook.xml", BOOK);
    zip_add(&t->zip, "xl/_rels/workbook.xml.rels", BOOK_RELS);
    zip_add(&t->zip, "xl/worksheets/sheet1.xml",
            ROWS("<row r=\"1\"><c r=\"A1\"><v>9</v></c></row><row r=\"3\"><c r=\"A3\" t=\"s\"><v>0</v></c>"
                 "<c r=\"C3\"><v>9</v></c></row><row r=\"5\"><c r=\"B5\"><v>2.5</v></c></row>"));
    zip_add(&t->zip, "xl/worksheets/sheet2.xml", ROWS(""));
    zip_add(&t->zip, "xl/sharedStrings.xml", STRINGS);
    zip_add(&t->zip, "xl/styles.xml", STYLES);
    zip_add(&t->zip, "xl/worksheets/_rels/sheet1.xml.rels",
            "<Relationships xmlns=\"" PACKAGE_RELS "\"><Relationship Id=\"a\" Type=\"" RELS
            "/pivotTable\" Target=\"../pivotTables/p.xml\"/></Relationships>");
    zip_add(&t->zip, "xl/pivotTables/p.xml", PIVOT);
    zip_add(&t->zip, "xl/pivotTables/_rels/p.xml.rels",
            "<Relationships xmlns=\"" PACKAGE_RELS "\"><Relationship Id=\"a\" Type=\"" RELS
            "/pivotCacheDefinition\" Target=\"../pivotCache/c.xml\"/></Relationships>");
    zip_add(&t->zip, "xl/pivotCache/c.xml", CACHE);
    zip_end(&t->zip, false);
    assert_int_equal(book_open(t->zip.bytes.p, t->zip.bytes.n, NULL, &t->book, &t->err), 0);
    t->rc = pivot_tables(t->book, wants, NULL, t->arena, &t->result, &t->err);
}

static void done(struct told *t)
{
    book_free(t->book);
    zip_done(&t->zip);
    arena_free(t->arena);
}

static void assert_json(const struct json *v, const char *text)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);

    json_write(&b, v);
    assert_string_equal(b.p, text);
}

static void fields_have_the_caches_names_and_values(void **state)
{
    struct told t;
    const struct json *p;

    (void)state;
    tell(&t, &(struct pivot_wants){ .filters = true, .rows = 100 });
    assert_int_equal(t.rc, 0);
    p = json_at(json_get(t.result, "pivot_tables"), 0);
    assert_string_equal(json_get_text(p, "name"), "Sales");
    assert_string_equal(json_get_text(p, "worksheet"), "One");
    assert_json(json_get(p, "source"), "{\"worksheet\":\"Two\",\"range\":\"A1:C13\",\"name\":null,\"records\":12}");
    assert_json(json_get(p, "row_fields"), "[\"region\"]");
    assert_json(json_get(p, "column_fields"), "[\"(values)\"]");
    assert_json(json_get(p, "data_fields"),
                "[{\"name\":\"Average of amount\",\"field\":\"amount\",\"summary\":\"average\"}]");
    assert_json(json_get(p, "fields"),
                "[{\"name\":\"region\",\"axis\":\"row\",\"items\":[\"West\",\"East\"],\"item_count\":2,"
                "\"hidden_items\":[null]},{\"name\":\"Chosen year\",\"axis\":\"page\",\"items\":[\"2023\",\"2024\"],"
                "\"item_count\":2,\"hidden_items\":[]},{\"name\":\"amount\",\"axis\":\"data\",\"items\":[],"
                "\"item_count\":0,\"hidden_items\":[]}]");
    assert_json(json_get(p, "page_fields"), "[{\"field\":\"Chosen year\",\"selected\":\"2024\"}]");
    assert_json(json_get(p, "filters"), "[{\"field\":\"region\",\"type\":\"captionBeginsWith\",\"value\":\"E\"}]");
    done(&t);
}

static void the_rows_are_those_of_its_place_on_the_sheet(void **state)
{
    struct told t;
    const struct json *p;

    (void)state;
    tell(&t, &(struct pivot_wants){ .name = "SALES", .worksheet = "one", .rows = 3 });
    assert_int_equal(t.rc, 0);
    p = json_at(json_get(t.result, "pivot_tables"), 0);
    assert_json(json_get(p, "rows"), "[[\"zero\",null],[null,null],[null,\"2.5\"]]");
    assert_json(json_get(p, "row_count"), "4");
    assert_true(json_get_truth(p, "truncated"));
    assert_null(json_get(p, "filters"));
    done(&t);
    tell(&t, &(struct pivot_wants){ .rows = 4 });
    assert_false(json_get_truth(json_at(json_get(t.result, "pivot_tables"), 0), "truncated"));
    done(&t);
}

/* Hides the field of this name, and cells with a point. */
static bool blocks(void *arg, const char *pivot, const char *field, const char *const *values, size_t n)
{
    assert_string_equal(pivot, "Sales");
    if (strcmp(field, "region") == 0) {
        assert_int_equal(n, 3);
        assert_string_equal(values[1], "West");
    }
    return strcmp(field, arg) == 0;
}

static bool hides(void *arg, const struct redaction_cell *cell)
{
    assert_null(arg);
    assert_int_equal(cell->sheet, 0);
    return memchr(cell->text, '.', cell->n) != NULL;
}

static void tell_without(struct told *t, const char *field)
{
    struct cell_redaction cells = { .hides = hides };
    struct pivot_redaction redaction = { .arg = (void *)(uintptr_t)field, .blocks = blocks, .cells = &cells };

    tell(t, &(struct pivot_wants){ .filters = true, .rows = 100, .redaction = &redaction });
    assert_int_equal(t->rc, 0);
}

static void a_blocked_field_is_left_out_everywhere(void **state)
{
    struct told t;
    const struct json *p;

    (void)state;
    tell_without(&t, "region");
    p = json_at(json_get(t.result, "pivot_tables"), 0);
    assert_json(json_get(p, "row_fields"), "[]");
    assert_json(json_get(p, "filters"), "[]");
    assert_int_equal(json_len(json_get(p, "fields")), 2);
    assert_json(json_get(p, "rows"), "[]");
    assert_json(json_get(p, "row_count"), "4");
    assert_true(json_get_truth(p, "truncated"));
    done(&t);
    tell_without(&t, "year"); /* by the cache's name, though it is shown under another */
    assert_json(json_get(json_at(json_get(t.result, "pivot_tables"), 0), "page_fields"), "[]");
    done(&t);
    tell_without(&t, "Chosen year");
    assert_json(json_get(json_at(json_get(t.result, "pivot_tables"), 0), "page_fields"), "[]");
    done(&t);
    tell_without(&t, "amount");
    assert_json(json_get(json_at(json_get(t.result, "pivot_tables"), 0), "data_fields"), "[]");
    done(&t);
}

static void hidden_cells_of_its_place_are_empty(void **state)
{
    struct told t;

    (void)state;
    tell_without(&t, "none of them");
    assert_json(json_get(json_at(json_get(t.result, "pivot_tables"), 0), "rows"),
                "[[\"zero\",null],[null,null],[null,null],[null,null]]");
    done(&t);
}

static void one_that_is_not_there_is_not_found(void **state)
{
    static const struct pivot_wants wants[] = { { .name = "Costs", .rows = 1 },
                                                { .worksheet = "Two", .rows = 1 },
                                                { .worksheet = "Three", .rows = 1 } };
    struct told t;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wants); i++) {
        tell(&t, &wants[i]);
        assert_int_equal(t.rc, -1);
        assert_int_equal(t.err.code, ERR_NOT_FOUND);
        done(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_have_the_caches_names_and_values),
        cmocka_unit_test(the_rows_are_those_of_its_place_on_the_sheet),
        cmocka_unit_test(a_blocked_field_is_left_out_everywhere),
        cmocka_unit_test(hidden_cells_of_its_place_are_empty),
        cmocka_unit_test(one_that_is_not_there_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
