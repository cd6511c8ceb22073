/* test_journal.c - journals: events in order, readers at their own pace, and coming back. */
#include "journal_testing.h"

/* ---- events ---- */

static void an_event_is_written_as_readers_expect_it(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    struct reading r = reading();

    (void)state;
    journal_attach(j, &r.reader, 0);
    assert_int_equal(journal_add(j, "step", "{\"n\":1}", &err), 0);
    assert_int_equal(journal_add(j, NULL, "one\ntwo\r\nthree\rfour", &err), 0);
    journal_set_retry(j, 500);
    assert_int_equal(journal_add(j, NULL, "", &err), 0);
    assert_int_equal(journal_add(j, NULL, "end\n", &err), 0);
    assert_string_equal(read_all(j, &r, 4096), "id: 1\nevent: step\ndata: {\"n\":1}\n\n"
                                               "id: 2\ndata: one\ndata: two\ndata: three\ndata: four\n\n"
                                               "id: 3\nretry: 500\ndata: \n\n"
                                               "id: 4\nretry: 500\ndata: end\ndata: \n\n");
    journal_detach(j, &r.reader);
    journal_let_go(j);
}

static void readers_take_pieces_of_any_size(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);

    (void)state;
    add(j, "first");
    add(j, "second");
    for (size_t step = 1; step < 40; step++) {
        struct reading r = reading();
        journal_attach(j, &r.reader, 0);
        assert_string_equal(read_all(j, &r, step), "id: 1\ndata: first\n\nid: 2\ndata: second\n\n");
        assert_int_equal(r.slept, 1);
        journal_detach(j, &r.reader);
    }
    journal_let_go(j);
}

static void a_reader_begins_where_it_says(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    struct reading r = reading();

    (void)state;
    add(j, "first");
    add(j, "second");
    journal_attach(j, &r.reader, 1);
    assert_string_equal(read_all(j, &r, 4096), "id: 2\ndata: second\n\n");
    journal_detach(j, &r.reader);
    journal_let_go(j);
}

/* ---- sleeping and waking ---- */

static void a_reader_sleeps_once_and_is_woken_once(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    struct reading r = reading(), awake = reading();

    (void)state;
    journal_attach(j, &r.reader, 0);
    journal_attach(j, &awake.reader, 0);
    assert_int_equal(journal_readers(j), 2);
    assert_string_equal(read_all(j, &r, 4096), "");
    assert_int_equal(r.slept, 1);
    add(j, "x");
    add(j, "y");
    assert_int_equal(r.woken, 1);
    assert_int_equal(awake.woken, 0);
    journal_detach(j, &r.reader);
    journal_detach(j, &awake.reader);
    assert_int_equal(journal_readers(j), 0);
    journal_let_go(j);
}

static void the_end_is_read_after_everything_before_it(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    struct reading r = reading();
    char text[100];

    (void)state;
    journal_attach(j, &r.reader, 0);
    assert_int_equal(journal_read(j, &r.reader, text, sizeof text), 0);
    assert_int_equal(j->ended_us, 0);
    add(j, "x");
    journal_end(j);
    journal_end(j);
    assert_true(j->ended_us != 0);
    assert_int_equal(r.woken, 1);
    assert_true(journal_read(j, &r.reader, text, sizeof text) > 0);
    assert_int_equal(journal_read(j, &r.reader, text, sizeof text), -1);
    assert_int_equal(journal_add(j, NULL, "more", &err), -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    journal_detach(j, &r.reader);
    journal_let_go(j);
}

static void disconnecting_ends_those_who_read_now_and_no_others(void **state)
{
    struct journal *j = begin(JOURNAL_FEED);
    struct reading r = reading(), later = reading();
    char text[100];

    (void)state;
    journal_attach(j, &r.reader, 0);
    add(j, "before");
    journal_disconnect(j);
    add(j, "after");
    journal_attach(j, &later.reader, 1);
    assert_string_equal(read_all(j, &r, 4096), "id: 1\ndata: before\n\n");
    assert_int_equal(journal_read(j, &r.reader, text, sizeof text), -1);
    assert_string_equal(read_all(j, &later, 4096), "id: 2\ndata: after\n\n");
    assert_int_equal(later.slept, 1);
    journal_detach(j, &r.reader);
    journal_detach(j, &later.reader);
    journal_let_go(j);
}

static void a_heartbeat_is_sent_only_into_silence(void **state)
{
    struct journal *j = begin(JOURNAL_FEED);
    struct reading r = reading();

    (void)state;
    journal_attach(j, &r.reader, 0);
    assert_string_equal(read_all(j, &r, 4096), "");
    journal_tell(j, &r.reader, JOURNAL_BEAT);
    assert_int_equal(r.woken, 1);
    assert_string_equal(read_all(j, &r, 4096), ": \n\n");
    journal_tell(j, &r.reader, JOURNAL_BEAT);
    add(j, "x");
    assert_string_equal(read_all(j, &r, 4096), "id: 1\ndata: x\n\n");
    journal_detach(j, &r.reader);
    journal_let_go(j);
}

static void one_reader_can_be_told_to_leave_or_to_break_off(void **state)
{
    struct journal *j = begin(JOURNAL_FEED);
    struct reading leaves = reading(), breaks = reading();
    char text[100];

    (void)state;
    add(j, "x");
    journal_attach(j, &leaves.reader, 0);
    journal_attach(j, &breaks.reader, 0);
    journal_tell(j, &leaves.reader, JOURNAL_LEAVE);
    journal_tell(j, &breaks.reader, JOURNAL_BREAK);
    assert_true(journal_read(j, &leaves.reader, text, sizeof text) > 0);
    assert_int_equal(journal_read(j, &leaves.reader, text, sizeof text), -1);
    assert_int_equal(journal_read(j, &breaks.reader, text, sizeof text), -2);
    journal_detach(j, &leaves.reader);
    journal_detach(j, &breaks.reader);
    journal_let_go(j);
}

/* ---- coming back ---- */

static void an_event_is_found_by_its_id_and_its_owner_only(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    const char *key = j->key;
    uint64_t after = 99;
    char message[ERR_MESSAGE_BYTES];

    (void)state;
    add(j, "1");
    add(j, "2");
    assert_int_equal(find("me", key, ".2", &after), 0);
    assert_int_equal(after, 2);
    assert_int_equal(find("me", key, ".0", &after), 0);
    assert_int_equal(after, 0);
    assert_int_equal(find("me", key, ".3", &after), -1);
    memcpy(message, err.message, sizeof message);
    assert_int_equal(find("you", key, ".1", &after), -1);
    assert_string_equal(message, err.message);
    assert_int_equal(find("me", "00000000-0000-4000-8000-000000000000", ".1", &after), -1);
    assert_string_equal(message, err.message);
    journal_let_go(j);
}

static void an_id_of_another_shape_is_not_found(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    static const char *const numbers[] = {
        "", ".", ".x", ".1x", ".-1", ".+1", ". 1", ".1 ", "..1", "x.1", ".9999999999999999999", ".1\n"
    };
    uint64_t after;

    (void)state;
    add(j, "1");
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        assert_int_equal(find("me", j->key, numbers[i], &after), -1);
    assert_int_equal(find("me", "", "", &after), -1);
    assert_int_equal(find("me", "short", ".1", &after), -1);
    journal_let_go(j);
}

static void an_ended_journal_is_kept_for_its_time(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    char key[ID_TEXT_BYTES];
    uint64_t after;

    (void)state;
    memcpy(key, j->key, sizeof key);
    add(j, "1");
    now_us += (int64_t)JOURNAL_KEEP_MS * 2000;
    assert_int_equal(find("me", key, ".1", &after), 0); /* it goes on, however old it is */
    journal_end(j);
    journal_let_go(j);
    now_us += (int64_t)JOURNAL_KEEP_MS * 1000 - 1;
    assert_int_equal(find("me", key, ".1", &after), 0);
    now_us += 1;
    assert_int_equal(find("me", key, ".1", &after), -1);
}

static void a_journal_that_is_read_is_not_removed(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    struct reading r = reading();
    uint64_t after;

    (void)state;
    add(j, "1");
    journal_attach(j, &r.reader, 0);
    journal_end(j);
    now_us += (int64_t)JOURNAL_KEEP_MS * 2000;
    assert_int_equal(find("me", j->key, ".1", &after), 0);
    journal_detach(j, &r.reader);
    assert_int_equal(find("me", j->key, ".1", &after), -1);
    journal_let_go(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JOURNAL_TEST(an_event_is_written_as_readers_expect_it),
        JOURNAL_TEST(readers_take_pieces_of_any_size),
        JOURNAL_TEST(a_reader_begins_where_it_says),
        JOURNAL_TEST(a_reader_sleeps_once_and_is_woken_once),
        JOURNAL_TEST(the_end_is_read_after_everything_before_it),
        JOURNAL_TEST(disconnecting_ends_those_who_read_now_and_no_others),
        JOURNAL_TEST(a_heartbeat_is_sent_only_into_silence),
        JOURNAL_TEST(one_reader_can_be_told_to_leave_or_to_break_off),
        JOURNAL_TEST(an_event_is_found_by_its_id_and_its_owner_only),
        JOURNAL_TEST(an_id_of_another_shape_is_not_found),
        JOURNAL_TEST(an_ended_journal_is_kept_for_its_time),
        JOURNAL_TEST(a_journal_that_is_read_is_not_removed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
