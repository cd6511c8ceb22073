/* test_pii.c - columns of personal data: what names mean, and what a policy says of them. */
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
    { "email", "E-Mail-Adresse" },
    { "email", "correo_electrónico" },
    { "email", "Courriel" },
    { "phone", "Telefonnummer" },
    { "phone", "número de teléfono" },
    { "phone", "numTelephone" },
    { "phone", "telemóvel" },
    { "ssn", "Sozialversicherungsnummer" },
    { "ssn", "numéro de sécurité sociale" },
    { "ssn", "NationalInsuranceNumber" },
    { "ssn", "codice_fiscale" },
    { "ssn", "BSN" },
    { "ssn", "dob" },
    { "ssn", "D.O.B." },
    { "ssn", "GEBURTSDATUM" },
    { "ssn", "dateDeNaissance" },
    { "ssn", "fecha-nacimiento" },
    { "ssn", "passport_no" },
    { "ssn", "Führerscheinnummer" },
    { "ssn", "Fuehrerscheinnummer" },
    { "social_security", "date of birth" },
    { "credit_card", "IBAN" },
    { "credit_card", "Kreditkartennummer" },
    { "credit_card", "cartão de crédito" },
    { "credit_card", "\uff29\uff22\uff21\uff2e" }, /* full-width */
    { "iban", "bank_account_number" },
    { "birth_date", "geboortedatum" },
    { "passport", "my_passport" },
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
    { "ssn", "birth_place" },
    { "ssn", "births" },
    { "ssn", "passport" },
    { "ssn", "passport_country" },
    { "ssn", "council_tax_id" },
    { "ssn", "iban" },
    { "iban", "ssn" },
    { "birth_date", "ssn" },
    { "credit_card", "card_type" },
    { "credit_card", "Kreditkartenlimit" },
    { "phone", "Telefonkosten" },
    { "phone", "smartphone" },
    { "phone", "Anzahl Telefonnummern" },
    { "phone", "mobile" },
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

static void a_name_with_other_meanings_needs_values_that_fit(void **state)
{
    static const char *const blocked[] = { "ssn", "phone", "credit_card" };
    struct column_policy policy = { .blocked = blocked, .n_blocked = 3 };
    static const struct {
        const char *name, *value;
        bool is_blocked;
    } cases[] = {
        { "born", "1985-07-30", true },
        { "born", "July 30, 1985", true },
        { "born", "Leeds", false },
        { "born", "1985", false },
        { "mobile", "5552345678", true },
        { "mobile", "yes", false },
        { "mobile", "1234.5678", false },
        { "sin", "0.8414709848", false },
        { "sin", "046454286", true },
        { "passport", "C01X00T47", true },
        { "passport", "expired", false },
        { "card number", "17", false },
        { "card number", "6000111122223333", true },
        { "tax_id", "3", false },
        { "tax_id", "123456789", true },
        { "amount", "1985-07-30", false },
    };
    struct arena *a = arena_new();
    struct blocked_column b;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pii_seen s = { 0 };
        pii_seen_add(&s, cases[i].value, strlen(cases[i].value));
        if (pii_blocks(a, &policy, cases[i].name, &s, &b) != cases[i].is_blocked)
            fail_msg("'%s' under '%s'", cases[i].value, cases[i].name);
        assert_int_equal(pii_blocks(a, &policy, cases[i].name, NULL, &b), 0);
    }
    arena_free(a);
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
        cmocka_unit_test(a_name_with_other_meanings_needs_values_that_fit),
        cmocka_unit_test(the_policy_says_which_rule_and_why),
        cmocka_unit_test(either_word_for_social_security_finds_the_contents),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
