/* test_chain.c - lines of the audit log: written as Python would, linked as the seed says, and read strictly. */
#include "base/hash.h"
#include "chain_testing.h"
#include "model/audit.h"
#include "model/model.h"

#define LOG_BYTES (4u << 20)

/* Made by Python: json.dumps of the entry, with the seed's own formula for the hash. */
#define DATA                                                                                                           \
    "{\"b\": 1, \"a\": [1.0, 0.10, 1E5, 1e16, -0.0, 12345678901234567890123, {}], "                                    \
    "\"\xc3\xa9\": \"\xf0\x9f\x98\x80\\n\\u007f/\\\"\\\\\", \"e\": null}"
#define LINE                                                                                                           \
    "{\"entry_id\": \"ffffffff-ffff-4fff-bfff-ffffffffffff\", \"request_id\": \"" REQUEST "\", "                       \
    "\"sequence_number\": 1, \"parent_hash\": \"" AUDIT_FIRST_PARENT "\", \"timestamp\": "                             \
    "\"2026-01-23T10:30:00.123Z\", \"event_type\": \"tool_called\", \"event_data\": {\"a\": [1.0, 0.1, 100000.0, "     \
    "1e+16, -0.0, 12345678901234567890123, {}], \"b\": 1, \"e\": null, \"\\u00e9\": \"\\ud83d\\ude00\\n\\u007f/\\\""   \
    "\\\\\"}, \"actor\": \"actor\", \"hash\": \"" LINE_HASH "\"}"
#define LINE_HASH "f7218b74ebbd7082e1280f3549a1452951c7d3f2f5f65fe3fba1637fa717be78"

static void a_line_is_what_python_prints(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    unsigned char leaf[SHA256_BYTES], root[SHA256_BYTES];
    struct chain c;
    struct err err;

    (void)state;
    chain_init(&c);
    assert_int_equal(c.entries, 0);
    assert_string_equal(c.head, AUDIT_FIRST_PARENT);
    assert_int_equal(add_text(&c, DATA, &b, &err), 0);
    assert_string_equal(b.p, LINE "\n");
    assert_string_equal(c.head, LINE_HASH);
    assert_int_equal(c.entries, 1);
    assert_int_equal(c.bytes, strlen(LINE) + 1);
    merkle_leaf(LINE, strlen(LINE), leaf);
    merkle_root(&c.tree, root);
    assert_memory_equal(leaf, root, sizeof root);
}

static void entries_follow_each_other_as_the_model_says(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *prev = NULL, *entry;
    struct chain c;
    struct err err;
    const char *line, *newline;
    size_t n = 0;

    (void)state;
    chain_init(&c);
    add_entries(&c, 40, &b);
    assert_int_equal(c.bytes, b.n);
    for (line = b.p; *line; line = newline + 1, n++) {
        char hash[SHA256_TEXT_BYTES];
        newline = strchr(line, '\n');
        assert_int_equal(json_parse(a, line, (size_t)(newline - line), &entry, &err), 0);
        assert_int_equal(json_get_int(entry, "sequence_number", -1), n + 1);
        assert_string_equal(json_get_text(entry, "parent_hash"),
                            prev ? json_get_text(prev, "hash") : AUDIT_FIRST_PARENT);
        assert_int_equal(audit_entry_hash(entry, hash, &err), 0);
        assert_string_equal(hash, json_get_text(entry, "hash"));
        prev = entry;
    }
    assert_int_equal(n, c.entries);
    assert_string_equal(json_get_text(prev, "hash"), c.head);
}

static void the_models_own_check_accepts_a_line(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *entry;
    struct chain c;
    struct err err;

    (void)state;
    chain_init(&c);
    assert_int_equal(add_text(&c, "{\"tool_name\":\"sql.run\",\"call_id\":\"c1\",\"arguments\":{}}", &b, &err), 0);
    assert_int_equal(json_parse(a, b.p, b.n, &entry, &err), 0);
    if (model_check(model_entity("analyst.AuditTrace"), entry, &err) < 0)
        fail_msg("%s", err.message);
}

/* ---- refusals of adding ---- */

static void refused(const struct chain_event *e, enum err_code code)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct chain c, before;
    struct err err;

    chain_init(&c);
    add_entries(&c, 3, &b);
    before = c;
    assert_int_equal(chain_add(&c, &still_world, e, &b, &err), -1);
    assert_int_equal(err.code, code);
    assert_memory_equal(&c, &before, sizeof c);
    assert_int_equal(b.n, c.bytes);
    add_entries(&c, 1, &b);
    assert_int_equal(b.n, c.bytes);
}

static void an_event_out_of_the_models_words_is_refused(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct chain_event good = { "tool_called", REQUEST, "actor", MOMENT, json_object(a) };
    struct chain_event e;

    (void)state;
    e = good, e.event_type = "tool_calle", refused(&e, ERR_INVALID_INPUT);
    e = good, e.event_type = "tool_called2", refused(&e, ERR_INVALID_INPUT);
    e = good, e.event_type = "", refused(&e, ERR_INVALID_INPUT);
    e = good, e.event_type = NULL, refused(&e, ERR_INVALID_INPUT);
    e = good, e.actor = "agent", refused(&e, ERR_INVALID_INPUT);
    e = good, e.actor = NULL, refused(&e, ERR_INVALID_INPUT);
    e = good, e.request_id = "7b0e6a52", refused(&e, ERR_INVALID_INPUT);
    e = good, e.request_id = NULL, refused(&e, ERR_INVALID_INPUT);
    e = good, e.data = NULL, refused(&e, ERR_INVALID_INPUT);
    e = good, e.data = json_array(a), refused(&e, ERR_INVALID_INPUT);
    e = good, e.data = json_set(a, json_object(a), "x", json_number(a, "1e999", 5)), refused(&e, ERR_INVALID_JSON);
}

/* Levels of lists within an object, in all n. */
static struct json *nested(struct arena *a, unsigned n)
{
    struct json *v = json_array(a);

    for (unsigned i = 2; i < n; i++)
        v = json_push(a, json_array(a), v);
    return json_set(a, json_object(a), "x", v);
}

static void a_whole_line_can_be_parsed_however_deep_its_data(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct chain_event e = { "plan_created", REQUEST, "planner", MOMENT, nested(a, JSON_MAX_DEPTH - 1) };
    struct chain_line l;
    struct chain c;
    struct json *v;
    struct err err;

    (void)state;
    chain_init(&c);
    assert_int_equal(chain_add(&c, &still_world, &e, &b, &err), 0);
    assert_int_equal(json_parse(a, b.p, b.n, &v, &err), 0);
    assert_int_equal(chain_read(b.p, b.n - 1, &l, &err), 0);
    e.data = nested(a, JSON_MAX_DEPTH);
    refused(&e, ERR_TOO_LARGE);
    e.data = nested(a, 100 * JSON_MAX_DEPTH);
    refused(&e, ERR_TOO_LARGE);
}

static void a_full_buffer_leaves_the_chain_as_it_was(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(2 * sizeof LINE - 1);
    struct chain c, before;
    struct err err;

    (void)state;
    chain_init(&c);
    assert_int_equal(add_text(&c, DATA, &b, &err), 0);
    before = c;
    assert_int_equal(add_text(&c, DATA, &b, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    assert_memory_equal(&c, &before, sizeof c);
    assert_int_equal(b.n, c.bytes);
    assert_false(b.failed);
    b.max++;
    assert_int_equal(add_text(&c, DATA, &b, &err), 0);
}

/* ---- reading ---- */

/* Reads a copy that ends where the line does, for the sanitizer. */
static int read_exact(const char *line, size_t n, struct chain_line *ret, struct err *err)
{
    char *copy = malloc(n ? n : 1);
    int result;

    assert_non_null(copy);
    memcpy(copy, line, n);
    result = chain_read(copy, n, ret, err);
    free(copy);
    if (result < 0)
        assert_int_equal(err->code, ERR_AUDIT_BROKEN);
    return result;
}

static void is(const char *p, size_t n, const char *text)
{
    assert_int_equal(n, strlen(text));
    assert_memory_equal(p, text, n);
}

static void a_line_is_read_in_its_parts(void **state)
{
    struct chain_line l;
    struct err err;

    (void)state;
    assert_int_equal(chain_read(LINE, strlen(LINE), &l, &err), 0);
    assert_int_equal(l.sequence, 1);
    is(l.entry_id, l.entry_id_n, "ffffffff-ffff-4fff-bfff-ffffffffffff");
    is(l.request_id, l.request_id_n, REQUEST);
    is(l.parent, 64, AUDIT_FIRST_PARENT);
    is(l.timestamp, l.timestamp_n, "2026-01-23T10:30:00.123Z");
    is(l.event_type, l.event_type_n, "tool_called");
    is(l.actor, l.actor_n, "actor");
    is(l.hash, 64, LINE_HASH);
    assert_memory_equal(l.event_data, "{\"a\": [1.0", 10);
    assert_memory_equal(l.event_data + l.event_data_n - 3, "\\\"}", 3);
}

/* The seed's hash covers neither the ids nor the number: there, another digit is another good line, which only the
 * links and the tree can tell. Everywhere else every byte counts. */
static void every_changed_byte_is_found_or_is_not_covered(void **state)
{
    static const char line[] = LINE;
    const char *number = strstr(line, "\"sequence_number\": ") + 19;
    char changed[sizeof line];
    size_t passed = 0;

    (void)state;
    for (size_t i = 0; i < strlen(line); i++) {
        bool is_covered = !(i >= 14 && i < 50) && !(i >= 68 && i < 104) && line + i != number;
        for (int byte = 0; byte < 256; byte++) {
            struct chain_line l;
            struct err err;
            memcpy(changed, line, sizeof line);
            changed[i] = (char)byte;
            if (changed[i] == line[i] || chain_read(changed, strlen(line), &l, &err) < 0)
                continue;
            if (is_covered)
                fail_msg("byte %zu as %02x passes", i, (unsigned)byte);
            passed++;
        }
    }
    assert_true(passed > 1000);
}

static void a_cut_or_longer_line_is_refused(void **state)
{
    struct chain_line l;
    struct err err;

    (void)state;
    for (size_t n = 0; n < strlen(LINE); n++)
        assert_int_equal(read_exact(LINE, n, &l, &err), -1);
    assert_int_equal(read_exact(LINE, strlen(LINE), &l, &err), 0);
    assert_int_equal(read_exact(LINE " ", strlen(LINE) + 1, &l, &err), -1);
    assert_int_equal(read_exact(LINE "\n", strlen(LINE) + 1, &l, &err), -1);
    assert_int_equal(read_exact(LINE "\0", strlen(LINE) + 1, &l, &err), -1);
}

/* The line with the first `from` replaced by `to`, and the hash made right for it: the form alone must give it away. */
static void form_of_line_is_refused(const char *line, const char *from, const char *to, const char *reason)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    const char *at = strstr(line, from);
    struct chain_line l;
    struct err err = { 0 };

    assert_non_null(at);
    buf_add(&b, line, (size_t)(at - line));
    buf_adds(&b, to);
    buf_adds(&b, at + strlen(from));
    const char *parent = strstr(b.p, "\"parent_hash\": \"") + 16, *time = strstr(b.p, "\"timestamp\": \"") + 14;
    const char *type = strstr(b.p, "\"event_type\": \"") + 15, *data = strstr(b.p, "\"event_data\": ") + 14;
    const char *actor = strstr(b.p, ", \"actor\"");
    const struct sha256_part parts[] = { { parent, strcspn(parent, "\"") },
                                         { time, strcspn(time, "\"") },
                                         { type, strcspn(type, "\"") },
                                         { data, (size_t)(actor - data) } };
    unsigned char hash[SHA256_BYTES];
    char text[SHA256_TEXT_BYTES];
    sha256_parts(parts, COUNT_OF(parts), hash);
    hex_text(hash, sizeof hash, text);
    memcpy(strstr(b.p, "\"hash\": \"") + 9, text, 64);
    int result = read_exact(b.p, b.n, &l, &err);
    if (reason ? result == 0 || !strstr(err.message, reason) : result < 0)
        fail_msg("%s as %s: %s", from, to, result == 0 ? "taken" : err.message);
}

static void form_is_refused(const char *from, const char *to, const char *reason)
{
    form_of_line_is_refused(LINE, from, to, reason);
}

static void another_form_with_a_right_hash_is_refused(void **state)
{
    (void)state;
    form_is_refused("\"b\": 1", "\"b\": 2", NULL); /* this is how a good one passes */
    form_is_refused("10:30:00.123Z", "10:30:00Z", NULL);
    form_is_refused(REQUEST, "7B0E6A52-5D5B-4C1E-9A55-2F1C3F5B8D10", NULL);
    form_is_refused("ffffffff-ffff", "FFFFFFFF-ffff", "entry_id");
    form_is_refused("-4fff-", "-5fff-", "entry_id");
    form_is_refused("7b0e6a52-", "7b0e6a5g-", "request_id");
    form_is_refused("\"sequence_number\": 1", "\"sequence_number\": 01", "sequence_number");
    form_is_refused("\"sequence_number\": 1", "\"sequence_number\": 0", "sequence_number");
    form_is_refused("\"sequence_number\": 1", "\"sequence_number\": -1", "sequence_number");
    form_is_refused("\"sequence_number\": 1", "\"sequence_number\": 1.0", "laid out");
    form_is_refused("\"sequence_number\": 1", "\"sequence_number\": 18446744073709551616", "sequence_number");
    form_is_refused("\"sequence_number\": 1", "\"sequence_number\": 18446744073709551615", NULL);
    form_is_refused("\"0000", "\"A000", "parent_hash");
    form_is_refused("10:30:00.123Z", "10:30:00.000Z", "timestamp");
    form_is_refused("10:30:00.123Z", "10:30:00.12Z", "timestamp");
    form_is_refused("10:30:00.123Z", "10:30:00,123Z", "timestamp");
    form_is_refused("10:30:00.123Z", "10:30:00.123z", "timestamp");
    form_is_refused("T10:30:00.123Z", "t10:30:00.123Z", "timestamp");
    form_is_refused("10:30:00.123Z", "23:59:60.123Z", "timestamp");
    form_is_refused("10:30:00.123Z", "10:30:00+00:00", "timestamp");
    form_is_refused("2026-01-23", "2026-02-29", "timestamp");
    form_is_refused("2026-01-23T10:30:00.123Z", "", "timestamp");
    form_is_refused("tool_called", "tool_colled", "event_type");
    form_is_refused("\"actor\": \"actor\"", "\"actor\": \"nobody\"", "actor");
    form_is_refused("{\"a\": [", "{\"a\":[", "event_data has separators");
    form_is_refused("\"b\": 1", "\"b\": 1.00", "another way");
    form_is_refused("\"b\": 1", "\"A\": 1", "keys out of order");
    form_is_refused("\\u00e9", "\\u00E9", "hex digits");
    form_is_refused("\\u00e9", "\xc3\xa9", "must be escaped");
    form_is_refused("\"}, \"actor\"", "\"} , \"actor\"", "laid out");
}

static void a_line_of_exactly_the_limit_fits(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES), probe CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct buf text CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct chain_event e = { "plan_created", REQUEST, "planner", MOMENT, NULL };
    struct chain_line l;
    struct chain c;
    struct err err;

    (void)state;
    chain_init(&c);
    e.data = json_set(a, json_object(a), "x", json_str(a, ""));
    assert_int_equal(chain_add(&c, &still_world, &e, &probe, &err), 0);
    buf_fill(&text, 'y', AUDIT_LINE_BYTES - (probe.n - 1));
    chain_init(&c);
    e.data = json_set(a, json_object(a), "x", json_strn(a, text.p, text.n));
    assert_int_equal(chain_add(&c, &still_world, &e, &b, &err), 0);
    assert_int_equal(b.n, AUDIT_LINE_BYTES + 1);
    assert_int_equal(chain_read(b.p, b.n - 1, &l, &err), 0);
    buf_cut(&b, b.n - 1);
    form_of_line_is_refused(b.p, "yyyy", "yzyy", NULL);
    form_of_line_is_refused(b.p, "yyyy", "yyyyy", "longer");
    buf_addc(&text, 'y');
    e.data = json_set(a, json_object(a), "x", json_strn(a, text.p, text.n));
    refused(&e, ERR_TOO_LARGE);
}

/* ---- and both ---- */

static void what_is_added_is_read_back(void **state)
{
    static const char *const datas[] = {
        "{}",
        "{\"k\": []}",
        "{\"z\": {\"y\": {\"x\": [[[]]]}}, \"\\u0000\": \"\\u0000\", \"\xef\xbf\xbf\": -0, \"\xf0\x90\x80\x80\": 1E+2}",
        "{\"a\": 1.5, \"a\": 2, \"A\": 3, \"\": 4, \"aa\": 5, \"\\u007f\": 6, \"~\": 7}",
    };
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct chain c;
    struct err err;

    (void)state;
    chain_init(&c);
    for (size_t i = 0; i < COUNT_OF(datas); i++) {
        struct chain_line l;
        buf_cut(&b, 0);
        assert_int_equal(add_text(&c, datas[i], &b, &err), 0);
        if (read_exact(b.p, b.n - 1, &l, &err) < 0)
            fail_msg("%s: %s", b.p, err.message);
        assert_int_equal(l.sequence, i + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_what_python_prints),
        cmocka_unit_test(entries_follow_each_other_as_the_model_says),
        cmocka_unit_test(the_models_own_check_accepts_a_line),
        cmocka_unit_test(an_event_out_of_the_models_words_is_refused),
        cmocka_unit_test(a_whole_line_can_be_parsed_however_deep_its_data),
        cmocka_unit_test(a_line_of_exactly_the_limit_fits),
        cmocka_unit_test(a_full_buffer_leaves_the_chain_as_it_was),
        cmocka_unit_test(a_line_is_read_in_its_parts),
        cmocka_unit_test(every_changed_byte_is_found_or_is_not_covered),
        cmocka_unit_test(a_cut_or_longer_line_is_refused),
        cmocka_unit_test(another_form_with_a_right_hash_is_refused),
        cmocka_unit_test(what_is_added_is_read_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
