/* test_lang_refused.c - what is not understood: told, offered corrected, or asked about. */
#include "test_lang_reads.h"

static void a_slip_in_a_name_is_told(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revnue by region", "MISSING_COLUMN: no column 'revnue'; did you mean 'revenue'?" },
        { &sales, "revenue by regoin", "MISSING_COLUMN: no column 'regoin'; did you mean 'region'?" },
        { &sales, "averge discount", "CLARIFICATION_NEEDED: no column or value 'averge'. | average discount" },
        { &sales, "untis > 50", "MISSING_COLUMN: no column 'untis'; did you mean 'units'?" },
        { &people, "average sallary by department", "MISSING_COLUMN: no column 'sallary'; did you mean 'salary'?" },
        { &people, "average salary by departmant",
          "MISSING_COLUMN: no column 'departmant'; did you mean 'department'?" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_slip_in_a_value_is_offered_corrected(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "revenue in Wset",
          "CLARIFICATION_NEEDED: no value 'Wset'; there is one much like it. | revenue in West" },
        { &sales, "revenue in wst", "MISSING_COLUMN: no column or value 'wst'." },
        { &sales, "revenue of lamps",
          "CLARIFICATION_NEEDED: no value 'lamps'; there is one much like it. | revenue of Desk Lamp" },
        { &sales, "revenue of gadgit by region",
          "CLARIFICATION_NEEDED: no value 'gadgit'; there is one much like it. | revenue of Gadget by region" },
        { &sales, "revenue where region is Wset",
          "CLARIFICATION_NEEDED: no value 'Wset' in region; there is one much like it. | revenue where region is "
          "West" },
        { &people, "average salary in New Yrok",
          "CLARIFICATION_NEEDED: no value 'New Yrok'; there is one much like it. | average salary in New York" },
        { &people, "average salary in Olso",
          "CLARIFICATION_NEEDED: no value 'Olso'; there is one much like it. | average salary in Oslo" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_word_for_two_columns_is_asked_about(void **state)
{
    static const struct pair pairs[] = {
        { &people, "how many people named Alex",
          "CLARIFICATION_NEEDED: 'named' can mean more than one column. | how many people firstName Alex | how many "
          "people lastName Alex" },
        { &people, "salary of Alex",
          "CLARIFICATION_NEEDED: 'Alex' is found in more than one column. | salary of firstName Alex | salary of "
          "lastName Alex" },
        { &people, "names of people in Oslo",
          "CLARIFICATION_NEEDED: 'names' can mean more than one column. | firstName of people in Oslo | lastName of "
          "people in Oslo" },
        { &people, "average salary by year",
          "CLARIFICATION_NEEDED: 'year' does not say of which date. | average salary by year of birth_date | average "
          "salary by year of hire_date" },
        { &people, "people since 2020",
          "CLARIFICATION_NEEDED: '2020' does not say of which date. | people birth_date since 2020 | people hire_date "
          "since 2020" },
        { &people, "monthly average salary",
          "CLARIFICATION_NEEDED: 'monthly' does not say of which date. | average salary by month of birth_date | "
          "average salary by month of hire_date" },
        { &people, "latest 3 people",
          "CLARIFICATION_NEEDED: 'latest' does not say of which date. | latest 3 people by birth_date | latest 3 "
          "people by hire_date" },
        { &people, "average salary between 2019 and 2020",
          "CLARIFICATION_NEEDED: '2019' does not say of which date. | average salary birth_date between 2019 and 2020 "
          "| average salary hire_date between 2019 and 2020" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_question_that_leaves_something_open_is_asked_about(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "region and channel totals",
          "CLARIFICATION_NEEDED: 'totals' does not say of which column. | region and channel total revenue | region "
          "and channel total units" },
        { &sales, "top 5 customers",
          "CLARIFICATION_NEEDED: The question does not say which figure it asks for. | top 5 customers by revenue | "
          "top 5 customers by units | top 5 customers by unit_price" },
        { &sales, "by region",
          "CLARIFICATION_NEEDED: The question does not say which figure it asks for. | total revenue by region | total "
          "units by region" },
        { &sales, "largest order",
          "CLARIFICATION_NEEDED: The question does not say which figure it asks for. | largest order by revenue | "
          "largest order by units | largest order by unit_price" },
        { &sales, "orders over 1000",
          "CLARIFICATION_NEEDED: 'over' does not say of which column. | orders with revenue over 1000 | orders with "
          "units over 1000 | orders with unit_price over 1000" },
        { &sales, "discount over 10%",
          "CLARIFICATION_NEEDED: '10%' may be written in the table in either of two ways. | discount over 0.1 | "
          "discount over 10" },
        { &sales, "revenue on 03/04/2025",
          "CLARIFICATION_NEEDED: '03/04/2025' can be either of two days. | revenue on 2025-04-03 | revenue on "
          "2025-03-04" },
        { &sales, "revenue over time",
          "CLARIFICATION_NEEDED: 'over time' does not say in which steps. | revenue by month | revenue by year | "
          "revenue by day" },
        { &sales, "total revenue across all regions",
          "CLARIFICATION_NEEDED: 'across all regions' can mean one figure for all, or one for each. | total revenue by "
          "regions | total revenue" },
        { &sales, "how many elephants",
          "CLARIFICATION_NEEDED: 'elephants' is no column; is a row one of them? | how many rows" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_wrong_type_is_named(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "average region", "TYPE_MISMATCH: 'region' is text, so it has no average." },
        { &sales, "sum of product by region", "TYPE_MISMATCH: 'product' is text, so it has no total." },
        { &sales, "highest channel", "TYPE_MISMATCH: 'channel' is text, so it has no highest value." },
        { &sales, "total order date", "TYPE_MISMATCH: 'order_date' is a date, so it has no total." },
        { &sales, "region over 5", "TYPE_MISMATCH: 'region' is text, so it cannot be compared with a number." },
        { &people, "average active", "TYPE_MISMATCH: 'Active' is yes or no, so it has no average." },
        { &weather, "average sky", "TYPE_MISMATCH: 'sky' is text, so it has no average." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void what_is_unknown_is_refused(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "revenue by region for elephants", "MISSING_COLUMN: no column or value 'elephants'." },
        { &sales, "net revenue by region", "MISSING_COLUMN: no column or value 'net'." },
        { &sales, "revenue by colour", "MISSING_COLUMN: no column or value 'colour'." },
        { &sales, "revenue in Atlantis", "MISSING_COLUMN: no column or value 'Atlantis'." },
        { &sales, "revenue where region is Atlantis", "INVALID_QUERY: no value 'Atlantis' in region." },
        { &sales, "total revenue by region sorted by units", "INVALID_QUERY: The result cannot be sorted by 'units'." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

/* A quantity that could not be typed as a number, and one that only begins with the noun that is counted. */
static struct column poll_columns[] = {
    { .name = "candidate", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("Ann", "Bo", "Cy") },
    { .name = "votes", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("1,234 [a]", "56", "none") },
    { .name = "student_capacity", .type = COLUMN_INTEGER, .distinct = 3 },
};
static const struct table polls = { .name = "polls", .columns = poll_columns, .n_columns = 3, .rows = 3 };

static void what_would_mislead_is_not_counted(void **state)
{
    static const struct pair pairs[] = {
        { &polls, "how many votes", "TYPE_MISMATCH: 'votes' is text, so it has no total." },
        { &polls, "which candidate has the most votes", "TYPE_MISMATCH: 'votes' is text, so it has no total." },
        { &polls, "how many different votes", "number of different values of votes" },
        { &polls, "how many students",
          "CLARIFICATION_NEEDED: 'students' is no column; is a row one of them? | how many rows" },
        { &polls, "how many capacity", "total student_capacity" },
        { &sales, "which region is before West", "INVALID_QUERY: 'before' compares with nothing I can find." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

/* No choice would help while a word is unknown, so that is told instead of questions that would be refused. */
static void only_questions_that_can_be_read_are_offered(void **state)
{
    static const struct pair pairs[] = {
        { &people, "salary of Alex by frobnicator", "MISSING_COLUMN: no column or value 'frobnicator'." },
        { &people, "average slary of Alex", "MISSING_COLUMN: no column 'slary'; did you mean 'salary'?" },
        { &people, "names of people since 2020", "INVALID_QUERY: '2020' does not say of which date." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void what_is_beyond_the_grammar_is_refused_by_name(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "variance of revenue", "INVALID_QUERY: 'variance' is not something I can work out yet." },
        { &sales, "revenue last month", "INVALID_QUERY: 'last month' depends on today's date, which I do not use." },
        { &sales, "revenue today", "INVALID_QUERY: 'today' depends on today's date, which I do not use." },
        { &sales, "West vs revenue", "INVALID_QUERY: 'vs' is not something I can work out yet." },
        { &sales, "customers whose name starts with A",
          "INVALID_QUERY: 'starts with' is not something I can work out yet." },
        { &sales, "average number of orders per region",
          "INVALID_QUERY: 'average' of a count cannot be worked out yet." },
        { &sales, "total and average revenue", "INVALID_QUERY: 'average' asks for a second figure." },
        { &sales, "revenue, units by region", "INVALID_QUERY: 'units' is a second figure." },
        { &sales, "second highest revenue", "INVALID_QUERY: 'second' is not something I can work out yet." },
        { &sales, "region is West or channel is Online",
          "INVALID_QUERY: 'or' joins conditions of different columns, which I cannot do yet." },
        { &sales, "revenue in March 2024 and May 2025",
          "INVALID_QUERY: 'May 2025' asks for a second value or time where one row has only one." },
        { &sales, "revenue in June", "INVALID_QUERY: 'June' needs a year." },
        { &sales, "revenue by region and channel and product",
          "INVALID_QUERY: 'product' is one group more than a question can have." },
        { &sales,
          "revenue where region is West and channel is not Online and units > 3 and discount <= 0.1 and unit price > 2",
          "INVALID_QUERY: '2' is one condition more than a question can have." },
        { &sales, "orders with no discount", "INVALID_QUERY: 'no' leaves something out, and I cannot tell what." },
        { &sales, "units 50", "INVALID_QUERY: '50' finds no place in the question." },
        { &sales, "top 0 products by revenue", "INVALID_QUERY: '0' is not a number of rows." },
        { &sales, "top 2.5 products by revenue", "INVALID_QUERY: '2.5' is not a number of rows." },
        { &sales, "top 99999999 products by revenue", "INVALID_QUERY: '99999999' is not a number of rows." },
        { &sales, "revenue by", "INVALID_QUERY: 'by' is not followed by a column." },
        { &sales, "highest total revenue",
          "INVALID_QUERY: The question asks for the highest or lowest of one single figure." },
        { &sales, "total revenue, top 3",
          "INVALID_QUERY: The question asks for the highest or lowest of one single figure." },
        { &weather, "average temperature in June", "INVALID_QUERY: 'June' needs a year." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void what_is_no_question_is_answered_with_examples(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "hello", "INVALID_QUERY: That is not a question about this table." },
        { &sales, "hello there", "INVALID_QUERY: That is not a question about this table." },
        { &sales, "?", "INVALID_QUERY: That is not a question about this table." },
        { &sales, "the", "INVALID_QUERY: That is not a question about this table." },
        { &sales, "what is the weather like in Paris", "INVALID_QUERY: That is not a question about this table." },
        { &sales, "write me a poem", "INVALID_QUERY: That is not a question about this table." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void no_clause_and_no_word_is_passed_over_in_silence(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revenue, Hamburg", "MISSING_COLUMN: no column or value 'Hamburg'." },
        { &sales, "Hamburg, total revenue", "MISSING_COLUMN: no column or value 'Hamburg'." },
        { &sales, "total revenue by region, seasonally", "MISSING_COLUMN: no column or value 'seasonally'." },
        { &sales, "total revenue by region, thanks Bob", "total revenue by region" },
        { &sales, "what will revenue be", "INVALID_QUERY: 'will' is not something I can work out yet." },
        { &sales, "will you show me total revenue", "total revenue" },
        { &sales, "revenue of about 100", "INVALID_QUERY: 'about' does not say how near the number has to be." },
        { &sales, "tell me about revenue", "total revenue" },
        { &sales, "what is the total revenue of the first 10 orders",
          "INVALID_QUERY: 'total' asks for a second figure." },
        { &weather, "was it hotter in Oslo", "MISSING_COLUMN: no column or value 'hotter'." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void some_words_can_be_left_out_of_a_question_and_some_cannot(void **state)
{
    static const char *const spare[] = { "flag outliers", "and the pay gap", "with a map", "then explain it" };
    static const char *const bearing[] = { "not West",   "over 100",  "in 2024",          "only Online",
                                           "\"Kettle\"", "by region", "in March",         "next year",
                                           "monthly",    "top 3",     "where it is late", "or East" };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(spare); i++)
        assert_true(flat_can_spare(a, spare[i]));
    for (size_t i = 0; i < COUNT_OF(bearing); i++)
        if (flat_can_spare(a, bearing[i]))
            fail_msg("could be left out: %s", bearing[i]);
    assert_true(flat_says_nothing(a, "thanks, please"));
    assert_false(flat_says_nothing(a, "thanks Bob"));
    arena_free(a);
}

static void conditions_without_anything_asked_are_told_apart_from_lists(void **state)
{
    static const struct {
        const char *question;
        bool bare;
    } cases[] = { { "only West", true },
                  { "excluding West", true },
                  { "list orders in West", false },
                  { "which orders are in West", false },
                  { "revenue in West", false },
                  { "show West", false } };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a = arena_new();
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        if (flat_read(a, &sales, cases[i].question, &q, &options, &err) < 0)
            fail_msg("%s: %s", cases[i].question, err.message);
        assert_int_equal(q.bare, cases[i].bare);
        arena_free(a);
    }
}

static void hostile_text_is_only_text(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "'; drop table sales; --", "INVALID_QUERY: That is not a question about this table." },
        { &sales, "revenue where region is \"'; drop table sales; --\"",
          "INVALID_QUERY: no value '\"'; drop table sales; --\"' in region." },
        { &sales, "revenue for customer \"Robert'); DROP TABLE sales;--\"",
          "total revenue, where customer is \"Robert'); DROP TABLE sales;--\"" },
        { &sales, "revenue by region; delete from sales",
          "INVALID_QUERY: 'delete' is not something I can work out yet." },
        { &sales, "revenue for customer \"日本 ✓ Ω\"", "total revenue, where customer is \"日本 ✓ Ω\"" },
        { &sales, "revenue “in West”", "MISSING_COLUMN: no column or value '“in West”'." },
        { &sales, "total revenue by region by \"region\"", "total revenue by region" },
        { &sales, "revenue where customer is \"\"", "INVALID_QUERY: 'customer' finds no place in the question." },
        { &sales, "%s%n%x revenue by region", "MISSING_COLUMN: no column or value 's'." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

/* A question of n letters a, then the tail. */
static char *long_question(struct arena *a, size_t n, const char *tail)
{
    char *text = arena_alloc(a, n + strlen(tail) + 1);

    memset(text, 'a', n);
    memcpy(text + n, tail, strlen(tail));
    return text;
}

static enum err_code refusal(const struct table *t, const char *question)
{
    struct arena *a = arena_new();
    struct flat q = { .limit = 77 };
    struct flat_options options = { .n = 2 };
    struct err err = { 0 };

    assert_int_equal(flat_read(a, t, question, &q, &options, &err), -1);
    assert_int_equal(q.limit, 77); /* a refusal writes nothing */
    assert_true(options.n == 0 || err.code == ERR_CLARIFICATION_NEEDED);
    assert_true(err.message[0] != '\0');
    arena_free(a);
    return err.code;
}

static void an_empty_question_gets_examples(void **state)
{
    struct arena *a = arena_new();
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };

    (void)state;
    assert_int_equal(flat_read(a, &sales, "", &q, &options, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_QUERY);
    assert_string_equal(err.action,
                        "Try \"total revenue by region\" or \"which channel has the highest total revenue\".");
    arena_free(a);
}

static void the_length_of_a_question_is_bounded(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_int_equal(refusal(&sales, long_question(a, QUESTION_CHARS, "")), ERR_INVALID_QUERY);
    assert_int_equal(refusal(&sales, long_question(a, QUESTION_CHARS, "a")), ERR_TOO_LARGE);
    /* Characters count, not bytes: half as many of two bytes each still fit. */
    assert_int_equal(refusal(&sales, long_question(a, QUESTION_CHARS - 1, "\xc3\xa9")), ERR_INVALID_QUERY);
    assert_int_equal(refusal(&sales, long_question(a, QUESTION_CHARS, "\xc3\xa9")), ERR_TOO_LARGE);
    arena_free(a);
}

static void the_number_of_words_is_bounded(void **state)
{
    struct arena *a = arena_new();
    struct flat q;
    struct flat_options options;
    struct err err;
    char *text = arena_alloc(a, 2 * QUESTION_WORDS + 16);

    (void)state;
    for (size_t i = 0; i < QUESTION_WORDS - 1; i++)
        memcpy(text + 2 * i, "a ", 2);
    memcpy(text + 2 * (QUESTION_WORDS - 1), "revenue", 7);
    assert_int_equal(flat_read(a, &sales, text, &q, &options, &err), 0);
    memcpy(text + 2 * (QUESTION_WORDS - 1) + 7, " a", 2);
    assert_int_equal(refusal(&sales, text), ERR_TOO_LARGE);
    arena_free(a);
}

static void text_that_is_not_utf8_is_refused(void **state)
{
    (void)state;
    assert_int_equal(refusal(&sales, "revenue \xff by region"), ERR_INVALID_INPUT);
    assert_int_equal(refusal(&sales, "revenue in \xed\xa0\x80"), ERR_INVALID_INPUT);
}

static void no_message_repeats_a_value_from_the_data(void **state)
{
    static const char *const questions[] = { "revenue in Wset", "revenue of gadgit", "revenue where region is Wset",
                                             "revenue of lamps" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(questions); i++) {
        struct arena *a = arena_new();
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        assert_int_equal(flat_read(a, &sales, questions[i], &q, &options, &err), -1);
        for (size_t c = 0; c < sales.n_columns; c++)
            for (size_t v = 0; v < sales_columns[c].n_values; v++) {
                assert_null(strstr(err.message, sales_columns[c].values[v]));
                assert_null(strstr(err.action, sales_columns[c].values[v]));
                assert_null(strstr(err.detail, sales_columns[c].values[v]));
            }
        arena_free(a);
    }
}

static void a_refused_type_names_the_columns_that_fit(void **state)
{
    struct arena *a = arena_new();
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };

    (void)state;
    assert_int_equal(flat_read(a, &sales, "average region", &q, &options, &err), -1);
    assert_string_equal(err.action, "Columns that fit: units, unit_price, discount, revenue.");
    arena_free(a);
}

static void confidence_falls_with_words_that_found_no_place(void **state)
{
    static const struct {
        const char *question;
        double confidence;
    } cases[] = { { "total revenue by region", 1.0 },
                  { "please show me the total revenue by region", 1.0 },
                  { "Hi Bob, total revenue by region", 4.0 / 5.0 },
                  { "Dearest old Bob, total revenue", 2.0 / 4.0 } };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a = arena_new();
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        assert_int_equal(flat_read(a, &sales, cases[i].question, &q, &options, &err), 0);
        assert_true(q.confidence == cases[i].confidence);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_in_a_name_is_told),
        cmocka_unit_test(a_slip_in_a_value_is_offered_corrected),
        cmocka_unit_test(a_word_for_two_columns_is_asked_about),
        cmocka_unit_test(a_question_that_leaves_something_open_is_asked_about),
        cmocka_unit_test(a_wrong_type_is_named),
        cmocka_unit_test(what_is_unknown_is_refused),
        cmocka_unit_test(what_would_mislead_is_not_counted),
        cmocka_unit_test(only_questions_that_can_be_read_are_offered),
        cmocka_unit_test(what_is_beyond_the_grammar_is_refused_by_name),
        cmocka_unit_test(what_is_no_question_is_answered_with_examples),
        cmocka_unit_test(no_clause_and_no_word_is_passed_over_in_silence),
        cmocka_unit_test(some_words_can_be_left_out_of_a_question_and_some_cannot),
        cmocka_unit_test(conditions_without_anything_asked_are_told_apart_from_lists),
        cmocka_unit_test(hostile_text_is_only_text),
        cmocka_unit_test(an_empty_question_gets_examples),
        cmocka_unit_test(the_length_of_a_question_is_bounded),
        cmocka_unit_test(the_number_of_words_is_bounded),
        cmocka_unit_test(text_that_is_not_utf8_is_refused),
        cmocka_unit_test(no_message_repeats_a_value_from_the_data),
        cmocka_unit_test(a_refused_type_names_the_columns_that_fit),
        cmocka_unit_test(confidence_falls_with_words_that_found_no_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
