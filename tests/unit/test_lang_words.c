/* test_lang_words.c - words, periods, and tables that are unlike the usual ones. */
#include "base/text/show.h"
#include "lang/when.h"
#include "lang/words.h"
#include "test_lang_reads.h"

static void names_meet_whatever_their_writing(void **state)
{
    static const char *const same[][2] = {
        { "unit_price", "unitPrice" }, { "unit_price", "Unit Prices" },
        { "UNIT-PRICE", "unitprice" }, { "cities", "City" },
        { "movie", "Movies" },         { "boxes", "BOX" },
        { "Straße", "STRASSE" },       { "people", "person" },
        { "O'Brien", "obrien" },       { "McDonald's", "mcdonalds" },
        { "statuses", "status" },      { "houses", "house" },
        { "e\xcc\x81tage", "Étage" },  { "ＡＢＣ", "abc" },
    };
    static const char *const other[][2] = { { "status", "stat" }, { "bus", "bu" }, { "class", "clas" }, { "a", "b" } };
    char x[WORDS_KEY_BYTES], y[WORDS_KEY_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        assert_true(words_key(same[i][0], x) > 0 && words_key(same[i][1], y) > 0);
        assert_string_equal(x, y);
    }
    for (size_t i = 0; i < COUNT_OF(other); i++) {
        assert_true(words_key(other[i][0], x) > 0 && words_key(other[i][1], y) > 0);
        assert_string_not_equal(x, y);
    }
    assert_int_equal(words_key("+-*", x), 0);
    assert_int_equal(words_key("", x), 0);
}

static void a_key_has_a_limit(void **state)
{
    char text[WORDS_KEY_BYTES + 2], key[WORDS_KEY_BYTES];

    (void)state;
    memset(text, 'a', sizeof text);
    text[WORDS_KEY_BYTES - 1] = '\0';
    assert_int_equal(words_key(text, key), WORDS_KEY_BYTES - 1);
    text[WORDS_KEY_BYTES - 1] = 'a';
    text[WORDS_KEY_BYTES] = '\0';
    assert_int_equal(words_key(text, key), 0);
}

static void names_are_split_where_their_words_meet(void **state)
{
    static const struct {
        const char *name;
        bool camel;
        const char *joined;
    } cases[] = { { "unitPrice", true, "unit price" },
                  { "HTTPServerName", true, "http server name" },
                  { "unit_price (EUR)", true, "unit price eur" },
                  { "McDonald", false, "mcdonald" },
                  { "order-date2", true, "order date2" },
                  { "日本 価格", true, "日本 価格" } };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a = arena_new();
        const char *words[8], *joined = "";
        size_t n = words_of_name(a, cases[i].name, cases[i].camel, words, COUNT_OF(words));
        for (size_t k = 0; k < n; k++)
            joined = arena_printf(a, "%s%s%s", joined, k > 0 ? " " : "", words[k]);
        assert_string_equal(joined, cases[i].joined);
        arena_free(a);
    }
}

static void numbers_are_read_as_people_write_them(void **state)
{
    static const char *const cases[][2] = {
        { "50", "50" },    { "1,000", "1000" },    { "1,234,567.50", "1234567.5" },
        { "-5", "-5" },    { "0.10", "0.1" },      { "007", "7" },
        { "5k", "5000" },  { "1.5m", "1500000" },  { "2bn", "2000000000" },
        { "three", "3" },  { "TWENTY", "20" },     { "0", "0" },
        { "1.2.3", NULL }, { "2025-03-01", NULL }, { "3rd", NULL },
        { "12:30", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a = arena_new();
        struct word *words;
        struct err err;
        size_t n;
        assert_int_equal(words_read(a, cases[i][0], &words, &n, &err), 0);
        assert_int_equal(n, 1);
        if (cases[i][1])
            assert_string_equal(words[0].number, cases[i][1]);
        else
            assert_null(words[0].number);
        arena_free(a);
    }
}

static void decimals_are_scaled_without_rounding(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(show_scaled(a, "10", -2), "0.1");
    assert_string_equal(show_scaled(a, "1.5", 3), "1500");
    assert_string_equal(show_scaled(a, "-0.25", 1), "-2.5");
    assert_string_equal(show_scaled(a, "123456789012345678901234567890.5", -2), "1234567890123456789012345678.905");
    assert_string_equal(show_scaled(a, "0", 6), "0");
    arena_free(a);
}

static void quotes_make_one_word_and_stray_ones_none(void **state)
{
    static const struct {
        const char *text;
        size_t n;
        const char *first;
    } cases[] = {
        { "'two words' x", 2, "two words" }, { "\"a\"", 1, "a" }, { "“a b”", 1, "a b" }, { "don't", 1, "dont" },
        { "'unclosed here", 2, "unclosed" }, { "''", 0, "" },     { "«oui»", 1, "oui" }, { "O'Brien's", 1, "obrien" }
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a = arena_new();
        struct word *words;
        struct err err;
        size_t n;
        assert_int_equal(words_read(a, cases[i].text, &words, &n, &err), 0);
        assert_int_equal(n, cases[i].n);
        if (n > 0)
            assert_string_equal(words[0].folded, cases[i].first);
        arena_free(a);
    }
}

static void periods_have_a_first_and_a_last_day(void **state)
{
    static const char *const cases[][3] = {
        { "2025", "2025-01-01", "2025-12-31" },
        { "1500", "1500-01-01", "1500-12-31" },
        { "February 2024", "2024-02-01", "2024-02-29" },
        { "feb 2025", "2025-02-01", "2025-02-28" },
        { "2025 March", "2025-03-01", "2025-03-31" },
        { "March of 2025", "2025-03-01", "2025-03-31" },
        { "2025-12", "2025-12-01", "2025-12-31" },
        { "Q4 2025", "2025-10-01", "2025-12-31" },
        { "2025 q1", "2025-01-01", "2025-03-31" },
        { "third quarter of 2025", "2025-07-01", "2025-09-30" },
        { "2025-03-05", "2025-03-05", "2025-03-05" },
        { "2025/3/5", "2025-03-05", "2025-03-05" },
        { "31.12.2025", "2025-12-31", "2025-12-31" },
        { "12/31/2025", "2025-12-31", "2025-12-31" },
        { "5th of March 2025", "2025-03-05", "2025-03-05" },
        { "29 February 2024", "2024-02-29", "2024-02-29" },
        { "29 February 2025", NULL, NULL },
        { "1499", NULL, NULL },
        { "2200", NULL, NULL },
        { "2025-13", NULL, NULL },
        { "2025-02-30", NULL, NULL },
        { "March", NULL, NULL },
        { "32 March 2025", NULL, NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a = arena_new();
        struct word *words;
        struct period p;
        struct err err;
        size_t n, used;
        assert_int_equal(words_read(a, cases[i][0], &words, &n, &err), 0);
        used = when_read(a, words, n, &p);
        if (cases[i][1]) {
            assert_int_equal(used, n);
            assert_string_equal(p.from, cases[i][1]);
            assert_string_equal(p.to, cases[i][2]);
        } else if (used == n) {
            fail_msg("\"%s\" is read as %s to %s", cases[i][0], p.from, p.to);
        }
        arena_free(a);
    }
}

static void a_period_gets_its_name_back(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(show_period(a, "2025-01-01", "2025-12-31"), "2025");
    assert_string_equal(show_period(a, "2024-02-01", "2024-02-29"), "February 2024");
    assert_string_equal(show_period(a, "2025-04-01", "2025-06-30"), "Q2 2025");
    assert_string_equal(show_period(a, "2025-04-01", "2025-04-01"), "2025-04-01");
    assert_null(show_period(a, "2025-02-01", "2025-04-30"));
    assert_null(show_period(a, "2025-01-02", "2025-12-31"));
    assert_null(show_period(a, "5", "10"));
    arena_free(a);
}

/* Tables with names that are words of the grammar, that cannot be said, or that have nothing to ask about. */
static struct column odd[] = { { .name = "total", .type = COLUMN_INTEGER },
                               { .name = "by", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("a", "b") },
                               { .name = "not", .type = COLUMN_DATE } };
static struct column unspeakable[] = { { .name = "%", .type = COLUMN_INTEGER }, { .name = "", .type = COLUMN_TEXT } };
static struct column texts[] = { { .name = "note", .type = COLUMN_TEXT } };
static const struct table odd_tables[] = {
    { .name = "odd", .columns = odd, .n_columns = 3, .rows = 10 },
    { .name = "signs", .columns = unspeakable, .n_columns = 2, .rows = 10 },
    { .name = "texts", .columns = texts, .n_columns = 1, .rows = 10 },
    { .name = "rows", .columns = texts, .n_columns = 1, .rows = 10 },
    { .name = "nothing", .columns = NULL, .n_columns = 0 },
};

static void every_suggestion_is_understood(void **state)
{
    const struct table *all[] = { &sales,         &people,        &weather,       &odd_tables[0],
                                  &odd_tables[1], &odd_tables[2], &odd_tables[3], &odd_tables[4] };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        struct arena *a = arena_new();
        const char *questions[3];
        size_t n = flat_suggest(a, all[i], questions);
        assert_in_range(n, 1, 3);
        assert_true(n == 3 || i >= 3);
        for (size_t k = 0; k < n; k++) {
            struct flat q;
            struct flat_options options;
            struct err err = { 0 };
            if (flat_read(a, all[i], questions[k], &q, &options, &err) < 0)
                fail_msg("%s: \"%s\" is refused: %s", all[i]->name, questions[k], err.message);
        }
        arena_free(a);
    }
}

static void suggestions_are_about_what_matters_most(void **state)
{
    struct arena *a = arena_new();
    const char *questions[3];

    (void)state;
    assert_int_equal(flat_suggest(a, &sales, questions), 3);
    assert_string_equal(questions[0], "total revenue by region");
    assert_string_equal(questions[1], "which channel has the highest total revenue");
    assert_string_equal(questions[2], "total revenue by month of order_date");
    arena_free(a);
}

static void the_table_with_most_of_the_words_is_chosen(void **state)
{
    const struct table tables[] = { sales, people, weather };
    static const struct {
        const char *question;
        size_t table;
        bool refused;
    } cases[] = { { "total revenue by region", 0, false },
                  { "average salary by department", 1, false },
                  { "average temperature", 2, false },
                  { "how many people", 1, false },
                  { "people in Berlin", 1, false },
                  { "xyzzy", 0, true },
                  { "", 0, true },
                  { "average salary in New York by age", 1, false } };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a = arena_new();
        struct scope scope;
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        int rc = scope_read(a, tables, COUNT_OF(tables), cases[i].question, &scope, &q, &options, &err);
        assert_int_equal(rc, cases[i].refused ? -1 : 0);
        assert_ptr_equal(scope.members[0], &tables[cases[i].table]);
        arena_free(a);
    }
}

/* 4096 columns, half of them with 50 values each, and a question that touches many of them. */
static void a_wide_table_is_read_in_bounded_work(void **state)
{
    struct arena *a = arena_new();
    size_t n = 4096, n_values = 50;
    struct column *columns = arena_array(a, n, sizeof *columns);
    struct table wide = { .name = "wide", .columns = columns, .n_columns = n, .rows = 1000 };
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };
    const char **values = arena_array(a, n_values, sizeof *values);

    (void)state;
    for (size_t i = 0; i < n_values; i++)
        values[i] = arena_printf(a, "value number %zu", i);
    for (size_t i = 0; i < n; i++)
        columns[i] = (struct column){ .name = arena_printf(a, "measure %zu of things", i),
                                      .type = i % 2 ? COLUMN_TEXT : COLUMN_INTEGER,
                                      .distinct = n_values,
                                      .values = i % 2 ? values : NULL,
                                      .n_values = i % 2 ? n_values : 0 };
    assert_int_equal(flat_read(a, &wide, "total measure 4094 of things by measure 17 of things", &q, &options, &err),
                     0);
    assert_int_equal(q.column, 4094);
    assert_int_equal(q.groups[0].column, 17);
    assert_int_equal(flat_read(a, &wide, "total measure", &q, &options, &err), -1);
    assert_int_equal(err.code, ERR_CLARIFICATION_NEEDED);
    assert_int_equal(flat_read(a, &wide, "total measur 4094", &q, &options, &err), -1);
    assert_int_equal(flat_read(a, &wide, "count where value number 7", &q, &options, &err), -1);
    assert_int_equal(err.code, ERR_CLARIFICATION_NEEDED);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_meet_whatever_their_writing),
        cmocka_unit_test(a_key_has_a_limit),
        cmocka_unit_test(names_are_split_where_their_words_meet),
        cmocka_unit_test(numbers_are_read_as_people_write_them),
        cmocka_unit_test(decimals_are_scaled_without_rounding),
        cmocka_unit_test(quotes_make_one_word_and_stray_ones_none),
        cmocka_unit_test(periods_have_a_first_and_a_last_day),
        cmocka_unit_test(a_period_gets_its_name_back),
        cmocka_unit_test(every_suggestion_is_understood),
        cmocka_unit_test(suggestions_are_about_what_matters_most),
        cmocka_unit_test(the_table_with_most_of_the_words_is_chosen),
        cmocka_unit_test(a_wide_table_is_read_in_bounded_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
