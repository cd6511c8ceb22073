/* test_meaning.c - what the numbers of a column are, by its name, unit and figures. */
#include "base/attrs.h"
#include "grid/meaning/meaning.h"
#include "grid/table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static enum column_meaning of(const char *name, const char *unit, enum column_type type)
{
    struct column c = { .name = name, .type = type, .unit = unit, .distinct = 7 };
    const struct table t = { .name = "customers", .rows = 100, .columns = &c, .n_columns = 1 };

    return column_meaning(&t, 0, NULL);
}

static void names_say_what_numbers_are(void **state)
{
    static const struct {
        const char *name;
        enum column_meaning meaning;
    } list[] = {
        { "revenue", MEANING_MONEY },
        { "Total Sales", MEANING_MONEY },
        { "units", MEANING_QUANTITY },
        { "goals", MEANING_QUANTITY },
        { "years_experience", MEANING_QUANTITY },
        { "price", MEANING_PRICE },
        { "UnitPrice", MEANING_PRICE },
        { "price per unit", MEANING_PRICE },
        { "unit_cost", MEANING_PRICE },
        { "total_price", MEANING_MONEY },
        { "Einzelpreis", MEANING_PRICE },
        { "unemployment_rate", MEANING_RATE },
        { "rate_2019", MEANING_RATE },
        { "units per box", MEANING_RATE },
        { "HoursPerWeek", MEANING_QUANTITY },
        { "miles per hour", MEANING_RATE },
        { "avg_age", MEANING_RATE },
        { "average revenue", MEANING_RATE },
        { "discount", MEANING_RATE },
        { "marketShare", MEANING_SHARE },
        { "shares", MEANING_QUANTITY },
        { "cumulative_cases", MEANING_CUMULATIVE },
        { "sales to date", MEANING_CUMULATIVE },
        { "population", MEANING_QUANTITY },
        { "age", MEANING_AGE },
        { "Alter", MEANING_AGE },
        { "page", MEANING_QUANTITY },
        { "rating", MEANING_SCORE },
        { "rating_count", MEANING_QUANTITY },
        { "number of ratings", MEANING_QUANTITY },
        { "num_pages", MEANING_QUANTITY },
        { "credit score", MEANING_SCORE },
        { "customer_id", MEANING_ID },
        { "id", MEANING_ID },
        { "id_order", MEANING_ID },
        { "customerid", MEANING_ID },
        { "PassengerId", MEANING_ID },
        { "paid", MEANING_QUANTITY },
        { "zip code", MEANING_ID },
        { "Phone Number", MEANING_ID },
        { "year", MEANING_YEAR },
        { "birthYear", MEANING_YEAR },
        { "year_built", MEANING_YEAR },
        { "kilowatt hour", MEANING_QUANTITY },
        { "hour", MEANING_YEAR },
        { "lat", MEANING_PLACE },
        { "Longitude", MEANING_PLACE },
        { "long", MEANING_PLACE },
        { "long shots", MEANING_QUANTITY },
        { "", MEANING_QUANTITY },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        enum column_meaning m = of(list[i].name, NULL, COLUMN_INTEGER);
        if (m != list[i].meaning)
            fail_msg("%s: %s, not %s", list[i].name, meaning_name(m), meaning_name(list[i].meaning));
    }
}

static void units_and_types_count(void **state)
{
    (void)state;
    assert_int_equal(of("price", NULL, COLUMN_TEXT), MEANING_NONE);
    assert_int_equal(of("day", NULL, COLUMN_DATE), MEANING_NONE);
    assert_int_equal(of("paid", NULL, COLUMN_BOOLEAN), MEANING_NONE);
    assert_int_equal(of("margin", "%", COLUMN_DECIMAL), MEANING_RATE);
    assert_int_equal(of("margin", "$", COLUMN_DECIMAL), MEANING_MONEY);
    assert_int_equal(of("revenue", "%", COLUMN_DECIMAL), MEANING_RATE);
    assert_int_equal(of("East", "%", COLUMN_DECIMAL), MEANING_RATE);
    assert_int_equal(of("East", "\u20ac", COLUMN_DECIMAL), MEANING_MONEY);
    assert_int_equal(of("price", "\u20ac", COLUMN_DECIMAL), MEANING_PRICE);
}

/* A population adds up over cities, but not over years. */
static void states_add_up_where_there_is_one_time(void **state)
{
    struct column columns[] = { { .name = "city", .type = COLUMN_TEXT },
                                { .name = "population", .type = COLUMN_INTEGER },
                                { .name = "Year", .type = COLUMN_INTEGER } };
    struct table t = { .name = "cities", .rows = 9, .columns = columns, .n_columns = 3 };

    (void)state;
    assert_int_equal(column_meaning(&t, 1, NULL), MEANING_CUMULATIVE);
    assert_int_equal(column_meaning(&t, 2, NULL), MEANING_YEAR);
    columns[2].name = "year founded";
    assert_int_equal(column_meaning(&t, 1, NULL), MEANING_QUANTITY);
}

static void figures_tell_running_numbers(void **state)
{
    struct column c = { .name = "entry", .type = COLUMN_INTEGER, .distinct = 201 };
    const struct table t = { .name = "log", .rows = 300, .columns = &c, .n_columns = 1 };
    struct meaning_figures f = { .known = true, .min = 1, .max = 300, .rows = 300, .distinct = 300 };

    (void)state;
    assert_int_equal(column_meaning(&t, 0, NULL), MEANING_QUANTITY);
    assert_int_equal(column_meaning(&t, 0, &f), MEANING_ID);
    f.max = 301;
    assert_int_equal(column_meaning(&t, 0, &f), MEANING_QUANTITY);
    c.name = "card"; /* no card twice */
    assert_int_equal(column_meaning(&t, 0, &f), MEANING_ID);
    f.distinct = 4; /* yellow ones */
    assert_int_equal(column_meaning(&t, 0, &f), MEANING_QUANTITY);
}

static void what_does_not_add_up_has_something_instead(void **state)
{
    (void)state;
    for (int m = MEANING_NONE; m <= MEANING_PLACE; m++) {
        enum column_meaning meaning = (enum column_meaning)m;
        assert_non_null(meaning_name(meaning));
        assert_true(meaning_adds_up(meaning) == (meaning == MEANING_MONEY || meaning == MEANING_QUANTITY));
        assert_true(meaning_adds_up(meaning) == !meaning_instead(meaning));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_say_what_numbers_are),
        cmocka_unit_test(units_and_types_count),
        cmocka_unit_test(states_add_up_where_there_is_one_time),
        cmocka_unit_test(figures_tell_running_numbers),
        cmocka_unit_test(what_does_not_add_up_has_something_instead),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
