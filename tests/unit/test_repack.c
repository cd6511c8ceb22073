/* test_repack.c - a new zip from an old one: what is untouched keeps its bytes, what changes is found in its place. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "office/edit/repack.h"
#include "office/package/package.h"
#include "zip_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

struct out {
    struct buf bytes;
    struct package *package;
    struct err err;
    int rc;
};

static int put(void *arg, const void *p, size_t n, struct err *err)
{
    struct out *o = arg;

    buf_add(&o->bytes, p, n);
    return buf_check(&o->bytes, err);
}

static struct package *opened(const struct zip_made *z)
{
    struct package *k;
    struct err err;

    assert_int_equal(package_open(z->bytes.p, z->bytes.n, &k, &err), 0);
    return k;
}

/* Repacks and opens the result, which must be a package again. */
static void run(struct out *o, const struct zip_made *z, const struct repack_change *changes, size_t n)
{
    struct package *old = opened(z);

    buf_init(&o->bytes, 1 << 30);
    o->package = NULL;
    o->rc = repack(old, changes, n, &(struct repack_to){ put, o }, NULL, &o->err);
    package_free(old);
    if (o->rc == 0)
        assert_int_equal(package_open(o->bytes.p, o->bytes.n, &o->package, &o->err), 0);
}

static void done(struct out *o, struct zip_made *z)
{
    package_free(o->package);
    buf_done(&o->bytes);
    zip_done(z);
}

static void assert_part(const struct out *o, const char *name, const char *text)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);
    const struct part *part = package_find(o->package, name);
    struct err err;

    assert_non_null(part);
    assert_int_equal(package_read(part, &b, &err), 0);
    assert_string_equal(b.p, text);
}

static struct repack_change change(const char *name, const struct markup_span *piece)
{
    return (struct repack_change){ .name = name, .pieces = piece, .n = 1 };
}

static void three_parts(struct zip_made *z)
{
    zip_init(z);
    zip_add(z, "a.xml", "the first part, the first part, the first part");
    zip_add_twisted(z, "b.bin", "stored", 6, &(struct zip_twist){ 0 });
    zip_add_twisted(z, "c.xml", "streamed streamed streamed", 26, &(struct zip_twist){ .deflated = true, .flags = 8 });
    zip_end(z, false);
}

static void what_is_untouched_keeps_its_packed_bytes_and_its_place(void **state)
{
    struct zip_made z;
    struct out o;
    const struct markup_span piece = { "new", 3 };
    struct repack_change c = change("b.bin", &piece);
    const struct part *was, *is;
    struct package *old;

    (void)state;
    three_parts(&z);
    run(&o, &z, &c, 1);
    assert_int_equal(o.rc, 0);
    old = opened(&z);
    assert_int_equal(package_parts(o.package, &is), package_parts(old, &was));
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(is[i].name, was[i].name);
        if (i == 1)
            continue;
        assert_int_equal(is[i].packed, was[i].packed);
        assert_memory_equal(is[i].bytes, was[i].bytes, was[i].packed);
        assert_int_equal(is[i].crc, was[i].crc);
        assert_int_equal(is[i].method, was[i].method);
        assert_int_equal(is[i].dos_time, was[i].dos_time);
    }
    assert_part(&o, "b.bin", "new");
    package_free(old);
    done(&o, &z);
}

static void sizes_that_followed_an_entry_stand_in_front_of_it(void **state)
{
    struct zip_made z;
    struct out o;
    const struct part *parts;

    (void)state;
    three_parts(&z);
    run(&o, &z, NULL, 0);
    assert_int_equal(o.rc, 0);
    assert_int_equal(package_parts(o.package, &parts), 3);
    assert_int_equal(parts[2].flags & 8, 0);
    assert_null(memmem(o.bytes.p, o.bytes.n, "PK\7\10", 4));
    assert_part(&o, "c.xml", "streamed streamed streamed");
    done(&o, &z);
}

static void pieces_become_one_part(void **state)
{
    struct zip_made z;
    struct out o;
    const struct markup_span pieces[] = { { "one ", 4 }, { "", 0 }, { "two", 3 } };
    struct repack_change c = { .name = "A.XML", .pieces = pieces, .n = 3 };

    (void)state;
    three_parts(&z);
    run(&o, &z, &c, 1);
    assert_int_equal(o.rc, 0);
    assert_part(&o, "a.xml", "one two");
    done(&o, &z);
}

static void a_new_part_comes_last_and_a_removed_one_is_gone(void **state)
{
    struct zip_made z;
    struct out o;
    const struct markup_span piece = { "", 0 };
    struct repack_change c[] = { change("d/new.xml", &piece), { .name = "a.xml", .is_removed = true } };
    const struct part *parts;

    (void)state;
    three_parts(&z);
    run(&o, &z, c, 2);
    assert_int_equal(o.rc, 0);
    assert_int_equal(package_parts(o.package, &parts), 3);
    assert_null(package_find(o.package, "a.xml"));
    assert_string_equal(parts[2].name, "d/new.xml");
    assert_part(&o, "d/new.xml", "");
    done(&o, &z);
}

static void the_second_of_two_equal_entries_goes_when_the_first_is_changed(void **state)
{
    struct zip_made z;
    struct out o;
    const struct markup_span piece = { "changed", 7 };
    struct repack_change c = change("a.xml", &piece);
    const struct part *parts;

    (void)state;
    zip_init(&z);
    zip_add(&z, "a.xml", "twice");
    zip_add(&z, "a.xml", "twice");
    zip_end(&z, false);
    run(&o, &z, &c, 1);
    assert_int_equal(o.rc, 0);
    assert_int_equal(package_parts(o.package, &parts), 1);
    assert_part(&o, "a.xml", "changed");
    done(&o, &z);
}

static void zip64_fields_come_out_plain_where_they_fit(void **state)
{
    struct zip_made z;
    struct out o;
    const struct part *parts;

    (void)state;
    zip_init(&z);
    zip_add_twisted(&z, "a.xml", "wide", 4, &(struct zip_twist){ .deflated = true, .zip64 = true });
    zip_end(&z, true);
    run(&o, &z, NULL, 0);
    assert_int_equal(o.rc, 0);
    assert_int_equal(package_parts(o.package, &parts), 1);
    assert_part(&o, "a.xml", "wide");
    done(&o, &z);
}

static void the_same_change_gives_the_same_bytes(void **state)
{
    struct zip_made z;
    struct out first, second;
    const struct markup_span piece = { "some text, some text", 20 };
    struct repack_change c = change("b.bin", &piece);

    (void)state;
    three_parts(&z);
    run(&first, &z, &c, 1);
    run(&second, &z, &c, 1);
    assert_int_equal(first.bytes.n, second.bytes.n);
    assert_memory_equal(first.bytes.p, second.bytes.p, first.bytes.n);
    package_free(second.package);
    buf_done(&second.bytes);
    done(&first, &z);
}

static void an_encrypted_entry_is_refused(void **state)
{
    struct zip_made z;
    struct out o;

    (void)state;
    zip_init(&z);
    zip_add_twisted(&z, "a.xml", "secret", 6, &(struct zip_twist){ .flags = 1 });
    zip_end(&z, false);
    run(&o, &z, NULL, 0);
    assert_int_equal(o.rc, -1);
    assert_int_equal(o.err.code, ERR_WORKBOOK_LOAD_FAILED);
    done(&o, &z);
}

static int refuse(void *arg, const void *p, size_t n, struct err *err)
{
    (void)arg;
    (void)p;
    (void)n;
    return err_say(err, ERR_DISK_FULL, "full");
}

static void a_writer_that_fails_ends_it_with_its_own_error(void **state)
{
    struct zip_made z;
    struct package *old;
    struct err err;

    (void)state;
    three_parts(&z);
    old = opened(&z);
    assert_int_equal(repack(old, NULL, 0, &(struct repack_to){ refuse, NULL }, NULL, &err), -1);
    assert_int_equal(err.code, ERR_DISK_FULL);
    package_free(old);
    zip_done(&z);
}

static void a_cancelled_one_stops(void **state)
{
    struct zip_made z;
    struct package *old;
    struct cancel cancel;
    struct out o = { 0 };

    (void)state;
    three_parts(&z);
    old = opened(&z);
    buf_init(&o.bytes, 1 << 20);
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(repack(old, NULL, 0, &(struct repack_to){ put, &o }, &cancel, &o.err), -1);
    assert_int_equal(o.err.code, ERR_CANCELLED);
    package_free(old);
    done(&o, &z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_untouched_keeps_its_packed_bytes_and_its_place),
        cmocka_unit_test(sizes_that_followed_an_entry_stand_in_front_of_it),
        cmocka_unit_test(pieces_become_one_part),
        cmocka_unit_test(a_new_part_comes_last_and_a_removed_one_is_gone),
        cmocka_unit_test(the_second_of_two_equal_entries_goes_when_the_first_is_changed),
        cmocka_unit_test(zip64_fields_come_out_plain_where_they_fit),
        cmocka_unit_test(the_same_change_gives_the_same_bytes),
        cmocka_unit_test(an_encrypted_entry_is_refused),
        cmocka_unit_test(a_writer_that_fails_ends_it_with_its_own_error),
        cmocka_unit_test(a_cancelled_one_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
