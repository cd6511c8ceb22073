/* test_text.c - documents become passages: headings, blocks, cuts, sentences and ids. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "text/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static struct text read_as(struct arena *a, enum text_kind kind, const char *source)
{
    struct text t = { 0 };
    struct err err;

    assert_int_equal(text_read(a, kind, "a file.md", source, strlen(source), &t, &err), 0);
    return t;
}

static void is_passage(const struct passage *p, const char *ref, const char *chapter, const char *section,
                       const char *text)
{
    assert_string_equal(p->ref, ref);
    assert_string_equal(p->chapter, chapter);
    assert_string_equal(p->section, section);
    assert_string_equal(p->text, text);
}

static void a_lone_first_heading_is_the_title_and_the_next_levels_are_chapters_and_sections(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t = read_as(a, TEXT_MARKDOWN, "# Book\n\nIntro.\n\n## One\n\nA.\n\n### Deep\n\nB.\n\n## Two\n\nC.\n");

    (void)state;
    assert_string_equal(t.title, "Book");
    assert_int_equal(t.n, 4);
    is_passage(&t.passages[0], "book/book", "Book", "Book", "Intro.");
    is_passage(&t.passages[1], "one/one", "One", "One", "A.");
    is_passage(&t.passages[2], "one/deep", "One", "Deep", "B.");
    is_passage(&t.passages[3], "two/two", "Two", "Two", "C.");
}

static void a_document_with_one_level_is_one_chapter(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t = read_as(a, TEXT_MARKDOWN, "Setup\n===\n\nFirst\n---\n\nA.\n\nSecond\n---\n\nB.\n");

    (void)state;
    is_passage(&t.passages[0], "setup/first", "Setup", "First", "A.");
    is_passage(&t.passages[1], "setup/second", "Setup", "Second", "B.");
}

static void several_headings_of_one_level_belong_to_the_file(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t = read_as(a, TEXT_MARKDOWN, "# A\n\nx\n\n# A\n\ny\n");

    (void)state;
    assert_string_equal(t.title, "a file");
    is_passage(&t.passages[0], "a-file/a", "a file", "A", "x");
    is_passage(&t.passages[1], "a-file/a-2", "a file", "A", "y");
}

static void front_matter_gives_title_and_address(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t = read_as(a, TEXT_MARKDOWN, "---\ntitle: 'T t'\nslug: /x\n---\nText.\n");
    struct text open = read_as(a, TEXT_MARKDOWN, "---\ntitle: no end\n\nText.\n");

    (void)state;
    assert_string_equal(t.title, "T t");
    assert_string_equal(t.passages[0].url, "/x");
    assert_string_equal(t.passages[0].text, "Text.");
    assert_string_equal(open.title, "a file");
}

static void code_keeps_its_lines_and_hides_its_headings(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t = read_as(a, TEXT_MARKDOWN, "# T\n\nSo:\n\n~~~~sh\n# no\n\n~~~\n  x\n~~~~\n\n```\nopen");

    (void)state;
    assert_int_equal(t.n, 1);
    assert_string_equal(t.passages[0].text, "So:\n\n# no\n\n~~~\n  x\n\nopen");
}

static void marks_go_and_words_stay(void **state)
{
    static const char *const cases[][2] = {
        { "a **b** _c_ `d*` ~~e~~", "a b c d* e" },
        { "[text](http://x/y_z) ![alt](i.png) [ref][1]", "text alt ref" },
        { "snake_case 2 * 3 \\*no\\* &amp; &#8212; &unknown;", "snake_case 2 * 3 *no* & \u2014 &unknown;" },
        { "a <b>c</b> <!-- no --> <https://x.y> 1 < 2", "a c  <https://x.y> 1 < 2" },
        { "[open and `open", "[open and `open" },
        { "> quoted\n> text", "quoted text" },
        { "- one\n- two\n  more\n1. three", "one\ntwo more\n1. three" },
        { "| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n| 1 | 2 |" },
        { "a\n\n***\n\nb", "a\n\nb" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        assert_string_equal(read_as(a, TEXT_MARKDOWN, cases[i][0]).passages[0].text, cases[i][1]);
    }
}

static void html_is_what_a_browser_shows(void **state)
{
    static const char *const cases[][2] = {
        { "<p>a<p>b", "a\n\nb" },
        { "a<script>if (1 < 2) '</p>';</script>b<STYLE>c</STYLE >d", "abd" },
        { "<nav>no</nav><div>1 &lt; 2 <b>bold</b>\n text</div>", "1 < 2 bold text" },
        { "<ul><li>one<li>two</ul>", "one\ntwo" },
        { "<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc" },
        { "<pre>x\n  y</pre>", "x\n  y" },
        { "a < b <3 <!-- c --> <!doctype x> d", "a < b <3 d" },
        { "<a title=\"x > y\" href='z'>link</a>", "link" },
        { "<p>open <b", "open" },
        { "<script>never ends", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct text t;
        struct err err;
        if (cases[i][1]) {
            assert_string_equal(read_as(a, TEXT_HTML, cases[i][0]).passages[0].text, cases[i][1]);
            continue;
        }
        assert_int_equal(text_read(a, TEXT_HTML, "x", cases[i][0], strlen(cases[i][0]), &t, &err), -1);
        assert_int_equal(err.code, ERR_DATA_EMPTY);
    }
}

static void html_headings_and_its_title_are_told_apart(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t = read_as(a, TEXT_HTML, "<title>T &amp; t</title><h1>Big</h1><h2>Small <i>one</i></h2>x");

    (void)state;
    assert_string_equal(t.title, "T & t");
    is_passage(&t.passages[0], "t-t/small-one", "T & t", "Small one", "x");
}

static void plain_text_has_headings_with_lines_under_them(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t =
        read_as(a, TEXT_PLAIN, "Top\r\n===\r\n\r\nOne\r\ntwo.\r\n\r\nSub\r\n---\r\nx\r\n--------------------\r\ny");

    (void)state;
    assert_string_equal(t.title, "Top");
    is_passage(&t.passages[0], "top/top", "Top", "Top", "One two.");
    is_passage(&t.passages[1], "top/sub", "Top", "Sub", "x -------------------- y");
}

static void records_keep_their_ids(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t =
        read_as(a, TEXT_RECORDS, "{\"id\":\"7\",\"title\":\"T\",\"text\":\"a\"}\n\n{\"id\":8,\"text\":\"b\"}\n");
    struct err err;

    (void)state;
    is_passage(&t.passages[0], "7", "a file", "T", "a");
    is_passage(&t.passages[1], "8", "a file", "8", "b");
    assert_int_equal(text_read(a, TEXT_RECORDS, "x", "{\"id\":1,\"text\":\"a\"}\n[]", 22, &t, &err), -1);
    assert_string_equal(err.message, "Line 2 is no record: it is not a JSON object.");
}

static void long_sections_are_cut_between_sentences_and_overlap_by_one(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(100000);
    struct text t;

    (void)state;
    buf_adds(&b, "# Long\n\n");
    for (int i = 0; i < 200; i++)
        buf_addf(&b, "This is sentence number %d of many. ", i);
    t = read_as(a, TEXT_MARKDOWN, b.p);
    assert_true(t.n > 3);
    for (size_t i = 0; i < t.n; i++) {
        const struct passage *p = &t.passages[i];
        assert_true(p->n <= TEXT_PASSAGE_BYTES);
        assert_memory_equal(p->text, "This is sentence", 16);
        assert_int_equal(p->text[p->n - 1], '.');
        if (i > 0) /* begins with the last sentence of the one before */
            assert_non_null(strstr(t.passages[i - 1].text, arena_dup(a, p->text, text_sentence(p->text, p->n) - 1)));
    }
    assert_string_equal(t.passages[0].ref, "long/long");
    assert_string_equal(t.passages[1].ref, "long/long-2");
}

static void a_word_without_end_is_cut_between_characters(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(100000);
    struct text t;
    size_t all = 0;

    (void)state;
    for (int i = 0; i < 5000; i++)
        buf_adds(&b, "\u00e4");
    t = read_as(a, TEXT_PLAIN, b.p);
    for (size_t i = 0; i < t.n; i++)
        all += t.passages[i].n;
    assert_int_equal(all, 10000);
    assert_true(t.n > 4);
}

static void code_is_whole_up_to_its_limit(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(100000);
    struct text t;

    (void)state;
    buf_adds(&b, "```\n");
    for (int i = 0; i < 400; i++)
        buf_addf(&b, "line %04d of code\n", i);
    buf_adds(&b, "```\n");
    t = read_as(a, TEXT_MARKDOWN, b.p);
    assert_int_equal(t.n, 1);
    assert_true(t.passages[0].n > TEXT_PASSAGE_BYTES && t.passages[0].n <= TEXT_CODE_BYTES);
}

static void sentences_end_where_people_end_them(void **state)
{
    static const struct {
        const char *text;
        size_t first;
    } cases[] = {
        { "One. Two.", 5 },
        { "It costs 3.5 euros. Two.", 20 },
        { "See e.g. Anna. Two.", 15 },
        { "J. Smith came. Two.", 15 },
        { "He said \"Go.\" Then left.", 14 },
        { "Really?! Yes.", 9 },
        { "no end", 6 },
        { "line\nnext", 5 },
        { "wing . an experiment", 7 },
        { "approx. 5 pieces. Two.", 18 },
        { "\u4e00\u3002\u4e8c", 6 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(text_sentence(cases[i].text, strlen(cases[i].text)), cases[i].first);
}

static void headings_become_ids(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_string_equal(text_slug(a, "1.2 Annual leave"), "1-2-annual-leave");
    assert_string_equal(text_slug(a, " A/B: \u00dcber & mehr! "), "a-b-\u00fcber-mehr");
    assert_string_equal(text_slug(a, "???"), "section");
}

/* ---- hostile ones ---- */

static void what_is_too_long_for_a_heading_is_text_and_a_title_is_cut(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(1u << 20), page CLEANUP(buf_done) = BUF(1u << 20);
    struct text t;

    (void)state;
    buf_adds(&b, "# ");
    for (int i = 0; i < 200; i++)
        buf_adds(&b, "wide ");
    buf_adds(&b, "\n\n## One\n\nA.\n");
    t = read_as(a, TEXT_MARKDOWN, b.p);
    assert_int_equal(t.n, 1);
    assert_string_equal(t.title, "One");
    assert_true(t.passages[0].n > TEXT_HEADING_BYTES);
    buf_adds(&page, "---\ntitle: ");
    buf_fill(&page, 't', 5000);
    buf_adds(&page, "\nurl: https://");
    buf_fill(&page, 'u', 5000);
    buf_adds(&page, "\n---\nA.\n");
    t = read_as(a, TEXT_MARKDOWN, page.p);
    assert_int_equal(strlen(t.title), TEXT_HEADING_BYTES);
    assert_null(t.passages[0].url);
}

/* Each of these once took time by the square of its length, at least within a bound: seconds for what is read in
 * milliseconds. */
static void rows_of_one_mark_take_no_longer_than_words(void **state)
{
    static const struct {
        enum text_kind kind;
        const char *before, *again;
        size_t n;
    } rows[] = {
        { TEXT_MARKDOWN, "a", "`", 1u << 23 },    { TEXT_MARKDOWN, "a", "..........x", 1u << 18 },
        { TEXT_PLAIN, "a", ".\ta", 1u << 20 },    { TEXT_HTML, "a", "&&&&&&&&&&a;", 1u << 20 },
        { TEXT_MARKDOWN, "a ", "[](", 1u << 20 }, { TEXT_HTML, "a ", "<a b='", 1u << 20 },
        { TEXT_MARKDOWN, "", "# a\n", 1u << 20 }, { TEXT_HTML, "<title>a</title>b", "<svg>", 1u << 20 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct buf b CLEANUP(buf_done) = BUF(1u << 24);
        struct text t;
        struct err err;
        clock_t began;

        buf_adds(&b, rows[i].before);
        for (size_t j = 0; j < rows[i].n; j++)
            buf_adds(&b, rows[i].again);
        began = clock();
        if (text_read(a, rows[i].kind, "a", b.p, b.n, &t, &err) < 0)
            assert_true(err.code == ERR_TOO_LARGE || err.code == ERR_DATA_EMPTY);
        /* A sanitized build takes seconds; a quadratic reader would take hours. */
        assert_true((double)(clock() - began) / CLOCKS_PER_SEC < 30);
    }
}

static void kinds_are_told_by_endings(void **state)
{
    enum text_kind kind;

    (void)state;
    assert_true(text_kind("A.MD", &kind) && kind == TEXT_MARKDOWN);
    assert_true(text_kind("a.b.html", &kind) && kind == TEXT_HTML);
    assert_true(text_kind("x.jsonl", &kind) && kind == TEXT_RECORDS);
    assert_false(text_kind("x.pdf", &kind));
    assert_false(text_kind("README", &kind));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_first_heading_is_the_title_and_the_next_levels_are_chapters_and_sections),
        cmocka_unit_test(a_document_with_one_level_is_one_chapter),
        cmocka_unit_test(several_headings_of_one_level_belong_to_the_file),
        cmocka_unit_test(front_matter_gives_title_and_address),
        cmocka_unit_test(code_keeps_its_lines_and_hides_its_headings),
        cmocka_unit_test(marks_go_and_words_stay),
        cmocka_unit_test(html_is_what_a_browser_shows),
        cmocka_unit_test(html_headings_and_its_title_are_told_apart),
        cmocka_unit_test(plain_text_has_headings_with_lines_under_them),
        cmocka_unit_test(records_keep_their_ids),
        cmocka_unit_test(long_sections_are_cut_between_sentences_and_overlap_by_one),
        cmocka_unit_test(a_word_without_end_is_cut_between_characters),
        cmocka_unit_test(code_is_whole_up_to_its_limit),
        cmocka_unit_test(sentences_end_where_people_end_them),
        cmocka_unit_test(headings_become_ids),
        cmocka_unit_test(what_is_too_long_for_a_heading_is_text_and_a_title_is_cut),
        cmocka_unit_test(rows_of_one_mark_take_no_longer_than_words),
        cmocka_unit_test(kinds_are_told_by_endings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
