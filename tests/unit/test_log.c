/* test_log.c - the diary: its lines as an outside reader sees them, its days, its size, its age, its bad disks. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "faults.h"
#include "scratch.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>

static int64_t test_now;

static int64_t clock_of_test(void *state)
{
    (void)state;
    return test_now;
}

static const struct world world = { .now_us = clock_of_test };

static void set_clock(const char *text)
{
    assert_true(time_read(text, strlen(text), &test_now));
}

static struct log *open_log(const char *dir)
{
    struct log *log = NULL;
    struct err e;

    assert_int_equal(log_open(dir, &world, &log, &e), 0);
    return log;
}

static struct json *parse(struct arena *a, const char *text, size_t n)
{
    struct json *v = NULL;
    struct err e;

    if (json_parse(a, text, n, &v, &e))
        fail_msg("%s: %.*s", e.message, (int)(n < 200 ? n : 200), text);
    return v;
}

/* Lines of a file, each of which must be a whole entry. */
static size_t count_lines(const char *path)
{
    const char *text = get_text(path);
    size_t n = 0;

    if (!text)
        return 0;
    for (const char *end; *text; text = end + 1) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        end = strchr(text, '\n');
        assert_non_null(end);
        assert_int_equal(json_len(parse(a, text, (size_t)(end - text))), 4);
        n++;
    }
    return n;
}

static void an_entry_is_a_line_as_the_seed_prints_it(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *details = json_object(a);
    struct log *log;

    set_clock("2026-01-23T10:30:00.123Z");
    log = open_log(*state);
    json_set(a, details, "tool", json_str(a, "pre\"view\n"));
    json_set(a, details, "rows", json_int(a, 3));
    log_event(log, "ToolInvoked", "f47ac10b-58cc-4372-a567-0e02b2c3d479", details);
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(log_dropped(log), 0);
    log_close(log);
    assert_string_equal(get_text(in(*state, "agent-2026-01-23.log")),
                        "{\"timestamp\":\"2026-01-23T10:30:00.123Z\","
                        "\"correlationId\":\"f47ac10b-58cc-4372-a567-0e02b2c3d479\",\"event\":\"ToolInvoked\","
                        "\"details\":{\"tool\":\"pre\\\"view\\n\",\"rows\":3}}\n"
                        "{\"timestamp\":\"2026-01-23T10:30:00.123Z\",\"correlationId\":null,\"event\":\"AgentQuery\","
                        "\"details\":{}}\n");
    assert_int_equal(mode_of(in(*state, "agent-2026-01-23.log")), 0600);
}

static void an_error_keeps_its_detail(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *line, *details;
    const char *text;
    struct log *log;
    struct err e;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    err_set(&e, ERR_QUERY_TIMEOUT, "It took too long.", "engine: /secret/caf\xc3\xa9/\xff\xe2\x82.csv");
    snprintf(e.correlation_id, sizeof e.correlation_id, "f47ac10b-58cc-4372-a567-0e02b2c3d479");
    log_error(log, &e);
    log_close(log);
    text = get_text(in(*state, "agent-2026-01-23.log"));
    line = parse(a, text, strlen(text) - 1);
    details = json_get(line, "details");
    assert_string_equal(json_get_text(line, "event"), "Error");
    assert_string_equal(json_get_text(line, "correlationId"), e.correlation_id);
    assert_string_equal(json_get_text(details, "code"), "QUERY_TIMEOUT");
    assert_string_equal(json_get_text(details, "message"), "It took too long.");
    /* the name of a file may be any bytes; what is no character is shown as one that says so */
    assert_string_equal(json_get_text(details, "detail"),
                        "engine: /secret/caf\xc3\xa9/\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd.csv");
}

static void no_log_takes_nothing(void **state)
{
    struct err e;

    (void)state;
    err_say(&e, ERR_IO, "no");
    log_event(NULL, "AgentQuery", NULL, NULL);
    log_error(NULL, &e);
    assert_int_equal(log_dropped(NULL), 0);
    log_close(NULL);
}

static void a_missing_folder_is_told(void **state)
{
    struct log *log = NULL;
    struct err e;

    assert_int_equal(log_open(in(*state, "none"), &world, &log, &e), -1);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_null(log);
    put_text(in(*state, "file"), "");
    assert_int_equal(log_open(in(*state, "file"), &world, &log, &e), -1);
}

static void what_is_no_ordinary_file_is_not_written_to(void **state)
{
    size_t fds = count_fds();
    struct log *log = NULL;
    struct err e;

    set_clock("2026-01-23T10:30:00Z");
    assert_int_equal(mkfifo(in(*state, "agent-2026-01-23.log"), 0600), 0);
    assert_int_equal(log_open(*state, &world, &log, &e), -1);
    assert_int_equal(unlink(in(*state, "agent-2026-01-23.log")), 0);
    put_text(in(*state, "target"), "precious");
    assert_int_equal(symlink("target", in(*state, "agent-2026-01-23.log")), 0);
    assert_int_equal(log_open(*state, &world, &log, &e), -1);
    assert_string_equal(get_text(in(*state, "target")), "precious");
    assert_int_equal(count_fds(), fds);
}

/* ---- days ---- */

static void each_day_has_its_file(void **state)
{
    struct log *log;

    set_clock("2026-01-23T23:59:59.999Z");
    log = open_log(*state);
    log_event(log, "AgentQuery", NULL, NULL);
    set_clock("2026-01-24T00:00:00Z");
    log_event(log, "AgentQuery", NULL, NULL);
    log_event(log, "AgentQuery", NULL, NULL);
    set_clock("2026-01-23T23:59:59Z"); /* a clock that was set back */
    log_event(log, "AgentQuery", NULL, NULL);
    log_close(log);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.log")), 2);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-24.log")), 2);
    assert_int_equal(count_entries(*state), 2);
}

static void a_file_is_gone_on_with(void **state)
{
    set_clock("2026-01-23T10:30:00Z");
    for (int i = 0; i < 3; i++) {
        struct log *log = open_log(*state);
        log_event(log, "AgentQuery", NULL, NULL);
        log_close(log);
    }
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.log")), 3);
}

static void old_days_go_and_other_files_stay(void **state)
{
    static const char *const stay[] = {
        "agent-2026-01-01.log",                                                        /* 30 days old */
        "agent-2026-01-01.7.log",  "agent-2027-01-01.log",     "agent-2025-02-29.log", /* no such day */
        "agent-2020-01-01.log.gz", "agent-2020-01-01",         "agent-2020-01-01.x.log",
        "agent-2020-01-01..log",   "agent-2020-01-01.1.2.log", "xagent-2020-01-01.log",
        "agent-2020-1-01.log",     "data_agent_runs.jsonl",    "agent-.log",
        "agent-2020-01-01-log",    "agent-2020-01-01.1log",    "agent-2020-01-0.log",
    };
    static const char *const go[] = { "agent-2025-12-31.log", "agent-2025-12-31.1.log", "agent-1999-01-01.23.log" };
    struct log *log;

    for (size_t i = 0; i < COUNT_OF(stay); i++)
        put_text(in(*state, stay[i]), "x\n");
    for (size_t i = 0; i < COUNT_OF(go); i++)
        put_text(in(*state, go[i]), "x\n");
    set_clock("2026-01-31T00:00:00Z");
    log = open_log(*state);
    for (size_t i = 0; i < COUNT_OF(stay); i++)
        if (access(in(*state, stay[i]), F_OK) != 0)
            fail_msg("removed: %s", stay[i]);
    for (size_t i = 0; i < COUNT_OF(go); i++)
        if (access(in(*state, go[i]), F_OK) == 0)
            fail_msg("kept: %s", go[i]);
    set_clock("2026-02-01T00:00:00Z"); /* the next day begins */
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_not_equal(access(in(*state, "agent-2026-01-01.log"), F_OK), 0);
    assert_int_not_equal(access(in(*state, "agent-2026-01-01.7.log"), F_OK), 0);
    assert_int_equal(access(in(*state, "agent-2026-01-31.log"), F_OK), 0);
    log_close(log);
}

/* ---- size ---- */

static const char plain_line[] =
    "{\"timestamp\":\"2026-01-23T10:30:00Z\",\"correlationId\":null,\"event\":\"AgentQuery\","
    "\"details\":{}}\n";

static void a_full_file_is_gone_on_with_in_the_next(void **state)
{
    size_t line = strlen(plain_line);
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    log_stop_files_at(log, 3 * line); /* exactly three */
    for (int i = 0; i < 7; i++)
        log_event(log, "AgentQuery", NULL, NULL);
    log_close(log);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.log")), 3);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.1.log")), 3);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.2.log")), 1);
    log = open_log(*state); /* a new process finds the one with room */
    log_stop_files_at(log, 3 * line - 1);
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.2.log")), 2);
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.3.log")), 1);
    set_clock("2026-01-24T10:30:00Z"); /* and a new day begins at the first */
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-24.log")), 1);
    assert_int_equal(log_dropped(log), 0);
    log_close(log);
}

static void a_file_takes_one_line_however_small_it_is(void **state)
{
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    log_stop_files_at(log, 1);
    log_event(log, "AgentQuery", NULL, NULL);
    log_event(log, "AgentQuery", NULL, NULL);
    log_close(log);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.log")), 1);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.1.log")), 1);
}

static void a_day_has_a_last_file(void **state)
{
    struct log *log;
    char name[64];

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    log_stop_files_at(log, 1);
    for (int i = 1; i < LOG_PARTS - 1; i++) {
        snprintf(name, sizeof name, "agent-2026-01-23.%d.log", i);
        put_text(in(*state, name), "x\n");
    }
    put_text(in(*state, "agent-2026-01-23.log"), "x\n");
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(log_dropped(log), 0);
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(log_dropped(log), 1);
    assert_int_equal(count_entries(*state), LOG_PARTS);
    log_close(log);
}

/* A string value whose line is exactly n bytes long, newline included. */
static struct json *details_for_line(struct arena *a, size_t n)
{
    size_t rest = n - strlen(plain_line) - strlen("\"t\":\"\"");
    char *text = arena_alloc(a, rest + 1);

    memset(text, 'x', rest);
    return json_set(a, json_object(a), "t", json_str(a, text));
}

static void a_line_of_exactly_the_limit_is_kept(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    log_event(log, "AgentQuery", NULL, details_for_line(a, LOG_LINE_BYTES));
    log_close(log);
    assert_int_equal(strlen(get_text(in(*state, "agent-2026-01-23.log"))), LOG_LINE_BYTES);
    assert_null(strstr(get_text(in(*state, "agent-2026-01-23.log")), "\"cut\""));
}

static void longer_details_are_replaced_and_never_broken(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *text, *start;
    struct json *line, *details;
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    details = details_for_line(a, LOG_LINE_BYTES + 1);
    log_event(log, "AgentQuery", NULL, details);
    assert_int_equal(log_dropped(log), 0);
    log_close(log);
    text = get_text(in(*state, "agent-2026-01-23.log"));
    line = parse(a, text, strlen(text) - 1);
    details = json_get(line, "details");
    assert_true(json_get_truth(details, "cut"));
    assert_int_equal(json_get_int(details, "bytes", 0), LOG_LINE_BYTES + 1 - strlen(plain_line) + strlen("{}"));
    start = json_get_text(details, "start");
    assert_int_equal(strlen(start), LOG_START_BYTES);
    assert_true(str_starts(start, "{\"t\":\"xxx"));
}

/* Control characters swell to six bytes each in JSON, and once more inside the "start". */
static void the_worst_details_still_make_a_line(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char *text = arena_alloc(a, 200001), long_word[1000];
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    for (int i = 0; i < 200000; i++)
        text[i] = (char)(i % 2 ? 1 : '\\');
    memset(long_word, '\1', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = '\0';
    log_event(log, long_word, long_word, json_set(a, json_object(a), "t", json_str(a, text)));
    assert_int_equal(log_dropped(log), 0);
    log_close(log);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.log")), 1);
    assert_true(strlen(get_text(in(*state, "agent-2026-01-23.log"))) <= LOG_LINE_BYTES);
}

/* ---- bad disks ---- */

static void what_cannot_be_written_is_dropped_and_counted(void **state)
{
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    faults_arm(&(struct fault){ "write", 1, ENOSPC }, 1);
    log_event(log, "AgentQuery", NULL, NULL);
    log_event(log, "AgentQuery", NULL, NULL);
    faults_disarm();
    assert_int_equal(log_dropped(log), 1);
    assert_string_equal(get_text(in(*state, "agent-2026-01-23.log")), plain_line);
    faults_arm(&(struct fault){ "write", 1, EINTR }, 1);
    log_event(log, "AgentQuery", NULL, NULL);
    faults_disarm();
    assert_int_equal(log_dropped(log), 1);
    set_clock("2026-01-24T10:30:00Z");
    faults_arm(&(struct fault){ "openat", 2, EMFILE }, 1); /* the first is of the folder, to look for old days */
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(log_dropped(log), 2);
    log_event(log, "AgentQuery", NULL, NULL); /* opened again as soon as it can be */
    faults_disarm();
    assert_int_equal(log_dropped(log), 2);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-24.log")), 1);
    log_close(log);
}

/* A disk that takes half a line: the next one begins on its own line. */
static void a_torn_line_does_not_swallow_the_next(void **state)
{
    const char *text;
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    faults_arm(NULL, 0);
    faults_short_writes(10);
    log_event(log, "AgentQuery", NULL, NULL);
    faults_disarm();
    assert_int_equal(log_dropped(log), 1);
    log_event(log, "AgentQuery", NULL, NULL);
    log_event(log, "AgentQuery", NULL, NULL);
    log_close(log);
    text = get_text(in(*state, "agent-2026-01-23.log"));
    assert_memory_equal(text, plain_line, 10);
    assert_int_equal(text[10], '\n');
    assert_memory_equal(text + 11, plain_line, strlen(plain_line));
    assert_string_equal(text + 11 + strlen(plain_line), plain_line);
    put_text(in(*state, "agent-2026-01-23.log"), "{\"timest"); /* as a power cut leaves it */
    log = open_log(*state);
    log_event(log, "AgentQuery", NULL, NULL);
    log_close(log);
    text = get_text(in(*state, "agent-2026-01-23.log"));
    assert_string_equal(text + 9, plain_line);
    assert_int_equal(text[8], '\n');
}

static void a_file_that_somebody_removed_is_made_again(void **state)
{
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    log_event(log, "AgentQuery", NULL, NULL);
    assert_int_equal(unlink(in(*state, "agent-2026-01-23.log")), 0);
    log_event(log, "AgentQuery", NULL, NULL);
    log_close(log);
    assert_int_equal(count_lines(in(*state, "agent-2026-01-23.log")), 1);
}

static void no_descriptor_is_left(void **state)
{
    size_t fds = count_fds();
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    log_stop_files_at(log, 1);
    for (int i = 0; i < 20; i++) {
        test_now += DAY_US / 3;
        log_event(log, "AgentQuery", NULL, NULL);
    }
    log_close(log);
    assert_int_equal(count_fds(), fds);
}

/* ---- several at once ---- */

static void *write_many(void *log)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *details = details_for_line(a, 2000);

    for (int i = 0; i < 250; i++)
        log_event(log, "AgentQuery", NULL, i % 2 ? details : NULL);
    return NULL;
}

static size_t count_all_lines(const char *dir)
{
    size_t n = count_lines(in(dir, "agent-2026-01-23.log"));
    char name[64];

    for (int i = 1; i < 100; i++) {
        snprintf(name, sizeof name, "agent-2026-01-23.%d.log", i);
        n += count_lines(in(dir, name));
    }
    return n;
}

static void threads_share_it(void **state)
{
    pthread_t threads[4];
    struct log *log;

    set_clock("2026-01-23T10:30:00Z");
    log = open_log(*state);
    log_stop_files_at(log, 100000);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_many, log), 0);
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(log_dropped(log), 0);
    log_close(log);
    assert_int_equal(count_all_lines(*state), 1000);
    assert_true(count_entries(*state) >= 10);
}

static void processes_share_it(void **state)
{
    pid_t pids[4];
    int status;

    set_clock("2026-01-23T10:30:00Z");
    for (size_t i = 0; i < 4; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            struct log *log = open_log(*state);
            log_stop_files_at(log, 100000);
            write_many(log);
            _exit(log_dropped(log) != 0);
        }
    }
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(count_all_lines(*state), 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(an_entry_is_a_line_as_the_seed_prints_it),
        SCRATCH_TEST(an_error_keeps_its_detail),
        SCRATCH_TEST(no_log_takes_nothing),
        SCRATCH_TEST(a_missing_folder_is_told),
        SCRATCH_TEST(what_is_no_ordinary_file_is_not_written_to),
        SCRATCH_TEST(each_day_has_its_file),
        SCRATCH_TEST(a_file_is_gone_on_with),
        SCRATCH_TEST(old_days_go_and_other_files_stay),
        SCRATCH_TEST(a_full_file_is_gone_on_with_in_the_next),
        SCRATCH_TEST(a_file_takes_one_line_however_small_it_is),
        SCRATCH_TEST(a_day_has_a_last_file),
        SCRATCH_TEST(a_line_of_exactly_the_limit_is_kept),
        SCRATCH_TEST(longer_details_are_replaced_and_never_broken),
        SCRATCH_TEST(the_worst_details_still_make_a_line),
        SCRATCH_TEST(what_cannot_be_written_is_dropped_and_counted),
        SCRATCH_TEST(a_torn_line_does_not_swallow_the_next),
        SCRATCH_TEST(a_file_that_somebody_removed_is_made_again),
        SCRATCH_TEST(no_descriptor_is_left),
        SCRATCH_TEST(threads_share_it),
        SCRATCH_TEST(processes_share_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
