/* test_export.c - results as workbooks, read back by our own reader's parts. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "data/export.h"
#include "grid/notes.h"
#include "office/package.h"
#include "scratch.h"
#include "sys/file.h"

struct written {
    struct arena *arena;
    struct notes notes;
    struct buf bytes;
    char path[4096];
    struct err err;
    int rc;
};

static struct json *parsed(struct arena *a, const char *text)
{
    struct json *v;
    struct err err;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    return v;
}

static void write_out(struct written *w, const char *folder, const char *columns, const char *rows)
{
    *w = (struct written){ .arena = arena_new() };
    buf_init(&w->bytes, 1 << 24);
    notes_init(&w->notes, w->arena);
    snprintf(w->path, sizeof w->path, "%s/out.xlsx", folder);
    w->rc = export_xlsx(w->path, parsed(w->arena, columns), parsed(w->arena, rows), &w->notes, NULL, &w->err);
    if (w->rc == 0)
        assert_int_equal(file_read(w->path, "it", &w->bytes, &w->err), 0);
}

static void done(struct written *w)
{
    buf_done(&w->bytes);
    arena_free(w->arena);
}

/* True when a part holds the text. */
static void assert_holds(struct written *w, const char *name, const char *text)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 24);
    struct package *k;

    assert_int_equal(package_open(w->bytes.p, w->bytes.n, &k, &w->err), 0);
    assert_int_equal(package_read(package_find(k, name), &b, &w->err), 0);
    package_free(k);
    if (!strstr(b.p, text))
        print_error("%s\n", b.p);
    assert_non_null(strstr(b.p, text));
}

#define COLUMNS                                                                                                        \
    "[{\"name\":\"when\",\"type\":\"date\"},{\"name\":\"amount\",\"type\":\"decimal\"},{\"name\":\"id\",\"type\":"     \
    "\"integer\"},{\"name\":\"paid\",\"type\":\"boolean\"},{\"name\":\"at\",\"type\":\"timestamp\"},{\"name\":"        \
    "\"note\",\"type\":\"text\"}]"
#define SHEET1 "xl/worksheets/sheet1.xml"

static void each_type_becomes_what_a_spreadsheet_has_for_it(void **state)
{
    struct written w;

    write_out(&w, *state, COLUMNS,
              "[[\"2024-05-01\",12.50,7,true,\"2024-05-01T12:00:00\",\"=1+1\"],[null,1.5,null,null,null,null]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<v>45413</v>");
    assert_holds(&w, SHEET1, "<v>45413.5</v>");
    assert_holds(&w, SHEET1, "<v>12.5</v>");
    assert_holds(&w, SHEET1, "t=\"b\"");
    assert_holds(&w, SHEET1, "=1+1</t>");
    assert_holds(&w, SHEET1, "<autoFilter ref=\"A1:F3\"/>");
    assert_holds(&w, SHEET1, "state=\"frozen\"");
    assert_holds(&w, "xl/styles.xml", "formatCode=\"0.00\"");
    assert_holds(&w, "xl/styles.xml", "formatCode=\"yyyy-mm-dd\"");
    assert_holds(&w, "xl/styles.xml", "<b/>");
    assert_int_equal(w.notes.n, 0);
    done(&w);
}

static void a_number_of_sixteen_digits_is_a_text_and_is_told(void **state)
{
    struct written w;

    write_out(&w, *state, "[{\"name\":\"id\",\"type\":\"integer\"}]", "[[123456789012345],[1234567890123456]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<v>123456789012345</v>");
    assert_holds(&w, SHEET1, "1234567890123456</t>");
    assert_int_equal(w.notes.n, 1);
    assert_non_null(strstr(w.notes.text[0], "1 number was written as text"));
    done(&w);
}

static void the_same_result_gives_the_same_bytes(void **state)
{
    struct written a, b;

    write_out(&a, *state, COLUMNS, "[[\"2024-05-01\",12.50,7,true,null,\"x\"]]");
    write_out(&b, *state, COLUMNS, "[[\"2024-05-01\",12.50,7,true,null,\"x\"]]");
    assert_int_equal(count_entries(*state), 1);
    assert_int_equal(a.bytes.n, b.bytes.n);
    assert_memory_equal(a.bytes.p, b.bytes.p, a.bytes.n);
    done(&a);
    done(&b);
}

static void a_failure_leaves_the_old_file_and_nothing_else(void **state)
{
    struct written w;
    char folder[4096];

    snprintf(folder, sizeof folder, "%s/none", (const char *)*state);
    write_out(&w, folder, COLUMNS, "[]");
    assert_int_equal(w.rc, -1);
    assert_int_equal(w.err.code, ERR_NOT_FOUND);
    assert_int_equal(count_entries(*state), 0);
    done(&w);
}

static void no_rows_give_the_headings(void **state)
{
    struct written w;

    write_out(&w, *state, COLUMNS, "[]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "amount</t>");
    done(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(each_type_becomes_what_a_spreadsheet_has_for_it),
        SCRATCH_TEST(a_number_of_sixteen_digits_is_a_text_and_is_told),
        SCRATCH_TEST(the_same_result_gives_the_same_bytes),
        SCRATCH_TEST(a_failure_leaves_the_old_file_and_nothing_else),
        SCRATCH_TEST(no_rows_give_the_headings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
