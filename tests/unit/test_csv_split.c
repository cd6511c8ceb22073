/* test_csv_split.c - the masks of each kind of processor are the same, and records end where they should. */
#include "csv/csv_split.c"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define TEXT_BYTES (3 * STRETCH * WINDOW)

/* The same bytes each time; every tenth or so is special. */
static void fill(char *p, size_t n)
{
    uint64_t seed = 9;

    for (size_t i = 0; i < n; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        p[i] = "abcdefghijklmnopqrstuvwxyz0123\x80\xff,\n\""[(seed >> 33) % 35];
    }
}

static void masks_mark_every_special_byte_and_no_other(void **state)
{
    static char text[STRETCH * WINDOW];
    uint64_t plain[STRETCH], best[STRETCH];

    (void)state;
    fill(text, sizeof text);
    mark_plain(text, ',', '"', plain);
    best_mark()(text, ',', '"', best);
    for (size_t i = 0; i < sizeof text; i++) {
        bool special = text[i] == ',' || text[i] == '\n' || text[i] == '"';
        assert_int_equal(plain[i / WINDOW] >> (i % WINDOW) & 1, special);
        assert_int_equal(best[i / WINDOW] >> (i % WINDOW) & 1, special);
    }
}

/* A text that begins with `begin` and goes on far enough for fast reading. */
static struct split *split_of(const char *begin, char separator, bool quotes)
{
    static char text[TEXT_BYTES];

    memset(text, 'x', sizeof text);
    memcpy(text, begin, strlen(begin));
    return split_new(text, sizeof text, sizeof text, separator, quotes);
}

/* Expects the first record to be cut into these cells, joined by bars, or not to be plain (NULL). */
static void expect(const char *begin, size_t n, bool quotes, const char *cells)
{
    struct split *s = split_of(begin, ',', quotes);
    struct csv_span pieces[8] = { 0 };
    size_t next = 7;
    bool plain = split_record(s, 0, n, pieces, 1, &next);
    char joined[200] = "";

    assert_non_null(s);
    if (!cells) {
        assert_false(plain);
        assert_int_equal(next, 7);
    } else {
        assert_true(plain);
        for (size_t i = 0; i < n; i++)
            snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%.*s%s", i ? "|" : "",
                     (int)pieces[i].n, pieces[i].p, pieces[i].doubled ? "*" : "");
        assert_string_equal(joined, cells);
        assert_int_equal(s->text[next - 1], '\n');
    }
    split_free(s);
}

static void plain_records_are_cut(void **state)
{
    (void)state;
    expect("a,b,c\n", 3, true, "a|b|c");
    expect("a,,c\r\n", 3, true, "a||c");
    expect(",,c\n", 3, true, "||c");
    expect("a,\"b,b\",c\n", 3, true, "a|b,b|c");
    expect("\"a\"\"b\",\"\",\"c\"\r\n", 3, true, "a\"\"b*||c");
    expect("a\"b,\"c\n", 2, false, "a\"b|\"c");
    expect("one\n", 1, true, "one");
}

static void what_is_not_plain_is_left_alone(void **state)
{
    (void)state;
    expect("a,b\n", 3, true, NULL);          /* too few */
    expect("a,b,c,d\n", 3, true, NULL);      /* too many */
    expect(",,\n", 3, true, NULL);           /* nothing in it */
    expect(" , ,\t\n", 3, true, NULL);       /* blanks only */
    expect("\n", 1, true, NULL);             /* an empty line */
    expect("a,b\"b,c\n", 3, true, NULL);     /* a quote within a cell */
    expect("a, \"b\",c\n", 3, true, NULL);   /* a blank before it */
    expect("a,\"b\" ,c\n", 3, true, NULL);   /* text behind it */
    expect("a,\"b\nb\",c\n", 3, true, NULL); /* a line end in a cell */
    expect("a,\"b,c\n", 3, true, NULL);      /* never closed */
    expect("a,b,c", 3, true, NULL);          /* no line end */
}

static void records_follow_each_other_and_can_be_come_back_to(void **state)
{
    struct split *s = split_of("a,b\nc,d\n\ne,f\n", ',', true);
    struct csv_span cells[2];
    size_t at = 0;

    (void)state;
    assert_true(split_record(s, at, 2, cells, 1, &at));
    assert_int_equal(at, 4);
    assert_true(split_record(s, at, 2, cells, 1, &at));
    assert_int_equal(at, 8);
    assert_false(split_record(s, at, 2, cells, 1, &at));
    assert_int_equal(at, 8);
    assert_true(split_record(s, 9, 2, cells, 1, &at));
    assert_memory_equal(cells[1].p, "f", 1);
    assert_true(split_record(s, 0, 2, cells, 1, &at));
    assert_memory_equal(cells[1].p, "b", 1);
    split_free(s);
}

static void a_short_text_is_not_read_fast(void **state)
{
    static char text[STRETCH * WINDOW + 1];
    struct split *s;

    (void)state;
    assert_null(split_new(text, sizeof text - 1, sizeof text - 1, ',', true));
    s = split_new(text, sizeof text, sizeof text, ',', true);
    assert_non_null(s);
    split_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_mark_every_special_byte_and_no_other),
        cmocka_unit_test(plain_records_are_cut),
        cmocka_unit_test(what_is_not_plain_is_left_alone),
        cmocka_unit_test(records_follow_each_other_and_can_be_come_back_to),
        cmocka_unit_test(a_short_text_is_not_read_fast),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
