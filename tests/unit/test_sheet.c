/* test_sheet.c - the sheet scanner and the shared strings: every way XML lets one write a cell, in pieces of any size.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/package/package.h"
#include "office/package/token.h"
#include "office/sheet/scan.h"
#include "office/sheet/strings.h"
#include "office/workbook.h"
#include "zip_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SHEET(data) "<worksheet><sheetData>" data "</sheetData></worksheet>"

/* "B7=text;" for each cell, with its kind's letter: n s b t e d, "-" for none; "~3" for style 3; "{formula}". */
static int put_cell(void *arg, const struct scan_cell *c, struct err *err)
{
    struct buf *b = arg;

    (void)err;
    cell_ref_add(b, c->row, c->column);
    if (c->style)
        buf_addf(b, "~%u", c->style);
    buf_addf(b, "=%c", "-nsbted"[c->type]);
    if (c->type == SCAN_NUMBER)
        buf_addf(b, "%.17g", c->number);
    else if (c->type == SCAN_SHARED || c->type == SCAN_TRUTH)
        buf_addf(b, "%u", c->index);
    else if (c->type != SCAN_EMPTY)
        buf_add(b, c->text, c->n);
    if (c->formula)
        buf_addf(b, "{%.*s}", (int)c->formula_n, c->formula);
    buf_addc(b, ';');
    return 0;
}

/* Feeds the text in pieces of `step` bytes, each in memory of its own. */
static int scan_pieces(const char *text, size_t step, struct buf *out, struct err *err)
{
    struct scan *s = scan_new(&(struct scan_handler){ .arg = out, .formulas = true, .cell = put_cell });
    size_t n = strlen(text), at = 0, have = 0;
    int done = 0;

    for (bool last = false; !last && done == 0;) {
        size_t used = 0;
        have = have + step < n - at ? have + step : n - at;
        last = at + have == n;
        char *piece = malloc(have ? have : 1);
        memcpy(piece, text + at, have);
        done = scan_feed(s, piece, have, last, &used, err);
        free(piece);
        at += used;
        have -= used;
    }
    if (scan_outside(s))
        buf_addf(out, "%ju outside", (uintmax_t)scan_outside(s));
    if (scan_repaired(s))
        buf_addf(out, "%ju repaired", (uintmax_t)scan_repaired(s));
    scan_free(s);
    return done;
}

static void cells_are(const char *text, const char *want)
{
    for (size_t step = 1; step < 5000; step = step < 20 ? step + 1 : step * 3) {
        struct buf out CLEANUP(buf_done) = BUF(1u << 20);
        struct err err;
        if (scan_pieces(text, step, &out, &err) < 0)
            fail_msg("pieces of %zu: %s", step, err.detail);
        assert_string_equal(out.p, want);
    }
}

static void is_refused(const char *text)
{
    for (size_t step = 1; step < 5000; step = step < 20 ? step + 1 : step * 3) {
        struct buf out CLEANUP(buf_done) = BUF(1u << 20);
        struct err err = { 0 };
        if (scan_pieces(text, step, &out, &err) == 0)
            fail_msg("read in pieces of %zu: %s", step, text);
        assert_int_equal(err.code, ERR_WORKBOOK_LOAD_FAILED);
    }
}

static void cells_as_programs_write_them(void **state)
{
    (void)state;
    cells_are(SHEET("<row r=\"1\" spans=\"1:4\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" s=\"12\"/>"
                    "<c r=\"C1\" s=\"3\" t=\"n\"><v>-12.5</v></c><c r=\"D1\" t=\"b\"><v>1</v></c></row>"
                    "<row r=\"20\"><c r=\"XFD20\"><v>1.7976931348623157E+308</v></c></row>"),
              "A1=s0;B1~12=-;C1~3=n-12.5;D1=b1;XFD20=n1.7976931348623157e+308;");
    /* The same with so much behind it that the fast path is taken. */
    struct buf text CLEANUP(buf_done) = BUF(1u << 20), want CLEANUP(buf_done) = BUF(1u << 20);
    buf_adds(&text, "<worksheet><sheetData>");
    for (unsigned r = 1; r <= 40; r++) {
        buf_addf(&text, "<row r=\"%u\"><c r=\"A%u\" t=\"s\"><v>%u</v></c><c r=\"B%u\" s=\"7\"><v>%u.25</v></c></row>",
                 r, r, r, r, r);
        buf_addf(&want, "A%u=s%u;B%u~7=n%u.25;", r, r, r, r);
    }
    buf_adds(&text, "</sheetData></worksheet>");
    cells_are(text.p, want.p);
}

static void places_are_counted_where_none_are_given(void **state)
{
    (void)state;
    cells_are(
        SHEET("<row><c><v>1</v></c><c/><c><v>3</v></c></row><row r=\"5\"><c r=\"D5\"><v>4</v></c><c><v>5</v></c></row>"
              "<row><c><v>6</v></c></row><row r=\"x\"><c r=\"5\"><v>7</v></c></row>"),
        "A1=n1;B1=-;C1=n3;D5=n4;E5=n5;A6=n6;A7=n7;");
    /* The same with so much behind it that the fast path is taken. */
    struct buf text CLEANUP(buf_done) = BUF(1u << 20);
    buf_addf(&text, "<worksheet><sheetData><row><c><v>1</v></c><c/><c><v>2</v></c></row>%300s</sheetData></worksheet>",
             "");
    cells_are(text.p, "A1=n1;B1=-;C1=n2;");
}

static void any_order_quotes_blanks_and_prefixes(void **state)
{
    (void)state;
    cells_are("<?xml version='1.0'?>\n<!-- a sheet --><x:worksheet xmlns:x='y'>\n<x:sheetData>\n"
              "<x:row ht='15' r='2' >\n<x:c t='s'  s = '4' r='B2' ><x:v>7</x:v></x:c >\n"
              "<x:c r=\"C2\"\n><x:v> 8 </x:v>\n</x:c></x:row>\n</x:sheetData></x:worksheet>\n",
              "B2~4=s7;C2=n8;");
}

static void texts_of_every_kind(void **state)
{
    (void)state;
    cells_are(SHEET("<row r='1'><c t='inlineStr'><is><t>a&lt;b&#65;&#x42;</t></is></c>"
                    "<c t='inlineStr'><is><r><rPr><b/></rPr><t>rich </t></r><r><t xml:space='preserve'> text</t></r>"
                    "<rPh sb='0' eb='1'><t>left out</t></rPh></is></c>"
                    "<c t='str'><f>A1&amp;\"x\"</f><v><![CDATA[<raw> & ]]>done<!-- no --></v></c>"
                    "<c t='str'><v>line_x000D_\r\nnext_x005F_x0041_</v></c>"
                    "<c t='e'><v>#DIV/0!</v></c><c t='d'><v>2024-01-31</v></c><c t='b'><v>true</v></c>"
                    "<c t='inlineStr'><v>no text of its own</v></c></row>"),
              "A1=ta<bAB;B1=trich  text;C1=t<raw> & done{A1&\"x\"};D1=tline\r\nnext_x0041_;E1=e#DIV/0!;"
              "F1=d2024-01-31;G1=b1;H1=-;");
}

static void formulas_with_and_without_values(void **state)
{
    (void)state;
    cells_are(
        SHEET("<row r='1'><c r='A1'><f>1+1</f><v>2</v></c><c r='B1'><f t='shared' ref='B1:B9' si='0'>A1*2</f><v>4</v>"
              "</c><c r='C1'><f t='shared' si='0'/><v>8</v></c><c r='D1'><f>NA()</f></c><c r='E1'><f>X</f><v/></c>"
              "<c r='F1'><v></v></c></row>"),
        "A1=n2{1+1};B1=n4{A1*2};C1=n8{};D1=-{NA()};E1=-{X};F1=-;");
}

static void what_is_no_cell_is_left_out(void **state)
{
    (void)state;
    cells_are(
        "<worksheet><sheetPr><c r='A1'><v>9</v></c></sheetPr><extLst><sheetData><row><c><v>1</v></c></row></sheetData>"
        "</extLst><sheetData><row r='1'><c r='A1'><v>1</v><extLst><ext><v>2</v></ext></extLst></c><extLst><c><v>3</v>"
        "</c></extLst></row></sheetData><mc:AlternateContent><mc:Choice><sheetData><row><c><v>4</v></c></row>"
        "</sheetData></mc:Choice></mc:AlternateContent></worksheet>",
        "A1=n1;");
}

static void a_value_that_is_not_of_its_type_is_kept_as_text(void **state)
{
    (void)state;
    cells_are(SHEET("<row r='1'><c><v>abc</v></c><c t='s'><v>x</v></c><c t='b'><v>maybe</v></c><c><v>1e999</v></c>"
                    "<c t='s'><v>-1</v></c></row>"),
              "A1=tabc;B1=tx;C1=tmaybe;D1=t1e999;E1=s4294967295;");
}

static void cells_outside_of_any_sheet_are_counted(void **state)
{
    (void)state;
    cells_are(SHEET("<row r='1048576'><c r='XFD1048576'><v>1</v></c><c r='XFE1048576'><v>2</v></c></row>"
                    "<row r='1048577'><c r='A1048577'><v>3</v></c></row>"),
              "XFD1048576=n1;2 outside");
}

static void what_is_no_xml_is_refused(void **state)
{
    (void)state;
    is_refused("");
    is_refused("<worksheet><sheetData>");
    is_refused(SHEET("<row><c><v>1</v></row>"));
    is_refused("<!DOCTYPE x [<!ENTITY a 'b'>]>" SHEET(""));
    is_refused("<!DOCTYPE x SYSTEM 'y'>" SHEET(""));
    is_refused("<!DOCTYP x>" SHEET(""));
    is_refused(SHEET("<row><c <v>1</v></c></row>"));
    is_refused("</x>" SHEET(""));
}

static void characters_that_no_xml_has_are_repaired(void **state)
{
    (void)state;
    cells_are(SHEET("<row><c><v>&unknown;</v></c><c t='str'><v>&#0;&amp;</v></c></row>"),
              "A1=t&unknown;;B1=t&#0;&;2 repaired");
    cells_are(SHEET("<row><c t='str'><v>a\x01z</v></c><c t='str'><v>\xff\xe2\x82\xac\xe2\x82</v></c></row>"),
              "A1=taz;B1=t\xef\xbf\xbd\xe2\x82\xac\xef\xbf\xbd\xef\xbf\xbd;2 repaired");
    cells_are(SHEET("<row><c t='str'><v>a & b &lt</v></c><c t='str'><v>&lt;</v></c></row>"),
              "A1=ta & b &lt;B1=t<;1 repaired");
}

static void what_stands_around_the_root_is_passed_over(void **state)
{
    (void)state;
    cells_are("<!DOCTYPE worksheet>" SHEET("<row><c><v>1</v></c></row>") "</x><broken", "A1=n1;");
    cells_are("\n<?xml version='1.0'?><worksheet/><worksheet><sheetData><row><c/></row></sheetData></worksheet>", "");
}

static void numbers_are_the_nearest_doubles(void **state)
{
    static const char *const numbers[] = { "0",
                                           "-0",
                                           "1",
                                           "12345678",
                                           "-12345678",
                                           "123456789",
                                           "-999999999999999",
                                           "1000000000000001",
                                           "12345678.5",
                                           "123456789012345678",
                                           "0.1",
                                           "-0.10000000000000001",
                                           "3.1415926535897931",
                                           "1e5",
                                           "1E-7",
                                           "2.2250738585072014E-308",
                                           "9007199254740993",
                                           "0.30000000000000004",
                                           "99999999.9999999",
                                           "4.35",
                                           "1234567.1234567",
                                           "5e-324" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        struct buf text CLEANUP(buf_done) = BUF(4096), want CLEANUP(buf_done) = BUF(4096);
        /* padded, so that the fast path is taken, too */
        buf_addf(&text,
                 "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>%s</v></c></row>%300s</sheetData></worksheet>",
                 numbers[i], "");
        buf_addf(&want, "A1=n%.17g;", strtod(numbers[i], NULL));
        cells_are(text.p, want.p);
    }
}

static void numbers_in_spellings_of_xml_are_read(void **state)
{
    double v;

    (void)state;
    assert_true(scan_number(" +5. ", 5, &v) && v == 5);
    assert_true(scan_number("-.5", 3, &v) && v == -0.5);
    assert_true(scan_number("007", 3, &v) && v == 7);
    assert_true(scan_number("1.5E+2", 6, &v) && v == 150);
    assert_false(scan_number("", 0, &v));
    assert_false(scan_number(".", 1, &v));
    assert_false(scan_number("1 2", 3, &v));
    assert_false(scan_number("INF", 3, &v));
    assert_false(scan_number("1e400", 5, &v));
}

/* ---- shared strings ---- */

static int read_strings(const char *xml, size_t n, struct strings *s, struct err *err)
{
    struct package *k;
    struct zip_made z;
    int done;

    zip_init(&z);
    zip_add_twisted(&z, "s", xml, n, &(struct zip_twist){ .deflated = true });
    zip_end(&z, false);
    strings_init(s);
    assert_int_equal(package_open(z.bytes.p, z.bytes.n, &k, err), 0);
    done = strings_read(s, package_find(k, "s"), NULL, err);
    package_free(k);
    zip_done(&z);
    return done;
}

static void string_is(const struct strings *s, size_t i, const char *want)
{
    size_t n;
    const char *p = strings_get(s, i, &n);

    assert_int_equal(n, strlen(want));
    assert_memory_equal(p, want, n);
}

static void shared_strings_join_runs_and_leave_out_how_to_say_them(void **state)
{
    static const char xml[] = "<sst><si><t>plain</t></si><si/><si><t></t></si>"
                              "<si><r><t>a </t></r><r><rPr><t>no</t></rPr><t> b</t></r><rPh><t>no</t></rPh></si>"
                              "<si><t>x_x000A_y</t></si><si><t>&amp;\xc3\xa9</t><extLst><t>no</t></extLst></si></sst>";
    struct strings s;
    struct err err;

    (void)state;
    assert_int_equal(read_strings(xml, strlen(xml), &s, &err), 0);
    assert_int_equal(s.n, 6);
    string_is(&s, 0, "plain");
    string_is(&s, 1, "");
    string_is(&s, 2, "");
    string_is(&s, 3, "a  b");
    string_is(&s, 4, "x\ny");
    string_is(&s, 5, "&\xc3\xa9");
    strings_done(&s);
}

static void a_string_longer_than_a_cell_is_cut_and_counted(void **state)
{
    struct buf xml CLEANUP(buf_done) = BUF(1u << 20);
    struct strings s;
    struct err err;
    size_t n;

    (void)state;
    buf_adds(&xml, "<sst><si><t>");
    buf_fill(&xml, 'x', SHEET_CELL_CHARS);
    buf_adds(&xml, "</t></si><si><t>");
    buf_fill(&xml, 'y', SHEET_CELL_CHARS + 1);
    buf_adds(&xml, "</t></si></sst>");
    assert_int_equal(read_strings(xml.p, xml.n, &s, &err), 0);
    assert_int_equal(s.cut, 1);
    (void)strings_get(&s, 1, &n);
    assert_int_equal(n, SHEET_CELL_CHARS);
    strings_done(&s);
}

static void other_encodings_are_turned_into_utf8(void **state)
{
    static const char latin[] = "<?xml version='1.0' encoding='ISO-8859-1'?><sst><si><t>caf\xe9</t></si></sst>";
    static const char unknown[] = "<?xml version='1.0' encoding='EBCDIC'?><sst/>";
    static const char plain[] = "<sst><si><t>z?</t></si></sst>";
    struct strings s;
    struct err err;
    char wide[2 * sizeof plain + 8];
    size_t n = 0;

    (void)state;
    assert_int_equal(read_strings(latin, strlen(latin), &s, &err), 0);
    string_is(&s, 0, "caf\xc3\xa9");
    strings_done(&s);
    for (int big = 0; big < 2; big++) {
        n = 0;
        for (size_t i = 0; i <= strlen(plain); i++) { /* a mark, then the text with its "?" as U+1F600 */
            unsigned unit = i == 0 ? 0xfeff : (unsigned char)plain[i - 1];
            unsigned units[2] = { unit == '?' ? 0xd83d : unit, 0xde00 };
            for (unsigned k = 0; k < (unit == '?' ? 2 : 1); k++) {
                wide[n++] = (char)(big ? units[k] >> 8 : units[k] & 0xff);
                wide[n++] = (char)(big ? units[k] & 0xff : units[k] >> 8);
            }
        }
        assert_int_equal(read_strings(wide, n, &s, &err), 0);
        string_is(&s, 0, "z\xf0\x9f\x98\x80");
        strings_done(&s);
    }
    assert_int_equal(read_strings(unknown, strlen(unknown), &s, &err), -1);
    strings_done(&s);
}

static void of_damaged_strings_those_before_are_kept(void **state)
{
    static const char *const bad[] = { "<sst><si><t>x</t></si>", "<sst><si><t>x</t></si><si><t>y",
                                       "<sst><si><t>x</t></si></sst></sst>" };
    struct strings s;
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(read_strings(bad[i], strlen(bad[i]), &s, &err), 0);
        assert_true(s.is_damaged);
        assert_int_equal(s.n, 1);
        string_is(&s, 0, "x");
        strings_done(&s);
    }
    assert_int_equal(read_strings("<sst><si><t>&x;</t></si><si><t>y</t></si></sst>", 47, &s, &err), 0);
    assert_true(!s.is_damaged && s.repaired == 1 && s.n == 2);
    string_is(&s, 0, "&x;");
    strings_done(&s);
}

static void strings_that_end_before_the_first_are_refused(void **state)
{
    static const char *const bad[] = { "<sst><si><t>x", "</sst>", "<!DOCTYPE x [<!ENTITY a 'b'>]><sst/>", "<sst>" };
    struct strings s;
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(read_strings(bad[i], strlen(bad[i]), &s, &err), -1);
        assert_int_equal(err.code, ERR_WORKBOOK_LOAD_FAILED);
        strings_done(&s);
    }
}

static void escapes_of_characters_are_read_once(void **state)
{
    static const char *const pairs[][2] = { { "_x0041_", "A" },
                                            { "_x005F_x0041_", "_x0041_" },
                                            { "_x0000_", "_x0000_" },
                                            { "_x00e9_", "\xc3\xa9" },
                                            { "_xD83D__xDE00_", "\xf0\x9f\x98\x80" },
                                            { "_xD83D_", "_xD83D_" },
                                            { "_x004_", "_x004_" },
                                            { "_x0041", "_x0041" },
                                            { "a_x0009_b_", "a\tb_" } };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        struct buf b CLEANUP(buf_done) = BUF(100);
        buf_adds(&b, pairs[i][0]);
        xstring_decode(&b, 0);
        assert_string_equal(b.p, pairs[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_as_programs_write_them),
        cmocka_unit_test(places_are_counted_where_none_are_given),
        cmocka_unit_test(any_order_quotes_blanks_and_prefixes),
        cmocka_unit_test(texts_of_every_kind),
        cmocka_unit_test(formulas_with_and_without_values),
        cmocka_unit_test(what_is_no_cell_is_left_out),
        cmocka_unit_test(a_value_that_is_not_of_its_type_is_kept_as_text),
        cmocka_unit_test(cells_outside_of_any_sheet_are_counted),
        cmocka_unit_test(what_is_no_xml_is_refused),
        cmocka_unit_test(characters_that_no_xml_has_are_repaired),
        cmocka_unit_test(what_stands_around_the_root_is_passed_over),
        cmocka_unit_test(numbers_are_the_nearest_doubles),
        cmocka_unit_test(numbers_in_spellings_of_xml_are_read),
        cmocka_unit_test(shared_strings_join_runs_and_leave_out_how_to_say_them),
        cmocka_unit_test(a_string_longer_than_a_cell_is_cut_and_counted),
        cmocka_unit_test(other_encodings_are_turned_into_utf8),
        cmocka_unit_test(of_damaged_strings_those_before_are_kept),
        cmocka_unit_test(strings_that_end_before_the_first_are_refused),
        cmocka_unit_test(escapes_of_characters_are_read_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
