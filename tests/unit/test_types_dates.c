/* test_types_dates.c - columns of dates, times and months: which forms they have, and what the column decides. */
#include "columns_testing.h"

static void dates_and_times(void **state)
{
    (void)state;
    COLUMN("date: 2024-01-01|-", "", "2024-01-01", "");
    COLUMN("date: 2024-01-31|2024-01-31|2024-01-31", "", "31-Jan-2024", "Jan 31, 2024", "31 January 2024");
    COLUMN("text: 2024-01-01|2023-02-29", "", "2024-01-01", "2023-02-29");
    COLUMN("timestamp: 2024-01-01T10:00:00|2024-01-01T10:00:01.5", "", "2024-01-01T10:00", "2024-01-01 10:00:01.5");
    COLUMN("timestamp: 2024-01-01T10:00:00|2024-01-01T00:00:00", "dates without a time in 'x' are taken as midnight",
           "2024-01-01T10:00", "2024-01-01");
    COLUMN("timestamp: 2024-01-01T14:05:00|2024-01-01T00:05:00", "", "2024-01-01 2:05 PM", "2024-01-01 12:05 AM");
    COLUMN("timestamp: 2024-01-01T10:00:00|2024-01-01T11:00:00", "", "2024-01-01T10:00Z", "2024-01-01T11:00Z");
    COLUMN("timestamp: 2024-01-01T10:00:00|2023-12-31T23:30:00",
           "times in 'x' are of several offsets and are converted to UTC", "2024-01-01T10:00Z",
           "2024-01-01T01:30+02:00");
    COLUMN("timestamp: 2024-01-31T23:30:00|2024-02-01T00:10:00",
           "times in 'x' are kept as the clock showed them; all are at UTC-05:00", "2024-01-31T23:30:00-05:00",
           "2024-02-01T00:10:00-0500");
    COLUMN("timestamp: 2024-01-31T23:30:00|2024-02-01T00:10:00",
           "times in 'x' are kept as the clock showed them; all are at UTC+05:30", "2024-01-31T23:30+05:30",
           "2024-02-01 00:10:00 +05:30");
    COLUMN("timestamp: 2024-02-01T04:30:00|2024-02-01T04:10:00",
           "times in 'x' are of several offsets and are converted to UTC", "2024-01-31T23:30-05:00",
           "2024-02-01T00:10-04:00");
    COLUMN("timestamp: 2024-01-31T23:30:00|2024-02-01T00:10:00", "", "2024-01-31T23:30+00:00", "2024-02-01T00:10Z");
    COLUMN("text: 2024-01-01T10:00Z|2024-01-01T11:00",
           "'x' stays text, as its dates are written in ways that do not go together", "2024-01-01T10:00Z",
           "2024-01-01T11:00");
    COLUMN("text: 14:05|15:06", "", "14:05", "15:06");
    COLUMN("date: 2069-12-31|1970-01-01", "years of two digits in 'x' are taken as 1970 to 2069", "31-Dec-69",
           "1-Jan-70");
}

#define MONTHS "months in 'x' are taken as their first day: Jan 2024 is 2024-01-01"
#define YEARS "years of two digits in 'x' are taken as 1970 to 2069"
static void months_are_dates_where_all_values_are(void **state)
{
    (void)state;
    COLUMN("date: 2024-01-01|2024-12-01", MONTHS, "2024-01", "2024-12");
    COLUMN("date: 2024-01-01|2024-12-01|-", MONTHS, "01/2024", "12/2024", "");
    COLUMN("date: 2024-01-01|2023-02-01", YEARS "; " MONTHS, "Jan-24", "Feb-23");
    COLUMN("date: 2024-01-01|2024-02-01|2024-09-01", MONTHS, "Jan 2024", "February 2024", "Sept. 2024");
    COLUMN("date: 2024-01-01|2024-02-01", MONTHS, "2024-Jan", "2024/02");
    COLUMN("text: 2024-01|2024-02-01", "", "2024-01", "2024-02-01");
    COLUMN("text: 2024-11|2024-12|2024-13|2024-14", "", "2024-11", "2024-12", "2024-13", "2024-14");
    COLUMN("text: Jan-24|soon|Feb-24|Mar-24", "", "Jan-24", "soon", "Feb-24", "Mar-24");
    COLUMN("text: Jan-02|Feb-17|Mar-31", "", "Jan-02", "Feb-17", "Mar-31");
    COLUMN("date: 2002-01-01|2016-02-01", YEARS "; " MONTHS, "Jan-02", "Feb-16");
    COLUMN("text: Jan 24|Feb 25", "", "Jan 24", "Feb 25");
    COLUMN("text: Q1 2024|Q2 2024", "", "Q1 2024", "Q2 2024");
    COLUMN("text: 1234-05|1234-06", "", "1234-05", "1234-06");
}

static void short_dates_with_points_need_something_that_tells_them_from_versions(void **state)
{
    (void)state;
    COLUMN("text: 1.2.10|1.2.11", "", "1.2.10", "1.2.11");
    COLUMN("date: 2024-01-05|2024-01-17", YEARS, "5.1.24", "17.1.24");
    COLUMN("text: 5.1.24|17.1.24|1.20.3", "", "5.1.24", "17.1.24", "1.20.3");
    NAMED("Datum", "date: 2024-01-05|2024-01-06",
          "dates in 'Datum' can be read with the day or the month first; the day is taken to come first, as dates "
          "with points are written so; years of two digits in 'Datum' are taken as 1970 to 2069",
          "5.1.24", "6.1.24");
}

#define OPEN "dates in 'x' can be read with the day or the month first; the "
static void the_column_decides_whether_the_day_comes_first(void **state)
{
    (void)state;
    COLUMN("date: 2024-01-31|2024-02-01", "", "31/01/2024", "01/02/2024");
    COLUMN("date: 2024-01-31|2024-01-02", "", "01/31/2024", "01/02/2024");
    COLUMN("date: 2024-04-03|2024-06-05", OPEN "day is taken to come first, as most of the world writes so",
           "03/04/2024", "05/06/2024");
    COLUMN("date: 2024-03-03|2024-03-03", "", "03/03/2024", "03/03/2024");
    COLUMN("date: 2024-03-01|2024-04-01", OPEN "month is taken to come first, as that gives a series by months",
           "03/01/2024", "04/01/2024");
    COLUMN("date: 2024-03-01|2024-04-01", OPEN "day is taken to come first, as that gives a series by months",
           "01/03/2024", "01/04/2024");
    COLUMN("timestamp: 2024-03-04T14:05:00|2024-05-06T14:05:00",
           OPEN "month is taken to come first, as the times have AM and PM", "03/04/2024 2:05 PM",
           "05/06/2024 2:05 PM");
    COLUMN("text: 31/01/2024|01/31/2024", "'x' stays text, as its dates are written in ways that do not go together",
           "31/01/2024", "01/31/2024");
}

static void another_column_can_tell_the_order(void **state)
{
    static const char *const names[] = { "x", "y" };
    const struct datum by_day[] = { text_datum("03/04/2024"), text_datum("31/12/2024"), text_datum("05/06/2024"),
                                    text_datum("01/12/2024") };
    const struct datum by_month[] = { text_datum("03/04/2024"), text_datum("12/31/2024"), text_datum("05/06/2024"),
                                      text_datum("12/01/2024") };
    const struct datum dollars[] = { text_datum("03/04/2024"), text_datum("$5"), text_datum("05/06/2024"),
                                     text_datum("$6") };
    struct made m = make_columns(names, 2, by_day, 2);

    (void)state;
    assert_string_equal(made_text(&m), "date: 2024-04-03|2024-06-05");
    assert_string_equal(m.notes, OPEN "day is taken to come first, as it does in another column");
    made_done(&m);
    m = make_columns(names, 2, by_month, 2);
    assert_string_equal(made_text(&m), "date: 2024-03-04|2024-05-06");
    made_done(&m);
    m = make_columns(names, 2, dollars, 2);
    assert_string_equal(made_text(&m), "date: 2024-03-04|2024-05-06");
    assert_string_equal(m.notes,
                        OPEN "month is taken to come first, as there are amounts in US dollars; amounts in 'y' "
                             "are in $");
    made_done(&m);
}

static void eight_digits_are_a_date_only_with_the_name_of_one(void **state)
{
    (void)state;
    NAMED("order_date", "date: 2024-01-31|2024-02-29",
          "numbers in 'order_date' are taken as dates: 20240131 is 2024-01-31", "20240131", "20240229");
    NAMED("dt", "date: 2024-01-31", "numbers in 'dt' are taken as dates: 20240131 is 2024-01-31", "20240131");
    NAMED("width", "integer: 20240131|20240229", "", "20240131", "20240229");
    NAMED("order_date", "integer: 20240131|20240230", "", "20240131", "20240230");
    NAMED("order_date", "integer: 20240131|5", "", "20240131", "5");
    NAMED("year", "integer: 2023|2024", "", "2023", "2024");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_and_times),
        cmocka_unit_test(months_are_dates_where_all_values_are),
        cmocka_unit_test(short_dates_with_points_need_something_that_tells_them_from_versions),
        cmocka_unit_test(the_column_decides_whether_the_day_comes_first),
        cmocka_unit_test(another_column_can_tell_the_order),
        cmocka_unit_test(eight_digits_are_a_date_only_with_the_name_of_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
