/* test_pii_values.c - personal data told by what stands in a column: numbers on both sides of their check, the ways
 * they are written, and what only looks like them. */
#include "base/arena.h"
#include "base/attrs.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *shown(const char *value)
{
    const struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    struct pii_seen s = { 0 };
    enum pii_class class;

    pii_seen_add(&s, value, strlen(value));
    return pii_pattern(&policy, pii_content(&s, 0), &class);
}

static const struct {
    const char *value, *pattern;
} values[] = {
    { "ann@example.com", "email" },
    { "  a.b+c@mail.example.co.uk ", "email" },
    { "Ann Lee <ann@example.com>", "email" },
    { "write to ann@example.org today", "email" },
    { "jürgen@müller.de", "email" },
    { "@ann", NULL },
    { "ann@", NULL },
    { "ann@localhost", NULL },
    { "ann@1.2", NULL },
    { "ann@.com", NULL },
    { ".@example.com", NULL },
    { "ann@@example", NULL },
    { "(555) 234-5678", "phone" },
    { "555-234-5678", "phone" },
    { "555.234.5678", "phone" },
    { "1-555-234-5678", "phone" },
    { "+1 555 234 5678", "phone" },
    { "+4915112345678", "phone" },
    { "0049 30 1234567", "phone" },
    { "030 1234567", "phone" },
    { "03 01 2024", NULL },
    { "030 12345678", "phone" },
    { "01 23 45 67 89", "phone" },
    { "5552345678", NULL },
    { "555-134-5678", NULL },
    { "2024-01-31", NULL },
    { "31.01.2024", NULL },
    { "01-02-2024", NULL },
    { "192.168.100.200", NULL },
    { "978-3-16-148410-0", NULL },
    { "+5", NULL },
    { "+12.50", NULL },
    { "123-45-6789", "ssn" },
    { "123 45 6789", "ssn" },
    { "000-45-6789", NULL },
    { "666-45-6789", NULL },
    { "900-45-6789", NULL },
    { "123-00-6789", NULL },
    { "123-45-0000", NULL },
    { "123456789", NULL },
    { "4111111111111111", "credit_card" },
    { "4111 1111 1111 1111", "credit_card" },
    { "5500-0000-0000-0004", "credit_card" },
    { "378282246310005", "credit_card" },
    { "4111.1111.1111.1111", "credit_card" },
    { "4111 - 1111 - 1111 - 1111", "credit_card" },
    { "3782 822463 10005", "credit_card" },
    { "4111111111111111.0", "credit_card" },
    { "4111111111111111.5", NULL },
    { "0.4111111111111111", NULL },
    { "41111111.11111111", NULL },
    { "my card is 4111 1111 1111 1111, thanks", "credit_card" },
    { "4111-1111-1111-1111-22", NULL },
    { "id-4111-1111-1111-1111", NULL },
    { "\uff14\uff11\uff11\uff11 1111 1111 1111", "credit_card" },
    { "4111\u00a01111\u00a01111\u00a01111", "credit_card" },
    { "4111\u2011"
      "1111\u20111111\u2011"
      "1111",
      "credit_card" },
    { "4\u00ad11111\u200b1111111111", "credit_card" },
    { "\u0664\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661",
      "credit_card" },
    { "DE89370400440532013000", "credit_card" },
    { "de89 3704 0044 0532 0130 00", "credit_card" },
    { "IBAN: GB82 WEST 1234 5698 7654 32", "credit_card" },
    { "DE88370400440532013000", NULL },
    { "DE8937040044053201300", NULL },
    { "ZZ89370400440532013000", NULL },
    { "12345678Z", "ssn" },
    { "12.345.678-z", "ssn" },
    { "12345678A", NULL },
    { "X1234567L", "ssn" },
    { "RSSMRA85T10A562S", "ssn" },
    { "RSS MRA 85T10 A562S", "ssn" },
    { "RSSMRA85T10A562T", NULL },
    { "1 85 05 78 006 084 91", "ssn" },
    { "1 85 05 78 006 084 92", NULL },
    { "85.07.30-033.28", "ssn" },
    { "756.9217.0769.85", "ssn" },
    { "756.9217.0769.84", NULL },
    { "131052-308T", "ssn" },
    { "131052-308U", NULL },
    { "131052A308T", "ssn" },
    { "811228-9874", "ssn" },
    { "811228-9875", NULL },
    { "111.444.777-35", "ssn" },
    { "111.444.777-36", NULL },
    { "11010519491231002X", "ssn" },
    { "110105194912310021", NULL },
    { "2341 2341 2346", "ssn" },
    { "2341 2341 2347", NULL },
    { "AB 12 34 56 C", "ssn" },
    { "AB 12 34 56 E", NULL },
    { "950-70-1234", "ssn" },
    { "950-45-1234", NULL },
    { "130-692-544", "ssn" },
    { "130-692-545", NULL },
    { "130 692 544", NULL }, /* so are French companies written */
    { "123456782", NULL },   /* one in eleven is a Dutch one */
    { "0020200722", NULL },
    { "0.0117005467", NULL },
    { "00371 12345678", "phone" },
    { "4111111111111112", NULL },
    { "9111111111111111", NULL },
    { "12", NULL },
    { "", NULL },
    { "North", NULL },
};

static void a_value_is_told_by_its_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        const char *got = shown(values[i].value), *wanted = values[i].pattern;
        if (got != wanted && (!got || !wanted || strcmp(got, wanted) != 0))
            fail_msg("'%s' is %s, not %s", values[i].value, got ? got : "nothing", wanted ? wanted : "nothing");
    }
}

static void more_than_half_of_the_values_decide(void **state)
{
    struct pii_seen s = { 0 };

    (void)state;
    assert_int_equal(pii_content(&s, 0), 0);
    pii_seen_add(&s, "a@b.org", 7);
    pii_seen_add(&s, "none", 4);
    pii_seen_add(&s, "", 0);
    pii_seen_add(&s, "  ", 2);
    assert_int_equal(s.values, 2);
    assert_int_equal(pii_content(&s, 0), 0);
    pii_seen_add(&s, "c@d.org", 7);
    assert_int_equal(pii_content(&s, 0), 1u << PII_EMAIL);
}

/* A column of these numbers. */
static struct pii_seen column_of(const int *numbers, size_t n)
{
    struct pii_seen s = { 0 };
    char text[64];

    for (size_t i = 0; i < n; i++) {
        int len = snprintf(text, sizeof text, "%d", numbers[i]);
        pii_seen_add(&s, text, (size_t)len);
    }
    return s;
}

static void a_check_that_one_in_ten_passes_needs_many_that_do(void **state)
{
    int dutch[24], other[24], same[24];
    struct pii_seen s;
    size_t n = 0;

    (void)state;
    for (int i = 123456700; n < COUNT_OF(dutch); i++) {
        int sum = 0, rest = i;
        for (int weight = -1; rest > 0; rest /= 10, weight = weight < 0 ? 2 : weight + 1)
            sum += rest % 10 * weight;
        if (sum % 11 == 0)
            dutch[n++] = i;
    }
    for (size_t i = 0; i < COUNT_OF(other); i++) {
        other[i] = 123456700 + (int)i;
        same[i] = dutch[0];
    }
    s = column_of(dutch, 24);
    assert_int_equal(pii_content(&s, 0), 1u << PII_IDENTITY);
    s = column_of(dutch, PII_WEAK_VALUES - 1);
    assert_int_equal(pii_content(&s, 0), 0);
    s = column_of(other, 24);
    assert_int_equal(pii_content(&s, 0), 0);
    s = column_of(same, 24);
    assert_int_equal(pii_content(&s, 0), 0);
}

static void a_likely_number_is_one_among_its_like(void **state)
{
    struct pii_seen s = { 0 };

    (void)state;
    pii_seen_add(&s, "44051401359", 11); /* a Polish one */
    pii_seen_add(&s, "no number", 9);
    assert_int_not_equal(pii_seen_likely(&s), 0);
    pii_seen_add(&s, "44051401358", 11);
    assert_int_equal(pii_seen_likely(&s), 0);
}

static void cards_among_other_numbers_are_noticed(void **state)
{
    struct pii_seen s = { .is_number = true };

    (void)state;
    for (int i = 0; i < 100; i++)
        pii_seen_add(&s, i % 2 ? "17" : "205", i % 2 ? 2 : 3);
    pii_seen_add(&s, "4111111111111111", 16);
    pii_seen_add(&s, "5500000000000004", 16);
    assert_int_equal(pii_content(&s, 0), 0);
    pii_seen_add(&s, "378282246310005", 15);
    assert_int_equal(pii_content(&s, 0), 1u << PII_CARD);
    for (int i = 0; i < 3; i++)
        pii_seen_add(&s, "1700000000000", 13);
    assert_int_equal(pii_content(&s, 0), 0);
}

static void remembered_forms_change_nothing(void **state)
{
    struct pii_forms *forms = calloc(1, sizeof *forms);
    struct pii_finds f, again;

    (void)state;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < COUNT_OF(values); i++) {
            pii_find(values[i].value, strlen(values[i].value), &f);
            pii_find_again(forms, values[i].value, strlen(values[i].value), &again);
            assert_int_equal(f.classes, again.classes);
            assert_int_equal(f.likely, again.likely);
            assert_int_equal(f.lengths, again.lengths);
            assert_int_equal(f.weak, again.weak);
        }
    free(forms);
}

static void the_table_is_in_order_and_its_rows_hold_together(void **state)
{
    const struct pii_kind *kinds;
    size_t n = pii_kinds(&kinds), weak = 0;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(strlen(kinds[i].form), kinds[i].n);
        assert_true(i == 0 || kinds[i - 1].n <= kinds[i].n);
        assert_true(kinds[i].n <= PII_RUN_CHARS);
        assert_true(*kinds[i].groups || kinds[i].grouped == PII_NOTHING);
        if (kinds[i].plain == PII_LIKELY)
            assert_true(kinds[i].n >= PII_LENGTH_LEAST && kinds[i].n < PII_LENGTH_LEAST + PII_LENGTHS);
        weak += kinds[i].plain == PII_WEAK || kinds[i].grouped == PII_WEAK;
    }
    assert_true(weak <= PII_WEAK_KINDS);
}

static void a_long_text_is_looked_through_to_its_end(void **state)
{
    static const char card[] = "4111 1111 1111 1111";
    char *p = malloc(20000);
    struct pii_finds f;

    (void)state;
    for (size_t at = 3000; at < 5000; at += 7)
        for (int plain = 0; plain < 2; plain++) {
            memset(p, ' ', 20000);
            memcpy(p, plain ? "xx" : "é", 2);
            memcpy(p + at, card, strlen(card));
            pii_find(p, 20000, &f);
            assert_int_equal(f.classes, 1u << PII_CARD);
        }
    free(p);
}

static void sentences_are_masked_piece_by_piece(void **state)
{
    const struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    static const char *const cases[][2] = {
        { "pay DE89 3704 0044 0532 0130 00 now", "pay (not shown) now" },
        { "card 4111.1111.1111.1111.", "card (not shown)." },
        { "\uff14\uff11\uff11\uff11 1111 1111 1111 paid", "(not shown) paid" },
        { "dni 12345678Z, tel +49 30 1234567", "dni (not shown), tel (not shown)" },
        { "nothing of 2024-01-31", "nothing of 2024-01-31" },
    };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(pii_mask(a, &policy, cases[i][0]), cases[i][1]);
    arena_free(a);
}

static void a_value_of_any_length_is_looked_at(void **state)
{
    char *p = malloc(1 << 20);
    struct pii_seen s = { 0 };

    (void)state;
    memset(p, '@', 1 << 20);
    pii_seen_add(&s, p, 1 << 20);
    memset(p, '7', 1 << 20);
    pii_seen_add(&s, p, 1 << 20);
    for (size_t n = 0; n < 64; n++)
        pii_seen_add(&s, p, n);
    assert_int_equal(pii_content(&s, 0), 0);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_told_by_its_form),
        cmocka_unit_test(more_than_half_of_the_values_decide),
        cmocka_unit_test(a_value_of_any_length_is_looked_at),
        cmocka_unit_test(a_check_that_one_in_ten_passes_needs_many_that_do),
        cmocka_unit_test(a_likely_number_is_one_among_its_like),
        cmocka_unit_test(cards_among_other_numbers_are_noticed),
        cmocka_unit_test(remembered_forms_change_nothing),
        cmocka_unit_test(the_table_is_in_order_and_its_rows_hold_together),
        cmocka_unit_test(a_long_text_is_looked_through_to_its_end),
        cmocka_unit_test(sentences_are_masked_piece_by_piece),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
