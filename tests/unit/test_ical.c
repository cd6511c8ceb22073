/* test_ical.c - iCalendar: folding, escapes, zones, alarms and rules, and a calendar written and read again. */
#include "exchange_testing.h"

#include "agents/tasks/exchange/ical.h"
#include "agents/tasks/exchange/ical_line.h"
#include "agents/tasks/exchange/ical_zone.h"
#include "base/str.h"

#define BEGIN "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
#define END "END:VCALENDAR\r\n"
#define ENTRY(lines) BEGIN "BEGIN:VTODO\r\nUID:1@host\r\n" lines "END:VTODO\r\n" END

/* As a mail program names and describes them. */
#define OFFICE                                                                                                         \
    "BEGIN:VTIMEZONE\r\nTZID:W. Europe Standard Time\r\n"                                                              \
    "BEGIN:STANDARD\r\nDTSTART:16010101T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\n"                          \
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\nEND:STANDARD\r\n"                                                      \
    "BEGIN:DAYLIGHT\r\nDTSTART:16010101T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n"                          \
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n"

static void takes(const char *file, const char *field, const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();

    has(one(a, &w, ical_read, file), field, text);
}

static void test_texts_are_unfolded_and_unescaped(void **state)
{
    (void)state;
    takes(ENTRY("SUMMARY:a lo\r\n ng ti\r\n\ttle\r\n"), "title", "a long title");
    takes(ENTRY("SUMMARY:a\\, b\\; c \\\\n\r\nDESCRIPTION:one\\ntwo\\Nthree\r\n"), "title", "a, b; c \\n");
    takes(ENTRY("SUMMARY:a\r\nDESCRIPTION:one\\ntwo\\Nthree\r\n"), "description", "one\ntwo\nthree");
    takes(ENTRY("SUMMARY;LANGUAGE=\"x:y;z\":a: b\r\n"), "title", "a: b");
    takes("BEGIN:VCALENDAR\nBEGIN:VTODO\nsummary:small\nEND:VTODO\nEND:VCALENDAR\n", "title", "small");
    takes(ENTRY(""), "title", "Untitled");
    takes(ENTRY("SUMMARY:a\r\n"), "uid", "1@host");
}

static void test_times_are_days_walls_and_instants(void **state)
{
    (void)state;
    takes(ENTRY("SUMMARY:a\r\nDUE;VALUE=DATE:20261120\r\n"), "due", "2026-11-20");
    takes(ENTRY("SUMMARY:a\r\nDUE;VALUE=DATE:20261120\r\n"), "due_at", "2026-11-20T22:59:59Z");
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\n"), "due_at", "2026-11-20T16:00:00Z");
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000Z\r\n"), "due", "2026-11-20T18:00");
    takes(ENTRY("SUMMARY:a\r\nDUE;TZID=America/New_York:20261120T170000\r\n"), "due_at", "2026-11-20T22:00:00Z");
    takes(ENTRY("SUMMARY:a\r\nDUE;TZID=America/New_York:20261120T170000\r\n"), "time_zone", "America/New_York");
    takes(ENTRY("SUMMARY:a\r\nDUE;TZID=\"/x.org/2021_1/America/New_York\":20261120T170000\r\n"), "time_zone",
          "America/New_York");
    takes(ENTRY("SUMMARY:a\r\nDUE:soon\r\n"), "description", "Due: soon");
    takes(ENTRY("SUMMARY:a\r\nDUE:20260230\r\n"), "description", "Due: 20260230");
    takes(ENTRY("SUMMARY:a\r\nDTSTART:20261120T170000\r\nDURATION:PT2H\r\n"), "due", "2026-11-20T19:00");
    takes(ENTRY("SUMMARY:a\r\nDTSTART;VALUE=DATE:20261120\r\nDURATION:P2D\r\n"), "due", "2026-11-22");
    takes(ENTRY("SUMMARY:a\r\nDTSTART;VALUE=DATE:20261118\r\nDUE;VALUE=DATE:20261120\r\n"), "description",
          "Starts: 2026-11-17T23:00:00Z");
    takes(ENTRY("SUMMARY:a\r\nCREATED:20260110T120000Z\r\nDTSTAMP:20260111T120000Z\r\n"), "created_at",
          "2026-01-10T12:00:00Z");
}

static void test_a_zone_of_the_calendars_own_is_worked_out(void **state)
{
    (void)state;
    takes(BEGIN OFFICE
          "BEGIN:VTODO\r\nSUMMARY:a\r\nDUE;TZID=W. Europe Standard Time:20260720T170000\r\nEND:VTODO\r\n" END,
          "due_at", "2026-07-20T15:00:00Z");
    takes(BEGIN OFFICE
          "BEGIN:VTODO\r\nSUMMARY:a\r\nDUE;TZID=\"W. Europe Standard Time\":20261120T170000\r\nEND:VTODO\r\n" END,
          "due_at", "2026-11-20T16:00:00Z");
    takes(BEGIN "BEGIN:VTODO\r\nSUMMARY:a\r\nDUE;TZID=Mine:20261120T170000\r\nEND:VTODO\r\n"
                "BEGIN:VTIMEZONE\r\nTZID:Mine\r\nX-LIC-LOCATION:Asia/Tokyo\r\nEND:VTIMEZONE\r\n" END,
          "due_at", "2026-11-20T08:00:00Z");
    takes(BEGIN "BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRDATE:20270101T000000\r\n"
                "TZOFFSETFROM:+0000\r\nTZOFFSETTO:-0330\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
                "BEGIN:VTODO\r\nSUMMARY:a\r\nDUE;TZID=Mine:20261120T170000\r\nEND:VTODO\r\n" END,
          "due_at", "2026-11-20T20:30:00Z");
}

/* The rules of the European Union and of the United States, on either side of each change. */
static void test_onsets_fall_on_the_right_weekday(void **state)
{
    static const char us[] = "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:E\n"
                             "BEGIN:DAYLIGHT\nDTSTART:20070311T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\n"
                             "TZOFFSETFROM:-0500\nTZOFFSETTO:-0400\nEND:DAYLIGHT\n"
                             "BEGIN:STANDARD\nDTSTART:20071104T020000\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\n"
                             "TZOFFSETFROM:-0400\nTZOFFSETTO:-0500\nEND:STANDARD\nEND:VTIMEZONE\nEND:VCALENDAR\n";
    static const struct {
        const char *at;
        int64_t hours;
    } cases[] = { { "20260308T015959", -5 }, { "20260308T030000", -4 }, { "20261101T005959", -4 },
                  { "20261101T020000", -5 }, { "20270314T030000", -4 }, { "20060101T000000", -5 } };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct ical_zones *zones;
    struct draft_time m;
    int64_t offset;
    struct err err;

    (void)state;
    assert_int_equal(ical_zones_read(a, us, strlen(us), &zones, &err), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_true(ical_moment(cases[i].at, strlen(cases[i].at), &m));
        assert_true(ical_zone_offset(zones, "E", 1, m.us / 1000000, &offset));
        if (offset != cases[i].hours * 3600)
            fail_msg("%s: %lld", cases[i].at, (long long)offset);
    }
    assert_false(ical_zone_offset(zones, "F", 1, 0, &offset));
}

static void test_states_priorities_and_categories(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct json *tags;

    (void)state;
    takes(ENTRY("SUMMARY:a\r\nSTATUS:NEEDS-ACTION\r\n"), "status", "pending");
    takes(ENTRY("SUMMARY:a\r\nSTATUS:COMPLETED\r\nCOMPLETED:20260110T120000Z\r\n"), "completed_at",
          "2026-01-10T12:00:00Z");
    takes(ENTRY("SUMMARY:a\r\nSTATUS:COMPLETED\r\nDTSTAMP:20260111T120000Z\r\n"), "completed_at",
          "2026-01-11T12:00:00Z");
    takes(ENTRY("SUMMARY:a\r\nPERCENT-COMPLETE:100\r\n"), "status", "completed");
    takes(ENTRY("SUMMARY:a\r\nPERCENT-COMPLETE:40\r\n"), "description", "Percent complete: 40");
    takes(ENTRY("SUMMARY:a\r\nSTATUS:CANCELLED\r\n"), "status", "completed");
    takes(ENTRY("SUMMARY:a\r\nSTATUS:IN-PROCESS\r\n"), "description", "Status: IN-PROCESS");
    takes(ENTRY("SUMMARY:a\r\nPRIORITY:0\r\n"), "priority", NULL);
    takes(ENTRY("SUMMARY:a\r\nPRIORITY:1\r\n"), "priority", "high");
    takes(ENTRY("SUMMARY:a\r\nPRIORITY:4\r\n"), "priority", "high");
    takes(ENTRY("SUMMARY:a\r\nPRIORITY:5\r\n"), "priority", "medium");
    takes(ENTRY("SUMMARY:a\r\nPRIORITY:6\r\n"), "priority", "low");
    takes(ENTRY("SUMMARY:a\r\nPRIORITY:9\r\n"), "priority", "low");
    tags = json_get(one(a, &w, ical_read, ENTRY("SUMMARY:a\r\nCATEGORIES:home,Big Work,a\\,b\r\nCATEGORIES:home\r\n")),
                    "tags");
    assert_int_equal(json_len(tags), 3);
    assert_string_equal(json_text(json_at(tags, 1), NULL), "big-work");
    assert_string_equal(json_text(json_at(tags, 2), NULL), "a-b");
}

static void test_rules_end_with_a_day_and_what_they_cannot_say_is_told(void **state)
{
    (void)state;
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\nRRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20270131T225959Z\r\n"), "repeat",
          "FREQ=WEEKLY;UNTIL=20270131");
    takes(ENTRY("SUMMARY:a\r\nDTSTART;VALUE=DATE:20261120\r\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3\r\n"), "repeat",
          "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3");
    takes(ENTRY("SUMMARY:a\r\nDTSTART;VALUE=DATE:20261120\r\nRRULE:FREQ=DAILY\r\n"), "due", "2026-11-20");
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\nRRULE:FREQ=HOURLY\r\n"), "description", "Repeats: FREQ=HOURLY");
    /* where the week begins matters with several days of it, and only then */
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO\r\n"), "repeat",
          NULL);
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=FR\r\n"), "repeat",
          "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR");
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\nRRULE:FREQ=DAILY\r\nRRULE:FREQ=YEARLY\r\n"), "description",
          "Rrule: FREQ=YEARLY");
}

/* Each of these was passed over without a word. */
static void test_what_has_nothing_to_count_from_is_told(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct intake in;

    (void)state;
    in = taken(a, &w, ical_read, ENTRY("SUMMARY:a\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n"));
    notes(&in, 0, "line 3: a reminder counts from a date that the task does not have");
    in = taken(a, &w, ical_read, ENTRY("SUMMARY:a\r\nDURATION:PT5M\r\n"));
    notes(&in, 0, "line 3: how long it takes counts from a date");
    in = taken(a, &w, ical_read, ENTRY("SUMMARY:a\r\nATTACH;VALUE=BINARY;ENCODING=BASE64:AAAA\r\n"));
    notes(&in, 0, "line 6: an attachment is no text and was left out");
    has(json_at(in.tasks, 0), "description", NULL);
    takes(ENTRY("SUMMARY:a\r\nDURATION:long\r\n"), "description", "Duration: long");
    takes(ENTRY("SUMMARY:a\r\nCLASS:PRIVATE\r\n"), "description", "Class: PRIVATE");
    takes(ENTRY("SUMMARY:a\r\nCLASS:PUBLIC\r\n"), "description", NULL);
}

/* Two texts of nearly a line's length each do not make the file too large: the description is cut, and that is told. */
static void test_long_texts_without_a_place_do_not_refuse_the_file(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(4u * TASK_LINE_BYTES);
    struct wall w = berlin();
    struct intake in;

    (void)state;
    buf_adds(&b, BEGIN "BEGIN:VTODO\r\nSUMMARY:a\r\n");
    for (int i = 0; i < 3; i++) {
        buf_adds(&b, "COMMENT:");
        buf_fill(&b, 'c', TASK_LINE_BYTES - 100);
        buf_adds(&b, "\r\n");
    }
    buf_adds(&b, "END:VTODO\r\n" END);
    in = taken(a, &w, ical_read, b.p);
    assert_int_equal(strlen(json_get_text(json_at(in.tasks, 0), "description")), TASK_DESCRIPTION_CHARS);
    notes(&in, 3, "the description is longer than");
}

static void test_a_uid_is_a_text_and_comes_back_as_it_went(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    struct wall w = berlin();
    struct ical_out out;

    (void)state;
    takes(BEGIN "BEGIN:VTODO\r\nUID:a\\,b\\;c\r\nSUMMARY:a\r\nEND:VTODO\r\n" END, "uid", "a,b;c");
    ical_open(&out, &w, ICAL_COPY);
    ical_add(&out, task_new(a, "a", "2026-01-01T00:00:00Z"), "a,b;c\nEND:VTODO");
    ical_close(&out, &text);
    ical_done(&out);
    has(one(a, &w, ical_read, text.p), "uid", "a,b;c\nEND:VTODO");
}

static void test_a_fold_within_a_character_is_mended(void **state)
{
    static const char *const cases[][2] = {
        { "SUMMARY:Zo\xc3\r\n \xab!", "SUMMARY:Zo\xc3\xab\r\n !" },
        { "SUMMARY:\xf0\n\t\x9f\x98\x80.", "SUMMARY:\xf0\x9f\x98\x80\n\t." },
        { "SUMMARY:\xf0\x9f\r\n \x98\x80", "SUMMARY:\xf0\x9f\x98\x80\r\n " },
        { "a\r\n b\r\n \xc3\xab", "a\r\n b\r\n \xc3\xab" },
        { "\r\n \xab", "\r\n \xab" },
        { "\xc3\r\n ", "\xc3\r\n " },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf b CLEANUP(buf_done) = BUF(1000);
        buf_adds(&b, cases[i][0]);
        ical_mend_folds(b.p, b.n);
        assert_string_equal(b.p, cases[i][1]);
    }
}

static void test_the_first_alarm_is_the_reminder(void **state)
{
    (void)state;
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\nBEGIN:VALARM\r\nTRIGGER:-PT30M\r\nEND:VALARM\r\n"), "remind",
          "2026-11-20T16:30");
    takes(ENTRY("SUMMARY:a\r\nBEGIN:VALARM\r\nTRIGGER;RELATED=END:-P1DT2H\r\nEND:VALARM\r\nDTSTART:20261101T090000\r\n"
                "DUE:20261120T170000\r\n"),
          "remind", "2026-11-19T15:00");
    takes(ENTRY("SUMMARY:a\r\nDTSTART:20261101T090000\r\nDUE:20261120T170000\r\nBEGIN:VALARM\r\nTRIGGER:PT0S\r\n"
                "END:VALARM\r\n"),
          "remind", "2026-11-01T09:00");
    takes(ENTRY("SUMMARY:a\r\nBEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20261120T160000Z\r\nEND:VALARM\r\n"), "remind",
          "2026-11-20T17:00");
    takes(ENTRY("SUMMARY:a\r\nDUE:20261120T170000\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nBEGIN:VALARM\r\n"
                "TRIGGER:-PT1H\r\nDESCRIPTION:not the task's\r\nEND:VALARM\r\n"),
          "description", "Reminder: 2026-11-20T15:55:00Z");
    takes(ENTRY("SUMMARY:a\r\nBEGIN:VALARM\r\nTRIGGER:whenever\r\nEND:VALARM\r\n"), "description",
          "Reminder: whenever");
    takes(ENTRY("SUMMARY:a\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n"), "remind", NULL);
}

static void test_durations_and_offsets(void **state)
{
    static const struct {
        const char *text;
        int64_t seconds;
    } good[] = { { "PT15M", 900 }, { "-PT15M", -900 }, { "+P1W", 604800 }, { "P1DT2H3M4S", 93784 } };
    static const char *const bad[] = { "", "P", "PT", "15M", "P1H", "PT1D", "P1", "PM", "P1DT", "P99999999999D" };
    int64_t seconds;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        assert_true(ical_duration(good[i].text, strlen(good[i].text), &seconds));
        assert_int_equal(seconds, good[i].seconds);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (ical_duration(bad[i], strlen(bad[i]), &seconds))
            fail_msg("%s is a duration", bad[i]);
    {
        struct buf endless CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        buf_adds(&endless, "P");
        while (endless.n < TASK_LINE_BYTES - 10)
            buf_adds(&endless, "999999999W");
        assert_false(ical_duration(endless.p, endless.n, &seconds));
    }
    assert_true(ical_offset("-033015", 7, &seconds));
    assert_int_equal(seconds, -12615);
    assert_false(ical_offset("0330", 4, &seconds));
    assert_false(ical_offset("+2500", 5, &seconds));
}

static void test_what_is_no_task_is_told_and_what_has_no_place_is_kept(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct intake in;

    (void)state;
    in = taken(a, &w, ical_read,
               BEGIN "BEGIN:VEVENT\r\nSUMMARY:party\r\nEND:VEVENT\r\n"
                     "BEGIN:VTODO\r\nSUMMARY:a\r\nLOCATION:At home\\, upstairs\r\nX-APPLE-SORT-ORDER:1\r\nEND:VTODO\r\n"
                     "BEGIN:VTODO\r\nUID:u\r\nSUMMARY:b\r\nRECURRENCE-ID:20260101T120000Z\r\nEND:VTODO\r\n" END);
    assert_int_equal(json_len(in.tasks), 2);
    has(json_at(in.tasks, 0), "description", "Location: At home, upstairs");
    has(json_at(in.tasks, 1), "uid", "u/20260101T120000Z");
    notes(&in, 0, "line 8: a property has no place here");
    notes(&in, 1, "1 event is no task");
    notes(&in, 2, "1 property");
}

static void test_what_is_no_calendar_is_refused_by_its_line(void **state)
{
    struct buf deep CLEANUP(buf_done) = BUF(1u << 16);

    (void)state;
    refused(ical_read, "hello\r\n", "Line 1: this is no line of a calendar");
    refused(ical_read, "BEGIN:VTODO\r\nEND:VTODO\r\n", "Line 1: a calendar begins with");
    refused(ical_read, "SUMMARY:a\r\n", "Line 1: a calendar begins with");
    refused(ical_read, BEGIN "BEGIN:VTODO\r\nSUMMARY:half a ta", "Line 1: the calendar that begins here does not end");
    refused(ical_read, BEGIN "END:VTODO\r\n", "Line 3: something ends here that did not begin");
    refused(ical_read, BEGIN "BEGIN:VTODO\r\nSUM MARY\r\n", "Line 4: this is no line");
    for (int i = 0; i <= ICAL_DEPTH; i++)
        buf_adds(&deep, i == 0 ? "BEGIN:VCALENDAR\n" : "BEGIN:X\n");
    refused(ical_read, deep.p, "Line 17: it is nested too deep");
    buf_cut(&deep, 0);
    buf_adds(&deep, BEGIN "BEGIN:VTODO\nUID:");
    buf_fill(&deep, 'u', TASK_UID_CHARS + 1);
    buf_adds(&deep, "\nEND:VTODO\n" END);
    refused(ical_read, deep.p, "its UID is too long");
}

/* ---- writing ---- */

static void write_one(struct buf *b, const struct wall *w, const struct json *task, enum ical_kind kind)
{
    struct ical_out out;

    ical_open(&out, w, kind);
    ical_add(&out, task, "uid-1");
    ical_close(&out, b);
    ical_done(&out);
}

/* Every line ends as it must, none is too long, and none cuts a character. */
static void check_lines(const char *p)
{
    while (*p) {
        size_t n = strcspn(p, "\r\n");
        if (n > ICAL_LINE_BYTES || strncmp(p + n, "\r\n", 2) != 0 || !str_is_utf8(p, n))
            fail_msg("a line of %zu: %.100s", n, p);
        p += n + 2;
    }
}

/* A day has no zone in a calendar: it is one of the reader's own. */
static void test_a_calendar_that_is_written_reads_as_the_same_task(void **state)
{
    static const char *const days[] = { "time_zone", "due_at", "remind", NULL };
    struct dice dice = { 0x853c49e6748fea9bu };
    struct wall w = berlin();

    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *task = made_task(a, &dice, i + 1), *back;
        struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        const char *due = json_get_text(task, "due");
        write_one(&text, &w, task, ICAL_COPY);
        check_lines(text.p);
        back = one(a, &w, ical_read, text.p);
        same_task(task, back, due && strlen(due) == 10 ? days : NULL, text.p);
        has(back, "uid", "uid-1");
    }
}

/* The zone that is written says the same as the system's, at every hour of two years. */
static void test_a_zone_that_is_written_says_what_the_system_says(void **state)
{
    static const char *const names[] = { "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata" };
    struct wall w = berlin();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        struct json *task = task_new(a, "a", "2026-01-01T00:00:00Z");
        struct wall_clock zone = { .name = names[i], .zone = zone_named(names[i]) };
        struct due due = { .day = 20454, .has_time = true, .hour = 12 }; /* 2026-01-01 */
        struct ical_zones *zones;
        struct err err;
        times_set_due(a, task, &zone, &due);
        write_one(&text, &w, task, ICAL_COPY);
        assert_int_equal(ical_zones_read(a, text.p, text.n, &zones, &err), 0);
        for (int hour = 0; hour < 2 * 366 * 24; hour++) {
            struct due at = { .day = 20454 + hour / 24, .has_time = true, .hour = hour % 24, .minute = 30 };
            int64_t wall = at.day * 86400 + at.hour * 3600 + 1800, us = times_instant(&zone, &at), offset;
            assert_true(ical_zone_offset(zones, names[i], strlen(names[i]), wall, &offset));
            /* where a time is left out or comes twice, either side of the change is right */
            if (wall - offset != us / 1000000 && wall - offset != us / 1000000 - 3600 &&
                wall - offset != us / 1000000 + 3600 && wall - offset != us / 1000000 + 1800)
                fail_msg("%s, hour %d: %lld", names[i], hour, (long long)offset);
        }
    }
}

static void test_a_reminder_that_has_rung_does_not_ring_elsewhere(void **state)
{
    static const enum ical_kind kinds[] = { ICAL_COPY, ICAL_TASKS, ICAL_EVENTS };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct json *task = task_new(a, "a", "2026-01-01T00:00:00Z");
    struct wall_clock zone = { .name = w.name, .zone = w.zone };
    struct due due = { .day = 20454, .has_time = true, .hour = 12 };

    (void)state;
    times_set_due(a, task, &zone, &due);
    times_set_remind(a, task, &zone, &due);
    for (size_t i = 0; i < 2 * COUNT_OF(kinds); i++) {
        struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        if (i == COUNT_OF(kinds))
            json_set(a, task, "reminded_at", json_str(a, "2026-01-01T11:00:00Z"));
        write_one(&text, &w, task, kinds[i % COUNT_OF(kinds)]);
        assert_int_equal(strstr(text.p, "BEGIN:VALARM") != NULL, i <= COUNT_OF(kinds));
    }
}

/* A task at the end of the calendar does not make eight thousand years of changes. */
static void test_the_changes_of_a_zone_end_within_a_century(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct ical_out out;
    struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    struct wall_clock zone = { .name = w.name, .zone = w.zone };

    (void)state;
    ical_open(&out, &w, ICAL_COPY);
    for (int i = 0; i < 2; i++) {
        struct json *task = task_new(a, "a", "2026-01-01T00:00:00Z");
        struct due due = { .day = i == 0 ? 20454 : LAST_DAY - 400, .has_time = true, .hour = 12 };
        times_set_due(a, task, &zone, &due);
        ical_add(&out, task, i == 0 ? "a" : "b");
    }
    ical_close(&out, &text);
    ical_done(&out);
    assert_true(text.n < 40000);
    assert_int_equal(json_len(taken(a, &w, ical_read, text.p).tasks), 2);
}

static void test_events_are_written_for_tasks_that_are_due(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    struct json *task = task_new(a, "never", "2026-01-01T00:00:00Z");
    struct wall_clock zone = { .name = w.name, .zone = w.zone };
    struct due due = { .day = 20454 };

    (void)state;
    write_one(&text, &w, task, ICAL_EVENTS);
    assert_null(strstr(text.p, "BEGIN:VEVENT"));
    times_set_due(a, task, &zone, &due);
    buf_cut(&text, 0);
    write_one(&text, &w, task, ICAL_EVENTS);
    assert_non_null(strstr(text.p, "BEGIN:VEVENT\r\n"));
    assert_non_null(strstr(text.p, "DTSTART;VALUE=DATE:20260101\r\n"));
    assert_null(strstr(text.p, "VTODO"));
    check_lines(text.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_are_unfolded_and_unescaped),
        cmocka_unit_test(test_times_are_days_walls_and_instants),
        cmocka_unit_test(test_a_zone_of_the_calendars_own_is_worked_out),
        cmocka_unit_test(test_onsets_fall_on_the_right_weekday),
        cmocka_unit_test(test_states_priorities_and_categories),
        cmocka_unit_test(test_rules_end_with_a_day_and_what_they_cannot_say_is_told),
        cmocka_unit_test(test_what_has_nothing_to_count_from_is_told),
        cmocka_unit_test(test_long_texts_without_a_place_do_not_refuse_the_file),
        cmocka_unit_test(test_a_uid_is_a_text_and_comes_back_as_it_went),
        cmocka_unit_test(test_a_fold_within_a_character_is_mended),
        cmocka_unit_test(test_the_first_alarm_is_the_reminder),
        cmocka_unit_test(test_durations_and_offsets),
        cmocka_unit_test(test_what_is_no_task_is_told_and_what_has_no_place_is_kept),
        cmocka_unit_test(test_what_is_no_calendar_is_refused_by_its_line),
        cmocka_unit_test(test_a_calendar_that_is_written_reads_as_the_same_task),
        cmocka_unit_test(test_a_zone_that_is_written_says_what_the_system_says),
        cmocka_unit_test(test_a_reminder_that_has_rung_does_not_ring_elsewhere),
        cmocka_unit_test(test_the_changes_of_a_zone_end_within_a_century),
        cmocka_unit_test(test_events_are_written_for_tasks_that_are_due),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
