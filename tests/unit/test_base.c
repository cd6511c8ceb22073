/* test_base.c - the four modules everything stands on: err, arena, buf, str. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include <errno.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- err ---- */

static void the_two_texts_stay_apart(void **state)
{
    struct err e;

    (void)state;
    assert_int_equal(err_set(&e, ERR_IO, "Could not read it.", "%s: %d", "/secret/path", 5), -1);
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.message, "Could not read it.");
    assert_string_equal(e.detail, "/secret/path: 5");
    assert_string_equal(e.action, "");
    assert_string_equal(e.correlation_id, "");
}

static void a_message_is_not_a_format(void **state)
{
    struct err e;

    (void)state;
    err_set(&e, ERR_IO, "100%s of it", "-");
    assert_string_equal(e.message, "100%s of it");
}

static void saying_fills_both_texts(void **state)
{
    struct err e;

    (void)state;
    assert_int_equal(err_say(&e, ERR_MISSING_COLUMN, "no column '%s'", "revnue"), -1);
    assert_string_equal(e.message, "no column 'revnue'");
    assert_string_equal(e.detail, e.message);
}

static void an_action_is_added_and_a_new_error_clears_it(void **state)
{
    struct err e;

    (void)state;
    err_say(&e, ERR_IO, "no");
    assert_int_equal(err_action(&e, "Try %d times.", 2), -1);
    assert_string_equal(e.action, "Try 2 times.");
    assert_string_equal(e.message, "no");
    err_say(&e, ERR_IO, "no");
    assert_string_equal(e.action, "");
}

static void an_error_can_be_wrapped_in_itself(void **state)
{
    struct err e;

    (void)state;
    err_set(&e, ERR_IO, "first", "the cause");
    err_set(&e, ERR_INTERNAL, e.message, "%s while %s", e.detail, e.message);
    assert_string_equal(e.message, "first");
    assert_string_equal(e.detail, "the cause while first");
    err_action(&e, "act");
    err_action(&e, "%s again", e.action);
    assert_string_equal(e.action, "act again");
    err_say(&e, ERR_INTERNAL, "[%s]", e.action);
    assert_string_equal(e.message, "[act again]");
}

/* At the bound, below it and above it, with a character of each length at the edge. */
static void a_text_is_cut_on_a_character(void **state)
{
    static const char *const chars[] = { "x", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80" };
    char text[ERR_MESSAGE_BYTES + 8];
    struct err e;

    (void)state;
    for (size_t c = 0; c < COUNT_OF(chars); c++)
        for (size_t n = ERR_MESSAGE_BYTES - 6; n <= ERR_MESSAGE_BYTES; n++) {
            size_t len = strlen(chars[c]), bound = ERR_MESSAGE_BYTES - 1;
            memset(text, 'a', n);
            memcpy(text + n, chars[c], len + 1);
            err_say(&e, ERR_IO, "%s", text);
            assert_int_equal(strlen(e.message), n + len <= bound ? n + len : n < bound ? n : bound);
            assert_true(str_is_utf8(e.message, strlen(e.message)));
        }
}

static void a_text_is_one_line(void **state)
{
    struct err e;

    (void)state;
    err_set(&e, ERR_IO, "a\nb\tc\x7f\x1b[1m", "x\r\ny");
    assert_string_equal(e.message, "a b c  [1m");
    assert_string_equal(e.detail, "x  y");
}

static void errno_gets_a_code_a_reason_and_a_fix(void **state)
{
    static const struct {
        int errnum;
        enum err_code code;
        const char *message;
    } cases[] = {
        { ENOENT, ERR_NOT_FOUND, "Could not read the file: it does not exist." },
        { ENOTDIR, ERR_NOT_FOUND, "Could not read the file: it does not exist." },
        { EACCES, ERR_IO, "Could not read the file: access was refused." },
        { EPERM, ERR_IO, "Could not read the file: access was refused." },
        { EROFS, ERR_IO, "Could not read the file: access was refused." },
        { ENOSPC, ERR_DISK_FULL, "Could not read the file: the disk is full." },
        { EDQUOT, ERR_DISK_FULL, "Could not read the file: the disk is full." },
        { EISDIR, ERR_INVALID_INPUT, "Could not read the file: it is a folder." },
        { EFBIG, ERR_TOO_LARGE, "Could not read the file: it would be too large." },
        { EIO, ERR_IO, "Could not read the file: the system refused it." },
    };
    struct err e;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(err_errno(&e, cases[i].errnum, "read the file", "/a/path"), -1);
        assert_int_equal(e.code, cases[i].code);
        assert_string_equal(e.message, cases[i].message);
        assert_true(strlen(e.action) > 0);
        assert_non_null(strstr(e.detail, "/a/path"));
        assert_non_null(strstr(e.detail, strerror(cases[i].errnum)));
        assert_null(strstr(e.message, "/a/path"));
        assert_null(strstr(e.action, "/a/path"));
    }
    err_errno(&e, EIO, "read", NULL);
    assert_non_null(strstr(e.detail, "-"));
}

static void every_code_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < ERR_CODES; i++) {
        const char *name = err_name((enum err_code)i);
        enum err_code back = ERR_CODES;
        assert_non_null(name);
        assert_int_equal(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"), strlen(name));
        assert_true(err_kind((enum err_code)i) <= ERR_KIND_INTERNAL);
        assert_true(err_by_name(name, &back));
        assert_int_equal(back, i);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(name, err_name((enum err_code)j));
    }
    assert_int_equal(err_kind(ERR_POLICY_VIOLATION), ERR_KIND_DENIED);
    assert_true(err_can_retry(ERR_DISK_FULL));
    assert_false(err_can_retry(ERR_POLICY_VIOLATION));
    assert_string_equal(err_category(ERR_QUERY_TIMEOUT), "resource_exhausted");
    assert_null(err_category(ERR_IO));
}

/* ---- arena ---- */

static bool is_aligned(const void *p)
{
    return (uintptr_t)p % alignof(max_align_t) == 0;
}

/* Sizes on both sides of each decision: a block's quarter, a block, many blocks. */
static void every_piece_is_zeroed_aligned_and_apart(void **state)
{
    static const size_t sizes[] = { 0,
                                    1,
                                    15,
                                    16,
                                    17,
                                    ARENA_BLOCK_BYTES / 4,
                                    ARENA_BLOCK_BYTES / 4 + 1,
                                    ARENA_BLOCK_BYTES,
                                    ARENA_BLOCK_BYTES + 1,
                                    10 * ARENA_BLOCK_BYTES };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    unsigned char *pieces[COUNT_OF(sizes) * 20];
    struct arena *used = arena_new();

    (void)state;
    memset(arena_dup(used, "", 0), 0xff, 1);
    memset(arena_alloc(used, ARENA_BLOCK_BYTES / 2), 0xff, ARENA_BLOCK_BYTES / 2);
    arena_free(used); /* the next one gets memory that somebody wrote to */
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        size_t size = sizes[i * 7 % COUNT_OF(sizes)];
        pieces[i] = arena_alloc(a, size);
        assert_non_null(pieces[i]);
        assert_true(is_aligned(pieces[i]));
        for (size_t k = 0; k < size; k++)
            assert_int_equal(pieces[i][k], 0);
        memset(pieces[i], (int)i, size);
    }
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        for (size_t k = 0; k < sizes[i * 7 % COUNT_OF(sizes)]; k++)
            assert_int_equal(pieces[i][k], (unsigned char)i);
}

static void a_large_piece_leaves_the_block_in_use(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char *first = arena_alloc(a, 16), *second;

    (void)state;
    arena_alloc(a, ARENA_BLOCK_BYTES);
    second = arena_alloc(a, 16);
    assert_ptr_equal(second, first + 16);
}

static void copies_have_a_nul_behind_them(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char source[] = { 'a', '\0', 'b' }, *copy;

    (void)state;
    copy = arena_dup(a, source, 3);
    assert_memory_equal(copy, "a\0b\0", 4);
    source[0] = 'z';
    assert_int_equal(copy[0], 'a');
    assert_string_equal(arena_dup(a, NULL, 0), "");
    assert_string_equal(arena_str(a, "text"), "text");
}

static void formatting_fits_any_length(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    for (int n = 0; n <= 600; n += n == 254 || n == 255 ? 1 : 2) {
        char *text = arena_printf(a, "%*s", n, "");
        assert_int_equal(strlen(text), n);
    }
    assert_string_equal(arena_printf(a, "%s-%d", "x", 7), "x-7");
}

static void use_is_counted(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_int_equal(arena_used(a), 0);
    arena_alloc(a, 1);
    assert_int_equal(arena_used(a), alignof(max_align_t));
    arena_array(a, 10, 16);
    assert_int_equal(arena_used(a), alignof(max_align_t) + 160);
    arena_free(NULL);
}

static int signal_of_array(size_t n, size_t size)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        arena_array(arena_new(), n, size);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void a_product_that_overflows_aborts(void **state)
{
    (void)state;
    assert_int_equal(signal_of_array(SIZE_MAX / 2, 3), SIGABRT);
    assert_int_equal(signal_of_array(SIZE_MAX, 1), SIGABRT);
    assert_int_equal(signal_of_array(SIZE_MAX / 2 + 1, 2), SIGABRT); /* wraps to 0 */
    assert_int_equal(signal_of_array(0, SIZE_MAX), 0);
    assert_int_equal(signal_of_array(100, 0), 0);
}

/* ---- buf ---- */

static void a_new_buffer_is_an_empty_text(void **state)
{
    struct buf b;
    struct err e;

    (void)state;
    buf_init(&b, 10);
    assert_string_equal(b.p, "");
    assert_int_equal(b.n, 0);
    assert_int_equal(b.cap, 0);
    assert_int_equal(buf_check(&b, &e), 0);
    buf_done(&b);
    buf_done(&b);
}

static void appends_add_up(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(100);

    (void)state;
    buf_adds(&b, "ab");
    buf_addc(&b, 'c');
    buf_add(&b, "d\0e", 3);
    buf_addf(&b, "%03d", 7);
    buf_fill(&b, '.', 2);
    buf_fill(&b, '!', 0);
    buf_add(&b, NULL, 0);
    buf_addf(&b, "%s", "");
    assert_int_equal(b.n, 11);
    assert_memory_equal(b.p, "abcd\0e007..\0", 12);
    assert_false(b.failed);
}

/* Every way to append, at the limit and one past it. */
static void the_maximum_holds_to_the_byte(void **state)
{
    (void)state;
    for (int way = 0; way < 5; way++)
        for (size_t extra = 0; extra <= 1; extra++) {
            struct buf b CLEANUP(buf_done) = BUF(5);
            struct err e = { .code = ERR_INTERNAL };
            buf_adds(&b, extra ? "abc" : "ab");
            switch (way) {
            case 0:
                buf_add(&b, "xyz", 3);
                break;
            case 1:
                buf_adds(&b, "xyz");
                break;
            case 2:
                buf_addf(&b, "%s", "xyz");
                break;
            case 3:
                buf_fill(&b, 'x', 3);
                break;
            default:
                assert_int_equal(buf_reserve(&b, 3), !extra);
                break;
            }
            assert_int_equal(b.failed, extra);
            assert_int_equal(buf_check(&b, &e), extra ? -1 : 0);
            assert_int_equal(e.code, extra ? ERR_TOO_LARGE : ERR_INTERNAL);
            assert_int_equal(b.n, extra ? 3 : way == 4 ? 2 : 5);
            assert_int_equal(strlen(b.p), b.n);
            assert_true(b.cap <= 6);
        }
}

static void a_failed_buffer_takes_nothing_until_it_is_cut(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(4);

    (void)state;
    buf_adds(&b, "abc");
    buf_adds(&b, "too long");
    buf_addc(&b, 'x');
    assert_string_equal(b.p, "abc");
    buf_cut(&b, 9);
    assert_string_equal(b.p, "abc");
    assert_false(b.failed);
    buf_cut(&b, 1);
    buf_addc(&b, 'x');
    assert_string_equal(b.p, "ax");
}

static void a_buffer_of_no_size_takes_nothing(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(0);

    (void)state;
    buf_adds(&b, "");
    assert_false(b.failed);
    buf_addc(&b, 'x');
    assert_true(b.failed);
    assert_string_equal(b.p, "");
}

static void huge_requests_are_refused_without_overflow(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(SIZE_MAX / 2 - 1);

    (void)state;
    buf_addc(&b, 'x');
    assert_false(buf_reserve(&b, SIZE_MAX));
    assert_true(b.failed);
    buf_cut(&b, 1);
    assert_false(buf_reserve(&b, SIZE_MAX / 2));
    buf_cut(&b, 1);
    assert_string_equal(b.p, "x");
}

static void taking_moves_the_content_out(void **state)
{
    struct buf b;
    size_t n = 99;
    char *p;

    (void)state;
    buf_init(&b, 10);
    p = buf_take(&b, &n);
    assert_string_equal(p, "");
    assert_int_equal(n, 0);
    free(p);
    buf_adds(&b, "abc");
    p = buf_take(&b, NULL);
    assert_string_equal(p, "abc");
    assert_int_equal(b.n, 0);
    assert_int_equal(b.max, 10);
    assert_string_equal(b.p, "");
    free(p);
}

static void growing_keeps_the_content(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(100000);

    (void)state;
    for (int i = 0; i < 100000; i++)
        buf_addc(&b, (char)('a' + i % 26));
    assert_false(b.failed);
    assert_int_equal(b.n, 100000);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(b.p[i], 'a' + i % 26);
    assert_int_equal(b.p[100000], '\0');
}

/* ---- str ---- */

static bool utf8(const char *s)
{
    return str_is_utf8(s, strlen(s));
}

static void utf8_is_told_from_what_only_looks_like_it(void **state)
{
    static const char *const good[] = { "",
                                        "a",
                                        "\xc2\x80",
                                        "\xdf\xbf",
                                        "\xe0\xa0\x80",
                                        "\xed\x9f\xbf",
                                        "\xee\x80\x80",
                                        "\xef\xbf\xbf",
                                        "\xf0\x90\x80\x80",
                                        "\xf4\x8f\xbf\xbf" };
    static const char *const bad[] = {
        "\x80",             /* continuation alone */
        "\xc0\x80",         /* overlong NUL */
        "\xc1\xbf",         /* overlong */
        "\xc3",             /* cut off */
        "\xc3(",            /* no continuation */
        "\xe0\x9f\xbf",     /* overlong */
        "\xe2\x82",         /* cut off */
        "\xe2(\xa1",        /* second byte */
        "\xe2\x82(",        /* third byte */
        "\xed\xa0\x80",     /* surrogate */
        "\xf0\x8f\xbf\xbf", /* overlong */
        "\xf0\x9f\x98",     /* cut off */
        "\xf0\x9f\x98(",    /* fourth byte */
        "\xf4\x90\x80\x80", /* past U+10FFFF */
        "\xf5\x80\x80\x80",
        "\xff",
        "\xfe",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        assert_true(utf8(good[i]));
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(utf8(bad[i]));
    assert_true(str_is_utf8("a\0b", 3));
}

/* All of Unicode, encoded by hand, and each surrogate refused. */
static void every_code_point_is_utf8_but_surrogates(void **state)
{
    (void)state;
    for (uint32_t c = 0x80; c <= 0x10ffff; c++) {
        char p[4];
        size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        for (size_t i = n - 1, rest = c; i > 0; i--, rest >>= 6)
            p[i] = (char)(0x80 | (rest & 0x3f));
        p[0] = (char)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | (c >> (6 * (n - 1))));
        if (str_is_utf8(p, n) != (c < 0xd800 || c > 0xdfff) || str_chars(p, n) != 1)
            fail_msg("U+%04X", c);
    }
}

static void characters_and_columns_are_counted(void **state)
{
    (void)state;
    assert_int_equal(str_chars("na\xc3\xafve", 6), 5);
    assert_int_equal(str_chars("", 0), 0);
    assert_int_equal(str_columns("abc", 3), 3);
    assert_int_equal(str_columns("\xe6\x97\xa5\xe6\x9c\xac", 6), 4); /* two wide characters */
    assert_int_equal(str_columns("e\xcc\x81", 3), 1);                /* e and a combining accent */
    assert_int_equal(str_columns("a\x1b\x07", 3), 1);                /* control characters */
    assert_int_equal(str_columns("\xff", 1), 1);                     /* shown as U+FFFD */
}

static void fitting_never_splits_what_a_person_sees(void **state)
{
    static const char wide[] = "\xe6\x97\xa5\xe6\x9c\xac", accent[] = "e\xcc\x81x";
    static const char family[] = "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"; /* one sign of three code points */

    (void)state;
    assert_int_equal(str_fit_columns(wide, 6, 3), 3);
    assert_int_equal(str_fit_columns(wide, 6, 4), 6);
    assert_int_equal(str_fit_columns(wide, 6, 1), 0);
    assert_int_equal(str_fit_columns(accent, 4, 1), 3);
    assert_int_equal(str_fit_columns(accent, 4, 0), 0);
    assert_int_equal(str_fit_columns(family, strlen(family), 2), 0); /* counted as two wide signs: not one half of it */
    assert_int_equal(str_fit_columns("abc", 3, 100), 3);
    assert_int_equal(str_fit_chars(wide, 6, 1), 3);
    assert_int_equal(str_fit_chars(wide, 6, 0), 0);
    assert_int_equal(str_fit_chars(wide, 6, 2), 6);
}

static void bytes_are_fitted_to_whole_characters(void **state)
{
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    static const size_t fits[] = { 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11 };

    (void)state;
    for (size_t max = 0; max < COUNT_OF(fits); max++)
        assert_int_equal(str_fit_bytes(text, 11, max), fits[max]);
    assert_int_equal(str_fit_bytes("ab\xe2\x82", 4, 10), 2); /* a text that was already cut inside a character */
}

static void names_meet_however_they_are_written(void **state)
{
    (void)state;
    assert_true(str_same("Stra\xc3\x9f"
                         "e",
                         "STRASSE"));
    assert_true(str_same("caf\xc3\xa9", "CAFE\xcc\x81"));
    assert_true(str_same("\xef\xbc\xa1\xef\xbc\xa2", "ab")); /* full width */
    assert_true(str_same("re\xc2\xadvenue", "revenue"));     /* soft hyphen */
    assert_false(str_same("revenue", "revenues"));
    assert_false(str_same("caf\xc3\xa9", "cafe"));
    assert_true(str_same("\xff", "\xff"));
    assert_false(str_same("\xff", "\xfe"));
}

static void protocol_words_compare_in_ascii(void **state)
{
    (void)state;
    assert_true(str_ieq("Content-Type", "content-TYPE"));
    assert_true(str_ieq("", ""));
    assert_false(str_ieq("abc", "abcd"));
    assert_false(str_ieq("abcd", "abc"));
    assert_false(str_ieq("@", "`"));
    assert_false(str_ieq("[", "{"));
    assert_false(str_ieq("\xc3\x89", "\xc3\xa9"));
    assert_true(str_starts("abc", "ab"));
    assert_true(str_starts("abc", ""));
    assert_false(str_starts("ab", "abc"));
    assert_true(str_ends("abc", "bc"));
    assert_true(str_ends("abc", ""));
    assert_false(str_ends("bc", "abc"));
}

static void trimming_takes_ascii_blanks_only(void **state)
{
    static const char text[] = " \t\r\n\v\f a b \n";
    const char *p;
    size_t n;

    (void)state;
    p = str_trim(text, strlen(text), &n);
    assert_int_equal(n, 3);
    assert_memory_equal(p, "a b", 3);
    str_trim("   ", 3, &n);
    assert_int_equal(n, 0);
    str_trim("", 0, &n);
    assert_int_equal(n, 0);
    str_trim("\xc2\xa0x", 3, &n);
    assert_int_equal(n, 3);
}

static void a_slip_of_the_finger_is_a_swap_a_letter_left_out_or_one_typed_twice(void **state)
{
    static const char *const slips[] = { "thrusday", "thursday", "frday",  "friday", "tuesdday", "tuesday",
                                         "stil",     "still",    "untill", "until",  "pendign",  "pending" };
    static const char *const others[] = { "Friday", "friday", "frida",   "friday", "riday",  "friday",
                                          "firdya", "friday", "fraday",  "friday", "friday", "friday",
                                          "",       "friday", "fridaay", "fridy" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(slips); i += 2)
        assert_true(str_slipped(slips[i], slips[i + 1]));
    for (size_t i = 0; i < COUNT_OF(others); i += 2)
        assert_false(str_slipped(others[i], others[i + 1]));
}

static void edits_are_counted_up_to_the_bound(void **state)
{
    (void)state;
    assert_int_equal(str_edits("revenue", "revenue", 3), 0);
    assert_int_equal(str_edits("revnue", "revenue", 3), 1);   /* left out */
    assert_int_equal(str_edits("revvenue", "revenue", 3), 1); /* put in */
    assert_int_equal(str_edits("revanue", "revenue", 3), 1);  /* changed */
    assert_int_equal(str_edits("reveneu", "revenue", 3), 1);  /* swapped */
    assert_int_equal(str_edits("REVENUE", "revenue", 3), 0);  /* folded */
    assert_int_equal(str_edits("kitten", "sitting", 3), 3);
    assert_int_equal(str_edits("kitten", "sitting", 2), 3);
    assert_int_equal(str_edits("kitten", "sitting", 0), 1);
    assert_int_equal(str_edits("", "abc", 5), 3);
    assert_int_equal(str_edits("abc", "", 5), 3);
    assert_int_equal(str_edits("", "", 5), 0);
    assert_int_equal(str_edits("\xc3\xa9t\xc3\xa9", "ete", 5), 2); /* code points, not bytes */
}

static void texts_past_the_bound_are_too_far_apart(void **state)
{
    char fits[STR_EDIT_CHARS + 1], longer[STR_EDIT_CHARS + 2];

    (void)state;
    memset(fits, 'a', sizeof fits);
    fits[STR_EDIT_CHARS] = '\0';
    memset(longer, 'a', sizeof longer);
    longer[STR_EDIT_CHARS + 1] = '\0';
    assert_int_equal(str_edits(fits, fits, 3), 0);
    assert_int_equal(str_edits(fits, longer, 3), 4);
    assert_int_equal(str_edits(longer, longer, 3), 4);
}

static void the_nearest_name_is_a_likely_slip(void **state)
{
    static const char *const names[] = { "region", "revenue", "quantity", "revenues" };

    (void)state;
    assert_string_equal(str_nearest("revnue", names, 4), "revenue");
    assert_string_equal(str_nearest("Quantty", names, 4), "quantity");
    assert_string_equal(str_nearest("revenuee", names, 4), "revenue"); /* a tie: the first */
    assert_null(str_nearest("profit", names, 4));
    assert_null(str_nearest("rexion2", names, 4)); /* two edits in seven characters are no slip */
    assert_null(str_nearest("revenue", names, 0));
    assert_string_equal(str_nearest("abs", (const char *const[]){ "xyz", "abc" }, 2),
                        "abc"); /* one is always allowed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_two_texts_stay_apart),
        cmocka_unit_test(a_message_is_not_a_format),
        cmocka_unit_test(saying_fills_both_texts),
        cmocka_unit_test(an_action_is_added_and_a_new_error_clears_it),
        cmocka_unit_test(an_error_can_be_wrapped_in_itself),
        cmocka_unit_test(a_text_is_cut_on_a_character),
        cmocka_unit_test(a_text_is_one_line),
        cmocka_unit_test(errno_gets_a_code_a_reason_and_a_fix),
        cmocka_unit_test(every_code_has_a_name_of_its_own),
        cmocka_unit_test(every_piece_is_zeroed_aligned_and_apart),
        cmocka_unit_test(a_large_piece_leaves_the_block_in_use),
        cmocka_unit_test(copies_have_a_nul_behind_them),
        cmocka_unit_test(formatting_fits_any_length),
        cmocka_unit_test(use_is_counted),
        cmocka_unit_test(a_product_that_overflows_aborts),
        cmocka_unit_test(a_new_buffer_is_an_empty_text),
        cmocka_unit_test(appends_add_up),
        cmocka_unit_test(the_maximum_holds_to_the_byte),
        cmocka_unit_test(a_failed_buffer_takes_nothing_until_it_is_cut),
        cmocka_unit_test(a_buffer_of_no_size_takes_nothing),
        cmocka_unit_test(huge_requests_are_refused_without_overflow),
        cmocka_unit_test(taking_moves_the_content_out),
        cmocka_unit_test(growing_keeps_the_content),
        cmocka_unit_test(utf8_is_told_from_what_only_looks_like_it),
        cmocka_unit_test(every_code_point_is_utf8_but_surrogates),
        cmocka_unit_test(characters_and_columns_are_counted),
        cmocka_unit_test(fitting_never_splits_what_a_person_sees),
        cmocka_unit_test(bytes_are_fitted_to_whole_characters),
        cmocka_unit_test(names_meet_however_they_are_written),
        cmocka_unit_test(protocol_words_compare_in_ascii),
        cmocka_unit_test(trimming_takes_ascii_blanks_only),
        cmocka_unit_test(a_slip_of_the_finger_is_a_swap_a_letter_left_out_or_one_typed_twice),
        cmocka_unit_test(edits_are_counted_up_to_the_bound),
        cmocka_unit_test(texts_past_the_bound_are_too_far_apart),
        cmocka_unit_test(the_nearest_name_is_a_likely_slip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
