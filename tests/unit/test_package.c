/* test_package.c - the container of a workbook: right zips read, wrong ones refused, and none believed. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/package/package.h"
#include "zip_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char text[] = "one part, and what it says, and what it says, and what it says";

static struct package *opened(const struct zip_made *z)
{
    struct package *k = NULL;
    struct err err;

    if (package_open(z->bytes.p, z->bytes.n, &k, &err) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return k;
}

static void refused(const char *p, size_t n, enum err_code code)
{
    struct package *k;
    struct err err = { 0 };

    assert_int_equal(package_open(p, n, &k, &err), -1);
    assert_int_equal(err.code, code);
    assert_true(*err.message && *err.action);
}

/* The error of reading a part whole; ERR_CODES when there is none. */
static enum err_code read_error(const struct zip_made *z, const char *name)
{
    struct package *k = opened(z);
    struct buf b CLEANUP(buf_done) = BUF(64u << 20);
    struct err err = { .code = ERR_CODES };
    const struct part *part = package_find(k, name);

    assert_non_null(part);
    if (package_read(part, &b, &err) == 0)
        assert_int_equal(b.n, part->size);
    package_free(k);
    return err.code;
}

static void reads_text(const struct zip_made *z, const char *name)
{
    struct package *k = opened(z);
    struct buf b CLEANUP(buf_done) = BUF(1000);
    struct err err;

    assert_int_equal(package_read(package_find(k, name), &b, &err), 0);
    assert_string_equal(b.p, text);
    package_free(k);
}

static void one_part(struct zip_made *z, const struct zip_twist *t)
{
    zip_init(z);
    zip_add_twisted(z, "xl/workbook.xml", text, strlen(text), t);
    zip_end(z, false);
}

static void stored_and_deflated_parts_are_read(void **state)
{
    struct zip_made z;

    (void)state;
    for (int deflated = 0; deflated < 2; deflated++) {
        one_part(&z, &(struct zip_twist){ .deflated = deflated });
        reads_text(&z, "xl/workbook.xml");
        zip_done(&z);
    }
}

static void a_part_is_found_whatever_the_case_and_the_slashes(void **state)
{
    struct zip_made z;
    struct package *k;

    (void)state;
    zip_init(&z);
    zip_add(&z, "xl\\Worksheets\\Sheet1.xml", text);
    zip_add(&z, "XL/workbook.xml", "upper");
    zip_add(&z, "xl/workbook.xml", "lower");
    zip_end(&z, false);
    k = opened(&z);
    assert_string_equal(package_find(k, "/xl/worksheets/sheet1.xml")->name, "xl/Worksheets/Sheet1.xml");
    assert_string_equal(package_find(k, "xl/workbook.xml")->name, "xl/workbook.xml");
    assert_string_equal(package_find(k, "XL/workbook.xml")->name, "XL/workbook.xml");
    assert_null(package_find(k, "xl/workbook.xm"));
    assert_null(package_find(k, ""));
    package_free(k);
    zip_done(&z);
}

static void raw_bytes_are_those_of_the_file(void **state)
{
    struct zip_made z;
    struct package *k;
    const struct part *parts;

    (void)state;
    one_part(&z, &(struct zip_twist){ .deflated = true });
    k = opened(&z);
    assert_int_equal(package_parts(k, &parts), 1);
    assert_ptr_equal(parts[0].bytes, z.bytes.p + 30 + strlen("xl/workbook.xml"));
    package_free(k);
    zip_done(&z);
}

static void pieces_of_any_size_make_the_whole(void **state)
{
    struct zip_made z;
    struct package *k;

    (void)state;
    one_part(&z, &(struct zip_twist){ .deflated = true });
    k = opened(&z);
    for (size_t step = 1; step < 70; step++) {
        struct buf b CLEANUP(buf_done) = BUF(1000);
        struct part_stream *s;
        struct err err;
        char piece[80];
        size_t n;
        assert_int_equal(part_stream_open(package_find(k, "xl/workbook.xml"), &s, &err), 0);
        do {
            assert_int_equal(part_stream_next(s, piece, step, &n, &err), 0);
            buf_add(&b, piece, n);
        } while (n > 0);
        part_stream_close(s);
        assert_string_equal(b.p, text);
    }
    package_free(k);
    zip_done(&z);
}

static void a_part_must_be_what_it_claims(void **state)
{
    static const struct zip_twist twists[] = {
        { .deflated = true, .crc_off = 1 },
        { .crc_off = 1 },
        { .deflated = true, .size_off = 1 },
        { .deflated = true, .size_off = (uint32_t)-1 },
        { .size_off = 1 },
        { .packed_off = (uint32_t)-1 },
        { .flags = 1, .deflated = true },
        { .method = 12, .deflated = true },
        { .deflated = true, .packed_off = (uint32_t)-3 },
    };
    struct zip_made z;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(twists); i++) {
        one_part(&z, &twists[i]);
        assert_int_equal(read_error(&z, "xl/workbook.xml"), ERR_WORKBOOK_LOAD_FAILED);
        zip_done(&z);
    }
    one_part(&z, &(struct zip_twist){ .deflated = true });
    assert_int_equal(read_error(&z, "xl/workbook.xml"), ERR_CODES);
    zip_done(&z);
}

static void garbage_does_not_inflate(void **state)
{
    struct zip_made z;

    (void)state;
    one_part(&z, &(struct zip_twist){ .method = 8 });
    assert_int_equal(read_error(&z, "xl/workbook.xml"), ERR_WORKBOOK_LOAD_FAILED);
    zip_done(&z);
}

static void data_descriptors_and_zip64_are_read(void **state)
{
    struct zip_made z;

    (void)state;
    one_part(&z, &(struct zip_twist){ .deflated = true, .flags = 8 });
    reads_text(&z, "xl/workbook.xml");
    zip_done(&z);
    zip_init(&z);
    zip_add_twisted(&z, "xl/workbook.xml", text, strlen(text), &(struct zip_twist){ .deflated = true, .zip64 = true });
    zip_end(&z, true);
    reads_text(&z, "xl/workbook.xml");
    zip_done(&z);
}

static void bytes_before_and_behind_do_no_harm(void **state)
{
    struct zip_made z, moved;

    (void)state;
    for (int zip64 = 0; zip64 < 2; zip64++) {
        zip_init(&z);
        zip_add(&z, "xl/workbook.xml", text);
        zip_end(&z, zip64);
        zip_init(&moved);
        buf_adds(&moved.bytes, "#!/bin/sh\nsomebody put this here\n");
        buf_add(&moved.bytes, z.bytes.p, z.bytes.n);
        buf_fill(&moved.bytes, '\0', 3000);
        reads_text(&moved, "xl/workbook.xml");
        zip_done(&moved);
        zip_done(&z);
    }
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    struct zip_made z;

    (void)state;
    zip_init(&z);
    zip_add(&z, "xl/workbook.xml", text);
    zip_add(&z, "xl/styles.xml", text);
    zip_end(&z, false);
    for (size_t n = 0; n < z.bytes.n; n++) {
        char *cut = malloc(n ? n : 1); /* its own memory, so that a sanitizer sees a read behind it */
        memcpy(cut, z.bytes.p, n);
        refused(cut, n, ERR_WORKBOOK_LOAD_FAILED);
        free(cut);
    }
    zip_done(&z);
}

static void entries_that_share_bytes_are_refused(void **state)
{
    struct zip_made z;

    (void)state;
    zip_init(&z);
    zip_add(&z, "a", text);
    zip_add_twisted(&z, "b", text, strlen(text),
                    &(struct zip_twist){ .deflated = true, .place_off = (uint32_t)-z.bytes.n });
    zip_end(&z, false);
    refused(z.bytes.p, z.bytes.n, ERR_WORKBOOK_LOAD_FAILED);
    zip_done(&z);
}

static void an_entry_must_lie_within_the_file(void **state)
{
    static const struct zip_twist twists[] = { { .place_off = 1 }, { .place_off = 5000 }, { .packed_off = 5000 } };
    struct zip_made z;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(twists); i++) {
        one_part(&z, &twists[i]);
        refused(z.bytes.p, z.bytes.n, ERR_WORKBOOK_LOAD_FAILED);
        zip_done(&z);
    }
}

static void two_entries_of_one_name_must_be_equal(void **state)
{
    struct zip_made z;

    (void)state;
    zip_init(&z);
    zip_add(&z, "xl/workbook.xml", text);
    zip_add(&z, "xl/workbook.xml", text);
    zip_end(&z, false);
    reads_text(&z, "xl/workbook.xml");
    zip_done(&z);
    zip_init(&z);
    zip_add(&z, "xl/workbook.xml", text);
    zip_add(&z, "xl/workbook.xml", "another");
    zip_end(&z, false);
    refused(z.bytes.p, z.bytes.n, ERR_WORKBOOK_LOAD_FAILED);
    zip_done(&z);
}

static void a_bomb_is_cut_off_while_it_inflates(void **state)
{
    size_t n = 48u << 20;
    char *zeros = calloc(1, n);
    struct zip_made z;

    (void)state;
    zip_init(&z);
    zip_add_twisted(&z, "bomb", zeros, n, &(struct zip_twist){ .deflated = true });
    zip_add_twisted(&z, "small", zeros, WORKBOOK_RATIO_FROM / 2, &(struct zip_twist){ .deflated = true });
    zip_end(&z, false);
    assert_int_equal(read_error(&z, "bomb"), ERR_TOO_LARGE);
    assert_int_equal(read_error(&z, "small"), ERR_CODES);
    zip_done(&z);
    free(zeros);
}

static void a_part_over_the_buffers_maximum_is_too_large(void **state)
{
    struct zip_made z;
    struct package *k;
    struct err err;

    (void)state;
    one_part(&z, &(struct zip_twist){ .deflated = true });
    k = opened(&z);
    for (size_t max = strlen(text) - 1; max <= strlen(text); max++) {
        struct buf b CLEANUP(buf_done) = BUF(max);
        int done = package_read(package_find(k, "xl/workbook.xml"), &b, &err);
        assert_int_equal(done, max < strlen(text) ? -1 : 0);
    }
    assert_int_equal(err.code, ERR_TOO_LARGE);
    package_free(k);
    zip_done(&z);
}

static void too_many_entries_are_too_large(void **state)
{
    struct zip_made z;

    (void)state;
    zip_init(&z);
    zip_add(&z, "a", text);
    z.n = WORKBOOK_PARTS + 1;
    zip_end(&z, true);
    refused(z.bytes.p, z.bytes.n, ERR_TOO_LARGE);
    zip_done(&z);
}

/* ---- relationships ---- */

static void targets_are_resolved_however_they_are_written(void **state)
{
    static const char rels[] = "<?xml version='1.0'?><p:Relationships xmlns:p='x'>"
                               "<p:Relationship Id='a' Type='http://x/worksheet' Target='worksheets/sheet1.xml'/>"
                               "<p:Relationship Id='b' Type='http://x/worksheet' Target='/xl/worksheets/sheet1.xml'/>"
                               "<p:Relationship Id='c' Type='http://x/styles' Target='worksheets\\sheet1.xml'/>"
                               "<p:Relationship Id='d' Type='http://x/styles' Target='../xl/./worksheets/sheet1.xml'/>"
                               "<p:Relationship Id='e' Type='http://x/styles' Target='worksheets/sheet%31.xml#here'/>"
                               "<p:Relationship Id='f' Type='worksheet' Target='../../../../etc/passwd'/>"
                               "<p:Relationship Id='g' Type='http://x/hyperlink' Target='http://a/b' "
                               "TargetMode='External'/></p:Relationships>";
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct zip_made z;
    struct package *k;
    const struct rel *list;
    struct err err;
    size_t n;

    (void)state;
    zip_init(&z);
    zip_add(&z, "xl/_rels/workbook.xml.rels", rels);
    zip_end(&z, false);
    k = opened(&z);
    assert_int_equal(package_rels(k, a, "xl/workbook.xml", &list, &n, &err), 0);
    assert_int_equal(n, 7);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(list[i].target, "xl/worksheets/sheet1.xml");
    assert_string_equal(rel_find(list, n, "f")->target, "etc/passwd");
    assert_true(rel_is(rel_find(list, n, "f"), "worksheet"));
    assert_true(rel_find(list, n, "g")->external);
    assert_string_equal(rel_find(list, n, "g")->target, "http://a/b");
    assert_null(rel_find(list, n, "h"));
    assert_true(rel_is(&list[0], "worksheet") && !rel_is(&list[0], "sheet"));
    assert_int_equal(package_rels(k, a, "xl/other.xml", &list, &n, &err), 0);
    assert_int_equal(n, 0);
    package_free(k);
    zip_done(&z);
}

static void content_types_are_found_by_name_then_by_ending(void **state)
{
    static const char types[] = "<Types><Default Extension='XML' ContentType='plain'/>"
                                "<Override PartName='/xl/Workbook.xml' ContentType='book'/></Types>";
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct zip_made z;
    struct package *k;
    const char *type;
    struct err err;

    (void)state;
    zip_init(&z);
    zip_add(&z, "[Content_Types].xml", types);
    zip_end(&z, false);
    k = opened(&z);
    assert_int_equal(package_type(k, a, "xl/workbook.xml", &type, &err), 0);
    assert_string_equal(type, "book");
    assert_int_equal(package_type(k, a, "/xl/styles.xml", &type, &err), 0);
    assert_string_equal(type, "plain");
    assert_int_equal(package_type(k, a, "xl/image.png", &type, &err), 0);
    assert_null(type);
    package_free(k);
    zip_done(&z);
}

static void documents_with_a_type_or_entities_are_refused(void **state)
{
    static const char *const bad[] = {
        "<!DOCTYPE a [<!ENTITY b 'c'>]><Relationships>&b;</Relationships>",
        "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><Relationships/>",
        "<!DOCTYPE a PUBLIC 'b' 'c'><Relationships/>",
        "<Relationships>&unknown;</Relationships>",
        "<Relationships>",
        "",
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct zip_made z;
        struct package *k;
        const struct rel *list;
        struct err err;
        size_t n;
        zip_init(&z);
        zip_add(&z, "_rels/.rels", bad[i]);
        zip_end(&z, false);
        k = opened(&z);
        assert_int_equal(package_rels(k, a, NULL, &list, &n, &err), -1);
        assert_int_equal(err.code, ERR_WORKBOOK_LOAD_FAILED);
        package_free(k);
        zip_done(&z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_and_deflated_parts_are_read),
        cmocka_unit_test(a_part_is_found_whatever_the_case_and_the_slashes),
        cmocka_unit_test(raw_bytes_are_those_of_the_file),
        cmocka_unit_test(pieces_of_any_size_make_the_whole),
        cmocka_unit_test(a_part_must_be_what_it_claims),
        cmocka_unit_test(garbage_does_not_inflate),
        cmocka_unit_test(data_descriptors_and_zip64_are_read),
        cmocka_unit_test(bytes_before_and_behind_do_no_harm),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(entries_that_share_bytes_are_refused),
        cmocka_unit_test(an_entry_must_lie_within_the_file),
        cmocka_unit_test(two_entries_of_one_name_must_be_equal),
        cmocka_unit_test(a_bomb_is_cut_off_while_it_inflates),
        cmocka_unit_test(a_part_over_the_buffers_maximum_is_too_large),
        cmocka_unit_test(too_many_entries_are_too_large),
        cmocka_unit_test(targets_are_resolved_however_they_are_written),
        cmocka_unit_test(content_types_are_found_by_name_then_by_ending),
        cmocka_unit_test(documents_with_a_type_or_entities_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
