/* test_pii.c - columns of personal data: by name, by content, and what only looks like it. */
#include "base/arena.h"
#include "base/attrs.h"
#include "data/pii.h"
#include "data/workset.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct named {
    const char *pattern, *column;
};

static const struct named meant[] = {
    { "email", "email" },
    { "email", "Email" },
    { "email", "E-Mail" },
    { "email", "e_mail" },
    { "email", "e mail address" },
    { "email", "EMAIL_ADDRESS" },
    { "email", "emailAddress" },
    { "email", "customerEmail" },
    { "email", "user_email" },
    { "email", "useremail" },
    { "email", "email2" },
    { "email", "emails" },
    { "email", "email_id" },
    { "phone", "phone" },
    { "phone", "Phone Number" },
    { "phone", "PHONE#" },
    { "phone", "PhoneNo" },
    { "phone", "telephone" },
    { "phone", "cell_phone" },
    { "phone", "cellphone" },
    { "phone", "home-phone-2" },
    { "phone", "phones" },
    { "ssn", "ssn" },
    { "ssn", "SSN" },
    { "ssn", "cust_ssn" },
    { "ssn", "ssn2" },
    { "ssn", "customerSSN" },
    { "ssn", "S.S.N." },
    { "ssn", "ssn_last4" },
    { "social_security", "social_security" },
    { "social_security", "Social Security Number" },
    { "social_security", "socialSecurityNo" },
    { "social_security", "SocialSecurity" },
    { "credit_card", "credit_card" },
    { "credit_card", "Credit Card" },
    { "credit_card", "creditcard" },
    { "credit_card", "CREDIT-CARD-NUMBER" },
    { "credit_card", "cust_creditCardNo" },
    { "salary", "Base Salary" },
    { "salary", "salary_date" },
    { "pay", "pay_grade" },
    { "Date Of Birth", "date_of_birth" },
};

static const struct named not_meant[] = {
    { "email", "region" },
    { "email", "home_mail" },
    { "email", "mail" },
    { "email", "emailed_at" },
    { "email", "emails_sent" },
    { "email", "email_opened" },
    { "email", "is_email_verified" },
    { "email", "email_opt_in" },
    { "email", "num_emails" },
    { "email", "email_domain" },
    { "email", "female" },
    { "phone", "phone_model" },
    { "phone", "microphone" },
    { "phone", "Headphones" },
    { "phone", "phonetic_name" },
    { "phone", "PhoneService" },
    { "phone", "phone_sales" },
    { "phone", "has_phone" },
    { "phone", "phone calls" },
    { "ssn", "classname" },
    { "ssn", "assn" },
    { "ssn", "class_number" },
    { "ssn", "lessness" },
    { "ssn", "ssn_verified" },
    { "social_security", "social" },
    { "social_security", "security_social" },
    { "social_security", "social_security_benefits" },
    { "credit_card", "credit" },
    { "credit_card", "card" },
    { "credit_card", "credit_score_card" },
    { "credit_card", "credit_card_limit" },
    { "credit_card", "credit_card_type" },
    { "pay", "payload" },
    { "pay", "repay" },
    { "-_-", "anything" },
    { "", "anything" },
};

static void names_that_mean_personal_data_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(meant); i++)
        if (!pii_name(meant[i].pattern, meant[i].column))
            fail_msg("'%s' was not found in '%s'", meant[i].pattern, meant[i].column);
}

static void names_that_only_sound_like_it_are_let_be(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(not_meant); i++)
        if (pii_name(not_meant[i].pattern, not_meant[i].column))
            fail_msg("'%s' was found in '%s'", not_meant[i].pattern, not_meant[i].column);
}

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

static void the_policy_says_which_rule_and_why(void **state)
{
    struct arena *a = arena_new();
    static const char *const allowed[] = { "Region", "email", "contact" }, *const blocked[] = { "email", "salary" };
    struct column_policy policy = { .blocked = blocked, .n_blocked = 2 };
    struct pii_seen addresses = { .values = 4, .found[PII_EMAIL] = 3 };
    struct blocked_column b;

    (void)state;
    assert_false(pii_blocks(a, &policy, "region", NULL, &b));
    assert_true(pii_blocks(a, &policy, "E-Mail", NULL, &b));
    assert_string_equal(b.column, "E-Mail");
    assert_string_equal(b.rule, "email");
    assert_string_equal(b.reason, "its name says that it holds e-mail addresses");
    assert_true(pii_blocks(a, &policy, "base_salary", NULL, &b));
    assert_string_equal(b.reason, "its name has 'salary' in it, which is blocked");
    assert_false(pii_blocks(a, &policy, "contact", NULL, &b));
    assert_true(pii_blocks(a, &policy, "contact", &addresses, &b));
    assert_string_equal(b.rule, "email");
    assert_string_equal(b.reason, "what stands in it looks like e-mail addresses");
    policy.allowed = allowed;
    policy.n_allowed = 3;
    assert_false(pii_blocks(a, &policy, "REGION", NULL, &b));
    assert_true(pii_blocks(a, &policy, "units", NULL, &b));
    assert_string_equal(b.rule, PII_RULE_ALLOWED);
    assert_true(pii_blocks(a, &policy, "email", NULL, &b));
    policy.n_blocked = 0;
    assert_false(pii_blocks(a, &policy, "email", &addresses, &b));
    policy.n_allowed = 0;
    assert_true(pii_blocks(a, &policy, "region", NULL, &b));
    arena_free(a);
}

static void either_word_for_social_security_finds_the_contents(void **state)
{
    struct arena *a = arena_new();
    static const char *const blocked[] = { "social_security" };
    struct column_policy policy = { .blocked = blocked, .n_blocked = 1 };
    struct pii_seen seen = { .values = 1, .found[PII_SSN] = 1 }, cards = { .values = 1, .found[PII_CARD] = 1 };
    struct blocked_column b;

    (void)state;
    assert_true(pii_blocks(a, &policy, "id", &seen, &b));
    assert_string_equal(b.rule, "social_security");
    assert_false(pii_blocks(a, &policy, "id", &cards, &b));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_mean_personal_data_are_found),
        cmocka_unit_test(names_that_only_sound_like_it_are_let_be),
        cmocka_unit_test(a_value_is_told_by_its_form),
        cmocka_unit_test(more_than_half_of_the_values_decide),
        cmocka_unit_test(a_value_of_any_length_is_looked_at),
        cmocka_unit_test(the_policy_says_which_rule_and_why),
        cmocka_unit_test(either_word_for_social_security_finds_the_contents),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
