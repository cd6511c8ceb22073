/* test_sheetwords.c - which messages are about the workbook itself, and that questions about figures are not. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include "lang/sheetwords.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

struct reading {
    const char *message;
    enum sheets_ask ask;
    const char *where, *text;
};

static bool same(const char *got, const char *wanted)
{
    return got && wanted ? strcmp(got, wanted) == 0 : got == wanted;
}

static void check(const struct reading *readings, size_t n)
{
    size_t wrong = 0;

    for (size_t i = 0; i < n; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        const struct reading *r = &readings[i];
        struct sheets_question q = sheets_read(a, r->message);

        if (q.ask == r->ask && same(q.where, r->where) && same(q.text, r->text))
            continue;
        print_error("\"%s\": %d where=%s text=%s\n", r->message, (int)q.ask, q.where ? q.where : "-",
                    q.text ? q.text : "-");
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void structure_is_asked_in_many_words(void **state)
{
    static const struct reading readings[] = {
        { "What sheets are there?", SHEETS_LIST, NULL, NULL },
        { "which worksheets does this workbook have", SHEETS_LIST, NULL, NULL },
        { "list all the sheets", SHEETS_LIST, NULL, NULL },
        { "How many sheets are in this file?", SHEETS_LIST, NULL, NULL },
        { "show me the tabs please", SHEETS_LIST, NULL, NULL },
        { "what tables are there?", SHEETS_TABLES, NULL, NULL },
        { "what columns are there", SHEETS_COLUMNS, NULL, NULL },
        { "Which columns has Budget?", SHEETS_COLUMNS, "Budget", NULL },
        { "which columns does the sheet Budget have?", SHEETS_COLUMNS, "Budget", NULL },
        { "what are the column names in 'Q1 plan'?", SHEETS_COLUMNS, "Q1 plan", NULL },
        { "list the headers of the Budget sheet", SHEETS_COLUMNS, "Budget", NULL },
        { "how many columns does Sales have?", SHEETS_COLUMNS, "Sales", NULL },
        { "how many rows are there?", SHEETS_ROWS, NULL, NULL },
        { "how many rows does each sheet have?", SHEETS_EACH, NULL, NULL },
        { "how many rows are in every tab", SHEETS_EACH, NULL, NULL },
        { "number of rows per worksheet", SHEETS_EACH, NULL, NULL },
        { "how many rows do the sheets have?", SHEETS_EACH, NULL, NULL },
        { "How many rows does Budget have?", SHEETS_ROWS, "Budget", NULL },
        { "how many rows are in the Sales sheet", SHEETS_ROWS, "Sales", NULL },
        { "what is in this workbook?", SHEETS_OVERVIEW, NULL, NULL },
        { "What does this file contain?", SHEETS_OVERVIEW, NULL, NULL },
        { "describe the workbook", SHEETS_OVERVIEW, NULL, NULL },
        { "give me an overview", SHEETS_OVERVIEW, NULL, NULL },
    };

    (void)state;
    check(readings, COUNT_OF(readings));
}

static void cells_and_ranges_are_named(void **state)
{
    static const struct reading readings[] = {
        { "what is in B3 of Budget?", SHEETS_CELLS, "Budget", "B3" },
        { "What's the value of cell B3?", SHEETS_CELLS, NULL, "B3" },
        { "show A1:C5", SHEETS_CELLS, NULL, "A1:C5" },
        { "show me A1:C5 of the Budget sheet", SHEETS_CELLS, "Budget", "A1:C5" },
        { "what does cell C7 contain?", SHEETS_CELLS, NULL, "C7" },
        { "cell b3 on Sales", SHEETS_CELLS, "Sales", "b3" },
        { "Budget!B3", SHEETS_CELLS, "Budget", "B3" },
        { "what is 'My plan'!B3?", SHEETS_CELLS, "My plan", "B3" },
        { "what is 'Bob''s plan'!B3?", SHEETS_CELLS, "Bob's plan", "B3" },
        { "show range $A$1:$B$2 in Sales", SHEETS_CELLS, "Sales", "$A$1:$B$2" },
        { "what is in cell A0", SHEETS_CELLS, NULL, "A0" },
        { "show A1:nonsense", SHEETS_CELLS, NULL, "A1:nonsense" },
    };

    (void)state;
    check(readings, COUNT_OF(readings));
}

static void a_text_is_looked_for(void **state)
{
    static const struct reading readings[] = {
        { "find Widget", SHEETS_SEARCH, NULL, "Widget" },
        { "Search for \"blue widget\"", SHEETS_SEARCH, NULL, "blue widget" },
        { "search for \"Alice in Wonderland\"", SHEETS_SEARCH, NULL, "Alice in Wonderland" },
        { "search for \"Widget\" in the sheet Sales", SHEETS_SEARCH, "Sales", "Widget" },
        { "search all sheets for Widget", SHEETS_SEARCH, NULL, "Widget" },
        { "search the workbook for Acme Ltd.", SHEETS_SEARCH, NULL, "Acme Ltd" },
        { "where does Widget appear?", SHEETS_SEARCH, NULL, "Widget" },
        { "which sheets mention Widget?", SHEETS_SEARCH, NULL, "Widget" },
        { "find Widget in Budget", SHEETS_SEARCH, "Budget", "Widget" },
        { "look for Widget on the sheet Sales", SHEETS_SEARCH, "Sales", "Widget" },
        { "find \"total\"", SHEETS_SEARCH, NULL, "total" },
        { "where is Widget?", SHEETS_SEARCH, NULL, "Widget" },
        { "find all mentions of Rent", SHEETS_SEARCH, NULL, "Rent" },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    check(readings, COUNT_OF(readings));
    assert_string_equal(sheets_read(a, "find Alice in Wonderland").whole, "Alice in Wonderland");
    assert_false(sheets_read(a, "find Widget in Budget").is_sheet);
    assert_true(sheets_read(a, "look for Widget on the sheet Sales").is_sheet);
}

static void the_conversation_itself_and_small_talk_are_known(void **state)
{
    static const struct reading readings[] = {
        { "what did I ask?", SHEETS_RECAP, NULL, NULL },
        { "What have we talked about so far?", SHEETS_RECAP, NULL, NULL },
        { "recap please", SHEETS_RECAP, NULL, NULL },
        { "summarize our conversation", SHEETS_RECAP, NULL, NULL },
        { "what was my last question?", SHEETS_RECAP, NULL, NULL },
        { "Hello!", SHEETS_GREETING, NULL, NULL },
        { "thanks a lot", SHEETS_GREETING, NULL, NULL },
        { "who are you?", SHEETS_GREETING, NULL, NULL },
        { "tell me a joke", SHEETS_OTHER, NULL, NULL },
        { "What's the weather like?", SHEETS_OTHER, NULL, NULL },
        { "what is the weather in Paris today", SHEETS_OTHER, NULL, "Paris today" },
        { "what is the capital of France?", SHEETS_OTHER, NULL, "France" },
    };

    (void)state;
    check(readings, COUNT_OF(readings));
}

static void questions_about_figures_are_left_alone(void **state)
{
    static const char *const messages[] = {
        "total revenue by region",
        "what is the total revenue in Q1?",
        "show revenue by month",
        "how many rows have region North",
        "find the highest price",
        "find customers with revenue over 10",
        "find orders where region = North",
        "where is revenue highest",
        "average units per product",
        "show Q1",
        "what is Q1 revenue",
        "and the average?",
        "count of rows by Region",
        "how many orders are there",
        "which product sold most",
        "good customers by region",
        "summarize revenue by region",
        "list all customers in Berlin",
        "top 5 products by units",
        "first 10 rows",
        "",
        "?",
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(messages); i++) {
        struct sheets_question q = sheets_read(a, messages[i]);
        /* "how many rows have X" may be about a sheet of that name: the caller sees that it is none. */
        if (q.ask != SHEETS_NONE && !(q.ask == SHEETS_ROWS && q.where && !q.is_sheet)) {
            print_error("\"%s\": %d\n", messages[i], (int)q.ask);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void a_range_stands_on_a_sheet_and_has_a_bound(void **state)
{
    static const struct {
        const char *given;
        enum sheets_range range;
        const char *written;
    } cases[] = {
        { "B3", RANGE_GOOD, "B3" },
        { "$b$3", RANGE_GOOD, "B3" },
        { "xfd1048576", RANGE_GOOD, "XFD1048576" },
        { "AA10", RANGE_GOOD, "AA10" },
        { "C5:A1", RANGE_GOOD, "A1:C5" },
        { "A1:J100", RANGE_GOOD, "A1:J100" }, /* exactly SHEETS_RANGE_CELLS */
        { "A1:J101", RANGE_LARGE, NULL },
        { "A1:XFD1048576", RANGE_LARGE, NULL },
        { "A0", RANGE_WRONG, NULL },
        { "XFE1", RANGE_WRONG, NULL },
        { "A1048577", RANGE_WRONG, NULL },
        { "A1:B", RANGE_WRONG, NULL },
        { "A1:B2:C3", RANGE_WRONG, NULL },
        { "A1 B2", RANGE_WRONG, NULL },
        { "7", RANGE_WRONG, NULL },
        { "", RANGE_WRONG, NULL },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_int_equal(SHEETS_RANGE_CELLS, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *written = NULL;
        enum sheets_range got = sheets_range(a, cases[i].given, &written);
        if (got != cases[i].range || !same(written, cases[i].written))
            fail_msg("%s: %d %s", cases[i].given, (int)got, written ? written : "-");
    }
}

/* Words that fit everywhere in every pattern must not take long either. */
static void a_message_of_small_words_ends_at_once(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf message CLEANUP(buf_done) = BUF(1000);

    (void)state;
    for (int i = 0; i < 13; i++)
        buf_adds(&message, "show me the ");
    assert_int_equal(sheets_read(a, message.p).ask, SHEETS_NONE);
    for (int i = 0; i < 20; i++)
        buf_adds(&message, "what ");
    assert_int_equal(sheets_read(a, message.p).ask, SHEETS_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structure_is_asked_in_many_words),
        cmocka_unit_test(cells_and_ranges_are_named),
        cmocka_unit_test(a_text_is_looked_for),
        cmocka_unit_test(the_conversation_itself_and_small_talk_are_known),
        cmocka_unit_test(questions_about_figures_are_left_alone),
        cmocka_unit_test(a_range_stands_on_a_sheet_and_has_a_bound),
        cmocka_unit_test(a_message_of_small_words_ends_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
