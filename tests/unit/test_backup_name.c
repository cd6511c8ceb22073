/* test_backup_name.c - the names of copies: made, and told from a person's own. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "sys/backup_name.h"
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define NOON 1769864709000000 /* 2026-01-31 13:05:09 UTC */

static const char *made(struct buf *b, const char *name, int number)
{
    struct err e;

    buf_cut(b, 0);
    assert_int_equal(backup_name(b, name, NOON, number, &e), 0);
    return b->p;
}

static void a_copy_keeps_its_ending_and_tells_its_time(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(NAME_MAX);

    (void)state;
    assert_string_equal(made(&b, "book.xlsx", 1), "book.20260131-130509.bak.xlsx");
    assert_string_equal(made(&b, "book.xlsx", 2), "book.20260131-130509-2.bak.xlsx");
    assert_string_equal(made(&b, "a.b.xlsm", 1), "a.b.20260131-130509.bak.xlsm");
    assert_string_equal(made(&b, "plain", 1), "plain.20260131-130509.bak");
    assert_string_equal(made(&b, ".hidden", 1), ".hidden.20260131-130509.bak");
}

static void every_name_that_is_made_is_known(void **state)
{
    static const char *const names[] = { "book.xlsx", "a.b.xlsm", "plain", ".hidden", "x.2026.csv", "odd..xlsx" };
    struct buf b CLEANUP(buf_done) = BUF(NAME_MAX);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_false(backup_name_is(names[i]));
        for (int number = 1; number <= BACKUP_NUMBER; number++)
            assert_true(backup_name_is(made(&b, names[i], number)));
    }
}

static void a_persons_own_name_is_no_copy(void **state)
{
    static const char *const names[] = {
        "",
        "book.bak.xlsx",
        "book.20260131.bak.xlsx",
        "book.20260131-1305.bak.xlsx",
        "book.20260131-1305090.bak.xlsx",
        "book.20260131-130509.xlsx",
        "book.20260131-130509.bakery.xlsx",
        "book.20260131-130509-1.bak.xlsx",
        "book.20260131-130509-02.bak.xlsx",
        "book.20260131-130509-.bak.xlsx",
        "book.20260131-130509-1000.bak.xlsx",
        "book-20260131-130509.bak.xlsx",
        "20260131-130509.bak.xlsx",
        "book.20260131-130509.bak.tar.gz",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (backup_name_is(names[i]))
            fail_msg("%s", names[i]);
}

static void a_name_that_leaves_no_room_is_refused(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(NAME_MAX);
    char name[NAME_MAX + 1];
    struct err e;

    (void)state;
    memset(name, 'x', sizeof name);
    memcpy(name + 230, ".xlsx", 6);
    assert_int_equal(backup_name(&b, name, NOON, 1, &e), 0);
    assert_int_equal(b.n, NAME_MAX);
    buf_cut(&b, 0);
    assert_int_equal(backup_name(&b, name, NOON, 2, &e), -1);
    assert_int_equal(e.code, ERR_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_keeps_its_ending_and_tells_its_time),
        cmocka_unit_test(every_name_that_is_made_is_known),
        cmocka_unit_test(a_persons_own_name_is_no_copy),
        cmocka_unit_test(a_name_that_leaves_no_room_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
