/* test_parts.c - comments of a sheet. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "edit_testing.h"
#include "office/sheet/book.h"
#include "office/sheet/comments.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static const struct book_made made = {
    .sheet = SHEET("<sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row></sheetData>"),
    .sheet_rels = "<Relationships xmlns=\"" PACKAGE_RELS "\"><Relationship Id=\"b\" Type=\"" RELS
                  "/comments\" Target=\"../comments1.xml\"/></Relationships>",
    .more = { { "xl/comments1.xml",
                "<comments xmlns=\"" MAIN "\"><authors><author>Ann</author><author>Bob</author></authors><commentList>"
                "<comment ref=\"A1\" authorId=\"1\"><text><r><t>look </t></r><r><t>here</t></r><rPh><t>no</t></rPh>"
                "</text></comment><comment ref=\"B9\" authorId=\"7\"><text><t>_x0041_</t></text></comment>"
                "</commentList></comments>" } },
};

static void assert_told(struct json *v, const char *text)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);

    json_write(&b, v);
    assert_string_equal(b.p, text);
}

static void comments_are_told_with_their_cells(void **state)
{
    struct arena *a = arena_new();
    struct zip_made z;
    struct book *book;
    struct json *v;
    struct err err;

    (void)state;
    book_make(&z, &made);
    assert_int_equal(book_open(z.bytes.p, z.bytes.n, NULL, &book, &err), 0);
    assert_int_equal(sheet_comments(book, 0, a, &v, &err), 0);
    assert_told(v, "[{\"cell\":\"A1\",\"author\":\"Bob\",\"text\":\"look here\"},"
                   "{\"cell\":\"B9\",\"author\":null,\"text\":\"A\"}]");
    assert_int_equal(sheet_comments(book, 1, a, &v, &err), 0);
    assert_told(v, "[]");
    book_free(book);
    zip_done(&z);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_are_told_with_their_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
