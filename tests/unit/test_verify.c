/* test_verify.c - a whole log is told from a damaged one, the first damage is named, and threads change nothing. */
#include "base/cancel.h"
#include "verify_testing.h"

static void a_whole_log_is_good_at_every_length(void **state)
{
    static const size_t lengths[] = { 0, 1, 2, 3, 7, 8, 9, 1023, 4999, 9000, MANY };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
        struct verify_result r;
        struct chain c;
        chain_init(&c);
        add_entries(&c, lengths[i], &b);
        r = check(*state, b.p, b.n, &c);
        is_good(&r, &c);
        r = check(*state, b.p, b.n, NULL);
        is_good(&r, &c);
    }
}

/* Lines of the limit's length: they reach over a whole block's end wherever it falls. */
static void the_longest_lines_are_good(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES), data CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct verify_result r;
    struct chain c;
    struct err err;

    chain_init(&c);
    buf_adds(&data, "{\"x\": \"");
    buf_fill(&data, 'y', AUDIT_LINE_BYTES - 415);
    buf_adds(&data, "\"}");
    for (int i = 0; i < 9; i++) {
        assert_int_equal(add_text(&c, data.p, &b, &err), 0);
        add_entries(&c, 1, &b);
    }
    assert_true(b.n > 4 * VERIFY_BLOCK_BYTES);
    r = check(*state, b.p, b.n, &c);
    is_good(&r, &c);
}

static void a_line_over_the_limit_is_bad_wherever_it_stands(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct verify_result r;

    for (int newline = 0; newline < 2; newline++) {
        buf_cut(&b, 0);
        buf_add(&b, log_text.p, starts[4500]);
        buf_fill(&b, 'y', 3 * VERIFY_BLOCK_BYTES);
        buf_adds(&b, newline ? "\n" : "");
        r = check(*state, b.p, b.n, NULL);
        is_bad(&r, 4501, "longer than an entry may be");
        assert_int_equal(r.entries, 4500);
        assert_int_equal(r.bytes, starts[4500]);
    }
}

/* The first and last entries, and those around each block's edge, in the fields that the chain covers. */
static void a_changed_entry_is_named_wherever_it_stands(void **state)
{
    static const size_t blocks[] = { 1, 2 };

    for (size_t k = 0; k < COUNT_OF(blocks); k++) {
        size_t edge = 0;
        while (starts[edge + 1] <= blocks[k] * VERIFY_BLOCK_BYTES)
            edge++;
        for (size_t i = edge; i <= edge + 3; i++) {
            struct verify_result r = change(*state, i, 300, '~', &log_chain);
            is_bad(&r, i, "");
            assert_int_equal(r.entries, i - 1);
            assert_int_equal(r.bytes, starts[i - 1]);
            r = change(*state, i, strstr(log_text.p + starts[i - 1], "_number\": ") + 10 - log_text.p - starts[i - 1],
                       '9', NULL);
            is_bad(&r, i, "sequence_number");
        }
    }
    struct verify_result r = change(*state, 1, 5, '~', NULL);
    is_bad(&r, 1, "laid out");
    r = change(*state, MANY, 5, '~', NULL);
    is_bad(&r, MANY, "laid out");
}

static void of_several_bad_entries_the_first_is_named(void **state)
{
    static const size_t bad[] = { 5000, 5001, 9000, 10000 };
    struct verify_result r;

    for (size_t i = COUNT_OF(bad); i-- > 0;) {
        log_text.p[starts[bad[i] - 1] + 300] ^= 1;
        r = check(*state, log_text.p, log_text.n, &log_chain);
        is_bad(&r, bad[i], "");
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        log_text.p[starts[bad[i] - 1] + 300] ^= 1;
}

/* An id is in no entry's hash. The tree has it, and tells in which of its full subtrees. */
static void a_change_that_the_chain_does_not_cover_is_found_by_the_tree(void **state)
{
    struct verify_result r = change(*state, 9000, 14, 'e', NULL);

    assert_true(r.ok);
    assert_string_equal(r.head, log_chain.head);
    r = change(*state, 9000, 14, 'e', &log_chain);
    is_bad(&r, 8193, "of the entries 8193 to 10240");
    r = change(*state, 1, 14, 'e', &log_chain);
    is_bad(&r, 1, "of the entries 1 to 8192");
    r = change(*state, MANY, 14, 'e', &log_chain);
    is_bad(&r, MANY - 3, "of the entries 10497 to 10500");
}

static void a_missing_tail_is_found(void **state)
{
    struct verify_result r;

    r = check(*state, log_text.p, starts[MANY - 1], &log_chain);
    is_bad(&r, MANY, "ends here");
    r = check(*state, log_text.p, starts[MANY - 1], NULL);
    assert_true(r.ok);
    r = check(*state, log_text.p, starts[5], &log_chain);
    is_bad(&r, 6, "ends here");
    r = check(*state, log_text.p, 0, &log_chain);
    is_bad(&r, 1, "ends here");
    r = check(*state, log_text.p, log_text.n - 1, &log_chain);
    is_bad(&r, MANY, "no end");
    r = check(*state, log_text.p, starts[7000] + 1, NULL);
    is_bad(&r, 7001, "no end");
}

static void a_longer_log_is_found(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct chain c = log_chain, none;
    struct verify_result r;

    buf_add(&b, log_text.p, log_text.n);
    add_entries(&c, 1, &b);
    r = check(*state, b.p, b.n, &log_chain);
    is_bad(&r, MANY + 1, "goes on");
    r = check(*state, b.p, b.n, &c);
    is_good(&r, &c);
    r = check(*state, b.p, log_text.n + 1, &log_chain);
    is_bad(&r, MANY + 1, "goes on");
    chain_init(&none);
    r = check(*state, b.p, b.n, &none);
    is_bad(&r, 1, "goes on");
}

/* Whoever can write the file can compute its chain anew; the signed place of the chain tells. */
static void a_log_computed_anew_is_found(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct verify_result r;
    struct chain c;
    struct err err;

    chain_init(&c);
    add_entries(&c, 9999, &b);
    assert_int_equal(add_text(&c, "{\"call_id\": 9999, \"arguments\": {\"query\": \"SELECT nothing\"}}", &b, &err), 0);
    add_entries(&c, MANY - 10000, &b);
    r = check(*state, b.p, b.n, NULL);
    is_good(&r, &c);
    r = check(*state, b.p, b.n, &log_chain);
    is_bad(&r, 8193, "of the entries 8193 to 10240");
    add_entries(&c, 1, &b);
    r = check(*state, b.p, b.n, &log_chain);
    assert_false(r.ok);
}

/* A place of the chain that contradicts itself, as a damaged store may give it. */
static void every_part_of_the_signed_place_counts(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct chain c, expected;
    struct verify_result r;

    chain_init(&c);
    add_entries(&c, 4, &b);
    expected = c;
    add_entries(&c, 1, &b);
    r = check(*state, b.p, b.n, &c);
    is_good(&r, &c);
    expected.bytes = c.bytes;
    r = check(*state, b.p, b.n, &expected);
    is_bad(&r, 5, "signed with 4 entries");
    expected = c;
    expected.head[63] = expected.head[63] == '0' ? '1' : '0';
    r = check(*state, b.p, b.n, &expected);
    is_bad(&r, 6, "signed as the last");
    expected = c;
    expected.tree.roots[1][0] ^= 1;
    r = check(*state, b.p, b.n, &expected);
    is_bad(&r, 5, "of the entries 5 to 5");
    expected = c;
    expected.bytes--;
    r = check(*state, b.p, b.n, &expected);
    is_bad(&r, 5, "no entry ends where");
}

/* Lines taken out, doubled or swapped. */
static void moved_lines_are_found(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
    struct verify_result r;

    buf_add(&b, log_text.p, starts[4999]);
    buf_add(&b, log_text.p + starts[5000], log_text.n - starts[5000]);
    r = check(*state, b.p, b.n, NULL);
    is_bad(&r, 5000, "sequence_number");
    buf_cut(&b, starts[4999]);
    buf_add(&b, log_text.p + starts[4998], log_text.n - starts[4998]);
    r = check(*state, b.p, b.n, NULL);
    is_bad(&r, 5000, "sequence_number");
    buf_cut(&b, starts[10]);
    buf_add(&b, log_text.p + starts[11], starts[12] - starts[11]);
    buf_add(&b, log_text.p + starts[10], starts[11] - starts[10]);
    r = check(*state, b.p, b.n, NULL);
    is_bad(&r, 11, "sequence_number");
    r = check(*state, log_text.p + starts[1], starts[9] - starts[1], NULL);
    is_bad(&r, 1, "sequence_number");
}

/* Within a block, and from one to the next. */
static void a_link_to_another_chain_is_found(void **state)
{
    static const uint64_t lengths[] = { 1, VERIFY_BLOCK_BYTES };

    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
        struct chain c, other;
        struct verify_result r;
        chain_init(&c);
        while (c.bytes < lengths[i])
            add_entries(&c, 1, &b);
        other = c;
        memset(other.head, 'a', 64);
        add_entries(&other, 3, &b);
        r = check(*state, b.p, b.n, NULL);
        is_bad(&r, c.entries + 1, "parent_hash");
        is_where(&r, &c);
    }
}

static void what_is_no_line_is_bad(void **state)
{
    static const char *const behind[] = { "\n", "\r\n", " \n", "{}\n", "null\n", "x" };
    struct verify_result r;

    for (size_t i = 0; i < COUNT_OF(behind); i++) {
        struct buf b CLEANUP(buf_done) = BUF(LOG_BYTES);
        buf_add(&b, log_text.p, starts[3]);
        buf_adds(&b, behind[i]);
        r = check(*state, b.p, b.n, NULL);
        is_bad(&r, 4, "");
        buf_add(&b, log_text.p + starts[3], starts[5] - starts[3]);
        r = check(*state, b.p, b.n, NULL);
        is_bad(&r, 4, "");
    }
    r = check(*state, "\0\0\0\0", 4, NULL);
    is_bad(&r, 1, "no end");
}

static void a_file_that_cannot_be_read_is_a_failure(void **state)
{
    struct verify_result r = { .entries = 77 };
    struct err err;

    assert_int_equal(verify_log(in(*state, "none"), NULL, 0, NULL, &r, &err), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_int_equal(verify_log(*state, NULL, 0, NULL, &r, &err), -1);
    assert_int_equal(verify_log("/dev/null", NULL, 0, NULL, &r, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_int_equal(r.entries, 77);
}

static void a_caller_can_stop_it(void **state)
{
    struct verify_result r = { .entries = 77 };
    size_t fds = count_fds();
    struct cancel cancel;
    struct err err;

    put_bytes(in(*state, "log"), log_text.p, log_text.n);
    cancel_init(&cancel, NULL, 0);
    assert_int_equal(verify_log(in(*state, "log"), NULL, 2, &cancel, &r, &err), 0);
    cancel_fire(&cancel);
    r.entries = 77;
    for (int threads = 1; threads < 5; threads++) {
        assert_int_equal(verify_log(in(*state, "log"), NULL, threads, &cancel, &r, &err), -1);
        assert_int_equal(err.code, ERR_CANCELLED);
    }
    assert_int_equal(r.entries, 77);
    assert_int_equal(count_fds(), fds);
}

/* ---- the clock ---- */

static void add_at(struct chain *c, int64_t at_us, struct buf *b)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct chain_event e = {
        .event_type = "tool_called", .request_id = REQUEST, .actor = "actor", .at_us = at_us, .data = json_object(a)
    };
    struct err err;

    if (chain_add(c, &still_world, &e, b, &err) < 0)
        fail_msg("%s", err.message);
}

static void a_clock_that_went_back_is_told_and_a_little_disorder_is_not(void **state)
{
    static const int64_t steps[] = { 0, 1000000, 1000000 - AUDIT_CLOCK_US, 2000000,
                                     2000000 - AUDIT_CLOCK_US - 1000000 };
    struct buf text CLEANUP(buf_done) = BUF(1 << 20);
    struct verify_result r;
    struct chain c;

    chain_init(&c);
    for (size_t i = 0; i < COUNT_OF(steps); i++)
        add_at(&c, MOMENT + steps[i], &text);
    r = check(*state, text.p, text.n, &c);
    is_good(&r, &c);
    assert_int_equal(r.n_jumps, 1);
    assert_int_equal(r.jumps[0].entry, 5);
    assert_int_equal(r.jumps[0].back_us, AUDIT_CLOCK_US + 1000000);
}

/* Blocks are checked apart: a jump between two of them is found as well, and only the first ones are told. */
static void jumps_of_the_clock_are_found_across_blocks(void **state)
{
    struct buf text CLEANUP(buf_done) = BUF(32 << 20);
    struct verify_result r;
    struct chain c;

    chain_init(&c);
    for (size_t i = 0; i < 3 * AUDIT_JUMPS; i++) {
        add_at(&c, MOMENT - (int64_t)i * 2 * AUDIT_CLOCK_US, &text);
        for (int n = 0; n < 600; n++)
            add_at(&c, MOMENT - (int64_t)i * 2 * AUDIT_CLOCK_US, &text);
    }
    assert_true(text.n > 2 * VERIFY_BLOCK_BYTES);
    r = check(*state, text.p, text.n, &c);
    is_good(&r, &c);
    assert_int_equal(r.n_jumps, AUDIT_JUMPS);
    for (size_t i = 0; i < AUDIT_JUMPS; i++)
        assert_int_equal(r.jumps[i].entry, (i + 1) * 601 + 1);
}

/* ---- lines that wait ---- */

static struct verify_result check_waiting(const char *dir, size_t in_file, size_t from, const struct chain *expected)
{
    struct verify_options o = { .expected = expected, .threads = 2 };
    struct verify_result r;
    struct err err;

    o.waiting.lines = log_text.p + from;
    o.waiting.n = log_text.n - from;
    o.waiting.at = from;
    put_bytes(in(dir, "log"), log_text.p, in_file);
    if (verify_log_as(in(dir, "log"), &o, NULL, &r, &err) < 0)
        fail_msg("%s", err.message);
    return r;
}

static void committed_lines_that_wait_count_as_if_they_were_in_the_file(void **state)
{
    const size_t from = starts[MANY - 3];
    struct verify_result r = check_waiting(*state, from, from, &log_chain);

    is_good(&r, &log_chain);
    r = check_waiting(*state, from + 5, from, &log_chain);
    is_good(&r, &log_chain);
    r = check_waiting(*state, log_text.n, from, &log_chain);
    is_good(&r, &log_chain);
    r = check_waiting(*state, starts[MANY - 4], from, &log_chain);
    is_bad(&r, MANY - 3, "the log ends here");
}

static void a_file_that_differs_from_the_lines_that_wait_is_bad(void **state)
{
    const size_t from = starts[MANY - 3];
    char *changed = malloc(log_text.n);
    struct verify_options o = { .expected = &log_chain };
    struct verify_result r;
    struct err err;

    assert_non_null(changed);
    memcpy(changed, log_text.p, log_text.n);
    changed[from + 30] ^= 1;
    put_bytes(in(*state, "log"), changed, log_text.n);
    o.waiting.lines = log_text.p + from;
    o.waiting.n = log_text.n - from;
    o.waiting.at = from;
    assert_int_equal(verify_log_as(in(*state, "log"), &o, NULL, &r, &err), 0);
    is_bad(&r, MANY - 2, "not the ones that were committed");
    free(changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_clock_that_went_back_is_told_and_a_little_disorder_is_not),
        SCRATCH_TEST(jumps_of_the_clock_are_found_across_blocks),
        SCRATCH_TEST(committed_lines_that_wait_count_as_if_they_were_in_the_file),
        SCRATCH_TEST(a_file_that_differs_from_the_lines_that_wait_is_bad),
        SCRATCH_TEST(a_whole_log_is_good_at_every_length),
        SCRATCH_TEST(the_longest_lines_are_good),
        SCRATCH_TEST(a_line_over_the_limit_is_bad_wherever_it_stands),
        SCRATCH_TEST(a_changed_entry_is_named_wherever_it_stands),
        SCRATCH_TEST(of_several_bad_entries_the_first_is_named),
        SCRATCH_TEST(a_change_that_the_chain_does_not_cover_is_found_by_the_tree),
        SCRATCH_TEST(a_missing_tail_is_found),
        SCRATCH_TEST(a_longer_log_is_found),
        SCRATCH_TEST(a_log_computed_anew_is_found),
        SCRATCH_TEST(every_part_of_the_signed_place_counts),
        SCRATCH_TEST(moved_lines_are_found),
        SCRATCH_TEST(a_link_to_another_chain_is_found),
        SCRATCH_TEST(what_is_no_line_is_bad),
        SCRATCH_TEST(a_file_that_cannot_be_read_is_a_failure),
        SCRATCH_TEST(a_caller_can_stop_it),
    };

    return cmocka_run_group_tests(tests, make_log, drop_log);
}
