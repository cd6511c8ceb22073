/* test_store_damage.c - a log or a key that is not what it should be: the store opens, says so, and is not written
 * to.
 */
#include "store/log/append_intent.h"
#include "store/log/verify.h"
#include "store_testing.h"

#include <fcntl.h>

static struct err err;

/* Opens, is told, may read and may not write; the log stays as it is. */
static void assert_damaged(const char *home, const char *word)
{
    struct store *s = open_store(home);
    struct stat before, after;

    assert_int_equal(store_check(s, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
    assert_non_null(strstr(err.detail, word));
    assert_true(err.action[0]);
    assert_int_equal(rows(s), 3);
    assert_int_equal(stat(in(home, LOG_NAME), &before), 0);
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
    assert_int_equal(rows(s), 3);
    store_close(s);
    assert_int_equal(stat(in(home, LOG_NAME), &after), 0);
    assert_int_equal(before.st_size, after.st_size);
}

static void three_rows(const char *home)
{
    struct store *s = open_store(home);

    for (int i = 0; i < 3; i++)
        write_title(s, "row");
    store_close(s);
}

static void a_log_that_lacks_lines_opens_for_reading_only(void **state)
{
    struct stat st;

    three_rows(*state);
    assert_int_equal(stat(in(*state, LOG_NAME), &st), 0);
    assert_int_equal(truncate(in(*state, LOG_NAME), st.st_size - 1), 0);
    assert_damaged(*state, "bytes");
    assert_int_equal(unlink(in(*state, LOG_NAME)), 0);
    assert_damaged(*state, "bytes");
}

static void a_log_that_is_too_long_opens_for_reading_only(void **state)
{
    FILE *f;

    three_rows(*state);
    f = fopen(in(*state, LOG_NAME), "a");
    fputc('\n', f);
    fclose(f);
    assert_damaged(*state, "the store knows of");
}

/* As a writer does before it writes n bytes behind the last line. */
static void announce(const char *home, uint64_t n)
{
    int fd = open(in(home, "logs/data_agent_runs.lock"), O_RDWR);
    char boot[BOOT_BYTES];
    struct stat st;

    boot_read(boot);
    assert_int_equal(stat(in(home, LOG_NAME), &st), 0);
    assert_int_equal(append_intent_announce(fd, boot, (uint64_t)st.st_size, n), 0);
    close(fd);
}

/* A writer that died between its lines and its commit leaves them there; nobody may take them for committed ones. */
static void what_was_never_committed_is_cut_off_the_log_and_kept_beside_it(void **state)
{
    static const char left[] = "{\"event_type\":\"never committed\"}\n{\"half";
    char kept[sizeof left + 1] = "";
    struct stat before, after;
    struct store *s;
    FILE *f;

    three_rows(*state);
    assert_int_equal(stat(in(*state, LOG_NAME), &before), 0);
    announce(*state, sizeof left - 1);
    f = fopen(in(*state, LOG_NAME), "a");
    fputs(left, f);
    fclose(f);
    s = open_store(*state);
    assert_int_equal(store_check(s, &err), 0);
    assert_int_equal(stat(in(*state, LOG_NAME), &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    write_title(s, "goes on");
    store_close(s);
    f = fopen(in(*state, "logs/data_agent_runs.cut"), "r");
    assert_int_equal(fread(kept, 1, sizeof kept, f), sizeof left - 1);
    fclose(f);
    assert_string_equal(kept, left);
}

/* The same found by a store that was open all the while: its next line belongs where the dead one's stands. */
static void a_dead_writers_lines_are_not_taken_for_ones_own(void **state)
{
    struct store *s = open_store(*state);
    FILE *f;

    write_title(s, "one");
    announce(*state, 4096);
    f = fopen(in(*state, LOG_NAME), "a");
    for (int i = 0; i < 4096; i++)
        fputc('x', f);
    fclose(f);
    write_title(s, "two");
    assert_whole(s, *state);
    assert_int_equal(entries(s), 2);
    store_close(s);
}

/* The announcement is for so many bytes in that place, made since the machine was started. */
static void what_was_announced_is_known_by_its_start_and_its_end(void **state)
{
    int fd = open(in(*state, "lock"), O_RDWR | O_CREAT, 0600);

    assert_int_equal(append_intent_judge(fd, "boot-1", 700, 701), APPEND_INTENT_UNKNOWN);
    assert_int_equal(append_intent_announce(fd, "boot-1", 700, 20), 0);
    assert_int_equal(append_intent_judge(fd, "boot-1", 700, 701), APPEND_INTENT_EXPLAINS);
    assert_int_equal(append_intent_judge(fd, "boot-1", 700, 720), APPEND_INTENT_EXPLAINS);
    assert_int_equal(append_intent_judge(fd, "boot-1", 700, 721), APPEND_INTENT_DIFFERS);
    assert_int_equal(append_intent_judge(fd, "boot-1", 699, 720), APPEND_INTENT_DIFFERS);
    assert_int_equal(append_intent_judge(fd, "boot-1", 701, 720), APPEND_INTENT_DIFFERS);
    assert_int_equal(append_intent_judge(fd, "boot-2", 700, 721), APPEND_INTENT_UNKNOWN);
    close(fd);
}

static void a_log_with_another_end_opens_for_reading_only(void **state)
{
    struct stat st;
    char was;
    int fd;

    three_rows(*state);
    fd = open(in(*state, LOG_NAME), O_RDWR);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(pread(fd, &was, 1, st.st_size - 4), 1);
    assert_int_equal(pwrite(fd, was == 'f' ? "e" : "f", 1, st.st_size - 4), 1);
    close(fd);
    assert_damaged(*state, "last line");
}

static void a_key_that_is_missing_spoiled_or_another_is_found(void **state)
{
    char key[KEY_BYTES];

    three_rows(*state);
    get_key(*state, key);
    assert_int_equal(unlink(in(*state, "keys/audit.key")), 0);
    assert_damaged(*state, "audit.key");
    assert_int_equal(access(in(*state, "keys/audit.key"), F_OK), -1);
    put_text(in(*state, "keys/audit.key"), "short\n");
    assert_damaged(*state, "audit.key");
    key[3] = key[3] == '0' ? '1' : '0';
    put_text(in(*state, "keys/audit.key"), key);
    assert_damaged(*state, "audit.key");
}

static void a_log_that_is_taken_away_while_running_stops_the_writing(void **state)
{
    struct store *s = open_store(*state);

    write_title(s, "one");
    write_title(s, "two"); /* with it, the first line leaves the outbox */
    assert_int_equal(rename(in(*state, LOG_NAME), in(*state, "elsewhere")), 0);
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
    store_close(s);
    assert_int_equal(rename(in(*state, "elsewhere"), in(*state, LOG_NAME)), 0);
    s = open_store(*state);
    write_title(s, "three");
    assert_int_equal(rows(s), 3);
    assert_whole(s, *state);
    store_close(s);
}

static void a_log_that_was_replaced_by_a_copy_is_carried_on_in_the_copy(void **state)
{
    struct store *s = open_store(*state);

    write_title(s, "one");
    put_text(in(*state, "copy"), get_text(in(*state, LOG_NAME)));
    assert_int_equal(rename(in(*state, "copy"), in(*state, LOG_NAME)), 0);
    write_title(s, "two");
    assert_whole(s, *state);
    store_close(s);
}

/* A part of a dead writer's line is there when we come. */
static int leave_a_piece(struct tx *tx, void *arg, struct err *e)
{
    FILE *f = fopen(in(arg, LOG_NAME), "a");

    announce(arg, 100);
    fputs("{\"entry_id\": \"", f);
    fclose(f);
    return run_job(tx, &(struct job){ .title = "two" }, e);
}

static void a_piece_of_a_line_in_its_place_is_replaced_by_the_whole(void **state)
{
    struct store *s = open_store(*state);

    write_title(s, "one");
    assert_int_equal(store_write(s, leave_a_piece, *state, NULL, &err), 0);
    assert_int_equal(rows(s), 2);
    assert_whole(s, *state);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_log_that_lacks_lines_opens_for_reading_only),
        SCRATCH_TEST(a_log_that_is_too_long_opens_for_reading_only),
        SCRATCH_TEST(what_was_announced_is_known_by_its_start_and_its_end),
        SCRATCH_TEST(what_was_never_committed_is_cut_off_the_log_and_kept_beside_it),
        SCRATCH_TEST(a_dead_writers_lines_are_not_taken_for_ones_own),
        SCRATCH_TEST(a_log_with_another_end_opens_for_reading_only),
        SCRATCH_TEST(a_key_that_is_missing_spoiled_or_another_is_found),
        SCRATCH_TEST(a_log_that_is_taken_away_while_running_stops_the_writing),
        SCRATCH_TEST(a_log_that_was_replaced_by_a_copy_is_carried_on_in_the_copy),
        SCRATCH_TEST(a_piece_of_a_line_in_its_place_is_replaced_by_the_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
