/* test_model_audit.c - the chain, against hashes that the verifier printed in the seed computed in Python. */
#include "model/audit.h"
#include "model_testing.h"

#define ENTRY(n, parent, type, data, actor, hash)                                                                      \
    "{\"entry_id\":\"" UUID_A "\",\"request_id\":\"" UUID_B "\",\"sequence_number\":" n ",\"parent_hash\":\"" parent   \
    "\",\"timestamp\":\"2026-01-23T12:00:0" n ".500Z\",\"event_type\":\"" type "\",\"event_data\":" data               \
    ",\"actor\":\"" actor "\",\"hash\":\"" hash "\"}"
#define HASH_1 "c6d0e8631f05d4f8ad57703f53b0fef49925554d219fb2e5bdc0e0148b124ab9"
#define HASH_2 "303316a9a0fef433cf5cebf6cf4e8315f4fd3371f786f6c1693b3d0d5f55dd04"
#define HASH_3 "0134d361b742a3c4d8990ccf3c1bc8bfa7196d3b91215cda108f50afc531c927"
#define DATA_1                                                                                                         \
    "{\"intent\": \"Umsatz je Monat f\xc3\xbcr Z\xc3\xbcrich\", \"b\": 1, "                                            \
    "\"a\": [1.0, 0.10, 1E5, 1e16, -0.0, 12345678901234567890123]}"
#define DATA_2                                                                                                         \
    "{\"tool_name\":\"sql.run\",\"call_id\":\"c1\",\"arguments\":{\"query\":\"SELECT \\\"x\\\"\\n\\t\\u0007/\","       \
    "\"params\":[null,true,false,{\"\xc3\xa9\":\"\xf0\x9f\x98\x80\",\"e\":{}}],\"row_limit\":200000}}"
#define DATA_3 "{\"decision\":\"deny\",\"rule\":\"pii\",\"reason\":\"\\u007f\\u2028 <&>\"}"
#define ENTRY_1 ENTRY("1", ZEROS, "request_submitted", DATA_1, "system", HASH_1)
#define ENTRY_2 ENTRY("2", HASH_1, "tool_called", DATA_2, "actor", HASH_2)
#define ENTRY_3 ENTRY("3", HASH_2, "policy_decision", DATA_3, "safety", HASH_3)

static const char *const chain[] = { ENTRY_1, ENTRY_2, ENTRY_3 };

static void hashes_equal_pythons(void **state)
{
    static const char *const hashes[] = { HASH_1, HASH_2, HASH_3 };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(chain); i++) {
        char hash[SHA256_TEXT_BYTES];
        struct err err;
        assert_int_equal(audit_entry_hash(read_json(a, chain[i]), hash, &err), 0);
        assert_string_equal(hash, hashes[i]);
        accepts("analyst.AuditTrace", chain[i]);
    }
    arena_free(a);
}

static void the_order_of_keys_does_not_matter_but_every_value_does(void **state)
{
    struct arena *a = arena_new();
    struct json *entry = read_json(a, ENTRY_3);
    char hash[SHA256_TEXT_BYTES];
    struct err err;

    (void)state;
    json_set(a, entry, "event_data",
             read_json(a, "{\"rule\":\"pii\",\"reason\":\"\\u007f\\u2028 <&>\",\"decision\":\"deny\"}"));
    assert_int_equal(audit_entry_hash(entry, hash, &err), 0);
    assert_string_equal(hash, HASH_3);
    json_set(a, json_get(entry, "event_data"), "decision", json_str(a, "allow"));
    assert_int_equal(audit_entry_hash(entry, hash, &err), 0);
    assert_string_not_equal(hash, HASH_3);
    arena_free(a);
}

static void an_entry_without_what_is_hashed_has_no_hash(void **state)
{
    static const char *const fields[] = { "parent_hash", "timestamp", "event_type", "event_data" };
    struct arena *a = arena_new();
    char hash[SHA256_TEXT_BYTES] = "untouched";
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        struct json *entry = read_json(a, ENTRY_2);
        json_unset(entry, fields[i]);
        assert_int_equal(audit_entry_hash(entry, hash, &err), -1);
        assert_int_equal(err.code, ERR_INVALID_INPUT);
        assert_non_null(strstr(err.message, fields[i]));
    }
    assert_string_equal(hash, "untouched");
    arena_free(a);
}

static void what_has_no_canonical_form_is_refused(void **state)
{
    struct arena *a = arena_new();
    struct json *entry = read_json(a, ENTRY_1);
    char hash[SHA256_TEXT_BYTES] = "untouched";
    struct err err;

    (void)state;
    json_set(a, entry, "event_data", read_json(a, "{\"x\":1e400}"));
    assert_int_equal(audit_entry_hash(entry, hash, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_JSON);
    assert_string_equal(hash, "untouched");
    arena_free(a);
}

static void an_entry_is_checked_on_its_own(void **state)
{
    (void)state;
    refuses_field("analyst.AuditTrace", ENTRY_1, "parent_hash", "\"" HASH_2 "\"", "64 zeros");
    refuses_field("analyst.AuditTrace", ENTRY_2, "hash", "\"" HASH_1 "\"", "hash must be");
    refuses_field("analyst.AuditTrace", ENTRY_2, "timestamp", "\"" NOON "\"", "hash must be");
    refuses_field("analyst.AuditTrace", ENTRY_2, "event_data", "{\"call_id\":\"c\",\"tool_name\":\"t\"}",
                  "event_data.arguments is required");
    refuses_field("analyst.AuditTrace", ENTRY_3, "event_data", "{\"decision\":\"d\",\"rule\":\"r\"}",
                  "event_data.reason is required");
    refuses_field("analyst.AuditTrace", ENTRY_3, "actor", "\"nobody\"", "actor must be one of");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_equal_pythons),
        cmocka_unit_test(the_order_of_keys_does_not_matter_but_every_value_does),
        cmocka_unit_test(an_entry_without_what_is_hashed_has_no_hash),
        cmocka_unit_test(what_has_no_canonical_form_is_refused),
        cmocka_unit_test(an_entry_is_checked_on_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
