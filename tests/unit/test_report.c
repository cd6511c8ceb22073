/* test_report.c - Markdown and HTML: what comes from data stays text, whatever it looks like. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "report/html.h"
#include "report/markdown.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void text_cannot_become_markup(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    md_text(&b, "a|b *c* <i>d</i> [e](f) `g`\nh");
    assert_string_equal(b.p, "a\\|b \\*c\\* \\<i\\>d\\</i\\> \\[e\\](f) \\`g\\` h");
}

static void a_line_cannot_begin_a_list_or_a_rule(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    md_paragraph(&b, "- no list");
    md_paragraph(&b, "12. no list");
    md_paragraph(&b, "12 is a number");
    md_item(&b, NULL, "+ one");
    md_item(&b, "what", "- that");
    md_list_end(&b);
    assert_string_equal(b.p, "\\- no list\n\n12\\. no list\n\n12 is a number\n\n- \\+ one\n- **what**: - that\n\n");
}

static void a_block_of_code_ends_where_it_should(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    md_code(&b, "sql", "SELECT 1");
    md_code(&b, "", "a\n````\nb\n");
    assert_string_equal(b.p, "```sql\nSELECT 1\n```\n\n`````\na\n````\nb\n`````\n\n");
}

static struct json *parsed(struct arena *a, const char *text)
{
    struct json *v;
    struct err err;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    return v;
}

static void a_table_has_its_numbers_to_the_right_and_says_what_it_left_out(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    md_table(&b, parsed(a, "[\"region|x\",\"sum\"]"),
             parsed(a, "[[\"No|rth\",1.50],[null,2],[\"South\",null],[true,3]]"), 3);
    assert_string_equal(b.p, "| region\\|x | sum |\n| --- | ---: |\n| No\\|rth | 1.50 |\n|  | 2 |\n| South |  |\n\n"
                             "1 more row.\n\n");
}

static void an_empty_table_is_its_head(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    md_heading(&b, 2, "Data # model");
    md_table(&b, parsed(a, "[\"a\"]"), parsed(a, "[]"), 10);
    assert_string_equal(b.p, "## Data \\# model\n\n| a |\n| --- |\n\n");
}

static void a_page_has_nothing_in_it_that_data_began(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(10000);

    (void)state;
    html_begin(&b, "a <b>");
    html_element(&b, "p", "\"x\" & <script>");
    html_table(&b, parsed(a, "[\"<i>\",\"n\"]"), parsed(a, "[[\"</td>\",1.50],[null,true],[\"cut\",2]]"), 2);
    html_end(&b);
    assert_non_null(strstr(b.p, "<title>a &lt;b&gt;</title>"));
    assert_non_null(strstr(b.p, "<p>&quot;x&quot; &amp; &lt;script&gt;</p>"));
    assert_non_null(strstr(b.p, "<th scope=\"col\">&lt;i&gt;</th>"));
    assert_non_null(strstr(b.p, "<tr><td>&lt;/td&gt;</td><td class=\"n\">1.50</td></tr>"));
    assert_non_null(strstr(b.p, "<tr><td></td><td>true</td></tr>"));
    assert_non_null(strstr(b.p, "<p>1 more row.</p>"));
    assert_null(strstr(b.p, "<script"));
}

/* A terminal's escape, a NUL, C1, an override, an isolate, blanks without a width, a tag, a joiner between letters. */
#define HIDDEN "a\\u001b[31mb\\u0000c\\u0085d\\u202ee\\u2066f\\u200bg\\ufeffh\\u2028i\\udb40\\udc41j\\u200dk\\u007fl"
#define SHOWN "a?[31mb?c?d?e?f?g?h?i?j?k?l" /* with U+FFFD where a question mark is */

static const char *shown(struct arena *a, const char *with_marks, bool escaped)
{
    struct buf b CLEANUP(buf_done) = BUF(1000);

    for (const char *p = with_marks; *p; p++) {
        if (escaped && *p == '[')
            buf_addc(&b, '\\');
        if (*p == '?')
            buf_adds(&b, "\xef\xbf\xbd");
        else
            buf_addc(&b, *p);
    }
    return arena_str(a, b.p);
}

static void what_nobody_would_see_is_shown(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(2000), page CLEANUP(buf_done) = BUF(4000);
    struct json *columns = parsed(a, "[\"" HIDDEN "\"]"), *rows = parsed(a, "[[\"" HIDDEN "\"]]");

    (void)state;
    md_table(&b, columns, rows, 10);
    assert_string_equal(b.p,
                        arena_printf(a, "| %s |\n| --- |\n| %s |\n\n", shown(a, SHOWN, true), shown(a, SHOWN, true)));
    html_table(&page, columns, rows, 10);
    assert_non_null(strstr(page.p, arena_printf(a, "<td>%s</td>", shown(a, SHOWN, false))));
    assert_non_null(strstr(page.p, arena_printf(a, "<th scope=\"col\">%s</th>", shown(a, SHOWN, false))));
    buf_cut(&b, 0);
    md_code(&b, "sql", "SELECT '\x1b\xe2\x80\xae'\n\t1");
    assert_string_equal(b.p, "```sql\nSELECT '\xef\xbf\xbd\xef\xbf\xbd'\n\t1\n```\n\n");
}

static void what_scripts_and_emoji_need_stays(void **state)
{
    static const char family[] = "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7 \xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae";
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    md_text(&b, family);
    assert_string_equal(b.p, family);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_cannot_become_markup),
        cmocka_unit_test(a_line_cannot_begin_a_list_or_a_rule),
        cmocka_unit_test(a_block_of_code_ends_where_it_should),
        cmocka_unit_test(a_table_has_its_numbers_to_the_right_and_says_what_it_left_out),
        cmocka_unit_test(an_empty_table_is_its_head),
        cmocka_unit_test(a_page_has_nothing_in_it_that_data_began),
        cmocka_unit_test(what_nobody_would_see_is_shown),
        cmocka_unit_test(what_scripts_and_emoji_need_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
